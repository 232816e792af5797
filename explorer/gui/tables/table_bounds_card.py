"""What k releases of two probability tables cost together, under every bound."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout

from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.core.table_pair import TEXT
from explorer.app.tables.table_readings import bound_readings, number_question, repeated, total_sentence
from explorer.gui.compose.bound_line import BoundLine, heading
from explorer.gui.fields.number_rows import ExplainedLine, NumberRow, strip
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column
from explorer.gui.widgets.progress_note import Waiting
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_
from explorer.privacy.composition import every_composition

ROWS = ("tables.count", "tables.total_delta")
_FIELD = 104
_SAME_SIDE = N_(
    "Numerical (PLD) accounting: in every release the dataset is on the same side. The pair is fixed "
    "beforehand"
)


class TableBounds(Panel):
    """k and the total δ, the answer, and beneath it each bound with its kind."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        self._seen: tuple[object, ...] = ()
        card.head.stand_alone()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        column = Column(context.theme.size(6), self)
        outer.addWidget(column)
        inside, lines = column.inside, column.lines
        self._rows = [NumberRow(context, path, inside, width=_FIELD) for path in ROWS]
        for row in self._rows:
            lines.addWidget(row)
        self._total = ExplainedLine(context, "table-composed", inside, "section")
        lines.addWidget(self._total)
        lines.addWidget(strip(inside))
        lines.addWidget(heading(context, inside))
        self._bounds = [BoundLine(context, inside, hides=False) for _ in every_composition()]
        for bound in self._bounds:
            lines.addWidget(bound)
        lines.addWidget(strip(inside))
        lines.addWidget(context.label(_SAME_SIDE, "label", inside, wrap=True))
        lines.addStretch(1)
        self._waiting = Waiting(context, card, lambda: self.wanted(context.store.state), self._asked_anew)

    def wanted(self, state: State) -> tuple[Request, ...]:
        return (number_question(state),)

    def _asked_anew(self) -> None:
        self._seen = ()
        self._context.store.request_frame()

    def show_state(self, state: State, answers: Answered) -> None:
        seen = (state.tables, state.refused, answers.arrivals)
        if seen == self._seen:
            return
        self._seen = seen
        refusal = state.refused.get(TEXT)
        assumed = repeated(state) if refusal is None else N_("unchanged: {why}", why=refusal.sentence)
        self._card.head.assume(self._context.say(assumed), refused=refusal is not None)
        for row in self._rows:
            row.show_state(state)
        found = bound_readings(state, answers)
        pending = number_question(state) not in answers
        best = next((each.bound for each in found if each.valid and each.current), None)
        for line, reading in zip(self._bounds, found, strict=True):
            line.show_reading(reading, reading.bound == best, refusal is not None)
        self._total.say(total_sentence(state, found))
        self._total.dim(pending or refusal is not None)
        self._waiting.follow(pending)
