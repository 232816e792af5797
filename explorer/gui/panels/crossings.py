"""Where the advanced bounds begin to pay: each crossing with its k, ε and δ', or why there is none."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout

from explorer.app.figures.composition import assumption
from explorer.app.message import PresetChosen
from explorer.app.presets import PRESETS
from explorer.app.readings import Begin, begins
from explorer.app.state import State
from explorer.gui.card import Card
from explorer.gui.context import Context
from explorer.gui.panel import Panel
from explorer.jobs import Answered
from explorer.language import number
from explorer.mark import N_
from explorer.privacy.composition import every_composition

HEADINGS = (N_("bound"), N_("begins at k"), N_("ε there"), N_("δ' there"), N_("what to know"))


class Crossings(Panel):
    """A small table, a preset, and the sentence that the textbook leaves out."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__()
        self._context, self._card = context, card
        self._seen: tuple[object, ...] = ()
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        grid = QGridLayout()
        grid.setHorizontalSpacing(context.theme.size(20))
        grid.setVerticalSpacing(context.theme.size(4))
        for column, heading in enumerate(HEADINGS):
            grid.addWidget(context.label(heading, "label", self), 0, column)
        self._rows: list[list[QLabel]] = []
        for row in range(1, len(every_composition())):
            cells = [QLabel(self) for _ in HEADINGS]
            for column, cell in enumerate(cells):
                cell.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                grid.addWidget(cell, row, column)
            cells[-1].setObjectName("muted")
            cells[-1].setWordWrap(True)
            self._rows.append(cells)
        grid.setColumnStretch(len(HEADINGS) - 1, 1)
        lines.addLayout(grid)
        lines.addStretch(1)
        for preset, entry in PRESETS.items():
            button = QPushButton(context.say(entry.title), self)
            button.setProperty("preset", preset)
            button.clicked.connect(self._preset)
            lines.addWidget(button, alignment=Qt.AlignmentFlag.AlignLeft)

    def _preset(self) -> None:
        self._context.store.dispatch(PresetChosen(str(self.sender().property("preset"))))

    def show_state(self, state: State, answers: Answered) -> None:
        seen = (state.setting, state.composing.total_delta)
        if seen == self._seen:
            return
        self._seen = seen
        self._card.head.assume(self._context.say(assumption(state)))
        for cells, begin in zip(self._rows, begins(state), strict=True):
            self._show(cells, begin)

    def _show(self, cells: list[QLabel], begin: Begin) -> None:
        theme = self._context.theme
        dot = f'<span style="color:{theme.colours[begin.colour]}">●</span>'
        name = f"{dot}&nbsp; {self._context.say(begin.title)}"
        values = [begin.count, begin.epsilon, begin.delta_prime]
        cells[0].setText(name)
        for cell, value in zip(cells[1:4], values, strict=True):
            cell.setText("–" if value is None else number(value, 3))
            cell.setFont(theme.font(strong=value is not None))
        cells[4].setText(self._context.say(begin.remark))
