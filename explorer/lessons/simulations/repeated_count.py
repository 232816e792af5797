"""One count that is answered again and again with fresh noise, and the mean of the answers."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import scipy
from numpy.typing import NDArray

from explorer.lessons.simulations.noise import noise_of
from explorer.privacy.mechanism import AdditiveNoise
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.notation import read_exact
from explorer.privacy.samplers.seeded_bytes import seeded_bits

Floats = NDArray[np.float64]

TRUE_COUNT, ATTACKERS, MOST = 120, 200, 200
CONFIDENCE = 0.95


@lru_cache(maxsize=16)
def running_means(seed: int, epsilon: float) -> Floats:
    """The mean of the first k answers of each attacker, k = 1..MOST: (ATTACKERS, MOST)."""
    mechanism = DiscreteLaplace.calibrated(epsilon, 0.0, 1.0)
    source = seeded_bits(seed, 1)
    noise = noise_of(mechanism, source, ATTACKERS * MOST).reshape(ATTACKERS, MOST)
    return TRUE_COUNT + np.cumsum(noise, axis=1) / np.arange(1, MOST + 1)


def right_shares(seed: int, epsilon: float) -> Floats:
    """The share of attackers whose mean, rounded, is the true count after k answers, (MOST,).

    A mean that lies half way between two whole numbers is counted as wrong.
    """
    return np.asarray((np.abs(running_means(seed, epsilon) - TRUE_COUNT) < 0.5).mean(axis=0))


def expected_share(mechanism: AdditiveNoise, answers: Floats) -> Floats:
    """About that share: 2Φ(√k/(2σ)) − 1, as if the mean were normal."""
    quantile = np.sqrt(answers) / (2 * mechanism.standard_deviation)
    return np.asarray(2 * scipy.special.ndtr(quantile) - 1, dtype=np.float64)


def answers_needed(mechanism: AdditiveNoise) -> int:
    """The least k at which `expected_share` is at least `CONFIDENCE`: (2 z σ)², z = Φ⁻¹((1 + 0.95)/2)."""
    quantile = float(scipy.special.ndtri((1 + CONFIDENCE) / 2))
    return max(1, math.ceil((2 * quantile * mechanism.standard_deviation) ** 2))


def answers_within(epsilon: float, limit: float) -> int:
    """How many answers of ε each an account of this limit pays: the whole part of limit/ε, without rounding.

    Amounts are fractions, as in the ledger: ten times 0.1 are 1.
    """
    return math.floor(read_exact(repr(limit)) / read_exact(repr(epsilon)))


def spent(epsilon: float, answers: int) -> float:
    """kε, rounded once: basic composition."""
    return float(answers * read_exact(repr(epsilon)))
