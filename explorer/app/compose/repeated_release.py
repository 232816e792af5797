"""Long questions about the privacy loss of k releases together, and what their pictures have in common."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np

from explorer.app.compose.normal_approximation import known_distribution, mass_beyond
from explorer.app.core import wording
from explorer.app.core.request import Request, release_of
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, guarantee_for, mechanism_for
from explorer.app.plotting.figure import Answers, Floats, distinct, read_only
from explorer.mark import N_, Sentence
from explorer.privacy.accounting.optimal_profile import lattice_of_totals, least_misses, optimal_delta
from explorer.privacy.composition import Bound, every_composition
from explorer.privacy.guarantee import Guarantee
from explorer.privacy.mechanism import Mechanism
from explorer.privacy.pld.composed_distribution import ComposedDistribution, Reach, reach_of
from explorer.privacy.pld.delta_of_many import composed_delta, why_no_delta
from explorer.privacy.status import Kind

RATES = distinct(np.geomspace(1e-6, 1e-2, 40), np.linspace(0, 1, 201))  # false alarms, for regions
_FEW = (1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000)
_REGIONS = (1, 2, 5, 10)
_FURTHEST = 9.0  # standard deviations of the sum: the axis ends there, whatever the total δ is
_BROADEST = 3.2  # times the width of the distribution at k: as broad the picture may be
_MARGIN = 0.16  # of the picture, for words at the right
_TANGENTS, _CORNERS, _PLACES = 61, 240, 81
_LEAST_REGION = 1e-7  # a smaller δ cannot be seen in a region
_ROUGH = 1e-3  # relative: nor can so little of it

Question = TypeVar("Question", bound=Request)


@dataclass(frozen=True, eq=False)
class Losses:
    """Distributions of the summed loss, by k, the last for the k asked; `exact` where they are normal.

    `total` is the best proven ε, or None; `beyond` what lies strictly beyond it, NaN where the
    distribution is harder than any of the mechanism's own; `most` the largest loss, inf for none.
    """

    distributions: tuple[tuple[int, ComposedDistribution], ...]
    without: ComposedDistribution
    total: float | None
    beyond: float
    most: float
    exact: bool


@dataclass(frozen=True, eq=False)
class Region:
    """The least misses of one k at `RATES`; exact, or proven not to be undercut."""

    count: int
    misses: Floats
    exact: bool


@dataclass(frozen=True, eq=False)
class Regions:
    """Of this mechanism by k, and of the worst mechanisms of its ε and δ at the last k."""

    own: tuple[Region, ...]
    worst: Region
    reason: Sentence | None = None  # why the last k has none of its own


@dataclass(frozen=True, eq=False)
class Deltas:
    """δ at each ε of `at`, (n,): of the worst mechanisms, and of this one between bounds where it is known.

    `total` and `worst_total` are the ε at the total δ, None where there is none.
    """

    at: Floats
    worst: Floats
    low: Floats | None
    high: Floats | None
    exact: bool
    total: float | None
    worst_total: float | None
    reason: Sentence | None = None  # why there is no curve between bounds


@dataclass(frozen=True, slots=True)
class LossOfMany(Request):
    """The distribution of the privacy loss of `count` releases, and of fewer; None where it is unknown."""

    setting: Setting
    counts: tuple[int, ...]
    total_delta: float

    def __call__(self) -> Losses | None:
        guarantee = guarantee_for(self.setting)
        mu, last = _normal(guarantee), self.counts[-1]
        found = [(count, known_distribution(guarantee, mu, count)) for count in self.counts]
        without = known_distribution(guarantee, mu, last, without=True)
        distributions = tuple((count, each) for count, each in found if each is not None)
        if without is None or len(distributions) < len(found):
            return None
        at_k, total = distributions[-1][1], _total("numerical", self.setting, last, self.total_delta)
        attained = total is not None and release_of(self.setting).attained
        beyond = mass_beyond(guarantee, mu, last, at_k, total or 0.0) if attained else math.nan
        most = math.inf if guarantee.pure_epsilon is None else last * guarantee.pure_epsilon
        return Losses(distributions, without, total, beyond, most, mu is not None)


@dataclass(frozen=True, slots=True)
class RegionsOfMany(Request):
    """False alarms against misses of each k of `counts`."""

    setting: Setting
    counts: tuple[int, ...]

    def __call__(self) -> Regions:
        guarantee = guarantee_for(self.setting)
        own = [_region(guarantee, count) for count in self.counts]
        known, last = tuple(each for each in own if each is not None), self.counts[-1]
        reason = why_no_delta(guarantee, last, _LEAST_REGION) if own[-1] is None else None
        return Regions(known, _worst(self.setting, last), reason)


@dataclass(frozen=True, slots=True)
class DeltaOfMany(Request):
    """δ at each ε up to `high` of `count` releases, down to `least`."""

    setting: Setting
    count: int
    total_delta: float
    high: float
    least: float

    def __call__(self) -> Deltas:
        guarantee, release = guarantee_for(self.setting), release_of(self.setting)
        epsilon = self.setting.target.epsilon
        total = _total("numerical", self.setting, self.count, self.total_delta)
        worst_total = _total("optimal", self.setting, self.count, self.total_delta)
        marked = [each for each in (total, worst_total) if each is not None and each <= self.high]
        at = distinct(np.linspace(0.0, self.high, _PLACES), np.array(marked))
        found = composed_delta(guarantee, self.count, at, self.least)
        low, high = found if found is not None else (None, None)
        attained = release_of(self.setting).attained
        return Deltas(
            at,
            read_only(optimal_delta(epsilon, release.delta, self.count, at)),
            read_only(low) if low is not None and attained else None,
            read_only(high) if high is not None else None,
            _normal(guarantee) is not None,
            total,
            worst_total,
            why_no_delta(guarantee, self.count, self.least) if found is None else None,
        )


def _normal(guarantee: Guarantee) -> float | None:
    """μ, where k releases are one with √k μ."""
    return guarantee.mu if isinstance(guarantee, Mechanism) else None


def _total(bound: str, setting: Setting, count: int, total_delta: float) -> float | None:
    """What one bound proves of the total ε; None where it proves nothing."""
    counts = np.array([count], dtype=np.int64)
    found: Bound = every_composition()[bound]().total(release_of(setting), counts, total_delta)
    return float(found.upper[0]) if np.isfinite(found.upper[0]) else None


def _region(guarantee: Guarantee, count: int) -> Region | None:
    import scipy

    mu = _normal(guarantee)
    if mu is not None and count > 1:
        shift = mu * math.sqrt(count)
        misses = scipy.special.ndtr(-scipy.special.ndtri(RATES) - shift)
        return Region(count, read_only(np.asarray(misses)), True)
    if count == 1:
        misses = np.asarray(guarantee.trade_off(RATES), dtype=np.float64)
        return Region(1, read_only(misses), guarantee.profile_kind is Kind.EXACT)
    reach = reach_of(guarantee)
    if reach is None:
        return None
    furthest = count * reach.mean + _FURTHEST * math.sqrt(count) * reach.deviation
    epsilons = np.linspace(0.0, max(1e-9, min(furthest, count * reach.top)), _TANGENTS)
    found = composed_delta(guarantee, count, epsilons, _LEAST_REGION, _ROUGH)
    if found is None:
        return None
    return Region(count, read_only(least_misses(epsilons, found[1], RATES)), False)


def _worst(setting: Setting, count: int) -> Region:
    """The optimum's polygon: exact where all its corners are looked at, else proven all the same."""
    epsilon, delta = setting.target.epsilon, release_of(setting).delta
    epsilons = lattice_of_totals(epsilon, count, _CORNERS)
    deltas = optimal_delta(epsilon, delta, count, epsilons)
    return Region(count, read_only(least_misses(epsilons, deltas, RATES)), len(epsilons) <= _CORNERS)


