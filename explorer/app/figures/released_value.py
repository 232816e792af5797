"""The released value on two neighbouring datasets: the picture that everything else follows from."""

from __future__ import annotations

import math

import numpy as np

from explorer.app import wording
from explorer.app.figure import (
    Answers,
    Area,
    Axis,
    Bars,
    Dash,
    Figure,
    Floats,
    Handle,
    Layer,
    Line,
    Note,
    Picture,
    Table,
    distinct,
    read_only,
)
from explorer.app.state import WITHOUT_YOU, Setting, State, additive_for, additive_of
from explorer.app.ticks import round_up, ticks
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import AdditiveNoise

_POINTS = 481
_MOST_BARS = 60


def value_range(framed: Setting) -> tuple[float, float]:
    """The released values that are drawn: all but some 3 % of what either dataset gives."""
    noise = additive_for(framed)
    reach = float(noise.quantile(np.array([0.985]))[0])
    low, high = WITHOUT_YOU - reach, WITHOUT_YOU + framed.target.sensitivity + reach
    step = ticks(0.0, high - low, 8)[1]
    return math.floor(low / step) * step, math.ceil(high / step) * step


def likelihood_ratio(mechanism: AdditiveNoise, observed: float) -> float:
    """How many times likelier a released value is with you than without; NaN where neither can be."""
    ends = np.array([observed - WITHOUT_YOU, observed - WITHOUT_YOU - mechanism.sensitivity])
    without, with_you = mechanism.density(ends)
    if without == 0.0:
        return math.nan if with_you == 0.0 else math.inf
    return float(with_you / without)


class ReleasedValue(Picture):
    """Densities (or masses) without and with you, the e^ε band, where δ lives, one observed value."""

    id = "released-value"
    order = 10
    title = N_("The released value, with and without you")
    source = "Dwork, McSherry, Nissim & Smith 2006"
    reads = ("setting", "framed", "reading")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        mechanism = additive_of(state)
        low, high = value_range(state.framed)
        x = _places(mechanism, low, high)
        without = mechanism.density(x - WITHOUT_YOU)
        with_you = mechanism.density(x - WITHOUT_YOU - mechanism.sensitivity)
        top = _top(state.framed)
        bars = mechanism.discrete and len(x) <= _MOST_BARS
        layers: list[Layer] = _band(state, mechanism, low, high, top)
        layers += _masses(x, without, with_you) if bars else _curves(x, without, with_you)
        layers += [*_names(state, mechanism), *_observed(state, mechanism, top)]
        label = N_("probability") if mechanism.discrete else N_("probability density")
        return Figure(
            ReleasedValue.id,
            ReleasedValue.title,
            wording.release(state),
            _description(state, mechanism),
            Axis(N_("released count"), low, high, ticks(low, high, 8, whole=high - low > 6)),
            Axis(label, 0.0, top, ticks(0.0, top, 4)),
            tuple(layers),
            Table(
                (N_("released count"), N_("without you"), N_("with you")),
                ("released", "without_you", "with_you"),
                (x, without, with_you),
            ),
            settings=wording.settings(state),
        )


def _places(mechanism: AdditiveNoise, low: float, high: float) -> Floats:
    # The two peaks are points of the grid: a Laplace density has a corner there.
    peaks = np.array([WITHOUT_YOU, WITHOUT_YOU + mechanism.sensitivity])
    if mechanism.discrete:  # every whole number, or as many of them as a picture can show
        first, last = math.ceil(low), math.floor(high)
        step = math.ceil((last - first + 1) / (2 * _POINTS))
        return distinct(np.arange(first, last + 1, step, dtype=float), peaks)
    return distinct(np.linspace(low, high, _POINTS), peaks)


def _top(framed: Setting) -> float:
    noise = additive_for(framed)
    return round_up(1.08 * float(noise.density(np.array([0.0]))[0]), 4)


def _curves(x: Floats, without: Floats, with_you: Floats) -> list[Layer]:
    return [
        Line("without", x, without, "without", Dash.EXACT, 2.5),
        Line("with", x, with_you, "with", Dash.UPPER, 2.5),
    ]


