"""Categories from a list that is public: a text file with one category a line."""

from __future__ import annotations

import csv
import hashlib
import io
from collections import Counter
from pathlib import Path

from explorer.mark import N_
from explorer.privacy.refusal import NotValid
from explorer.release.counting.public_file import check_apart, check_no_copy
from explorer.release.plan.labels import CATEGORY_SPECIAL, NUMERIC_SPECIAL, spelled
from explorer.release.plan.sections import Input
from explorer.release.values.bounded_files import read_beginning

LARGEST_LIST = 1 << 22  # bytes
MOST_CATEGORIES = 100_000
_FIELD = "categories"
_SPECIAL = frozenset((*NUMERIC_SPECIAL, *CATEGORY_SPECIAL))


def read_categories(path: Path, declared: Input, released: str = "") -> tuple[str, ...]:
    """The categories of a list, in its order: one a line, no heading; blank lines are skipped.

    Parameters
    ----------
    declared : the dialect of the plan. The list has its encoding, its quote, and where `trim` is declared
        blanks around a category are not part of it.
    released : the file that is chosen for release, from which (or from a copy) no list is taken; "" for none

    Guarantee
    ---------
    What is given keeps every rule that a plan has for categories. A refusal names lines, never a text: who
    takes the wrong file reads nothing of it.

    Raises
    ------
    NotValid
        It cannot be read or is too large; it is the file that is chosen for release; a line holds several
        values, repeats another one, or is spelled like a special cell or a missing value.
    """
    check_apart(path, released, _FIELD)
    read = _bytes(path)
    check_no_copy(hashlib.sha256(read).digest(), len(read), released, _FIELD)
    named = [(line, declared.value(text)) for line, text in _lines(_text(read, declared), declared) if text]
    named = [(line, text) for line, text in named if text]
    if not named:
        raise NotValid(N_("the list is empty: write one category a line"), _FIELD)
    if len(named) > MOST_CATEGORIES:
        raise NotValid(N_("the list has more than {most} categories", most=MOST_CATEGORIES), _FIELD)
    for line, text in named:
        _check(line, text, declared)
    _check_once(named)
    return tuple(text for _, text in named)


def _bytes(path: Path) -> bytes:
    try:
        read = read_beginning(path, LARGEST_LIST + 1)
    except OSError:
        read = None
    if read is None:
        raise NotValid(N_("the list cannot be read; check its path and permissions"), _FIELD)
    if len(read) > LARGEST_LIST:
        raise NotValid(N_("the list is larger than 4 MB: it contains more than categories"), _FIELD)
    return read


def _text(read: bytes, declared: Input) -> str:
    try:
        text = read.decode(declared.encoding)
    except (UnicodeError, LookupError):  # refused below, so that no chain keeps what could not be read
        text = None
    if text is None:
        sentence = N_("the list is not in {encoding}, the encoding of the plan", encoding=declared.encoding)
        raise NotValid(sentence, _FIELD)
    return text.removeprefix("\ufeff")


def _lines(text: str, declared: Input) -> list[tuple[int, str]]:
    """Number and only value of each line that has one."""
    found: list[tuple[int, str]] = []
    broken = 0
    reader = csv.reader(
        io.StringIO(text, newline=""),
        delimiter=declared.delimiter,
        quotechar=declared.quote or None,
        quoting=csv.QUOTE_MINIMAL if declared.quote else csv.QUOTE_NONE,
        strict=True,
    )
    try:
        for row in reader:
            if len(row) > 1 or any("\n" in value or "\r" in value for value in row):
                broken = reader.line_num
                break
            found += [(reader.line_num, value) for value in row]
    except csv.Error:
        broken = max(reader.line_num, 1)
    if broken:
        sentence = N_(
            "line {line:plain} of the list is not one category: quote a category that contains the delimiter",
            line=broken,
        )
        raise NotValid(sentence, _FIELD)
    return found


def _check(line: int, text: str, declared: Input) -> None:
    if text in _SPECIAL:
        raise NotValid(N_("line {line:plain} of the list is spelled like a special cell", line=line), _FIELD)
    if text in declared.missing_values:
        raise NotValid(N_("line {line:plain} of the list is spelled like a missing value", line=line), _FIELD)
    if text != text.strip():
        sentence = N_("line {line:plain} of the list has blanks around its category: remove them", line=line)
        raise NotValid(sentence, _FIELD)
    if "\0" in text:
        raise NotValid(N_("line {line:plain} of the list holds a NUL character", line=line), _FIELD)


def _check_once(named: list[tuple[int, str]]) -> None:
    """No category twice, nor two that would be written alike."""
    counted = Counter(spelled(text) for _, text in named)
    if max(counted.values()) == 1:
        return
    first: dict[str, int] = {}
    for line, text in named:
        earlier = first.setdefault(spelled(text), line)
        if earlier != line:
            sentence = N_(
                "line {line:plain} of the list repeats line {earlier:plain}: list each category once",
                line=line,
                earlier=earlier,
            )
            raise NotValid(sentence, _FIELD)
