"""Margins of discrete Gaussian noise: the least whole number that is exactly enough."""

import math
from decimal import localcontext
from fractions import Fraction

import pytest
from cases_in_one import cases_in_one

from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.release.plan import gaussian_margin as room
from explorer.release.plan.gaussian_margin import gaussian_margin

NINETY_FIVE = Fraction(19, 20)


@cases_in_one("square", ["0.01", "0.3", "1", "23/3", "400", "2499"])
@cases_in_one("confidence, cells", [("0.5", 1), ("0.95", 1), ("0.95", 57), ("0.999", 1000)])
def test_that_a_margin_is_enough_and_one_less_is_not(square: str, confidence: str, cells: int) -> None:
    width = float(Fraction(square))
    masses = [math.exp(-(x**2) / (2 * width)) for x in range(math.ceil(40 * math.sqrt(width)) + 3)]
    whole = 2 * math.fsum(masses) - 1

    def within(bound: int) -> float:
        return float((1 - 2 * math.fsum(masses[bound + 1 :]) / whole) ** cells)

    found = gaussian_margin(Fraction(square), Fraction(confidence), cells)
    assert within(found) >= float(Fraction(confidence)) - 1e-12
    assert found == 0 or within(found - 1) < float(Fraction(confidence)) + 1e-12


@cases_in_one("square", ["2501", "10000.5", "1e6", "1e12", "1e20"])
@cases_in_one("cells", [1, 100, 10**6])
def test_that_wide_distributions_agree_with_the_mechanism(square: str, cells: int) -> None:
    sigma = math.sqrt(Fraction(square))
    there = DiscreteGaussian(sigma, 1).margin(0.95, cells)
    assert gaussian_margin(Fraction(square), NINETY_FIVE, cells) == pytest.approx(there, rel=1e-12, abs=0.5)


@pytest.mark.parametrize("square", [36, 400, 2500])
@pytest.mark.parametrize("first", [1, 3, 30, 130])
def test_that_the_expansion_keeps_its_interval(square: int, first: int) -> None:
    with localcontext() as context:
        context.prec = 160
        exact = room.tail_added_up(first - 1, Fraction(square))
        for digits in (12, 20, 35):
            found, off = room.tail_expanded(first, Fraction(square), digits)
            assert abs(found - exact) <= off
            assert float(off) <= 4 * 10.0**-digits


def test_that_both_ways_of_summing_meet() -> None:
    edge = Fraction(room.ADDED_UP_TO)
    for confidence in (Fraction(1, 2), NINETY_FIVE, 1 - Fraction(1, 10**40)):
        below, above = (gaussian_margin(edge + more, confidence, 10) for more in (0, Fraction(1, 10**9)))
        assert above - below in (0, 1)


def test_that_extreme_widths_and_confidences_are_no_trouble() -> None:
    assert gaussian_margin(Fraction(1, 10**6), NINETY_FIVE, 10**6) == 0
    assert gaussian_margin(Fraction(10**40), NINETY_FIVE) == pytest.approx(1.959963984540054e20, rel=1e-14)
    assert gaussian_margin(Fraction(10**6), 1 - Fraction(1, 10**100)) == pytest.approx(21_273, rel=0.01)
