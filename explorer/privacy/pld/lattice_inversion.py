"""Total epsilon of composed lattice losses (`lattice_transform`): Newton's method from cell to cell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.mechanism import Floats
from explorer.privacy.pld.discretise import Lattice, Places, between
from explorer.privacy.pld.fourier import tilted
from explorer.privacy.pld.initial_guess import FEW, MANY, InitialGuess, atom_step
from explorer.privacy.pld.lattice_transform import LatticeQuery, Summed, aliased, cells_at, summed_up
from explorer.privacy.pld.loss_distribution import Spectrum, panels

_UNIT = 2.0**-53
_STEPS = 80
_WIDER = (1.0, 1.5, 3.0, 8.0, 64.0)  # times as far below as errors seem to reach
_MOST_POINTS = 1 << 16  # of a lattice through all atoms, in a standard deviation of the sum
_SLOW = 1 << 17  # nodes, so many that a search that tells nothing is not begun
_DEEP = 1e-60  # δ, at which tilts are so steep that a lattice has no digits left
_STEEPEST = 30.0  # θ times the lattice step: beyond it a steeper tilt changes nothing


def totals(
    lattices: Sequence[Lattice],
    asked: LatticeQuery,
    theta: float,
    highest: bool,
    within: Floats | None = None,
) -> Floats:
    """ε of each row, rounded up where `highest` (the distributions are upper bounds) and down where not.

    All distributions share one lattice step. inf where infinite losses alone exceed δ. NaN where rounding
    and aliasing leave more than `within` (R,) of ε open in every row, as far as the guesses tell, and where
    it would take long to find out.
    """
    escaped = np.array([math.log1p(-min(each.infinite, 1 - 1e-16)) for each in lattices])
    left = asked.delta + np.expm1(asked.counts @ escaped)
    left = left - 4 * _UNIT * asked.delta * (1 if highest else -1)
    found = np.full(len(asked.delta), math.inf)
    rows = np.flatnonzero(left > 0)
    if rows.size:
        part = LatticeQuery(asked.counts[rows], left[rows], asked.guess[rows])
        found[rows] = _finite(lattices, part, theta, highest, None if within is None else within[rows])
    return found


def _finite(
    lattices: Sequence[Lattice], asked: LatticeQuery, theta: float, highest: bool, within: Floats | None
) -> Floats:
    theta = min(theta, _STEEPEST / lattices[0].step)
    distributions = [tilted(each, theta) for each in lattices]
    summed = summed_up(lattices, distributions, asked, theta)
    slack = np.array(
        [
            each.slack + distribution.rounding
            for each, distribution in zip(lattices, distributions, strict=True)
        ]
    )
    shift = np.array([each.shift for each in lattices])
    relative = asked.counts @ slack + 1e-14  # and 90 units for the few steps from a sum to its target
    goal = np.log(asked.delta) + (-relative if highest else relative)
    tops = asked.counts @ np.array(
        [
            len(each.mass) - 1.0 - distribution.centre
            for each, distribution in zip(lattices, distributions, strict=True)
        ]
    )
    if within is not None and _blurred(summed, asked, goal, within):
        return np.full(len(goal), math.nan)
    found = _search(summed, asked, goal, tops, highest)
    off = asked.counts @ shift + 8 * _UNIT * (np.abs(summed.base) + found)
    return np.asarray(np.maximum(found + off if highest else found - off, 0.0))


def _blurred(summed: Summed, asked: LatticeQuery, goal: Floats, within: Floats) -> bool:
    """Whether the errors of T, over its slope about θT, are wider in every row, were the guesses right."""
    if len(summed.nodes.angle) < _SLOW:
        return False
    at = asked.guess - summed.base
    target = np.exp(np.minimum(goal - summed.log_whole + summed.theta * at, 700.0))
    errors = summed.noise[:, 0] + aliased(summed, at, np.arange(len(at)))
    return bool(np.all(errors > summed.theta * target * within))


@dataclass(frozen=True)
class _Cells:
    """What T and B say of cells of the lattice, and how far up ε surely reaches in each."""

    value: Floats  # (R, 2)
    noise: Floats  # (R, 2)
    target: Floats
    over: Floats  # surely above the target by so much
    slope: Floats
    reached: Floats
    rise: float

    @property
    def inside(self) -> NDArray[np.bool_]:
        """Whether ε surely ends within the cell."""
        return np.asarray((self.over > 0) & (self.over <= self.slope * self.rise))


def _cells(summed: Summed, goal: Floats, n: Floats, rows: Places, highest: bool) -> _Cells:
    sign, step = 1.0 if highest else -1.0, summed.step
    value, noise = cells_at(summed, n, rows)
    alias = 0.0 if highest else aliased(summed, n * step, rows)
    # The goal in units of T: δ/lead, lead = e^(kK − θs).
    exponent = goal[rows] - summed.log_whole[rows] + summed.theta * step * n
    logs = np.abs(goal[rows]) + np.abs(summed.log_whole[rows]) + summed.theta * step * np.abs(n)
    rounding = 8 * _UNIT * logs
    target = np.exp(np.minimum(exponent - sign * rounding, 700.0))
    over = value[:, 0] + sign * noise[:, 0] - alias - target
    slope, rise = value[:, 1] - sign * noise[:, 1], math.expm1(step)
    within = (over > 0) & (over <= slope * rise)
    up = np.where(within, over / np.where(within, slope, 1.0), rise)
    return _Cells(value, noise, target, over, slope, summed.base[rows] + n * step + np.log1p(up), rise)


def _search(summed: Summed, asked: LatticeQuery, goal: Floats, tops: Floats, highest: bool) -> Floats:
    """Newton's method on ln δ from cell to cell of the lattice, kept between cells that are settled."""
    step = summed.step
    start = np.floor(-summed.base / step)  # the cell of ε = 0
    low, high = np.minimum(start, tops) - 1, np.maximum(tops, start)
    found = np.where(tops * step + summed.base <= 0, 0.0, math.nan)
    best = np.zeros(len(goal))  # proven for the lower end
    at = np.clip(np.floor((asked.guess - summed.base) / step), low + 1, np.maximum(high - 1, low + 1))
    for _ in range(_STEPS):
        rows = np.flatnonzero(np.isnan(found))
        if not rows.size:
            break
        n = at[rows]
        cells = _cells(summed, goal, n, rows, highest)
        # It may lie above this cell's left end: where nothing can be told, go on upwards.
        short = cells.value[:, 0] + cells.noise[:, 0] > cells.target
        best[rows] = np.where(cells.over > 0, np.maximum(best[rows], cells.reached), best[rows])
        low[rows], high[rows] = np.where(short, n, low[rows]), np.where(short, high[rows], n)
        found[rows] = np.where(cells.inside, cells.reached, found[rows])
        last = ~cells.inside & ((high[rows] - low[rows] <= 1) | (high[rows] <= start[rows]))
        ends = summed.base[rows] + high[rows] * step if highest else best[rows]
        found[rows] = np.where(last, ends, found[rows])
        at[rows] = _next(cells.value, cells.target, n, low[rows], high[rows], step)
        blurred = rows[last & (high[rows] > start[rows])]
        if blurred.size and not highest:
            found[blurred] = _raised(summed, goal, high[blurred], blurred, best[blurred])
    ends = summed.base + high * step if highest else best
    return np.maximum(np.where(np.isnan(found), ends, found), 0.0)


