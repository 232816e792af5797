"""What a test reads off a release as numbers, and which event it looks for.

Simulated people only: the counts below are of tables that `explorer.release.audit.neighbouring_tables` wrote.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_, Sentence
from explorer.privacy.audit_bound import log_ratios
from explorer.release.counting.counts import Counts
from explorer.release.partition_selection import Counted, Found
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.labels import spelled
from explorer.release.queries.query import NoisedQuery, Query

Numbers = NDArray[np.float64]
Held = Mapping[int | str, int]  # noised integers by place or label
ABSENT = -np.inf  # of a cell that is not published
_MOVED, _STILL = 400, 24  # watched cells of a table: of those that differ, and of the others
_LEVELS = (0.01, 0.3)  # where nothing is certain, what looks best is tried
_CUTS = 200  # thresholds tried for one number
_DIGITS = 9  # of a sum: equal ones must be equal


@dataclass(frozen=True, slots=True)
class Cell:
    """A watched cell: the counts of it in both simulated tables, and the width of its noise.

    `key` is its place among the measured integers, or its label where categories are unknown.
    """

    query: int
    key: int | str
    label: str
    one: float
    other: float
    width: float


@dataclass(frozen=True)
class Watch:
    """Which numbers of a release are looked at: some cells, what is left of each table, and its size."""

    plan: ReleasePlan
    cells: tuple[Cell, ...]

    def of_tables(self, tables: Sequence[NoisedQuery]) -> list[float]:
        """The numbers of what was drawn."""
        held: list[Held] = []
        for table in tables:
            unknown = table.declared.unknown
            keys = _places(table.declared.places_drawn(table)) if unknown is None else unknown.labels
            held.append(dict(zip(keys, table.counts, strict=True)))
        return self._numbers(held)

    def of_files(self, files: Mapping[str, str]) -> list[float]:
        """The same numbers, read from the files that are published."""
        held: list[Held] = []
        for index, query in enumerate(self.plan.queries):
            tables = {
                name: list(csv.DictReader(io.StringIO(files[f"{name}.csv"], newline="")))
                for name in query.table_names
            }
            numbers = query.as_drawn(tables)
            keys = _places(query.places_written(tables))
            if query.unknown is not None:
                known = {_written(query, cell.key): cell.key for cell in self.cells if cell.query == index}
                firsts = [next(iter(row.values())) for row in tables[query.measured_in[0]]]
                keys = [known.get(each, each) for each in firsts]
            held.append(dict(zip(keys, numbers, strict=True)))
        return self._numbers(held)

    def _numbers(self, held: Sequence[Held]) -> list[float]:
        found = [float(held[cell.query].get(cell.key, ABSENT)) for cell in self.cells]
        return found + self._left(found, [(sum(each.values()), len(each)) for each in held])

    def _left(self, found: Sequence[float], whole: Sequence[tuple[int, int]]) -> list[float]:
        watched = [0.0] * len(whole)
        for cell, value in zip(self.cells, found, strict=True):
            watched[cell.query] += value if value > ABSENT else 0.0
        return [
            *(total - known for (total, _), known in zip(whole, watched, strict=True)),
            *(float(size) for _, size in whole),
        ]

    def statistics(self, numbers: Numbers) -> Numbers:
        """Everything that an event may be about, (runs, statistics).

        The numbers themselves; of each cell whether it is published; and of all cells together the
        log-likelihood ratio of both tables under the declared noise, and the difference in their direction.
        """
        cells = numbers[:, : len(self.cells)]
        there = np.isfinite(cells)
        one, other, width = (
            np.array([getattr(cell, name) for cell in self.cells]) for name in ("one", "other", "width")
        )
        seen = np.where(there, cells, 0.0)
        if self.plan.noise_of(0).is_gaussian:
            ratio = ((seen - other) ** 2 - (seen - one) ** 2) / (2 * width)
        else:
            ratio = (np.abs(seen - other) - np.abs(seen - one)) / width
        moved = np.where(there, np.sign(one - other) * seen / width, 0.0)
        sums = [np.where(there, each, 0.0).sum(axis=1).round(_DIGITS) for each in (ratio, moved)]
        return np.column_stack([numbers, there, *sums])


def _places(places: Sequence[int]) -> Sequence[int | str]:
    return places


def _written(query: Query, key: int | str) -> int | str:
    """What stands in the published file for a category that was found; other places are as they are."""
    return key if isinstance(key, int) or key in query.columns[0].special else spelled(key)


def watch_of(plan: ReleasePlan, one: Counts, other: Counts) -> Watch:
    """The cells whose simulated counts differ, as far as that is not too many, and a few others."""
    cells = chain.from_iterable(
        _cells(plan, index, *pair) for index, pair in enumerate(zip(one.queries, other.queries, strict=True))
    )
    return Watch(plan, tuple(cells))


def by_key(plan: ReleasePlan, index: int, table: Counted) -> dict[int | str, int]:
    """What is measured of simulated counts: by its place, or by the label of a category that was found."""
    query = plan.queries[index]
    measured = query.measured(table, plan.terms_of(index)).tolist()
    if isinstance(table, Found):
        return dict(zip((*table.labels, *query.columns[0].special), measured, strict=True))
    return dict(enumerate(measured))


def _cells(plan: ReleasePlan, index: int, one: Counted, other: Counted) -> list[Cell]:
    query = plan.queries[index]
    here, there = by_key(plan, index, one), by_key(plan, index, other)
    keys = dict.fromkeys(chain(here, there))
    width = dict(zip(keys, widths(plan, index, len(keys)), strict=True))
    moved = [key for key in keys if here.get(key, 0) != there.get(key, 0)][:_MOVED]
    still = [key for key in keys if here.get(key, 0) == there.get(key, 0)][:_STILL]
    return [
        Cell(
            index,
            key,
            key if isinstance(key, str) else query.measured_name(key, plan.terms_of(index)),
            here.get(key, 0),
            there.get(key, 0),
            width[key],
        )
        for key in (*moved, *still)
    ]


def widths(plan: ReleasePlan, index: int, many: int) -> list[float]:
    """The width of the noise of each of so many measured integers of a query."""
    found: list[float] = []
    for part in plan.queries[index].noise_parts(plan.terms_of(index)):
        found += [float(part.noise.width)] * (many - len(found) if part.size is None else part.size)
    return found[:many]


@dataclass(frozen=True)
class Event:
    """One of the statistics is at least so much."""

    watch: Watch
    place: int
    least: float

    def seen(self, numbers: Numbers) -> int:
        """In how many runs it came about."""
        return int((self.watch.statistics(numbers)[:, self.place] >= self.least).sum())

    @property
    def words(self) -> Sentence:
        """What happens, for a person."""
        cells, tables = self.watch.cells, self.watch.plan.queries
        place, least = self.place, self.least
        if place < len(cells):
            cell = cells[place]
            return N_(
                "“{cell}” in {table} is {least:plain} or more",
                cell=cell.label,
                table=tables[cell.query].name,
                least=int(least),
            )
        place -= len(cells)
        if place < len(tables):
            name = tables[place].name
            return N_(
                "all other counts in {table} sum to {least:plain} or more", table=name, least=int(least)
            )
        place -= len(tables)
        if place < len(tables):
            return N_("{table} has {least:plain} cells or more", table=tables[place].name, least=int(least))
        place -= len(tables)
        if place < len(cells):
            cell = cells[place]
            return N_("“{cell}” is published in {table}", cell=cell.label, table=tables[cell.query].name)
        if place == len(cells):
            return N_(
                "all counts together support the first table (log-likelihood at least {least:3})",
                least=least,
            )
        return N_("all counts together point to the first table (sum at least {least:3})", least=least)


def best_event(watch: Watch, one: Numbers, other: Numbers, fresh: int, delta: float, alpha: float) -> Event:
    """The event that would certify most if it came about as often in the fresh runs as in these.

    Parameters
    ----------
    one, other : (runs, numbers) of each side
    fresh, delta, alpha : what the certificate will use
    """
    here, there = watch.statistics(one), watch.statistics(other)
    for level in (alpha, *(each for each in _LEVELS if each > alpha)):
        score, event = _best_at(watch, here, there, fresh, delta, level)
        if score > 0:
            break
    return event


def _best_at(
    watch: Watch, here: Numbers, there: Numbers, fresh: int, delta: float, alpha: float
) -> tuple[float, Event]:
    best, found = -np.inf, Event(watch, 0, 0.0)
    for place in range(here.shape[1]):
        first, second = np.sort(here[:, place]), np.sort(there[:, place])
        cuts = _cuts(first, second)
        if not len(cuts):
            continue
        times, other_times = (
            np.rint((len(each) - np.searchsorted(each, cuts)) * (fresh / len(each))).astype(np.int64)
            for each in (first, second)
        )
        scores = log_ratios(times, other_times, fresh, delta, alpha)
        at = int(np.argmax(scores))
        if scores[at] > best:
            best, found = float(scores[at]), Event(watch, place, float(cuts[at]))
    return best, found


def _cuts(first: Numbers, second: Numbers) -> Numbers:
    """Values at which an event may begin: all that occurred but the least, fewer where they are many."""
    both = np.sort(np.concatenate([first, second]))
    values = both[1:][both[1:] > both[:-1]]
    return values if len(values) <= _CUTS else values[np.linspace(0, len(values) - 1, _CUTS).astype(int)]
