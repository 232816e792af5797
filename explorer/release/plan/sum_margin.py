"""How far noise moves a sum of released counts: the noise margin of a total, from independent draws.

A total over n cells has the noise of n independent draws, whose distribution is computed here between two
proven ends. All arithmetic is on positive numbers, where rounding only ever costs a relative error that is
known beforehand; what is cut off at the ends is counted in.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.release.plan.gaussian_margin import gaussian_margin
from explorer.release.plan.margin import margin
from explorer.release.values.noise_distribution import Noise

Floats = NDArray[np.float64]

_UNIT = 2.0**-53
_LONGEST = 1_000_000  # masses of the sum of geometric draws
_LONGEST_SQUARED = 20_000  # masses that are convolved with each other
_NATS = 75.0  # below the largest mass, beside what the confidence asks: there masses are cut off
_NOTHING = 1e-290  # what may be lost below the smallest double


@dataclass(frozen=True, slots=True)
class SumMargin:
    """The margin of a sum by itself: `least` where no smaller one is enough, else a proven upper bound."""

    value: int
    least: bool


@dataclass(frozen=True, slots=True)
class _Masses:
    """Unnormalised masses; `lost` is the share of those left out, `slack` the relative error of each."""

    values: Floats
    lost: float
    slack: float


@lru_cache(maxsize=256)
def sum_margin(noise: Noise, draws: int, confidence: Fraction) -> SumMargin:
    """The least t within which the sum of `draws` independent draws of `noise` stays with `confidence`.

    Guarantee
    ---------
    The noise of the sum stays within `value` with probability `confidence` or more.

    >>> sum_margin(Noise("discrete-laplace", 1, Fraction(1)), 4, Fraction(19, 20))
    SumMargin(value=6, least=True)
    """
    if draws == 1:
        least = gaussian_margin if noise.is_gaussian else margin
        return SumMargin(least(noise.width, confidence), True)
    if noise.is_gaussian:
        return _gaussian(noise.width, draws, confidence)
    return _laplace(noise.width, draws, confidence)


# Discrete Laplace noise


def _laplace(scale: Fraction, draws: int, confidence: Fraction) -> SumMargin:
    """Each draw is the difference of two geometric ones, so the sum is that of two negative binomials.

    A very wide distribution is made coarser by a whole number c: the geometric draw ⌊bE⌋, E exponential, lies
    between c⌊bE/c⌋ and that plus c − 1.
    """
    nats = _NATS - math.log(float(1 - confidence))
    length = 2 * float(scale) * (math.sqrt(2 * draws * nats) + nats)
    coarse = max(1, math.ceil(length / _LONGEST))
    masses = _negative_binomial(float(coarse / scale), draws, nats)
    suffix = np.cumsum(masses.values[::-1])[::-1]
    whole = float(suffix[0]) ** 2

    def tail(bound: int) -> float:
        """Beyond `bound`, on both sides."""
        both = masses.values[: -bound - 1] @ suffix[bound + 1 :] if bound + 1 < len(suffix) else 0.0
        return 2 * float(both) / whole

    found = _least(tail, confidence, masses, len(masses.values))
    if coarse == 1:
        return found
    rough = math.floor(_chernoff(float(scale), draws, float(1 - confidence))) + 1
    return SumMargin(min(coarse * found.value + draws * (coarse - 1), rough), False)


def _negative_binomial(rate: float, draws: int, nats: float) -> _Masses:
    """Masses C(n+x−1, x) a^x, a = e^−rate, by their ratios from the largest one to either side."""
    a = math.exp(-rate)
    mode = math.floor((draws - 1) / math.expm1(rate)) if rate < 700 else 0
    step = max(16, math.ceil(math.sqrt(draws) / math.expm1(min(rate, 700.0))))
    up = _falling(lambda x: a * (draws + x) / (x + 1), mode, step, nats)
    down = (
        _falling(lambda x: np.maximum(x, 0.0) / (a * (draws + x - 1)), mode, -step, nats) if mode else up[:0]
    )
    values = np.concatenate([down[::-1], np.ones(1), up])
    first, last = mode - len(down), mode + len(up)
    over, under = a * (draws + last) / (last + 1), first / (a * (draws + first - 1)) if first else 0.0
    lost = values[-1] * over / (1 - over) + values[0] * under / (1 - under)
    error = 16 * (len(values) + 4 * nats) * _UNIT
    return _Masses(values, float(lost) / float(values.sum()) + _NOTHING, error)


def _falling(ratio: Callable[[Floats], Floats], mode: int, step: int, nats: float) -> Floats:
    """Masses beside the largest one, which is 1: until they are below e^−nats, or there are no more."""
    parts: list[Floats] = []
    height, at, way = 1.0, float(mode), 1.0 if step > 0 else -1.0
    while height > math.exp(-nats) and (way > 0 or at > 0):
        many = abs(step) if way > 0 else min(abs(step), int(at))
        part = np.multiply(height, np.cumprod(ratio(at + way * np.arange(many, dtype=np.float64))))
        parts.append(part)
        height, at = float(part[-1]), at + way * many
    return np.concatenate(parts) if parts else np.zeros(0)


def _chernoff(scale: float, draws: int, allowed: float) -> float:
    """(n ln E e^(sN) + ln(2/β))/s for the best of many s: each of them is a proven margin."""
    rate = 1 / scale
    tilts = rate * np.geomspace(1e-6, 0.999, 4000)
    # 1 − a e^(±s) = −expm1(±s − rate)
    logs = 2 * np.log(-np.expm1(-rate)) - np.log(-np.expm1(tilts - rate)) - np.log(-np.expm1(-tilts - rate))
    return float(np.min((draws * logs + math.log(2 / allowed)) / tilts)) * (1 + 1e-6)


# Discrete Gaussian noise


def _gaussian(squared: Fraction, draws: int, confidence: Fraction) -> SumMargin:
    """A sum of wide discrete Gaussians is one of n σ², but for a factor within e^±τ at every point.

    τ = 10 Σ_(k<n) e^(−2π²σ² k/(k+1)) for σ >= 1/2 (Kairouz, Liu & Steinke 2021, Theorem 12), which is at most
    10 n e^(−π²σ²).
    """
    away = 10 * draws * math.exp(-(math.pi**2) * min(float(squared), 70.0)) * (1 + 1e-9)
    if squared >= Fraction(1, 4) and away <= 1e-6:
        # rounded up to few digits: the decision below takes as many as its confidence has
        off, allowed = Fraction(2, 10 ** min(12, math.floor(-math.log10(away)))), 1 - confidence
        value = gaussian_margin(draws * squared, 1 - allowed * (1 - off))
        return SumMargin(value, value == gaussian_margin(draws * squared, 1 - allowed * (1 + off)))
    spread, nats = float(squared), _NATS - math.log(float(1 - confidence))
    if 2 * math.sqrt(2 * draws * spread * nats) > _LONGEST_SQUARED:
        # E e^(sN) <= e^(s²σ²/2) (Canonne, Kamath & Steinke 2020)
        wide = math.sqrt(2 * draws * spread * math.log(2 / float(1 - confidence)))
        return SumMargin(math.floor(wide * (1 + 1e-9)) + 1, False)
    masses = _convolved(spread, draws, nats)
    middle = len(masses.values) // 2
    suffix = np.cumsum(masses.values[::-1])[::-1]

    def tail(bound: int) -> float:
        """Beyond `bound`, on both sides."""
        place = middle + bound + 1
        return 2 * float(suffix[place]) / float(suffix[0]) if place < len(suffix) else 0.0

    return _least(tail, confidence, masses, middle + 1)


def _convolved(spread: float, draws: int, nats: float) -> _Masses:
    """The masses of the sum, by squaring and multiplying; each has an odd number of them, and is even."""
    reach = math.ceil(math.sqrt(2 * spread * (nats + math.log(draws)))) + 1
    places = np.arange(-reach, reach + 1)
    one = np.exp(-(places**2) / (2 * spread))
    one /= one.sum()
    beyond = 2 * math.exp(-((reach + 1) ** 2) / (2 * spread)) / -math.expm1(-(2 * reach + 3) / (2 * spread))
    power = _Masses(one, beyond + _NOTHING, 8 * (len(one) + nats) * _UNIT)
    product: _Masses | None = None
    left = draws
    while True:
        if left % 2:
            product = power if product is None else _multiplied(product, power, nats)
        left //= 2
        if left == 0:
            return product if product is not None else power
        power = _multiplied(power, power, nats)


def _multiplied(one: _Masses, other: _Masses, nats: float) -> _Masses:
    """The sum of both, its masses below e^−nats of the largest cut off on either side."""
    values = np.convolve(one.values, other.values)
    errors = one.slack + other.slack + (len(values) + 4) * _UNIT
    tall = np.flatnonzero(values >= values.max() * math.exp(-nats))
    cut = min(int(tall[0]), len(values) - 1 - int(tall[-1]))
    dropped = float(values[:cut].sum() + values[len(values) - cut :].sum()) / float(values.sum())
    return _Masses(values[cut : len(values) - cut], one.lost + other.lost + 2 * dropped, errors)


# The decision


def _least(tail: Callable[[int], float], confidence: Fraction, masses: _Masses, most: int) -> SumMargin:
    """The least bound that is proven enough, and whether the one before it is proven not to be."""
    allowed, off = 1 - confidence, Fraction(4 * masses.slack) + Fraction(4 * masses.lost)

    def enough(bound: int) -> bool:
        beyond = Fraction(tail(bound))
        return beyond * (1 + Fraction(8 * masses.slack)) + Fraction(4 * masses.lost) <= allowed

    low, high = -1, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    surely = high == 0 or Fraction(tail(high - 1)) * (1 - 2 * off) > allowed
    return SumMargin(high, surely)
