"""Rows of people set aside until all have come: parted by person, in memory, beyond a limit on disk.

What goes to disk goes into the private folder of the load, which is removed with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_
from explorer.privacy.refusal import NotValid
from explorer.release.arranging import SHARED
from explorer.release.bounding import Seeds, person_words
from explorer.release.layout import Integers, Words

PARTS = 1 << SHARED  # a part of ten million rows fits into a processor's cache, of many more into memory
_FEW = 1 << 14  # rows; smaller parts are taken together
LIMIT = 192 << 20  # bytes that are kept in memory

Columns = tuple[NDArray[Any], ...]


@dataclass
class Aside:
    """Rows as columns (the words of the id, then `joint` numbers), parted by a hash of the person."""

    folder: Path
    seeds: Seeds
    joint: int
    limit: int = LIMIT
    _held: list[list[Columns]] = field(default_factory=lambda: [[] for _ in range(PARTS)], repr=False)
    _written: list[list[tuple[int, list[str]]]] = field(
        default_factory=lambda: [[] for _ in range(PARTS)], repr=False
    )
    _bytes: int = 0

    def add(self, words: Sequence[Words], joint: Sequence[Integers]) -> None:
        """Set rows aside; all rows of one person come into one part."""
        if not len(words[0]):
            return
        part = (person_words(words, self.seeds) >> np.uint64(64 - SHARED)).astype(np.uint16)
        order = np.argsort(part, kind="stable")
        columns = [column[order] for column in (*words, *map(_narrow, joint))]
        self._bytes += sum(column.nbytes for column in columns)
        begin = 0
        for at, end in enumerate(np.cumsum(np.bincount(part, minlength=PARTS)).tolist()):
            if begin < end:
                self._held[at].append(tuple(column[begin:end] for column in columns))
            begin = end
        if self._bytes > self.limit:
            self._write()

    def parts(self) -> Iterator[tuple[tuple[Words, ...], tuple[Integers, ...]]]:
        """All rows as (words, joint numbers), one part (or some small ones) after the other; read once."""
        chunks: list[Columns] = []
        for at in range(PARTS):
            chunks += [*self._read(at), *self._held[at]]
            self._held[at] = []
            if chunks and (at == PARTS - 1 or sum(len(chunk[0]) for chunk in chunks) >= _FEW):
                yield self._together(chunks)
                chunks = []

    def _together(self, chunks: Sequence[Columns]) -> tuple[tuple[Words, ...], tuple[Integers, ...]]:
        width = max(map(len, chunks)) - self.joint
        words = tuple(
            np.concatenate([_word(chunk[: -self.joint], place) for chunk in chunks]) for place in range(width)
        )
        joint = tuple(
            np.concatenate([chunk[place] for chunk in chunks]).astype(np.int64)
            for place in range(-self.joint, 0)
        )
        return words, joint

    def _write(self) -> None:
        with suppress(OSError):
            self._write_held()
            return
        raise _no_room()

    def _write_held(self) -> None:
        for at, held in enumerate(self._held):
            if held:
                words, joint = self._together(held)
                columns = (*words, *map(_narrow, joint))
                with self._file(at).open("ab") as file:
                    file.writelines(column.tobytes() for column in columns)
                self._written[at].append((len(columns[0]), [column.dtype.str for column in columns]))
                self._held[at] = []
        self._bytes = 0

    def _read(self, at: int) -> list[Columns]:
        """What of a part is on disk, whole; it is gone from there then."""
        if not self._written[at]:
            return []
        with suppress(OSError):
            found = []
            with self._file(at).open("rb") as file:
                for rows, kinds in self._written[at]:
                    found.append(tuple(np.fromfile(file, dtype=kind, count=rows) for kind in kinds))
            self._file(at).unlink()
            wanted = [rows for rows, kinds in self._written[at] for _ in kinds]
            if [len(column) for columns in found for column in columns] == wanted:
                return found
        raise _no_room()

    def _file(self, at: int) -> Path:
        return self.folder / f"part-{at}"


def _narrow(numbers: Integers) -> NDArray[Any]:
    """In four bytes each where they fit."""
    return numbers.astype(np.int32) if int(numbers.max()) < 1 << 31 else numbers


def _word(words: Columns, place: int) -> Words:
    return words[place] if place < len(words) else np.zeros(len(words[0]), dtype=np.uint64)


@contextmanager
def private_folder() -> Iterator[Path]:
    """A temporary folder for the owner alone, gone with all that is in it whatever happens.

    Raises
    ------
    NotValid
        There can be none, or it cannot be removed again.
    """
    from shutil import rmtree
    from tempfile import mkdtemp

    folder = None
    with suppress(OSError):
        folder = mkdtemp(prefix="privacy-explorer-")  # 0700
    if folder is None:
        raise _no_room()
    left = True
    try:
        yield Path(folder)
    finally:
        with suppress(OSError):
            rmtree(folder)
            left = False
    if left:
        sentence = N_("the temporary folder {folder} cannot be removed: remove it by hand", folder=folder)
        raise NotValid(sentence, "csv")


def _no_room() -> NotValid:
    sentence = N_("the temporary folder cannot be written: make room on its disk, or name another in TMPDIR")
    return NotValid(sentence, "csv")
