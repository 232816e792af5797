"""Rows from one sheet of an Excel workbook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from typing import ClassVar

import numpy as np

from explorer.mark import N_, Sentence
from explorer.release.columns.column import BLANK_LINE
from explorer.release.columns.date_pattern import UNITS
from explorer.release.counting.cell_readers import Reader
from explorer.release.counting.identity import LongIds, words_of
from explorer.release.counting.layout import Batch
from explorer.release.plan.sections import Input
from explorer.release.sources.csv_file import file_digest
from explorer.release.sources.source import Begin, CountRequest, Source, SourceColumn, Way
from explorer.release.sources.table import Cancelled, Progress, Shape
from explorer.release.sources.typed.file_stamp import stamp_of
from explorer.release.sources.typed.workbook_file import (
    Row,
    Value,
    chosen_sheet,
    header_and_rows,
    is_workbook,
    read_rows,
    sheets_of,
    text_of,
)
from explorer.release.sources.typed.workbook_formulas import check_formulas
from explorer.release.values.bounded_files import read_beginning

_FIRST = 1 << 16
_ROWS = 1 << 12  # rows at once
_STORED = N_("as stored in the cells")


@dataclass(frozen=True, slots=True)
class WorkbookSource(Source):
    """A workbook, and the sheet that is chosen; "" for the only one."""

    id: ClassVar[str] = "workbook"
    title: ClassVar[Sentence] = N_("Excel workbook")
    note: ClassVar[Sentence | None] = N_("where a cell holds a formula, its stored value is counted")
    order: ClassVar[int] = 20

    path: Path
    sheet: str = ""

    @classmethod
    def at(cls, place: Path) -> WorkbookSource | None:
        """Whether it begins as one, and holds one as far as it can be read."""
        with suppress(OSError):
            return cls(place) if is_workbook(place, read_beginning(place, _FIRST)) else None
        return None

    def names(self, declared: Input) -> tuple[str, ...]:
        """The texts in its first row that is not empty."""

        def first(rows: Iterator[Row]) -> tuple[str, ...]:
            return header_and_rows(rows, declared.header)[0]

        return read_rows(self.path, chosen_sheet(self.path, self.sheet), first)

    def columns(self, declared: Input) -> tuple[SourceColumn, ...]:
        """Their names: what a cell holds is told cell by cell."""
        return tuple(SourceColumn(name, _STORED, "cell") for name in self.names(declared))

    def sheets(self) -> tuple[str, ...]:
        """All but charts."""
        return sheets_of(self.path)

    def on_sheet(self, sheet: str) -> Source:
        """The same workbook."""
        return replace(self, sheet=sheet)

    def digest(self, progress: Progress | None, cancelled: Cancelled | None) -> bytes | None:
        """SHA-256 of the workbook: all its sheets are one file, and one account."""
        with suppress(OSError):
            return file_digest(self.path, progress, cancelled)
        return None

    def ways(self, asked: CountRequest) -> tuple[Way, ...]:
        """Row by row."""
        return (by_rows,)


def by_rows(asked: CountRequest, begin: Begin, folder: Path) -> bytes:
    """The rows of a sheet.

    Raises
    ------
    NotATable, NotValid, Interrupted
    """
    if not isinstance(asked.source, WorkbookSource):
        raise TypeError("no workbook")
    path = asked.source.path
    stamp = stamp_of(path)
    digest = file_digest(path, asked.progress, asked.cancelled)

    def take(rows: Iterator[Row]) -> None:
        names, values = header_and_rows(rows, asked.plan.input.header)
        tally = begin(Shape(len(names), names))
        spells = [_spelling(reader) for reader in tally.readers]
        long_ids = LongIds()
        while some := list(islice(values, _ROWS)):
            asked.check()
            ids = None
            if tally.layout.identity is not None:
                some, ids = _with_people(some, tally.layout.identity, asked.plan.input, long_ids)
            cells = tuple(
                np.array([reader.cells[spell(row[place])] for row in some], dtype=np.int64)
                for reader, spell, place in zip(tally.readers, spells, tally.layout.places, strict=True)
            )
            tally.add(Batch(cells, ids))

    asked.check()
    sheet = chosen_sheet(path, asked.source.sheet)
    read_rows(path, sheet, take)
    check_formulas(path, sheet, asked.check)  # of what can be read to its end
    stamp.check()
    return digest


def _with_people(
    rows: list[Row], place: int, declared: Input, long_ids: LongIds
) -> tuple[list[Row], tuple[np.ndarray[tuple[int], np.dtype[np.uint64]], ...]]:
    """Those rows that have an id, and the words of their ids."""
    nobody = declared.missing_values | {""}
    named = [declared.value(text_of(row[place])) for row in rows]
    kept = [row for row, name in zip(rows, named, strict=True) if name not in nobody]
    return kept, words_of([name for name in named if name not in nobody], long_ids)


def _spelling(reader: Reader) -> Callable[[Value], str]:
    """How a value is spelled for a column: a date as its format writes it."""
    written_date = reader.column.written_date()

    def spell(value: Value) -> str:
        if value is None:
            return BLANK_LINE
        if written_date is not None and isinstance(value, date):
            return written_date(_number(value))
        return text_of(value)

    return spell


def _number(value: date) -> int:
    """A date as `DatePattern.read` gives it."""
    parts = [value.year, value.month, value.day]
    parts += [value.hour, value.minute, value.second] if isinstance(value, datetime) else [0, 0, 0]
    return sum(weight * part for weight, part in zip(UNITS.values(), parts, strict=True))
