"""The conversions of ρ, and the normal curve of many μ."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.privacy.composition import Release
from explorer.privacy.concentrated import bun_steinke, canonne_kamath_steinke, order_cost, release_rho
from explorer.privacy.gaussian_calibration import gaussian_epsilons
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace

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


def test_that_pure_noise_enters_by_its_epsilon_and_normal_noise_by_its_own_rho() -> None:
    assert release_rho(Release(0.5)) == 0.125
    assert release_rho(Release(0.5, 0.0, Laplace(2.0, 1.0))) == 0.125
    assert release_rho(Release(None, 0.0, Laplace(2.0, 1.0))) == 0.125
    assert release_rho(Release(1.0, 1e-6, Gaussian(2.0, 1.0))) == 0.125
    assert release_rho(Release(0.5, 1e-6)) is None
    assert release_rho(Release(None)) is None
