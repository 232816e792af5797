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
from explorer.privacy.numerical.spectrum import NODES, WEIGHTS, Spectrum, Unfolded

Places = NDArray[np.int64]

_UNIT = 2.0**-53
_SNAP = 1e-12  # of the largest loss: an atom so near a lattice point is taken to lie on it
_ROUNDING = 1e-14
_PARTS = 8
_LONG = 0.01  # of the whole, in the smoother coordinate
_MOST_GIVEN = 0.5  # of a cell, to either neighbour


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

    def moment(self, height: float) -> Floats:
        """∫ f(l)(1 − e^(y−l)) dl about a point y that lies `height` above each left end."""
        return np.asarray(math.exp(height) * self.climb - math.expm1(height) * self.mass)


def _halves(spectrum: Spectrum, first: float, step: float, cells: int) -> _Halves:
    """All of `cells` cells of the lattice; where the density ends within one, its part of it."""
    if spectrum.law is None:
        return _Halves(np.zeros(2 * cells), np.zeros(2 * cells))
    edges: Floats = first + step / 2 * np.arange(2 * cells + 1, dtype=np.float64)
    ends = np.clip(edges, spectrum.low, spectrum.high)
    if spectrum.unfolded is not None:
        return _unfolded_halves(spectrum.unfolded, edges[:-1], ends)
    half = np.maximum(np.diff(ends), 0.0)[:, None] / 2
    above = (ends[:-1] - edges[:-1])[:, None] + half * (1 + NODES)
    density = spectrum.law(np.clip(edges[:-1, None] + above, spectrum.low, spectrum.high)) * half * WEIGHTS
    return _Halves(density.sum(axis=1), (density * -np.expm1(-above)).sum(axis=1))


def _unfolded_halves(unfolded: Unfolded, edges: Floats, ends: Floats) -> _Halves:
    """The same in the smoother coordinate; half cells that are long there in several parts."""
    turns = unfolded.into(ends)
    long = np.abs(np.diff(turns)) > _LONG * abs(turns[-1] - turns[0])
    mass, climb = np.zeros(len(edges)), np.zeros(len(edges))
    for chosen, parts in ((~long, 1), (long, _PARTS)):
        part = np.diff(turns)[chosen, None] / parts
        middle = turns[:-1][chosen, None] + part * (np.arange(parts) + 0.5)
        places = (middle[:, :, None] + part[:, :, None] / 2 * NODES).reshape(len(part), parts * len(NODES))
        density = unfolded.law(places) * np.abs(part) / 2 * np.tile(WEIGHTS, parts)
        above = np.maximum(unfolded.out(places) - edges[chosen, None], 0.0)
        mass[chosen], climb[chosen] = density.sum(axis=1), (density * -np.expm1(-above)).sum(axis=1)
    return _Halves(mass, climb)


def _grid(spectrum: Spectrum, step: float) -> tuple[float, int]:
    """First point and number of cells: the top loss lies on the last point."""
    cells = max(1, math.ceil((spectrum.top - spectrum.bottom) / step * (1 - 1e-13)))
    return spectrum.top - cells * step, cells


def upper(spectrum: Spectrum, step: float, snap: float = 0.0) -> Lattice:
    r"""Each loss spread over the two points around it: P(right) = ∫ f(l)(1−e^(left−l))dl/(1−e^(−h)).

    Source
    ------
    "Connect the dots": Doroshenko, Ghazi, Kamath, Kumar & Manurangsi (2022), Section 4.
    """
    first, cells = _grid(spectrum, step)
    halves = _halves(spectrum, first, step, cells)
    inside = halves.mass[::2] + halves.mass[1::2]
    right = halves.climb[::2] + halves.moment(-step / 2)[1::2]
    right = np.clip(right / -math.expm1(-step), 0.0, inside)
    mass = np.zeros(cells + 1)
    mass[1:] += right
    mass[:-1] += inside - right
    index, off, shift = _placed(spectrum, first, step, cells, snap)
    raised = spectrum.mass * np.clip(np.expm1(-off) / math.expm1(-step), 0.0, 1.0)
    mass += np.bincount(index, spectrum.mass - raised, cells + 1)
    mass += np.bincount(np.minimum(index + 1, cells), raised, cells + 1)
    infinite = min(1.0, spectrum.infinite + spectrum.missing)
    return Lattice(
        first, step, mass, infinite, _slack(spectrum, halves), shift + 8 * _UNIT * (1 + abs(spectrum.top))
    )


