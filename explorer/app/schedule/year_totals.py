"""What the year's releases cost together: totals of each group under each bound, month by month."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from explorer.app.core import wording
from explorer.app.core.request import Request, release_of
from explorer.app.core.schedule import Schedule, ScheduledRelease
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, guarantee_for, mechanism_for, within_sample
from explorer.app.schedule.year_groups import ANSWER, Group, groups, labels, protection, together
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.accounting.groups import group_privacy
from explorer.privacy.accounting.heterogeneous_totals import (
    BOUNDS,
    Total,
    basic_composition,
    by_concentration,
    by_own_loss,
    no_more_than,
    no_total,
    of_any_mechanism,
    quick_enough,
)
from explorer.privacy.progress import part, progress
from explorer.privacy.status import Claim, Status, weaker
from explorer.privacy.target import Neighbours

_FEW_KINDS = 12  # whose optimum is found at every step
Made = tuple[tuple[Setting, int], ...]  # each release, and how many times it is made


@dataclass(frozen=True, slots=True)
class Totalled(Request):
    """What the releases of one group cost together, by the bounds that take longer than a frame."""

    people: str
    made: Made
    total_delta: float

    def __call__(self) -> tuple[Total, ...]:
        with part(0.0, 0.3):
            worst = self.of_any()
        progress(0.3)
        with part(0.3, 1.0):
            own = self.own_loss()
        return worst, no_more_than(own, (worst, *closed_totals(self.made, self.total_delta)))

    def of_any(self) -> Total:
        """Whatever the mechanisms are, as long as they keep their (ε, δ)."""
        return _trusted(of_any_mechanism(_releases(self.made), self.total_delta), self.made)

    def own_loss(self) -> Total:
        """By what the mechanisms truly do."""
        releases = [(guarantee_for(each), count) for each, count in self.made]
        return by_own_loss(
            releases, self.total_delta, all(release_of(each).attained for each, _ in self.made)
        )


@dataclass(frozen=True, slots=True)
class Running(Request):
    """The least ε that is proven at each of several steps, which take more and more of the releases.

    `steps` holds how often each release was made by then. Long plans are asked at every step for what
    is known in closed form only; `closed`: any plan is, so that there is something to see at once.
    """

    people: str
    settings: tuple[Setting, ...]
    steps: tuple[tuple[int, ...], ...]
    total_delta: float
    closed: bool = False

    def __call__(self) -> tuple[float, ...]:
        steps, found = tuple(dict.fromkeys(self.steps)), dict[tuple[int, ...], float]()
        for at, counts in enumerate(steps):
            progress(at / len(steps))
            with part(at / len(steps), (at + 1) / len(steps)):
                found[counts] = self._least(counts)
        return tuple(found[counts] for counts in self.steps)

    def _least(self, counts: tuple[int, ...]) -> float:
        made = tuple(each for each in zip(self.settings, counts, strict=True) if each[1] > 0)
        asked = Totalled(self.people, made, self.total_delta)
        totals = [*closed_totals(made, self.total_delta)]
        if len(made) <= _FEW_KINDS and not self.closed:
            totals.append(asked.of_any())
            count = sum(count for _, count in made)
            if len(self.settings) <= _FEW_KINDS and quick_enough(
                [guarantee_for(each) for each, _ in made], count
            ):
                totals.append(asked.own_loss())
        return min((each.epsilon for each in totals if guarantees(each)), default=math.nan)


def guarantees(total: Total) -> bool:
    """Whether there is a number, and it is proven."""
    return total.valid and total.status is Status.PROVEN


def claim_of(setting: Setting) -> Claim:
    """Whether a release keeps the (ε, δ) that it is set to."""
    return mechanism_for(setting).claim(*within_sample(setting))


def unkept(state: State, group: Group) -> tuple[ScheduledRelease, Claim] | None:
    """The line of a group whose (ε, δ) is trusted least, and why; None where all are proven."""
    found: tuple[ScheduledRelease, Claim] | None = None
    for row in group.rows:
        line = state.schedule.releases[row]
        claim = claim_of(line.setting)
        before = Claim(Status.PROVEN) if found is None else found[1]
        if weaker(before, claim) is not before:
            found = line, claim
    return found


def company(schedule: Schedule, setting: Setting) -> str | None:
    """The people of the last line that a release can add to; None where there is no such line."""
    kind, lines = protection(setting), reversed(schedule.releases)
    return next((each.people for each in lines if protection(each.setting) == kind), None)


def _releases(made: Made) -> list[tuple[float, float, int]]:
    return [(release_of(each).epsilon or 0.0, release_of(each).delta, count) for each, count in made]


def _trusted(total: Total, made: Made) -> Total:
    """A total that relies on the (ε, δ) that was claimed, as far as all mechanisms keep that."""
    claim = Claim(Status.PROVEN)
    for each, _ in made:
        claim = weaker(claim, claim_of(each))
    if claim.status is Status.FALSE:
        return no_total(total.bound, claim.reason, claim.status)
    return (
        total if claim.status is Status.PROVEN else replace(total, status=claim.status, reason=claim.reason)
    )


@lru_cache(maxsize=128)
def closed_totals(made: Made, total_delta: float) -> tuple[Total, Total]:
    """Basic composition, and ρ: quick enough for the frame."""
    adding = _trusted(basic_composition(_releases(made), total_delta), made)
    return adding, by_concentration([(release_of(each), count) for each, count in made], total_delta)


# What does not add


def conflicts(state: State) -> Mapping[int, Sentence]:
    """Beside which lines it stands that their ε cannot be added to the group's first, and how to convert."""
    found: dict[int, Sentence] = {}
    for group in groups(state):
        first = protection(state.schedule.releases[group.rows[0]].setting)
        for row in group.rows[1:]:
            setting = state.schedule.releases[row].setting
            if protection(setting) != first:
                found[row] = _how_to_convert(setting, first)
    return found


