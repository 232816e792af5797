"""What can be shown before any data is touched: margins, the number of cells, and simulated counts.

Nothing here opens a file. The seed belongs to pictures; releases have none. Noise of a picture protects
nobody: it is the same each time, and is put on simulated or public counts alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from operator import add

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.samplers.integer_sampler import Bits, discrete_gaussian, discrete_laplace
from explorer.privacy.samplers.seeded_bytes import seeded_bits
from explorer.privacy.samplers.selection_sampler import exponential, permute_and_flip
from explorer.release.drawn import margins_of, noised, threshold_of
from explorer.release.partition_selection import Counted, Found, Threshold
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.query import NoisedQuery, Query
from explorer.release.queries.terms import Granted, Margins, NoisePart
from explorer.release.values.noise_distribution import Noise
from explorer.release.values.private_choice import PERMUTE_AND_FLIP, Choice


@dataclass(frozen=True, slots=True)
class Expected:
    """What one query will be like, whatever the rows: noise of this distribution on so many cells.

    Where categories are unknown, `cells` and the joint margin are those of the special cells alone, and
    `threshold` says from which noisy count on a category is published. `parts` divide what `noise` spends.
    """

    name: str
    cells: int
    epsilon: Fraction
    delta: Fraction
    noise: Noise
    parts: tuple[NoisePart, ...]
    margins: Margins
    threshold: Threshold | None = None

    @property
    def scale(self) -> Fraction:
        """The width of the noise: L1/ε, or σ² for Gaussian noise."""
        return self.noise.width


@dataclass(frozen=True)
class Simulated:
    """Simulated or public rows in one query: `counts`, and with noise, along `declared.labels()`.

    `withheld` categories were found and left out, being below the threshold in this draw.
    """

    declared: Query
    counts: tuple[int, ...]
    noised: tuple[int, ...]
    margins: Margins
    withheld: int = 0

    @property
    def smaller(self) -> int:
        """How many of its cells have fewer rows than the noise margin of each: count < t."""
        return sum(count < self.margins.each for count in self.counts)


def expected(plan: ReleasePlan) -> tuple[Expected, ...]:
    """Cells, scale and margins of each query of a plan."""
    return tuple(expected_of(plan, index) for index in range(len(plan.queries)))


def expected_of(plan: ReleasePlan, index: int) -> Expected:
    """The same of one of its queries."""
    query = plan.queries[index]
    return Expected(
        name=query.name,
        cells=query.cells,
        epsilon=plan.epsilon_of(index),
        delta=plan.delta_of(index),
        noise=plan.noise_of(index),
        parts=query.noise_parts(plan.terms_of(index)),
        margins=margins_of(plan, index),
        threshold=threshold_of(plan, index),
    )


def simulate(plan: ReleasePlan, seed: int, rows: int = 1000) -> tuple[Simulated, ...]:
    """Simulated counts of `rows` rows, and one draw of the plan's noise on them.

    The shape is the same for every file: a bell over intervals, falling steps over categories, a
    little in each special cell. Equal arguments give equal numbers.
    """
    return _drawn(plan, [query.simulated(rows) for query in plan.queries], seed)


def noised_public(plan: ReleasePlan, counted: Sequence[Counted], seed: int) -> tuple[Simulated, ...]:
    """The counts of a public file (`counting.public_file`), and one draw of the plan's noise on them.

    Equal arguments give equal numbers.
    """
    return _drawn(plan, counted, seed)


def _drawn(plan: ReleasePlan, counted: Sequence[Counted], seed: int) -> tuple[Simulated, ...]:
    bits = seeded_bits(seed)
    return tuple(_with_noise(plan, index, each, bits) for index, each in enumerate(counted))


def drawn_of(plan: ReleasePlan, index: int, counted: Counted, seed: int) -> NoisedQuery:
    """One query of a plan as a release draws it, on simulated counts; it may take seconds."""
    bits = seeded_bits(seed)
    return plan.queries[index].drawn(noised(plan, index, ()), counted, _granted(plan, index, bits))


def _granted(plan: ReleasePlan, index: int, bits: Bits) -> Granted:
    return Granted(plan.noise_of(index), partial(_seeded, bits), partial(_picked, bits))


def _with_noise(plan: ReleasePlan, index: int, counted: Counted, bits: Bits) -> Simulated:
    query = plan.queries[index]
    answer = query.sketched(noised(plan, index, ()), counted, _granted(plan, index, bits))
    unknown = answer.declared.unknown
    kept = 0 if unknown is None else len(unknown.categories)
    withheld = len(counted.labels) - kept if isinstance(counted, Found) else 0
    return Simulated(answer.declared, query.shown(counted, answer), answer.counts, answer.margins, withheld)


def _seeded(bits: Bits, integers: NDArray[np.int64], noise: Noise) -> tuple[int, ...]:
    return tuple(map(add, integers.tolist(), draws(noise, bits, len(integers))))


def _picked(bits: Bits, scores: NDArray[np.int64], choice: Choice) -> int:
    draw = permute_and_flip if choice.sampler == PERMUTE_AND_FLIP else exponential
    return int(draw(bits, scores, choice.scale, 1)[0])


def draws(noise: Noise, bits: Bits, count: int) -> tuple[int, ...]:
    """So many draws of a query's noise, for pictures: from `bits`, which are seeded there."""
    draw = discrete_gaussian if noise.is_gaussian else discrete_laplace
    return tuple(int(each) for each in draw(bits, noise.width, count))
