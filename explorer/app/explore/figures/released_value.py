"""The released value on two neighbouring datasets: the picture that everything else follows from."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from explorer.app.core import wording
from explorer.app.core.setting import Setting
from explorer.app.core.state import WITHOUT_YOU, State, additive_for, additive_of, mechanism_for, mechanism_of
from explorer.app.explore.posterior_belief import reading_note, times
from explorer.app.explore.released_areas import delta_words, epsilon_band
from explorer.app.explore.selection_bars import released_option
from explorer.app.plotting.distributions import (
    MOST_BARS,
    compared,
    distribution_with_you,
    log_likelihood_ratio,
    observed_value,
    places,
    resting,
    stepped,
    steps,
    value_range,
)
from explorer.app.plotting.figure import Answers, Axis, Figure, Floats, Picture, Table, read_only
from explorer.app.plotting.layers import Bars, Dash, Handle, Layer, Line, Note
from explorer.app.plotting.ticks import round_up, ticks
from explorer.app.plotting.told import Told
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import AdditiveNoise
from explorer.privacy.running_totals import nodes_of_step
from explorer.privacy.status import Kind

_BARE_NAME = N_("published without noise")
_BARE = 0.62  # of the picture's height: bars that are not to scale


class ReleasedValue(Picture):
    """Densities (or masses) without and with you, the e^ε band, where δ lives, one observed value."""

    id = "released-value"
    order = 10
    title = N_("The released value, with and without you")
    source = "Dwork, McSherry, Nissim & Smith 2006"
    reads = ("setting", "framed", "pinned", "sensitivity_inputs", "scores", "reading")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        mechanism = mechanism_of(state)
        if not isinstance(mechanism, AdditiveNoise):
            return released_option(state, ReleasedValue.id)
        noted, mechanism = assumption(state, mechanism), mechanism.sufficient_statistic
        rate = state.sampling_rate
        low, high = value_range(resting(state))
        moved = places(mechanism, low, high)
        without = read_only(mechanism.density(moved))
        with_you = read_only(distribution_with_you(mechanism, rate, moved))
        top = _top(resting(state))
        bars = mechanism.discrete and len(moved) <= MOST_BARS
        x = read_only(WITHOUT_YOU + moved)
        layers: list[Layer] = epsilon_band(state, mechanism, x, (without, with_you), top, bars)
        layers += _pinned(state, low, high, top)
        layers += _masses(x, without, with_you) if bars else _curves(x, without, with_you)
        layers += [
            *_bare(state, mechanism, low, high, top),
            *_names(state, mechanism, (low - WITHOUT_YOU, high - WITHOUT_YOU), top),
            *delta_words(state, mechanism, (low, high), top),
        ]
        layers += _observed(state, mechanism, top)
        label = N_("probability") if mechanism.discrete else N_("probability density")
        released = _drawn_name(state)
        return Figure(
            ReleasedValue.id,
            ReleasedValue.title,
            noted,
            _description(state, mechanism),
            Axis(released, low, high, ticks(low, high, 8, whole=_whole(state, low, high))),
            Axis(label, 0.0, top, ticks(0.0, top, 4)),
            tuple(layers),
            Table(
                (released, N_("without you"), N_("with you")),
                ("released", "without_you", "with_you"),
                (x, without, with_you),
            ),
            settings=wording.settings(state),
        )


def assumption(state: State, mechanism: AdditiveNoise) -> Sentence:
    """The release, which of its coordinates is drawn, and what a sample makes of "with you"."""
    said, rate = wording.release(state), state.sampling_rate
    if mechanism.running_totals and mechanism.coordinates > 1:
        return _of_nodes(said, mechanism.coordinates, rate)
    if mechanism.coordinates > 1:
        said = N_("{release}; one of {count} coordinates", release=said, count=mechanism.coordinates)
    if rate < 1:
        said = N_(
            "{release}; with you: in the sample with probability {rate:percent}", release=said, rate=rate
        )
    return said


def _of_nodes(said: Sentence, steps: int, rate: float) -> Sentence:
    """What is drawn of running totals: the first step is in the most nodes."""
    values = {"release": said, "steps": steps, "nodes": nodes_of_step(steps)}
    if rate < 1:
        return N_(
            "{release}, {steps} {steps:step|steps}; shown: the mean of the {nodes} noisy node sums that "
            "contain the first step, with your whole contribution in it; with you: in the sample with "
            "probability {rate:percent}",
            rate=rate,
            **values,
        )
    return N_(
        "{release}, {steps} {steps:step|steps}; shown: the mean of the {nodes} noisy node sums that "
        "contain the first step, with your whole contribution in it",
        **values,
    )


def _drawn_name(state: State) -> Sentence:
    """What the axis carries."""
    mechanism = additive_of(state)
    if mechanism.running_totals and mechanism.coordinates > 1:
        return N_("mean of the noisy node sums that contain the first step")
    return wording.RELEASED[state.sensitivity_inputs.counted]


def _whole(state: State, low: float, high: float) -> bool:
    """Whether the axis carries whole numbers only."""
    return high - low > 6 or additive_for(resting(state)).discrete


@lru_cache(maxsize=64)
def _top(framed: Setting) -> float:
    """The height of the picture: above the curves, whose heads carry words, there is room for a box."""
    noise = additive_for(framed).sufficient_statistic
    room = 1.32 if noise.pure else 1.42  # with a δ the box has a line more
    return round_up(room * float(noise.density(np.array([0.0]))[0]), 4)


def _curves(x: Floats, without: Floats, with_you: Floats) -> list[Layer]:
    return [
        Line("without", x, without, "without", Dash.EXACT, 2.5, name=N_("without you")),
        Line("with", x, with_you, "with", Dash.UPPER, 2.5, name=N_("with you"), kind=Kind.EXACT),
    ]


def _masses(x: Floats, without: Floats, with_you: Floats) -> list[Layer]:
    return [
        Bars("without", read_only(x - 0.21), without, 0.38, "without", name=N_("without you"), aside=-0.21),
        Bars(
            "with",
            read_only(x + 0.21),
            with_you,
            0.38,
            "with",
            outlined=True,
            name=N_("with you"),
            aside=0.21,
        ),
    ]


def _pinned(state: State, low: float, high: float, top: float) -> list[Layer]:
    """The distribution without you of the setting that is compared with, where it is on the same axis."""
    setting = compared(state)
    if setting is None or not isinstance(mechanism_for(setting), AdditiveNoise):
        return []
    line, places_of_name = _kept(setting, low, high, top)
    own = additive_of(state).sufficient_statistic
    name = float(own.density(np.array([0.0 if own.discrete else _flank(own)]))[0])
    x, y = next((each for each in places_of_name if abs(each[1] - name) > 0.1 * top), places_of_name[0])
    return [line, Note("pinned-name", x, y, (N_("A"),), "muted", "above", halo=True)]


@lru_cache(maxsize=8)
def _kept(
    setting: Setting, low: float, high: float, top: float
) -> tuple[Line, tuple[tuple[float, float], ...]]:
    """The distribution of a setting that stays while another is moved, and points for its name."""
    other = additive_for(setting).sufficient_statistic
    moved = places(other, low, high)
    x, y = read_only(WITHOUT_YOU + moved), read_only(other.density(moved))
    if other.discrete and len(moved) <= MOST_BARS:
        x, y = stepped(x, y)
    flanks = np.maximum(other.quantile(np.array([0.08, 0.03, 0.25])), low + 0.03 * (high - low) - WITHOUT_YOU)
    heights = np.minimum(other.density(flanks), top)
    return (
        Line("pinned", x, y, "muted", Dash.EXACT, 1.2, name=N_("A, without you")),
        tuple(zip((WITHOUT_YOU + flanks).tolist(), heights.tolist(), strict=True)),
    )


def _flank(mechanism: AdditiveNoise) -> float:
    """How far from its peak a curve is named."""
    return float(mechanism.quantile(np.array([0.8]))[0])


def _bare(state: State, mechanism: AdditiveNoise, low: float, high: float, top: float) -> list[Layer]:
    """What is published without any noise: an atom at each true count, not to scale."""
    if not mechanism.probability_unnoised:
        return []
    where = WITHOUT_YOU + np.array([0.0, mechanism.sensitivity])
    height = np.array([_BARE * top])
    width = 0.006 * (high - low)
    aside = (low + 0.02 * (high - low), 0.5 * top)  # below the box of the observed value
    said = (
        N_("δ: everything is published"),
        N_("probability {mass}", mass=mechanism.probability_unnoised),
        N_("(thin bars, not to scale)"),
    )
    told = Told((N_("probability {mass}", mass=mechanism.probability_unnoised),))
    return [
        Bars("bare-without", read_only(where[:1]), height, width, "without", name=_BARE_NAME, told=told),
        Bars("bare-with", read_only(where[1:]), height, width, "with", name=_BARE_NAME, told=told),
        Note("bare", float(where[0]), float(height[0]), said, "ink", words_at=aside, halo=True),
    ]


def _names(state: State, mechanism: AdditiveNoise, ends: tuple[float, float], top: float) -> list[Layer]:
    """Each distribution is named on its outer flank, off the other one; between two that are far apart."""
    flank = 0.42 if mechanism.discrete else _flank(mechanism)
    outer = mechanism.sensitivity - 2 * flank < 0.6 * (ends[1] - ends[0])
    flank = flank if outer else -flank
    rate, moved = state.sampling_rate, mechanism.sensitivity + flank
    heights = mechanism.density(np.array([0.0 if mechanism.discrete else -flank]))
    beyond = distribution_with_you(mechanism, rate, np.array([round(moved) if mechanism.discrete else moved]))
    halo = mechanism.discrete or len(steps(mechanism, *ends)) > 0  # flat parts run through words
    words, pinned = N_("without you ({count})", count=WITHOUT_YOU), compared(state) is not None
    near = pinned or not halo  # in brief where there is little room, rather than upon the curves
    if pinned:  # A's curve may run where the names would stand
        halo, words = True, N_("B, without you ({count})", count=WITHOUT_YOU)
    return [
        Note(
            "without-name",
            WITHOUT_YOU - flank,
            min(float(heights[0]), top),
            (words,),
            "without",
            "left" if outer else "right",
            stressed=0,
            halo=halo,
            near=near,
            brief=() if pinned else (N_("without you"),),
        ),
        Note(
            "with-name",
            WITHOUT_YOU + moved,
            min(float(beyond[0]), top),
            (N_("with you ({count})", count=WITHOUT_YOU + mechanism.sensitivity),),
            "with",
            "right" if outer else "left",
            stressed=0,
            halo=halo,
            near=near,
            brief=(N_("with you"),),
        ),
    ]


def _observed(state: State, mechanism: AdditiveNoise, top: float) -> list[Layer]:
    at = observed_value(state)
    step = 1.0 if mechanism.discrete else 0.1 * max(1.0, mechanism.standard_deviation)
    log_ratio = log_likelihood_ratio(mechanism, state.sampling_rate, at)
    return [
        Handle("observed", "reading.observed", at, step, N_("observed value")),
        reading_note(state, at, log_ratio, at, 0.9 * top),
    ]


def _description(state: State, mechanism: AdditiveNoise) -> Sentence:
    observed = observed_value(state)
    return N_(
        "Two {mechanism} distributions around {without} and {with_you}; at {value} the one with "
        "you is {ratio:2} times as high",
        mechanism=mechanism.title,
        without=WITHOUT_YOU,
        with_you=WITHOUT_YOU + mechanism.sensitivity,
        value=observed,
        ratio=times(log_likelihood_ratio(mechanism, state.sampling_rate, observed)),
    )
