"""A person's id as a few 64-bit words: equal if and only if the ids are equal, byte for byte.

Every eight bytes of UTF-8 are one big-endian word; no id holds a NUL, so that a shorter one is filled up with
zero words. An id of more than `LONGEST` bytes is numbered by a dictionary of such ids instead: its first
word is zero (which no other id has), then comes its number, then eight bytes of its SHA-256, which stand for
it in a hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

import numpy as np
from numpy.typing import NDArray

from explorer.release.counting.layout import Integers, Words

WORD = 8
LONGEST = 64
_SOME = 1 << 14  # ids that are spelled at once


@dataclass(frozen=True)
class LongIds:
    """The numbers of ids that are longer than `LONGEST` bytes; safe to share between threads."""

    _known: dict[bytes, tuple[int, int, int]] = field(default_factory=dict, repr=False)
    _next: Iterator[int] = field(default_factory=lambda: count(1), repr=False)

    def words(self, identity: bytes) -> tuple[int, int, int]:
        """Zero, the number of this id alone, and a hash of it."""
        if (found := self._known.get(identity)) is not None:
            return found
        hashed = int.from_bytes(hashlib.sha256(identity).digest()[:WORD], "big")
        return self._known.setdefault(identity, (0, next(self._next), hashed))


def words_of(ids: Sequence[str] | NDArray[np.object_], long_ids: LongIds) -> tuple[Words, ...]:
    """The words of each id: arrays of as many rows as there are ids, one array a word.

    Some at once: their spellings as objects take more memory than all else. (GB18030 can spell half a
    surrogate pair, which UTF-8 has no bytes for but these.)
    """
    parts = [_words_of(ids[at : at + _SOME], long_ids) for at in range(0, max(len(ids), 1), _SOME)]
    width = max(map(len, parts))
    blank = [np.zeros(len(part[0]), dtype=np.uint64) for part in parts]
    return tuple(
        np.concatenate(
            [part[at] if at < len(part) else none for part, none in zip(parts, blank, strict=True)]
        )
        for at in range(width)
    )


def _words_of(ids: Sequence[str] | NDArray[np.object_], long_ids: LongIds) -> tuple[Words, ...]:
    spelled = [each.encode("utf-8", "surrogatepass") for each in ids]
    lengths = np.fromiter(map(len, spelled), np.int64, len(spelled))
    far = np.flatnonzero(lengths > LONGEST)
    numbered = [long_ids.words(spelled[row]) for row in far.tolist()]
    for row in far.tolist():
        spelled[row] = b""
    lengths[far] = 0
    width = max(1, -(-int(lengths.max(initial=0)) // WORD), 3 if len(far) else 1)
    table = np.array(spelled, dtype=f"S{WORD * width}").view(">u8").reshape(-1, width)
    words = [table[:, at].astype(np.uint64) for at in range(width)]
    _align(words, lengths)
    if len(far):
        for word, values in zip(words, np.array(numbered, dtype=np.uint64).T, strict=False):
            word[far] = values
    return tuple(words)


def _align(words: Sequence[Words], lengths: Integers) -> None:
    """Each word as a number of the bytes that are there, not of eight; `lengths` in bytes, of the ids."""
    loose = -lengths % WORD
    for at, word in enumerate(words):
        rows = np.flatnonzero((lengths > WORD * at) & (lengths < WORD * (at + 1)))
        word[rows] >>= (WORD * loose[rows]).astype(np.uint64)


def spellings_of(words: Sequence[Words]) -> list[bytes]:
    """What each id is hashed by: its bytes, or of a longer one 16 digits of its SHA-256 in base 16."""
    table = np.stack(words, axis=1)
    last = np.maximum((table != 0).sum(axis=1) - 1, 0)
    rows = np.arange(len(table))
    long = np.flatnonzero((table[:, 0] == 0) & (table.any(axis=1)))
    hashed = [f"{word:016x}".encode() for word in (table[long, 2].tolist() if len(long) else ())]
    ends = table[rows, last]
    for _ in range(WORD - 1):  # a shorter word to the left, as it was spelled
        short = np.flatnonzero((ends >> np.uint64(56)) == 0)
        ends[short] <<= np.uint64(8)
    table[rows, last] = ends
    found: list[bytes] = table.astype(">u8").view(f"S{WORD * table.shape[1]}").ravel().tolist()
    for row, each in zip(long.tolist(), hashed, strict=True):
        found[row] = each
    return found


def without(
    words: Sequence[Words], ids: Sequence[str], long_ids: LongIds
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which rows have none of these ids, of any length; `long_ids` are those that gave the words."""
    kept = np.ones(len(words[0]), dtype=np.bool_)
    for each in ids:
        mine = [word[0] for word in words_of([each], long_ids)]
        if any(mine[len(words) :]):
            continue
        same = np.ones(len(kept), dtype=np.bool_)
        for at, word in enumerate(words):
            same &= word == (mine[at] if at < len(mine) else 0)
        kept &= ~same
    return kept
