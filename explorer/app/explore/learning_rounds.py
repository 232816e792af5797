"""Simulated people whose ages are learned from the worst mistakes: the long question behind that picture."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from explorer.app.core.request import Request
from explorer.privacy.iterative_construction.rounds import Counts, Rounds, learn_ranges
from explorer.privacy.samplers.integer_sampler import RandomBytes

AGES = 85  # 0 to 84, one age a bin
RANGES = AGES * (AGES + 1) // 2
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


def simulated_ages(people: int) -> Counts:
    """So many people by age: made up, most of them of working age; nothing is random."""
    ages = np.arange(AGES)
    share = np.exp(-(((ages - 20) / 25) ** 2)) * -np.expm1(-(ages + 1) / 3)
    share += 0.15 * np.exp(-(((ages - 35) / 12) ** 2))
    up_to = np.rint(people * np.cumsum(share) / share.sum()).astype(np.int64)
    counted: Counts = np.diff(up_to, prepend=0)
    return counted
