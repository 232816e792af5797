"""A small table of a lesson: cells that matter are marked by colour, by weight and in words."""

from __future__ import annotations

import math
import re

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from explorer.gui.shell.context import Context
from explorer.gui.widgets.theme import BODY
from explorer.language import number
from explorer.lessons.parts.picture import Cell, Sheet
from explorer.mark import N_, RoundedBound, Sentence

_LEAST, _MARGIN, _MOST = 40, 14, 260  # pixels of a column; beside the words of a cell; of a column of words
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_WRAPPED = Qt.AlignmentFlag.AlignCenter | Qt.AlignmentFlag(Qt.TextFlag.TextWordWrap.value)
_TINT = 0.16
_ALONE = re.compile(r"(± )?\{\w+(:\w+)?\}")


def cell_text(context: Context, cell: Cell) -> str:
    """A cell in the person's language."""
    if isinstance(cell, Sentence):
        return context.say(cell)
    return cell if isinstance(cell, str) else number(cell)


def _is_number(cell: Cell) -> bool:
    """Whether a cell says a number and nothing else but its unit."""
    if isinstance(cell, Sentence):
        alone = _ALONE.fullmatch(cell.text) is not None
        return alone and all(isinstance(value, int | float | RoundedBound) for _, value in cell.values)
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _stays(before: Sheet | None, sheet: Sheet, row: int, column: int) -> bool:
    """Whether a cell is the same as in the table before: its words, and whether it is marked."""
    if before is None or row >= len(before.rows) or column >= len(before.rows[row]):
        return False
    at = row, column
    same = before.rows[row][column] == sheet.rows[row][column]
    return same and before.marked.get(at) == sheet.marked.get(at)


def _pieces(text: str) -> list[str]:
    """What of a text stays in one line: its words, or halves where there are none between blanks.

    A sum without words stays whole.
    """
    words = text.split()
    if not any(each.isalpha() for each in text):
        return [text]
    if len(words) != 1 or text.isascii():
        return words
    half = (len(text) + 1) // 2
    return [text[:half], text[half:]]


def _widths(least: list[int], narrowest: list[int], room: int) -> list[int]:
    """Columns share what is left, up to a part of their own width; what is missing, by what each can give."""
    spare, given = room - sum(least), [each - narrow for each, narrow in zip(least, narrowest, strict=True)]
    if spare >= 0:
        return [each + min(spare // len(least), each) for each in least]
    part = min(-spare / max(sum(given), 1), 1)
    return [each - math.ceil(part * can) for each, can in zip(least, given, strict=True)]


class SheetTable(QTableWidget):
    """Read only; arrow keys go from cell to cell, and a screen reader is told which are marked."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._shown: Sheet | None = None
        self._least: list[int] = []
        self._wrapped = False  # whether rows may be higher than one line
        self._narrowest: list[int] = []  # of each column, with its words in lines below each other
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setWordWrap(True)
        self.setFont(context.theme.font(BODY))
        self.verticalHeader().setVisible(False)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + context.theme.size(8))
        self.horizontalHeader().setDefaultAlignment(_WRAPPED)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def show_sheet(self, sheet: Sheet) -> None:
        """Show it; the same one again costs nothing."""
        if sheet is self._shown:
            return
        before, self._shown = self._shown, sheet
        say = self._context.say
        self.setAccessibleName(say(sheet.title))
        self.setAccessibleDescription(say(sheet.description))
        headings = [say(heading) for heading in sheet.headings]
        if before is None or before.headings != sheet.headings:
            self.setColumnCount(len(headings))
            self.setHorizontalHeaderLabels(headings)
        self.setRowCount(len(sheet.rows))
        numbers = [all(map(_is_number, cells)) for cells in zip(*sheet.rows, strict=True)]
        widths = [self._needed(heading) for heading in headings]
        for row, cells in enumerate(sheet.rows):
            for column, cell in enumerate(cells):
                item = self.item(row, column)
                if item is None or not _stays(before, sheet, row, column):
                    item = self._item(cell, sheet.marked.get((row, column), ""))
                    if numbers[column] or isinstance(cell, int | float):
                        item.setTextAlignment(_RIGHT)
                    self.setItem(row, column, item)
                wide = self._metrics(item).horizontalAdvance(item.text())
                widths[column] = max(widths[column], wide + self._context.theme.size(_MARGIN))
        most = self._context.theme.size(_MOST)
        self._least = [min(width, most) for width in widths]
        self._narrowest = [self._narrow(column, width) for column, width in enumerate(self._least)]
        self._give_room()

    def _metrics(self, item: QTableWidgetItem) -> QFontMetrics:
        """Of the type of a cell: that of a marked one is strong."""
        own = item.data(Qt.ItemDataRole.FontRole)
        return self.fontMetrics() if own is None else QFontMetrics(item.font())

    def _narrow(self, column: int, least: int) -> int:
        """How narrow a column may get: none of its words is broken, and no number."""
        items = [self.item(row, column) for row in range(self.rowCount())]
        words = [(item.text(), self._metrics(item)) for item in items if item is not None]
        heading = self.horizontalHeaderItem(column)
        if heading is not None:
            words.append((heading.text(), self.horizontalHeader().fontMetrics()))
        longest = (metrics.horizontalAdvance(piece) for text, metrics in words for piece in _pieces(text))
        return min(least, max(longest, default=0) + self._context.theme.size(_MARGIN))

    def _item(self, cell: Cell, role: str) -> QTableWidgetItem:
        item = QTableWidgetItem(cell_text(self._context, cell))
        if role:
            theme, say = self._context.theme, self._context.say
            item.setBackground(theme.colour(role, _TINT))
            item.setForeground(theme.colour("ink"))
            item.setFont(theme.font(BODY, strong=True))
            told = N_("{cell} (marked)", cell=item.text())
            item.setData(Qt.ItemDataRole.AccessibleTextRole, say(told))
        return item

    def _needed(self, heading: str) -> int:
        metrics = self.horizontalHeader().fontMetrics()
        longest = max((metrics.horizontalAdvance(word) for word in heading.split()), default=0)
        return max(longest + self._context.theme.size(_MARGIN), self._context.theme.size(_LEAST))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_room()

    def _give_room(self) -> None:
        """Columns share what is left, up to a part of their own width: a narrow table stays together."""
        if not self._least:
            return
        header, heights = self.horizontalHeader(), []
        widths = _widths(self._least, self._narrowest, self.viewport().width())
        for column, wide in enumerate(widths):
            self.setColumnWidth(column, wide)
            item = self.horizontalHeaderItem(column)
            room = QRect(0, 0, max(wide - 8, 1), 1000)
            words = "" if item is None else item.text()
            heights.append(header.fontMetrics().boundingRect(room, _WRAPPED.value, words).height())
        header.setFixedHeight(max(heights, default=0) + self._context.theme.size(10))
        wrapped = any(wide < least for wide, least in zip(widths, self._least, strict=True))
        if wrapped or any(width >= self._context.theme.size(_MOST) for width in self._least):
            self.resizeRowsToContents()
        elif self._wrapped:
            for row in range(self.rowCount()):
                self.setRowHeight(row, self.verticalHeader().defaultSectionSize())
        self._wrapped = wrapped
