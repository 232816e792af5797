"""From DuckDB's answer to codes: each column of the file is placed once, among all edges asked of it.

Several queries may read one column by edges or steps of their own. Between two neighbouring edges of all of
them a number is in one cell of each, so that its place tells all these cells (`counting.cell_codes`).
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from explorer.release.counting.cell_codes import Coding
from explorer.release.counting.cell_readers import Reader
from explorer.release.counting.edge_places import EdgePlaces
from explorer.release.counting.layout import Integers
from explorer.release.sources.duckdb_column import CellReading, Found, Place, Reading, Stopped, plain
from explorer.release.sources.duckdb_column_kinds import NumberReading, StepReading

MOST_STEPS = 1 << 14  # with more steps a column is rounded to them instead
_TEXTS = 1 << 12  # texts classified between two looks whether to stop
_NO_NUMBER = "no number"


@dataclass(frozen=True, slots=True)
class Told:
    """The code of each record; `apart`: records whose cells no code tells, and their cells, reading by
    reading.
    """

    codes: Integers = field(repr=False)
    apart: tuple[Integers, tuple[Integers, ...]] | None = field(default=None, repr=False)


@dataclass(frozen=True, eq=False)
class Coder:
    """How the codes of one column of the file are told, for the `columns` of the plan that are read alike."""

    place: Place
    columns: tuple[int, ...]

    @property
    def size(self) -> int | None:
        """How many codes there are; None where nothing bounds them."""
        return None

    @property
    def tables(self) -> tuple[Integers | None, ...]:
        """The cell of each code in each column of the plan; None where the code is the cell."""
        return (None,) * len(self.columns)

    def lacks_words(self, found: Found) -> bool:
        """Whether texts are needed that were not asked for."""
        return False

    def told(self, found: Found, stop: threading.Event) -> Told:
        """The codes. Raises Stopped."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class CellCoder(Coder):
    """The cells of one column of the plan are the codes, `many` of them."""

    reading: CellReading
    many: int | None

    @property
    def size(self) -> int | None:
        return self.many

    def told(self, found: Found, stop: threading.Event) -> Told:
        return Told(self.reading.numbers(found, self.place, stop))


@dataclass(frozen=True, eq=False)
class NumberCoder(Coder):
    """Numbers by their places among all fences; behind these what is missing, and what is no number.

    Where a column of the plan takes whole numbers only, others have places of their own, behind the first
    ones.
    """

    readings: tuple[NumberReading, ...]

    @property
    def size(self) -> int | None:
        return len(self._tables[0])

    @property
    def tables(self) -> tuple[Integers | None, ...]:
        return self._tables

    @cached_property
    def _tables(self) -> tuple[Integers, ...]:
        """(size,) each."""
        return tuple(self._table(reading) for reading in self.readings)

    def lacks_words(self, found: Found) -> bool:
        if f"o{self.place.at}" in found:
            return False
        values, unknown = plain(found[f"v{self.place.at}"], 0.0)
        return bool(self.readings[0].is_undecided(values, unknown).any())

    def told(self, found: Found, stop: threading.Event) -> Told:
        values, unknown = plain(found[f"v{self.place.at}"], 0.0)
        undecided = self.readings[0].is_undecided(values, unknown)
        rows = np.flatnonzero(undecided)
        if len(rows):
            values = np.where(undecided, 0.0, values)
        codes = self._places.below(values)
        if self._has_fractions:
            codes += (np.floor(values) != values) * (len(self._fences) + 1)
        if not len(rows):
            return Told(codes)
        cells = self._cells_of(found, rows, stop)
        known = np.array([self._known.get(each, -1) for each in zip(*cells, strict=True)], dtype=np.int64)
        codes[rows] = np.maximum(known, 0)
        lost = np.flatnonzero(known < 0)
        if not len(lost):
            return Told(codes)
        return Told(codes, (rows[lost], tuple(np.array(each)[lost] for each in cells)))

    def _cells_of(self, found: Found, rows: Integers, stop: threading.Event) -> list[list[int]]:
        """Of each column of the plan the cells of these records, by their texts."""
        texts = plain(found[f"o{self.place.at}"][rows], self.place.blank)[0].tolist()
        cells: list[list[int]] = [[] for _ in self.readings]
        for begin in range(0, len(texts), _TEXTS):
            if stop.is_set():
                raise Stopped
            some = texts[begin : begin + _TEXTS]
            for each, reading in zip(cells, self.readings, strict=True):
                each += [reading.cells[text] for text in some]
        return cells

    @cached_property
    def _fences(self) -> NDArray[np.float64]:
        """All fences of all readings."""
        return np.unique(np.concatenate([reading.fences for reading in self.readings]))

    @cached_property
    def _places(self) -> EdgePlaces:
        return EdgePlaces(self._fences)

    @cached_property
    def _has_fractions(self) -> bool:
        return any(reading.fraction is not None for reading in self.readings)

    def _table(self, reading: NumberReading) -> Integers:
        own = np.searchsorted(reading.fences, self._fences, side="right")
        whole = reading.cells_between(np.concatenate([[0], own]))
        apart = [reading.cells[self.place.blank], reading.cells[_NO_NUMBER]]
        if not self._has_fractions:
            return np.concatenate([whole, apart])
        fractions = whole if reading.fraction is None else np.full(len(whole), reading.fraction)
        return np.concatenate([whole, fractions, apart])

    @cached_property
    def _known(self) -> dict[tuple[int, ...], int]:
        """A code for each combination of cells."""
        combined = zip(*(table.tolist() for table in self._tables), strict=True)
        return {cells: code for code, cells in enumerate(combined)}


@dataclass(frozen=True, eq=False)
class StepCoder(NumberCoder):
    """One column of so many steps that each number is rounded by itself; the steps are the codes."""

    readings: tuple[StepReading]

    @property
    def size(self) -> int | None:
        return None

    @property
    def tables(self) -> tuple[Integers | None, ...]:
        return (None,)

    def told(self, found: Found, stop: threading.Event) -> Told:
        (reading,) = self.readings
        values, unknown = plain(found[f"v{self.place.at}"], 0.0)
        undecided = reading.is_undecided(values, unknown)
        rows = np.flatnonzero(undecided)
        codes = reading.nearest(np.where(undecided, 0.0, values))
        if len(rows):
            codes[rows] = self._cells_of(found, rows, stop)[0]
        return Told(codes)


def coders_of(
    readings: Sequence[Reading], readers: Sequence[Reader], places: Sequence[Place]
) -> tuple[Coder, ...]:
    """How each column of the file is told; `places`: of each reading that under which its answer stands."""
    found: list[Coder] = []
    shared: dict[Place, list[int]] = {}
    for at, (reading, reader, place) in enumerate(zip(readings, readers, places, strict=True)):
        if isinstance(reading, CellReading):
            many = None if reader.column.found else reader.column.size
            found.append(CellCoder(place, (at,), reading, many))
        elif isinstance(reading, StepReading) and reading.steps > MOST_STEPS:
            found.append(StepCoder(place, (at,), (reading,)))
        else:
            shared.setdefault(place, []).append(at)
    for place, columns in shared.items():
        alike = tuple(each for at in columns if isinstance(each := readings[at], NumberReading))
        found.append(NumberCoder(place, tuple(columns), alike))
    return tuple(found)


def coding_of(coders: Sequence[Coder]) -> Coding:
    """What the codes are of."""
    columns = {
        column: (at, table)
        for at, coder in enumerate(coders)
        for column, table in zip(coder.columns, coder.tables, strict=True)
    }
    return Coding(tuple(coder.size for coder in coders), tuple(columns[at] for at in sorted(columns)))
