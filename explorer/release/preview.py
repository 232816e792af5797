"""What can be shown before any data is touched: margins, the number of cells, and made-up counts.

Nothing here opens a file. The seed belongs to pictures; releases have none.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.sampler import RandomBytes, discrete_laplace
from explorer.release.declared import Column, Histogram, NumericColumn, ReleasePlan
from explorer.release.drawn import Margins, margins_of

_SPECIAL_SHARE = 0.02  # of the made-up rows, in each special cell


@dataclass(frozen=True, slots=True)
class Expected:
    """What one histogram will be like, whatever the rows: noise of this scale on so many cells."""

    name: str
    cells: int
    epsilon: Fraction
    scale: Fraction
    margins: Margins


@dataclass(frozen=True)
class Simulated:
    """Made-up rows in one histogram: `counts`, and the same with noise, along `declared.labels()`."""

    declared: Histogram
    counts: tuple[int, ...]
    noised: tuple[int, ...]
    margins: Margins


def expected(plan: ReleasePlan) -> tuple[Expected, ...]:
    """Cells, scale and margins of each histogram of a plan."""
    return tuple(
        Expected(
            name=histogram.name,
            cells=histogram.cells,
            epsilon=plan.epsilon_of(index),
            scale=plan.scale_of(index),
            margins=margins_of(plan, index),
        )
        for index, histogram in enumerate(plan.histograms)
    )


def simulate(plan: ReleasePlan, seed: int, rows: int = 1000) -> tuple[Simulated, ...]:
    """Made-up counts of about `rows` rows, and one draw of the plan's noise on them.

    The shape is the same for every file: a bell over intervals, falling steps over categories, a
    little in each special cell. Equal arguments give equal numbers.
    """
    bits = RandomBytes(np.random.default_rng(seed).bytes)
    simulated = []
    for index, histogram in enumerate(plan.histograms):
        shares = np.ones(1)
        for column in histogram.columns:
            shares = np.outer(shares, _shares(column)).ravel()
        counts = tuple(round(rows * share) for share in shares.tolist())
        noise = discrete_laplace(bits, plan.scale_of(index), len(counts))
        noised = tuple(count + int(drawn) for count, drawn in zip(counts, noise, strict=True))
        simulated.append(Simulated(histogram, counts, noised, margins_of(plan, index)))
    return tuple(simulated)


def _shares(column: Column) -> NDArray[np.float64]:
    """The share of made-up rows in each cell of a column; they add up to 1."""
    declared = len(column.labels) - len(column.special)
    if isinstance(column, NumericColumn):
        weights = np.exp(-0.5 * ((np.arange(declared) + 0.5) / declared * 4 - 1.7) ** 2)
    else:
        weights = 1 / np.sqrt(1 + np.arange(declared))
    special = np.full(len(column.special), _SPECIAL_SHARE)
    return np.concatenate([weights / weights.sum() * (1 - special.sum()), special])
