"""Exact counts of every declared cell, with the rows of a person bounded. Never shown, never kept.

One pass of the standard library's strict reader; `count` is the one function behind which another
engine may stand.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_
from explorer.privacy.refusal import NotATable
from explorer.release.classify import BLANK_LINE, Cells, cells_of
from explorer.release.declared import Privacy, ReleasePlan
from explorer.release.source import Cancelled, Progress, Shape, read_table

Content = tuple[str, ...]
Places = Callable[[Content], tuple[int, ...]]


@dataclass(frozen=True)
class Counts:
    """True counts, one (k,) int64 array a histogram along `Histogram.labels()`, and the file's SHA-256.

    Private: they go to `noise.privatize` and nowhere else; `repr` shows nothing of them.
    """

    histograms: tuple[NDArray[np.int64], ...] = field(repr=False)
    digest: bytes = field(repr=False)


@dataclass(frozen=True)
class _Layout:
    """Where the plan's columns stand in a record, and how a record becomes one cell a histogram.

    `columns` are their places, each once; `parts` holds for each histogram (place among `columns`, cells,
    stride) of each of its columns.
    """

    columns: tuple[int, ...]
    parts: tuple[tuple[tuple[int, Cells, int], ...], ...]
    missing: Content
    identity: int | None

    def content(self, record: Sequence[str]) -> Content:
        """The declared values of a record."""
        return tuple(record[place] for place in self.columns) if record else self.missing

    def places(self, content: Content) -> tuple[int, ...]:
        """The cell of each histogram that declared values fall into."""
        return tuple(sum(cells[content[at]] * stride for at, cells, stride in parts) for parts in self.parts)


def count(
    plan: ReleasePlan,
    path: Path,
    key: bytes,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Counts:
    """The exact counts of every declared cell of a file.

    Parameters
    ----------
    key : secret, at least 16 bytes; decides with a person's own rows alone which of them count
    progress : called with bytes read and bytes in all
    cancelled : asked between chunks; a partial result is discarded

    Guarantee
    ---------
    Each record moves one count of each histogram by one, and with `id_column` no person more rows, rows
    a cell or cells than declared, the same kept rows in every histogram.

    Raises
    ------
    NotATable
        With a line number at most.
    Interrupted
        On request.
    """
    tables: list[NDArray[np.int64]] = []

    def take(shape: Shape, records: Iterator[list[str]]) -> None:
        layout = _layout(plan, shape)
        if layout.identity is None:
            found = _plain(layout, records, [histogram.cells for histogram in plan.histograms])
        else:
            found = _bounded(plan, layout, layout.identity, records, key)
        tables.extend(np.array(numbers, dtype=np.int64) for numbers in found)

    digest = read_table(path, plan.input, take, progress, cancelled)
    return Counts(tuple(tables), digest)


def _layout(plan: ReleasePlan, shape: Shape) -> _Layout:
    names = list(dict.fromkeys(column.name for column in plan.columns))
    places = {name: _place(shape, name) for name in names}
    parts = []
    for histogram in plan.histograms:
        stride, mine = histogram.cells, []
        for column in histogram.columns:
            stride //= len(column.labels)
            cells = cells_of(column, plan.input)
            mine.append((names.index(column.name), cells, stride))
        parts.append(tuple(mine))
    identity = plan.privacy.id_column
    return _Layout(
        tuple(places.values()),
        tuple(parts),
        (BLANK_LINE,) * len(names),
        None if identity is None else _place(shape, identity),
    )


def _place(shape: Shape, name: str) -> int:
    found = [place for place, each in enumerate(shape.names) if each == name]
    if not found:
        raise NotATable(
            N_(
                "line {line:plain}: there is no column “{name}”; check delimiter and header",
                line=1,
                name=name,
            )
        )
    if len(found) > 1:
        raise NotATable(
            N_("line {line:plain}: column “{name}” is there more than once; rename one", line=1, name=name)
        )
    return found[0]


def _plain(layout: _Layout, records: Iterator[list[str]], sizes: Sequence[int]) -> list[list[int]]:
    """Every record counts once."""
    counts = [[0] * size for size in sizes]
    if len(layout.parts) == 1 and len(layout.parts[0]) == 1 and len(layout.missing) == 1:
        _, cells, _ = layout.parts[0][0]
        only, place = counts[0], layout.columns[0]
        for record in records:
            only[cells[record[place] if record else BLANK_LINE]] += 1
        return counts
    for record in records:
        for table, place in zip(counts, layout.places(layout.content(record)), strict=True):
            table[place] += 1
    return counts


def _bounded(
    plan: ReleasePlan, layout: _Layout, identity: int, records: Iterator[list[str]], key: bytes
) -> list[list[int]]:
    """Every kept record of every person counts once; rows without an id do not count at all."""
    people: dict[str, dict[Content, int]] = {}
    nobody = plan.input.missing_values | {""}
    for record in records:
        person = plan.input.value(record[identity]) if record else ""
        if person not in nobody:
            mine = people.setdefault(person, {})
            content = layout.content(record)
            mine[content] = mine.get(content, 0) + 1
    counts = [[0] * histogram.cells for histogram in plan.histograms]
    for person, mine in people.items():
        for places in _kept(plan.privacy, key, person, mine, layout.places):
            for table, place in zip(counts, places, strict=True):
                table[place] += 1
    return counts


def _kept(
    privacy: Privacy, key: bytes, person: str, mine: dict[Content, int], places: Places
) -> Iterator[tuple[int, ...]]:
    """The cells of the rows of one person that count: in the order of H(key; id, content, j), as many as
    every declared bound allows in every histogram.
    """
    rows, in_cell, cells = privacy.rows_per_person, privacy.rows_per_cell, privacy.cells_per_person
    total = sum(mine.values())
    most = total if rows is None else rows
    if total <= min(bound for bound in (most, in_cell, cells) if bound is not None):
        for content, times in mine.items():
            yield from [places(content)] * times
        return
    numbered = ((content, j) for content, times in mine.items() for j in range(1, times + 1))
    taken: list[dict[int, int]] = []
    kept = 0
    for content, _ in sorted(numbered, key=lambda row: row_order(key, person, *row)):
        where = places(content)
        taken = taken or [{} for _ in where]
        if kept < most and all(
            mine_here.get(place, 0) < (total if in_cell is None else in_cell)
            and (place in mine_here or len(mine_here) < (total if cells is None else cells))
            for mine_here, place in zip(taken, where, strict=True)
        ):
            kept += 1
            for mine_here, place in zip(taken, where, strict=True):
                mine_here[place] = mine_here.get(place, 0) + 1
            yield where


def row_order(key: bytes, person: str, content: Content, j: int) -> bytes:
    """H(key; id, declared content, j): where the j-th of a person's identical rows stands among all.

    Keyed BLAKE2b over the parts, each with its length before it. Without the id everybody would keep
    the same cells, without j equal rows would move as a block. (GB18030 can spell half a surrogate pair.)
    """
    parts = [part.encode("utf-8", "surrogatepass") for part in (person, *content)]
    message = b"".join(len(part).to_bytes(8, "big") + part for part in parts) + j.to_bytes(8, "big")
    return hashlib.blake2b(message, key=key, digest_size=32).digest()
