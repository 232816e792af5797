"""What may be wrong with marginals in a plan, each beside its key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Protocol

from explorer.mark import N_, Sentence
from explorer.release.columns.column import Column
from explorer.release.marginals.marginal_tables import (
    Fixed,
    Listed,
    MarginalTables,
    part_of,
    too_wide,
    unfit_tables,
)
from explorer.release.plan.sections import SMALLEST


class Declared(Protocol):
    """The keys that are held against each other."""

    @property
    def columns(self) -> tuple[Column, ...]: ...
    @property
    def tables(self) -> Listed: ...
    @property
    def fit(self) -> bool: ...
    @property
    def rounds(self) -> int: ...
    @property
    def check(self) -> Fraction: ...
    @property
    def joint(self) -> bool: ...
    @property
    def fixed(self) -> Fixed: ...


def check_rule(check: Fraction, _: object) -> Iterator[Sentence]:
    """A part of what the marginals spend."""
    if not 0 <= check <= Fraction(1, 2):
        yield N_("a check takes from 0 to 0.5 of what these tables spend")


def unfit_marginals(declared: Declared) -> Iterator[tuple[str, Sentence]]:
    """What is wrong with the columns, with the tables, and with what is made of them."""
    yield from _unfit_columns(declared.columns)
    wrong = list(unfit_tables(declared.columns, declared.tables))
    yield from (("tables", sentence) for sentence in wrong)
    tables = MarginalTables(declared.columns, declared.tables)
    if declared.fit and (sentence := too_wide(tables)) is not None:
        yield "fit", sentence
    if not declared.fit:
        yield from _needs_fit(declared)
    if not wrong:
        yield from (("fixed", sentence) for sentence in _unfit_fixed(tables, declared))
    if not wrong and declared.rounds >= len(tables.axes):
        yield "rounds", _too_many_rounds(len(tables.axes) - 1)


def _too_many_rounds(others: int) -> Sentence:
    if others == 0:
        return N_("a single table is measured in any case: choose 0 rounds, or ask for more tables")
    return N_(
        "one table is measured first, and each round measures one of the others: choose a number of rounds "
        "from 0 to {others}",
        others=others,
    )


def _unfit_fixed(tables: MarginalTables, declared: Declared) -> Iterator[Sentence]:
    """Each fixed share names a table that is wanted, once; what they leave is for the others."""
    if declared.fixed and declared.rounds:
        yield N_("rounds give every table the same share: remove the fixed ones, or choose 0 rounds")
    seen = set[int]()
    for each in declared.fixed if not isinstance(declared.fixed, str) else (("",),):
        place = tables.place_named(each[:-1]) if each else None
        if place is None:
            yield N_('a fixed share names a wanted table and its part, like ["age", "region", "0.4"]')
        elif part_of(each[-1]) is None:
            yield N_(
                "the fixed share of {table} must lie between {low} and 1",
                table=tables.title(place),
                low=float(SMALLEST),
            )
        elif place in seen:
            yield N_("the share of {table} is fixed twice: remove one", table=tables.title(place))
        else:
            seen.add(place)
            continue
        return
    if declared.fixed and tables.fixed_parts(declared.fixed) is None:
        yield N_(
            "fixed shares must leave something for the other tables; where all are fixed, their sum is 1"
        )


def _unfit_columns(columns: Sequence[Column]) -> Iterator[tuple[str, Sentence]]:
    if len(columns) < 2:
        yield "column.1.name", N_("marginals need two columns or more: add one")
    for place, column in enumerate(columns, 1):
        if column.found:
            yield f"column.{place}.kind", N_("marginals need declared categories: list them")
    names = Counter(column.name for column in columns)
    for place, column in enumerate(columns, 1):
        if names[column.name] > 1:
            yield f"column.{place}.name", N_("column “{name}” is here twice: remove one", name=column.name)


def _needs_fit(declared: Declared) -> Iterator[tuple[str, Sentence]]:
    if declared.rounds:
        yield "rounds", N_("rounds compare tables with the fit: switch the fit on")
    if declared.check:
        yield "check", N_("the check is of the fit: switch the fit on")
    if declared.joint:
        yield "joint", N_("the table of all columns comes from the fit: switch the fit on")
