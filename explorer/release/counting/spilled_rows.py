"""Rows of people set aside until all have come: parted by person, in memory, beyond a limit on disk.

What goes to disk goes into one file without a name (`values.temporary_files.unnamed_file`), which no
other program finds and which is gone when this one ends, by whatever cause. What the disk holds after its
file has gone tells nothing but its length: all is encrypted with a key that lies in memory alone.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from explorer.release.counting.contribution_bounding import Seeds, person_words
from explorer.release.counting.layout import Integers, Words
from explorer.release.counting.row_groups import SHARED
from explorer.release.values.temporary_files import no_room, unnamed_file

PARTS = 1 << SHARED  # a part of ten million rows fits into a processor's cache, of many more into memory
FEW = 1 << 14  # rows; smaller parts are taken together
LIMIT = 192 << 20  # bytes that are kept in memory

Columns = tuple[NDArray[Any], ...]


@dataclass(frozen=True, slots=True)
class Written:
    """Where some rows begin in the file, how many they are, and the types of their columns."""

    begin: int
    rows: int
    kinds: tuple[np.dtype[Any], ...]


@dataclass
class Aside:
    """Rows as columns (the words of the id, then `joint` numbers), parted by a hash of the person.

    `close` gives up what is on disk.
    """

    folder: Path
    seeds: Seeds
    joint: int
    limit: int = LIMIT
    _held: dict[int, list[Columns]] = field(default_factory=dict, repr=False)
    _written: dict[int, list[Written]] = field(default_factory=dict, repr=False)
    _file: IO[bytes] | None = field(default=None, repr=False)
    _bytes: int = 0
    _key: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)

    def add(self, words: Sequence[Words], joint: Sequence[Integers]) -> None:
        """Set rows aside; all rows of one person come into one part."""
        if not len(words[0]):
            return
        part = (person_words(words, self.seeds) >> np.uint64(64 - SHARED)).astype(np.uint16)
        order = np.argsort(part, kind="stable")
        columns = [column[order] for column in (*words, *map(_narrow, joint))]
        self._bytes += sum(column.nbytes for column in columns)
        many = np.bincount(part, minlength=PARTS)
        begin = 0
        for at in np.flatnonzero(many).tolist():
            end = begin + int(many[at])
            self._held.setdefault(at, []).append(tuple(column[begin:end] for column in columns))
            begin = end
        if self._bytes > self.limit:
            self._write()

    def parts(self) -> Iterator[tuple[tuple[Words, ...], tuple[Integers, ...]]]:
        """All rows as (words, joint numbers), one part (or some small ones) after the other; read once."""
        chunks: list[Columns] = []
        rows = 0
        for at in sorted(self._held.keys() | self._written.keys()):
            more = [*self._read(at), *self._held.pop(at, ())]
            chunks += more
            rows += sum(len(chunk[0]) for chunk in more)
            if rows >= FEW:
                yield self._together(chunks)
                chunks, rows = [], 0
        if chunks:
            yield self._together(chunks)

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

    def close(self) -> None:
        """Give up what is on disk."""
        if self._file is not None:
            self._file.close()

    def _write(self) -> None:
        try:
            if self._file is None:
                self._file = unnamed_file(self.folder)
            self.write_held(self._file)
            return
        except OSError as fault:
            refusal = no_room(fault)
        raise refusal

    def write_held(self, file: IO[bytes]) -> None:
        """Put the rows in memory at the end of the file, by part."""
        file.seek(0, os.SEEK_END)
        for at in sorted(self._held):
            words, joint = self._together(self._held.pop(at))
            columns = (*words, *map(_narrow, joint))
            kinds = tuple(column.dtype for column in columns)
            begin = file.tell()
            self._written.setdefault(at, []).append(Written(begin, len(columns[0]), kinds))
            file.write(self._encrypted(b"".join(column.tobytes() for column in columns), begin))
        file.flush()
        self._bytes = 0

    def _read(self, at: int) -> list[Columns]:
        """What of a part is on disk, whole."""
        if self._file is None or at not in self._written:
            return []
        with suppress(OSError):
            found = []
            for written in self._written[at]:
                self._file.seek(written.begin)
                sizes = [written.rows * kind.itemsize for kind in written.kinds]
                read = self._file.read(sum(sizes))
                if len(read) != sum(sizes):
                    break
                plain, ends = self._encrypted(read, written.begin), np.cumsum(sizes).tolist()
                columns = zip(written.kinds, sizes, ends, strict=True)
                found.append(
                    tuple(np.frombuffer(plain[end - size : end], kind) for kind, size, end in columns)
                )
            else:
                return found
        raise no_room(None)

    def _encrypted(self, data: bytes, begin: int) -> bytes:
        """Data from there in the file, or of encrypted data what it was: XOR SHAKE128(key ‖ begin)."""
        stream = hashlib.shake_128(self._key + begin.to_bytes(8, "big")).digest(len(data))
        return (np.frombuffer(data, np.uint8) ^ np.frombuffer(stream, np.uint8)).tobytes()


def _narrow(numbers: Integers) -> NDArray[Any]:
    """In four bytes each where they fit."""
    return numbers.astype(np.int32) if int(numbers.max()) < 1 << 31 else numbers


def _word(words: Columns, place: int) -> Words:
    return words[place] if place < len(words) else np.zeros(len(words[0]), dtype=np.uint64)
