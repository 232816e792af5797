"""The tables of ranges: fitted counts, the noised integers as they were drawn, quantiles; their metadata."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_, Sentence
from explorer.privacy.notation import exact_text
from explorer.privacy.strategies.overlapping_sums import OverlappingSums
from explorer.privacy.strategies.rebuilt import written_strategy
from explorer.privacy.strategies.square_root import SquareRoot
from explorer.privacy.strategies.strategy import Strategy
from explorer.privacy.strategies.tree import Tree
from explorer.release.columns.column import column_document
from explorer.release.plan.labels import COUNT, FITTED, MARGIN_EACH
from explorer.release.queries.range_cells import RangeCells
from explorer.release.queries.range_measurement import Measurement, RangeMargins
from explorer.release.queries.range_quantiles import Quantile, quantiles
from explorer.release.queries.terms import ReportTable, WrittenTable
from explorer.release.values.decimal_text import DIGITS, decimal_text

LEVEL, WEIGHT, QUANTILE = "level", "weight", "quantile"
VALUE, VALUE_FROM, VALUE_TO = "value", "value_from", "value_to"
_LONGEST_NUMBER = "9" * 24


@dataclass(frozen=True, eq=False)
class FittedRanges:
    """Everything that follows from the noised integers of some ranges.

    `counts` : the noised integers; empty before anything is drawn
    """

    name: str
    cells: RangeCells
    measurement: Measurement
    margins: RangeMargins
    confidence: Fraction
    shares: tuple[Fraction, ...]
    counts: tuple[int, ...]

    @cached_property
    def fitted(self) -> NDArray[np.float64]:
        """(groups, bins + special) the least-squares fit."""
        return self.measurement.fitted(self.counts)

    @property
    def told(self) -> tuple[float, ...]:
        """The fitted counts along all cells, as they are published."""
        return tuple(round(each, DIGITS) for each in self.cells.flat(self.fitted).tolist())

    def group_quantiles(self, group: int) -> Iterator[Quantile]:
        """The declared quantiles of the rows in the bins of one group."""
        fitted = self.fitted[group, : self.cells.bins]
        return quantiles(self.cells.axis, fitted, self.shares, self.margins.sums)

    # Tables

    def tables(self) -> Iterator[WrittenTable]:
        """In the order of their names; the rows are made as they are written."""
        yield WrittenTable(self.name, self._fitted_columns(), self._fitted_rows())
        yield WrittenTable(f"{self.name}-measured", self._measured_columns(), self._measured_rows())
        if self.shares:
            yield WrittenTable(f"{self.name}-quantiles", self._quantile_columns(), self._quantile_rows())

    def _fitted_columns(self) -> tuple[tuple[str, str, str], ...]:
        labels = [
            each
            for column in self.cells.columns
            for each in zip(column.written_names, column.datatypes, column.column_notes, strict=True)
        ]
        said = "least-squares fit to what was measured; the sum over the bins of a range is its answer"
        margin = f"noise margin of the fitted count by itself, at {exact_text(self.confidence)}"
        return (*labels, (FITTED, "decimal", said), (MARGIN_EACH, "decimal", margin))

    def _fitted_rows(self) -> Iterator[tuple[object, ...]]:
        fitted = self.cells.flat(self.fitted).tolist()
        margins = (*self.margins.bins, *(self.margins.special,) * self.cells.special)
        told = self.cells.flat(np.tile(np.arange(len(margins)), (self.cells.groups, 1))).tolist()
        cells = product(*(column.written_cells for column in self.cells.columns))
        for cell, value, place in zip(cells, fitted, told, strict=True):
            yield (*(part for parts in cell for part in parts), decimal_text(value), _plain(margins[place]))

    def _grouping_columns(self) -> list[tuple[str, str, str]]:
        return [(name, "string", "") for column in self.cells.grouping for name in column.written_names]

    def _measured_columns(self) -> tuple[tuple[str, str, str], ...]:
        axis = self.cells.axis
        _, low, high = zip(axis.written_names, axis.datatypes, axis.column_notes, strict=True)
        level = "0 for single bins, 1, 2, ... for sums of several; the name of a special cell"
        weight = "the whole number by which counts are multiplied; empty where it is not the same for all"
        said = "a weighted sum of counts, with noise"
        measured = (
            (LEVEL, "string", level),
            low,
            high,
            (WEIGHT, "integer", weight),
            (COUNT, "integer", said),
        )
        return (*self._grouping_columns(), *measured)

    def _measured_rows(self) -> Iterator[tuple[object, ...]]:
        described, names = list(described_numbers(self.measurement.strategy)), self.cells.axis.edge_names
        counts = iter(self.counts)
        for group in product(*(column.written_cells for column in self.cells.grouping)):
            labels = [part for parts in group for part in parts]
            for level, low, high, weight in described:
                yield (
                    *labels,
                    level,
                    names[low],
                    names[high],
                    "" if weight is None else weight,
                    next(counts),
                )
            for label in self.cells.axis.special:
                yield (*labels, label, "", "", self.measurement.weight, next(counts))

    def _quantile_columns(self) -> tuple[tuple[str, str, str], ...]:
        end = self.cells.axis.datatypes[-1]
        bounds = f"all bounds of this table hold simultaneously, at {exact_text(self.confidence)}"
        return (
            *self._grouping_columns(),
            (QUANTILE, "number", "of the rows within the bins"),
            (VALUE_FROM, end, bounds),
            (VALUE_TO, end, bounds),
            (VALUE, end, "an estimate; within a bin by a straight line"),
        )

    def _quantile_rows(self) -> Iterator[tuple[object, ...]]:
        groups = product(*(column.written_cells for column in self.cells.grouping))
        for number, group in enumerate(groups):
            labels = [part for parts in group for part in parts]
            for each in self.group_quantiles(number):
                yield (*labels, each.share_text, each.low, each.high, each.value)

    def written_size(self, measure: Callable[[str], int]) -> int:
        """What all labels, margins and weights in the tables measure, at most."""
        longest = [
            sum(max(map(measure, parts)) for parts in zip(*column.written_cells, strict=True))
            for column in self.cells.columns
        ]
        axis = longest[self.cells.place] + sum(map(measure, self.cells.axis.special))
        rows = self.measurement.size + self.cells.groups * (
            self.cells.bins + self.cells.special + len(self.shares)
        )
        return rows * (sum(longest) + axis + 2 * measure(_LONGEST_NUMBER))

    def described(self) -> dict[str, object]:
        """What an answer to any range needs beside the fitted counts."""
        return {
            "columns": [column_document(column) for column in self.cells.columns],
            "cells": self.cells.groups * (self.cells.bins + self.cells.special),
            "bins": self.cells.bins,
            "groups": self.cells.groups,
            "strategy": written_strategy(self.measurement.strategy),
            "special_weight": self.measurement.weight,
            "measured": self.measurement.size,
            "quantiles": [exact_text(share) for share in self.shares],
            "sums_margin": self.margins.sums,
        }

    def remarks(self) -> tuple[Sentence, ...]:
        """What the fitted counts are, and how the bounds of quantiles hold."""
        fit = N_(
            "Counts are fitted by least squares to sums with noise: they need not be whole, and may be "
            "negative. A range is the sum of its intervals."
        )
        bounds = N_(
            "Quantiles are those of the rows within the intervals; their bounds hold simultaneously "
            "({confidence:percent}).",
            confidence=self.confidence,
        )
        return (fit, bounds) if self.shares else (fit,)

    def report_table(self) -> ReportTable:
        """A row a cell: its fitted count and its margin."""
        margins = (*self.margins.bins, *(self.margins.special,) * self.cells.special)
        told = self.cells.flat(np.tile(np.array(margins, dtype=np.float64), (self.cells.groups, 1))).tolist()
        cells = product(*(column.names for column in self.cells.columns))
        numbers = zip(self.cells.flat(self.fitted).tolist(), told, strict=True)
        headings = (N_("fitted count"), N_("± each"))
        names = tuple(column.name for column in self.cells.columns)
        return ReportTable(names, headings, zip(cells, numbers, strict=True))


def described_numbers(strategy: Strategy) -> Iterator[tuple[int, int, int, int | None]]:
    """Of each measured integer of a group its level, between which edges it lies, and its weight."""
    bins = strategy.bins
    if isinstance(strategy, Tree):
        for level, (size, weight) in enumerate(zip(strategy.sizes, strategy.weights, strict=True)):
            yield from ((level, low, min(low + size, bins), weight) for low in range(0, bins, size))
    elif isinstance(strategy, OverlappingSums):
        yield from ((0, place, place + 1, weight) for place, weight in enumerate(strategy.own.tolist()))
        yield from ((1, 0, bins, None) for _ in strategy.sums)
    elif isinstance(strategy, SquareRoot):
        yield from ((1, 0, place + 1, None) for place in range(bins))
    else:
        raise TypeError("a strategy whose sums nobody has described")


def table_names(name: str, has_quantiles: bool) -> tuple[str, ...]:
    """The names of the tables, without an ending."""
    return (name, f"{name}-measured", *((f"{name}-quantiles",) if has_quantiles else ()))


def headers(cells: RangeCells, has_quantiles: bool) -> Iterator[tuple[str, ...]]:
    """The header of each table; of columns that are no ranges what would stand there."""
    groups = [name for column in cells.columns if not column.is_ordered for name in column.written_names]
    ends = [name for column in cells.columns if column.is_ordered for name in column.written_names[1:]]
    yield (*(name for column in cells.columns for name in column.written_names), FITTED, MARGIN_EACH)
    yield (*groups, LEVEL, *ends, WEIGHT, COUNT)
    if has_quantiles:
        yield (*groups, QUANTILE, VALUE_FROM, VALUE_TO, VALUE)


def _plain(value: float) -> str:
    return format(Decimal(repr(value)), "f")
