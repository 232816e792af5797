"""The knob of a level line that is dragged up and down: at the right edge of the picture, with a tab stop."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from explorer.app.plotting.layers import Level
from explorer.gui.access.spoken import Told, tell_again
from explorer.gui.widgets.theme import Theme
from explorer.language import Language

_SIDE = 24  # pixels: as large as a target should be
_RADIUS = 6.5
_KEY, _SHIFTED = 0.01, 0.1  # of the height of the picture that an arrow key goes
_DIGITS = 3  # of a value that was dragged to


class LevelKnob(QWidget):
    """`dragged(path, value)` while a person moves it, `let_go` when they stop."""

    SPOKEN = "Slider"

    dragged = Signal(str, float)
    let_go = Signal()

    def __init__(self, theme: Theme, language: Language, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._language = theme, language
        self._level: Level | None = None
        self._frame = QRectF()
        self._low, self._high = 0.0, 1.0
        self._held = False
        self.told: Told | None = None
        self.setFixedSize(theme.size(_SIDE), theme.size(_SIDE))
        self.setCursor(Qt.CursorShape.SizeVerCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    def show_level(self, level: Level | None, low: float, high: float) -> None:
        """Stand for this line of a picture whose axis goes from `low` to `high`; None: for none."""
        self._level, self._low, self._high = level, low, high
        if level is None:
            self.hide()
            return
        self.setObjectName(level.path)
        words = self._language.say(level.title)
        if words != self.accessibleName():
            self.setAccessibleName(words)
            self.setToolTip(words)
        before, least, most = self.told, self._value(low), self._value(high)
        self.told = Told(words, self._value(level.at), least, most, (most - least) * _KEY, self._take)
        tell_again(self, before, self.told)

    def _value(self, at: float) -> float:
        """What a place on the axis stands for."""
        return 10.0**at if self._level is not None and self._level.logarithmic else at

    def _take(self, value: float) -> None:
        """A screen reader sets the value."""
        if self._level is not None:
            self._move_to(math.log10(value) if self._level.logarithmic else value)
            self.let_go.emit()

    def place(self, frame: QRectF, pixel: Callable[[float, float], QPointF], right: float) -> None:
        """At the right end of its line; where that lies outside, at the edge of the picture."""
        if self._level is None or frame.height() <= 0:
            return
        self._frame = frame
        y = min(max(pixel(right, self._level.at).y(), frame.top()), frame.bottom())
        self.move(round(frame.right() - self.width() / 2), round(y - self.height() / 2))
        self.show()
        self.raise_()

    def _move_to(self, at: float) -> None:
        """Bring the line to a place on the axis."""
        level = self._level
        if level is None:
            return
        at = min(max(at, self._low), self._high)
        value = max(self._value(at), level.least)
        value = float(f"{value:.{_DIGITS}g}")
        before = self._value(level.at)
        if not math.isclose(value, before, rel_tol=1e-12):
            self.dragged.emit(level.path, value)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._held = event.button() == Qt.MouseButton.LeftButton

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held and self._frame.height() > 0:
            y = self.mapToParent(event.position().toPoint()).y()
            share = (self._frame.bottom() - y) / self._frame.height()
            self._move_to(self._low + share * (self._high - self._low))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._held and event.button() == Qt.MouseButton.LeftButton:
            self._held = False
            self.let_go.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down move the line; with Shift ten times as far."""
        direction = {Qt.Key.Key_Up: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_Left: -1}.get(
            Qt.Key(event.key())
        )
        if direction is None or self._level is None:
            event.ignore()
            return
        far = _SHIFTED if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else _KEY
        self._move_to(self._level.at + direction * far * (self._high - self._low))
        self.let_go.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, _: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("card"), 2.0))
        painter.setBrush(self._theme.colour("accent" if self.hasFocus() else "ink"))
        radius, middle = self._theme.size(_RADIUS), QPointF(self.width() / 2, self.height() / 2)
        painter.drawEllipse(middle, radius, radius)
