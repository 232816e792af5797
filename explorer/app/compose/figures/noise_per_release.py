"""How much noise each of k releases needs so that all together keep one budget, by every bound."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from explorer.app.compose import noise_requests
from explorer.app.compose.curve_axes import PlotArea, line_on, roomiest, short
from explorer.app.compose.noise_wording import assumption, description, nothing, settings
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.plotting.figure import Answers, Axis, Figure, Floats, Picture, Table, read_only
from explorer.app.plotting.layers import Dash, Handle, Layer, Line, Note, Points
from explorer.app.plotting.logarithmic_axes import logarithmic_axis
from explorer.app.plotting.palette import bound_colour
from explorer.app.plotting.ticks import round_up, ticks
from explorer.mark import N_, Rounding, Sentence, at_most
from explorer.privacy.accounting.noise_for_budget import NoiseForBudget
from explorer.privacy.composition import Kind, every_composition
from explorer.privacy.mechanism import every_mechanism

_DASHES = {Kind.EXACT: Dash.EXACT, Kind.UPPER: Dash.UPPER, Kind.BRACKET: Dash.EXACT}
_ROOM = 3.0  # times the least noise at the last k: how high a plain axis reaches
_APART = 0.03  # of a decade beyond the outermost curves on logarithmic axes
_PARTS, _DECADES = 6, 7
_WORDS = (0.7, 0.13)  # of the width and height: what the words at the overtaking take
_PLACES = {"above": (0.03, 0.94), "below": (0.28, 0.11)}


@dataclass(frozen=True)
class _Curve:
    """One curve's numbers while they are known; `current` where they answer this very question."""

    known: NoiseForBudget | None
    current: bool

    @property
    def points(self) -> tuple[Floats, Floats]:
        """k and standard deviation, where there are any."""
        if self.known is None:
            return np.zeros(0), np.zeros(0)
        there = np.isfinite(self.known.deviation)
        return np.array(self.known.counts, dtype=np.float64)[there], self.known.deviation[there]


class NoisePerRelease(Picture):
    """Standard deviation of the noise on one number against the number of releases."""

    id = "noise-per-release"
    order = 52
    title = N_("Noise per release, for k releases")
    source = "Kairouz, Oh & Viswanath 2015; Dong, Roth & Su 2019, Corollary 3.3"
    reads = ("setting", "composing")
    scaled = True

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        bounds = _answered(noise_requests.of_bounds(state), answers)
        rivals = _answered(noise_requests.of_others(state), answers)
        ground = _ground(
            state, [*bounds.values(), *(rivals[name] for name in noise_requests.RIVALS if name in rivals)]
        )
        layers: list[Layer] = [*_of_bounds(ground, bounds), *_of_rivals(state, ground, rivals)]
        drawn = any(isinstance(layer, Line) for layer in layers)
        asked = noise_requests.overtaken(state)
        begun = asked is None or asked in answers
        if drawn and asked is not None and begun:
            layers += _overtaking(ground, layers, cast("tuple[int, float] | None", answers[asked]))
        here = noise_requests.at_count(state)
        begun = begun and (here is None or here in answers)
        pending = not (begun and all(each.current for each in (*bounds.values(), *rivals.values())))
        if drawn:
            layers.append(_handle(state, answers))
        return Figure(
            NoisePerRelease.id,
            NoisePerRelease.title,
            assumption(state),
            description(state),
            *_axes(ground),
            tuple(layers),
            _table(state, bounds, rivals),
            pending=pending,
            empty=None if drawn else nothing(state, pending),
            settings=settings(state),
        )

    @staticmethod
    def wanted(state: State) -> tuple[Request, ...]:
        asked, here = noise_requests.overtaken(state), noise_requests.at_count(state)
        bounds, rivals = noise_requests.of_bounds(state), noise_requests.of_others(state)
        if here is not None:
            bounds = {**bounds, noise_requests.BEST: here}
        if asked is None:
            return (*bounds.values(), *rivals.values())
        known = [rivals[name] for name in noise_requests.RIVALS]  # which decide it
        return (*known, asked, *(each for each in (*bounds.values(), *rivals.values()) if each not in known))


def _answered(asked: Mapping[str, noise_requests.Noises], answers: Answers) -> dict[str, _Curve]:
    return {name: _Curve(*noise_requests.answer_of(question, answers)) for name, question in asked.items()}


# Where it is drawn


def _ground(state: State, curves: list[_Curve]) -> PlotArea:
    """All of these curves on logarithmic axes; on plain ones the better of them."""
    horizon = float(state.composing.horizon)
    found = [each.points[1] for each in curves]
    heights = np.concatenate([*found, np.zeros(0)])
    if state.composing.logarithmic:
        low, top = (
            (math.log10(heights.min()) - _APART, math.log10(heights.max()) + _APART)
            if len(heights)
            else (0.0, 1.0)
        )
        return PlotArea(True, 0.0, math.log10(horizon), low, top)
    ends = [each[-1] for each in found if len(each)]
    top = min(float(heights.max()), _ROOM * float(min(ends))) if ends else 1.0
    return PlotArea(False, 0.0, horizon, 0.0, round_up(top, _PARTS))


