"""How far one draw of noise strays: for what is told of it, apart from the noise itself, which is exact."""

from __future__ import annotations

import math
from fractions import Fraction

from explorer.release.values.noise_distribution import Noise


def variance(noise: Noise) -> float:
    r"""The variance of one draw: 2a/(1−a)², a = e^(−1/scale), for discrete Laplace noise.

    Σ x² P(x) for discrete Gaussian noise, which is σ² up to rounding from σ = 5 on (Canonne, Kamath &
    Steinke 2020, Corollary 9).

    >>> [round(variance(Noise("discrete-laplace", moved, Fraction(1))), 3) for moved in (1, 10)]
    [1.841, 199.833]
    >>> round(variance(Noise("discrete-gaussian", 1, Fraction(2))), 3)
    0.215
    """
    width = noise.width
    if not noise.is_gaussian:
        return 0.5 / math.sinh(0.5 / float(width)) ** 2 if width > Fraction(1, 500) else 0.0
    if width >= 25:
        return float(width)
    masses = [math.exp(-place * place / (2 * float(width))) for place in range(200)]
    squares = sum(place * place * mass for place, mass in enumerate(masses))
    return 2 * squares / (2 * sum(masses) - 1)
