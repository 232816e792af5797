"""How a query stands in a plan, and which cells a row of the file falls into: alike for every kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod
from types import MappingProxyType
from typing import ClassVar, Self, cast

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_, Sentence
from explorer.release.columns.category_unknown import UnknownColumn
from explorer.release.columns.column import Column, column_document, new_column, read_column
from explorer.release.plan.key import Kind, document_of, key, required, values_in
from explorer.release.plan.labels import COUNT
from explorer.release.plan.sections import SMALLEST, Privacy
from explorer.release.plan.toml_reader import Table
from explorer.release.queries.groupings import Grouping

Integers = NDArray[np.int64]


def _share(share: Fraction, _: CountedCells) -> Iterator[Sentence]:
    if share <= 0:
        yield N_("share must be greater than 0")
    elif not SMALLEST <= share <= 1 / SMALLEST:
        yield N_("share must lie between {low} and {high}", low=float(SMALLEST), high=float(1 / SMALLEST))


@dataclass(frozen=True, slots=True)
class CountedCells(ABC):
    """How a query stands in a plan, and which cells a row falls into: one joint cell of its columns, unless a
    kind says otherwise.
    """

    id: ClassVar[str]  # the section of a plan
    order: ClassVar[int]
    another: ClassVar[Sentence]  # what a form calls the press that adds one
    removed: ClassVar[Sentence]  # and the one that takes it away
    needs_columns: ClassVar[bool] = True
    most_columns: ClassVar[int] = 3  # that a form offers
    further_column: ClassVar[Sentence] = N_("+ a column: counts become a crosstab")
    has_table_shares: ClassVar[bool] = False  # among several tables of one query
    choice_words: ClassVar[Mapping[str, Mapping[str, Sentence]]] = MappingProxyType({})  # of a form, by key

    name: str = field(metadata=required(Kind.TEXT))
    columns: tuple[Column, ...]
    share: Fraction = key(Kind.EXACT, Fraction(1), rule=_share)

    # How it stands in a plan

    @classmethod
    def read(cls, table: Table) -> Self | None:
        """The query that a table of a plan declares; None where something is wrong, which is noted there."""
        found = values_in(table, cls)
        columns = [read_column(each) for each in table.tables("column", cls.needs_columns)]
        table.close()
        whole = tuple(column for column in columns if column is not None)
        if found is None or len(whole) < len(columns) or (cls.needs_columns and not columns):
            return None
        return cls(columns=whole, **found)

    def document(self) -> dict[str, object]:
        """The query as a table of a plan."""
        columns = [column_document(each) for each in self.columns]
        return {**document_of(self), **({"column": columns} if columns else {})}

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

    def too_large(self) -> tuple[str, Sentence] | None:
        """Which of its keys declares so much that nothing else about it is looked at, and why."""
        return None

    @property
    def named_columns(self) -> tuple[tuple[str, str], ...]:
        """Further columns of the file that keys of its own name: key and name."""
        return ()

    @property
    def without_nonnegative(self) -> Sentence | None:
        """Why it has no column of counts of at least 0, where a plan asks for one; None where it has."""
        return None

    # Which cells a row falls into, and what it adds there

    @property
    def classified(self) -> tuple[Column, ...]:
        """All columns that decide what a row adds, and where: `columns`, and those of its own keys."""
        return self.columns

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of cells of each column, special ones included."""
        return tuple(column.size for column in self.columns)

    @property
    def cells(self) -> int:
        """The number of cells that are counted, special ones included."""
        return prod(self.shape)

    def labels(self) -> Iterator[tuple[str, ...]]:
        """The label of each cell in each column; the last column runs fastest."""
        return product(*(column.labels for column in self.columns))

    @property
    def is_joint(self) -> bool:
        """A row adds one to one cell: its joint number over the columns, the last one fastest."""
        return True

    def places(self, cells: Sequence[Integers]) -> tuple[Integers, ...]:
        """The cells that each row falls into, from its cells in `classified`; (n,) numbers each."""
        flat = cells[0]
        for each, size in zip(cells[1:], self.shape[1:], strict=True):
            flat = flat * size + each
        return (flat,)

    def bounded(self, cells: Sequence[Integers]) -> tuple[Integers, ...]:
        """The cells in which the bounds on rows a cell and on cells hold, as `places` gives them."""
        return self.places(cells)

    def weights(self, cells: Sequence[Integers]) -> tuple[Integers, ...] | None:
        """What each row adds to its cells, along `places`: whole numbers; None where every row adds one."""
        return None

    @property
    def groupings(self) -> tuple[Grouping, ...]:
        """The same for a database, which counts the groups of some columns: tables that hold every cell."""
        return (Grouping(self.columns),)

    @property
    def unknown(self) -> UnknownColumn | None:
        """Its column of unknown categories, which stands alone."""
        first = self.columns[0] if self.columns else None
        return cast(UnknownColumn, first) if first is not None and first.found else None

    @property
    def spends_delta(self) -> bool:
        """Whether a threshold spends a δ."""
        return any(column.found for column in self.columns)

    # Its tables

    @property
    def table_names(self) -> tuple[str, ...]:
        """The names of its tables, without an ending."""
        return (self.name,)

    @property
    def measured_in(self) -> tuple[str, str]:
        """The table and its column in whose rows the noised integers stand as they were drawn."""
        return self.name, COUNT

    def as_drawn(self, tables: Mapping[str, Sequence[Mapping[str, str]]]) -> list[int]:
        """The noised integers as they were drawn, from the rows of its tables by name."""
        name, column = self.measured_in
        return [int(row[column]) for row in tables[name]]

    def places_written(self, tables: Mapping[str, Sequence[Mapping[str, str]]]) -> Sequence[int]:
        """The same of `as_drawn`, from the rows of its tables by name."""
        return range(len(self.as_drawn(tables)))

    @property
    def tables_shown(self) -> tuple[str, ...]:
        """The tables that a picture may show one of, by name; none where there is one picture."""
        return ()

    # What is said of it

    @property
    def made(self) -> Sentence | None:
        """What a row adds, where it is not one to one cell."""
        return None
