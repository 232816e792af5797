"""A query: one thing that a plan releases, and everything that follows from how it is declared.

One file of this folder holds one kind: a frozen dataclass of its own keys (`explorer.release.plan.key`).
Plan, rules, counting, noise, files, margins and preview find it by walking the folder. A row falls into
cells, the cells are counted, what is measured of the counts gets noise, and everything else is a function of
the plan and of the noised integers.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType

import numpy as np

from explorer.mark import Sentence
from explorer.privacy.registry import walk
from explorer.privacy.sensitivity import Sensitivity
from explorer.release import queries
from explorer.release.partition_selection import Counted, Found, Threshold
from explorer.release.plan.gaussian_margin import gaussian_margin, gaussian_within
from explorer.release.plan.margin import margin, within
from explorer.release.plan.sections import Output, Privacy
from explorer.release.queries.counted_cells import CountedCells, Integers
from explorer.release.queries.terms import (
    Alternative,
    ComparedTable,
    Granted,
    Margins,
    NoisePart,
    ReportTable,
    Terms,
    WrittenTable,
    pure_terms,
)
from explorer.release.values.noise_distribution import GAUSSIAN, LAPLACE, Noise
from explorer.release.values.noise_variance import variance
from explorer.release.values.private_choice import Choice


@dataclass(frozen=True, slots=True)
class NoisedQuery:
    """The noised integers of one query, as they may be published, along `declared.labels()`.

    Categories that were found and kept stand in `declared`. Before anything is drawn `counts` is empty.
    """

    declared: Query
    terms: Terms
    counts: tuple[int, ...]
    margins: Margins
    threshold: Threshold | None = None

    @property
    def epsilon(self) -> Fraction:
        """The ε that holds for it."""
        return self.terms.epsilon

    @property
    def delta(self) -> Fraction:
        """The δ that holds for it."""
        return self.terms.delta

    @property
    def noise(self) -> Noise:
        """Its noise."""
        return self.terms.noise

    @property
    def scale(self) -> Fraction:
        """The width of its noise: L1/ε, or σ² for Gaussian noise."""
        return self.noise.width

    @property
    def name(self) -> str:
        """The name of the table and of its files."""
        return self.declared.name

    @property
    def labels(self) -> tuple[tuple[str, ...], ...]:
        """The label of each cell in each column, one entry a count."""
        return tuple(self.declared.labels())


@dataclass(frozen=True, slots=True)
class Query(CountedCells):
    """One thing that a plan releases. Unless a kind says otherwise, the counts themselves are measured, with
    one noise, and published cell by cell.
    """

    # What is measured, and what follows from it

    def sensitivity(self, privacy: Privacy) -> Sensitivity:
        """How far one unit can move what is measured."""
        return privacy.sensitivity

    def noise_under(self, privacy: Privacy, parameter: Fraction) -> Noise:
        """Its noise where so much of ε, or of ρ, is granted; exact."""
        moved = self.sensitivity(privacy)
        sensitivity = moved.L2_squared if privacy.mechanism == GAUSSIAN else moved.L1
        return Noise(privacy.mechanism, sensitivity, parameter)

    def measured(self, true: Counted, terms: Terms) -> Integers:
        """The integers that get noise: the counts themselves, unless a kind has a strategy of its own."""
        return true.counts if isinstance(true, Found) else true

    @property
    def integers(self) -> int:
        """How many integers are measured, where all categories are declared."""
        return self.cells

    @property
    def counts_cells(self) -> bool:
        """Whether each measured integer is the count of one cell, with one noise: then it has pictures."""
        return True

    def measured_name(self, place: int, terms: Terms) -> str:
        """What one of the measured integers is of, for a person: its cell's label in each column."""
        places = np.unravel_index(place, self.shape)
        return " · ".join(column.labels[at] for column, at in zip(self.columns, places, strict=True))

    def noise_parts(self, terms: Terms) -> tuple[NoisePart, ...]:
        """Which of the measured integers get which noise; all together spend what is granted, or less.

        One noise for all of them, unless a kind divides what it is granted among levels or tables.
        """
        return (NoisePart(None, terms.noise),)

    def charges(self, terms: Terms) -> tuple[Noise | Choice, ...]:
        """Everything that is paid for: its noises, and where it chooses privately, its choices."""
        return tuple(part.noise for part in self.noise_parts(terms))

    def threshold(self, terms: Terms) -> Threshold | None:
        """From which noisy count on a category that was found is published; None where none is found."""
        return None

    def measured_as(self, found: tuple[str, ...]) -> Query:
        """The query with what the ledger kept of how it measures; itself where that is no choice."""
        return self

    def with_found(self, found: tuple[str, ...]) -> Query:
        """The query with the categories that were found and kept."""
        return self

    def drawn(self, blank: NoisedQuery, true: Counted, granted: Granted) -> NoisedQuery:
        """What may be published of true counts: a function of what `granted` gives, the true counts aside.

        A kind whose later questions depend on earlier answers asks `granted` several times.
        """
        measured, begin = self.measured(true, blank.terms), 0
        found: list[int] = []
        for part in self.noise_parts(blank.terms):
            end = len(measured) if part.size is None else begin + part.size
            found += granted.noised(measured[begin:end], part.noise)
            begin = end
        if len(found) != len(measured):
            raise TypeError("the noise of a query does not fit what it measures")
        return self.answered(blank, true, tuple(found))

    def sketched(self, blank: NoisedQuery, true: Counted, granted: Granted) -> NoisedQuery:
        """What a preview shows at once; a kind that takes long to draw leaves out what takes it."""
        return self.drawn(blank, true, granted)

    @property
    def kept(self) -> tuple[str, ...]:
        """What the ledger keeps beside the noised integers, for `noised`: the categories that were kept."""
        return () if self.unknown is None else self.unknown.categories

    def answered(self, blank: NoisedQuery, true: Counted, drawn: tuple[int, ...]) -> NoisedQuery:
        """What may be published of the noised integers; `true` is only asked which categories they are of.

        `blank` : the query before anything was drawn, with all that could be told by then
        """
        return replace(blank, counts=drawn)

    def noised(self, terms: Terms, counts: tuple[int, ...], found: tuple[str, ...] = ()) -> NoisedQuery:
        """Noised integers with everything that may stand beside them, and the categories that were kept."""
        declared = self.with_found(found)
        return NoisedQuery(declared, terms, counts, declared.margins(terms), self.threshold(terms))

    def margins(self, terms: Terms, cells: int | None = None) -> Margins:
        """The noise margins, before any row is read. `cells` : how many there are; None for the declared."""
        width, confidence = terms.noise.width, terms.output.confidence
        least = gaussian_margin if terms.noise.is_gaussian else margin
        every = self.integers if cells is None else cells
        return Margins(least(width, confidence), least(width, confidence, every))

    def keeps(self, terms: Terms, wish: int, joint: bool = False) -> bool:
        """Whether the margin of each cell, or of all together, is `wish` or less; exact."""
        decide = gaussian_within if terms.noise.is_gaussian else within
        return decide(wish, terms.noise.width, terms.output.confidence, self.integers if joint else 1)

    # What is expected of it, before any row is read

    def strategy_id(self, terms: Terms) -> str:
        """How it measures: the counts themselves, unless a kind has a strategy of its own."""
        return "identity"

    def expected_rmse(self, terms: Terms) -> float:
        """The root of the mean squared error that noise gives its measured cells; exact up to rounding."""
        parts = self.noise_parts(terms)
        sizes = [self.integers if part.size is None else part.size for part in parts]
        squares = (size * variance(part.noise) for size, part in zip(sizes, parts, strict=True))
        return math.sqrt(sum(squares) / sum(sizes))

    def alternatives(self, terms: Terms) -> tuple[Alternative, ...]:
        """What else the plan could choose for it; where ρ is granted, pure ε of the same share."""
        if (pure := pure_terms(self.noise_under, terms)) is None:
            return ()
        return (Alternative(self.strategy_id(pure), LAPLACE, self.expected_rmse(pure)),)

    # Its files

    def places_drawn(self, noised: NoisedQuery) -> Sequence[int]:
        """Which of the integers that may be measured each of the drawn ones is: all, in their order."""
        return range(len(noised.counts))

    @abstractmethod
    def headers(self, output: Output) -> Iterator[tuple[str, ...]]:
        """The header of each of its tables, in the order of `table_names`."""

    @abstractmethod
    def written(self, noised: NoisedQuery, output: Output) -> Iterator[WrittenTable]:
        """Its tables as they are released, in the order of `table_names`."""

    @abstractmethod
    def written_size(self, blank: NoisedQuery, measure: Callable[[str], int]) -> int:
        """What all labels and margins in its tables measure, each as often as it is written."""

    def written_numbers(self, output: Output) -> int:
        """How many numbers that depend on what is drawn stand in its tables."""
        return self.integers * (2 if output.nonnegative else 1)

    @abstractmethod
    def described(self, noised: NoisedQuery) -> dict[str, object]:
        """What its metadata tell of it beside the promise."""

    def compared(self, noised: NoisedQuery) -> tuple[ComparedTable, ...]:
        """What two releases of it are compared by: the table of its noised counts; none where it has none."""
        return (self.compared_table(noised, noised.counts),) if self.counts_cells else ()

    def compared_table(self, noised: NoisedQuery, counts: tuple[float, ...]) -> ComparedTable:
        """A table of one number for each of `labels()`, whose margin is that of all of them together."""
        joint, kind = noised.margins.amounts[1], (type(self), self.columns)
        return ComparedTable(self.name, self.columns, counts, joint, kind)

    def further_margins(self, noised: NoisedQuery) -> dict[str, object]:
        """What its metadata tell of its margins beside those of each cell and of all together."""
        return {}

    # What a report says of it

    @property
    def counted_words(self) -> str:
        """Its name and what it counts."""
        return f"{self.name} ({' × '.join(column.name for column in self.columns)})"

    @abstractmethod
    def margins_sentence(self, noised: NoisedQuery) -> Sentence:
        """Its noise margins."""

    @abstractmethod
    def remarks(self, noised: NoisedQuery) -> tuple[Sentence, ...]:
        """What else is to be known of its numbers."""

    @abstractmethod
    def report_table(self, noised: NoisedQuery) -> ReportTable:
        """All its numbers."""

    def opendp(self) -> dict[str, object] | None:
        """What the OpenDP program declares of it, as literals; None where OpenDP has nothing alike."""
        return None

    @property
    def opendp_lacks(self) -> Sentence | None:
        """What OpenDP would need for it, where that is known."""
        return None

    # Its preview

    @abstractmethod
    def simulated(self, rows: int) -> Counted:
        """Counts of so many `rows` of simulated people in all: the same ones each time."""

    def shown(self, true: Counted, noised: NoisedQuery) -> tuple[int, ...]:
        """Simulated or public counts of the cells that are published, along `noised.declared.labels()`."""
        return tuple(self.measured(true, noised.terms).tolist())


@cache
def every_query() -> Mapping[str, type[Query]]:
    """All kinds of query, by the section of a plan that declares them, in the order in which they stand."""
    return MappingProxyType(walk(queries, base=Query))  # type: ignore[type-abstract]
