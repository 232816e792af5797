"""The year's releases in a session: what a person planned, as JSON's own values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from explorer.app.core.schedule import (
    LONGEST_NAME,
    LONGEST_PEOPLE,
    MOST_ROWS,
    OFTEN,
    TIMES,
    Schedule,
    ScheduledRelease,
    one_line,
    parameter_of,
)
from explorer.app.core.setting import Setting


def schedule_kept(schedule: Schedule, setting_kept: Callable[[Setting], dict[str, Any]]) -> dict[str, Any]:
    """The plan as JSON; which line is in hand is nothing that is kept."""
    lines = [
        {
            "name": each.name,
            "setting": setting_kept(each.setting),
            "often": each.often,
            "times": each.times,
            "first": each.first,
            "people": each.people,
        }
        for each in schedule.releases
    ]
    return {"disjoint": schedule.disjoint, "releases": lines}


def schedule_of(given: dict[str, Any], setting_of: Callable[[dict[str, Any]], Setting]) -> Schedule:
    """The plan that `schedule_kept` kept; a key that is lacking has its default.

    Raises
    ------
    Refusal, ValueError, KeyError, TypeError
        A value in it cannot be.
    """
    lines = tuple(_line(each, setting_of) for each in given.get("releases", []))
    if len(lines) > MOST_ROWS or len({each.name for each in lines}) < len(lines):
        raise ValueError("releases")
    disjoint = given.get("disjoint", False)
    if not isinstance(disjoint, bool):
        raise TypeError("disjoint")
    return Schedule(lines, disjoint)


def _line(given: dict[str, Any], setting_of: Callable[[dict[str, Any]], Setting]) -> ScheduledRelease:
    name, people, often = given["name"], given.get("people", ""), given.get("often", "monthly")
    if one_line(name, LONGEST_NAME) != name or not name or one_line(people, LONGEST_PEOPLE) != people:
        raise ValueError("name")
    if often not in (*OFTEN, TIMES):
        raise ValueError("often")
    first, times = (_whole(given.get(each, 1), each) for each in ("first", "times"))
    return ScheduledRelease(name, setting_of(given["setting"]), often, people, first, times)


def _whole(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(name)
    return round(parameter_of(None, name).check(float(value)))
