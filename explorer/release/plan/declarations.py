"""What a release declares before the file is read: frozen values, without any rule about them.

`explorer.release.plan.plan_file` reads them from TOML, checks them and writes them back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod
from typing import ClassVar, cast

from explorer.privacy.accounting.rho import largest_rho
from explorer.privacy.sensitivity import Sensitivity, sensitivity
from explorer.privacy.target import Neighbours
from explorer.release.values.noise_law import GAUSSIAN, LAPLACE, Noise

BLANKS = " \t\n\r\v\f"
BELOW, ABOVE, MISSING, UNREADABLE, OTHER = "(below)", "(above)", "(missing)", "(unreadable)", "(other)"
NUMERIC_SPECIAL = (BELOW, ABOVE, MISSING, UNREADABLE)
CATEGORY_SPECIAL = (OTHER, MISSING)
UNITS = ("row", "person", "household", "other")
MECHANISMS = (LAPLACE, GAUSSIAN)
DELIMITERS = (",", ";", "\t", "|")  # that are offered, and recognised in a first line; others may be declared
DECIMALS = (".", ",")


@dataclass(frozen=True, slots=True)
class Input:
    """The dialect of the file, declared and never sniffed.

    `quote` may be empty: then nothing is quoted. `missing` are the spellings of a missing value. `trim`:
    ASCII blanks around a value are not part of it (around a number they never are).
    """

    encoding: str = "utf-8"
    delimiter: str = ","
    quote: str = '"'
    header: bool = True
    decimal: str = "."
    missing: tuple[str, ...] = ("",)
    trim: bool = False

    def value(self, raw: str) -> str:
        """What a field of the file holds: without the blanks around it where they are trimmed."""
        return raw.strip(BLANKS) if self.trim else raw

    @property
    def missing_values(self) -> frozenset[str]:
        """The values, trimmed like any other, that are no value."""
        return frozenset(map(self.value, self.missing))


@dataclass(frozen=True, slots=True)
class Privacy:
    """Who is protected, by how much, and how many rows of theirs count.

    `epsilon` and `delta` are exact. `rows_per_person` and the two further bounds are None for the unit
    "row", and a further bound is None where it is not declared. With `id_column` the program enforces
    the bounds; without it they are the steward's statement.
    """

    unit: str
    epsilon: Fraction
    delta: Fraction = Fraction(0)
    unit_name: str = ""
    id_column: str | None = None
    rows_per_person: int | None = None
    rows_per_cell: int | None = None
    cells_per_person: int | None = None
    neighbours: Neighbours = Neighbours.ADD_REMOVE
    mechanism: str = LAPLACE
    signed_off: str = ""
    locked: bool = False
    signed_digest: str = ""  # of what was signed off; "" where it was written by hand

    @property
    def unit_is_row(self) -> bool:
        """One row is one unit: nothing is bounded."""
        return self.unit == "row"

    @property
    def rho(self) -> Fraction | None:
        """What a Gaussian release spends in all: the largest ρ of 12 digits that gives (ε, δ); else None."""
        return largest_rho(self.epsilon, self.delta) if self.mechanism == GAUSSIAN else None

    @property
    def protected(self) -> str:
        """What an account fixes: the unit, by its own name where it is another one."""
        return f"other: {self.unit_name}" if self.unit == "other" else self.unit


@dataclass(frozen=True, slots=True)
class NumericColumn:
    """A column of numbers in the intervals [a, b) between neighbouring `edges`, exact and as typed."""

    kind: ClassVar[str] = "numeric"
    special: ClassVar[tuple[str, ...]] = NUMERIC_SPECIAL
    name: str
    edges: tuple[str, ...]

    @property
    def intervals(self) -> tuple[tuple[str, str], ...]:
        """The ends of each declared cell, as typed."""
        return tuple(zip(self.edges[:-1], self.edges[1:], strict=True))

    @property
    def labels(self) -> tuple[str, ...]:
        """One label a cell: the declared ones, then the special ones."""
        return (*(f"from {low} to {high}" for low, high in self.intervals), *self.special)


@dataclass(frozen=True, slots=True)
class CategoryColumn:
    """A column of text in declared categories, matched verbatim."""

    kind: ClassVar[str] = "category"
    special: ClassVar[tuple[str, ...]] = CATEGORY_SPECIAL
    name: str
    categories: tuple[str, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """One label a cell: the declared ones, then the special ones."""
        return (*self.categories, *self.special)


@dataclass(frozen=True, slots=True)
class UnknownColumn:
    """A column of text whose categories are found in the file: each is kept from a noisy count on.

    `categories` is empty in a plan. In what was drawn it holds those that were kept, in the order of their
    code points.
    """

    kind: ClassVar[str] = "category-unknown"
    special: ClassVar[tuple[str, ...]] = CATEGORY_SPECIAL
    name: str
    categories: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """One label a cell: the kept ones, then the special ones, which are always there."""
        return (*self.categories, *self.special)


Column = NumericColumn | CategoryColumn | UnknownColumn


@dataclass(frozen=True, slots=True)
class Histogram:
    """One table of counts: several columns make one crosstab over the joint cells."""

    name: str
    columns: tuple[Column, ...]
    share: Fraction = Fraction(1)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of cells of each column, special ones included."""
        return tuple(len(column.labels) for column in self.columns)

    @property
    def cells(self) -> int:
        """The number of joint cells, special ones included."""
        return prod(self.shape)

    @property
    def unknown(self) -> UnknownColumn | None:
        """Its column of unknown categories, which stands alone."""
        first = self.columns[0]
        return first if isinstance(first, UnknownColumn) else None

    def labels(self) -> Iterator[tuple[str, ...]]:
        """The label of each cell in each column; the last column runs fastest."""
        return product(*(column.labels for column in self.columns))


