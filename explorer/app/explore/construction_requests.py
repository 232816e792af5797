"""Simulated people whose ages are learned from the worst mistakes: the long question behind that picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from explorer.app.core.request import Request
from explorer.privacy.iterative_construction.example_ages import promised_people, simulated_ages
from explorer.privacy.iterative_construction.promises import Promise
from explorer.privacy.iterative_construction.rounds import Rounds, learn_ranges
from explorer.privacy.samplers.seeded_bytes import seeded_bits

_SEED = 20100711


@dataclass(frozen=True, slots=True)
class LearnedAges(Request):
    """The rounds of one run; each run has a seed of its own, so that it is the same whenever it is asked."""

    epsilon: float
    rounds: int
    people: int
    run: int

    def __call__(self) -> Rounds:
        bits = seeded_bits(_SEED, self.run)
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
        return promised_people(self.epsilon, self.delta, self.people, tuple(Promise))
