"""The classes that miss a limit, as a table that is read and never copied: its rows may be private."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from explorer.app.learn.class_sentences import COLUMN_OF, HEADINGS, cells
from explorer.app.learn.table_classes import FailingClass
from explorer.gui.shell.context import Context
from explorer.mark import N_

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_NUMBER = 58  # pixels of a column of numbers
_BESIDE = 10  # pixels of a cell beside its words
_LINES = 4  # that a class is told in, at most; the whole is in its tooltip


class FailingClasses(QTableWidget):
    """One row a class; the numbers that miss a limit are in the colour of what is refused.

    Nothing of it goes to the clipboard, whatever key is pressed, and nothing can be dragged out of it.
    """

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        say, size = context.say, context.theme.size
        self.setAccessibleName(say(N_("classes that miss a limit")))
        self.setColumnCount(len(HEADINGS))
        self.setHorizontalHeaderLabels([say(each) for each in HEADINGS])
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setDragEnabled(False)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.verticalHeader().setVisible(False)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(size(24))
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        head.setDefaultAlignment(_RIGHT)
        for column in range(1, len(HEADINGS)):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            head.resizeSection(column, size(_NUMBER))
        first = QTableWidgetItem(say(HEADINGS[0]))
        first.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setHorizontalHeaderItem(0, first)

    def show_classes(self, failing: tuple[FailingClass, ...]) -> None:
        """List these instead."""
        say, refused = self._context.say, self._context.theme.colour("refused")
        self.clearContents()
        self.setRowCount(len(failing))
        for row, each in enumerate(failing):
            missed = {COLUMN_OF[name] for name in each.misses}
            for column, words in enumerate(cells(each)):
                item = QTableWidgetItem(say(words))
                item.setToolTip(item.text() if column == 0 else "")
                if column:
                    item.setTextAlignment(_RIGHT)
                if column in missed:
                    item.setForeground(refused)
                    font = item.font()
                    font.setBold(True)
                    item.setFont(font)
                self.setItem(row, column, item)
        self._fit_rows()

    def updateGeometries(self) -> None:
        """The first column has another width."""
        super().updateGeometries()
        self._fit_rows()

    def _fit_rows(self) -> None:
        """A class that needs more than one line has them: two that begin alike are told apart."""
        metrics, line = self.fontMetrics(), self.verticalHeader().defaultSectionSize()
        room = QRect(0, 0, max(self.columnWidth(0) - self._context.theme.size(_BESIDE), 1), 10_000)
        for row in range(self.rowCount()):
            item = self.item(row, 0)
            words = "" if item is None else item.text()
            high = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap.value, words).height()
            wanted = line + min(high, _LINES * metrics.height()) - metrics.height()
            if self.rowHeight(row) != wanted:
                self.setRowHeight(row, wanted)

    def event(self, event: QEvent) -> bool:
        """The key for copying is taken here, so that nothing else in the window copies either."""
        if _copies(event) and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt would copy the current cell."""
        if not _copies(event):
            super().keyPressEvent(event)


def _copies(event: QEvent) -> bool:
    keys = (QKeySequence.StandardKey.Copy, QKeySequence.StandardKey.Cut)
    return isinstance(event, QKeyEvent) and any(event.matches(key) for key in keys)
