"""F1: the explanation of what has the focus, else what the program guarantees."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget

from explorer.gui.help.about import show_about
from explorer.gui.shell.context import Context
from explorer.gui.widgets.explain import InfoButton


def nearest_explanation(focused: QWidget) -> InfoButton | None:
    """The visible “i” that stands nearest to a widget, within the smallest part of its card that has one."""
    if isinstance(focused, InfoButton):
        return focused
    middle = focused.mapToGlobal(focused.rect().center())
    part: QWidget | None = focused
    while part is not None and not part.isWindow():
        found = [each for each in part.findChildren(InfoButton) if each.isVisible()]
        if found:
            return min(found, key=lambda each: _away(each, middle))
        part = part.parentWidget()
    return None


def _away(button: InfoButton, middle: QPoint) -> tuple[int, int]:
    """First by the line in which it stands: a number is explained at the end of its own line."""
    at = button.mapToGlobal(button.rect().center()) - middle
    return abs(at.y()), abs(at.x())


def help_on_focus(context: Context) -> None:
    """Open the explanation; where nothing has the focus, or nothing is explained there, the guarantees."""
    focused = QApplication.focusWidget()
    found = None if focused is None else nearest_explanation(focused)
    if found is None:
        show_about(context)
    else:
        found.click()
