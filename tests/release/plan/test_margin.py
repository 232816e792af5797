"""Noise margins: the least whole number that is exactly enough."""

import math
from fractions import Fraction

import pytest
from cases_in_one import cases_in_one

from explorer.release.plan.margin import margin

NINETY_FIVE = Fraction(19, 20)


@pytest.mark.parametrize(
    ("epsilon", "each", "ten", "hundred"), [("1", 3, 5, 7), ("0.5", 6, 10, 15), ("0.1", 30, 53, 76)]
)
def test_that_margins_are_those_of_the_tables(epsilon: str, each: int, ten: int, hundred: int) -> None:
    scale = 1 / Fraction(epsilon)
    assert [margin(scale, NINETY_FIVE, cells) for cells in (1, 10, 100)] == [each, ten, hundred]


@cases_in_one("scale", ["1/3", "1", "7/3", "29.9", "1000"])
@cases_in_one("confidence", ["0.5", "0.9", "0.95", "0.999"])
@cases_in_one("cells", [1, 4, 57])
def test_that_a_margin_is_enough_and_one_less_is_not(scale: str, confidence: str, cells: int) -> None:
    found = margin(Fraction(scale), Fraction(confidence), cells)

    def within(bound: int) -> float:
        a = math.exp(-1 / float(Fraction(scale)))
        return float((1 - 2 * a ** (bound + 1) / (1 + a)) ** cells)

    assert within(found) >= float(Fraction(confidence)) - 1e-12
    assert found == 0 or within(found - 1) < float(Fraction(confidence)) + 1e-12


def test_that_confidence_so_near_its_boundary_that_floats_cannot_tell_is_decided_exactly() -> None:
    a = Fraction(math.exp(-1))  # a double: within 1e-16 of e^-1, so the boundary is known to 15 digits only
    boundary = 1 - 2 * a**4 / (1 + a)
    near = Fraction(1, 10**13)
    assert margin(Fraction(1), boundary - near) == 3
    assert margin(Fraction(1), boundary + near) == 4


def test_that_extreme_scales_and_many_cells_are_no_trouble() -> None:
    assert margin(Fraction(1, 1000), NINETY_FIVE, 10**6) == 0
    wide = margin(Fraction(10**20), NINETY_FIVE)
    assert wide == pytest.approx(10**20 * math.log(20), rel=1e-9)
    assert margin(Fraction(1), 1 - Fraction(1, 10**60)) == pytest.approx(60 * math.log(10), abs=2)
