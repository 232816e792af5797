"""What the readers will see, on simulated people, or on a file that somebody declares public."""

from __future__ import annotations

from dataclasses import replace

from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.plotting.figure import Answers, Figure, Picture
from explorer.app.release import cell_bars as placed
from explorer.app.release import sum_bars as sums
from explorer.app.release.fitted_ranges import ranges_figure
from explorer.app.release.marginal_bars import ShownTable, marginals_of, table_figure
from explorer.app.release.pictures_named import picture_shown
from explorer.app.release.plan import range_search
from explorer.app.release.plan.plan_draft import judged
from explorer.app.release.plan.plan_noise import (
    assumption,
    margins_sentence,
    plan_settings,
    room,
    shown_query,
)
from explorer.app.release.preview_sample import question_of, sampled
from explorer.mark import N_, Sentence
from explorer.release.drawn import noised
from explorer.release.plan.counted import counted
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.ranges import Ranges
from explorer.release.queries.sum import Sum


class ExpectedCounts(Picture):
    """Counts of a sample with this plan's noise and margins."""

    id = "expected-counts"
    order = 60
    title = N_("What readers will see, simulated people")
    source = "Ghosh, Roughgarden & Sundararajan 2009; Canonne, Kamath & Steinke 2020"
    reads = ("releasing",)

    @staticmethod
    def wanted(state: State) -> tuple[Request, ...]:
        question = question_of(state)
        search = range_search.wanted(state.releasing.plan)
        return search if question is None else (*search, question)

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        plan, _ = judged(state.releasing.plan)
        if plan is None:
            why = N_("Complete the plan to see the effect of its noise on simulated people")
            return placed.nothing(ExpectedCounts.id, ExpectedCounts.title, why)
        if not range_search.searched(plan, answers):
            title, why = ExpectedCounts.title, range_search.SEARCHING
            return placed.nothing(ExpectedCounts.id, title, why, pending=True)
        index = shown_query(state, plan)
        query = plan.queries[index]
        if (summed := sums.sum_of(query)) is not None:
            return _expected_sums(state, plan, index, summed, answers)
        if isinstance(query, Ranges):
            return _expected_ranges(state, plan, index, answers)
        if marginals_of(query) is not None:
            return _expected_table(state, plan, index, answers)
        if not query.counts_cells:
            return placed.no_counts(ExpectedCounts.id, ExpectedCounts.title, query)
        if placed.too_many(query):
            margins = margins_sentence(plan, index)
            return placed.too_many_cells(ExpectedCounts.id, ExpectedCounts.title, query, margins)
        return _expected_cells(state, plan, index, answers)


def too_many_shown(state: State, plan: ReleasePlan | None) -> bool:
    """Whether the query that is shown has more cells than are simulated; not where there is no plan."""
    return plan is not None and placed.too_many(plan.queries[shown_query(state, plan)])


def _expected_ranges(state: State, plan: ReleasePlan, index: int, answers: Answers) -> Figure:
    """The fit of one draw of the plan's noise on simulated or public people."""
    sample = sampled(state, plan, answers)
    drawn = noised(plan, index, sample.queries[index].noised)
    title = _PUBLIC if sample.public else ExpectedCounts.title
    given = (plan, index, drawn, sample.remark, sample.public, state.releasing.asked)
    return replace(ranges_figure(ExpectedCounts.id, title, *given), pending=sample.pending)


def _expected_cells(state: State, plan: ReleasePlan, index: int, answers: Answers) -> Figure:
    """Simulated or public counts, cell by cell, with one draw of the plan's noise."""
    sample = sampled(state, plan, answers)
    shown = sample.queries[index]
    cells = placed.cells_of(shown.declared)
    reach = room(state, plan, index)
    axis = placed.count_axis(cells.shaped(shown.counts), *reach, label=counted(plan.privacy))
    margins = shown.margins
    layers = [
        placed.zero(),
        *placed.bars(cells, cells.shaped(shown.noised), float(margins.each), _kind(plan, sample.public)),
        *placed.legend(cells, axis.high),
    ]
    return Figure(
        ExpectedCounts.id,
        _PUBLIC if sample.public else ExpectedCounts.title,
        assumption(plan, index, sample.remark),
        margins_sentence(plan, index),
        cells.axis(),
        axis,
        tuple(layers),
        placed.table(cells, shown.noised, margins.each, margins.joint),
        pending=sample.pending,
        settings={**plan_settings(plan, index), "counts": "public" if sample.public else "simulated"},
    )


def _expected_table(state: State, plan: ReleasePlan, index: int, answers: Answers) -> Figure:
    """One table of marginals of simulated or public people, with one draw of the plan's noise."""
    sample = sampled(state, plan, answers)
    shown = sample.queries[index]
    drawn = replace(noised(plan, index, ()), declared=shown.declared, counts=shown.noised)
    title = _PUBLIC if sample.public else ExpectedCounts.title
    table = picture_shown(state, plan)[1]
    one = ShownTable(plan, index, drawn, table, sample.remark, public=sample.public)
    return replace(table_figure(ExpectedCounts.id, title, one), pending=sample.pending)


def _expected_sums(state: State, plan: ReleasePlan, index: int, declared: Sum, answers: Answers) -> Figure:
    """The sums of simulated or public people, with one draw of the plan's noise."""
    sample, terms = sampled(state, plan, answers), plan.terms_of(index)
    shown = sample.queries[index]
    kind = _kind(plan, sample.public)
    axis, layers = sums.axis_and_bars(
        declared, terms, shown.noised, kind, shown.counts, room(state, plan, index)
    )
    return Figure(
        ExpectedCounts.id,
        _PUBLIC if sample.public else ExpectedCounts.title,
        assumption(plan, index, sample.remark),
        margins_sentence(plan, index),
        placed.cells_of(declared).axis(),
        axis,
        layers,
        sums.table(declared, terms, shown.noised),
        pending=sample.pending,
        settings={**plan_settings(plan, index), "counts": "public" if sample.public else "simulated"},
    )


def _kind(plan: ReleasePlan, public: bool) -> Sentence:
    """What each bar is: nothing that was released."""
    confidence = plan.output.confidence
    if public:
        return N_(
            "public data with this plan's noise; {confidence:percent} noise margin, exact",
            confidence=confidence,
        )
    return N_(
        "simulated people with this plan's noise; {confidence:percent} noise margin, exact",
        confidence=confidence,
    )


_PUBLIC = N_("What readers will see, public data")
