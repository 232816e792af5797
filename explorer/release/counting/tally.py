"""Rows into tables: each row once, or the rows of each person as far as the bounds allow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from explorer.release.counting.cell_codes import Coding, Joined
from explorer.release.counting.cell_readers import Reader, found_in, reader_of
from explorer.release.counting.contribution_bounding import Seeds, kept_rows, seeds_of
from explorer.release.counting.crowded_parts import OnePerson, by_person
from explorer.release.counting.encrypted_blocks import EncryptedBlocks
from explorer.release.counting.folded_rows import FoldedRows
from explorer.release.counting.identity import spellings_of
from explorer.release.counting.layout import Batch, Integers, Layout
from explorer.release.counting.rows_by_hash import Selection
from explorer.release.counting.spilled_rows import LIMIT, Aside
from explorer.release.partition_selection import Counted
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy

_EXACT = 1 << 53  # sums of whole numbers below it are exact in doubles
_SPARSE = 4  # times as many cells as rows: from here on a table is not gone through for the rows


@dataclass
class Tally:
    """The counts so far, and the rows of people that have been set aside until all have come."""

    layout: Layout
    privacy: Privacy
    seeds: Seeds
    readers: tuple[Reader, ...]
    tables: list[Integers] = field(repr=False)
    aside: Aside | None = field(repr=False)
    joint: dict[Coding, Integers] = field(default_factory=dict, repr=False)

    def add(self, batch: Batch | Joined) -> None:
        """Count rows, or set them aside. Rows of joint numbers are counted by these alone until all have
        come.
        """
        if isinstance(batch, Joined):
            self._join(batch.coding, batch.numbers)
        elif self.aside is None or batch.people is None:
            self._count(batch.cells)
        else:
            self.aside.add(batch.people, self.layout.joint(batch.cells))

    def _join(self, coding: Coding, numbers: Integers) -> None:
        table = self.joint.setdefault(coding, np.zeros(coding.most or 0, dtype=np.int64))
        if len(table) <= _SPARSE * len(numbers):
            table += np.bincount(numbers, minlength=len(table))
        else:
            np.add.at(table, numbers, np.ones(len(numbers), dtype=np.int64))

    def close(self) -> None:
        """Give up what was set aside."""
        if self.aside is not None:
            self.aside.close()

    def finish(self, check: Callable[[], None]) -> tuple[Counted, ...]:
        """The tables, when every row has come. `check` is called every now and then and may raise."""
        for coding, times in self.joint.items():
            check()
            (numbers,) = np.nonzero(times)
            self._count(coding.cells(coding.parted(numbers)), times[numbers])
        names = [None if each.categories is None else each.categories.names(check) for each in self.readers]
        if self.aside is not None:
            self._bound(self.aside, names, check)
        tables: list[Counted] = []
        for query, table in zip(self.layout.queries, self.tables, strict=True):
            at = self.layout.columns.index(query.classified[0])
            mine, categories = names[at], self.readers[at].categories
            if mine is None or categories is None:
                tables.append(table)
            elif self.aside is not None:
                tables.append(found_in(mine, _filled(table, len(mine)), check))
            else:
                ranked = np.zeros(len(mine), dtype=np.int64)
                np.add.at(ranked, categories.ranks(mine, check)[: len(table)], table)
                tables.append(found_in(mine, ranked, check))
        return tuple(tables)

    def _bound(self, aside: Aside, names: Sequence[list[str] | None], check: Callable[[], None]) -> None:
        """Categories enter in the order of their texts: what else was found in the file may not matter."""
        ranks: list[Integers | None] = []
        for group in self.layout.groups:
            mine, categories = names[group[0]], self.readers[group[0]].categories
            ranks.append(None if mine is None or categories is None else categories.ranks(mine, check))

        def ranked(rows: FoldedRows) -> FoldedRows:
            each = zip(rows.joint, ranks, strict=True)
            return replace(rows, joint=tuple(own if mine is None else mine[own] for own, mine in each))

        for rows in aside.parts():
            check()
            for kept in self._kept(rows, ranked, aside.disk, check):
                if self.layout.is_plain:
                    self._add(0, kept[0])
                else:
                    self._count(self.layout.parted(kept))

    def _kept(
        self,
        part: FoldedRows | Iterator[FoldedRows],
        ranked: Callable[[FoldedRows], FoldedRows],
        disk: EncryptedBlocks,
        check: Callable[[], None],
    ) -> Iterator[tuple[Integers, ...]]:
        """The joint numbers of the rows that count, of a part that holds whole people."""
        found = (part,) if isinstance(part, FoldedRows) else by_person(map(ranked, part), disk, check)
        for rows in found:
            if isinstance(rows, OnePerson):
                (person,) = spellings_of(rows.words)
                asked = Selection(rows, rows.many, person, self.seeds.order, self.privacy, self.layout, check)
                yield asked.kept()
            else:
                mine = ranked(rows) if rows is part else rows
                yield from kept_rows(mine.words, mine.joint, self.privacy, self.layout, self.seeds, check)

    def _count(self, cells: Sequence[Integers], times: Integers | None = None) -> None:
        """Rows by their cells, each so many `times`."""
        for at, query in enumerate(self.layout.queries):
            flats, weights = self.layout.cells_in(query, cells), self.layout.weights_in(query, cells)
            for flat, weight in zip(flats, weights or (None,) * len(flats), strict=True):
                each = times if weight is None else weight if times is None else weight * times
                self._add(at, flat, each)

    def _add(self, at: int, flat: Integers, weight: Integers | None = None) -> None:
        more = _summed(flat, weight, len(self.tables[at]))
        self.tables[at] = _filled(self.tables[at], len(more)) + more


def _summed(flat: Integers, weight: Integers | None, size: int) -> Integers:
    """What rows add to their cells: one each, or whole numbers, of which no sum is rounded."""
    if weight is None:
        return np.bincount(flat, minlength=size)
    largest = max(int(weight.max(initial=0)), -int(weight.min(initial=0)))
    if largest * len(weight) < _EXACT:
        return np.bincount(flat, weight, size).astype(np.int64)
    table = np.zeros(max(size, int(flat.max(initial=-1)) + 1), dtype=np.int64)
    np.add.at(table, flat, weight)
    return table


def _filled(table: Integers, size: int) -> Integers:
    """With further cells of nothing, up to `size`."""
    return table if len(table) >= size else np.concatenate([table, np.zeros(size - len(table), np.int64)])


def tally_of(plan: ReleasePlan, layout: Layout, key: bytes, folder: Path, limit: int = LIMIT) -> Tally:
    """An empty tally, to be closed; beyond `limit` bytes the rows of people lie in the private `folder`."""
    declared: Input = plan.input
    seeds = seeds_of(key)
    return Tally(
        layout,
        plan.privacy,
        seeds,
        tuple(reader_of(column, declared) for column in layout.columns),
        [np.zeros(query.cells, dtype=np.int64) for query in plan.queries],
        None if layout.identity is None else Aside(folder, seeds, len(layout.groups), limit),
    )