@dataclass(frozen=True, slots=True)
class Output:
    """What is written beside the raw noised counts. `confidence` is exact, in (0, 1)."""

    confidence: Fraction = Fraction(19, 20)
    nonnegative: bool = False


@dataclass(frozen=True, slots=True)
class ReleasePlan:
    """Everything that is declared before the file is read."""

    privacy: Privacy
    histograms: tuple[Histogram, ...]
    title: str = ""
    input: Input = field(default_factory=Input)
    output: Output = field(default_factory=Output)
    _totals: tuple[Fraction, Fraction] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def total_shares(self) -> tuple[Fraction, Fraction]:
        """The sum of the shares of all histograms, and of those with a threshold.

        Added up once: each histogram asks for it, and there may be thousands.
        """
        if self._totals is None:
            every = sum((each.share for each in self.histograms), Fraction(0))
            thresholds = (each.share for each in self.histograms if each.unknown is not None)
            object.__setattr__(self, "_totals", (every, sum(thresholds, Fraction(0))))
        return cast(tuple[Fraction, Fraction], self._totals)

    def epsilon_of(self, index: int) -> Fraction:
        """The part of epsilon that one histogram spends: epsilon * share / (sum of shares), exact.

        Gaussian noise splits ρ, not ε: then it is the ε of all histograms together, which holds for each.
        """
        if self.privacy.mechanism == GAUSSIAN:
            return self.privacy.epsilon
        return self.privacy.epsilon * self._part(index)

    def rho_of(self, index: int) -> Fraction | None:
        """The part of ρ that one histogram spends, exact; None for Laplace noise."""
        rho = self.privacy.rho
        return None if rho is None else rho * self._part(index)

    def delta_of(self, index: int) -> Fraction:
        """What the threshold of one histogram may spend: δ * share / (sum of those with a threshold).

        Gaussian noise spends all of δ on what ρ comes to, for all histograms together.
        """
        if self.privacy.mechanism == GAUSSIAN:
            return self.privacy.delta
        if self.histograms[index].unknown is None:
            return Fraction(0)
        return self.privacy.delta * self.histograms[index].share / self.total_shares[1]

    def _part(self, index: int) -> Fraction:
        return self.histograms[index].share / self.total_shares[0]

    def noise_of(self, index: int) -> Noise:
        """The noise of one histogram, exact."""
        moved, rho = self.sensitivity, self.rho_of(index)
        if rho is not None:
            return Noise(GAUSSIAN, moved.L2_squared, rho)
        return Noise(LAPLACE, moved.L1, self.epsilon_of(index))

    @property
    def sensitivity(self) -> Sensitivity:
        """How far one unit can move the counts of any one histogram."""
        privacy = self.privacy
        return sensitivity(
            privacy.unit_is_row,
            privacy.neighbours,
            rows_per_person=privacy.rows_per_person,
            rows_per_cell=privacy.rows_per_cell,
            cells_per_person=privacy.cells_per_person,
        )

    def scale_of(self, index: int) -> Fraction:
        """The width of the noise of one histogram, exact: L1 / ε, or σ² for Gaussian noise."""
        return self.noise_of(index).width

    @property
    def columns(self) -> tuple[Column, ...]:
        """All columns that are counted, in the order of their histograms, repeated ones included."""
        return tuple(column for histogram in self.histograms for column in histogram.columns)
