"""Asks a person to state that nobody in one file is in two accounts; a new account gets its name there."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QLineEdit

from explorer.app.release.preflight.preflight_account import proposed_account
from explorer.app.release.preflight.preflight_line import Known
from explorer.gui.shell.context import Context
from explorer.gui.widgets.question import ActQuestion
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid
from explorer.release.ledger.authorization import check_name
from explorer.release.sources.table_address import place_name

_WIDTH = 460


class StatementQuestion(ActQuestion):
    """`stated(account)` when a person presses the button that says so; Enter does not.

    `file` : the name of the file. `account` : the one that the release opens; with `taken`, the names of the
    accounts that there are, it is a proposal, and another name may be typed.
    """

    stated = Signal(str)

    def __init__(
        self, context: Context, file: str, account: str, taken: tuple[str, ...] | None = None
    ) -> None:
        super().__init__(context, _WIDTH)
        self._file, self._account, self._taken = file, account, taken or ()
        title = N_("Nobody in two accounts") if taken is None else N_("A new account for {file}", file=file)
        self.setWindowTitle(context.say(title))
        self.lines.addWidget(context.label(title, "section", self, wrap=True))
        words = N_(
            "Each account has a budget of its own. Whoever is in two of them loses privacy in both, and no "
            "account shows the total."
        )
        self.lines.addWidget(context.label(words, "body", self, wrap=True))
        if taken is not None:
            self._add_name(context)
        self._words = context.label(None, "section", self, wrap=True)
        self.lines.addWidget(self._words)
        self.add_act(N_("I state this"))
        self._put()

    def _add_name(self, context: Context) -> None:
        field = QLineEdit(self._account, self)
        field.setAccessibleName(context.say(N_("name of the new account")))
        field.setToolTip(context.say(N_("The ledger keeps this name; published tables do not contain it")))
        field.textChanged.connect(self._named)
        form = QFormLayout()
        form.addRow(context.say(N_("name")), field)
        self.lines.addLayout(form)

    def _named(self, account: str) -> None:
        self._account = account.strip()
        self._put()

    def _put(self) -> None:
        """What would be stated: by the names of the file and the account."""
        self._words.setText(self._say(statement_words(self._file, self._account)))
        self.weigh()

    def ready(self) -> bool:
        """The account has a name."""
        return bool(self._account)

    def asked_for(self) -> None:
        """Nothing is logged before the release.

        Raises
        ------
        NotValid
            The name is none, or that of an account that is there.
        """
        check_name(self._account)
        if self._account in self._taken:
            words = N_("the account “{account}” is there already: choose another name", account=self._account)
            raise NotValid(words, "account")
        self.stated.emit(self._account)
        self.close_done()


def asked_apart(context: Context, known: Known, new: bool) -> StatementQuestion:
    """The question for the account that is chosen, or for a `new` one under a name that is proposed."""
    name, taken = known.name, None
    if new and known.ledger is not None:
        name = proposed_account(known.csv, known.ledger)
        taken = tuple(each.name for each in known.ledger.accounts)
    return StatementQuestion(context, place_name(known.csv), name, taken)


def statement_words(file: str, account: str) -> Sentence:
    """What is stated, by the names of the file and the account."""
    return N_(
        "I state that nobody in {file} is in any account but “{account}”, which this release opens "
        "(this is logged)",
        file=file,
        account=account,
    )
