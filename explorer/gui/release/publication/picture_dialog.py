"""Of which table of a release a picture is exported."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QComboBox

from explorer.gui.shell.context import Context
from explorer.gui.widgets.question import Question
from explorer.mark import N_
from explorer.release.drawn import Drawn

_WIDTH = 420


def pictured(drawn: Drawn) -> tuple[int, ...]:
    """The tables of a release that have a picture: those of counts."""
    return tuple(index for index, each in enumerate(drawn.queries) if each.declared.counts_cells)


class PictureDialog(Question):
    """`export` takes the position of the table. Nothing is drawn or spent."""

    def __init__(self, context: Context, drawn: Drawn, export: Callable[[int], None]) -> None:
        super().__init__(context, _WIDTH)
        self._export = export
        title = N_("A picture of release {sequence:plain}", sequence=drawn.sequence)
        self.setWindowTitle(context.say(title))
        self.lines.addWidget(context.label(title, "section", self))
        words = N_("The noised counts of one table with their margins, and the words of the publication.")
        self.lines.addWidget(context.label(words, "body", self, wrap=True))
        self._tables = QComboBox(self)
        self._tables.setAccessibleName(context.say(N_("table")))
        for index in pictured(drawn):
            self._tables.addItem(drawn.queries[index].name, index)
        self.lines.addWidget(self._tables)
        self.add_answer(context, N_("Export the picture …"), self._chosen)

    def _chosen(self) -> None:
        index = int(self._tables.currentData())
        self.accept()
        self._export(index)
