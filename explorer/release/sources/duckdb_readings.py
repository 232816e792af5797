"""How DuckDB tells the cells of a column, in each way that a column may allow.

One class for each of `explorer.release.columns.quick`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from explorer.release.columns.column import BLANK_LINE
from explorer.release.columns.date_pattern import FIRST, UNITS
from explorer.release.columns.quick import Listed, Moments, Numbers, Steps
from explorer.release.counting.cell_readers import Reader
from explorer.release.counting.classify import Cells
from explorer.release.counting.edge_places import EdgePlaces
from explorer.release.counting.layout import Integers
from explorer.release.plan.sections import Input
from explorer.release.sources.duckdb_reading import (
    Found,
    Place,
    Reading,
    TextReading,
    classify,
    plain,
    quoted,
    value,
)

_EXACT = 15  # significant digits with which no two decimals share a double
_DAYS = np.array([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])


@dataclass(frozen=True)
class ListedReading(Reading):
    """Texts that are known, by their number in an enumeration. `cell`: the cell of each of them."""

    size: ClassVar[int] = 5
    known: Listed
    cell: Integers

    def type_of(self, at: int) -> str | None:
        """The enumeration; without any text there is none."""
        return f"CREATE TYPE t{at} AS ENUM ({', '.join(map(quoted, self.known.texts))})"

    def inner(self, place: Place, declared: Input, marks: frozenset[str]) -> list[str]:
        """The value, and whether there is none."""
        return [f"{value(place.name, declared)} AS s{place.at}", f"{place.name} IS NULL AS b{place.at}"]

    def outer(self, place: Place, exact: bool) -> list[str]:
        """k: its number; b: whether it is a blank line."""
        number = f"enum_code(TRY_CAST(s{place.at} AS t{place.at})) AS k{place.at}"
        return [number, f"b{place.at}"] if place.width == 1 else [number]

    def numbers(self, found: Found, place: Place, stop: threading.Event) -> Integers:
        """The cell of each known text, and one for all others."""
        codes, other = plain(found[f"k{place.at}"], 0)
        cells: Integers = self.cell[codes]
        cells[other] = self.known.others
        if place.width == 1:
            cells[plain(found[f"b{place.at}"], False)[0]] = self.cells[BLANK_LINE]
        return cells


@dataclass(frozen=True)
class NumberReading(Reading):
    """Numbers as doubles between the doubles nearest to the edges as typed.

    `cell`: the cell of each place among `edges`; `vague`: an edge has more digits than a double can tell.
    """

    size: ClassVar[int] = 25
    known: Numbers
    cell: Integers
    edges: NDArray[np.float64]
    vague: bool

    def inner(self, place: Place, declared: Input, marks: frozenset[str]) -> list[str]:
        """The double d and whether the spelling is plain (the engine reads 1_000 and +-5 too)."""
        name, at = place.name, place.at
        comma = self.known.decimal == ","
        without = [f" AND NOT contains({name}, '{mark}')" for mark in sorted(marks) if comma or mark != "."]
        spelled = f"replace({name}, ',', '.')" if comma else name
        return [
            f"{name} AS s{at}",
            f"TRY_CAST({spelled} AS DOUBLE) AS d{at}",
            f"(isfinite(d{at}){''.join(without)}) AS p{at}",
        ]

    def outer(self, place: Place, exact: bool) -> list[str]:
        """v: the double where it may decide (not a zero, which a far exponent may have made); o: else the
        text; l: whether it has more digits than a double can tell, so that it may be another than an edge it
        equals.
        """
        at = place.at
        close = f"strlen(s{at}) > {_EXACT}"
        decides = f"p{at} AND (d{at} <> 0 OR s{at} = '0')"
        if self.known.tokens:
            decides += f" AND d{at} NOT IN ({', '.join(map(_double, map(float, self.known.tokens)))})"
        if self.known.whole:
            decides += f" AND NOT {close}"  # a double tells whether a number of so few digits is whole
        if exact:
            decides = "false" if self.vague else f"{decides} AND NOT {close}"
        return [
            f"CASE WHEN {decides} THEN d{at} END AS v{at}",
            f"CASE WHEN {decides} THEN NULL ELSE s{at} END AS o{at}",
            f"coalesce({close}, false) AS l{at}",
        ]

    @cached_property
    def _places(self) -> EdgePlaces:
        return EdgePlaces(self.edges)

    def is_doubtful(self, found: Found, at: int) -> bool:
        """A double equals an edge that its text may differ from."""
        if not self.vague and not found[f"l{at}"].any():
            return False
        values, unknown = plain(found[f"v{at}"], 0.0)
        below = np.searchsorted(self.edges, values, side="right")
        equal = (below > 0) & (self.edges[below - 1] == values) & ~unknown
        return bool((equal if self.vague else equal & plain(found[f"l{at}"], False)[0]).any())

    def numbers(self, found: Found, place: Place, stop: threading.Event) -> Integers:
        """The cell of each double, and of each text that came back."""
        values, undecided = plain(found[f"v{place.at}"], 0.0)
        cells: Integers = self.cell[self._places.below(values)]
        if self.known.whole:
            cells[np.floor(values) != values] = len(self.edges) + 2
        rows = np.flatnonzero(undecided)
        classify(cells, rows, found[f"o{place.at}"][rows], self.cells, place, stop)
        return cells


@dataclass(frozen=True)
class StepReading(NumberReading):
    """Numbers as doubles, rounded to steps between the doubles nearest to the middle of any two of them.

    Both are nearest doubles, so that a number on another side of the middle is on that side of its double.
    """

    known: Steps

    def _nearest(self, values: NDArray[np.float64]) -> tuple[Integers, NDArray[np.bool_]]:
        """The step nearest to each value, the lower one of two; whether it is in the middle of two."""
        first, last = self.known.first, self.known.last
        size = 2 * self.known.half / 10.0**self.known.places
        values = np.clip(values, (first - 1) * size, (last + 1) * size)
        near = np.rint(values / size).astype(np.int64)
        near -= values <= self._middle(near - 1)
        near += values > self._middle(near)
        return near, values == self._middle(near)

    def _middle(self, steps: Integers) -> NDArray[np.float64]:
        """The double in the middle between so many steps and one more: the quotient is rounded once."""
        found: NDArray[np.float64] = ((2 * steps + 1) * self.known.half) / 10.0**self.known.places
        return found

    def is_doubtful(self, found: Found, at: int) -> bool:
        """A double is in the middle of two steps, and its text may not be."""
        if not found[f"l{at}"].any():
            return False
        values, unknown = plain(found[f"v{at}"], 0.0)
        _, tied = self._nearest(values)
        return bool((tied & ~unknown & plain(found[f"l{at}"], False)[0]).any())

    def numbers(self, found: Found, place: Place, stop: threading.Event) -> Integers:
        """The step of each double, and of each text that came back."""
        values, undecided = plain(found[f"v{place.at}"], 0.0)
        near, tied = self._nearest(values)
        near += tied & (near % 2 != 0)
        cells: Integers = np.clip(near, self.known.first, self.known.last) - self.known.first
        rows = np.flatnonzero(undecided)
        classify(cells, rows, found[f"o{place.at}"][rows], self.cells, place, stop)
        return cells


@dataclass(frozen=True)
class MomentReading(Reading):
    """Dates of one pattern as whole numbers between those of the edges."""

    size: ClassVar[int] = 25
    known: Moments
    cell: Integers
    edges: Integers

    def inner(self, place: Place, declared: Input, marks: frozenset[str]) -> list[str]:
        """The text, and v: the number of what has the pattern's shape and is no missing value."""
        at, pattern = place.at, self.known.pattern
        digits = "".join(str(number) for number in range(1, 10))
        shape = f"translate({place.name}, '{digits}', '{'0' * len(digits)}') = {quoted(pattern.zeros)}"
        if self.known.tokens:
            shape += f" AND {place.name} NOT IN ({', '.join(map(quoted, self.known.tokens))})"
        begins = pattern.places
        parts = [
            f"substr({place.name}, {begins[unit] + 1}, {len(unit)})"
            if unit in begins
            else f"'{FIRST[unit]:0{len(unit)}}'"
            for unit in UNITS
        ]
        number = f"TRY_CAST({' || '.join(parts)} AS BIGINT)"
        return [f"{place.name} AS s{at}", f"CASE WHEN {shape} THEN {number} END AS m{at}"]

    def outer(self, place: Place, exact: bool) -> list[str]:
        """v: the number; o: the text where there is none."""
        at = place.at
        return [f"m{at} AS v{at}", f"CASE WHEN m{at} IS NULL THEN s{at} END AS o{at}"]

    def numbers(self, found: Found, place: Place, stop: threading.Event) -> Integers:
        """The cell of each date that there is, and of each text that came back."""
        values, undecided = plain(found[f"v{place.at}"], 0)
        cells: Integers = self.cell[np.searchsorted(self.edges, values, side="right")]
        cells[~_are_dates(values)] = len(self.edges) + 2
        rows = np.flatnonzero(undecided)
        classify(cells, rows, found[f"o{place.at}"][rows], self.cells, place, stop)
        return cells


