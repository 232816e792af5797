"""After k releases: what they come to together, and what every composition bound says of it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout

from explorer.app.compose import answer, budget_line
from explorer.app.compose.bounds_at_k import cheapest, questions, readings
from explorer.app.compose.group_total import grouped, outdated, protects, sampled_in
from explorer.app.core.message import AllCurvesShown
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.gui.access.roving_focus import Roving
from explorer.gui.compose.answer_pane import AnswerPane
from explorer.gui.compose.bound_family import TITLES, BoundFamily
from explorer.gui.compose.rhythm_menu import RhythmMenu
from explorer.gui.fields.number_field import NumberField
from explorer.gui.fields.number_rows import ExplainedLine, NumberRow, link, strip
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column, Lines, ParameterRows
from explorer.gui.widgets.dimmed_numbers import dim
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_

ROWS = ("composing.count", "composing.total_delta")
GROUP = "reading.group"
_FIELD = 104  # wide enough for 1.266·10⁻¹⁴
_LEAST = 62  # pixels of width, in which a name of a number stands in one line
_LOW = 760  # pixels of height, below which there are no sliders
ADAPTIVE = N_(
    "Also holds when each release is chosen after seeing the earlier ones; ε, δ and ρ are fixed beforehand"
)
ADAPTIVE_ON_A_SAMPLE = N_(
    "{adaptive}. Numerical (PLD) accounting on a sample: the same unit is added in every release, "
    "or removed in every release",
    adaptive=ADAPTIVE,
)


class AnswerCard(Panel):
    """k and δ, which stay in sight; below them the answer, the bounds by family, and for whom all that is."""

    takes_turns = True

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context = context
        self._seen: tuple[object, ...] = ()
        self._rhythm = RhythmMenu(context, card, self, self._go_to_count)
        self.setMinimumWidth(context.theme.size(_LEAST))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(context.theme.size(6))
        top = Lines(context.theme.size(4), self)
        self._parameters = ParameterRows(context, ROWS, top, ends=False)
        self._short = [NumberRow(context, path, top.inside, width=_FIELD) for path in ROWS]
        for row in self._short:
            top.lines.addWidget(row)
        self._before = context.label(None, "refusal", top.inside, wrap=True)
        top.lines.addWidget(self._before)
        outer.addWidget(top)
        outer.addWidget(strip(self))
        column = Column(context.theme.size(6), self, by_buttons=True)
        column.setMinimumHeight(1)  # where there is hardly any room, k and δ have it
        self._fill(column)
        outer.addWidget(column, 1)
        self._shorten(False)

    def _go_to_count(self) -> None:
        """A year of releases is where many begin: another number can be typed at once."""
        self._context.store.frame()  # the number that is replaced stands there
        for row in (self._parameters.rows[ROWS[0]], self._short[0]):
            field = row.findChild(NumberField)
            if field is not None and field.isVisible():
                field.setFocus(Qt.FocusReason.OtherFocusReason)
                field.selectAll()

    def _fill(self, column: Column) -> None:
        context, lines, inside = self._context, column.lines, column.inside
        self._answer = AnswerPane(context, inside)
        lines.addWidget(self._answer)
        lines.addWidget(strip(inside))
        self._budget = ExplainedLine(context, "releases-within", inside)
        lines.addWidget(self._budget)
        self._heading = context.label(None, "section", inside, wrap=True)
        lines.addWidget(self._heading)
        self._every = link(context, N_("Show all curves"), inside)
        self._every.clicked.connect(self._all_shown)
        lines.addWidget(self._every, alignment=Qt.AlignmentFlag.AlignLeft)
        self._families = [BoundFamily(context, family, inside) for family in TITLES]
        for family in self._families:
            lines.addWidget(family)
        dots = [dot for family in self._families for dot in family.dots]
        folds = [family.fold for family in self._families]
        Roving(inside).take(*self._answer.acts, self._every, *folds, *dots)
        lines.addWidget(strip(inside))
        self._protects = ExplainedLine(context, "total-delta", inside)
        self._sampled = ExplainedLine(context, "sampling", inside)
        self._group = NumberRow(context, GROUP, inside)
        self._grouped = ExplainedLine(context, "group-total", inside)
        self._adaptive = ExplainedLine(context, "adaptive", inside)
        for words in (self._protects, self._sampled, self._group, self._grouped, self._adaptive):
            lines.addWidget(words)
        lines.addStretch(1)

    def _all_shown(self, _: bool = False) -> None:
        self._context.store.dispatch(AllCurvesShown())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low card k and δ are numbers without sliders."""
        super().resizeEvent(event)
        self._shorten(event.size().height() < self._context.theme.size(_LOW))

    def _shorten(self, short: bool) -> None:
        for row in self._parameters.rows.values():
            row.setVisible(not short)
        for line in self._short:
            line.setVisible(short)

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        return (*questions(state), answer.guess_question(state), *budget_line.questions(state))

    def show_state(self, state: State, answers: Answered) -> None:
        group = state.reading.group
        seen = (state.setting, state.composing, state.hidden, group, state.refused, answers.arrivals)
        if seen == self._seen:
            return
        self._seen = seen
        self._parameters.show(state)
        self._rhythm.show_state(state)
        for row in (*self._short, self._group):
            row.show_state(state)
        refusal = outdated(state)
        here = refusal is not None and any(refusal is state.refused.get(path) for path in ROWS)
        self._before.setVisible(refusal is not None and not here)  # beside its own field it is said already
        if refusal is not None:
            self._before.setText(self._context.say(N_("unchanged: {why}", why=refusal.sentence)))
        self._show_readings(state, answers, refusal is not None)

    def _show_readings(self, state: State, answers: Answered, before: bool) -> None:
        """The numbers; dimmed where they are those `before` something that was refused."""
        say, found = self._context.say, readings(state, answers)
        fitting = budget_line.fits(state, answers)
        best = next((each.bound for each in found if each.valid and each.current), None)
        self._answer.show_answer(answer.answer(state, answers, found, fitting), before)
        self._budget.say(budget_line.budget_words(state, fitting))
        self._heading.setText(say(N_("All bounds at k = {count}", count=state.composing.count)))
        for family in self._families:
            family.show_readings(found, best, fitting.counts, before, state.hidden)
        self._every.setVisible(bool(state.hidden))
        self._protects.say(protects(state))
        self._sampled.say(sampled_in(state))
        self._adaptive.say(ADAPTIVE if state.sampling_rate >= 1 else ADAPTIVE_ON_A_SAMPLE)
        self._grouped.say(grouped(state, cheapest(found)))
        dim((self._heading,), before)
        for words in (self._budget, self._protects, self._sampled, self._grouped):
            words.dim(before)
