"""Noise on several numbers: what the worst change is, and when Gaussian noise is the smaller."""

import math
from typing import Any, Literal

import numpy as np
import pytest
from golden_rows import golden

from explorer.privacy.mechanism import Floats
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.gaussian_vector import GaussianVector
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.mechanisms.laplace_vector import LaplaceVector
from explorer.privacy.refusal import OutOfRange
from explorer.privacy.shape import Shape
from explorer.privacy.vectors import first_dimension, gaussian_deviation, laplace_deviation

NODES, WEIGHTS = np.polynomial.legendre.leggauss(40)


@golden(
    "dimension",
    "gaussian_beats_laplace_dimension_analytic",
    "gaussian_beats_laplace_dimension_classical",
)
def test_that_the_first_dimension_is_the_reference_one(
    inputs: dict[str, float], row: dict[str, Any], value: float
) -> None:
    classical = row["formula"].endswith("classical")
    equal, first = first_dimension(inputs["eps"], inputs["delta"], classical=classical)
    assert equal == pytest.approx(value, rel=1e-9)
    assert first == row["smallest_integer_d"]


@golden("dimension", "laplace_sd_per_coordinate")
def test_that_the_laplace_deviation_is_the_reference_one(
    inputs: dict[str, float], row: dict[str, Any], value: float
) -> None:
    assert laplace_deviation(int(inputs["d"]), inputs["eps"]) == pytest.approx(value, rel=1e-9)


@golden("dimension", "gaussian_sd_per_coordinate")
def test_that_the_gaussian_deviation_is_the_reference_one(
    inputs: dict[str, float], row: dict[str, Any], value: float
) -> None:
    found = gaussian_deviation(int(inputs["d"]), inputs["eps"], inputs["delta"])
    assert found == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize(
    ("by", "classical", "first"),
    [("deviation", False, 7), ("deviation", True, 12), ("margin", False, 6), ("margin", True, 11)],
)
def test_that_it_depends_on_what_is_compared(
    by: Literal["deviation", "margin"], classical: bool, first: int
) -> None:
    assert first_dimension(1.0, 1e-5, by, 0.95, classical)[1] == first


def test_that_the_first_dimension_is_where_the_margins_of_the_mechanisms_cross() -> None:
    for epsilon, delta, confidence in ((0.3, 1e-9, 0.95), (2.0, 1e-5, 0.5), (1.0, 1e-5, 0.999)):
        _, first = first_dimension(epsilon, delta, "margin", confidence)
        for dimension in (first - 1, first):
            shape = Shape(dimension=max(1, dimension))
            laplace = LaplaceVector.calibrated(epsilon, 0, float(dimension), shape)
            gaussian = GaussianVector.calibrated(epsilon, delta, math.sqrt(dimension), shape)
            smaller = gaussian.margin(confidence) < laplace.margin(confidence)
            assert smaller is (dimension >= first)


def test_that_the_whole_range_of_epsilon_and_delta_has_a_first_dimension() -> None:
    for epsilon in (1e-6, 1.0, 50.0):
        for delta in (1e-300, 1e-9, 0.5):
            for by in ("deviation", "margin"):
                equal, first = first_dimension(epsilon, delta, by)  # type: ignore[arg-type]
                assert 0 < equal < first <= equal + 1


def test_that_a_confidence_that_is_none_is_refused() -> None:
    for confidence in (0.0, 1.0, math.nan):
        with pytest.raises(OutOfRange) as caught:
            first_dimension(1.0, 1e-5, "margin", confidence)
        assert caught.value.field == "confidence"


def test_that_a_vector_keeps_what_one_number_keeps() -> None:
    epsilons = np.array([0.0, 0.4, 1.0, 3.0])
    shape = Shape(dimension=17)
    for vector, plain in (
        (LaplaceVector.calibrated(1.0, 0.0, 3.0, shape), Laplace.calibrated(1.0, 0.0, 3.0)),
        (GaussianVector.calibrated(1.0, 1e-5, 3.0, shape), Gaussian.calibrated(1.0, 1e-5, 3.0)),
    ):
        assert vector.coordinates == 17
        assert vector.noise == plain.noise
        assert vector.log_delta(epsilons).tolist() == plain.log_delta(epsilons).tolist()


def one(epsilon: Floats, shift: float) -> Floats:
    """δ of one coordinate whose answer moves by this many scales; any real ε."""
    size = np.abs(epsilon)
    there = -np.expm1(np.minimum((size - shift) / 2, 0))
    mirrored = -np.expm1(-size) + np.exp(-size) * there
    return np.where(epsilon >= 0, there, mirrored)


def two(first: float, second: float, epsilon: float) -> float:
    """δ of two coordinates: that of the second at ε less the loss of the first, over all its losses."""
    ends = np.clip([-first, epsilon - second, epsilon, epsilon + second, first], -first, first)
    total = float(one(np.array(epsilon - first), second)) / 2
    total += math.exp(-first) / 2 * float(one(np.array(epsilon + first), second))
    for low, high in zip(np.sort(ends)[:-1], np.sort(ends)[1:], strict=True):
        loss = (low + high) / 2 + (high - low) / 2 * NODES
        distribution = np.exp((loss - first) / 2) / 4
        total += float(np.sum(WEIGHTS * (high - low) / 2 * distribution * one(epsilon - loss, second)))
    return total


@pytest.mark.parametrize("total", [0.3, 1.0, 2.0, 6.0])
def test_that_laplace_noise_is_worst_where_all_of_the_change_is_in_one_coordinate(total: float) -> None:
    parts = total * np.linspace(0.5, 0.999, 21)
    for epsilon in total * np.array([0.0, 0.1, 0.4, 0.8, 0.97]):
        found = [two(part, total - part, float(epsilon)) for part in parts.tolist()]
        assert np.all(np.diff(found) >= -1e-13)
        assert found[-1] <= float(one(np.array(epsilon), total)) + 1e-13
        assert two(total, 0.0, float(epsilon)) == pytest.approx(
            float(one(np.array(epsilon), total)), abs=1e-13
        )


def test_that_moving_the_change_to_the_larger_part_adds_what_the_proof_says() -> None:
    total, step = 2.0, 1e-5
    for epsilon in (0.0, 0.3, 1.0, 1.7):
        kink = (epsilon + total) / 2
        for part in (1.05, 1.3, 1.6, 1.9):
            rate = two(part + step, total - part - step, epsilon) - two(
                part - step, total - part + step, epsilon
            )
            proven = math.exp(kink - total) / 4 * (1 + (1 if kink < part else -1))
            assert rate / (2 * step) == pytest.approx(proven, abs=1e-9)


def test_that_three_coordinates_are_no_worse_than_one() -> None:
    draws = np.random.default_rng(5).laplace(size=(200_000, 3))
    change = np.array([0.9, 0.6, 0.5])
    loss = np.sum(np.abs(draws + change) - np.abs(draws), axis=1)
    for epsilon in (0.0, 0.7, 1.4):
        gains = -np.expm1(np.minimum(epsilon - loss, 0.0))
        error = 5 * float(gains.std()) / math.sqrt(len(gains))
        assert float(gains.mean()) - error < float(one(np.array(epsilon), 2.0))
        assert float(gains.mean()) + error > two(0.9, 0.6, epsilon)
