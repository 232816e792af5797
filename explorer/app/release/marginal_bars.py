"""The pictures of marginals: one table of them, and how far all of them are off on simulated people."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from explorer.app.core.request import Request
from explorer.app.plotting.figure import Answers, Axis, Figure, Table, read_only
from explorer.app.plotting.layers import Bars, Layer, Note, Points
from explorer.app.plotting.ticks import round_up, ticks
from explorer.app.release import cell_bars as placed
from explorer.app.release.cell_labels import label_columns, label_headings
from explorer.app.release.plan.plan_noise import assumption, margins_sentence, plan_settings
from explorer.mark import N_, Sentence, verbatim
from explorer.release.plan.counted import counted
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.labels import COUNT, FITTED, MARGIN_EACH
from explorer.release.plan.plan_preview import drawn_of
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.marginals import Marginals
from explorer.release.queries.query import NoisedQuery, Query

Floats = NDArray[np.float64]
SEED = 7  # of the simulated people and the noise on them
ERRORS = N_("How far the tables are off, simulated people")


def marginals_of(query: Query) -> Marginals | None:
    """The query, where it is one of marginals."""
    return query if isinstance(query, Marginals) else None


@dataclass(frozen=True, slots=True)
class FittedTables(Request):
    """The fitted counts of every table of what was drawn; a fit may take seconds."""

    noised: NoisedQuery

    def __hash__(self) -> int:
        """Without going through all counts: questions are looked up many times a frame."""
        return hash((self.noised.name, len(self.noised.counts), self.noised.counts[:32]))

    def __call__(self) -> tuple[Floats, ...]:
        declared = self.noised.declared
        if not isinstance(declared, Marginals):
            raise TypeError("only marginals have a fit")
        return declared.answers(self.noised).fitted


@dataclass(frozen=True, slots=True)
class ErrorsOfFit(Request):
    """The mean distance of each table from so many simulated `rows`: as measured, and as fitted, as shares
    of all.
    """

    plan: ReleasePlan
    index: int
    rows: int

    def __hash__(self) -> int:
        """Without the plan's lists."""
        return hash((self.index, self.rows, self.plan.privacy, self.plan.queries[self.index].name))

    def __call__(self) -> tuple[Floats, Floats]:
        declared = marginals_of(self.plan.queries[self.index])
        if declared is None:
            raise TypeError("only marginals have a fit")
        true = declared.simulated(self.rows)
        noised = drawn_of(self.plan, self.index, true, SEED)
        if (chosen := marginals_of(noised.declared)) is None:
            raise TypeError("only marginals have a fit")
        answers = chosen.answers(noised)  # of the tables that its rounds chose
        begins = declared.wanted.begins
        tables = range(len(declared.wanted.axes))
        right = [true[begins[table] : begins[table + 1]] for table in tables]
        measured = [_distance(answers.measured.get(table), right[table]) for table in tables]
        fitted = [_distance(answers.fitted[at], right[at]) for at in tables]
        return np.array(measured) / self.rows, np.array(fitted) / self.rows


def _distance(counts: Floats | None, right: NDArray[np.int64]) -> float:
    """The sum of all distances; not a number where nothing was measured."""
    return float("nan") if counts is None else float(np.abs(counts - right).sum())


def errors_wanted(plan: ReleasePlan, index: int, rows: int) -> tuple[Request, ...]:
    """What must be computed for the picture of the errors, on so many simulated rows."""
    declared = marginals_of(plan.queries[index])
    return () if declared is None or not declared.fit else (ErrorsOfFit(plan, index, rows),)


@dataclass(frozen=True, eq=False)
class ShownTable:
    """One table of what was drawn, and where its counts come from.

    `fitted` : its fitted counts, where they are known
    `public` : whether the rows are public, else simulated; None for what is released
    """

    plan: ReleasePlan
    index: int
    noised: NoisedQuery
    table: int
    remark: Sentence
    fitted: Floats | None = None
    public: bool | None = None


def table_figure(identity: str, title: Sentence, shown: ShownTable) -> Figure:
    """One table: fitted counts as bars where they are known, measured ones as discs; else these as bars."""
    plan, index, fitted, declared = shown.plan, shown.index, shown.fitted, shown.noised.declared
    if not isinstance(declared, Marginals):
        raise TypeError("only marginals have such tables")
    measured = declared.answers(shown.noised).measured.get(shown.table)
    margin = float(declared.table_margins(shown.noised.terms)[shown.table].each)
    one = Histogram(declared.wanted.title(shown.table), declared.wanted.declared(shown.table))
    cells = placed.cells_of(one)
    known = [counts for counts in (fitted, measured) if counts is not None]
    axis = placed.count_axis(np.concatenate(known or [np.zeros(1)]), margin, label=counted(plan.privacy))
    layers = _layers(cells, measured, fitted, margin)
    more = {} if shown.public is None else {"counts": "public" if shown.public else "simulated"}
    figure = Figure(
        identity,
        title,
        _assumption(shown, one.name, measured is not None),
        margins_sentence(plan, index),
        cells.axis(),
        axis,
        (placed.zero(), *layers, *placed.legend(cells, axis.high)),
        _table(one, measured, fitted, margin),
        settings={**plan_settings(plan, index), "table": one.name, **more},
    )
    return figure if known else replace(figure, empty=_INFERRED)


