"""Staircase noise: its declared loss of three values against the density itself, integrated step by step."""

import math

import numpy as np
import pytest

from explorer.privacy.mechanism import Floats
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.mechanisms.staircase import Staircase

CASES = [
    Staircase.calibrated(epsilon, 0, sensitivity) for epsilon in (0.1, 1.0, 4.0) for sensitivity in (1.0, 3.0)
]
every_case = pytest.mark.parametrize("mechanism", CASES, ids=repr)


def cells(mechanism: Staircase, shift: float) -> tuple[Floats, Floats, Floats]:
    """Widths of the cells on which both densities are constant, and both densities there."""
    steps = np.arange(-math.ceil(45 * mechanism.scale / mechanism.sensitivity) - 2, 1) * mechanism.sensitivity
    share = mechanism.first_share * mechanism.sensitivity
    edges = np.concatenate((steps, steps - share, -steps, -steps + share))
    edges = np.union1d(edges, edges + shift)
    middle = (edges[1:] + edges[:-1]) / 2
    return np.diff(edges), mechanism.density(middle), mechanism.density(middle - shift)


def delta(mechanism: Staircase, shift: float, epsilon: float) -> float:
    width, without, with_you = cells(mechanism, shift)
    return float(np.sum(width * np.maximum(with_you - math.exp(epsilon) * without, 0)))


@every_case
def test_that_the_density_has_the_published_heights(mechanism: Staircase) -> None:
    epsilon, share, sensitivity = mechanism.pure_epsilon, mechanism.first_share, mechanism.sensitivity
    fall = math.exp(-epsilon)
    height = (1 - fall) / (2 * sensitivity * (share + fall * (1 - share)))
    assert share == pytest.approx(1 / (1 + math.exp(epsilon / 2)), rel=1e-12)
    places = sensitivity * np.array(
        [0, 0.9 * share, 1.1 * share, 0.99, 1.0, 1 + 1.1 * share, 5 + 0.5 * share]
    )
    heights = height * np.exp(-epsilon * np.array([0, 0, 1, 1, 1, 2, 5]))
    assert mechanism.density(places) == pytest.approx(heights, rel=1e-12)
    assert mechanism.density(-places) == pytest.approx(heights, rel=1e-12)


@every_case
def test_that_the_three_points_are_the_integral_of_the_true_density(mechanism: Staircase) -> None:
    width, without, with_you = cells(mechanism, mechanism.sensitivity)
    assert float(width @ without) == pytest.approx(1, abs=1e-12)
    loss = np.log(with_you / without)
    for at, probability in mechanism.loss().atoms:
        here = np.abs(loss - at) < 1e-6
        assert float(width[here] @ with_you[here]) == pytest.approx(probability, rel=1e-10)
        assert float(width[here] @ without[here]) == pytest.approx(probability * math.exp(-at), rel=1e-10)
    for epsilon in (0.0, 0.3 * mechanism.pure_epsilon, 0.9 * mechanism.pure_epsilon):
        closed = math.exp(float(mechanism.log_delta(np.array(epsilon))))
        assert closed == pytest.approx(delta(mechanism, mechanism.sensitivity, epsilon), rel=1e-9)


@every_case
def test_that_no_nearer_answer_is_easier_to_tell_apart(mechanism: Staircase) -> None:
    shifts = mechanism.sensitivity * np.linspace(0.02, 1, 50)
    for share in (0.0, 0.5, 0.95):
        epsilon = share * mechanism.pure_epsilon
        found = [delta(mechanism, shift, epsilon) for shift in shifts.tolist()]
        assert np.all(np.diff(found) >= -1e-12)
        assert found[-1] == pytest.approx(math.exp(float(mechanism.log_delta(np.array(epsilon)))), rel=1e-9)


@every_case
def test_that_the_mean_size_is_that_of_the_density_and_below_that_of_laplace(mechanism: Staircase) -> None:
    width, distribution, _ = cells(mechanism, 0.0)
    edges = np.concatenate(([0.0], np.cumsum(width))) - width.sum() / 2
    middle = (edges[1:] + edges[:-1]) / 2
    assert float(np.sum(width * distribution * np.abs(middle))) == pytest.approx(
        mechanism.mean_size, rel=1e-9
    )
    square = float(np.sum(distribution * np.diff(edges**3) / 3))
    assert math.sqrt(square) == pytest.approx(mechanism.standard_deviation, rel=1e-9)
    assert mechanism.mean_size < mechanism.scale  # Laplace's mean size is its scale
    assert mechanism.standard_deviation < Laplace(mechanism.scale, mechanism.sensitivity).standard_deviation


@every_case
def test_that_no_other_share_of_the_step_has_a_smaller_mean_size(mechanism: Staircase) -> None:
    fall = math.exp(-mechanism.pure_epsilon)

    def mean_size(share: float) -> float:
        """E|noise| where the first `share` of each step is high."""
        height = (1 - fall) / (2 * (share + fall * (1 - share)))
        step = height * (share**2 + fall * (1 - share**2)) / (1 - fall)
        return step + 2 * height * (share + fall * (1 - share)) * fall / (1 - fall) ** 2

    sizes = [mean_size(share) for share in np.linspace(0, 1, 101).tolist()]
    least = mean_size(mechanism.first_share)
    assert least * mechanism.sensitivity == pytest.approx(mechanism.mean_size, rel=1e-9)
    assert least <= min(sizes) * (1 + 1e-12)


def test_that_the_whole_range_of_epsilon_and_sensitivity_is_finite() -> None:
    for epsilon in (1e-6, 1e-3, 1.0, 20.0, 50.0):
        for sensitivity in (1e-6, 1.0, 1e6):
            mechanism = Staircase.calibrated(epsilon, 0, sensitivity)
            points = sensitivity * np.array([-1e9, -3.3, 0.0, 0.2, 1.0, 1e9])
            assert np.all(np.isfinite(mechanism.density(points)))
            assert np.all(np.diff(mechanism.cumulative(points)) >= 0)
            shares = np.array([1e-300, 1e-9, 0.3, 0.5, 0.8])
            back = mechanism.cumulative(mechanism.quantile(shares))
            assert back == pytest.approx(shares, rel=1e-9)
            width = mechanism.margin(0.95)
            inside = mechanism.cumulative(np.array([width])) - mechanism.cumulative(np.array([-width]))
            assert float(inside[0]) == pytest.approx(0.95, rel=1e-9)
