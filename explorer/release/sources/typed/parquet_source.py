"""Rows from a Parquet file: typed columns, of which only the needed ones are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotATable
from explorer.release.counting.layout import Layout
from explorer.release.counting.tally import Tally
from explorer.release.plan.sections import Input
from explorer.release.sources.csv_file import file_digest
from explorer.release.sources.source import Begin, CountRequest, Source, SourceColumn, Way
from explorer.release.sources.table import Cancelled, Irregular, Progress, Shape
from explorer.release.values.bounded_files import read_beginning

if TYPE_CHECKING:  # every file is asked whether it is one: what reads it is imported where it is
    from explorer.release.sources.duckdb_query import Question
    from explorer.release.sources.typed.parquet_file import ParquetTable
    from explorer.release.sources.typed.value_types import ValueType

MAGIC = b"PAR1"
_ROWS = 1 << 18  # of a piece, at most


@dataclass(frozen=True, slots=True)
class ParquetSource(Source):
    """A Parquet file."""

    id: ClassVar[str] = "parquet"
    title: ClassVar[Sentence] = N_("Parquet")
    order: ClassVar[int] = 10

    path: Path

    @classmethod
    def at(cls, place: Path) -> ParquetSource | None:
        """Whether it begins as one."""
        with suppress(OSError):
            return cls(place) if read_beginning(place, len(MAGIC)) == MAGIC else None
        return None

    def names(self, declared: Input) -> tuple[str, ...]:
        """The names at its end, whatever is declared of text."""
        from explorer.release.sources.typed.parquet_file import parquet_table

        return parquet_table(self.path).names

    def columns(self, declared: Input) -> tuple[SourceColumn, ...]:
        """Names and types, also those that cannot be counted."""
        from explorer.release.sources.typed.parquet_file import parquet_table
        from explorer.release.sources.typed.value_types import NAMES, SUITS, Values

        table = parquet_table(self.path)
        return tuple(
            SourceColumn(name, NAMES[values], type_.name, SUITS.get(values, ""), values is Values.INTEGER)
            for name, type_ in zip(table.names, table.types, strict=True)
            for values in [type_.values]
        )

    def digest(self, progress: Progress | None, cancelled: Cancelled | None) -> bytes | None:
        """SHA-256 of the file."""
        with suppress(OSError):
            return file_digest(self.path, progress, cancelled)
        return None

    def ways(self, asked: CountRequest) -> tuple[Way, ...]:
        """The engine alone."""
        return (by_columns,)


def by_columns(asked: CountRequest, begin: Begin, folder: Path) -> bytes:
    """The rows of a Parquet file.

    Raises
    ------
    NotATable, Interrupted
    """
    from explorer.release.sources.typed.file_stamp import stamp_of
    from explorer.release.sources.typed.parquet_file import parquet_table

    if not isinstance(asked.source, ParquetSource):
        raise TypeError("no Parquet file")
    path, declared = asked.source.path, asked.plan.input
    stamp = stamp_of(path)
    digest = file_digest(path, None, asked.cancelled)
    table = parquet_table(path)
    tally = begin(Shape(len(table.names), table.names))
    layout = tally.layout
    _check_types(layout, table, declared)
    whole = True
    try:
        _read(layout, table, tally, asked)
    except Irregular:
        whole = False
    stamp.check()
    if not whole:
        raise NotATable(
            N_(
                "the Parquet file cannot be read to its end: it is damaged, or a text in it holds a NUL "
                "character or is not UTF-8"
            )
        )
    return digest


def _check_types(layout: Layout, table: ParquetTable, declared: Input) -> None:
    """Whether all that is needed can be counted. Raises NotATable."""
    from explorer.release.sources.typed.parquet_file import check_zone
    from explorer.release.sources.typed.value_types import Values, check_countable

    for column, place in zip(layout.columns, layout.places, strict=True):
        check_countable(column, column.name, table.types[place], declared)
    if layout.identity is not None:
        check_countable(None, table.names[layout.identity], table.types[layout.identity], declared)
    if any(table.types[place].values is Values.MOMENT for place in layout.needed):
        check_zone(declared.time_zone)


def _read(layout: Layout, table: ParquetTable, tally: Tally, asked: CountRequest) -> None:
    """Some rows at once. NULL is told as a blank line of one column is: missing, whatever is declared."""
    from explorer.release.sources.duckdb_query import Question
    from explorer.release.sources.duckdb_reader import engine
    from explorer.release.sources.piece_threads import read_pieces, threads
    from explorer.release.sources.typed.typed_column_kinds import typed_reading
    from explorer.release.sources.typed.value_types import Values

    declared = asked.plan.input
    types: list[ValueType] = [table.types[place] for place in layout.places]
    readings = [
        typed_reading(reader, declared, type_) for reader, type_ in zip(tally.readers, types, strict=True)
    ]
    words = [layout.identity] if layout.identity is not None else []
    words += [
        place
        for column, place, type_ in zip(layout.columns, layout.places, types, strict=True)
        if column.found and type_.values is Values.TEXT
    ]
    size = table.path.stat().st_size

    def pieces(most: int) -> Iterator[Callable[[None], tuple[Question, int]]]:
        step = min(most, _ROWS if asked.piece is None else max(1, asked.piece >> 4))
        for first in range(0, table.rows, step):
            last = min(first + step, table.rows)
            part = table.part(first, last, layout.needed, words, declared)
            if asked.progress is not None:
                asked.progress(size * first // table.rows, size)
            yield _asking(Question("", 0, table=part), last - first)

    with engine(replace(layout, width=1), declared, tally.readers, readings) as reader:
        read_pieces(reader, tally, asked.check, [None] * (threads() + 1), pieces(reader.most))
    if asked.progress is not None:
        asked.progress(size, size)


def _asking(question: Question, rows: int) -> Callable[[None], tuple[Question, int]]:
    return lambda _: (question, rows)
