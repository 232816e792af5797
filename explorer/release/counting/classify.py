"""From a raw text to the number of its cell: a pure function of the text and the declaration."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Callable
from decimal import Decimal

from explorer.release.plan.columns import CategoryColumn, NumericColumn
from explorer.release.plan.sections import BLANKS, Input

BLANK_LINE = "\0"  # stands for a blank line of one column; no text of a file holds it (source refuses it)
_KEPT = 1 << 16  # distinct spellings that are remembered; more would only cost memory
_FARTHEST = 10**6  # an exponent this far below zero is as good as any farther one


class Cells(dict[str, int]):
    """Raw text to number of cell, remembered; an absent key is classified once."""

    def __init__(self, classify: Callable[[str], int]) -> None:
        super().__init__()
        self._classify = classify

    def __missing__(self, raw: str) -> int:
        cell = self._classify(raw)
        if len(self) >= _KEPT:
            self.clear()
        self[raw] = cell
        return cell


def cells_of(column: NumericColumn | CategoryColumn, declared: Input) -> Cells:
    """The cell of each raw text in a column, counted along `column.labels`."""
    if isinstance(column, NumericColumn):
        return Cells(_numeric(column, declared))
    return Cells(_category(column, declared))


def _category(column: CategoryColumn, declared: Input) -> Callable[[str], int]:
    place = {category: number for number, category in enumerate(column.categories)}
    other, missing = len(place), len(place) + 1
    missing_values = declared.missing_values | {BLANK_LINE}

    def classify(raw: str) -> int:
        value = declared.value(raw)
        return missing if value in missing_values else place.get(value, other)

    return classify


def _numeric(column: NumericColumn, declared: Input) -> Callable[[str], int]:
    edges = [Decimal(edge) for edge in column.edges]
    bins = len(edges) - 1
    below, above, missing, unreadable = range(bins, bins + 4)
    read = number_reader(declared.decimal)
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
