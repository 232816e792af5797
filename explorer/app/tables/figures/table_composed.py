"""What k releases of two probability tables cost together: total ε against k, under every proven bound."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from explorer.app.compose.bounds_at_k import Reading
from explorer.app.compose.curve_axes import PlotArea, line_on
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.plotting.figure import Answers, Figure, Floats, Picture, Table
from explorer.app.plotting.layers import Dash, Handle, Layer, Line, Points
from explorer.app.plotting.palette import bound_colour
from explorer.app.plotting.ticks import round_up
from explorer.app.tables.table_readings import (
    NEIGHBOURS,
    TablesComposed,
    answered,
    bound_readings,
    curve_question,
    least,
    number_question,
    release_of_tables,
    repeated,
    settings,
)
from explorer.mark import N_, Rounding, Sentence
from explorer.privacy.composition import Bound, Kind, Status, every_composition

_DASHES = {Kind.EXACT: Dash.EXACT, Kind.BRACKET: Dash.EXACT, Kind.UPPER: Dash.UPPER}
_BEST, _OTHER = 3.4, 1.8
_ROOM = 1.1  # times the largest total that is drawn
_PARTS = 6


class TableComposed(Picture):
    """Total ε of 1, 2, … releases of the pair under each bound that is proven there."""

    id = "table-composed"
    order = 102
    title = N_("Total ε of k releases of this pair")
    source = "Dwork & Roth 2014; Kairouz, Oh & Viswanath 2015; Sommer, Meiser & Mohammadi 2019"
    reads = ("tables",)

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        question = curve_question(state)
        found, current = answered(question, answers)
        readings = bound_readings(state, answers)
        best, read = least(readings), all(each.current for each in readings)
        ground = _ground(state, found)
        drawn = [] if found is None else _lines(ground, found, best, not current)
        x, y = ground.axes()
        nothing = current and read and not drawn
        return Figure(
            TableComposed.id,
            TableComposed.title,
            N_("{said}; {neighbours}", said=repeated(state), neighbours=NEIGHBOURS),
            _description(state, best if read else None),
            x,
            y,
            () if nothing else (*drawn, *_handle(state, ground, best if read else None)),
            _table(question, found if current else None),
            pending=not (current and read),
            empty=N_(
                "No composition bound gives a total at this δ: raise the total δ and the δ of one "
                "release, or lower k"
            )
            if nothing
            else None,
            settings={**settings(state), "kind": None, "total_delta": state.tables.total_delta},
        )

    @staticmethod
    def wanted(state: State) -> tuple[Request, ...]:
        return number_question(state), curve_question(state)


def _ground(state: State, found: tuple[Bound, ...] | None) -> PlotArea:
    """As far as basic composition reaches at the last k; less, where proven bounds are known to be less."""
    horizon = float(state.tables.horizon)
    epsilon = release_of_tables(state).epsilon
    top = 0.0 if epsilon is None else epsilon * horizon
    ends = [float(each.value[_proven(each)].max()) for each in found or () if _proven(each).any()]
    if ends:
        top = _ROOM * max(ends) if epsilon is None else min(top, _ROOM * max(ends))
    return PlotArea(False, 0.0, horizon, 0.0, round_up(top if top > 0 else 1.0, _PARTS))


def _proven(answer: Bound) -> NDArray[np.bool_]:
    """At which counts there is a number that is proven."""
    proven: NDArray[np.bool_] = np.array([each is Status.PROVEN for each in answer.statuses])
    return np.logical_and(answer.valid, proven)


def _lines(ground: PlotArea, found: tuple[Bound, ...], best: Reading | None, dimmed: bool) -> list[Line]:
    """The bounds as far as they are proven, the smallest at the k of the state the widest."""
    lines = []
    for position, (bound, answer) in enumerate(zip(every_composition(), found, strict=True)):
        proven = _proven(answer)
        if answer.kind not in _DASHES or proven.sum() < 2:
            continue
        line = Line(
            bound,
            answer.counts[proven].astype(float),
            answer.value[proven],
            bound_colour(bound, position),
            _DASHES[answer.kind],
            _BEST if best is not None and best.bound == bound else _OTHER,
            every_composition()[bound].title,
            dimmed=dimmed,
            kind=answer.kind,
            towards=Rounding.UP,
            source=every_composition()[bound].source,
            brief=every_composition()[bound].short,
        )
        lines.append(line_on(ground, line))
    return [each for each in lines if len(each.x) > 1]


def _handle(state: State, ground: PlotArea, best: Reading | None) -> list[Layer]:
    """The k that is dragged, and the least that is guaranteed there."""
    count = state.tables.count
    if count > ground.right:
        return []
    words = N_("k = {count}: ε …", count=count)
    if best is not None:
        words = N_("k = {count}: ε ≤ {epsilon}", count=count, epsilon=best.rounded)
    layers: list[Layer] = [Handle("count", "tables.count", float(count), 1.0, words, 1.0)]
    if best is not None and 0 < best.epsilon <= ground.top:
        place = np.array([float(count)]), np.array([best.epsilon])
        layers.append(Points("best", *place, best.colour, 10.0))
    return layers


def _description(state: State, best: Reading | None) -> Sentence:
    values = {"count": state.tables.count, "horizon": state.tables.horizon}
    if best is None:
        return N_("Total ε of 1 to {horizon} releases of the pair by the proven composition bounds", **values)
    return N_(
        "Total ε of 1 to {horizon} releases of the pair; at k = {count} the smallest guaranteed "
        "total is ε = {epsilon}: {bound}",
        epsilon=best.rounded,
        bound=best.title,
        **values,
    )


def _table(question: TablesComposed, found: tuple[Bound, ...] | None) -> Table:
    counts = np.array(question.counts, dtype=float)
    missing: Floats = np.full(len(counts), math.nan)
    columns = [missing] * len(every_composition())
    if found is not None:
        columns = [np.where(each.valid, each.value, math.nan) for each in found]
    titles = [entry.title for entry in every_composition().values()]
    bounds = tuple(every_composition())
    towards = dict.fromkeys(bounds, Rounding.UP)
    return Table((N_("releases k"), *titles), ("count", *bounds), (counts, *columns), towards)
