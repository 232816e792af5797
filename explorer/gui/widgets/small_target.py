"""A small button that a hand hits: its line gives it the room of its mark, it takes more around."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QMoveEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from explorer.gui.access.reach import reach_out
from explorer.gui.shell.context import Context

TARGET = 24  # pixels that a target has at least each way


class SmallTarget(QAbstractButton):
    """A button that draws its own mark around `middle`."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._side = context.theme.size(TARGET)
        self.middle = QPoint(0, 0)  # of the mark
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._reach()

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self._reach()

    def _reach(self) -> None:
        middle = reach_out(self, self._side)
        if middle is not None:
            self.middle = middle
            self.update()
