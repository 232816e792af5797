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
from decimal import Decimal
from fractions import Fraction
from functools import cache

import numpy as np

from explorer.privacy.composition import Counts, Floats

_UNIT = 2.0**-53
_DEVIATIONS, _MORE = 9.5, 60  # terms that are added up one by one, to either side of the first
_STEPS = 12
_AHEAD, _NO_MORE = 1.5, 1e-11  # of the room that is expected, tried first; of ε′, at most
_LEAST = 1e-300  # a smaller δ̃ is taken for none, which only overstates the total
_FACTORIALS = 16
_LOG_TWO_PI = Decimal("1.837877066409345483560659472811")
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
    low, room = np.zeros(len(counts)), _room(epsilon, counts, slack[1], near)
    for i, count in enumerate(counts.tolist()):
        if count > 0 and epsilon > 0 and slack[1][i] < 1:
            low[i] = _end(epsilon, count, float(slack[1][i]), float(near[i] - room[i]), -1.0)
    return low, optimal_above(epsilon, counts, slack[0], near)


def optimal_above(epsilon: float, counts: Counts, slack: Floats, near: Floats) -> Floats:
    """The upper end alone, for `slack` not above δ̃."""
    high, room = products_above(counts.astype(np.float64), epsilon), _room(epsilon, counts, slack, near)
    for i, count in enumerate(counts.tolist()):
        if slack[i] >= 1:
            high[i] = 0.0
        elif count > 0 and epsilon > 0 and slack[i] >= _LEAST:
            high[i] = min(high[i], _end(epsilon, count, float(slack[i]), float(near[i] + room[i]), 1.0))
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
    off = 8 * _UNIT * (spent + kept)
    room = 8 * _UNIT
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


@dataclass(frozen=True)
class _Added:
    """ln δ at one ε′, how far that may be off, −d ln δ/dε′, and what is left out, over the sum.

    `error` is proven for k <= 2²⁶, on the assumption that exp, expm1, log and log1p err by at most 4 units,
    all else by one. In units, j being the first term, M = km its mean and n the number of terms:

    - A quotient of neighbours errs by 6 (4 for e^ε, a division, a product) and their running product by one
      more each: 7n. The sum of n positive terms, in any order, errs by n, its terms by 1 for the product and
      4 for expm1.
    - M errs by 7 and k − M by 4, relative; the slope of the deviance x ln(x/M) − x + M in M is 1 − x/M:
      11|j − M| in all. Computing it errs by 4|d| + 2|d|L + 6xL + 2D with d = x − M, L = |ln(x/M)|. As
      j <= M + ½, xL and D are at most 2|d|, and L is at most ln k <= 18.1 for j and at most 1 for k − j:
      together 42|d| + 2L|d|. Both come to at most 96|j − M|.
    - ln(2πj(1 − j/k)) is at most 19 and errs by 80, half of which counts; with the rests of Stirling's
      series, some 1 unit, and the sums, at most 52 and 3|ln mass|. For j = 0 it is 9|ln mass|.
    - ln of the sum errs by 4 of itself; what is added to it, ln of the slack and the comparison, by at most
      12 of |ln δ| <= |ln mass| + |ln sum|: 24 of either is more than all of these.

    The rounding of (k−2j)ε − ε′ is less than 2 units of kε + ε′, and is paid for by an ε′ that is moved by 8.
    What is left out is a geometric series of a quotient which is at least 0.001 below 1 there (9.5 deviations
    from the mean, k <= 2²⁶): it errs by less than 1e-9, relative, and 1 % is added. What underflows is less
    than 1e-300 of the first term.
    """

    log_delta: float
    error: float
    steep: float
    left_out: float


def delta_above(epsilon: float, count: int, at: Floats) -> Floats:
    """δ̃ of k pure-ε releases at each total ε′ >= 0, never below the truth: (n,) in [0, 1]; 0 from kε on."""
    found = np.zeros(len(at))
    if epsilon <= 0 or count <= 0:
        return found
    highest = float(products_above(np.array([float(count)]), epsilon)[0])
    for i, total in enumerate(at.tolist()):
        if total < highest:
            added = _added(epsilon, count, total - _moved(epsilon, count, total))
            over = added.log_delta + added.error + math.log1p(added.left_out)
            found[i] = min(1.0, math.exp(min(over, 0.0)) * (1 + 8 * _UNIT) + math.ulp(0.0))
    return found


def _moved(epsilon: float, count: int, at: float) -> float:
    """What stands for the rounding of (k−2j)ε − ε′."""
    return 8 * _UNIT * (count * epsilon + abs(at))


def _room(epsilon: float, counts: Counts, slack: Floats, near: Floats) -> Floats:
    """About what rounding takes of ε′: begun so far from the nearest value, most ends are found at once.

    No guarantee hangs on it. The error of ln δ as in `_Added`, over about −d ln δ/dε′: that of a normal sum,
    whose exponents are e^−z²/2, and at most 1.
    """
    minus = math.exp(-epsilon) / (1 + math.exp(-epsilon))
    centre = counts * minus
    deviation = np.sqrt(np.maximum(centre * (1 - minus), 1e-9))
    last = np.clip((counts - near / max(epsilon, _LEAST)) / 2 + 1, 0, centre)
    logs = -np.log(np.clip(slack, _LEAST, 1.0))
    off = centre - last
    mass = off * off / (2 * deviation**2) + np.log1p(deviation)
    terms = np.minimum(2 * (_DEVIATIONS * deviation + _MORE), counts + 1.0)
    error = _UNIT * (96 * off + 24 * (mass + np.abs(logs - mass)) + 8 * terms + 64)
    width = np.maximum(2 * epsilon * deviation, _LEAST)  # of the sum, in ε′
    steep = np.minimum(off / deviation + 1, width) / width
    room = _AHEAD * (error / steep + 8 * _UNIT * (counts * epsilon + near))
    return np.where(room <= _NO_MORE * near, room, 0.0)


def _end(epsilon: float, count: int, slack: float, at: float, side: float) -> float:
    """The first ε′ tried at which δ is surely at most (side 1), or at least (−1), `slack`."""
    goal = math.log(slack) if slack > 0 else -math.inf
    wider = 1.0
    for _ in range(_STEPS):
        moved = _moved(epsilon, count, at)
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
    if total <= 0:
        return _Added(-math.inf, 0.0, 0.0, 0.0)
    far = 96 * abs(first - centre) + 24 * (abs(log_mass) + abs(math.log(total)))
    error = _UNIT * (far + 8 * len(shares) + 64)
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

    How far it may be off is told, and added up, in `_Added`.
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
    """ln n! − (n + ½) ln n + n − ½ ln 2π; the series' first term that is left out bounds the rest.

    In decimals for small n, where logarithms of some 40 would cancel; the series from 16 on lacks 2e-18.
    """
    if n < _FACTORIALS:
        return _small_rest(n)
    total = 0.0
    for factor in reversed(_SERIES):
        total = total / (n * n) + factor
    return total / n


@cache
def _small_rest(n: int) -> float:
    exact = Decimal(math.factorial(n)).ln() - (n + Decimal("0.5")) * Decimal(n).ln() + n
    return float(exact - _LOG_TWO_PI / 2)
