r"""Discrete Gaussian noise that is wide: beside, and between, continuous Gaussian noise.

Sums of a smooth function over the whole numbers are its integral but for what Poisson's formula leaves:
Σ_n e^(−(n−c)²/(2s²)) = s√(2π)(1 + 2 Σ_{j≥1} e^(−2π²s²j²) cos 2πjc), the same for every c within e^±η,
η <= 5e^(−2π²s²). So wide discrete noise needs no sum of its hundreds of thousands of terms.
"""

from __future__ import annotations

import math

from explorer.privacy.guarantee import Guarantee
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.gaussian import Gaussian

_WIDE = 1000.0  # σ from which on discrete noise is put between two continuous ones
_SPREAD = 4.0  # s² of what is added or rounded: e^(−2π²s²) = 5e-35, times any k nothing beside 1
_SMOOTH, _FLAT = 10.0, 10.0  # the least σ, and the least σ²/Δ, at which a Rényi sum is an integral


def between(mechanism: Guarantee) -> tuple[Gaussian, Gaussian] | None:
    r"""Continuous noise that costs less, and that costs more, than wide discrete noise; else None.

    The widths are √(σ² ± 4).

    Guarantee
    ---------
    Both are functions of each other's results, answered with fresh randomness, but for a factor e^±η of
    every probability with η < 3e-34 (the module's formula at s² = 4 and at s²σ²/(σ² + s²)). A result x of
    discrete noise around a whole m becomes x + N(0, s²), of distribution N(m, σ² + s²); a result y of N(m, σ²
    − s²) becomes a whole number n with probability proportional to e^(−(n−y)²/(2s²)), of the discrete
    distribution around m and of width σ. What holds of functions of results holds of any mixture (a sample),
    any number of releases and any list: δ, ε, trade-off and Rényi divergence of the discrete noise lie
    between the two, since kη is below every rounding for k <= 10⁶.

    Source
    ------
    Post-processing; Poisson's summation formula.
    """
    if not isinstance(mechanism, DiscreteGaussian) or mechanism.sigma < _WIDE:
        return None
    square = mechanism.sigma * mechanism.sigma
    return (
        Gaussian(math.sqrt(square + _SPREAD), mechanism.sensitivity),
        Gaussian(math.sqrt(square - _SPREAD), mechanism.sensitivity),
    )


def smooth_mu(mechanism: Guarantee) -> float | None:
    r"""Δ/σ of discrete noise whose Rényi divergences on a sample are those of continuous noise; else None.

    Σ_n Q(n)(1−q+q e^(l(n)))^α is the trapezoidal rule with step 1/σ for the integral of
    F(x) = φ(x)(1−q+q e^(μx−μ²/2))^α, μ = Δ/σ. Within |Im x| < π/μ the power has no zero, and at a distance d
    from the real line |F| is at most e^(d²/2) times what it is there: for every d < πσ/Δ the two differ by
    at most 2e^(d²/2 − 2πdσ) relative.

    Guarantee
    ---------
    For σ² >= 10 Δ and Δ >= 1 that is below e^(−1.4π²·10) = 1e-60 (at d near πσ/Δ), and so is what the sum of
    all probabilities differs by.

    Source
    ------
    Trefethen & Weideman (2014), Theorem 5.1.
    """
    if not isinstance(mechanism, DiscreteGaussian):
        return None
    if mechanism.sigma < _SMOOTH or mechanism.sigma**2 < _FLAT * mechanism.sensitivity:
        return None
    return mechanism.sensitivity / mechanism.sigma
