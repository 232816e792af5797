"""What columns of intervals have in common, whether of numbers or of dates: cells [a, b) between edges."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, TypeVar

from explorer.mark import N_, Sentence
from explorer.release.columns.column import BLANK_LINE, Column, Written
from explorer.release.plan.labels import NUMERIC_SPECIAL, spelled
from explorer.release.plan.sections import BLANKS, Input

HALF_OPEN = "each interval includes its lower edge and excludes its upper edge"
_NOTES = ("lower edge, included", "upper edge, not included")
_MOST = 250  # declared cells of a column that examples are given of
_Some = TypeVar("_Some")


@dataclass(frozen=True, slots=True)
class IntervalColumn(Column):
    """A column of values in the intervals [a, b) between neighbouring edges. Blanks around a value are no
    part of it.
    """

    is_ordered: ClassVar[bool] = True
    special: ClassVar[tuple[str, ...]] = NUMERIC_SPECIAL
    has_distances: ClassVar[bool] = True  # how far two values are apart is told as a number

    @abstractmethod
    def typed_edge(self, text: str) -> Any:
        """The value that a person types for an edge, to be compared with `ends`; None where it is none."""

    @abstractmethod
    def between(self, edge: int, share: float) -> str:
        """The value so far, as a share above 0 and below 1, from an edge of this number to the next one."""

    @property
    @abstractmethod
    def edge_names(self) -> tuple[str, ...]:
        """The edges, as they are written."""

    @property
    @abstractmethod
    def ends(self) -> tuple[Any, ...]:
        """The edges as values that compare with those that `reader` gives."""

    @abstractmethod
    def reader(self, declared: Input) -> Callable[[str], Any]:
        """From a text to its exact value; None for what cannot be read."""

    @property
    def intervals(self) -> tuple[tuple[str, str], ...]:
        """The ends of each declared cell, as they are written."""
        return tuple(pairwise(self.edge_names))

    def in_words(self, low: str, high: str) -> str:
        """Which values an interval holds, by its ends as they are written; nothing where it has none."""
        return f"at least {low} and below {high}" if low else ""

    def range_name(self, low: int, high: int) -> Sentence:
        """What all values from one edge to another are called, by the places of both among `ends`."""
        names = self.edge_names
        return N_("{low} to <{high}", low=names[low], high=names[high])

    @property
    def size(self) -> int:
        """The number of its cells, without a label of each."""
        return max(len(self.edge_names) - 1, 0) + len(self.special)

    @property
    def declared_labels(self) -> tuple[str, ...]:
        """From where to where each declared cell goes."""
        return tuple(f"from {low} to {high}" for low, high in self.intervals)

    def classifier(self, declared: Input) -> Callable[[str], int]:
        """From a raw text to the number of its cell."""
        edges, read = self.ends, self.reader(declared)
        bins = len(edges) - 1
        below, above, missing, unreadable = range(bins, bins + 4)
        missing_values = declared.missing_values | {BLANK_LINE}

        def classify(raw: str) -> int:
            text = raw.strip(BLANKS)
            if text in missing_values or raw in missing_values:
                return missing
            if (value := read(text)) is None:
                return unreadable
            place = bisect_right(edges, value) - 1
            if place < 0:
                return below
            return place if place < bins else above

        return classify

    @property
    def column_notes(self) -> tuple[str, ...]:
        """That the lower edge is in, and the upper one is not, with the first interval as an example."""
        return (self.half_open, *_NOTES)

    @property
    def half_open(self) -> str:
        """Which edge an interval includes, with the first one as an example; in English, for files."""
        (low, high), label = self.intervals[0], self.declared_labels[0]
        return f"{HALF_OPEN}: “{label}” is {low} <= {self.name} < {high}"

    @property
    def written_names(self) -> tuple[str, ...]:
        """Its label, and both ends."""
        return tuple(map(spelled, (self.name, f"{self.name}_from", f"{self.name}_to")))

    @property
    def written_cells(self) -> Written:
        """What stands in `written_names`, one entry a cell; special cells have no ends."""
        declared = [(name, *ends) for name, ends in zip(self.declared_labels, self.intervals, strict=True)]
        return (*declared, *((label, "", "") for label in self.special))


def ends_first(some: tuple[_Some, ...]) -> tuple[_Some, ...]:
    """The last one, the first one, then those between, as many as are offered."""
    return some if len(some) < 2 else (some[-1], some[0], *some[1:-1])[:_MOST]


def half_open_notes(columns: Iterable[Column]) -> tuple[tuple[str, str], ...]:
    """The name of each column of intervals, as it is written, and which edge its intervals include."""
    return tuple(
        (each.written_names[0], each.half_open) for each in columns if isinstance(each, IntervalColumn)
    )
