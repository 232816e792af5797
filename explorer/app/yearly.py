"""What the year's releases cost together: groups of people, totals under each bound, month by month.

Releases of the same people add up under each bound. Groups that share nobody are composed in parallel,
where the person has stated that they do; else all of them add up, which is always true.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from explorer.app import wording
from explorer.app.planning import PlannedRelease, Planning
from explorer.app.request import Request, release_of
from explorer.app.state import Setting, State, guarantee_for, mechanism_for, within_sample
from explorer.mark import N_, Sentence
from explorer.privacy.groups import group_privacy, parallel
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.status import Claim, Kind, Status, weaker
from explorer.privacy.target import Neighbours
from explorer.privacy.totalling import (
    BOUNDS,
    Total,
    added_up,
    by_concentration,
    by_own_loss,
    no_total,
    of_any_mechanism,
    quick_enough,
)

_FEW_KINDS = 12  # whose optimum is found at every step
Made = tuple[tuple[Setting, int], ...]  # each release, and how many times it is made


@dataclass(frozen=True, slots=True)
class Group:
    """Lines of the plan whose releases are of the same people; `delta` is what they may spend of it."""

    people: str
    rows: tuple[int, ...]
    delta: float


@dataclass(frozen=True, slots=True)
class Totalled(Request):
    """What the releases of one group cost together, by the bounds that take longer than a frame."""

    people: str
    made: Made
    total_delta: float

    def __call__(self) -> tuple[Total, ...]:
        return self.of_any(), self.own_loss()

    def of_any(self) -> Total:
        """Whatever the mechanisms are, as long as they keep their (ε, δ)."""
        return _trusted(of_any_mechanism(_releases(self.made), self.total_delta), self.made)

    def own_loss(self) -> Total:
        """By what the mechanisms truly do."""
        laws = [(guarantee_for(each), count) for each, count in self.made]
        return by_own_loss(laws, self.total_delta, all(mechanism_for(each).attained for each, _ in self.made))


@dataclass(frozen=True, slots=True)
class Running(Request):
    """The least ε that is proven at each of several steps, which take more and more of the releases.

    `steps` holds how often each release was made by then. Long plans are asked at every step for what
    is known in closed form only.
    """

    people: str
    settings: tuple[Setting, ...]
    steps: tuple[tuple[int, ...], ...]
    total_delta: float

    def __call__(self) -> tuple[float, ...]:
        found = {counts: self._least(counts) for counts in dict.fromkeys(self.steps)}
        return tuple(found[counts] for counts in self.steps)

    def _least(self, counts: tuple[int, ...]) -> float:
        made = tuple(each for each in zip(self.settings, counts, strict=True) if each[1] > 0)
        asked = Totalled(self.people, made, self.total_delta)
        totals = [*closed_totals(made, self.total_delta)]
        if len(made) <= _FEW_KINDS:
            totals.append(asked.of_any())
        count = sum(count for _, count in made)
        if len(self.settings) <= _FEW_KINDS and quick_enough(
            [guarantee_for(each) for each, _ in made], count
        ):
            totals.append(asked.own_loss())
        return min((each.epsilon for each in totals if each.valid), default=math.nan)


def _releases(made: Made) -> list[tuple[float, float, int]]:
    return [(release_of(each).epsilon or 0.0, release_of(each).delta, count) for each, count in made]


def _trusted(total: Total, made: Made) -> Total:
    """A total that relies on the (ε, δ) that was claimed, as far as all mechanisms keep that."""
    claim = Claim(Status.PROVEN)
    for each, _ in made:
        claim = weaker(claim, mechanism_for(each).claim(*within_sample(each)))
    if claim.status is Status.FALSE:
        return no_total(total.bound, claim.reason, claim.status)
    return (
        total if claim.status is Status.PROVEN else replace(total, status=claim.status, reason=claim.reason)
    )


@lru_cache(maxsize=128)
def closed_totals(made: Made, total_delta: float) -> tuple[Total, Total]:
    """Adding up, and ρ: quick enough for the frame."""
    adding = _trusted(added_up(_releases(made), total_delta), made)
    return adding, by_concentration([(release_of(each), count) for each, count in made], total_delta)


# Whose releases


def protection(setting: Setting) -> tuple[str, Neighbours]:
    """The unit of privacy, and the neighbouring relation; those of a person's own answer are its own."""
    if not every_mechanism()[setting.mechanism].norm:
        return "answer", Neighbours.SUBSTITUTE
    return setting.target.unit, setting.target.neighbours


def groups(state: State) -> tuple[Group, ...]:
    """The lines by their people, in the order of their first; all of them one where nothing is stated."""
    planning, total = state.planning, state.composing.total_delta
    if not planning.disjoint:
        everybody = tuple(range(len(planning.releases)))
        return (Group("", everybody, total),) if everybody else ()
    found: dict[str, tuple[int, ...]] = {}
    for row, each in enumerate(planning.releases):
        found[each.people] = (*found.get(each.people, ()), row)
    kinds = [protection(planning.releases[rows[0]].setting) for rows in found.values()]
    halved = [kind[1] is Neighbours.SUBSTITUTE and kinds.count(kind) > 1 for kind in kinds]
    return tuple(
        Group(people, rows, total / 2 if half else total)
        for (people, rows), half in zip(found.items(), halved, strict=True)
    )


def labels(planning: Planning) -> tuple[str, ...]:
    """The groups of people that the plan names, each once."""
    return tuple(dict.fromkeys(each.people for each in planning.releases))


