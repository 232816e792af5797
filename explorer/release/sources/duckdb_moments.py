"""How DuckDB tells the cells of a column of dates."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from explorer.release.columns.date_pattern import FIRST, UNITS
from explorer.release.columns.quick import Moments
from explorer.release.counting.layout import Integers
from explorer.release.plan.sections import Input
from explorer.release.sources.duckdb_column import CellReading, Found, Place, classify, plain, quoted

_DAYS = np.array([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])


@dataclass(frozen=True)
class MomentReading(CellReading):
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

    def outer(self, place: Place, exact: bool, worded: bool) -> list[str]:
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
