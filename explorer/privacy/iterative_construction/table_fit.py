r"""One consistent table from many noised ones: multiplicative weights on all of them at once.

A joint table p over all columns, :math:`p \propto \prod_t e^{\theta_t}` with one factor for each measured
table t, is moved until its marginals M_t p say what was measured as closely as the noise can tell. It is the
table of largest entropy (or nearest to a prior) that does so: what nobody measured stays as even as it was.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_
from explorer.privacy.progress import progress
from explorer.privacy.refusal import NotValid

Floats = NDArray[np.float64]
Axes = tuple[int, ...]

MOST_JOINT = 10**7  # cells of a joint table: each double array of them takes 80 MB
_CLEAR = 3.0  # standard deviations of its noise above 0, from which on a measured count is clear
_MOST_STEPS = 600
_LEAST_GAIN = 1e-4  # of the residual, over `_PATIENCE` steps
_PATIENCE = 25
_STEEPEST = 30.0  # nats that one step changes a factor by at most


@dataclass(frozen=True, eq=False)
class MeasuredTable:
    """One noised table: its columns by their place in the joint table, ascending; its counts in that shape
    or flat, the last column fastest; the variance of the noise of each.
    """

    axes: Axes
    counts: NDArray[np.int64] | Floats
    variance: float


@dataclass(frozen=True, eq=False)
class FittedTable:
    """The joint table that fits; every marginal of it agrees with every other.

    Attributes
    ----------
    joint : of the declared shape, positive counts that add up to `total`
    total : the number of rows, as the measured tables tell it
    residual : the mean squared distance of the measured counts, in variances of their noise
    steps : how often the factors were moved
    """

    joint: Floats
    total: float
    residual: float
    steps: int

    def table(self, axes: Axes) -> Floats:
        """The marginal of some columns, in their shape."""
        return Marginals(self.joint.shape, (axes,)).of(self.joint)[axes]


class Marginals:
    """Marginals of one joint table, summed out one column after the other, each sum used for all below it."""

    def __init__(self, shape: tuple[int, ...], wanted: Sequence[Axes]) -> None:
        self._whole = tuple(range(len(shape)))
        self.wanted = tuple(wanted)
        self._shape = shape
        self._parents: dict[Axes, Axes] = {}
        for each in wanted:
            axes = each
            while axes != self._whole and axes not in self._parents:
                self._parents[axes] = self._above(axes)
                axes = self._parents[axes]
        self._order = sorted(self._parents, key=len, reverse=True)

    def _above(self, axes: Axes) -> Axes:
        """One column more: the one with the fewest cells that is missing, so that little is added up."""
        missing = [axis for axis in self._whole if axis not in axes]
        least = min(missing, key=lambda axis: (self._shape[axis], axis))
        return tuple(sorted((*axes, least)))

    def of(self, joint: Floats) -> dict[Axes, Floats]:
        """Every wanted marginal."""
        found = {self._whole: joint}
        for axes in self._order:
            above = self._parents[axes]
            (place,) = (at for at, axis in enumerate(above) if axis not in axes)
            found[axes] = found[above].sum(axis=place)
        return {axes: found[axes] for axes in self.wanted}

    def spread(self, factors: Mapping[Axes, Floats]) -> Floats:
        """The sum of all factors, each constant along the columns it has not: the adjoint of `of`."""
        gathered: dict[Axes, Floats] = {}
        for axes, factor in factors.items():
            gathered[axes] = factor + gathered[axes] if axes in gathered else factor
        for axes in reversed(self._order):
            if axes not in gathered:
                continue
            above, mine = self._parents[axes], gathered.pop(axes)
            (place,) = (at for at, axis in enumerate(above) if axis not in axes)
            widened = np.expand_dims(mine, place)
            known = gathered.get(above)
            shape = tuple(self._shape[axis] for axis in above)
            gathered[above] = np.broadcast_to(widened, shape) if known is None else known + widened
        return gathered.get(self._whole, np.zeros(self._shape))


def fit_tables(
    shape: tuple[int, ...], measured: Sequence[MeasuredTable], prior: Sequence[Floats] = ()
) -> FittedTable:
    r"""The joint table that fits the measured ones.

    Each step multiplies the cells by :math:`e^{-\eta \sum_t (n M_t p - y_t)/\sigma_t^2}` and keeps the sum; a
    step that does not lower :math:`\sum_t |n M_t p - y_t|^2/\sigma_t^2` is taken back and halved. It ends
    where the mean square, in variances of the noise, is 1 − c·d/k: of k measured counts with d degrees of
    freedom a share c is clear of its noise, and may be followed. Closer, it would follow the noise.

    Parameters
    ----------
    shape : the cells of each column; their product is at most `MOST_JOINT`
    measured : one or more; noised numbers alone, so that the fit is post-processing
    prior : of each column the share of each cell before anything is measured; none where all are alike

    Guarantee
    ---------
    A function of its arguments. No error is promised: what comes out is closest where much was measured.

    Errors
    ------
    NotValid
        Nothing was measured, or the joint table has too many cells.

    Source
    ------
    Hardt, Ligett & McSherry 2012; McKenna, Sheldon & Miklau 2019 for all tables at once.
    """
    if not measured or int(np.prod(shape, dtype=object)) > MOST_JOINT:
        raise NotValid(
            N_("a fit needs a measured table, and at most {most} joint {most:cell|cells}", most=MOST_JOINT),
            "fit",
        )
    descent = _Descent(shape, measured, max(_rows_told(measured), 1.0))
    return descent.run(_logs_of(shape, prior), _near_enough(shape, measured))


def _logs_of(shape: tuple[int, ...], prior: Sequence[Floats]) -> Floats:
    """The logarithms of the joint table that the shares of the columns make."""
    logs = np.zeros(shape)
    for axis, shares in enumerate(prior):
        logs += np.log(shares).reshape([-1 if at == axis else 1 for at in range(len(shape))])
    return logs


def _near_enough(shape: tuple[int, ...], measured: Sequence[MeasuredTable]) -> float:
    """The mean square at which the fit ends: from 1 where nothing is clear of its noise downwards."""
    cells = sum(each.counts.size for each in measured)
    clear = sum(int(np.sum(each.counts > _CLEAR * math.sqrt(each.variance))) for each in measured)
    return 1.0 - clear / cells * min(degrees_of_freedom(shape, [each.axes for each in measured]) / cells, 1.0)


def degrees_of_freedom(shape: tuple[int, ...], tables: Sequence[Axes]) -> int:
    r"""How many numbers the tables hold that do not follow from each other: for each set S of columns that
    stand together in one of them :math:`\prod_{i \in S}(k_i - 1)`, the empty set included.

    >>> degrees_of_freedom((2, 3), [(0, 1)]), degrees_of_freedom((2, 3), [(0,), (1,)])
    (6, 4)
    """
    sets = {part for axes in tables for size in range(len(axes) + 1) for part in combinations(axes, size)}
    return sum(math.prod(shape[axis] - 1 for axis in part) for part in sets)


def _rows_told(measured: Sequence[MeasuredTable]) -> float:
    """The mean of the sums of all tables, each with the weight of one over its variance."""
    weights = [1 / (each.counts.size * each.variance) for each in measured]
    sums = [float(np.sum(each.counts)) for each in measured]
    return float(np.average(sums, weights=weights))


class _Descent:
    """The moving table, and how far it is from what was measured."""

    def __init__(self, shape: tuple[int, ...], measured: Sequence[MeasuredTable], rows: float) -> None:
        self._marginals = Marginals(shape, list(dict.fromkeys(each.axes for each in measured)))
        self._told = [
            (each.axes, np.reshape(each.counts, [shape[axis] for axis in each.axes]), each.variance)
            for each in measured
        ]
        self._rows, self._cells = rows, sum(each.counts.size for each in measured)
        self._logs: Floats = np.zeros(0)
        self._step = 0.0

    def run(self, logs: Floats, near_enough: float) -> FittedTable:
        """From a first table, by its logarithms, until it is near enough or comes no nearer."""
        self._logs = logs
        joint = self._joint(logs)
        residual, factors = self._apart(joint)
        history, steps = [residual], 0
        while residual > near_enough and steps < _MOST_STEPS:
            progress(steps / _MOST_STEPS)
            slope = self._marginals.spread(factors)
            moved = self._moved(slope, residual)
            if moved is None:
                break
            joint, residual, factors = moved
            steps += 1
            history.append(residual)
            if steps >= _PATIENCE and residual > history[-1 - _PATIENCE] * (1 - _LEAST_GAIN):
                break
        return FittedTable(joint, self._rows, residual, steps)

    def _moved(self, slope: Floats, residual: float) -> tuple[Floats, float, dict[Axes, Floats]] | None:
        """One step that comes closer; None where none does."""
        steepest = float(np.ptp(slope))
        if steepest == 0:
            return None
        self._step = min(self._step or 1 / steepest, _STEEPEST / steepest)
        while self._step * steepest > 1e-12:
            logs = self._logs - self._step * slope
            joint = self._joint(logs)
            apart, factors = self._apart(joint)
            if apart < residual:
                self._logs, self._step = logs, 1.5 * self._step
                return joint, apart, factors
            self._step /= 2
        return None

    def _joint(self, logs: Floats) -> Floats:
        logs -= logs.max()
        joint = np.exp(logs)
        joint *= self._rows / joint.sum()
        return joint

    def _apart(self, joint: Floats) -> tuple[float, dict[Axes, Floats]]:
        """The mean squared distance in variances, and of each table by how much each cell is too large."""
        tables, total = self._marginals.of(joint), 0.0
        factors: dict[Axes, Floats] = {}
        for axes, counts, variance in self._told:
            apart = tables[axes] - counts
            total += float(np.vdot(apart, apart)) / variance
            slope: Floats = np.asarray(apart / variance, dtype=np.float64)
            factors[axes] = factors[axes] + slope if axes in factors else slope
        return total / self._cells, factors
