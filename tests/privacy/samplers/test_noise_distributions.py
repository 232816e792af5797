"""The laws of every noise, over the registry: density, cumulative, quantile, margins, spread."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import instances_of, noises
from thoroughness import tries

from explorer.privacy.mechanism import AdditiveNoise, Floats, every_additive

every_noise = pytest.mark.parametrize("kind", every_additive().values(), ids=lambda kind: kind.id)


@every_noise
@settings(max_examples=tries(150))
@given(data=st.data())
def test_that_the_distribution_of_the_noise_is_finite_and_silent_over_the_whole_box(
    kind: type[AdditiveNoise], data: st.DataObject
) -> None:
    mechanism = data.draw(instances_of(kind))
    assert isinstance(mechanism, AdditiveNoise)
    points = np.array([-1e7, -1.0, 0.0, 1.0, 1e7])
    assert np.all(np.isfinite(mechanism.density(points)) & (mechanism.density(points) >= 0))
    rising = mechanism.cumulative(points)
    assert np.all((rising >= 0) & (rising <= 1))
    assert np.all(np.diff(rising) >= 0)
    assert np.all(np.isfinite(mechanism.quantile(np.array([1e-12, 0.3, 0.5, 1 - 1e-12]))))
    assert 0 <= mechanism.margin(0.95) <= mechanism.margin(0.95, 1000) < math.inf
    assert 0 <= mechanism.standard_deviation < math.inf


@every_noise
def test_that_quantile_and_cumulative_are_inverse(kind: type[AdditiveNoise]) -> None:
    shares = np.array([1e-9, 0.01, 0.2, 0.4999, 0.5, 0.77, 0.999])
    for mechanism in noises(kind):
        points = mechanism.quantile(shares)
        reached = mechanism.cumulative(points)
        assert np.all(reached >= shares * (1 - 1e-12))
        step = 1.0 if kind.discrete else 1e-6 * mechanism.noise
        assert np.all(mechanism.cumulative(points - step) < shares)


@every_noise
def test_that_a_margin_is_the_least_that_all_bins_keep_simultaneously(kind: type[AdditiveNoise]) -> None:
    for mechanism in noises(kind):
        for confidence, bins in ((0.95, 1), (0.5, 1), (0.99, 20), (0.95, 1000)):
            margin = mechanism.margin(confidence, bins)
            step = 1.0 if kind.discrete else 1e-6 * mechanism.noise

            def kept(width: float, mechanism: AdditiveNoise = mechanism, bins: int = bins) -> float:
                outside = -width - 1 if mechanism.discrete else math.nextafter(-width, -math.inf)
                below = mechanism.cumulative(np.array([outside]))[0]
                return float((1 - 2 * below) ** bins)

            assert kept(margin) >= confidence * (1 - 1e-9)
            assert margin == 0 or kept(margin - step) < confidence


@every_noise
def test_that_a_margin_that_is_kept_hardly_ever_is_no_negative_zero(kind: type[AdditiveNoise]) -> None:
    for mechanism in noises(kind):
        margin = mechanism.margin(1e-300)
        assert math.copysign(1, margin) == 1
        assert margin < 1e-290


@every_noise
def test_that_a_discrete_distribution_sums_to_one_and_a_density_integrates_to_one(
    kind: type[AdditiveNoise],
) -> None:
    for mechanism in noises(kind):
        if kind.discrete:
            points = np.arange(-2000.0, 2001.0)
            distribution = mechanism.density(points)
            total, square = float(distribution.sum()), float(np.sum(distribution * points**2))
        else:
            points = with_both_sides_of_jumps(mechanism, np.linspace(-50, 50, 400_001) * mechanism.noise)
            distribution = mechanism.density(points)
            total = float(np.trapezoid(distribution, points))
            square = float(np.trapezoid(distribution * points**2, points))
        assert total + mechanism.probability_unnoised == pytest.approx(1, abs=1e-6)
        assert math.sqrt(square) == pytest.approx(mechanism.standard_deviation, rel=1e-6)


def with_both_sides_of_jumps(mechanism: AdditiveNoise, points: Floats) -> Floats:
    """The points, and at each jump of the density two more that are next to each other."""
    distribution = mechanism.density(points)
    jumps = np.flatnonzero(
        np.abs(np.diff(distribution)) > 0.05 * np.maximum(distribution[1:], distribution[:-1])
    )
    low, high = points[jumps], points[jumps + 1]
    left = mechanism.density(low)
    for _ in range(60):
        middle = (low + high) / 2
        same = np.abs(mechanism.density(middle) - left) < 0.01 * np.maximum(left, mechanism.density(middle))
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return np.union1d(points, np.concatenate((low, high)))


@every_noise
def test_that_no_smaller_rho_would_do_for_noise(kind: type[AdditiveNoise]) -> None:
    orders = np.concatenate((1 + np.geomspace(1e-6, 1, 40), np.geomspace(2, 100, 40)))
    for mechanism in noises(kind):
        if mechanism.rho is not None:
            steepest = float(np.max(mechanism.renyi(orders) / orders))
            assert steepest == pytest.approx(mechanism.rho, rel=1e-4)


@pytest.mark.parametrize("kind", list(every_additive().values()), ids=lambda kind: kind.id)
def test_that_the_logarithm_of_the_density_is_that_and_goes_on_where_the_density_ends(
    kind: type[AdditiveNoise],
) -> None:
    noise = kind.calibrated(10.0, 1e-3, 1.0)
    at = np.arange(-6.0, 7.0) if noise.discrete else np.linspace(-2.0, 2.0, 41)
    seen = noise.density(at) > 1e-290
    assert seen.any()
    assert noise.log_density(at)[seen] == pytest.approx(np.log(noise.density(at)[seen]), abs=1e-9)
    far = np.array([-1e4, 1e4])
    assert (noise.density(far) == 0).all()
    assert np.isfinite(noise.log_density(far)).all()
    if noise.discrete:
        assert (noise.log_density(np.array([0.5])) == -np.inf).all()
