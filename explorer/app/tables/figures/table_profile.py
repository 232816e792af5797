"""δ against ε of two probability tables: P against Q, Q against P, and what lies below the larger."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from explorer.app.core import wording
from explorer.app.core.state import State
from explorer.app.core.table_pair import tables_in
from explorer.app.plotting.figure import Answers, Axis, Figure, Floats, Picture, Table, distinct, read_only
from explorer.app.plotting.layers import Area, Dash, Handle, Layer, Line, Points
from explorer.app.plotting.logarithmic_axes import LOWEST, logarithmic_axis
from explorer.app.plotting.ticks import round_up, ticks
from explorer.app.tables.table_readings import assumption, delta_at, settings
from explorer.mark import N_, Rounding, Sentence
from explorer.privacy.pairs.probability_table import Tables
from explorer.privacy.pairs.table_direction import Direction
from explorer.privacy.status import Kind

_POINTS = 161
_DECADES = 6.0  # of δ that are drawn below its largest value, where it falls to 0
_BELOW_ALONE = 1.0  # decades that are drawn below the δ that stays
_SAME = 1e-9  # δ of both directions this near to each other are one curve
_TO_THE_END = 1 - np.geomspace(1e-7, 0.1, 40)  # of the largest loss: there δ falls to 0
_WIDTH = 2.5
_LEAST = 0.1  # the smallest ε at which the axis may end
_OUTSIDE = 30  # losses, at most, at which a curve has a corner that is drawn


class TableProfile(Picture):
    """The smallest δ at each ε, in both directions."""

    id = "table-profile"
    order = 101
    title = N_("δ at each ε, of two tables")
    source = Tables.source
    reads = ("tables",)

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        tables = tables_in(state.tables)
        curves, table, high, lowest = _drawn(tables)
        layers: list[Layer] = [*curves]
        epsilon = state.tables.epsilon
        delta = max(delta_at(each, epsilon) for each in (tables.forward, tables.backward))
        if epsilon <= high:
            layers += _handle(tables, epsilon, delta, high, lowest)
        return Figure(
            TableProfile.id,
            TableProfile.title,
            assumption(state),
            _description(tables, epsilon, delta),
            Axis(N_("ε"), 0.0, high, ticks(0.0, high, 4), symbol="ε"),
            logarithmic_axis(N_("δ"), lowest, 0.0, symbol="δ"),
            tuple(layers),
            table,
            settings=settings(state),
        )


def _handle(tables: Tables, epsilon: float, delta: float, high: float, lowest: float) -> list[Layer]:
    rounded = wording.no_more(delta, tables.profile_kind)
    words = N_("ε = {epsilon}: δ = {delta}", epsilon=epsilon, delta=rounded)
    layers: list[Layer] = [Handle("epsilon", "tables.epsilon", epsilon, high / 100, words, 0.0)]
    if delta > 0 and math.log10(delta) >= lowest:
        place = np.array([epsilon]), np.array([math.log10(delta)])
        layers.append(Points("read", *place, "ink", 8.0))
    return layers


@lru_cache(maxsize=4)
def _drawn(tables: Tables) -> tuple[tuple[Layer, ...], Table, float, float]:
    """The curves, their numbers, the largest ε and the least log10 δ that are drawn: once a pair."""
    high, lowest = _frame(tables)
    at = _places(tables, high)
    both = [_decimal(each, at) for each in (tables.forward, tables.backward)]
    larger = np.maximum(*both)
    dash = Dash.UPPER if tables.profile_kind is Kind.UPPER else Dash.EXACT
    with np.errstate(invalid="ignore"):
        same = np.allclose(10.0 ** both[0], 10.0 ** both[1], rtol=_SAME, atol=0.0)
    counts = read_only(np.maximum(larger, lowest))
    layers: list[Layer] = [Area("both", at, read_only(np.full(len(at), lowest)), counts, "ink", 0.06)]
    if same:
        layers.append(_line("backward", at, larger, "sky", dash, N_("both directions"), lowest))
    else:
        layers.append(_line("forward", at, both[0], "with", dash, N_("P against Q"), lowest))
        layers.append(_line("backward", at, both[1], "without", dash, N_("Q against P"), lowest))
    headings = (N_("ε"), N_("δ, P against Q"), N_("δ, Q against P"), N_("δ, the larger of both"))
    names = ("epsilon", "delta_p_against_q", "delta_q_against_p", "delta")
    numbers = tuple(read_only(10.0**each) for each in (*both, larger))
    upper = dict.fromkeys(names[1:], Rounding.UP) if tables.profile_kind is Kind.UPPER else {}
    return tuple(layers), Table(headings, names, (at, *numbers), upper), high, lowest


def _frame(tables: Tables) -> tuple[float, float]:
    """As far as the largest loss that both tables give; as low as the δ that stays, or some decades."""
    largest = max(tables.forward.largest, tables.backward.largest)
    high = round_up(max(1.1 * largest, _LEAST), 4)
    first = [each.log_delta(0.0) / math.log(10) for each in (tables.forward, tables.backward)]
    top = max(first)
    if not math.isfinite(top):  # P and Q are the same
        return high, -_DECADES
    stays = [
        math.log10(each.alone) - _BELOW_ALONE for each in (tables.forward, tables.backward) if each.alone
    ]
    lowest = min([math.floor(top) - _DECADES, *(math.floor(each) for each in stays)])
    return high, max(float(lowest), LOWEST)


def _places(tables: Tables, high: float) -> Floats:
    """Evenly, at the losses where the curves bend, and close together before a δ of 0."""
    losses = [each.loss[(each.loss > 0) & (each.loss <= high)] for each in (tables.forward, tables.backward)]
    corners = [each[:_OUTSIDE] for each in losses]
    close = [_TO_THE_END * each.largest for each in (tables.forward, tables.backward) if each.largest > 0]
    return distinct(np.linspace(0.0, high, _POINTS), *corners, *close)


def _decimal(direction: Direction, at: Floats) -> Floats:
    """log10 δ at each ε."""
    return np.array([direction.log_delta(float(each)) for each in at]) / math.log(10)


def _line(name: str, x: Floats, y: Floats, colour: str, dash: Dash, label: Sentence, lowest: float) -> Line:
    """The curve until it falls out of the picture: where δ becomes 0, straight down."""
    below = np.flatnonzero(y <= lowest)
    if len(below):
        first = int(below[0])
        x, y = x[: first + 1].copy(), y[: first + 1].copy()
        if first and math.isfinite(y[first]):
            x[first] -= (x[first] - x[first - 1]) * (lowest - y[first]) / (y[first - 1] - y[first])
        y[first] = lowest
    towards = Rounding.UP if dash is Dash.UPPER else None
    return Line(name, read_only(x), read_only(y), colour, dash, _WIDTH, label, towards=towards)


def _description(tables: Tables, epsilon: float, delta: float) -> Sentence:
    rounded = wording.no_more(delta, tables.profile_kind)
    return N_(
        "At ε = {epsilon} the smallest δ is {delta}, in both directions", epsilon=epsilon, delta=rounded
    )
