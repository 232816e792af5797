"""One account in the list: its name, what is left as a number and a bar, whom it protects."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QProgressBar, QRadioButton, QSizePolicy, QWidget

from explorer.app.ledger.ledger_view import balance, currency, outlays, protects, said, share
from explorer.gui.shell.context import Context
from explorer.gui.widgets.explain import InfoButton
from explorer.language import percent, readable
from explorer.mark import N_, Sentence, at_most, verbatim
from explorer.release.ledger.accounts import EPSILON_DELTA, RHO, Account


def raised(account: Account) -> Sentence | None:
    """When the limit was last changed, from what, and why; None where it is the one of the opening."""
    if len(account.changes) < 2:
        return None
    before, now = account.changes[-2:]
    values = {"date": now.date or verbatim("–"), "before": said(before.limit, EPSILON_DELTA)}
    if now.reason:
        return N_("limit changed on {date}, before {before}: {reason}", **values, reason=now.reason)
    return N_("limit changed on {date}, before {before}; no reason was given", **values)


_PARTS = 1000  # of the bar


class AccountRow(QWidget):
    """`choice` is what a person presses to look at it."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(context.theme.size(8))
        grid.setVerticalSpacing(context.theme.size(3))
        grid.setColumnStretch(0, 1)
        self.choice = QRadioButton(self)
        self.choice.setAutoExclusive(False)  # the state says which one it is, not Qt
        self.choice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._left = context.label(None, "body", self)
        self._info = InfoButton(context, "ledger-remaining", self)
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        self._bar.setRange(0, _PARTS)
        self._bar.setFixedHeight(context.theme.size(3))
        self._spent = context.label(None, "label", self, wrap=True)
        self._whom = context.label(None, "label", self, wrap=True)
        self._people = InfoButton(context, "ledger-account", self)
        grid.addWidget(self.choice, 0, 0)
        grid.addWidget(self._left, 0, 1, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self._info, 0, 2)
        grid.addWidget(self._bar, 1, 0, 1, 3)
        grid.addWidget(self._spent, 2, 0, 1, 3)
        grid.addWidget(self._whom, 3, 0, 1, 2)
        grid.addWidget(self._people, 3, 2)
        self._raised = context.label(None, "label", self, wrap=True)
        grid.addWidget(self._raised, 4, 0, 1, 3)

    def show_account(self, account: Account, chosen: bool) -> None:
        """The account as it stands."""
        say = self._context.say
        self.choice.setText(readable(account.name))
        self.choice.setToolTip(readable(account.name))
        self.choice.setProperty("account", account.name)
        self.choice.setChecked(chosen)
        self.choice.setFont(self._context.theme.font(strong=chosen))
        self._left.setText(say(balance(account)))
        self._info.explain("ledger-remaining-rho" if account.currency == RHO else "ledger-remaining")
        used = share(account)
        self._bar.setValue(round(_PARTS * used))
        tip = say(N_("{share} of the limit spent", share=percent(at_most(used))))
        self._bar.setAccessibleName(tip)
        self._bar.setToolTip(tip)
        self._spent.setText(say(outlays(account)))
        words = N_("{whom}; {currency}", whom=protects(account), currency=currency(account))
        self._whom.setText(say(words))
        why = raised(account)
        self._raised.setVisible(why is not None)
        self._raised.setText(say(why) if why is not None else "")