def _are_dates(moments: Integers) -> NDArray[np.bool_]:
    """Whether there are such dates and times, by their numbers."""
    year, rest = np.divmod(moments, UNITS["YYYY"])
    month, rest = np.divmod(rest, UNITS["MM"])
    day, rest = np.divmod(rest, UNITS["DD"])
    hour, rest = np.divmod(rest, UNITS["hh"])
    minute, second = np.divmod(rest, UNITS["mm"])
    leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    months = (month >= 1) & (month <= 12)
    days = _DAYS[np.where(months, month, 0)] + (leap & (month == 2))
    dates = (year >= 1) & months & (day >= 1) & (day <= days)
    found: NDArray[np.bool_] = dates & (hour < 24) & (minute < 60) & (second < 60)
    return found


def reading_of(reader: Reader, declared: Input) -> Reading:
    """How a column is read under a dialect."""
    quick = None if reader.column.found else reader.column.quick(declared)
    translate: Callable[[Any, Cells], Reading] | None = _READINGS.get(type(quick))
    return TextReading(reader.cells) if translate is None else translate(quick, reader.cells)


def _listed(known: Listed, cells: Cells) -> Reading:
    if not known.texts:
        return TextReading(cells)
    return ListedReading(cells, known, np.array([cells[text] for text in known.texts], dtype=np.int64))


def _number(known: Numbers, cells: Cells) -> Reading:
    vague = any(len(edge.normalize().as_tuple().digits) > _EXACT for edge in known.edges)
    doubles = np.array([float(edge) for edge in known.edges])
    return NumberReading(cells, known, _along(len(doubles)), doubles, vague)


def _steps(known: Steps, cells: Cells) -> Reading:
    return StepReading(cells, known, _along(1), np.zeros(0), False)


def _moment(known: Moments, cells: Cells) -> Reading:
    moments = np.array(known.edges, dtype=np.int64)
    return MomentReading(cells, known, _along(len(moments)), moments)


_READINGS: dict[type[Any], Callable[[Any, Cells], Reading]] = {
    Listed: _listed,
    Numbers: _number,
    Steps: _steps,
    Moments: _moment,
}


def _along(edges: int) -> Integers:
    """The cell of each place among so many edges: below the first, the intervals, from the last one on."""
    bins = edges - 1
    return np.array([bins, *range(bins), bins + 1], dtype=np.int64)


def _double(number: float) -> str:
    return f"'{number!r}'::DOUBLE"
