"""Margins of totals: against sums worked out mass by mass, and against what is proven of one draw."""

import math
from fractions import Fraction

import numpy as np
import pytest
from cases_in_one import cases_in_one

from explorer.release.plan.gaussian_margin import gaussian_margin
from explorer.release.plan.margin import margin
from explorer.release.plan.sum_margin import SumMargin, sum_margin
from explorer.release.values.noise_distribution import Noise

CONFIDENCE = Fraction(19, 20)


def laplace(scale: Fraction) -> Noise:
    return Noise("discrete-laplace", 1, 1 / scale)


def gaussian(squared: Fraction) -> Noise:
    return Noise("discrete-gaussian", 1, 1 / (2 * squared))


def one_draw(noise: Noise, reach: int) -> np.ndarray:
    places = np.arange(-reach, reach + 1, dtype=float)
    width = float(noise.width)
    masses = np.exp(-(places**2) / (2 * width)) if noise.is_gaussian else np.exp(-abs(places) / width)
    return masses / masses.sum()


def by_hand(noise: Noise, draws: int, confidence: Fraction, reach: int) -> int:
    """The least bound, from the masses of the sum one draw after another."""
    one = one_draw(noise, reach)
    masses = one
    for _ in range(draws - 1):
        masses = np.convolve(masses, one)
    middle = len(masses) // 2
    bound, inside = 0, masses[middle]
    while inside < float(confidence):
        bound += 1
        inside += masses[middle - bound] + masses[middle + bound]
    return bound


NOISES = [
    *(laplace(Fraction(each)) for each in ("0.3", "1", "7/2", "20")),
    *(gaussian(Fraction(each)) for each in ("0.2", "1", "2.6", "30")),
]


@cases_in_one("noise", NOISES)
@cases_in_one("draws", [2, 3, 12])
@cases_in_one("confidence", [CONFIDENCE, Fraction(1, 2), Fraction(9999, 10000)])
def test_that_the_margin_of_a_sum_is_the_least_one(noise: Noise, draws: int, confidence: Fraction) -> None:
    reach = 40 * math.ceil(float(noise.width)) if not noise.is_gaussian else 60
    found = sum_margin(noise, draws, confidence)
    assert found == SumMargin(by_hand(noise, draws, confidence, reach), True)


def test_that_one_draw_has_the_exact_margin_of_one_count() -> None:
    for width in (Fraction(1), Fraction(200, 57)):
        assert sum_margin(laplace(width), 1, CONFIDENCE).value == margin(width, CONFIDENCE)
        assert sum_margin(gaussian(width), 1, CONFIDENCE).value == gaussian_margin(width, CONFIDENCE)


@pytest.mark.parametrize("noise", [*NOISES, laplace(Fraction(1000)), gaussian(Fraction(10**8))])
def test_that_more_draws_never_have_a_smaller_margin_nor_more_than_all_margins_together(noise: Noise) -> None:
    found = [sum_margin(noise, draws, CONFIDENCE) for draws in (1, 2, 5, 40, 900)]
    values = [each.value for each in found]
    assert values == sorted(values)
    assert all(
        value <= draws * max(values[0], 1) for value, draws in zip(values, (1, 2, 5, 40, 900), strict=True)
    )


@pytest.mark.parametrize(
    ("noise", "draws"),
    [(laplace(Fraction(10**6)), 10_000), (laplace(Fraction(10**4)), 10**6), (gaussian(Fraction(1)), 10**6)],
)
def test_that_a_margin_that_is_not_the_least_says_so_and_lies_above_the_normal_one(
    noise: Noise, draws: int
) -> None:
    """Sums of so many draws are normal to five digits."""
    width = float(noise.width)
    normal = 1.959 * math.sqrt(draws * (width if noise.is_gaussian else 2 * width**2))
    found = sum_margin(noise, draws, CONFIDENCE)
    assert not found.least
    assert normal <= found.value <= 1.45 * normal


def test_that_a_sum_is_given_the_larger_margin_where_its_theorem_leaves_two_open() -> None:
    """A sum of 2 draws is one of twice σ² but for a factor within e^±τ, τ near 10^−7: α is within that."""
    squared, draws, bound = Fraction(7, 4), 2, 5
    one = one_draw(gaussian(draws * squared), 60)
    beyond = Fraction(float(2 * one[60 + bound + 1 :].sum()))
    for share in (Fraction(1, 10**8), Fraction(-1, 10**8)):
        found = sum_margin(gaussian(squared), draws, 1 - beyond * (1 + share))
        assert found == SumMargin(bound + 1, False)


def test_that_wide_sums_agree_with_the_normal_distribution() -> None:
    for noise, variance in ((laplace(Fraction(50)), 2 * 50**2), (gaussian(Fraction(400)), 400)):
        found = sum_margin(noise, 3000, CONFIDENCE)
        assert found.least
        assert found.value == pytest.approx(1.959964 * math.sqrt(3000 * variance), rel=2e-3)
