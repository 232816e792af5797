r"""An upper bound of the Rényi divergence of two distributions from their δ(ε), proven at every order.

H is convex in γ = e^x: between two places it lies below its chord in γ. The integral of the chord against
γ^(α−2) has a closed form, so that what is added up is never less than the divergence, however few places
there are. (Spreading every loss over the two places around it does the same: "connect the dots".)

Source
------
Sason & Verdú (2016), f-divergence Inequalities, Section VII, for the integral; Doroshenko, Ghazi, Kamath,
Kumar & Manurangsi (2022), Section 4, for the chords.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.numerics.logspace import log_or_zero
from explorer.privacy.pairs.pair import Floats, LogDensity

_UNIT = 2.0**-53
_NEAR_ENDS = 97  # places that draw together towards 0, and towards the last
_EVEN = 65
_MOST_KINKS = 4000
_CLOSE = 1e-7  # of the divergence: what more places may still gain
_PANELS = 4096  # between which that is shared
_ROUNDS = 24
_SHARED = 4.0  # ratio of orders, less 1, that share their places
_FLAT = 0.01  # α − 1 over the largest loss: below it e^((α−1)x) hardly changes, nor do the places
_NEGLIGIBLE = 45.0  # in the exponent: e^-45 of the largest term
_FAR = 30.0  # in the exponent: beyond it 1 is a correction
_WIDEST = 60.0  # a panel, from which on e^w − 1 is e^w to rounding
_SMALL, _TERMS = 0.1, 11  # for a series, which leaves 1e-17

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Profiles:
    """ln H(P‖Q) and ln H(Q‖P) at γ = e^x for x >= 0, neither below the truth, P the harder direction.

    `end` is an x from which on both are 0; `kinks` gives places that are worth an edge. Equal ones answer
    alike.
    """

    forth: LogDensity
    back: LogDensity
    end: float
    kinks: Callable[[], Floats]


def renyi_of_profiles(profiles: Profiles, orders: Floats) -> Floats:
    r"""At least ln(1 + α(α−1) ∫₀^∞ [e^((α−1)x) H(P‖Q) + e^(−αx) H(Q‖P)] dx)/(α−1), at most the largest loss.

    Parameters
    ----------
    orders : (n,), > 1

    Guarantee
    ---------
    Never below the divergence: chords lie above H, terms are positive, and rounding is added (8 units of
    each exponent, 64 of each sum). Above it by some 1e-7 relative.
    """
    found, flat = np.empty_like(orders), _FLAT / profiles.end
    for at, order in enumerate(orders.tolist()):
        places = _refined(profiles, math.floor(math.log(max(order - 1, flat), _SHARED)))
        found[at] = _divergence(places, order)
    return np.minimum(found, profiles.end)


@dataclass(frozen=True)
class _Panels:
    """Both ends of each panel, and both ln H there: (N,) each."""

    left: Floats
    right: Floats
    forth: tuple[Floats, Floats]
    back: tuple[Floats, Floats]

    def integrals(self, order: float) -> Floats:
        """ln of the chords' integrals in each panel: (N,)."""
        rising = self._chord(self._fall[0], *self._rising(order - 1)) + (order - 1) * self.right
        falling = self._chord(self._fall[1], *self._falling(order)) - order * self.left
        return np.asarray(np.logaddexp(self.forth[0] + rising, self.back[0] + falling))

    @cached_property
    def _wide(self) -> tuple[Floats, Floats, Floats]:
        """W, r(w) and e^w − 1, the last two of at most `_WIDEST`, r(z) = e^z − 1 − z."""
        wide = self.right - self.left
        most = np.minimum(wide, _WIDEST)
        return wide, _less_line(most), np.expm1(most)

    @cached_property
    def _plain(self) -> Floats:
        """R(−w)/(1−e^(−w))."""
        wide = self.right - self.left
        return np.asarray(_less_line(-wide) / -np.expm1(-wide))

    @cached_property
    def _fall(self) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
        """Of each H: the ratio of its right value to its left one, and 1 minus that ratio."""
        return _quotient(*self.forth), _quotient(*self.back)

    @staticmethod
    def _chord(fall: tuple[Floats, Floats], flat: Floats, slope: Floats) -> Floats:
        """ln of the right value times `flat` and the fall between both ends times `slope`, over the left."""
        return log_or_zero(fall[0] * flat + fall[1] * slope)

    def _rising(self, excess: float) -> tuple[Floats, Floats]:
        r"""∫ e^(β(u−w)) du and ∫ e^(β(u−w)) (e^w−e^u)/(e^w−1) du over [0, w].

        The second is e^(−βw) [r((β+1)w) − (β+1) r(w)]/(β(β+1)(e^w−1)), whose difference keeps a share of
        β/(β+1); or at most r(−w)/(1−e^(−w)), where the first factor is left out. The smaller one is an
        upper bound.
        """
        (wide, less, grown), order = self._wide, excess + 1
        kept = np.exp(-excess * wide)
        flat = -np.expm1(-excess * wide) / excess
        direct = (_less_line(np.minimum(order * wide, 2 * _WIDEST)) - order * less) * kept
        far = 1 + grown - (order * (1 + grown) - excess) * kept
        near = (order * wide <= _FAR) if excess >= 1 else wide <= _WIDEST
        slope = np.where(near, direct * (1 + 32 * _UNIT * (1 + 1 / excess)), far)
        slope = slope / (excess * order * grown)
        known = (slope > 0) & (near | (excess >= 1))
        return flat, np.minimum(np.where(known, slope, self._plain), self._plain)

    def _falling(self, order: float) -> tuple[Floats, Floats]:
        r"""∫ e^(−αu) du and ∫ e^(−αu) (e^w−e^u)/(e^w−1) du over [0, w]: of positive terms."""
        (wide, less, grown), excess = self._wide, order - 1
        slope = _less_line(-excess * wide) + excess * less
        return -np.expm1(-order * wide) / order, slope / (order * excess * grown)


