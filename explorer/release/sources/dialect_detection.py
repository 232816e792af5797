"""A dialect to start from, by the first bytes and the first line of a file alone; the steward confirms it."""

from __future__ import annotations

import codecs
import csv
import re
from dataclasses import dataclass
from pathlib import Path

from explorer.mark import N_
from explorer.privacy.refusal import NotATable
from explorer.release.plan.sections import DELIMITERS, Input
from explorer.release.sources.decompression import DAMAGED, Damaged, text_beginning
from explorer.release.sources.file_kinds import foreign

_FIRST = 1 << 16  # bytes; a longer first line is no header
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (b"\x84\x31\x95\x33", "gb18030"),
)
_WIDE = 1 << 10  # bytes of the first line in which the zeros of UTF-16 are looked for
_WITHIN_WORD = re.compile(rb"[a-z][\x80-\xff]+[a-z]")  # "größe": no Chinese stands between small letters
_UNUSED = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")  # in cp1252
_NUMBER = re.compile(r"[+-]?[0-9][0-9.,]*([eE][+-]?[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A dialect, and the names that the first line would give as a header.

    `mark` : the file begins with a byte order mark, which settles the encoding and is part of no name.
    `input.header` is False where the first line holds a number or nothing in some place: it may be a row.
    """

    input: Input
    names: tuple[str, ...]
    mark: bool = False


def names_of(path: Path, declared: Input) -> tuple[str, ...]:
    """The names in the first line as a plan declares the file; none where it declares no header.

    Raises
    ------
    NotATable
        The file is absent or empty, or of a kind that is no text table.
    """
    if not declared.header:
        return ()
    text = codecs.getincrementaldecoder(declared.encoding)("replace").decode(_first_bytes(path))
    line = re.split("[\r\n]", text.removeprefix("\ufeff"), maxsplit=1)[0]
    return tuple(_split(line, declared.delimiter, declared.quote))


def _split(line: str, delimiter: str, quote: str) -> list[str]:
    try:
        reader = csv.reader(
            [line],
            delimiter=delimiter,
            quotechar=quote or None,
            quoting=csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE,
        )
        return next(reader, [])
    except csv.Error:  # a field that is too long: no name
        return []


def suggest_dialect(path: Path) -> Suggestion:
    """Encoding by the byte order mark or the first line, the rest by the first line. No row is read.

    Raises
    ------
    NotATable
        The file is absent, empty, of a kind that is no text table, or its first line is no text.
    """
    first = _first_bytes(path)
    encoding = _encoding(first)
    text = codecs.getincrementaldecoder(encoding)("replace").decode(first).removeprefix("\ufeff")
    line = re.split("[\r\n]", text, maxsplit=1)[0]
    if "\0" in line:
        raise NotATable(
            N_(
                "line {line:plain}: there is a NUL character; declare another encoding, or correct the file",
                line=1,
            )
        )
    quote = _quote(line)
    delimiter = max(DELIMITERS, key=lambda each: _outside_quotes(line, quote).count(each))
    names = _split(line, delimiter, quote)
    decimal = "," if delimiter == ";" else "."
    header = _is_header([name.strip() for name in names])
    found = Input(encoding=encoding, delimiter=delimiter, quote=quote, decimal=decimal, header=header)
    return Suggestion(found, tuple(names), mark=any(first.startswith(mark) for mark, _ in _MARKS))


def _is_header(names: list[str]) -> bool:
    """Whether all of these may name columns. R writes none over the numbers of its rows, which come first."""
    named = names[1:] if len(names) > 1 and names[0] == "" else names
    return not any(name == "" or _NUMBER.fullmatch(name) for name in named)


def _quote(line: str) -> str:
    """The single quote where a name begins and a name ends with one and there is no double quote."""
    names = re.split(f"[{''.join(DELIMITERS)}]", line)
    wrapped = [len(name) > 1 and name[0] == name[-1] == "'" for name in names]
    return "'" if any(wrapped) and '"' not in line else '"'


def _first_bytes(path: Path) -> bytes:
    refused = N_("the file does not exist or cannot be read")
    first = None
    try:
        first = text_beginning(path, _FIRST)  # nothing of a pipe, whose rows are read once
    except Damaged:
        refused = DAMAGED
    except OSError:
        pass
    if first is None:
        raise NotATable(refused)
    if not first:
        raise NotATable(N_("the file is empty"))
    if (kind := foreign(first)) is not None:
        raise NotATable(kind)
    return first


def _encoding(first: bytes) -> str:
    for mark, encoding in _MARKS:
        if first.startswith(mark):
            return encoding
    if (wide := _unmarked_wide(first)) is not None:
        return wide
    line = first.splitlines()[0] if first.splitlines() else b""
    for encoding in ("utf-8", "gb18030"):
        if _reads(line, encoding):
            return encoding
    # As a browser reads "latin-1" (WHATWG, Encoding, 4.2): the two differ in bytes that text never uses in
    # latin-1, and rows may hold a € where the first line holds none
    return "latin-1" if _UNUSED.search(line) else "cp1252"


def _unmarked_wide(first: bytes) -> str | None:
    """UTF-16 without a byte order mark: the ASCII in its first line has zeros on one side."""
    line = first.split(b"\n", 1)[0][:_WIDE]
    even, odd = line[::2].count(0), line[1::2].count(0)
    if max(even, odd, 2) == 2 or max(even, odd) * 5 < len(line) or min(even, odd) * 20 > len(line):
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _reads(line: bytes, encoding: str) -> bool:
    """Whether a line is text in UTF-8, or Chinese characters of two high bytes each."""
    try:
        line.decode(encoding)
    except UnicodeDecodeError:
        return False
    if encoding == "utf-8":
        return True
    paired = all(len(run) % 2 == 0 for run in re.findall(rb"[\x80-\xff]+", line))
    return paired and not _WITHIN_WORD.search(line)


def _outside_quotes(line: str, quote: str) -> str:
    return "".join(line.split(quote)[::2])
