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


Quick = Listed | Numbers | Moments
