"""Exact counts of every declared cell, with the rows of a person bounded. Never shown, never kept.

Two readers, one function: DuckDB reads what is plainly regular, quickly; the strict reader of the standard
library reads small files and decides about everything else. Both give rows as cells, by one policy
(`explorer.release.counting.classify`), to the same tables and the same bounding.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from os import cpu_count
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING

import numpy as np

from explorer.privacy.refusal import NotATable
from explorer.release.counting.cell_readers import Reader
from explorer.release.counting.classify import BLANK_LINE
from explorer.release.counting.identity import LongIds, words_of
from explorer.release.counting.layout import Batch, Layout, layout_of
from explorer.release.counting.spilled_rows import LIMIT
from explorer.release.counting.tally import Tally, tally_of
from explorer.release.partition_selection import Counted
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input
from explorer.release.sources.csv_file import Cancelled, Interrupted, Progress, Shape, Watched, read_table
from explorer.release.sources.decoding import PIECE, Irregular, Piece, is_plain, table_of
from explorer.release.sources.duckdb_query import Question, head_line
from explorer.release.sources.file_pieces import Slot, slots
from explorer.release.values.temporary_files import private_folder

if TYPE_CHECKING:
    from concurrent.futures import Future

SMALL = 1 << 23  # bytes; a smaller file is counted before the engine would have started
_ROWS = 1 << 14
_THREADS = 4
_WAIT = 0.02  # seconds between two questions whether to go on


@dataclass(frozen=True)
class Counts:
    """True counts, one (k,) int64 array a query along `Query.labels()` (where categories are unknown, what
    was found), and the file's SHA-256.

    Private: they go to `noise.privatize` and nowhere else; `repr` shows nothing of them.
    """

    queries: tuple[Counted, ...] = field(repr=False)
    digest: bytes = field(repr=False)


def count(
    plan: ReleasePlan,
    path: Path,
    key: bytes,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Counts:
    """The exact counts of every declared cell of a file.

    Parameters
    ----------
    key : secret, 16 to 64 bytes; decides with a person's own rows alone which of them count
    progress : called with bytes read and bytes in all
    cancelled : asked between chunks; a partial result is discarded

    Guarantee
    ---------
    Each record moves one count of each histogram by one, and with `id_column` no person more rows, rows
    a cell or cells than declared, the same kept rows in every histogram. Memory is bounded whatever the
    size of the file; what does not fit lies in a private folder that is removed in any case. The digest is
    that of the very bytes that were counted.

    Raises
    ------
    NotATable
        With a line number at most.
    NotValid
        There is no room for what must be set aside.
    Interrupted
        On request.
    """
    asked = CountRequest(plan, path, key, progress, cancelled)
    return (quickly(asked) if asked.is_large else None) or strictly(asked)


@dataclass(frozen=True)
class CountRequest:
    """What `count` is asked for, and how much is held at once: a piece, and the rows of people in memory."""

    plan: ReleasePlan
    path: Path
    key: bytes = field(repr=False)
    progress: Progress | None = None
    cancelled: Cancelled | None = None
    piece: int = PIECE
    held: int = LIMIT

    @property
    def is_large(self) -> bool:
        """A file, not a pipe, that is worth the start of the engine."""
        try:
            return self.path.is_file() and self.path.stat().st_size >= SMALL
        except OSError:
            return False

    def check(self) -> None:
        """Raises Interrupted on request."""
        if self.cancelled is not None and self.cancelled():
            raise Interrupted


def strictly(asked: CountRequest) -> Counts:
    """The counts by the strict reader of the standard library. Raises as `count`."""
    tallies: list[Tally] = []
    with private_folder() as folder, ExitStack() as stack:

        def take(shape: Shape, records: Iterator[list[str]]) -> None:
            layout = layout_of(asked.plan, shape)
            tally = tally_of(asked.plan, layout, asked.key, folder, asked.held)
            tallies.append(tally)
            stack.callback(tally.close)
            for batch in _batches(layout, asked.plan.input, tally.readers, records):
                tally.add(batch)

        digest = read_table(asked.path, asked.plan.input, take, asked.progress, asked.cancelled)
        return Counts(tallies[0].finish(asked.check), digest)


def _batches(
    layout: Layout, declared: Input, readers: Sequence[Reader], records: Iterator[list[str]]
) -> Iterator[Batch]:
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


def quickly(asked: CountRequest) -> Counts | None:
    """The counts by DuckDB; None where the strict reader must decide. Raises Interrupted."""
    declared = asked.plan.input
    if not is_plain(declared):
        return None
    try:
        with (
            private_folder() as folder,
            closing(Watched(asked.path, asked.progress, asked.cancelled)) as watched,
        ):
            shape, pieces = table_of(watched, declared, asked.piece)
            layout = layout_of(asked.plan, shape)
            needed = layout.needed if layout.is_wide else ()
            chosen = partial(pieces, needed)
            with closing(tally_of(asked.plan, layout, asked.key, folder, asked.held)) as tally:
                _read(layout.narrowed() if needed else layout, declared, folder, chosen, tally, asked)
                return Counts(tally.finish(asked.check), watched.digest)
    except (Irregular, NotATable, OSError):  # the strict reader tells what is wrong, if anything is
        return None


def _read(
    layout: Layout,
    declared: Input,
    folder: Path,
    pieces: Callable[[int], Iterator[Piece]],
    tally: Tally,
    asked: CountRequest,
) -> None:
    """Pieces are read by a few threads while the next ones are taken from the file."""
    from concurrent.futures import ThreadPoolExecutor

    from explorer.release.sources.duckdb_reader import engine

    threads = min(_THREADS, cpu_count() or 1)
    waiting: deque[tuple[Slot, Future[Batch]]] = deque()
    with (
        engine(layout, declared, tally.readers) as reader,
        slots(folder, threads + 1) as free,
        ThreadPoolExecutor(threads) as pool,
    ):
        try:
            asked.check()  # the engine took a moment to start
            for piece in pieces(reader.most):
                asked.check()
                if not free:
                    free.append(_take(waiting, tally, asked.check))
                    asked.check()
                slot = free.pop()
                head = head_line(layout.width, declared.delimiter, piece.line_end)
                slot.fill(head, piece.data)
                asked_of_it = Question(slot.path, len(head) + len(piece.data), piece.marks)
                waiting.append((slot, pool.submit(reader.batch, asked_of_it, piece.survey.records)))
            while waiting:
                _take(waiting, tally, asked.check)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            while not all(future.done() for _, future in waiting):
                reader.interrupt()  # again and again: one that comes before the query does is lost
                sleep(_WAIT / 4)
            raise


def _take(waiting: deque[tuple[Slot, Future[Batch]]], tally: Tally, check: Callable[[], None]) -> Slot:
    """Count the oldest piece that is being read; its slot is free again."""
    slot, future = waiting[0]
    while True:
        try:
            batch = future.result(_WAIT)
        except TimeoutError:
            check()
        else:
            waiting.popleft()
            check()  # several pieces may be ready at once
            tally.add(batch)
            return slot
