"""The kinds of column that a plan declares: which cells their values fall into, and how these are written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from typing import ClassVar

from explorer.mark import N_, Sentence, verbatim
from explorer.release.plan.key import Kind, document_of, keys, required, values_in
from explorer.release.plan.labels import CATEGORY_SPECIAL, NUMERIC_SPECIAL, spelled
from explorer.release.plan.sections import Input
from explorer.release.plan.toml_reader import Table

_EDGE = re.compile(r"[+-]?\d{1,60}(\.\d{1,60})?([eE][+-]?\d{1,2})?", re.ASCII)
_OF_NUMBERS = N_("Of numbers: (below) and (above) the edges, (missing), (unreadable) as a number.")
_OF_CATEGORIES = N_("Of categories: (other) than those shown, (missing).")

Written = tuple[tuple[str, ...], ...]
Wrong = Iterator[Sentence]


def _edges(edges: Sequence[str], _: NumericColumn) -> Wrong:
    if any(not _EDGE.fullmatch(edge) for edge in edges):
        yield N_("edges must be plain decimals, like 0, 20 or 0.5")
        return
    values = [Decimal(edge) for edge in edges]
    if len(values) < 2:
        yield N_("at least two edges make an interval")
    elif any(low >= high for low, high in pairwise(values)):
        yield N_("edges must rise: each one greater than the one before it")


def _categories(categories: Sequence[str], _: CategoryColumn) -> Wrong:
    if not categories:
        yield N_("list at least one category")
    if repeated := _repeated(categories):
        yield N_("category “{category}” is listed twice", category=repeated[0])
    elif repeated := _repeated(spelled(each) for each in categories):
        yield N_("two categories would be written alike: “{category}”", category=repeated[0])


def _repeated(texts: Iterable[str]) -> list[str]:
    return [text for text, times in Counter(texts).items() if times > 1]


@dataclass(frozen=True, slots=True)
class NumericColumn:
    """A column of numbers in the intervals [a, b) between neighbouring `edges`, exact and as typed."""

    kind: ClassVar[str] = "numeric"
    found: ClassVar[bool] = False
    special: ClassVar[tuple[str, ...]] = NUMERIC_SPECIAL
    special_described: ClassVar[Sentence] = _OF_NUMBERS
    datatypes: ClassVar[tuple[str, ...]] = ("string", "number", "number")
    name: str = field(metadata=required(Kind.TEXT))
    edges: tuple[str, ...] = field(metadata=required(Kind.TEXTS, rule=_edges))

    @property
    def intervals(self) -> tuple[tuple[str, str], ...]:
        """The ends of each declared cell, as typed."""
        return tuple(zip(self.edges[:-1], self.edges[1:], strict=True))

    @property
    def labels(self) -> tuple[str, ...]:
        """One label a cell: the declared ones, then the special ones."""
        return (*(f"from {low} to {high}" for low, high in self.intervals), *self.special)

    @property
    def names(self) -> tuple[Sentence | str, ...]:
        """One name a cell, in the reader's words; special ones are called as they are written."""
        declared = (N_("{low} to <{high}", low=low, high=high) for low, high in self.intervals)
        return (*declared, *self.special)

    @property
    def described(self) -> Sentence:
        """What it holds."""
        edges = tuple(map(verbatim, self.edges))
        return N_("numbers, in intervals that include their lower edge: {edges}", edges=edges)

    @property
    def written_names(self) -> tuple[str, ...]:
        """The columns that it becomes where it is written."""
        return tuple(map(spelled, (self.name, f"{self.name}_from", f"{self.name}_to")))

    @property
    def written_cells(self) -> Written:
        """What stands in `written_names`, one entry a cell; special cells have no ends."""
        declared = [(f"from {low} to {high}", low, high) for low, high in self.intervals]
        return (*declared, *((label, "", "") for label in self.special))

    def unfit(self, _: Input) -> Iterator[tuple[str, Sentence]]:
        """What is wrong with it under a dialect, by its key: nothing."""
        return iter(())


