r"""δ of the worst case of k pure-ε releases, added up so that its rounding is known.

With k randomised responses of ε, m = 1/(1+e^ε) and j of them answering "minus",

.. math:: \delta(\varepsilon')=\sum_j\binom{k}{j}m^j(1-m)^{k-j}\max(0,1-e^{\varepsilon'-(k-2j)\varepsilon})

All terms are positive: what is added up errs by no more, relative, than its worst term and one unit a sum.

Source
------
Kairouz, Oh & Viswanath (2015), Theorem 3.3; Loader (2000), "Fast and accurate computation of binomial
probabilities", for the first of the probabilities; Okamoto (1958), "Some inequalities relating to the partial
sum of binomial probabilities", for how many are enough.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

import numpy as np

from explorer.privacy.composition import Floats

UNIT = 2.0**-53
_DEVIATIONS, _MORE = 9.5, 60  # terms that are added up one by one, to either side of the first
_SMALL = 45.0  # what is left out is about e^this smaller
_LARGEST = 700.0  # in the exponent of a number that a float holds
_BLOCK = 1 << 15  # numbers that are worked on at once: they fit beside the processor
_FACTORIALS = 16
_LOG_TWO_PI = Decimal("1.837877066409345483560659472811")
_SERIES = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360)


Places = np.ndarray[tuple[int], np.dtype[np.intp]]


@dataclass(frozen=True)
class AddedDelta:
    """ln δ at some ε′, how far that may be off, −d ln δ/dε′, and what is left out, over the sum: (n,) each.

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

    The rounding of (k−2j)ε − ε′ is less than 2 units of kε + ε′, and is paid for by an ε′ that is moved by 8
    (`moved`). As quotients of neighbours fall, what is left out is less than a geometric series: `left_out`
    is its sum, which errs by 16n units over 1 − q, and 1 % is added; infinite where q > 1 − 1e-6. What
    underflows is less than 1e-300 of the first term.
    """

    log_delta: Floats
    error: Floats
    steep: Floats
    left_out: Floats

    @property
    def log_above(self) -> Floats:
        """Not below the truth."""
        return np.asarray(self.log_delta + self.error + np.log1p(self.left_out))

    @property
    def log_below(self) -> Floats:
        """Not above the truth."""
        return np.asarray(self.log_delta - self.error)


def moved(epsilon: float, counts: Floats, at: Floats) -> Floats:
    """What stands for the rounding of (k−2j)ε − ε′."""
    return np.asarray(8 * UNIT * (counts * epsilon + np.abs(at)))


@dataclass(frozen=True)
class WorstCase:
    """Randomised responses of one ε, k >= 1 of them each: (n,), and (n, j) what their probabilities are.

    `shares` are those over the probability of j = `first`, the likeliest that adds to δ; `far` is how far
    that one is off, in units, and `left` at most what all others have that would add to δ.
    """

    epsilon: float
    counts: Floats
    first: Floats
    shares: Floats
    lowest: int  # j of the first column, from `first`
    log_mass: Floats
    far: Floats
    left: Floats

    def of(self, rows: Places) -> WorstCase:
        """Some of them."""
        counts, first, shares = self.counts[rows], self.first[rows], self.shares[rows]
        log_mass, far, left = self.log_mass[rows], self.far[rows], self.left[rows]
        return WorstCase(self.epsilon, counts, first, shares, self.lowest, log_mass, far, left)

    def delta(self, at: Floats) -> AddedDelta:
        """δ at each ε′: (n,). Below the ε′ that the terms were chosen for, `log_below` alone holds."""
        columns = np.arange(self.lowest, self.lowest + self.shares.shape[1])
        gaps = (self.counts[:, None] - 2 * (self.first[:, None] + columns)) * self.epsilon - at[:, None]
        lost = -np.maximum(gaps, 0.0)
        total = -(self.shares * np.expm1(lost)).sum(axis=1)
        drop = (self.shares * np.exp(lost) * (gaps > 0)).sum(axis=1)
        there = total > 0
        sure = np.where(there, total, 1.0)
        log_total = np.where(there, np.log(sure), -math.inf)
        error = np.where(there, UNIT * (self.far + 24 * np.abs(np.log(sure))), 0.0)
        return AddedDelta(self.log_mass + log_total, error, drop / sure, 1.01 * self.left / sure)


def worst_cases(epsilon: float, counts: Floats, at: Floats) -> Iterator[tuple[Places, WorstCase]]:
    """For k >= 1, ε > 0 and ε′ from `at` on: (n,) both; so many at once as fit beside the processor.

    As many terms are added up as matter; no guarantee hangs on that, what is left out is told. Below the mean
    the logarithm of a probability is curved at least like that of a normal distribution, as m <= ½. The sum
    may be less than its first probability, by about the range of losses that add to it.
    """
    minus = _minus(epsilon)
    most = np.floor((counts - at / epsilon) / 2) + 1  # the last j with a positive term
    most = np.minimum(np.maximum(most, 0.0), counts)
    centre, deviation = counts * minus, np.sqrt(counts * (minus * (1 - minus)))
    first = np.minimum(most, np.rint(centre))
    reach, wide = np.ceil(_DEVIATIONS * deviation) + _MORE, np.maximum(deviation, 1e-3)
    off = np.maximum(centre - first, 0.0) / wide
    small = _SMALL + np.log1p((1 + off) / (2 * epsilon * wide))
    down = np.minimum(np.ceil(wide * (np.sqrt(off * off + 2 * small) - off)) + 2, np.minimum(reach, first))
    up = np.minimum(reach, most - first)
    order, start = np.argsort(-(down + up), kind="stable"), 0
    while start < len(order):
        rows = order[start : start + max(1, int(_BLOCK / (down[order[start]] + up[order[start]] + 1)))]
        start += len(rows)
        count, j, terms = counts[rows], first[rows], (down[rows], up[rows])
        shares, left = _shares(epsilon, count, j, *terms, most[rows])
        log_mass = log_probability(count, j, epsilon)
        far = 96 * np.abs(j - centre[rows]) + 24 * np.abs(log_mass) + 8 * (terms[0] + terms[1] + 1) + 64
        yield rows, WorstCase(epsilon, count, j, shares, -int(terms[0].max()), log_mass, far, left)


def _shares(
    epsilon: float, counts: Floats, first: Floats, down: Floats, up: Floats, most: Floats
) -> tuple[Floats, Floats]:
    """The probabilities over the first of each row, nothing beyond its terms; and at most what is left out.

    Of j > `most` nothing would be added.
    """
    below, above = int(down.max()), int(up.max())
    odds, against = math.exp(min(epsilon, _LARGEST)), math.exp(-epsilon)
    columns = np.arange(-below, above + 1)
    shares = np.empty((len(counts), len(columns)))
    shares[:, below] = 1.0
    count = counts[:, None]
    if below:
        j = first[:, None] - np.arange(below)
        np.cumprod(np.maximum(j, 0.0) / (count - j + 1) * odds, axis=1, out=shares[:, below - 1 :: -1])
    if above:
        j = first[:, None] + np.arange(above)
        np.cumprod(np.maximum(count - j, 0.0) / (j + 1) * against, axis=1, out=shares[:, below + 1 :])
    every, lowest, highest = np.arange(len(counts)), first - down, first + up
    lower, upper = shares[every, below - down.astype(np.intp)], shares[every, below + up.astype(np.intp)]
    left = _rest(lower, lowest / (counts - lowest + 1) * odds)
    if (highest < most).any():
        left = left + np.where(
            highest < most, _rest(upper, (counts - highest) / (highest + 1) * against), 0.0
        )
    if (down < below).any() or (up < above).any():
        shares[(columns < -down[:, None]) | (columns > up[:, None])] = 0.0
    return shares, left


def _rest(last: Floats, quotient: Floats) -> Floats:
    """At most what follows a term: quotients of neighbours fall, so that a geometric series is more."""
    narrow = np.minimum(quotient, 1 - 1e-6)
    return np.where(quotient > narrow, np.where(last > 0, np.inf, 0.0), last * narrow / (1 - narrow))


def _minus(epsilon: float) -> float:
    return 1 / (1 + math.exp(epsilon)) if epsilon < _LARGEST else math.exp(-epsilon)


def log_probability(counts: Floats, j: Floats, epsilon: float) -> Floats:
    r"""ln C(k,j) m^j (1−m)^(k−j), by its deviance: no large logarithms cancel.

    How far it may be off is told, and added up, in `AddedDelta`.
    """
    none, every = j <= 0, j >= counts
    inner, whole = np.where(none | every, 1.0, j), np.where(none | every, 2.0, counts)
    both = np.array([inner, whole - inner])
    means = whole * np.array([[max(_minus(epsilon), 1e-300)], [1 / (1 + math.exp(-epsilon))]])
    deviance = _deviance(both, means).sum(axis=0)
    rests = _stirling_rest(whole) - _stirling_rest(both).sum(axis=0)
    inside = rests - deviance - np.log(2 * math.pi * inner * (1 - inner / whole)) / 2
    plus = math.log1p(math.exp(-epsilon))
    return np.where(none, -counts * plus, np.where(every, -counts * (epsilon + plus), inside))


def _deviance(x: Floats, mean: Floats) -> Floats:
    """x ln(x/M) − x + M."""
    off = (x - mean) / mean
    return np.asarray(mean * ((1 + off) * np.log1p(off) - off))


def _stirling_rest(n: Floats) -> Floats:
    """ln n! − (n + ½) ln n + n − ½ ln 2π; the series' first term that is left out bounds the rest.

    In decimals for small n, where logarithms of some 40 would cancel; the series from 16 on lacks 2e-18.
    """
    square, total = 1 / (n * n), _SERIES[-1]
    for factor in reversed(_SERIES[:-1]):
        total = total * square + factor
    small = _small_rests()[np.minimum(n, _FACTORIALS - 1).astype(np.intp)]
    return np.where(n < _FACTORIALS, small, total / n)


@cache
def _small_rests() -> Floats:
    """Of n below 16; n = 0 is not asked for."""
    exact = [
        Decimal(math.factorial(n)).ln() - (n + Decimal("0.5")) * Decimal(n).ln() + n - _LOG_TWO_PI / 2
        for n in range(1, _FACTORIALS)
    ]
    return np.array([0.0, *map(float, exact)])
