"""The lines of a text and its records of equal width, many at once: no step of Python for each of them.

The strict reader reads every row by them, and what is done for each row is most of what the release of a
small file costs. Whatever is wrong is still told of the first line that has it.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Protocol

from explorer.mark import N_
from explorer.privacy.refusal import NotATable

LINE = 1 << 24  # characters of a line: memory is bounded whatever the file is
PIECE, _LARGER = 1 << 13, 1 << 20  # bytes that are read at once, and of a line that is longer than that
_ROWS = 1 << 10  # records that are looked at together
_OTHER_ENDS = "\v\f\x1c\x1d\x1e\x85\u2028\u2029"  # end a line for `str.splitlines` and not in a file
_BREAK = r"\r\n?|\n"


class RecordReader(Protocol):
    """What `csv.reader` gives."""

    @property
    def line_num(self) -> int: ...

    def __iter__(self) -> Iterator[list[str]]: ...

    def __next__(self) -> list[str]: ...


def lines_of(file: io.BufferedReader, encoding: str) -> Iterator[list[str]]:
    """The lines with their ends, some at once, without a byte order mark at the start.

    Raises
    ------
    NotATable
        A line is too long, or holds a NUL character; those before it have been given.
    UnicodeError
        The bytes are none of this encoding.
    """
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    number, held, begun = 0, "", False
    while data := file.read(min(max(PIECE, len(held)), _LARGER)):
        text = decoder.decode(data)
        held += text if begun else text.removeprefix("\ufeff")
        begun = begun or text != ""
        lines = _split(held)
        sound = "\0" not in held and len(lines[0]) < LINE if lines else True
        held = lines.pop() if lines else ""  # may go on; after a CR the LF may come
        yield from [lines] if sound else _checked(lines, number)
        number += len(lines)
        if len(held) >= LINE:
            break
    held += decoder.decode(b"", final=not data)
    yield from _checked(_split(held), number)


def _split(text: str) -> list[str]:
    if any(map(text.__contains__, _OTHER_ENDS)):
        return io.StringIO(text, newline="").readlines()
    return text.splitlines(keepends=True)


def _checked(lines: list[str], before: int) -> Iterator[list[str]]:
    """The lines, `before` which there are so many others, up to the first that cannot be one of a table."""
    for number, line in enumerate(lines, before + 1):
        if len(line) >= LINE:
            raise NotATable(
                N_(
                    "line {line:plain}: longer than {most} characters; check line ends and encoding",
                    line=number,
                    most=LINE,
                )
            )
        if "\0" in line:
            raise NotATable(
                N_(
                    "line {line:plain}: there is a NUL character; declare another encoding, or "
                    "correct the file",
                    line=number,
                )
            )
        yield [line]


def records_of(reader: RecordReader, width: int) -> Iterator[list[list[str]]]:
    """The records, some at once, every one of `width` fields; blank lines are records of a table of one
    column only.

    Raises
    ------
    NotATable
        A record has other fields; those before it have been given.
    csv.Error, UnicodeError
        As `reader`.
    """
    fault: csv.Error | UnicodeError | NotATable | None = None
    while fault is None:
        begun = reader.line_num
        rows: list[list[str]] = []
        try:
            rows.extend(islice(reader, _ROWS))  # keeps what comes before a fault
        except (csv.Error, UnicodeError, NotATable) as found:
            fault = found
        if not rows and fault is None:
            return
        if set(map(len, rows)) == {width}:
            yield rows
        else:
            yield from _even(rows, width, begun)
    raise fault


def _even(rows: Sequence[list[str]], width: int, line: int) -> Iterator[list[list[str]]]:
    """The same of records after so many lines, one by one: each is on a line of its own, or on more where
    line ends stand within its quotes.
    """
    for row in rows:
        line += 1 + sum(len(re.findall(_BREAK, field)) for field in row)
        if row and len(row) != width:
            raise NotATable(
                N_(
                    "line {line:plain}: other fields than in the first line; check delimiter and quotes",
                    line=line,
                )
            )
        if row or width == 1:
            yield [row]
