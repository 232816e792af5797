"""The wheel scrolls: it changes no control but the one that has the focus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF
from PySide6.QtGui import QWheelEvent, QWindow
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QScrollBar,
    QTabBar,
    QWidget,
)

from explorer.gui.access.window_filter import WindowFilter

_CHANGED_BY_WHEEL = (QComboBox, QAbstractSpinBox, QAbstractSlider, QTabBar)


class WheelGuard(WindowFilter):
    """Passes the turn of a wheel over a control without focus on to what lies under the control.

    The turn arrives at the window before Qt gives the focus to the widget under the mouse.
    """

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Whether the turn was passed on."""
        kind = event.type()
        if kind is QEvent.Type.Leave:  # the mouse may have gone to a window that never had the focus
            self.watch()
        elif kind is QEvent.Type.Wheel and isinstance(event, QWheelEvent) and isinstance(watched, QWindow):
            return _passed_on(watched, event)
        return False


def _passed_on(window: QWindow, event: QWheelEvent) -> bool:
    root = QApplication.activePopupWidget() or _widget_of(window)
    if root is None:
        return False
    at = root.mapFromGlobal(event.globalPosition().toPoint())
    control = unfocused_control(root.childAt(at))
    if control is None:
        return False
    under = control.parentWidget()
    while under is not None:  # Qt hands a turn that was sent to no further widget
        if _taken(under, event) or under.isWindow():
            break
        under = under.parentWidget()
    return True


def _taken(widget: QWidget, event: QWheelEvent) -> bool:
    everywhere = event.globalPosition()
    copy = QWheelEvent(
        QPointF(widget.mapFromGlobal(everywhere)),
        everywhere,
        event.pixelDelta(),
        event.angleDelta(),
        event.buttons(),
        event.modifiers(),
        event.phase(),
        event.inverted(),
    )
    QApplication.sendEvent(widget, copy)
    return copy.isAccepted()


def _widget_of(window: QWindow) -> QWidget | None:
    return next((each for each in QApplication.topLevelWidgets() if each.windowHandle() is window), None)


def unfocused_control(widget: QWidget | None) -> QWidget | None:
    """The outermost control without focus that a turn of the wheel over `widget` would change."""
    found, focused = None, QApplication.focusWidget()
    while widget is not None and not widget.isWindow():
        if isinstance(widget, _CHANGED_BY_WHEEL) and not isinstance(widget, QScrollBar):
            if focused is not None and (focused is widget or widget.isAncestorOf(focused)):
                return None
            found = widget
        widget = widget.parentWidget()
    return found
