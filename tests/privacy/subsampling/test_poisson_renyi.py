"""The Rényi divergence of normal noise on a sample is never below its integral to 60 digits."""

import math

import mpmath
import numpy as np
import pytest

from explorer.privacy.composition import Release, every_composition
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


def sum_over_integers(sigma: float, rate: float, order: float) -> mpmath.mpf:
    """ln Σ Q (1−q+q P/Q)^α/(α−1) of discrete noise, Δ = 1: the neighbourhoods of 0 and of α."""
    width, power, share = mpmath.mpf(sigma), mpmath.mpf(order), mpmath.mpf(rate)
    reach, end = math.ceil(60 * max(1.0, sigma)), round(order)
    near = range(-reach, reach + 1)
    whole = sum(mpmath.exp(-(mpmath.mpf(n) ** 2) / (2 * width**2)) for n in near)
    logs = [
        power * mpmath.log(1 - share + share * mpmath.exp((2 * mpmath.mpf(n) - 1) / (2 * width**2)))
        - mpmath.mpf(n) ** 2 / (2 * width**2)
        for n in {*near, *(end + n for n in near)}
    ]
    top = max(logs)
    return (top + mpmath.log(sum(mpmath.exp(each - top) for each in logs) / whole)) / (power - 1)


@pytest.mark.parametrize("sigma", [1e-6, 0.01, 0.3, 1.0, 5.0])
def test_that_the_orders_of_a_discrete_sample_have_no_end(sigma: float) -> None:
    """At α = 10⁹ no double tells the sum from the same less e^200; at 10¹⁸ P/Q has no digit left."""
    orders = [1.5, 60.5, 1000.5, 5.3e6, 1e9, 1e12, 1e18]
    found = Subsampled(DiscreteGaussian(sigma, 1.0), 0.01).renyi(np.array(orders)) * (1 + OF_A_DIVERGENCE)
    with mpmath.workdps(60):
        for order, value in zip(orders, found.tolist(), strict=True):
            truth = sum_over_integers(sigma, 0.01, order)
            assert truth <= value <= truth * (1 + mpmath.mpf("1e-6"))


def test_that_hardly_any_discrete_noise_on_a_sample_has_a_total() -> None:
    release = Release(1.0, 1e-9, DiscreteGaussian(0.02, 1.0), 0.1)
    counts = np.array([1, 3], dtype=np.int64)
    found = every_composition()["renyi"]().total(release, counts, 1e-6)
    assert 0 < found.upper[0] < found.upper[1] < math.inf
