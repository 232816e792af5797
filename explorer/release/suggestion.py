"""A dialect to start from, by the first bytes and the first line of a file alone; the steward confirms it."""

from __future__ import annotations

import codecs
import csv
import re
from dataclasses import dataclass
from pathlib import Path

from explorer.mark import N_
from explorer.privacy.refusal import NotATable
from explorer.release.declared import Input

_FIRST = 1 << 16  # bytes; a longer first line is no header
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (b"\x84\x31\x95\x33", "gb18030"),
)
_DELIMITERS = (",", ";", "\t", "|")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A dialect, and the names that the first line would give as a header."""

    input: Input
    names: tuple[str, ...]


def suggest_dialect(path: Path) -> Suggestion:
    """Encoding by the byte order mark or the first line, delimiter by the first line. No row is read.

    Raises
    ------
    NotATable
        The file is absent, empty, or its first line is no text.
    """
    first = _first_bytes(path)
    encoding = _encoding(first)
    text = codecs.getincrementaldecoder(encoding)("replace").decode(first).removeprefix("\ufeff")
    line = re.split("[\r\n]", text, maxsplit=1)[0]
    if "\0" in line:
        raise NotATable(
            N_(
                "line {line:plain}: there is a NUL character; declare another encoding, or mend the file",
                line=1,
            )
        )
    delimiter = max(_DELIMITERS, key=lambda each: _outside_quotes(line).count(each))
    names = next(csv.reader([line], delimiter=delimiter), [])
    decimal = "," if delimiter == ";" else "."
    return Suggestion(Input(encoding=encoding, delimiter=delimiter, decimal=decimal), tuple(names))


def _first_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            first = file.read(_FIRST)
    except OSError:
        first = None
    if first is None:
        raise NotATable(N_("the CSV file does not exist or cannot be read"))
    if not first:
        raise NotATable(N_("the CSV file is empty"))
    return first


def _encoding(first: bytes) -> str:
    for mark, encoding in _MARKS:
        if first.startswith(mark):
            return encoding
    line = first.splitlines()[0] if first.splitlines() else b""
    for encoding in ("utf-8", "gb18030"):
        if _reads(line, encoding):
            return encoding
    return "latin-1"


def _reads(line: bytes, encoding: str) -> bool:
    """Whether a line is text in UTF-8, or Chinese characters of two high bytes each."""
    try:
        line.decode(encoding)
    except UnicodeDecodeError:
        return False
    return encoding == "utf-8" or all(len(run) % 2 == 0 for run in re.findall(rb"[\x80-\xff]+", line))


def _outside_quotes(line: str) -> str:
    return "".join(line.split('"')[::2])