def conflicts(state: State) -> Mapping[int, Sentence]:
    """Beside which lines it stands that their ε cannot be added to the group's first, and how to convert."""
    found: dict[int, Sentence] = {}
    for group in groups(state):
        first = protection(state.planning.releases[group.rows[0]].setting)
        for row in group.rows[1:]:
            setting = state.planning.releases[row].setting
            if protection(setting) != first:
                found[row] = _how_to_convert(setting, first)
    return found


def _how_to_convert(setting: Setting, first: tuple[str, Neighbours]) -> Sentence:
    unit, neighbours = protection(setting)
    if "answer" in (unit, first[0]):
        return N_(
            "protects {mine}, the lines before {theirs}: these do not add; if they are other people, "
            "name these and state that nobody is in two groups",
            mine=_unit(unit),
            theirs=_unit(first[0]),
        )
    if unit != first[0]:
        return N_(
            "protects {mine}, the lines before {theirs}: these do not add; one with at most m rows is a "
            "group of m: set the unit and its rows at the left, then take that over here",
            mine=_unit(unit),
            theirs=_unit(first[0]),
        )
    release = release_of(setting)
    if neighbours is Neighbours.ADD_REMOVE:
        epsilon, delta = group_privacy(release.epsilon or 0.0, release.delta, 2)
        return N_(
            "is for add or remove, the lines before for substitute: these do not add; for substitution it is "
            "a group of two, ε = {epsilon:3}, δ = {delta:2}: set substitute at the left, take that over here",
            epsilon=epsilon,
            delta=delta,
        )
    return N_(
        "is for substitute, the lines before for add or remove: these do not add; for substitution each of "
        "those is a group of two, 2ε and δ(1 + e^ε): set one relation at the left for all"
    )


def _unit(unit: str) -> Sentence:
    if unit == "answer":
        return N_("one person's own answer")
    return wording.UNITS.get(unit) or N_("one {unit}", unit=unit)


# Questions


def made_of(planning: Planning, group: Group) -> Made:
    """The releases of one group with their counts; equal ones together."""
    counts: dict[Setting, int] = {}
    for row in group.rows:
        each = planning.releases[row]
        counts[each.setting] = counts.get(each.setting, 0) + each.count
    return tuple((setting, count) for setting, count in counts.items() if count)


def total_question(state: State, group: Group) -> Totalled:
    """The long question about a group's whole year."""
    return Totalled(group.people, made_of(state.planning, group), group.delta)


def running_question(state: State, group: Group) -> Running:
    """By month (twelve steps), then line after line in the order of the plan, then each line alone."""
    lines = [state.planning.releases[row] for row in group.rows]
    return Running(
        group.people,
        tuple(each.setting for each in lines),
        (*monthly_steps(lines), *_line_steps(lines), *_single_steps(lines)),
        group.delta,
    )


def monthly_steps(lines: Sequence[PlannedRelease]) -> tuple[tuple[int, ...], ...]:
    """How many of each line are made by the end of each month."""
    return tuple(tuple(sum(each.months[:month]) for each in lines) for month in range(1, 13))


def _line_steps(lines: Sequence[PlannedRelease]) -> tuple[tuple[int, ...], ...]:
    """All of the first line, of the first two, …"""
    return tuple(
        tuple(each.count if at <= last else 0 for at, each in enumerate(lines)) for last in range(len(lines))
    )


def _single_steps(lines: Sequence[PlannedRelease]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(each.count if at == only else 0 for at, each in enumerate(lines)) for only in range(len(lines))
    )


def wanted(state: State) -> tuple[Request, ...]:
    """All long questions about the plan, the totals first; none where its lines do not add."""
    if conflicts(state):
        return ()
    every = groups(state)
    return (
        *(total_question(state, group) for group in every),
        *(running_question(state, group) for group in every),
    )


# Groups together


def together(state: State, each: Sequence[tuple[Group, Total]]) -> Total:
    """One bound's totals of all groups, in parallel; each group under its own unit and neighbours.

    Groups of one unit and relation compose as McSherry (2009), Theorem 4, says. Of others the largest
    stands: what nobody is exposed to more than, each in the unit of their own group.
    """
    first = each[0][1]
    if any(math.isnan(total.epsilon) for _, total in each):
        missing = next(total for _, total in each if math.isnan(total.epsilon))
        return no_total(missing.bound, missing.reason, missing.status)
    if len(each) == 1:
        return first
    by_kind: dict[tuple[str, Neighbours], list[Total]] = {}
    for group, total in each:
        kind = protection(state.planning.releases[group.rows[0]].setting)
        by_kind.setdefault(kind, []).append(total)
    sums = [
        (
            parallel([(total.epsilon, total.delta) for total in totals], neighbours),
            parallel([(total.lower, 0.0) for total in totals], neighbours)[0],
        )
        for (_, neighbours), totals in by_kind.items()
    ]
    kinds = {total.kind for _, total in each}
    statuses = [total.status for _, total in each]
    return Total(
        first.bound,
        max(lower for _, lower in sums) if kinds == {Kind.BRACKET} else math.nan,
        max(epsilon for (epsilon, _), _ in sums),
        max(delta for (_, delta), _ in sums),
        first.kind if len(kinds) == 1 else Kind.UPPER,
        Status.CONFIRMED if Status.CONFIRMED in statuses else Status.PROVEN,
        next((total.reason for _, total in each if total.reason), None),
    )


__all__ = ["BOUNDS", "Group", "Running", "Total", "Totalled", "closed_totals", "groups", "together"]
