"""Rows from a file of text with separated fields: CSV, in every dialect of a plan, also gzipped.

Two ways, one count: DuckDB reads what is plainly regular, quickly; the strict reader of the standard library
reads small files and decides about everything else. Both give rows as cells, by one policy
(`explorer.release.counting.classify`), to the same tally.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotATable
from explorer.release.columns.column import BLANK_LINE
from explorer.release.counting.cell_readers import Reader
from explorer.release.counting.identity import LongIds, words_of
from explorer.release.counting.layout import Batch, Layout
from explorer.release.plan.sections import Input
from explorer.release.sources.csv_file import file_digest, read_table
from explorer.release.sources.decompression import MAGIC
from explorer.release.sources.source import TEXT, Begin, CountRequest, Source, SourceColumn, Way
from explorer.release.sources.table import Cancelled, Progress, Shape
from explorer.release.values.bounded_files import read_beginning

if TYPE_CHECKING:
    from explorer.release.sources.dialect_detection import Suggestion

SMALL = 1 << 23  # bytes; a smaller file is counted before the engine would have started
_PACKED = 8  # times the size that text may come to when it is unpacked
_ROWS = 1 << 14


@dataclass(frozen=True, slots=True)
class CsvSource(Source):
    """A file of text, or a pipe, which can be read only once."""

    id: ClassVar[str] = "csv"
    title: ClassVar[Sentence] = N_("CSV")
    order: ClassVar[int] = 100  # whatever is nothing else is read as text

    path: Path

    @classmethod
    def at(cls, place: Path) -> CsvSource:
        """Every file may be text."""
        return cls(place)

    def names(self, declared: Input) -> tuple[str, ...]:
        """The names in its first line; none where it is declared to have no header."""
        from explorer.release.sources.dialect_detection import names_of

        return names_of(self.path, declared)

    def columns(self, declared: Input) -> tuple[SourceColumn, ...]:
        """Texts, by their names; by numbers where there is no header, none of whose values is told."""
        names = self.names(replace(declared, header=True))
        if not declared.header:
            names = tuple(map(str, range(1, len(names) + 1)))
        return tuple(SourceColumn(name, TEXT) for name in names)

    def suggested(self) -> Suggestion:
        """The dialect that its first line shows."""
        from explorer.release.sources.dialect_detection import suggest_dialect

        return suggest_dialect(self.path)

    def digest(self, progress: Progress | None, cancelled: Cancelled | None) -> bytes | None:
        """SHA-256 of the file; None where it cannot be read (which counting will refuse), or for a pipe."""
        with suppress(OSError):
            return file_digest(self.path, progress, cancelled) if self.path.is_file() else None
        return None

    def ways(self, asked: CountRequest) -> tuple[Way, ...]:
        """The engine where it is worth its start and knows the dialect; the strict reader in any case."""
        return (quickly, strictly) if self.is_large and _is_plain(asked.plan.input) else (strictly,)

    @property
    def is_large(self) -> bool:
        """A file, not a pipe, that is worth the start of the engine."""
        try:
            if not self.path.is_file():
                return False
            packed = read_beginning(self.path, len(MAGIC)) == MAGIC
            return self.path.stat().st_size >= (SMALL // _PACKED if packed else SMALL)
        except OSError:
            return False


def _is_plain(declared: Input) -> bool:
    """What reads by pieces is imported where a file is worth it: most of a small one's time is the start."""
    from explorer.release.sources.decoding import is_plain

    return is_plain(declared)


def path_of(asked: CountRequest) -> Path:
    """Where the file lies.

    Raises
    ------
    TypeError
        Another kind of source.
    """
    if not isinstance(asked.source, CsvSource):
        raise TypeError("no file of text")
    return asked.source.path


def strictly(asked: CountRequest, begin: Begin, folder: Path) -> bytes:
    """By the strict reader of the standard library.

    Raises
    ------
    NotATable, Interrupted
        As `read_table`; what is no table and begins as another kind of file is called by that kind.
    """
    path = path_of(asked)

    def take(shape: Shape, records: Iterator[list[str]]) -> None:
        tally = begin(shape)
        for batch in batches_of(tally.layout, asked.plan.input, tally.readers, records):
            tally.add(batch)

    refused: NotATable
    try:
        return read_table(path, asked.plan.input, take, asked.progress, asked.cancelled)
    except NotATable as refusal:
        refused = refusal
    from explorer.release.sources.file_kinds import kind_of

    kind = kind_of(path)
    raise refused if kind is None else NotATable(kind)


def batches_of(
    layout: Layout, declared: Input, readers: Sequence[Reader], records: Iterator[list[str]]
) -> Iterator[Batch]:
    """The rows that count, some thousands at once; those whose id is blank or missing do not."""
    nobody = declared.missing_values | {""}
    long_ids = LongIds()
    while rows := list(islice(records, _ROWS)):
        ids = None
        if layout.identity is not None:
            named = _texts(rows, layout.identity, "")
            if declared.trim:
                named = list(map(declared.value, named))
            if not nobody.isdisjoint(named):
                rows = [row for row, name in zip(rows, named, strict=True) if name not in nobody]
                named = [name for name in named if name not in nobody]
            ids = words_of(named, long_ids)
        yield Batch(
            tuple(
                np.fromiter(
                    map(reader.cells.__getitem__, _texts(rows, place, BLANK_LINE)), np.int64, len(rows)
                )
                for reader, place in zip(readers, layout.places, strict=True)
            ),
            ids,
        )


def _texts(rows: Sequence[list[str]], place: int, blank: str) -> list[str]:
    """One field of each row; `blank` where the row is a blank line."""
    return list(map(itemgetter(place), rows)) if all(rows) else [row[place] if row else blank for row in rows]


def quickly(asked: CountRequest, begin: Begin, folder: Path) -> bytes:
    """By DuckDB.

    Raises
    ------
    Irregular, NotATable, OSError
        The strict reader must decide.
    Interrupted
    """
    from explorer.release.sources.csv_pieces import read_by_pieces

    return read_by_pieces(path_of(asked), asked, begin, folder)
