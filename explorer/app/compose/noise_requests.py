"""The noise that each of k releases needs within the budget: the long questions behind that picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

import numpy as np

from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.plotting.figure import Answers
from explorer.privacy.accounting.noise_for_budget import (
    DRAWN,
    TELLING,
    NoiseForBudget,
    best_noise,
    first_smaller,
    least_of,
    noise_for_budget,
)
from explorer.privacy.composition import every_composition
from explorer.privacy.mechanism import AdditiveNoise, every_additive, shape_of
from explorer.privacy.shape import PLAIN, Shape

BEST = "best"  # in place of a bound: the best of those that tell
RIVALS = ("laplace", "gaussian")  # that every picture compares
_POINTS = 24  # values of k, each as many times larger than the one before


@dataclass(frozen=True, slots=True)
class Noises(Request):
    """The least noise of each of k releases of one mechanism, by one bound or by the best."""

    mechanism: str
    bound: str
    total_epsilon: float
    total_delta: float
    counts: tuple[int, ...]
    sensitivity: float
    shape: Shape = PLAIN

    def __call__(self) -> NoiseForBudget:
        return least_noises(self)


@dataclass(frozen=True, slots=True)
class Overtaken(Request):
    """From which k on Gaussian noise is smaller than Laplace's, with its size there; None where never."""

    total_epsilon: float
    total_delta: float
    counts: tuple[int, ...]
    sensitivity: float

    def __call__(self) -> tuple[int, float] | None:
        one, other = (least_noises(self.best(rival)) for rival in RIVALS)
        first = first_smaller(self.total_epsilon, self.total_delta, self.sensitivity, one, other)
        if first is None:
            return None
        kind = every_additive()["gaussian"]
        there = best_noise(kind, self.total_epsilon, self.total_delta, (first,), self.sensitivity)
        return first, float(there.deviation[0])

    def best(self, mechanism: str) -> Noises:
        """What it is decided by."""
        return Noises(*(mechanism, BEST, self.total_epsilon, self.total_delta, self.counts, self.sensitivity))


@lru_cache(maxsize=256)
def least_noises(asked: Noises) -> NoiseForBudget:
    """Kept: the best is one of those that are drawn, and decides an overtaking as well."""
    if asked.bound == BEST:
        return least_of([least_noises(replace(asked, bound=bound)) for bound in TELLING])
    kind, bound = every_additive()[asked.mechanism], every_composition()[asked.bound]()
    budget = asked.total_epsilon, asked.total_delta, asked.counts, asked.sensitivity
    return noise_for_budget(kind, bound, *budget, asked.shape, DRAWN)


@lru_cache(maxsize=16)
def counts_up_to(horizon: int) -> tuple[int, ...]:
    """Some two dozen values of k, from 1 to `horizon`."""
    return tuple(sorted({int(k) for k in np.geomspace(1, horizon, _POINTS).round()}))


def additive(state: State) -> type[AdditiveNoise] | None:
    """The chosen mechanism where it adds noise to a number."""
    return every_additive().get(state.mechanism)


def others(state: State) -> tuple[str, ...]:
    """The mechanisms that are compared with the chosen one: those that it could be replaced with.

    One number is released, Δ is the same in L1 and L2, and whole noise needs a whole Δ. The classical
    calibration has the Gaussian's noise, and a mechanism that may leak everything is no rival.
    """
    return _others(state.mechanism, float(state.target.sensitivity).is_integer())


@lru_cache(maxsize=64)
def _others(mechanism: str, whole: bool) -> tuple[str, ...]:
    known = every_additive()
    if mechanism not in known or shape_of(known[mechanism]):
        return ()
    one = [name for name, each in known.items() if each.tight and not shape_of(each) and not _leaks(each)]
    return tuple(name for name in one if name != mechanism and (whole or not known[name].discrete))


def _leaks(kind: type[AdditiveNoise]) -> bool:
    return kind.calibrated(1.0, 0.1, 1.0).probability_unnoised > 0


def of_bounds(state: State) -> Mapping[str, Noises]:
    """The question of each bound about the chosen mechanism, the quick ones first."""
    kind = additive(state)
    if kind is None:
        return {}
    taken = {name: getattr(state.shape, name) for name in shape_of(kind)}
    shape = Shape(**taken)
    order = sorted(every_composition().items(), key=lambda each: not each[1].closed)
    return {bound: Noises(state.mechanism, bound, *_budget(state), shape) for bound, _ in order}


def at_count(state: State) -> Noises | None:
    """The question of the chosen mechanism at the k of the state alone; None where it adds no noise."""
    kind = additive(state)
    if kind is None:
        return None
    total_epsilon, total_delta, _, sensitivity = _budget(state)
    shape = Shape(**{name: getattr(state.shape, name) for name in shape_of(kind)})
    counts = (state.composing.count,)
    return Noises(state.mechanism, BEST, total_epsilon, total_delta, counts, sensitivity, shape)


def of_others(state: State) -> Mapping[str, Noises]:
    """The best of each mechanism that is compared, the rivals first, be one of them the chosen mechanism."""
    if not (rest := others(state)):
        return {}
    names = sorted({*rest, *RIVALS}, key=lambda name: (name not in RIVALS, name))
    return {name: Noises(name, BEST, *_budget(state)) for name in names}


def overtaken(state: State) -> Overtaken | None:
    """The question from when on the one rival beats the other."""
    return Overtaken(*_budget(state)) if others(state) else None


def _budget(state: State) -> tuple[float, float, tuple[int, ...], float]:
    composing = state.composing
    counts = counts_up_to(composing.horizon)
    return composing.total_epsilon, composing.total_delta, counts, state.target.sensitivity


def answer_of(asked: Noises, answers: Answers) -> tuple[NoiseForBudget | None, bool]:
    """The curve, and whether it is the answer to this very question: an older one of its kind stands in."""
    if asked in answers:
        return cast(NoiseForBudget, answers[asked]), True
    for older in reversed(tuple(answers)):
        if isinstance(older, Noises) and _alike(older, asked):
            return cast(NoiseForBudget, answers[older]), False
    return None, False


def _alike(one: Noises, other: Noises) -> bool:
    """Whether one's answer may stand in for the other's: a number does not stand in for a curve."""
    same = (one.mechanism, one.bound) == (other.mechanism, other.bound)
    return same and (len(one.counts) == 1) == (len(other.counts) == 1)
