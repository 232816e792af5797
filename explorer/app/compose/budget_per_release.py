"""From the budget of all releases to what each may have, by every bound: what the card beside the k says."""

from __future__ import annotations

import math
from dataclasses import dataclass

from explorer.app.compose.bounds_at_k import Reading
from explorer.app.compose.share_requests import COROLLARY, Share, shares
from explorer.app.core import wording
from explorer.app.core.state import State
from explorer.app.explore.presets import EXAMPLE, PRESETS
from explorer.app.plotting.figure import Answers
from explorer.app.plotting.palette import bound_colour
from explorer.mark import N_, RoundedBound, Sentence, at_least, at_most
from explorer.privacy.composition import Status, every_composition
from explorer.privacy.mechanism import AdditiveNoise, Mechanism, every_mechanism
from explorer.privacy.shape import Sampling


@dataclass(frozen=True)
class Row:
    """One bound: how much each release may have; `take` is for the button that uses it.

    `number` is the ε of each where that is pure, else its noise; NaN where there is none; `rounded` as it is
    shown. `words` tell the rest and the kind, or why there is nothing; `again` the total, and what the ε
    that is set costs.
    """

    bound: str
    title: Sentence
    colour: str
    number: float
    rounded: RoundedBound
    words: Sentence
    again: Sentence | None
    why: Sentence | None
    source: str
    valid: bool
    current: bool
    noise: float
    take: tuple[float, float] | None


@dataclass(frozen=True)
class Corollary:
    """What Corollary 3.21 says (numbers as in a `Row`), whether it may say so, and what that truly costs."""

    number: float
    rounded: RoundedBound
    range: Sentence
    truly: Sentence | None
    kept: bool
    take: tuple[float, float] | None
    current: bool


def rows(state: State, answers: Answers, now: tuple[Reading, ...]) -> tuple[Row, ...]:
    """All bounds but the corollary, the least noise first; then what has none, then what is no guarantee.

    `now` is what each bound says of the ε that is set.
    """
    said = {reading.bound: reading for reading in now}
    found = [
        _row(state, share, current, position, said[bound])
        for position, (bound, share, current) in enumerate(shares(state, answers))
        if bound != COROLLARY
    ]
    return tuple(sorted(found, key=lambda row: (not row.valid and not math.isnan(row.number), row.noise)))


def _row(state: State, share: Share | None, current: bool, position: int, now: Reading) -> Row:
    entry = every_composition()[now.bound]
    colour = bound_colour(now.bound, position)
    if share is None or share.mechanism is None:
        reason = N_("being computed") if share is None else share.reason
        words = reason or N_("nothing is left")
        return Row(
            *(now.bound, entry.title, colour, *_nothing(), words, None, reason),
            *(entry.source, False, current, math.inf, None),
        )
    valid = share.status is not Status.FALSE
    kind = wording.STATUSES.get(share.status, wording.KINDS[entry.kind])
    again, take = _again(state, share, now), share.take if valid else None
    return Row(
        *(now.bound, entry.title, colour, *_number(state, share), _words(state, share, kind), again),
        *(_why(state, share), entry.source, valid, current, noise_of(share.mechanism), take),
    )


def noise_of(mechanism: Mechanism) -> float:
    """How far it hides, to sort by: the standard deviation, or what a choice has instead of one."""
    if isinstance(mechanism, AdditiveNoise):
        return mechanism.standard_deviation
    return -mechanism.noise if mechanism.noise_parameter == "epsilon" else mechanism.noise


def heading(state: State) -> Sentence:
    """What the numbers of the rows are."""
    kind = every_mechanism()[state.mechanism]
    if kind.pure:
        return N_("ε per release, at most")
    return N_("{symbol} per release, at least", symbol=_symbol(kind))


def _symbol(kind: type[Mechanism] | Mechanism) -> str:
    return "s" if kind.norm == "score" else wording.noise_symbol(kind.noise_parameter)


def _number(state: State, share: Share) -> tuple[float, RoundedBound]:
    """The largest ε that is allowed, shown rounded down, or the noise that is enough, rounded up."""
    if share.mechanism is None:
        return _nothing()
    if every_mechanism()[state.mechanism].pure and share.epsilon is not None:
        return share.epsilon, at_least(share.epsilon if share.take is None else share.take[0])
    return share.mechanism.noise, at_most(share.mechanism.noise)


def _nothing() -> tuple[float, RoundedBound]:
    return math.nan, at_most(math.nan)


def _words(state: State, share: Share, kind: Sentence) -> Sentence:
    """The kind, and what the number itself does not say: the noise of a pure ε, or the ε and δ of a noise."""
    mechanism = share.mechanism
    if mechanism is None or mechanism.noise_parameter == "epsilon":
        return kind
    if every_mechanism()[state.mechanism].pure:
        return N_(
            "{kind}; {symbol} = {noise}", kind=kind, symbol=_symbol(mechanism), noise=at_most(mechanism.noise)
        )
    if share.epsilon is None or share.delta is None:
        return kind
    allowed = {"epsilon": at_least(share.epsilon), "delta": at_least(share.delta)}
    return N_("{kind}; ε = {epsilon}, δ = {delta}", kind=kind, **allowed)


