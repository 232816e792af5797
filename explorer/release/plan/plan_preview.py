"""What can be shown before any data is touched: margins, the number of cells, and made-up counts.

Nothing here opens a file. The seed belongs to pictures; releases have none. Noise of a picture protects
nobody: it is the same each time, and is put on made-up or public counts alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.samplers.integer_sampler import Bits, RandomBytes, discrete_gaussian, discrete_laplace
from explorer.release.drawn import Margins, margins_of
from explorer.release.partition_selection import Found, Threshold, published, threshold_of
from explorer.release.plan.declarations import Column, Histogram, NumericColumn, ReleasePlan, UnknownColumn
from explorer.release.values.noise_law import Noise

_SPECIAL_SHARE = 0.02  # of the made-up rows, in each special cell
_MADE_UP = ("A", "B", "C", "D", "E", "F")  # categories, where a plan declares none


@dataclass(frozen=True, slots=True)
class Expected:
    """What one histogram will be like, whatever the rows: noise of this law on so many cells.

    Where categories are unknown, `cells` and the joint margin are those of the special cells alone, and
    `threshold` says from which noisy count on a category is published.
    """

    name: str
    cells: int
    epsilon: Fraction
    delta: Fraction
    noise: Noise
    margins: Margins
    threshold: Threshold | None = None

    @property
    def scale(self) -> Fraction:
        """The width of the noise: L1/ε, or σ² for Gaussian noise."""
        return self.noise.width


@dataclass(frozen=True)
class Simulated:
    """Made-up or public rows in one histogram: `counts`, and with noise, along `declared.labels()`.

    `withheld` categories were found and left out, being below the threshold in this draw.
    """

    declared: Histogram
    counts: tuple[int, ...]
    noised: tuple[int, ...]
    margins: Margins
    withheld: int = 0

    @property
    def smaller(self) -> int:
        """How many of its cells have fewer rows than the noise margin of each: count < t."""
        return sum(count < self.margins.each for count in self.counts)


def expected(plan: ReleasePlan) -> tuple[Expected, ...]:
    """Cells, scale and margins of each histogram of a plan."""
    return tuple(
        Expected(
            name=histogram.name,
            cells=histogram.cells,
            epsilon=plan.epsilon_of(index),
            delta=plan.delta_of(index),
            noise=plan.noise_of(index),
            margins=margins_of(plan, index),
            threshold=threshold_of(plan, index),
        )
        for index, histogram in enumerate(plan.histograms)
    )


def simulate(plan: ReleasePlan, seed: int, rows: int = 1000) -> tuple[Simulated, ...]:
    """Made-up counts of about `rows` rows, and one draw of the plan's noise on them.

    The shape is the same for every file: a bell over intervals, falling steps over categories, a
    little in each special cell. Equal arguments give equal numbers.
    """
    bits = RandomBytes(np.random.default_rng(seed).bytes)
    return tuple(_simulated(plan, index, bits, rows) for index in range(len(plan.histograms)))


def _simulated(plan: ReleasePlan, index: int, bits: Bits, rows: int) -> Simulated:
    histogram = plan.histograms[index]
    if (column := histogram.unknown) is not None:
        histogram = replace(histogram, columns=(replace(column, categories=_MADE_UP),))
    shares = np.ones(1)
    for each in histogram.columns:
        shares = np.outer(shares, _shares(each)).ravel()
    counts = np.array([round(rows * share) for share in shares.tolist()], dtype=np.int64)
    return _with_noise(plan, index, counts if column is None else Found(_MADE_UP, counts), bits)


def noised_public(
    plan: ReleasePlan, histograms: Sequence[NDArray[np.int64] | Found], seed: int
) -> tuple[Simulated, ...]:
    """The counts of a public file (`release.public`), and one draw of the plan's noise on them.

    Equal arguments give equal numbers.
    """
    bits = RandomBytes(np.random.default_rng(seed).bytes)
    return tuple(_with_noise(plan, index, counted, bits) for index, counted in enumerate(histograms))


def _with_noise(plan: ReleasePlan, index: int, counted: NDArray[np.int64] | Found, bits: Bits) -> Simulated:
    histogram, threshold = plan.histograms[index], threshold_of(plan, index)
    found = counted if isinstance(counted, Found) else Found((), counted)
    counts = tuple(int(count) for count in found.counts.tolist())
    drawn = draws(plan.noise_of(index), bits, len(counts))
    noised = tuple(count + more for count, more in zip(counts, drawn, strict=True))
    withheld = 0
    if (column := histogram.unknown) is not None and threshold is not None:
        known = dict(zip(found.labels, counts, strict=False))
        labels, noised = published(found, noised, threshold.least)
        withheld = len(found.labels) - len(labels)
        counts = (*(known[label] for label in labels), *counts[len(found.labels) :])
        histogram = replace(histogram, columns=(UnknownColumn(column.name, labels),))
    return Simulated(histogram, counts, noised, margins_of(plan, index, histogram.cells), withheld)


def draws(noise: Noise, bits: Bits, count: int) -> tuple[int, ...]:
    """So many draws of a histogram's noise, for pictures: from `bits`, which are seeded there."""
    draw = discrete_gaussian if noise.is_gaussian else discrete_laplace
    return tuple(int(each) for each in draw(bits, noise.width, count))


def _shares(column: Column) -> NDArray[np.float64]:
    """The share of made-up rows in each cell of a column; they add up to 1."""
    declared = len(column.labels) - len(column.special)
    if isinstance(column, NumericColumn):
        weights = np.exp(-0.5 * ((np.arange(declared) + 0.5) / declared * 4 - 1.7) ** 2)
    else:
        weights = 1 / np.sqrt(1 + np.arange(declared))
    special = np.full(len(column.special), _SPECIAL_SHARE)
    return np.concatenate([weights / weights.sum() * (1 - special.sum()), special])
