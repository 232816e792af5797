"""Simulated people whose ages are learned from the worst mistakes: the long question behind that picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

import numpy as np

from explorer.app.core.request import Request
from explorer.privacy.iterative_construction.promises import Learned, Promise, promised_error
from explorer.privacy.iterative_construction.rounds import Counts, Rounds, learn_ranges
from explorer.privacy.refusal import Refusal
from explorer.privacy.samplers.integer_sampler import RandomBytes

AGES = 85  # 0 to 84, one age a bin
RANGES = AGES * (AGES + 1) // 2
BETA = 0.05  # the probability with which a promise may fail
_SEED = 20100711


@dataclass(frozen=True, slots=True)
class LearnedAges(Request):
    """The rounds of one run; each run has a seed of its own, so that it is the same whenever it is asked."""

    epsilon: float
    rounds: int
    people: int
    run: int

    def __call__(self) -> Rounds:
        bits = RandomBytes(np.random.default_rng((_SEED, self.run)).bytes)
        exact = Fraction(repr(self.epsilon))
        return learn_ranges(simulated_ages(self.people), self.rounds, exact, bits)


@dataclass(frozen=True, slots=True)
class PromisedErrors(Request):
    """What each form of the theorem promises of these ages, in people; without a form that does not hold.

    COMPOSED has a δ, the others are of pure ε.
    """

    epsilon: float
    delta: float
    people: int

    def __call__(self) -> Mapping[Promise, float]:
        learned = Learned(AGES, RANGES, self.people, BETA)
        found = {}
        for promise in Promise:
            delta = self.delta if promise is Promise.COMPOSED else 0.0
            try:
                share = promised_error(promise, learned, self.epsilon, delta)
            except Refusal:
                continue
            found[promise] = share * self.people
        return MappingProxyType(found)


def simulated_ages(people: int) -> Counts:
    """So many people by age: made up, most of them of working age; nothing is random."""
    ages = np.arange(AGES)
    share = np.exp(-(((ages - 20) / 25) ** 2)) * -np.expm1(-(ages + 1) / 3)
    share += 0.15 * np.exp(-(((ages - 35) / 12) ** 2))
    up_to = np.rint(people * np.cumsum(share) / share.sum()).astype(np.int64)
    counted: Counts = np.diff(up_to, prepend=0)
    return counted
