"""Where the advanced bounds begin to pay: each crossing with its k, ε and δ', or why there is none."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from explorer.app.compose.bounds_at_k import Begin, begins
from explorer.app.compose.figures.composition import assumption
from explorer.app.compose.group_total import outdated
from explorer.app.core.message import PresetChosen
from explorer.app.core.request import Request, searched
from explorer.app.core.state import State, Workspace
from explorer.app.explore.presets import PRESETS
from explorer.gui.access.roving_focus import Roving
from explorer.gui.compose.curve_dot import CurveDot
from explorer.gui.fields.number_rows import link
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column
from explorer.gui.widgets.dimmed_numbers import dim
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.label import Label
from explorer.gui.widgets.selectable import Selectable
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.language import number
from explorer.mark import N_
from explorer.privacy.composition import every_composition

HEADINGS = (N_("bound"), N_("starts at k"), N_("ε there"), N_("δ' there"))
_NAMED = 150  # pixels that a name has in the narrowest card
_WIDEST = ("8,888", "88.88", "88.88")  # numbers: columns of that width rest while the numbers change


class _Row(NamedTuple):
    """What is said of one bound."""

    dot: CurveDot
    name: Label
    numbers: tuple[Selectable, ...]
    remark: Label


class Crossings(Panel):
    """A small table, a preset, and the sentence that the textbook leaves out."""

    takes_turns = True

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        self._seen: tuple[object, ...] = ()
        self._buttons = Roving(self)  # of the presets and the dots: one stop of Tab
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        column = Column(context.theme.size(6), self, by_buttons=True)
        outer.addWidget(column)
        lines = column.lines
        lines.addLayout(self._presets())
        grid = QGridLayout()
        grid.setHorizontalSpacing(context.theme.size(14))
        grid.setVerticalSpacing(0)
        self._rows: list[_Row] = []
        self._shown: tuple[Begin, ...] = ()
        self._dimmed = False
        self._fill(grid)
        grid.setColumnMinimumWidth(0, context.theme.size(_NAMED))
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(len(HEADINGS), 1)  # in a wide card the numbers stay near the names
        lines.addLayout(grid)
        lines.addStretch(1)

    def _presets(self) -> QHBoxLayout:
        """The settings of the books, above the table, where they are seen."""
        row = QHBoxLayout()
        row.addWidget(self._context.label(N_("As in Dwork–Roth:"), "label", self))
        presets = self._buttons
        for preset, entry in PRESETS.items():
            if entry.workspace is Workspace.COMPOSE and entry.brief is not None:
                button = link(self._context, entry.brief, self)
                button.setAccessibleName(self._context.say(entry.title))
                button.setToolTip(button.accessibleName())
                button.setProperty("preset", preset)
                button.clicked.connect(self._preset)
                row.addWidget(button)
                presets.take(button)
        row.addStretch(1)
        return row

    def _fill(self, grid: QGridLayout) -> None:
        """Headings and one row a bound; a name and the first number have what explains them beside them."""
        for column, heading in enumerate(HEADINGS):
            words = self._context.label(heading, "label", self)
            if column == 1:
                grid.addLayout(self._beside("crossing", words), 0, column)
            else:
                grid.addWidget(words, 0, column)
        bounds = [each for each in every_composition() if each != "sequential"]
        for place, bound in enumerate(bounds):
            line = 3 * place + 1  # the numbers, what is remarked of them, a gap
            row = _Row(
                CurveDot(self._context, self),
                Label("", self, wrap=True),
                tuple(Selectable(self) for _ in HEADINGS[1:]),
                self._context.label(None, "label", self, wrap=True),
            )
            grid.addLayout(self._beside(f"bound-{bound}", row.dot, row.name), line, 0)
            for column, (cell, widest) in enumerate(zip(row.numbers, _WIDEST, strict=True), 1):
                cell.rest_at(widest)
                grid.addWidget(cell, line, column)
            row.remark.setContentsMargins(self._context.theme.size(18), 0, 0, 0)
            grid.addWidget(row.remark, line + 1, 0, 1, len(HEADINGS) + 1)  # as wide as the card
            grid.setRowMinimumHeight(line + 2, self._context.theme.size(5))
            self._rows.append(row)
            self._buttons.take(row.dot)

    def _beside(self, fact: str, *cells: QWidget) -> QHBoxLayout:
        """Some cells with what explains them."""
        beside = QHBoxLayout()
        beside.setSpacing(self._context.theme.size(4))
        for cell in cells:
            beside.addWidget(cell, 0, Qt.AlignmentFlag.AlignVCenter)
        beside.addWidget(InfoButton(self._context, fact, self))
        beside.addStretch(1)
        return beside

    def _preset(self) -> None:
        self._context.store.dispatch(PresetChosen(str(self.sender().property("preset"))))

    def wanted(self, state: State) -> tuple[Request, ...]:
        return searched(state)

    def show_state(self, state: State, answers: Answered) -> None:
        refusal = outdated(state, "composing.count", "composing.horizon", "composing.total_epsilon")
        seen = (state.setting, state.composing.total_delta, state.hidden, refusal, answers.arrivals)
        if seen == self._seen:
            return
        self._seen = seen
        if refusal is None:
            self._card.head.assume(self._context.say(assumption(state)))
        else:
            why = N_("unchanged: {why}", why=refusal.sentence)
            self._card.head.assume(self._context.say(why), refused=True)
        if self._dimmed != (refusal is not None):
            self._dimmed = refusal is not None
            for row in self._rows:
                dim((*row.numbers, row.remark), self._dimmed)
        found = begins(state, answers)
        for row, begin, before in zip(self._rows, found, self._shown or (None,) * len(found), strict=True):
            if begin != before:
                self._show(row, begin)
        self._shown = found
        for row in self._rows:
            row.dot.show_hidden(state.hidden)

    def _show(self, row: _Row, begin: Begin) -> None:
        theme = self._context.theme
        row.dot.show_bound(begin.bound, begin.title, theme.colour(begin.colour))
        row.name.setText(self._context.say(begin.title))
        values: list[tuple[float | None, ...]] = [(begin.count,), (begin.epsilon,), (begin.delta_prime,)]
        if begin.until is not None:
            values = [(*value, end) for value, end in zip(values, begin.until, strict=True)]
        for cell, value in zip(row.numbers, values, strict=True):
            cell.setText(" … ".join(number(each) for each in value if each is not None) or "–")
            if cell.font().bold() != (value[0] is not None):
                cell.setFont(theme.font(strong=value[0] is not None))
        row.remark.setText(self._context.say(begin.remark))