def _again(state: State, share: Share, now: Reading) -> Sentence:
    """The total of these releases, and of those that are set, by the same bound."""
    again = N_("resulting total {total:6}", total=at_most(math.nan if share.again is None else share.again))
    if math.isnan(now.upper) or not now.valid or not now.current:
        return again
    if now.upper > state.composing.total_epsilon:
        return N_(
            "{again}; with the current settings {total}: over budget", again=again, total=at_most(now.upper)
        )
    return N_("{again}; with the current settings {total}", again=again, total=at_most(now.upper))


def _why(state: State, share: Share) -> Sentence:
    """Every digit of the total again."""
    values = {"total": share.again, "budget": state.composing.total_epsilon}
    sentence = N_("total at this value: {total:full}; budget: {budget:full}", **values)
    return sentence if share.reason is None else N_("{told}; {reason}", told=sentence, reason=share.reason)


def corollary(state: State, answers: Answers) -> Corollary:
    """The book's shortcut, apart from the others: a formula with a range."""
    share, current = next(each[1:] for each in shares(state, answers) if each[0] == COROLLARY)
    inside = state.composing.total_epsilon < 1
    within = (
        N_("stated only for a total ε between 0 and 1; yours is in that range")
        if inside
        else N_("stated only for a total ε between 0 and 1; yours is outside that range")
    )
    if share is None or share.epsilon is None or share.truly is None:
        reason = N_("being computed") if share is None else share.reason or within
        return Corollary(*_nothing(), reason, None, False, None, current)
    kept = share.status is not Status.FALSE
    if share.truly <= state.composing.total_epsilon:
        truly = N_("the actual total, by optimal composition, is {truly}", truly=at_most(share.truly))
    else:
        truly = N_("not a guarantee: the total can be as high as {truly}", truly=at_most(share.truly))
    return Corollary(*_number(state, share), within, truly, kept, share.take if kept else None, current)


def verdict(state: State, now: tuple[Reading, ...]) -> Sentence:
    """How many bounds prove that the ε that is set keeps to the budget."""
    proven = [each for each in now if each.valid and each.current]
    keeping = [each for each in proven if each.upper <= state.composing.total_epsilon]
    values = {"epsilon": state.target.epsilon, "total": state.composing.total_epsilon}
    if not keeping:
        return N_(
            "at the current ε = {epsilon} per release, no bound here gives a total within {total}", **values
        )
    values |= {"keeping": len(keeping), "all": len(proven)}
    return N_(
        "at the current ε = {epsilon} per release, {keeping} of {all} bounds {keeping:gives|give} a "
        "total within {total}",
        **values,
    )


def assumption(state: State) -> Sentence:
    """Of which release: the mechanism, what one unit moves, and whom it protects."""
    mechanism, sensitivity = every_mechanism()[state.mechanism], state.target.sensitivity
    if not mechanism.norm:
        return N_("{mechanism}; {unit}", mechanism=mechanism.title, unit=wording.unit(state))
    values = {"mechanism": mechanism.title, "sensitivity": sensitivity, "unit": wording.unit(state)}
    if state.sampling_rate < 1 and state.shape.sampling is Sampling.POISSON:
        return N_(
            "{mechanism}, Δ = {sensitivity}, a sample of {rate:percent}; {unit}",
            rate=state.sampling_rate,
            **values,
        )
    if state.sampling_rate < 1:
        return N_(
            "{mechanism}, Δ = {sensitivity}, a sample of {rate:percent} without replacement; {unit}",
            rate=state.sampling_rate,
            **values,
        )
    return N_("{mechanism}, Δ = {sensitivity}; {unit}", **values)


def example(state: State, now: tuple[Reading, ...]) -> Sentence | None:
    """What each bound truly says of the book's 1/801; None in any other setting."""
    preset = PRESETS[EXAMPLE]
    asked = state.composing.count, state.composing.total_delta, state.composing.total_epsilon
    book = preset.composing.count, preset.composing.total_delta, preset.composing.total_epsilon
    if asked != book or state.mechanism != preset.mechanism or state.target.epsilon != preset.target.epsilon:
        return None
    said = {each.bound: at_most(each.upper) for each in now if each.valid and each.current}
    if not {"advanced", "advanced-tanh", "optimal"} <= set(said):
        return None
    return N_(
        "Dwork–Roth Example 3.7 states that ε = 1/801 per release gives a total ε of 1 by "
        "Dwork–Roth Theorem 3.20. That theorem gives {theorem}; advanced composition (tight drift) "
        "gives {tanh}, and optimal composition {exact}. The total holds, but the theorem cited "
        "does not prove it.",
        theorem=said["advanced"],
        tanh=said["advanced-tanh"],
        exact=said["optimal"],
    )
