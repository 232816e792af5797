"""Exponentials and logarithms at the edges of what a number can hold."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import ndtr

from explorer.privacy.numerics.logspace import (
    exponential_remainder,
    log1mexp,
    log_or_zero,
    mills_ratio,
    mills_slope,
)


def test_that_the_logarithm_of_what_is_left_neither_cancels_nor_warns() -> None:
    at = np.array([0.0, -1e-20, -1e-5, -0.5, -0.7, -50.0, -800.0, -math.inf])
    found = log1mexp(at)
    assert found[0] == -math.inf
    assert found[1] == pytest.approx(math.log(1e-20), rel=1e-14)
    assert found[2:5] == pytest.approx([math.log(-math.expm1(x)) for x in (-1e-5, -0.5, -0.7)], rel=1e-14)
    assert found[5] == pytest.approx(-math.exp(-50), rel=1e-14)
    assert list(found[6:]) == [0.0, 0.0]


def test_that_the_logarithm_of_nothing_is_silent() -> None:
    assert list(log_or_zero(np.array([0.0, 1.0]))) == [-math.inf, 0.0]


@pytest.mark.parametrize("at", [1e-12, -1e-8, 0.01, -0.4999, 0.4999, 0.5001, -3.0, 20.0])
def test_that_the_remainder_of_the_exponential_keeps_its_digits(at: float) -> None:
    exact, term = Fraction(0), Fraction(1)
    for n in range(1, 120):
        term = term * Fraction(at) / n
        exact += term if n >= 2 else 0
    assert float(exponential_remainder(np.array(at))) == pytest.approx(float(exact), rel=1e-13)


@pytest.mark.parametrize("at", [-29.0, -5.0, -0.1, 0.0, 0.7, 5.0])
def test_that_mills_ratio_is_tail_over_density(at: float) -> None:
    density = math.exp(-(at**2) / 2) / math.sqrt(2 * math.pi)
    assert float(mills_ratio(np.array(at))) == pytest.approx(float(ndtr(-at)) / density, rel=1e-12)


@pytest.mark.parametrize("at", [-4.0, 0.0, 3.0, 19.0, 25.0])
def test_that_the_slope_of_mills_ratio_is_its_slope(at: float) -> None:
    step = 1e-4 * max(1.0, abs(at))
    difference = mills_ratio(np.array(at - step)) - mills_ratio(np.array(at + step))
    assert float(mills_slope(np.array(at))) == pytest.approx(float(difference) / (2 * step), rel=1e-5)


def test_that_the_slope_of_mills_ratio_far_out_is_that_of_its_leading_term() -> None:
    assert float(mills_slope(np.array(1e9))) == pytest.approx(1e-18, rel=1e-12)
