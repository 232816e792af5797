"""The margin of X + k·Y, against every pair of values added up."""

import math
from fractions import Fraction

import numpy as np
import pytest
from cases_in_one import cases_in_one

from explorer.release.plan.gaussian_margin import gaussian_margin
from explorer.release.plan.margin import margin
from explorer.release.plan.weighted_margin import weighted_margin
from explorer.release.values.noise_distribution import GAUSSIAN, LAPLACE, Noise

REACH = 3000


def masses(noise: Noise) -> np.ndarray:
    places = np.arange(-REACH, REACH + 1.0)
    width = float(noise.width)
    found = np.exp(-(places**2) / (2 * width)) if noise.is_gaussian else np.exp(-np.abs(places) / width)
    return found / found.sum()


def within(first: Noise, second: Noise, weight: int, bound: int) -> float:
    """P(|X + kY| <= bound)."""
    places = np.arange(-REACH, REACH + 1)
    below = np.concatenate(([0.0], np.cumsum(masses(first))))
    low = np.clip(-bound - weight * places + REACH, 0, 2 * REACH + 1)
    high = np.clip(bound - weight * places + REACH + 1, 0, 2 * REACH + 1)
    return float(masses(second) @ (below[high] - below[low]))


@cases_in_one("mechanism", [LAPLACE, GAUSSIAN])
@cases_in_one(
    "sensitivity, parameter, other, weight",
    [(20, 1, 1, 10), (20, 1, 1, 3), (3, Fraction(1, 4), Fraction(1, 3), 40), (30, 1, Fraction(1, 10), 3)],
)
@cases_in_one("cells", [1, 12])
def test_that_it_is_the_least_that_is_enough(
    mechanism: str, sensitivity: int, parameter: Fraction, other: Fraction, weight: int, cells: int
) -> None:
    first = Noise(mechanism, sensitivity, Fraction(parameter))
    second = Noise(mechanism, 1, Fraction(other))
    for confidence in (Fraction(1, 2), Fraction(19, 20), Fraction(999, 1000)):
        found = weighted_margin(first, second, weight, confidence, cells)
        assert within(first, second, weight, found) ** cells >= float(confidence) * (1 - 1e-12)
        assert within(first, second, weight, found - 1) ** cells < float(confidence)
        assert weighted_margin(first, second, -weight, confidence, cells) == found


def test_that_without_a_weight_it_is_the_margin_of_the_first_alone() -> None:
    half = Fraction(1, 2)
    one, other = Noise(LAPLACE, 7, half), Noise(LAPLACE, 1, half)
    assert weighted_margin(one, other, 0, Fraction(19, 20), 5) == margin(Fraction(14), Fraction(19, 20), 5)
    one, other = Noise(GAUSSIAN, 49, half), Noise(GAUSSIAN, 1, half)
    assert weighted_margin(one, other, 0, Fraction(9, 10)) == gaussian_margin(Fraction(49), Fraction(9, 10))


@pytest.mark.parametrize(
    ("sensitivity", "rho"), [(10**14, Fraction(1, 1000)), (250_000, Fraction(1, 10**10)), (10**6, 1)]
)
def test_that_wide_gaussian_noise_has_the_margin_of_a_normal_number(sensitivity: int, rho: Fraction) -> None:
    first, second = Noise(GAUSSIAN, sensitivity, Fraction(rho)), Noise(GAUSSIAN, 1, Fraction(rho))
    found = weighted_margin(first, second, 1, Fraction(19, 20))
    right = 1.959964 * math.sqrt(float(first.width + second.width))
    assert right - 1 <= found <= right * (1 + 1e-4) + 2


def test_that_very_wide_laplace_noise_is_computed_too() -> None:
    first, second = Noise(LAPLACE, 10**7, Fraction(1, 10**9)), Noise(LAPLACE, 1, Fraction(1, 10**9))
    found = weighted_margin(first, second, 10**7, Fraction(19, 20))
    assert 4 * 10**16 < found < 4.3 * 10**16
    assert weighted_margin(first, Noise(LAPLACE, 1, Fraction(1000)), 1, Fraction(19, 20)) < 3.1 * 10**16
