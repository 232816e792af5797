"""Losses gathered at points of a lattice: each group balanced by shares of others, or rounded down."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.mechanism import Floats

_MOST_GIVEN = 0.5  # of a group, to either neighbour
_MOST_TAKEN = 0.75  # of a group, by a heavy one further away
_HEAVY = 0.01  # of the largest moment
_MOST_HEAVY = 64
_DOWN = 1e-9  # of a step, for the rounding of a mean


def gathered(mass: Floats, lie: Floats, at: NDArray[np.int64], step: float, length: int) -> Floats:
    r"""Masses on a lattice of `length` points, a better mechanism than the groups that are given.

    A group whose average of e^L without you is not that of its point takes losses from the other side
    until it is; shares of a group that leave take their part of its moment with them. What cannot be
    balanced lies above its point, or goes to the last point below its average.

    Parameters
    ----------
    mass, lie : (G,) probability p > 0 of each group, and its moment Σ p (1 − e^(x−l)) about its point x
    at : (G,) lattice indices of the points, rising

    Returns
    -------
    (length,) array
    """
    mass, lie = _settled(mass, lie, (at * step).astype(np.float64))
    apart = np.diff(at) * step
    down, up = _turned(mass, lie, apart)
    fetched = np.zeros_like(mass)  # share of the group above
    fetched[:-1] = np.minimum(np.maximum(-lie[:-1], 0.0) / down, 1.0)
    stuck = fetched > _MOST_GIVEN
    stuck[-1] = lie[-1] < 0
    fetched[stuck] = 0.0
    given = np.concatenate(([0.0], fetched[:-1]))  # of each group, to the point below
    wanted = np.zeros_like(mass)  # share of the group below
    wanted[1:] = np.minimum(np.maximum(lie[1:], 0.0) / up, 1.0)
    left = np.clip(1 - given - np.append(wanted[1:], 0.0), 0.0, 1.0)
    lifted = np.where(stuck, 0.0, np.minimum(wanted * left, _MOST_GIVEN))
    rest = (1 - given - np.append(lifted[1:], 0.0)) * mass
    below = np.where(stuck, np.ceil(np.log1p(np.maximum(-lie / mass, 0.0)) / step + _DOWN), 0).astype(
        np.int64
    )
    rest[:-1] += np.where(stuck[:-1], 0.0, fetched[:-1] * mass[1:])
    rest_at = np.maximum(at - below, 0)
    found: Floats = np.bincount(rest_at, rest, length).astype(np.float64)
    found[at[1:]] += lifted[1:] * mass[:-1]
    return found


def _turned(mass: Floats, lie: Floats, apart: Floats) -> tuple[Floats, Floats]:
    """Moments of each group about the point below it, and, turned, about the one above: (G−1,) each."""
    down = -np.expm1(-apart) * mass[1:] + np.exp(-apart) * lie[1:]
    up = np.expm1(apart) * mass[:-1] - np.exp(apart) * lie[:-1]
    return np.maximum(down, 1e-290), np.maximum(up, 1e-290)


def _settled(mass: Floats, lie: Floats, places: Floats) -> tuple[Floats, Floats]:
    """The same law where heavy groups, whose neighbours are too light, are balanced from further away."""
    if len(mass) < 2:
        return mass, lie
    down, up = _turned(mass, lie, np.diff(places))
    alone = np.append(-lie[:-1] > _MOST_GIVEN * down, lie[-1] < 0)
    alone |= np.append(lie[0] > 0, lie[1:] > _MOST_GIVEN * up)
    heavy = np.flatnonzero(alone & (np.abs(lie) > _HEAVY * np.abs(lie).max()))
    if not heavy.size:
        return mass, lie
    mass, lie = mass.copy(), lie.copy()
    for j in heavy[np.argsort(-np.abs(lie[heavy]))][:_MOST_HEAVY]:
        _take(mass, lie, places, int(j))
    return mass, lie


def _take(mass: Floats, lie: Floats, places: Floats, j: int) -> None:
    """Balances group j in place by shares of the nearest groups on the other side, if they suffice."""
    others = slice(j + 1, None) if lie[j] < 0 else slice(j - 1 if j else None, None, -1)
    if j == 0 and lie[j] >= 0:
        return
    height = places[j] - places[others]
    moment = np.exp(height) * lie[others] - np.expm1(height) * mass[others]
    moment = np.maximum(moment if lie[j] < 0 else -moment, 0.0)
    offered = np.cumsum(_MOST_TAKEN * moment)
    need = abs(float(lie[j]))
    if not offered.size or not offered[-1] >= need:
        return
    last = int(np.searchsorted(offered, need))
    share = np.zeros(len(moment))
    share[:last] = _MOST_TAKEN
    share[last] = (need - (float(offered[last - 1]) if last else 0.0)) / float(moment[last])
    mass[j] += float(share @ mass[others])
    lie[j] = 0.0
    mass[others] *= 1 - share
    lie[others] *= 1 - share
