"""What a table with one column of intervals errs as a histogram and as ranges, for each use of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import ClassVar

from explorer.app.core.request import Request
from explorer.app.plotting.figure import Answers
from explorer.mark import N_, Sentence
from explorer.privacy.progress import part
from explorer.privacy.strategies.strategy import Strategy
from explorer.privacy.strategies.workload import every_prefix, every_range
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.marginals import Marginals
from explorer.release.queries.query import Query
from explorer.release.queries.range_cells import RangeCells
from explorer.release.queries.range_strategy import AUTO, IDENTITY, StrategyError, strategy_errors
from explorer.release.queries.ranges import Ranges
from explorer.release.values.noise_variance import variance

_MOST_BINS = 10_000  # beyond, a comparison takes longer than anybody waits for a sentence
_BINS_OF_QUANTILES = 128  # with many more, finer bins cost more noise than they tell of a quantile's place


@dataclass(frozen=True, slots=True)
class Errors:
    """The roots of the mean squared errors, in rows: of one interval, of any range, of any running total.

    Attributes
    ----------
    fewer : where quantiles are wanted of many bins, how many of them could be one, and the error of a running
        total then
    """

    interval: float
    range: float
    total: float
    fewer: tuple[int, float] | None = None


@dataclass(frozen=True, slots=True)
class KindErrors(Request):
    """Of each query of a plan what it errs as a histogram and as ranges, where it can be both; else None.

    Titles, names and signatures of the plan are no part of the question.
    """

    patient: ClassVar[bool] = True  # a sentence in the form waits for the picture

    shapes: tuple[tuple[str, int, bool] | None, ...]
    budget: tuple[object, ...]
    plan: ReleasePlan = field(compare=False, repr=False)

    def __call__(self) -> tuple[tuple[Errors, Errors] | None, ...]:
        found: list[tuple[Errors, Errors] | None] = []
        for place, shape in enumerate(self.shapes):
            with part(place / len(self.shapes), (place + 1) / len(self.shapes)):
                found.append(None if shape is None else _errors(self.plan, place, *shape))
        return tuple(found)


@lru_cache(maxsize=32)
def question_of(plan: ReleasePlan) -> KindErrors | None:
    """The question about a plan; None where no query of it could be of the other kind."""
    shapes = tuple(map(_shape, plan.queries))
    if not any(shapes):
        return None
    privacy = replace(plan.privacy, signed_off="", locked=False, signed_digest="")
    return KindErrors(shapes, (privacy, tuple(each.share for each in plan.queries)), plan)


def kinds_sentence(plan: ReleasePlan, place: int, answers: Answers) -> Sentence | None:
    """What a query would err as either kind, with the share that it has; None where that is not known."""
    if isinstance(plan.queries[place], Marginals):
        return _tables_sentence(plan, place, plan.queries[place])
    question = question_of(plan)
    answer = None if question is None else answers.get(question)
    found = answer[place] if isinstance(answer, tuple) else None
    if found is None:
        return None
    ranges, histogram = found
    said = N_(
        "Expected error with this share (root mean square): for single intervals {interval}; for any range "
        "{range}; for quantiles, running totals of {total}.",
        interval=_either(ranges.interval, histogram.interval),
        range=_either(ranges.range, histogram.range),
        total=_either(ranges.total, histogram.total),
    )
    if ranges.fewer is None:
        return said
    together, total = ranges.fewer
    bins = -(-RangeCells(plan.queries[place].columns).bins // together)
    return N_(
        "{errors} For quantiles alone fewer bins are better: ± {total} with {bins:plain} {bins:bin|bins}, "
        "{together:plain} of these in one.",
        errors=said,
        total=total,
        bins=bins,
        together=together,
    )


def _either(ranges: float, histogram: float) -> Sentence:
    """Both errors, or the one that both are as far as anybody reads them."""
    if f"{ranges:.3e}" == f"{histogram:.3e}":
        return N_("± {error} either way", error=ranges)
    return N_("± {ranges} as ranges, ± {histogram} as a histogram", ranges=ranges, histogram=histogram)


def _tables_sentence(plan: ReleasePlan, place: int, declared: Query) -> Sentence | None:
    """What cells of these tables err as they are measured, and added up from one crosstab."""
    if not isinstance(declared, Marginals):
        return None
    terms = plan.terms_of(place)
    said = {"mine": declared.expected_rmse(terms), "crosstab": declared.crosstab_rmse(terms)}
    if not declared.fit:
        return N_(
            "Expected error of a cell with this share (root mean square): ± {mine} as these tables, "
            "± {crosstab} summed from one crosstab of all columns.",
            **said,
        )
    return N_(
        "Expected error of a cell with this share (root mean square): ± {mine} as these tables are measured, "
        "usually less once they are fitted; ± {crosstab} summed from one crosstab of all columns.",
        **said,
    )


def _shape(query: Query) -> tuple[str, int, bool] | None:
    """Of what could be a histogram and ranges the kind of strategy, the number of intervals, and whether
    quantiles are read from them.
    """
    ordered = [each for each in query.columns if each.is_ordered]
    if len(ordered) != 1 or query.unknown is not None or not isinstance(query, Histogram | Ranges):
        return None
    bins = RangeCells(query.columns).bins
    kind = query.strategy if isinstance(query, Ranges) and query.strategy != IDENTITY else AUTO
    read = isinstance(query, Ranges) and bool(query.quantiles)
    return (kind, bins, read) if 2 <= bins <= _MOST_BINS else None


def _errors(plan: ReleasePlan, place: int, kind: str, bins: int, read: bool) -> tuple[Errors, Errors] | None:
    privacy: Privacy = plan.privacy
    rho = plan.rho_of(place)
    parameter = plan.epsilon_of(place) if rho is None else rho
    ranges = strategy_errors(kind, bins, privacy, parameter)
    if not ranges:
        return None
    told = _told(ranges[0])
    together = -(-bins // _BINS_OF_QUANTILES)
    if read and together > 1:
        coarse = strategy_errors(kind, -(-bins // together), privacy, parameter)
        total = _told(coarse[0]).total if coarse else math.inf
        told = replace(told, fewer=(together, total)) if total < told.total else told
    return told, _told(strategy_errors(IDENTITY, bins, privacy, parameter)[0])


def _told(error: StrategyError) -> Errors:
    deviation = math.sqrt(variance(error.noise))
    interval, of_range, total = (deviation * each for each in _deviations(error.strategy))
    return Errors(interval, of_range, total)


@lru_cache(maxsize=32)
def _deviations(strategy: Strategy) -> tuple[float, float, float]:
    """The same for noise of variance 1 on what is measured."""
    bins = strategy.bins
    single = math.fsum(strategy.variance(place, place + 1) for place in range(bins)) / bins
    others = (
        strategy.total_variance(each) / each.queries for each in (every_range(bins), every_prefix(bins))
    )
    return math.sqrt(single), *(math.sqrt(each) for each in others)  # type: ignore[return-value]
