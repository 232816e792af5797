"""A distribution between two of points, which may lie anywhere: a density, and atoms that crowd, in cells.

Outputs of one cell told as one are a better mechanism, with one loss: ln of the quotient of its two
probabilities. Losses spread over both ends of their cell, so that the average of e^(−L) stays, are a worse
one. Both are Blackwell's order of experiments; few atoms stay where they are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.mechanism import Floats
from explorer.privacy.pld.discretise import Places
from explorer.privacy.pld.loss_distribution import NODES, Spectrum, quadrature, rounding_of

_UNIT = 2.0**-53
_ROUNDING = 1e-14  # of a sum of probabilities
_UNPROVEN = 8.0  # times what a density lacks of 1, where its quadrature is not proven: a margin, not a proof
_TINY = 1e-300
_FEW_ATOMS = 400  # that are not gathered
_FEW_CELLS = 16.0  # that lie evenly, wherever the weight is
_MOST_CELLS = float(1 << 15)
_STEEP = 2.0  # the largest θ·w of a cell whose upper end may matter
_OF_ONE = (
    16.0  # times `allowed`, over 1 + steep: w² of a cell in which a single loss may lie, far from the others
)
_FAR = 20.0  # over steep: so far above the total no loss need be told from another
_NEVER = -25.0  # ln of the share of the tilted distribution below which none does


@dataclass(frozen=True)
class Scattered:
    """Probabilities (n,) with you of losses (n,), in no order; masses off by `slack`, relative."""

    places: Floats
    mass: Floats
    slack: float


Pair = tuple[Scattered, Scattered]


@dataclass(frozen=True)
class _Crowd:
    """Points that stand for what is cut into cells, in order of a coordinate: how many cells they want.

    `wanted` (n,) is f^(1/3) dl of the tilted density f: cells of which each has as much of it have f·w³
    alike, for which ∫ f w² is least. `least` (n,) is how many they need whatever that says.
    """

    coordinate: Floats
    wanted: Floats
    least: Floats


def scattered(
    spectra: Sequence[Spectrum],
    counts: Floats,
    theta: float,
    steep: float,
    about: float,
    allowed: float,
) -> list[Pair]:
    """Of each distribution a better and a worse one; the same where it is but atoms.

    Parameters
    ----------
    counts : (L,) how often each is released; theta : the tilt; about : the total ε
    steep : >= theta, of ln δ there
    allowed : what both may differ by in ε, about: Σ k (1+steep) E w²/8 for cells of width w
    """
    single = math.sqrt(_OF_ONE * allowed / (1 + steep))
    crowds = [_crowds(each, theta, about, (single, about + _FAR / steep)) for each in spectra]
    shares = [
        [math.cbrt(count) * float(part.wanted.sum()) for part in parts]
        for parts, count in zip(crowds, counts, strict=True)
    ]
    whole = math.sqrt(math.fsum(share for wanted in shares for share in wanted) * (1 + steep) / (8 * allowed))
    return [
        _pair(spectrum, parts, [share * whole for share in wanted])
        for spectrum, parts, wanted in zip(spectra, crowds, shares, strict=True)
    ]


def _crowds(spectrum: Spectrum, theta: float, about: float, single: tuple[float, float]) -> list[_Crowd]:
    """The density, then the atoms, where they are too many; `single` cells may be so long, up to there."""
    even, number = spectrum.even, len(spectrum.where)
    if spectrum.density_at is None and number <= _FEW_ATOMS:
        return []
    losses, mass = np.concatenate((spectrum.where, even.places)), np.concatenate((spectrum.mass, even.mass))
    tilts = theta * np.minimum(losses, about)
    weight = mass * np.exp(tilts - float(tilts[mass > 0].max()))
    weight /= float(weight.sum())
    needed = np.where(_matters(losses, mass, theta), theta / _STEEP, 0.0)
    needed += np.where((needed > 0) & (losses < single[1]), 1 / single[0], 0.0)
    found = []
    if spectrum.density_at is not None:
        half = np.diff(even.edges)[:, None] / 2
        apart = even.mass / np.maximum(even.height, 1e-300)
        places = (even.edges[:-1, None] + half * (1 + NODES)).ravel()
        found.append(_crowd(places, weight[number:], apart, needed[number:]))
    if number > _FEW_ATOMS:
        apart = np.asarray(np.gradient(spectrum.where), dtype=np.float64)
        found.append(_crowd(np.arange(number, dtype=np.float64), weight[:number], apart, needed[:number]))
    return found


def _crowd(coordinate: Floats, weight: Floats, apart: Floats, needed: Floats) -> _Crowd:
    least = needed * apart + _FEW_CELLS * apart / max(float(apart.sum()), 1e-300)
    return _Crowd(coordinate, np.cbrt(weight * apart * apart), least)


def _matters(losses: Floats, mass: Floats, theta: float) -> NDArray[np.bool_]:
    """Whether all that is up to a loss would weigh anything, tilted, if it lay there: (n,)."""
    order = np.argsort(losses)
    tilts = theta * losses[order]
    highest = float(tilts[-1])
    with np.errstate(divide="ignore"):
        whole = np.log(float(mass[order] @ np.exp(tilts - highest))) + highest
        upmost = np.log(np.cumsum(mass[order])) + tilts
    found = np.empty(len(losses), dtype=bool)
    found[order] = upmost > whole + _NEVER
    return found


def _pair(spectrum: Spectrum, crowds: Sequence[_Crowd], wanted: Sequence[float]) -> Pair:
    numbers = [min(each, _MOST_CELLS) for each in wanted]
    where, mass = spectrum.where, spectrum.mass
    below, above = [(where, mass)], [(where, mass)]
    if len(where) > _FEW_ATOMS and len(where) > 2 * numbers[-1]:
        below, above = ([each] for each in _gathered(spectrum, crowds[-1], numbers[-1]))
    slack = rounding_of(mass)
    if spectrum.density_at is not None:
        better, worse, most = _cut(spectrum, crowds[0], numbers[0])
        below, above = [*below, better], [*above, worse]
        slack = max(slack, rounding_of(better[1])) + most * _UNIT
        if spectrum.longest is None:
            whole = float(better[1].sum()) + float(mass.sum()) + spectrum.infinite + spectrum.aside
            slack += _UNPROVEN * max(0.0, abs(whole - 1) - spectrum.missing - _ROUNDING)
    elif below[0][0] is where:
        one = Scattered(where, mass, slack)
        return one, one
    return _joined(below, slack), _joined(above, slack)


def _joined(parts: Sequence[tuple[Floats, Floats]], slack: float) -> Scattered:
    places, mass = (np.concatenate(each) for each in zip(*parts, strict=True))
    seen = mass > 0
    return Scattered(places[seen], mass[seen], slack)


def _bounds(crowd: _Crowd, number: float, low: float, high: float) -> Floats:
    """Edges from `low` to `high` in the coordinate, of so many cells that want alike, and what they need."""
    least = crowd.least * min(1.0, _MOST_CELLS / float(crowd.least.sum()))
    wanted = crowd.wanted * (number / max(float(crowd.wanted.sum()), 1e-300)) + least
    reached = np.concatenate(([0.0], np.cumsum(wanted) - wanted / 2, [float(wanted.sum())]))
    known = np.concatenate(([low], crowd.coordinate, [high]))
    cells = math.ceil(reached[-1])
    inner = np.interp(np.linspace(0.0, reached[-1], cells + 1)[1:-1], reached, known)
    return np.unique(np.concatenate(([low], inner[(inner > low) & (inner < high)], [high])))


def _cut(
    spectrum: Spectrum, crowd: _Crowd, number: float
) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats], int]:
    """The density in cells: told as one, spread over their ends, and how many points were added up in one."""
    even = spectrum.even.edges
    bounds = _bounds(crowd, number, float(even[0]), float(even[-1]))
    # No panel is longer than eight points are good for, and no cell ends within one.
    panels = quadrature(spectrum, spectrum.short_enough(np.union1d(bounds, even)))
    first = np.searchsorted(panels.edges, bounds[:-1]) * len(NODES)
    ends = bounds if spectrum.unfolded is None else spectrum.unfolded.out(bounds)
    left, right = np.minimum(ends[:-1], ends[1:]), np.maximum(ends[:-1], ends[1:])
    above = panels.places - np.repeat(left, np.diff(np.append(first, len(panels.places))))
    parts = _Parts.of(panels.mass, np.maximum(above, 0.0), first, right - left)
    lower, upper = parts.ends()
    lower, upper = (upper, lower) if ends[-1] < ends[0] else (lower, upper)
    mass = np.append(lower, 0.0) + np.insert(upper, 0, 0.0)
    return (left + parts.centre, parts.held), (ends, mass), int(np.diff(first, append=len(above)).max())


@dataclass(frozen=True)
class _Parts:
    """Of each cell (C,) Σ p, Σ p (1 − e^(−l)) and Σ p e^(−l) for losses l above its left end; its width."""

    held: Floats
    climb: Floats
    kept: Floats
    width: Floats

    @staticmethod
    def of(mass: Floats, above: Floats, first: Places, width: Floats) -> _Parts:
        """Points in order of cells that begin with the `first` ones (C,)."""
        fall = np.expm1(-above)
        held, climb, kept = (
            np.add.reduceat(mass * each, first) for each in (np.ones_like(fall), -fall, 1 + fall)
        )
        return _Parts(held, climb, kept, width)

    @property
    def centre(self) -> Floats:
        """How far above the left end of each cell its one loss lies."""
        held = np.where(self.held > 0, self.held, 1.0)
        share = np.clip(self.climb / held, 0.0, -np.expm1(-self.width))
        far = -np.log(np.maximum(self.kept / held, np.exp(-self.width)))
        return np.where(share < 0.5, -np.log1p(-np.minimum(share, 0.5)), far)

    def ends(self) -> tuple[Floats, Floats]:
        """What goes to the left end of each cell and to its right one, without loss of small differences."""
        rise = np.maximum(-np.expm1(-self.width), _TINY)
        right = np.minimum(self.climb / rise, self.held)
        left = np.where(
            self.width < 1.0, self.held - right, (self.kept - self.held * np.exp(-self.width)) / rise
        )
        return np.maximum(left, 0.0), right


def _gathered(
    spectrum: Spectrum, crowd: _Crowd, number: float
) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
    """Atoms in cells that begin and end with one of them."""
    where, last = spectrum.where, len(spectrum.where) - 1
    bounds = np.unique(np.rint(_bounds(crowd, number, 0.0, float(last))).astype(np.int64))
    first, ends = bounds[:-1], where[bounds]
    owner = np.repeat(np.arange(len(first)), np.diff(bounds))  # of all but the last atom
    owner = np.append(owner, len(first) - 1)
    above = where - ends[owner]
    parts = _Parts.of(spectrum.mass, above, first, np.diff(ends))
    lower, upper = parts.ends()
    return (ends[:-1] + parts.centre, parts.held), (ends, np.append(lower, 0.0) + np.insert(upper, 0, 0.0))
