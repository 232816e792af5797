"""The conversions of ρ, and the normal curve of many μ."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.privacy.accounting.concentrated import (
    bun_steinke,
    canonne_kamath_steinke,
    order_cost,
    release_rho,
    square_rho,
)
from explorer.privacy.accounting.gaussian_calibration import gaussian_epsilons
from explorer.privacy.composition import Release
from explorer.privacy.mechanisms.exponential import Exponential
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.mechanisms.randomized_response import RandomizedResponse

logs_of_rho = st.floats(-60, 40)
powers = st.floats(-300, -0.01)


@given(log_rho=logs_of_rho, power=powers)
def test_that_no_order_does_better_than_the_one_that_is_solved_for(log_rho: float, power: float) -> None:
    rho, delta = math.exp(log_rho), 10**power
    found = float(canonne_kamath_steinke(np.array([rho]), delta)[0])
    excess = np.geomspace(1e-25, 1e30, 2000)
    least = float(np.min(rho * (1 + excess) + order_cost(excess, delta)))
    assert found <= max(least, 0.0) * (1 + 1e-12) + 1e-15
    assert found <= float(bun_steinke(np.array(rho), delta)) * (1 + 1e-12)


@given(log_rho=st.floats(-20, 20), power=powers)
def test_that_the_exact_normal_curve_lies_below_the_conversion(log_rho: float, power: float) -> None:
    rho, delta = math.exp(log_rho), 10**power
    exact = float(gaussian_epsilons(delta, np.array([math.sqrt(2 * rho)]))[0])
    assert exact <= float(canonne_kamath_steinke(np.array([rho]), delta)[0]) * (1 + 1e-9) + 1e-15


@pytest.mark.parametrize("delta", [1e-300, 1e-30, 1e-5, 0.1, 0.5, 0.9, 0.999])
def test_that_many_normal_curves_at_once_are_those_one_by_one(delta: float) -> None:
    mu = np.geomspace(1e-8, 1e8, 161)
    alone = [Gaussian(1.0 / float(each), 1.0).epsilon_at(delta) for each in mu]
    assert gaussian_epsilons(delta, mu) == pytest.approx(alone, rel=1e-10, abs=1e-300)


def test_that_a_total_of_one_costs_nothing() -> None:
    assert canonne_kamath_steinke(np.array([3.0]), 1.0)[0] == 0.0


def test_that_a_release_enters_with_the_least_rho_that_is_proven() -> None:
    laplace = Laplace(2.0, 1.0)
    assert release_rho(Release(0.5)) == 0.5 * math.tanh(0.25)
    assert release_rho(Release(4.0)) == pytest.approx(3.856, abs=1e-3)
    assert release_rho(Release(0.5, 0.0, laplace)) == laplace.rho < 0.5 * math.tanh(0.25)
    assert release_rho(Release(None, 0.0, laplace)) == laplace.rho
    for of in (release_rho, square_rho):
        assert of(Release(1.0, 1e-6, Gaussian(2.0, 1.0))) == 0.125
        assert of(Release(0.5, 1e-6)) is None
        assert of(Release(None)) is None
    assert square_rho(Release(0.5)) == square_rho(Release(None, 0.0, laplace)) == 0.125


@pytest.mark.parametrize("range_", [1e-6, 1e-3, 0.1, 1.0, 1.9, 2.1, 4.0, 12.0, 60.0])
def test_that_the_rho_of_a_choice_is_the_least_over_all_pairs_of_a_bounded_range(range_: float) -> None:
    """Losses t − ν and t, of the probabilities that make both sums 1, at any order and any t."""
    with mpmath.workdps(60):
        rivals, mean = _of_bounded_range(range_)
    rho = Exponential(2 / range_, 1.0).rho
    assert max(rivals) <= rho * (1 + 1e-12)
    assert rho == pytest.approx(mean, rel=1e-12)
    assert rho <= range_**2 / 8 * (1 + 1e-12)


def _of_bounded_range(range_: float) -> tuple[list[float], float]:
    """D_α/α of some pairs at some orders, and the largest mean loss of all."""
    nu = mpmath.mpf(range_)
    found = []
    for share in (0.02, 0.1, 0.25, 0.4, 0.45, 0.5, 0.52, 0.55, 0.6, 0.75, 0.9, 0.98):
        t = nu * share
        first = (1 - mpmath.exp(t - nu)) / (mpmath.exp(t) - mpmath.exp(t - nu))
        for order in (1 + mpmath.mpf(10) ** -9, 1.01, 1.2, 2, 5, 40):
            moment = first * mpmath.exp(order * t) + (1 - first) * mpmath.exp(order * (t - nu))
            found.append(float(mpmath.log(moment) / (order - 1) / order))
    t = nu + mpmath.log((1 - mpmath.exp(-nu)) / nu)  # where the mean loss is largest
    first = (1 - mpmath.exp(t - nu)) / (mpmath.exp(t) - mpmath.exp(t - nu))
    mean = first * mpmath.exp(t) * t + (1 - first) * mpmath.exp(t - nu) * (t - nu)
    return found, float(mean)


@pytest.mark.parametrize("categories", [2, 4, 7, 50, 1000])
def test_that_the_rho_of_an_answer_rises_with_epsilon_and_lies_above_its_curve(categories: int) -> None:
    epsilons = np.geomspace(1e-3, 30, 300)
    rhos = [RandomizedResponse(float(each), categories).rho for each in epsilons]
    assert np.all(np.diff(rhos) >= 0)
    for epsilon, rho in zip(epsilons[::30], rhos[::30], strict=True):
        orders = 1 + np.geomspace(1e-4, 1e3, 40)
        curve = RandomizedResponse(float(epsilon), categories).renyi(orders)
        assert np.all(curve <= rho * orders * (1 + 1e-9))
