"""Enter presses the button that has the focus, in every window, as the space bar does."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QWindow
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class EnterPresses(QObject):
    """Qt gives Enter to the default button of a dialog, and in a main window to no button at all.

    It watches the windows, as `WheelGuard` does, and for the same reason.
    """

    def __init__(self, application: QGuiApplication) -> None:
        super().__init__(application)
        application.focusWindowChanged.connect(self._watch)

    def _watch(self) -> None:
        """Watch every window that there is; a second time on the same one changes nothing."""
        for window in QGuiApplication.topLevelWindows():
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Whether a button was pressed."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        button = QApplication.focusWidget()
        if not isinstance(watched, QWindow) or not isinstance(button, QPushButton | QToolButton):
            return False
        free = QApplication.activePopupWidget() is None and button.isEnabled()
        if not free or event.key() not in _ENTER or event.modifiers() not in _PLAIN or event.isAutoRepeat():
            return False
        button.click()
        return True
