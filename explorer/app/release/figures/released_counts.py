"""The newest release of this window: noised counts with their margins, as they may be published."""

from __future__ import annotations

from dataclasses import replace

from explorer.app.core.publication import Publication
from explorer.app.core.request import Request
from explorer.app.core.state import AskedRange, State
from explorer.app.plotting.figure import Answers, Figure, Picture
from explorer.app.release import cell_bars as placed
from explorer.app.release import sum_bars as sums
from explorer.app.release.cell_bars import cells_of
from explorer.app.release.fitted_ranges import ranges_figure
from explorer.app.release.marginal_bars import FittedTables, ShownTable, marginals_of, table_figure
from explorer.app.release.pictures_named import picture_shown
from explorer.app.release.plan.plan_noise import (
    assumption,
    margins_sentence,
    plan_settings,
    shown_query,
)
from explorer.mark import N_, Sentence, verbatim
from explorer.release.drawn import Drawn
from explorer.release.plan.counted import counted
from explorer.release.queries.query import NoisedQuery
from explorer.release.queries.ranges import Ranges
from explorer.release.queries.sum import Sum


class ReleasedCounts(Picture):
    """What was drawn and paid for; drawing this picture again costs nothing."""

    id = "released-counts"
    order = 70
    title = N_("What was released")
    source = "Ghosh, Roughgarden & Sundararajan 2009; Canonne, Kamath & Steinke 2020"
    reads = ("releasing",)

    @staticmethod
    def wanted(state: State) -> tuple[Request, ...]:
        """The fit of the marginals that are shown."""
        if not state.releasing.drawn:
            return ()
        drawn = state.releasing.drawn[-1]
        query = drawn.queries[shown_query(state, drawn.plan)]
        several = marginals_of(query.declared)
        return () if several is None or not several.fit else (FittedTables(query),)

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        if not state.releasing.drawn:
            why = N_("Nothing has been released yet: choose a file, then release")
            return placed.nothing(ReleasedCounts.id, ReleasedCounts.title, why)
        drawn = state.releasing.drawn[-1]
        index = shown_query(state, drawn.plan)
        if marginals_of(drawn.queries[index].declared) is not None:
            return _released_table(drawn, index, picture_shown(state, drawn.plan)[1], state, answers)
        releasing = state.releasing
        return released_figure(drawn, index, releasing.publication, releasing.asked)


def released_figure(
    drawn: Drawn, index: int, worded: Publication | None = None, asked: AskedRange | None = None
) -> Figure:
    """The counts of one query of a release, with the margin of each by itself as whiskers.

    `asked` : the range of fitted counts that a person asks
    """
    worded = Publication() if worded is None else worded
    query = drawn.queries[index]
    if (summed := sums.sum_of(query.declared)) is not None:
        return _released_sums(drawn, index, summed, worded)
    if isinstance(query.declared, Ranges):
        return _ranges(drawn, index, worded, asked)
    if not query.declared.counts_cells:
        return placed.no_counts(ReleasedCounts.id, ReleasedCounts.title, query.declared)
    return _released_counts(drawn, index, worded)


def _released_table(drawn: Drawn, index: int, table: int, state: State, answers: Answers) -> Figure:
    """One table of released marginals: what was measured, and once it is there, the fit."""
    query, worded = drawn.queries[index], state.releasing.publication
    several = marginals_of(query.declared)
    fits = several is not None and several.fit
    found = answers.get(FittedTables(query)) if fits else None
    fitted = found[table] if isinstance(found, tuple) else None
    title = verbatim(worded.title) if worded.title else ReleasedCounts.title
    one = ShownTable(drawn.plan, index, query, table, _remark(drawn), fitted)
    figure = table_figure(ReleasedCounts.id, title, one)
    more = {"release": drawn.identity, "sequence": drawn.sequence, "note": worded.note}
    return replace(figure, settings={**figure.settings, **more}, pending=fits and fitted is None)


