"""What a release declares before the file is read: frozen values, without any rule about all of them.

`explorer.release.plan.plan_file` reads them from TOML, checks them and writes them back. Each key is declared
in its section (`explorer.release.plan.sections`), column (`explorer.release.plan.columns`) or query
(`explorer.release.queries`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import cast

from explorer.privacy.sensitivity import Sensitivity
from explorer.release.plan.columns import CategoryColumn, Column, NumericColumn, UnknownColumn
from explorer.release.plan.sections import Input, Output, Privacy
from explorer.release.queries.query import Query
from explorer.release.queries.terms import Terms
from explorer.release.values.noise_distribution import GAUSSIAN, Noise

__all__ = [
    "CategoryColumn",
    "Column",
    "Input",
    "NumericColumn",
    "Output",
    "Privacy",
    "Query",
    "ReleasePlan",
    "UnknownColumn",
]


@dataclass(frozen=True, slots=True)
class ReleasePlan:
    """Everything that is declared before the file is read."""

    privacy: Privacy
    queries: tuple[Query, ...]
    title: str = ""
    input: Input = field(default_factory=Input)
    output: Output = field(default_factory=Output)
    _totals: tuple[Fraction, Fraction] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def total_shares(self) -> tuple[Fraction, Fraction]:
        """The sum of the shares of all queries, and of those that spend a δ of their own.

        Added up once: each query asks for it, and there may be thousands.
        """
        if self._totals is None:
            every = sum((each.share for each in self.queries), Fraction(0))
            thresholds = (each.share for each in self.queries if each.spends_delta)
            object.__setattr__(self, "_totals", (every, sum(thresholds, Fraction(0))))
        return cast(tuple[Fraction, Fraction], self._totals)

    def epsilon_of(self, index: int) -> Fraction:
        """The part of epsilon that one query spends: epsilon * share / (sum of shares), exact.

        Gaussian noise splits ρ, not ε: then it is the ε of all queries together, which holds for each.
        """
        if self.privacy.mechanism == GAUSSIAN:
            return self.privacy.epsilon
        return self.privacy.epsilon * self._part(index)

    def rho_of(self, index: int) -> Fraction | None:
        """The part of ρ that one query spends, exact; None for Laplace noise."""
        rho = self.privacy.rho
        return None if rho is None else rho * self._part(index)

    def delta_of(self, index: int) -> Fraction:
        """What the threshold of one query may spend: δ * share / (sum of those with a threshold).

        Gaussian noise spends all of δ on what ρ comes to, for all queries together.
        """
        if self.privacy.mechanism == GAUSSIAN:
            return self.privacy.delta
        if not self.queries[index].spends_delta:
            return Fraction(0)
        return self.privacy.delta * self.queries[index].share / self.total_shares[1]

    def _part(self, index: int) -> Fraction:
        return self.queries[index].share / self.total_shares[0]

    def noise_of(self, index: int) -> Noise:
        """The noise of one query, exact."""
        rho = self.rho_of(index)
        return self.queries[index].noise_under(self.privacy, self.epsilon_of(index) if rho is None else rho)

    def terms_of(self, index: int) -> Terms:
        """What one query is granted."""
        granted = (self.epsilon_of(index), self.delta_of(index), self.noise_of(index))
        return Terms(self.privacy, self.output, *granted)

    @property
    def sensitivity(self) -> Sensitivity:
        """How far one unit can move the counts of any one table."""
        return self.privacy.sensitivity

    def scale_of(self, index: int) -> Fraction:
        """The width of the noise of one query, exact: L1 / ε, or σ² for Gaussian noise."""
        return self.noise_of(index).width

    @property
    def placed(self) -> dict[str, Query]:
        """Each query by its path in the plan's file, counted from 1 within its kind."""
        numbers: Counter[str] = Counter()
        found = {}
        for query in self.queries:
            numbers[query.id] += 1
            found[f"{query.id}.{numbers[query.id]}"] = query
        return found

    @property
    def columns(self) -> tuple[Column, ...]:
        """All columns that are counted, in the order of their queries, repeated ones included."""
        return tuple(column for query in self.queries for column in query.columns)

    @property
    def classified(self) -> tuple[Column, ...]:
        """All columns that decide what a row adds to any query, repeated ones included."""
        return tuple(column for query in self.queries for column in query.classified)

    @property
    def column_names(self) -> tuple[tuple[str, str], ...]:
        """The path of every name of a column of the file, and the name."""
        found: list[tuple[str, str]] = []
        for path, query in self.placed.items():
            found += [(f"{path}.{name}", column) for name, column in query.named_columns]
            found += [(f"{path}.column.{at}.name", each.name) for at, each in enumerate(query.columns, 1)]
        if self.privacy.id_column:
            found.append(("privacy.id_column", self.privacy.id_column))
        return tuple(found)
