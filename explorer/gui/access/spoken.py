"""What widgets of our own are to a screen reader: their role, and the value of what can be moved.

A class says its role by name, `SPOKEN = "Slider"`; the names are those of `QAccessible.Role`. One that also
has `told` says a number: in words to systems that read words, and in the unit of the number, not of the
widget, to those that read numbers.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleInterface,
    QAccessibleValueChangeEvent,
    QAccessibleValueInterface,
)
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QComboBox, QWidget
from shiboken6 import VoidPtr, getCppPointer

from explorer.gui.access.combo_voice import ComboVoice


@dataclass(frozen=True)
class Told:
    """A number that can be moved: its words, its value, its ends, its step, and how to set it."""

    words: str
    value: float
    low: float
    high: float
    step: float
    take: Callable[[float], None]


def tell_again(widget: QWidget, before: Told | None, now: Told) -> None:
    """Let a screen reader know that the value is another one; the words alone don't count."""
    if QAccessible.isActive() and before is not None and before.value != now.value:
        QAccessible.updateAccessibility(QAccessibleValueChangeEvent(widget, now.value))


class _Number(QAccessibleValueInterface):
    """The value of a widget that tells it. It holds nothing alive: Qt drops it with the widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self._widget = weakref.ref(widget)

    def _told(self) -> Told | None:
        told = getattr(self._widget(), "told", None)
        return told if isinstance(told, Told) else None

    def currentValue(self) -> float | None:
        return None if (told := self._told()) is None else told.value

    def minimumValue(self) -> float | None:
        return None if (told := self._told()) is None else told.low

    def maximumValue(self) -> float | None:
        return None if (told := self._told()) is None else told.high

    def minimumStepSize(self) -> float | None:
        return None if (told := self._told()) is None else told.step

    def setCurrentValue(self, value: object) -> None:
        told, widget = self._told(), self._widget()
        if told is not None and widget is not None and widget.isEnabled() and isinstance(value, int | float):
            told.take(min(max(float(value), told.low), told.high))


class NumberVoice(QAccessibleWidget):
    """A widget that tells a number."""

    def __init__(self, widget: QWidget, role: QAccessible.Role) -> None:
        super().__init__(widget, role, "")
        self._number = _Number(widget)

    def text(self, kind: QAccessible.Text) -> str:
        told = getattr(self.object(), "told", None)
        if kind is QAccessible.Text.Value and isinstance(told, Told):
            return told.words
        return super().text(kind)

    def interface_cast(self, kind: QAccessible.InterfaceType) -> VoidPtr:  # type: ignore[override]
        """Qt asks here for what else it can do: the address of that part, or of nothing.

        Shiboken takes an address as a `VoidPtr` alone; None in its place would end the program.
        """
        if kind is QAccessible.InterfaceType.ValueInterface:
            return VoidPtr(getCppPointer(self._number)[0])
        found = super().interface_cast(kind)
        return found if isinstance(found, VoidPtr) else VoidPtr(0)


class TabVoice(QAccessibleWidget):
    """A button that is a tab: it can be pressed, and one of them is selected."""

    def __init__(self, widget: QWidget, role: QAccessible.Role) -> None:
        super().__init__(widget, role, "")

    def state(self) -> QAccessible.State:
        state, button = super().state(), self.object()
        state.selectable = True
        state.selected = isinstance(button, QAbstractButton) and button.isChecked()
        return state

    def actionNames(self) -> list[str]:
        return [QAccessibleActionInterface.pressAction(), *super().actionNames()]

    def doAction(self, name: str) -> None:
        button = self.object()
        if name == QAccessibleActionInterface.pressAction() and isinstance(button, QAbstractButton):
            button.click()
        else:
            super().doAction(name)


def voice(widget: QObject | None) -> QAccessibleInterface | None:
    """What a widget of our own is to a screen reader; None leaves it to Qt."""
    if isinstance(widget, QComboBox) and not widget.isEditable() and sys.platform == "linux":
        return ComboVoice(widget)
    role = getattr(widget, "SPOKEN", "")
    if not role or not isinstance(widget, QWidget):
        return None
    of = QAccessible.Role[role]
    if isinstance(widget, QAbstractButton):
        return TabVoice(widget, of)
    return NumberVoice(widget, of) if hasattr(widget, "told") else QAccessibleWidget(widget, of, "")
