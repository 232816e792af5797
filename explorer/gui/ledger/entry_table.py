"""The table of the ledger's entries: a model, so that ten thousand of them cost as much as those in sight."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from explorer.app.ledger.entry_list import COLUMNS, cells
from explorer.gui.shell.context import Context
from explorer.release.ledger.journal import JournalEntry

Index = QModelIndex | QPersistentModelIndex
_WIDTHS = (46, 134, 136, 122, 66, 88, 62, 60)  # what is left goes to the longest words
_YIELDS = (3, 5, 7, 6)  # columns that give way, in this order; the details of an entry tell all of it
_GAIN = (2, 6)  # columns that share the room that is left
_ROOT = QModelIndex()
_SHOWN = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)


class EntryModel(QAbstractTableModel):
    """The entries that are listed; a cell is put into words when it is looked at."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.entries: tuple[JournalEntry, ...] = ()
        self._said: dict[int, tuple[str, ...]] = {}  # the rows that were looked at

    def put(self, entries: tuple[JournalEntry, ...]) -> None:
        """List these instead."""
        self.beginResetModel()
        self.entries = entries
        self._said.clear()
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if role not in _SHOWN or not index.isValid():
            return None
        row = index.row()
        if row not in self._said:
            say, words = self._context.say, cells(self.entries[row])
            self._said[row] = tuple("" if each is None else say(each) for each in words)
        return self._said[row][index.column()]

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        return self._context.say(COLUMNS[section][0])


class EntryTable(QTableView):
    """`opened` when a person asks for all that the current entry says: Enter, Space or a double click."""

    opened = Signal()

    def __init__(self, context: Context, model: EntryModel, parent: QWidget) -> None:
        super().__init__(parent)
        size = context.theme.size
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().setVisible(False)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)  # none is measured
        self.verticalHeader().setDefaultSectionSize(size(26))
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        for column, width in enumerate(_WIDTHS):
            header.resizeSection(column, size(width))
        header.setStretchLastSection(True)
        self._wide = [size(width) for width in _WIDTHS]
        self.doubleClicked.connect(self.opened)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """No more columns than there is room for: nothing scrolls sideways."""
        super().resizeEvent(event)
        over = sum(self._wide) - self.viewport().width()
        for column in _YIELDS:
            if self.isColumnHidden(column) != (over > 0):
                self.setColumnHidden(column, over > 0)
            over -= self._wide[column]
        left = self.viewport().width() - sum(self._wide[each] for each in self._seen())
        for column in _GAIN:  # names of accounts and what was done are the longest words
            self.setColumnWidth(column, self._wide[column] + max(left, 0) // len(_GAIN))

    def _seen(self) -> list[int]:
        """The columns for which there is room."""
        return [each for each in range(len(_WIDTHS)) if not self.isColumnHidden(each)]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.opened.emit()
            return
        super().keyPressEvent(event)
