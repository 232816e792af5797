"""Words for a screen reader about something that has no widget of its own."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str) -> None:
    """Have `text` read aloud, where a screen reader listens; it waits for what is being read."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
