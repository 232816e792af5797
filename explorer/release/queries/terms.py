"""What a query is given by its plan, and what it gives back to be written and told."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from explorer.mark import Sentence
from explorer.privacy.notation import exact_text
from explorer.release.columns.column import Column
from explorer.release.columns.intervals import half_open_notes
from explorer.release.plan.sections import Output, Privacy
from explorer.release.values.noise_distribution import LAPLACE, Noise
from explorer.release.values.private_choice import Choice

Amount = float | Fraction  # in rows, or exactly in the unit of a sum


@dataclass(frozen=True, slots=True)
class Terms:
    """What a plan grants one of its queries: whom it protects, its part of the budget, and its noise.

    `epsilon` and `delta` hold for this query, or, for Gaussian noise, for all together.
    """

    privacy: Privacy
    output: Output
    epsilon: Fraction
    delta: Fraction
    noise: Noise


@dataclass(frozen=True, slots=True)
class NoisePart:
    """So many of the measured integers, one after the other, and the noise that each of them gets.

    `size` : None for all that are left; of categories that are found nobody knows how many there are
    `of` : what they are, for a person, where there are several parts
    """

    size: int | None
    noise: Noise
    of: Sentence | None = field(default=None, compare=False)


def noise_described(parts: Sequence[NoisePart]) -> dict[str, object]:
    """The exact noise of a query; where it has several parts, each with how many integers get it."""
    if len(parts) == 1:
        return parts[0].noise.described()
    return {"noise": [{"integers": each.size, **each.noise.described()} for each in parts]}


@dataclass
class Granted:
    """Noise on integers and private choices, as often as a query asks and as long as its grant lasts.

    `draw` : gives the integers with that noise; for a release the one choke point, for pictures seeded draws
    `pick` : gives the place of the score that is chosen, likewise
    """

    granted: Noise
    draw: Callable[[NDArray[np.int64], Noise], Sequence[int]]
    pick: Callable[[NDArray[np.int64], Choice], int]
    spent: Fraction = field(default=Fraction(0), init=False)

    def noised(self, true: NDArray[np.int64], noise: Noise) -> Sequence[int]:
        """The integers with this noise. A kind that asks for more than it was granted is a fault."""
        self.spend(noise)
        return self.draw(true, noise)

    def chosen(self, scores: NDArray[np.int64], choice: Choice) -> int:
        """The place of one score. A kind that asks for more than it was granted is a fault."""
        self.spend(choice)
        return self.pick(scores, choice)

    def spend(self, part: Noise | Choice) -> None:
        spent = self.spent + part.parameter
        if part.mechanism != self.granted.mechanism or spent > self.granted.parameter:
            raise TypeError("a query asks for more noised integers than it was granted")
        self.spent = spent


@dataclass(frozen=True, slots=True)
class Margins:
    """Noise margins of one table: of each cell by itself, and of all its cells together.

    They are whole numbers where counts or steps are measured, else rounded up.

    `step` : what one of them is worth: one row, or a step of a sum
    """

    each: float
    joint: float
    step: Fraction = Fraction(1)

    @property
    def amounts(self) -> tuple[Amount, Amount]:
        """Both in rows, or in the unit of a sum."""
        return self._amount(self.each), self._amount(self.joint)

    def _amount(self, margin: float) -> Amount:
        if not isinstance(margin, int):
            return margin
        amount = margin * self.step
        return int(amount) if amount.denominator == 1 else amount

    def described(self) -> dict[str, object]:
        """Both: numbers as they are, exact amounts of a sum as text."""
        named = zip(("each", "joint"), self.amounts, strict=True)
        return {name: exact_text(value) if isinstance(value, Fraction) else value for name, value in named}


@dataclass(frozen=True, slots=True)
class Alternative:
    """What another strategy, or the other mechanism, would make of the same part of the budget.

    `expected_rmse` : the root of the mean squared error of its noise, as that of the query itself
    """

    strategy: str
    mechanism: str
    expected_rmse: float


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """One released table: its name without an ending, and its rows under their header.

    `columns` : of each its name, its datatype, and what its numbers are ("" where the name says it)
    """

    name: str
    columns: tuple[tuple[str, str, str], ...]
    rows: Iterable[Sequence[object]]


@dataclass(frozen=True, slots=True)
class ReportTable:
    """One released table as a report shows it: labels as they stand or in the reader's words, then numbers.

    A number is None where there is none.

    `names` are those of the columns, as they were declared; `headings` those of the numbers.
    """

    names: tuple[Sentence | str, ...]
    headings: tuple[Sentence, ...]
    rows: Iterable[tuple[tuple[Sentence | str, ...], tuple[Amount | None, ...]]]


@dataclass(frozen=True, slots=True)
class ComparedTable:
    """What two releases of one table are compared by.

    Attributes
    ----------
    declared : its columns
    counts : noised or fitted counts, or sums, along its cells; none where the table was not measured
    joint : the margin that holds for all of them together, in their unit
    kind : what must be the same for two tables to tell the same of the same rows
    of_sums : whether the numbers are sums, not counts
    """

    name: str
    declared: tuple[Column, ...]
    counts: tuple[float, ...]
    joint: Amount
    kind: Hashable
    of_sums: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of its columns."""
        return tuple(column.name for column in self.declared)

    @property
    def cells(self) -> Iterable[tuple[str, ...]]:
        """Of each cell its label in each of them."""
        return product(*(column.labels for column in self.declared))

    @property
    def interval_notes(self) -> tuple[tuple[str, str], ...]:
        """Which edge the intervals of a column include."""
        return half_open_notes(self.declared)


def pure_terms(noise_under: Callable[[Privacy, Fraction], Noise], terms: Terms) -> Terms | None:
    """What a query would be granted of the same ε without a δ; None where no δ is spent on Gaussian noise.

    `noise_under` : the noise of the query for a part of ε
    """
    rho = terms.privacy.rho
    if rho is None:
        return None
    privacy = replace(terms.privacy, mechanism=LAPLACE, delta=Fraction(0))
    epsilon = privacy.epsilon * terms.noise.parameter / rho
    noise = noise_under(privacy, epsilon)
    return replace(terms, privacy=privacy, epsilon=epsilon, delta=Fraction(0), noise=noise)
