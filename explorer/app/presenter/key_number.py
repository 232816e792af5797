"""The one large number beside a presented picture, and what it is: the same as its workspace says."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.app.compose import answer
from explorer.app.core.request import Request
from explorer.app.core.state import State, Workspace, guarantee_of, mechanism_of
from explorer.app.core.table_pair import tables_in
from explorer.app.core.wording import counted
from explorer.app.plotting.figure import Answers
from explorer.app.presenter import lesson_steps
from explorer.app.presenter.plan_number import plan_number
from explorer.app.tables.table_readings import delta_at
from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.risk import of_mechanism
from explorer.privacy.status import Kind

DEPLOYMENTS = "deployments"  # what others have released: on the screen a card, in the window a table
RECORD = "record"  # the decision record: on the screen a card, in the program a window of its own
MANY = ("composition", "readout")
TABLES = ("table-outcomes", "table-profile", "table-composed", "tables", "table-bounds")
WITHOUT_GUESS = (
    *("year", "inverse", "crossings", "preview", "publish", "testing", DEPLOYMENTS, RECORD),
    *("accounts", "spends", "entries", "advice", "verification"),
)

_ONE = {
    "": N_("An attacker guesses right which of two answers is yours"),
    "score": N_("An attacker who sees the choice guesses right whether you are in it"),
}
_RESULT = N_("An attacker guesses right whether you are in the data")
_PAIR = N_("An attacker who sees one outcome guesses right whether it is from P or from Q")
_TIMES = N_("times; random: 50 of 100")
_AT_MOST = N_("times at most; random: 50 of 100")


@dataclass(frozen=True)
class KeyNumber:
    """The number with the words before and after it; so many of a hundred squares, where it is a share.

    `about` heads the column: whose number it is. It is not `current` while the one of now is computed.
    `further` : what else belongs to it, below everything
    """

    about: Sentence
    before: Sentence
    number: Sentence
    after: Sentence
    filled: int | None = None
    current: bool = True
    further: tuple[Sentence, ...] = ()


def key_number(state: State, answers: Answers) -> KeyNumber | None:
    """The number of the card in hand; None where its picture stands for itself."""
    card = state.presentation.card
    if lesson_steps.is_step(card):
        step = lesson_steps.number_of(state, answers)
        if step is None:
            return None
        (whose, before, number, after), filled, current = step
        return KeyNumber(whose, before, number, after, filled, current)
    if card in ("preview", "plan"):
        found = plan_number(state, answers)
        if found is None:
            return None
        told = found.about, found.before, found.number, found.after
        return KeyNumber(*told, further=found.further)
    if card in WITHOUT_GUESS:
        return None
    if card in TABLES:
        return _of_tables(state)
    if _many(state):
        return _of_many(state, answers)
    return _of_one(state)


def about(state: State, key: KeyNumber | None) -> Sentence:
    """What heads the column: whose number it is; without one, the lesson; else nothing."""
    if key is not None:
        return key.about
    card = state.presentation.card
    return lesson_steps.lesson_of(card) if lesson_steps.is_step(card) else verbatim("")


def questions(state: State) -> tuple[Request, ...]:
    """The long questions behind the number of the card in hand."""
    if lesson_steps.is_step(state.presentation.card):
        return lesson_steps.questions(state)
    return (answer.guess_question(state),) if _many(state) else ()


def _many(state: State) -> bool:
    """Whether the number is that of all releases together: in Compose also beside the left column."""
    card = state.presentation.card
    of_all = card in MANY or (card == "one-release" and state.workspace is Workspace.COMPOSE)
    return of_all and state.composing.count > 1


def _of_one(state: State) -> KeyNumber:
    guarantee, mechanism = guarantee_of(state), mechanism_of(state)
    upper = guarantee.profile_kind is Kind.UPPER
    count = counted(100 * of_mechanism(guarantee).best_guess, upper)
    return KeyNumber(
        mechanism.title,
        _ONE.get(mechanism.norm, _RESULT),
        N_("{count} of 100", count=count),
        _AT_MOST if upper else _TIMES,
        min(round(count), 100 if upper else 99),
    )


def _of_many(state: State, answers: Answers) -> KeyNumber:
    guess, current = answer.guess_of(state, answers)
    return KeyNumber(
        N_(
            "{mechanism}, {count} {count:release|releases}",
            mechanism=mechanism_of(state).title,
            count=state.composing.count,
        ),
        answer.question_of(state),
        verbatim("…") if guess is None else answer.right_guesses(guess),
        _TIMES if guess is not None and guess.exact else _AT_MOST,
        0 if guess is None else answer.filled(guess),
        current,
    )


def _of_tables(state: State) -> KeyNumber:
    """½(1 + δ(0)), δ(0) being the total variation distance of the two tables."""
    tables = tables_in(state.tables)
    upper = tables.profile_kind is Kind.UPPER
    distance = max(delta_at(each, 0.0) for each in (tables.forward, tables.backward))
    count = counted(50 * (1 + min(distance, 1.0)), upper)
    return KeyNumber(
        N_("Two probability tables"),
        _PAIR,
        N_("{count} of 100", count=count),
        _AT_MOST if upper else _TIMES,
        min(round(count), 100),
    )
