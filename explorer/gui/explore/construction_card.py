"""The card of iterative construction: the picture, and beneath it rounds, people and which run is shown."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from explorer.app.core.state import State
from explorer.gui.canvas.figure_card import AroundPicture, FigureCard
from explorer.gui.fields.number_rows import NumberRow
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.workspaces.card_layout import spec_of
from explorer.jobs import Answered

_FIELD = 56  # pixels
_SHARES = (3, 5, 4)  # of the width: the names differ in length
FIELDS = ("learning.rounds", "learning.people", "learning.run")


class ConstructionCard(AroundPicture):
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
        for row, share in zip(self._rows, _SHARES, strict=True):
            controls.addWidget(row, share)
        lines.addLayout(controls)
        self._seen: tuple[object, ...] = ()

    def show_state(self, state: State, answers: Answered) -> None:
        self._card.show_state(state, answers)
        seen = (state.learning, state.refused)
        if seen == self._seen:
            return
        self._seen = seen
        for row in self._rows:
            row.show_state(state)
