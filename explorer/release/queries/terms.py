"""What a query is given by its plan, and what it gives back to be written and told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from explorer.mark import Sentence
from explorer.release.plan.sections import Output, Privacy
from explorer.release.values.noise_distribution import Noise


@dataclass(frozen=True, slots=True)
class Terms:
    """What a plan grants one of its queries: whom it protects, its part of the budget, and its noise.

    `epsilon` and `delta` hold for this query, or, for Gaussian noise, for all together.
    """

    privacy: Privacy
    output: Output
    epsilon: Fraction
    delta: Fraction
    noise: Noise


@dataclass(frozen=True, slots=True)
class Margins:
    """Noise margins of one table: of each cell by itself, and of all its cells together."""

    each: int
    joint: int


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """One released table: its name without an ending, and its rows under their header.

    `columns` : of each its name, its datatype, and what its numbers are ("" where the name says it)
    """

    name: str
    columns: tuple[tuple[str, str, str], ...]
    rows: Iterable[Sequence[object]]


@dataclass(frozen=True, slots=True)
class ReportTable:
    """One released table as a report shows it: labels as they stand or in the reader's words, whole numbers.

    `names` are those of the columns, as they were declared; `headings` those of the numbers.
    """

    names: tuple[str, ...]
    headings: tuple[Sentence, ...]
    rows: Iterable[tuple[tuple[Sentence | str, ...], tuple[int, ...]]]
