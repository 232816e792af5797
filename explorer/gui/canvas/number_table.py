"""The numbers behind a picture, as a table."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import cache
from html import escape

import numpy as np
from PySide6.QtCore import QEvent, QMimeData, QRect, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from explorer.app.plotting.figure import Table
from explorer.language import Language, number
from explorer.mark import RoundedBound, Rounding, Sentence
from explorer.release.plan.labels import spelled

_WRAPPED = Qt.AlignmentFlag.AlignCenter | Qt.AlignmentFlag(Qt.TextFlag.TextWordWrap.value)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_HEADING_MARGIN = 10  # pixels around the words of a heading
_CELL_MARGIN = 16
_LEAST = 48
_NUMBER = re.compile(r"[-−+]?[\d,.  ]+([eE][-−+]?\d+)?")


def _all_numbers(texts: list[str]) -> bool:
    """Whether a column holds nothing but numbers and empty cells."""
    return any(texts) and all(_NUMBER.fullmatch(text) for text in texts if text)


class Numbers(QTableWidget):
    """A figure's table, read only."""

    def __init__(self, language: Language, parent: QWidget) -> None:
        super().__init__(parent)
        self._language = language
        self._shown: Table | None = None
        self._least: list[int] = []  # of each column, pixels
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.verticalHeader().setVisible(False)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        self.horizontalHeader().setDefaultAlignment(_WRAPPED)

    def show_table(self, table: Table) -> None:
        """Show it; the same table again costs nothing."""
        if table is self._shown:
            return
        self._shown = table
        self._least = []
        self.setColumnCount(len(table.headings))
        self.setHorizontalHeaderLabels([self._language.say(heading) for heading in table.headings])
        self.setRowCount(max((len(column) for column in table.columns), default=0))
        for column, values in enumerate(table.columns):
            texts = self._texts(values, table.towards.get(table.names[column]))
            numbers = isinstance(values, np.ndarray) or _all_numbers(texts)
            for row, text in enumerate(texts):
                self.setItem(row, column, item := QTableWidgetItem(text))
                if numbers:
                    item.setTextAlignment(_RIGHT)
            self._least.append(self._needed(self._language.say(table.headings[column]), texts))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._give_room()

    def _texts(self, values: Iterable[object], towards: Rounding | None) -> list[str]:
        said = cache(self._language.say)  # a cell's name stands in many rows
        return [
            _text(value, towards)
            if isinstance(value, float)
            else said(value)
            if isinstance(value, Sentence)
            else str(value)
            for value in values
        ]

    def event(self, event: QEvent) -> bool:
        """Ctrl+C is for the cells here, before it is for a picture anywhere in the window."""
        asked = event if event.type() == QEvent.Type.ShortcutOverride else None
        if isinstance(asked, QKeyEvent) and asked.matches(QKeySequence.StandardKey.Copy):
            asked.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+C copies the selected cells, or all where none are selected."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_selection()
            event.accept()
            return
        super().keyPressEvent(event)

    def copy_selection(self) -> None:
        """The selected cells under their headings, as they are shown: tab-separated, and as HTML."""
        selected = {(each.row(), each.column()) for each in self.selectedIndexes()}
        rows = sorted({row for row, _ in selected}) or range(self.rowCount())
        columns = sorted({column for _, column in selected}) or range(self.columnCount())
        lines = [[self._words(self.horizontalHeaderItem(column)) for column in columns]]
        for row in rows:
            shown = (not selected or (row, column) in selected for column in columns)
            lines.append(
                [
                    self._words(self.item(row, column)) if there else ""
                    for column, there in zip(columns, shown, strict=True)
                ]
            )
        held = QMimeData()
        held.setText("".join("\t".join(map(_in_one_line, line)) + "\n" for line in lines))
        held.setHtml(_as_html(lines))
        QApplication.clipboard().setMimeData(held)

    @staticmethod
    def _words(item: QTableWidgetItem | None) -> str:
        return "" if item is None else item.text()

    def _needed(self, heading: str, texts: list[str]) -> int:
        """The least width of a column: no number is ever cut, and no word of its heading."""
        longest = max((self.fontMetrics().horizontalAdvance(text) for text in _longest(texts)), default=0)
        words = max(map(self.horizontalHeader().fontMetrics().horizontalAdvance, heading.split()), default=0)
        return max(longest + _CELL_MARGIN, words + _HEADING_MARGIN, _LEAST)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_room()

    def _give_room(self) -> None:
        """Columns share what they do not need; where they need more than there is, the table scrolls.

        The head is as high as its longest heading needs in the width of its column.
        """
        if not self._least:
            return
        header = self.horizontalHeader()
        spare = max(self.viewport().width() - sum(self._least), 0) // len(self._least)
        heights = []
        for column, least in enumerate(self._least):
            self.setColumnWidth(column, least + spare)
            room = QRect(0, 0, least + spare - _HEADING_MARGIN, 1000)
            item = self.horizontalHeaderItem(column)
            words = "" if item is None else item.text()
            heights.append(header.fontMetrics().boundingRect(room, _WRAPPED.value, words).height())
        header.setFixedHeight(max(heights, default=0) + _HEADING_MARGIN)


def _in_one_line(text: str) -> str:
    """Text that a spreadsheet takes neither for more cells nor for a formula."""
    flat = " ".join(text.split())
    return flat if _NUMBER.fullmatch(flat) else spelled(flat)


def _as_html(lines: list[list[str]]) -> str:
    head, *body = ["".join(f"<td>{escape(text)}</td>" for text in line) for line in lines]
    rows = "".join(f"<tr>{row}</tr>" for row in body)
    return f'<meta charset="utf-8"><table><tr>{head.replace("td>", "th>")}</tr>{rows}</table>'


def _longest(texts: list[str]) -> list[str]:
    """The few that may be the widest."""
    return sorted(set(texts), key=len, reverse=True)[:4]


def _text(value: float, towards: Rounding | None) -> str:
    """A number; one that is a bound to its side."""
    if math.isnan(value):
        return ""
    return number(value if towards is None else RoundedBound(value, towards))
