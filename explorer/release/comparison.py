"""Two releases of the same tables side by side: which noised counts differ beyond both margins.

Post-processing of noised counts that were drawn and paid for: it spends nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from explorer.privacy.notation import exact_text
from explorer.privacy.refusal import NotValid
from explorer.release.crosstab import Line
from explorer.release.differences import BEYOND, Differences, why_none
from explorer.release.drawn import Drawn
from explorer.release.plan.labels import spelled
from explorer.release.queries.query import NoisedQuery
from explorer.release.queries.terms import ComparedTable


class Identified(Protocol):
    """A release, by what its files say of it."""

    @property
    def identity(self) -> str:
        """Its random id."""

    @property
    def sequence(self) -> int:
        """Its number in the ledger."""

    @property
    def date(self) -> str:
        """The day on which it was drawn."""


@dataclass(frozen=True, slots=True)
class Comparison(Differences):
    """One table of two releases; both have the same cells.

    `margin` is the sum of the margins that hold simultaneously for all cells of each release. With
    probability `confidence` or more, every count whose difference is beyond it differs before noise too.
    Where contributions are bounded by ids, which rows are kept is chosen anew for each release.
    """

    earlier: ComparedTable
    later: ComparedTable
    confidences: tuple[Fraction, Fraction]

    @property
    def pair(self) -> tuple[ComparedTable, ComparedTable]:
        """What the earlier one and the later one tell of their cells: noised or fitted counts, or sums."""
        return self.earlier, self.later

    @property
    def margin(self) -> float:
        """How far two of these numbers may lie apart where the true ones are equal, in their unit."""
        both = Fraction(self.earlier.joint) + Fraction(self.later.joint)
        return int(both) if both.denominator == 1 else float(both)

    @property
    def confidence(self) -> Fraction:
        """1 − (1 − c₁) − (1 − c₂): both margins hold at once at least that often; never below 0."""
        return max(sum(self.confidences, Fraction(-1)), Fraction(0))


def compared(earlier: Drawn, later: Drawn) -> tuple[Comparison, ...]:
    """Every table of the later release that the earlier one has too, of the same name, columns and unit.

    Tables of categories that were found in the file are left out: which ones are published is random. So are
    tables that only one of the releases has measured: no margin holds for what is inferred.

    Raises
    ------
    NotValid
        They have none in common.
    """
    common = tuple(_common(earlier, later)) if _counted_alike(earlier, later) else ()
    found = tuple(each for each in common if each.earlier.counts and each.later.counts)
    if found:
        return found
    comparable = all(query.declared.compared(query) for query in later.queries)
    why = why_none(earlier.sequence, later.sequence, common=bool(common), comparable=comparable)
    raise NotValid(why, "sequence")


def _common(earlier: Drawn, later: Drawn) -> Iterator[Comparison]:
    before = {table.name: (table, query) for query, table in _tables(earlier)}
    for query, table in _tables(later):
        other, its = before.get(table.name, (None, query))
        if other is not None and other.kind == table.kind:
            confidences = (its.terms.output.confidence, query.terms.output.confidence)
            yield Comparison(other, table, confidences)


def _tables(drawn: Drawn) -> Iterator[tuple[NoisedQuery, ComparedTable]]:
    for query in drawn.queries:
        if query.threshold is None:
            yield from ((query, table) for table in query.declared.compared(query))


def _counted_alike(earlier: Drawn, later: Drawn) -> bool:
    """Whether the same people are counted in the same way; how much noise is added may differ."""
    one, other = earlier.plan.privacy, later.plan.privacy
    return (one.unit, one.unit_name, one.bounds) == (other.unit, other.unit_name, other.bounds)


def comparison_lines(comparison: Comparison, earlier: Drawn, later: Drawn) -> Iterator[Line]:
    """One line a cell, and what the numbers are."""
    bounded = any(each.plan.privacy.id_column is not None for each in (earlier, later))
    return difference_lines(comparison, earlier, later, bounded)


def difference_lines(
    comparison: Differences, earlier: Identified, later: Identified, bounded: bool
) -> Iterator[Line]:
    """The same of releases that are known by their names of columns and labels of cells alone."""
    table = comparison.pair[1]
    yield Line("head", (*map(spelled, table.columns), *comparison.names))
    for label, *numbers in zip(table.cells, *columns_of(comparison), strict=True):
        yield Line("body", (*map(spelled, label), *numbers))
    yield Line("")
    yield Line("note", ("earlier", earlier.identity, earlier.sequence, earlier.date))
    yield Line("note", ("later", later.identity, later.sequence, later.date))
    share = exact_text(comparison.confidence)
    yield Line(
        "note", (BEYOND, f"1 where the difference exceeds both margins, which hold together at {share}")
    )
    yield from (Line("note", note) for note in table.interval_notes)
    if bounded:
        yield Line("note", (BEYOND, "which rows bounding keeps is chosen anew for each release"))


def file_of(name: str, earlier: Identified, later: Identified) -> str:
    """What the file with the differences of a table is called."""
    return f"{name}.difference-{earlier.sequence}-{later.sequence}.csv"


def columns_of(comparison: Differences) -> tuple[tuple[float, ...], ...]:
    """The numbers along `Differences.names`."""
    earlier, later = comparison.pair
    cells = len(later.counts)
    return (
        earlier.counts,
        later.counts,
        comparison.differences,
        (comparison.margin,) * cells,
        tuple(map(int, comparison.beyond)),
    )
