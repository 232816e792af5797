"""From the noised integers of marginals to every table: what was measured, the fit, and the check of it."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.iterative_construction.table_fit import (
    Axes,
    FittedTable,
    Marginals,
    MeasuredTable,
    fit_tables,
)
from explorer.release.marginals.marginal_noise import MarginalNoise
from explorer.release.marginals.marginal_tables import MarginalTables
from explorer.release.plan.gaussian_margin import gaussian_margin
from explorer.release.plan.margin import margin
from explorer.release.queries.terms import Margins
from explorer.release.values.noise_distribution import Noise
from explorer.release.values.noise_variance import variance
from explorer.release.values.private_choice import Choice

Floats = NDArray[np.float64]
_LEAST_VARIANCE = 0.05  # of noise that hardly is any: else the fit would never be close enough
_SPECIAL_SHARE = 0.005  # of rows, in each special cell, before anything is measured
_FITS = 4  # that are remembered: a picture and a report ask for the same


@dataclass(frozen=True, slots=True)
class Drawn:
    """Which tables were measured, ascending, and which cell of all was checked; what the ledger keeps."""

    tables: tuple[int, ...]
    checked: int | None = None

    @property
    def text(self) -> str:
        """As it is kept."""
        return json.dumps({"tables": self.tables, "checked": self.checked})

    @classmethod
    def read(cls, text: str) -> Drawn:
        """What was kept."""
        found = json.loads(text)
        return cls(tuple(found["tables"]), found["checked"])


@dataclass(frozen=True, slots=True)
class Check:
    """What a private check tells.

    `table`, `place` : the cell that was chosen; `fitted`, `noised` : its two counts
    `bound` : no cell of any table of the fit is further off, at the plan's confidence
    """

    table: int
    place: int
    fitted: float
    noised: int
    bound: int


@dataclass(frozen=True, eq=False)
class MarginalAnswers:
    """Everything that follows from the noised integers.

    `counts` : of the measured tables, one after the other, then that of the checked cell; empty before
    """

    tables: MarginalTables
    noise: MarginalNoise
    drawn: Drawn
    counts: tuple[int, ...]
    confidence: Fraction

    @cached_property
    def measured(self) -> dict[int, NDArray[np.float64]]:
        """The noised counts of each measured table, flat."""
        found, begin = {}, 0
        for table in self.drawn.tables:
            end = begin + self.tables.sizes[table]
            found[table] = np.array([float(each) for each in self.counts[begin:end]])
            begin = end
        return found

    @property
    def whole(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The same as the integers that were drawn: table and counts."""
        ends = np.cumsum([self.tables.sizes[table] for table in self.drawn.tables]).tolist()
        begins = [0, *ends[:-1]]
        return tuple(
            (table, self.counts[begin:end])
            for table, begin, end in zip(self.drawn.tables, begins, ends, strict=True)
        )

    @cached_property
    def fit(self) -> FittedTable:
        """The joint table that fits what was measured."""
        return _fit(
            self.tables.joint_shape,
            special_cells(self.tables),
            tuple(self.tables.axes[table] for table in self.drawn.tables),
            tuple(noise_variance(self.noise.tables[table]) for table in self.drawn.tables),
            self.counts if self.drawn.checked is None else self.counts[:-1],
        )

    @cached_property
    def fitted(self) -> tuple[Floats, ...]:
        """The fitted counts of every wanted table, flat, in the order of its columns."""
        return marginals_of(self.fit, self.tables)

    @property
    def check(self) -> Check | None:
        """What the private check tells; None without one."""
        if self.noise.check is None or self.drawn.checked is None or not self.counts:
            return None
        table, place = self.tables.place_of(self.drawn.checked)
        fitted, noised = float(self.fitted[table][place]), self.counts[-1]
        reach = check_reach(self.noise.check, self.tables.begins[-1], self.confidence)
        return Check(table, place, fitted, noised, math.ceil(abs(noised - fitted)) + reach + 1)


def noise_variance(noise: Noise) -> float:
    """The variance that a fit reckons with."""
    return max(variance(noise), _LEAST_VARIANCE)


def marginals_of(fit: FittedTable, tables: MarginalTables) -> tuple[Floats, ...]:
    """The fitted counts of every wanted table, flat, in the order of its columns."""
    ascending = [tuple(sorted(axes)) for axes in tables.axes]
    found = Marginals(fit.joint.shape, list(dict.fromkeys(ascending))).of(fit.joint)
    return tuple(
        np.transpose(found[whole], [whole.index(axis) for axis in axes]).ravel()
        for axes, whole in zip(tables.axes, ascending, strict=True)
    )


def special_cells(tables: MarginalTables) -> tuple[int, ...]:
    """How many special cells each column has: they stand last."""
    return tuple(len(column.special) for column in tables.columns)


def prior_of(shape: Sequence[int], special: Sequence[int]) -> tuple[Floats, ...]:
    """The shares before anything is measured: few rows in special cells, the declared ones alike."""
    found = []
    for size, few in zip(shape, special, strict=True):
        declared = size - few
        shares = np.full(size, (1 - few * _SPECIAL_SHARE) / max(declared, 1))
        shares[declared:] = _SPECIAL_SHARE
        found.append(shares)
    return tuple(found)


def measured_table(shape: Sequence[int], axes: Axes, counts: Floats, spread: float) -> MeasuredTable:
    """A noised table for the fit, whose columns stand in ascending order there."""
    order = sorted(range(len(axes)), key=lambda at: axes[at])
    laid = np.reshape(counts, [shape[axis] for axis in axes]).transpose(order)
    return MeasuredTable(tuple(sorted(axes)), laid, spread)


@lru_cache(maxsize=_FITS)
def _fit(
    shape: tuple[int, ...],
    special: tuple[int, ...],
    axes: tuple[Axes, ...],
    variances: tuple[float, ...],
    counts: tuple[int, ...],
) -> FittedTable:
    values, begin, measured = np.array([float(each) for each in counts]), 0, []
    for table, spread in zip(axes, variances, strict=True):
        end = begin + math.prod(shape[axis] for axis in table)
        measured.append(measured_table(shape, table, values[begin:end], spread))
        begin = end
    return fit_tables(shape, measured, prior_of(shape, special))


def check_reach(check: tuple[Choice, Noise], cells: int, confidence: Fraction) -> int:
    r"""How far the worst cell may be beyond the checked one's noised distance, at this confidence.

    Half of what the confidence leaves goes to the choice among k cells,
    :math:`\frac{2\Delta}{\varepsilon} \ln(2k/\beta)`, half to the noise of the one count. Rounded up.

    Source
    ------
    McSherry & Talwar (2007), Theorem 6; permute-and-flip is never worse (McKenna & Sheldon 2020, Theorem 2).
    """
    choice, noise = check
    failing = 1 - confidence
    choosing = float(choice.scale) * math.log(2 * cells / float(failing))
    reach = (gaussian_margin if noise.is_gaussian else margin)(noise.width, 1 - failing / 2)
    return math.ceil(choosing * (1 + 1e-12)) + reach


def margins_of_tables(noise: MarginalNoise, cells: int, confidence: Fraction) -> tuple[Margins, ...]:
    """Of each table: the margin of a cell by itself, and of all measured cells of all tables together.

    Each of k independent cells keeps within its own margin with the k-th root of the confidence, whatever
    its noise: together they keep the confidence.
    """
    found = []
    for each in noise.tables:
        least = gaussian_margin if each.is_gaussian else margin
        found.append(Margins(least(each.width, confidence), least(each.width, confidence, cells)))
    return tuple(found)