def _raised(summed: Summed, goal: Floats, high: Floats, rows: Places, best: Floats) -> Floats:
    """What is proven from below where errors are as large as a cell: cells below the last are tried."""
    end = _cells(summed, goal, high, rows, False)
    with np.errstate(divide="ignore", invalid="ignore"):
        short = np.ceil(np.maximum(-end.over, 0.0) / (np.maximum(end.slope, 0.0) * end.rise))
    best = best.copy()
    for wider in _WIDER:
        n = np.floor(np.maximum(high - 1 - wider * np.where(np.isfinite(short), short, 0.0), -1e15))
        cells = _cells(summed, goal, n, rows, False)
        proven = cells.over > 0
        best = np.where(proven, np.maximum(best, cells.reached), best)
        if proven.all():
            break
    return best


def _next(value: Floats, target: Floats, n: Floats, low: Floats, high: Floats, step: float) -> Floats:
    """The cell of Newton's next ε, or the middle one where that lies outside what is left."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ahead = np.log(value[:, 0] / target) * value[:, 0] / value[:, 1] / step
    guess = n + np.floor(np.nan_to_num(ahead, nan=math.inf))
    middle = np.floor((low + high) / 2)
    inside = (guess > low) & (guess < high)
    return np.where(inside, guess, np.clip(middle, low + 1, np.maximum(high - 1, low + 1)))


def totals_through(
    spectra: Sequence[Spectrum],
    counts: Floats,
    delta: float,
    foreseen: InitialGuess,
    tolerance: Floats,
    sharp: bool,
) -> tuple[Floats, Floats] | None:
    """Lower and upper total ε of each row; None where no lattice goes through all atoms.

    Where one does, their sums are known as closely as doubles hold them.

    Parameters
    ----------
    tolerance : (R,) by how much of ε the bracket may be wide: so far an atom may lie beside the lattice
    sharp : None, too, where a long lattice tells none of them as closely as that: other ways are quicker
    """
    if delta < _DEEP or any(each.density_at is not None for each in spectra):
        return None
    below = np.concatenate([each.where - each.where[-1] for each in spectra])  # each has its own top
    allowed = float(np.min(tolerance / counts.sum(axis=1)))
    deviation = max(
        _deviation(each) * math.sqrt(float(n)) for each, n in zip(spectra, counts.max(axis=0), strict=True)
    )
    few = FEW if len(spectra) == 1 else MANY
    through = atom_step(np.sort(below), allowed, deviation / _MOST_POINTS, few)
    if through is None:
        return None
    both = [between(each, *through) for each in spectra]
    theta = math.exp(float(np.log(foreseen.theta).mean()))
    asked = LatticeQuery(counts, np.full(len(counts), delta), foreseen.epsilon)
    lower = totals([each[0] for each in both], asked, theta, False, tolerance if sharp else None)
    if np.isnan(lower).any():
        return None
    near = np.where(np.isfinite(lower) & (lower > 0), lower, asked.guess)
    return lower, totals([each[1] for each in both], replace(asked, guess=near), theta, True)


def _deviation(spectrum: Spectrum) -> float:
    places, mass = panels(spectrum)
    mean = float(mass @ places) / float(mass.sum())
    return math.sqrt(max(0.0, float(mass @ (places - mean) ** 2)))