def _less_line(at: Floats) -> Floats:
    """e^z − 1 − z to 40 units: its series up to 0.1."""
    found, near = np.expm1(at) - at, np.abs(at) < _SMALL
    small = at[near]
    tail = np.ones_like(small)
    for n in range(_TERMS, 2, -1):
        tail *= small / n
        tail += 1.0
    found[near] = small * small / 2 * tail
    return np.asarray(found)


def _quotient(left: Floats, right: Floats) -> tuple[Floats, Floats]:
    there = left > -np.inf
    fall = np.where(there, np.minimum(right - np.where(there, left, 0.0), 0.0), 0.0)
    return np.exp(fall), -np.expm1(fall)


@dataclass(frozen=True)
class _Places:
    """Places (N+1,) in rising order, and both ln H there."""

    x: Floats
    forth: Floats
    back: Floats

    @cached_property
    def panels(self) -> _Panels:
        """Those between neighbours."""
        both = ((each[:-1], each[1:]) for each in (self.forth, self.back))
        return _Panels(self.x[:-1], self.x[1:], *both)

    def halves(self, left: Counts, found: _Places) -> tuple[_Panels, _Panels]:
        """What panels that begin with `left` become, with a place more in each."""
        values = [(each[left], new, each[left + 1]) for each, new in zip(self, found, strict=True)]
        ends, forth, back = values
        return (
            _Panels(ends[0], ends[1], forth[:2], back[:2]),
            _Panels(ends[1], ends[2], forth[1:], back[1:]),
        )

    def with_more(self, left: Counts, found: _Places) -> _Places:
        """With these places after the `left` ones."""
        return _Places(*(np.insert(old, left + 1, new) for old, new in zip(self, found, strict=True)))

    def among(self, some: NDArray[np.bool_]) -> _Places:
        """Some of them."""
        return _Places(*(each[some] for each in self))

    def __iter__(self) -> Iterator[Floats]:
        return iter((self.x, self.forth, self.back))


def _log_sum(logs: Floats) -> float:
    peak = float(logs.max())
    return peak if peak == -math.inf else peak + math.log(float(np.exp(logs - peak).sum()))


def _divergence(places: _Places, order: float) -> float:
    logs, lead = places.panels.integrals(order), math.log(order) + math.log(order - 1)
    log_sum = _log_sum(logs)
    if log_sum == -math.inf:
        return 0.0
    seen = logs >= log_sum - _NEGLIGIBLE  # one at least, where no double tells both
    size = float(((order - 1) * places.x[1:] + np.abs(np.where(seen, logs, 0.0)))[seen].max())
    log_sum += _UNIT * (8 * size + 64)
    return float(np.logaddexp(0.0, lead + log_sum)) / (order - 1) * (1 + 8 * _UNIT)


@lru_cache(maxsize=256)
def _refined(profiles: Profiles, level: int) -> _Places:
    """Places between which chords are close enough at α − 1 from 4^n to 4^(n+1): halved where that gains."""
    low, high = 1 + _SHARED**level, 1 + _SHARED ** (level + 1)
    places = _first_places(profiles)
    panels = np.arange(len(places.x) - 1)
    for _ in range(_ROUNDS):
        middle = (places.x[panels] + places.x[panels + 1]) / 2
        fresh = (middle > places.x[panels]) & (middle < places.x[panels + 1])
        panels, middle = panels[fresh], middle[fresh]
        if not panels.size:
            break
        found = _Places(middle, profiles.forth(middle), profiles.back(middle))
        worth = np.zeros(len(panels), dtype=bool)
        for order in (low, high):
            worth |= _gains(places, panels, found, order)
        left = panels[worth]
        places = places.with_more(left, found.among(worth))
        first = left + np.arange(len(left))
        panels = np.stack((first, first + 1), axis=1).ravel()
    return places


def _gains(places: _Places, panels: Counts, found: _Places, order: float) -> NDArray[np.bool_]:
    """Where a place more in a panel gains more than its share of what may be left."""
    whole = places.panels.integrals(order)
    total = _log_sum(whole)
    one, other = (each.integrals(order) for each in places.halves(panels, found))
    moment = float(np.logaddexp(0.0, math.log(order) + math.log(order - 1) + total))
    less = np.exp(whole[panels] - total) - np.exp(one - total) - np.exp(other - total)
    return np.asarray(less > _CLOSE / _PANELS * max(1.0, moment))


def _first_places(profiles: Profiles) -> _Places:
    """From 0 to the end, drawn together at both: there lie small samples' losses and large orders'."""
    last, kinks = profiles.end, profiles.kinks()
    kinks = kinks[(kinks > 0) & (kinks < last)]
    parts = (
        np.zeros(1),
        np.geomspace(last * 1e-13, last, _NEAR_ENDS),
        last - np.geomspace(last * 1e-15, last / 2, _NEAR_ENDS),
        np.linspace(0, last, _EVEN),
        kinks if kinks.size <= _MOST_KINKS else kinks[:: 1 + kinks.size // _MOST_KINKS],
    )
    x = np.unique(np.minimum(np.concatenate(parts), last))
    forth, back = profiles.forth(x), profiles.back(x)
    forth[-1] = back[-1] = -np.inf
    return _Places(x, forth, back)
