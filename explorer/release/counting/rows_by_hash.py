"""Which rows of a person of very many count, found in the order of their hashes without holding them.

A row is known by its number and the hash of it; the rows come here as groups of equal ones, in the order of
their cells, so that the numbers of a group are known without its rows. The hashes are gone through in
windows: first those so small that about as many rows have one as are needed, and further ones as long as
there is a row that the bounds still have room for. What is held is what is kept, and one window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from explorer.release.counting.contribution_bounding import IN_A_BLOCK, row_words
from explorer.release.counting.folded_rows import FoldedRows
from explorer.release.counting.layout import Integers, Layout, Words
from explorer.release.counting.row_groups import Flags
from explorer.release.counting.rows_within_bounds import numbered, taken_rows
from explorer.release.plan.sections import BOUNDS, Privacy

WINDOW = 1 << 15  # rows of a window, beside as many as are kept
HASHED = 1 << 16  # rows that are hashed at once
_END = 1 << 32  # all hashes are below


@dataclass(frozen=True)
class Selection:
    """The rows of one person that are kept.

    Attributes
    ----------
    groups : the person's rows by their cells, each different one once; gone through several times
    many : how many rows there are
    person : what the id is hashed by; `order` the text that every hash begins with (`Seeds.order`)
    """

    groups: Iterable[FoldedRows] = field(repr=False)
    many: int = field(repr=False)
    person: bytes = field(repr=False)
    order: str = field(repr=False)
    privacy: Privacy
    layout: Layout
    check: Callable[[], None]

    def kept(self) -> tuple[Integers, ...]:
        """The joint numbers of the rows that count, as `contribution_bounding.kept_rows` keeps them."""
        most = self.privacy.bounds.get("rows_per_person", self.many)
        kept: tuple[Integers, ...] = tuple(np.zeros(0, dtype=np.int64) for _ in self.layout.groups)
        low, left = 0, self.many
        while left and low < _END:
            high = min(_END, low + 1 + _END * (WINDOW + most) // left)
            kept = self._with(kept, self._window(kept, low, high))
            low, left = high, self._left(kept)
        return kept

    def _with(
        self, kept: Sequence[Integers], found: Iterator[tuple[Words, list[Integers]]]
    ) -> tuple[Integers, ...]:
        """What is kept once the rows of a window have come: those before them are taken again first."""
        more = list(found)
        if not more:
            return tuple(kept)
        order = np.argsort(np.concatenate([orders for orders, _ in more]))
        joint = [
            np.concatenate((before, np.concatenate([each[at] for _, each in more])[order]))
            for at, before in enumerate(kept)
        ]
        alike, person = numbered(joint), np.zeros(len(joint[0]), dtype=np.int64)
        flats = self.layout.flats(self.layout.parted(joint))
        taken = taken_rows(person, alike, flats, self.privacy, self.check)
        return tuple(each[taken] for each in joint)

    def _window(
        self, kept: Sequence[Integers], low: int, high: int
    ) -> Iterator[tuple[Words, list[Integers]]]:
        """Orders and joint numbers of the rows whose hashes are in a window, groups without room left out."""
        first = 0
        for rows in self.groups:
            ends = first + np.cumsum(rows.unit_times)
            room = self._room(kept, rows.joint)
            last = int(ends[-1])
            for begin in range(first - first % IN_A_BLOCK, last, HASHED):
                self.check()
                end = min(begin + HASHED, last)
                here, there = np.searchsorted(ends, (max(begin, first), end - 1), "right").tolist()
                if not room[here : there + 1].any():
                    continue
                words = np.frombuffer(row_words(self.order, self.person, end, begin), ">u4")
                ranks = begin + np.flatnonzero((words >= low) & (words < high))
                ranks = ranks[(ranks >= first) & (ranks < end)]
                group = np.searchsorted(ends, ranks, "right")
                ranks, group = ranks[room[group]], group[room[group]]
                if len(ranks):
                    orders = (words[ranks - begin].astype(np.uint64) << np.uint64(32)) | ranks.astype(
                        np.uint64
                    )
                    yield orders, [each[group].astype(np.int64) for each in rows.joint]
            first = last

    def _left(self, kept: Sequence[Integers]) -> int:
        """How many rows the bounds still have room for, one at a time."""
        if len(kept[0]) >= self.privacy.bounds.get("rows_per_person", self.many):
            return 0
        return sum(int(rows.unit_times[self._room(kept, rows.joint)].sum()) for rows in self.groups)

    def _room(self, kept: Sequence[Integers], joint: Sequence[Integers]) -> Flags:
        """Of which groups a row may be taken beside those that are kept; what has no room never gets it."""
        bounds = {**dict.fromkeys(BOUNDS, self.many), **self.privacy.bounds}
        room = np.full(len(joint[0]), len(kept[0]) < bounds["rows_per_person"])
        if not len(kept[0]) or set(self.privacy.bounds) <= {"rows_per_person"}:
            return room
        flats = (self.layout.flats(self.layout.parted(each)) for each in (kept, joint))
        for mine, asked in zip(*flats, strict=True):
            places, counts = np.unique(mine, return_counts=True)
            at = np.minimum(np.searchsorted(places, asked), len(places) - 1)
            there = np.where(places[at] == asked, counts[at], 0)
            room &= (there < bounds["rows_per_cell"]) & (
                (there > 0) | (len(places) < bounds["cells_per_person"])
            )
        return room
