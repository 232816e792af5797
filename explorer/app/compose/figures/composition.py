"""What k releases cost together, under every bound, with the crossings marked and the false hatched."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from explorer.app.compose import budget_line
from explorer.app.compose.bound_curves import asked, delta_exhausted, spent_note
from explorer.app.compose.bounds_at_k import Reading, cheapest, questions, readings
from explorer.app.compose.budget_line import budget_in_brief, budget_words, fits
from explorer.app.compose.crossing_marks import crossing_marks
from explorer.app.compose.curve_axes import PlotArea, area_on, changed, ground_of, line_on
from explorer.app.compose.hidden_curves import all_hidden, hidden_first, with_hidden
from explorer.app.compose.known_totals import answer_of
from explorer.app.core import wording
from explorer.app.core.request import Request, composed, release_of, searched
from explorer.app.core.state import State, declared
from explorer.app.plotting.figure import Answers, Figure, Floats, Picture, Table
from explorer.app.plotting.layers import Area, Dash, Handle, Layer, Level, Line, Note, Points
from explorer.app.plotting.palette import bound_colour
from explorer.app.plotting.taken import taking
from explorer.mark import N_, Rounding, Sentence
from explorer.privacy.composition import Bound, Kind, every_composition
from explorer.privacy.compositions.advanced_textbook import AdvancedTextbook
from explorer.privacy.shape import Sampling

Answered = dict[str, tuple[Bound | None, bool]]  # by bound: what is known, and whether of now
_DASHES = {
    Kind.EXACT: Dash.EXACT,
    Kind.UPPER: Dash.UPPER,
    Kind.BRACKET: Dash.EXACT,
    Kind.ESTIMATE: Dash.ESTIMATE,
}
_WIDTHS = {Kind.EXACT: 2.0, Kind.UPPER: 1.6, Kind.BRACKET: 2.0, Kind.ESTIMATE: 1.6}
_BEST = 3.4  # wide enough that its name is bold
_BUDGET_ACROSS, _BUDGET_ABOVE = 0.97, 0.035  # of the picture: where the words of the budget stand
_SIGNS = {Kind.EXACT: "=", Kind.UPPER: "≤", Kind.BRACKET: "≤", Kind.ESTIMATE: "≈"}


def assumption(state: State) -> Sentence:
    """What is repeated, at which total delta, for whom."""
    if (instead := wording.broken(state)) is not None:
        return N_("{why}; total δ = {total}", why=instead, total=state.composing.total_delta)
    release = release_of(state.setting)
    values = {
        "epsilon": state.target.epsilon,
        "delta": release.delta,
        "total": state.composing.total_delta,
        "unit": wording.unit(state),
    }
    if release.delta:
        said = N_("ε = {epsilon} and δ = {delta} per release; total δ = {total}; {unit}", **values)
    else:
        said = N_("ε = {epsilon}, δ = 0 per release; total δ = {total}; {unit}", **values)
    rate = state.sampling_rate
    if rate >= 1:
        return said
    if state.shape.sampling is Sampling.POISSON:
        return N_("{said}; on a secret sample of {rate:percent}", said=said, rate=rate)
    return N_("{said}; on a secret sample of {rate:percent} without replacement", said=said, rate=rate)


class CompositionCost(Picture):
    """Total ε against k for every bound."""

    id = "composition"
    order = 50
    title = N_("Total ε of k releases")
    source = "Dwork & Roth 2014; Kairouz, Oh & Viswanath 2015"
    reads = ("setting", "framed", "composing", "hidden")
    scaled = True

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        ground = ground_of(state)
        bounds = {bound: answer_of(composed(state, bound), answers) for bound in every_composition()}
        found = readings(state, answers)
        best = cheapest(found)
        read = all(each.current for each in found)
        every = _lines(state, ground, bounds, best)
        lines = [each for each in every if _bound_of(each) not in state.hidden]
        layers: list[Layer] = [*lines]
        if wording.broken(state) is None:
            layers = [*_false_region(state, ground, bounds), *lines]
            layers += crossing_marks(state, answers, ground, lines)
        layers += [*spent_note(state, ground), *_budget(state, answers, ground)]
        layers += _k_line(state, ground, best if read else None)
        x, y = ground.axes()
        return Figure(
            CompositionCost.id,
            CompositionCost.title,
            hidden_first(assumption(state), state),
            _description(state, best if read else None),
            x,
            y,
            tuple(layers),
            _table(state, bounds),
            pending=not (
                read
                and _closer(state, answers)
                and fits(state, answers).current
                and all(now for _, now in bounds.values())
            ),
            empty=all_hidden(state) if any(len(each.x) for each in every) else delta_exhausted(state),
            settings={**wording.settings(state), "total_delta": state.composing.total_delta},
            takes=taking(state, "composing.count"),
        )

    @staticmethod
    def wanted(state: State) -> tuple[Request, ...]:
        slow = [bound for bound, entry in every_composition().items() if not entry.closed]
        curves = (composed(state, bound) for bound in slow)
        return (*curves, *searched(state), *questions(state), *budget_line.questions(state))


def _closer(state: State, answers: Answers) -> bool:
    """Whether what is quoted at one k is the closer answer to it, not yet the one on the curve."""
    return all(question in answers for question in questions(state))


def _bound_of(line: Line) -> str:
    """The bound that a curve is of: the textbook's has two parts."""
    return AdvancedTextbook.id if line.id.startswith("textbook-") else line.id


