"""Where the advanced bounds begin to pay: each crossing with its k, ε and δ', or why there is none."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from explorer.app.figures.composition import assumption
from explorer.app.message import PresetChosen
from explorer.app.presets import PRESETS
from explorer.app.readings import Begin, begins
from explorer.app.request import Request, searched
from explorer.app.shared_total import outdated
from explorer.app.state import State, Workspace
from explorer.gui.card import Card
from explorer.gui.column import Column
from explorer.gui.context import Context
from explorer.gui.dimming import dim
from explorer.gui.explain import InfoButton
from explorer.gui.panel import Panel
from explorer.jobs import Answered
from explorer.language import number
from explorer.mark import N_
from explorer.privacy.composition import every_composition

HEADINGS = (N_("bound"), N_("begins at k"), N_("ε there"), N_("δ' there"), N_("what to know"))
_DIGITS = (3, 3, 4)  # of k, ε and δ', which has as many wherever it stands


class Crossings(Panel):
    """A small table, a preset, and the sentence that the textbook leaves out."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__()
        self._context, self._card = context, card
        self._seen: tuple[object, ...] = ()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        column = Column(context.theme.size(6), self)
        outer.addWidget(column)
        lines = column.lines
        grid = QGridLayout()
        grid.setHorizontalSpacing(context.theme.size(20))
        grid.setVerticalSpacing(context.theme.size(4))
        self._rows: list[list[QLabel]] = []
        self._shown: tuple[Begin, ...] = ()
        self._fill(grid)
        grid.setColumnStretch(len(HEADINGS) - 1, 1)
        lines.addLayout(grid)
        for preset, entry in PRESETS.items():
            if entry.workspace is not Workspace.COMPOSE:
                continue
            button = QPushButton(context.say(entry.title), self)
            button.setProperty("preset", preset)
            button.clicked.connect(self._preset)
            lines.addWidget(button, alignment=Qt.AlignmentFlag.AlignLeft)
        lines.addStretch(1)

    def _fill(self, grid: QGridLayout) -> None:
        """Headings and one row a bound; a name and the first number have what explains them beside them."""
        headings = [self._context.label(heading, "label", self) for heading in HEADINGS]
        self._place(grid, 0, headings, {1: "crossing"})
        for row, bound in enumerate((each for each in every_composition() if each != "sequential"), 1):
            cells = [QLabel(self) for _ in HEADINGS]
            for cell in cells:
                cell.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            cells[-1].setObjectName("muted")
            cells[-1].setWordWrap(True)
            self._place(grid, row, cells, {0: f"bound-{bound}"})
            self._rows.append(cells)

    def _place(self, grid: QGridLayout, row: int, cells: Sequence[QLabel], facts: dict[int, str]) -> None:
        for column, cell in enumerate(cells):
            if column not in facts:
                grid.addWidget(cell, row, column)
                continue
            beside = QHBoxLayout()
            beside.setSpacing(self._context.theme.size(4))
            beside.addWidget(cell)
            beside.addWidget(InfoButton(self._context, facts[column], self))
            beside.addStretch(1)
            grid.addLayout(beside, row, column)

    def _preset(self) -> None:
        self._context.store.dispatch(PresetChosen(str(self.sender().property("preset"))))

    def wanted(self, state: State) -> tuple[Request, ...]:
        return searched(state)

    def show_state(self, state: State, answers: Answered) -> None:
        refusal = outdated(state, "composing.count", "composing.horizon", "composing.total_epsilon")
        seen = (state.setting, state.composing.total_delta, refusal, answers.arrivals)
        if seen == self._seen:
            return
        self._seen = seen
        if refusal is None:
            self._card.head.assume(self._context.say(assumption(state)))
        else:
            why = N_("as before: {why}", why=refusal.sentence)
            self._card.head.assume(self._context.say(why), refused=True)
        for cells in self._rows:
            dim(cells[1:], refusal is not None)
        found = begins(state, answers)
        for cells, begin, before in zip(self._rows, found, self._shown or (None,) * len(found), strict=True):
            if begin != before:
                self._show(cells, begin)
        self._shown = found

    def _show(self, cells: list[QLabel], begin: Begin) -> None:
        theme = self._context.theme
        dot = f'<span style="color:{theme.colours[begin.colour]}">●</span>'
        name = f"{dot}&nbsp; {self._context.say(begin.title)}"
        values: list[tuple[float | None, ...]] = [(begin.count,), (begin.epsilon,), (begin.delta_prime,)]
        if begin.until is not None:
            values = [(*value, end) for value, end in zip(values, begin.until, strict=True)]
        cells[0].setText(name)
        for cell, value, digits in zip(cells[1:4], values, _DIGITS, strict=True):
            cell.setText(" … ".join(number(each, digits) for each in value if each is not None) or "–")
            cell.setFont(theme.font(strong=value[0] is not None))
        cells[4].setText(self._context.say(begin.remark))
