"""Rows of very many, or of a person of very many, brought together by person without holding them all.

They are sorted in runs, equal rows once, and the runs merged, so that each person's rows come together, in
the order of their cells. Of a person who has more than `MANY` rows those that count are found as
`rows_by_hash` does it, of all others as `contribution_bounding` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, pairwise

import numpy as np
from numpy.typing import NDArray

from explorer.release.counting.encrypted_blocks import EncryptedBlocks, Written
from explorer.release.counting.folded_rows import FoldedRows, times_of, together
from explorer.release.counting.layout import Words
from explorer.release.counting.row_groups import changes
from explorer.release.values.temporary_files import no_room

MANY = 1 << 16  # rows of a person, from which on they are not taken one by one
LOT = 1 << 18  # rows of people that are taken into memory together, at most
RUN = 1 << 19  # different rows of a run
FAN = 32  # runs that are merged at once, of each level
BLOCK = 1 << 12  # of them that are read at once from each run
IN_MEMORY = 16 << 20  # bytes of one person's rows


@dataclass
class OnePerson:
    """The rows of one person by their cells, each different one once; they can be gone through again."""

    disk: EncryptedBlocks
    words: tuple[Words, ...] = field(repr=False)  # one number each
    many: int = 0
    _held: list[FoldedRows] = field(default_factory=list, repr=False)
    _written: list[tuple[Written, int]] = field(default_factory=list, repr=False)

    def has(self, words: Sequence[Words]) -> bool:
        """Whether the first of some rows are this person's."""
        mine = [int(word[0]) for word in self.words]
        others = [int(word[0]) for word in words]
        return [*mine, *[0] * (len(others) - len(mine))] == [*others, *[0] * (len(mine) - len(others))]

    def add(self, rows: FoldedRows) -> None:
        """Further rows, of higher cells."""
        self.many += rows.many
        self._held.append(replace(rows, words=()))
        if sum(each.nbytes for each in self._held) > IN_MEMORY:
            for each in self._held:
                self._written.append((write(self.disk, each), len(each.joint)))
            self._held.clear()

    def __iter__(self) -> Iterator[FoldedRows]:
        """The rows, without the words of the id."""
        for written, joint in self._written:
            columns = self.disk.read(written)
            yield FoldedRows((), columns[:joint], columns[joint])
        yield from self._held

    def whole(self) -> FoldedRows:
        """All rows at once, with the words of the id; of a person of few rows."""
        rows = together(self)
        return replace(rows, words=tuple(np.repeat(word, rows.held) for word in self.words))


def write(disk: EncryptedBlocks, rows: FoldedRows) -> Written:
    """Put rows on disk. Raises NotValid where there is no room."""
    try:
        return disk.write(rows.columns, disk.file())
    except OSError as fault:
        refusal = no_room(fault)
    raise refusal


def by_person(
    chunks: Iterator[FoldedRows], disk: EncryptedBlocks, check: Callable[[], None]
) -> Iterator[FoldedRows | OnePerson]:
    """All rows: some people of few rows at once, each row as often as it is there, or one of many."""
    for found in _people(_sorted(chunks, disk, check), disk):
        check()
        if isinstance(found, OnePerson) and found.many > MANY:
            yield found
        else:
            yield from _lots(found.whole() if isinstance(found, OnePerson) else found)


