"""How far X + k·Y reaches: the noise of a sum that is put together from a centred sum and a count."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.release.plan.gaussian_margin import gaussian_margin
from explorer.release.plan.margin import margin
from explorer.release.values.noise_distribution import Noise

_SURE = 1 + 1e-7  # more than rounding and the tails that are left out take away
_WIDE = 20_000.0  # σ from which on a discrete Gaussian is taken for a rounded normal number
_NATS = 60.0  # of probability beyond what is asked, left out
Tail = Callable[[int], float]


@lru_cache(maxsize=256)
def weighted_margin(first: Noise, second: Noise, weight: int, confidence: Fraction, cells: int = 1) -> int:
    r"""The least t for which :math:`|X + kY|` stays within t in all of `cells` independent cells.

    .. math:: \big(1-P(|X+kY|>t)\big)^{n} \ge c

    Parameters
    ----------
    first, second : the noise X and Y, independent, both discrete Laplace or both discrete Gaussian
    weight : k, a whole number
    confidence : c, in (0, 1); cells : n

    Guarantee
    ---------
    Never too small. The least such t but where t − 1 misses c by less than a 10⁷th of 1 − c, or where the
    second noise is a Gaussian of σ >= 20,000, which costs up to k/2 + 1 more. Exact for k = 0.

    Source
    ------
    Discrete Laplace: the geometric sums over Y, in closed form. Discrete Gaussian: the tail of X added up
    over every Y.

    >>> weighted_margin(Noise("discrete-laplace", 1, Fraction(1)), Noise("discrete-laplace", 1, Fraction(1)),
    ...                 0, Fraction(19, 20))
    3
    """
    if weight == 0:
        least = gaussian_margin if first.is_gaussian else margin
        return least(first.width, confidence, cells)
    allowed = -math.expm1(math.log1p(-float(1 - confidence)) / cells)
    if first.is_gaussian and math.sqrt(second.width) >= _WIDE:
        return _of_wide(first, second, abs(weight), allowed)
    tail = _gaussian_tail if first.is_gaussian else _laplace_tail
    beyond = tail(first.width, second.width, abs(weight), allowed)
    low, high = -1, 1
    while beyond(high) * _SURE > allowed:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if beyond(middle) * _SURE > allowed else (low, middle)
    return high


def _laplace_tail(first: Fraction, second: Fraction, weight: int, _: float) -> Tail:
    r"""P(|X + kY| > t): with a = e^(−1/s₁), g = e^(−1/s₂), k > 0 and m = t div k, twice

    .. math:: \frac{1-g}{1+g}\Big[\frac{a^{t+1}}{1+a}\Big(\frac1{1-ga^k}+\sum_{y=1}^{m}(ga^{-k})^y\Big)
              +\frac{g^{m+1}}{1-g}-\frac{a^{k(m+1)-t}\,g^{m+1}}{(1+a)(1-ga^k)}\Big].
    """
    one, other = 1 / float(first), 1 / float(second)
    slope = weight * one - other  # ln of g a^(−k)
    whole = 1 + math.exp(-one)
    together = -math.expm1(-other - weight * one)

    def beyond(bound: int) -> float:
        last = bound // weight
        power = -(bound + 1) * one
        inner = math.exp(power) / (whole * together)
        if last:
            inner += math.exp(power + slope * (last if slope > 0 else 1)) * _geometric(slope, last) / whole
        outer = math.exp(-(last + 1) * other)
        past = math.exp(-(weight * (last + 1) - bound) * one) / (whole * together)
        share = math.tanh(other / 2)
        return 2 * share * (inner + outer * (1 / -math.expm1(-other) - past))

    return beyond


def _geometric(slope: float, terms: int) -> float:
    """1 + e^(−|s|) + … of so many terms."""
    if abs(slope) * terms < 1e-12:
        return float(terms)
    return math.expm1(-abs(slope) * terms) / math.expm1(-abs(slope))


def _gaussian_tail(first: Fraction, second: Fraction, weight: int, allowed: float) -> Tail:
    nats = _NATS - math.log(allowed)
    reach = math.ceil(math.sqrt(2 * float(second) * nats)) + 1
    places = np.arange(-reach, reach + 1)
    masses = np.exp(-(places.astype(np.float64) ** 2) / (2 * float(second)))
    masses /= masses.sum()
    above = _above(float(first), nats)

    def beyond(bound: int) -> float:
        return 2 * float(masses @ above(bound - weight * places.astype(np.float64)))

    return beyond


def _above(squared: float, nats: float) -> Callable[[NDArray[np.float64]], NDArray[np.float64]]:
    """P(X > s) of a discrete Gaussian for whole numbers s."""
    sigma = math.sqrt(squared)
    if sigma >= _WIDE:
        from scipy.special import ndtr  # where it is asked: the first answer is in a hurry

        def normal(bounds: NDArray[np.float64]) -> NDArray[np.float64]:
            found: NDArray[np.float64] = ndtr(-(bounds + 0.5) / sigma)
            return found

        return normal
    reach = math.ceil(math.sqrt(2 * squared * nats)) + 1
    masses = np.exp(-(np.arange(-reach, reach + 1.0) ** 2) / (2 * squared))
    suffix = np.concatenate((np.cumsum(masses[::-1])[::-1], [0.0])) / masses.sum()

    def added(bounds: NDArray[np.float64]) -> NDArray[np.float64]:
        found: NDArray[np.float64] = suffix[np.clip(bounds + reach + 1, 0, 2 * reach + 1).astype(np.int64)]
        return found

    return added


def _of_wide(first: Noise, second: Noise, weight: int, allowed: float) -> int:
    """From the normal tail, each discrete one being within half a step of it."""
    from scipy.special import ndtri

    spread = math.sqrt(float(first.width + weight**2 * second.width))
    return math.ceil(-float(ndtri(allowed / 2)) * spread * (1 + 1e-6)) + weight // 2 + 2
