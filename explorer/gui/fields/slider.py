"""A flat slider that tells a person's moves apart from the program's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QAbstractSlider, QSlider, QToolTip, QWidget

from explorer.gui.access.spoken import Told, tell_again
from explorer.gui.widgets.theme import Theme

STEPS = 1000


@dataclass(frozen=True)
class Tick:
    """Something to know at a position in [0, 1]; `beyond` where it lies outside of the right end."""

    position: float
    text: str
    beyond: bool = False


class Slider(QSlider):
    """A flat slider. `moved(position in [0, 1])` only when a person moves it; a click jumps there.

    `seen` once, when it was painted for the first time.
    """

    SPOKEN = "Slider"

    moved = Signal(float)
    let_go = Signal()
    seen = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._ticks: tuple[Tick, ...] = ()
        self._unseen = True
        self.told: Told | None = None
        self.setRange(0, STEPS)
        self.setSingleStep(STEPS // 100)
        self.setPageStep(STEPS // 10)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.actionTriggered.connect(self._acted)
        self.sliderReleased.connect(self.let_go)

    def tell(
        self, words: str, value: float, low: float, high: float, place: Callable[[float], float]
    ) -> None:
        """What a screen reader says of it; `place` gives the position in [0, 1] of a value that it sets."""
        before = self.told
        step = max(abs(high - low) / STEPS, 0.0)
        self.told = Told(words, value, low, high, step, partial(self._set_by_value, place))
        tell_again(self, before, self.told)

    def _set_by_value(self, place: Callable[[float], float], value: float) -> None:
        """A screen reader's doing is a person's."""
        self.setSliderPosition(round(place(value) * STEPS))
        self.moved.emit(self.sliderPosition() / STEPS)
        self.let_go.emit()

    def place(self, position: float) -> None:
        """Stand at a position; this is not a person's doing and emits nothing."""
        if not self.isSliderDown():
            self.setValue(round(position * STEPS))

    def show_ticks(self, ticks: tuple[Tick, ...]) -> None:
        """Small marks under the groove; a resting mouse is told what stands there."""
        if ticks != self._ticks:
            self._ticks = ticks
            self.update()

    def said_at(self, x: float) -> str:
        """What the ticks near a pixel say, each once; several close together share their words."""
        near = [tick.text for tick in self._ticks if abs(self._foot(tick) - x) <= self._theme.size(4)]
        return "\n\n".join(dict.fromkeys(near))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and (said := self.said_at(event.pos().x())):
            QToolTip.showText(event.globalPos(), said, self)
            return True
        return super().event(event)

    def _acted(self, action: int) -> None:
        if action == QAbstractSlider.SliderAction.SliderNoAction.value:
            return
        self.moved.emit(self.sliderPosition() / STEPS)
        if not self.isSliderDown():
            self.let_go.emit()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.size(160), self._theme.size(24))

    def _radius(self) -> float:
        return float(self._theme.size(8))

    def _x(self, position: float) -> float:
        radius = self._radius()
        return radius + position * (self.width() - 2 * radius)

    def _foot(self, tick: Tick) -> float:
        """Where a tick stands; those beyond the end share an arrow in the corner."""
        return self.width() - self._theme.size(2.5) if tick.beyond else self._x(tick.position)

    def _position_at(self, x: float) -> int:
        radius = self._radius()
        share = (x - radius) / max(self.width() - 2 * radius, 1.0)
        return round(min(max(share, 0.0), 1.0) * STEPS)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.isEnabled():
            self.setSliderDown(True)
            self.setSliderPosition(self._position_at(event.position().x()))
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setSliderPosition(self._position_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setSliderDown(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Only a slider in focus follows the wheel: scrolling past must not change a guarantee."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, _: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        at = self._x(self.sliderPosition() / STEPS)
        groove = self._theme.size(2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("faint"))
        painter.drawRoundedRect(QRectF(0, middle - groove, self.width(), 2 * groove), groove, groove)
        active = self.isEnabled()
        painter.setBrush(self._theme.colour("accent" if active else "faint"))
        if active:
            painter.drawRoundedRect(QRectF(0, middle - groove, at, 2 * groove), groove, groove)
        self._paint_ticks(painter, middle)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("accent" if active else "faint"))
        radius = self._radius() if active else 0.7 * self._radius()
        painter.drawEllipse(QPointF(at, middle), radius, radius)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.colour("ink"), 2))
            painter.drawEllipse(QPointF(at, middle), radius, radius)
        if self._unseen:
            self._unseen = False
            self.seen.emit()

    def _paint_ticks(self, painter: QPainter, middle: float) -> None:
        size = self._theme.scale
        top, foot = middle + 4 * size, middle + 9 * size
        painter.setPen(QPen(self._theme.colour("faint"), 1.2 * size))
        painter.setBrush(self._theme.colour("faint"))
        feet = {self._foot(tick): tick.beyond for tick in self._ticks}
        for x, beyond in feet.items():
            if beyond:
                corners = (QPointF(x - 2 * size, top), QPointF(x + 2 * size, (top + foot) / 2))
                painter.drawPolygon(QPolygonF([*corners, QPointF(x - 2 * size, foot)]))
            else:
                painter.drawLine(QPointF(x, top), QPointF(x, foot))
