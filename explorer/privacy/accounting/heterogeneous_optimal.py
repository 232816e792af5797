"""What different releases cost together: the exact optimum, as a proven interval."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import scipy

from explorer.privacy.accounting.concentrated import order_cost
from explorer.privacy.accounting.optimal_ends import optimal_ends, sum_above, sum_below
from explorer.privacy.composition import Floats
from explorer.privacy.compositions.optimal import optimal_epsilon
from explorer.privacy.numerics.logspace import log1mexp
from explorer.privacy.numerics.root import root

MOST_SUMS = 2**17  # sums of losses that are listed one by one
_NODES, _MOST_NODES = 2**13, 2**20
_WIDTH, _LEAST_TOTAL = 0.9e-4, 1e-3  # wanted: width <= this times max(ε, that)
_ULP = 2.3e-16
_FIRST_STEP = 1e-3  # of what is between the bounds so far
_SOLVED = 1e-7  # relative, of ε′
_LARGEST_EXPONENT = 700.0
_LEAST_SLACK = 1e-300  # a smaller δ̃ is taken for this in a lower bound of it
_SMOOTHING = 0.15  # of the width that is wanted, on each of two passes
_GAP = 6.0  # by how much of 1/θ the Rényi bound may lie too high, for a first guess
_ALIAS = 21.0  # −ln of the share of δ̃ that the next period may add
_TILTS = (1.25, 1.5, 2.0, 3.0)  # times θ, where the next period's share is bounded

Kinds = list[tuple[float, int]]
Complexes = np.ndarray[tuple[int], np.dtype[np.complex128]]


def heterogeneous(releases: Iterable[tuple[float, float, int]], total_delta: float) -> tuple[float, float]:
    r"""The least ε′ at which releases of (ε_i, δ_i), each made so many times, are (ε′, total)-DP.

    .. math:: \tilde\delta(\varepsilon') = \frac{1}{\prod_i(1+e^{\varepsilon_i})}
              \sum_S \max\Big(0, e^{\sum_{i\in S}\varepsilon_i}
              - e^{\varepsilon'} e^{\sum_{i\notin S}\varepsilon_i}\Big),\quad
              \mathrm{total} = 1-(1-\tilde\delta)\prod_i(1-\delta_i)

    The sum over all subsets S is #P-hard to compute; what is wanted of it is not. Releases of one ε are
    pooled. Up to some 10⁵ different sums are listed; more are integrated along a line of the transform
    of δ̃(ε′), with a bound for what the nodes leave out.

    Parameters
    ----------
    releases : (epsilon, delta, count); epsilon >= 0 in nats, 0 <= delta < 1, a whole count >= 0. The order
        does not matter.
    total_delta : in [0, 1]

    Returns
    -------
    (lower, upper), nats. The optimum lies between them. They are apart by at most 1e-4·max(ε′, 1e-3),
    but for many large unequal ε_i, where δ̃ hardly falls between two sums. NaN twice where the δ_i
    alone exceed the total. A lower end above the upper one where two proven ends contradict each other: one
    of them is wrong, and neither is a bound.

    Source
    ------
    Murtagh & Vadhan (2016), Theorem 1.5.
    """
    planned = sorted(each for each in releases if each[2] > 0)
    if total_delta >= 1:
        return 0.0, 0.0
    spent = math.fsum(count * math.log1p(-delta) for _, delta, count in planned)
    slack = -math.expm1(math.log1p(-total_delta) - spent)
    off = _ULP * (8 * (abs(spent) - math.log1p(-total_delta)) + 4 * slack)  # of its logarithms
    if slack < 0:
        return math.nan, math.nan
    kinds = _pooled(planned)
    if not kinds or slack <= 0:
        return sum_below(kinds), sum_above(kinds)
    if len(kinds) == 1:
        epsilon, count = kinds[0]
        counts = np.array([count], dtype=np.int64)
        near = optimal_epsilon(epsilon, counts, np.array([slack]))
        low, high = optimal_ends(epsilon, counts, (np.array([slack - off]), np.array([slack + off])), near)
        return float(low[0]), float(high[0])
    if math.prod(count + 1 for _, count in kinds) <= MOST_SUMS:
        return _listed(kinds, slack + off)[0], _listed(kinds, max(slack - off, 0.0))[1]
    return bracket_by_integral(kinds, (max(slack - off, _LEAST_SLACK), slack + off))


def _pooled(planned: Sequence[tuple[float, float, int]]) -> Kinds:
    counts: dict[float, int] = {}
    for epsilon, _, count in planned:
        if epsilon > 0:
            counts[epsilon] = counts.get(epsilon, 0) + count
    return sorted(counts.items())


def _listed(kinds: Kinds, slack: float) -> tuple[float, float]:
    """ε′ = max over i of ln((A_i − δ̃)/B_i), A_i and B_i the masses of the i largest losses on D' and D."""
    losses, logs = np.zeros(1), np.zeros(1)
    for epsilon, count in kinds:
        plus = np.arange(count + 1, dtype=np.float64)
        ways = -math.log1p(count) - scipy.special.betaln(plus + 1, count - plus + 1)
        mass = ways - (count - plus) * epsilon - count * math.log1p(math.exp(-epsilon))
        losses = np.add.outer(losses, (2 * plus - count) * epsilon).ravel()
        logs = np.add.outer(logs, mass).ravel()
    order = np.argsort(-losses, kind="stable")
    losses, logs = losses[order], logs[order]
    above = np.logaddexp.accumulate(logs)
    other = np.logaddexp.accumulate(logs - losses)
    basic = sum_above(kinds)
    if slack <= 0:
        return sum_below(kinds), basic
    # A sum of n terms in logarithms errs by n units of its own, of (c + t)e^(−t) <= c + 1 those before it.
    rounding = _ULP * (20 * basic + 20 * sum(count for _, count in kinds))
    each = rounding + _ULP * np.arange(1.0, len(losses) + 1) * (4 + np.abs(above) + np.abs(other))

    def least(side: float) -> float:
        reached = above + side * each
        some = reached > math.log(slack)
        if not np.any(some):
            return 0.0
        found = reached[some] + log1mexp(math.log(slack) - reached[some]) - other[some]
        return max(float(np.max(found + side * each[some])), 0.0)

    return least(-1.0), min(least(1.0), basic)


@dataclass(frozen=True)
class DeltaLine:
    """The transform of a mean of δ̃ at θ + iy on equidistant y >= 0, of ε′ = `centre`, and what it leaves out.

    The mean is that over [ε′, ε′ + `spread`], weighted as a triangle: its transform dies out sooner. δ̃
    falls: it is at least the mean at ε′, and at ε′ + `spread` at most that.
    """

    slope: float  # θ
    log_height: float  # K(θ) − θ·centre
    centre: float
    y: Floats
    values: Complexes
    tail: float  # of δ̃ at the centre: what lies beyond the last node, and rounding
    period: float
    moments: tuple[tuple[float, float], ...]  # (u, K(u)) beyond θ
    spread: float

    def delta(self, epsilon: float) -> tuple[float, float, float]:
        """The mean, what it may be off by on either side, and what other periods add to it."""
        moved = epsilon - self.centre
        scale = math.exp(min(-self.slope * moved, _LARGEST_EXPONENT))
        phases = np.exp(-1j * moved * self.y)
        total = scale * float(np.sum((self.values * phases).real))
        near = math.exp(-self.slope * self.period)
        far = min(
            math.exp(min(at_u - u * epsilon - (u - self.slope) * self.period, 0.0))
            for u, at_u in self.moments
        )
        return total, scale * self.tail, near / (1 - near) + 2 * far


def bracket_by_integral(kinds: Kinds, slack: tuple[float, float]) -> tuple[float, float]:
    """(lower, upper) of the least total ε, by as many nodes as it takes; Rényi above, the top below.

    `kinds` are pairs (ε, how many) of pure releases; `slack` is below δ̃ and above it. No end
    is moved to the other one's side. 1e-13 of 1 + Σkε on either side, for rounding, is a margin, not a proof.
    """
    basic = math.fsum(epsilon * count for epsilon, count in kinds)
    slope, upper = saddle(kinds, slack[0])
    upper, lower = min(upper + 1e-13 * (1 + basic), sum_above(kinds)), 0.0
    log_top = -math.fsum(count * math.log1p(math.exp(-epsilon)) for epsilon, count in kinds)
    if math.log(slack[1]) < log_top:
        top = basic + float(log1mexp(np.array(math.log(slack[1]) - log_top)))
        lower = max(0.0, top - 1e-13 * (1 + basic))
    nodes, least, most = _NODES, lower, upper
    while most - least > _WIDTH * max(least, _LEAST_TOTAL) and nodes <= _MOST_NODES:
        line = delta_line(kinds, math.sqrt(slack[0] * slack[1]), slope, (least, most), nodes)
        above = crossing_of(line, slack[0], (least, most), 1.0)
        below = crossing_of(line, slack[1], (least, most), -1.0)
        most, least = min(most, above), max(least, below)
        nodes *= 2
    return least, most


def crossing_of(line: DeltaLine, slack: float, between: tuple[float, float], side: float) -> float:
    """Where the upper (side +1) or lower (−1) bound of δ̃ passes `slack`, from the top of `between` down.

    The bounds are narrow near the top and worthless far below it, so the steps down grow from small ones.
    The result is proven on its side: the top, or the bottom, where no passage is found. It is not kept
    between them: an upper end may come to lie below the bottom by as much as both are apart, a lower one
    above the top, which contradicts what was known.
    """

    def excess(epsilon: float) -> float:
        total, off, added = line.delta(epsilon)
        return total + off - slack if side > 0 else total - off - added - slack

    low, high = between
    above, step = high, _FIRST_STEP * (high - low)
    if excess(high) > 0:
        return high if side > 0 else math.nextafter(high, math.inf)
    last = max(low - (high - low), 0.0) if side > 0 else low
    while high - step > last and excess(high - step) <= 0:
        above, step = high - step, 2 * step
    below = max(high - step, last)
    spread = line.spread if side > 0 else 0.0
    if excess(below) <= 0:
        return min(below + spread, high) if side > 0 else low
    found = root(excess, below, above, _SOLVED)
    step = _SOLVED * found
    while side * excess(found) > 0:  # onto the side that is proven
        found, step = found + side * step, 2 * step
    return min(found + spread, high) if side > 0 else max(found, low)


def saddle(kinds: Kinds, slack: float) -> tuple[float, float]:
    """θ, and the ε′ that the Rényi divergence of order 1 + θ proves: the least on a grid."""
    excess = np.geomspace(1e-9, 1e15, 24 * 16 + 1)
    found = _log_moment(kinds, excess) / excess + order_cost(excess, slack)
    best = int(np.argmin(found))
    return float(excess[best]), max(float(found[best]), 0.0)


def _log_moment(kinds: Kinds, at: Floats) -> Floats:
    """K(θ) = ln E e^(θL) of the sum L of the losses, θ real."""
    total = np.zeros(np.shape(at))
    for epsilon, count in kinds:
        each = at * epsilon - math.log1p(math.exp(-epsilon)) + np.log1p(np.exp(-epsilon * (1 + 2 * at)))
        total = total + count * each
    return total


def _transform(kinds: Kinds, slope: float, y: Floats, centre: float) -> tuple[Complexes, Complexes]:
    """The transform of the tilted sum less its centre at each y: the logarithm of one part, and the other."""
    basic = math.fsum(epsilon * count for epsilon, count in kinds)
    exponent: Complexes = np.asarray(1j * y * (basic - centre), dtype=np.complex128)
    product: Complexes = np.ones(len(y), dtype=np.complex128)
    for epsilon, count in kinds:
        likely = float(scipy.special.expit((1 + 2 * slope) * epsilon))
        unlikely = float(scipy.special.expit(-(1 + 2 * slope) * epsilon))
        turned: Complexes = np.empty(len(y), dtype=np.complex128)
        turned.real = likely + unlikely * np.cos(2 * epsilon * y)
        turned.imag = -unlikely * np.sin(2 * epsilon * y)
        if count == 1:
            product *= turned
        else:
            exponent += count * np.log(turned)
    return exponent, product


def delta_line(
    kinds: Kinds, slack: float, slope: float, between: tuple[float, float], nodes: int
) -> DeltaLine:
    """The nodes: so dense that the next period adds nothing that counts, as far as there are any."""
    centre, wanted = between[1], -math.log(slack) + _ALIAS
    tilts = slope * np.array(_TILTS)
    moments = _log_moment(kinds, tilts)
    lowest = max(between[0], centre - _GAP / slope)
    period = max(wanted / slope, float(np.min((wanted + moments - tilts * lowest) / (tilts - slope))))
    y = 2 * math.pi / period * np.arange(nodes, dtype=np.float64)
    exponent, product = _transform(kinds, slope, y, centre)
    log_height = float(_log_moment(kinds, np.array(slope))) - slope * centre
    at = slope + 1j * y
    smoothing = _SMOOTHING * _WIDTH * max(between[0], _LEAST_TOTAL)
    smooth = (-np.expm1(-at * smoothing) / (at * smoothing)) ** 2
    values = np.exp(log_height + exponent) * product / (at * (at + 1)) * smooth * (2 / period)
    values[0] /= 2
    last = float(y[-1])
    beyond = math.exp(log_height) / math.pi * min(1 / last, 4 / (3 * smoothing**2 * last**3))
    size = sum(count for _, count in kinds) + abs(log_height) + slope * centre + last * centre
    rounding = _ULP * (4 * size + 50) * float(np.sum(np.abs(values)))
    return DeltaLine(
        slope,
        log_height,
        centre,
        y,
        values,
        beyond + rounding,
        period,
        tuple(zip(tilts.tolist(), moments.tolist(), strict=True)),
        2 * smoothing,
    )
