"""Released tables as text for files and for the clipboard: comma- or tab-separated, or HTML."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from explorer.export.figures.table import quoted
from explorer.export.markup import clean
from explorer.release.crosstab import Line, Part, interval_notes
from explorer.release.drawn import Drawn
from explorer.release.queries.interval_words import written_tables
from explorer.release.queries.query import NoisedQuery
from explorer.release.queries.terms import WrittenTable

_TAGS = {"title": "th", "head": "th"}


def long_lines(query: NoisedQuery) -> tuple[Line, ...]:
    """The released tables of a query in their long layout: every column of the file, one line a cell."""
    lines: list[Line] = []
    for table in written_tables(query, query.terms.output):
        lines += [*([Line("")] if lines else []), *_long(table)]
    return tuple(lines)


def copied_lines(query: NoisedQuery) -> tuple[Line, ...]:
    """The same for a clipboard, which metadata do not come along with: beneath it, which edge an interval
    includes, and what the numbers are.
    """
    declared = query.declared.columns
    labels = {name for column in declared for name in column.written_names}
    tables = query.declared.written(query, query.terms.output)
    said = {name: words for table in tables for name, _, words in table.columns if name not in labels}
    numbers = (Line("note", (name, words)) for name, words in said.items() if words)
    return (*long_lines(query), Line(""), *interval_notes(declared), *numbers)


def _long(table: WrittenTable) -> Iterable[Line]:
    yield Line("head", tuple(name for name, _, _ in table.columns))
    for row in table.rows:
        yield Line("body", tuple(each if isinstance(each, int) else str(each) for each in row))


def comma_separated(lines: Iterable[Line]) -> str:
    """The lines as CSV, LF; a line without cells is empty."""
    return "".join(",".join(quoted(str(part)) for part in line.parts) + "\n" for line in lines)


def tab_separated(lines: Iterable[Line]) -> str:
    """The lines for a spreadsheet's clipboard; a tab or the end of a line within a label becomes a blank."""
    return "".join("\t".join(map(_flat, line.parts)) + "\n" for line in lines)


def _flat(part: Part) -> str:
    return " ".join(str(part).split()) if any(each in str(part) for each in "\t\r\n") else str(part)


def html_table(lines: Iterable[Line], drawn: Drawn) -> str:
    """The lines as one HTML table for a word processor's clipboard, its caption the title of the plan."""
    lines = tuple(lines)
    wide = max((len(line.parts) for line in lines), default=1)
    rows = "".join(f"<tr>{''.join(_cells(line, wide))}</tr>\n" for line in lines)
    caption = escape(clean(drawn.plan.title))
    return f'<meta charset="utf-8">\n<table>\n<caption>{caption}</caption>\n{rows}</table>\n'


def _cells(line: Line, wide: int) -> Iterable[str]:
    tag = _TAGS.get(line.kind, "td")
    for place, part in enumerate(line.parts):
        last = place == len(line.parts) - 1
        span = f' colspan="{wide - place}"' if last and wide > place + 1 else ""
        side = ' align="right"' if isinstance(part, int) else ""
        name = "th" if place == 0 and line.kind in ("body", "total") else tag
        scope = ' scope="row"' if name != tag else ' scope="col"' if tag == "th" else ""
        yield f"<{name}{scope}{span}{side}>{escape(clean(str(part)))}</{name}>"
    if not line.parts:
        yield f'<td colspan="{wide}"></td>'
