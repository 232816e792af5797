"""The numbers of a step: the large one with its words, and a row each, with what was guessed before them."""

from __future__ import annotations

from unicodedata import east_asian_width

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from explorer.app.learn.lesson_way import Way
from explorer.app.learn.number_rows import Row, key_line, rows_of
from explorer.gui.shell.context import Context
from explorer.gui.widgets.dimmed_numbers import dim
from explorer.gui.widgets.label import Label
from explorer.lessons.parts.scene import Scene

_SHORT = 12  # letters of what stands beside its name; a Chinese character is as wide as two
_BETWEEN = 6  # pixels from one number to the next


class KeyNumberLine(QWidget):
    """The one large number, its words, and what kind of number it is."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(2))
        large = QHBoxLayout()
        large.setSpacing(context.theme.size(12))
        self.number = context.label(None, "key", self)
        self._after = context.label(None, "body", self, wrap=True)
        large.addWidget(self.number)
        large.addWidget(self._after, 1)
        lines.addLayout(large)
        self._kind = context.label(None, "label", self, wrap=True)
        lines.addWidget(self._kind)
        self.setMinimumWidth(1)

    def show_key(self, scene: Scene, current: bool) -> None:
        """That of a scene; dimmed where it is of an earlier setting."""
        self.setVisible(scene.key is not None)
        if scene.key is None:
            return
        say = self._context.say
        words, kind = key_line(scene)
        self.number.setText(say(scene.key.said))
        self._after.setText(say(words))
        self._kind.setText(say(kind))
        self._kind.setToolTip(scene.key.source)
        dim((self.number,), not current)


class NumberList(QWidget):
    """Labels that are kept: only their words change while something is dragged."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(context.theme.size(12))
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(0, 1)
        self._rows: list[tuple[Label, Label, Label]] = []
        self._long: set[int] = set()  # rows whose words stand beneath their name
        self.setMinimumWidth(1)

    def show_numbers(self, way: Way, scene: Scene, current: bool) -> None:
        """Those of a scene; dimmed where they are of an earlier setting."""
        rows = rows_of(way, scene)
        for place, row in enumerate(rows):
            self._show_row(place, row)
        for labels in self._rows[len(rows) :]:
            for label in labels:
                label.hide()
        dim([label for labels in self._rows for label in labels], not current)
        self.setVisible(bool(rows))

    def _show_row(self, place: int, row: Row) -> None:
        if place == len(self._rows):
            self._add_row()
        name, said, kind = self._rows[place]
        say, text = self._context.say, self._context.say(row.said)
        name.setText(say(row.label))
        said.setText(text)
        long = sum(2 if east_asian_width(each) in "WF" else 1 for each in text) > _SHORT
        self._stand(place, long)
        said.setMinimumWidth(1 if long else said.fontMetrics().horizontalAdvance(text) + 2)  # never cut
        kind.setText("" if row.kind is None else say(row.kind))
        for label in (name, said, kind):
            label.setToolTip(row.source)
        name.show()
        said.show()
        kind.setVisible(row.kind is not None)

    def _stand(self, place: int, long: bool) -> None:
        """A number stands beside its name, words stand beneath it."""
        if (place in self._long) == long:
            return
        self._long ^= {place}
        said, at = self._rows[place][1], 4 * place
        self._grid.removeWidget(said)
        if long:
            self._grid.addWidget(said, at + 1, 0, 1, 2, Qt.AlignmentFlag.AlignTop)
            said.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        else:
            self._grid.addWidget(said, at, 1, Qt.AlignmentFlag.AlignTop)
            said.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)

    def _add_row(self) -> None:
        """Name and number side by side, what kind of number it is beneath."""
        context, at = self._context, 4 * len(self._rows)
        name = context.label(None, "body", self, wrap=True)
        said = context.label(None, "boxTitle", self, wrap=True)
        kind = context.label(None, "label", self, wrap=True)
        said.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(name, at, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(said, at, 1, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(kind, at + 2, 0, 1, 2, Qt.AlignmentFlag.AlignTop)
        self._grid.setRowMinimumHeight(at + 3, context.theme.size(_BETWEEN))
        self._rows.append((name, said, kind))
