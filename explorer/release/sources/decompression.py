"""The text of a file that is compressed with gzip, unpacked as it is read; any other file is read as it lies.

What a file is, is told by its first bytes. Memory is bounded by the pieces that are asked for, whatever a
few compressed bytes become (RFC 1952; several members stand one after the other).
"""

from __future__ import annotations

import io
import zlib
from pathlib import Path
from typing import Protocol

from explorer.mark import N_, Sentence
from explorer.release.values.bounded_files import read_beginning

MAGIC = b"\x1f\x8b\x08"  # deflate is the only method that there is
DAMAGED: Sentence = N_("the gzip file is incomplete or damaged; fetch or write it again")
_PIECE = 1 << 16  # compressed bytes taken at once
_WITH_HEADER = 31  # zlib's number for the largest window in a gzip wrapper


class Damaged(OSError):
    """The compressed bytes end early, or are none. Holds nothing of them."""


class Watchable(Protocol):
    """Raw bytes that can be stopped."""

    def check(self) -> None: ...

    def readinto(self, buffer: memoryview, /) -> int: ...


class TextBytes(io.RawIOBase):
    """The bytes of the text in a file. Raises Damaged, and whatever reading the file raises."""

    def __init__(self, raw: Watchable) -> None:
        self._raw = raw
        self._begun = False
        self._left = b""  # bytes that were read and not yet given
        self._member: zlib._Decompress | None = None
        self._packed = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if not self._begun:
            self._begin()
        if self._packed:
            return self._unpack(buffer)
        if not self._left:
            return self._raw.readinto(buffer)
        length = min(len(buffer), len(self._left))
        buffer[:length], self._left = self._left[:length], self._left[length:]
        return length + self._raw.readinto(memoryview(buffer)[length:])

    def _begin(self) -> None:
        self._begun = True
        while len(self._left) < len(MAGIC) and (more := self._more(len(MAGIC) - len(self._left))):
            self._left += more
        self._packed = self._left == MAGIC

    def _more(self, most: int) -> bytes:
        piece = bytearray(most)
        return bytes(piece[: self._raw.readinto(memoryview(piece))])

    def _unpack(self, buffer: memoryview) -> int:
        """Members to the end of the file; zeros between and behind them are filling."""
        while True:
            self._raw.check()  # few bytes may become very many
            ended = not self._left and not (more := self._more(_PIECE))
            if not self._left and not ended:
                self._left = more
            if self._member is None:
                self._left = self._left.lstrip(b"\0")
                if ended:
                    return 0
                if not self._left:
                    continue
                self._member = zlib.decompressobj(_WITH_HEADER)
            found = _unpacked(self._member, self._left, len(buffer))
            if ended and not found and not self._member.eof:
                raise Damaged
            self._left = self._member.unused_data if self._member.eof else self._member.unconsumed_tail
            if self._member.eof:
                self._member = None
            if found:
                buffer[: len(found)] = found
                return len(found)


def _unpacked(member: zlib._Decompress, packed: bytes, most: int) -> bytes:
    try:
        return member.decompress(packed, most)
    except zlib.error:
        pass
    raise Damaged


def text_beginning(path: Path, most: int) -> bytes:
    """The first bytes of the text in a file, at most so many.

    Raises
    ------
    Damaged, OSError
        As `unpacked_beginning` and `read_beginning`.
    """
    return unpacked_beginning(read_beginning(path, most), most)


def unpacked_beginning(first: bytes, most: int) -> bytes:
    """What the first bytes of a file become, at most so many; themselves where they are not compressed.

    Raises
    ------
    Damaged
        They are compressed, and nothing comes of them.
    """
    if not first.startswith(MAGIC):
        return first
    member = zlib.decompressobj(_WITH_HEADER)
    found = _unpacked(member, first, most)
    if not found and not member.eof:
        raise Damaged
    return found
