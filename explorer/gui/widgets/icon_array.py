"""A hundred squares: a chance that can be counted."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from explorer.gui.widgets.dimmed_numbers import DIMMED
from explorer.gui.widgets.theme import Theme


class IconArray(QWidget):
    """`count` of 100 squares filled: a chance that can be counted."""

    SPOKEN = "Graphic"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._count = theme, 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_count(self, count: int, sentence: str) -> None:
        """Fill so many."""
        if count != self._count:
            self._count = count
            self.update()
        self.setAccessibleName(sentence)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.size(250), self._theme.size(44))

    def paintEvent(self, _: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setOpacity(1.0 if self.isEnabled() else DIMMED)
        pitch = min(self.width() / 25, self.height() / 4)
        side = 0.74 * pitch
        painter.setBrush(self._theme.colour("ink"))
        for index in range(100):
            if index == self._count:
                painter.setBrush(self._theme.colour("quiet"))
            row, column = divmod(index, 25)
            painter.drawRoundedRect(QRectF(column * pitch, row * pitch, side, side), 2, 2)
