"""A list of choices as Linux' screen readers are told it: its label is its name, its choice its value.

Qt gives them the choice as the name, and leaves the label to relations that most of our lists don't have.
"""

from __future__ import annotations

import weakref

from PySide6.QtCore import QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleInterface,
    QAccessibleTextInterface,
)
from PySide6.QtWidgets import QAccessibleWidget, QComboBox
from shiboken6 import VoidPtr, getCppPointer


class _Choice(QAccessibleTextInterface):
    """The choice as text to be read. It holds nothing alive: Qt drops it with the widget."""

    def __init__(self, combo: QComboBox) -> None:
        super().__init__()
        self._combo = weakref.ref(combo)

    def _text(self) -> str:
        combo = self._combo()
        return "" if combo is None else combo.currentText()

    def text(self, start: int, end: int) -> str:
        return self._text()[max(start, 0) : end if end >= 0 else None]

    def characterCount(self) -> int:
        return len(self._text())

    def cursorPosition(self) -> int:
        return 0

    def setCursorPosition(self, position: int) -> None:
        """There is no caret."""

    def selectionCount(self) -> int:
        return 0

    def addSelection(self, start: int, end: int) -> None:
        """Nothing of it is selected."""

    def removeSelection(self, index: int) -> None:
        """Nothing of it is selected."""

    def setSelection(self, index: int, start: int, end: int) -> None:
        """Nothing of it is selected."""

    def characterRect(self, offset: int) -> QRect:
        combo = self._combo()
        return QRect() if combo is None else QRect(combo.mapToGlobal(combo.rect().topLeft()), combo.size())

    def offsetAtPoint(self, point: object) -> int:
        return -1

    def scrollToSubstring(self, start: int, end: int) -> None:
        """All of it is seen."""


class ComboVoice(QAccessibleWidget):
    """A list of choices: named by its label, with its choice as value and text, and its list as child."""

    def __init__(self, combo: QComboBox) -> None:
        super().__init__(combo, QAccessible.Role.ComboBox, "")
        self._choice = _Choice(combo)

    def _combo(self) -> QComboBox | None:
        combo = self.object()
        return combo if isinstance(combo, QComboBox) else None

    def text(self, kind: QAccessible.Text) -> str:
        combo = self._combo()
        if kind is QAccessible.Text.Value and combo is not None:
            return combo.currentText()
        return super().text(kind)

    def state(self) -> QAccessible.State:
        state, combo = super().state(), self._combo()
        state.expandable = state.hasPopup = True
        state.expanded = combo is not None and combo.view().isVisible()
        state.collapsed = not state.expanded
        return state

    def childCount(self) -> int:
        return 0 if self._combo() is None else 1

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        combo = self._combo()
        return None if combo is None or index else QAccessible.queryAccessibleInterface(combo.view())

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        combo = self._combo()
        return 0 if combo is not None and child.object() is combo.view() else -1

    def actionNames(self) -> list[str]:
        return [QAccessibleActionInterface.showMenuAction(), QAccessibleActionInterface.pressAction()]

    def doAction(self, name: str) -> None:
        combo = self._combo()
        if combo is None or not combo.isEnabled():
            return
        if combo.view().isVisible():
            combo.hidePopup()
        else:
            combo.showPopup()

    def interface_cast(self, kind: QAccessible.InterfaceType) -> VoidPtr:  # type: ignore[override]
        """As `NumberVoice`: the address of the part that is asked for."""
        if kind is QAccessible.InterfaceType.TextInterface:
            return VoidPtr(getCppPointer(self._choice)[0])
        found = super().interface_cast(kind)
        return found if isinstance(found, VoidPtr) else VoidPtr(0)
