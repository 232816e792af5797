"""A few releases of a loss of a few atoms: their sums one by one, and several releases taken as one."""

from __future__ import annotations

import math

import numpy as np

from explorer.privacy.mechanism import Floats
from explorer.privacy.numerical.law import Spectrum

_UNIT = 2.0**-53


def in_pairs(atoms: Spectrum) -> Spectrum:
    """The loss of two releases of a law of atoms."""
    one, other = np.triu_indices(len(atoms.where))
    ways = np.where(one == other, 1.0, 2.0)
    where, mass = atoms.where[one] + atoms.where[other], ways * atoms.mass[one] * atoms.mass[other]
    return _several(atoms, 2, where, mass)


def in_threes(atoms: Spectrum) -> Spectrum:
    """The loss of three releases of a law of atoms."""
    each = np.arange(len(atoms.where))
    rising = (each[:, None, None] <= each[:, None]) & (each[:, None] <= each)
    one, two, three = np.nonzero(rising)
    ways = np.where(one == three, 1.0, np.where((one == two) | (two == three), 3.0, 6.0))
    where = atoms.where[one] + atoms.where[two] + atoms.where[three]
    return _several(atoms, 3, where, ways * atoms.mass[one] * atoms.mass[two] * atoms.mass[three])


def _several(atoms: Spectrum, count: int, where: Floats, mass: Floats) -> Spectrum:
    order = np.argsort(where)
    infinite = -math.expm1(count * math.log1p(-min(atoms.infinite, 1 - 1e-16)))
    missing, without = count * atoms.missing, count * atoms.missing_without
    return Spectrum(where[order], mass[order], infinite, missing, 0.0, 0.0, None, without)


def total_of_atoms(atoms: Spectrum, delta: float) -> tuple[float, float]:
    r"""The total ε of a law of atoms in rising order, rounded down and up: one release of it.

    .. math:: \varepsilon = \max_i \ln\frac{A_i-\delta}{B_i},\quad
        A_i=\sum_{j\ge i} p_j,\ B_i=\sum_{j\ge i} p_j e^{-l_j}

    Guarantee
    ---------
    The truth lies between. δ(ε) is the largest P − e^ε Q of any set of outputs, and one of the largest
    losses attains it. Sums of n probabilities are off by n units in the last place at most.

    Source
    ------
    Dwork & Roth (2014), Section 3.5.1.
    """
    above = np.cumsum(atoms.mass[::-1])
    without = np.cumsum((atoms.mass * np.exp(-atoms.where))[::-1])
    error = _UNIT * (2 * len(above) + 16 + 4 * float(np.abs(atoms.where).max()))

    def least(taken: float, sign: float) -> float:
        left = above * (1 + sign * error) - taken
        some = left > 0
        if not some.any():
            return 0.0
        found = float(np.log(left[some] / without[some]).max()) + sign * 2 * error
        return max(found, 0.0)

    low, high = delta - atoms.infinite, delta - atoms.infinite - atoms.missing
    if high <= 0:
        return (least(low * (1 + 4 * _UNIT), -1.0) if low > 0 else math.inf), math.inf
    return least(low * (1 + 4 * _UNIT), -1.0), least(high * (1 - 4 * _UNIT), 1.0)
