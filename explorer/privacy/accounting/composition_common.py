"""What the composition bounds share: how the total δ is divided, and how their answers are worded."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.composition import Bound, Composition, Counts, Crossing, Floats, Kind, Release, Status
from explorer.privacy.numerics.root import root, settle_down
from explorer.privacy.parameter import parameters
from explorer.privacy.target import Target

HIGHEST_EPSILON = parameters(Target)["epsilon"].high
_LARGEST_EXPONENT = 600.0  # beyond it e^ε times a count may not be a number any more
_FARTHEST = 1e300  # no larger k is looked at
_GRID = 1501
HOLDS_WHILE_LEFT = N_(
    "Holds for adaptively chosen releases with ε and δ fixed beforehand, at every k for which δ' = "
    "total δ − kδ is above 0."
)
HOLDS_AS_FILTER = N_(
    "Holds for adaptively chosen releases; if their noise is chosen adaptively, as long as the sum "
    "of all ρ stays within a budget fixed beforehand (Feldman & Zrnic 2021)."
)
_ROUNDING = 5e-16  # k·δ of decimals may lie one unit in the last place beside their exact product


def unknown() -> Sentence:
    """Why there is no number: the worst case needs the (ε, δ) of one release."""
    return N_("the ε of one release is not fixed: give a δ with it")


def nothing_left() -> Sentence:
    """Why there is no number: the releases' own δ exceeds the total."""
    return N_("the δ of the k releases uses up the total δ; raise it, or lower k or the δ per release")


def no_slack() -> Sentence:
    """Why there is no number: a theorem that needs δ' > 0 got none."""
    return N_("this bound needs a δ′ above 0, and the total δ leaves none")


def no_total_delta() -> Sentence:
    """Why there is no number: an own-loss form converts at a δ above 0."""
    return N_("this bound needs a total δ above 0")


def no_mechanism() -> Sentence:
    """Why there is no number: an own-loss form was asked about (ε, δ) alone."""
    return N_("this bound follows from the privacy loss of a mechanism: name the mechanism")


def too_large() -> Sentence:
    """Why there is no number: it would not be finite."""
    return N_("the total is too large to show")


def contradiction() -> Sentence:
    """Why there is no number: of two proven ends one must be wrong, and neither is told."""
    return N_(
        "a proven lower bound is above a proven upper bound here, so one of them is wrong: this is "
        "a fault of the program, and no number is given; report it with these settings"
    )


def one_direction() -> Sentence:
    """What a total of several releases on a sample holds for."""
    return N_(
        "on a secret sample this holds where the same unit is added in every release, or removed in every "
        "release; mixing the two can cost more"
    )


def together(why: Sentence | None, other: Sentence) -> Sentence:
    """Both, or the one that there is."""
    return other if why is None else N_("{one}; {other}", one=why, other=other)


def never() -> Sentence:
    """Why nothing crosses where a bound stays above basic composition."""
    return N_("never: above basic composition at every k")


def delta_exhausted() -> Sentence:
    """Why nothing crosses: no k is both large enough and within the total δ."""
    return N_("never: the δ of the releases uses up the total δ first")


def no_loss() -> Sentence:
    """Why nothing crosses where one release costs no ε."""
    return N_("never: releases with ε = 0 have a total of 0")


def from_the_first() -> Sentence:
    """Why nothing crosses where a bound starts below basic composition."""
    return N_("lower at every k")


def theorem_delta(delta: float, counts: Floats, total_delta: float) -> Floats:
    """δ' = total − kδ, what is left for the theorem; not above 0 where it is mere rounding."""
    left = total_delta - counts * delta
    return np.where(left > total_delta * _ROUNDING, left, np.minimum(left, 0.0))


