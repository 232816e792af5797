"""The blocks of a report set on pages: lines broken, tables carried over with their headings, nothing torn.

Lengths are tenths of a point.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption

from explorer.export.figures.picture import svg
from explorer.export.markup import clean
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
from explorer.export.reports.report_html import PICTURE
from explorer.gui.reports.column_widths import APART, GAP, column_widths
from explorer.gui.reports.page_marks import (
    BODY,
    CELL,
    COLUMN,
    COUNT,
    EDGE,
    FOOT,
    HEAD,
    HEIGHT,
    INNER,
    KINDS,
    MARGIN,
    SOURCE,
    TITLE,
    Letters,
    Mark,
    Placed,
    Ruled,
    Words,
    font_of,
)
from explorer.gui.reports.structure import ARTIFACT, Structure
from explorer.gui.widgets.theme import FAMILY
from explorer.language import Language

_CELL, _INDENT, _ASKED = 34, 130, 1130
_HEAD, _NAME, _DATA = ("TH", "Column"), ("TH", "Row"), ("TD", "")  # cells, and what they are headings of
_CAPTION = 260  # what stays on the page of a picture
_TABLE = 8  # rows of a table that stay together, so that none begins at the foot of a page
_TITLE_LINES = 2  # of a title of a table, at most
_SIGNING = 260  # above a line to sign on: room for a hand
_INSIDE = 20 / PICTURE[0]  # of a picture's width is empty on either side: it hangs over by that much


class Setter:
    """Puts block after block on `pages`, each a list of marks; `belongs` says of each to which element."""

    def __init__(self, language: Language) -> None:
        self.pages: list[list[Mark]] = [[]]
        self.belongs: list[list[int]] = [[]]
        self.structure = Structure()
        self._language = language
        self._y = float(EDGE)
        self._fonts: dict[Letters, tuple[QFont, QFontMetricsF]] = {}
        self._broken: dict[tuple[str, Letters, int], list[str]] = {}

    def set(self, report: Report) -> list[list[Mark]]:
        """All pages of a report."""
        with self.structure.element("H1"):
            self._lines(report.title, TITLE, EDGE, INNER)
        self._y += 40
        for place, block in enumerate(report.blocks):
            self._block(block, report.blocks[place + 1] if place + 1 < len(report.blocks) else None)
        return self.pages

    # Room

    def _need(self, height: float) -> bool:
        """Begin another page where this one has not that much left; whether it did."""
        if self._y + height <= HEIGHT - FOOT - EDGE / 2 or self._y == EDGE:
            return False
        self.pages.append([])
        self.belongs.append([])
        self._y = float(EDGE)
        return True

    def _mark(self, mark: Mark) -> None:
        self.pages[-1].append(mark)
        self.belongs[-1].append(ARTIFACT if isinstance(mark, Ruled) else self.structure.present)

    def _metrics(self, letters: Letters) -> tuple[QFont, QFontMetricsF]:
        if letters not in self._fonts:
            font = font_of(letters)
            self._fonts[letters] = font, QFontMetricsF(font)
        return self._fonts[letters]

    def font(self, letters: Letters) -> QFont:
        """The font of one kind of letters."""
        return self._metrics(letters)[0]

    def length(self, text: str, letters: Letters) -> float:
        """How long a line of text is."""
        return self._metrics(letters)[1].horizontalAdvance(text)

    def broken(self, text: str, letters: Letters, width: int) -> list[str]:
        """The lines of a text; words that are too long for one are parted."""
        key = (text, letters, width)
        if key not in self._broken:
            self._broken[key] = self._break(clean(text).replace("\t", "    "), letters, width)
        return self._broken[key]

    def _break(self, text: str, letters: Letters, width: int) -> list[str]:
        font, metrics = self._metrics(letters)
        text = text.replace("\r", " ").replace("\n", " ")
        if metrics.horizontalAdvance(text) <= width:
            return [text]
        # A place in the layout counts UTF-16 units.
        units = text.encode("utf-16-le")
        layout = QTextLayout(text, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        lines = []
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            start, end = 2 * line.textStart(), 2 * (line.textStart() + line.textLength())
            lines.append(units[start:end].decode("utf-16-le").rstrip())
        layout.endLayout()
        return lines

    def _lines(self, text: str, letters: Letters, x: float, width: int) -> None:
        for line in self.broken(text, letters, width):
            self._need(letters.line)
            self._put(line, letters, x, self._y)
            self._y += letters.line

    def _put(self, text: str, letters: Letters, x: float, top: float) -> None:
        self._mark(Words(x, top + (letters.line + 0.72 * letters.size) / 2, text, letters))

    # Blocks

    def _block(self, block: Block, following: Block | None) -> None:
        if isinstance(block, Heading):
            self._heading(block, following)
        elif isinstance(block, Paragraph):
            self._paragraph(block, following)
        elif isinstance(block, Points):
            self._points(block)
        elif isinstance(block, Facts):
            self._facts(block)
        elif isinstance(block, Grid):
            self._grid(block)
        elif isinstance(block, Drawing):
            self._drawing(block)
        elif isinstance(block, Signatures):
            self._signatures(block)
        else:
            with self.structure.element("P"):
                for line in block.text.rstrip("\n").split("\n"):
                    self._lines(line, SOURCE, EDGE, INNER)

    def _heading(self, block: Heading, following: Block | None) -> None:
        """With the beginning of what it is the heading of."""
        after = self._picture_height() + _CAPTION if isinstance(following, Drawing) else 4 * BODY.line
        if not self._need(200 + HEAD.line + after) and self._y > EDGE:
            self._y += 200
        with self.structure.element("H2"):
            self._lines(block.text, HEAD, EDGE, INNER)
        self._y += 50

    def _paragraph(self, block: Paragraph, following: Block | None) -> None:
        """A line before a table is its title, and stays on its page."""
        letters, key = KINDS[block.kind], block.kind == "key"
        lines = self.broken(block.text, letters, INNER - _INDENT if key else INNER)
        titled = isinstance(following, Grid) and len(lines) <= _TITLE_LINES
        self._need(min(len(lines), 4) * letters.line + (60 + _TABLE * CELL.line if titled else 0))
        self._y += 40 if key else 0
        if key:
            self._mark(Ruled((EDGE, self._y, 28, len(lines) * letters.line), "exact"))
        with self.structure.element("P"):
            self._lines(block.text, letters, EDGE + (_INDENT if key else 0), INNER - (_INDENT if key else 0))
        self._y += 60

    def _points(self, block: Points) -> None:
        element = self.structure.element
        with element("L"):
            for text in block.texts:
                lines = self.broken(text, BODY, INNER - _INDENT)
                self._need(len(lines) * BODY.line)
                with element("LI"):
                    with element("Lbl"):
                        self._put("•", BODY, EDGE + 20, self._y)
                    with element("LBody"):
                        self._lines(text, BODY, EDGE + _INDENT, INNER - _INDENT)
                self._y += 28
        self._y += 30

    def _facts(self, block: Facts) -> None:
        asked = min(max((self.length(name, COLUMN) for name, _ in block.rows), default=0), INNER / 2)
        left = max(_ASKED, round(asked) + GAP)
        with self.structure.element("Table"):
            for row in block.rows:
                sizes = (left - GAP, INNER - left), (EDGE, EDGE + left)
                self._row(row, (COLUMN, CELL), *sizes, 2, (_NAME, _DATA))
        self._y += 70

    def _drawing(self, block: Drawing) -> None:
        height = self._picture_height()
        self._need(height + _CAPTION)
        drawing = svg(block.figure, "light", self._language, *PICTURE, families=FAMILY)
        width = height * PICTURE[0] / PICTURE[1]
        box = (EDGE - _INSIDE * width, self._y, width, height)
        with self.structure.element("Figure", alternative=block.text, box=box):
            self._mark(Placed(QRectF(*box), drawing))
        self._y += height + 40

    def _signatures(self, block: Signatures) -> None:
        """A line to sign on for each person, in one piece."""
        for places in block.people:
            width = (INNER - APART * (len(places) - 1)) // len(places)
            lines = [self.broken(value, CELL, width) for _, value in places]
            names = [self.broken(name, COLUMN, width) for name, _ in places]
            above = max(map(len, lines)) * CELL.line
            self._need(_SIGNING + above + max(map(len, names)) * COLUMN.line)
            self._y += _SIGNING
            for place, (value, name) in enumerate(zip(lines, names, strict=True)):
                left = EDGE + place * (width + APART)
                top = self._y + above - len(value) * CELL.line
                with self.structure.element("P"):
                    for number, line in enumerate(value):
                        self._put(line, CELL, left, top + number * CELL.line)
                    self._mark(Ruled((left, self._y + above + 10, width, 5), "ink"))
                    for number, line in enumerate(name):
                        self._put(line, COLUMN, left, self._y + above + 30 + number * COLUMN.line)
            self._y += above + 30 + max(map(len, names)) * COLUMN.line

    @staticmethod
    def _picture_height() -> float:
        return INNER / (1 - 2 * _INSIDE) * PICTURE[1] / PICTURE[0]

    def _grid(self, block: Grid) -> None:
        texts = len(block.headings) - block.numbers
        widths = column_widths(block, self.length)
        gaps = [0, *((GAP,) * (texts - 1)), *((APART,) * block.numbers)]
        starts = [EDGE + sum(widths[:place]) + sum(gaps[: place + 1]) for place in range(len(widths))]
        head = (COLUMN,) * len(widths)
        kinds = (*(CELL,) * texts, COUNT, *(MARGIN,) * (block.numbers - 1))[: len(widths)]
        self._need(_TABLE * CELL.line)
        heads = (_HEAD,) * len(widths)
        cells = (*(_NAME,) * (texts if block.numbers else 1), *(_DATA,) * len(widths))[: len(widths)]
        with self.structure.element("Table"):
            self._row(block.headings, head, widths, starts, texts, heads)
            for place, row in enumerate(block.rows):
                company = block.rows[place : place + (3 if len(block.rows) - place == 3 else 1)]
                if self._need(sum(self._tall(each, kinds, widths) for each in company)):  # the last together
                    with self.structure.artifact():  # again, for the eye
                        self._row(block.headings, head, widths, starts, texts, heads)
                self._row(row, kinds, widths, starts, texts, cells)
        self._y += 70

    def _tall(self, row: Sequence[str], kinds: Sequence[Letters], widths: Sequence[int]) -> int:
        cells = zip(row, kinds, widths, strict=True)
        return _CELL + max(len(self.broken(text, kind, width)) * kind.line for text, kind, width in cells)

    def _row(
        self,
        row: Sequence[str],
        kinds: Sequence[Letters],
        widths: Sequence[int],
        starts: Sequence[float],
        texts: int,
        cells: Sequence[tuple[str, str]],
    ) -> None:
        """One row with a line below; those after the first `texts` cells are set to the right."""
        height = self._tall(row, kinds, widths)
        self._need(height)
        element = self.structure.element
        with element("TR"):
            for place, (text, kind) in enumerate(zip(row, kinds, strict=True)):
                with element(cells[place][0], scope=cells[place][1]):
                    for number, line in enumerate(self.broken(text, kind, widths[place])):
                        over = widths[place] - self.length(line, kind) if place >= texts else 0
                        self._put(line, kind, starts[place] + over, self._y + _CELL / 2 + number * kind.line)
        self._y += height
        self._mark(Ruled((EDGE, self._y - 3, INNER, 3), "grid"))
