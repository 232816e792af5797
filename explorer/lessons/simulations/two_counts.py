"""An attacker with two counts that differ by one person, over and over: how often the guess is right."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.lessons.simulations.noise import noise_of
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.samplers.integer_sampler import RandomBytes

REPEATS = 400
OTHERS = 2  # of the four other patients are ill
COUNTS = 2  # that share the total ε


@dataclass(frozen=True, eq=False)
class Attempts:
    """Whether each guess is right, (REPEATS,): who knows the other four patients, and who only subtracts."""

    knowing: NDArray[np.bool_]
    subtracting: NDArray[np.bool_]


def each_count(epsilon: float) -> DiscreteLaplace:
    """The mechanism of each of the two counts: half of the total ε, sensitivity 1."""
    return DiscreteLaplace.calibrated(epsilon / COUNTS, 0.0, 1.0)


@lru_cache(maxsize=256)
def attempts(seed: int, epsilon: float) -> Attempts:
    """`REPEATS` patients whose diagnosis a fair coin gives, each attacked through two noised counts.

    Who knows the others sees the diagnosis plus the noise of the first count, and says "ill" from 1 on: the
    likelier of the two. Who does not subtracts one noised count from the other.
    """
    source = np.random.default_rng((seed, 1))
    ill = source.integers(0, 2, REPEATS)
    drawn = noise_of(each_count(epsilon), RandomBytes(source.bytes), COUNTS * REPEATS).reshape(COUNTS, -1)
    of_all, of_the_others = OTHERS + ill + drawn[0], OTHERS + drawn[1]
    return Attempts((of_all - OTHERS >= 1) == (ill == 1), (of_all - of_the_others >= 1) == (ill == 1))