def sums_within(
    delta: float, counts: Counts, total_delta: float
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Whether kδ <= total."""
    return np.asarray(counts * delta <= total_delta * (1 + _ROUNDING))


def bound_of(
    composition: Composition,
    counts: Counts,
    values: Floats,
    missing: Sentence,
    statuses: Sequence[Status] | None = None,
    reasons: Sequence[Sentence | None] | None = None,
) -> Bound:
    """A `Bound` of one value a count; where it is NaN there is no guarantee, and `missing` says why.

    No release at all costs nothing, whatever is known of one.
    """
    values = np.where(counts == 0, 0.0, values)
    there = np.isfinite(values)
    values = np.where(there, values, np.nan)
    said = tuple(statuses or [Status.PROVEN] * len(counts))
    why = tuple(reasons or [None] * len(counts))
    if not there.all():
        known = there.tolist()
        said = tuple([s if ok else Status.FALSE for s, ok in zip(said, known, strict=True)])
        why = tuple([r if ok else missing for r, ok in zip(why, known, strict=True)])
    empty = np.full(len(counts), np.nan)
    exact = composition.kind is Kind.EXACT
    return Bound(
        counts=counts,
        lower=values if exact else empty,
        estimate=values if exact else empty,
        upper=values,
        kind=composition.kind,
        statuses=said,
        reasons=why,
        source=composition.source,
    )


def log_total(
    release: Release, counts: Counts, total_delta: float, form: Callable[[float, Floats, Floats], Floats]
) -> Floats:
    """`form(epsilon, k, ln(1/δ'))` at each k, 0 at k = 0, NaN where nothing is left for δ'."""
    values = np.full(len(counts), np.nan)
    if release.epsilon is not None:
        k = counts.astype(np.float64)
        left = theorem_delta(release.delta, k, total_delta)
        some = left > 0
        with np.errstate(over="ignore", invalid="ignore"):
            values[some] = form(release.epsilon, k[some], -np.log(np.minimum(left[some], 1.0)))
        values[counts == 0] = 0.0
    return values


def missing_reason(release: Release) -> Sentence:
    """Why an additive theorem has no number."""
    if release.epsilon is None:
        return unknown()
    if release.epsilon > _LARGEST_EXPONENT:
        return too_large()
    return nothing_left() if release.delta > 0 else no_slack()


def log_crossing(release: Release, total_delta: float, factor: float) -> Crossing:
    """Where a form falls below kε when that is at k = factor·ln(1/δ'), δ' = total − kδ.

    With δ > 0 the logarithm grows with k: k − factor·ln(1/δ') is concave, so it has two roots or none.
    """
    epsilon, delta = release.epsilon, release.delta
    if epsilon is None or epsilon <= 0:
        return Crossing(None, None, None, unknown() if epsilon is None else no_loss())
    if total_delta <= 0 or total_delta >= 1:
        return Crossing(None, None, None, no_slack() if total_delta <= 0 else from_the_first())

    def ahead(k: float) -> float:
        left = float(theorem_delta(delta, np.array(k), total_delta))
        return k + factor * math.log(left) if left > 0 else -math.inf

    if delta == 0:
        real = -factor * math.log(total_delta)
    else:
        top = total_delta / delta - factor
        if top <= 0 or ahead(top) <= 0:
            return Crossing(None, None, None, delta_exhausted())
        real = root(ahead, 0.0, top)
        last = math.ceil(total_delta / delta) - 1
        if ahead(last) <= 0:
            return _above_again(real, root(ahead, top, float(last)))
    if not real < _FARTHEST:
        return Crossing(None, None, None, N_("not at any k that can be shown"))
    if real < 1:
        return Crossing(None, None, None, from_the_first())
    return Crossing(real, math.floor(real) + 1, real * epsilon)


def crossing_of(
    epsilon: float,
    ahead: Callable[[Floats], Floats],
    last: float = _FARTHEST,
    why_never: Sentence | None = None,
    looks: int = _GRID,
) -> Crossing:
    """Where a form falls below kε when no closed form is known; k real, from 1 to `last`.

    `ahead`, of an array of k, is positive where the form is below. Its changes of sign are looked for at
    `looks` k, five a factor of ten (for up to 10^300) or more, and the last one is solved for.
    """
    if last < 1:
        return Crossing(None, None, None, delta_exhausted())
    grid = _looked_at(float(last), looks)  # `last` may be a whole number of 300 digits
    found = ahead(grid)
    below = found > 0
    changes = np.flatnonzero(below[1:] != below[:-1])
    if changes.size == 0:
        why = from_the_first() if below[0] else why_never or never()
        return Crossing(None, None, None, why)
    turns = [_turn(ahead, grid[i : i + 2].tolist(), found[i : i + 2].tolist()) for i in changes[-2:]]
    if below[-1]:
        return Crossing(turns[-1], math.floor(turns[-1]) + 1, turns[-1] * epsilon)
    if last < _FARTHEST:
        return _above_again(turns[0] if len(turns) > 1 else 1.0, turns[-1])
    return Crossing(
        None,
        None,
        None,
        N_("below basic composition for few releases, above from k = {again}", again=turns[-1]),
    )


def _turn(ahead: Callable[[Floats], Floats], ends: list[float], found: list[float]) -> float:
    """Where `ahead` changes its sign between two k at which it is `found` already: it is costly to ask."""
    known = dict(zip(ends, found, strict=True))

    def at(k: float) -> float:
        return known[k] if k in known else float(ahead(np.array([k]))[0])

    return root(at, *ends)


@lru_cache(maxsize=8)
def _looked_at(last: float, looks: int) -> Floats:
    """(looks,) k from 1 to `last`, as far apart in the logarithm: mostly the same ones, made once."""
    grid = np.geomspace(1.0, last, looks)
    grid.setflags(write=False)
    return grid


def _above_again(first: float, again: float) -> Crossing:
    why = N_(
        "it is below basic composition from k = {first}, but above it again from k = {again}, "
        "where the δ of the releases uses too much of the total",
        first=first,
        again=again,
    )
    return Crossing(None, None, None, why, (first, again))


def largest_of(
    composition: Composition, guess: float, total_epsilon: float, total_delta: float, count: int, delta: float
) -> float:
    """`guess`, at most the largest ε, rounded down until the bound evaluated forward is within the target."""
    counts = np.array([count], dtype=np.int64)

    def holds(epsilon: float) -> bool:
        return (
            float(composition.total(Release(epsilon, delta), counts, total_delta).value[0]) <= total_epsilon
        )

    if not math.isfinite(guess):
        return HIGHEST_EPSILON if guess > 0 else math.nan
    return settle_down(min(guess, HIGHEST_EPSILON), holds)


def largest_by_root(
    composition: Composition, total_epsilon: float, total_delta: float, count: int, delta: float
) -> float:
    """The largest ε whose total, rising in ε from 0, is at most the target; capped at the largest ε."""
    counts = np.array([count], dtype=np.int64)

    def over(epsilon: float) -> float:
        release = Release(epsilon, delta)
        return float(composition.total(release, counts, total_delta).value[0]) - total_epsilon

    if math.isnan(over(HIGHEST_EPSILON)):
        return math.nan
    guess = HIGHEST_EPSILON if over(HIGHEST_EPSILON) <= 0 else root(over, 0.0, HIGHEST_EPSILON)
    return largest_of(composition, guess, total_epsilon, total_delta, count, delta)
