"""What is new in the table of a year's releases is scrolled to: a refusal beside a line, an added line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel, QWidget

from explorer.gui.widgets.column import Column


class LinesInSight:
    """Scrolls `column`. Beneath its lines stands `more`, the link that adds one."""

    def __init__(self, column: Column, more: QWidget) -> None:
        self._column, self._more = column, more
        self._refused: tuple[str, ...] = ()  # what has been brought into sight
        self._added = False

    def line_added(self) -> None:
        """A person has added a line: it is to be seen once it is there, and the link for the next one."""
        self._added = True

    def follow(self, refusals: Sequence[QLabel]) -> None:
        """The table was shown anew: `refusals` are the labels beside its lines."""
        shown = [each for each in refusals if not each.isHidden()]
        told = tuple(each.text() for each in shown)
        if told != self._refused and shown:
            self._bring(next((each for each in shown if each.text() not in self._refused), shown[0]))
        elif self._added:
            self._bring(self._more)
        self._refused, self._added = told, False

    def _bring(self, widget: QWidget) -> None:
        """Once the table is laid out."""
        QTimer.singleShot(0, widget, partial(self._column.ensureWidgetVisible, widget, 0))
