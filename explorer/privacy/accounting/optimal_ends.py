"""The exact optimum between two ends that its own rounding cannot cross (`worst_case_delta`)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from explorer.privacy.accounting.worst_case_delta import UNIT, WorstCase, moved, worst_cases
from explorer.privacy.composition import Counts, Floats

_STEPS = 12
_LEAST = 1e-300  # a smaller δ̃ is taken for none, which only overstates the total
_LEAST_EPSILON = 1e-290  # of a smaller ε the terms of δ would be denormal numbers, whose quotients overflow


def optimal_ends(
    epsilon: float, counts: Counts, slack: tuple[Floats, Floats], near: Floats
) -> tuple[Floats, Floats]:
    """A proven lower and a proven upper end of the total ε′ of k pure-ε releases at δ̃: (n,) both.

    Parameters
    ----------
    counts : (n,) k >= 0; slack : (n,) below δ̃ and (n,) above it; near : (n,) about where ε′ is

    Guarantee
    ---------
    The truth lies between: δ is added up at either end with every rounding against it (`AddedDelta`), on the
    assumption that exp, log, expm1 and log1p err by at most 4 units. Where no step of a few reaches the
    other side, or ε is below 1e-290, the ends are 0 and kε.
    """
    low, number = np.zeros(len(counts)), counts.astype(np.float64)
    tried = np.flatnonzero((counts > 0) & (slack[1] < 1) & (epsilon >= _LEAST_EPSILON))
    low[tried] = _ends(epsilon, number[tried], slack[1][tried], near[tried], -1.0)
    return low, optimal_above(epsilon, counts, slack[0], near)


def optimal_above(epsilon: float, counts: Counts, slack: Floats, near: Floats) -> Floats:
    """The upper end alone, for `slack` not above δ̃."""
    number = counts.astype(np.float64)
    high = np.where(slack >= 1, 0.0, products_above(number, epsilon))
    if epsilon >= _LEAST_EPSILON:
        tried = np.flatnonzero((counts > 0) & (slack >= _LEAST) & (slack < 1))
        found = _ends(epsilon, number[tried], slack[tried], near[tried], 1.0)
        high[tried] = np.minimum(high[tried], found)
    return high


def slack_ends(delta: float, counts: Counts, total_delta: float) -> tuple[Floats, Floats]:
    """Below and above δ̃ = 1 − (1−total)/(1−δ)^k.

    Logarithms err by 4 units, the product and the difference by 1: `off` is more than all of them. The factor
    of 8 units stands for expm1, which errs by 4, and for what is done to its argument and value.
    """
    if total_delta >= 1:
        return np.ones(len(counts)), np.ones(len(counts))
    spent, kept = -counts * math.log1p(-delta), -math.log1p(-total_delta)
    left = np.minimum(spent - kept, 700.0)
    off = 8 * UNIT * (spent + kept)
    room = 8 * UNIT
    return np.asarray(-np.expm1(left + off) * (1 - room)), np.asarray(-np.expm1(left - off) * (1 + room))


def products_above(counts: Floats, factor: float) -> Floats:
    """The least doubles that are not below k·x, k whole and at most 2²⁶: the rounding is known exactly.

    Source
    ------
    Dekker (1971), A floating-point technique for extending the available precision, Section 5.
    """
    nearest = counts * factor
    if not math.isfinite(factor):
        return np.asarray(nearest)
    mantissa, exponent = math.frexp(factor)
    upper = math.ldexp(
        math.floor(mantissa * 2**27), exponent - 27
    )  # its first 27 digits: k times it is exact
    over = (counts * upper - nearest) + counts * (factor - upper)
    return np.where(over > 0, np.nextafter(nearest, math.inf), nearest)


def sum_above(kinds: Iterable[tuple[float, int]]) -> float:
    """The least double that is not below Σ kε."""
    exact = sum((count * Fraction(epsilon) for epsilon, count in kinds), Fraction(0))
    nearest = float(exact)
    return nearest if Fraction(nearest) >= exact else math.nextafter(nearest, math.inf)


def sum_below(kinds: Iterable[tuple[float, int]]) -> float:
    """The largest double that is not above Σ kε."""
    return -sum_above((-epsilon, count) for epsilon, count in kinds)


def delta_above(epsilon: float, count: int, at: Floats) -> Floats:
    """δ̃ of k pure-ε releases at each total ε′ >= 0, never below the truth: (n,) in [0, 1]; 0 from kε on."""
    found = np.zeros(len(at))
    if epsilon <= 0 or count <= 0:
        return found
    asked = np.flatnonzero(at < products_above(np.array([float(count)]), epsilon)[0])
    epsilon = max(epsilon, _LEAST_EPSILON)  # δ rises with ε
    counts, totals = np.full(len(asked), float(count)), at[asked]
    totals = totals - moved(epsilon, counts, totals)
    for rows, case in worst_cases(epsilon, counts, totals):
        over = case.delta(totals[rows]).log_above
        found[asked[rows]] = np.minimum(1.0, np.exp(np.minimum(over, 0.0)) * (1 + 8 * UNIT) + math.ulp(0.0))
    return found


def _ends(epsilon: float, counts: Floats, slack: Floats, near: Floats, side: float) -> Floats:
    """The first ε′ tried at which δ is surely at most (side 1), or at least (−1), `slack`: (n,)."""
    ends = np.empty(len(counts))
    with np.errstate(divide="ignore"):
        goals = np.log(slack)
    for rows, case in worst_cases(epsilon, counts, near - moved(epsilon, counts, near)):
        ends[rows] = _stepped(case, goals[rows], near[rows], side)
    return ends


def _stepped(case: WorstCase, goals: Floats, at: Floats, side: float) -> Floats:
    """By the slope of ln δ, doubled each time that it was not enough."""
    ends, left, wider = np.full(len(at), math.inf if side > 0 else 0.0), np.arange(len(at)), 1.0
    for _ in range(_STEPS):
        least = moved(case.epsilon, case.counts, at)
        found = case.delta(at - side * least)
        over = found.log_above - goals if side > 0 else goals - found.log_below
        enough = over <= 0
        ends[left[enough]] = np.maximum(at[enough], 0.0)
        known = np.isfinite(over) & (found.steep > 0)
        step = np.where(known, over * wider / np.where(known, found.steep, 1.0), least)
        at = at + side * np.maximum(step, least / 8) * (1 + 1e-4)
        wider *= 2
        further = np.flatnonzero(~enough & ((side > 0) | (at > 0)))
        if not len(further):
            break
        if len(further) < len(left):
            case, goals, at, left = case.of(further), goals[further], at[further], left[further]
    return ends
