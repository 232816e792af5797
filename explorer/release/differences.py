"""Cell by cell, how two noised tables of the same cells differ."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Protocol

from explorer.mark import N_

COUNTS_ALONE = N_(
    "only tables of counts are compared here: two sums differ by more than noise where they differ by more "
    "than both of their margins together"
)


class Counted(Protocol):
    """A table of noised counts."""

    @property
    def counts(self) -> tuple[int, ...]:
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
    def differences(self) -> tuple[int, ...]:
        """Later less earlier, along the cells."""
        earlier, later = self.pair
        return tuple(after - before for before, after in zip(earlier.counts, later.counts, strict=True))

    @property
    def beyond(self) -> tuple[bool, ...]:
        """Of each cell whether its difference is beyond both margins."""
        return tuple(abs(each) > self.margin for each in self.differences)
