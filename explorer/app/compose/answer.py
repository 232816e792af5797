"""What k releases together come to: the attacker's guess, the total to believe, and whether that protects."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import cast

import numpy as np

from explorer.app.compose.bounds_at_k import Reading, certified, cheapest
from explorer.app.compose.budget_line import Fits
from explorer.app.core import wording
from explorer.app.core.request import Request, release_of
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, guarantee_for, mechanism_for, mechanism_of, within_sample
from explorer.app.core.wording import counted
from explorer.app.plotting.figure import Answers
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.composition import Kind, Status
from explorer.privacy.risk import epsilon_for_belief, of_mechanism, posterior

RARE = 0.01  # the prior belief that the verdicts start from
WEAK = epsilon_for_belief(RARE, 0.5)  # from this total ε on a rare belief may become an even one
NONE = epsilon_for_belief(RARE, 0.99)  # from this one on it may become near certainty
_ALIKE = 5e-4  # ends of a proven interval so near that the number counts as exact here

_SEEN = {
    "": N_("An attacker who sees all answers guesses right which of two is yours"),
    "score": N_("An attacker who sees all choices guesses right whether you are in the data"),
}
_ALL = N_("An attacker who sees all results guesses right whether you are in the data")


@dataclass(frozen=True, slots=True)
class GuessOfMany(Request):
    """How often the best attacker guesses right who sees `count` releases, at a prior of one half."""

    setting: Setting
    count: int

    def __call__(self) -> Guess:
        """½(1 + δ_k(0)), δ_k(0) being the total variation distance of the two k-fold distributions."""
        from explorer.privacy.accounting.optimal_profile import optimal_delta  # no start waits for these
        from explorer.privacy.pld.delta_of_many import composed_delta

        guarantee, release = guarantee_for(self.setting), release_of(self.setting)
        found = composed_delta(guarantee, self.count, np.zeros(1))
        low, high = (0.0, 1.0) if found is None else (float(found[0][0]), float(found[1][0]))
        kept = mechanism_for(self.setting).claim(*within_sample(self.setting)).status is not Status.FALSE
        if kept and release.epsilon is not None:
            worst = optimal_delta(release.epsilon, release.delta, self.count, np.zeros(1))
            high = min(high, float(worst[0]))
        exact = release.attained and guarantee.profile_kind is Kind.EXACT and high - low < _ALIKE
        return Guess((1 + low) / 2, (1 + high) / 2, exact)


@dataclass(frozen=True)
class Guess:
    """The probability of a right guess, between two proven ends; `exact` where these can't be told apart."""

    lower: float
    upper: float
    exact: bool


@dataclass(frozen=True)
class Verdict:
    """What a total of this size means."""

    title: Sentence
    words: Sentence
    helped: bool = True  # by keeping to the budget


@dataclass(frozen=True)
class Answer:
    """What the pane says first. `number` is None while the guess is being computed for the first time.

    `filled` of a hundred squares show the guess; `share` is the total over that of basic composition.
    `current` says whether the guess is of now, `total_current` whether the total and what follows from it is.
    """

    question: Sentence
    number: Sentence | None
    times: Sentence
    filled: int
    current: bool
    total: Sentence
    total_current: bool
    trust: Sentence
    interval: Sentence | None
    basic: Sentence | None
    share: float | None
    verdict: Verdict | None
    stop_at: int | None  # a smaller k that is within the budget


def guess_question(state: State) -> GuessOfMany:
    """The question behind the number of right guesses."""
    return GuessOfMany(state.setting, state.composing.count)


def filled(guess: Guess) -> int:
    """How many of a hundred squares show a guess: all of them only where nothing less is proven."""
    return min(round(_of_hundred(guess)), 99 if guess.exact else 100)


def guess_of(state: State, answers: Answers) -> tuple[Guess | None, bool]:
    """The guess, and whether it is of now; until it is the newest older one of the same mechanism stands."""
    asked = guess_question(state)
    if asked in answers:
        return cast(Guess, answers[asked]), True
    for older in reversed(tuple(answers)):
        if isinstance(older, GuessOfMany) and older.setting.mechanism == state.mechanism:
            return cast(Guess, answers[older]), False
    return None, False


def question_of(state: State) -> Sentence:
    """What is guessed from all releases."""
    return _SEEN.get(mechanism_of(state).norm, _ALL)


