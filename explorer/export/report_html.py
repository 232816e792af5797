"""A report as one HTML page that needs nothing else: no script, no network, pictures drawn in it."""

from __future__ import annotations

from html import escape

from explorer.export.blocks import Block, Drawing, Facts, Grid, Heading, Paragraph, Points, Report, Verbatim
from explorer.export.markup import clean
from explorer.export.picture import svg
from explorer.language import Language

PICTURE = (720, 350)  # pixels of a drawing: near the width of the page, so that its letters stay in size
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE = """
@page { size: A4; margin: 18mm 20mm; }
body { font: 15px/1.55 Inter, "Segoe UI", "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", sans-serif;
  color: #16181d; background: #fff; max-width: 46rem; margin: 2.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .5rem; overflow-wrap: anywhere; }
p { margin: .5rem 0; } ul { margin: .5rem 0; padding-left: 1.2rem; } li { margin: .25rem 0; }
.muted { color: #566370; font-size: .87em; } .lead { font-size: 1.07em; }
.key { border-left: 3px solid #0072b2; padding: .2rem 0 .2rem .9rem; margin: 1rem 0 .4rem; font-weight: 600; }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; font-variant-numeric: tabular-nums; }
td, th { text-align: left; padding: .22rem .9rem .22rem 0; border-bottom: 1px solid #dfe4e9;
  vertical-align: top; overflow-wrap: anywhere; }
th { color: #566370; font-weight: normal; font-size: .87em; } .facts th { width: 9.5rem; }
.facts td, pre { font-feature-settings: "tnum"; }
td.number, th.number { text-align: right; white-space: nowrap; padding-right: 0; padding-left: .9rem; }
td.count { font-weight: 600; } td.margin { color: #566370; }
figure { margin: .8rem 0 .2rem; } figure svg { display: block; width: 105.88%;
  height: auto; margin-left: -2.94%; }
pre { font: 12px/1.45 ui-monospace, Consolas, Menlo, monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; background: #f5f7f9; padding: .8rem 1rem; }
@media print { body { margin: 0; padding: 0; max-width: none; font-size: 10.5pt; }
  h2, h2 + p { break-after: avoid; } figure, tr, li, .key { break-inside: avoid; }
  thead { display: table-header-group; } pre { background: none; padding: 0; } }
""".strip()


def report_html(report: Report) -> str:
    """The page. It refers to no other file, and forbids itself (CSP) to load any."""
    code = report.language.code.replace("_", "-")
    body = "\n".join(_block(block, report.language) for block in report.blocks)
    return (
        f'<!DOCTYPE html>\n<html lang="{code}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_text(report.title)}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>\n"
        f"<h1>{_text(report.title)}</h1>\n{body}\n</body>\n</html>\n"
    )


def _text(words: str) -> str:
    return escape(clean(words))


def _block(block: Block, language: Language) -> str:
    if isinstance(block, Heading):
        return f"<h2>{_text(block.text)}</h2>"
    if isinstance(block, Paragraph):
        return (
            f'<p class="{block.kind}">{_text(block.text)}</p>'
            if block.kind
            else f"<p>{_text(block.text)}</p>"
        )
    if isinstance(block, Points):
        return "<ul>\n" + "".join(f"<li>{_text(each)}</li>\n" for each in block.texts) + "</ul>"
    if isinstance(block, Facts):
        rows = "".join(
            f'<tr><th scope="row">{_text(name)}</th><td>{_text(value)}</td></tr>\n'
            for name, value in block.rows
        )
        return f'<table class="facts">\n{rows}</table>'
    if isinstance(block, Grid):
        return _grid(block)
    if isinstance(block, Drawing):
        return _figure(block, language)
    return _source(block)


def _source(block: Verbatim) -> str:
    return f"<pre>{_text(block.text)}</pre>"


def _figure(block: Drawing, language: Language) -> str:
    """Drawn in place: without the prologue of a file and the name of its vocabulary, which HTML has."""
    whole = svg(block.figure, "light", language, *PICTURE)
    drawing = whole[whole.index("<svg") :].replace(' xmlns="http://www.w3.org/2000/svg"', "", 1)
    return f'<figure role="img" aria-label="{_text(block.text)}">{drawing.strip()}</figure>'


def _grid(block: Grid) -> str:
    first = len(block.headings) - block.numbers
    head = "".join(
        f'<th scope="col"{_class(place - first)}>{_text(each)}</th>'
        for place, each in enumerate(block.headings)
    )
    body = "".join(
        "<tr>"
        + "".join(f"<td{_class(place - first)}>{_text(cell)}</td>" for place, cell in enumerate(row))
        + "</tr>\n"
        for row in block.rows
    )
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>"


def _class(number: int) -> str:
    """Of a cell: the first of the numbers is the count, those after it are margins."""
    if number < 0:
        return ""
    return ' class="number count"' if number == 0 else ' class="number margin"'
