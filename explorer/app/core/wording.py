"""Sentences that several pictures and panes share, so that one fact is said in one way."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from explorer.app.core.sections import Counted
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, guarantee_for, mechanism_for, mechanism_of, within_sample
from explorer.mark import N_, RoundedBound, Sentence, at_least, at_most
from explorer.privacy.composition import Kind
from explorer.privacy.mechanism import Mechanism, Selection, every_mechanism, shape_of
from explorer.privacy.shape import Sampling
from explorer.privacy.status import Claim, Status
from explorer.privacy.target import Neighbours

if TYPE_CHECKING:
    from explorer.release.plan.declarations import ReleasePlan

KINDS = {
    Kind.EXACT: N_("exact"),
    Kind.UPPER: N_("proven upper bound"),
    Kind.BRACKET: N_("proven interval"),
    Kind.ESTIMATE: N_("estimate"),
}
NOT_PROVEN = N_("not proven")
_BOUNDS = (Kind.UPPER, Kind.BRACKET)
STATUSES = {
    Status.CONFIRMED: N_("checked numerically at this k"),
    Status.FALSE: N_("not a guarantee here"),
}
NEIGHBOURS = {
    Neighbours.ADD_REMOVE: N_("add or remove"),
    Neighbours.SUBSTITUTE: N_("substitute"),
}
RELEASED = {
    Counted.HISTOGRAM: N_("released count"),
    Counted.SUM: N_("released sum"),
    Counted.MEAN: N_("released mean"),
}
TRUE = {
    Counted.HISTOGRAM: N_("the true count is {value}"),
    Counted.SUM: N_("the true sum is {value}"),
    Counted.MEAN: N_("the true mean is {value}"),
}
IN_SAMPLE = {
    Counted.HISTOGRAM: N_("the true count in the sample is {value}"),
    Counted.SUM: N_("the true sum in the sample is {value}"),
    Counted.MEAN: N_("the true mean in the sample is {value}"),
}
UNITS = {
    "row": N_("one record"),
    "person": N_("one person"),
    "household": N_("one household"),
}


def cost(value: float, kind: Kind) -> float | RoundedBound:
    """A total as it is quoted: rounded up, an exact one too, since whoever quotes it promises it."""
    return value if kind is Kind.ESTIMATE else at_most(value)


def no_more(value: float, kind: Kind) -> float | RoundedBound:
    """A number that its kind may make a bound from above: exact ones are rounded to the nearest."""
    return at_most(value) if kind in _BOUNDS else value


def no_less(value: float, kind: Kind) -> float | RoundedBound:
    """The same of a number that the guarantee bounds from below, such as the misses of a test."""
    return at_least(value) if kind in _BOUNDS else value


def counted(right: float, upper: bool = False) -> float:
    """Right guesses of a hundred: whole, but for the ends, where rounding would say chance or certainty.

    A bound is rounded up.
    """
    if upper:
        return float(min(100, math.ceil(right - 1e-9)))
    if 51 <= right < 99:
        return round(right)
    return math.floor(10 * right) / 10 if right < 100 else 100


def unit(state: State) -> Sentence:
    """Whom the release protects, and which neighbours: stands beside every epsilon."""
    if own_answer(state):
        return N_("one person's own answer, substitute")
    return N_("{whom} ({neighbours})", whom=whom(state), neighbours=neighbours(state))


def own_answer(state: State) -> bool:
    """Whether a person's own answer is hidden, before anything is counted: with neighbours of its own."""
    return not every_mechanism()[state.mechanism].norm


def whom(state: State) -> Sentence:
    """Whom the release protects."""
    if own_answer(state):
        return N_("one person's own answer")
    return UNITS.get(state.target.unit) or N_("one {unit}", unit=state.target.unit)


def neighbours(state: State) -> Sentence:
    """Which two datasets it hides: those of a person's own answer differ in that answer."""
    return NEIGHBOURS[Neighbours.SUBSTITUTE if own_answer(state) else state.target.neighbours]


def plan_unit(plan: ReleasePlan) -> Sentence:
    """Whom a plan protects, and which neighbours."""
    privacy = plan.privacy
    name = privacy.unit_name or privacy.unit
    whom = UNITS.get(privacy.unit) or N_("one {unit}", unit=name)
    return N_("{whom} ({neighbours})", whom=whom, neighbours=NEIGHBOURS[privacy.neighbours])


