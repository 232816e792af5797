"""Random subset counts of secret bits, answered with noise, and what least squares makes of the answers.

The attacker knows who is in each subset, and takes the bits that fit the answers best: x̂ = (AᵀA)⁻¹Aᵀy,
each rounded to 0 or 1.

Source
------
Dinur & Nissim (2003), Revealing information while preserving privacy, Theorem 5; by least squares Dwork,
McSherry & Talwar (2007) and Kasiviswanathan, Rudelson, Smith & Ullman (2010).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import scipy
from numpy.typing import NDArray

from explorer.lessons.simulations.noise import noise_of
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.progress import progress
from explorer.privacy.samplers.seeded_bytes import seeded_bits

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

PEOPLE, ANSWERS, RUNS = 400, 2000, 8
EPSILONS = (1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0, 10_000.0)
ERRORS = (0, 2, 5, 10, 15, 20, 30, 40)
_EPSILON, _ERROR = 1, 2  # streams of randomness


@dataclass(frozen=True, eq=False)
class Secret:
    """The secret bits (PEOPLE,), the exact answers (ANSWERS,), the attacker's matrix (PEOPLE, ANSWERS)."""

    bits: NDArray[np.int64]
    answers: Floats
    inverse: Floats

    def recovered(self, noise: Floats) -> Flags:
        """Which bits are right when `noise`, (ANSWERS,) or (ANSWERS, runs), is added to the answers."""
        answers, bits = (
            (self.answers, self.bits) if noise.ndim == 1 else (self.answers[:, None], self.bits[:, None])
        )
        guessed = self.inverse @ (answers + noise) > 0.5
        return np.asarray(guessed == (bits == 1))


@lru_cache(maxsize=4)
def secret(seed: int) -> Secret:
    """Fair coins for the bits, and for who is in each subset; the normal equations are solved once a seed."""
    source = np.random.default_rng((seed, 0))
    bits = source.integers(0, 2, PEOPLE)
    subsets = source.integers(0, 2, (ANSWERS, PEOPLE)).astype(np.float64)
    inverse = np.linalg.solve(subsets.T @ subsets, subsets.T).astype(np.float64)
    return Secret(bits, subsets @ bits, inverse)


def each_answer(epsilon: float, answers: int = ANSWERS) -> DiscreteLaplace:
    """The mechanism of each answer where all of them share the total ε; one person changes each by 1."""
    return DiscreteLaplace.calibrated(epsilon / answers, 0.0, 1.0)


def epsilon_of_error(error: int) -> float:
    """The ε of one answer whose discrete Laplace noise has this standard deviation: cosh ε = 1 + 1/σ²."""
    return math.acosh(1 + error**-2)


@lru_cache(maxsize=256)
def attacked(seed: int, epsilon: float) -> Flags:
    """Which bits one attack recovers at this total ε, (PEOPLE,)."""
    return secret(seed).recovered(_noise(seed, epsilon, 1)[:, 0])


@lru_cache(maxsize=256)
def misled(seed: int, error: int) -> Flags:
    """Which bits one attack recovers where each answer is too large or too small by `error`, (PEOPLE,)."""
    return secret(seed).recovered(_off(seed, error, 1)[:, 0])


@lru_cache(maxsize=4)
def shares_by_epsilon(seed: int) -> Floats:
    """The share of bits recovered in each run at each of `EPSILONS`, (levels, RUNS)."""
    return _levels(seed, len(EPSILONS), lambda place: _noise(seed, EPSILONS[place], RUNS))


@lru_cache(maxsize=4)
def shares_by_error(seed: int) -> Floats:
    """The share of bits recovered in each run at each of `ERRORS`, (levels, RUNS)."""
    return _levels(seed, len(ERRORS), lambda place: _off(seed, ERRORS[place], RUNS))


def expected_share(seed: int, deviation: Floats) -> Floats:
    """About the share recovered where the noise has this standard deviation, (n,): the mean of Φ(½/(σ‖Pᵢ‖)).

    P is the attacker's matrix. The error of a bit is a sum of 2,000 small terms, nearly normal.
    """
    rows = np.sqrt(np.einsum("ij,ij->i", secret(seed).inverse, secret(seed).inverse))
    spread = np.maximum(np.outer(deviation, rows), 1e-12)
    return np.asarray(scipy.special.ndtr(0.5 / spread).mean(axis=1), dtype=np.float64)


def _levels(seed: int, count: int, noise: Callable[[int], Floats]) -> Floats:
    found = np.empty((count, RUNS))
    progress(0.0)
    solved = secret(seed)
    for place in range(count):
        progress((place + 1) / (count + 1))
        found[place] = solved.recovered(noise(place)).mean(axis=0)
    return found


def _noise(seed: int, epsilon: float, runs: int) -> Floats:
    source = seeded_bits(seed, _EPSILON, runs, round(1000 * epsilon))
    return noise_of(each_answer(epsilon), source, ANSWERS * runs).astype(np.float64).reshape(ANSWERS, runs)


def _off(seed: int, error: int, runs: int) -> Floats:
    signs = np.random.default_rng((seed, _ERROR, runs, error)).choice((-1.0, 1.0), (ANSWERS, runs))
    return np.asarray(error * signs)
