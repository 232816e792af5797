"""A line of text that leaves undo to the program, once what was typed has been taken over."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

_STILL_THERE = (
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
)


def asks_undo(event: QEvent) -> bool:
    """Whether a key is about to be claimed as a text field's own undo or redo."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    return event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)


class WholeOnClick(QObject):
    """The click that brings the focus marks the whole line: what is typed next takes its place.

    A stretch that is marked by drawing the mouse over it stays, and a second click sets the caret.
    """

    def __init__(self, line: QLineEdit) -> None:
        super().__init__(line)
        self._line, self._came = line, False
        line.installEventFilter(self)

    def entered(self, reason: Qt.FocusReason) -> None:
        """The line, or the field that it stands in, has the focus now."""
        self._came = reason is Qt.FocusReason.MouseFocusReason

    def eventFilter(self, _: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.MouseButtonRelease and self._came:
            self._came = False
            if not self._line.hasSelectedText():
                self._line.selectAll()
                return True
        return False


class TypedLine(QLineEdit):
    """Ctrl+Z undoes letters while one types, and the program's last step after that.

    `given_up` on Escape: what was typed is not wanted, and no refusal of it. `gone_on` when the focus goes to
    another control of the window: not to a menu, and not with the window itself.
    """

    given_up = Signal()
    gone_on = Signal()

    def event(self, event: QEvent) -> bool:
        if asks_undo(event) and not self.isModified():
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _STILL_THERE:
            self.gone_on.emit()
