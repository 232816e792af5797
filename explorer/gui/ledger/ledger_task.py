"""What the cards of the ledger share: which ledger is read, and acts on it in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from explorer.app.core.state import State
from explorer.app.ledger.ledger_view import Ledger, LedgerRead, standing
from explorer.gui.shell.context import Context
from explorer.gui.shell.worker import Errand
from explorer.jobs import Answered
from explorer.privacy.refusal import LedgerRefused, Refusal
from explorer.release.ledger.locations import ledger_folder
from explorer.release.sources.table import Interrupted

Report = Callable[[float], None]
Stopped = Callable[[], bool]


def folder_of(context: Context, state: State) -> Path | None:
    """The ledger that is looked at: this computer's own, or the example's temporary one, never both."""
    return context.demonstration.made if state.ledger.example else ledger_folder()


def question(context: Context, state: State) -> LedgerRead:
    """What is asked in the background."""
    return LedgerRead(folder_of(context, state), state.ledger.turn)


def charged(context: Context, state: State, answers: Answered) -> tuple[LedgerRead | None, Ledger | None]:
    """The question about the ledger that a release would be charged to, and its newest answer."""
    if not state.releasing.plan:
        return None, None
    try:
        folder = ledger_folder(context.demonstration.ledger_for(state.releasing.csv))
    except LedgerRefused as refusal:
        return None, Ledger(refused=refusal.sentence)
    asked = LedgerRead(folder, state.ledger.turn)
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


class Act(QObject):
    """One act on the ledger in the background: `ended`, then `done`, `refused`, or neither if cancelled."""

    progressed = Signal(float)
    done = Signal(object)
    refused = Signal(object)
    ended = Signal()

    def __init__(self, act: Callable[[Report, Stopped], object], parent: QObject) -> None:
        super().__init__(parent)
        self._stop = threading.Event()

        def run(report: Report) -> object:
            return act(report, self._stop.is_set)

        self._errand = Errand(run, self)
        self._errand.progressed.connect(self.progressed)
        self._errand.finished.connect(self._finished)
        self._errand.failed.connect(self._failed)

    def start(self) -> None:
        """Begin; call once."""
        self._errand.start()

    def cancel(self) -> None:
        """Stop reading; what is being written already is written."""
        self._stop.set()

    def _finished(self, result: object) -> None:
        self._end()
        self.done.emit(result)

    def _failed(self, fault: BaseException) -> None:
        self._end()
        if isinstance(fault, Refusal):
            self.refused.emit(fault)
        elif not isinstance(fault, Interrupted):
            raise fault

    def _end(self) -> None:
        self.ended.emit()
        self.deleteLater()
