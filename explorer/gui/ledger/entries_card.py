"""Every entry of the ledger: listed, filtered, sorted, read in full; and the statement of an account."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from explorer.app.core.message import Refused
from explorer.app.core.release_messages import EntriesListed, StatementWritten
from explorer.app.core.request import Request
from explorer.app.core.state import EntryListing, State
from explorer.app.ledger.entry_list import details, listed
from explorer.app.ledger.ledger_view import Ledger, chosen
from explorer.gui.ledger.entry_filters import EntryFilters
from explorer.gui.ledger.entry_table import EntryModel, EntryTable
from explorer.gui.ledger.shown_ledger import Shown, folder_of, question
from explorer.gui.reports.statement_file import ask_statement_path, write_statement
from explorer.gui.shell.context import Context
from explorer.gui.tasks import BackgroundTask
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.question import Question
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal
from explorer.release.ledger.accounts import Account
from explorer.release.ledger.journal import JournalEntry

_LEAST_WIDTH = 300  # the lists of the filters stand in two lines, also while the card lies behind a tab
_DETAILS = 620  # pixels across, of all that one entry says
_READABLE = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard


class Entries(Panel):
    """One list, and what may be asked of it."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        card.head.stand_alone()
        self._shown = Shown(context)
        self._task: BackgroundTask | None = None
        self._listed: tuple[object, ...] = ()
        self.setMinimumWidth(context.theme.size(_LEAST_WIDTH))
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(8))
        self._words = context.label(None, "muted", self, wrap=True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._filters = EntryFilters(context, self)
        self._filters.listed.connect(self._list)
        self._model = EntryModel(context, self)
        self._table = EntryTable(context, self._model, self)
        self._table.setAccessibleName(context.say(N_("Entries of the ledger")))
        self._table.opened.connect(self._details)
        self._table.horizontalHeader().sectionClicked.connect(self._sorted)
        self._refusal = context.label(None, "refusal", self, wrap=True)
        for widget in (self._filters, self._words):
            lines.addWidget(widget)
        lines.addWidget(self._table, 1)
        lines.addWidget(self._refusal)
        lines.addLayout(self._acts())
        self._rest = QWidget(self)  # in place of a table that is not shown: the words stay at the top
        lines.insertWidget(2, self._rest, 1)

    def _acts(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self._open = QPushButton(self._context.say(N_("Details …")), self)
        self._open.clicked.connect(self._details)
        self._state = QPushButton(self._context.say(N_("Statement …")), self)
        self._state.clicked.connect(self._stating)
        self._line = self._context.label(None, "muted", self, wrap=True)
        row.addWidget(self._open)
        row.addWidget(self._state)
        row.addWidget(self._line, 1)
        return row

    # What a person does

    def _list(self, listing: EntryListing) -> None:
        self._context.store.dispatch(EntriesListed(listing))

    def _sorted(self, column: int) -> None:
        """A heading sorts by its column; the same one again turns the order round."""
        now = self._context.store.state.ledger.listing
        falling = not now.falling if now.column == column else False
        self._list(replace(now, column=column, falling=falling))

    def _details(self) -> None:
        row = self._table.currentIndex().row()
        if 0 <= row < len(self._model.entries):
            EntryDetails(self._context, self._model.entries[row]).open()

    def _account(self) -> Account | None:
        """Whose statement it is: the account that is filtered for, else the one that is looked at."""
        state, ledger = self._context.store.state, self._shown.ledger
        if ledger is None:
            return None
        return chosen(ledger, state.ledger.listing.account, state.ledger.account, state.releasing.account)

    def _stating(self) -> None:
        account = self._account()
        if account is None or self._task is not None:
            return
        path = ask_statement_path(self._context, self, account.name)
        if path is not None:
            self.state_account(account.name, path)

    def state_account(self, name: str, path: Path) -> None:
        """Write the statement of an account, from the ledger as it is read and verified now."""
        folder = folder_of(self._context, self._context.store.state)
        if folder is None or self._task is not None:
            return
        act = self._context.store.state.ledger.act
        given = (path, folder, name, date.today().isoformat(), self._context.language, act)
        self._task = task = BackgroundTask(lambda _: write_statement(*given), self)
        task.done.connect(self._stated)
        task.refused.connect(self._refused)
        task.ended.connect(self._ended)
        self._state.setEnabled(False)
        task.start()

    def _stated(self, status: Sentence) -> None:
        self._context.store.dispatch(StatementWritten(status))

    def _refused(self, refusal: Refusal) -> None:
        self._context.store.dispatch(Refused("ledger.statement", refusal))

    def _ended(self) -> None:
        self._task = None
        self._state.setEnabled(True)

    @property
    def busy(self) -> bool:
        return self._task is not None

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        return (question(self._context, state),)

    def show_state(self, state: State, answers: Answered) -> None:
        refusal = state.refused.get("ledger.statement")
        if not self._shown.follow(state, answers, refusal, state.releasing.account):
            return
        ledger, listing = self._shown.ledger, state.ledger.listing
        entries = () if ledger is None else ledger.entries
        self._card.head.work(not self._shown.current)
        self._filters.show_listing(listing, entries)
        self._show_entries(listing, entries)
        words = self._empty(ledger)
        self._words.setText(self._context.say(words) if words is not None else "")
        self._words.setVisible(words is not None)
        for widget in (self._filters, self._table):
            widget.setVisible(bool(entries))
        self._rest.setVisible(not entries)
        self._show_acts(state, refusal)

    def _show_entries(self, listing: EntryListing, entries: tuple[object, ...]) -> None:
        """The same entries in the same order stay as they are, with the one that is chosen."""
        seen = (listing, entries)
        if self._listed and self._listed[0] == listing and self._listed[1] is entries:
            return
        self._listed = seen
        ledger = self._shown.ledger
        self._model.put(() if ledger is None else listed(ledger.entries, listing))
        order = Qt.SortOrder.DescendingOrder if listing.falling else Qt.SortOrder.AscendingOrder
        self._table.horizontalHeader().setSortIndicator(listing.column, order)
        if self._model.entries:
            self._table.selectRow(0)

    def _empty(self, ledger: Ledger | None) -> Sentence | None:
        if ledger is None:
            return N_("the ledger is being read")
        if ledger.refused is not None:
            return N_("A ledger that fails verification is not shown")
        if not ledger.entries:
            return N_("Entries of the ledger will be listed here")
        return None if self._model.entries else N_("no entry of the ledger is like that")

    def _show_acts(self, state: State, refusal: Refusal | None) -> None:
        account = self._account()
        self._open.setVisible(bool(self._model.entries))
        self._state.setVisible(account is not None)
        if account is not None:
            words = N_("Statement of “{name}” …", name=account.name)
            self._state.setText(self._context.say(words))
            self._state.setToolTip(self._context.say(N_("PDF, CSV or JSON, for an auditor")))
        line = state.ledger.stated
        if line is None and self._model.entries:
            line = N_("{count} {count:entry|entries}", count=len(self._model.entries))
        self._line.setText(self._context.say(line) if line is not None else "")
        self._refusal.setText(self._context.say(refusal.sentence) if refusal else "")
        self._refusal.setVisible(refusal is not None)


class EntryDetails(Question):
    """One line for each thing that the entry says; it can be copied."""

    def __init__(self, context: Context, entry: JournalEntry) -> None:
        super().__init__(context, _DETAILS)
        title = N_("Entry {number:plain} of the ledger", number=entry.number)
        self.setWindowTitle(context.say(title))
        self.lines.addWidget(context.label(title, "section", self))
        grid, size = QGridLayout(), context.theme.size
        grid.setHorizontalSpacing(size(12))
        grid.setVerticalSpacing(size(8))
        grid.setColumnStretch(1, 1)
        for row, (name, value) in enumerate(details(entry)):
            grid.addWidget(context.label(name, "muted", self), row, 0, Qt.AlignmentFlag.AlignTop)
            shown = context.label(value, "body", self, wrap=True)
            shown.setTextInteractionFlags(_READABLE)
            grid.addWidget(shown, row, 1)
        self.lines.addLayout(grid)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        close = QPushButton(context.say(N_("Close")), self)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        buttons.addWidget(close)
        self.lines.addLayout(buttons)
        close.setFocus()