@dataclass(frozen=True, slots=True)
class CategoryColumn:
    """A column of text in declared categories, matched verbatim."""

    kind: ClassVar[str] = "category"
    found: ClassVar[bool] = False
    special: ClassVar[tuple[str, ...]] = CATEGORY_SPECIAL
    special_described: ClassVar[Sentence] = _OF_CATEGORIES
    datatypes: ClassVar[tuple[str, ...]] = ("string",)
    name: str = field(metadata=required(Kind.TEXT))
    categories: tuple[str, ...] = field(metadata=required(Kind.TEXTS, rule=_categories))

    @property
    def labels(self) -> tuple[str, ...]:
        """One label a cell: the declared ones, then the special ones."""
        return (*self.categories, *self.special)

    @property
    def names(self) -> tuple[Sentence | str, ...]:
        """One name a cell: its label, as it stands."""
        return self.labels

    @property
    def described(self) -> Sentence:
        """What it holds."""
        return N_("categories: {categories}", categories=tuple(map(verbatim, self.categories)))

    @property
    def written_names(self) -> tuple[str, ...]:
        """The column that it becomes where it is written."""
        return (spelled(self.name),)

    @property
    def written_cells(self) -> Written:
        """What stands in `written_names`, one entry a cell."""
        return _written(self.categories)

    def unfit(self, declared: Input) -> Iterator[tuple[str, Sentence]]:
        """What is wrong with it under a dialect, by its key: categories that no value could be."""
        missing = declared.missing_values
        for each in self.categories:
            if each in NUMERIC_SPECIAL or each in CATEGORY_SPECIAL:
                yield "categories", N_("category “{category}” is spelled like a special cell", category=each)
            elif each in missing:
                yield "categories", N_("category “{category}” is spelled like a missing value", category=each)
            elif each != declared.value(each):
                sentence = N_("category “{category}” has blanks around it, which trim removes", category=each)
                yield "categories", sentence
            elif "\0" in each:
                yield "categories", N_("a category holds a NUL character")


@dataclass(frozen=True, slots=True)
class UnknownColumn:
    """A column of text whose categories are found in the file: each is kept from a noisy count on.

    `categories` is empty in a plan. In what was drawn it holds those that were kept, in the order of their
    code points.
    """

    kind: ClassVar[str] = "category-unknown"
    found: ClassVar[bool] = True  # in the file: its categories are no part of the plan
    special: ClassVar[tuple[str, ...]] = CATEGORY_SPECIAL
    special_described: ClassVar[Sentence] = _OF_CATEGORIES
    datatypes: ClassVar[tuple[str, ...]] = ("string",)
    name: str = field(metadata=required(Kind.TEXT))
    categories: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """One label a cell: the kept ones, then the special ones, which are always there."""
        return (*self.categories, *self.special)

    @property
    def names(self) -> tuple[Sentence | str, ...]:
        """One name a cell: its label, as it stands."""
        return self.labels

    @property
    def described(self) -> Sentence:
        """What it holds."""
        return N_("categories that were found in the file")

    @property
    def written_names(self) -> tuple[str, ...]:
        """The column that it becomes where it is written."""
        return (spelled(self.name),)

    @property
    def written_cells(self) -> Written:
        """What stands in `written_names`, one entry a cell."""
        return _written(self.categories)

    def unfit(self, _: Input) -> Iterator[tuple[str, Sentence]]:
        """What is wrong with it under a dialect, by its key: nothing."""
        return iter(())


Column = NumericColumn | CategoryColumn | UnknownColumn
KINDS: dict[str, type[Column]] = {each.kind: each for each in (NumericColumn, CategoryColumn, UnknownColumn)}
"""Every kind of column, by what a plan calls it."""


def _written(categories: Iterable[str]) -> Written:
    return (*((spelled(each),) for each in categories), *((label,) for label in CATEGORY_SPECIAL))


def new_column() -> dict[str, object]:
    """A column that nobody has declared yet, as a table of a plan."""
    return {"name": "", "kind": CategoryColumn.kind, "categories": []}


def read_column(table: Table) -> Column | None:
    """The column that a table of a plan declares; None where something is wrong, which is noted there."""
    name = table.text("name", required=True)
    kind = KINDS.get(table.choice("kind", tuple(KINDS), required=True) or "")
    if kind is None:
        table.forget(*(each for known in KINDS.values() for each in keys(known)))
    found = None if kind is None else values_in(table, kind, name=name)
    table.close()
    return None if kind is None or found is None else kind(**found)


def column_document(column: Column) -> dict[str, object]:
    """A column as a table of a plan."""
    declared = document_of(column)
    return {"name": declared.pop("name"), "kind": column.kind, **declared}
