"""The question before a new ledger is started where one is missing, or one goes on in place of another."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QLineEdit

from explorer.gui.ledger.act_fields import ActFields, rows_of
from explorer.gui.shell.context import Context
from explorer.gui.widgets.question import ActQuestion
from explorer.gui.widgets.statement import Statement
from explorer.mark import N_
from explorer.release.ledger.new_account import LONGEST_REASON

_WIDTH = 460
START, GO_ON = N_("Start a new ledger …"), N_("Continue with this ledger …")
_STARTING = (
    N_("Start a new ledger"),
    N_(
        "The new ledger doesn't contain what was spent before: more could be spent on the same "
        "people than they were promised. If you can find a copy of the earlier ledger, put it back "
        "instead. The new start is logged permanently in the new ledger."
    ),
    N_("The earlier ledger is permanently lost, and I take responsibility"),
)
_GOING_ON = (
    N_("Continue with this ledger"),
    N_(
        "This ledger doesn't contain what was spent from the one that was last used here: more "
        "could be spent on the same people than they were promised. If you can find that one, put "
        "it back instead. Continuing with this one is logged in it permanently."
    ),
    N_("This ledger is the right one, and I take responsibility"),
)


class RestartDialog(ActQuestion):
    """Asks for a reason, and that its meaning is agreed to. `asked` with the reason, and who acts."""

    asked = Signal(str, str)

    def __init__(self, context: Context, goes_on: bool) -> None:
        super().__init__(context, _WIDTH)
        say = context.say
        title, words, agreed = _GOING_ON if goes_on else _STARTING
        self.setWindowTitle(say(title))
        self.lines.addWidget(context.label(title, "section", self))
        self.lines.addWidget(context.label(words, "body", self, wrap=True))
        self._reason = QLineEdit(self)
        self._reason.setAccessibleName(say(N_("reason")))
        self._reason.setMaxLength(LONGEST_REASON)
        self._reason.setPlaceholderText(say(N_("reason, in one line; kept in the ledger")))
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.addRow(say(N_("reason")), self._reason)
        self._fields = ActFields(context, rows_of(context, form), self)
        self.lines.addLayout(form)
        self._agree = Statement(context, agreed, self)
        self.lines.addWidget(self._agree)
        self.add_act(title)
        self._reason.textChanged.connect(self.weigh)
        self._agree.weighed.connect(self.weigh)

    def ready(self) -> bool:
        """Only what is agreed to, with a reason, can be done."""
        return bool(self._reason.text().strip()) and self._agree.made

    def asked_for(self) -> None:
        """Hand on the reason, and who acts."""
        self.asked.emit(self._reason.text(), self._fields.act().actor or "")


def ask_restart(context: Context, goes_on: bool, restarted: Callable[[str, str], None]) -> RestartDialog:
    """Open the question; `restarted` is called with the reason, and who acts."""
    dialog = RestartDialog(context, goes_on)
    dialog.asked.connect(restarted)
    dialog.open()
    return dialog
