"""Sums of one column by group, and means: clipped and rounded values, exact integers in steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import ClassVar

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.notation import exact_text
from explorer.privacy.sensitivity import Sensitivity
from explorer.privacy.stepped_sums import stepped_sums
from explorer.release.columns.column import column_document
from explorer.release.partition_selection import Counted
from explorer.release.plan.labels import (
    MARGIN_EACH,
    MARGIN_JOINT,
    MEAN,
    MEAN_FROM,
    MEAN_TO,
    NOISED_ROWS,
    NOISED_SUM,
)
from explorer.release.plan.sections import Output, Privacy
from explorer.release.queries.query import NoisedQuery
from explorer.release.queries.sum_answers import Answer, SumAnswers
from explorer.release.queries.sum_words import clipping_text, margins_words, number_texts, remark_words
from explorer.release.queries.summed_cells import SummedCells
from explorer.release.queries.terms import (
    Amount,
    ComparedTable,
    Margins,
    NoisePart,
    ReportTable,
    Terms,
    WrittenTable,
)
from explorer.release.values.noise_distribution import Noise

_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Sum(SummedCells):
    """The sum of a column in each group, and with `mean` the number of its readable values and their mean."""

    id: ClassVar[str] = "sum"
    order: ClassVar[int] = 3
    another: ClassVar[Sentence] = N_("+ another sum or mean")
    removed: ClassVar[Sentence] = N_("remove this sum")

    @classmethod
    def numbered(cls, number: int) -> Sentence:
        """What a form calls the sum of this number."""
        return N_("sum {number}", number=number)

    # What is measured

    def _moved(self, privacy: Privacy, least: int, most: int) -> Sensitivity:
        bounds = (privacy.rows_per_person or 1, privacy.rows_per_cell, privacy.cells_per_person)
        return stepped_sums(least, most, self.groups, privacy.neighbours, *bounds)

    def sum_sensitivity(self, privacy: Privacy) -> Sensitivity:
        """How far one unit can move the sums, in steps."""
        zero = int(self.zero / self.step)
        return self._moved(privacy, self.values.first - zero, self.values.last - zero)

    def row_sensitivity(self, privacy: Privacy) -> Sensitivity:
        """How far one unit can move the numbers of readable values."""
        return self._moved(privacy, 0, 1)

    def sensitivity(self, privacy: Privacy) -> Sensitivity:
        """How far one unit can move everything that is measured; of a mean, an upper bound for both."""
        sums = self.sum_sensitivity(privacy)
        if not self.mean:
            return sums
        rows = self.row_sensitivity(privacy)
        return Sensitivity(
            sums.L0 + rows.L0, sums.L1 + rows.L1, sums.L2_squared + rows.L2_squared, max(sums.Linf, rows.Linf)
        )

    def noise_parts(self, terms: Terms) -> tuple[NoisePart, ...]:
        """One noise for the sums; with a mean half of what is granted for them, half for the rows.

        Of all divisions that one makes the error of a mean least that is as far from the centre as it can be.
        """
        if not self.mean:
            return (NoisePart(None, terms.noise),)
        mechanism, half = terms.noise.mechanism, terms.noise.parameter * _HALF
        both = (self.sum_sensitivity(terms.privacy), self.row_sensitivity(terms.privacy))
        gaussian = terms.noise.is_gaussian
        return tuple(
            NoisePart(self.groups, Noise(mechanism, moved.L2_squared if gaussian else moved.L1, half), of)
            for moved, of in zip(both, (N_("sums"), N_("numbers of values")), strict=True)
        )

    def measured_name(self, place: int, terms: Terms) -> str:
        """What one of the measured integers is of."""
        what, group = divmod(place, self.groups)
        return " · ".join((*tuple(self.labels())[group], NOISED_ROWS if what else NOISED_SUM))

    # What follows from the noised integers

    def answers(self, terms: Terms) -> SumAnswers:
        """How sums, means and their margins follow."""
        widths = tuple(part.noise for part in self.noise_parts(terms))
        zero = int(self.zero / self.step)
        bounds = (self.values.first, self.values.last)
        return SumAnswers(self.step, zero, bounds, self.groups, widths, terms.output.confidence)

    def margins(self, terms: Terms, cells: int | None = None) -> Margins:
        """The noise margins of the sums, in the unit of the sum."""
        return self.answers(terms).margins()

    def keeps(self, terms: Terms, wish: int, joint: bool = False) -> bool:
        """Whether the margin of each sum, or of all together, is `wish` or less."""
        margins = self.margins(terms)
        return margins.amounts[joint] <= wish

    def expected_rmse(self, terms: Terms) -> float:
        """The root of the mean squared noise of a sum, in its unit."""
        return self.answers(terms).expected_rmse()

    # Its file

    @property
    def _numbers(self) -> tuple[str, ...]:
        further = (NOISED_ROWS, MEAN, MEAN_FROM, MEAN_TO) if self.mean else ()
        return (NOISED_SUM, MARGIN_EACH, MARGIN_JOINT, *further)

    def headers(self, output: Output) -> Iterator[tuple[str, ...]]:
        """The labels of each column, the noised sum, its margins, and what belongs to a mean."""
        yield (*(name for column in self.columns for name in column.written_names), *self._numbers)

    def written(self, noised: NoisedQuery, output: Output) -> Iterator[WrittenTable]:
        """One table: a row a group."""
        labels = [
            each
            for column in self.columns
            for each in zip(column.written_names, column.datatypes, column.column_notes, strict=True)
        ]
        said = number_texts(self, noised.terms)
        numbers = [
            (name, "integer" if name == NOISED_ROWS else "decimal", said[name]) for name in self._numbers
        ]
        yield WrittenTable(self.name, (*labels, *numbers), self._rows(noised))

    def _rows(self, noised: NoisedQuery) -> Iterator[tuple[object, ...]]:
        answers = self.answers(noised.terms)
        cells = product(*(column.written_cells for column in self.columns))
        for cell, answer in zip(cells, answers.of(noised.counts), strict=False):
            yield (*(part for parts in cell for part in parts), *map(_spelled, self._shown(answer, noised)))

    def _shown(self, answer: Answer, noised: NoisedQuery) -> tuple[Amount | None, ...]:
        sums = (answer.sum, *noised.margins.amounts)
        return (*sums, answer.rows, answer.mean, answer.low, answer.high) if self.mean else sums

    def written_size(self, blank: NoisedQuery, measure: Callable[[str], int]) -> int:
        """All labels and margins, and the digits by which an amount is longer than a count."""
        digits = max(len(exact_text(each)) for each in (self.step, self.low, self.high)) + 12
        size = (sum(measure(_spelled(each)) for each in blank.margins.amounts) + 4 * digits) * self.groups
        for column in self.columns:
            cells = column.written_cells
            size += sum(measure(part) for cell in cells for part in cell) * (self.groups // len(cells))
        return size

    def written_numbers(self, output: Output) -> int:
        """A sum a group, and with a mean four numbers more."""
        return self.groups * (5 if self.mean else 1)

    def as_drawn(self, tables: Mapping[str, Sequence[Mapping[str, str]]]) -> list[int]:
        """The noised integers, from the table that is published."""
        rows = tables[self.name]
        counted = [int(row[NOISED_ROWS]) for row in rows] if self.mean else [0] * len(rows)
        sums = [
            int((Fraction(row[NOISED_SUM]) - self.zero * many) / self.step)
            for row, many in zip(rows, counted, strict=True)
        ]
        return [*sums, *(counted if self.mean else ())]

    def compared(self, noised: NoisedQuery) -> tuple[ComparedTable, ...]:
        """The noised sums: of the same values, clipped and rounded alike, by the same groups."""
        sums = (answer.sum for answer in self.answers(noised.terms).of(noised.counts))
        told = tuple(int(each) if each.denominator == 1 else float(each) for each in sums)
        kind = (type(self), self.columns, self.value, self.low, self.high, self.step)
        return (replace(self.compared_table(noised, told), kind=kind, of_sums=True),)

    def described(self, noised: NoisedQuery) -> dict[str, object]:
        """Its column, bounds and groups as they were declared."""
        declared = {name: exact_text(getattr(self, name)) for name in ("low", "high", "step")}
        return {
            "value": self.value,
            **declared,
            **({"mean": True, "centre": exact_text(self.zero)} if self.mean else {}),
            "clipping": clipping_text(self),
            "columns": [column_document(column) for column in self.columns],
            "cells": self.groups,
        }

    def further_margins(self, noised: NoisedQuery) -> dict[str, object]:
        """The margin of the numbers of values, of each by itself."""
        rows = self.answers(noised.terms).rows_margin()
        return {} if rows is None else {"rows_each": rows}

    # What is said of it

    @property
    def counted_words(self) -> str:
        """Its name, and what is summed by what."""
        return f"{self.name} ({' × '.join((self.value, *(column.name for column in self.columns)))})"

    @property
    def made(self) -> Sentence:
        """A row adds its value."""
        return N_(
            "In “{name}” each row added its value, clipped and rounded, to the sum of its group, by rules "
            "fixed before the file was read.",
            name=self.name,
        )

    @property
    def without_nonnegative(self) -> Sentence:
        """They are no counts."""
        return N_("Sums get no such column: they are no counts.")

    def margins_sentence(self, noised: NoisedQuery) -> Sentence:
        """Its margins, and what clipping does beside them."""
        return margins_words(self, noised.terms.output, noised.margins)

    def remarks(self, noised: NoisedQuery) -> tuple[Sentence, ...]:
        """What the bounds do to the values, and how a mean is to be read."""
        return remark_words(self, noised.terms.output)

    def report_table(self, noised: NoisedQuery) -> ReportTable:
        """A row a group."""
        headings = [N_("noised sum"), N_("± each"), N_("± simultaneous")]
        if self.mean:
            headings += [N_("noised number of values"), N_("mean"), N_("from"), N_("to")]
        cells = product(*(column.names for column in self.columns))
        answers = self.answers(noised.terms).of(noised.counts)
        rows = ((cell, self._shown(each, noised)) for cell, each in zip(cells, answers, strict=False))
        return ReportTable(tuple(column.name for column in self.columns), tuple(headings), rows)

    @property
    def opendp_lacks(self) -> Sentence:
        """How values are rounded."""
        return N_("OpenDP clips values, but has no rounding of exact decimals to steps, half to even")

    def simulated(self, rows: int) -> Counted:
        """So many rows, fewer from group to group; values around a third of the way from bound to bound."""
        shares = 1 / np.sqrt(1 + np.arange(self.groups))
        counts = np.diff(np.rint(rows * np.cumsum(shares / shares.sum())), prepend=0).astype(np.int64)
        third = self.values.first + (self.values.last - self.values.first) // 3 - int(self.zero / self.step)
        return np.concatenate([counts * third, counts]) if self.mean else counts * third


def _spelled(value: Amount | None) -> str:
    """A number as it stands in the file: exact; empty where there is none."""
    return "" if value is None else exact_text(Fraction(value))
