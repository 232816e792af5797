"""Several buttons that belong together as one stop of Tab: arrow keys go from one to the next."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from shiboken6 import isValid

_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
_CHANGES = {
    QEvent.Type.ShowToParent,
    QEvent.Type.HideToParent,
    QEvent.Type.EnabledChange,
}
_WITH_OTHERS = {QEvent.Type.Show, QEvent.Type.Hide}  # also where something around it comes or goes


class Roving(QObject):
    """Buttons inside of `holder`, met by Tab at the one that last had the focus, at first at the first one.

    Left and Up go to the one before, Right and Down to the one after, Home and End to the ends. Their order
    is the one in which they stand, lines from above, and in a line from the left. Those that are hidden or
    disabled are passed over. Of a table with as many buttons `across` in every line, Up and Down keep the
    column.
    """

    def __init__(self, holder: QWidget, across: int = 1) -> None:
        super().__init__(holder)
        self._holder, self._across = holder, across
        self._buttons: list[QAbstractButton] = []
        self._clicked: set[QAbstractButton] = set()  # those that a press of the mouse gives the focus to
        self._last: QAbstractButton | None = None
        self._stop: QAbstractButton | None = None  # where Tab stops
        self._due = False  # one look at all of them after several have changed

    def take(self, *buttons: QAbstractButton) -> None:
        """These belong to it too."""
        for button in buttons:
            self._buttons.append(button)
            if button.focusPolicy() & Qt.FocusPolicy.ClickFocus:
                self._clicked.add(button)
            button.installEventFilter(self)
        self._settle()

    def members(self) -> list[QAbstractButton]:
        """Those that can be pressed now, in the order in which they stand."""
        self._buttons = [each for each in self._buttons if isValid(each)]
        able = [
            each
            for each in self._buttons
            if each.isVisibleTo(self._holder) and each.isEnabledTo(self._holder)
        ]
        return sorted(able, key=self._place)

    def _place(self, button: QAbstractButton) -> tuple[int, int]:
        corner = button.mapTo(self._holder, QPoint(0, button.height() // 2))
        return corner.y() // 16, corner.x()

    def _settle(self) -> None:
        """Tab stops at one of them alone; inside of what is hidden that is settled once it is shown."""
        self._due = False
        if not self._holder.isVisible():
            self._stop = None
            return
        able = self.members()
        stop = self._stop = self._last if self._last in able else able[0] if able else None
        policy = Qt.FocusPolicy
        for each in self._buttons:
            pressed = each in self._clicked
            if each is stop:
                wanted = policy.StrongFocus if pressed else policy.TabFocus
            else:
                wanted = policy.ClickFocus if pressed else policy.NoFocus
            if each.focusPolicy() != wanted:
                each.setFocusPolicy(wanted)

    def _there(self) -> bool:
        """Whether the one at which Tab stops can be seen and pressed, with all that it stands in."""
        stop = self._stop
        if stop is None or not isValid(stop):
            return False
        return stop.isVisibleTo(self._holder) and stop.isEnabledTo(self._holder)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in _CHANGES or kind in _WITH_OTHERS:
            if not self._there():
                self._settle()
            elif kind in _CHANGES and not self._due:
                self._due = True
                QTimer.singleShot(0, self, self._settle)
        elif kind == QEvent.Type.FocusIn and isinstance(watched, QAbstractButton):
            self._last = watched
            self._settle()
        elif kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._gone(watched, event)
        return False

    def _gone(self, watched: QObject, event: QKeyEvent) -> bool:
        """Whether an arrow key led to another one."""
        able, key = self.members(), Qt.Key(event.key())
        if watched not in able or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if key in _STEPS:
            lines = self._across if key in (Qt.Key.Key_Up, Qt.Key.Key_Down) else 1
            place = (able.index(watched) + _STEPS[key] * lines) % len(able)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            place = 0 if key == Qt.Key.Key_Home else len(able) - 1
        else:
            return False
        able[place].setFocus(Qt.FocusReason.TabFocusReason)
        return True
