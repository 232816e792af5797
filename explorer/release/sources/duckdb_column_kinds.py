"""How DuckDB tells the cells of a column, in each way that a column may allow.

One class for each of `explorer.release.columns.quick`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from explorer.release.columns.column import BLANK_LINE
from explorer.release.columns.quick import Listed, Moments, Numbers, Steps
from explorer.release.counting.cell_readers import Reader
from explorer.release.counting.classify import Cells
from explorer.release.counting.layout import Integers
from explorer.release.plan.sections import Input
from explorer.release.sources.duckdb_column import (
    CellReading,
    Flags,
    Found,
    Place,
    Reading,
    TextReading,
    plain,
    quoted,
    value,
)
from explorer.release.sources.duckdb_moments import MomentReading

_EXACT = 15  # significant digits with which no two decimals share a double


@dataclass(frozen=True)
class ListedReading(CellReading):
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

    def outer(self, place: Place, exact: bool, worded: bool) -> list[str]:
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
        """The double d where the spelling is plain (the engine reads 1_000 and +-5 too)."""
        name, at = place.name, place.at
        comma = self.known.decimal == ","
        unlike = [f"NOT contains({name}, '{mark}')" for mark in sorted(marks) if comma or mark != "."]
        spelled = f"replace({name}, ',', '.')" if comma else name
        number = f"TRY_CAST({spelled} AS DOUBLE)"
        return [f"{name} AS s{at}", f"{_where(unlike, number)} AS d{at}"]

    def outer(self, place: Place, exact: bool, worded: bool) -> list[str]:
        """v: the double where it may decide; l: whether it has more digits than a double can tell, so that
        it may be another than an edge it equals; o: the texts of those that `is_undecided`, among others.
        """
        at = place.at
        short = f"strlen(s{at}) <= {_EXACT}"
        decides = []
        if self._splits_zero:  # a zero may have been made by a far exponent
            decides.append(f"(d{at} <> 0 OR s{at} = '0')")
        if self.known.whole:
            decides.append(short)  # a double tells whether a number of so few digits is whole
        if exact:
            decides.append("false" if self.vague else short)
        number = _where(decides, f"d{at}")
        asked = [f"{number} AS v{at}", f"coalesce(strlen(s{at}) > {_EXACT}, false) AS l{at}"]
        if worded or exact:
            doubtful = [f"v{at} IS NULL", f"NOT isfinite(v{at})", f"v{at} = 0 AND s{at} <> '0'"]
            if self.known.tokens:
                doubtful.append(f"v{at} IN ({', '.join(map(_double, map(float, self.known.tokens)))})")
            asked.append(f"CASE WHEN {' OR '.join(doubtful)} THEN s{at} END AS o{at}")
        return asked

    @property
    def _splits_zero(self) -> bool:
        """Whether numbers that are the double 0 may lie in different cells."""
        tiny = any(edge and not float(edge) for edge in self.known.edges)
        return tiny or self.known.whole

    def is_undecided(self, values: NDArray[np.float64], unknown: Flags) -> Flags:
        """Where the double tells nothing: none, too large, a negative zero that may be a number below it, or
        one that a missing value might be spelled as.
        """
        found = unknown | ~np.isfinite(values)
        zero = values == 0
        if zero.any():
            found |= zero & np.signbit(values)
        for token in self.known.tokens:
            found |= values == float(token)
        return found

    def is_doubtful(self, found: Found, at: int) -> bool:
        """A double equals an edge that its text may differ from."""
        if not self.vague and not found[f"l{at}"].any():
            return False
        values, unknown = plain(found[f"v{at}"], 0.0)
        below = np.searchsorted(self.edges, values, side="right")
        equal = (below > 0) & (self.edges[below - 1] == values) & ~unknown
        return bool((equal if self.vague else equal & plain(found[f"l{at}"], False)[0]).any())

    @property
    def fences(self) -> NDArray[np.float64]:
        """(n,) the doubles at which another cell begins, rising."""
        return self.edges

    def cells_between(self, below: Integers) -> Integers:
        """The cell of numbers of which so many `fences` are no larger."""
        found: Integers = self.cell[below]
        return found

    @property
    def fraction(self) -> int | None:
        """The cell of every number that is not whole, where it decides."""
        return len(self.edges) + 2 if self.known.whole else None


@dataclass(frozen=True)
class StepReading(NumberReading):
    """Numbers as doubles, rounded to steps between the doubles nearest to the middle of any two of them.

    Both are nearest doubles, so that a number on another side of the middle is on that side of its double.
    """

    known: Steps

    def is_doubtful(self, found: Found, at: int) -> bool:
        """A double is in the middle of two steps, and its text may not be."""
        if not found[f"l{at}"].any():
            return False
        values, unknown = plain(found[f"v{at}"], 0.0)
        tied = values == self._middle(self._lower(values))
        return bool((tied & ~unknown & plain(found[f"l{at}"], False)[0]).any())

    @property
    def steps(self) -> int:
        """How many cells there are."""
        return self.known.last - self.known.first + 1

    @cached_property
    def fences(self) -> NDArray[np.float64]:
        """(n,) the middles, each of them with the even one of its two steps."""
        steps = np.arange(self.known.first, self.known.last)
        middle = self._middle(steps)
        return np.where(steps % 2 == 0, np.nextafter(middle, np.inf), middle)

    def cells_between(self, below: Integers) -> Integers:
        """The steps themselves."""
        return below

    def nearest(self, values: NDArray[np.float64]) -> Integers:
        """The step nearest to each finite number, the even one of two, numbered from 0."""
        near = self._lower(values)
        near += (values == self._middle(near)) & (near % 2 != 0)
        found: Integers = np.clip(near, self.known.first, self.known.last) - self.known.first
        return found

    def _lower(self, values: NDArray[np.float64]) -> Integers:
        """The step below the first middle that is no smaller."""
        first, last = self.known.first, self.known.last
        size = 2 * self.known.half / 10.0**self.known.places
        values = np.clip(np.nan_to_num(values), (first - 1) * size, (last + 1) * size)
        near = np.rint(values / size).astype(np.int64)
        near -= values <= self._middle(near - 1)
        near += values > self._middle(near)
        return near

    def _middle(self, steps: Integers) -> NDArray[np.float64]:
        """The double in the middle between so many steps and one more: the quotient is rounded once."""
        found: NDArray[np.float64] = ((2 * steps + 1) * self.known.half) / 10.0**self.known.places
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


def _where(conditions: Sequence[str], number: str) -> str:
    return f"CASE WHEN {' AND '.join(conditions)} THEN {number} END" if conditions else number


def _double(number: float) -> str:
    return f"'{number!r}'::DOUBLE"
