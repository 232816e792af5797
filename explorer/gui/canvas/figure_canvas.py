"""Shows one figure: keeps its items, changes their data, and never emits while it renders."""

from __future__ import annotations

import math

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QLabel, QWidget

from explorer.app.plotting.figure import Axis, Figure, Handle, Level
from explorer.gui.canvas.knob import Knob
from explorer.gui.canvas.lettering import Lettering
from explorer.gui.canvas.level_knob import LevelKnob
from explorer.gui.canvas.marks import Marks
from explorer.gui.canvas.plot_area import PlotView
from explorer.gui.widgets.dimming import DIMMED
from explorer.gui.widgets.theme import LABEL, Theme
from explorer.language import Language, number

_KEY_DECADES = 0.05  # of a logarithmic axis that an arrow key goes: 12 %


class Canvas(PlotView):
    """One picture. `dragged(path, value)` while a person moves a handle, `let_go` when they stop."""

    dragged = Signal(str, float)
    let_go = Signal()

    def __init__(self, theme: Theme, language: Language, parent: QWidget | None = None) -> None:
        super().__init__(theme.colour("card"), parent)
        self._theme, self._language = theme, language
        self.marks = Marks(theme)
        self._figure: Figure | None = None
        self._axes: tuple[Axis, ...] = ()
        self._strides = (0, 0)
        self._thinned: tuple[object, ...] = ()  # what the numbers were thinned out for
        self._handle: Handle | None = None
        self._dragging = False
        self._box: pg.ViewBox = self.plot.box
        self._knob = Knob(theme, self.plot)
        self._level = LevelKnob(theme, language, self)
        self._level.dragged.connect(self.dragged)
        self._level.let_go.connect(self.let_go)
        self._lettering = Lettering(self.plot, theme, language)
        self._instead: QLabel | None = None
        self._prepare()

    def _prepare(self) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(self.Shape.NoFrame)
        self.setMinimumHeight(self._theme.size(72))
        self._box.setMouseEnabled(x=False, y=False)
        self._box.setDefaultPadding(0.0)
        self._box.disableAutoRange()
        font = self._theme.font(LABEL)
        for side in ("left", "bottom"):
            axis = self.plot.axis(side)
            axis.setTickFont(font)
            axis.setTextPen(self._theme.colour("muted"))
            axis.setPen(QPen(Qt.PenStyle.NoPen))
            axis.setStyle(
                tickLength=0,
                tickTextOffset=self._theme.size(9 if side == "bottom" else 5),
                autoExpandTextSpace=False,
            )
            axis.setStyle(hideOverlappingLabels=False, tickAlpha=0)
            axis.enableAutoSIPrefix(False)
        self._axis_pen = QPen(self._theme.colour("faint"), 1.0)
        self._axis_pen.setCosmetic(True)
        self._box.addItem(self.marks, ignoreBounds=True)
        self._box.sigResized.connect(self._place)

    def show_figure(self, figure: Figure) -> None:
        """Show `figure`; only what differs from the one before is touched."""
        if figure is self._figure:
            return
        self._figure = figure
        axes = (figure.x, figure.y)
        if axes != self._axes:
            self._axes = axes
            self._show_axes(figure)
        self.marks.show_figure(figure, self.devicePixelRatioF())
        self._handle = next((layer for layer in figure.layers if isinstance(layer, Handle)), None)
        level = next((layer for layer in figure.layers if isinstance(layer, Level)), None)
        self._level.show_level(level, figure.y.low, figure.y.high)
        self.setCursor(Qt.CursorShape.SizeHorCursor if self._handle else Qt.CursorShape.ArrowCursor)
        self._say_instead(figure)
        self._lettering.say(figure)
        self._let_numbers_reach()
        self._place()

    def _say_instead(self, figure: Figure) -> None:
        """Why there is nothing to see, in the middle of where it would be."""
        if figure.empty is None:
            if self._instead is not None:
                self._instead.hide()
            return
        if self._instead is None:
            self._instead = QLabel(self)
            self._instead.setObjectName("muted")
            self._instead.setWordWrap(True)
            self._instead.setAlignment(Qt.AlignmentFlag.AlignCenter)
            self._instead.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._instead.setText(self._language.say(figure.empty))
        self._instead.show()

    def dim(self, dimmed: bool) -> None:
        """Whether this is an older picture that stands in for one that there cannot be; nothing moves."""
        self.plot.setOpacity(DIMMED if dimmed else 1.0)

    # Axes

    def _show_axes(self, figure: Figure) -> None:
        self._box.setRange(
            xRange=(figure.x.low, figure.x.high), yRange=(figure.y.low, figure.y.high), padding=0
        )
        self._strides, self._thinned = (0, 0), ()
        left = self._ticks(figure.y)
        metrics = QFontMetricsF(self._theme.font(LABEL))
        widest = max((metrics.horizontalAdvance(text) for _, text in left), default=0.0)
        self.plot.axis("left").setWidth(widest + self._theme.size(12) if left else self._theme.size(14))
        self.plot.axis("bottom").setPen(self._axis_pen if figure.x.ticks else QPen(Qt.PenStyle.NoPen))
        self.plot.axis("bottom").setHeight(self._theme.size(26) if figure.x.ticks else 2)
        self.marks.stretch(figure.x, figure.y)

    def _let_numbers_reach(self) -> None:
        """The last number below may reach as far beyond the picture as names at its right edge do."""
        below, room = self.plot.axis("bottom"), max(15, int(self.plot.right_margin))
        if below.style["hideOverlappingLabels"] != room:
            below.setStyle(hideOverlappingLabels=room)

    def _ticks(self, axis: Axis) -> list[tuple[float, str]]:
        if axis.names:
            names = [self._language.say(name) for name in axis.names]
            return list(zip(axis.ticks, names, strict=True))
        return [(tick, number(tick, 9)) for tick in axis.ticks]

    def _thin_out(self, figure: Figure, frame: QRectF) -> None:
        """Leave out numbers that would stand on each other in a small card; names of categories stay."""
        thinned = (self._axes, frame.width(), frame.height())
        if thinned == self._thinned:
            return
        self._thinned = thinned
        metrics = QFontMetricsF(self._theme.font(LABEL))
        below, left = self._ticks(figure.x), self._ticks(figure.y)
        widest = max((metrics.horizontalAdvance(text) for _, text in below), default=0.0) + 8
        strides = (
            1 if figure.x.names else _stride(len(below), widest, frame.width()),
            _stride(len(left), 1.1 * metrics.height(), frame.height()),
        )
        if strides != self._strides:
            self._strides = strides
            self.plot.axis("bottom").setTicks([below[:: strides[0]]])
            self.plot.axis("left").setTicks([left[:: strides[1]]])

    def _pixel(self, x: float, y: float) -> QPointF:
        """A data point in the plot item's own coordinates."""
        return QPointF(self.plot.mapFromItem(self._box, self._box.mapFromView(QPointF(x, y))))

    def _on_view(self, x: float, y: float) -> QPointF:
        """A data point in pixels of this widget."""
        return QPointF(self.plot.mapToScene(self._pixel(x, y)))

    def _frame(self) -> QRectF:
        return QRectF(self.plot.mapRectFromItem(self._box, self._box.boundingRect()))

    def _per_unit(self) -> tuple[float, float]:
        frame = self._frame()
        (x_low, x_high), (y_low, y_high) = self._box.viewRange()
        return frame.width() / (x_high - x_low), frame.height() / (y_high - y_low)

    def _place(self, *_: object) -> None:
        figure = self._figure
        if figure is None:
            return
        self.marks.resized(*self._per_unit())
        frame = self._frame()
        self._thin_out(figure, frame)
        self._lettering.place(figure, frame, self._pixel)
        self._place_handle(frame)
        self._level.place(self.plot.mapRectToScene(frame), self._on_view, figure.x.high)
        if self._instead is not None:
            edge = self._theme.size(24)
            self._instead.setGeometry(self.viewport().rect().adjusted(edge, 0, -edge, 0))

    # The handle

    def _place_handle(self, frame: QRectF) -> None:
        handle = self._handle
        self._knob.setVisible(handle is not None)
        if handle is not None:
            foot = self._pixel(handle.at, self._box.viewRange()[1][0])
            foot.setX(min(max(foot.x(), frame.left()), frame.right()))  # beyond the picture: at its edge
            self._knob.stand(foot, frame.height())

    def _snapped(self, value: float) -> float:
        """A dragged value as a plain number: whole where the handle steps by one, else of five digits."""
        handle, figure = self._handle, self._figure
        if handle is None or figure is None:
            return value
        value = min(max(value, figure.x.low), figure.x.high)
        value = 10.0**value if handle.logarithmic else value
        if handle.step != 1.0:
            return float(f"{value:.5g}")
        if handle.logarithmic:
            return float(round(value))
        fraction = handle.at - math.floor(handle.at)  # a handle between two whole numbers stays between
        return math.floor(value - fraction + 0.5) + fraction

    def _drag_to(self, value: float) -> None:
        """Move the handle to a value of x."""
        handle = self._handle
        if handle is None:
            return
        snapped = max(self._snapped(value), handle.least)
        if not math.isclose(snapped, handle.value, rel_tol=1e-12):
            self.dragged.emit(handle.path, snapped)

    def _under(self, event: QMouseEvent) -> float | None:
        """The value of x under the mouse; None outside of the picture."""
        scene = self.mapToScene(event.position().toPoint())
        frame = self.plot.mapRectToScene(self._frame()).adjusted(-8, 0, 8, self._theme.size(12))
        if not (self._dragging or frame.contains(scene)):
            return None
        return float(self._box.mapSceneToView(scene).x())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys move the handle; with Shift ten times as far."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_Up: 1}
        direction = steps.get(Qt.Key(event.key()))
        if direction is None or self._handle is None:
            event.ignore()
            return
        far = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        self._drag_to(_stepped(self._handle, direction * far))
        self.let_go.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press brings the handle to the hand, so that nobody has to hit a thin line."""
        at = self._under(event)
        if event.button() == Qt.MouseButton.LeftButton and self._handle is not None and at is not None:
            self._dragging = True
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._drag_to(at)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = self._under(event)
        if self._dragging and at is not None:
            self._drag_to(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._dragging:
            self._dragging = False
            self.let_go.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._knob.focus(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._knob.focus(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel scrolls what the canvas lies in; it never zooms."""
        event.ignore()


def _stepped(handle: Handle, steps: int) -> float:
    """The value of x that is so many arrow keys away from where the handle stands."""
    if not handle.logarithmic:
        return handle.at + steps * handle.step
    value = handle.value * 10.0 ** (steps * _KEY_DECADES)
    if abs(value - handle.value) < handle.step:
        value = handle.value + math.copysign(handle.step, steps)
    return math.log10(max(value, handle.least, 10.0**-300))


def _stride(count: int, size: float, room: float) -> int:
    """Every how manyth of `count` labels of this size fits into the room."""
    return max(1, math.ceil(count * size / max(room, 1.0)))
