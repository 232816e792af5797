"""A total beside that of basic composition, as two bars of one scale."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from explorer.gui.widgets.dimming import DIMMED
from explorer.gui.widgets.theme import Theme

_HIGH, _APART = 9, 5  # pixels


class CostBars(QWidget):
    """The upper bar is such a `share` of the lower one, which is dashed."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._share = theme, 1.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_share(self, share: float, sentence: str) -> None:
        """Show a share from 0 to 1, and say it to a screen reader."""
        if share != self._share:
            self._share = share
            self.update()
        self.setAccessibleName(sentence)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.size(200), self._theme.size(2 * _HIGH + _APART + 2))

    def paintEvent(self, _: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else DIMMED)
        high, apart, wide = self._theme.size(_HIGH), self._theme.size(_APART), self.width() - 1.0
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("accent"))
        painter.drawRect(QRectF(0.5, 0.5, max(self._share * wide, 1.0), high))
        pen = QPen(self._theme.colour("ink"), 1.2)
        pen.setDashPattern([3.0, 2.5])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(0.5, 0.5 + high + apart, wide, high))
