"""Enter presses the button that has the focus, in every window, as the space bar does."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QWindow
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton

from explorer.gui.access.window_filter import WindowFilter


class EnterPresses(WindowFilter):
    """Qt gives Enter to the default button of a dialog, and in a main window to no button at all."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Whether a button was pressed."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        button = QApplication.focusWidget()
        if not isinstance(watched, QWindow) or not isinstance(button, QPushButton | QToolButton):
            return False
        free = QApplication.activePopupWidget() is None and button.isEnabled()
        if not free or not _is_enter(event) or event.isAutoRepeat():
            return False
        button.click()
        return True


def _is_enter(event: QKeyEvent) -> bool:
    """Whether Enter is pressed alone."""
    from PySide6.QtCore import Qt  # all enumerations of Qt: a tenth of the time to the first paint

    alone = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
    return event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers() in alone