def right_guesses(guess: Guess) -> Sentence:
    """So many of a hundred."""
    return N_("{count} of 100", count=_of_hundred(guess))


def _of_hundred(guess: Guess) -> float:
    """Rounded up where it is a bound; an exact one is never certainty, for nothing is certain."""
    return counted(100 * guess.upper, True) if not guess.exact else counted(min(100 * guess.upper, 99.99))


def answer(state: State, answers: Answers, found: tuple[Reading, ...], fit: Fits) -> Answer:
    """All that the pane says first."""
    guess, current = guess_of(state, answers)
    best = cheapest(found)
    adding = next((each for each in found if each.bound == "sequential" and each.valid), None)
    exact = guess is not None and guess.exact
    count, judged = state.composing.count, None if best is None else _judged(state, best.epsilon)
    more = fit.current and fit.most is not None and 0 < fit.most < count
    more = more and (judged is None or judged.helped)
    return Answer(
        question_of(state),
        None if guess is None else right_guesses(guess),
        N_("random guessing: 50 of 100") if exact else N_("at most; random guessing: 50 of 100"),
        0 if guess is None else filled(guess),
        current,
        _total(state, best),
        best is None or best.current,
        _trust(best),
        None if best is None else certified(best),
        None if adding is None else N_("basic composition would say {total}", total=adding.rounded),
        None if best is None or adding is None else min(best.epsilon / adding.epsilon, 1.0),
        judged,
        fit.most if more else None,
    )


def _total(state: State, best: Reading | None) -> Sentence:
    delta = state.composing.total_delta
    if best is None:
        return N_("no total ε at δ = {delta}", delta=delta)
    if best.number is Kind.EXACT:
        return N_("total ε = {epsilon} at δ = {delta}", epsilon=best.rounded, delta=delta)
    return N_("total ε ≤ {epsilon} at δ = {delta}", epsilon=best.rounded, delta=delta)


def _trust(best: Reading | None) -> Sentence:
    """Which bound to believe, in a word."""
    if best is None:
        return N_("Nothing here is a guarantee")
    if best.kind == wording.STATUSES[Status.CONFIRMED]:
        return N_("the smallest total, by {bound}: {kind}", bound=best.title, kind=best.kind)
    return N_("the smallest proven total, by {bound}", bound=best.title)


def _judged(state: State, epsilon: float) -> Verdict | None:
    """The verdict on a total, and whether keeping to the budget would help."""
    found, budget = verdict(epsilon), state.composing.total_epsilon
    if found is None or epsilon < NONE or budget < NONE:
        return found
    words = N_("{words} The budget of {budget} lies above it too.", words=found.words, budget=budget)
    return Verdict(found.title, words, helped=False)


def verdict(epsilon: float) -> Verdict | None:
    """What a total ε of this size no longer rules out; None where it is small enough to need no warning."""
    if not math.isfinite(epsilon) or epsilon < WEAK:
        return None
    if epsilon >= NONE:
        words = N_(
            "From a total ε of {size:2} on, the guarantee no longer rules out that a prior belief of "
            "{prior:percent} that you are in the data becomes {high:percent}.",
            size=NONE,
            prior=RARE,
            high=0.99,
        )
        return Verdict(N_("A total of this size protects nobody"), words)
    words = N_(
        "The guarantee does not rule out that a prior belief of {prior:percent} that you are in the data "
        "becomes {high:percent}.",
        prior=RARE,
        high=at_most(posterior(epsilon, RARE)[1]),
    )
    return Verdict(N_("A total of this size protects weakly"), words)


def all_together(state: State, answers: Answers) -> Sentence:
    """For the left column in Compose: the guess from all releases together."""
    guess, current = guess_of(state, answers)
    count = state.composing.count
    if guess is None or not current:
        return N_("all {count} {count:release|releases}: …", count=count)
    return N_("all {count} {count:release|releases}: {all}", count=count, all=right_guesses(guess))


def one_alone(state: State) -> Sentence:
    """The same of one release, in smaller letters."""
    guarantee = guarantee_for(state.setting)
    upper = guarantee.profile_kind is Kind.UPPER
    count = counted(100 * of_mechanism(guarantee).best_guess, upper)
    if upper:
        return N_("one alone: {count} of 100 at most; random: 50", count=count)
    return N_("one alone: {count} of 100; random: 50", count=count)
