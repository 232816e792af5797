"""δ against ε of k releases together: every guarantee that they keep at once."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import cast

import numpy as np

from explorer.app.compose.loss_marks import dash_of_many, together_at, with_reason
from explorer.app.compose.repeated_release import (
    DeltaOfMany,
    Deltas,
    framed_reach,
    repeated_settings,
    standing,
)
from explorer.app.core import wording
from explorer.app.core.request import Request, release_of
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, mechanism_for
from explorer.app.plotting.figure import Answers, Axis, Figure, Floats, Picture, Table, read_only
from explorer.app.plotting.layers import Area, Dash, Layer, Line, Note, Points, Rule
from explorer.app.plotting.logarithmic_axes import LOWEST, logarithmic_axis
from explorer.app.plotting.palette import bound_colour
from explorer.app.plotting.ticks import round_up, ticks
from explorer.mark import N_, Rounding, Sentence, at_most
from explorer.privacy.composition import Kind, every_composition
from explorer.privacy.compositions.optimal import optimal_epsilon, remaining_delta

_DECADES = 1.5  # times those of the total δ are drawn
_NEAR = 1.7  # times as far as all else: basic composition is drawn where it lies no further
_ROOM = 1.12
_OWN, _WORST = 0.28, 0.42  # of the way down: where the curves are named, each off the other and the total δ
_LEFT = 0.25  # of the width: a curve further right has room for its name on its left
_NONE = read_only(np.zeros(0))
_TOWARDS = {"worst_delta": Rounding.UP, "delta_lower": Rounding.DOWN, "delta_upper": Rounding.UP}


class DeltaOfManyPicture(Picture):
    """The smallest δ at each total ε: own loss, worst case, basic composition; and the ε at the total δ."""

    id = "delta-of-many"
    order = 54
    title = N_("δ at each total ε")
    source = "Kairouz, Oh & Viswanath 2015, Theorem 3.3; Doroshenko et al. 2022"
    reads = ("setting", "framed", "composing")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        question = _question(state)
        answer, now = standing(question, answers)
        found = cast("Deltas | None", answer)
        high, lowest = question.high, math.log10(question.least)
        broken = wording.broken(state) is not None
        total = math.log10(state.composing.total_delta)
        layers: list[Layer] = [replace(each, dimmed=broken) for each in _basic(state, high, lowest)]
        if total > lowest:
            layers.append(Rule("total-delta", total, "faint"))
        if found is not None:
            layers += _curves(state, found, lowest, now, broken)
        if found is not None and now:
            layers += _read_off(state, found, high, lowest, broken)
        return Figure(
            DeltaOfManyPicture.id,
            DeltaOfManyPicture.title,
            with_reason(found.reason if found is not None and now else None, together_at(state)),
            _description(state, found if now else None),
            Axis(N_("total ε"), 0.0, high, ticks(0.0, high, 6), symbol="ε"),
            logarithmic_axis(N_("total δ"), lowest, 0.0, symbol="δ"),
            tuple(layers),
            _table(found if now else None),
            pending=not now,
            settings=repeated_settings(state),
        )

    @staticmethod
    def wanted(state: State) -> tuple[Request, ...]:
        return (_question(state),)


def _question(state: State) -> DeltaOfMany:
    composing = state.composing
    high, lowest = _frame(state.framed, composing.count, composing.total_delta)
    return DeltaOfMany(state.setting, composing.count, composing.total_delta, high, 10.0**lowest)


@lru_cache(maxsize=32)
def _frame(framed: Setting, count: int, total_delta: float) -> tuple[float, float]:
    """The largest ε and the least log10 δ that are drawn."""
    release, epsilon = release_of(framed), framed.target.epsilon
    counts = np.array([count], dtype=np.int64)
    slack = remaining_delta(release.delta, counts, total_delta)
    ends = [epsilon]
    if slack[0] > 0:
        ends.append(float(optimal_epsilon(epsilon, counts, slack)[0]))
    if (reach := framed_reach(framed, count, total_delta)) is not None:
        ends.append(min(reach[1], count * mechanism_top(framed)))
    furthest = max(ends)
    if count * epsilon <= _NEAR * furthest:
        furthest = max(furthest, count * epsilon)
    decades = math.ceil(max(4.0, _DECADES * -math.log10(total_delta)))
    return round_up(_ROOM * furthest, 6), max(LOWEST, -float(decades))


def mechanism_top(framed: Setting) -> float:
    """The ε beyond which one release has no δ at all; inf where there is none."""
    pure = mechanism_for(framed).pure_epsilon
    return math.inf if pure is None else max(pure, framed.target.epsilon)


def _basic(state: State, high: float, lowest: float) -> list[Line]:
    """δ = 1 up to kε, from there kδ: the step that basic composition is."""
    count, release = state.composing.count, release_of(state.setting)
    end, spent = count * state.target.epsilon, count * release.delta
    if spent >= 1:
        return []
    foot = max(lowest, math.log10(spent)) if spent > 0 else lowest
    title = N_("basic composition: kε = {epsilon}", epsilon=at_most(end))
    if end >= high:
        x, y = np.array([0.0, high]), np.zeros(2)
    else:
        x, y = np.array([0.0, end, end, high]), np.array([0.0, 0.0, foot, foot])
    label_at = (0.5 * min(end, high), 0.0)
    line = Line("adding-up", read_only(x), read_only(y), bound_colour("sequential", 0), Dash.UPPER, 1.2)
    name = every_composition()["sequential"].title
    return [replace(line, label=title, label_at=label_at, name=name, towards=Rounding.UP)]


def _decimal(delta: Floats, lowest: float, at: Floats) -> tuple[Floats, Floats]:
    """log10 δ down to the foot of the picture: where δ becomes 0 it falls straight."""
    with np.errstate(divide="ignore"):
        y = np.log10(delta)
    below = np.flatnonzero(y <= lowest)
    if not len(below):
        return at, read_only(y)
    first = int(below[0])
    x, y = at[: first + 1].copy(), y[: first + 1].copy()
    if first and math.isfinite(y[first]):
        x[first] -= (x[first] - x[first - 1]) * (lowest - y[first]) / (y[first - 1] - y[first])
    y[first] = lowest
    return read_only(x), read_only(y)


def _curves(state: State, found: Deltas, lowest: float, now: bool, broken: bool) -> list[Layer]:
    dim = not now
    layers: list[Layer] = []
    x, y = _decimal(found.worst, lowest, found.at)
    colour = bound_colour("optimal", 0)
    worst = Line("worst", x, y, colour, Dash.EXACT, 2.0, dimmed=dim or broken, name=N_("worst case"))
    layers.append(replace(worst, towards=Rounding.UP))
    layers.append(Note("worst-name", *_at(x, y, _WORST), (N_("worst case"),), colour, halo=True))
    if found.high is None:
        return layers
    colour = bound_colour("numerical", 0)
    if found.low is not None:
        with np.errstate(divide="ignore"):
            low, high = (np.maximum(np.log10(each), lowest) for each in (found.low, found.high))
        seen = _seen(found)
        x, low, high = found.at[:seen], low[:seen], high[:seen]
        layers.append(Area("own-bracket", read_only(x), read_only(low), read_only(high), colour, 0.3))
    seen = _seen(found)
    x, y = _decimal(found.high[:seen], lowest, found.at[:seen])
    dash = Dash.UPPER if found.low is None else dash_of_many(state, True)
    at = _at(x, y, _OWN)
    side = "left" if at[0] > _LEFT * found.at[-1] else "right"
    own = Line("own", x, y, colour, dash, 2.6, dimmed=dim, name=_own_title(found), towards=Rounding.UP)
    layers.append(own if found.exact or dash is Dash.UPPER else replace(own, kind=Kind.BRACKET))
    layers.append(Note("own-name", *at, (_own_title(found),), colour, side, stressed=0, halo=True))
    return layers


def _seen(found: Deltas) -> int:
    """How many ε were looked at: beyond, the upper bound rests and the lower is 0."""
    if found.high is None:
        return 0
    falling = np.flatnonzero(np.diff(found.high) < 0)
    if not len(falling):
        return len(found.high)
    last = int(falling[-1]) + 2
    resting = found.low is not None and found.low[-1] == 0 and last < len(found.high)
    return last if resting else len(found.high)


def _own_title(found: Deltas) -> Sentence:
    return N_("this mechanism, exact") if found.exact else N_("numerical (PLD) accounting")


def _at(x: Floats, y: Floats, share: float) -> tuple[float, float]:
    """Where a falling curve is named: such a share of its way down."""
    height = share * float(y[-1])
    return float(np.interp(-height, -y, x)), height


def _read_off(state: State, found: Deltas, high: float, lowest: float, broken: bool) -> list[Layer]:
    """The total ε at the total δ, on both curves."""
    height = math.log10(state.composing.total_delta)
    if height <= lowest:
        return []
    layers: list[Layer] = []
    rows = (
        ("own", found.total, bound_colour("numerical", 0), "left"),
        ("worst", None if broken else found.worst_total, bound_colour("optimal", 0), "right"),
    )
    for name, epsilon, colour, side in rows:
        if epsilon is None or epsilon > high:
            continue
        words = (N_("ε = {epsilon}", epsilon=at_most(epsilon)),)
        layers.append(Points(f"{name}-total", np.array([epsilon]), np.array([height]), colour, 8.0))
        layers.append(
            Note(f"{name}-total-words", epsilon, height, words, colour, side, stressed=0, halo=True)
        )
    return layers


def _description(state: State, found: Deltas | None) -> Sentence:
    values = {"count": state.composing.count, "delta": state.composing.total_delta}
    if found is None:
        return N_("δ at each total ε of {count} {count:release|releases}", count=values["count"])
    if found.total is None:
        return N_(
            "Numerical (PLD) accounting proves no total ε of {count} {count:release|releases} at δ = {delta}",
            **values,
        )
    if found.worst_total is None:
        return N_(
            "At δ = {delta} the total ε of {count} {count:release|releases} is at most {total:4}; their "
            "ε and δ alone prove no total",
            total=at_most(found.total),
            **values,
        )
    return N_(
        "At δ = {delta} the total ε of {count} {count:release|releases} is at most {total:4}; for the worst "
        "mechanism of the same (ε, δ) it is {worst:4}",
        total=at_most(found.total),
        worst=at_most(found.worst_total),
        **values,
    )


def _table(found: Deltas | None) -> Table:
    headings = (N_("total ε"), N_("δ in the worst case"), N_("δ, at least"), N_("δ, at most"))
    names = ("epsilon", "worst_delta", "delta_lower", "delta_upper")
    if found is None:
        return Table(headings, names, (_NONE,) * 4)
    missing = read_only(np.full(len(found.at), np.nan))
    low = missing if found.low is None else found.low
    high = missing if found.high is None else found.high
    return Table(headings, names, (found.at, found.worst, low, high), _TOWARDS)
