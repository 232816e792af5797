"""Where the keyboard gets to: by Tab alone, and with the arrow keys of groups that are one stop."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication


def once_around(hand, most=300):
    """The widgets that Tab reaches, in order, until it comes back to one of them."""
    hand.window.activateWindow()
    hand.window.setFocus()
    reached = []
    for _ in range(most):
        hand.qtbot.keyClick(QApplication.focusWidget() or hand.window, Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        if now in reached:
            break
        reached.append(now)
    return reached


def reached_with_arrows(hand):
    """What Tab reaches, and the buttons to which Right leads from there.

    Where an arrow key also chooses (tabs, and segments of which one is pressed), the neighbours count as
    reached: their own tests press these keys.
    """
    found = []
    for stop in once_around(hand):
        if stop.objectName() in ("tab", "segment"):
            found += stop.parentWidget().findChildren(type(stop), stop.objectName())
            continue
        now = stop
        while now not in found:
            found.append(now)
            if not isinstance(now, QAbstractButton):
                break
            now.setFocus()
            hand.qtbot.keyClick(now, Qt.Key.Key_Right)
            now = QApplication.focusWidget()
    return found
