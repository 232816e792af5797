"""One HTML page that needs nothing else: the head, the style and the parts that every page of it has.

It holds no script, refers to no other file, and forbids itself (CSP) to load any. Words are escaped here and
nowhere else: what a function takes is text, what it gives is markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from explorer.export.markup import clean
from explorer.language import Language

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_SHORT = 12  # characters
_STYLE = """
body { font: 15px/1.55 Inter, "Segoe UI", "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", sans-serif;
  color: #16181d; background: #fff; margin: 2.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; margin: 1.8rem 0 .3rem; }
p { margin: .5rem 0; } ul { margin: .5rem 0; padding-left: 1.2rem; } li { margin: .25rem 0; }
.muted, h3 code { color: #566370; font-size: .87em; } .lead { font-size: 1.07em; }
.key { border-left: 3px solid #0072b2; padding: .2rem 0 .2rem .9rem; margin: 1rem 0 .4rem; font-weight: 600; }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; font-variant-numeric: tabular-nums; }
td, th { text-align: left; padding: .22rem .9rem .22rem 0; border-bottom: 1px solid #dfe4e9;
  vertical-align: top; overflow-wrap: anywhere; }
td.short { white-space: nowrap; }
th { color: #566370; font-weight: normal; font-size: .87em; } .best td { font-weight: 600; }
figure { margin: .8rem 0 .2rem; }
pre { font: 12px/1.45 ui-monospace, Consolas, Menlo, monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; background: #f5f7f9; padding: .8rem 1rem; }
.signature { margin-top: 3rem; display: flex; gap: 3rem; break-inside: avoid; }
.signature div { flex: 1; }
.signature span { display: block; min-height: 1.6em; border-bottom: 1px solid #16181d;
  padding-bottom: .3rem; overflow-wrap: anywhere; }
@media print { body { margin: 0; padding: 0; max-width: none; font-size: 10.5pt; }
  h2, h3, h2 + p, p:has(+ ul) { break-after: avoid; } figure, tr, li, .key { break-inside: avoid; }
  thead { display: table-header-group; } pre { background: none; padding: 0; } }
""".strip()


def page(title: str, parts: Iterable[str], language: Language, style: str) -> str:
    """The whole page; `style` are the rules that it alone has, its width among them."""
    return (
        f'<!DOCTYPE html>\n<html lang="{language.code.replace("_", "-")}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escaped(title)}</title>\n<style>\n{style}\n{_STYLE}\n</style>\n</head>\n<body>\n"
        f"<h1>{escaped(title)}</h1>\n" + "\n".join(parts) + "\n</body>\n</html>\n"
    )


def escaped(text: str) -> str:
    """Text as markup, without the characters that no page may hold."""
    return escape(clean(text))


def tagged(name: str, text: str, kind: str = "", scope: str = "") -> str:
    """One element of text; `kind` is its class in the style, `scope` what a heading of a table is of."""
    given = (("scope", scope), ("class", kind))
    marked = "".join(f' {key}="{value}"' for key, value in given if value)
    return f"<{name}{marked}>{escaped(text)}</{name}>"


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph: plain, `muted`, `lead` or `key`."""
    return tagged("p", text, kind)


def heading(text: str) -> str:
    """The heading of a part of the page."""
    return tagged("h2", text)


def figure(drawing: str, text: str) -> str:
    """A drawing, which is markup already; readers of the screen are told the text instead."""
    return f'<figure role="img" aria-label="{escaped(text)}">{drawing}</figure>'


def signing(places: Iterable[tuple[str, str]]) -> str:
    """A line to sign on: side by side what stands above each place of it, and below what it is for."""
    boxes = (f"<div>{tagged('span', value)}{paragraph(name, 'muted')}</div>" for name, value in places)
    return f'<div class="signature">{"".join(boxes)}</div>'


def table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    kinds: Sequence[str] = (),
    best: int | None = None,
) -> str:
    """A table with a head that is repeated on every printed page.

    Parameters
    ----------
    headings : one a column
    rows : the cells of each
    kinds : the class of each column; none where there are no classes
    best : the row that is marked as the best, by its place
    """
    kinds = kinds or ("",) * len(headings)
    head = "".join(tagged("th", each, kind, scope="col") for each, kind in zip(headings, kinds, strict=True))
    body = "".join(
        ('<tr class="best">' if at == best else "<tr>")
        + "".join(tagged("td", cell, _in_line(kind, cell)) for cell, kind in zip(row, kinds, strict=True))
        + "</tr>\n"
        for at, row in enumerate(rows)
    )
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>"


def _in_line(kind: str, cell: str) -> str:
    """The class of a cell: a short text of a column without a class of its own stays in one line.

    Chinese may break after every character: “精确” stood upright beside a column that took all room.
    """
    return kind or ("short" if len(cell) <= _SHORT else "")
