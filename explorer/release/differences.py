"""Cell by cell, how two noised tables of the same cells differ."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Protocol

from explorer.mark import N_

COUNTS_ALONE = N_("only tables of counts, of ranges and of sums are compared here")
UNMEASURED = N_("no table was measured in both releases: only measured counts have a noise margin")
_DIGITS = 6  # behind the point
BEYOND = "beyond_both_margins"
NAMES = ("earlier_noised_count", "later_noised_count", "difference", "margin_of_both", BEYOND)


class Counted(Protocol):
    """A table of noised counts."""

    @property
    def counts(self) -> tuple[float, ...]:
        """One a cell."""


class Differences(ABC):
    """An earlier and a later table with the same cells."""

    __slots__ = ()

    @property
    @abstractmethod
    def pair(self) -> tuple[Counted, Counted]:
        """The earlier one and the later one."""

    @property
    @abstractmethod
    def margin(self) -> float:
        """How far two noised counts of the same count may lie apart."""

    @property
    @abstractmethod
    def confidence(self) -> Fraction:
        """How often both margins hold at once, at least."""

    @property
    @abstractmethod
    def of_sums(self) -> bool:
        """Whether the numbers are sums, not counts."""

    @property
    def names(self) -> tuple[str, ...]:
        """The columns of what is told of each cell."""
        return tuple(each.replace("count", "sum") for each in NAMES) if self.of_sums else NAMES

    @property
    def differences(self) -> tuple[float, ...]:
        """Later less earlier, along the cells."""
        earlier, later = self.pair
        pairs = zip(earlier.counts, later.counts, strict=True)
        return tuple(_plain(after - before) for before, after in pairs)

    @property
    def beyond(self) -> tuple[bool, ...]:
        """Of each cell whether its difference is beyond both margins."""
        return tuple(abs(each) > self.margin for each in self.differences)


def _plain(value: float) -> float:
    """Without what doubles add behind the digits that are published."""
    return value if isinstance(value, int) else round(value, _DIGITS)