_INFERRED = N_("This table is not measured: it is inferred from the fit")


def _assumption(shown: ShownTable, name: str, measured: bool) -> Sentence:
    """Which table, what its marks are, and where its counts come from."""
    said = N_("measured")
    if shown.fitted is not None:
        said = N_("bars fitted, dots measured") if measured else N_("not measured, but inferred from the fit")
    words = N_("{table}, {measured}; {remark}", table=name, measured=said, remark=shown.remark)
    return assumption(shown.plan, shown.index, words)


def _layers(
    cells: placed.Cells, measured: Floats | None, fitted: Floats | None, margin: float
) -> list[Layer]:
    if fitted is not None:
        said = N_("fitted: {count:4}")
        layers = placed.bars(cells, cells.shaped(fitted), 0.0, N_("fitted count"), said)
        return layers if measured is None else [*layers, _measured(cells, measured, margin)]
    if measured is None:
        return []
    return placed.bars(cells, cells.shaped(measured), margin, N_("noised count"))


def _measured(cells: placed.Cells, counts: Floats, margin: float) -> Points:
    """What was measured, as discs over the bars."""
    return Points(
        "measured",
        read_only(cells.x.ravel().copy()),
        read_only(cells.shaped(counts).ravel().copy()),
        "ink",
        5.0,
        name=N_("measured count"),
        kind=N_("noised count, noise margin ± {margin}", margin=margin),
    )


def _table(one: Histogram, measured: Floats | None, fitted: Floats | None, margin: float) -> Table:
    """All cells, as they are published."""
    heads, ids = list(label_headings(one.columns)), [column.name for column in one.columns]
    numbers: list[object] = []
    if measured is not None:
        heads += [N_("noised count"), N_("margin, each")]
        ids += [COUNT, MARGIN_EACH]
        numbers += [read_only(measured.copy()), (margin,) * one.cells]
    if fitted is not None:
        heads, ids = [*heads, N_("fitted count")], [*ids, FITTED]
        numbers.append(read_only(fitted.copy()))
    return Table(tuple(heads), tuple(ids), (*label_columns(one.columns), *numbers))  # type: ignore[arg-type]


def errors_figure(identity: str, shown: tuple[ReleasePlan, int, int], rows: int, answers: Answers) -> Figure:
    """The mean error of all tables and of the one that is shown: as measured, and after the fit.

    `shown` : a plan, the place of a query of marginals in it, and that of the table; on so many `rows`
    """
    plan, index, table = shown
    declared = marginals_of(plan.queries[index])
    if declared is None or not declared.fit:
        return placed.no_counts(identity, ERRORS, plan.queries[index])
    found = answers.get(ErrorsOfFit(plan, index, rows))
    if not isinstance(found, tuple):
        waiting = placed.nothing(identity, ERRORS, N_("The fit to simulated people is being computed"))
        return replace(waiting, pending=True)
    measured, fitted = found
    named = [
        (N_("all tables, measured"), float(np.nanmean(measured)), "slate"),
        (N_("all tables, fitted"), float(fitted.mean()), "exact"),
        (N_("this table, measured"), float(measured[table]), "slate"),
        (N_("this table, fitted"), float(fitted[table]), "exact"),
    ]
    finite = [each for each in named if np.isfinite(each[1])]
    figure = _errors(identity, plan, index, finite)
    remark = N_("one draw on {count} {count:row|rows} of simulated people", count=rows)
    return replace(figure, assumption=assumption(plan, index, remark))


def _errors(identity: str, plan: ReleasePlan, index: int, shown: list[tuple[Sentence, float, str]]) -> Figure:
    values = np.array([value for _, value, _ in shown])
    top = round_up(1.3 * max(float(values.max()), 0.01), 4)
    layers: list[Layer] = [placed.zero()]
    for place, (name, value, colour) in enumerate(shown):
        at = read_only(np.array([float(place)]))
        said = N_("{share:percent}", share=_rounded(value))
        layers += [
            Bars(f"error-{place}", at, read_only(np.array([value])), 0.5, colour, name=name, kind=_ESTIMATE),
            Note(f"error-{place}-words", float(place), value, (said,), "ink", "above"),
        ]
    names = tuple(name for name, _, _ in shown)
    axis = Axis(verbatim(""), -0.6, len(shown) - 0.4, tuple(map(float, range(len(shown)))), names)
    label = N_("sum of all errors, as a share of the rows")
    return Figure(
        identity,
        ERRORS,
        verbatim(""),
        N_("Of fitted tables nothing is known beforehand but what simulated people show."),
        axis,
        Axis(label, 0.0, top, ticks(0.0, top, 3)),
        tuple(layers),
        Table((N_("tables"), label), ("tables", "error"), (names, read_only(values))),
        settings={**plan_settings(plan, index), "counts": "simulated"},
    )


_ESTIMATE = N_("estimate, one simulated release")


def _rounded(value: float) -> float:
    """A share to three digits."""
    return float(f"{value:.3g}")
