"""Whether the ledger is whole: what was checked, what its witness says, and what a failure means."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout

from explorer.app.core.release_messages import LedgerChanged
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.ledger.ledger_view import Ledger
from explorer.app.ledger.verification_summary import WITNESSED, entries, meaning
from explorer.gui.ledger.shown_ledger import Shown, question
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.label import Label
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_, Sentence


class Verification(Panel):
    """Two sentences where all is well, three more where it is not."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        card.head.stand_alone()
        self._shown = Shown(context)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(context.theme.size(8))
        self._column = Column(context.theme.size(8), self)
        self._verdict = context.label(None, "section", self._column.inside, wrap=True)
        self._column.lines.addWidget(self._verdict)
        self._chain, self._chain_info = self._line("ledger-chain")
        self._witness, self._witness_info = self._line("ledger-witness")
        self._meaning = [context.label(None, "body", self._column.inside, wrap=True) for _ in range(3)]
        for label in self._meaning:
            self._column.lines.addWidget(label)
        self._column.lines.addStretch(1)
        outer.addWidget(self._column, 1)
        row = QHBoxLayout()
        self._again = QPushButton(context.say(N_("Verify again")), self)
        self._again.clicked.connect(self._verify)
        row.addWidget(self._again)
        row.addStretch(1)
        outer.addLayout(row)

    def _line(self, fact: str) -> tuple[Label, InfoButton]:
        inside = self._column.inside
        row = QHBoxLayout()
        label, info = (
            self._context.label(None, "body", inside, wrap=True),
            InfoButton(self._context, fact, inside),
        )
        row.addWidget(label, 1)
        row.addWidget(info)
        self._column.lines.addLayout(row)
        return label, info

    def _verify(self) -> None:
        self._context.store.dispatch(LedgerChanged())

    def wanted(self, state: State) -> tuple[Request, ...]:
        return (question(self._context, state),)

    def show_state(self, state: State, answers: Answered) -> None:
        if not self._shown.follow(state, answers):
            return
        ledger = self._shown.ledger
        self._card.head.work(not self._shown.current)
        self._again.setEnabled(self._shown.current)
        self._verdict.setText(self._context.say(_verdict(ledger)))
        how = None if ledger is None else ledger.verified
        for label, info, words in (
            (self._chain, self._chain_info, entries(how) if how else None),
            (self._witness, self._witness_info, WITNESSED[how.witnessed] if how else None),
        ):
            label.setText(self._context.say(words) if words is not None else "")
            label.setVisible(words is not None)
            info.setVisible(words is not None)
        parts = meaning(ledger) if ledger is not None and ledger.refused is not None else ()
        for place, label in enumerate(self._meaning):
            label.setVisible(place < len(parts))
            if place < len(parts):
                label.setText(self._context.say(parts[place]))


def _verdict(ledger: Ledger | None) -> Sentence:
    if ledger is None:
        return N_("The ledger is being read")
    if ledger.missing:
        return N_("It is missing")
    if ledger.replaced:
        return N_("It is another ledger")
    if ledger.refused is not None:
        return N_("No: it is refused")
    return N_("Yes, it is intact") if ledger.verified is not None else N_("There is no ledger yet")
