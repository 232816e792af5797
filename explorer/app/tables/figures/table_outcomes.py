"""Two probability tables outcome by outcome: bars of P and Q."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.app.core.state import State
from explorer.app.core.table_pair import columns_in
from explorer.app.plotting.figure import Answers, Axis, Figure, Floats, Picture, Table, read_only
from explorer.app.plotting.layers import Bars, Layer, Note
from explorer.app.plotting.ticks import round_up, ticks
from explorer.app.tables.table_readings import assumption, settings
from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.pairs.table_text import TwoColumns

MOST = 1000  # outcomes that are drawn
_OUTLINED = 16  # up to so many bars have an outline: among more it would be all that is seen
_NAMED = 8  # up to so many are named on the axis, more are numbered
_NUMBERED = 10  # numbers on the axis, about
_LONGEST = 12  # characters of a name on the axis


class TableOutcomes(Picture):
    """The probability of each outcome on the dataset, P, and on its neighbour, Q."""

    id = "table-outcomes"
    order = 100
    title = N_("P and Q, outcome by outcome")
    source = "Dwork & Roth 2014, Definition 2.4"
    reads = ("tables",)

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        text = state.tables.valid[0]
        columns = columns_in(text)
        shown, one, other = _drawn(text)
        all_of = len(columns.one)
        top = round_up(1.15 * float(max(one.max(), other.max())), 4)
        x = np.arange(1.0, len(shown) + 1)
        layers: list[Layer] = [
            *_bars(x, one, other),
            *_names(one, other),
        ]
        said = assumption(state)
        if len(shown) < all_of:
            said = N_(
                "the {shown} of {all} outcomes whose P and Q differ most; {said}",
                shown=len(shown),
                all=all_of,
                said=said,
            )
        return Figure(
            TableOutcomes.id,
            TableOutcomes.title,
            said,
            _description(columns, shown, one, other),
            _axis(columns, shown),
            Axis(N_("probability"), 0.0, top, tuple(tick for tick in ticks(0.0, top, 4) if tick <= 1)),
            tuple(layers),
            _table(text),
            settings=settings(state),
        )


@lru_cache(maxsize=4)
def _floats(text: str) -> tuple[Floats, Floats]:
    """Both columns as doubles: (n,) each."""
    columns = columns_in(text)
    one, other = (np.array([float(each) for each in column]) for column in (columns.one, columns.other))
    return read_only(one), read_only(other)


@lru_cache(maxsize=4)
def _drawn(text: str) -> tuple[NDArray[np.intp], Floats, Floats]:
    """Which outcomes are drawn, in their order, with their P and Q."""
    one, other = _floats(text)
    shown: NDArray[np.intp] = np.arange(len(one))
    if len(one) > MOST:
        shown = np.sort(np.argsort(-np.abs(one - other), kind="stable")[:MOST])
    shown.setflags(write=False)
    return shown, read_only(one[shown]), read_only(other[shown])


def _named(columns: TwoColumns) -> bool:
    return any(columns.labels)


def _label(columns: TwoColumns, at: int) -> str:
    """The name of an outcome, or its number where it has none."""
    return columns.labels[at] if _named(columns) else str(at + 1)


def _axis(columns: TwoColumns, shown: NDArray[np.intp]) -> Axis:
    ends = 0.3, len(shown) + 0.7
    if _named(columns) and len(shown) <= _NAMED:
        names = tuple(verbatim(_short(columns.labels[at])) for at in shown)
        return Axis(N_("outcome"), *ends, tuple(range(1, len(shown) + 1)), names)
    stride = max(1, math.ceil(len(shown) / _NUMBERED))
    places = tuple(float(at) for at in range(1, len(shown) + 1, stride))
    numbers = tuple(N_("{value:plain}", value=int(shown[int(place) - 1]) + 1) for place in places)
    return Axis(N_("outcome, by number"), *ends, places, numbers)


def _short(label: str) -> str:
    return label if len(label) <= _LONGEST else label[: _LONGEST - 1] + "…"


def _names(one: Floats, other: Floats) -> list[Layer]:
    """Each table is named above the bar that it has most over the other."""
    found: list[Layer] = []
    for name, own, rest, aside, colour in (
        ("P", one, other, -0.21, "with"),
        ("Q", other, one, 0.21, "without"),
    ):
        at = int(np.argmax(own - rest))
        words = (verbatim(name),)
        found.append(
            Note(
                f"{name}-name", at + 1 + aside, float(own[at]), words, colour, "above", stressed=0, halo=True
            )
        )
    return found


def _description(columns: TwoColumns, shown: NDArray[np.intp], one: Floats, other: Floats) -> Sentence:
    at = int(np.argmax(np.abs(one - other)))
    return N_(
        "Probabilities of {count} {count:outcome|outcomes}; P and Q differ most at “{label}”: {one:4} "
        "and {other:4}",
        count=len(shown),
        label=_label(columns, int(shown[at])),
        one=float(one[at]),
        other=float(other[at]),
    )


@lru_cache(maxsize=4)
def _table(text: str) -> Table:
    """All outcomes, also those that are not drawn."""
    columns = columns_in(text)
    labels = tuple(_label(columns, at) for at in range(len(columns.one)))
    return Table(
        (N_("outcome"), verbatim("P"), verbatim("Q")), ("outcome", "p", "q"), (labels, *_floats(text))
    )


def _bars(x: Floats, one: Floats, other: Floats) -> list[Layer]:
    """Both probabilities, side by side at each outcome."""
    outlined = len(x) <= _OUTLINED
    return [
        Bars("p", read_only(x - 0.21), one, 0.38, "with", outlined=outlined, name=verbatim("P"), aside=-0.21),
        Bars("q", read_only(x + 0.21), other, 0.38, "without", name=verbatim("Q"), aside=0.21),
    ]