def release(state: State) -> Sentence:
    """The release that pictures of Explore are about: guarantee, noise, unit."""
    if (instead := broken(state)) is not None:
        return instead
    mechanism = mechanism_of(state)
    if mechanism.noise_parameter == "epsilon":
        return guarantee(state)
    if isinstance(mechanism, Selection):
        return N_(
            "{mechanism}, {promise}, scale s = {scale}; {unit}",
            mechanism=mechanism.title,
            promise=promise(state),
            scale=at_most(mechanism.noise),
            unit=unit(state),
        )
    return N_(
        "{mechanism}, {promise}, noise scale {symbol} = {noise}; {unit}",
        mechanism=mechanism.title,
        promise=promise(state),
        symbol=noise_symbol(mechanism.noise_parameter),
        noise=at_most(mechanism.noise),
        unit=unit(state),
    )


def promise(state: State) -> Sentence:
    """ε, with δ where there is one, and the share that is sampled."""
    target, rate = state.target, state.sampling_rate
    if mechanism_of(state).pure:
        said = N_("ε = {epsilon}", epsilon=target.epsilon)
    else:
        said = N_("ε = {epsilon}, δ = {delta}", epsilon=target.epsilon, delta=target.delta)
    if rate >= 1:
        return said
    if state.shape.sampling is Sampling.POISSON:
        return N_("{promise} on a sample of {rate:percent}", promise=said, rate=rate)
    return N_("{promise} on a sample of {rate:percent} without replacement", promise=said, rate=rate)


def claim(state: State) -> Claim:
    """Whether the chosen mechanism keeps the guarantee that the left column sets."""
    return mechanism_of(state).claim(*within_sample(state.setting))


def over_all_scores(mechanism: Mechanism) -> bool:
    """Whether its pair is harder than any one choice by scores: it stands for all of them together."""
    return not mechanism.attained


def pair_kind(setting: Setting) -> Kind:
    """What is read off the dominating pair itself, the privacy loss and Rényi divergence of the release.

    δ(ε) and the trade-off of a choice by scores are exact over all scores; its pair only bounds these two.
    """
    return Kind.UPPER if over_all_scores(mechanism_for(setting)) else guarantee_for(setting).profile_kind


def broken(state: State) -> Sentence | None:
    """In place of a guarantee, where the mechanism does not keep the one that it claims."""
    if claim(state).status is not Status.FALSE:
        return None
    return N_(
        "{mechanism} does not reach the claimed ε = {epsilon}, δ = {delta}; {unit}",
        mechanism=mechanism_of(state).title,
        epsilon=state.target.epsilon,
        delta=state.target.delta,
        unit=unit(state),
    )


def guarantee(state: State) -> Sentence:
    """Mechanism and guarantee alone, for small cards."""
    if (instead := broken(state)) is not None:
        return instead
    return N_(
        "{mechanism}, {promise}; {unit}",
        mechanism=mechanism_of(state).title,
        promise=promise(state),
        unit=unit(state),
    )


def noise_symbol(noise_parameter: str) -> str:
    """The letter of a noise parameter."""
    return {"scale": "b", "sigma": "σ"}[noise_parameter]


def settings(state: State) -> dict[str, object]:
    """What an exported picture says of itself."""
    target, mechanism = state.target, mechanism_of(state)
    return {
        "mechanism": state.mechanism,
        "epsilon": target.epsilon,
        "delta": 0.0 if mechanism.pure else target.delta,
        "sensitivity": target.sensitivity,
        "neighbours": target.neighbours.value,
        "unit": target.unit,
        "sampling_rate": state.sampling_rate,
        **({} if state.sampling_rate >= 1 else {"sampling": state.shape.sampling.value}),
        mechanism.noise_parameter: mechanism.noise,
        **{name: getattr(state.shape, name) for name in shape_of(type(mechanism))},
    }


def read_alike(a: float, b: float, digits: int) -> bool:
    """Whether two numbers are shown by the same digits: else nobody would believe that they are equal.

    >>> read_alike(1.49812, 1.49808, 4), read_alike(0.70711, 0.70739, 4)
    (True, False)
    """
    return f"{a:.{digits}g}" == f"{b:.{digits}g}"
