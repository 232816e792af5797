"""Atoms on a lattice of losses, never below or never above the true ones.

Spreading each loss over the two points around it so that the average of e^(−L) stays is a worse mechanism
in Blackwell's order of experiments; a smaller loss costs less.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.mechanism import Floats
from explorer.privacy.pld.loss_distribution import Spectrum, rounding_of

Places = NDArray[np.int64]

_UNIT = 2.0**-53
_SNAP = 1e-12  # of the largest loss: an atom so near a lattice point is taken to lie on it


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


def between(atoms: Spectrum, step: float, snap: float = 0.0) -> tuple[Lattice, Lattice]:
    r"""A lower and an upper distribution of atoms alone, the largest of which lies on the last point.

    Lower: atoms at most `snap` beside a point are moved onto it, others down to the next one. Upper: each is
    spread over the two points around it, P(right) = p (1−e^(left−l))/(1−e^(−h)).

    Source
    ------
    Upper: "Connect the dots", Doroshenko, Ghazi, Kamath, Kumar & Manurangsi (2022), Section 4.
    """
    cells = max(1, math.ceil((atoms.top - atoms.bottom) / step * (1 - 1e-13)))
    first = atoms.top - cells * step
    index, _, moved = _placed(atoms, first, step, cells, snap)
    held = np.bincount(index, atoms.mass, cells + 1).astype(np.float64)
    # Atoms of one point are added up one by one.
    slack = rounding_of(atoms.mass) + 2 * _UNIT * int(np.bincount(index).max())
    better = Lattice(first, step, held, atoms.infinite, slack, _shift(atoms, moved))
    index, off, moved = _placed(atoms, first, step, cells, 0.0)
    raised = atoms.mass * np.clip(np.expm1(-off) / math.expm1(-step), 0.0, 1.0)
    spread = np.bincount(index, atoms.mass - raised, cells + 1).astype(np.float64)
    spread += np.bincount(np.minimum(index + 1, cells), raised, cells + 1)
    infinite = min(1.0, atoms.infinite + atoms.missing)
    return better, Lattice(first, step, spread, infinite, slack, _shift(atoms, moved))


def _shift(atoms: Spectrum, moved: float) -> float:
    return moved + 8 * _UNIT * (1 + max(abs(atoms.top), abs(atoms.bottom)))


def _placed(
    atoms: Spectrum, first: float, step: float, cells: int, snap: float
) -> tuple[Places, Floats, float]:
    """Of each atom the point at or below it and how far it lies above; how far any was moved onto one."""
    high = atoms.where - first
    nearest = np.clip(np.rint(high / step), 0, cells)
    beside = np.abs(high - nearest * step)
    on = beside <= max(snap, _SNAP * max(1e-300, float(np.abs(atoms.where).max())))
    index = np.where(on, nearest, np.clip(np.floor(high / step), 0, max(0, cells - 1))).astype(np.int64)
    off = np.where(on, 0.0, np.clip(high - index * step, 0.0, step))
    return index, off, float(np.max(beside[on], initial=0.0))
