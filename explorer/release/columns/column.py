"""A column of a plan: which cells its values fall into, how these are told, and how they are written.

One file of this folder holds one kind: a frozen dataclass of its own keys (`explorer.release.plan.key`).
Plan, counting, sources, files, preview, audit and form ask the column; none of them asks of which kind it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import ClassVar

from explorer.mark import Sentence
from explorer.privacy.registry import walk
from explorer.release import columns
from explorer.release.columns.quick import Quick
from explorer.release.plan.key import Kind, document_of, keys, required, values_in
from explorer.release.plan.labels import spelled
from explorer.release.plan.sections import Input
from explorer.release.plan.toml_reader import Table

BLANK_LINE = "\0"  # stands for a blank line of one column; no text of a file holds it (source refuses it)

Written = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Column(ABC):
    """A column that is counted. Unless a kind says otherwise its cells are texts, written as they stand."""

    id: ClassVar[str]  # what a plan calls the kind
    order: ClassVar[int]
    title: ClassVar[Sentence]  # what a form calls it
    help: ClassVar[Sentence | None] = None
    found: ClassVar[bool] = False  # its categories are found in the file: they are no part of the plan
    is_ordered: ClassVar[bool] = False  # its declared cells are intervals, one after the other
    special: ClassVar[tuple[str, ...]]
    special_described: ClassVar[Sentence]
    name: str = field(metadata=required(Kind.TEXT))

    # Its cells

    @property
    @abstractmethod
    def declared_labels(self) -> tuple[str, ...]:
        """One label for each declared cell, as it is released."""

    @property
    def labels(self) -> tuple[str, ...]:
        """One label a cell: the declared ones, then the special ones."""
        return (*self.declared_labels, *self.special)

    @property
    def size(self) -> int:
        """The number of its cells."""
        return len(self.labels)

    @property
    def names(self) -> tuple[Sentence | str, ...]:
        """One name a cell, in the reader's words; special ones are called as they are written."""
        return self.labels

    @property
    def short_names(self) -> tuple[str, ...]:
        """What may stand below the bars where there is no room for names, and what the one after the last
        would be called. Empty where an interval has no such name.
        """
        return ()

    @property
    def edge_names(self) -> tuple[str, ...]:
        """What may stand between the bars where there is no room for names: the lower edge of each declared
        cell, and the last upper one. Empty where names are cut short instead.
        """
        return ()

    @property
    @abstractmethod
    def described(self) -> Sentence:
        """What it holds."""

    # How it stands in a plan

    def unfit(self, declared: Input) -> Iterator[tuple[str, Sentence]]:
        """What is wrong with it beyond its keys one by one, under a dialect, each by its key."""
        return iter(())

    @classmethod
    def draft(cls) -> dict[str, object]:
        """Its own keys in a plan that is being written, before anybody has declared them."""
        return {}

    # From the texts of a file to cells

    @abstractmethod
    def classifier(self, declared: Input) -> Callable[[str], int]:
        """From a raw text to the number of its cell along `labels`: a pure function of the text."""

    def written_date(self) -> Callable[[int], str] | None:
        """How a date that is stored as such is written for this column; None where it counts no dates."""
        return None

    def quick(self, declared: Input) -> Quick | None:
        """How a quick reader may tell its cells by itself; None where each text is to be classified."""
        return None

    @abstractmethod
    def examples(self, declared: Input) -> Iterator[str]:
        """Texts for its cells, those of some declared ones first; for simulated files."""

    # How it is written

    @property
    def datatypes(self) -> tuple[str, ...]:
        """The datatype of each of `written_names` (W3C CSVW)."""
        return ("string",)

    @property
    def column_notes(self) -> tuple[str, ...]:
        """What the metadata say of each of `written_names`; "" where the name says it."""
        return tuple("" for _ in self.written_names)

    @property
    def written_names(self) -> tuple[str, ...]:
        """The columns that it becomes where it is written."""
        return (spelled(self.name),)

    @property
    def written_cells(self) -> Written:
        """What stands in `written_names`, one entry a cell."""
        return (*((spelled(each),) for each in self.declared_labels), *((label,) for label in self.special))

    def literal(self) -> dict[str, object]:
        """What a program elsewhere must know to count it, as literals: its keys, worked out."""
        return column_document(self)


@cache
def every_column() -> Mapping[str, type[Column]]:
    """All kinds of column, by what a plan calls them, in the order in which they are offered."""
    return MappingProxyType(walk(columns, base=Column))  # type: ignore[type-abstract]


def new_column() -> dict[str, object]:
    """A column that nobody has declared yet, as a table of a plan."""
    kind = every_column()["category"]
    return {"name": "", "kind": kind.id, **kind.draft()}


def read_column(table: Table) -> Column | None:
    """The column that a table of a plan declares; None where something is wrong, which is noted there."""
    name = table.text("name", required=True)
    known = every_column()
    kind = known.get(table.choice("kind", tuple(known), required=True) or "")
    if kind is None:
        table.forget(*(each for one in known.values() for each in keys(one)))
    found = None if kind is None else values_in(table, kind, name=name)
    table.close()
    return None if kind is None or found is None else kind(**found)


def column_document(column: Column) -> dict[str, object]:
    """A column as a table of a plan."""
    declared = document_of(column)
    return {"name": declared.pop("name"), "kind": column.id, **declared}
