"""Laplace against Gaussian noise on many numbers: from which dimension on the Gaussian is smaller.

One unit moves each of d numbers by 1, so that L1 = d and L2 = √d. Laplace noise then grows with d,
Gaussian noise with √d. Lengths scale with the move: for another one multiply them by it.
"""

from __future__ import annotations

import math
from typing import Literal

import scipy

from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.gaussian_classical import GaussianClassical
from explorer.privacy.refusal import out_of_range


def laplace_deviation(dimension: int, epsilon: float) -> float:
    r"""Standard deviation of each coordinate's Laplace noise: √2 d/ε."""
    return math.sqrt(2) * dimension / epsilon


def gaussian_deviation(dimension: int, epsilon: float, delta: float, classical: bool = False) -> float:
    r"""Standard deviation of each coordinate's Gaussian noise: σ(ε, δ) √d, σ for a sensitivity of 1.

    σ is Balle & Wang's (2018, Algorithm 1), or that of the textbooks where `classical`; what the latter
    then guarantees, `GaussianClassical.claim` says.
    """
    kind = GaussianClassical if classical else Gaussian
    return kind.calibrated(epsilon, delta, 1.0).sigma * math.sqrt(dimension)


def first_dimension(
    epsilon: float,
    delta: float,
    by: Literal["deviation", "margin"] = "deviation",
    confidence: float = 0.95,
    classical: bool = False,
) -> tuple[float, int]:
    r"""Where the two are equal, and the first whole dimension at which Gaussian noise is smaller.

    By standard deviation d = (σε)²/2; by the margin of each coordinate, ln(1/β) d/ε against
    σ√d Φ⁻¹(1−β/2), d = (σε Φ⁻¹(1−β/2)/ln(1/β))², β = 1 − `confidence`. At ε = 1, δ = 1e-5 that is 7 and 6
    with the analytic σ, 12 and 11 with the classical one. The two keep different promises: (ε, 0) and
    (ε, δ).

    Errors
    ------
    OutOfRange
        A confidence that is no probability strictly between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise out_of_range("confidence", confidence, 0, 1)
    if by == "deviation":
        wide = 1 / math.sqrt(2)
    else:
        wide = float(scipy.special.ndtri((1 + confidence) / 2)) / -math.log1p(-confidence)
    equal = (gaussian_deviation(1, epsilon, delta, classical) * epsilon * wide) ** 2
    return equal, math.floor(equal) + 1
