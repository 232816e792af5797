"""A report as one HTML page that needs nothing else: no script, no network, pictures drawn in it."""

from __future__ import annotations

from explorer.export.figures.picture import svg
from explorer.export.reports.blocks import (
    Block,
    Drawing,
    Facts,
    Grid,
    Heading,
    Paragraph,
    Points,
    Report,
    Signatures,
)
from explorer.export.reports.page import figure, heading, page, paragraph, signing, table, tagged
from explorer.language import Language

PICTURE = (720, 350)  # pixels of a drawing: near the width of the page, so that its letters stay in size
_STYLE = """
@page { size: A4; margin: 18mm 20mm; }
body { max-width: 46rem; } .facts th { width: 9.5rem; } .facts td, pre { font-feature-settings: "tnum"; }
td.number, th.number { text-align: right; white-space: nowrap; padding-right: 0; padding-left: .9rem; }
td.words, th.words { overflow-wrap: break-word; }
td.count { font-weight: 600; } td.margin { color: #566370; }
figure svg { display: block; width: 105.88%; height: auto; margin-left: -2.94%; }
""".strip()


def report_html(report: Report) -> str:
    """The page. It refers to no other file, and forbids itself (CSP) to load any."""
    parts = (_block(block, report.language) for block in report.blocks)
    return page(report.title, parts, report.language, _STYLE)


def _block(block: Block, language: Language) -> str:
    if isinstance(block, Heading):
        return heading(block.text)
    if isinstance(block, Paragraph):
        return paragraph(block.text, block.kind)
    if isinstance(block, Points):
        return "<ul>\n" + "".join(f"{tagged('li', each)}\n" for each in block.texts) + "</ul>"
    if isinstance(block, Facts):
        rows = "".join(
            f"<tr>{tagged('th', name, scope='row')}{tagged('td', value)}</tr>\n" for name, value in block.rows
        )
        return f'<table class="facts">\n{rows}</table>'
    if isinstance(block, Grid):
        return _grid(block)
    if isinstance(block, Drawing):
        return _figure(block, language)
    if isinstance(block, Signatures):
        return "".join(map(signing, block.people))
    return tagged("pre", block.text)


def _figure(block: Drawing, language: Language) -> str:
    """Drawn in place: without the prologue of a file and the name of its vocabulary, which HTML has."""
    whole = svg(block.figure, "light", language, *PICTURE)
    drawing = whole[whole.index("<svg") :].replace(' xmlns="http://www.w3.org/2000/svg"', "", 1)
    return figure(drawing.strip(), block.text)


def _grid(block: Grid) -> str:
    """The first of the numbers is the count, those after it are margins."""
    words = len(block.headings) - block.numbers
    numbers = ("number count", *("number margin",) * (block.numbers - 1))[: block.numbers]
    kind = "" if block.numbers else "words"
    return table(block.headings, block.rows, (*(kind,) * words, *numbers))
