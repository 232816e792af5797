"""A query: one thing that a plan releases, and everything that follows from how it is declared.

One file of this folder holds one kind: a frozen dataclass of its own keys (`explorer.release.plan.key`).
Plan, rules, counting, noise, files, margins and preview find it by walking the folder. A row falls into
cells, the cells are counted, what is measured of the counts gets noise, and everything else is a function of
the plan and of the noised integers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from types import MappingProxyType
from typing import ClassVar, Self, cast

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_, Sentence
from explorer.privacy.registry import walk
from explorer.privacy.sensitivity import Sensitivity
from explorer.release import queries
from explorer.release.columns.category_unknown import UnknownColumn
from explorer.release.columns.column import Column, column_document, new_column, read_column
from explorer.release.partition_selection import Counted, Found, Threshold
from explorer.release.plan.gaussian_margin import gaussian_margin, gaussian_within
from explorer.release.plan.key import Kind, document_of, key, required, values_in
from explorer.release.plan.margin import margin, within
from explorer.release.plan.sections import SMALLEST, Output, Privacy
from explorer.release.plan.toml_reader import Table
from explorer.release.queries.terms import Margins, ReportTable, Terms, WrittenTable
from explorer.release.values.noise_distribution import Noise

Integers = NDArray[np.int64]


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


def _share(share: Fraction, _: Query) -> Iterator[Sentence]:
    if share <= 0:
        yield N_("share must be greater than 0")
    elif not SMALLEST <= share <= 1 / SMALLEST:
        yield N_("share must lie between {low} and {high}", low=float(SMALLEST), high=float(1 / SMALLEST))


@dataclass(frozen=True, slots=True)
class Query(ABC):
    """One thing that a plan releases. Unless a kind says otherwise, a row falls into one joint cell of its
    columns and the counts themselves are measured.
    """

    id: ClassVar[str]  # the section of a plan
    order: ClassVar[int]
    another: ClassVar[Sentence]  # what a form calls the press that adds one
    removed: ClassVar[Sentence]  # and the one that takes it away

    name: str = field(metadata=required(Kind.TEXT))
    columns: tuple[Column, ...]
    share: Fraction = key(Kind.EXACT, Fraction(1), rule=_share)

    # How it stands in a plan

    @classmethod
    def read(cls, table: Table) -> Self | None:
        """The query that a table of a plan declares; None where something is wrong, which is noted there."""
        found = values_in(table, cls)
        columns = [read_column(each) for each in table.tables("column")]
        table.close()
        whole = tuple(column for column in columns if column is not None)
        if found is None or len(whole) < len(columns) or not columns:
            return None
        return cls(columns=whole, **found)

    def document(self) -> dict[str, object]:
        """The query as a table of a plan."""
        return {**document_of(self), "column": [column_document(each) for each in self.columns]}

    @classmethod
    def draft(cls, name: str) -> dict[str, object]:
        """A query of this kind that nobody has declared yet, as a table of a plan."""
        return {"name": name, "share": "1", "column": [new_column()]}

    @classmethod
    @abstractmethod
    def numbered(cls, number: int) -> Sentence:
        """What a form calls the query of this number."""

    def unfit(self, privacy: Privacy | None) -> Iterator[tuple[str, Sentence]]:
        """What else is wrong with it in a plan, by the path of its key; `privacy` is None where that is."""
        return iter(())

    # Which cells a row falls into

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of cells of each column, special ones included."""
        return tuple(len(column.labels) for column in self.columns)

    @property
    def cells(self) -> int:
        """The number of cells that are counted, special ones included."""
        return prod(self.shape)

    def labels(self) -> Iterator[tuple[str, ...]]:
        """The label of each cell in each column; the last column runs fastest."""
        return product(*(column.labels for column in self.columns))

    @property
    def is_joint(self) -> bool:
        """A row falls into one cell: its joint number over the columns, the last one fastest."""
        return True

    def places(self, cells: Sequence[Integers]) -> tuple[Integers, ...]:
        """The cells that each row falls into, from its cells in `columns`; (n,) numbers each."""
        flat = cells[0]
        for each, size in zip(cells[1:], self.shape[1:], strict=True):
            flat = flat * size + each
        return (flat,)

    @property
    def unknown(self) -> UnknownColumn | None:
        """Its column of unknown categories, which stands alone."""
        first = self.columns[0]
        return cast(UnknownColumn, first) if first.found else None

    # What is measured, and what follows from it

    @property
    def spends_delta(self) -> bool:
        """Whether a threshold spends a δ."""
        return any(column.found for column in self.columns)

    def sensitivity(self, privacy: Privacy) -> Sensitivity:
        """How far one unit can move what is measured."""
        return privacy.sensitivity

    def measured(self, true: Counted) -> Integers:
        """The integers that get noise: the counts themselves, unless a kind has a strategy of its own."""
        return true.counts if isinstance(true, Found) else true

    def threshold(self, terms: Terms) -> Threshold | None:
        """From which noisy count on a category that was found is published; None where none is found."""
        return None

    def with_found(self, found: tuple[str, ...]) -> Query:
        """The query with the categories that were found and kept."""
        return self

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
        every = self.cells if cells is None else cells
        return Margins(least(width, confidence), least(width, confidence, every))

    def keeps(self, terms: Terms, wish: int, joint: bool = False) -> bool:
        """Whether the margin of each cell, or of all together, is `wish` or less; exact."""
        decide = gaussian_within if terms.noise.is_gaussian else within
        return decide(wish, terms.noise.width, terms.output.confidence, self.cells if joint else 1)

    # Its files

    @property
    def table_names(self) -> tuple[str, ...]:
        """The names of its tables, without an ending."""
        return (self.name,)

    @abstractmethod
    def header(self, output: Output) -> tuple[str, ...]:
        """The header of its table."""

    @abstractmethod
    def written(self, noised: NoisedQuery, output: Output) -> Iterator[WrittenTable]:
        """Its tables as they are released, in the order of `table_names`."""

    @abstractmethod
    def written_size(self, measure: Callable[[str], int]) -> int:
        """What all its declared labels measure, each as often as it is written."""

    @abstractmethod
    def described(self, noised: NoisedQuery) -> dict[str, object]:
        """What its metadata tell of it beside the promise."""

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

    # Its preview

    @abstractmethod
    def simulated(self, rows: int) -> Counted:
        """Counts of so many `rows` of simulated people in all: the same ones each time."""

    def shown(self, true: Counted, noised: NoisedQuery) -> tuple[int, ...]:
        """Simulated or public counts of the cells that are published, along `noised.declared.labels()`."""
        return tuple(self.measured(true).tolist())


@cache
def every_query() -> Mapping[str, type[Query]]:
    """All kinds of query, by the section of a plan that declares them, in the order in which they stand."""
    return MappingProxyType(walk(queries, base=Query))  # type: ignore[type-abstract]
