"""Every sum of a few atoms with its probability: the truth that totals of atoms are held to."""

import math

import numpy as np
from scipy.special import gammaln, logsumexp

from explorer.privacy.pld.loss_distribution import Spectrum
from explorer.privacy.pld.loss_of_release import spectrum_of


def spectrum(guarantee) -> Spectrum:
    found = spectrum_of(guarantee)
    assert found is not None
    return found


def all_sums(distribution: Spectrum, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Every sequence of losses, with the logarithm of its probability."""
    loss, chance, seen = np.zeros(1), np.zeros(1), distribution.mass > 0
    for _ in range(count):
        loss = np.add.outer(loss, distribution.where[seen]).ravel()
        chance = np.add.outer(chance, np.log(distribution.mass[seen])).ravel()
    return loss, chance


def all_of_three(distribution: Spectrum, count: int) -> tuple[np.ndarray, np.ndarray]:
    """The multinomial distribution of three atoms."""
    one, other = np.triu_indices(count + 1)
    several = np.stack((one, other - one, count - other), axis=1)
    ways = gammaln(count + 1) - gammaln(several + 1).sum(axis=1)
    return several @ distribution.where, ways + several @ np.log(distribution.mass)


def log_delta(sums: tuple[np.ndarray, np.ndarray], epsilon: float) -> float:
    above = sums[0] > epsilon
    if not above.any():
        return -math.inf
    return float(logsumexp(sums[1][above] + np.log(-np.expm1(epsilon - sums[0][above]))))


def check_held(sums: tuple[np.ndarray, np.ndarray], low: float, high: float, delta: float) -> None:
    assert low <= high
    assert log_delta(sums, high) <= math.log(delta) + 1e-9
    assert low == 0 or log_delta(sums, low) >= math.log(delta) - 1e-9
