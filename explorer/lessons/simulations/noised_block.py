"""Medians and means of the block with noise for a total ε, and how many triples of ages still fit the men's.

What is protected is the age of one person; sex, race and status are taken as known. An age enters at most
four of the rows (sex, race, black women, married), each with a median and a sum of ages, and may move either
by 125 years. So each of these eight numbers has discrete Laplace noise for one eighth of ε at sensitivity
125.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.lessons.simulations.block_counts import AGES, MEN, OLDEST, triples
from explorer.lessons.simulations.noise import noise_of
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.samplers.seeded_bytes import seeded_bits

Whole = NDArray[np.int64]

STATISTICS = 8  # that one person's age can enter
CONFIDENCE = 0.95
_HIGHEST = 3 * OLDEST


def each_statistic(epsilon: float) -> DiscreteLaplace:
    """The mechanism of each median and each sum of ages."""
    return DiscreteLaplace.calibrated(epsilon / STATISTICS, 0.0, float(OLDEST))


@dataclass(frozen=True)
class Published:
    """The men's median and the sum of their ages as published, and the margin of both together."""

    median: int
    total: int
    margin: int

    def ranges(self) -> tuple[int, int, int, int]:
        """Lowest and highest median, lowest and highest total that fit; empty where the highest is lower."""
        return (
            min(max(self.median - self.margin, 0), AGES),
            max(min(self.median + self.margin, OLDEST), -1),
            min(max(self.total - self.margin, 0), _HIGHEST + 1),
            max(min(self.total + self.margin, _HIGHEST), -1),
        )


@lru_cache(maxsize=1024)
def published(seed: int, epsilon: float, draw: int = 0) -> Published:
    """One simulated release at this total ε; margins at 95 % for both numbers together."""
    mechanism = each_statistic(epsilon)
    noise = noise_of(mechanism, seeded_bits(seed, 1, draw), 2)
    median, total = MEN.middle // 2 + int(noise[0]), MEN.total + int(noise[1])
    return Published(median, total, int(mechanism.margin(CONFIDENCE, 2)))


@lru_cache(maxsize=1)
def _running() -> Whole:
    """How many triples have a median below i and a total below j, (AGES + 1, 3·125 + 2)."""
    found = triples()
    places = found[:, 1] * (_HIGHEST + 1) + found.sum(axis=1)
    counts = np.bincount(places, minlength=AGES * (_HIGHEST + 1)).reshape(AGES, _HIGHEST + 1)
    running = np.zeros((AGES + 1, _HIGHEST + 2), dtype=np.int64)
    running[1:, 1:] = counts.cumsum(axis=0).cumsum(axis=1)
    return running


def fitting(release: Published) -> int:
    """How many triples of ages fit a release within its margin."""
    least, most, low, high = release.ranges()
    if most < least or high < low:
        return 0
    running = _running()
    whole = (
        running[most + 1, high + 1] - running[least, high + 1] - running[most + 1, low] + running[least, low]
    )
    return int(whole)


def some_fitting(release: Published, most: int) -> Whole:
    """At most so many of the triples that fit, spread evenly among them, (n, 3)."""
    found = triples()
    least, highest, low, high = release.ranges()
    median, total = found[:, 1], found.sum(axis=1)
    inside = np.flatnonzero((median >= least) & (median <= highest) & (total >= low) & (total <= high))
    step = max(1, -(-inside.size // most))
    return found[inside[::step]]
