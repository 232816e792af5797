"""The simulated ages that are learned as an example, and what the theorems promise of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from explorer.privacy.iterative_construction.promises import Learned, Promise, promised_error
from explorer.privacy.iterative_construction.rounds import Counts
from explorer.privacy.refusal import Refusal

AGES = 85  # 0 to 84, one age a bin
RANGES = AGES * (AGES + 1) // 2
BETA = 0.05  # the probability with which a promise may fail


def simulated_ages(people: int) -> Counts:
    """So many people by age: made up, most of them of working age; nothing is random."""
    ages = np.arange(AGES)
    share = np.exp(-(((ages - 20) / 25) ** 2)) * -np.expm1(-(ages + 1) / 3)
    share += 0.15 * np.exp(-(((ages - 35) / 12) ** 2))
    up_to = np.rint(people * np.cumsum(share) / share.sum()).astype(np.int64)
    counted: Counts = np.diff(up_to, prepend=0)
    return counted


def promised_people(
    epsilon: float, delta: float, people: int, forms: tuple[Promise, ...]
) -> Mapping[Promise, float]:
    """What each of these forms of the theorem promises of these ages, in people; without what does not hold.

    COMPOSED has a δ, the others are of pure ε.
    """
    learned = Learned(AGES, RANGES, people, BETA)
    found = {}
    for promise in forms:
        within = delta if promise is Promise.COMPOSED else 0.0
        try:
            share = promised_error(promise, learned, epsilon, within)
        except Refusal:
            continue
        found[promise] = share * people
    return MappingProxyType(found)
