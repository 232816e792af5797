"""The line that a person drags across a picture, with its knob on the axis. It knows no data, only pixels."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from explorer.gui.widgets.theme import Theme


class Knob(QGraphicsItem):
    """An upright dashed line of one height, and a disc at its foot, which is this item's origin."""

    def __init__(self, theme: Theme, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._theme = theme
        self._height = 0.0
        self._focused = False
        self.setZValue(40)

    def stand(self, foot: QPointF, height: float) -> None:
        """Move to a place; pixels of the plot."""
        if height != self._height:
            self.prepareGeometryChange()
            self._height = height
        self.setPos(foot)

    def focus(self, focused: bool) -> None:
        """Show whether the arrow keys move it."""
        if focused != self._focused:
            self._focused = focused
            self.update()

    def _radius(self) -> float:
        return float(self._theme.size(7))

    def boundingRect(self) -> QRectF:
        radius = self._radius() + 2
        return QRectF(-radius, -self._height, 2 * radius, self._height + radius)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        colour = self._theme.colour("accent" if self._focused else "ink")
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(colour, 2.0 if self._focused else 1.4)
        pen.setDashPattern([3.0, 2.5])
        painter.setPen(pen)
        painter.drawLine(QPointF(0, -self._height), QPointF(0, 0))
        painter.setPen(QPen(self._theme.colour("card"), 2.0))
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(0, 0), self._radius(), self._radius())
