"""Rows of people set aside until all have come: parted by person, in memory, beyond a limit on disk.

Rows of one person that are alike are held once where they are many (`folded_rows`), so that a person of
millions of rows takes the place of as many as there are different ones. What goes to disk is encrypted
(`encrypted_blocks`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import numpy as np

from explorer.release.counting.contribution_bounding import Seeds, person_words
from explorer.release.counting.encrypted_blocks import EncryptedBlocks, Written
from explorer.release.counting.folded_rows import FoldedRows, in_lots, narrowed, together
from explorer.release.counting.layout import Integers, Words
from explorer.release.counting.row_groups import SHARED
from explorer.release.values.temporary_files import no_room

PARTS = 1 << SHARED  # a part of ten million rows fits into a processor's cache, of many more into memory
FEW = 1 << 14  # rows; smaller parts are taken together
CROWDED = 1 << 18  # rows; a larger part is not taken into memory whole
LIMIT = 64 << 20  # bytes that are kept in memory
_BLOCK = 1 << 16  # rows that are read from disk at once
_SHARE = 5  # a part that gets more than 2^-5 of many rows holds a person of many
SOME = 1 << 10  # rows from which on it is worth looking for equal ones
LOOSE = 1 << 14  # folded rows between two times that they are folded again
WIDE = 1 << 17  # folded rows that are not folded again: as good as none are alike


@dataclass
class Aside:
    """Rows as columns (the words of the id, then `joint` numbers), parted by a hash of the person.

    `close` gives up what is on disk.
    """

    folder: Path
    seeds: Seeds
    joint: int
    limit: int = LIMIT
    disk: EncryptedBlocks = field(init=False, repr=False)
    _held: dict[int, list[FoldedRows]] = field(default_factory=dict, repr=False)
    _folded: dict[int, list[FoldedRows]] = field(default_factory=dict, repr=False)
    _written: dict[int, list[tuple[Written, int]]] = field(default_factory=dict, repr=False)
    _bytes: int = 0

    def __post_init__(self) -> None:
        self.disk = EncryptedBlocks(self.folder)

    def add(self, words: Sequence[Words], joint: Sequence[Integers]) -> None:
        """Set rows aside; all rows of one person come into one part."""
        if not len(words[0]):
            return
        part = (person_words(words, self.seeds) >> np.uint64(64 - SHARED)).astype(np.uint16)
        order = np.argsort(part, kind="stable")
        rows = FoldedRows(
            tuple(column[order] for column in words), tuple(column[order] for column in narrowed(joint))
        )
        many = np.bincount(part, minlength=PARTS)
        begin, large = 0, max(SOME, len(order) >> _SHARE)
        for at in np.flatnonzero(many).tolist():
            end = begin + int(many[at])
            chunk = rows.cut(begin, end)
            if end - begin >= large:
                self._fold(at, chunk)
            else:
                self._held.setdefault(at, []).append(chunk)
                self._bytes += chunk.nbytes
            begin = end
        if self._bytes > self.limit:
            self._write()

    def _fold(self, at: int, chunk: FoldedRows) -> None:
        """Hold each row of a chunk once, with those that came before; as they are where few are alike."""
        known = self._folded.setdefault(at, [])
        self._keep(at, known, chunk)
        if known and sum(each.held for each in known) > 2 * known[0].held + LOOSE:
            whole = together(known)
            self._bytes -= sum(each.nbytes for each in known)
            known.clear()
            self._keep(at, known, whole)

    def _keep(self, at: int, known: list[FoldedRows], rows: FoldedRows) -> None:
        found = rows.gathered()
        if 2 * found.held > rows.held or found.held > WIDE:
            known, found = self._held.setdefault(at, []), rows if 2 * found.held > rows.held else found
        known.append(found)
        self._bytes += found.nbytes

    def parts(self) -> Iterator[FoldedRows | Iterator[FoldedRows]]:
        """All rows, one part (or some small ones) after the other; read once.

        A part of more than `CROWDED` rows comes as an iterator over chunks of it, which is to be read before
        the next part is asked for; any other one has each row as often as it is there.
        """
        chunks: list[FoldedRows] = []
        rows = 0
        for at in sorted(self._held.keys() | self._folded.keys() | self._written.keys()):
            more = self._many(at)
            if more > CROWDED:
                yield self._chunks(at)
                continue
            chunks += self._chunks(at)
            rows += more
            if rows >= FEW:
                yield together(chunks).unfolded()
                chunks, rows = [], 0
        if chunks:
            yield together(chunks).unfolded()

    def _many(self, at: int) -> int:
        """How many rows a part has."""
        held = (each.many for part in (self._held, self._folded) for each in part.get(at, ()))
        return sum(held) + sum(rows for _, rows in self._written.get(at, ()))

    def _chunks(self, at: int) -> Iterator[FoldedRows]:
        """The rows of a part: what is on disk, then what is in memory, which is given up."""
        for written, rows in self._written.pop(at, ()):
            columns = self.disk.read(written)
            times = columns[-1] if rows != written.rows else None
            known = columns if times is None else columns[:-1]
            yield FoldedRows(known[: -self.joint], known[-self.joint :], times)
        yield from self._in_memory(at)

    def _in_memory(self, at: int) -> Iterator[FoldedRows]:
        """The rows of a part that are in memory, which are given up one after the other."""
        for part in (self._folded, self._held):
            chunks = part.pop(at, [])
            while chunks:
                yield chunks.pop()

    def close(self) -> None:
        """Give up what is on disk."""
        self.disk.close()

    def _write(self) -> None:
        try:
            self.write_held(self.disk.file())
            return
        except OSError as fault:
            refusal = no_room(fault)
        raise refusal

    def write_held(self, file: IO[bytes]) -> None:
        """Put the rows in memory at the end of the file, by part, in blocks that can be read alone."""
        for at in sorted(self._held.keys() | self._folded.keys()):
            for rows in in_lots(self._in_memory(at), _BLOCK):
                self._write_part(at, rows, file)
        self._bytes = 0

    def _write_part(self, at: int, rows: FoldedRows, file: IO[bytes]) -> None:
        for begin in range(0, rows.held, _BLOCK):
            block = rows.cut(begin, begin + _BLOCK)
            if block.many == block.held:
                block = FoldedRows(block.words, block.joint)
            written = self.disk.write(block.columns, file)
            self._written.setdefault(at, []).append((written, block.many))
