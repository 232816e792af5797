"""The simulated noise of lessons: the program's exact sampler over randomness from a seed."""

from __future__ import annotations

from fractions import Fraction

from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.samplers.integer_sampler import Bits, Integers, discrete_laplace


def noise_of(mechanism: DiscreteLaplace, bits: Bits, count: int) -> Integers:
    """`count` independent draws of its noise, whole numbers."""
    return discrete_laplace(bits, Fraction(mechanism.scale), count)