def _axes(ground: PlotArea) -> tuple[Axis, Axis]:
    below, beside = N_("releases k"), N_("standard deviation of the noise per release")
    if ground.logarithmic:
        return (
            short(logarithmic_axis(below, ground.left, ground.right, _DECADES, "k", whole=True)),
            short(logarithmic_axis(beside, ground.low, ground.top, _DECADES)),
        )
    return (
        Axis(
            below,
            ground.left,
            ground.right,
            ticks(ground.left, ground.right, _PARTS, whole=True),
            symbol="k",
            whole=True,
        ),
        Axis(beside, ground.low, ground.top, ticks(ground.low, ground.top, _PARTS)),
    )


# What is drawn


def _of_bounds(ground: PlotArea, bounds: Mapping[str, _Curve]) -> list[Layer]:
    """The chosen mechanism by each bound, the best of them strongest."""
    ends = {bound: curve.points[1][-1] for bound, curve in bounds.items() if len(curve.points[1])}
    best = min(ends, key=lambda bound: ends[bound], default="")
    layers: list[Layer] = []
    for position, (bound, entry) in enumerate(every_composition().items()):
        if bound in bounds:
            colour, width = bound_colour(bound, position), 3.0 if bound == best else 1.8
            dash = _DASHES.get(entry.kind, Dash.ESTIMATE)
            layers += _line(ground, bound, bounds[bound], entry.title, colour, dash, width)
    return layers


def _of_rivals(state: State, ground: PlotArea, rivals: Mapping[str, _Curve]) -> list[Layer]:
    """The other mechanisms at their best."""
    layers: list[Layer] = []
    for name, curve in rivals.items():
        if name != state.mechanism:
            rival = name in noise_requests.RIVALS
            said = N_("{mechanism}, best bound", mechanism=every_mechanism()[name].title)
            colour, width = ("rival", 2.4) if rival else ("muted", 1.2)
            layers += _line(ground, f"best-{name}", curve, said, colour, Dash.EXACT, width)
    return layers


def _line(
    ground: PlotArea, identity: str, curve: _Curve, title: Sentence, colour: str, dash: Dash, width: float
) -> list[Layer]:
    x, y = curve.points
    entry = every_composition().get(identity)
    whole = Line(identity, x, y, colour, dash, width, title, dimmed=not curve.current)
    whole = replace(whole, towards=Rounding.UP, source="" if entry is None else entry.source)
    line = line_on(ground, whole)
    return [line] if len(line.x) else []


def _overtaking(ground: PlotArea, drawn: list[Layer], begun: tuple[int, float] | None) -> list[Layer]:
    """Where the Gaussian begins to win; the words stand where fewest curves pass."""
    if begun is None:
        return []
    count, deviation = begun
    x, y = ground.place(float(count)), ground.place(deviation)
    if not (ground.left <= x <= ground.right and ground.low <= y <= ground.top):
        return []
    lines = (
        N_("Gaussian noise is smaller for {count} or more releases", count=count),
        N_("than Laplace noise (standard deviation, best bound for each)"),
    )
    dot = Points(
        "overtaking",
        read_only(np.array([x])),
        read_only(np.array([y])),
        "rival",
        10.0,
        name=N_("Gaussian noise is smaller"),
        kind=Kind.UPPER,
        towards=Rounding.UP,
    )
    lines_drawn = [layer for layer in drawn if isinstance(layer, Line)]
    at = ground.at(*_PLACES[roomiest(ground, lines_drawn, *_WORDS)])
    words = Note("overtaking-words", x, y, lines, "rival", words_at=at, halo=True, stressed=0)
    brief = (N_("Gaussian noise is smaller"), N_("at {count} or more releases", count=count))
    return [dot, replace(words, optional=True, free=True, brief=brief)]


def _handle(state: State, answers: Answers) -> Handle:
    """The line that is dragged, and what the best bound that tells asks for there."""
    count, logarithmic = state.composing.count, state.composing.logarithmic
    at = math.log10(count) if logarithmic else float(count)
    said = N_("k = {count}: σ …", count=count)
    asked = noise_requests.at_count(state)
    if asked is not None and asked in answers:
        least = float(cast(NoiseForBudget, answers[asked]).deviation[0])
        said = N_("k = {count}: no noise is enough", count=count)
        if math.isfinite(least):
            said = N_("k = {count}: σ ≥ {least}", count=count, least=at_most(least))
    return Handle("count", "composing.count", at, 1.0, said, 1.0, logarithmic)


# What is said


def _table(state: State, bounds: Mapping[str, _Curve], rivals: Mapping[str, _Curve]) -> Table:
    counts = noise_requests.counts_up_to(state.composing.horizon)
    known = every_composition()
    others = {name: curve for name, curve in rivals.items() if name != state.mechanism}

    def column(curve: _Curve) -> Floats:
        same = curve.known is not None and curve.known.counts == counts
        return curve.known.deviation if same and curve.known is not None else np.full(len(counts), math.nan)

    present = [bound for bound in known if bound in bounds]
    titles = [
        *(known[bound].title for bound in present),
        *(N_("{mechanism}, best bound", mechanism=every_mechanism()[name].title) for name in others),
    ]
    names = [*(bound.replace("-", "_") for bound in present), *(f"best_{_plain(name)}" for name in others)]
    columns = [*(column(bounds[bound]) for bound in present), *(column(each) for each in others.values())]
    return Table(
        (N_("releases k"), *titles),
        ("count", *names),
        (np.array(counts, dtype=np.float64), *columns),
        dict.fromkeys(names, Rounding.UP),
    )


def _plain(name: str) -> str:
    return name.replace("-", "_")
