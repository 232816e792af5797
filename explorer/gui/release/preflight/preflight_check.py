"""What is known before a release, gathered from the state and from what was looked at in the background."""

from __future__ import annotations

from pathlib import Path

from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.ledger.ledger_view import LedgerRead
from explorer.app.release.plan.dialect_suggestion import FirstLook, looked
from explorer.app.release.plan.plan_draft import judged
from explorer.app.release.preflight.preflight_line import Known
from explorer.app.release.preflight.preflight_looks import (
    FileThere,
    FolderFree,
    Found,
    LedgerReady,
    file_there,
    ledger_ready,
)
from explorer.gui.ledger.shown_ledger import charged
from explorer.gui.release.plan.column_names import asked_names
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import TABLES, remembered_folder
from explorer.jobs import Answered
from explorer.release.plan.declarations import ReleasePlan


class PreflightCheck:
    """What a person settled here (`folder`, what is replaced, what is stated), and what was found.

    A statement is about one file, one account and one plan: with another of them it is gone. It is never kept
    in a session, and no undo brings it back.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self.folder = remembered_folder(context, TABLES)
        self.known = Known(None)
        self.question: LedgerRead | None = None
        self._revision = 0
        self._replaced: tuple[str, tuple[str, ...]] | None = None
        self._stated: object = None
        self._seen: object = None
        self._look: FirstLook | None = None
        self._there: FileThere | None = None
        self._ready: LedgerReady | None = None
        self._free: FolderFree | None = None
        self._owners: dict[FileThere, str] = {}  # of each file that was released here, until it changes

    @property
    def wanted(self) -> tuple[Request, ...]:
        """What is asked in the background."""
        asked = (self.question, self._look, self._there, self._ready, self._free)
        return tuple(each for each in asked if each is not None)

    def send_to(self, folder: str) -> None:
        """The released files go there."""
        self.folder = folder
        self.look_again()

    def look_again(self) -> None:
        """The destination may have changed, or been written to."""
        self._revision += 1
        self._replaced = None

    def replace(self) -> None:
        """The files that are in the folder now may be replaced, those and no others."""
        if self.known.place is not None:
            self._replaced = (self.folder, self.known.place.names)

    def released(self, account: str) -> None:
        """The file as it was looked at belongs to that account from now on."""
        if self._there is not None:
            self._owners[self._there] = account
        self.look_again()

    def file_changed(self) -> bool:
        """Whether the file is another one than was looked at.

        It is looked at again, and what was stated of it is gone.
        """
        if file_there(self._context.store.state.releasing.csv) == self._there:
            return False
        self._seen = self._stated = None
        return True

    def state_apart(self) -> None:
        """Nobody in this file is in any other account: for this file, account and plan."""
        self._stated = self._terms(self._context.store.state)

    @staticmethod
    def _terms(state: State) -> tuple[str, ...]:
        return state.releasing.csv, state.releasing.account, state.releasing.plan

    def follow(self, state: State, answers: Answered) -> Known:
        """Everything that is known now."""
        releasing = state.releasing
        if self._stated != self._terms(state):
            self._stated = None
        plan, problems = judged(releasing.plan) if releasing.plan else (None, ())
        self.question, ledger = charged(self._context, state, answers)
        self._ask(state, plan)
        place = _found(self._free, answers)
        names = None if place is None else (self.folder, place.names)
        self.known = Known(
            plan,
            problems,
            releasing.plan,
            releasing.csv,
            releasing.account,
            ledger,
            self.example(),
            looked(self._look, answers),
            _found(self._there, answers),
            _found(self._ready, answers),
            self.folder,
            place,
            replaced=self._replaced is not None and self._replaced == names,
            stated=self._stated is not None,
            owner="" if self._there is None else self._owners.get(self._there, ""),
        )
        return self.known

    def _ask(self, state: State, plan: ReleasePlan | None) -> None:
        releasing = state.releasing
        if releasing is not self._seen:  # the same file chosen again is looked at again
            self._seen = releasing
            self._look = next(iter(asked_names(state)), None)
            self._there = file_there(releasing.csv)
        question, self._ready, self._free = self.question, None, None
        if plan is None:
            return
        if question is not None and question.folder is not None:
            self._ready = ledger_ready(question.folder, question.revision, plan)
        if self.folder:
            self._free = FolderFree(self.folder, plan, releasing.csv, self._revision)

    def ledger(self) -> Path | None:
        """The temporary ledger of the shipped examples; None for the person's own."""
        return self._context.demonstration.ledger_for(self._context.store.state.releasing.csv)

    def example(self) -> bool:
        """Whether a shipped example is charged, to a temporary ledger. Raises nothing."""
        return self.question is not None and self.question.folder == self._context.demonstration.made


def _found(asked: Request | None, answers: Answered) -> Found | None:
    found = answers.get(asked) if asked is not None else None
    return found if isinstance(found, Found) else None
