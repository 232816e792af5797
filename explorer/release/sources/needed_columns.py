"""The needed columns of a wide table, copied out before the engine reads it: the others cost nothing then.

Where every delimiter and line end of a piece is known, the needed values are known by their places alone.
They are copied as they are spelled, quotes and all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.release.counting.byte_positions import Places, Ranked

RECORDS_AT_ONCE = 1 << 13  # looked up at once
BYTES_AT_ONCE = 1 << 18  # copied at once, or one record; each takes some 30 bytes of memory meanwhile
_LF = 10


@dataclass(frozen=True)
class Lines:
    """The records of a piece, line by line.

    Parameters
    ----------
    begins, ends : of each record its first byte, and the byte behind its last value; (n,) each
    delimiters : of the piece, outside quotes
    width : fields a record
    """

    begins: Places
    ends: Places
    delimiters: Ranked
    width: int

    @property
    def are_regular(self) -> bool:
        """Every single record has (width - 1) delimiters."""
        right = np.arange(1, len(self.ends) + 1) * (self.width - 1)
        return bool((self.delimiters.rank(self.ends) == right).all())

    def fields(self, first: int, last: int, needed: Sequence[int]) -> tuple[Places, Places]:
        """Where the needed fields of some records begin and end; (last - first, k) each."""
        marks = sorted({mark for place in needed for mark in (place - 1, place)} & set(range(self.width - 1)))
        numbers = np.arange(first, last)[:, None] * (self.width - 1) + np.array(marks, dtype=np.intp)
        found = self.delimiters.select(numbers)
        begins, ends = np.empty((2, last - first, len(needed)), dtype=np.intp)
        for at, place in enumerate(needed):
            begins[:, at] = found[:, marks.index(place - 1)] + 1 if place else self.begins[first:last]
            at_end = place == self.width - 1
            ends[:, at] = self.ends[first:last] if at_end else found[:, marks.index(place)]
        return begins, ends


def narrowed(data: NDArray[np.uint8], lines: Lines, needed: Sequence[int], delimiter: int) -> memoryview:
    """The records of regular lines with the needed fields alone, ascending places; each line ends in LF.

    One needed field is followed by an empty one: a line of nothing would be no record.
    """
    parts: list[NDArray[np.uint8]] = []
    for first in range(0, len(lines.ends), RECORDS_AT_ONCE):
        last = min(first + RECORDS_AT_ONCE, len(lines.ends))
        begins, ends = lines.fields(first, last, needed)
        if len(needed) == 1:
            begins, ends = (np.column_stack((each, lines.ends[first:last])) for each in (begins, ends))
        parts += _copied(data, begins, ends + 1 - begins, delimiter)
    whole = np.concatenate(parts) if parts else np.zeros(0, dtype=np.uint8)
    return whole.data


def _copied(
    data: NDArray[np.uint8], begins: Places, lengths: Places, delimiter: int
) -> Iterator[NDArray[np.uint8]]:
    """Fields of `lengths` bytes, each with the byte behind it, which becomes a delimiter or a line end."""
    size = int(lengths.sum())
    if size > BYTES_AT_ONCE and len(begins) > 1:
        half = len(begins) // 2
        yield from _copied(data, begins[:half], lengths[:half], delimiter)
        yield from _copied(data, begins[half:], lengths[half:], delimiter)
        return
    many, stops = lengths.ravel(), np.cumsum(lengths)
    part = data[np.arange(size) + np.repeat(begins.ravel() - (stops - many), many)]
    part[stops - 1] = delimiter
    part[stops[lengths.shape[1] - 1 :: lengths.shape[1]] - 1] = _LF
    yield part
