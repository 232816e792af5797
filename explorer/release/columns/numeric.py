"""Numbers, exact and as typed, in the intervals between declared edges."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.notation import read_exact
from explorer.privacy.refusal import Refusal
from explorer.release.columns.intervals import IntervalColumn, ends_first
from explorer.release.columns.quick import Numbers
from explorer.release.plan.key import Kind, key, required
from explorer.release.plan.sections import BLANKS, Input

_EDGE = re.compile(r"[+-]?\d{1,60}(\.\d{1,60})?([eE][+-]?\d{1,2})?", re.ASCII)
_WITHIN = 3  # digits of a value within an interval, beyond its width
_FARTHEST = 10**6  # an exponent this far below zero is as good as any farther one

Wrong = Iterator[Sentence]


def _edges(edges: Sequence[str], column: NumericColumn) -> Wrong:
    if any(not _EDGE.fullmatch(edge) for edge in edges):
        yield N_("edges must be plain decimals, like 0, 20 or 0.5")
        return
    values = [Decimal(edge) for edge in edges]
    if len(values) < 2:
        yield N_("at least two edges make an interval")
    elif any(low >= high for low, high in pairwise(values)):
        yield N_("edges must rise: each one greater than the one before it")
    elif column.whole and not all(map(_is_whole, values)):
        yield N_("the column holds whole numbers only: its edges must be whole numbers too")


def _is_whole(value: Decimal) -> bool:
    """Without arithmetic, which a far exponent would make endless."""
    _, digits, exponent = value.as_tuple()
    places = -exponent if isinstance(exponent, int) else 0
    return places <= 0 or not any(digits[max(len(digits) - places, 0) :])


@dataclass(frozen=True, slots=True)
class NumericColumn(IntervalColumn):
    """A column of numbers. `whole`: it holds whole numbers; any other number in it is unreadable."""

    id: ClassVar[str] = "numeric"
    kind: ClassVar[str] = id
    order: ClassVar[int] = 1
    title: ClassVar[Sentence] = N_("numbers")
    special_described: ClassVar[Sentence] = N_(
        "Of numbers: (below) and (above) the edges, (missing), (unreadable) as a number."
    )
    edges: tuple[str, ...] = field(metadata=required(Kind.TEXTS, rule=_edges, title=N_("edges"), shown=1))
    whole: bool = key(
        Kind.FLAG,
        False,
        optional=True,
        title=N_("whole"),
        remark=N_("whole numbers only; 1.5 counts as unreadable"),
        shown=2,
    )

    @property
    def edge_names(self) -> tuple[str, ...]:
        """The edges as typed."""
        return self.edges

    @property
    def ends(self) -> tuple[Decimal, ...]:
        """The edges, exact."""
        return tuple(map(Decimal, self.edges))

    def typed_edge(self, text: str) -> Decimal | None:
        """A number in any notation that a person types."""
        try:
            exact = read_exact(text.replace("−", "-"))
        except Refusal:
            return None
        return next((end for end in self.ends if Fraction(end) == exact), None)

    def between(self, edge: int, share: float) -> str:
        """Three digits beyond the width of the interval."""
        with localcontext() as context:
            context.prec = 200
            low, high = self.ends[edge : edge + 2]
            value = low + (high - low) * Decimal(share)
            rounded = value.quantize(Decimal(1).scaleb((high - low).adjusted() - _WITHIN))
            return format(rounded.normalize() if rounded else Decimal(0), "f")

    @property
    def names(self) -> tuple[Sentence | str, ...]:
        """An interval that can hold a single whole number only is called by it."""
        declared = (
            verbatim(low) if self._is_single(low, high) else N_("{low} to <{high}", low=low, high=high)
            for low, high in self.intervals
        )
        return (*declared, *self.special)

    @property
    def declared_labels(self) -> tuple[str, ...]:
        """A single whole number by itself, as the column can hold no other value between the edges."""
        named = super(NumericColumn, self).declared_labels
        return tuple(
            ends[0] if self._is_single(*ends) else label
            for label, ends in zip(named, self.intervals, strict=True)
        )

    @property
    def half_open(self) -> str:
        """The same, and what a number alone is."""
        whole = "; a number alone is that whole number" if self.short_names else ""
        return f"{super(NumericColumn, self).half_open}{whole}"

    @property
    def short_names(self) -> tuple[str, ...]:
        """Where each interval can hold a single whole number only: that number."""
        return self.edges if all(self._is_single(*ends) for ends in self.intervals) else ()

    def _is_single(self, low: str, high: str) -> bool:
        if not self.whole:
            return False
        with localcontext() as context:
            context.prec = 200
            return Decimal(high) - Decimal(low) == 1

    @property
    def described(self) -> Sentence:
        """What it holds."""
        edges = tuple(map(verbatim, self.edges))
        if self.whole:
            return N_("whole numbers, in intervals that include their lower edge: {edges}", edges=edges)
        return N_("numbers, in intervals that include their lower edge: {edges}", edges=edges)

    @property
    def datatypes(self) -> tuple[str, ...]:
        """The ends are numbers."""
        return ("string", "number", "number")

    @classmethod
    def draft(cls) -> dict[str, object]:
        """No edges yet."""
        return {"edges": []}

    def reader(self, declared: Input) -> Callable[[str], Decimal | None]:
        """Numbers by one fixed grammar."""
        read = number_reader(declared.decimal)
        if not self.whole:
            return read

        def read_whole(text: str) -> Decimal | None:
            value = read(text)
            return value if value is None or _is_whole(value) else None

        return read_whole

    def quick(self, declared: Input) -> Numbers:
        """Numbers between edges."""
        read = number_reader(declared.decimal)
        tokens = [read(token.strip(BLANKS)) for token in declared.missing_values]
        known = tuple(token for token in tokens if token is not None)
        return Numbers(self.ends, known, declared.decimal, self.whole)

    def examples(self, declared: Input) -> Iterator[str]:
        """The lower edge of each interval, and its middle where the edge may be no number here."""
        with localcontext() as context:
            context.prec = 200
            for low, high in ends_first(self.intervals):
                middle = (Decimal(low) + Decimal(high)) / 2
                for value in (low, str(middle)):
                    yield value.replace(".", declared.decimal)
            for beyond in (Decimal(self.edges[0]) - 1, Decimal(self.edges[-1])):
                yield str(beyond).replace(".", declared.decimal)
        yield from ("x", "?", "no number")
        yield from declared.missing


def number_reader(decimal: str) -> Callable[[str], Decimal | None]:
    """A reader of one fixed grammar of numbers: sign, ASCII digits, fraction, exponent; exact.

    No digit groups, no hexadecimal, no `nan` or `inf`. A number of 1.8e308 or more (which most other
    programs cannot hold) is unreadable, so that every reader of the same file tells the same.
    """
    mark = re.escape(decimal)
    grammar = re.compile(rf"([+-]?)([0-9]+(?:{mark}[0-9]*)?|{mark}[0-9]+)(?:[eE]([+-]?[0-9]+))?", re.ASCII)

    def read(text: str) -> Decimal | None:
        found = grammar.fullmatch(text)
        if found is None:
            return None
        sign, digits, exponent = found.groups()
        digits = digits.replace(decimal, ".")
        if exponent is None:
            plain = sign + digits
        elif not digits.strip("0."):
            plain = "0"
        else:
            power = exponent.lstrip("+-").lstrip("0") or "0"
            small = len(power) > 6 and exponent.startswith("-")
            plain = f"{sign}{digits}e{-_FARTHEST if small else exponent}"
        return None if math.isinf(float(plain)) else Decimal(plain)

    return read
