r"""The exact optimum between two ends that its own rounding cannot cross.

With k releases of pure ε, m = 1/(1+e^ε) and j of them answering "minus",

.. math:: \delta(\varepsilon')=\sum_j\binom{k}{j}m^j(1-m)^{k-j}\max(0,1-e^{\varepsilon'-(k-2j)\varepsilon})

All terms are positive: what is added up errs by no more, relative, than its worst term and one unit a sum.

Source
------
Kairouz, Oh & Viswanath (2015), Theorem 3.3; Loader (2000), "Fast and accurate computation of binomial
probabilities", for the first of the probabilities.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from explorer.privacy.composition import Counts, Floats

_UNIT = 2.0**-53
_DEVIATIONS, _MORE = 9.5, 60  # terms that are added up one by one, to either side of the first
_STEPS = 12
_LEAST = 1e-300  # a smaller δ̃ is taken for none, which only overstates the total
_FACTORIALS = 16
_SERIES = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360)


def optimal_ends(
    epsilon: float, counts: Counts, slack: tuple[Floats, Floats], near: Floats
) -> tuple[Floats, Floats]:
    """A proven lower and a proven upper end of the total ε′ of k pure-ε releases at δ̃: (n,) both.

    Parameters
    ----------
    counts : (n,) k >= 0; slack : (n,) below δ̃ and (n,) above it; near : (n,) about where ε′ is

    Guarantee
    ---------
    The truth lies between: δ is added up at either end with every rounding against it (`_Added`), on the
    assumption that exp, log, expm1 and log1p err by at most 4 units. Where no step of a few reaches the
    other side, the ends are 0 and kε.
    """
    low = np.zeros(len(counts))
    for i, count in enumerate(counts.tolist()):
        if count > 0 and epsilon > 0 and slack[1][i] < 1:
            low[i] = _end(epsilon, count, float(slack[1][i]), float(near[i]), -1.0)
    return low, optimal_above(epsilon, counts, slack[0], near)


def optimal_above(epsilon: float, counts: Counts, slack: Floats, near: Floats) -> Floats:
    """The upper end alone, for `slack` not above δ̃."""
    high = products_above(counts.astype(np.float64), epsilon)
    for i, count in enumerate(counts.tolist()):
        if slack[i] >= 1:
            high[i] = 0.0
        elif count > 0 and epsilon > 0 and slack[i] >= _LEAST:
            high[i] = min(high[i], _end(epsilon, count, float(slack[i]), float(near[i]), 1.0))
    return high


def slack_ends(delta: float, counts: Counts, total_delta: float) -> tuple[Floats, Floats]:
    """Below and above δ̃ = 1 − (1−total)/(1−δ)^k: both logarithms and their product err by 2 units each."""
    if total_delta >= 1:
        return np.ones(len(counts)), np.ones(len(counts))
    spent, kept = -counts * math.log1p(-delta), -math.log1p(-total_delta)
    left = np.minimum(spent - kept, 700.0)
    off = 8 * _UNIT * (spent + kept)
    return np.asarray(-np.expm1(left + off) * (1 - off)), np.asarray(-np.expm1(left - off) + off * _UNIT)


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


@dataclass(frozen=True)
class _Added:
    """ln δ at one ε′, how far that may be off, −d ln δ/dε′, and what is left out, over the sum.

    1e-13 and 64 units of `error`, beside what is counted term by term, and 1 % of what is left out are
    margins for rounding, not proofs.
    """

    log_delta: float
    error: float
    steep: float
    left_out: float


def _end(epsilon: float, count: int, slack: float, at: float, side: float) -> float:
    """The first ε′ tried at which δ is surely at most (side 1), or at least (−1), `slack`."""
    goal = math.log(slack) if slack > 0 else -math.inf
    wider = 1.0
    for _ in range(_STEPS):
        # An ε′ that is off by so much stands for the rounding of (k−2j)ε − ε′.
        moved = 8 * _UNIT * (count * epsilon + at)
        found = _added(epsilon, count, at - side * moved)
        if side > 0:
            over = found.log_delta + found.error + math.log1p(found.left_out) - goal
        else:
            over = goal - found.log_delta + found.error
        if over <= 0:
            return max(at, 0.0)
        step = over * wider / found.steep if math.isfinite(over) and found.steep > 0 else moved
        at = at + side * max(step, moved) * (1 + 1e-3)
        wider *= 2
        if at <= 0 and side < 0:
            return 0.0
    return math.inf if side > 0 else 0.0


def _added(epsilon: float, count: int, at: float) -> _Added:
    most = min(max(math.floor((count - at / epsilon) / 2) + 1, 0), count)  # the last j with a positive term
    minus = 1 / (1 + math.exp(epsilon)) if epsilon < 700 else math.exp(-epsilon)
    centre, deviation = count * minus, math.sqrt(count * minus * (1 - minus))
    first = min(most, round(centre))
    reach = math.ceil(_DEVIATIONS * deviation) + _MORE
    down, up = np.arange(first, max(first - reach, 0), -1.0), np.arange(first, min(first + reach, most))
    falling = down / (count - down + 1) * math.exp(min(epsilon, 700.0))
    rising = (count - up) / (up + 1) * math.exp(-epsilon)
    shares = np.concatenate((np.cumprod(falling)[::-1], [1.0], np.cumprod(rising)))
    gaps = (count - 2.0 * np.arange(first - len(down), first + len(up) + 1)) * epsilon - at
    gain, kept = -np.expm1(-np.maximum(gaps, 0.0)), np.exp(-np.maximum(gaps, 0.0)) * (gaps > 0)
    total, drop = float((shares * gain).sum()), float((shares * kept).sum())
    log_mass = _log_mass(count, first, epsilon, minus)
    error = 1e-13 + _UNIT * (32 * abs(first - centre) + 4 * abs(log_mass) + 6 * len(shares) + 64)
    if total <= 0:
        return _Added(-math.inf, error, 0.0, 0.0)
    left = _rest(shares[0], first - len(down), lambda j: j / (count - j + 1) * math.exp(min(epsilon, 700.0)))
    if first + len(up) < most:
        left += _rest(shares[-1], first + len(up), lambda j: (count - j) / (j + 1) * math.exp(-epsilon))
    return _Added(log_mass + math.log(total), error, drop / total, left / total * 1.01)


def _rest(last: float, j: int, ratio: Callable[[int], float]) -> float:
    """At most what follows a term: quotients of neighbours fall, so that a geometric series is more."""
    share = ratio(j)
    if share <= 0:
        return 0.0
    return last * share / (1 - share) if share < 1 else math.inf


def _log_mass(count: int, j: int, epsilon: float, minus: float) -> float:
    r"""ln C(k,j) m^j (1−m)^(k−j), by its deviance: no large logarithms cancel.

    Errors: 4 units of |j − km| from m and as many from each logarithm, 1e-14 from each of Stirling's rests.
    """
    if j == 0:
        return -count * math.log1p(math.exp(-epsilon))
    if j == count:
        return -count * (epsilon + math.log1p(math.exp(-epsilon)))
    other = count / (1 + math.exp(-epsilon))
    deviance = _deviance(j, count * minus) + _deviance(count - j, other)
    rests = _stirling_rest(count) - _stirling_rest(j) - _stirling_rest(count - j)
    return rests - deviance - math.log(2 * math.pi * j * (1 - j / count)) / 2


def _deviance(x: float, mean: float) -> float:
    """x ln(x/M) − x + M."""
    off = (x - mean) / mean
    return mean * ((1 + off) * math.log1p(off) - off)


def _stirling_rest(n: int) -> float:
    """ln n! − (n + ½) ln n + n − ½ ln 2π; the series' first term that is left out bounds the rest."""
    if n < _FACTORIALS:
        return math.log(math.factorial(n)) - (n + 0.5) * math.log(n) + n - math.log(2 * math.pi) / 2
    total = 0.0
    for factor in reversed(_SERIES):
        total = total / (n * n) + factor
    return total / n
