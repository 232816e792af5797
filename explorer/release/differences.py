"""Cell by cell, how two noised tables of the same cells differ."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from fractions import Fraction
from typing import Protocol

from explorer.mark import N_, Sentence

_COUNTS_ALONE = N_("only tables of counts, of ranges and of sums are compared here")
_UNMEASURED = N_("no table was measured in both releases: only measured counts have a noise margin")
_DIGITS = 6  # behind the point
BEYOND = "beyond_both_margins"
NAMES = ("earlier_noised_count", "later_noised_count", "difference", "margin_of_both", BEYOND)


class Counted(Protocol):
    """A table of noised counts, and by what their cells are known."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of its columns."""

    @property
    def cells(self) -> Iterable[tuple[str, ...]]:
        """Of each cell its label in each column."""

    @property
    def interval_notes(self) -> tuple[tuple[str, str], ...]:
        """Of each column of intervals its name, and which edge they include."""

    @property
    def counts(self) -> tuple[float, ...]:
        """One a cell."""

    @property
    def of_sums(self) -> bool:
        """Whether the numbers are sums, not counts."""


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
    def of_sums(self) -> bool:
        """Whether the numbers are sums, not counts."""
        return self.pair[1].of_sums

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


def why_none(earlier: int, later: int, *, common: bool, comparable: bool) -> Sentence:
    """Why these two releases, by their numbers, have no table that is compared.

    `common`: they share tables, of which none was measured in both. `comparable`: their tables are of kinds
    that are compared at all.
    """
    if common:
        return _UNMEASURED
    if not comparable:
        return _COUNTS_ALONE
    return N_(
        "releases {earlier:plain} and {later:plain} have no table in common: name, columns and unit "
        "must be the same",
        earlier=earlier,
        later=later,
    )


def _plain(value: float) -> float:
    """Without what doubles add behind the digits that are published."""
    return value if isinstance(value, int) else round(value, _DIGITS)
