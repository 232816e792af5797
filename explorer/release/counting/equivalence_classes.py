"""The equivalence classes of a file: which rows agree in the chosen columns, and what is sensitive in them.

Everything is in memory and for whoever asked: nothing is written, logged or kept here, and `repr` shows
nothing of what was read. Only the strict reader reads, so that no engine holds a copy.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_
from explorer.privacy.anonymity import EquivalenceClasses, classes_of_rows
from explorer.privacy.refusal import NotValid
from explorer.release.columns.column import BLANK_LINE
from explorer.release.columns.numeric import number_reader
from explorer.release.counting.layout import place_in
from explorer.release.counting.row_groups import arranged, changes
from explorer.release.plan.sections import Input
from explorer.release.sources.csv_file import read_table
from explorer.release.sources.table import Cancelled, Interrupted, Progress, Shape

MOST_COLUMNS = 20  # quasi-identifiers; with more every row is alone in any case
_ROWS = 1 << 13  # rows between two looks whether to stop
_SEED = np.uint64(0)  # of the hash that brings equal rows together; the result does not depend on it

Whole = NDArray[np.int64]
Text = str | None  # None is a missing value: one more value, that all rows without one share


@dataclass(frozen=True, slots=True)
class ClassColumns:
    """What somebody else may know of a person (quasi-identifiers), and what is sensitive ("" for nothing)."""

    quasi: tuple[str, ...]
    sensitive: str = ""

    def check(self) -> None:
        """Whether anything can be asked of these columns.

        Raises
        ------
        NotValid
        """
        if not self.quasi:
            raise NotValid(
                N_("choose at least one column that somebody else may know, such as age or postcode"), "quasi"
            )
        if len(self.quasi) > MOST_COLUMNS:
            raise NotValid(
                N_("at most {most:plain} columns can be chosen at once", most=MOST_COLUMNS), "quasi"
            )
        if self.sensitive in self.quasi:
            sentence = N_(
                "a column cannot be sensitive and a quasi-identifier at once: choose another sensitive column"
            )
            raise NotValid(sentence, "sensitive")


@dataclass(frozen=True, eq=False)
class ClassesOfFile:
    """What was found, private where the file is.

    Attributes
    ----------
    columns : what was asked
    rows : how many there are
    codes : (classes, quasi-identifiers) the value of each class in each column, a place in `texts`
    texts : of each quasi-identifier its values
    table : how often each sensitive value is in each class; all of one value where no column is sensitive
    sensitive : the sensitive values in their order: numbers by size, else texts by code points; a missing
        one comes last
    numeric : whether all of them that are not missing are numbers
    digest : SHA-256 of what was read
    """

    columns: ClassColumns
    rows: int
    codes: Whole = field(repr=False)
    texts: tuple[tuple[Text, ...], ...] = field(repr=False)
    table: EquivalenceClasses = field(repr=False)
    sensitive: tuple[Text, ...] = field(repr=False)
    numeric: bool
    digest: bytes = field(repr=False)

    def name(self, place: int) -> tuple[Text, ...]:
        """The values of the quasi-identifiers of one class."""
        return tuple(texts[code] for texts, code in zip(self.texts, self.codes[place], strict=True))

    @property
    def missing(self) -> int:
        """How many rows lack the value of a quasi-identifier."""
        lacking = np.zeros(len(self.codes), dtype=np.bool_)
        for texts, codes in zip(self.texts, self.codes.T, strict=True):
            if None in texts:
                lacking |= codes == texts.index(None)
        sizes = np.bincount(self.table.place, weights=self.table.count, minlength=self.table.classes)
        return int(sizes[lacking].sum())


class _Numbers(dict[str, int]):
    """A number for each text, in the order in which they come."""

    def __missing__(self, raw: str) -> int:
        self[raw] = number = len(self)
        return number


@dataclass
class _Column:
    """The values of one column as numbers."""

    place: int
    numbers: _Numbers = field(default_factory=_Numbers, repr=False)
    rows: array[int] = field(default_factory=lambda: array("i"), repr=False)

    def add(self, records: Sequence[list[str]]) -> None:
        numbers, place = self.numbers, self.place
        self.rows.extend([numbers[record[place] if record else BLANK_LINE] for record in records])

    def finish(self, declared: Input) -> tuple[Whole, tuple[Text, ...]]:
        """One code a row, and the value of each code: spellings of a missing value are one."""
        known: dict[Text, int] = {}
        absent = {*declared.missing_values, BLANK_LINE}
        codes = []
        for raw in self.numbers:
            value = declared.value(raw)
            codes.append(known.setdefault(None if value in absent else value, len(known)))
        rows = np.frombuffer(self.rows, dtype=np.int32)
        return np.array(codes, dtype=np.int64)[rows], tuple(known)


def classes_of_file(
    path: Path,
    declared: Input,
    columns: ClassColumns,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> ClassesOfFile:
    """The equivalence classes of a file under the chosen columns.

    Parameters
    ----------
    declared : the dialect; its spellings of a missing value are one value of a column
    progress : called with bytes read and bytes in all
    cancelled : asked between some thousand rows; a partial result is discarded

    Raises
    ------
    NotValid
        No column is chosen, one is both, or the table has no rows.
    NotATable
        With a line number at most.
    Interrupted
        On request.
    """
    columns.check()
    read: list[_Column] = []

    def check() -> None:
        if cancelled is not None and cancelled():
            raise Interrupted

    def take(shape: Shape, records: Iterator[list[str]]) -> None:
        names = (*columns.quasi, *((columns.sensitive,) if columns.sensitive else ()))
        read.extend(_Column(place_in(shape, name)) for name in names)
        while rows := list(islice(records, _ROWS)):
            check()
            for column in read:
                column.add(rows)

    digest = read_table(path, declared, take, progress, cancelled)
    if not read or not len(read[0].rows):
        raise NotValid(N_("a table without rows has no equivalence classes"), "quasi")
    return _found(columns, read, declared, digest, check)


def _found(
    columns: ClassColumns, read: Sequence[_Column], declared: Input, digest: bytes, check: Callable[[], None]
) -> ClassesOfFile:
    finished = []
    for column in read:
        finished.append(column.finish(declared))
        check()
    quasi = finished[: len(columns.quasi)]
    rows = len(quasi[0][0])
    order = arranged([codes for codes, _ in quasi], _SEED)
    check()
    begins = changes([codes for codes, _ in quasi], order)
    places = np.empty(rows, dtype=np.int64)
    places[order] = np.cumsum(begins) - 1
    first = order[begins]
    values, sensitive, numeric = np.zeros(rows, dtype=np.int64), cast(tuple[Text, ...], ()), False
    if columns.sensitive:
        values, sensitive, numeric = _in_order(*finished[-1], declared)
    check()
    table = classes_of_rows(places, values, max(len(sensitive), 1))
    codes = np.stack([codes[first] for codes, _ in quasi], axis=1)
    texts = tuple(texts for _, texts in quasi)
    return ClassesOfFile(columns, rows, codes, texts, table, sensitive, numeric, digest)


def _in_order(codes: Whole, texts: tuple[Text, ...], declared: Input) -> tuple[Whole, tuple[Text, ...], bool]:
    """The codes renumbered so that the values ascend; whether they are numbers."""
    reader = number_reader(declared.decimal)
    numbers = {text: reader(text) for text in texts if text is not None}
    numeric = bool(numbers) and all(number is not None for number in numbers.values())
    known = [text for text in texts if text is not None]
    ordered: list[Text] = [
        *sorted(known, key=lambda text: (numbers[text] if numeric else 0, text)),
        *((None,) if None in texts else ()),
    ]
    rank = {text: place for place, text in enumerate(ordered)}
    return np.array([rank[text] for text in texts], dtype=np.int64)[codes], tuple(ordered), numeric
