"""The file as a strict table: records by the declared dialect, or one fixed refusal with a line number.

Refusals depend on the rows and cannot avoid it: they are for the steward alone and are never logged or
published. Nothing of the data is in them, nor in the exceptions behind them: they are raised after the
handler, so that no chain keeps the text that could not be read.
"""

from __future__ import annotations

import codecs
import csv
import hashlib
import io
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotATable
from explorer.release.plan.sections import Input
from explorer.release.sources.csv_records import RecordReader, lines_of, records_of
from explorer.release.sources.decompression import DAMAGED, Damaged, TextBytes
from explorer.release.sources.table import Cancelled, Interrupted, Progress, Shape

_CHUNK = 1 << 18


class Watched(io.RawIOBase):
    """Bytes of a file as they are read: hashed, reported, and stopped on request."""

    def __init__(self, path: Path, progress: Progress | None, cancelled: Cancelled | None) -> None:
        self._file = path.open("rb", buffering=0)
        self._size = path.stat().st_size
        self._read = 0
        self._hash = hashlib.sha256()
        self._progress = progress
        self._cancelled = cancelled

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        self.check()
        length = self._file.readinto(buffer) or 0
        self._hash.update(buffer[:length])
        self._read += length
        if self._progress is not None:
            self._progress(self._read, max(self._size, self._read))
        return length

    def check(self) -> None:
        """Raises Interrupted on request."""
        if self._cancelled is not None and self._cancelled():
            raise Interrupted

    def close(self) -> None:
        file = getattr(
            self, "_file", None
        )  # None where it could not be opened: what is dropped is closed, too
        if file is not None:
            file.close()
        super().close()

    @property
    def digest(self) -> bytes:
        """SHA-256 of the bytes that have been read."""
        return self._hash.digest()


def file_digest(path: Path, progress: Progress | None = None, cancelled: Cancelled | None = None) -> bytes:
    """SHA-256 of a whole file, told and asked piece by piece.

    Raises
    ------
    OSError
    Interrupted
        `cancelled()` answered True.
    """
    piece = memoryview(bytearray(4 * _CHUNK))
    with closing(Watched(path, progress, cancelled)) as watched:
        while watched.readinto(piece):
            pass
        return watched.digest


def read_table(
    path: Path,
    declared: Input,
    take: Callable[[Shape, Iterator[list[str]]], None],
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> bytes:
    """Hand the shape and the records of a file to `take`; the SHA-256 of its bytes is given back.

    A record is a list of `width` texts; an empty list is the blank line of a table of one column (one
    missing value). The iterator is read once, by `take`.

    Raises
    ------
    NotATable
        The file is absent, empty or not a table as declared; also whatever `take` raises.
    Interrupted
        `cancelled()` answered True.
    """
    refused: NotATable | None = None
    digest = b""
    try:
        with closing(Watched(path, progress, cancelled)) as watched:
            reader = _reader_of(io.BufferedReader(TextBytes(watched), _CHUNK), declared)
            try:
                _records(reader, declared, take)
            except csv.Error:
                refused = _not_split(reader.line_num)
            digest = watched.digest
    except UnicodeError:
        refused = _not_decoded(path, declared.encoding, cancelled)
    except Damaged:
        refused = NotATable(DAMAGED)
    except FileNotFoundError:
        refused = NotATable(N_("the file does not exist; check its path"))
    except OSError:
        refused = NotATable(_not_read(path))
    if refused is not None:
        raise refused
    return digest


def _not_read(path: Path) -> Sentence:
    if path.is_dir():
        return N_("this is a folder: choose a file")
    return N_("the file cannot be read; check its permissions")


def _reader_of(file: io.BufferedReader, declared: Input) -> RecordReader:
    return csv.reader(
        chain.from_iterable(lines_of(file, declared.encoding)),
        delimiter=declared.delimiter,
        quotechar=declared.quote or None,
        quoting=csv.QUOTE_MINIMAL if declared.quote else csv.QUOTE_NONE,
        strict=True,
    )


def _records(
    reader: RecordReader, declared: Input, take: Callable[[Shape, Iterator[list[str]]], None]
) -> None:
    blank = 0
    first: list[str] = []
    for first in reader:
        if first or declared.header:
            break
        blank += 1
    if not reader.line_num:
        raise NotATable(N_("the file is empty"))
    if declared.header:
        if not first:
            raise NotATable(
                N_(
                    "line {line:plain}: the header is blank; remove the line or declare header = false",
                    line=1,
                )
            )
        take(Shape(len(first), tuple(first)), chain.from_iterable(records_of(reader, len(first))))
    else:
        width = max(len(first), 1)
        shape = Shape(width, tuple(str(number) for number in range(1, width + 1)))
        begun: list[list[str]] = [[]] * blank if width == 1 else []
        take(shape, chain(begun, [first] if first else [], chain.from_iterable(records_of(reader, width))))


def _not_split(line: int) -> NotATable:
    most = csv.field_size_limit()
    return NotATable(
        N_(
            "line {line:plain}: the quotes do not match, or a value is longer than {most} characters",
            line=line,
            most=most,
        )
    )


def _not_decoded(path: Path, encoding: str, cancelled: Cancelled | None) -> NotATable:
    if not path.is_file():  # a pipe is read once: its lines cannot be counted again
        return NotATable(
            N_("the bytes are not {encoding}; declare the encoding of the file", encoding=encoding)
        )
    return NotATable(
        N_(
            "line {line:plain}: the bytes are not {encoding}; declare the encoding of the file",
            line=_undecodable(path, encoding, cancelled),
            encoding=encoding,
        )
    )


def _undecodable(path: Path, encoding: str, cancelled: Cancelled | None) -> int:
    """The number of the first line that does not decode (1 for an encoding without lines of its own)."""
    decoder = codecs.getincrementaldecoder(encoding)()
    line = 1
    try:
        with closing(Watched(path, None, cancelled)) as watched:
            text = TextBytes(watched)
            while chunk := text.read(1 << 16):
                state = decoder.getstate()
                try:
                    line += decoder.decode(chunk).count("\n")
                except UnicodeError:
                    decoder.setstate(state)
                    for value in chunk:
                        line += decoder.decode(bytes([value])).count("\n")
    except (UnicodeError, OSError):
        return line
    return line
