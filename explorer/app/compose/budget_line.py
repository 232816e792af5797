"""How many releases fit in the budget, by every bound: asked in the background, said beside each total."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from explorer.app.core import wording
from explorer.app.core.request import Request, release_of
from explorer.app.core.setting import Setting
from explorer.app.core.state import State
from explorer.app.plotting.figure import Answers
from explorer.mark import N_, Sentence
from explorer.privacy.accounting.releases_within import MOST, releases_within
from explorer.privacy.composition import every_composition


@dataclass(frozen=True, slots=True)
class ReleasesWithin(Request):
    """The largest number of releases within (total_epsilon, total_delta), by some bounds, in their order."""

    bounds: tuple[str, ...]
    setting: Setting
    total_epsilon: float
    total_delta: float

    def __call__(self) -> tuple[int, ...]:
        release, found, start = release_of(self.setting), [], 1
        for bound in self.bounds:
            entry = every_composition()[bound]()
            found.append(releases_within(entry, release, self.total_epsilon, self.total_delta, start))
            start = max(start, found[-1])  # a good guess for the next one
        return tuple(found)


@dataclass(frozen=True)
class Fits:
    """How many releases fit by each bound, 0 for none; `current` where all of it is of now."""

    counts: dict[str, int]
    current: bool

    @property
    def most(self) -> int | None:
        """By the bound that admits most; None while nothing is known."""
        return max(self.counts.values(), default=None)


def questions(state: State) -> tuple[ReleasesWithin, ...]:
    """What is in closed form together, the others together: these take longer."""
    known, composing = every_composition().items(), state.composing
    quick = tuple(bound for bound, entry in known if entry.closed)
    slow = tuple(bound for bound, entry in known if not entry.closed)
    budget = composing.total_epsilon, composing.total_delta
    return tuple(ReleasesWithin(bounds, state.setting, *budget) for bounds in (quick, slow))


def fits(state: State, answers: Answers) -> Fits:
    """What is known now; bounds on a guarantee that is not kept admit nothing."""
    asked = questions(state)
    current = all(each in answers for each in asked)
    kept = wording.broken(state) is None
    counts: dict[str, int] = {}
    for question in asked:
        if question not in answers:
            continue
        for bound, count in zip(question.bounds, cast("tuple[int, ...]", answers[question]), strict=True):
            if kept or every_composition()[bound].own_loss:
                counts[bound] = count
    return Fits(counts, current)


def budget_words(state: State, found: Fits) -> Sentence:
    """What stands at the line of the budget."""
    budget = state.composing.total_epsilon
    if found.most is None or not found.current:
        return N_("budget ε = {budget}: …", budget=budget)
    if found.most >= MOST:
        return N_("budget ε = {budget}: {count} or more releases fit", budget=budget, count=MOST)
    if found.most == 1:
        return N_("budget ε = {budget}: 1 release fits", budget=budget)
    if found.most == 0:
        return N_("budget ε = {budget}: no release fits", budget=budget)
    return N_("budget ε = {budget}: {count} releases fit", budget=budget, count=found.most)


def budget_in_brief(found: Fits) -> Sentence:
    """The same where there is little room; the line itself shows how large the budget is."""
    if found.most is None or not found.current:
        return N_("budget: …")
    if found.most >= MOST:
        return N_("budget: {count} or more", count=MOST)
    return N_("budget: {count} {count:release|releases}", count=found.most)