def _released_counts(drawn: Drawn, index: int, worded: Publication) -> Figure:
    """The counts of one query of a release."""
    query, plan = drawn.queries[index], drawn.plan
    cells, margins = cells_of(query.declared, worded.special or not _declared(query)), query.margins
    counts = cells.shaped(query.counts)
    axis = placed.count_axis(counts, float(margins.each), label=counted(plan.privacy))
    confidence = plan.output.confidence
    kind = N_("noised count, as released; {confidence:percent} noise margin, exact", confidence=confidence)
    bars = placed.bars(cells, counts, float(margins.each), kind)
    return Figure(
        ReleasedCounts.id,
        verbatim(worded.title) if worded.title else ReleasedCounts.title,
        assumption(plan, index, _remark(drawn)),
        _margins(drawn, index),
        cells.axis(),
        axis,
        (placed.zero(), *bars, *placed.legend(cells, axis.high)),
        placed.table(cells, query.counts, margins.each, margins.joint),
        settings={
            **plan_settings(plan, index),
            "kind": N_(
                "whiskers: noise margin of each count ± {each:plain}; simultaneously for all "
                "{cells:plain} {cells:cell|cells} ± {joint:plain}; {confidence:percent}, exact",
                each=margins.each,
                cells=query.declared.cells,
                joint=margins.joint,
                confidence=plan.output.confidence,
            ),
            "release": drawn.identity,
            "sequence": drawn.sequence,
            "note": worded.note,
        },
    )


def _ranges(drawn: Drawn, index: int, worded: Publication, asked: AskedRange | None) -> Figure:
    """The fitted counts of released ranges."""
    title = verbatim(worded.title) if worded.title else ReleasedCounts.title
    given = (drawn.plan, index, drawn.queries[index], _remark(drawn))
    figure = ranges_figure(ReleasedCounts.id, title, *given, asked=asked)
    more = {"release": drawn.identity, "sequence": drawn.sequence, "note": worded.note}
    return replace(figure, settings={**figure.settings, **more})


def _released_sums(drawn: Drawn, index: int, declared: Sum, worded: Publication) -> Figure:
    """The sums of one query of a release."""
    query, plan = drawn.queries[index], drawn.plan
    confidence, room = plan.output.confidence, tuple(map(float, query.margins.amounts))
    kind = N_("noised sum, as released; {confidence:percent} noise margin", confidence=confidence)
    axis, layers = sums.axis_and_bars(
        declared, query.terms, query.counts, kind, query.counts, (room[0], room[1])
    )
    said = N_("release {sequence:plain} of {date}", sequence=drawn.sequence, date=drawn.date)
    return Figure(
        ReleasedCounts.id,
        verbatim(worded.title) if worded.title else ReleasedCounts.title,
        assumption(plan, index, said),
        margins_sentence(plan, index),
        placed.cells_of(declared).axis(),
        axis,
        layers,
        sums.table(declared, query.terms, query.counts),
        settings={
            **plan_settings(plan, index),
            "kind": kind,
            "release": drawn.identity,
            "sequence": drawn.sequence,
            "note": worded.note,
        },
    )


def _remark(drawn: Drawn) -> Sentence:
    """Which release it is."""
    return N_("release {sequence:plain} of {date}", sequence=drawn.sequence, date=drawn.date)


def _declared(query: NoisedQuery) -> bool:
    """Whether it has other cells than special ones: categories may have been found, or none."""
    return all(len(column.labels) > len(column.special) for column in query.declared.columns)


def _margins(drawn: Drawn, index: int) -> Sentence:
    """Both margins; where no category was found often enough to be shown, that first."""
    margins, query = margins_sentence(drawn.plan, index), drawn.queries[index]
    if query.threshold is None or _declared(query):
        return margins
    return N_(
        "No category reached {least}, so none is shown. {margins}",
        least=query.threshold.least,
        margins=margins,
    )
