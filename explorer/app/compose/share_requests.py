"""What each of k releases may have within the budget, by every bound: the long questions of that card."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from explorer.app.core.request import Request
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, mechanism_for, within_sample
from explorer.app.plotting.figure import Answers
from explorer.mark import Sentence
from explorer.privacy.accounting.calibration import calibrate, epsilon_for_noise
from explorer.privacy.composition import Release, Status, every_composition
from explorer.privacy.mechanism import Mechanism, every_mechanism
from explorer.privacy.notation import four_digits
from explorer.privacy.parameter import parameters
from explorer.privacy.status import Claim, weaker
from explorer.privacy.target import Target

COROLLARY = "advanced-textbook"  # the bound that Corollary 3.21 reads backwards


@dataclass(frozen=True, slots=True)
class Share:
    """What one bound admits each release; None where there is nothing, and `reason` says why.

    `again` is the total recomputed from it, `truly` what the worst mechanisms of that (ε, δ) cost together
    (of Corollary 3.21 only). `take` is the (ε, δ) that sets a release to this noise, or to a hair more.
    """

    bound: str
    epsilon: float | None
    delta: float | None
    mechanism: Mechanism | None
    again: float | None
    status: Status
    reason: Sentence | None
    take: tuple[float, float] | None = None
    truly: float | None = None


@dataclass(frozen=True, slots=True)
class Shared(Request):
    """What some bounds admit each of `count` releases within (total_epsilon, total_delta).

    Of `setting` everything counts but its own ε and δ.
    """

    bounds: tuple[str, ...]
    setting: Setting
    total_epsilon: float
    total_delta: float
    count: int

    def __call__(self) -> tuple[Share, ...]:
        return tuple(_share(self, bound) for bound in self.bounds)


def questions(state: State) -> tuple[Shared, ...]:
    """All that is in closed form together, each other bound by itself."""
    known = every_composition().items()
    closed = tuple(bound for bound, entry in known if entry.closed)
    slow = [(bound,) for bound, entry in known if not entry.closed]
    composing = state.composing
    budget = composing.total_epsilon, composing.total_delta, composing.count
    return tuple(Shared(bounds, _any_release(state.setting), *budget) for bounds in (closed, *slow))


def _any_release(setting: Setting) -> Setting:
    """The setting without its own ε and δ: what follows from the budget is the same for all of these."""
    anyone = parameters(Target)
    target = replace(
        setting.target, epsilon=float(anyone["epsilon"].default), delta=float(anyone["delta"].default)
    )
    return replace(setting, target=target)


def _share(asked: Shared, bound: str) -> Share:
    setting, kind = asked.setting, every_mechanism()[asked.setting.mechanism]
    entry = every_composition()[bound]()
    sensitivity, shape = setting.target.sensitivity, setting.shape
    budget = asked.total_epsilon, asked.total_delta, asked.count
    found = calibrate(kind, entry, *budget, sensitivity, shape)
    if found.mechanism is None:
        return Share(bound, None, found.delta, None, None, found.status, found.reason)
    take = _take(asked, kind, found.mechanism, found.epsilon, found.delta)
    mechanism, claim = found.mechanism, Claim(found.status, found.reason)
    if (
        setting.shape.sampling_rate < 1 and not entry.own_loss and take is not None
    ):  # the noise within the sample is less
        within = _with(setting, *take)
        mechanism = mechanism_for(within)
        claim = weaker(claim, mechanism.claim(*within_sample(within)))
    truly = None
    if bound == COROLLARY and found.epsilon is not None:
        counts = np.array([asked.count], dtype=np.int64)
        release = Release(found.epsilon, found.delta or 0.0)
        truly = float(every_composition()["optimal"]().total(release, counts, asked.total_delta).value[0])
    return Share(
        *(bound, found.epsilon, found.delta, mechanism, found.total_epsilon),
        *(claim.status, claim.reason, take, truly),
    )


def _with(setting: Setting, epsilon: float, delta: float) -> Setting:
    return replace(setting, target=replace(setting.target, epsilon=epsilon, delta=delta))


def _take(
    asked: Shared, kind: type[Mechanism], mechanism: Mechanism, epsilon: float | None, delta: float | None
) -> tuple[float, float] | None:
    """The (ε, δ) whose mechanism has this noise or a hair more; None where no ε that is offered has.

    Where only the noise is fixed, δ is half of the total by k, and ε follows: the noise falls with it.
    """
    declared = parameters(Target)
    each = max(asked.total_delta / (2 * asked.count), declared["delta"].low)
    if epsilon is not None:
        own = each if kind.pure or delta is None else delta
        if kind.pure:  # what is set is what is read: four digits, no more than the bound admits
            epsilon = four_digits(epsilon, up=False)
        return (epsilon, own) if declared["epsilon"].low <= epsilon <= declared["epsilon"].high else None

    sensitivity, shape = asked.setting.target.sensitivity, asked.setting.shape
    found = epsilon_for_noise(kind, mechanism.noise, each, sensitivity, shape)
    return None if found is None else (found, each)


def shares(state: State, answers: Answers) -> list[tuple[str, Share | None, bool]]:
    """Each bound with its answer, and whether that is the answer to this very question."""
    found: dict[str, tuple[Share | None, bool]] = {}
    for asked in questions(state):
        answer, current = _answer(asked, answers)
        for place, bound in enumerate(asked.bounds):
            found[bound] = (None if answer is None else answer[place], current)
    return [(bound, *found[bound]) for bound in every_composition()]


def _answer(asked: Shared, answers: Answers) -> tuple[tuple[Share, ...] | None, bool]:
    """The newest older answer about this mechanism stands in while one is computed."""
    if asked in answers:
        return cast(tuple[Share, ...], answers[asked]), True
    for older in reversed(tuple(answers)):
        if not isinstance(older, Shared) or older.bounds != asked.bounds:
            continue
        if older.setting.mechanism == asked.setting.mechanism:
            return cast(tuple[Share, ...], answers[older]), False
    return None, False
