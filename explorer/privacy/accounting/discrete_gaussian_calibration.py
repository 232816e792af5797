"""The least σ of the discrete Gaussian at an (ε, δ), also where δ does not fall in σ throughout."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np

from explorer.privacy.accounting.gaussian_calibration import private_goal
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.numerics.root import root, settle_up
from explorer.privacy.numerics.theta import log_hockey_stick

# A margin, not a proof: of a computed ln δ, relative or absolute; against 60 digits it stays below 2e-15.
ERROR = 1e-13
_FALLING = 0.5  # of ε/Δ: up to here δ falls in σ throughout (it does up to 0.8)
_GUESSES, _HEAVY = 4, 1.01  # steps towards a first guess, and the least argument of its logarithm


def least_sigma(epsilon: float, delta: float, sensitivity: float) -> float:
    """The least σ with δ(ε) <= delta; the rounding of ln δ is allowed for.

    Where δ does not fall in σ throughout, the ends σ² = (j + Δ/2)Δ/ε between which the same outputs
    count are searched first (δ falls from end to end), then the stretch before the first that holds,
    in which δ rises at most once, and before it falls.

    Parameters
    ----------
    epsilon : nats, > 0
    delta : in (0, 1)
    sensitivity : a whole number, the largest change of the true count

    Source
    ------
    Canonne, Kamath & Steinke (2020), Theorem 7, solved for σ.
    """
    goal, at = float(private_goal(math.log(delta), error=ERROR)), np.array([epsilon])

    @cache  # the search among the ends, the root and its last check ask for some σ twice
    def excess(sigma: float) -> float:
        return float(log_hockey_stick(at, sigma, sensitivity)[0]) - goal

    if epsilon <= _FALLING * sensitivity:
        low = high = Gaussian.calibrated(epsilon, delta, sensitivity).sigma
        step = 1.01
        while excess(low) <= 0:
            low, step = low / step, step * step
        step = 1.01
        while excess(high) > 0:
            high, step = high * step, step * step
    else:

        def end(j: int) -> float:
            return math.sqrt((j + sensitivity / 2) * sensitivity / epsilon)

        first = math.floor(-sensitivity / 2) + 1
        guess = math.floor(_about(epsilon, delta, sensitivity) ** 2 * epsilon / sensitivity - sensitivity / 2)
        low, high = _first_stretch(lambda j: excess(end(j)) <= 0, end, first, max(guess, first))
    return settle_up(root(excess, low, high), lambda s: excess(s) <= 0)


def _about(epsilon: float, delta: float, sensitivity: float) -> float:
    """A σ near the least: where the first term of the normal tails, φ(t)μ/(t(t+μ)), is δ; t = ε/μ − μ/2."""
    t = math.sqrt(-2 * math.log(delta))
    for _ in range(_GUESSES):
        mu = math.sqrt(t * t + 2 * epsilon) - t
        weight = mu / (math.sqrt(2 * math.pi) * t * (t + mu) * delta)
        t = math.sqrt(2 * math.log(max(weight, _HEAVY)))
    return sensitivity / (math.sqrt(t * t + 2 * epsilon) - t)


def _first_stretch(
    holds: Callable[[int], bool], end: Callable[[int], float], first: int, guess: int
) -> tuple[float, float]:
    """The ends around the first j from `first` on that `holds`: sought from a guess outward, then between."""
    before, last, step = first - 1, guess, 1
    while not holds(last):
        before, last, step = last, last + step, 2 * step
    while last - step > before and holds(last - step):
        last, step = last - step, 2 * step
    before = max(before, last - step)
    while last - before > 1:
        middle = (before + last) // 2
        before, last = (before, middle) if holds(middle) else (middle, last)
    return (end(before) if before >= first else 1e-3 * end(first), end(last))