def _own_loss(line: str) -> bool:
    """Whether a curve follows what the noise truly does, not what was claimed of it."""
    entry = every_composition().get(line)
    return entry is not None and entry.own_loss


def _lines(state: State, ground: PlotArea, bounds: Answered, best: Reading | None) -> list[Line]:
    """All curves, the cheapest guarantee at the k of the state the widest."""
    lines: list[Line] = []
    broken = wording.broken(state) is not None
    for position, (bound, (answer, now)) in enumerate(bounds.items()):
        if bound == AdvancedTextbook.id:
            lines += [
                asked(each, bound, answer if now else None) for each in _textbook(state, ground, answer)
            ]
        elif answer is not None:
            lines.append(_curve(bound, position, answer, not now, best is not None and best.bound == bound))
    if broken:  # bounds on a guarantee that is not kept are none
        lines = [changed(each, dimmed=each.dimmed or not _own_loss(each.id)) for each in lines]
    return [line_on(ground, each) for each in lines]


def _curve(bound: str, position: int, answer: Bound, dimmed: bool, best: bool) -> Line:
    line = Line(
        bound,
        answer.counts.astype(float),
        answer.value,
        bound_colour(bound, position),
        _DASHES[answer.kind],
        _BEST if best else _WIDTHS[answer.kind],
        every_composition()[bound].title,
        dimmed=dimmed,
        brief=every_composition()[bound].short,
    )
    return asked(line, bound, answer)


def _textbook(state: State, ground: PlotArea, answer: Bound | None) -> list[Line]:
    """Dashed in its own colour, as every proven bound, while it is a theorem; dotted grey beyond."""
    question = composed(state, AdvancedTextbook.id)
    release = release_of(state.setting)
    proven = AdvancedTextbook().proven_until(release, question.total_delta)
    last = math.floor(min(proven, question.counts[-1])) if proven >= 1 else 0  # both colours meet there
    counts = np.array(sorted({*question.counts, last} - {0}), dtype=np.int64)
    y = AdvancedTextbook().formula_epsilon(release, counts, question.total_delta)
    x = counts.astype(float)
    beyond = N_("Dwork–Roth shortcut: not proven")
    if answer is not None and _false(answer).any():
        beyond = N_("Dwork–Roth shortcut: not a guarantee")
    colour, title = bound_colour(AdvancedTextbook.id, 0), AdvancedTextbook.title
    parts = [
        Line("textbook-proven", x[x <= last], y[x <= last], colour, Dash.UPPER, 2.2, title, kind=Kind.UPPER),
        Line("textbook-unproven", x[x >= last], y[x >= last], "unproven", Dash.UNPROVEN, 2.2, beyond),
    ]
    brief = N_("D–R shortcut: not proven")
    if answer is not None and _false(answer).any():
        brief = N_("D–R: not a guarantee")
    parts[0] = changed(parts[0], brief=AdvancedTextbook.short)
    parts[1] = changed(parts[1], kind=wording.NOT_PROVEN, brief=brief)
    drawn = [part for part in parts if len(line_on(ground, part).x) > 1]
    return [*(changed(part, label=None) for part in drawn[:-1]), *drawn[-1:]]


