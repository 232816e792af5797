"""Which of a person's rows are taken, in their order, as far as several bounds allow together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.release.counting.layout import Integers
from explorer.release.counting.row_groups import Flags, arranged, changes, digits, since, stably
from explorer.release.plan.sections import BOUNDS, Privacy

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
ROUNDS = 64  # in which one row of each person is looked at, before one row after the other is
_SOME = 1 << 13  # rows between two looks whether to stop


def leading(person: Integers, most: int) -> Flags:
    """The first `most` rows of each person, whose rows stand together."""
    found = np.ones(len(person), dtype=np.bool_)
    found[most:] = person[most:] != person[:-most]
    return found


def taken_rows(
    person: Integers,
    alike: Integers,
    flats: Sequence[Integers],
    privacy: Privacy,
    check: Callable[[], None],
) -> Flags:
    """Rows taken one after the other as long as every bound in every histogram allows.

    Parameters
    ----------
    person : of each row, from 0; the rows of one stand together
    alike : the same number for rows of one person whose cells are all the same
    flats : the joint cell of each row in each histogram
    """
    most = len(person)
    declared = {**dict.fromkeys(BOUNDS, most), **privacy.bounds}
    places = [numbered((person, flat)) for flat in flats]
    bounds = Bounds(**declared)
    if len(places) == 1:
        return _taken_in_one(person, places[0], bounds)
    return _taken_in_all(person, alike, places, bounds, check)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Of one person: rows, rows a cell, and cells of each histogram."""

    rows_per_person: int
    rows_per_cell: int
    cells_per_person: int


def _taken_in_one(person: Integers, place: Integers, bounds: Bounds) -> Flags:
    """`taken_rows` for one histogram, without a loop; `place` numbers a person's cell.

    There a row stands in the way of those in its cell alone, and a cell in that of cells that come after
    it: a row may be taken if it is among the first of its cell, in one of the first cells. Of those the
    first ones are taken.
    """
    order = stably(digits(place))
    nth = np.empty(len(place), dtype=np.int64)
    nth[order] = since(changes((place[order],)))
    opening = nth == 0
    opened = np.cumsum(opening) - opening  # cells before this row, of all persons
    starts = changes((person,))
    opened -= np.maximum.accumulate(np.where(starts, opened, 0))
    cell = np.empty(int(place.max()) + 1, dtype=np.int64)
    cell[place[opening]] = opened[opening]
    rows = np.flatnonzero((nth < bounds.rows_per_cell) & (cell[place] < bounds.cells_per_person))
    taken = np.zeros(len(person), dtype=np.bool_)
    taken[rows[leading(person[rows], bounds.rows_per_person)]] = True
    return taken


def _taken_in_all(
    person: Integers,
    alike: Integers,
    places: Sequence[Integers],
    bounds: Bounds,
    check: Callable[[], None],
) -> Flags:
    """`taken_rows` for several histograms, in each of which a row must have room: of all persons at once, one
    row each; after some rounds, which nearly everyone's rows are through then, one row after the other.

    What is refused once is refused for ever: counts only grow.
    """
    most = len(person)
    people = int(person[-1]) + 1
    in_place = [np.zeros(most, dtype=np.int64) for _ in places]
    known = [np.zeros(people, dtype=np.int64) for _ in places]
    kept, refused = np.zeros(people, dtype=np.int64), np.zeros(most, dtype=np.bool_)
    taken = np.zeros(most, dtype=np.bool_)
    rows = np.arange(most)
    for _ in range(ROUNDS):
        if not len(rows):
            return taken
        check()
        lead = np.concatenate(([True], person[rows[1:]] != person[rows[:-1]]))
        now = rows[lead]
        allowed = kept[person[now]] < bounds.rows_per_person
        for place, counts, cells in zip(places, in_place, known, strict=True):
            there = counts[place[now]]
            allowed &= (there < bounds.rows_per_cell) & (
                (there > 0) | (cells[person[now]] < bounds.cells_per_person)
            )
        refused[alike[now[~allowed]]] = True
        now = now[allowed]
        taken[now] = True
        kept[person[now]] += 1
        for place, counts, cells in zip(places, in_place, known, strict=True):
            cells[person[now]] += counts[place[now]] == 0
            counts[place[now]] += 1
        rows = rows[~lead]
        rows = rows[(kept[person[rows]] < bounds.rows_per_person) & ~refused[alike[rows]]]
    each = (person, places, bounds, kept, in_place, known)
    taken[list(_one_by_one(rows, *each, check))] = True
    return taken


def _one_by_one(
    rows: Integers,
    person: Integers,
    places: Sequence[Integers],
    bounds: Bounds,
    kept: Integers,
    in_place: Sequence[Integers],
    known: Sequence[Integers],
    check: Callable[[], None],
) -> Iterator[int]:
    """The rows that are taken from here on, where so much has been taken already."""
    taken = kept.tolist()
    tables = [(counts.tolist(), cells.tolist()) for counts, cells in zip(in_place, known, strict=True)]
    standing = zip(*(place[rows].tolist() for place in places), strict=True)
    numbered = enumerate(zip(rows.tolist(), person[rows].tolist(), standing, strict=True))
    for number, (row, who, mine) in numbered:
        if number % _SOME == 0:
            check()
        if taken[who] >= bounds.rows_per_person:
            continue
        for place, (counts, cells) in zip(mine, tables, strict=True):
            there = counts[place]
            if there >= bounds.rows_per_cell or (there == 0 and cells[who] >= bounds.cells_per_person):
                break
        else:
            taken[who] += 1
            for place, (counts, cells) in zip(mine, tables, strict=True):
                cells[who] += counts[place] == 0
                counts[place] += 1
            yield row


def numbered(columns: Sequence[NDArray[Any]]) -> Integers:
    """One number a group of equal rows, from 0."""
    order = arranged(columns, _GOLDEN)
    numbers = np.empty(len(order), dtype=np.int64)
    numbers[order] = np.cumsum(changes(columns, order)) - 1
    return numbers
