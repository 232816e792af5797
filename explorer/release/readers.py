"""From the texts of each column to numbers of cells; undeclared categories are numbered as they come."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

import numpy as np

from explorer.release.classify import Cells, cells_of
from explorer.release.declared import MISSING, OTHER, Column, Input, UnknownColumn
from explorer.release.layout import Integers, Words
from explorer.release.unknown import Found, category_of

_SPECIAL = (OTHER, MISSING)


@dataclass(frozen=True)
class Categories:
    """The categories found in a column, numbered as they come; safe to share between threads."""

    declared: Input
    _numbers: dict[str, int] = field(default_factory=lambda: {OTHER: 0, MISSING: 1}, repr=False)
    _next: Iterator[int] = field(default_factory=lambda: count(len(_SPECIAL)), repr=False)

    def number(self, raw: str) -> int:
        """The number of the category that a text is."""
        category = category_of(raw, self.declared)
        found = self._numbers.get(category)
        return self._numbers.setdefault(category, next(self._next)) if found is None else found

    def names(self) -> list[str]:
        """The categories in the order of their code points, after (other) and (missing)."""
        return [*_SPECIAL, *sorted(self._numbers.keys() - set(_SPECIAL))]

    def ranks(self, names: Sequence[str]) -> Integers:
        """Along the numbers: the place among `names`, which does not depend on what came first."""
        ranks = np.zeros(max(self._numbers.values()) + 1, dtype=np.int64)
        for rank, name in enumerate(names):
            ranks[self._numbers[name]] = rank
        return ranks


@dataclass(frozen=True)
class Reader:
    """How the texts of one column are read; `categories` where nobody declared them."""

    column: Column
    cells: Cells = field(repr=False)
    categories: Categories | None = None


def reader_of(column: Column, declared: Input) -> Reader:
    """A reader of a column, to be used for all rows of a file."""
    if isinstance(column, UnknownColumn):
        categories = Categories(declared)
        return Reader(column, Cells(categories.number), categories)
    return Reader(column, cells_of(column, declared))


def words_of_names(names: Sequence[str]) -> Words:
    """A word of each category that depends on its text alone."""
    digests = (hashlib.blake2b(name.encode(), digest_size=8).digest() for name in names)
    return np.array([int.from_bytes(digest, "big") for digest in digests], dtype=np.uint64)


def found_in(names: Sequence[str], table: Integers) -> Found:
    """The counts of the categories that a kept row is in, from those along `names`.

    A category none of whose rows is kept must not show: that it is there depends on more rows than the
    bounds allow.
    """
    some = [rank for rank in range(len(_SPECIAL), len(names)) if table[rank]]
    counts = [*(int(table[rank]) for rank in some), *(int(each) for each in table[: len(_SPECIAL)])]
    return Found(tuple(names[rank] for rank in some), np.array(counts, dtype=np.int64))
