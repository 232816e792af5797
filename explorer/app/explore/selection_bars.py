"""The picture of a release that is one option of several: bars without you and with you."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.app.core import wording
from explorer.app.core.setting import Setting
from explorer.app.core.state import WITHOUT_YOU, State, mechanism_for, mechanism_of
from explorer.app.explore.posterior_belief import answer_note, reading_note, times
from explorer.app.plotting.distributions import loss_on_sample, resting, stepped
from explorer.app.plotting.figure import Axis, Figure, Floats, Table, read_only
from explorer.app.plotting.layers import Area, Bars, Handle, Layer, Note
from explorer.app.plotting.ticks import round_up, ticks
from explorer.app.plotting.told import EACH, Told
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import Selection

MOST = 30  # options that are drawn
_NAMED = 6  # up to so many are named on the axis, more are numbered
_NUMBERED = 15  # numbers on the axis, at most
_CLOSE = 2  # options apart, at most: words above two bars would touch


@dataclass(frozen=True, eq=False)
class Options:
    """The options that are drawn, in their order, out of `total`; probabilities without you and with you.

    In pictures they stand at `WITHOUT_YOU`, one further, ...: so a handle keeps its place where another
    mechanism releases numbers.
    """

    names: tuple[Sentence, ...]
    numbers: tuple[int, ...]  # among all options, from 1
    without: Floats
    with_you: Floats
    log_ratios: Floats  # ln of how many times likelier each is with you
    total: int

    @property
    def places(self) -> Floats:
        """Where they stand."""
        return read_only(WITHOUT_YOU + np.arange(float(len(self.names))))

    def drawn(self, uniform: float) -> int:
        """The option whose share of the distribution without you holds this point of [0, 1)."""
        ends = np.cumsum(self.without)
        return min(int(np.searchsorted(ends, uniform * ends[-1], side="right")), len(ends) - 1)

    def nearest(self, observed: float) -> int:
        """The option that stands nearest to a released value."""
        return int(np.clip(round(observed - WITHOUT_YOU), 0, len(self.names) - 1))


@lru_cache(maxsize=64)
def options_of(setting: Setting, scores: tuple[float, ...]) -> Options:
    """The most likely options of a selection, run on a sample where one is drawn.

    Raises
    ------
    TypeError
        The mechanism adds noise to numbers instead.
    """
    mechanism, rate = mechanism_for(setting), setting.shape.sampling_rate
    if not isinstance(mechanism, Selection):
        raise TypeError(f"{setting.mechanism} selects nothing")
    choice = mechanism.choice(scores)
    without = np.asarray(choice.without, dtype=np.float64)
    with_you = np.asarray(choice.with_you, dtype=np.float64)
    if rate < 1:
        with_you = (1 - rate) * without + rate * with_you
    shown: NDArray[np.intp] = np.arange(len(without))
    if len(without) > MOST:
        shown = np.sort(np.argsort(-np.maximum(without, with_you), kind="stable")[:MOST])
    names = tuple(choice.names[index] for index in shown)
    numbers = tuple(int(index) + 1 for index in shown)
    losses = (choice.log_with_you - choice.log_without)[shown].tolist()
    ratios = np.array([loss_on_sample(loss, mechanism.pure_epsilon, rate) for loss in losses])
    return Options(
        names, numbers, read_only(without[shown]), read_only(with_you[shown]), read_only(ratios), len(without)
    )


def names_axis(state: State, options: Options, named: int = _NAMED) -> Axis:
    """The options, up to `named` of them by name, else by number as many as an axis can carry."""
    own = hides_an_answer(state)
    ends = WITHOUT_YOU - 0.7, WITHOUT_YOU + len(options.names) - 0.3
    places = tuple(options.places.tolist())
    if len(options.names) <= named:
        label = N_("given answer") if own else N_("released option")
        return Axis(label, *ends, places, options.names)
    stride = math.ceil(len(options.names) / _NUMBERED)
    numbers = tuple(N_("{value}", value=number) for number in options.numbers[::stride])
    label = N_("given answer, by number") if own else N_("released option, by number")
    wholes = tuple(zip(places, options.names, strict=True))[::stride]
    return Axis(label, *ends, places[::stride], numbers, whole_names=wholes)


def released_option(state: State, identity: str) -> Figure:
    """Bars of both distributions over the options, the e^ε band, one option looked at."""
    options = options_of(state.setting, state.scores)
    framed = options_of(resting(state), state.scores)
    top = round_up(1.4 * float(max(framed.without.max(), framed.with_you.max())), 4)
    at = options.nearest(state.reading.observed)
    place = WITHOUT_YOU + at
    ratio = float(options.log_ratios[at])
    layers: list[Layer] = [
        *_band(state, options, top),
        *_bars(state, options),
        *_names(state, options),
        Handle("observed", "reading.observed", place, 1.0, N_("observed option"), WITHOUT_YOU),
        _note(state, options, at, ratio, 0.9 * top),
    ]
    return Figure(
        identity,
        _title(state),
        assumption(state, options),
        _description(state, options, at, ratio),
        names_axis(state, options),
        Axis(N_("probability"), 0.0, top, tuple(tick for tick in ticks(0.0, top, 4) if tick <= 1)),
        tuple(layers),
        Table(
            (N_("released option"), *_distribution_names(state, options)),
            ("released", "without_you", "with_you"),
            (options.names, options.without, options.with_you),
        ),
        settings=wording.settings(state),
    )


def hides_an_answer(state: State) -> bool:
    """Whether one person's own answer is released: nobody is then in or out of the data."""
    return not mechanism_of(state).norm


