"""Ranges: any interval of a column of numbers or dates, and its quantiles, from one measurement.

The bins are measured by a strategy (`explorer.privacy.strategies`) that is chosen from the plan alone, and
fitted by least squares: the sum of the fitted counts of some bins is the answer to their range.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice, product
from types import MappingProxyType
from typing import ClassVar, cast

import numpy as np

from explorer.mark import N_, Sentence, english
from explorer.privacy.strategies.rebuilt import strategy_of, written_strategy
from explorer.privacy.strategies.strategy import Strategy
from explorer.release.columns.numeric import NumericColumn
from explorer.release.partition_selection import Counted
from explorer.release.plan.key import Kind, key
from explorer.release.plan.labels import COUNT
from explorer.release.plan.sections import Output, Privacy
from explorer.release.queries.counted_cells import Integers
from explorer.release.queries.query import NoisedQuery, Query
from explorer.release.queries.range_cells import RangeCells, quantile_share, quantiles_rule
from explorer.release.queries.range_measurement import (
    Measurement,
    RangeMargins,
    measured_length,
    range_margins,
)
from explorer.release.queries.range_strategy import (
    AUTO,
    CHOICES,
    KINDS,
    NAMES,
    StrategyError,
    strategy_errors,
    strategy_noise,
)
from explorer.release.queries.range_tables import FittedRanges, described_numbers, headers, table_names
from explorer.release.queries.simulated_rows import simulated_rows
from explorer.release.queries.terms import (
    Alternative,
    ComparedTable,
    Granted,
    Margins,
    ReportTable,
    Terms,
    WrittenTable,
    pure_terms,
)
from explorer.release.values.noise_distribution import Noise


@dataclass(frozen=True, slots=True)
class Ranges(Query):
    """Consistent counts for every interval between two edges of one column, in each group, and quantiles.

    `measured_by` : the strategy that is measured, once it is fixed; it is no part of the plan
    """

    id: ClassVar[str] = "ranges"
    order: ClassVar[int] = 2
    another: ClassVar[Sentence] = N_("+ ranges and quantiles")
    removed: ClassVar[Sentence] = N_("remove these ranges")
    further_column: ClassVar[Sentence] = N_("+ a column of categories: ranges of each")
    choice_words: ClassVar[Mapping[str, Mapping[str, Sentence]]] = MappingProxyType({"strategy": CHOICES})
    quantiles: tuple[str, ...] = key(
        Kind.TEXTS, (), optional=True, rule=quantiles_rule, title=N_("quantiles"), shown=1
    )
    strategy: str = key(Kind.CHOICE, AUTO, choices=KINDS, title=N_("strategy"), shown=2)
    measured_by: Strategy | None = field(default=None, compare=False, repr=False)

    @classmethod
    def numbered(cls, number: int) -> Sentence:
        """What a form calls the ranges of this number."""
        return N_("ranges {number}", number=number)

    @classmethod
    def draft(cls, name: str) -> dict[str, object]:
        """One column of numbers, without edges yet."""
        column = {"name": "", "kind": NumericColumn.id, **NumericColumn.draft()}
        return {"name": name, "share": "1", "strategy": AUTO, "column": [column]}

    def unfit(self, privacy: Privacy | None) -> Iterator[tuple[str, Sentence]]:
        """One column has intervals, the others are groups; as many as there are strategies for."""
        return self.range_cells.unfit(self.strategy, privacy)

    def too_large(self) -> tuple[str, Sentence] | None:
        """More intervals in all groups than are answered."""
        return self.range_cells.too_large()

    @property
    def range_cells(self) -> RangeCells:
        """Its bins, special cells and groups."""
        return RangeCells(self.columns)

    # What is measured, and what follows from it

    @property
    def integers(self) -> int:
        """At most so many are measured: a strategy has fewer than 2 a bin and some 50 further ones."""
        return self.range_cells.groups * (2 * self.range_cells.bins + 64)

    @property
    def counts_cells(self) -> bool:
        """Weighted sums are measured, not counts."""
        return False

    def chosen(self, privacy: Privacy, parameter: Fraction) -> tuple[StrategyError, ...]:
        """The strategies that the plan may use where so much of ε or ρ is granted; the first is measured."""
        if self.measured_by is not None:
            return (StrategyError(self.measured_by, strategy_noise(self.measured_by, privacy, parameter)),)
        return strategy_errors(self.strategy, self.range_cells.bins, privacy, parameter)

    def measurement(self, terms: Terms) -> Measurement:
        """What is measured: integer sums of the counts of each group, and each special cell."""
        strategy = self.measured_by or self.chosen(terms.privacy, terms.noise.parameter)[0].strategy
        cells = self.range_cells
        return Measurement(strategy, terms.noise.is_gaussian, cells.groups, cells.special)

    def noise_under(self, privacy: Privacy, parameter: Fraction) -> Noise:
        """The noise of the strategy that is measured."""
        return self.chosen(privacy, parameter)[0].noise

    def measured(self, true: Counted, terms: Terms) -> Integers:
        """The strategy's sums in each group, its special cells behind them."""
        return self.measurement(terms).measured(self.range_cells.grouped(cast(Integers, true)))

    def measured_name(self, place: int, terms: Terms) -> str:
        """The interval that it counts; of a sum of several, from where to where, and its level."""
        strategy, axis = self.measurement(terms).strategy, self.range_cells.axis
        length = measured_length(strategy)
        group, inner = divmod(place, length + self.range_cells.special)
        labels = list(product(*(column.labels for column in self.range_cells.grouping)))[group]
        if inner >= length:
            return " · ".join((*labels, axis.special[inner - length]))
        level, low, high, _ = next(islice(described_numbers(strategy), inner, None))
        told = axis.declared_labels[low] if not level else english(axis.range_name(low, high))
        return " · ".join((*labels, f"{told} ({level})" if level else told))

    def drawn(self, blank: NoisedQuery, true: Counted, granted: Granted) -> NoisedQuery:
        """What may be published: a function of the noised integers of the very strategy that was charged."""
        declared, noise = cast(Ranges, blank.declared), blank.noise
        charged = declared.measured_by
        if charged is None or noise != strategy_noise(charged, blank.terms.privacy, noise.parameter):
            raise TypeError("the noise is not that of the strategy that is measured")
        return Query.drawn(declared, blank, true, granted)

    def noised(self, terms: Terms, counts: tuple[int, ...], found: tuple[str, ...] = ()) -> NoisedQuery:
        """Noised integers, with the strategy fixed that they are of: the one that was kept with them."""
        strategy = self.measured_as(found).measurement(terms).strategy
        declared = replace(self, measured_by=strategy)
        granted = replace(terms, noise=strategy_noise(strategy, terms.privacy, terms.noise.parameter))
        return NoisedQuery(declared, granted, counts, declared.margins(granted))

    def measured_as(self, found: tuple[str, ...]) -> Ranges:
        """With the strategy that was kept: nothing is searched for again."""
        return replace(self, measured_by=strategy_of(json.loads(found[0]))) if found else self

    @property
    def kept(self) -> tuple[str, ...]:
        """The strategy: another computer, or a later version, might find another one."""
        return () if self.measured_by is None else (json.dumps(written_strategy(self.measured_by)),)

    def every_margin(self, terms: Terms) -> RangeMargins:
        """All margins, before any row is read."""
        return range_margins(self.measurement(terms), terms.noise, terms.output)

    def margins(self, terms: Terms, cells: int | None = None) -> Margins:
        """Of the bin that is told worst, and of all bins and special cells at once."""
        found = self.every_margin(terms)
        return Margins(found.each, found.together)

    def keeps(self, terms: Terms, wish: int, joint: bool = False) -> bool:
        """Whether the margin of each cell, or of all together, is `wish` or less."""
        return self.margins(terms).amounts[joint] <= wish

    # What is expected of it

    def strategy_id(self, terms: Terms) -> str:
        """The strategy that is measured."""
        return self.measurement(terms).strategy.id

    def expected_rmse(self, terms: Terms) -> float:
        """Over all ranges between two edges, each once, of one group; exact up to rounding."""
        return self.chosen(terms.privacy, terms.noise.parameter)[0].expected_rmse

    def alternatives(self, terms: Terms) -> tuple[Alternative, ...]:
        """The other strategies, and all of pure ε where ρ is granted; the least error first."""
        bins, mine = self.range_cells.bins, self.strategy_id(terms)
        others = strategy_errors(AUTO, bins, terms.privacy, terms.noise.parameter)
        found = [each for each in others if each.strategy.id != mine]
        if (pure := pure_terms(self.noise_under, terms)) is not None:
            found += strategy_errors(AUTO, bins, pure.privacy, pure.noise.parameter)
        found.sort(key=lambda error: error.expected_rmse)
        return tuple(
            Alternative(each.strategy.id, each.noise.mechanism, each.expected_rmse) for each in found
        )

    def fitted(self, noised: NoisedQuery) -> FittedRanges:
        """Everything that follows from the noised integers."""
        terms = noised.terms
        given = (self.name, self.range_cells, self.measurement(terms), self.every_margin(terms))
        return FittedRanges(*given, terms.output.confidence, self.shares, noised.counts)

    # Its files

    @property
    def table_names(self) -> tuple[str, ...]:
        """The fitted counts, what was measured, and the quantiles where there are any."""
        return table_names(self.name, bool(self.quantiles))

    @property
    def measured_in(self) -> tuple[str, str]:
        """The table of the noised integers as they were drawn."""
        return f"{self.name}-measured", COUNT

    def headers(self, output: Output) -> Iterator[tuple[str, ...]]:
        """Of each table its names."""
        return headers(self.range_cells, bool(self.quantiles))

    def written(self, noised: NoisedQuery, output: Output) -> Iterator[WrittenTable]:
        """Fitted counts with margins; the noised integers; quantiles."""
        return self.fitted(noised).tables()

    def written_size(self, blank: NoisedQuery, measure: Callable[[str], int]) -> int:
        """All labels, margins and weights, at most."""
        return self.fitted(blank).written_size(measure)

    def written_numbers(self, output: Output) -> int:
        """Fitted counts take at most twice the room of a noised one, a quantile and its interval alike."""
        return 2 * self.cells + self.integers + 6 * self.range_cells.groups * len(self.quantiles)

    def compared(self, noised: NoisedQuery) -> tuple[ComparedTable, ...]:
        """The fitted counts, as they are published."""
        return (self.compared_table(noised, self.fitted(noised).told),)

    def described(self, noised: NoisedQuery) -> dict[str, object]:
        """Its columns, and all that an answer to any range needs beside the fitted counts."""
        return self.fitted(noised).described()

    # What is said of it

    @property
    def without_nonnegative(self) -> Sentence:
        """Ranges are added up from bins."""
        return N_("Ranges get no such column: bins that are raised to 0 would bias every range upward.")

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """The declared quantiles, exactly."""
        return tuple(share for share in map(quantile_share, self.quantiles) if share is not None)

    def margins_sentence(self, noised: NoisedQuery) -> Sentence:
        """Both margins, and the error of a range."""
        return N_(
            "{confidence:percent} noise margin: each interval ± {each} at most, simultaneously for all "
            "{cells:plain} {cells:cell|cells} ± {joint}. A range is off by {error} (root mean square over "
            "all ranges); strategy: {strategy}.",
            confidence=noised.terms.output.confidence,
            each=float(noised.margins.each),
            cells=self.cells,
            joint=float(noised.margins.joint),
            error=self.expected_rmse(noised.terms),
            strategy=NAMES[self.strategy_id(noised.terms)],
        )

    def remarks(self, noised: NoisedQuery) -> tuple[Sentence, ...]:
        """What the fitted counts are, and how the bounds of quantiles hold."""
        return self.fitted(noised).remarks()

    def report_table(self, noised: NoisedQuery) -> ReportTable:
        """A row a cell: its fitted count and its margin."""
        return self.fitted(noised).report_table()

    @property
    def opendp_lacks(self) -> Sentence:
        """Weights."""
        return N_("OpenDP measures trees of equal weights alone and tells no margins of their ranges")

    # Its preview

    def simulated(self, rows: int) -> Integers:
        """A bell over the intervals of each group."""
        return simulated_rows(self.columns, rows)

    def shown(self, true: Counted, noised: NoisedQuery) -> tuple[int, ...]:
        """The counts of all cells."""
        return tuple(np.asarray(true).tolist())
