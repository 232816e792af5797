"""The account that a release is charged to, in two lines: which one, and what is left of it afterwards."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from explorer.app.core.release_messages import AccountNamed
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.release.preflight.account_share import AccountShare, account_share
from explorer.app.release.preflight.spend_summary import outlay_in
from explorer.gui.ledger.shown_ledger import charged
from explorer.gui.release.plan.name_column import NAME, name_width
from explorer.gui.release.preflight.account_choice import AccountChoice
from explorer.gui.shell.context import Context
from explorer.gui.widgets.fold import READS
from explorer.gui.widgets.theme import Theme
from explorer.jobs import Answered
from explorer.mark import N_, Sentence
from explorer.release.plan.declarations import ReleasePlan


class AccountRow(QWidget):
    """`settled` where the account can pay what the plan spends. `wanted` is asked in the background."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._seen: object = None
        self.settled = False
        self.wanted: tuple[Request, ...] = ()
        size = context.theme.size
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(size(4))
        row = QHBoxLayout()
        row.setSpacing(2)  # as in a field
        self._name = label = context.label(N_("charged to"), "muted", self)
        label.setFixedWidth(size(NAME))
        self.chosen = AccountChoice(context, N_("charged to"), self)
        self.chosen.setMinimumContentsLength(6)
        for control in (self.chosen, self.chosen.line):
            control.setProperty(READS, True)
        label.setBuddy(self.chosen)
        self.chosen.named.connect(self._named)
        row.addWidget(label)
        row.addWidget(self.chosen, 1)
        lines.addLayout(row)
        self._bar = _Bar(context.theme, self)
        lines.addWidget(self._bar)
        self._line = context.label(None, "label", self, wrap=True)
        lines.addWidget(self._line)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """It begins where the other fields of the form do."""
        super().resizeEvent(event)
        self._name.setFixedWidth(name_width(self, self._context.theme))

    def _named(self, account: str) -> None:
        if account != self._context.store.state.releasing.account:
            self._context.store.dispatch(AccountNamed(account))

    def follow(self, state: State, answers: Answered, plan: ReleasePlan | None) -> None:
        """The accounts of the ledger, and what the plan would spend of the one that is chosen."""
        question, ledger = charged(self._context, state, answers)
        self.wanted = () if question is None else (question,)
        seen = (plan, ledger, state.releasing.account)
        if seen == self._seen:
            return
        self._seen = seen
        self.chosen.show_accounts(state.releasing.account, ledger)
        share: AccountShare | None = None
        words: Sentence = N_("the ledger is being read")
        self.settled = False
        if ledger is not None and ledger.refused is not None:
            words = ledger.refused
        elif ledger is not None and plan is None:
            words = N_("What is left afterwards follows once the plan is complete.")
        elif ledger is not None and plan is not None:
            account = state.releasing.account or None
            outlay = outlay_in(plan, account, ledger)
            self.settled, words = not outlay.over, outlay.line
            share = account_share(plan, account, ledger)
        self._line.setText(self._context.say(words))
        for control in (self.chosen, self.chosen.line):  # a screen reader says with it what stands beneath
            control.setAccessibleDescription(self._line.text())
        self._bar.show_share(share)


class _Bar(QWidget):
    """What was spent, what this release spends, and what is left, of the limit of an account."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._share: AccountShare | None = None
        self.setFixedHeight(theme.size(8))
        self.setVisible(False)

    def show_share(self, share: AccountShare | None) -> None:
        """The parts of the limit, each in [0, 1]; nothing where no account is there yet."""
        self._share = share
        self.setVisible(share is not None)
        self.update()

    def paintEvent(self, _: QPaintEvent) -> None:
        if self._share is None:
            return
        colours, painter = self._theme.colours, QPainter(self)
        width, height = float(self.width()), float(self.height())
        painter.fillRect(QRectF(0, 0, width, height), QColor(colours["quiet"]))
        spent, this = self._share.spent * width, self._share.this * width
        painter.fillRect(QRectF(0, 0, spent, height), QColor(colours["muted"]))
        name = "refused" if self._share.over else "accent"
        painter.fillRect(QRectF(spent, 0, max(this, 1.0), height), QColor(colours[name]))
