"""The Rényi divergence of normal noise on a sample is never below its integral to 60 digits."""

import math

import mpmath
import numpy as np
import pytest

from explorer.privacy.compositions.renyi import OF_A_DIVERGENCE
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.subsampling.poisson import Subsampled

ORDERS = [1 + 1e-9, 1 + 1e-6, 1.5, 4.0]
CASES = [
    (Gaussian(1.0, 5.0), 1e-15),  # the loss is no more than rounding but far out
    (Gaussian(1.0, 8.0), 1e-12),
    (Gaussian(1.0, 1.0), 0.1),
    (DiscreteGaussian(3126.062585368019, 2.0), 0.07171219486676975),  # a step of the noise hardly tells
    (DiscreteGaussian(12689.584888041598, 2.0), 2.5727348514789442e-05),
]


def divergence(mu: mpmath.mpf, rate: float, order: float) -> mpmath.mpf:
    """ln E (1−q+q e^l)^α/(α−1) by the trapezoidal rule, with 16 points until the loss has turned by π."""
    step = min(mpmath.mpf("0.1"), mpmath.pi / mu / 16)
    total, power, share = mpmath.mpf(0), mpmath.mpf(order), mpmath.mpf(rate)
    for n in range(math.floor(-14 / step), math.ceil((order * mu + 14) / step)):
        x = n * step
        z = share * mpmath.expm1(mu * x - mu * mu / 2)
        total += mpmath.exp(-x * x / 2) * ((1 + z) ** power - 1 - power * z)
    return mpmath.log1p(total * step / mpmath.sqrt(2 * mpmath.pi)) / (power - 1)


@pytest.mark.parametrize(("inner", "rate"), CASES)
def test_that_no_order_is_below_its_integral(inner: Gaussian | DiscreteGaussian, rate: float) -> None:
    found = Subsampled(inner, rate).renyi(np.array(ORDERS)) * (1 + OF_A_DIVERGENCE)
    with mpmath.workdps(60):
        mu = mpmath.mpf(inner.sensitivity) / mpmath.mpf(inner.sigma)
        for order, value in zip(ORDERS, found.tolist(), strict=True):
            truth = divergence(mu, rate, order)
            assert value >= truth
            assert value <= truth * (1 + mpmath.mpf("2e-11"))
