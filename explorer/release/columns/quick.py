"""How a reader that sees whole columns at once may tell cells by itself, each text by the one policy.

A column names one of these; a source translates it. What one of them leaves undecided comes back as text to
`Column.classifier`, which decides about everything.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from explorer.release.columns.date_pattern import DatePattern


@dataclass(frozen=True, slots=True)
class Listed:
    """The texts that are no other value, each of its own cell or missing; every other text is of the cell
    numbered `others`.
    """

    texts: tuple[str, ...]
    others: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers between edges.

    `tokens` : numbers that a missing value might be spelled as; `whole` : any other number is unreadable
    """

    edges: tuple[Decimal, ...]
    tokens: tuple[Decimal, ...]
    decimal: str
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Moments:
    """Dates of one pattern between edges, both as `DatePattern.read` gives them.

    `tokens` : missing values that have the pattern's shape
    """

    pattern: DatePattern
    edges: tuple[int, ...]
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Steps(Numbers):
    """Numbers clipped and rounded to multiples of a step, half to even. No `edges`.

    `half` : half a step, a whole number of 10^−`places`; the multiples `first` to `last`, numbered from 0,
    and behind them what is no number. The middle between any two of them has 15 digits at most.
    """

    half: int = 0
    places: int = 0
    first: int = 0
    last: int = 0


Quick = Listed | Numbers | Moments