def lower(spectrum: Spectrum, step: float, snap: float = 0.0) -> Lattice:
    """The density gathered around each point so that the average of e^L without you is that point's.

    What lies above its point by the shape of the density takes a share of the cell below, what lies below
    one a share of the cell above. What cannot be balanced, and atoms off the lattice, are rounded down.
    """
    first, cells = _grid(spectrum, step)
    halves = _halves(spectrum, first, step, cells)
    mass = np.zeros(cells + 1)
    index, off, shift = _placed(spectrum, first, step, cells, snap)
    between = off > 0
    mass += np.bincount(index[~between], spectrum.mass[~between], cells + 1)
    if cells >= 2:
        mass += _gathered(*_around(halves, index[between], off[between], spectrum.mass[between], step), step)
    else:
        mass[0] += halves.mass.sum() + spectrum.mass[between].sum()
    return Lattice(
        first,
        step,
        mass,
        spectrum.infinite,
        _slack(spectrum, halves),
        shift + 8 * _UNIT * (1 + abs(spectrum.top)),
    )


def _around(halves: _Halves, index: Places, off: Floats, atoms: Floats, step: float) -> tuple[Floats, Floats]:
    """Probability around each inner point, and its moment ∫ f(l)(1 − e^(x−l)) dl about it.

    The two outermost half cells count with their neighbours', the atoms with the point nearest to them.
    """
    p, about = halves.mass, halves.moment
    mass = p[1:-1:2] + p[2:-1:2]
    lie = about(step / 2)[1:-1:2] + about(0.0)[2:-1:2]
    mass[0] += p[0]
    lie[0] += about(step)[0]
    mass[-1] += p[-1]
    lie[-1] += about(-step / 2)[-1]
    nearest = np.clip(index + (off > step / 2), 1, len(mass))
    above = off - (nearest - index) * step
    mass += np.bincount(nearest - 1, atoms, len(mass))
    lie += np.bincount(nearest - 1, -np.expm1(-above) * atoms, len(mass))
    return mass, lie


def _gathered(mass: Floats, lie: Floats, step: float) -> Floats:
    """Masses of all points where each inner one gathers what lies around it, balanced by its neighbours."""
    down = np.maximum(-math.expm1(-step) * mass + math.exp(-step) * lie, 1e-290)  # about the point below
    up = np.maximum(math.expm1(step) * mass - math.exp(step) * lie, 1e-290)  # about the point above, turned
    fetched = np.zeros_like(mass)  # share of the cell above
    fetched[:-1] = np.minimum(np.maximum(-lie[:-1], 0.0) / down[1:], 1.0)
    stuck = fetched > _MOST_GIVEN
    stuck[-1] = lie[-1] < 0
    fetched[stuck] = 0.0
    given = np.concatenate(([0.0], fetched[:-1]))  # of each cell, to the point below
    wanted = np.zeros_like(mass)  # share of the cell below
    wanted[1:] = np.minimum(np.maximum(lie[1:], 0.0) / up[:-1], 1.0)
    left = np.clip(1 - given - np.append(wanted[1:], 0.0), 0.0, 1.0)
    lifted = np.where(stuck, 0.0, np.minimum(wanted * left, _MOST_GIVEN))
    rest = (1 - given - np.append(lifted[1:], 0.0)) * mass
    found = np.zeros(len(mass) + 2)
    found[1:-1] = np.where(stuck, 0.0, rest)
    found[:-2] += np.where(stuck, rest, 0.0)
    found[1:-2] += fetched[:-1] * mass[1:]
    found[2:-1] += lifted[1:] * mass[:-1]
    return found


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
