"""Whose releases the year holds: groups of people, and what groups that share nobody cost together.

Releases of the same people add up under each bound. Groups that share nobody are composed in parallel,
where the person has stated that they do; else all of them add up, which is always true.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from explorer.app.core.schedule import Schedule
from explorer.app.core.setting import Setting
from explorer.app.core.state import State
from explorer.app.plotting.ticks import round_up
from explorer.privacy.accounting.groups import parallel
from explorer.privacy.accounting.heterogeneous_totals import Total, no_total
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.status import Kind, Status
from explorer.privacy.target import Neighbours


def top_of(state: State) -> float:
    """The end of the axis of total ε: a round number above the budget and above what basic composition says.

    Every other bound that is not above basic composition fits too, so that no bar is cut off at rest.
    """
    lines = state.schedule.releases
    added = [
        (group, math.fsum(lines[row].count * lines[row].setting.target.epsilon for row in group.rows))
        for group in groups(state)
    ]
    each = [(group, Total("sequential", math.nan, sum_of, 0.0, Kind.UPPER)) for group, sum_of in added]
    return round_up(max(1.2 * state.composing.total_epsilon, 1.05 * together(state, each).epsilon), 3)


ANSWER = "answer"  # the unit of who hides an answer


@dataclass(frozen=True, slots=True)
class Group:
    """Lines of the plan whose releases are of the same people; `delta` is what they may spend of it."""

    people: str
    rows: tuple[int, ...]
    delta: float


def protection(setting: Setting) -> tuple[str, Neighbours]:
    """The unit of privacy, and the neighbouring relation; those of a person's own answer are its own."""
    if _hides_an_answer(setting):
        return ANSWER, Neighbours.SUBSTITUTE
    return setting.target.unit, setting.target.neighbours


def _hides_an_answer(setting: Setting) -> bool:
    """Whether each person hides an own answer: that they are asked, and in which group, is no secret."""
    return not every_mechanism()[setting.mechanism].norm


def groups(state: State) -> tuple[Group, ...]:
    """The lines by their people, in the order of their first; all of them one where they are not apart.

    Where one unit may leave a group and join another, each may spend half of the total δ.
    """
    schedule, total = state.schedule, state.composing.total_delta
    if not schedule.apart:
        everybody = tuple(range(len(schedule.releases)))
        return (Group("", everybody, total),) if everybody else ()
    found: dict[str, tuple[int, ...]] = {}
    for row, each in enumerate(schedule.releases):
        found[each.people] = (*found.get(each.people, ()), row)
    moving = _moving([schedule.releases[rows[0]].setting for rows in found.values()])
    return tuple(
        Group(people, rows, total / 2 if moves else total)
        for (people, rows), moves in zip(found.items(), moving, strict=True)
    )


def _moving(settings: Sequence[Setting]) -> tuple[bool, ...]:
    """Which groups one unit may leave for another: those of data, if several, one of them for substitute."""
    held = [each.target.neighbours for each in settings if not _hides_an_answer(each)]
    several = len(held) > 1 and Neighbours.SUBSTITUTE in held
    return tuple(several and not _hides_an_answer(each) for each in settings)


def labels(schedule: Schedule) -> tuple[str, ...]:
    """The groups of people that the plan names, each once."""
    return tuple(dict.fromkeys(each.people for each in schedule.releases))


def together(state: State, each: Sequence[tuple[Group, Total]]) -> Total:
    """One total of all groups, in parallel, under the name of the bound that the dearest group has.

    Each group's (ε, δ) holds under its own unit and neighbours. Who is in which group may be a secret:
    what is substituted may leave one group and join another, whatever the unit there. A person's own
    answer stays in its group, so that the largest stands. Two groups added make an upper bound only,
    however exactly each is known.
    """
    missing = next((total for _, total in each if math.isnan(total.epsilon)), None)
    if missing is not None:
        return no_total(missing.bound, missing.reason, missing.status)
    totals = [total for _, total in each]
    dearest = max(totals, key=lambda total: total.epsilon)
    if len(totals) == 1:
        return dearest
    settings = [state.schedule.releases[group.rows[0]].setting for group, _ in each]
    moving = _moving(settings)
    costs = [(total.epsilon, total.delta) for total in totals]
    moved = parallel(
        [cost for cost, moves in zip(costs, moving, strict=True) if moves],
        [setting.target.neighbours for setting, moves in zip(settings, moving, strict=True) if moves],
    )
    epsilon, delta = (max(alike) for alike in zip(moved, *costs, strict=True))
    known = not any(moving) and len({total.kind for total in totals}) == 1
    statuses = [total.status for total in totals]
    return Total(
        dearest.bound,
        max(total.lower for total in totals) if known and dearest.kind is Kind.BRACKET else math.nan,
        epsilon,
        delta,
        dearest.kind if known else Kind.UPPER,
        Status.CONFIRMED if Status.CONFIRMED in statuses else Status.PROVEN,
        next((total.reason for total in totals if total.reason), None),
    )
