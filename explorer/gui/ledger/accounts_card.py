"""The accounts of the ledger: what each may still spend, and what may be done to it on purpose."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QToolButton, QVBoxLayout, QWidget

from explorer.app.core.message import Refused, WorkspaceOpened
from explorer.app.core.release_messages import AccountShown, LedgerChanged, LedgerShown
from explorer.app.core.request import Request
from explorer.app.core.state import State, Workspace
from explorer.app.ledger.ledger_view import Ledger, chosen, said
from explorer.gui.ledger.account_dialogs import AccountAnswer, LimitDialog, ask_attach, ask_limit
from explorer.gui.ledger.account_row import AccountRow
from explorer.gui.ledger.restart_dialog import GO_ON, START, RestartDialog, ask_restart
from explorer.gui.ledger.shown_ledger import Shown, folder_of, question
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import CSV_FILES, DATA, ask_file
from explorer.gui.tasks import BackgroundTask, Run
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column
from explorer.gui.widgets.flush_link import flush
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal
from explorer.release.ledger.accounts import EPSILON_DELTA, Account
from explorer.release.ledger.act import UNSAID, Act
from explorer.release.ledger.attachment import attach
from explorer.release.ledger.spends import open_account, restart


class Accounts(Panel):
    """A list to choose from, and below it what can be done."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        card.head.stand_alone()
        self._shown = Shown(context)
        self._task: BackgroundTask | None = None
        self._dialog: LimitDialog | RestartDialog | None = None
        self._rows: list[AccountRow] = []
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(context.theme.size(8))
        self._column = Column(context.theme.size(14), self)
        self._words = context.label(None, "muted", self._column.inside, wrap=True)
        self._column.lines.addWidget(self._words)
        self._first = QPushButton(context.say(N_("Go to Release")), self._column.inside)
        self._first.setProperty("primary", True)
        self._first.clicked.connect(self._released)
        self._column.lines.addWidget(self._first, alignment=Qt.AlignmentFlag.AlignLeft)
        self._column.lines.addStretch(1)
        outer.addWidget(self._column, 1)
        self._status = context.label(None, "muted", self, wrap=True)
        self._refusal = context.label(None, "refusal", self, wrap=True)
        outer.addWidget(self._status)
        outer.addWidget(self._refusal)
        self._add_progress(outer)
        self._add_acts(outer)

    def _add_progress(self, lines: QVBoxLayout) -> None:
        self._working = QWidget(self)
        row = QHBoxLayout(self._working)
        row.setContentsMargins(0, 0, 0, 0)
        self._progress = QProgressBar(self._working)
        self._progress.setTextVisible(False)
        row.addWidget(self._progress, 1)
        self._button(N_("Cancel"), self._cancelled, row)
        self._working.setVisible(False)
        lines.addWidget(self._working)

    def _add_acts(self, lines: QVBoxLayout) -> None:
        self._acts = QWidget(self)
        row = QHBoxLayout(self._acts)
        row.setContentsMargins(0, 0, 0, 0)
        self._raise = self._button(N_("Raise the limit …"), self._raising, row)
        self._attach = self._button(N_("Attach a file …"), self._attaching, row)
        self._open = self._button(N_("Open an account …"), self._opening, row)
        self._anew = self._button(START, self._restarting, row)
        self._anew.hide()  # else the card would begin wide enough for all four
        row.addStretch(1)
        lines.addWidget(self._acts)
        self._other = QToolButton(self)
        self._other.setObjectName("link")
        flush(self._other)
        self._other.clicked.connect(self._changed_ledger)
        lines.addWidget(self._other, alignment=Qt.AlignmentFlag.AlignLeft)

    def _button(self, words: Sentence, act: Callable[[], None], row: QHBoxLayout) -> QPushButton:
        button = QPushButton(self._context.say(words), self)
        button.clicked.connect(act)
        row.addWidget(button)
        return button

    # What a person does

    def _released(self) -> None:
        self._context.store.dispatch(WorkspaceOpened(Workspace.RELEASE))

    def _changed_ledger(self) -> None:
        state = self._context.store.state
        self._context.store.dispatch(LedgerShown(not state.ledger.example))

    def _picked(self) -> None:
        self._context.store.dispatch(AccountShown(str(self.sender().property("account"))))

    def _account(self) -> Account | None:
        state, ledger = self._context.store.state, self._shown.ledger
        return None if ledger is None else chosen(ledger, state.ledger.account, state.releasing.account)

    def _opening(self) -> None:
        further = self._shown.ledger is not None and bool(self._shown.ledger.accounts)
        self._dialog = ask_limit(self._context, None, further, self._limited)

    def _raising(self) -> None:
        if (account := self._account()) is not None:
            self._dialog = ask_limit(self._context, account, False, self._limited)

    def _free_folder(self) -> Path | None:
        """The ledger's folder, where nothing is being done to it."""
        return None if self._task is not None else folder_of(self._context, self._context.store.state)

    def _limited(self, asked: AccountAnswer) -> None:
        """Open the account, or change its limit: as `ledger open` does it, logged."""
        if (folder := self._free_folder()) is None:
            return

        def act(_: Run) -> Sentence:
            terms = (asked.limit, asked.apart, asked.currency, asked.reason, asked.actor)
            account = open_account(folder, asked.name, *terms)
            return N_(
                "“{name}” may spend a total of {limit}; this is logged.",
                name=account.name,
                limit=said(account.limit, EPSILON_DELTA),
            )

        self._begin_asked(act)

    def _restarting(self) -> None:
        goes_on = self._shown.ledger is not None and self._shown.ledger.replaced
        self._dialog = ask_restart(self._context, goes_on, self._restarted)

    def _restarted(self, reason: str, actor: str) -> None:
        if (folder := self._free_folder()) is None:
            return

        def act(_: Run) -> Sentence:
            restart(folder, reason, actor)
            return N_("A new ledger was started; that is logged.")

        self._begin_asked(act)

    def _begin_asked(self, act: Callable[[Run], Sentence]) -> None:
        begun = self._begin(act)
        begun.refused.connect(self._asked_refused)
        begun.done.connect(self._asked_written)

    def _asked_refused(self, refusal: Refusal) -> None:
        if self._dialog is not None:
            self._dialog.refuse(refusal)

    def _asked_written(self, _status: Sentence) -> None:
        dialog, self._dialog = self._dialog, None
        if dialog is not None:
            dialog.close_done()

    def _attaching(self) -> None:
        """A file, and what it means to attach it: nothing is read before that is agreed to."""
        account = self._account()
        if account is None:
            return
        path = ask_file(self._context, self, N_("Choose the file to attach"), DATA, CSV_FILES)
        if path is not None:
            ask_attach(self._context, account, path, partial(self.attach, account.name, path))

    def attach(self, name: str, path: Path, said: Act = UNSAID) -> None:
        """Read the file for its fingerprint, in the background, and log that it is the account's."""
        if (folder := self._free_folder()) is None:
            return

        def act(run: Run) -> Sentence:
            if attach(folder, name, path, run.report, run.cancelled, said):
                return N_("{file} counts as the people of “{name}” now.", file=path.name, name=name)
            return N_("{file} was attached to “{name}” already.", file=path.name, name=name)

        self._begin(act).refused.connect(self._refused)

    def _begin(self, act: Callable[[Run], Sentence]) -> BackgroundTask:
        """One at a time: while it lasts nothing else can be pressed."""
        self._task = task = BackgroundTask(act, self)
        task.progressed.connect(self._progressed)
        task.ended.connect(self._ended)
        task.done.connect(self._done)
        task.start()
        self._show_acts(self._context.store.state, self._shown.ledger)
        return task

    def _cancelled(self) -> None:
        if self._task:
            self._task.cancel()

    def _progressed(self, share: float) -> None:
        self._progress.setValue(round(100 * share))

    def _done(self, status: Sentence) -> None:
        self._context.store.dispatch(LedgerChanged(status))

    def _refused(self, refusal: Refusal) -> None:
        self._context.store.dispatch(Refused("ledger", refusal))

    def _ended(self) -> None:
        self._task = None
        self._show_acts(self._context.store.state, self._shown.ledger)

    @property
    def busy(self) -> bool:
        return self._task is not None

    def give_up(self) -> None:
        """Before anything is written."""
        self._cancelled()

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        return (question(self._context, state),)

    def show_state(self, state: State, answers: Answered) -> None:
        if not self._shown.follow(state, answers, state.releasing.account):
            return
        ledger = self._shown.ledger
        self._card.head.work(not self._shown.current)
        self._show_words(state, ledger)
        self._show_rows(ledger)
        refusal = state.refused.get("ledger")
        self._refusal.setText(self._context.say(refusal.sentence) if refusal else "")
        self._refusal.setVisible(refusal is not None)
        self._status.setText(self._context.say(state.ledger.status) if state.ledger.status else "")
        self._status.setVisible(state.ledger.status is not None and refusal is None)
        self._show_acts(state, ledger)

    def _show_words(self, state: State, ledger: Ledger | None) -> None:
        """A sentence in place of the accounts, or above them."""
        words: Sentence | None = None
        if ledger is None:
            words = N_("the ledger is being read")
        elif ledger.refused is not None:
            words = N_("This ledger cannot be used: {why}", why=ledger.refused)
        elif not ledger.releases:
            words = N_("Nothing has been spent yet")
        elif state.ledger.example:
            words = N_("Temporary ledger of the shipped example, deleted when the program ends")
        self._words.setText(self._context.say(words) if words is not None else "")
        self._words.setVisible(words is not None)
        empty = ledger is not None and ledger.refused is None and not ledger.releases
        self._first.setVisible(empty)

    def _show_rows(self, ledger: Ledger | None) -> None:
        accounts = () if ledger is None else ledger.accounts
        while len(self._rows) < len(accounts):
            row = AccountRow(self._context, self._column.inside)
            row.choice.clicked.connect(self._picked)
            self._rows.append(row)
            self._column.lines.insertWidget(self._column.lines.count() - 1, row)
        now = self._account()
        for place, row in enumerate(self._rows):
            row.setVisible(place < len(accounts))
            if place < len(accounts):
                row.show_account(accounts[place], accounts[place] is now)

    def _show_acts(self, state: State, ledger: Ledger | None) -> None:
        """None of a ledger that does not verify; in the example's no accounts come, no files are attached."""
        usable = ledger is not None and ledger.refused is None
        held, own, idle = self._account() is not None, not state.ledger.example, self._task is None
        for button, allowed in ((self._raise, held), (self._attach, held and own), (self._open, own)):
            button.setVisible(usable and allowed)
            button.setEnabled(idle and self._shown.current)
        self._anew.setText(self._context.say(GO_ON if ledger and ledger.replaced else START))
        self._anew.setVisible(ledger is not None and (ledger.missing or ledger.replaced))
        self._anew.setEnabled(idle and self._shown.current)
        self._working.setVisible(not idle)
        if idle:
            self._progress.setValue(0)
        back = N_("Back to the ledger of this computer")
        there = N_("Look at the temporary ledger of the shipped example")
        self._other.setText(self._context.say(back if state.ledger.example else there))
        self._other.setVisible(state.ledger.example or self._context.demonstration.made is not None)
