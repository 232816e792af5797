"""The total epsilon of composed releases between two certified bounds, as narrow as asked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.privacy.composition import Counts
from explorer.privacy.mechanism import Floats, Guarantee, Mechanism
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.numerical.discretise import Lattice, lower, upper
from explorer.privacy.numerical.foresee import Foreseen, atom_step, fine_step, foresee
from explorer.privacy.numerical.invert import Asked, totals
from explorer.privacy.numerical.spectrum import Spectrum, finite_part, panels, spectrum_of, symmetric, turned

WIDTH = 1e-4  # of max(ε, SMALL): the bracket
SMALL = 1e-3
_LEAST = 1e-300  # a smaller δ̃ is taken for none, which only overstates the total
_TOO_FAR = 600.0  # a loss l whose e^l has no double beside it any more
_FEW = 300  # releases, up to which many nodes matter: fewer do for a larger k
_SPREAD_OF_FEW = 1.5
_SPREAD_OF_COUNTS = 3.0
_SPREAD_OF_TILTS = 1.7
_ROWS = 400
_ROUNDS = 5
_FINEST = 12_000  # cells of one law
_MOST_POINTS = 1 << 16  # of a lattice, in a standard deviation of the sum
_MANY = 1000  # atoms, from which on they can be gathered like a density
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
    found = spectrum_of(guarantee)
    if found is None or (found.top > _TOO_FAR and guarantee.pure_epsilon is None):
        return None
    if found.top > _TOO_FAR:  # k releases of a pure mechanism: k of its ε, and nothing is known below
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
    spectra = [spectrum_of(guarantee) for guarantee in merged]
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
    rows = [
        _worse_direction([within], counts[i : i + 1], float(left)) if left > _LEAST else None
        for i, left in enumerate(slack)
    ]
    lower = [math.inf if row is None else float(row.lower[0]) for row in rows]
    upper = [math.inf if row is None else float(row.upper[0]) for row in rows]
    return Bracket(np.array(lower), np.array(upper))


def _worse_direction(spectra: Sequence[Spectrum], counts: Floats, delta: float) -> Bracket:
    """The larger of both directions: you may be the one added or the one removed."""
    one = _bracket(spectra, counts, delta)
    if all(symmetric(each) for each in spectra):
        return one
    other = _bracket([turned(each) for each in spectra], counts, delta)
    return Bracket(np.maximum(one.lower, other.lower), np.maximum(one.upper, other.upper))


def _bracket(spectra: Sequence[Spectrum], counts: Floats, delta: float) -> Bracket:
    foreseen = foresee(spectra, counts, delta)
    low, high = np.zeros(len(counts)), np.full(len(counts), math.inf)
    for rows in _blocks(counts.sum(axis=1), foreseen.theta):
        _narrow(spectra, counts, delta, foreseen, rows, low, high)
    return Bracket(low, high)


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
    finer, guess = 1.0, foreseen.epsilon.copy()
    width = max(each.top - each.bottom for each in spectra)
    for turn in range(_ROUNDS):
        tolerance = WIDTH * np.maximum(guess[rows], SMALL)
        made = _lattices(spectra, counts[rows], foreseen, rows, tolerance, finer)
        for group in [rows] if turn == 0 or len(rows) > _ALONE else rows[:, None]:
            theta = math.exp(float(np.log(foreseen.theta[group]).mean())) * _STEEPER[turn]
            deltas = np.full(len(group), delta)
            below = totals(made[0], Asked(counts[group], deltas, guess[group]), theta, False)
            near = np.where(np.isfinite(below) & (below > 0), below, guess[group])
            above = totals(made[1], Asked(counts[group], deltas, near), theta, True)
            low[group], high[group] = np.maximum(low[group], below), np.minimum(high[group], above)
        wide = rows[~Bracket(low[rows], high[rows]).narrow]
        rough = turn > 0 and all(each.law is None and len(each.where) <= _MANY for each in spectra)
        if not wide.size or rough or made[0][0].step * _FINEST < width:
            return
        some = wide[np.isfinite(high[wide])]
        guess[some] = (low[some] + high[some]) / 2
        aim = WIDTH * np.maximum(low[wide], SMALL)
        worst = float(np.min(aim / np.maximum(high[wide] - low[wide], 1e-300)))
        # The bracket falls with h², but only with h near the last losses and where atoms are rounded.
        finer *= min(0.7, max(1 / 32, 0.8 * (worst if turn or len(spectra) > 1 else math.sqrt(worst))))
        rows = wide


def _lattices(
    spectra: Sequence[Spectrum],
    counts: Floats,
    foreseen: Foreseen,
    rows: Counts,
    tolerance: Floats,
    finer: float,
) -> tuple[list[Lattice], list[Lattice]]:
    """Lower and upper laws on one common step: through all atoms where there are only such."""
    if len(spectra) == 1 and spectra[0].law is None:
        allowed = float(np.min(tolerance / counts[:, 0]))
        shortest = _deviation(spectra[0]) * math.sqrt(float(counts.max())) / _MOST_POINTS
        through = atom_step(spectra[0].where, allowed, shortest)
        if through is not None:
            return [lower(spectra[0], *through)], [upper(spectra[0], through[0])]
    step = fine_step(spectra, foreseen, rows, tolerance, finer)
    step = max(step, max(each.top - each.bottom for each in spectra) / _FINEST)
    if len(spectra) == 1 and spectra[0].law is None and len(spectra[0].where) > _MANY:
        spacing = float(np.diff(spectra[0].where).min())  # equally many atoms around each point
        step = spacing * (2 * round((step / spacing - 1) / 2) + 1)
    return [lower(each, step) for each in spectra], [upper(each, step) for each in spectra]


def _deviation(spectrum: Spectrum) -> float:
    places, mass = panels(spectrum)
    mean = float(mass @ places) / float(mass.sum())
    return math.sqrt(max(0.0, float(mass @ (places - mean) ** 2)))
