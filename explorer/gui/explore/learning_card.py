"""The card of iterative construction: the picture, and beneath it rounds, people and which run is shown."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.plotting.figure import Figure
from explorer.gui.canvas.figure_canvas import Canvas
from explorer.gui.canvas.figure_card import FigureCard
from explorer.gui.fields.number_rows import NumberRow
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.workspaces.card_layout import spec_of
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered

_FIELD = 64  # pixels
FIELDS = ("learning.rounds", "learning.people", "learning.run")


class LearningCard(Panel):
    """The rounds are also dragged in the picture."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        lines, gap = QVBoxLayout(self), context.theme.size(8)
        lines.setContentsMargins(0, 0, 0, 0)
        self._card = FigureCard(context, card, spec_of("learning"))
        lines.addWidget(self._card, 1)
        controls = QHBoxLayout()
        controls.setSpacing(gap)
        self._rows = tuple(NumberRow(context, path, self, width=_FIELD) for path in FIELDS)
        for row in self._rows:
            controls.addWidget(row, 1)
        lines.addLayout(controls)
        self._seen: tuple[object, ...] = ()

    @property
    def canvas(self) -> Canvas:
        """The picture on the screen."""
        return self._card.canvas

    @property
    def figure(self) -> Figure | None:
        """What is shown."""
        return self._card.figure

    def wanted(self, state: State) -> tuple[Request, ...]:
        return self._card.wanted(state)

    def show_state(self, state: State, answers: Answered) -> None:
        self._card.show_state(state, answers)
        seen = (state.learning, state.refused)
        if seen == self._seen:
            return
        self._seen = seen
        for row in self._rows:
            row.show_state(state)
