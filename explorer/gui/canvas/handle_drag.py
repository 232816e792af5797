"""The handle of a picture: where its knob stands, and to which values a hand or a key moves it."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from explorer.app.plotting.figure import Figure
from explorer.app.plotting.layers import Handle
from explorer.gui.canvas.plot_area import Plot
from explorer.gui.widgets.theme import Theme

_KEY_DECADES = 0.05  # of a logarithmic axis that an arrow key goes: 12 %
_GRASP = 10  # pixels beside its line that are the handle's


class HandleDrag:
    """The handle of the picture that is shown, where it has one."""

    def __init__(self, theme: Theme, plot: Plot) -> None:
        self._plot, self._grasp = plot, theme.size(_GRASP)
        self._figure: Figure | None = None
        self.handle: Handle | None = None
        self.knob = Knob(theme, plot)
        self.dragging = False

    def show_figure(self, figure: Figure) -> None:
        """The handle of this figure from now on."""
        self._figure = figure
        self.handle = next((layer for layer in figure.layers if isinstance(layer, Handle)), None)

    def place(self) -> None:
        """Stand where the handle is now."""
        self.knob.setVisible(self.handle is not None)
        if self.handle is not None:
            self.knob.stand(self._foot(), self._plot.frame().height())

    def _foot(self) -> QPointF:
        """Where the knob stands: beyond the picture at its edge."""
        frame = self._plot.frame()
        at = 0.0 if self.handle is None else self._plot.pixel(self.handle.at, 0.0).x()
        return QPointF(min(max(at, frame.left()), frame.right()), frame.bottom())

    def near(self, point: QPointF) -> bool:
        """Whether a place, in pixels of the plot, is the handle's own."""
        return self.handle is not None and abs(point.x() - self._foot().x()) <= self._grasp

    def moved_to(self, value: float) -> tuple[str, float] | None:
        """The path and the new value once it is dragged to a value of x; None where that changes nothing."""
        handle = self.handle
        if handle is None:
            return None
        snapped = max(self._snapped(value, handle), handle.least)
        if math.isclose(snapped, handle.value, rel_tol=1e-12):
            return None
        return handle.path, snapped

    def _snapped(self, value: float, handle: Handle) -> float:
        """A dragged value as a plain number: whole where the handle steps by one, else of five digits."""
        if self._figure is not None:
            value = min(max(value, self._figure.x.low), self._figure.x.high)
        value = 10.0**value if handle.logarithmic else value
        if handle.step != 1.0:
            return float(f"{value:.5g}")
        if handle.logarithmic:
            return float(round(value))
        fraction = handle.at - math.floor(handle.at)  # a handle between two whole numbers stays between
        return math.floor(value - fraction + 0.5) + fraction

    def stepped(self, steps: int) -> float:
        """The value of x that is so many arrow keys away from where the handle stands."""
        handle = self.handle
        if handle is None:
            return math.nan
        if not handle.logarithmic:
            return handle.at + steps * handle.step
        value = handle.value * 10.0 ** (steps * _KEY_DECADES)
        if abs(value - handle.value) < handle.step:
            value = handle.value + math.copysign(handle.step, steps)
        return math.log10(max(value, handle.least, 10.0**-300))


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
        pen = QPen(colour, (2.0 if self._focused else 1.4) * self._theme.scale)
        pen.setDashPattern([3.0, 2.5])
        painter.setPen(pen)
        painter.drawLine(QPointF(0, -self._height), QPointF(0, 0))
        painter.setPen(QPen(self._theme.colour("card"), 2.0))
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(0, 0), self._radius(), self._radius())
