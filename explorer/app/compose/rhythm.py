"""Daily, weekly or monthly releases: a year of them is one choice, and k says how long they last."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from explorer.app.core.message import RhythmChosen
from explorer.app.core.refusals import accept
from explorer.app.core.rhythm import Rhythm
from explorer.app.core.state import State
from explorer.app.explore.updates import settled, with_room
from explorer.mark import N_, Sentence

COUNT = "composing.count"
TITLES: Mapping[Rhythm, Sentence] = MappingProxyType(
    {Rhythm.DAILY: N_("daily"), Rhythm.WEEKLY: N_("weekly"), Rhythm.MONTHLY: N_("monthly")}
)
_YEARS: Mapping[Rhythm, Sentence] = MappingProxyType(
    {
        Rhythm.DAILY: N_("daily for a year: {count} releases"),
        Rhythm.WEEKLY: N_("weekly for a year: {count} releases"),
        Rhythm.MONTHLY: N_("monthly for a year: {count} releases"),
    }
)
_LASTING: Mapping[Rhythm, tuple[Sentence, Sentence, Sentence]] = MappingProxyType(
    {
        Rhythm.DAILY: (
            N_("one release a day for {count} days"),
            N_("one release a day for a year"),
            N_("one release a day for {years:3} years"),
        ),
        Rhythm.WEEKLY: (
            N_("one release a week for {count} weeks"),
            N_("one release a week for a year"),
            N_("one release a week for {years:3} years"),
        ),
        Rhythm.MONTHLY: (
            N_("one release a month for {count} months"),
            N_("one release a month for a year"),
            N_("one release a month for {years:3} years"),
        ),
    }
)


def chosen(state: State, message: RhythmChosen) -> State:
    """A year of such releases; where they are not regular any more, k stays as it is."""
    if message.rhythm is None:
        return replace(state, composing=replace(state.composing, rhythm=None))
    rhythm = Rhythm(message.rhythm)
    composing = replace(state.composing, rhythm=rhythm, count=rhythm.per_year)
    return settled(with_room(accept(replace(state, composing=composing), COUNT), "composing"))


UPDATES: Mapping[type, Callable[[State, Any], State]] = MappingProxyType({RhythmChosen: chosen})


def of_a_year(rhythm: Rhythm) -> Sentence:
    """What choosing it sets."""
    return Sentence(_YEARS[rhythm].text, (("count", rhythm.per_year),))


def lasting(state: State) -> Sentence | None:
    """How long the releases last; None where they are not regular, or there is but one."""
    rhythm, count = state.composing.rhythm, state.composing.count
    if rhythm is None or count == 1:
        return None
    short, year, years = _LASTING[rhythm]
    if count < rhythm.per_year:
        return Sentence(short.text, (("count", count),))
    if count == rhythm.per_year:
        return year
    return Sentence(years.text, (("years", count / rhythm.per_year),))
