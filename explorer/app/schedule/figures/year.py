"""The year at a glance: what all releases so far cost together, month by month, against the budget."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from explorer.app.core import wording
from explorer.app.core.request import Request
from explorer.app.core.schedule import MONTHS
from explorer.app.core.state import State
from explorer.app.plotting.figure import Answers, Axis, Figure, Floats, Picture, Table, read_only
from explorer.app.plotting.layers import Bars, Dash, Handle, Layer, Line, Note, Points
from explorer.app.plotting.palette import bound_colour
from explorer.app.plotting.ticks import ticks
from explorer.app.schedule import year_readings, year_totals
from explorer.mark import N_, Rounding, Sentence, at_most
from explorer.privacy.status import Kind

_FOOT = 0.16  # of the axis, below zero: room for the marks of the releases
_NAMED = (1.0, 4.0, 7.0, 10.0)  # months: more names would stand on each other in a small card
_NAMES = tuple(MONTHS[int(month) - 1] for month in _NAMED)
_TORN = (0.83, 0.88)  # of the axis: where what is higher than the picture is torn off
_APART = 0.2  # of the axis, that two totals must lie apart for both to be named
COLOURS = {"heterogeneous": bound_colour("optimal", 0)}


def colour_of(bound: str) -> str:
    """The colour of a bound; the optimum keeps its own whether its releases are alike or not."""
    return COLOURS.get(bound) or bound_colour(bound, 0)


def assumption(state: State) -> Sentence:
    """How many releases, at which total δ, for whom."""
    releases = state.schedule.releases
    if not releases:
        return N_("total δ = {total}", total=state.composing.total_delta)
    kinds = tuple(dict.fromkeys(_protected(state, each.rows[0]) for each in year_totals.groups(state)))
    return N_(
        "releases in the year: {count}; total δ = {total}; {units}",
        count=sum(each.count for each in releases),
        total=state.composing.total_delta,
        units=kinds,
    )


def _protected(state: State, row: int) -> Sentence:
    unit, neighbours = year_totals.protection(state.schedule.releases[row].setting)
    if unit == "answer":
        return N_("one person's own answer, substitute")
    whom = wording.UNITS.get(unit) or N_("one {unit}", unit=unit)
    return N_("{whom} ({neighbours})", whom=whom, neighbours=wording.NEIGHBOURS[neighbours])


class Year(Picture):
    """Bars of the least total that is proven so far; a dashed stair above them: basic composition."""

    id = "year"
    order = 58
    title = N_("The year's releases")
    source = "Murtagh & Vadhan 2016; Canonne, Kamath & Steinke 2020; Doroshenko et al. 2022"
    reads = ("schedule", "composing")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        empty, top = _empty(state), state.schedule.top
        found = year_readings.months(state, answers) if empty is None else None
        layers: list[Layer] = []
        if found is not None:
            layers = [*_bars(state, found, answers), *_marks(state), *_budget(state), *_handle(state)]
        return Figure(
            Year.id,
            Year.title,
            assumption(state),
            N_("The total ε of the releases so far, by the end of each of twelve months"),
            Axis(N_("month"), 0.4, 12.6, () if empty else _NAMED, () if empty else _NAMES),
            Axis(N_("total ε"), -_FOOT * top, top, () if empty else ticks(0.0, top, 3)),
            tuple(layers),
            _table(found),
            pending=found is not None and not found.current,
            empty=empty,
            settings=_settings(state),
        )

    @staticmethod
    def wanted(state: State) -> tuple[Request, ...]:
        return year_totals.wanted(state)


def _empty(state: State) -> Sentence | None:
    if not state.schedule.releases:
        return N_("Nothing is planned yet: add the current release, or open an example year")
    if year_totals.conflicts(state):
        return N_("No total: not all lines can be composed. The reason is beside each line")
    return None


def _bars(state: State, found: year_readings.Months, answers: Answers) -> list[Layer]:
    """Both totals, no higher than the picture; the last of each told in words."""
    top, place = state.schedule.top, np.arange(1.0, 13.0)
    cost = year_readings.best(state, answers)
    colour = colour_of(cost.total.bound) if cost is not None else "faint"
    opacity = 0.9 if found.current else 0.4
    whole = found.current and not (np.asarray(found.best) > top).any()  # what is cut off answers nothing
    name = N_("total so far") if whole else None
    layers: list[Layer] = [
        Bars(
            "best",
            _locked(place),
            _within(found.best, top),
            0.7,
            colour,
            opacity,
            name=name,
            kind=Kind.UPPER,
            towards=Rounding.UP,
        )
    ]
    total, added = found.best[-1], found.adding[-1]
    if not math.isnan(added):
        stair = np.repeat(_within(found.adding, top), 2)
        steps = _locked(np.repeat(np.arange(0.5, 13.0), 2)[1:-1])
        adding = N_("basic composition") if added <= top else None  # cut off, it answers nothing
        line = Line("adding-up", steps, _locked(stair), "ink", Dash.UPPER, 1.4)
        layers.append(replace(line, name=adding, towards=Rounding.UP))
    layers += _torn(np.fmax(found.best, found.adding), top)
    if not math.isnan(total):
        layers.append(_total_note("best-total", total, top, N_("{total}", total=at_most(total)), colour))
    if math.isnan(total) or min(added, top) - min(total, top) > _APART * top:
        words = N_("basic composition {total}", total=at_most(added))
        if not math.isnan(added):
            layers.append(_total_note("added-total", added, top, words, "ink"))
    return layers


def _torn(totals: Floats, top: float) -> list[Layer]:
    """A tear across the months whose totals are higher than the picture, as while a hand moves."""
    beyond = np.flatnonzero(totals > top * (1 + 1e-9))
    if not beyond.size:
        return []
    x = np.arange(beyond[0] + 0.5, 12.76, 0.25)
    y = np.where(np.arange(len(x)) % 2 == 0, _TORN[0], _TORN[1]) * top
    return [Line("torn", _locked(x[x <= 12.5]), _locked(y[x <= 12.5]), "card", width=5.0)]


def _total_note(name: str, value: float, top: float, words: Sentence, colour: str) -> Note:
    return Note(name, 12.0, min(value, 0.94 * top), (words,), colour, "above", stressed=0, halo=True)


def _within(values: Sequence[float], top: float) -> Floats:
    return _locked(np.minimum(np.nan_to_num(np.array(values), nan=0.0), top))


def _locked(values: Floats) -> Floats:
    return read_only(np.array(values, dtype=np.float64))


def _marks(state: State) -> list[Layer]:
    """When something is released: a disc under the month; those of the line in hand in the accent."""
    schedule, layers = state.schedule, list[Layer]()
    for name, lines, colour, size in (
        ("releases", schedule.releases, "faint", 4.0),
        ("in-hand", (schedule.in_hand,) if schedule.in_hand else (), "accent", 7.0),
    ):
        x = [month for month in range(1, 13) if any(each.months[month - 1] for each in lines)]
        at = np.array(x, dtype=np.float64)
        layers.append(Points(name, at, np.full(len(at), -0.5 * _FOOT * schedule.top), colour, size))
    return layers


def _budget(state: State) -> list[Layer]:
    budget, top = state.composing.total_epsilon, state.schedule.top
    words = N_("budget {budget}", budget=budget)
    if budget > top:  # while it is dragged: the axis rests
        return []
    note = Note("budget-words", 0.5, budget, (words,), "ink", "above", stressed=0, halo=True)
    across, height = _locked(np.array([0.4, 12.6])), _locked(np.full(2, budget))
    line = Line("budget", across, height, "ink", Dash.UPPER, 1.4, name=N_("budget"), kind=Kind.EXACT)
    return [line, note]


def _handle(state: State) -> list[Layer]:
    """The first month of the line in hand."""
    planned = state.schedule.in_hand
    if planned is None:
        return []
    title = N_("first in {month}", month=MONTHS[planned.first - 1])
    return [Handle("first", "schedule.first", float(planned.first), 1.0, title, 1.0)]


def _table(found: year_readings.Months | None) -> Table:
    headings = (N_("month"), N_("basic composition"), N_("smallest proven total"))
    names = ("month", "adding_up", "least_proven")
    if found is None:
        nothing: Floats = np.zeros(0)
        return Table(headings, names, (nothing, nothing, nothing))
    best = found.best if found.current else (math.nan,) * 12
    columns = (np.arange(1.0, 13.0), np.array(found.adding), np.array(best))
    return Table(headings, names, tuple(map(_locked, columns)), dict.fromkeys(names[1:], Rounding.UP))


def _settings(state: State) -> dict[str, object]:
    return {
        "total_delta": state.composing.total_delta,
        "budget_epsilon": state.composing.total_epsilon,
        "releases": sum(each.count for each in state.schedule.releases),
        "groups_apart": state.schedule.disjoint,
    }
