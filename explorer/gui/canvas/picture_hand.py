"""What mouse and keys do on a picture: move its handle, ask a curve, isolate one, enlarge a part.

A press on the handle is the handle's, and so is one anywhere else where nothing else is meant: on no curve,
without Ctrl, in a picture that is shown whole.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QApplication, QGraphicsRectItem

from explorer.app.plotting.figure_view import between, enlarged, extent_of
from explorer.app.plotting.read_out import mark_of
from explorer.app.plotting.taken import taken
from explorer.gui.canvas.picture_view import PictureView
from explorer.gui.widgets.theme import Theme

_FEWEST = 8  # pixels of a rectangle that is meant
_NOTCH = 120.0  # of a wheel, in Qt's units
_STEP = 1.25  # times as large, for each notch or key
_FAR = 10  # steps of an arrow key with Shift
_END = 10**9  # steps to the end of any curve
_ALONG = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Home: -_END, Qt.Key.Key_End: _END}
_ACROSS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
_LARGER = {Qt.Key.Key_Plus: _STEP, Qt.Key.Key_Equal: _STEP, Qt.Key.Key_Minus: 1 / _STEP}


@dataclass
class _Press:
    """A press of which it is not said yet what it means: a click, or the beginning of a way."""

    at: QPointF
    curve: str
    moves_handle: bool
    away: bool = False  # the mouse has gone far enough for a way


class PictureHand:
    """Mouse and keyboard on one picture."""

    def __init__(self, view: PictureView, theme: Theme) -> None:
        self._view, self._theme = view, theme
        self._press: _Press | None = None
        self._band: QGraphicsRectItem | None = None

    # The mouse

    def press(self, event: QMouseEvent) -> None:
        """A press brings the handle to the hand, so that nobody has to hit a thin line."""
        view, handle = self._view, self._view.handle
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point, ctrl = view.in_plot(event.position()), _ctrl(event.modifiers())
        curve = self._curve(point)
        if not (self._inside(point) or curve):
            return
        view.setFocus(Qt.FocusReason.MouseFocusReason)
        moves = handle.handle is not None and self._inside(point) and not ctrl
        free = not curve and view.extent is None and not self._takeable(point)
        if moves and (handle.near(point) or free):
            self._grasp(point)
        else:
            self._press = _Press(point, curve, moves and view.extent is None)

    def _grasp(self, point: QPointF) -> None:
        self._view.handle.dragging = True
        self._view.pointing.leave()
        self._drag_to(self._view.plot.data(point)[0])

    def move(self, event: QMouseEvent) -> None:
        """The handle or a rectangle follows the mouse; else the curve under it is read."""
        view, point = self._view, self._view.in_plot(event.position())
        if view.handle.dragging:
            self._drag_to(view.plot.data(point)[0])
            return
        press = self._press
        if press is None:
            view.pointing.hover(point)
            on_curve = view.pointing.place is not None or bool(view.lettering.curve_at(point))
            view.show_cursor(on_curve and not view.handle.near(point))
            return
        way = (point - press.at).manhattanLength()
        press.away = press.away or way >= QApplication.startDragDistance()
        if press.away and press.moves_handle:
            self._press = None
            self._grasp(point)
        elif press.away:
            self._show_band(press.at, point)

    def release(self) -> None:
        """What was moved is settled, what was framed is enlarged, what was clicked is isolated."""
        view, press, band = self._view, self._press, self._band
        self._press = None
        if view.handle.dragging:
            view.handle.dragging = False
            view.let_go.emit()
        elif band is not None:
            framed = band.rect()
            self._drop_band()
            if min(framed.width(), framed.height()) >= _FEWEST and view.whole is not None:
                corners = [view.plot.data(each) for each in (framed.topLeft(), framed.bottomRight())]
                view.enlarge(between(view.whole, corners[0], corners[1]))
        elif press is not None and not press.away and press.curve:
            view.isolate(press.curve)

    def double_click(self, event: QMouseEvent) -> None:
        """Take the point of a curve that is met; else all of the picture, or where that is there, a press."""
        view, point = self._view, self._view.in_plot(event.position())
        left = event.button() == Qt.MouseButton.LeftButton and not _ctrl(event.modifiers())
        curve, near = self._curve(point), view.handle.near(point)
        if left and view.take(view.pointing.at(point)):
            if curve and not near:
                view.isolate(curve)  # back to what it was before the first press
        elif view.extent is None or near:
            self.press(event)
        else:
            view.enlarge(None)

    def _takeable(self, point: QPointF) -> bool:
        """Whether a double click takes a point here: its first press must not move the handle away."""
        figure, place = self._view.whole, self._view.pointing.at(point)
        return figure is not None and place is not None and taken(figure, place) is not None

    def leave(self) -> None:
        """The mouse is elsewhere; what is read from the keyboard stays."""
        if not self._view.pointing.by_keyboard:
            self._view.pointing.leave()

    def wheel(self, event: QWheelEvent) -> bool:
        """Enlarge around the mouse; whether the turn was meant for the picture."""
        view, point = self._view, self._view.in_plot(event.position())
        meant = _ctrl(event.modifiers()) or view.hasFocus()
        if not meant or not view.plot.frame().contains(point):
            return False
        self._enlarge(view.plot.data(point), _STEP ** (event.angleDelta().y() / _NOTCH))
        return True

    def _curve(self, point: QPointF) -> str:
        """The id of the curve on which, or on whose name, a place lies; empty for none."""
        if named := self._view.lettering.curve_at(point):
            return named
        place = self._view.pointing.at(point)
        figure = self._view.whole
        on_mark = figure is not None and place is not None and mark_of(figure, place) is not None
        return "" if place is None or on_mark else place.line.id

    def _inside(self, point: QPointF) -> bool:
        """Whether a place is the picture's: its frame, and what of the knob stands out of it."""
        frame = self._view.plot.frame().adjusted(-8, 0, 8, self._theme.size(12))
        return frame.contains(point)

    def _show_band(self, one: QPointF, other: QPointF) -> None:
        """A rectangle from one corner to another, within the frame."""
        if self._band is None:
            self._band = QGraphicsRectItem(self._view.plot)
            self._band.setPen(QPen(self._theme.colour("accent"), 1.0))
            self._band.setBrush(self._theme.colour("accent", 0.1))
            self._band.setZValue(70)
            self._view.pointing.leave()
        self._band.setRect(QRectF(one, other).normalized().intersected(self._view.plot.frame()))

    def _drop_band(self) -> None:
        if self._band is not None:
            self._view.scene().removeItem(self._band)
            self._band = None

    def _drag_to(self, value: float) -> None:
        """Move the handle to a value of x."""
        moved = self._view.handle.moved_to(value)
        if moved is not None:
            self._view.dragged.emit(*moved)

    # The keyboard

    def key(self, event: QKeyEvent) -> bool:
        """Whether a key was meant for the picture."""
        key, shift = Qt.Key(event.key()), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.matches(QKeySequence.StandardKey.Copy):
            self._view.copy_wanted.emit()
            return True
        if key in (Qt.Key.Key_Escape, Qt.Key.Key_0):
            return self._back(everything=key == Qt.Key.Key_0)
        if _ctrl(event.modifiers()):
            return False
        if key == Qt.Key.Key_C:
            self._view.pointing.walk(-1 if shift else 1, self._start())
            return True
        if key in _LARGER:
            self._enlarge(self._middle(), _LARGER[key])
            return True
        return self._arrow(key, shift)

    def _arrow(self, key: Qt.Key, shift: bool) -> bool:
        """Along the curve that is read, or to another; else the handle's, with Shift ten times as far."""
        pointing, handle = self._view.pointing, self._view.handle
        if pointing.by_keyboard and pointing.place is not None:
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if not self._view.take(pointing.place):
                    self._view.isolate(pointing.place.line.id)
            elif key == Qt.Key.Key_Space:
                self._view.isolate(pointing.place.line.id)
            elif key in _ALONG:
                pointing.step(_ALONG[key] * (_FAR if shift else 1))
            elif key in _ACROSS:
                pointing.walk(_ACROSS[key], self._start())
            else:
                return False
            return True
        direction = {**_ALONG, **_ACROSS}.get(key, 0)
        if abs(direction) != 1:
            return False
        if handle.handle is None:
            pointing.walk(1, self._start())
            return pointing.place is not None
        self._drag_to(handle.stepped(direction * (_FAR if shift else 1)))
        self._view.let_go.emit()
        return True

    def _back(self, everything: bool) -> bool:
        """Escape takes the last thing back: a rectangle, a read-out, an isolated curve, an enlarged part."""
        view = self._view
        if everything:
            view.enlarge(None)
        elif self._band is not None:
            self._drop_band()
            self._press = None
        elif view.pointing.by_keyboard:
            view.pointing.leave()
        elif view.isolated:
            view.isolate("")
        elif view.extent is not None:
            view.enlarge(None)
        else:
            return False
        return True

    def _start(self) -> float:
        """The x at which curves are read first: where the handle stands, or the middle."""
        handle = self._view.handle.handle
        return self._middle()[0] if handle is None else handle.at

    def _middle(self) -> tuple[float, float]:
        """The point around which keys enlarge: the one that is read, or the middle of what is seen."""
        place = self._view.pointing.place
        if place is not None:
            return place.x, place.y
        (left, right), (low, high) = self._view.plot.box.viewRange()
        return (left + right) / 2, (low + high) / 2

    def _enlarge(self, point: tuple[float, float], factor: float) -> None:
        whole = self._view.whole
        if whole is not None and whole.empty is None:
            self._view.enlarge(enlarged(whole, self._view.extent or extent_of(whole), point, factor))


def _ctrl(modifiers: Qt.KeyboardModifier) -> bool:
    return bool(modifiers & Qt.KeyboardModifier.ControlModifier)
