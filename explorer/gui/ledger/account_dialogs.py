"""The questions about an account: open one, raise its limit on purpose, attach a file to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
)

from explorer.app.ledger.ledger_view import said
from explorer.gui.ledger.act_fields import ActFields, rows_of
from explorer.gui.shell.context import Context
from explorer.gui.widgets.question import ActQuestion, Question
from explorer.gui.widgets.statement import Statement
from explorer.mark import N_, Sentence
from explorer.privacy.notation import exact_text, read_exact
from explorer.release.ledger.accounts import EPSILON_DELTA, RHO, Account
from explorer.release.ledger.act import Act
from explorer.release.ledger.new_account import LONGEST_REASON
from explorer.release.values.amount import Amount

_WIDTH = 460
CURRENCIES = {
    EPSILON_DELTA: N_("ε and δ, each summed"),
    RHO: N_("ρ, summed; converted to ε at a fixed δ"),
}


@dataclass(frozen=True)
class AccountAnswer:
    """What a person filled in."""

    name: str
    limit: Amount
    apart: bool
    currency: str | None
    reason: str = ""
    actor: str | None = None


class LimitDialog(ActQuestion):
    """Asks for a limit, with what must be agreed to first. `asked` each time that it is to be done.

    `account` : whose limit is raised; None to open a new one.
    `further` : there are others already, so that nobody may be in two.
    """

    asked = Signal(object)

    def __init__(self, context: Context, account: Account | None, further: bool) -> None:
        super().__init__(context, _WIDTH)
        self._context, self._account = context, account
        self._agree: Statement | None = None
        self._reason: QLineEdit | None = None
        self._lines = self.lines
        self._form = QFormLayout()
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        if account is None:
            self._ask_for_account(further)
        else:
            self._ask_for_more(account)
        self.add_act(N_("Open the account") if account is None else N_("Raise the limit"))
        self._epsilon.textChanged.connect(self.weigh)
        if self._reason is not None:
            self._reason.textChanged.connect(self.weigh)
        if self._agree is not None:
            self._agree.weighed.connect(self.weigh)

    def _ask_for_account(self, further: bool) -> None:
        self._head(
            N_("Open an account"),
            N_(
                "An account stands for a set of people, in any number of files, and the budget of "
                "all releases about them. Opening it spends nothing and is logged."
            ),
        )
        self._name = self._field(N_("name"), "" if further else "default")
        self._currency = QComboBox(self)
        self._currency.setAccessibleName(self._say(N_("currency of the account")))
        for currency, words in CURRENCIES.items():
            self._currency.addItem(self._say(words), currency)
        self._form.addRow(self._say(N_("currency")), self._currency)
        self._epsilon = self._field(N_("limit of ε"), "1")
        self._delta = self._field(N_("limit of δ"), "0")
        self._fields = ActFields(self._context, rows_of(self._context, self._form), self, purpose=True)
        self._lines.addLayout(self._form)
        if further:
            self._must_agree(separate(self._name.text()))
            self._name.textChanged.connect(self._named)

    def _ask_for_more(self, account: Account) -> None:
        self._head(
            N_("Raise the limit of “{name}”", name=account.name),
            N_(
                "The limit, now {limit}, was promised to these people for all releases. A higher "
                "limit breaks that promise, also to those who were counted before. The change is "
                "logged permanently.",
                limit=said(account.limit, EPSILON_DELTA),
            ),
        )
        self._epsilon = self._field(N_("limit of ε"), exact_text(account.limit.epsilon))
        self._delta = self._field(N_("limit of δ"), exact_text(account.limit.delta))
        self._delta.setReadOnly(account.currency == RHO)  # at which ρ is read, for good
        self._reason = self._field(N_("reason"), "")
        self._reason.setMaxLength(LONGEST_REASON)
        self._reason.setPlaceholderText(self._say(N_("reason, in one line; kept in the ledger")))
        self._fields = ActFields(self._context, rows_of(self._context, self._form), self)
        self._lines.addLayout(self._form)
        self._must_agree(N_("I raise the limit on purpose and take responsibility"))

    def _head(self, title: Sentence, words: Sentence) -> None:
        self.setWindowTitle(self._say(title))
        self._lines.addWidget(self._context.label(title, "section", self))
        self._lines.addWidget(self._context.label(words, "body", self, wrap=True))

    def _field(self, name: Sentence, text: str) -> QLineEdit:
        field = QLineEdit(text, self)
        field.setAccessibleName(self._say(name))
        self._form.addRow(self._say(name), field)
        return field

    def _named(self, name: str) -> None:
        """What was stated of an account of another name is gone."""
        if self._agree is not None:
            self._agree.put(separate(name))
        self.weigh()

    def _must_agree(self, words: Sentence) -> None:
        self._agree = Statement(self._context, words, self)
        self._lines.addWidget(self._agree)

    def ready(self) -> bool:
        """Only what is filled in and agreed to can be done; a limit is raised for a reason."""
        agreed = self._agree is None or self._agree.made
        needed = [self._epsilon, *([self._reason] if self._reason is not None else [])]
        needed += [self._name] if self._account is None else []
        return agreed and all(field.text().strip() for field in needed)

    def asked_for(self) -> None:
        """Hand on what was filled in."""
        limit, act = Amount(_exact(self._epsilon), _exact(self._delta)), self._fields.act()
        if self._account is not None:
            reason = self._reason.text() if self._reason is not None else ""
            told = (self._account.name, limit, False, self._account.currency, reason, act.actor)
            self.asked.emit(AccountAnswer(*told))
            return
        apart, currency = self._agree is not None, str(self._currency.currentData())
        name = self._name.text().strip()
        self.asked.emit(AccountAnswer(name, limit, apart, currency, act.purpose, act.actor))


def separate(name: str) -> Sentence:
    """What must be stated of a further account, by its name."""
    if not name.strip():
        return N_("I state that nobody in this account is in any other account (this is logged)")
    return N_(
        "I state that nobody in the account “{name}” is in any other account (this is logged)",
        name=name.strip(),
    )


def _exact(field: QLineEdit) -> Fraction:
    return read_exact(field.text().strip() or "0")


Opened = Callable[[AccountAnswer], None]


def ask_limit(context: Context, account: Account | None, further: bool, opened: Opened) -> LimitDialog:
    """Open the question; `opened` is called with what was filled in."""
    dialog = LimitDialog(context, account, further)
    dialog.asked.connect(opened)
    dialog.open()
    return dialog


class AttachQuestion(Question):
    """What it means to attach a file to an account. `agreed` with what is logged of it; Enter leaves it."""

    agreed = Signal(object)

    def __init__(self, context: Context, account: Account, path: Path) -> None:
        super().__init__(context, _WIDTH)
        say = context.say
        title = N_("Attach {file} to “{name}”?", file=path.name, name=account.name)
        self.setWindowTitle(say(title))
        self.lines.addWidget(context.label(title, "section", self, wrap=True))
        meaning = N_(
            "From then on this file counts as the same people: releases from it are charged to "
            "“{name}”. The ledger keeps a keyed fingerprint of it, neither its name nor any row. This "
            "spends nothing and is logged permanently.",
            name=account.name,
        )
        self.lines.addWidget(context.label(meaning, "body", self, wrap=True))
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self._fields = ActFields(context, rows_of(context, form), self, file=True, purpose=True)
        self.lines.addLayout(form)
        row = QHBoxLayout()
        row.addStretch(1)
        cancel, attach = QPushButton(say(N_("Cancel")), self), QPushButton(say(N_("Attach")), self)
        cancel.clicked.connect(self.reject)
        cancel.setDefault(True)
        attach.setAutoDefault(False)
        attach.clicked.connect(self._attached)
        for button in (cancel, attach):
            row.addWidget(button)
        self.lines.addLayout(row)
        cancel.setFocus()

    def _attached(self) -> None:
        act = self._fields.act()
        self.accept()
        self.agreed.emit(act)


def ask_attach(context: Context, account: Account, path: Path, agreed: Callable[[Act], None]) -> None:
    """Open the question what it means to attach a file to an account; `agreed` is called when it is."""
    question = AttachQuestion(context, account, path)
    question.agreed.connect(agreed)
    question.open()
