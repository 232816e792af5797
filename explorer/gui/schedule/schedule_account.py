"""Asks whether the year's plan may become an account of the ledger."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QPushButton

from explorer.app.schedule import year_totals
from explorer.app.schedule.account_from_schedule import Opening, open_planned, opening
from explorer.gui.fields.number_rows import refusal_line
from explorer.gui.ledger.account_dialogs import CURRENCIES, separate
from explorer.gui.shell.context import Context
from explorer.gui.shell.notices import tell
from explorer.gui.widgets.question import Question
from explorer.gui.widgets.statement import Statement
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal
from explorer.release.ledger.accounts import RHO, Account

_WIDTH = 460


class AccountQuestion(Question):
    """Whose account, its name, what it may spend, and the statement that a further one needs."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, _WIDTH)
        self._context = context
        self._asked: Opening | None = None
        self.setWindowTitle(context.say(N_("Open the plan as an account")))
        title = N_("Open the plan as an account of the ledger")
        self.lines.addWidget(context.label(title, "section", self, wrap=True))
        self._ask_for_account()
        self._summary = context.label(None, "body", self, wrap=True)
        self.lines.addWidget(self._summary)
        self._apart = Statement(context, separate(""), self)
        self._apart.weighed.connect(self._weigh)
        self.lines.addWidget(self._apart)
        self._refusal = refusal_line(context, self)
        self.lines.addWidget(self._refusal)
        self._add_acts()
        self._chosen()

    def _ask_for_account(self) -> None:
        """The people, where there are several groups; what the account is called, and what adds up in it."""
        say, form = self._context.say, QFormLayout()
        self._people = QComboBox(self)
        self._people.setAccessibleName(say(N_("people")))
        for group in year_totals.groups(self._context.store.state):
            self._people.addItem(group.people or say(N_("everybody")), group.people)
        self._people.activated.connect(self._chosen)
        form.addRow(say(N_("people")), self._people)
        form.setRowVisible(self._people, self._people.count() > 1)
        self._name = QLineEdit(self)
        self._name.setAccessibleName(say(N_("name of the account")))
        self._name.setPlaceholderText("default")
        self._name.textChanged.connect(self._weigh)
        form.addRow(say(N_("name")), self._name)
        self._currency = QComboBox(self)
        self._currency.setAccessibleName(say(N_("currency of the account")))
        for currency, words in CURRENCIES.items():
            self._currency.addItem(say(words), currency)
        self._currency.activated.connect(self._weigh)
        form.addRow(say(N_("currency")), self._currency)
        self.lines.addLayout(form)

    def _add_acts(self) -> None:
        row = QHBoxLayout()
        row.addStretch(1)
        cancel = QPushButton(self._context.say(N_("Cancel")), self)
        cancel.clicked.connect(self.reject)
        self._open = QPushButton(self._context.say(N_("Open the account")), self)
        self._open.setProperty("primary", True)
        self._open.clicked.connect(self._agreed)
        cancel.setDefault(True)
        for button in (cancel, self._open):
            row.addWidget(button)
        self.lines.addLayout(row)

    def _chosen(self, *_: object) -> None:
        """The people's own label is the name that suggests itself."""
        self._name.setText(str(self._people.currentData() or ""))
        self._weigh()

    def _weigh(self, *_: object) -> None:
        """What would be opened, or why it cannot be."""
        people, currency = str(self._people.currentData() or ""), str(self._currency.currentData())
        self._asked, refusal = None, None
        try:
            self._asked = opening(self._context.store.state, people, self._name.text(), currency=currency)
        except Refusal as cannot:
            refusal = cannot
        asked = self._asked
        self._summary.setText(self._context.say(asked.summary) if asked is not None else "")
        self._summary.setVisible(asked is not None)
        self._apart.setVisible(asked is not None and asked.further)
        self._apart.put(separate(self._name.text()))
        self._open.setEnabled(asked is not None and (not asked.further or self._apart.made))
        self._refuse(refusal)

    def _refuse(self, refusal: Refusal | None) -> None:
        self._refusal.setVisible(refusal is not None)
        if refusal is not None:
            self._refusal.setText(self._context.say(refusal.sentence))

    def _agreed(self) -> None:
        """Read anew what is there, then write."""
        self._weigh()
        if self._asked is None:
            return
        try:
            account = open_planned(self._asked, self._apart.made)
        except Refusal as refusal:
            self._refuse(refusal)
            return
        self.accept()
        tell(self._context.window, self._context.say(_opened(account)))


def _opened(account: Account) -> Sentence:
    limit = account.limit
    values = {"name": account.name, "epsilon": limit.epsilon, "delta": limit.delta}
    if account.currency == RHO:
        return N_(
            "The account “{name}” is open: it may spend ρ = {rho}, converted to ε = {epsilon} at δ "
            "= {delta}.",
            rho=limit.rho,
            **values,
        )
    return N_("The account “{name}” is open: it may spend ε = {epsilon} and δ = {delta}.", **values)


def ask_for_account(context: Context) -> None:
    """Open the question; nothing is written before it is agreed to."""
    AccountQuestion(context).open()
