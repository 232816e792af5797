"""Sums over the whole numbers, against the same sums in exact fractions' place: decimals of 60 digits."""

import math
from decimal import Decimal, localcontext
from functools import cache

import numpy as np
import pytest

from explorer.privacy.numerics.theta import log_hockey_stick, log_ratio, log_tail, log_whole


@cache
def weight(n: float, sigma: float) -> Decimal:
    """Of 60 digits: asked for in such a context alone."""
    return (-((Decimal(n) / Decimal(sigma)) ** 2) / 2).exp()


def tail_of(first: int, sigma: float) -> Decimal:
    """Σ e^(−n²/(2σ²)) over n >= first, until the terms are 10^-40 of the sum."""
    total, n = Decimal(0), max(first, -math.ceil(15 * sigma) - 2)
    while True:
        term = weight(n, sigma)
        total += term
        n += 1
        if n > 0 and term <= total * Decimal(10) ** -40:
            return total


@pytest.mark.parametrize("sigma", [0.05, 0.3, 0.7, 1.0, 3.3, 9.99, 10.0, 12.5, 60.0])
def test_that_tails_are_the_sums_they_stand_for(sigma: float) -> None:
    firsts = np.unique(np.round(np.array([-40, -8, -1, -0.3, 0, 0.2, 1, 3, 8, 20, 36, 37, 90]) * sigma))
    found = log_tail(firsts, sigma)
    with localcontext(prec=60):
        whole = tail_of(-(10**9), sigma)
        for first, one in zip(firsts, found, strict=True):
            exact = float((tail_of(int(first), sigma) / whole).ln())
            assert one == pytest.approx(exact, rel=4e-14, abs=2e-15)
        assert log_whole(sigma) == pytest.approx(float(whole.ln()), rel=1e-14)


@pytest.mark.parametrize(
    ("sigma", "shift"),
    [
        *((0.2, 1), (0.7, 1), (1.0, 1), (4.0, 3), (9.9, 1), (9.9, 40), (10.0, 1), (10.0, 2), (10.0, 90)),
        *((10.0, 100_000), (25.0, 7), (40.0, 1), (40.0, 25), (80.0, 3000)),
    ],
)
def test_that_the_hockey_stick_is_the_sum_it_stands_for(sigma: float, shift: int) -> None:
    """In all three ways of summing: term by term, from midpoints, and one of each."""
    epsilons = np.array([0.0, 1e-3, 0.1, 0.24, 0.26, 1.0, 3.0, 12.0, 50.0])
    found = log_hockey_stick(epsilons, sigma, float(shift))
    with localcontext(prec=60):
        whole = tail_of(-(10**9), sigma)
        for epsilon, one in zip(epsilons, found, strict=True):
            square = Decimal(sigma) ** 2
            first = math.floor(Decimal(epsilon) * square / shift - Decimal(shift) / 2) + 1
            other = Decimal(epsilon).exp() * tail_of(first + shift, sigma)
            exact = float(((tail_of(first, sigma) - other) / whole).ln())
            assert one == pytest.approx(exact, rel=1e-14, abs=1e-14)


@pytest.mark.parametrize("sigma", [0.01, 0.2, 0.499, 0.5, 0.8, 2.0, 30.0])
def test_that_a_shifted_sum_is_compared_without_cancellation(sigma: float) -> None:
    centres = np.array([-0.5, -0.3, -1e-4, 0.0, 0.05, 0.5])
    reach = math.ceil(20 * sigma) + 2  # what lies beyond is below e^−200 of the sum
    found = log_ratio(centres, sigma)
    assert np.all(found <= 0)
    with localcontext(prec=60):
        whole = sum(weight(n, sigma) for n in range(-reach, reach + 1))
        for centre, one in zip(centres, found, strict=True):
            shifted = sum(weight(n - Decimal(centre), sigma) for n in range(-reach, reach + 1))
            assert one == pytest.approx(float((shifted / whole).ln()), rel=1e-9, abs=1e-15)


def test_that_the_ways_of_summing_meet() -> None:
    below, above = math.nextafter(10.0, 0), 10.0
    epsilons = np.geomspace(1e-6, 49.12345, 300)
    for shift in (1.0, 2.0, 17.0, 400.0):
        before, after = (log_hockey_stick(epsilons, sigma, shift) for sigma in (below, above))
        assert after == pytest.approx(before, rel=1e-12, abs=1e-12)


def test_that_a_threshold_beyond_the_whole_numbers_of_a_double_leaves_a_tail():
    epsilon = np.array([0.1, 1.0, 2.0, 4.0, 50.0])
    for sigma in (3.0e9, 1e12, 1e15):
        for shift in (1.0, 6.0, 1000.0):
            least = (epsilon * sigma / shift) ** 2 / 2  # t²/(2σ²); all else is some hundreds
            assert log_hockey_stick(epsilon, sigma, shift) == pytest.approx(-least, rel=1e-5), (sigma, shift)
