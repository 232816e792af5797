"""The numbers behind a picture, as a table."""

from __future__ import annotations

import math
from collections.abc import Iterable

from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from explorer.app.figure import Table
from explorer.language import Language, number


class Numbers(QTableWidget):
    """A figure's table, read only."""

    def __init__(self, language: Language, parent: QWidget) -> None:
        super().__init__(parent)
        self._language = language
        self._shown: Table | None = None
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.verticalHeader().setVisible(False)

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


def _texts(values: Iterable[object]) -> list[str]:
    return [
        ("" if math.isnan(value) else number(value, 5)) if isinstance(value, float) else str(value)
        for value in values
    ]
