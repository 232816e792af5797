"""What marginals declare: columns, which tables of them are wanted, and what is made of these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar

from explorer.mark import N_, Sentence
from explorer.privacy.sensitivity import Sensitivity
from explorer.release.columns.column import new_column
from explorer.release.marginals.marginal_noise import MarginalNoise, divided, table_parts
from explorer.release.marginals.marginal_rules import check_rule, unfit_marginals
from explorer.release.marginals.marginal_tables import ONES, PAIRS, TRIPLES, Listed, MarginalTables
from explorer.release.plan.key import Kind, key
from explorer.release.plan.sections import Privacy
from explorer.release.queries.counted_cells import Integers
from explorer.release.queries.groupings import Grouping
from explorer.release.queries.query import Query
from explorer.release.queries.terms import Terms

SIZED = {
    ONES: N_("each column by itself"),
    PAIRS: N_("all pairs of columns"),
    TRIPLES: N_("all triples of columns"),
}


@dataclass(frozen=True, slots=True)
class MarginalCells(Query):
    """The cells of marginals: those of all wanted tables, one table after the other."""

    has_table_shares: ClassVar[bool] = True
    further_column: ClassVar[Sentence] = N_("+ a column")
    choice_words: ClassVar[Mapping[str, Mapping[str, Sentence]]] = MappingProxyType({"tables": SIZED})
    tables: Listed = key(Kind.LISTS, PAIRS, title=N_("tables"), shown=1)
    fit: bool = key(
        Kind.FLAG, True, title=N_("fit"), remark=N_("one joint table, so that all tables agree"), shown=2
    )
    rounds: int = key(
        Kind.NATURAL, 0, optional=True, title=N_("rounds"), remark=N_("0: measure every table"), shown=3
    )
    check: Fraction = key(
        Kind.EXACT,
        Fraction(0),
        optional=True,
        rule=check_rule,
        title=N_("private check"),
        remark=N_("0: none; 0.1: a tenth of what is spent"),
        shown=4,
    )
    joint: bool = key(
        Kind.FLAG,
        False,
        optional=True,
        title=N_("joint table"),
        remark=N_("also the fitted table of all columns"),
        shown=5,
    )

    fixed: tuple[tuple[str, ...], ...] = key(Kind.LISTS, (), optional=True)

    @classmethod
    def draft(cls, name: str) -> dict[str, object]:
        """Two columns that nobody has declared yet."""
        columns = [new_column(), new_column()]
        return {"name": name, "share": "1", "tables": PAIRS, "fit": True, "column": columns}

    def unfit(self, privacy: Privacy | None) -> Iterator[tuple[str, Sentence]]:
        """What is wrong with its columns, tables and keys."""
        return unfit_marginals(self)

    @property
    def without_nonnegative(self) -> Sentence:
        """Fitted counts are never below 0; measured ones stay as they are drawn."""
        if self.fit:
            return N_(
                "Many tables that agree get no such column: their fitted counts are never negative, and "
                "the measured ones stay as drawn."
            )
        return N_("Many tables without a fit get no such column: their counts stay as drawn.")

    # Which cells a row falls into

    @property
    def wanted(self) -> MarginalTables:
        """The tables."""
        return MarginalTables(self.columns, self.tables)

    @property
    def cells(self) -> int:
        """Those of all wanted tables."""
        return self.wanted.begins[-1]

    @property
    def is_joint(self) -> bool:
        """A row adds one to a cell of each table."""
        return False

    @property
    def counts_cells(self) -> bool:
        """There are several tables."""
        return False

    def places(self, cells: Sequence[Integers]) -> tuple[Integers, ...]:
        """Its cell in every table."""
        return self.wanted.places(cells)

    @property
    def groupings(self) -> tuple[Grouping, ...]:
        """The groups of each table."""
        begins = self.wanted.begins
        return tuple(Grouping(self.wanted.declared(at), begins[at]) for at in range(len(self.wanted.axes)))

    # How far one unit moves them

    def sensitivity(self, privacy: Privacy) -> Sensitivity:
        """Of all tables together: the same rows stand in each."""
        one, many = privacy.sensitivity, len(self.wanted.axes)
        return Sensitivity(one.L0 * many, one.L1 * many, one.L2_squared * many, one.Linf)

    def division(self, terms: Terms) -> MarginalNoise:
        """What each table, choice and check gets."""
        moved, sizes = terms.privacy.sensitivity, self.wanted.sizes
        return divided(terms.noise, moved, sizes, self.rounds, self.check, self.fixed_parts)

    @property
    def fixed_parts(self) -> Mapping[int, Fraction]:
        """The part of what is measured that some tables keep, by their place; none while that is refused."""
        return self.wanted.fixed_parts(self.fixed) or {}

    def parts(self, gaussian: bool) -> tuple[Fraction, ...]:
        """The part of what is measured that each table has, where all are measured; together 1."""
        return table_parts(self.wanted.sizes, self.fixed_parts, gaussian)
