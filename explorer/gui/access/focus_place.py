"""Where the focus is in a form that is built anew: it comes back to the same control, or one by its name."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from explorer.gui.access.widgets_below import widgets_below

Name = Callable[[QWidget], Hashable | None]


class FocusPlace:
    """The control that has the focus now, if it stands in `form`. `named` tells what else it is known by."""

    def __init__(self, form: QWidget | None, named: Name) -> None:
        focused = QApplication.focusWidget()
        inside = form is not None and focused is not None and form.isAncestorOf(focused)
        self._named = named
        self.key = self._key(focused) if inside and focused is not None else None

    def _key(self, widget: QWidget) -> Hashable:
        words = widget.text() if isinstance(widget, QAbstractButton) else ""
        return type(widget), self._named(widget), widget.accessibleName() or words

    def give_back(self, form: QWidget, otherwise: QWidget) -> None:
        """The focus to the same control of the form that stands there now, else to another one."""
        if self.key is None:
            return
        alike = [each for each in widgets_below(form) if self._key(each) == self.key]
        found = next((each for each in alike if each.focusPolicy() != Qt.FocusPolicy.NoFocus), otherwise)
        found.setFocus(Qt.FocusReason.OtherFocusReason)
