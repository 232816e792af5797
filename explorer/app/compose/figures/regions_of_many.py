"""False alarms against misses of 1, 2, 5, 10 and k releases: how the room for doubt closes."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import numpy as np

from explorer.app.compose.loss_marks import dash_of_many, with_reason
from explorer.app.compose.repeated_release import (
    RATES,
    Region,
    Regions,
    regions_of,
    repeated_settings,
    standing,
    together,
)
from explorer.app.core import wording
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.plotting.comparison_curves import OWN
from explorer.app.plotting.figure import Answers, Axis, Figure, Picture, Table, read_only
from explorer.app.plotting.layers import Area, Dash, Layer, Line, Note
from explorer.mark import N_, Rounding, Sentence, at_least

_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
_SAID = 0.05  # the false-alarm rate that the description reads the curve at
_ASIDE = 0.62  # of the picture's width
_RARE = 0.01  # a smaller miss rate there is a curve that lies on the axes
_UP = 0.85  # of the height: above guessing, where no curve is
_GROUND = 0.04  # of the height: lower names would stand on the axis
_APART = 0.045  # names on the diagonal, nearer to each other, would stand on each other


class RegionsOfManyPicture(Picture):
    """Below each curve no test gets: one curve a k, the worst case at the last, and guessing."""

    id = "regions-of-many"
    order = 53
    title = N_("Privacy regions of k releases")
    source = "Kairouz, Oh & Viswanath 2015, Theorem 3.3; Dong, Roth & Su 2022"
    reads = ("setting", "composing")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        answer, now = standing(regions_of(state), answers)
        found = cast("Regions | None", answer)
        layers: list[Layer] = [
            Line("guessing", RATES, read_only(1 - RATES), "faint", Dash.EXACT, 1.0, N_("random guessing"))
        ]
        if found is not None:
            layers += _regions(state, found, now)
        return Figure(
            RegionsOfManyPicture.id,
            RegionsOfManyPicture.title,
            with_reason(found.reason if found is not None and now else None, together(state)),
            _description(state, found if now else None),
            Axis(N_("false-positive rate"), 0.0, 1.0, _TICKS),
            Axis(N_("false-negative rate"), 0.0, 1.0, _TICKS),
            tuple(layers),
            _table(state, found if now else None),
            pending=not now,
            settings=repeated_settings(state),
        )

    @staticmethod
    def wanted(state: State) -> tuple[Request, ...]:
        return (regions_of(state),)


def _regions(state: State, found: Regions, now: bool) -> list[Layer]:
    layers: list[Layer] = []
    worst = found.worst
    if found.own:
        ground = read_only(np.zeros(len(RATES)))
        layers.append(Area("unreached", RATES, ground, found.own[-1].misses, OWN, 0.13 if now else 0.06))
    layers.append(_worst(worst, dimmed=not now or wording.broken(state) is not None))
    if now and found.own and found.own[-1].count == worst.count and _hardly(found.own[-1]) < _RARE:
        layers.append(_closed(found.own[-1]))
    named: list[float] = []
    for each in reversed(found.own):
        present, at = each.count == worst.count, _middle(each)
        dash, width = dash_of_many(state, each.exact), 2.6 if present else 1.3
        colour = OWN if present else "muted"
        line = Line(f"own-{each.count}", RATES, each.misses, colour, dash, width, dimmed=not now)
        towards = Rounding.DOWN if dash is Dash.UPPER else None
        layers.append(replace(line, name=N_("k = {count}", count=each.count), towards=towards))
        if each.count == 1 < worst.count:
            layers.append(_name_above(each))
        elif all(abs(at - other) > _APART for other in named):
            named.append(at)
            layers.append(_name(each, at, present))
    return layers


def _worst(region: Region, dimmed: bool) -> Line:
    """What any mechanisms of this ε and δ leave, named well away from the names on the diagonal."""
    words = N_("worst case, k = {count}", count=region.count)
    at = (_ASIDE, max(_GROUND, float(np.interp(_ASIDE, RATES, region.misses))))
    line = Line("worst", RATES, region.misses, "exact", Dash.UPPER, 1.5, words, at, dimmed=dimmed)
    return replace(line, towards=Rounding.DOWN)


def _middle(region: Region) -> float:
    """Where misses and false alarms are alike."""
    return float(np.interp(0.0, RATES - region.misses, RATES))


def _hardly(region: Region) -> float:
    """The miss rate at the false-alarm rate that is said in words."""
    return float(np.interp(_SAID, RATES, region.misses))


def _closed(region: Region) -> Note:
    """In words, where the curve cannot be told from the axes."""
    values: dict[str, object] = {"count": region.count, "rate": _SAID, "misses": _hardly(region)}
    least = at_least(_hardly(region))
    if region.exact:
        lines = (
            N_("after {count} {count:release|releases} the best test is nearly perfect", **values),
            N_("false-negative rate {misses:percent} at a false-positive rate of {rate:percent}", **values),
        )
    else:
        lines = (
            N_("after {count} {count:release|releases} a nearly perfect test is not ruled out", **values),
            N_(
                "false-negative rate ≥ {misses:percent} at a false-positive rate of {rate:percent}",
                **(values | {"misses": least}),
            ),
        )
    note = Note("closed", 1.0, _UP, lines, OWN, "left", stressed=0, halo=True)
    return replace(note, free=True, brief=lines[1:])


def _name(region: Region, at: float, present: bool) -> Note:
    at = max(at, _GROUND)
    words = (N_("k = {count}", count=region.count),)
    colour = OWN if present else "muted"
    stressed = 0 if present else -1
    return Note(f"name-{region.count}", at, at, words, colour, "right", stressed=stressed, halo=True)


def _name_above(region: Region) -> Note:
    """One release: above its curve, where the others lie below."""
    at = float(np.interp(_ASIDE, RATES, region.misses))
    return Note("name-1", _ASIDE, at, (N_("k = {count}", count=1),), "muted", "above", halo=True)


def _description(state: State, found: Regions | None) -> Sentence:
    count = state.composing.count
    if found is None or not found.own or found.own[-1].count != count:
        return N_(
            "False-positive and false-negative rates of any test after up to {count} "
            "{count:release|releases}",
            count=count,
        )
    first, last, worst = (
        float(np.interp(_SAID, RATES, each.misses)) for each in (found.own[0], found.own[-1], found.worst)
    )
    return N_(
        "At a false-positive rate of {rate:percent} the false-negative rate of any test is at "
        "least {first:percent} after one release and at least {last:percent} after {count}; with "
        "any mechanism of this (ε, δ) it is at least {worst:percent}",
        rate=_SAID,
        first=at_least(first),
        last=at_least(last),
        worst=at_least(worst),
        count=count,
    )


def _table(state: State, found: Regions | None) -> Table:
    shown = (*found.own, found.worst) if found is not None else ()
    own = found.own if found is not None else ()
    headings = [N_("false-negative rate at k = {count}", count=each.count) for each in own]
    names = [f"miss_rate_{each.count}" for each in own]
    if found is not None:
        headings.append(N_("false-negative rate, worst case"))
        names.append("miss_rate_worst_case")
    columns = tuple(each.misses for each in shown)
    return Table(
        (N_("false-positive rate"), *headings),
        ("false_alarm_rate", *names),
        (RATES, *columns),
        dict.fromkeys(names, Rounding.DOWN),
    )
