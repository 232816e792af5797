"""A small button that a hand hits: its line gives it the room of its mark, it takes more around."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
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
        self._given: tuple[QRect, QSize | None] | None = None  # by the layout, and the size of its holder
        self._taken = QRect()  # in place of that
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What the layout gives is another size than what was taken, wherever it is."""
        super().resizeEvent(event)
        self._reach()

    def _reach(self) -> None:
        """Take more room than the layout gave; where it gave the same as before, at once what was taken then.

        While a slider moves, a column of numbers with some fifteen of these may be laid out anew.
        """
        place = self.geometry()
        if place == self._taken:  # its own doing
            return
        holder = self.parentWidget()
        given = place, None if holder is None else holder.size()
        if given == self._given:
            self.setGeometry(self._taken)
        elif (middle := reach_out(self, self._side)) is not None:
            self._given, self._taken, self.middle = given, self.geometry(), middle
            self.update()