def _masses(x: Floats, without: Floats, with_you: Floats) -> list[Layer]:
    return [
        Bars("without", x - 0.21, without, 0.38, "without"),
        Bars("with", x + 0.21, with_you, 0.38, "with", outlined=True),
    ]


def _band(state: State, mechanism: AdditiveNoise, low: float, high: float, top: float) -> list[Layer]:
    """Everything within a factor e^ε of the blue law; what the other law has above it is δ."""
    x = _places(mechanism, low, high)
    without = mechanism.density(x - WITHOUT_YOU)
    if mechanism.discrete and len(x) <= _MOST_BARS:  # masses belong to whole numbers: a step around each
        x, without = np.repeat(x, 2) + np.tile([-0.5, 0.5], len(x)), np.repeat(without, 2)
    factor = math.exp(state.target.epsilon)
    upper = np.minimum(without * factor, 1.5 * top)
    band = Area("band", x, without / factor, read_only(upper), "without", 0.10)
    if mechanism.pure:
        return [band]
    with_you = mechanism.density(x - WITHOUT_YOU - mechanism.sensitivity)
    return [band, Area("delta", x, upper, read_only(np.maximum(upper, with_you)), "with", 0.45)]


def _names(state: State, mechanism: AdditiveNoise) -> list[Layer]:
    """Each law is named on its outer flank, where the other one is not."""
    flank = 0.42 if mechanism.discrete else float(mechanism.quantile(np.array([0.8]))[0])
    height = float(mechanism.density(np.array([0.0 if mechanism.discrete else flank]))[0])
    with_you = WITHOUT_YOU + mechanism.sensitivity
    return [
        Note(
            "without-name",
            WITHOUT_YOU - flank,
            height,
            (N_("without you ({count})", count=WITHOUT_YOU),),
            "without",
            "left",
            stressed=0,
            halo=mechanism.discrete,
        ),
        Note(
            "with-name",
            with_you + flank,
            height,
            (N_("with you ({count})", count=with_you),),
            "with",
            "right",
            stressed=0,
            halo=mechanism.discrete,
        ),
    ]


def observed_value(state: State) -> float:
    """The released value that is looked at: a whole one where the mechanism gives no others."""
    observed = state.reading.observed
    return float(round(observed)) if additive_of(state).discrete else observed


def _observed(state: State, mechanism: AdditiveNoise, top: float) -> list[Layer]:
    at = observed_value(state)
    step = 1.0 if mechanism.discrete else 0.1 * max(1.0, mechanism.noise)
    return [
        Handle("observed", "reading.observed", at, step, N_("observed value")),
        Note("reading", at, 0.9 * top, _reading(mechanism, at), "ink", "right", boxed=True, stressed=1),
    ]


def _reading(mechanism: AdditiveNoise, at: float) -> tuple[Sentence, ...]:
    ratio = likelihood_ratio(mechanism, at)
    if math.isnan(ratio):
        return (N_("if {value} were released", value=at), N_("neither explains it"))
    belief = 1.0 if math.isinf(ratio) else ratio / (1.0 + ratio)
    if ratio >= 1:
        likelier = N_("{ratio:3} × likelier with you", ratio=ratio)
    else:
        likelier = N_("{ratio:3} × likelier without you", ratio=1 / ratio if ratio else math.inf)
    return (
        N_("if {value} were released", value=at),
        likelier,
        N_("belief {before:percent} → {after:percent}", before=0.5, after=belief),
    )


def _description(state: State, mechanism: AdditiveNoise) -> Sentence:
    return N_(
        "Two curves of {mechanism} noise around {without} and {with_you}; at {value} the one with you is "
        "{ratio:2} times as high",
        mechanism=mechanism.title,
        without=WITHOUT_YOU,
        with_you=WITHOUT_YOU + mechanism.sensitivity,
        value=observed_value(state),
        ratio=likelihood_ratio(mechanism, observed_value(state)),
    )
