"""What all columns of a row hold, as one small number: rows that say the same are counted before they are
told apart by query.

A source that reads each column of the file once gives one code a column, however many queries ask for it by
edges or steps of their own; a table tells the cell of each code in each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]

MOST_JOINT = 1 << 22
"""Of so many rows that differ at most the numbers are kept: 32 MB."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Some rows, each the joint number of its codes; private like the rows themselves."""

    coding: Coding
    numbers: Integers = field(repr=False)


@dataclass(frozen=True, eq=False)
class Coding:
    """Codes of the columns of a file, and the cells of the plan's columns.

    Attributes
    ----------
    sizes : how many values each code takes; None where nothing bounds them
    columns : for each column of the plan which code tells it, and the cell of each value of that code;
        None where the code is the cell
    """

    sizes: tuple[int | None, ...]
    columns: tuple[tuple[int, Integers | None], ...]

    @cached_property
    def _known(self) -> tuple[int, ...]:
        return tuple(size for size in self.sizes if size is not None)

    @cached_property
    def most(self) -> int | None:
        """How many joint numbers there are; None where they are too many to be counted at once."""
        most = prod(self._known)
        return most if len(self._known) == len(self.sizes) and most <= MOST_JOINT else None

    def cells(self, codes: Sequence[Integers]) -> list[Integers]:
        """The cell of each row in each column of the plan, from (n,) codes each."""
        return [codes[at] if table is None else table[codes[at]] for at, table in self.columns]

    def joined(self, codes: Sequence[Integers]) -> Joined:
        """The rows by their joint numbers, the last code fastest, where `most` bounds them."""
        numbers = codes[0]
        for each, size in zip(codes[1:], self._known[1:], strict=True):
            numbers = numbers * size + each
        return Joined(self, numbers)

    def parted(self, numbers: Integers) -> list[Integers]:
        """The codes again, from joint numbers."""
        found: list[Integers] = []
        for size in reversed(self._known[1:]):
            numbers, code = np.divmod(numbers, size)
            found.insert(0, code)
        return [numbers, *found]
