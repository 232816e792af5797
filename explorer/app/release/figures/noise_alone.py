"""The noise alone, at a scale of its own that rests while ε moves: where its effect can be seen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.plotting.figure import Answers, Axis, Figure, Floats, Picture, Table, read_only
from explorer.app.plotting.layers import Dash, Layer, Line, Points, Rule
from explorer.app.plotting.ticks import round_up
from explorer.app.plotting.told import Told
from explorer.app.release import cell_bars as placed
from explorer.app.release import sum_bars as sums
from explorer.app.release.marginal_bars import errors_figure, errors_wanted, marginals_of
from explorer.app.release.mean_points import means_figure
from explorer.app.release.pictures_named import picture_shown
from explorer.app.release.plan import range_search
from explorer.app.release.plan.plan_draft import judged
from explorer.app.release.plan.plan_noise import (
    assumption,
    margins_sentence,
    plan_settings,
    shown_query,
)
from explorer.app.release.preview_sample import SEED, sampled
from explorer.app.release.strategy_bars import strategies_figure
from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.samplers.seeded_bytes import seeded_bits
from explorer.release.drawn import Drawn, margins_of
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_preview import draws as drawn_noise
from explorer.release.queries.query import Query
from explorer.release.queries.ranges import Ranges

DRAWS = 12
_LADDER = tuple(step * 10.0**power for power in range(1, 9) for step in (1, 2, 5))


@lru_cache(maxsize=16)
def draws(plan: ReleasePlan, index: int, cells: int) -> Floats:
    """Twelve draws of the noise of each cell, (12, cells); seeded, for the picture only."""
    bits = seeded_bits(SEED + 1)
    if (summed := sums.sum_of(plan.queries[index])) is not None:
        return read_only(sums.noise_of(summed, plan.terms_of(index), bits, DRAWS)[:, :cells])
    drawn = drawn_noise(plan.noise_of(index), bits, DRAWS * cells)
    return read_only(np.array(drawn, dtype=float).reshape(DRAWS, cells))


class NoiseAlone(Picture):
    """Twelve draws a cell between the lines of the noise margin."""

    id = "noise-alone"
    order = 65
    title = N_("Distribution of the noise, at its own scale")
    source = "Canonne, Kamath & Steinke 2020"
    reads = ("releasing",)

    @staticmethod
    def wanted(state: State) -> tuple[Request, ...]:
        plan, _ = judged(state.releasing.plan)
        rows = state.releasing.simulated
        fits = () if plan is None else errors_wanted(plan, shown_query(state, plan), rows)
        return (*range_search.wanted(state.releasing.plan), *fits)

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        plan, _ = judged(state.releasing.plan)
        if plan is None:
            return placed.nothing(NoiseAlone.id, NoiseAlone.title, N_("Complete the plan to see its noise"))
        if not range_search.searched(plan, answers):
            return placed.nothing(NoiseAlone.id, NoiseAlone.title, range_search.SEARCHING, pending=True)
        index = shown_query(state, plan)
        if marginals_of(plan.queries[index]) is not None:
            shown = plan, index, picture_shown(state, plan)[1]
            return errors_figure(NoiseAlone.id, shown, state.releasing.simulated, answers)
        framed = state.releasing.framed
        joint = framed[index][1] if index < len(framed) else None
        sample = sampled(state, plan, answers)
        counts = sample.queries[index]
        return of_plan(plan, index, counts.declared, joint, (counts.noised, sample.remark))


def of_release(release: Drawn, index: int) -> Figure:
    """The same of a query that was released; means are those that were."""
    query = release.queries[index]
    words = N_("release {sequence:plain} of {date}", sequence=release.sequence, date=release.date)
    return of_plan(release.plan, index, query.declared, drawn=(query.counts, words))


def of_plan(
    plan: ReleasePlan,
    index: int,
    declared: Query,
    framed: float | None = None,
    drawn: tuple[Sequence[int], Sentence] | None = None,
) -> Figure:
    """The noise of one query of a plan in the cells of `declared`; in its place errors, or means, of a query
    that has them.

    Parameters
    ----------
    framed : the joint margin that its axis was chosen for; None for its own
    drawn : noised integers, and where they come from
    """
    summed = sums.sum_of(declared)
    if summed is not None and summed.mean and drawn is not None:
        return means_figure(NoiseAlone.id, plan, index, summed, *drawn)
    if isinstance(declared, Ranges):
        return strategies_figure(NoiseAlone.id, plan, index)
    if not declared.counts_cells and sums.sum_of(declared) is None:
        return placed.no_counts(NoiseAlone.id, NoiseAlone.title, declared)
    cells = placed.cells_of(declared)
    noise = draws(plan, index, cells.drawn)
    margins = margins_of(plan, index, declared.cells)
    widest = float(margins.step) * (margins.joint if framed is None else framed)
    reach = next((step for step in _LADDER if step >= 1.1 * widest), None) or round_up(1.1 * widest, 2)
    names = Axis(verbatim(""), cells.axis().low, cells.axis().high, ())
    return Figure(
        NoiseAlone.id,
        NoiseAlone.title,
        assumption(plan, index, N_("twelve draws per cell")),
        margins_sentence(plan, index),
        names,
        Axis(N_("noise"), -reach, reach, (-reach, 0.0, reach)),
        tuple(_layers(cells, noise, float(margins.amounts[0]))),
        Table((N_("noise"),), ("noise",), (noise.ravel(),)),
        settings={**plan_settings(plan, index), "counts": "simulated"},
    )


def _margin(identity: str, low: float, high: float, at: float, label: Sentence | None) -> Line:
    ends = (read_only(np.array([low, high])), read_only(np.array([at, at])))
    return Line(identity, *ends, "muted", Dash.EXACT, 1.0, label)


def _layers(cells: placed.Cells, noise: Floats, each: float) -> list[Layer]:
    right = len(cells.groups) - 0.4
    layers: list[Layer] = [
        Rule("zero", 0.0, "faint", dashed=False),
        _margin("above", -0.6, right, each, N_("± {each} each", each=each)),
        _margin("below", -0.6, right, -each, None),
    ]
    shaped = noise.reshape(DRAWS, len(cells.groups), len(cells.series))
    jitter = np.linspace(-0.3, 0.3, DRAWS)[:, None] * cells.width
    for series in range(len(cells.series)):
        x = cells.x[None, :, series] + jitter
        layers.append(
            Points(
                f"series-{series}",
                read_only(x.ravel()),
                read_only(shaped[:, :, series].ravel().copy()),
                placed.colour_of(cells, series),
                4.0,
                name=cells.series_name(series),
                kind=N_("simulated draw of this plan's noise"),
                told=_told(cells, read_only(shaped[:, :, series].ravel().copy())),
            )
        )
    return layers


def _told(cells: placed.Cells, noise: Floats) -> Told:
    """Each draw of the noise, and the group that it is of."""
    columns = ("noise", noise), ("group", cells.groups * DRAWS)
    return Told((N_("noise = {noise:full}"), cells.group_name()), columns)
