"""Histograms: counts of every declared cell; several columns make one crosstab over the joint cells."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import ClassVar

from explorer.mark import N_, Sentence
from explorer.privacy.notation import exact_text
from explorer.release.columns.column import column_document
from explorer.release.partition_selection import Counted, Found, Threshold, published, threshold_under
from explorer.release.plan.counted import counted_text
from explorer.release.plan.labels import COUNT, MARGIN_EACH, MARGIN_JOINT, NONNEGATIVE
from explorer.release.plan.sections import Output, Privacy
from explorer.release.queries.query import NoisedQuery, Query
from explorer.release.queries.simulated_rows import simulated_rows
from explorer.release.queries.terms import ReportTable, Terms, WrittenTable
from explorer.release.values.noise_distribution import GAUSSIAN, Noise

_SIMULATED = ("A", "B", "C", "D", "E", "F")  # categories, where a plan declares none


@dataclass(frozen=True, slots=True)
class Histogram(Query):
    """One table of counts: several columns make one crosstab over the joint cells."""

    id: ClassVar[str] = "histogram"
    order: ClassVar[int] = 1
    another: ClassVar[Sentence] = N_("+ another histogram")
    removed: ClassVar[Sentence] = N_("remove this histogram")

    @classmethod
    def numbered(cls, number: int) -> Sentence:
        """What a form calls the histogram of this number."""
        return N_("histogram {number}", number=number)

    def unfit(self, privacy: Privacy | None) -> Iterator[tuple[str, Sentence]]:
        """Unknown categories stand alone, and spend a δ that Gaussian noise leaves none of."""
        for place, column in enumerate(self.columns, 1):
            if not column.found:
                continue
            path = f"column.{place}.kind"
            if len(self.columns) > 1:
                yield path, N_("unknown categories stand alone: declare them to cross them with a column")
            elif privacy is not None and privacy.mechanism == GAUSSIAN:
                yield path, N_("unknown categories need discrete Laplace: a Gaussian spends all of delta")

    def threshold(self, terms: Terms) -> Threshold | None:
        """From which noisy count on a category is published."""
        if self.unknown is None:
            return None
        return threshold_under(terms.privacy, terms.noise, terms.delta)

    def with_found(self, found: tuple[str, ...]) -> Histogram:
        """The histogram with the categories that were found and kept."""
        column = self.unknown
        return self if column is None else replace(self, columns=(replace(column, categories=found),))

    def answered(self, blank: NoisedQuery, true: Counted, drawn: tuple[int, ...]) -> NoisedQuery:
        """All noised counts; of categories that were found those from the threshold on."""
        if not isinstance(true, Found) or blank.threshold is None:
            return replace(blank, counts=drawn)
        labels, seen = published(true, drawn, blank.threshold.least)
        return self.noised(blank.terms, seen, labels)

    # Its file

    def headers(self, output: Output) -> Iterator[tuple[str, ...]]:
        """The labels of each column, the noised count, its margins."""
        counted = [name for column in self.columns for name in column.written_names]
        yield (*counted, COUNT, MARGIN_EACH, MARGIN_JOINT, *((NONNEGATIVE,) if output.nonnegative else ()))

    def written(self, noised: NoisedQuery, output: Output) -> Iterator[WrittenTable]:
        """One table: a row a cell."""
        labels = [
            each
            for column in self.columns
            for each in zip(column.written_names, column.datatypes, column.column_notes, strict=True)
        ]
        numbers = [(name, "integer", text) for name, text in self._numbers(noised, output).items()]
        yield WrittenTable(self.name, (*labels, *numbers), self._rows(noised, output))

    def _rows(self, noised: NoisedQuery, output: Output) -> Iterator[tuple[object, ...]]:
        margins = (noised.margins.each, noised.margins.joint)
        cells = product(*(column.written_cells for column in self.columns))
        for cell, count in zip(cells, noised.counts, strict=True):
            extra = (max(count, 0),) if output.nonnegative else ()
            yield (*(part for parts in cell for part in parts), count, *margins, *extra)

    def _numbers(self, noised: NoisedQuery, output: Output) -> dict[str, str]:
        confidence = exact_text(output.confidence)
        report_table = {
            COUNT: f"{counted_text(noised.terms.privacy)}, with noise; may be negative",
            MARGIN_EACH: f"noise margin of each cell by itself, at {confidence}",
            MARGIN_JOINT: f"noise margin of all {self.cells} cells together, at {confidence}",
        }
        if output.nonnegative:
            report_table[NONNEGATIVE] = (
                "noised_count, or 0 where that is negative; "
                f"an empty cell gains {clamping_bias(noised.noise):.4g} on average"
            )
        return report_table

    def written_size(self, blank: NoisedQuery, measure: Callable[[str], int]) -> int:
        """What all labels of all cells measure, and the margins beside each."""
        size = sum(map(measure, (str(blank.margins.each), str(blank.margins.joint)))) * self.cells
        for column in self.columns:
            cells = column.written_cells
            size += sum(measure(part) for cell in cells for part in cell) * (self.cells // len(cells))
        return size

    def described(self, noised: NoisedQuery) -> dict[str, object]:
        """Its columns as they were declared, and how many cells it has."""
        return {"columns": [column_document(column) for column in self.columns], "cells": self.cells}

    # What a report says of it

    def margins_sentence(self, noised: NoisedQuery) -> Sentence:
        """Both margins."""
        return N_(
            "{confidence:percent} noise margin, exact: each count ±\N{NO-BREAK SPACE}{each:plain} (the "
            "whiskers), simultaneously for all {cells:plain} {cells:cell|cells} "
            "±\N{NO-BREAK SPACE}{joint:plain}.",
            confidence=noised.terms.output.confidence,
            each=noised.margins.each,
            cells=self.cells,
            joint=noised.margins.joint,
        )

    def remarks(self, noised: NoisedQuery) -> tuple[Sentence, ...]:
        """What it means that categories were found; what an empty cell gains by being raised to 0."""
        said = []
        if (threshold := noised.threshold) is not None:
            sentence = N_(
                "The categories were found in the file. A category is shown if its noised count is at "
                "least {least:plain}, so a category of a single unit is shown with probability at most "
                "{delta}; rare ones are absent, and counts near the threshold are biased upward.",
                least=threshold.least,
                delta=exact_text(threshold.delta),
            )
            said.append(sentence)
        if noised.terms.output.nonnegative:
            gain = clamping_bias(noised.noise)
            said.append(N_("Not below 0: an empty cell gains {gain:3} on average.", gain=gain))
        return tuple(said)

    def report_table(self, noised: NoisedQuery) -> ReportTable:
        """A row a cell: its noised count, both margins."""
        extra = noised.terms.output.nonnegative
        headings = [N_("noised count"), N_("± each"), N_("± simultaneous")]
        headings += [N_("not below 0")] if extra else []
        margins = (noised.margins.each, noised.margins.joint)
        cells = product(*(column.names for column in self.columns))
        rows = (
            (cell, (count, *margins, *((max(count, 0),) if extra else ())))
            for cell, count in zip(cells, noised.counts, strict=True)
        )
        return ReportTable(tuple(column.name for column in self.columns), tuple(headings), rows)

    def opendp(self) -> dict[str, object] | None:
        """Its columns, as they were declared."""
        return {"name": self.name, "columns": [column.literal() for column in self.columns]}

    # Its preview

    def simulated(self, rows: int) -> Counted:
        """A bell over intervals, falling steps over categories, a little in each special cell."""
        counts = simulated_rows(self.with_found(_SIMULATED).columns, rows)
        return counts if self.unknown is None else Found(_SIMULATED, counts)

    def shown(self, true: Counted, noised: NoisedQuery) -> tuple[int, ...]:
        """The counts of the categories that are published, then those of the special cells."""
        counts = tuple(self.measured(true, noised.terms).tolist())
        if not isinstance(true, Found):
            return counts
        known = dict(zip(true.labels, counts, strict=False))
        kept = noised.declared.unknown
        labels = () if kept is None else kept.categories
        return (*(known[label] for label in labels), *counts[len(true.labels) :])


def clamping_bias(noise: Noise) -> float:
    r"""What an empty cell gains on average where negative counts are set to 0: the mean of max(N, 0).

    a/(1−a²), a = e^(−1/scale), for discrete Laplace noise; Σ x P(x) over x > 0 for discrete Gaussian noise,
    which is σ/√2π from σ = 10 on.

    >>> [round(clamping_bias(Noise("discrete-laplace", s, Fraction(1))), 2) for s in (1, 10)]
    [0.43, 4.99]
    >>> round(clamping_bias(Noise("discrete-gaussian", 1, Fraction(1, 2))), 2)
    0.4
    """
    width = noise.width
    if not noise.is_gaussian:
        return 0.5 / math.sinh(1 / width) if width > Fraction(1, 500) else 0.0
    if width > 100:
        return math.sqrt(width / 2) / math.sqrt(math.pi)
    masses = [math.exp(-place * place / (2 * width)) for place in range(400) if place * place < 1400 * width]
    return sum(place * mass for place, mass in enumerate(masses)) / (2 * sum(masses) - 1)
