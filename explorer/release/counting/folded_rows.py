"""Equal rows held once, with how many they are: what one person's millions of rows come to in few cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.release.counting.encrypted_blocks import Columns
from explorer.release.counting.layout import Integers, Words
from explorer.release.counting.row_groups import changes


@dataclass(frozen=True, slots=True)
class FoldedRows:
    """Rows as columns: the words of the id, the joint numbers, and how often each row is there.

    `times` : None where each is there once
    """

    words: tuple[Words, ...] = field(repr=False)
    joint: tuple[NDArray[Any], ...] = field(repr=False)
    times: NDArray[Any] | None = field(default=None, repr=False)

    @property
    def columns(self) -> Columns:
        """All of them, `times` the last one where there is one."""
        return (*self.words, *self.joint, *(() if self.times is None else (self.times,)))

    @property
    def nbytes(self) -> int:
        """What they take in memory."""
        return sum(column.nbytes for column in self.columns)

    @property
    def held(self) -> int:
        """How many are held."""
        return len(self.joint[0])

    @property
    def many(self) -> int:
        """How many they stand for."""
        return self.held if self.times is None else int(self.times.sum())

    @property
    def unit_times(self) -> Integers:
        """How often each is there."""
        return np.ones(self.held, dtype=np.int64) if self.times is None else self.times.astype(np.int64)

    def cut(self, begin: int, end: int) -> FoldedRows:
        """Some of them."""
        times = None if self.times is None else self.times[begin:end]
        return FoldedRows(
            tuple(each[begin:end] for each in self.words),
            tuple(each[begin:end] for each in self.joint),
            times,
        )

    def gathered(self) -> FoldedRows:
        """Each row once, by person and then by cells."""
        keys = (*self.words, *self.joint)
        order = sorted_by(keys)
        begins = np.flatnonzero(changes(keys, order))
        times = None if self.times is None else self.times[order]
        first = order[begins]
        return FoldedRows(
            tuple(each[first] for each in self.words),
            tuple(each[first] for each in self.joint),
            times_of(begins, len(order), times),
        )

    def unfolded(self) -> FoldedRows:
        """Each row as often as it is there, its joint numbers in eight bytes."""
        wide = tuple(each.astype(np.int64) for each in self.joint)
        if self.times is None:
            return replace(self, joint=wide)
        words = tuple(np.repeat(each, self.times) for each in self.words)
        return FoldedRows(words, tuple(np.repeat(each, self.times) for each in wide))


def narrowed(joint: Sequence[Integers]) -> tuple[NDArray[Any], ...]:
    """Joint numbers in four bytes each where they fit."""
    return tuple(each.astype(np.int32) if int(each.max()) < 1 << 31 else each for each in joint)


def together(chunks: Iterable[FoldedRows]) -> FoldedRows:
    """All rows of some chunks; where their ids have different widths, with words of zeros."""
    found = list(chunks)
    if len(found) == 1:
        return found[0]
    width = max(len(chunk.words) for chunk in found)
    words = tuple(np.concatenate([_word(chunk, place) for chunk in found]) for place in range(width))
    joint = tuple(
        np.concatenate([chunk.joint[place] for chunk in found]) for place in range(len(found[0].joint))
    )
    if all(chunk.times is None for chunk in found):
        return FoldedRows(words, joint)
    return FoldedRows(words, joint, np.concatenate([chunk.unit_times for chunk in found]))


def sorted_by(columns: Sequence[NDArray[Any]]) -> Integers:
    """The order of rows by these columns, the first one first."""
    varying = [each for each in columns if len(each) and (each[0] != each).any()]
    if not varying:
        return np.arange(len(columns[0]))
    return np.lexsort(varying[::-1])


def times_of(begins: Integers, end: int, times: NDArray[Any] | None) -> Integers:
    """How many rows stand in each group, of which `begins` tells the first."""
    if times is None:
        return np.diff(begins, append=end)
    return np.add.reduceat(times.astype(np.int64), begins) if len(begins) else np.zeros(0, dtype=np.int64)


def in_lots(chunks: Iterable[FoldedRows], most: int) -> Iterator[FoldedRows]:
    """The same rows, so many chunks together that about `most` are held at once."""
    some: list[FoldedRows] = []
    for chunk in chunks:
        some.append(chunk)
        if sum(each.held for each in some) >= most:
            yield together(some)
            some = []
    if some:
        yield together(some)


def _word(chunk: FoldedRows, place: int) -> Words:
    return chunk.words[place] if place < len(chunk.words) else np.zeros(chunk.held, dtype=np.uint64)
