"""Lines of words and numbers at the type of a large room, page by page: nothing of them is cut."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from explorer.gui.presenter.card_words import Line, Said
from explorer.gui.presenter.sizes import BODY
from explorer.gui.widgets.measured_type import Type, advance
from explorer.gui.widgets.theme import Theme

_GAP, _BETWEEN, _APART = 6, 20, 14  # design pixels between lines, between columns, above a heading
_FAR = 100_000
_BREAK = "\u200b"  # where a line may end inside of a word
_PIECE = 4  # lines
_LIKELY = 200  # characters of a piece
_WIDEST = 0.62  # of the width, for what stands in the columns at the right
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop


@dataclass(frozen=True)
class Cell:
    """Words in their place: `box` is as high as they need, below the top of their page."""

    said: Said
    box: QRect
    right: bool


@dataclass(frozen=True)
class Row:
    """A line that has been measured. A heading stays with the row after it; without cells it is a picture.

    `under` : the headings of the table that it belongs to, which are repeated above it on another page.
    """

    cells: tuple[Cell, ...]
    high: int
    heading: bool = False
    under: Row | None = None


def paged(rows: Sequence[tuple[int, bool]], room: int, repeated: Sequence[int] = ()) -> tuple[int, ...]:
    """Where each page begins, of rows with these heights, of which some are headings.

    No page ends with a heading where the row after it can follow; a row that is higher than a page has one.
    `repeated` : the height of what is said again where a page begins with that row, if anything is.

    >>> paged([(10, False), (10, True), (10, False)], 20), paged([(50, False)], 20)
    ((0, 1), (0,))
    >>> paged([(10, False)] * 4, 20), paged([(10, False)] * 4, 20, (0, 0, 10, 10))
    ((0, 2), (0, 2, 3))
    """
    starts, used, at = [0], 0, 0
    while at < len(rows):
        last = at
        while rows[last][1] and last + 1 < len(rows):
            last += 1
        block = sum(high for high, _ in rows[at : last + 1])
        if used and used + block > room:
            starts.append(at)
            used = repeated[at] if repeated else 0
        used += block
        at = last + 1
    return tuple(starts)


class Sheet(QWidget):
    """Shows one page of lines; `pages` is how many there are in the room that it has."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines: tuple[Line, ...] = ()
        self._rows: tuple[Row, ...] = ()
        self._starts: tuple[int, ...] = (0,)
        self._measured: tuple[object, ...] = ()
        self._page = 0

    @property
    def pages(self) -> int:
        """How many pages the lines take."""
        self._fit()
        return len(self._starts)

    @property
    def type_size(self) -> int:
        """The pixels of its type: body type, however many pages that takes."""
        return self._font(Said("")).pixelSize()

    @property
    def page(self) -> int:
        """Which page is shown, from 0."""
        return min(self._page, self.pages - 1)

    @property
    def pictured(self) -> bool:
        """Whether this page is a picture's: nothing of the lines stands on it."""
        self._fit()
        return bool(self._rows) and not self._rows[self._starts[self.page]].cells

    @property
    def pictures_before(self) -> int:
        """How many pages before this one are a picture's."""
        self._fit()
        return sum(not row.cells for row in self._rows[: self._starts[self.page]])

    def show_lines(self, lines: tuple[Line, ...]) -> None:
        """Say these."""
        self._lines = lines
        self.setAccessibleDescription("\n".join("  ".join(said.text for said in line) for line in lines))
        self.update()

    def turn_to(self, page: int) -> None:
        """Show another page."""
        self._page = page
        self.update()

    def cells(self) -> tuple[Cell, ...]:
        """What is seen on the page, in its place."""
        self._fit()
        start = self._starts[self.page]
        end = self._starts[self.page + 1] if self.page + 1 < self.pages else len(self._rows)
        top, found, rows = 0, list[Cell](), self._rows[start:end]
        again = [rows[0].under] if rows and rows[0].under is not None else []
        for row in (*again, *rows):
            found += [Cell(each.said, each.box.translated(0, top), each.right) for each in row.cells]
            top += row.high
        return tuple(found)

    def needs(self, cell: Cell) -> int:
        """How high the words of a cell are in its width."""
        return self._measured_words(cell.said, cell.box.width()).height()

    def wide(self, cell: Cell) -> int:
        """How wide the widest line of a cell is."""
        return self._measured_words(cell.said, cell.box.width()).width()

    # How it is laid out

    def _fit(self) -> None:
        """Lay the lines out in the room that there is now, once that is asked: it changes until then."""
        measured = (self._lines, self.width(), self.height())
        if measured == self._measured:
            return
        self._measured = measured
        self._rows = tuple(self._laid_out())
        again = [0 if row.under is None else row.under.high for row in self._rows]
        self._starts = paged([(row.high, row.heading) for row in self._rows], self.height(), again)

    def _laid_out(self) -> Iterator[Row]:
        """Lines of as many cells share their columns. Small words stay with the line that they belong to.

        What is higher than half a page may go on over several.
        """
        columns = {
            count: self._columns([line for line in self._lines if len(line) == count])
            for count in {len(line) for line in self._lines} - {0, 1}
        }
        headings: Row | None = None
        for line, after in zip_longest(self._lines, self._lines[1:]):
            if not line:
                yield Row((), self.height())
                continue
            row = self._single(line[0]) if len(line) == 1 else self._row(line, columns[len(line)])
            if row.high > self.height() / 2:
                yield from self._over_pages(line)
                continue
            leads = not line[0].quiet and bool(after) and all(said.quiet for said in after or ())
            if len(line) > 1 and row.heading:
                headings = row
            elif headings is not None and len(line) != len(headings.cells):
                headings = None
            under = None if row.heading else headings
            yield replace(row, heading=row.heading or leads, under=under)

    def _single(self, said: Said) -> Row:
        above = self._theme.size(_APART) if said.strong else 0
        high = self._height(said, self.width())
        box = QRect(0, above, self.width(), high)
        return Row((Cell(said, box, False),), above + high + self._theme.size(_GAP), said.strong)

    def _over_pages(self, line: Line) -> Iterator[Row]:
        """One below the other, each in pieces of some lines that a page may end with."""
        for said in line:
            high = _PIECE * self._in_type(said).metrics.lineSpacing()
            rest = said.text
            while rest:
                low = self._fitting(said, rest, high)
                blank = max(rest.rfind(" ", 0, low + 1), rest.rfind("\n", 0, low + 1))
                cut = low if low == len(rest) or blank <= 0 else blank
                row = self._single(replace(said, text=rest[:cut].rstrip()))
                rest = rest[cut:].lstrip()
                leads = said is line[0] and len(line) > 1
                gap = self._theme.size(_GAP) if rest else 0  # the lines of one text stand close
                yield replace(row, high=row.high - gap, heading=row.heading or leads)

    def _fitting(self, said: Said, text: str, high: int) -> int:
        """How many characters of a text have room in so many pixels: one at least.

        What is tried first is as long as a piece mostly is: to break all of a long text takes long.
        """

        def fits(length: int) -> bool:
            return self._height(replace(said, text=text[:length]), self.width()) <= high

        low, most = 1, min(_LIKELY, len(text))
        while most < len(text) and fits(most):
            low, most = most, min(2 * most, len(text))
        while low < most:
            middle = (low + most + 1) // 2
            low, most = (middle, most) if fits(middle) else (low, middle - 1)
        return low

    def _columns(self, lines: Sequence[Line]) -> tuple[int, ...]:
        """The widths of the columns at the right, the last one first."""
        most = len(lines[0]) - 1
        wanted = [max(self._width(line[-1 - place]) for line in lines) for place in range(most)]
        gaps = most * self._theme.size(_BETWEEN)
        first = max(self._width(line[0]) for line in lines)
        room = self.width() - gaps
        if first + sum(wanted) > room:  # all at the right have at most their share of the width
            allowed = max(round(_WIDEST * room), room - first)
            scale = min(1.0, allowed / max(sum(wanted), 1))
            part = allowed // most  # longer words break
            longest = [
                min(part, max(self._longest(line[-1 - place]) for line in lines)) for place in range(most)
            ]
            wanted = [max(word, round(scale * each)) for word, each in zip(longest, wanted, strict=True)]
        return tuple(wanted)

    def _row(self, line: Line, columns: tuple[int, ...]) -> Row:
        between, right = self._theme.size(_BETWEEN), self.width()
        cells, high = list[Cell](), 0
        for said, wide in zip(reversed(line[1:]), columns, strict=True):
            box = QRect(right - wide, 0, wide, self._height(said, wide))
            cells.append(Cell(said, box, not said.text_column))
            high, right = max(high, box.height()), right - wide - between
        box = QRect(0, 0, max(right, 1), self._height(line[0], right))
        cells.append(Cell(line[0], box, False))
        quiet = all(said.quiet for said in line)  # the headings of a table
        return Row(tuple(cells), max(high, box.height()) + self._theme.size(_GAP), quiet)

    def _font(self, said: Said) -> QFont:
        return self._theme.font(BODY, strong=said.strong)

    def _in_type(self, said: Said) -> Type:
        """Its type, in which a word is measured once: long words are tried in many lengths."""
        return Type.of(self._font(said))

    def _width(self, said: Said) -> int:
        return advance(self._in_type(said), said.text) + 2

    def _longest(self, said: Said) -> int:
        """The width of its longest word."""
        in_type = self._in_type(said)
        return max((advance(in_type, word) for word in set(said.text.split())), default=0) + 2

    def _height(self, said: Said, width: int) -> int:
        return self._measured_words(said, width).height()

    def _measured_words(self, said: Said, width: int) -> QRect:
        metrics, text = self._in_type(said).metrics, self._broken(said, width)
        return metrics.boundingRect(QRect(0, 0, max(width, 1), _FAR), _flags(False), text)

    def _broken(self, said: Said, width: int) -> str:
        """Its text, in which a word that is wider than its column may be broken anywhere."""
        if self._longest(said) <= width:
            return said.text
        in_type = self._in_type(said)
        words = re.split(r"(\s+)", said.text)
        wide = (advance(in_type, word) > width for word in words)
        return "".join(_BREAK.join(word) if each else word for word, each in zip(words, wide, strict=True))

    def paintEvent(self, _: QPaintEvent) -> None:
        painter = QPainter(self)
        for cell in self.cells():
            painter.setFont(self._font(cell.said))
            painter.setPen(self._theme.colour("muted" if cell.said.quiet else "ink"))
            painter.drawText(cell.box, _flags(cell.right), self._broken(cell.said, cell.box.width()))


def _flags(right: bool) -> int:
    """Words wrap."""
    return int((_RIGHT if right else _LEFT).value | Qt.TextFlag.TextWordWrap.value)
