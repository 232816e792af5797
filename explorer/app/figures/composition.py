"""What k releases cost together, under every bound, with the crossings marked and the false hatched."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from explorer.app import wording
from explorer.app.answering import answer_of, closed_answer, crossing_of
from explorer.app.figure import (
    Answers,
    Area,
    Axis,
    Dash,
    Figure,
    Floats,
    Handle,
    Layer,
    Line,
    Note,
    Picture,
    Points,
    Table,
    read_only,
)
from explorer.app.palette import bound_colour
from explorer.app.request import Request, composed, release_of, searched
from explorer.app.state import State
from explorer.app.ticks import round_up, ticks
from explorer.app.used_up import spent_note, used_up
from explorer.mark import N_, Sentence
from explorer.privacy.composition import Bound, Crossing, Kind, Status, every_composition
from explorer.privacy.compositions.advanced_textbook import AdvancedTextbook

_DASHES = {
    Kind.EXACT: Dash.EXACT,
    Kind.UPPER: Dash.UPPER,
    Kind.BRACKET: Dash.EXACT,
    Kind.ESTIMATE: Dash.ESTIMATE,
}
_WIDTHS = {Kind.EXACT: 3.0, Kind.UPPER: 1.8, Kind.BRACKET: 2.4, Kind.ESTIMATE: 1.8}


def assumption(state: State) -> Sentence:
    """What is repeated, at which total delta, for whom."""
    if (instead := wording.broken(state)) is not None:
        return instead
    release = release_of(state.setting)
    values = {
        "epsilon": state.target.epsilon,
        "delta": release.delta,
        "total": state.composing.total_delta,
        "unit": wording.unit(state),
    }
    if release.delta:
        return N_("ε = {epsilon} and δ = {delta} each; total δ = {total}; {unit}", **values)
    return N_("ε = {epsilon} each, δ = 0 each; total δ = {total}; {unit}", **values)


class CompositionCost(Picture):
    """Total ε against k for every bound."""

    id = "composition"
    order = 50
    title = N_("What k releases cost together")
    source = "Dwork & Roth 2014; Kairouz, Oh & Viswanath 2015"
    reads = ("setting", "framed", "composing")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        horizon = state.composing.horizon
        top = round_up(state.framed.target.epsilon * horizon, 6)
        bounds = {bound: answer_of(composed(state, bound), answers) for bound in every_composition()}
        layers: list[Layer] = _false_region(state, bounds, top)
        for position, (bound, (answer, now)) in enumerate(bounds.items()):
            if bound == AdvancedTextbook.id:
                layers += _textbook(state, answer, top)
            elif answer is not None:
                layers += _curve(bound, position, answer, top, dimmed=not now)
        if wording.broken(state) is None:
            layers += _crossings(state, answers, top)
        else:  # bounds on a guarantee that is not kept are none
            layers = [
                replace(each, dimmed=each.dimmed or not _own_loss(each.id))
                for each in layers
                if isinstance(each, Line)
            ]
        layers += spent_note(state, top)
        layers.append(
            Handle("count", "composing.count", float(state.composing.count), 1.0, _read_off(state), 1.0)
        )
        return Figure(
            CompositionCost.id,
            CompositionCost.title,
            assumption(state),
            _description(state),
            Axis(N_("releases k"), 0.0, float(horizon), ticks(0.0, float(horizon), 6, whole=True)),
            Axis(N_("total ε"), 0.0, top, ticks(0.0, top, 6)),
            tuple(layers),
            _table(state, bounds),
            pending=not all(now for _, now in bounds.values()),
            empty=None if any(isinstance(each, Line) and len(each.x) for each in layers) else used_up(state),
            settings={**wording.settings(state), "total_delta": state.composing.total_delta},
        )

    @staticmethod
    def wanted(state: State) -> tuple[Request, ...]:
        slow = [bound for bound, entry in every_composition().items() if not entry.closed]
        return (*(composed(state, bound) for bound in slow), *searched(state))


def _own_loss(line: str) -> bool:
    """Whether a curve follows what the noise truly does, not what was claimed of it."""
    entry = every_composition().get(line)
    return entry is not None and entry.own_loss


def _read_off(state: State) -> Sentence:
    return N_("k = {count}", count=state.composing.count)


def _curve(bound: str, position: int, answer: Bound, top: float, dimmed: bool) -> list[Layer]:
    line = Line(
        bound,
        answer.counts.astype(float),
        answer.value,
        bound_colour(bound, position),
        _DASHES[answer.kind],
        _WIDTHS[answer.kind],
        every_composition()[bound].title,
        dimmed=dimmed,
    )
    return [_within(line, top)]


def _within(line: Line, top: float) -> Line:
    """The line up to where it leaves the picture, so that its name stands at its visible end."""
    inside = np.flatnonzero(np.isfinite(line.y) & (line.y <= top))
    if not len(inside):
        return replace(line, x=line.x[:0], y=line.y[:0])
    last = int(inside[-1])
    x, y = line.x[: last + 1], line.y[: last + 1]
    if last + 1 < len(line.y) and math.isfinite(line.y[last + 1]):
        share = (top - line.y[last]) / (line.y[last + 1] - line.y[last])
        x = np.append(x, line.x[last] + share * (line.x[last + 1] - line.x[last]))
        y = np.append(y, top)
    return replace(line, x=read_only(x), y=read_only(y))


def _textbook(state: State, answer: Bound | None, top: float) -> list[Layer]:
    """Dotted in its own colour while it is a theorem, dotted grey beyond."""
    question = composed(state, AdvancedTextbook.id)
    counts = np.array(question.counts, dtype=np.int64)
    release = release_of(state.setting)
    y = AdvancedTextbook().formula_epsilon(release, counts, question.total_delta)
    proven = AdvancedTextbook().proven_until(release, question.total_delta)
    x = counts.astype(float)
    title = AdvancedTextbook.title
    if answer is not None and _false(answer).any():
        title = N_("textbook: not a guarantee")
    elif x[-1] > proven:
        title = N_("textbook: not proven")
    proof, beyond = x <= proven, x >= proven
    parts = (
        _within(Line("textbook-proven", x[proof], y[proof], "without", Dash.UNPROVEN, 2.2, title), top),
        _within(Line("textbook-unproven", x[beyond], y[beyond], "unproven", Dash.UNPROVEN, 2.2, title), top),
    )
    drawn = [part for part in parts if len(part.x)]
    return [*(replace(part, label=None) for part in drawn[:-1]), *drawn[-1:]]


def _false_region(state: State, bounds: dict[str, tuple[Bound | None, bool]], top: float) -> list[Layer]:
    """What lies between the textbook's formula and the exact optimum above it: hatched.

    While the answers of now are missing the newest older ones stand, dimmed.
    """
    answer, now = bounds[AdvancedTextbook.id]
    optimum, also_now = bounds["optimal"]
    if answer is None or optimum is None or len(answer.counts) != len(optimum.counts):
        return []
    low_enough = _false(answer) & (answer.value < top)
    if not low_enough.any():
        return []
    x = answer.counts.astype(float)[low_enough]
    low, high = answer.value[low_enough], np.minimum(optimum.value[low_enough], top)
    return [
        Area(
            "false",
            read_only(x),
            read_only(low),
            read_only(high),
            "unproven",
            0.9 if now and also_now else 0.35,
            hatched=True,
        )
    ]


def _false(answer: Bound) -> NDArray[np.bool_]:
    """Where there is a number that is no guarantee."""
    refuted = np.array([status is Status.FALSE for status in answer.statuses])
    return refuted & np.isfinite(answer.value)


def _crossings(state: State, answers: Answers, top: float) -> list[Layer]:
    layers: list[Layer] = []
    horizon, below = state.composing.horizon, _free_below(state, top)
    for position, bound in enumerate(every_composition()):
        found = crossing_of(state, bound, answers)
        if found is None or found.real is None or found.epsilon is None or found.real > horizon:
            continue
        line = len(layers) // 2
        across, up = (0.40, 0.06 + 0.07 * line) if below else (0.03, 0.94 - 0.07 * line)
        layers += _crossing(state, bound, bound_colour(bound, position), found, (across * horizon, up * top))
    return layers


def _crossing(
    state: State, bound: str, colour: str, found: Crossing, words_at: tuple[float, float]
) -> list[Layer]:
    """One crossing: a dot with its sentence."""
    count, epsilon = found.real or 0.0, found.epsilon or 0.0
    words = N_(
        "{bound} crosses adding up: k = {count:3}, ε = {epsilon:3}, δ' = {delta:2}",
        bound=every_composition()[bound].title,
        count=count,
        epsilon=epsilon,
        delta=state.composing.total_delta - count * release_of(state.setting).delta,
    )
    return [
        Points(f"crossing-{bound}", np.array([count]), np.array([epsilon]), colour, 10.0),
        Note(
            f"crossing-words-{bound}",
            count,
            epsilon,
            (words,),
            colour,
            words_at=words_at,
            halo=True,
            stressed=0,
        ),
    ]


def _free_below(state: State, top: float) -> bool:
    """Whether there is room for words under the curves; else there is room above adding up."""
    closed = [bound for bound, entry in every_composition().items() if entry.closed]
    middles = [closed_answer(composed(state, bound)).value for bound in closed]
    return all(not values[len(values) // 2] < 0.35 * top for values in middles)


def _description(state: State) -> Sentence:
    return N_(
        "Total ε of 1 to {horizon} releases under {bounds} bounds",
        horizon=state.composing.horizon,
        bounds=len(every_composition()),
    )


def _table(state: State, bounds: dict[str, tuple[Bound | None, bool]]) -> Table:
    counts = np.array(composed(state, "sequential").counts, dtype=float)
    missing: Floats = np.full(len(counts), np.nan)
    columns = [
        missing if answer is None or not now else np.where(answer.valid, answer.value, np.nan)
        for answer, now in bounds.values()
    ]
    titles = [every_composition()[bound].title for bound in bounds]
    return Table((N_("releases k"), *titles), ("count", *bounds), (counts, *columns))
