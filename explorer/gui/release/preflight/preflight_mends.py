"""What the buttons beside the lines do: each leads to where the line is settled, or settles it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractButton

from explorer.app.core.message import WorkspaceOpened
from explorer.app.core.release_messages import LedgerChanged, LedgerShown, PlanEdited
from explorer.app.core.state import State, Workspace
from explorer.app.ledger.ledger_view import Ledger, said
from explorer.app.release.plan.dialect_suggestion import Look, advice
from explorer.app.release.plan.plan_draft import judged
from explorer.gui.access.tab_order import takes_tab
from explorer.gui.access.widgets_below import widgets_below
from explorer.gui.ledger.account_dialogs import AccountAnswer, LimitDialog, ask_limit
from explorer.gui.release.plan.plan_fields import Field
from explorer.gui.shell.context import Context
from explorer.gui.tasks import BackgroundTask, Run
from explorer.gui.widgets.fold import bring_into_sight
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal
from explorer.release.ledger.accounts import EPSILON_DELTA
from explorer.release.ledger.spends import open_account


class LimitRaise(QObject):
    """Raises the limit of an account on purpose, logged, in the background."""

    def __init__(self, context: Context, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._dialog: LimitDialog | None = None

    def ask(self, ledger: Ledger, name: str, folder: Path) -> None:
        """Open the question."""
        held = next((each for each in ledger.accounts if each.name == name), None)
        if held is not None:
            self._dialog = ask_limit(self._context, held, False, lambda answer: self._raise(answer, folder))

    def _raise(self, answer: AccountAnswer, folder: Path) -> None:
        def act(_: Run) -> Sentence:
            account = open_account(folder, answer.name, answer.limit, False, answer.currency, answer.reason)
            return N_(
                "“{name}” may spend a total of {limit}; this is logged.",
                name=account.name,
                limit=said(account.limit, EPSILON_DELTA),
            )

        task = BackgroundTask(act, self)
        task.refused.connect(self._refused)
        task.done.connect(self._done)
        task.start()

    def _refused(self, refusal: Refusal) -> None:
        if self._dialog is not None:
            self._dialog.refuse(refusal)

    def _done(self, status: Sentence) -> None:
        self._context.store.dispatch(LedgerChanged(status))
        if self._dialog is not None:
            self._dialog.close_done()


def go_to_field(context: Context, path: str) -> None:
    """Into the plan's field at a path; into its first one where no field is there for it."""
    card = context.window.card("plan")
    fields = card.findChildren(Field)
    for field in [each for each in fields if each.path == path] or fields[:1]:
        bring_into_sight(field)
        for control in widgets_below(field):
            if takes_tab(control):
                control.setFocus(Qt.FocusReason.OtherFocusReason)
                return


def press_in_plan(context: Context, words: Sentence) -> None:
    """Press the button of the plan that bears these words."""
    card = context.window.card("plan")
    for button in card.findChildren(QAbstractButton):
        if button.text() == context.say(words) and button.isVisibleTo(card) and button.isEnabled():
            button.click()
            return


def go_to_ledger(context: Context) -> None:
    """Where a ledger that refuses is told of, and may be started anew."""
    state = context.store.state
    example = context.demonstration.ledger_for(state.releasing.csv) is not None
    if state.ledger.example != example:
        context.store.dispatch(LedgerShown(example))
    context.store.dispatch(WorkspaceOpened(Workspace.LEDGER))


def use_dialect(context: Context, state: State, look: Look | None) -> None:
    """Take over what the first line suggests: one step of history."""
    plan = judged(state.releasing.plan)[0] if state.releasing.plan else None
    edits = advice(plan, look).edits if plan is not None and look is not None else ()
    if edits:
        *also, (path, value) = edits
        context.store.dispatch(PlanEdited(path, value, tuple(also)))
