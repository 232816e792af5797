"""The hits one below the other: chosen by keys or by a mouse that is moved."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget


class HitView(QListView):
    """It never takes the focus. The mouse chooses where it is moved, not what is scrolled under it while it
    rests: walking down with keys would otherwise jump back to the hit that came under it.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._resting = QCursor.pos()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.entered.connect(self._pointed_at)

    def choose(self, place: int) -> QModelIndex:
        """Choose the hit at this place without the mouse, and scroll to it."""
        index, self._resting = self.model().index(place, 0), QCursor.pos()
        self.setCurrentIndex(index)
        self.scrollTo(index)
        return index

    def _pointed_at(self, index: QModelIndex) -> None:
        if QCursor.pos() != self._resting:
            self.setCurrentIndex(index)
