"""A few releases of a loss of some atoms: their sums one by one, in two halves."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.mechanism import Floats
from explorer.privacy.pld.loss_distribution import Spectrum

_UNIT = 2.0**-53
_MOST_SUMS = 100_000  # in one half
_MOST_TRIED = 1_500_000
_NEGLIGIBLE = 1e-10  # of δ, for one sum that is left out
_NOTHING = 1e-307  # absolute: what has no double of its full length, summed
_UNSEEN = 1e-315
_LOWEST = 1e-300
_STEPS = 60
_CLOSE = 1e-14
_BELOW = 1e-13
_WIDER = 8


@dataclass(frozen=True)
class Sums:
    """Sums of so many losses with their probabilities, each multiset once, in no order.

    `last` is the atom added last, the highest one, and `run` how often it was; the sums that were left out
    have at most `dropped` together.
    """

    count: int
    where: Floats
    mass: Floats
    last: NDArray[np.int64]
    run: Floats
    dropped: float


def no_release() -> Sums:
    """The one sum of no losses."""
    return Sums(0, np.zeros(1), np.ones(1), np.zeros(1, dtype=np.int64), np.zeros(1), 0.0)


def one_more(sums: Sums, atoms: Spectrum, least: float) -> Sums | None:
    """The sums with one more loss, those of at least `least`; None where they are too many.

    A multiset that was left out had the lower losses of at most count + 1 times its own probability.
    """
    number, ahead = sums.count + 1, len(atoms.where) - sums.last
    if int(ahead.sum()) > _MOST_TRIED:
        return None
    owner = np.repeat(np.arange(len(ahead)), ahead)
    last = np.arange(len(owner)) - np.repeat(np.cumsum(ahead) - ahead, ahead) + sums.last[owner]
    run = np.where(last == sums.last[owner], sums.run[owner] + 1, 1.0)
    mass = sums.mass[owner] * atoms.mass[last] * (number / run)
    kept = mass > least
    if np.count_nonzero(kept) > _MOST_SUMS:
        return None
    dropped = (number * sums.dropped + float(mass[~kept].sum())) * (1 + 1e-9)
    where = sums.where[owner[kept]] + atoms.where[last[kept]]
    return Sums(number, where, mass[kept], last[kept], run[kept], dropped)


def listed_totals(atoms: Spectrum, counts: Iterable[int], delta: float) -> dict[int, tuple[float, float]]:
    """The total ε of so many releases, rounded down and up, for each count whose sums are few.

    Parameters
    ----------
    atoms : without a density, and without losses that no double holds

    Guarantee
    ---------
    As for `total_of_halves`.
    """
    halves: list[Sums] = [no_release()]
    found: dict[int, tuple[float, float]] = {}
    for count in sorted(counts):
        while len(halves) <= (count + 1) // 2:
            more = one_more(halves[-1], atoms, delta * _NEGLIGIBLE if count > 1 else 0.0)
            if more is None:
                return found
            halves.append(more)
        found[count] = total_of_halves(atoms, halves[count // 2], halves[(count + 1) // 2], delta)
    return found


@dataclass(frozen=True)
class _Halves:
    """What a sum of two exceeds, with you and without: of the longer half in rising order, from each on.

    Without you, e^top times as much, so that all have doubles.
    """

    beside: Floats  # losses of the shorter half, in falling order
    mass: Floats
    beside_without: Floats
    where: Floats
    above: Floats
    without: Floats
    top: float

    def beyond(self, epsilon: float) -> tuple[float, float]:
        """P(S > ε) with you, and e^top times that without."""
        index = np.searchsorted(self.where, epsilon - self.beside, side="right")
        return float(self.mass @ self.above[index]), float(self.beside_without @ self.without[index])


def _without(sums: Sums) -> Floats:
    """Without you, times e^(the largest loss): at most e^that, as no probability without you is above 1."""
    return np.exp(np.minimum(np.log(sums.mass) - sums.where + float(sums.where.max()), 600.0))


def _ready(short: Sums, long: Sums) -> _Halves:
    order, falling = np.argsort(long.where), np.argsort(-short.where)

    def from_each_on(mass: Floats) -> Floats:
        return np.append(np.cumsum(mass[order][::-1])[::-1], 0.0)

    above, without = from_each_on(long.mass), from_each_on(_without(long))
    beside = short.where[falling], short.mass[falling], _without(short)[falling]
    top = float(short.where.max()) + float(long.where.max())
    return _Halves(*beside, long.where[order], above, without, top)


def total_of_halves(atoms: Spectrum, short: Sums, long: Sums, delta: float) -> tuple[float, float]:
    r"""The total ε of as many releases as both halves hold, rounded down and up.

    .. math:: \varepsilon \ge \ln\frac{P(S>s)-\delta}{Q(S>s)} \text{ at any } s,\quad
        P(S>\varepsilon)-e^{\varepsilon}\,Q(S>\varepsilon)\le\delta \text{ at the total}

    Guarantee
    ---------
    The truth lies between. δ(ε) is the largest P − e^ε Q of any set of outputs, which the losses above ε
    attain. Sums of n probabilities are off by n units in the last place at most, each by a few times its
    logarithm and its losses. Sums that were left out count nothing below, and as infinite losses above.

    Source
    ------
    Dwork & Roth (2014), Section 3.5.1.
    """
    count = short.count + long.count
    escaped = -math.expm1(count * math.log1p(-min(atoms.infinite, 1 - 1e-16)))
    low = (delta - escaped) * (1 + 4 * _UNIT) + 4 * _UNIT * delta
    high = (delta - escaped) * (1 - 4 * _UNIT) - 4 * _UNIT * delta
    high -= count * atoms.missing + short.dropped + long.dropped + _NOTHING
    if low <= 0:
        return math.inf, math.inf
    halves, least = _ready(short, long), min(float(short.mass.min()), float(long.mass.min()))
    size, reach = len(short.where) + len(long.where), float(np.abs(long.where).max())
    error = _UNIT * (2 * size + 32 + 8 * count + 16 * reach - 8 * math.log(max(least, _LOWEST)))
    at = _crossing(halves, delta - escaped)
    # Where δ falls within a unit below an atom, ε is that atom, and it lies beyond a little less.
    below = max(_reached(halves, each, low, error) for each in (at, at - _BELOW * (1 + at)))
    return below, _proven(halves, max(at, below), high, error) if high > 0 else math.inf


def _crossing(halves: _Halves, delta: float) -> float:
    """About where P(S > ε) − e^ε Q(S > ε) is δ: Newton's method on its logarithm, halving where it fails."""
    low, high, at = 0.0, max(halves.top, 0.0), 0.0
    for _ in range(_STEPS):
        with_you, without = halves.beyond(at)
        without *= math.exp(at - halves.top)
        value = with_you - without
        low, high = (at, high) if value > delta else (low, at)
        steep = value > 0 and without > 0
        ahead = at + math.log(value / delta) * value / without if steep else math.nan
        if abs(ahead - at) <= _CLOSE * (1 + at) or high - low <= _CLOSE * (1 + low):
            break
        at = ahead if low < ahead < high else (low + high) / 2
    return at


def _reached(halves: _Halves, at: float, delta: float, error: float) -> float:
    with_you, without = halves.beyond(at)
    left = with_you * (1 - error) - delta
    if left <= 0:
        return 0.0
    found = math.log(left / (without * (1 + error) + _UNSEEN)) + halves.top
    return max(0.0, found - 8 * _UNIT * (2 + abs(halves.top)))


def _proven(halves: _Halves, at: float, delta: float, error: float) -> float:
    """The least ε tried at which δ is surely not exceeded."""
    for _ in range(_WIDER):
        with_you, without = halves.beyond(at)
        most, least = with_you * (1 + error) + _NOTHING, without * (1 - error)
        rounding = 8 * _UNIT * (2 + abs(halves.top) + at)
        if most - math.exp(at - halves.top) * least * (1 - rounding) <= delta:
            return at
        if least <= 0:
            break
        at = max(at, math.log((most - delta) / least) + halves.top) * (1 + _CLOSE) + _CLOSE
    return math.inf