def losses_of(state: State) -> LossOfMany:
    """The question behind the picture of the loss."""
    ends = frame_of(state)
    return LossOfMany(
        state.setting, (*fewer(state, ends), state.composing.count), state.composing.total_delta
    )


def regions_of(state: State) -> RegionsOfMany:
    """The question behind the picture of the regions."""
    count = state.composing.count
    return RegionsOfMany(state.setting, (*(each for each in _REGIONS if each < count), count))


def standing(question: Question, answers: Answers) -> tuple[object | None, bool]:
    """The answer, and whether it is to this very question; until then the newest older one of its kind."""
    if question in answers:
        return answers[question], True
    for older in reversed(tuple(answers)):
        if type(older) is type(question) and answers[older] is not None:
            return answers[older], False
    return None, False


@lru_cache(maxsize=64)
def reach_for(setting: Setting) -> Reach | None:
    """How far one loss of a setting reaches; None where its distribution is not known."""
    return reach_of(guarantee_for(setting))


@lru_cache(maxsize=64)
def framed_reach(framed: Setting, count: int, total_delta: float) -> tuple[float, float] | None:
    """The least and the largest loss of the sum that are worth drawing, by the normal distribution."""
    reach = reach_for(framed)
    if reach is None:
        return None
    mean, wide = count * reach.mean, math.sqrt(count) * reach.deviation
    out = min(_FURTHEST, max(4.5, 0.5 + math.sqrt(-2 * math.log(total_delta))))
    low, high = mean - 4.5 * wide, mean + out * wide
    edge = 1.15 * count * max(abs(reach.top), abs(reach.bottom))
    low, high = max(low, -edge), min(high, edge)
    return (low, high) if high > low else (mean - 1.0, mean + 1.0)


def frame_of(state: State) -> tuple[float, float] | None:
    """The ends of the axis of losses: the distribution at k, with 0 and that without you while broad."""
    composing = state.composing
    found = framed_reach(state.framed, composing.count, composing.total_delta)
    if found is None:
        return None
    low, high = found
    for least in (-high, -0.12 * high):
        if high - least <= _BROADEST * (high - low):
            low = min(low, least)
            break
    return low, high + _MARGIN * (high - low)


def fewer(state: State, ends: tuple[float, float] | None) -> tuple[int, ...]:
    """Smaller k whose distribution lies within the picture, from 1 on: at most five."""
    reach = reach_for(state.framed)
    if ends is None or reach is None:
        return ()
    count = state.composing.count
    seen = tuple(each for each in _FEW if 1.5 * each < count and ends[0] < each * reach.mean < ends[1])
    return seen if len(seen) <= 5 else (seen[0], *seen[-4:])


def together(state: State) -> Sentence:
    """What is repeated, how often, for whom."""
    if (instead := wording.broken(state)) is not None:
        return instead
    if state.composing.count == 1:
        return N_("one release; {release}", release=wording.guarantee(state))
    return N_(
        "{count} {count:release|releases} of {mechanism}, {promise} per release; {unit}",
        count=state.composing.count,
        mechanism=mechanism_for(state.setting).title,
        promise=wording.promise(state),
        unit=wording.unit(state),
    )


def repeated_settings(state: State) -> dict[str, object]:
    """What an exported picture says of itself."""
    return {
        **wording.settings(state),
        "releases": state.composing.count,
        "total_delta": state.composing.total_delta,
    }
