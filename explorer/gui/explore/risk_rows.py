"""What a release means for one person: how often the best guess is right, counted out of a hundred."""

from __future__ import annotations

import math

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from explorer.app.compose.answer import all_together, guess_question, one_alone
from explorer.app.core.refusals import outdated
from explorer.app.core.request import Request
from explorer.app.core.state import State, Workspace, guarantee_of, mechanism_of
from explorer.app.core.wording import KINDS, counted
from explorer.app.explore.risk_summary import of_one
from explorer.gui.fields.number_rows import ExplainedLine, section
from explorer.gui.shell.context import Context
from explorer.gui.widgets.dimmed_numbers import dim
from explorer.gui.widgets.icon_array import IconArray
from explorer.jobs import Answered
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.mechanism import Guarantee
from explorer.privacy.risk import Odds, of_mechanism, posterior
from explorer.privacy.status import Kind

_BESIDE = 2  # lines that stand beside the key number
RARE = 0.01  # the belief beforehand of the sentence in small type

_QUESTION = {
    "": N_("An attacker guesses right which of two answers is yours"),
    "score": N_("An attacker who sees the choice guesses right whether you are in it"),
}
_RESULT = N_("An attacker guesses right whether you are in the data")
_GUESS = N_(
    "exact, with a prior belief of 50 %: half of one plus the total variation distance of the two "
    "distributions"
)


class Meaning(QWidget):
    """The key number, a hundred squares, the odds."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(2))
        lines.addLayout(section(context, N_("What it means for a person"), self))
        self._question = context.label(None, "muted", self, wrap=True)
        lines.addWidget(self._question)
        self._head = head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        head.setSpacing(context.theme.size(8))
        self._guess = context.label(None, "key", self)
        self._chance = ExplainedLine(context, "best-guess", self)
        head.addWidget(self._guess)
        head.addWidget(self._chance, 1)
        lines.addLayout(head)
        self._icons = IconArray(context.theme, self)
        self._icons.setFixedHeight(context.theme.size(40))
        lines.addWidget(self._icons)
        self._all = ExplainedLine(context, "guess-of-many", self, "section")
        self._alone = ExplainedLine(context, "best-guess", self)
        lines.addWidget(self._all)
        lines.addWidget(self._alone)
        self._odds = ExplainedLine(context, "odds", self)
        self._advantage = ExplainedLine(context, "advantage", self)
        self._belief = ExplainedLine(context, "posterior", self)
        for line in (self._odds, self._advantage, self._belief):
            lines.addWidget(line)

    def wanted(self, state: State) -> tuple[Request, ...]:
        """In Compose the guess of an attacker who sees all releases."""
        return (guess_question(state),) if of_many(state) else ()

    def show_state(self, state: State, answers: Answered) -> None:
        """Show what the release of `state` means; in Compose what all of them mean together."""
        many = of_many(state)
        for widget in (self._guess, self._icons):
            widget.setVisible(not many)
        self._all.say(all_together(state, answers) if many else None)
        self._alone.say(one_alone(state) if many else None)
        if many:
            for line in (self._chance, self._odds, self._advantage, self._belief):
                line.setVisible(False)
        else:  # what is shown and hidden again at each move would lay the column out twice
            self._show_one(state)
        self._question.setText(self._context.say(_QUESTION.get(mechanism_of(state).norm, _RESULT)))
        older = outdated(state)
        dim((self._guess,), older)
        for line in (self._chance, self._odds, self._advantage, self._belief, self._all, self._alone):
            line.dim(older)
        self._icons.setEnabled(not older)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_line()

    def _share_line(self) -> None:
        """The small words beside the number, or below it where they would take more than two lines."""
        room = self.width() - self._guess.sizeHint().width() - self._head.spacing()
        beside = self._chance.lines_in(room) <= _BESIDE
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if self._head.direction() != way:
            self._head.setDirection(way)

    def _show_one(self, state: State) -> None:
        say = self._context.say
        guarantee, norm = guarantee_of(state), mechanism_of(state).norm
        risk = of_mechanism(guarantee)
        upper = guarantee.profile_kind is Kind.UPPER
        right = 100 * risk.best_guess
        count = counted(right, upper)
        guess = say(N_("{count} of 100", count=count))
        self._guess.setText(guess)
        self._guess.setToolTip(say(KINDS[Kind.UPPER] if upper else _GUESS))
        self._icons.show_count(min(round(count), 100 if upper else 99), guess)
        times = N_("times at most; random: 50 of 100")
        self._chance.say(times if upper else N_("times; random: 50 of 100"))
        self._share_line()
        kind = say(KINDS[Kind.UPPER if upper else Kind.EXACT])
        self._odds.say(odds_sentence(risk.odds, norm, upper), kind)
        if upper:
            self._advantage.say(
                N_("advantage at most {advantage:3}", advantage=at_most(risk.advantage)), kind
            )
        else:
            self._advantage.say(N_("advantage {advantage:3}", advantage=of_one(risk.advantage)), kind)
        self._belief.say(belief_sentence(guarantee))


def of_many(state: State) -> bool:
    """Whether the person looks at many releases together."""
    return state.workspace is Workspace.COMPOSE and state.composing.count > 1


def odds_sentence(odds: Odds, norm: str, upper: bool) -> Sentence:
    """How often it would look as if you were in the data, without you and with you."""
    false, true = _both(odds, upper)
    if norm == "":
        if upper:
            words = N_(
                "of 100 answers at least {false} {false:points|point} to the other one, at most {true} "
                "to yours"
            )
        else:
            words = N_("of 100 answers {false} {false:points|point} to the other one, {true} to yours")
    elif upper:
        words = N_("as if you were in it: at least {false} of 100 times without you, at most {true} with you")
    else:
        words = N_(
            "{false} of 100 times it would look as if you were in the data without you, {true} with you"
        )
    return Sentence(words.text, (("false", false), ("true", true)))


def _both(odds: Odds, upper: bool) -> tuple[float, float]:
    """Of a hundred without you and with you: where these make up a hundred, so do the rounded numbers."""
    if math.isclose(odds.without + odds.with_you, 100):
        true = counted(odds.with_you, upper)
        return round(100 - true, 1), true
    if upper:
        return math.floor(10 * odds.without + 1e-9) / 10, math.ceil(10 * odds.with_you - 1e-9) / 10
    return max(round(odds.without, 1), 0.1), min(round(odds.with_you, 1), 99.9)


def belief_sentence(guarantee: Guarantee) -> Sentence:
    """The most that a rare belief can become, where anything limits that."""
    pure = guarantee.pure_epsilon
    if pure is None:
        return N_("with δ > 0 the posterior belief has no limit")
    high = posterior(pure, RARE)[1]
    return N_(
        "prior {prior:percent}, posterior at most {high:percent}",
        prior=RARE,
        high=at_most(high),
    )
