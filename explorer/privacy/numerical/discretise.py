"""The loss of one release on a lattice of losses, never below or never above the true one.

Both bounds rest on Blackwell's order of experiments: spreading each loss over others so that the average
of e^L without you stays is a worse mechanism, gathering losses at that average a better one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.mechanism import Floats
from explorer.privacy.numerical.gather import gathered
from explorer.privacy.numerical.law import NODES, WEIGHTS, Spectrum, Unfolded

Places = NDArray[np.int64]

_UNIT = 2.0**-53
_SNAP = 1e-12  # of the largest loss: an atom so near a lattice point is taken to lie on it
_ROUNDING = 1e-14
_LONG = (0.01, 0.1)  # of the whole, in the smoother coordinate: half cells that are cut in more parts
_PARTS = (1, 8, 64)


@dataclass(frozen=True)
class Lattice:
    """Probabilities (with you) of the losses first + i·step; their sum may be below 1 by `infinite`.

    Each mass may be off by `slack` times itself, each loss by `shift`, from one that is a true bound.
    """

    first: float
    step: float
    mass: Floats
    infinite: float
    slack: float
    shift: float


@dataclass(frozen=True)
class _Halves:
    """Half cells: probability p and climb ∫ f(l)(1 − e^(left−l)) dl from the left end of each."""

    mass: Floats
    climb: Floats

    def moment(self, height: Floats) -> Floats:
        """∫ f(l)(1 − e^(y−l)) dl about a point y that lies `height` above each left end."""
        return np.asarray(np.exp(height) * self.climb - np.expm1(height) * self.mass)


@dataclass(frozen=True)
class _Cut:
    """A law cut into cells between some `points` of a lattice, the first 0 and the last its end.

    `width` (C,) of the cells; of each atom the lattice point `index` at or below it and how far it lies
    above, and by how much any atom was moved onto one.
    """

    spectrum: Spectrum
    first: float
    step: float
    points: Places
    width: Floats
    halves: _Halves
    index: Places
    off: Floats
    moved: float

    def lattice(self, mass: Floats, infinite: float) -> Lattice:
        """A law on this lattice, with all that its making may have erred."""
        shift = self.moved + 8 * _UNIT * (1 + abs(self.spectrum.top))
        return Lattice(self.first, self.step, mass, infinite, _slack(self.spectrum, self.halves), shift)


def lower(spectrum: Spectrum, step: float, snap: float = 0.0) -> Lattice:
    """The density gathered around each point so that the average of e^L without you is that point's.

    What lies above its point by the shape of the density takes a share of the cell below, what lies below
    one a share of the cell above (`gathered`). What cannot be balanced is rounded down.
    """
    return _lower(_cut(spectrum, step, snap, None))


def upper(spectrum: Spectrum, step: float, snap: float = 0.0) -> Lattice:
    r"""Each loss spread over the two points around it: P(right) = ∫ f(l)(1−e^(left−l))dl/(1−e^(−h)).

    Source
    ------
    "Connect the dots": Doroshenko, Ghazi, Kamath, Kumar & Manurangsi (2022), Section 4.
    """
    return _upper(_cut(spectrum, step, snap, None))


def between(
    spectrum: Spectrum, step: float, snap: float = 0.0, points: Places | None = None
) -> tuple[Lattice, Lattice]:
    """`lower` and `upper`; the density is cut at some `points` of the lattice, or at all of them."""
    cut = _cut(spectrum, step, snap, points)
    return _lower(cut), _upper(cut)


def _cut(spectrum: Spectrum, step: float, snap: float, points: Places | None) -> _Cut:
    """The top loss lies on the last point."""
    if points is None:
        cells = max(1, math.ceil((spectrum.top - spectrum.bottom) / step * (1 - 1e-13)))
        points = np.arange(cells + 1)
    first = spectrum.top - float(points[-1]) * step
    halves = _halves(spectrum, first, step, points)
    placed = _placed(spectrum, first, step, int(points[-1]), snap)
    width = np.diff(points) * step
    return _Cut(spectrum, first, step, points, width, halves, *placed)


def _halves(spectrum: Spectrum, first: float, step: float, points: Places) -> _Halves:
    """Both halves of all cells; where the density ends within one, its part of it."""
    if spectrum.law is None:
        return _Halves(np.zeros(2 * len(points) - 2), np.zeros(2 * len(points) - 2))
    places = np.empty(2 * len(points) - 1)
    places[::2], places[1::2] = 2.0 * points, points[1:] + points[:-1]
    edges: Floats = first + step / 2 * places
    ends = np.clip(edges, spectrum.low, spectrum.high)
    beside = _SNAP * (spectrum.high - spectrum.low)  # rounding must not cut off what crowds at an end
    ends[0] = spectrum.low if ends[0] <= spectrum.low + beside else ends[0]
    ends[-1] = spectrum.high if ends[-1] >= spectrum.high - beside else ends[-1]
    if spectrum.unfolded is not None:
        return _unfolded_halves(spectrum.unfolded, edges[:-1], ends)
    half = np.maximum(np.diff(ends), 0.0)[:, None] / 2
    above = (ends[:-1] - edges[:-1])[:, None] + half * (1 + NODES)
    density = spectrum.law(np.clip(edges[:-1, None] + above, spectrum.low, spectrum.high)) * half * WEIGHTS
    return _Halves(density.sum(axis=1), (density * -np.expm1(-above)).sum(axis=1))


def _unfolded_halves(unfolded: Unfolded, edges: Floats, ends: Floats) -> _Halves:
    """The same in the smoother coordinate; half cells that are long there in several parts."""
    turns = unfolded.into(ends)
    share = np.abs(np.diff(turns)) / abs(turns[-1] - turns[0])
    long = np.digitize(share, _LONG)
    mass, climb = np.zeros(len(edges)), np.zeros(len(edges))
    for kind, parts in enumerate(_PARTS):
        chosen = long == kind
        part = np.diff(turns)[chosen, None] / parts
        middle = turns[:-1][chosen, None] + part * (np.arange(parts) + 0.5)
        places = (middle[:, :, None] + part[:, :, None] / 2 * NODES).reshape(len(part), parts * len(NODES))
        density = unfolded.law(places) * np.abs(part) / 2 * np.tile(WEIGHTS, parts)
        above = np.maximum(unfolded.out(places) - edges[chosen, None], 0.0)
        mass[chosen], climb[chosen] = density.sum(axis=1), (density * -np.expm1(-above)).sum(axis=1)
    return _Halves(mass, climb)


def _upper(cut: _Cut) -> Lattice:
    spectrum, halves, cells = cut.spectrum, cut.halves, int(cut.points[-1])
    mass = np.zeros(cells + 1)
    if spectrum.law is not None:
        inside = halves.mass[::2] + halves.mass[1::2]
        right = halves.climb[::2] + halves.moment(np.repeat(-cut.width / 2, 2))[1::2]
        right = np.clip(right / -np.expm1(-cut.width), 0.0, inside)
        mass[cut.points[1:]] += right
        mass[cut.points[:-1]] += inside - right
    if len(cut.index):
        raised = spectrum.mass * np.clip(np.expm1(-cut.off) / math.expm1(-cut.step), 0.0, 1.0)
        mass += np.bincount(cut.index, spectrum.mass - raised, cells + 1)
        mass += np.bincount(np.minimum(cut.index + 1, cells), raised, cells + 1)
    return cut.lattice(mass, min(1.0, spectrum.infinite + spectrum.missing))


def _lower(cut: _Cut) -> Lattice:
    """The atoms count with the lattice point nearest to them, those in the first cell with its upper end."""
    spectrum, cells, step = cut.spectrum, int(cut.points[-1]), cut.step
    mass, lie = np.zeros(cells + 1), np.zeros(cells + 1)
    if len(cut.points) >= 3:
        mass[cut.points[1:-1]], lie[cut.points[1:-1]] = _around(cut)
    else:  # rounded down
        mass[0] = cut.halves.mass.sum()
        lie[0] = cut.halves.climb[0] + cut.halves.moment(np.repeat(-cut.width / 2, 2))[1]
    if len(cut.index):
        # Nothing lies below the first point that could balance what lies above it.
        nearest = np.minimum(cut.index + (cut.off > np.where(cut.index == 0, 0.0, step / 2)), cells)
        above = cut.off - (nearest - cut.index) * step
        mass += np.bincount(nearest, spectrum.mass, cells + 1)
        lie += np.bincount(nearest, -np.expm1(-above) * spectrum.mass, cells + 1)
    seen = np.flatnonzero(mass > 0)
    if np.any(lie[seen]):
        mass = gathered(mass[seen], lie[seen], seen, step, cells + 1)
    return cut.lattice(mass, spectrum.infinite)


def _around(cut: _Cut) -> tuple[Floats, Floats]:
    """The density around each inner point, and its moment ∫ f(l)(1 − e^(x−l)) dl about it.

    The two outermost half cells count with their neighbours'.
    """
    p, height = cut.halves.mass, np.repeat(cut.width / 2, 2)
    mass = p[1:-1:2] + p[2:-1:2]
    lie = cut.halves.moment(height)[1:-1:2] + cut.halves.climb[2:-1:2]
    mass[0] += p[0]
    lie[0] += cut.halves.moment(2 * height)[0]
    mass[-1] += p[-1]
    lie[-1] += cut.halves.moment(-height)[-1]
    return mass, lie


def _placed(
    spectrum: Spectrum, first: float, step: float, cells: int, snap: float
) -> tuple[Places, Floats, float]:
    """Of each atom the point at or below it and how far it lies above; how far any was moved onto one."""
    if not spectrum.where.size:
        return np.empty(0, dtype=np.int64), np.empty(0), 0.0
    high = spectrum.where - first
    nearest = np.clip(np.rint(high / step), 0, cells)
    beside = np.abs(high - nearest * step)
    on = beside <= max(snap, _SNAP * max(1e-300, float(np.abs(spectrum.where).max())))
    index = np.where(on, nearest, np.clip(np.floor(high / step), 0, max(0, cells - 1))).astype(np.int64)
    off = np.where(on, 0.0, np.clip(high - index * step, 0.0, step))
    return index, off, float(np.max(beside[on], initial=0.0))


def _slack(spectrum: Spectrum, halves: _Halves) -> float:
    """Relative: rounding, and by how much quadrature misses the whole, 1, with you or without, if it does."""
    if spectrum.law is None:
        return _ROUNDING
    whole = float(halves.mass.sum() + spectrum.mass.sum()) + spectrum.infinite
    return _ROUNDING + 8 * max(0.0, abs(whole - 1) - spectrum.missing - _ROUNDING)
