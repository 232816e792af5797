"""What the cards of the ledger share: which ledger is read, and what was last seen of it."""

from __future__ import annotations

from pathlib import Path

from explorer.app.core.state import State
from explorer.app.ledger.ledger_view import Ledger, LedgerRead, standing
from explorer.gui.shell.context import Context
from explorer.jobs import Answered
from explorer.privacy.refusal import LedgerRefused
from explorer.release.ledger.locations import ledger_folder


def folder_of(context: Context, state: State) -> Path | None:
    """The ledger that is looked at: this computer's own, or the example's temporary one, never both."""
    return context.demonstration.made if state.ledger.example else ledger_folder()


def question(context: Context, state: State) -> LedgerRead:
    """What is asked in the background."""
    return LedgerRead(folder_of(context, state), state.ledger.revision)


def charged(context: Context, state: State, answers: Answered) -> tuple[LedgerRead | None, Ledger | None]:
    """The question about the ledger that a release would be charged to, and its newest answer."""
    if not state.releasing.plan:
        return None, None
    try:
        folder = ledger_folder(context.demonstration.ledger_for(state.releasing.csv))
    except LedgerRefused as refusal:
        return None, Ledger(refused=refusal.sentence)
    asked = LedgerRead(folder, state.ledger.revision)
    return asked, standing(asked, answers)[0]


class Shown:
    """What a card last saw of the ledger: it stays until the next reading has come."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._seen: object = None
        self._folder: Path | None = None
        self.ledger: Ledger | None = None
        self.current = False

    def follow(self, state: State, answers: Answered, *more: object) -> bool:
        """Take over the newest answer; False where neither it nor `more` has changed since."""
        asked = question(self._context, state)
        found, self.current = standing(asked, answers)
        if found is not None or asked.folder != self._folder:
            self.ledger = found
        self._folder = asked.folder
        refused = (state.refused.get("ledger"), state.refused.get("ledger.export"))
        seen = (self.ledger, self.current, state.ledger, *refused, asked.folder, *more)
        if seen == self._seen:
            return False
        self._seen = seen
        return True
