"""A large file of text, read by DuckDB: pieces of whole records, by a few threads.

What this needs is imported only where a file is large enough for it (`csv_source.CsvSource.is_large`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from explorer.release.counting.layout import Layout
from explorer.release.counting.tally import Tally
from explorer.release.plan.sections import Input
from explorer.release.sources.csv_file import Watched
from explorer.release.sources.decoding import PIECE, Piece, is_plain, table_of
from explorer.release.sources.duckdb_query import Question, head_line
from explorer.release.sources.source import Begin, CountRequest
from explorer.release.sources.table import Irregular


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


def read_by_pieces(path: Path, asked: CountRequest, begin: Begin, folder: Path) -> bytes:
    """Hand the rows of a file to the tally and give the SHA-256 of its bytes.

    Raises
    ------
    Irregular, NotATable, OSError
        The strict reader must decide.
    Interrupted
    """
    declared = asked.plan.input
    if not is_plain(declared):
        raise Irregular
    with closing(Watched(path, asked.progress, asked.cancelled)) as watched:
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
