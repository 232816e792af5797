"""Rows from a file of text with separated fields: CSV, in every dialect of a plan, also gzipped.

Two ways, one count: DuckDB reads what is plainly regular, quickly; the strict reader of the standard library
reads small files and decides about everything else. Both give rows as cells, by one policy
(`explorer.release.counting.classify`), to the same tally.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import ClassVar

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotATable
from explorer.release.columns.column import BLANK_LINE
from explorer.release.counting.cell_readers import Reader
from explorer.release.counting.identity import LongIds, words_of
from explorer.release.counting.layout import Batch, Layout
from explorer.release.counting.tally import Tally
from explorer.release.plan.sections import Input
from explorer.release.sources.csv_file import Watched, file_digest, read_table
from explorer.release.sources.decoding import PIECE, Piece, is_plain, table_of
from explorer.release.sources.decompression import MAGIC
from explorer.release.sources.dialect_detection import Suggestion, names_of, suggest_dialect
from explorer.release.sources.duckdb_query import Question, head_line
from explorer.release.sources.file_kinds import kind_of
from explorer.release.sources.source import TEXT, Begin, CountRequest, Source, SourceColumn, Way
from explorer.release.sources.table import Cancelled, Irregular, Progress, Shape
from explorer.release.values.bounded_files import read_beginning


@dataclass(frozen=True, slots=True)
class Slot:
    """A path that the engine can open, and the open file behind it where that lies in memory."""

    path: str
    number: int | None

    def fill(self, head: bytes, data: memoryview) -> None:
        """Let the path hold these bytes, one after the other, and nothing else."""
        if self.number is None:
            with Path(self.path).open("wb") as file:
                file.writelines((head, data))
            return
        os.ftruncate(self.number, len(head) + len(data))
        begin = 0
        for part in (memoryview(head), data):
            done = 0
            while done < len(part):
                done += os.pwrite(self.number, part[done:], begin + done)
            begin += done


@contextmanager
def slots(folder: Path, many: int) -> Iterator[list[Slot]]:
    """As many places, which are gone afterwards."""
    in_memory = hasattr(os, "memfd_create") and Path("/proc/self/fd").is_dir()
    with ExitStack() as stack:
        found = []
        for at in range(many):
            if in_memory:
                number = os.memfd_create("piece")
                stack.callback(os.close, number)
                found.append(Slot(f"/proc/self/fd/{number}", number))
            else:
                path = folder / f"piece-{at}"
                stack.callback(path.unlink, missing_ok=True)
                found.append(Slot(str(path), None))
        yield found


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
        return names_of(self.path, declared)

    def columns(self, declared: Input) -> tuple[SourceColumn, ...]:
        """Texts, by their names; by numbers where there is no header, none of whose values is told."""
        names = names_of(self.path, replace(declared, header=True))
        if not declared.header:
            names = tuple(map(str, range(1, len(names) + 1)))
        return tuple(SourceColumn(name, TEXT) for name in names)

    def suggested(self) -> Suggestion:
        """The dialect that its first line shows."""
        return suggest_dialect(self.path)

    def digest(self, progress: Progress | None, cancelled: Cancelled | None) -> bytes | None:
        """SHA-256 of the file; None where it cannot be read (which counting will refuse), or for a pipe."""
        with suppress(OSError):
            return file_digest(self.path, progress, cancelled) if self.path.is_file() else None
        return None

    def ways(self, asked: CountRequest) -> tuple[Way, ...]:
        """The engine where it is worth its start and knows the dialect; the strict reader in any case."""
        return (quickly, strictly) if self.is_large and is_plain(asked.plan.input) else (strictly,)

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
    kind = kind_of(path)
    raise refused if kind is None else NotATable(kind)


def batches_of(
    layout: Layout, declared: Input, readers: Sequence[Reader], records: Iterator[list[str]]
) -> Iterator[Batch]:
    """The rows that count, some thousands at once; those whose id is blank or missing do not."""
    nobody = declared.missing_values | {""}
    long_ids = LongIds()
    while rows := list(islice(records, _ROWS)):
        if layout.identity is None:
            ids = None
        else:
            named = [declared.value(row[layout.identity]) if row else "" for row in rows]
            rows = [row for row, name in zip(rows, named, strict=True) if name not in nobody]
            ids = words_of([name for name in named if name not in nobody], long_ids)
        yield Batch(
            tuple(
                np.array([reader.cells[row[place] if row else BLANK_LINE] for row in rows], dtype=np.int64)
                for reader, place in zip(readers, layout.places, strict=True)
            ),
            ids,
        )


def quickly(asked: CountRequest, begin: Begin, folder: Path) -> bytes:
    """By DuckDB.

    Raises
    ------
    Irregular, NotATable, OSError
        The strict reader must decide.
    Interrupted
    """
    declared = asked.plan.input
    if not is_plain(declared):
        raise Irregular
    with closing(Watched(path_of(asked), asked.progress, asked.cancelled)) as watched:
        shape, pieces = table_of(watched, declared, PIECE if asked.piece is None else asked.piece)
        tally = begin(shape)
        layout = tally.layout
        needed = layout.needed if layout.is_wide else ()
        chosen = partial(pieces, needed)
        _read(layout.narrowed() if needed else layout, declared, folder, chosen, tally, asked)
        return watched.digest


def _read(
    layout: Layout,
    declared: Input,
    folder: Path,
    pieces: Callable[[int], Iterator[Piece]],
    tally: Tally,
    asked: CountRequest,
) -> None:
    """Pieces are read by a few threads while the next ones are taken from the file."""
    from explorer.release.sources.duckdb_reader import engine
    from explorer.release.sources.piece_threads import read_pieces, threads

    def questions(most: int) -> Iterator[Callable[[Slot], tuple[Question, int]]]:
        for piece in pieces(most):
            head = head_line(layout.width, declared.delimiter, piece.line_end)
            yield partial(_filled, head, piece)

    with (
        engine(layout, declared, tally.readers) as reader,
        slots(folder, threads() + 1) as free,
    ):
        read_pieces(reader, tally, asked.check, free, questions(reader.most))


def _filled(head: bytes, piece: Piece, slot: Slot) -> tuple[Question, int]:
    """What is asked of a piece that lies in a slot, and how many records it has."""
    slot.fill(head, piece.data)
    return Question(slot.path, len(head) + len(piece.data), piece.marks), piece.survey.records