def _lots(rows: FoldedRows) -> Iterator[FoldedRows]:
    """Whole people, so many at once that they fit into memory with each of their rows."""
    starts = np.flatnonzero(changes(rows.words))
    behind = np.cumsum(times_of(starts, rows.held, rows.times))
    lots = np.flatnonzero(changes((behind // LOT,)))
    begins = [*starts[lots].tolist(), rows.held]
    for begin, end in pairwise(begins):
        yield rows.cut(begin, end).unfolded()


def _people(blocks: Iterator[FoldedRows], disk: EncryptedBlocks) -> Iterator[FoldedRows | OnePerson]:
    """Whole people from sorted rows; one who may go on in the next block, or has many rows, alone."""
    last: OnePerson | None = None
    for block in blocks:
        starts = [*np.flatnonzero(changes(block.words)).tolist(), block.held]
        at = 0
        if last is not None and last.has(block.words):
            last.add(block.cut(0, starts[1]))
            at = 1
        if at == len(starts) - 1:
            continue
        if last is not None:
            yield last
        many = times_of(np.array(starts[:-1]), block.held, block.times)
        for person in [*(np.flatnonzero(many[at:-1] > MANY) + at).tolist(), len(many) - 1]:
            if person > at:
                yield block.cut(starts[at], starts[person])
            last = OnePerson(disk, tuple(word[starts[person] :][:1] for word in block.words))
            last.add(block.cut(starts[person], starts[person + 1]))
            if person < len(many) - 1:
                yield last
            at = person + 1
    if last is not None:
        yield last


def _sorted(
    chunks: Iterator[FoldedRows], disk: EncryptedBlocks, check: Callable[[], None]
) -> Iterator[FoldedRows]:
    """All rows by person, then by cells, each different one once; in blocks, none of which begins with a row
    of the one before.
    """
    levels: list[list[Run]] = []
    some: list[FoldedRows] = []
    for chunk in chunks:
        check()
        some.append(chunk)
        if sum(each.held for each in some) >= RUN:
            some = [together(some).gathered()]
            if 2 * some[0].held > RUN:
                _add_run(levels, iter([some.pop()]), disk, check)
    left = [iter([together(some).gathered()])] if some else []
    yield from _merged([*(run.read(disk) for level in levels for run in level), *left], check)


@dataclass(frozen=True, slots=True)
class Run:
    """Sorted rows on disk, of so many joint numbers each."""

    blocks: tuple[Written, ...]
    joint: int

    def read(self, disk: EncryptedBlocks) -> Iterator[FoldedRows]:
        """Block by block."""
        for written in self.blocks:
            columns = disk.read(written)
            yield FoldedRows(columns[: -self.joint - 1], columns[-self.joint - 1 : -1], columns[-1])


def _add_run(
    levels: list[list[Run]],
    sorted_rows: Iterator[FoldedRows],
    disk: EncryptedBlocks,
    check: Callable[[], None],
) -> None:
    """Write a run; as soon as a level has `FAN` of them they become one of the next level."""
    for level in count():
        blocks, joint = [], 0
        for rows in sorted_rows:
            check()
            joint = len(rows.joint)
            starts = range(0, rows.held, BLOCK)
            blocks += [write(disk, rows.cut(begin, begin + BLOCK)) for begin in starts]
        if level == len(levels):
            levels.append([])
        levels[level].append(Run(tuple(blocks), joint))
        if len(levels[level]) < FAN:
            return
        sorted_rows = _merged([run.read(disk) for run in levels[level]], check)
        levels[level] = []


def _merged(runs: list[Iterator[FoldedRows]], check: Callable[[], None]) -> Iterator[FoldedRows]:
    """The rows of sorted runs: each time those up to the least row at which the block of a run ends."""
    if len(runs) == 1:
        yield from runs[0]
        return
    heads = [(next(run), run) for run in runs]
    while heads:
        check()
        width = max(len(rows.words) for rows, _ in heads)
        keys = [_keys(rows, width) for rows, _ in heads]
        last = min(key[-1] for key in keys)
        ends = [int(np.searchsorted(key, last, "right")) for key in keys]
        yield together(rows.cut(0, end) for (rows, _), end in zip(heads, ends, strict=True) if end).gathered()
        rest = [
            (rows.cut(end, rows.held) if end < rows.held else next(run, None), run)
            for (rows, run), end in zip(heads, ends, strict=True)
        ]
        heads = [(rows, run) for rows, run in rest if rows is not None]


def _keys(rows: FoldedRows, width: int) -> NDArray[np.bytes_]:
    """One text of bytes a row, which sorts as the rows do."""
    blank = [np.zeros(rows.held, dtype=np.uint64)] * (width - len(rows.words))
    table = np.stack([*rows.words, *blank, *(each.astype(np.uint64) for each in rows.joint)], axis=1)
    return table.astype(">u8").view(f"S{8 * table.shape[1]}").ravel()
