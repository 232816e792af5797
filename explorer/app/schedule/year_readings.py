"""What is known now of the year's totals: at once where it is closed, from the background where it is not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from explorer.app.core.state import State
from explorer.app.plotting.figure import Answers
from explorer.app.schedule.year_totals import (
    Group,
    Running,
    Total,
    Totalled,
    closed_totals,
    conflicts,
    groups,
    guarantees,
    made_of,
    monthly_steps,
    running_question,
    together,
    total_question,
)
from explorer.mark import N_, compared
from explorer.privacy.accounting.heterogeneous_totals import BOUNDS, no_total
from explorer.privacy.status import Status


@dataclass(frozen=True, slots=True)
class Cost:
    """One bound's total, and whether it is the answer to this very plan: else an older one stands in."""

    total: Total
    current: bool


@dataclass(frozen=True, slots=True, eq=False)
class LineCost:
    """What one line costs alone, and together with all lines of its people before it; NaN: not known.

    `apart` where it is the first of its people, others standing before: it does not add to those.
    """

    alone: float
    before: float
    current: bool
    apart: bool

    def __eq__(self, other: object) -> bool:
        return self._compared() == other._compared() if isinstance(other, LineCost) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._compared())

    def _compared(self) -> tuple[object, ...]:
        return compared(self.alone), compared(self.before), self.current, self.apart


@dataclass(frozen=True, slots=True)
class Months:
    """The running totals by the end of each of the twelve months; NaN where nothing is proven."""

    adding: tuple[float, ...]
    best: tuple[float, ...]
    current: bool


def costs_of(state: State, group: Group, answers: Answers) -> tuple[Cost, ...]:
    """The totals of one group under each of `BOUNDS`."""
    adding, concentrated = closed_totals(made_of(state.schedule, group), group.delta)
    question = total_question(state, group)
    found, current = _answer(question, answers)
    waiting = N_("being computed")
    slow = cast("tuple[Total, ...] | None", found) or (
        no_total("heterogeneous", waiting),
        no_total("numerical", waiting),
    )
    return (Cost(adding, True), Cost(slow[0], current), Cost(concentrated, True), Cost(slow[1], current))


def _answer(question: Totalled | Running, answers: Answers) -> tuple[object, bool]:
    """The answer; or the newest older one about as many releases of these people; or a rough one."""
    if question in answers:
        return answers[question], True
    for older in reversed(tuple(answers)):
        if _like(older, question):
            return answers[older], False
    first = replace(question, closed=True) if isinstance(question, Running) else question
    return answers.get(first), False


def _like(older: object, question: Totalled | Running) -> bool:
    if isinstance(older, Totalled) and isinstance(question, Totalled):
        return older.people == question.people and len(older.made) == len(question.made)
    if isinstance(older, Running) and isinstance(question, Running):
        alike = older.people == question.people and len(older.steps) == len(question.steps)
        return alike and not older.closed
    return False


def costs(state: State, answers: Answers) -> tuple[Cost, ...]:
    """The totals of the whole plan under each of `BOUNDS`; nothing where its lines do not add."""
    every = groups(state)
    if not every or conflicts(state):
        return ()
    each = [costs_of(state, group, answers) for group in every]
    return tuple(
        Cost(
            together(state, [(group, found[at].total) for group, found in zip(every, each, strict=True)]),
            all(found[at].current for found in each),
        )
        for at in range(len(BOUNDS))
    )


def least(found: Sequence[Cost]) -> Cost | None:
    """The smallest total that is a guarantee."""
    valid = [each for each in found if guarantees(each.total)]
    return min(valid, key=lambda each: each.total.epsilon, default=None)


def _settled(state: State, group: Group, answers: Answers) -> float:
    """The smallest total of a group; NaN where it has none, or while one is of another plan."""
    found = costs_of(state, group, answers)
    final = least(found) if all(each.current for each in found) else None
    return math.nan if final is None else final.total.epsilon


def best(state: State, answers: Answers) -> Cost | None:
    """The smallest total of the whole plan; each group of people by the bound that is best for it."""
    every = groups(state)
    if not every or conflicts(state):
        return None
    found = [(group, least(costs_of(state, group, answers))) for group in every]
    if any(cost is None for _, cost in found):
        return None
    known = [(group, cost) for group, cost in found if cost is not None]
    total = together(state, [(group, cost.total) for group, cost in known])
    waiting = any(not each.current for group in every for each in costs_of(state, group, answers))
    return Cost(total, not waiting)


def months(state: State, answers: Answers) -> Months:
    """Month by month for the whole plan."""
    every = groups(state)
    adding, least_each, current = [], [], True
    for group in every:
        lines = [state.schedule.releases[row] for row in group.rows]
        steps = monthly_steps(lines)
        epsilons = [each.setting.target.epsilon for each in lines]
        kept = closed_totals(made_of(state.schedule, group), group.delta)[0].status is not Status.FALSE
        added = [_summed(step, epsilons) if kept else math.nan for step in steps]
        found, now = _answer(running_question(state, group), answers)
        running = list(cast("tuple[float, ...]", found)[:12]) if found is not None else added
        final = _settled(state, group, answers)
        running[-1] = running[-1] if math.isnan(final) else final
        adding.append(added)
        least_each.append(_never_falling(running))
        current = current and now
    return Months(_by_month(state, every, adding), _by_month(state, every, least_each), current)


def _summed(step: Sequence[int], epsilons: Sequence[float]) -> float:
    return math.fsum(count * each for count, each in zip(step, epsilons, strict=True))


def _never_falling(values: Sequence[float]) -> list[float]:
    """Fewer releases never cost more: what is proven of later ones holds for those before."""
    found, last = [], math.inf
    for value in reversed(values):
        last = last if math.isnan(value) else min(last, value)
        found.append(math.nan if math.isinf(last) else last)
    return found[::-1]


def _by_month(state: State, every: Sequence[Group], each: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The groups in parallel at the end of each month."""
    found = []
    for month in range(12):
        totals = [
            (group, no_total("", None) if math.isnan(values[month]) else _plain(values[month]))
            for group, values in zip(every, each, strict=True)
        ]
        found.append(together(state, totals).epsilon)
    return tuple(found)


def _plain(epsilon: float) -> Total:
    from explorer.privacy.status import Kind

    return Total("", math.nan, epsilon, 0.0, Kind.UPPER)


def line_costs(state: State, answers: Answers) -> tuple[LineCost, ...]:
    """Every line of the plan, in its order."""
    found = {}
    broken = conflicts(state)
    for place, group in enumerate(groups(state)):
        answer, current = (None, False) if broken else _answer(running_question(state, group), answers)
        known = cast("tuple[float, ...]", answer) if answer is not None else ()
        size = len(group.rows)
        before = list(known[12 : 12 + size]) or [math.nan] * size
        alone = known[12 + size :] or (math.nan,) * size
        if known and not math.isnan(final := _settled(state, group, answers)):
            before[-1] = final
        for at, (row, total) in enumerate(zip(group.rows, _never_falling(before), strict=True)):
            found[row] = LineCost(_least(alone[at], total), total, current, place > 0 and at == 0)
    return tuple(found[row] for row in range(len(found)))


def _least(alone: float, together_with_others: float) -> float:
    """Fewer releases never cost more; a long line is not asked for its own loss by itself."""
    return alone if math.isnan(together_with_others) else min(alone, together_with_others)
