"""A small table of a lesson: cells that matter are marked by colour, by weight and in words."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from explorer.gui.shell.context import Context
from explorer.gui.widgets.theme import BODY
from explorer.language import number
from explorer.lessons.parts.picture import Cell, Sheet
from explorer.mark import N_, Sentence

_LEAST, _MARGIN, _MOST = 40, 14, 260  # pixels of a column; beside the words of a cell; of a column of words
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_WRAPPED = Qt.AlignmentFlag.AlignCenter | Qt.AlignmentFlag(Qt.TextFlag.TextWordWrap.value)
_TINT = 0.16


def cell_text(context: Context, cell: Cell) -> str:
    """A cell in the person's language."""
    if isinstance(cell, Sentence):
        return context.say(cell)
    return cell if isinstance(cell, str) else number(cell)


def _stays(before: Sheet | None, sheet: Sheet, row: int, column: int) -> bool:
    """Whether a cell is the same as in the table before: its words, and whether it is marked."""
    if before is None or row >= len(before.rows) or column >= len(before.rows[row]):
        return False
    at = row, column
    same = before.rows[row][column] == sheet.rows[row][column]
    return same and before.marked.get(at) == sheet.marked.get(at)


class SheetTable(QTableWidget):
    """Read only; arrow keys go from cell to cell, and a screen reader is told which are marked."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._shown: Sheet | None = None
        self._least: list[int] = []
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
        widths = [self._needed(heading) for heading in headings]
        for row, cells in enumerate(sheet.rows):
            for column, cell in enumerate(cells):
                item = self.item(row, column)
                if item is None or not _stays(before, sheet, row, column):
                    item = self._item(cell, sheet.marked.get((row, column), ""))
                    self.setItem(row, column, item)
                wide = self.fontMetrics().horizontalAdvance(item.text()) + self._context.theme.size(_MARGIN)
                widths[column] = max(widths[column], wide)
        most = self._context.theme.size(_MOST)
        self._least = [min(width, most) for width in widths]
        self._give_room()

    def _item(self, cell: Cell, role: str) -> QTableWidgetItem:
        item = QTableWidgetItem(cell_text(self._context, cell))
        if isinstance(cell, int | float) and not isinstance(cell, bool):
            item.setTextAlignment(_RIGHT)
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
        spare = max(self.viewport().width() - sum(self._least), 0) // len(self._least)
        for column, least in enumerate(self._least):
            wide = least + min(spare, least)
            self.setColumnWidth(column, wide)
            item = self.horizontalHeaderItem(column)
            room = QRect(0, 0, max(wide - 8, 1), 1000)
            words = "" if item is None else item.text()
            heights.append(header.fontMetrics().boundingRect(room, _WRAPPED.value, words).height())
        header.setFixedHeight(max(heights, default=0) + self._context.theme.size(10))
        if any(width >= self._context.theme.size(_MOST) for width in self._least):
            self.resizeRowsToContents()
