"""From the texts of each column to numbers of cells; undeclared categories are numbered as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import merge
from itertools import count, islice
from typing import TypeVar

import numpy as np

from explorer.release.columns.column import Column
from explorer.release.counting.classify import Cells, cells_of
from explorer.release.counting.layout import Integers
from explorer.release.partition_selection import Found, category_of
from explorer.release.plan.labels import MISSING, OTHER
from explorer.release.plan.sections import Input

_SPECIAL = (OTHER, MISSING)
_SOME = 1 << 13  # texts between two looks whether to stop
Check = Callable[[], None]
T = TypeVar("T")


def _watched(items: Iterable[T], check: Check | None) -> Iterator[T]:
    """The items, with a look every now and then; `check` may raise."""
    for number, item in enumerate(items):
        if check is not None and number % _SOME == 0:
            check()
        yield item


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

    def names(self, check: Check | None = None) -> list[str]:
        """The categories in the order of their code points, after (other) and (missing)."""
        found = (name for name in self._numbers if name not in _SPECIAL)
        runs = []
        while run := sorted(islice(_watched(found, check), _SOME)):
            runs.append(run)
        return [*_SPECIAL, *_watched(merge(*runs), check)]

    def ranks(self, names: Sequence[str], check: Check | None = None) -> Integers:
        """Along the numbers: the place among `names`, which does not depend on what came first."""
        ranks = np.zeros(max(_watched(self._numbers.values(), check)) + 1, dtype=np.int64)
        for rank, name in enumerate(_watched(names, check)):
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
    if column.found:
        categories = Categories(declared)
        return Reader(column, Cells(categories.number), categories)
    return Reader(column, cells_of(column, declared))


def found_in(names: Sequence[str], table: Integers, check: Check | None = None) -> Found:
    """The counts of the categories that a kept row is in, from those along `names`.

    A category none of whose rows is kept must not show: that it is there depends on more rows than the
    bounds allow.
    """
    special = len(_SPECIAL)
    some = np.flatnonzero(table[special:]) + special
    labels = tuple(names[rank] for rank in _watched(some.tolist(), check))
    return Found(labels, np.concatenate((table[some], table[:special])).astype(np.int64))
