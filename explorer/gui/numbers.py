"""The numbers behind a picture, as a table."""

from __future__ import annotations

import math
from collections.abc import Iterable

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from explorer.app.figure import Table
from explorer.language import Language, number

_WRAPPED = Qt.AlignmentFlag.AlignCenter | Qt.AlignmentFlag(Qt.TextFlag.TextWordWrap.value)
_HEADING_MARGIN = 10  # pixels around the words of a heading


class Numbers(QTableWidget):
    """A figure's table, read only."""

    def __init__(self, language: Language, parent: QWidget) -> None:
        super().__init__(parent)
        self._language = language
        self._shown: Table | None = None
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.verticalHeader().setVisible(False)
        self.horizontalHeader().setDefaultAlignment(_WRAPPED)

    def show_table(self, table: Table) -> None:
        """Show it; the same table again costs nothing."""
        if table is self._shown:
            return
        self._shown = table
        self.setColumnCount(len(table.headings))
        self.setHorizontalHeaderLabels([self._language.say(heading) for heading in table.headings])
        self.setRowCount(max((len(column) for column in table.columns), default=0))
        for column, values in enumerate(table.columns):
            for row, text in enumerate(_texts(values)):
                self.setItem(row, column, QTableWidgetItem(text))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self._give_headings_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_headings_room()

    def _give_headings_room(self) -> None:
        """The head is as high as its longest heading needs in the width of a column."""
        header = self.horizontalHeader()
        if not (columns := self.columnCount()):
            return
        room = QRect(0, 0, max(self.viewport().width() // columns - _HEADING_MARGIN, 1), 1000)
        items = [self.horizontalHeaderItem(column) for column in range(columns)]
        heights = [
            header.fontMetrics().boundingRect(room, _WRAPPED.value, item.text()).height()
            for item in items
            if item is not None
        ]
        header.setFixedHeight(max(heights, default=0) + _HEADING_MARGIN)


def _texts(values: Iterable[object]) -> list[str]:
    return [
        ("" if math.isnan(value) else number(value, 5)) if isinstance(value, float) else str(value)
        for value in values
    ]
