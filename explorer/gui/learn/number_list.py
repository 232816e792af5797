"""The numbers of a step: the large one with its words, then a row each, with what was guessed before them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from explorer.app.learn.lesson_way import Way
from explorer.app.learn.number_rows import Row, key_line, rows_of
from explorer.gui.shell.context import Context
from explorer.gui.widgets.dimmed_numbers import dim
from explorer.gui.widgets.label import Label
from explorer.lessons.parts.scene import Scene


class NumberList(QWidget):
    """Labels that are kept: only their words change while something is dragged."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        size = context.theme.size
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(size(2))
        large = QHBoxLayout()
        large.setSpacing(size(12))
        self.key = context.label(None, "key", self)
        self._after = context.label(None, "body", self, wrap=True)
        large.addWidget(self.key)
        large.addWidget(self._after, 1)
        lines.addLayout(large)
        self._kind = context.label(None, "label", self, wrap=True)
        lines.addWidget(self._kind)
        lines.addSpacing(size(6))
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(size(12))
        self._grid.setVerticalSpacing(size(1))
        self._grid.setColumnStretch(0, 1)
        lines.addLayout(self._grid)
        self._rows: list[tuple[Label, Label, Label]] = []
        self.setMinimumWidth(1)

    def show_numbers(self, way: Way, scene: Scene, current: bool) -> None:
        """Those of a scene; dimmed where they are of an earlier setting."""
        say, key = self._context.say, scene.key
        for label in (self.key, self._after, self._kind):
            label.setVisible(key is not None)
        if key is not None:
            words, kind = key_line(scene)
            self.key.setText(say(key.said))
            self._after.setText(say(words))
            self._kind.setText(say(kind))
            self._kind.setToolTip(key.source)
        rows = rows_of(way, scene)
        for place, row in enumerate(rows):
            self._show_row(place, row)
        for labels in self._rows[len(rows) :]:
            for label in labels:
                label.hide()
        dim((self.key,), not current)
        dim([label for labels in self._rows for label in labels], not current)
        self.setVisible(bool(rows) or key is not None)

    def _show_row(self, place: int, row: Row) -> None:
        if place == len(self._rows):
            self._add_row()
        name, said, kind = self._rows[place]
        say = self._context.say
        name.setText(say(row.label))
        said.setText(say(row.said))
        kind.setText("" if row.kind is None else say(row.kind))
        for label in (name, said, kind):
            label.setToolTip(row.source)
        name.show()
        said.show()
        kind.setVisible(row.kind is not None)

    def _add_row(self) -> None:
        """Name and number side by side, what kind of number it is beneath."""
        context, at = self._context, 2 * len(self._rows)
        name = context.label(None, "body", self, wrap=True)
        said = context.label(None, "boxTitle", self)
        kind = context.label(None, "label", self, wrap=True)
        said.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(name, at, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(said, at, 1)
        self._grid.addWidget(kind, at + 1, 0, 1, 2)
        self._grid.setRowMinimumHeight(at, context.theme.size(22))
        self._rows.append((name, said, kind))
