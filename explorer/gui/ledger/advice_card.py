"""What the spends of an account come to by tighter bounds: advice, never a gate."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from explorer.app.core import wording
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.ledger.ledger_view import GATES, Advising, advised_value, chosen, protects
from explorer.gui.ledger.shown_ledger import Shown, question
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_, Sentence, at_least, at_most
from explorer.privacy.composition import Kind, every_composition
from explorer.release.ledger.accounts import Account
from explorer.release.ledger.advice import Advised


class _Line(QWidget):
    """One bound: its name, the ε that it gives, what kind of number that is."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(context.theme.size(8))
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(0, 1)
        self._title = context.label(None, "body", self)
        self._value = context.label(None, "body", self)
        self._info = InfoButton(context, "composition", self)
        self._kind = context.label(None, "label", self, wrap=True)
        grid.addWidget(self._title, 0, 0)
        grid.addWidget(self._value, 0, 1, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self._info, 0, 2)
        grid.addWidget(self._kind, 1, 0, 1, 3)

    def show_advised(self, advised: Advised, account: Account) -> None:
        """One answer; its reason in place of a kind where there is none."""
        say = self._context.say
        self._title.setText(say(every_composition()[advised.bound].title))
        self._value.setText(say(advised_value(advised)))
        self._info.explain(f"bound-{advised.bound}")
        self._info.of(protects(account))
        words: Sentence = wording.KINDS[Kind(advised.kind)]
        if advised.reason is not None:
            words = advised.reason
        elif advised.lower is not None and advised.upper is not None and advised.kind == "bracket":
            words = _bracket(advised.lower, advised.upper)
        self._kind.setText(say(words))
        self._kind.setToolTip(advised.source)


def _bracket(low: float, high: float) -> Sentence:
    """Between what the truth lies; where six digits tell no difference, that they hold."""
    if f"{low:.6g}" == f"{high:.6g}":
        return N_("proven interval, both ends: {value:6}", value=at_most(high))
    return N_("proven: {lower:6} … {upper:6}", lower=at_least(low), upper=at_most(high))


class LedgerAdvice(Panel):
    """Basic composition first, then what is tighter."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        card.head.stand_alone()
        self._shown = Shown(context)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(context.theme.size(8))
        self._column = Column(context.theme.size(6), self)
        self._gates = context.label(GATES, "muted", self._column.inside, wrap=True)
        self._column.lines.addWidget(self._gates)
        self._words = context.label(None, "muted", self._column.inside, wrap=True)
        self._column.lines.addWidget(self._words)
        self._lines: list[_Line] = []
        self._column.lines.addStretch(1)
        outer.addWidget(self._column, 1)

    def _account(self, state: State) -> Account | None:
        ledger = self._shown.ledger
        return None if ledger is None else chosen(ledger, state.ledger.account, state.releasing.account)

    def wanted(self, state: State) -> tuple[Request, ...]:
        account = self._account(state)
        advising = () if account is None or not account.entries else (Advising(account),)
        return (question(self._context, state), *advising)

    def show_state(self, state: State, answers: Answered) -> None:
        if not self._shown.follow(state, answers, state.releasing.account, answers.arrivals):
            return
        ledger, account = self._shown.ledger, self._account(state)
        found: tuple[Advised, ...] = ()
        words: Sentence | None = None
        if ledger is not None and ledger.refused is not None:
            words = N_("A ledger that fails verification is not shown")
        elif account is None or not account.entries:
            words = N_("Nothing has been spent yet")
        elif (asked := Advising(account)) in answers:
            found = cast(tuple[Advised, ...], answers[asked])
        else:
            words = N_("being computed")
        self._card.head.work(words == N_("being computed"))
        named = N_("account “{name}”", name=account.name) if found and account is not None else None
        self._card.head.assume(self._context.say(named) if named is not None else "")
        self._words.setText(self._context.say(words) if words is not None else "")
        self._words.setVisible(words is not None)
        self._gates.setVisible(bool(found))
        self._show_lines(found, account)

    def _show_lines(self, found: tuple[Advised, ...], account: Account | None) -> None:
        while len(self._lines) < len(found):
            line = _Line(self._context, self._column.inside)
            self._lines.append(line)
            self._column.lines.insertWidget(self._column.lines.count() - 1, line)
        for place, line in enumerate(self._lines):
            line.setVisible(place < len(found))
            if account is not None and place < len(found):
                line.show_advised(found[place], account)
