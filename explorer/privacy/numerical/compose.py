"""The total epsilon of composed releases between two certified bounds, as narrow as asked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.privacy.composition import Counts
from explorer.privacy.mechanism import Floats, Guarantee, Mechanism
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.numerical.contour import contour_totals
from explorer.privacy.numerical.fineness import (
    as_fine_as_can_be,
    first_fineness,
    lattices_of,
    without_a_lattice,
)
from explorer.privacy.numerical.foresee import Foreseen, foresee
from explorer.privacy.numerical.invert import Asked, totals
from explorer.privacy.numerical.spectrum import (
    Spectrum,
    finite_part,
    spectrum_of,
    symmetric,
    truncation,
    turned,
)
from explorer.privacy.progress import part, progress

WIDTH = 1e-4  # of max(ε, SMALL): the bracket
SMALL = 1e-3
_LEAST = 1e-300  # a smaller δ̃ is taken for none, which only overstates the total
TOO_FAR = 600.0  # a loss l whose e^l has no double beside it any more
_FEWEST = 24  # releases, below which frequencies are taken to return
_FEW = 300  # releases, up to which many nodes matter: fewer do for a larger k
_SPREAD_OF_FEW = 1.5
_SPREAD_OF_COUNTS = 3.0
_SPREAD_OF_TILTS = 1.7
_ROWS = 400
_ROUNDS = 5
_MANY = 1000  # atoms, from which on they can be gathered like a density
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


def composed_curve(guarantee: Guarantee, counts: Counts, delta: float) -> Bracket | None:
    """The total ε of k releases of one guarantee at each k >= 1 of `counts`; None where its loss is no law.

    Parameters
    ----------
    counts : (n,) rising, without repetition
    delta : in (0, 1)

    Guarantee
    ---------
    The true value for the loss of the guarantee's pair lies within, whatever `narrow` says.
    """
    found = spectrum_of(guarantee, truncation(delta, float(counts[-1]) if len(counts) else 1.0))
    if found is None or (found.top > TOO_FAR and guarantee.pure_epsilon is None):
        return None
    if found.top > TOO_FAR:  # k releases of a pure mechanism: k of its ε, and nothing is known below
        return Bracket(np.zeros(len(counts)), np.full(len(counts), math.inf))
    each = counts.astype(np.float64)[:, None]
    within = finite_part(found) if found.infinite > 0 and found.unfolded is None else None
    if within is not None and symmetric(within):
        bracket = _beside_infinite(within, found.infinite, each, delta)
    else:
        bracket = _worse_direction([found], each, delta)
    # More releases never cost less: each bound may lean on its neighbours.
    return Bracket(np.maximum.accumulate(bracket.lower), np.minimum.accumulate(bracket.upper[::-1])[::-1])


def composed_epsilon(laws: Sequence[tuple[Guarantee, int]], delta: float) -> Bracket | None:
    """The total ε of a list of different releases, each so many times; the order does not matter.

    Equal releases are taken together, and all Gaussians as one; (1,) arrays. None as for a curve.
    """
    merged: dict[Guarantee, int] = {}
    squares = []
    for guarantee, count in laws:
        mu = guarantee.mu if isinstance(guarantee, Mechanism) else None
        if mu is None:
            merged[guarantee] = merged.get(guarantee, 0) + count
        else:
            squares.append(count * mu * mu)
    if squares and math.fsum(squares) > 0:
        merged[Gaussian(1.0, math.sqrt(math.fsum(squares)))] = 1
    merged = {guarantee: count for guarantee, count in merged.items() if count > 0}
    if not merged:
        return Bracket(np.zeros(1), np.zeros(1))
    left_out = truncation(delta, sum(merged.values()))
    spectra = [spectrum_of(guarantee, left_out) for guarantee in merged]
    known = [each for each in spectra if each is not None]
    if len(known) < len(spectra):
        return None
    order = sorted(range(len(known)), key=lambda i: (known[i].top, known[i].bottom, list(merged.values())[i]))
    counts = np.array([[float(list(merged.values())[i]) for i in order]])
    return _worse_direction([known[i] for i in order], counts, delta)


def _beside_infinite(within: Spectrum, infinite: float, counts: Floats, delta: float) -> Bracket:
    r"""Where both laws give the other away with one probability δ∞ and are alike otherwise.

    δ = 1 − (1−δ∞)^k (1−δ̃) leaves δ̃ for the finite part, another at each k.
    """
    spent = np.minimum(-counts[:, 0] * math.log1p(-infinite), 700.0)
    slack = -np.expm1(math.log1p(-delta) + spent)
    rows: list[Bracket | None] = []
    for i, left in enumerate(slack):
        with part(i / len(slack), (i + 1) / len(slack)):
            found = _worse_direction([within], counts[i : i + 1], float(left)) if left > _LEAST else None
        rows.append(found)
    lower = [math.inf if row is None else float(row.lower[0]) for row in rows]
    upper = [math.inf if row is None else float(row.upper[0]) for row in rows]
    return Bracket(np.array(lower), np.array(upper))


def _worse_direction(spectra: Sequence[Spectrum], counts: Floats, delta: float) -> Bracket:
    """The larger of both directions: you may be the one added or the one removed."""
    if all(symmetric(each) for each in spectra):
        return _bracket(spectra, counts, delta)
    with part(0.0, 0.5):
        one = _bracket(spectra, counts, delta)
    exchanged = [turned(each) for each in spectra]
    most = _by_top(exchanged, counts, delta)[1]
    rows = np.flatnonzero(most > one.lower)
    if not rows.size:
        return one
    with part(0.5, 1.0):
        other = _bracket(exchanged, counts[rows], delta)
    low, high = one.lower.copy(), one.upper.copy()
    low[rows], high[rows] = np.maximum(low[rows], other.lower), np.maximum(high[rows], other.upper)
    return Bracket(low, high)


def _bracket(spectra: Sequence[Spectrum], counts: Floats, delta: float) -> Bracket:
    low, high = _by_top(spectra, counts, delta)
    rows = np.flatnonzero(~Bracket(low, high).narrow)
    if rows.size:
        low[rows], high[rows] = _searched(spectra, counts[rows], delta, low[rows], high[rows])
    return Bracket(low, high)


def _by_top(spectra: Sequence[Spectrum], counts: Floats, delta: float) -> tuple[Floats, Floats]:
    """Σ kl of the largest losses l, and what all of them together, each with its probability w, prove alone.

    δ >= ∏w^k (1 − e^(ε − Σkl)), so that ε >= Σkl + ln(1 − δ/∏w^k): near Σkl for a few releases.
    """
    tops = counts @ np.array([each.top for each in spectra])
    beyond = counts @ np.array([each.missing + each.infinite for each in spectra])
    high = np.where(beyond < delta, np.maximum(tops, 0.0) * (1 + 1e-12), math.inf)
    masses = [
        float(each.mass[-1]) if len(each.mass) and each.where[-1] == each.top else 0.0 for each in spectra
    ]
    share = delta * np.exp(np.minimum(-(counts @ np.log(np.maximum(masses, 1e-300))), 700.0) + 1e-9)
    if all(each.law is None for each in spectra):  # a lattice through all atoms knows it to ten digits
        share = np.ones(len(counts))
    reached = tops * (1 - 1e-12) + np.log1p(-np.minimum(share, 1 - 1e-9))
    return np.where(share < 0.5, np.maximum(reached, 0.0), 0.0), high


def _searched(
    spectra: Sequence[Spectrum], counts: Floats, delta: float, low: Floats, high: Floats
) -> tuple[Floats, Floats]:
    """The bracket of each row, one tilt for neighbouring ones."""
    foreseen = foresee(spectra, counts, delta)
    low, high = low.copy(), high.copy()
    direct = (
        any(each.law is not None for each in spectra) or len(spectra) > 1 or without_a_lattice(spectra[0])
    )
    for rows in _blocks(counts.sum(axis=1), foreseen.theta):
        progress(rows[0] / len(counts))
        left = _without_lattice(spectra, counts, delta, foreseen, rows, low, high) if direct else rows
        if left.size:
            _narrow(spectra, counts, delta, foreseen, left, low, high)
    return low, high


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
    if float(counts[rows[0]].sum()) < _FEWEST:
        return rows
    theta = math.exp(float(np.log(foreseen.theta[rows]).mean()))
    guess = foreseen.epsilon[rows]
    close = WIDTH * np.maximum(guess, SMALL)
    found = contour_totals(spectra, counts[rows], delta, guess, theta, close)
    if found is None:
        return rows
    low[rows], high[rows] = np.maximum(low[rows], found[0]), np.minimum(high[rows], found[1])
    return rows[~Bracket(low[rows], high[rows]).narrow]


def _blocks(size: Floats, theta: Floats) -> list[Counts]:
    """Neighbouring rows that one tilt and one lattice serve."""
    found, first = [], 0
    while first < len(size):
        ahead = slice(first, first + _ROWS)
        apart = np.abs(np.log(theta[ahead] / theta[first]))
        ratio = _SPREAD_OF_FEW if size[first] < _FEW else _SPREAD_OF_COUNTS
        fits = (size[ahead] <= ratio * size[first]) & (apart <= math.log(_SPREAD_OF_TILTS))
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
) -> None:
    """Fills `low` and `high` of these rows; what is too wide is asked again on a finer lattice."""
    finer, guess = first_fineness(spectra), foreseen.epsilon.copy()
    done = rows[0] / len(counts)
    for turn in range(_ROUNDS):
        progress(done)
        tolerance = WIDTH * np.maximum(guess[rows], SMALL)
        made = lattices_of(spectra, counts[rows], foreseen, rows, tolerance, finer)
        single = turn > 1 and len(rows) <= _ALONE and len(made[0][0].mass) <= _SHORT
        for group in rows[:, None] if single else [rows]:
            theta = math.exp(float(np.log(foreseen.theta[group]).mean())) * (
                _STEEPER[turn] if single else 1.0
            )
            deltas = np.full(len(group), delta)
            below = totals(made[0], Asked(counts[group], deltas, guess[group]), theta, False)
            near = np.where(np.isfinite(below) & (below > 0), below, guess[group])
            above = totals(made[1], Asked(counts[group], deltas, near), theta, True)
            low[group], high[group] = np.maximum(low[group], below), np.minimum(high[group], above)
        wide = rows[~Bracket(low[rows], high[rows]).narrow]
        rough = turn > 2 and all(each.law is None and len(each.where) <= _MANY for each in spectra)
        if not wide.size or rough or as_fine_as_can_be(made[0]):
            return
        some = wide[np.isfinite(high[wide])]
        guess[some] = (low[some] + high[some]) / 2
        aim = WIDTH * np.maximum(low[wide], SMALL)
        worst = float(np.min(aim / np.maximum(high[wide] - low[wide], 1e-300)))
        # The bracket falls with h², but only with h near the last losses and where atoms are rounded.
        finer *= min(0.7, max(1 / 32, 0.8 * (worst if turn or len(spectra) > 1 else math.sqrt(worst))))
        rows = wide
