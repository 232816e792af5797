"""What a person agrees to before anything is spent: asked for, summed up, and asked again if it changes."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from explorer.app.core.release_messages import LedgerChanged
from explorer.app.release.plan.plan_draft import judged
from explorer.app.release.preflight.preflight_conditions import asks_account, lines
from explorer.app.release.preflight.spend_summary import Outlay, again, drawn_of, outlay
from explorer.gui.release.preflight.account_statement import AccountStatement
from explorer.gui.release.preflight.destination import Destination
from explorer.gui.release.preflight.preflight_check import PreflightCheck
from explorer.gui.release.release_summary import ReleaseSummary
from explorer.gui.shell.context import Context
from explorer.gui.tasks import BackgroundTask
from explorer.mark import N_
from explorer.privacy.refusal import NotValid
from explorer.release.sources.table_address import place_name

_CHANGED = N_("what you agreed to has changed, so nothing was spent: check the summary again")


class ReleaseAgreement(QObject):
    """Leads from the button of a release to the agreement; nothing can give back what is spent after it.

    `agreed(apart)` once, when a person has agreed: `apart` is what the summary stated of a further account.
    `refused(refusal)` where nothing can be agreed to.
    """

    agreed = Signal(bool)
    refused = Signal(object)

    def __init__(self, context: Context, parent: QWidget, check: PreflightCheck) -> None:
        super().__init__(parent)
        self._context, self._check = context, check
        self._reading: BackgroundTask | None = None
        self.destination = Destination(context, parent, check)
        self.destination.settled.connect(self.ask)
        self.statement = AccountStatement(context, parent, check, self._terms)
        self.statement.settled.connect(self.ask)

    def ask(self) -> None:
        """What is spent must be agreed to. The ledger is read anew for it."""
        releasing, ledger, terms = self._context.store.state.releasing, self._check.ledger(), self._terms()
        plan, _ = judged(releasing.plan)
        if plan is None or self._reading is not None or self._file_changed():
            return
        if asks_account(lines(self._check.known)):
            self.statement.ask(new=True, releasing=True)
            return
        if not self._check.folder:
            self.destination.ask(self._terms)
            return
        account = releasing.account or None
        self._reading = BackgroundTask(lambda _: outlay(plan, account, ledger), self)
        self._reading.ended.connect(partial(setattr, self, "_reading", None))
        self._reading.refused.connect(self.refused)
        self._reading.done.connect(partial(self._summed, terms))
        self._reading.start()

    def _terms(self) -> tuple[object, ...]:
        """What a person agrees to: it may not change between the summary and the spend."""
        now = self._context.store.state.releasing
        return now.plan, now.csv, now.sheet, now.account, len(now.drawn), self._check.folder

    def _summed(self, terms: tuple[object, ...], found: Outlay) -> None:
        if terms != self._terms():
            self.ask()
            return
        known = self._check.known
        if found.over or (found.further and not known.stated):  # another program used the ledger meanwhile
            self._context.store.dispatch(LedgerChanged())
            return
        releasing = self._context.store.state.releasing
        name, before = place_name(releasing.csv), again(drawn_of(releasing))
        summary = ReleaseSummary(self._context, found, name, before, self._check.folder)
        summary.agreed.connect(partial(self._agreed, terms, found.further))
        summary.open()

    def _file_changed(self) -> bool:
        """A file that was written anew is looked at again before anything is agreed to."""
        changed = self._check.file_changed()
        if changed:
            name = place_name(self._context.store.state.releasing.csv)
            words = N_(
                "{file} has changed since it was looked at, so nothing was spent: check what is settled "
                "again",
                file=name,
            )
            self.refused.emit(NotValid(words, "release"))
        return changed

    def _agreed(self, terms: tuple[object, ...], apart: bool) -> None:
        if self._file_changed():
            return
        if terms == self._terms():
            self.agreed.emit(apart)
        else:
            self.refused.emit(NotValid(_CHANGED, "release"))
