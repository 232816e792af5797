"""What one release means for one person, in numbers: each with its kind, and what none of them says."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from explorer.app.core import wording
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, guarantee_of, mechanism_of
from explorer.mark import N_, RoundedBound, Sentence, at_least, at_most
from explorer.privacy.risk import Odds, of_mechanism, posterior, true_positive_rate
from explorer.privacy.status import Kind, Status


@dataclass(frozen=True)
class RiskNumber:
    """One number: its `value` (None where there is none), how it is said, what it is and for what.

    `more` is said in small letters below it.
    """

    value: float | None
    text: Sentence
    kind: Kind
    why: Sentence
    more: Sentence | None = None


@dataclass(frozen=True)
class Belief:
    """The range of what anybody may believe afterwards; None where a single result has no limit."""

    low: float
    high: float


@dataclass(frozen=True)
class Group:
    """What is promised to a group that changes together.

    `epsilon` and `delta` follow from those of one; `delta` 1 or more is no guarantee. `mu` and `rho` are
    those of the mechanism itself, where it has them.
    """

    epsilon: float
    delta: float
    mu: float | None
    rho: float | None


@dataclass(frozen=True)
class RiskSummary:
    """The numbers of the risk card, and what they do not say."""

    odds: Sentence
    odds_why: Sentence
    best_guess: RiskNumber
    advantage: RiskNumber
    true_alarms: RiskNumber
    alarm_right: RiskNumber
    belief: RiskNumber
    group: RiskNumber
    limits: tuple[Sentence, ...]


def with_setting(state: State, setting: Setting) -> State:
    """The state in which another release is set; what the person looks at stays."""
    return replace(state, mechanism=setting.mechanism, target=setting.target, shape=setting.shape)


def promise(state: State) -> tuple[float, float]:
    """The (epsilon, delta) that is truly kept, the sampling counted in; delta 0 where epsilon is pure.

    Where a formula does not keep the delta that it claims, the one that it does deliver at this epsilon.
    """
    guarantee = guarantee_of(state)
    if guarantee.pure_epsilon is not None:
        return guarantee.pure_epsilon, 0.0
    epsilon, delta = state.target.epsilon, state.target.delta
    if wording.claim(state).status is Status.FALSE:
        delta = math.exp(float(guarantee.log_delta(np.array([epsilon]))[0]))
    return epsilon, delta


def belief_after(state: State) -> Belief | None:
    """From `reading.prior`; with delta > 0 no single result has a limit."""
    epsilon, delta = promise(state)
    return None if delta > 0 else Belief(*posterior(epsilon, state.reading.prior))


def found_out(state: State) -> tuple[float, float]:
    """The most true alarms at `reading.false_alarm`: of this release, and of any that keeps its promise.

    1 − f(α) of the release's own trade-off f; Kairouz, Oh & Viswanath (2015), Theorem 2.1.
    """
    alpha = np.array([state.reading.false_alarm])
    own = 1.0 - float(guarantee_of(state).trade_off(alpha)[0])
    worst = float(true_positive_rate(*promise(state), alpha)[0])
    worst = max(own, worst)  # rounding must not let this release pass for worse than the worst
    sure = math.nextafter(1.0, 0.0)  # nor any alarm for certain
    return min(own, sure), min(worst, sure)


def predictive_value(true_alarms: float, false_alarms: float, prior: float) -> float:
    """How often an alarm is right: t·π/(t·π + α(1−π))."""
    right = true_alarms * prior
    return right / (right + false_alarms * (1 - prior))


def group_of(state: State, size: int) -> Group:
    """The promise to `size` units that change together: (gε, δ(e^(gε)−1)/(e^ε−1)), gμ, g²ρ.

    Source
    ------
    Vadhan (2017), proof of Lemma 2.2; Dong, Roth & Su (2019), Theorem 2.14; Bun & Steinke (2016),
    Proposition 1.9.
    """
    epsilon, delta = promise(state)
    together = size * epsilon
    if delta > 0:
        log_delta = math.log(delta) + _log_expm1(together) - _log_expm1(epsilon)
        delta = math.exp(min(log_delta, 0.0))
    whole = state.sampling_rate >= 1
    mechanism = mechanism_of(state)
    mu, rho = (mechanism.mu, mechanism.rho) if whole else (None, None)
    return Group(
        together,
        delta,
        None if mu is None else size * mu,
        None if rho is None else size * size * rho,
    )


def _log_expm1(x: float) -> float:
    """ln(e^x − 1) without overflow, x > 0."""
    return x + math.log1p(-math.exp(-x)) if x > 1 else math.log(math.expm1(x))


def risk_summary(state: State) -> RiskSummary:
    """Everything that the risk card tells."""
    kind = guarantee_of(state).profile_kind
    risk = of_mechanism(guarantee_of(state))
    guess = N_("{count:3} of 100", count=rounded_hundred(100 * risk.best_guess, kind))
    even = N_("with a prior belief of 50 %; random guessing is right 50 times of 100")
    between = N_(
        "largest difference between the true-positive and the false-positive rate; 0 is random "
        "guessing, 1 is certainty"
    )
    found, right = _alarms(state, kind)
    return RiskSummary(
        odds=_odds(risk.odds, kind, mechanism_of(state).norm),
        odds_why=_with_kind(
            kind, N_("for an attacker who knows everybody else's data and guesses the likelier case")
        ),
        best_guess=RiskNumber(risk.best_guess, guess, kind, _with_kind(kind, even)),
        advantage=RiskNumber(
            risk.advantage,
            N_("{advantage:3}", advantage=rounded_share(risk.advantage, kind)),
            kind,
            _with_kind(kind, between),
        ),
        true_alarms=found,
        alarm_right=right,
        belief=_belief(state),
        group=_group(state),
        limits=limits(state),
    )


def _odds(odds: Odds, kind: Kind, norm: str) -> Sentence:
    values = {"without": of_hundred(odds.without), "with_you": rounded_hundred(odds.with_you, kind)}
    if not norm:  # a person's own answer is hidden: everybody is in the data, the question is with which
        return N_("Of 100 answers, {without:3} point to the other one, {with_you:3} to yours", **values)
    if kind is Kind.UPPER:
        values["without"] = at_least(odds.without)
        return N_(
            "Without you, {without:3} or more of 100 results look as if you were in the data; with you, "
            "at most {with_you:3} of 100",
            **values,
        )
    return N_(
        "Without you, {without:3} of 100 results look as if you were in the data; with you, "
        "{with_you:3} of 100",
        **values,
    )


def of_hundred(count: float) -> float:
    """So many of a hundred; never rounded to all of them, for nothing is certain."""
    return math.floor(10 * min(count, 99.99)) / 10 if count >= 99 else count


def of_one(share: float, digits: int = 3) -> float:
    """A share that `digits` digits do not round to all of it."""
    return min(share, 1 - 10.0**-digits)


def rounded_hundred(count: float, kind: Kind) -> float | RoundedBound:
    """`of_hundred`; a bound is rounded up, to all of them where nothing less is proven."""
    return at_most(count) if kind is Kind.UPPER else of_hundred(count)


def rounded_share(share: float, kind: Kind, digits: int = 3) -> float | RoundedBound:
    """`of_one`; a bound is rounded up."""
    return at_most(share) if kind is Kind.UPPER else of_one(share, digits)


def _with_kind(kind: Kind, words: Sentence) -> Sentence:
    return N_("{kind}: {words}", kind=AT_MOST if kind is Kind.UPPER else wording.KINDS[kind], words=words)


AT_MOST = N_("at most")


def _alarms(state: State, kind: Kind) -> tuple[RiskNumber, RiskNumber]:
    reading = state.reading
    own, worst = found_out(state)
    found = RiskNumber(
        own,
        N_("{share:percent}", share=wording.no_more(own, kind)),
        kind,
        _with_kind(
            kind,
            N_(
                "probability that the test detects you, at a false-positive rate of {alarm:percent}",
                alarm=reading.false_alarm,
            ),
        ),
        N_("with any mechanism of this (ε, δ), at most {worst:percent}", worst=at_most(worst)),
    )
    right = predictive_value(own, reading.false_alarm, reading.prior)
    words = N_(
        "of those whom the test reports, the share that is in the data; prior {prior:percent}",
        prior=reading.prior,
    )
    return found, RiskNumber(
        right, N_("{share:percent}", share=wording.no_more(right, kind)), kind, _with_kind(kind, words)
    )


def _belief(state: State) -> RiskNumber:
    found, prior = belief_after(state), state.reading.prior
    if found is None:
        why = N_("with δ > 0 a single result may reveal anything; no range holds for every result")
        return RiskNumber(None, N_("no limit"), Kind.UPPER, why)
    text = N_("{low:3} … {high:percent}", low=at_least(100 * found.low), high=at_most(found.high))
    why = N_(
        "for every result and an attacker who knows everybody else's data; prior {prior:percent}",
        prior=prior,
    )
    return RiskNumber(found.high, text, Kind.UPPER, _with_kind(Kind.UPPER, why))


def _group(state: State) -> RiskNumber:
    size = state.reading.group
    group = group_of(state, size)
    why = _with_kind(Kind.UPPER, N_("the guarantee for a group of {size}", size=size))
    more = None
    if group.mu is not None and group.rho is not None:
        more = N_("exact: μ = {mu}, ρ = {rho}", mu=group.mu, rho=group.rho)
    elif group.rho is not None and size > 1:
        more = N_("at most ρ = {rho}", rho=at_most(group.rho))
    if group.delta >= 1:
        return RiskNumber(None, N_("no guarantee"), Kind.UPPER, why, more)
    text = N_("ε = {epsilon}", epsilon=at_most(group.epsilon))
    if group.delta > 0:
        both = {"epsilon": at_most(group.epsilon), "delta": at_most(group.delta)}
        text = N_("ε = {epsilon}, δ = {delta}", **both)
    return RiskNumber(group.epsilon, text, Kind.UPPER, why, more)


def limits(state: State) -> tuple[Sentence, ...]:
    """What the numbers do not say."""
    _, delta = promise(state)
    always = N_(
        "These numbers don't cover what other people's data reveal about you, larger groups, or "
        "repeated releases, whose losses compose (see Compose)."
    )
    if delta <= 0:
        return (always,)
    slip = N_(
        "With δ = {delta} there is no limit for every single result: with this probability "
        "everything may be revealed, or the privacy loss may exceed ε a little, but more often.",
        delta=at_most(delta),
    )
    broken = wording.claim(state).reason if wording.claim(state).status is Status.FALSE else None
    return (slip, always) if broken is None else (N_("{reason}.", reason=broken), slip, always)
