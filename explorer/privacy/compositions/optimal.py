"""The exact optimum: the total of the worst mechanism that each release could have been."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import scipy

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.composition_common import (
    HIGHEST_EPSILON,
    bound_of,
    from_the_first,
    no_loss,
    nothing_left,
    unknown,
)
from explorer.privacy.accounting.highest_level import highest_level
from explorer.privacy.accounting.optimal_ends import optimal_above, slack_ends
from explorer.privacy.composition import Bound, Composition, Counts, Crossing, Family, Floats, Kind, Release
from explorer.privacy.numerics.logspace import log_or_zero
from explorer.privacy.numerics.root import settle_down

_DIRECT = 600.0  # e^this is finite, and so is its reciprocal
_LARGEST = 700.0  # in the exponent of a number that a float holds
_TINY = 1e-200  # below some 1e-250 the incomplete beta integral may have no right digit
_NEAR, _INSIDE = 1e-12, 2e-6  # relative: below the total; below what basic composition admits
_MANY, _EVERY = 100, 16  # k, from so many on; where the interval is searched without knowing where
_LEAST = 1e-300  # a smaller δ̃ is taken for none, which only overstates the total


@dataclass(frozen=True)
class Optimal(Composition):
    r"""Exact for (ε, δ)-DP releases, chosen adaptively, worst case over mechanisms.

    Source
    ------
    Kairouz, Oh & Viswanath (2015), Theorem 3.3; between its lattice points the curve is linear in e^ε.
    """

    id: ClassVar[str] = "optimal"
    order: ClassVar[int] = 50
    title: ClassVar[Sentence] = N_("optimal composition (KOV)")
    short: ClassVar[Sentence] = N_("optimal")
    source: ClassVar[str] = "Kairouz, Oh & Viswanath 2015, Theorem 3.3"
    formula: ClassVar[str] = (
        "Σᵢ C(k,i)·e^((k−i)ε)·max(0, 1 − e^(ε′−(k−2i)ε))/(1+e^ε)^k = δ̃,  1 − (1−δ)^k(1−δ̃) = total"
    )
    latex: ClassVar[str] = (
        r"\begin{aligned}\tilde{\delta}&=\sum_{i=0}^{k}\binom{k}{i}\,\frac{e^{(k-i)\varepsilon}\,"
        r"\max\left\{0,1-e^{\varepsilon'-(k-2i)\varepsilon}\right\}}{(1+e^{\varepsilon})^{k}}\\"
        r"\delta_{\mathrm{total}}&=1-(1-\delta)^{k}\,(1-\tilde{\delta})\end{aligned}"
    )
    about: ClassVar[Sentence | None] = N_(
        "The total for the worst mechanisms with this (ε, δ). No smaller total holds without "
        "knowing the mechanism."
    )
    holds: ClassVar[Sentence] = N_(
        "Holds for adaptively chosen releases with ε and δ fixed beforehand; attained by "
        "randomised response that reveals everything with probability δ."
    )
    kind: ClassVar[Kind] = Kind.EXACT
    closed: ClassVar[bool] = False
    family: ClassVar[Family] = Family.OPTIMAL

    def total(self, release: Release, counts: Counts, total_delta: float) -> Bound:
        """The least ε′ at which k releases are (ε′, total)-DP, whatever the mechanisms.

        δ̃ = 1 − (1−total)/(1−δ)^k is left for the pure parts.

        Guarantee
        ---------
        Rounded up (`optimal_above`): never below the truth, and above it by at most 1e-9 of it and 1e-10
        where ε >= 1e-5 and the total δ is 0 or from 1e-200 to 0.99. Where rounding hides whether δ̃ is 0
        or below it, it is taken for 0.
        """
        if release.epsilon is None:
            return bound_of(self, counts, np.full(len(counts), np.nan), unknown())
        possible = remaining_delta(release.delta, counts, total_delta) >= 0
        values = np.full(len(counts), np.nan)
        values[possible] = optimal_rounded_up(release.epsilon, release.delta, counts[possible], total_delta)
        return bound_of(self, counts, values, nothing_left())

    def crossing(self, release: Release, total_delta: float) -> Crossing:
        """None: below from the first release on."""
        if release.epsilon is None or release.epsilon <= 0:
            return Crossing(None, None, None, unknown() if release.epsilon is None else no_loss())
        slack = remaining_delta(release.delta, np.array([1], dtype=np.int64), total_delta)[0]
        if slack < 0:
            return Crossing(None, None, None, nothing_left())
        if slack > 0:
            return Crossing(None, None, None, from_the_first())
        return Crossing(None, None, None, N_("never: without a δ, basic composition is optimal"))

    def largest_epsilon(self, total_epsilon: float, total_delta: float, count: int, delta: float) -> float:
        """To 1e-12 relative, and below by the total rounded up: that rises with ε."""
        counts = np.array([count], dtype=np.int64)
        slack = remaining_delta(delta, counts, total_delta)[0]
        if not slack >= 0:
            return math.nan
        basic = min(total_epsilon / count if count else HIGHEST_EPSILON, HIGHEST_EPSILON)

        def total(epsilon: float) -> Bound:
            return self.total(Release(epsilon, delta), counts, total_delta)

        def at(level: float) -> float:
            return HIGHEST_EPSILON if level >= ends[1] else math.exp(level)

        if slack < _LEAST:  # basic composition is optimal
            return settle_down(basic, lambda epsilon: total(epsilon).value[0] <= total_epsilon)
        spread = math.sqrt(2 * max(count, 1) * -math.log(min(slack, 0.5)))  # in the manner of Theorem 3.20
        guess = max(basic, min(total_epsilon / spread, HIGHEST_EPSILON))
        ends = math.log(basic * (1 - _INSIDE)), math.log(HIGHEST_EPSILON)
        found = highest_level(
            lambda level: total(at(level)), total_epsilon, _NEAR, math.log(guess), ends, steep=1.0
        )
        return at(found[0]) if found else math.nan


def remaining_delta(delta: float, counts: Counts, total_delta: float) -> Floats:
    """δ̃ with 1 − (1−δ)^k(1−δ̃) = total; below 0 where the releases alone exceed the total."""
    if total_delta >= 1:
        return np.ones(len(counts))
    spent = np.minimum(-counts * math.log1p(-delta), _LARGEST)
    return np.asarray(-np.expm1(math.log1p(-total_delta) + spent), dtype=np.float64)


def optimal_rounded_up(epsilon: float, delta: float, counts: Counts, total_delta: float) -> Floats:
    """The total ε′ of k releases of (ε, δ) at a total δ that leaves some: (n,), never below the truth."""
    about = optimal_epsilon(epsilon, counts, np.maximum(remaining_delta(delta, counts, total_delta), 0.0))
    return optimal_above(epsilon, counts, slack_ends(delta, counts, total_delta)[0], about)


def optimal_epsilon(epsilon: float, counts: Counts, slack: Floats) -> Floats:
    r"""Least ε′ of k pure-ε releases at δ̃: ln((A_i − δ̃)/B_i) between the lattice points k−2i.

    A_i and B_i are the probabilities of at most i "minus" outcomes of k under the two distributions of
    randomised response, q_i one of them. δ at the lattice point (k−2i)ε is A_i − R_i, R_i = e^((k−2i)ε) B_i,
    and rises with i: the interval is found by halving, for all k at once; of many k, near where the values
    at a few of them let it be expected. To nearest: `optimal_rounded_up`.

    Parameters
    ----------
    counts : (n,) k >= 0; slack : (n,) δ̃ in [0, 1]

    Returns
    -------
    (n,) in [0, kε]
    """
    low, high = _expected(epsilon, counts, slack)
    while len(rows := np.flatnonzero(high - low > 1)):
        middle = (low[rows] + high[rows]) // 2
        at_least, scaled = tails(epsilon, counts[rows], middle)
        reached = at_least - scaled <= slack[rows]
        low[rows] = np.where(reached, middle, low[rows])
        high[rows] = np.where(reached, high[rows], middle)
    at_least, scaled = tails(epsilon, counts, low)
    share = np.maximum(at_least - slack, 0.0) / np.maximum(scaled, _LEAST)
    values = np.clip((counts - 2.0 * low) * epsilon + log_or_zero(share), 0.0, counts * epsilon)
    return np.where(slack < _LEAST, counts * epsilon, values)


def _expected(epsilon: float, counts: Counts, slack: Floats) -> tuple[Counts, Counts]:
    """Intervals at or above the first, and below the second: (n,) both.

    Of many k the values of some are computed first: ε′ is nearly straight in √k between them.
    """
    low, high = np.zeros(len(counts), dtype=np.int64), counts // 2 + 1
    if len(counts) < _MANY or epsilon <= 0:
        return low, high
    some = np.argsort(counts, kind="stable")[np.r_[0 : len(counts) - 1 : _EVERY, len(counts) - 1]]
    there = optimal_epsilon(epsilon, counts[some], slack[some])
    values = np.interp(np.sqrt(counts), np.sqrt(counts[some]), there)
    about = np.clip(np.floor((counts - values / epsilon) / 2), 0, counts // 2).astype(np.int64)
    for i in (about, np.minimum(about + 1, counts // 2)):
        at_least, scaled = tails(epsilon, counts, i)
        reached = at_least - scaled <= slack
        low, high = np.where(reached, i, low), np.where(reached, high, np.minimum(high, np.maximum(i, 1)))
    return low, high


def tails(epsilon: float, counts: Counts, i: Counts) -> tuple[Floats, Floats]:
    """A_i and R_i = e^((k−2i)ε) B_i, neither under- nor overflowing."""
    minus = float(scipy.special.expit(-epsilon))
    rest, exponent = (counts - i).astype(np.float64), (counts - 2.0 * i) * epsilon
    inside = rest > 0  # i = k: all outcomes
    rest = np.maximum(rest, 1.0)
    at_least = np.where(inside, scipy.special.betaincc(i + 1.0, rest, minus), 1.0)
    other = np.where(inside, scipy.special.betainc(rest, i + 1.0, minus), 1.0)
    scaled = np.exp(np.minimum(exponent, _DIRECT)) * other
    far = np.flatnonzero(inside & ((exponent > _DIRECT) | (other < _TINY)))
    if far.size:
        k, j = counts[far].astype(np.float64), i[far].astype(np.float64)
        # q_j = C(k, j) (1−m)^(k−j) m^j, m = 1/(1+e^ε); the continued fraction is R_j/(q_j (1−m)).
        log_mass = (
            -np.log1p(k) - scipy.special.betaln(j + 1, k - j + 1) - j * epsilon + (k + 1) * np.log1p(-minus)
        )
        scaled[far] = np.exp(log_mass) * _beta_fraction(k - j, j + 1, minus)
    return at_least, scaled


def _beta_fraction(a: Floats, b: Floats, x: float) -> Floats:
    """The continued fraction of the incomplete beta integral, for x < (a+1)/(a+b+2).

    Source
    ------
    DLMF 8.17.22, evaluated from the front (Lentz, modified by Thompson and Barnett).
    """
    c = np.ones_like(a)
    d = 1 / (1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 2000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d, c = 1 / (1 + even * d), 1 + even / c
        value = value * (d * c)
        d, c = 1 / (1 + odd * d), 1 + odd / c
        value = value * (d * c)
        if np.all(np.abs(d * c - 1) < 1e-15):
            break
    return value
