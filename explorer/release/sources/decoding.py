"""The bytes of a file as UTF-8, cut into pieces of whole records, each counted by itself.

Python's codecs decode, so that an encoding means here what it means to the strict reader. Whatever is not
plainly regular ends in `Irregular`: then the strict reader decides.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain

from explorer.release.plan.sections import Input
from explorer.release.sources.csv_file import Watched
from explorer.release.sources.decompression import TextBytes
from explorer.release.sources.duckdb_column import MARKS
from explorer.release.sources.record_count import PLAIN_DELIMITERS, QUOTES, Survey, survey
from explorer.release.sources.table import Irregular, Shape

READ = 1 << 20  # bytes between two questions whether to go on
PIECE = 1 << 23  # bytes of a piece


@dataclass(frozen=True, slots=True)
class Piece:
    """Whole records in UTF-8, with all columns or the needed ones.

    The bytes are there until the next piece is asked for.

    Parameters
    ----------
    survey : of the records as they stand in the file
    line_end : how the lines of `data` end
    marks : those of `MARKS` that are in `data`
    """

    data: memoryview = field(repr=False)
    survey: Survey = field(repr=False)
    line_end: bytes = field(repr=False)
    marks: frozenset[str] = field(repr=False)


def is_plain(declared: Input) -> bool:
    """Whether the dialect is one that the quick way knows."""
    return declared.delimiter in PLAIN_DELIMITERS and declared.quote in QUOTES


def table_of(
    watched: Watched, declared: Input, size: int = PIECE
) -> tuple[Shape, Callable[[Sequence[int], int], Iterator[Piece]]]:
    """The shape of a table; and its records, in pieces of about `size` bytes.

    The pieces hold the fields at the places that are asked for (`record_count.survey`), or all where none
    are, and at most as many records as asked for.

    Raises
    ------
    Irregular
        Here or while the pieces are read.
    Interrupted
        `watched` was told to stop.
    """
    stream = _utf8(watched, declared.encoding)
    first = next(stream, b"")
    shape, begins = _head(first, declared)
    line_end = b"\r\n" if first[:begins].endswith(b"\r\n") else b"\n"
    return shape, partial(_pieces, first[begins:], stream, declared, shape.width, size, line_end)


def _utf8(watched: Watched, encoding: str) -> Iterator[bytes]:
    """The text of the file without a byte order mark at the start."""
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    same = codecs.lookup(encoding).name == "utf-8"
    text = TextBytes(watched)
    begun = False
    try:
        while data := text.read(READ):
            if not same:
                data = decoder.decode(data).encode()
            elif not data.isascii() or decoder.getstate()[0]:
                decoder.decode(data)
            if data and not begun:
                begun = True
                data = data.removeprefix(codecs.BOM_UTF8)
            if data:
                yield data
        decoder.decode(b"", True)
        return
    except UnicodeError:
        pass
    raise Irregular


def _head(first: bytes, declared: Input) -> tuple[Shape, int]:
    """The shape, and where the records begin; the first record must end within the first bytes."""
    text = first.decode(errors="ignore")
    lines = io.StringIO(text, newline="")
    reader = csv.reader(
        lines,
        delimiter=declared.delimiter,
        quotechar=declared.quote or None,
        quoting=csv.QUOTE_MINIMAL if declared.quote else csv.QUOTE_NONE,
        strict=True,
    )
    try:
        record = next((each for each in reader if each or declared.header), [])
    except csv.Error:
        record = []
    end = lines.tell()
    if not record or "\0" in text[:end] or not text[:end].endswith("\n"):
        raise Irregular
    width = len(record)
    if declared.header:
        return Shape(width, tuple(record)), len(text[:end].encode())
    return Shape(width, tuple(str(number) for number in range(1, width + 1))), 0


def _pieces(
    begun: bytes,
    stream: Iterator[bytes],
    declared: Input,
    width: int,
    size: int,
    line_end: bytes,
    needed: Sequence[int],
    most: int,
) -> Iterator[Piece]:
    """`line_end` is that of the header; the last record ends as those before, where nothing ends it."""
    held = bytearray(size + 2 * READ)
    filled = 0
    for data in chain([begun], stream, [b""]):
        filled = _put(held, filled, data)
        while filled and (filled >= size or not data):
            piece = _whole(held, filled, declared, width, most, needed)
            if piece is None:
                break
            yield piece
            line_end = piece.survey.line_end
            filled = _drop(held, filled, piece)
    if filled:
        filled = _put(held, filled, line_end)
        piece = _whole(held, filled, declared, width, most, needed)
        if piece is None or piece.survey.end < filled:
            raise Irregular
        yield piece


def _put(held: bytearray, filled: int, data: bytes) -> int:
    """Bytes behind those that are there; where they end."""
    end = filled + len(data)
    if end > len(held):
        held.extend(bytes(end - len(held)))
    held[filled:end] = data
    return end


def _drop(held: bytearray, filled: int, piece: Piece) -> int:
    """What is not in the piece comes to the front; where it ends."""
    taken = piece.survey.end
    piece.data.release()
    held[: filled - taken] = held[taken:filled]
    return filled - taken


def _whole(
    held: bytearray, filled: int, declared: Input, width: int, most: int, needed: Sequence[int]
) -> Piece | None:
    """The records that are whole, or the first ones of too many; None where there is none yet."""
    found = survey(held, filled, declared.delimiter, declared.quote, width, most, needed)
    if found is None:
        raise Irregular
    if not found.end:
        return None
    if found.narrow is None:
        marks = frozenset(mark for mark in MARKS if held.find(ord(mark), 0, found.end) >= 0)
        return Piece(memoryview(held)[: found.end], found, found.line_end, marks)
    text = bytes(found.narrow)
    return Piece(found.narrow, found, b"\n", frozenset(mark for mark in MARKS if mark.encode() in text))
