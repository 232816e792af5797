"""The search for brackets of many rows: by contour where frequencies die out, on lattices elsewhere."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from explorer.privacy.composition import Counts
from explorer.privacy.mechanism import Floats
from explorer.privacy.numerical.contour import contour_totals
from explorer.privacy.numerical.discretise import Lattice
from explorer.privacy.numerical.fineness import (
    as_fine_as_can_be,
    first_fineness,
    lattices_of,
    without_a_lattice,
)
from explorer.privacy.numerical.foresee import Foreseen
from explorer.privacy.numerical.invert import totals
from explorer.privacy.numerical.law import Spectrum
from explorer.privacy.numerical.summed import Asked
from explorer.privacy.progress import progress

WIDTH = 1e-4  # of max(ε, SMALL): the bracket
SMALL = 1e-3
_FEWEST = 40  # releases, below which the frequencies of atoms are taken to return
_FEWEST_OF_DENSITIES = 16
_FEW = 300  # releases, up to which many nodes matter: fewer do for a larger k
_TOGETHER = (2.5, 9.0, 3.0)  # ratios of few releases, of many, and of tilts, that share a contour
_APART = (2.5, 3.0, 3.0)  # that share a lattice on which laws are rounded
_ROWS = 400
_ROUNDS = 5
_MANY = 1000  # atoms, from which on they can be gathered like a density
_DOUBTED = 0.05  # of what may be left out, where the guess is but foreseen
_FINE, _ROUGHER = 0.3, 6.0  # a finer lattice is preceded by one so much rougher
_LEARNT = 4.0  # a guess that is wrong by so many 1/θ is so for reasons of its own
_SHORT = 16_384  # points of one law
_ALONE = 12  # rows that are asked one by one when they are asked again
_STEEPER = (1.0, 0.9, 0.7, 1.4, 1.0)


@dataclass(frozen=True)
class Bracket:
    """lower <= total ε <= upper of each row, and a best guess between; inf where there is no finite ε."""

    lower: Floats
    upper: Floats

    @property
    def estimate(self) -> Floats:
        """A third of the way up: the density's gathering errs half as much as its spreading."""
        whole = np.isfinite(self.upper)
        inner = np.where(whole, self.upper, 0.0) - np.where(whole, self.lower, 0.0)
        return np.where(whole, np.where(whole, self.lower, 0.0) + inner / 3, math.inf)

    @property
    def narrow(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Where the bracket is as narrow as it is meant to be."""
        both = np.isinf(self.lower) & np.isinf(self.upper)
        gap = np.where(both, 0.0, self.upper - np.where(both, 0.0, self.lower))
        return np.asarray(gap <= WIDTH * np.maximum(self.lower, SMALL))


def searched(
    spectra: Sequence[Spectrum],
    counts: Floats,
    delta: float,
    low: Floats,
    high: Floats,
    foreseen: Foreseen,
) -> tuple[Floats, Floats]:
    """The bracket of each row, one tilt for neighbouring ones."""
    low, high = low.copy(), high.copy()
    direct = _rounded(spectra)
    least = _FEWEST if any(len(each.where) for each in spectra) else _FEWEST_OF_DENSITIES
    size = counts.sum(axis=1)
    for block in _blocks(size, foreseen.theta, _TOGETHER):
        progress(block[0] / len(counts))
        left, tried = block, direct and float(size[block[0]]) >= least
        if tried:
            left = _without_lattice(spectra, counts, delta, foreseen, left, low, high)
        apart = _blocks(size[left], foreseen.theta[left], _APART if direct else _TOGETHER)
        for rows in (left[each] for each in apart):
            some = rows
            if tried and len(rows) < len(block):
                some = _without_lattice(spectra, counts, delta, foreseen, rows, low, high)
            if some.size:
                some = _narrow(spectra, counts, delta, foreseen, some, low, high)
            foreseen = learnt(foreseen, rows, low, high)
            if some.size and direct:
                closer = _closer(foreseen, some, low, high)
                _without_lattice(spectra, counts, delta, closer, some, low, high)
        foreseen = learnt(foreseen, block, low, high)
    return low, high


def _rounded(spectra: Sequence[Spectrum]) -> bool:
    """Whether a lattice does not hold the laws as they are."""
    return any(each.law is not None for each in spectra) or len(spectra) > 1 or without_a_lattice(spectra[0])


def learnt(foreseen: Foreseen, rows: Counts, low: Floats, high: Floats) -> Foreseen:
    """All guesses moved by as many 1/θ as that of the last of these rows was wrong by."""
    sure = rows[Bracket(low[rows], high[rows]).narrow & np.isfinite(high[rows])]
    if not sure.size:
        return foreseen
    last = int(sure[-1])
    off = float(((low[last] + high[last]) / 2 - foreseen.epsilon[last]) * foreseen.theta[last])
    if abs(off) > _LEARNT:
        return foreseen
    return replace(foreseen, epsilon=np.maximum(foreseen.epsilon + off / foreseen.theta, 0.0))


def _closer(foreseen: Foreseen, rows: Counts, low: Floats, high: Floats) -> Foreseen:
    """The same with the middle of each wide bracket for a guess."""
    epsilon = foreseen.epsilon.copy()
    finite = rows[np.isfinite(high[rows])]
    epsilon[finite] = (low[finite] + high[finite]) / 2
    return replace(foreseen, epsilon=epsilon)


def _without_lattice(
    spectra: Sequence[Spectrum],
    counts: Floats,
    delta: float,
    foreseen: Foreseen,
    rows: Counts,
    low: Floats,
    high: Floats,
) -> Counts:
    """Fills `low` and `high` where the frequencies that matter are few; the rows that are left."""
    theta = _middle(foreseen.theta[rows])
    guess = foreseen.epsilon[rows]
    close = WIDTH * np.maximum(guess, SMALL)
    found = contour_totals(spectra, counts[rows], delta, guess, theta, close)
    if found is None:
        return rows
    low[rows], high[rows] = np.maximum(low[rows], found[0]), np.minimum(high[rows], found[1])
    return rows[~Bracket(low[rows], high[rows]).narrow]


def _blocks(size: Floats, theta: Floats, spread: tuple[float, float, float]) -> list[Counts]:
    """Neighbouring rows that one tilt serves, and one contour or lattice."""
    found, first = [], 0
    while first < len(size):
        ahead = slice(first, first + _ROWS)
        apart = np.abs(np.log(theta[ahead] / theta[first]))
        ratio = spread[0] if size[first] < _FEW else spread[1]
        fits = (size[ahead] <= ratio * size[first]) & (apart <= math.log(spread[2]))
        length = int(np.argmin(fits)) if not fits.all() else len(fits)
        found.append(np.arange(first, first + length))
        first += length
    return found


def _narrow(
    spectra: Sequence[Spectrum],
    counts: Floats,
    delta: float,
    foreseen: Foreseen,
    rows: Counts,
    low: Floats,
    high: Floats,
) -> Counts:
    """Fills `low` and `high` of these rows; what is too wide is asked again on a finer lattice.

    Returns the rows that stay too wide.
    """
    at_last, guess = first_fineness(spectra, counts[rows], foreseen.theta[rows]), foreseen.epsilon.copy()
    done, rounded, finer = rows[0] / len(counts), _rounded(spectra), at_last
    if finer < _FINE and spectra[0].law is None and float(counts[rows[0]].sum()) < _FEWEST:
        finer *= _ROUGHER  # a good guess spares steps and nodes there
    for turn in range(_ROUNDS):
        progress(done)
        tolerance = WIDTH * np.maximum(guess[rows], SMALL)
        made = lattices_of(spectra, counts[rows], foreseen, rows, tolerance, finer)
        single = turn > 1 and len(rows) <= _ALONE and len(made[0][0].mass) <= _SHORT
        for group in rows[:, None] if single else [rows]:
            theta = _middle(foreseen.theta[group]) * (_STEEPER[turn] if single else 1.0)
            close = WIDTH * np.maximum(guess[group], SMALL) if rounded and turn < 2 else None
            asked = Asked(counts[group], np.full(len(group), delta), guess[group], close)
            below, above = _both(made, asked, theta, _doubt(turn, finer > at_last))
            low[group], high[group] = np.maximum(low[group], below), np.minimum(high[group], above)
        wide = rows[~Bracket(low[rows], high[rows]).narrow]
        rough = turn > 2 and _of_few_atoms(spectra)
        if not wide.size or rough or as_fine_as_can_be(spectra, made[0]):
            return wide
        some = wide[np.isfinite(high[wide])]
        guess[some] = (low[some] + high[some]) / 2
        worst = _share(low[wide], high[wide])
        # The bracket falls with h², but only with h near the last losses and where atoms are rounded.
        less = min(0.7, max(1 / 32, 0.8 * (worst if turn or len(spectra) > 1 else math.sqrt(worst))))
        finer, rows = at_last if finer > at_last else finer * less, wide
    return rows


def _middle(theta: Floats) -> float:
    return math.exp(float(np.log(theta).mean()))


def _of_few_atoms(spectra: Sequence[Spectrum]) -> bool:
    return all(each.law is None and len(each.where) <= _MANY for each in spectra)


def _both(
    made: tuple[list[Lattice], list[Lattice]], asked: Asked, theta: float, doubt: float
) -> tuple[Floats, Floats]:
    """Lower and upper ends; of the lower one only the share `doubt` of what may be left out is."""
    doubted = None if asked.close is None else asked.close * doubt
    below = totals(made[0], replace(asked, close=doubted), theta, False)
    near = np.where(np.isfinite(below) & (below > 0), below, asked.guess)
    return below, totals(made[1], replace(asked, guess=near), theta, True)


def _doubt(turn: int, rough: bool) -> float:
    """Little may be left out where the guess is but foreseen, more where the bracket is to be wide."""
    return 1.0 if turn else _DOUBTED * (_ROUGHER if rough else 1.0)


def _share(low: Floats, high: Floats) -> float:
    """What share of the widest bracket is as narrow as is asked."""
    return float(np.min(WIDTH * np.maximum(low, SMALL) / np.maximum(high - low, 1e-300)))
