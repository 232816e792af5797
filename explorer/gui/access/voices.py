"""Where Qt asks what our widgets are to a screen reader. The answers are imported with the first question."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface


def give_voices() -> None:
    """From now on Qt asks here first what a widget is; once, when the application is made."""
    QAccessible.installFactory(_voice)


def _voice(_: str, widget: QObject | None) -> QAccessibleInterface | None:
    from explorer.gui.access.spoken import voice

    return voice(widget)
