"""All bounds at the k that is dragged, the cheapest guarantee first, and what it means for whom."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout

from explorer.app.compose.bounds_at_k import cheapest, questions, readings, saving
from explorer.app.compose.group_total import grouped, outdated, protects, sampled_in
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.gui.compose.bound_line import BoundLine, heading
from explorer.gui.shell.context import Context
from explorer.gui.shell.panel import Panel
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column, ParameterRows
from explorer.gui.widgets.dimming import dim
from explorer.gui.widgets.number_rows import ExplainedLine, NumberRow, strip
from explorer.jobs import Answered
from explorer.mark import N_
from explorer.privacy.composition import every_composition

ROWS = ("composing.count", "composing.total_delta")
GROUP = "reading.group"
_FIELD = 104  # wide enough for 1.266·10⁻¹⁴
_LOW = 300  # pixels of height, below which there are no sliders
_LOWEST = 180  # the same, below which the best bound comes first
ADAPTIVE = N_("Holds for adaptively chosen releases; ε, δ and ρ must be fixed beforehand")
ADAPTIVE_ON_A_SAMPLE = N_(
    "{adaptive}. Numerical (PLD) accounting on a sample: the same unit is added in every release, "
    "or removed in every release",
    adaptive=ADAPTIVE,
)


class Readout(Panel):
    """The k line in numbers."""

    def __init__(self, context: Context, _card: Card) -> None:
        super().__init__()
        self._context = context
        self._seen: tuple[object, ...] = ()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        column = Column(context.theme.size(6), self)
        lines, inside = column.lines, column.inside
        self._parameters = ParameterRows(context, ROWS, column, ends=False)
        self._short = [NumberRow(context, path, inside, width=_FIELD) for path in ROWS]
        for row in self._short:
            lines.addWidget(row)
        self._before = context.label(None, "refusal", inside, wrap=True)
        self._saving = context.label(None, "section", inside, wrap=True)
        self._protects = ExplainedLine(context, "total-delta", inside)
        self._sampled = ExplainedLine(context, "sampling", inside)
        lines.addWidget(self._before)
        lines.addWidget(self._saving)
        lines.addWidget(strip(inside))
        self._heading = heading(context, inside)
        lines.addWidget(self._heading)
        self._lines = [BoundLine(context, inside) for _ in every_composition()]
        for line in self._lines:
            lines.addWidget(line)
        lines.addWidget(strip(inside))
        self._group = NumberRow(context, GROUP, inside)
        self._grouped = ExplainedLine(context, "group-total", inside)
        self._adaptive = ExplainedLine(context, "adaptive", inside)
        self._adaptive.say(ADAPTIVE)
        for words in (self._protects, self._sampled, self._group, self._grouped, self._adaptive):
            lines.addWidget(words)
        lines.addStretch(1)
        outer.addWidget(column)

        self._shorten(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low card numbers without sliders leave room for the first bounds."""
        super().resizeEvent(event)
        height, size = event.size().height(), self._context.theme.size
        self._shorten(height < size(_LOW))
        self._saving.setVisible(height >= size(_LOWEST))

    def _shorten(self, short: bool) -> None:
        for row in self._parameters.rows.values():
            row.setVisible(not short)
        for line in self._short:
            line.setVisible(short)
        self._heading.setVisible(not short)
        for bound in self._lines:
            bound.shorten(short)

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        return questions(state)

    def show_state(self, state: State, answers: Answered) -> None:
        group = state.reading.group
        seen = (state.setting, state.composing, group, state.refused, answers.arrivals)
        if seen == self._seen:
            return
        self._seen = seen
        self._parameters.show(state)
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
        found = readings(state, answers)
        best = next((each.bound for each in found if each.valid and each.current), None)
        for line, reading in zip(self._lines, found, strict=True):
            line.show_reading(reading, reading.bound == best, before)
        self._saving.setText(self._context.say(saving(found)))
        self._protects.say(protects(state))
        self._sampled.say(sampled_in(state))
        self._adaptive.say(ADAPTIVE if state.sampling_rate >= 1 else ADAPTIVE_ON_A_SAMPLE)
        self._grouped.say(grouped(state, cheapest(found)))
        dim((self._saving,), before)
        for words in (self._protects, self._sampled, self._grouped):
            words.dim(before)