def _title(state: State) -> Sentence:
    if hides_an_answer(state):
        return N_("The given answer, for two true answers")
    return N_("The released option, with and without you")


def _distribution_names(state: State, options: Options) -> tuple[Sentence, Sentence]:
    """The names of the two distributions."""
    if hides_an_answer(state):
        first, second = options.names[:2]
        return N_("true: {answer}", answer=first), N_("true: {answer}", answer=second)
    return N_("without you"), N_("with you")


def _note(state: State, options: Options, at: int, log_ratio: float, height: float) -> Note:
    name, place = options.names[at], float(WITHOUT_YOU + at)
    if hides_an_answer(state):
        return answer_note(state, name, (options.names[0], options.names[1]), log_ratio, place, height)
    return reading_note(state, name, log_ratio, place, height)


def _description(state: State, options: Options, at: int, log_ratio: float) -> Sentence:
    ratio = times(log_ratio)
    if hides_an_answer(state):
        return N_(
            "Probabilities of {count} answers if {first} is true and if {second} is; {option} is "
            "{ratio:2} times as likely if {second} is true",
            count=len(options.names),
            first=options.names[0],
            second=options.names[1],
            option=options.names[at],
            ratio=ratio,
        )
    return N_(
        "Probabilities of {count} options without and with you; {option} is {ratio:2} times as "
        "likely with you",
        count=len(options.names),
        option=options.names[at],
        ratio=ratio,
    )


def assumption(state: State, options: Options) -> Sentence:
    """The release, and how many of its options are drawn."""
    said = wording.release(state)
    if options.total <= len(options.names):
        return said
    return N_(
        "{release}; the {shown} most likely of {all} options",
        release=said,
        shown=len(options.names),
        all=options.total,
    )


def _band(state: State, options: Options, top: float) -> list[Layer]:
    """Everything within a factor e^ε of the blue bars; what the other distribution has above it is δ."""
    factor = math.exp(state.target.epsilon)
    x, without = stepped(options.places, options.without)
    upper = read_only(np.minimum(without * factor, 1.5 * top))
    band = Area("band", x, read_only(without / factor), upper, "without", 0.10)
    if mechanism_of(state).pure:
        return [band]
    most = np.minimum(options.without * factor, 1.5 * top)
    return [band, boxes_above(options.places, most, options.with_you)]


def boxes_above(places: Floats, most: Floats, with_you: Floats) -> Area:
    """What the bars with you have above the band: δ, as boxes on the heads of these very bars."""
    x = np.repeat(places, 4) + np.tile([0.02, 0.02, 0.40, 0.40], len(places))
    low = np.repeat(most, 4)
    high = np.repeat(np.maximum(most, with_you), 4)
    high[0::4], high[3::4] = most, most
    return Area("delta", read_only(x), read_only(low), read_only(high), "with", 0.45)


def _bars(state: State, options: Options) -> list[Layer]:
    """Both distributions, side by side at each option."""
    x, names = options.places, _distribution_names(state, options)
    without = Bars("without", read_only(x - 0.21), options.without, 0.38, "without")
    with_you = Bars("with", read_only(x + 0.21), options.with_you, 0.38, "with", outlined=True)
    told = [_told(options, each) for each in (options.without, options.with_you)]
    return [
        replace(without, name=names[0], aside=-0.21, told=told[0]),
        replace(with_you, name=names[1], aside=0.21, told=told[1]),
    ]


def _told(options: Options, probabilities: Floats) -> Told:
    """The probability of each option, and its name: the axis carries only some of many."""
    columns = ("mass", probabilities), ("each", options.names)
    return Told((N_("probability {mass}"), EACH), columns)


def _names(state: State, options: Options) -> list[Layer]:
    """Each distribution is named at the option that it favours most over the other."""
    favour = options.with_you - options.without
    without, with_you = int(np.argmin(favour)), int(np.argmax(favour))
    if without == with_you:
        return []
    words = _distribution_names(state, options)
    right = max(without, with_you)
    beside = abs(with_you - without) <= _CLOSE and right < len(options.names) - 1
    return [
        _name(
            "without-name", without, -0.21, options.without, words[0], "without", beside and without == right
        ),
        _name("with-name", with_you, 0.21, options.with_you, words[1], "with", beside and with_you == right),
    ]


def _name(
    identity: str, at: int, aside: float, probabilities: Floats, words: Sentence, colour: str, beside: bool
) -> Note:
    """The name of a distribution above one of its bars; to its right where another name is near."""
    place = "right" if beside else "above"
    x = float(WITHOUT_YOU + at + aside)
    return Note(identity, x, float(probabilities[at]), (words,), colour, place, stressed=0, halo=True)
