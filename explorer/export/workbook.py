"""A release as one Excel workbook: every table long and as a crosstab, and a sheet of what it means.

Numbers are numbers; labels are text whatever they begin with, so that none is taken for a formula.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from explorer.export.layouts import long_lines
from explorer.mark import N_
from explorer.privacy.refusal import Unsupported
from explorer.release.crosstab import Line, crosstab
from explorer.release.drawn import Drawn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Output
from explorer.release.queries.query import Query
from explorer.release.record import METADATA

MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384  # of a sheet
_ROOM = 16  # lines of notes
_LONGEST = 32_000  # characters of a cell, within Excel's 32,767
_NAME = 31  # characters of a sheet's name
_WIDEST = 48  # characters that a column shows


def check_workbook(plan: ReleasePlan) -> None:
    """Whether the tables of a plan fit on sheets, before anything is spent.

    Raises
    ------
    Unsupported
    """
    for query in plan.queries:
        _check_size(query, *_size(query))


def _check_found(drawn: Drawn) -> None:
    """The same of categories that were found in the file: how many there are was not known before."""
    for query in drawn.queries:
        if query.threshold is not None:
            _check_size(query.declared, len(query.counts) + _ROOM, len(query.declared.columns) + _ROOM)


def _check_size(query: Query, rows: int, columns: int) -> None:
    if rows > MOST_ROWS or columns > MOST_COLUMNS:
        sentence = N_(
            "table “{name}” is too large for a workbook ({rows:plain} × {columns:plain}): export it as CSV",
            name=query.name,
            rows=rows,
            columns=columns,
        )
        raise Unsupported(sentence, "out")


def _size(query: Query) -> tuple[int, int]:
    """The rows and columns that its sheets have at most."""
    if not query.counts_cells:
        return query.written_numbers(Output()) + len(query.table_names) * 2, 0
    shape = query.shape
    wide = shape[-1] if len(shape) > 1 else 1
    blocks = query.cells // (shape[-1] * shape[-2]) if len(shape) > 1 else 1
    high = (blocks + 1) * (shape[-2] + 5) if len(shape) > 1 else shape[0] + 2
    return max(query.cells + 1, high + _ROOM), wide + 3


def workbook(drawn: Drawn, consistent: bool = False) -> bytes:
    """The workbook's bytes: the same each time.

    Raises
    ------
    Unsupported
        As `check_workbook`.
    """
    check_workbook(drawn.plan)
    _check_found(drawn)
    from xlsxwriter import Workbook  # rarely asked for

    held = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    book = Workbook(held, {**options, "strings_to_numbers": False})
    day = datetime.strptime(drawn.date, "%Y-%m-%d")
    book.set_properties({"title": drawn.plan.title[:255], "created": day})
    bold = book.add_format({"bold": True})
    names: set[str] = set()
    for title, lines in _sheets(drawn, consistent):
        sheet = book.add_worksheet(_free(title, names))
        _write(sheet, lines, bold)
        if lines and lines[0].kind == "head":
            sheet.freeze_panes(1, 0)
    book.close()
    return held.getvalue()


def _sheets(drawn: Drawn, consistent: bool) -> Iterator[tuple[str, tuple[Line, ...]]]:
    for query in drawn.queries:
        yield query.name, long_lines(query)
        if not query.declared.counts_cells:
            continue
        yield f"{query.name} crosstab", crosstab(drawn, query)
        if consistent:
            yield f"{query.name} consistent", crosstab(drawn, query, consistent=True)
    yield "metadata", tuple(_metadata(drawn))


def _metadata(drawn: Drawn) -> Iterator[Line]:
    """What stands in the metadata files, one value a line under its path."""
    yield Line("head", ("file", "key", "value"))
    for name, text in drawn.files:
        if name.endswith(METADATA):
            said = json.loads(text)
            columns = said["tables"][0]["tableSchema"]["columns"]
            described = {each["titles"]: each.get("dc:description", "") for each in columns}
            told = {title: words for title, words in described.items() if words}
            parts = {"dc:title": said["dc:title"], "columns": told, "privacy": said["privacy"]}
            for path, value in _flat("", parts):
                yield Line("body", (name, path, value if type(value) is int else str(value)))


def _flat(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(f"{path}.{key}" if path else key, inner)
    elif isinstance(value, list):
        for place, inner in enumerate(value, 1):
            yield from _flat(f"{path}.{place}", inner)
    else:
        yield path, value


def _free(title: str, taken: set[str]) -> str:
    """A sheet's name that no other has, whatever the case."""
    name, number = title[:_NAME], 1
    while name.lower() in taken:
        number += 1
        ending = f" {number}"
        name = title[: _NAME - len(ending)] + ending
    taken.add(name.lower())
    return name


def _write(sheet: Any, lines: Iterable[Line], bold: Any) -> None:
    widths: dict[int, int] = {}
    for row, line in enumerate(lines):
        strong = bold if line.kind in ("title", "head", "total") else None
        for column, part in enumerate(line.parts):
            if isinstance(part, int) and abs(part) < 2**53:
                sheet.write_number(row, column, part, strong)
            elif part != "":
                sheet.write_string(row, column, str(part)[:_LONGEST], strong)
            if line.kind not in ("title", "note"):
                widths[column] = max(widths.get(column, 8), min(len(str(part)) + 2, _WIDEST))
    for column, width in widths.items():
        sheet.set_column(column, column, width)
