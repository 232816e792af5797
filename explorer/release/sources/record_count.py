"""An independent count of the records in a piece of CSV: newlines at even quote parity.

It never guesses: what is not plainly regular (every quote where a quoted value begins or ends, one kind of
line end, no NUL, no value that could be too long) is left to the strict reader.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from explorer.release.counting.byte_positions import (
    Bits,
    Places,
    bits_of,
    cut,
    following,
    places_of,
    preceding,
    ranked,
    within,
)
from explorer.release.plan.sections import DELIMITERS
from explorer.release.sources.needed_columns import Lines, narrowed

PLAIN_DELIMITERS = frozenset((*DELIMITERS, ":"))
QUOTES = frozenset(["", '"', "'"])
_LF, _CR = 10, 13


@dataclass(frozen=True, slots=True)
class Survey:
    """How many records a piece holds, where the last of them ends, and how their lines end.

    `narrow`: where only some columns were asked for, the records with these alone, their lines ending in LF.
    """

    records: int
    end: int
    line_end: bytes = b"\n"
    narrow: memoryview | None = field(default=None, compare=False, repr=False)


def survey(
    data: bytearray,
    size: int,
    delimiter: str,
    quote: str,
    width: int,
    most: int = sys.maxsize,
    needed: Sequence[int] = (),
) -> Survey | None:
    """The records that end within the first `size` bytes; None where these are not plainly regular.

    Parameters
    ----------
    data : begins at a record
    width : fields a record; with one, a blank line is a record, with more it is none
    most : of how many lines the survey is at most
    needed : places of the only columns that are read, of two or more, ascending; none: all of them are

    Guarantee
    ---------
    Where the answer is not None every quote opens (after a delimiter or newline), closes (before one) or is
    doubled within a quoted value, the lines end alike, there are (width - 1) delimiters a record, on average
    (the engine passes over empty fields too many) or, with `needed`, in each, no record is longer than
    `csv.field_size_limit()` bytes, and there is no NUL: there is but one way to read the piece.
    """
    if data.find(0, 0, size) >= 0:
        return None
    bytes_ = np.frombuffer(data, dtype=np.uint8, count=size)
    quotes = bits_of(bytes_, ord(quote)) if quote and data.find(ord(quote), 0, size) >= 0 else None
    inside = None if quotes is None else within(quotes)
    ends = _places(bytes_, _LF, inside)
    if not len(ends):
        return None if size > csv.field_size_limit() else Survey(0, 0)
    if len(ends) > most:
        ends = ends[: max(1, most)]
        size = int(ends[-1]) + 1
    end = int(ends[-1]) + 1
    lengths = np.diff(ends, prepend=-1)  # with the newline
    if max(int(lengths.max()), size - end) > csv.field_size_limit():
        return None
    whole = bytes_[:end]
    style = _line_end(whole, ends, inside) if data.find(_CR, 0, end) >= 0 else 1
    if style is None or not _canonical(whole, quotes, inside, ord(delimiter)):
        return None
    filled = ends[lengths > style] if width > 1 else ends
    found = Survey(len(filled), end, b"\r\n" if style == 2 else b"\n")
    if needed:
        begins = (ends - lengths + 1)[lengths > style]
        lines = Lines(begins, filled - (style - 1), ranked(_outside(whole, ord(delimiter), inside)), width)
        return _with_needed(found, whole, lines, needed, delimiter)
    return found if _delimiters(whole, inside, ord(delimiter)) == (width - 1) * found.records else None


def _with_needed(
    found: Survey, data: NDArray[np.uint8], lines: Lines, needed: Sequence[int], delimiter: str
) -> Survey | None:
    """The survey with the needed columns alone; None where a record has other fields than the first line."""
    if not lines.are_regular:
        return None
    return replace(found, narrow=narrowed(data, lines, needed, ord(delimiter)))


def _outside(data: NDArray[np.uint8], byte: int, inside: Bits | None) -> Bits:
    """Where a byte stands outside quotes."""
    bits = bits_of(data, byte)
    return bits if inside is None else bits & ~inside[: len(bits)]


def _places(data: NDArray[np.uint8], byte: int, inside: Bits | None) -> Places:
    """The same, as places."""
    return np.flatnonzero(data == byte) if inside is None else places_of(_outside(data, byte, inside))


def _delimiters(data: NDArray[np.uint8], inside: Bits | None, delimiter: int) -> int:
    """How many delimiters stand outside quotes."""
    if inside is None:
        return int(np.count_nonzero(data == delimiter))
    return int(np.bitwise_count(_outside(data, delimiter, inside)).sum(dtype=np.int64))


def _canonical(data: NDArray[np.uint8], quotes: Bits | None, inside: Bits | None, delimiter: int) -> bool:
    """Every quoted value begins and ends where a value does; a doubled quote ends one and begins another."""
    if quotes is None or inside is None:
        return True
    quotes = cut(quotes, len(data))
    inside = cut(inside, len(data))
    opening, closing = quotes & inside, quotes & ~inside
    between = bits_of(data, delimiter) | bits_of(data, _LF)
    begins = following(between | closing)
    begins[0] |= np.uint64(1)
    finishes = preceding(between | opening | bits_of(data, _CR))
    return not ((opening & ~begins).any() or (closing & ~finishes).any())


def _line_end(data: NDArray[np.uint8], ends: Places, inside: Bits | None) -> int | None:
    """The length of every line end, 1 (LF) or 2 (CR LF); None where they differ or a CR stands alone."""
    returns = _places(data, _CR, inside)
    if not len(returns):
        return 1
    return 2 if len(returns) == len(ends) and bool((returns + 1 == ends).all()) else None
