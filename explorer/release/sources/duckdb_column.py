"""What is asked of DuckDB about one column, in SQL, and what becomes of its answer.

What the engine's answer leaves undecided comes back as text, and `counting.classify` decides.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from explorer.release.columns.column import BLANK_LINE
from explorer.release.counting.classify import Cells
from explorer.release.counting.layout import Integers
from explorer.release.plan.sections import BLANKS, Input

MARKS = frozenset("_+.")  # with which the engine may read what is no number here
_TEXTS = 1 << 12  # texts classified between two looks whether to stop

Found = dict[str, NDArray[Any]]
Flags = NDArray[np.bool_]


class Stopped(Exception):
    """Asked to stop in the midst of a piece."""


@dataclass(frozen=True)
class Place:
    """Where a column stands: its number among those of the plan, its name in SQL, the width of a record."""

    at: int
    name: str
    width: int

    @property
    def blank(self) -> str:
        """What a missing text is: a blank line of a table of one column, else an empty value."""
        return BLANK_LINE if self.width == 1 else ""


@dataclass(frozen=True)
class Reading(ABC):
    """How the values of one column become cells. Unless a kind says otherwise every text comes back.

    `size` : bytes of the answer for one record in full (a text takes 16, and its own)
    """

    size: ClassVar[int] = 16
    cells: Cells = field(repr=False)

    def type_of(self, at: int) -> str | None:
        """The statement that makes a type for the column."""
        return None

    @abstractmethod
    def inner(self, place: Place, declared: Input, marks: frozenset[str]) -> list[str]:
        """What is worked out of the raw value, as expressions; `marks` are those of `MARKS` in the piece."""

    @abstractmethod
    def outer(self, place: Place, exact: bool, worded: bool) -> list[str]:
        """What is asked of that; `exact`: every doubtful value is to come back as text; `worded`: so is
        every one that the answer does not tell.
        """

    def is_doubtful(self, found: Found, at: int) -> bool:
        """Whether a value may be on either side of an edge as far as the answer tells."""
        return False


@dataclass(frozen=True)
class CellReading(Reading):
    """The answer tells the cell of each record by itself."""

    @abstractmethod
    def numbers(self, found: Found, place: Place, stop: threading.Event) -> Integers:
        """The cell of each record. Raises Stopped."""


@dataclass(frozen=True)
class TextReading(CellReading):
    """Every text comes back."""

    def inner(self, place: Place, declared: Input, marks: frozenset[str]) -> list[str]:
        """The text."""
        return [f"{place.name} AS o{place.at}"]

    def outer(self, place: Place, exact: bool, worded: bool) -> list[str]:
        """The text."""
        return [f"o{place.at}"]

    def numbers(self, found: Found, place: Place, stop: threading.Event) -> Integers:
        """Each text by itself."""
        texts = found[f"o{place.at}"]
        cells = np.zeros(len(texts), dtype=np.int64)
        classify(cells, np.arange(len(texts)), texts, self.cells, place, stop)
        return cells


def classify(
    cells: Integers, rows: Integers, texts: NDArray[Any], known: Cells, place: Place, stop: threading.Event
) -> None:
    """The cells of those rows whose text came back. Raises Stopped."""
    spelled = plain(texts, place.blank)[0].tolist()
    for begin in range(0, len(rows), _TEXTS):
        if stop.is_set():
            raise Stopped
        some = spelled[begin : begin + _TEXTS]
        cells[rows[begin : begin + _TEXTS]] = [known[text] for text in some]


def value(name: str, declared: Input) -> str:
    """What a field holds: `Input.value`."""
    whole = f"coalesce({name}, '')"
    return f"trim({whole}, {quoted(BLANKS)})" if declared.trim else whole


def quoted(text: str) -> str:
    """A text as SQL spells it."""
    return "'" + text.replace("'", "''") + "'"


def plain(column: NDArray[Any], empty: Any) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Values with `empty` where there is none, and where that is."""
    if isinstance(column, np.ma.MaskedArray):
        return column.filled(empty), np.ma.getmaskarray(column)
    return column, np.zeros(len(column), dtype=np.bool_)