def _how_to_convert(setting: Setting, first: tuple[str, Neighbours]) -> Sentence:
    unit, neighbours = protection(setting)
    if ANSWER in (unit, first[0]):
        return N_(
            "protects {mine}, the lines before protect {theirs}: these can't be composed; if they "
            "are different people, name the groups and state that nobody is in two of them",
            mine=_unit(unit),
            theirs=_unit(first[0]),
        )
    if unit != first[0]:
        return N_(
            "protects {mine}, the lines before protect {theirs}: these can't be composed; a unit "
            "with at most m rows is a group of m: set the unit and its rows in the current "
            "release, then use the current settings",
            mine=_unit(unit),
            theirs=_unit(first[0]),
        )
    release = release_of(setting)
    if neighbours is Neighbours.ADD_REMOVE:
        epsilon, delta = group_privacy(release.epsilon or 0.0, release.delta, 2)
        return N_(
            "uses add or remove, the lines before use substitute: these can't be composed; under "
            "substitution it is a group of two, ε = {epsilon}, δ = {delta}: choose substitute "
            "in the current release, then use the current settings",
            epsilon=at_most(epsilon),
            delta=at_most(delta),
        )
    return N_(
        "uses substitute, the lines before use add or remove: these can't be composed; under "
        "substitution each of those is a group of two, 2ε and δ(1 + e^ε): use the same relation "
        "for all"
    )


def _unit(unit: str) -> Sentence:
    if unit == ANSWER:
        return N_("one person's own answer")
    return wording.UNITS.get(unit) or N_("one {unit}", unit=unit)


# Questions


def made_of(schedule: Schedule, group: Group) -> Made:
    """The releases of one group with their counts; equal ones together."""
    counts: dict[Setting, int] = {}
    for row in group.rows:
        each = schedule.releases[row]
        counts[each.setting] = counts.get(each.setting, 0) + each.count
    return tuple((setting, count) for setting, count in counts.items() if count)


def total_question(state: State, group: Group) -> Totalled:
    """The long question about a group's whole year."""
    return Totalled(group.people, made_of(state.schedule, group), group.delta)


def running_question(state: State, group: Group) -> Running:
    """By month (twelve steps), then line after line in the order of the plan, then each line alone."""
    lines = [state.schedule.releases[row] for row in group.rows]
    return Running(
        group.people,
        tuple(each.setting for each in lines),
        (*monthly_steps(lines), *_line_steps(lines), *_single_steps(lines)),
        group.delta,
    )


def monthly_steps(lines: Sequence[ScheduledRelease]) -> tuple[tuple[int, ...], ...]:
    """How many of each line are made by the end of each month."""
    return tuple(tuple(sum(each.months[:month]) for each in lines) for month in range(1, 13))


def _line_steps(lines: Sequence[ScheduledRelease]) -> tuple[tuple[int, ...], ...]:
    """All of the first line, of the first two, …"""
    return tuple(
        tuple(each.count if at <= last else 0 for at, each in enumerate(lines)) for last in range(len(lines))
    )


def _single_steps(lines: Sequence[ScheduledRelease]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(each.count if at == only else 0 for at, each in enumerate(lines)) for only in range(len(lines))
    )


def wanted(state: State) -> tuple[Request, ...]:
    """All questions about the plan, the longest last; none where its lines do not add."""
    if conflicts(state):
        return ()
    every = groups(state)
    running = [running_question(state, group) for group in every]
    return (
        *(replace(each, closed=True) for each in running),
        *(total_question(state, group) for group in every),
        *running,
    )


__all__ = [
    "BOUNDS",
    "Group",
    "Running",
    "Total",
    "Totalled",
    "closed_totals",
    "groups",
    "labels",
    "protection",
    "together",
]
