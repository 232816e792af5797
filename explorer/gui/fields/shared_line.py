"""A line that a name and its number share."""

from __future__ import annotations

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QBoxLayout, QLabel

from explorer.gui.fields.number_field import NumberField


class SharedLine:
    """Name and number side by side in `row`; the number beneath where not both can be read.

    The number is `widest` where there is room.
    """

    def __init__(self, row: QBoxLayout, name: QLabel, field: NumberField, widest: int) -> None:
        self._row, self._name, self._field, self._widest = row, name, field, widest
        self._divided: tuple[int, int, int] | None = None  # what it was divided for

    def divide(self, room: int) -> None:
        """Divide so many pixels; the same as before are not divided again."""
        needed = self._field.needed_width()
        divided = room, self._row.count(), needed
        if divided != self._divided:
            self._divided = divided
            self._divide(room, needed)

    def _divide(self, room: int, needed: int) -> None:
        row, name, field = self._row, self._name, self._field
        items = (row.itemAt(i) for i in range(row.count()))
        widgets = (each.widget() for each in items if each is not None)
        others = [each for each in widgets if each is not None and each is not name and each is not field]
        left = room - sum(each.sizeHint().width() + row.spacing() for each in others) - row.spacing()
        metrics = QFontMetrics(name.font())
        words = name.text()
        least = max((metrics.horizontalAdvance(each) for each in words.split()), default=0) + 2
        beneath = least + needed > left
        direction = QBoxLayout.Direction.TopToBottom if beneath else QBoxLayout.Direction.LeftToRight
        if row.direction() is not direction:
            row.setDirection(direction)
        whole = metrics.horizontalAdvance(words) + 6  # which is apart from the number
        width = (
            min(room, max(self._widest, needed)) if beneath else max(needed, min(self._widest, left - whole))
        )
        if field.width() != width:
            field.setFixedWidth(max(1, width))