def _false_region(state: State, ground: PlotArea, bounds: Answered) -> list[Layer]:
    """What lies between the textbook's formula and the exact optimum above it: hatched, where both are drawn.

    While the answers of now are missing the newest older ones stand, dimmed.
    """
    if state.hidden & {AdvancedTextbook.id, "optimal"}:
        return []
    answer, now = bounds[AdvancedTextbook.id]
    optimum, also_now = bounds["optimal"]
    if answer is None or optimum is None or not np.array_equal(answer.counts, optimum.counts):
        return []
    false = _false(answer) & (ground.drawn(answer.value) < ground.top)
    if not false.any():
        return []
    low, high = ground.drawn(answer.value), ground.drawn(optimum.value)
    x = ground.drawn(answer.counts.astype(float))
    first = int(np.flatnonzero(false)[0])
    ends = np.stack([x[false], low[false], high[false]])
    if first > 0 and (before := high[first - 1] - low[first - 1]) <= 0:  # from where the two curves meet
        share = before / (before - (high[first] - low[first]))
        meet = [each[first - 1] + share * (each[first] - each[first - 1]) for each in (x, low, low)]
        ends = np.column_stack([meet, ends])
    opacity = 0.9 if now and also_now else 0.35
    area = Area("false", ends[0], ends[1], ends[2], "unproven", opacity, hatched=True)
    return [area_on(ground, area)]


def _false(answer: Bound) -> NDArray[np.bool_]:
    """Where there is a number that is no guarantee."""
    return np.isfinite(answer.value) & ~answer.valid


def _k_line(state: State, ground: PlotArea, best: Reading | None) -> list[Layer]:
    """The line that is dragged, and what the cheapest guarantee says there, where that is known now."""
    count = state.composing.count
    at = ground.place(float(count))
    if best is None:
        handle = N_("k = {count}: ε …", count=count)
        return [Handle("count", "composing.count", at, 1.0, handle, 1.0, ground.logarithmic)]
    sign = _SIGNS[best.number]
    handle = N_("k = {count}: ε {sign} {epsilon}", count=count, sign=sign, epsilon=best.rounded)
    layers: list[Layer] = [Handle("count", "composing.count", at, 1.0, handle, 1.0, ground.logarithmic)]
    if best.epsilon > 0 and at <= ground.right and ground.low <= ground.place(best.epsilon) <= ground.top:
        place = np.array([at]), np.array([ground.place(best.epsilon)])
        layers.append(Points("best", *place, best.colour, 10.0))
    return layers


def _budget(state: State, answers: Answers, ground: PlotArea) -> list[Layer]:
    """The line of the budget, dragged up and down, and how many releases fit in it."""
    composing, known = state.composing, fits(state, answers)
    words, at = budget_words(state, known), ground.place(composing.total_epsilon)
    least = declared(state, "composing.total_epsilon").low
    layers: list[Layer] = [
        Level("budget", "composing.total_epsilon", at, words, least, ground.logarithmic),
    ]
    if not ground.low <= at <= ground.top:
        return layers
    place = ground.at(_BUDGET_ACROSS, 0.0)[0], at + _BUDGET_ABOVE * (ground.top - ground.low)
    brief = (budget_in_brief(known),)
    layers.append(Note("budget-words", *place, (words,), "ink", "left", halo=True, near=True, brief=brief))
    fitting = known.most if known.current else None
    if fitting and ground.place(float(fitting)) <= ground.right and fitting != composing.count:
        meeting = np.array([ground.place(float(fitting))]), np.array([at])
        layers.append(Points("budget-fits", *meeting, "ink", 7.0))
    return layers


def _description(state: State, best: Reading | None) -> Sentence:
    values = {"horizon": state.composing.horizon, "bounds": len(every_composition()) - len(state.hidden)}
    said = N_("Total ε of 1 to {horizon} releases under {bounds} composition {bounds:bound|bounds}", **values)
    if best is not None:
        said = N_(
            "Total ε of 1 to {horizon} releases under {bounds} composition {bounds:bound|bounds}; at k "
            "= {count} the smallest guaranteed total is ε = {epsilon}: {bound}",
            count=state.composing.count,
            epsilon=best.rounded,
            bound=best.title,
            **values,
        )
    return with_hidden(said, state)


def _table(state: State, bounds: Answered) -> Table:
    counts = np.array(composed(state, "sequential").counts, dtype=float)
    missing: Floats = np.full(len(counts), np.nan)
    columns = [
        missing if answer is None or not now else np.where(answer.valid, answer.value, np.nan)
        for answer, now in bounds.values()
    ]
    titles = [every_composition()[bound].title for bound in bounds]
    costs = dict.fromkeys(bounds, Rounding.UP)
    return Table((N_("releases k"), *titles), ("count", *bounds), (counts, *columns), costs)
