"""Marginals: many small tables of one wide table, measured and then made to agree by one joint fit.

The counts of the wanted tables are measured, all of them or those that a private choice finds wrong; then
one joint table is fitted to the noised counts (`explorer.privacy.iterative_construction.table_fit`), and
every table is told from it. It is a histogram over all columns, never a list of people.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from explorer.mark import N_, Sentence
from explorer.privacy.notation import exact_text
from explorer.release.columns.column import column_document
from explorer.release.marginals.marginal_answers import margins_of_tables
from explorer.release.marginals.marginal_draws import DrawnMarginals
from explorer.release.marginals.marginal_files import (
    CHECKED,
    MEASURED,
    MarginalFiles,
)
from explorer.release.marginals.marginal_tables import CHECK
from explorer.release.marginals.marginal_words import (
    FIT_TEXT,
    answer_remarks,
    fit_words,
    margins_words,
    rounds_words,
)
from explorer.release.partition_selection import Counted
from explorer.release.plan.labels import COUNT, FITTED, MARGIN_EACH, MARGIN_JOINT
from explorer.release.plan.sections import Output
from explorer.release.queries.counted_cells import Integers
from explorer.release.queries.query import NoisedQuery
from explorer.release.queries.terms import (
    Alternative,
    ComparedTable,
    Margins,
    ReportTable,
    Terms,
    WrittenTable,
)
from explorer.release.values.noise_distribution import Noise
from explorer.release.values.noise_variance import variance

TABLES, ROUNDS, CROSSTAB = "tables", "rounds", "crosstab"


@dataclass(frozen=True, slots=True)
class Marginals(DrawnMarginals):
    """All or some tables of a few columns of one wide table, and one joint table that fits them."""

    id: ClassVar[str] = "marginals"
    order: ClassVar[int] = 4
    another: ClassVar[Sentence] = N_("+ many tables that agree")
    removed: ClassVar[Sentence] = N_("remove these tables")
    most_columns: ClassVar[int] = 12

    @classmethod
    def numbered(cls, number: int) -> Sentence:
        """What a form calls the marginals of this number."""
        return N_("marginals {number}", number=number)

    # What follows from what is drawn

    def table_margins(self, terms: Terms) -> tuple[Margins, ...]:
        """Of each table, if it is measured."""
        return margins_of_tables(self.division(terms), self.most_cells, terms.output.confidence)

    def margins(self, terms: Terms, cells: int | None = None) -> Margins:
        """The largest of any table."""
        found = self.table_margins(terms)
        return Margins(max(each.each for each in found), max(each.joint for each in found))

    def keeps(self, terms: Terms, wish: int, joint: bool = False) -> bool:
        """Whether the margin of each cell, or of all together, is `wish` or less."""
        margins = self.margins(terms)
        return (margins.joint if joint else margins.each) <= wish

    # What is expected of it

    def strategy_id(self, terms: Terms) -> str:
        """Whether all tables are measured, or chosen ones."""
        return ROUNDS if self.rounds else TABLES

    def expected_rmse(self, terms: Terms) -> float:
        """Of the noise of all measured cells; in rounds every table has the same."""
        given, sizes = self.division(terms), self.wanted.sizes
        squares = (size * variance(noise) for size, noise in zip(sizes, given.tables, strict=True))
        return math.sqrt(sum(squares) / sum(sizes))

    def alternatives(self, terms: Terms) -> tuple[Alternative, ...]:
        """One crosstab of all columns, whose cells are added up; and pure ε where ρ is granted."""
        crossed = Alternative(CROSSTAB, terms.noise.mechanism, self.crosstab_rmse(terms))
        return (crossed, *DrawnMarginals.alternatives(self, terms))

    def crosstab_rmse(self, terms: Terms) -> float:
        """What a cell of these tables errs where one crosstab of all columns is measured and added up.

        A cell of a table of k cells is the sum of K/k joint cells, of K, each with the noise of one table.
        """
        moved, noise = terms.privacy.sensitivity, terms.noise
        one = Noise(noise.mechanism, moved.L2_squared if noise.is_gaussian else moved.L1, noise.parameter)
        tables = self.wanted
        return math.sqrt(variance(one) * tables.joint_cells * len(tables.axes) / tables.begins[-1])

    # Its files

    @property
    def table_names(self) -> tuple[str, ...]:
        """Each table by its columns, the joint table, the check."""
        check = (f"{self.name}{CHECK}",) if self.check else ()
        return (*self.wanted.file_names(self.name, self.joint), *check)

    def _files(self, noised: NoisedQuery) -> MarginalFiles:
        names = self.wanted.file_names(self.name, self.joint)
        margins = self.table_margins(noised.terms)
        return MarginalFiles(self.name, self.answers(noised), names, margins, self.fit)

    def headers(self, output: Output) -> Iterator[tuple[str, ...]]:
        """Of each table its names."""
        fitted = (FITTED,) if self.fit else ()
        for table in range(len(self.wanted.axes)):
            labels = [name for column in self.wanted.declared(table) for name in column.written_names]
            yield (*labels, COUNT, MARGIN_EACH, MARGIN_JOINT, MEASURED, *fitted)
        if self.joint:
            yield (*(name for column in self.columns for name in column.written_names), FITTED)
        if self.check:
            yield CHECKED

    def written(self, noised: NoisedQuery, output: Output) -> Iterator[WrittenTable]:
        """A table for each; the joint one; the check."""
        return self._files(noised).written(noised)

    def written_size(self, blank: NoisedQuery, measure: Callable[[str], int]) -> int:
        """All labels and margins, at most."""
        return self._files(blank).written_size(measure)

    def written_numbers(self, output: Output) -> int:
        """Fitted counts take at most twice the room of a noised one."""
        return self.integers + 2 * self.cells * self.fit + 4

    def as_drawn(self, tables: Mapping[str, Sequence[Mapping[str, str]]]) -> list[int]:
        """The noised integers of the tables that were measured, then that of the check."""
        return list(self._written_places(tables).values())

    def places_written(self, tables: Mapping[str, Sequence[Mapping[str, str]]]) -> Sequence[int]:
        """Which cells of all tables these are."""
        return list(self._written_places(tables))

    def _written_places(self, tables: Mapping[str, Sequence[Mapping[str, str]]]) -> dict[int, int]:
        found: dict[int, int] = {}
        names = self.wanted.file_names(self.name, False)
        for name, begin in zip(names, self.wanted.begins, strict=False):
            rows = enumerate(tables[name], begin)
            found |= {place: int(row[COUNT]) for place, row in rows if row[COUNT]}
        if self.check:
            found[self.cells] = int(tables[f"{self.name}{CHECK}"][0][COUNT])
        return found

    def places_drawn(self, noised: NoisedQuery) -> Sequence[int]:
        """The place of each noised integer among all cells; that of the check is behind them."""
        begins = self.wanted.begins
        drawn = self.answers(noised).drawn
        places = [place for table in drawn.tables for place in range(begins[table], begins[table + 1])]
        return [*places, *((self.cells,) if self.check else ())]

    def compared(self, noised: NoisedQuery) -> tuple[ComparedTable, ...]:
        """The noised counts of each table that was measured: of fitted counts no margin is known."""
        return tuple(self._files(noised).compared())

    def described(self, noised: NoisedQuery) -> dict[str, object]:
        """Its columns, which tables were wanted, and what is made of them."""
        answers = self.answers(noised)
        told: dict[str, object] = {
            "columns": [column_document(column) for column in self.columns],
            "cells": self.cells,
            "tables": len(self.wanted.axes),
            "measured_tables": [answers.tables.title(table) for table in answers.drawn.tables],
            "joint_cells": self.wanted.joint_cells,
            "fit": FIT_TEXT if self.fit else "none",
        }
        given = self.division(noised.terms)
        if given.choice is not None:
            told["rounds"] = {"number": self.rounds, **given.choice.described()}
        if given.check is not None:
            told["check"] = {"part": exact_text(self.check), **given.check[0].described()}
        return told

    # What is said of it

    @property
    def made(self) -> Sentence:
        """A row adds one to each table."""
        return N_("In “{name}” each row added one to one cell of each of its tables.", name=self.name)

    def margins_sentence(self, noised: NoisedQuery) -> Sentence:
        """The margins of what is measured."""
        terms = noised.terms
        measured = self.rounds + 1 if self.rounds else len(self.wanted.axes)
        return margins_words(self.table_margins(terms), measured, self.most_cells, terms.output)

    def remarks(self, noised: NoisedQuery) -> tuple[Sentence, ...]:
        """What the fit is, how tables are chosen, and once it is drawn which ones, and the check."""
        said = [fit_words()] if self.fit else []
        if self.rounds:
            said.append(rounds_words(self.rounds, len(self.wanted.axes)))
        return (*said, *(answer_remarks(self.answers(noised)) if noised.counts else ()))

    def report_table(self, noised: NoisedQuery) -> ReportTable:
        """A row a cell of each table: what was measured and its margins, and the fitted count."""
        headings = (N_("noised count"), N_("± each"), N_("± simultaneous"))
        return ReportTable(
            (N_("table"), N_("cell")),
            (*headings, N_("fitted count")) if self.fit else headings,
            self._files(noised).report_rows(),
        )

    @property
    def opendp_lacks(self) -> Sentence:
        """Shares of single tables."""
        return N_("OpenDP chooses which tables it measures; it has no fit to tables with shares of their own")

    # Its preview

    def simulated(self, rows: int) -> Integers:
        """So many rows of a few kinds, so that columns hang together."""
        return self.wanted.simulated(rows)

    def shown(self, true: Counted, noised: NoisedQuery) -> tuple[int, ...]:
        """The counts of all cells."""
        return tuple(cast(Integers, true).tolist())
