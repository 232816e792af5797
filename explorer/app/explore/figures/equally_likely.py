"""Fifty equally likely results: a distribution that can be counted."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.app.core import wording
from explorer.app.core.setting import Setting
from explorer.app.core.state import WITHOUT_YOU, State, additive_for, additive_of, mechanism_for, mechanism_of
from explorer.app.explore.selection_bars import assumption, names_axis, options_of
from explorer.app.explore.simulated_draws import made_up
from explorer.app.plotting.distributions import compared, resting, result_range, stepped
from explorer.app.plotting.figure import Answers, Axis, Figure, Floats, Picture, Table, read_only
from explorer.app.plotting.layers import Dash, Handle, Layer, Line, Note, Points
from explorer.app.plotting.ticks import ticks
from explorer.app.plotting.told import EACH, Told
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import AdditiveNoise

RESULTS = 50
_COLUMNS = 22
_CROWDED = 10  # columns where the dots of the tallest would stand in ranks of several
_TALLEST = 18
_LOWEST = 9.0  # rows of room at least, so that the dots of a flat distribution stand close too
_ONE = N_("one of 50 equally likely results")
_NAMED = 3  # options, at most, that are named below the dots
_TRAIL = 3  # draws before the present one that are still seen


class EquallyLikely(Picture):
    """The quantile dot plot of the released value, with a threshold that counts dots, and simulated draws."""

    id = "equally-likely"
    order = 40
    title = N_("Fifty equally likely results")
    source = "Kay, Kola, Hullman & Munson 2016; Hullman, Resnick & Adar 2015"
    reads = ("setting", "framed", "pinned", "sensitivity_inputs", "scores", "reading")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        mechanism = mechanism_of(state)
        if isinstance(mechanism, AdditiveNoise):
            return _of_numbers(state, mechanism)
        return _of_options(state)


def _of_numbers(state: State, mechanism: AdditiveNoise) -> Figure:
    """Dots over the released count, counted at a threshold."""
    low, high = result_range(resting(state))
    results = likely_results(state)
    settled = _results(resting(state))
    column = _column_width(mechanism, low, high, settled)
    tallest = _tallest(settled, column, state)
    threshold = threshold_of(state)
    said = N_(
        "{count} of {all} results {count:is|are} above {threshold:5}",
        count=int((results > threshold).sum()),
        all=RESULTS,
        threshold=threshold,
    )
    whole = high - low > 6 or additive_for(resting(state)).discrete
    places = ticks(low, high, 10, whole=whole)
    released = wording.RELEASED[state.sensitivity_inputs.counted]
    dots = stacked(settled, column)[0]  # of which none may be cut
    ends = min(low, float(dots[0])) - 0.7 * column, max(high, float(dots.max())) + 0.7 * column
    axis = Axis(released, *ends, places)
    step = 1.0 if mechanism.discrete else column
    return Figure(
        EquallyLikely.id,
        EquallyLikely.title,
        _assumption(state, mechanism),
        said,
        axis,
        Axis(N_("results"), 0.0, tallest, ()),
        (
            *_pinned(state, axis, results, column),
            *_dots(results, threshold, column, released),
            *_drawn(state, axis, tallest),
            Handle("threshold", "reading.threshold", threshold, step, said),
        ),
        Table((N_("result"), released), ("result", "released"), (_ranks(), results)),
        settings=_settings(state),
    )


def _dots(results: Floats, threshold: float, column: float, released: Sentence) -> list[Layer]:
    x, y, pitch = stacked(results, column)
    layers: list[Layer] = []
    said = N_("{quantity} = {value}", quantity=released)
    for name, these, colour, words in (
        ("below", results <= threshold, "without", N_("not above {threshold:5}", threshold=threshold)),
        ("above", results > threshold, "ink", N_("above {threshold:5}", threshold=threshold)),
    ):
        dots = Points(name, x[these], y[these], colour, 0.86 * pitch, in_data=True, name=words, kind=_ONE)
        layers.append(replace(dots, told=Told((said,), (("value", read_only(results[these])),))))
    return layers


def _pinned(state: State, axis: Axis, results: Floats, column: float) -> list[Layer]:
    """The outline of the fifty dots of the setting that this one is compared with, in the same ranks."""
    setting = compared(state)
    if setting is None or not isinstance(mechanism_for(setting), AdditiveNoise):
        return []
    ends = _column_of(np.array([axis.low, axis.high]), column)
    columns = np.arange(ends[0], ends[1] + 1)
    counts = (columns[:, None] == _column_of(_results(setting), column)).sum(axis=1)
    heights = np.ceil(counts / _abreast(_column_of(results, column)))
    inner, y = stepped(columns, heights)
    x = np.clip(WITHOUT_YOU + column * inner, axis.low, axis.high)
    most = int(np.argmax(heights))
    at = (WITHOUT_YOU + column * float(columns[most] + 0.5), float(heights[most]))
    return [Line("pinned", read_only(x), y, "muted", Dash.EXACT, 1.2, N_("A"), at)]


def _of_options(state: State) -> Figure:
    """The same for a release that is one of several options: each has its dots above its name."""
    options = options_of(state.setting, state.scores)
    chosen = _chosen(state, state.setting)
    x, y, pitch = stacked(WITHOUT_YOU + chosen, 1.0, min(1.0, 0.2 + len(options.names) / 6))
    tallest = _tallest(WITHOUT_YOU + _chosen(state, resting(state)), 1.0, state)
    counts = np.bincount(chosen.astype(np.int64), minlength=len(options.names))
    most = int(np.argmax(counts))
    said = N_(
        "{count} of {all} results {count:is|are} “{option}”",
        count=int(counts[most]),
        all=RESULTS,
        option=options.names[most],
    )
    axis = names_axis(state, options, _NAMED)
    names = tuple(options.names[int(each)] for each in chosen)
    dots = Points("below", x, y, "without", 0.86 * pitch, in_data=True)
    return Figure(
        EquallyLikely.id,
        EquallyLikely.title,
        assumption(state, options),
        said,
        axis,
        Axis(N_("results"), 0.0, tallest, ()),
        (
            replace(dots, name=N_("released option"), kind=_ONE, told=Told((EACH,), (("each", names),))),
            *_drawn(state, axis, tallest),
        ),
        Table((N_("result"), N_("released option")), ("result", "released"), (_ranks(), names)),
        settings=_settings(state),
    )


def _chosen(state: State, setting: Setting) -> Floats:
    """Which option each of the fifty results is."""
    options = options_of(setting, state.scores)
    return np.array([float(options.drawn(share)) for share in _shares().tolist()])


def _assumption(state: State, mechanism: AdditiveNoise) -> Sentence:
    whole = state.sampling_rate >= 1
    words = (wording.TRUE if whole else wording.IN_SAMPLE)[state.sensitivity_inputs.counted]
    truth = Sentence(words.text, (("value", WITHOUT_YOU),))
    said = N_("{truth}; {release}", truth=truth, release=wording.release(state))
    if not whole:
        said = N_("{truth}, only the noise is shown; {release}", truth=truth, release=wording.release(state))
    if mechanism.running_totals and mechanism.coordinates > 1:
        return N_(
            "{release}; the noisiest of {count} running totals", release=said, count=mechanism.coordinates
        )
    if mechanism.coordinates > 1:
        return N_("{release}; one of {count} coordinates", release=said, count=mechanism.coordinates)
    return said


def _drawn(state: State, axis: Axis, tallest: float) -> list[Layer]:
    """The simulated draw that is looked at, and those just before it, fainter the older they are."""
    number = state.reading.draw
    if number == 0:
        return []
    layers: list[Layer] = []
    height = np.array([tallest - 0.75])
    for age in range(min(_TRAIL, number - 1), -1, -1):
        value = made_up(state.setting, number - age, state.scores)
        at = np.array([min(max(value, axis.low), axis.high)])
        size, opacity = (14.0, 1.0) if age == 0 else (9.0, 0.4 - 0.06 * age)
        name = N_("draw {number}", number=number - age)
        layers.append(Points(f"drawn-{age}", at, height, "ink", size, opacity=opacity, name=name))
    released = N_("{value:5}", value=value)
    if not isinstance(mechanism_of(state), AdditiveNoise):
        released = options_of(state.setting, state.scores).names[round(value - WITHOUT_YOU)]
    words = (N_("draw {number}", number=number), released)
    across = (float(at[0]) - axis.low) / (axis.high - axis.low)
    numbers = isinstance(mechanism_of(state), AdditiveNoise)
    left = across > (0.25 if numbers else 0.7)  # words rest in one corner until a draw gets there
    corner, side = (axis.low, "right") if left else (axis.high, "left")
    layers.append(Note("drawn-words", corner, float(height[0]), words, "ink", side, stressed=1, halo=True))
    return layers


def _settings(state: State) -> dict[str, object]:
    """What an exported picture says of itself: also which draw in it is made up."""
    number = state.reading.draw
    return wording.settings(state) | ({"made_up_draw": number} if number else {})


def threshold_of(state: State) -> float:
    """The threshold: between two whole numbers where only whole numbers are released."""
    threshold = state.reading.threshold
    return math.floor(threshold) + 0.5 if additive_of(state).discrete else threshold


def _tallest(settled: Floats, column: float, state: State) -> float:
    """The height of the picture: the tallest stack of the settled state, so that it rests during a drag."""
    _, y, _ = stacked(settled, column)
    return max(float(y.max()), _LOWEST) + (1.4 if state.reading.draw == 0 else 2.2)


def _shares() -> Floats:
    return (np.arange(RESULTS) + 0.5) / RESULTS


def _ranks() -> Floats:
    return read_only(np.arange(1.0, RESULTS + 1))


@lru_cache(maxsize=32)
def _results(setting: Setting) -> Floats:
    return read_only(WITHOUT_YOU + additive_for(setting).quantile(_shares()))


def likely_results(state: State) -> Floats:
    """The quantiles of the released value at 1/100, 3/100, …, 99/100."""
    return _results(state.setting)


def _column_width(mechanism: AdditiveNoise, low: float, high: float, settled: Floats) -> float:
    """Columns as narrow as dots can be seen; wider where those of a narrow distribution stand in ranks."""

    def width(columns: int) -> float:
        wide = (high - low) / columns
        return float(max(1, math.ceil(wide))) if mechanism.discrete else wide

    narrow = width(_COLUMNS)
    return narrow if _abreast(_column_of(settled, narrow)) == 1 else width(_CROWDED)


def _column_of(results: Floats, column: float) -> Floats:
    """The column of each result; columns are centred on the middle result."""
    return np.rint((results - WITHOUT_YOU) / column)


def _stacks(place: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where each stack begins in the sorted places, and how many dots it has."""
    ordered = np.sort(place)
    begins = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
    return begins, np.diff(np.append(begins, len(place)))


def _abreast(place: Floats) -> int:
    """In how many ranks the dots of the tallest column stand."""
    return math.ceil(int(_stacks(place)[1].max()) / _TALLEST)


def stacked(results: Floats, column: float, filled: float = 1.0) -> tuple[Floats, Floats, float]:
    """Each result in the column nearest to it, on top of those already there; `filled` of it is used.

    Columns are centred on the middle result, so that a symmetric distribution looks symmetric. Returns x,
    height and the distance of neighbours.
    """
    place = _column_of(results, column)
    begins, counts = _stacks(place)
    rank = np.empty(len(place), dtype=np.intp)
    rank[np.argsort(place, kind="stable")] = np.arange(len(place)) - np.repeat(begins, counts)
    abreast = _abreast(place)  # a crowded column stands in ranks of several
    pitch = filled * column / (abreast + 0.15) if abreast > 1 else column
    aside = (rank % abreast - (abreast - 1) / 2) * pitch
    x, y = WITHOUT_YOU + place * column + aside, np.asarray(rank // abreast + 0.6, dtype=np.float64)
    return read_only(x), read_only(y), pitch
