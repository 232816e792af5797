"""The loss of k releases where it is normally distributed, and what of any lies beyond a total."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from explorer.privacy.guarantee import Guarantee
from explorer.privacy.pld.composed_distribution import ComposedDistribution, composed_distribution

_SAME = 1e-9  # relative: an atom so near to the total is at it, not beyond


def known_distribution(
    guarantee: Guarantee, mu: float | None, count: int, without: bool = False
) -> ComposedDistribution | None:
    """`pld.composed_distribution`; exact where the loss is that of normal noise of this μ: N(±kμ²/2, kμ²).

    Source
    ------
    Dong, Roth & Su (2019), Corollary 3.3.
    """
    distribution = composed_distribution(guarantee, count, without)
    if distribution is None or mu is None or not len(distribution.at):
        return distribution
    wide = mu * math.sqrt(count)
    mean = (-0.5 if without else 0.5) * wide**2
    density = np.exp(-(((distribution.at - mean) / wide) ** 2) / 2) / (math.sqrt(2 * math.pi) * wide)
    return replace(distribution, density=density, mean=mean, deviation=wide)


def mass_beyond(
    guarantee: Guarantee, mu: float | None, count: int, distribution: ComposedDistribution, total: float
) -> float:
    """The probability of a loss strictly beyond `total`.

    Guarantee
    ---------
    Exact for normal noise, and 0 where k releases of a pure ε cannot get beyond; else an estimate.
    """
    import scipy

    pure = guarantee.pure_epsilon
    if pure is not None and total >= count * pure * (1 - _SAME):
        return 0.0
    if mu is not None:
        wide = mu * math.sqrt(count)
        return float(scipy.special.ndtr((0.5 * wide**2 - total) / wide))
    return distribution.beyond(total + _SAME * abs(total))
