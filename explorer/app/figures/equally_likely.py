"""Fifty equally likely results: a distribution that can be counted."""

from __future__ import annotations

import math

import numpy as np

from explorer.app import wording
from explorer.app.figure import Answers, Axis, Figure, Floats, Handle, Picture, Points, Table, read_only
from explorer.app.figures.released_value import value_range
from explorer.app.state import WITHOUT_YOU, State, additive_for, additive_of
from explorer.app.ticks import ticks
from explorer.mark import N_

RESULTS = 50
_COLUMNS = 30
_TALLEST = 9


class EquallyLikely(Picture):
    """The quantile dot plot of the released value, with a threshold that counts dots."""

    id = "equally-likely"
    order = 40
    title = N_("Fifty equally likely results")
    source = "Kay, Kola, Hullman & Munson 2016"
    reads = ("setting", "framed", "reading")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        low, high = value_range(state.framed)
        results = likely_results(state)
        column = _column_width(state, low, high)
        x, y, pitch = stacked(results, column)
        threshold = threshold_of(state)
        above = results > threshold
        tallest = _tallest(state, column)
        step = 1.0 if additive_of(state).discrete else column
        count = int(above.sum())
        said = N_(
            "{count} of {all} results are above {threshold:5}",
            count=count,
            all=RESULTS,
            threshold=threshold,
        )
        return Figure(
            EquallyLikely.id,
            EquallyLikely.title,
            N_("the true count is {count}; {release}", count=WITHOUT_YOU, release=wording.release(state)),
            said,
            Axis(
                N_("released count"),
                low - 0.7 * column,
                high + 0.7 * column,
                ticks(low, high, 10, whole=high - low > 6),
            ),
            Axis(N_("results"), 0.0, tallest, ()),
            (
                Points("below", x[~above], y[~above], "without", 0.86 * pitch, in_data=True),
                Points("above", x[above], y[above], "with", 0.86 * pitch, in_data=True),
                Handle("threshold", "reading.threshold", threshold, step, said),
            ),
            Table((N_("result"), N_("released count")), ("result", "released"), (_ranks(), results)),
            settings=wording.settings(state),
        )


def threshold_of(state: State) -> float:
    """The threshold: between two whole numbers where only whole numbers are released."""
    threshold = state.reading.threshold
    return math.floor(threshold) + 0.5 if additive_of(state).discrete else threshold


def _tallest(state: State, column: float) -> float:
    """The height of the picture: the tallest stack of the settled state, so that it rests during a drag."""
    framed = additive_for(state.framed)
    _, y, _ = stacked(WITHOUT_YOU + framed.quantile(_shares()), column)
    return float(y.max()) + 1.4


def _shares() -> Floats:
    return (np.arange(RESULTS) + 0.5) / RESULTS


def _ranks() -> Floats:
    return read_only(np.arange(1.0, RESULTS + 1))


def likely_results(state: State) -> Floats:
    """The quantiles of the released value at 1/100, 3/100, …, 99/100."""
    return read_only(WITHOUT_YOU + additive_of(state).quantile(_shares()))


def _column_width(state: State, low: float, high: float) -> float:
    width = (high - low) / _COLUMNS
    return float(max(1, math.ceil(width))) if additive_of(state).discrete else width


def stacked(results: Floats, column: float) -> tuple[Floats, Floats, float]:
    """Each result in the column nearest to it, on top of those already there.

    Columns are centred on the middle result, so that a symmetric law looks symmetric. Returns x, height
    and the distance of neighbours.
    """
    place = np.rint((results - WITHOUT_YOU) / column)
    rank = np.array([int(np.sum(place[:index] == each)) for index, each in enumerate(place)])
    abreast = max(1, math.ceil((rank.max() + 1) / _TALLEST))  # a crowded column stands in ranks of several
    aside = (rank % abreast - (abreast - 1) / 2) * column / (abreast + 1)
    pitch = column / (abreast + 1) if abreast > 1 else column
    return read_only(WITHOUT_YOU + place * column + aside), read_only(rank // abreast + 0.6), pitch
