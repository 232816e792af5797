"""What is particular to the discrete Gaussian: σ is no slider of privacy, and its pieces at the far ends."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thoroughness import some, tries
from work import work

from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.gaussian import Gaussian


def log_delta(sigma: float, epsilon: float, sensitivity: float = 1.0) -> float:
    return float(DiscreteGaussian(sigma, sensitivity).log_delta(np.array([epsilon]))[0])


def test_that_more_noise_can_cost_privacy_at_one_epsilon() -> None:
    assert log_delta(math.sqrt(0.6), 1.0) > log_delta(math.sqrt(0.5), 1.0)


@settings(max_examples=tries(60))
@given(
    epsilon=st.floats(math.log(1e-3), math.log(50)).map(math.exp),
    power=st.floats(-30, -0.4),
    sensitivity=st.integers(1, 12),
)
def test_that_no_smaller_sigma_keeps_the_guarantee(epsilon: float, power: float, sensitivity: int) -> None:
    found = DiscreteGaussian.calibrated(epsilon, 10**power, float(sensitivity))
    for share in np.concatenate((np.linspace(0.01, 0.9, 30), np.linspace(0.9, 1 - 1e-8, 120))):
        assert log_delta(share * found.sigma, epsilon, float(sensitivity)) > power * math.log(10)


def test_that_delta_falls_in_sigma_where_epsilon_is_small_and_rises_once_a_stretch_elsewhere() -> None:
    """What the calibration relies on, on a fine grid."""
    for sensitivity in some((1, 2, 3, 8), 2):
        for ratio in some((0.01, 0.2, 0.5, 0.9, 1.0, 2.0, 6.0, 6.25), 4):
            epsilon = ratio * sensitivity
            first = -sensitivity / 2 + math.floor(-sensitivity / 2) + 1 + sensitivity
            ends = [math.sqrt((first + j) * sensitivity / epsilon) for j in range(12)]
            at_ends = [log_delta(end, epsilon, sensitivity) for end in ends]
            assert all(after < before for before, after in pairwise(at_ends))
            for low, high in zip([1e-2 * ends[0], *ends], ends, strict=False):
                values = [log_delta(s, epsilon, sensitivity) for s in np.linspace(low, high, 40)]
                steps = np.diff(values)
                signs = np.sign(steps[np.abs(steps) > 1e-12])
                assert not np.any((signs[:-1] < 0) & (signs[1:] > 0))
                assert ratio > 0.5 or not np.any(signs > 0)


@pytest.mark.parametrize("sigma", [200.0, 1e4, 1e8, 1e12])
def test_that_wide_noise_is_the_continuous_distribution_but_for_what_integers_change(sigma: float) -> None:
    wide, continuous = DiscreteGaussian(sigma, 1.0), Gaussian(sigma, 1.0)
    epsilons = np.array([0.0, 0.1, 1.0, 4.0]) / sigma
    ratio = wide.log_delta(epsilons) - continuous.log_delta(epsilons)
    assert np.all(np.abs(ratio) < 1 / sigma**2 + 1e-12)
    assert wide.renyi(np.array([3.0]))[0] == pytest.approx(continuous.renyi(np.array([3.0]))[0], rel=1e-14)
    rates = np.array([1e-9, 0.01, 0.3, 0.8])
    assert wide.trade_off(rates) == pytest.approx(continuous.trade_off(rates), abs=1 / sigma**2 + 1e-12)


def test_that_narrow_noise_is_no_noise() -> None:
    none = DiscreteGaussian(1e-6, 1.0)
    assert none.standard_deviation == 0
    assert none.margin(0.999999) == 0
    assert log_delta(1e-6, 50.0) == 0
    assert none.epsilon_at(0.25) == pytest.approx(5e11, rel=1e-12)
    assert none.loss().atoms.tolist() == [[pytest.approx(5e11), 1.0]]


def test_that_thin_tails_of_the_loss_are_left_out_and_nothing_else() -> None:
    for sigma in (0.7, 5.0, 300.0):
        mass = DiscreteGaussian(sigma, 2.0).loss().atoms[:, 1]
        assert mass.min() > 1e-18
        assert float(mass.sum()) == pytest.approx(1, rel=1e-12)


def test_that_the_loss_density_of_wide_noise_follows_its_atoms() -> None:
    just, beyond = DiscreteGaussian(1000.0, 3.0), DiscreteGaussian(math.nextafter(1000.0, 2000.0), 3.0)
    atoms, loss = just.loss().atoms, beyond.loss()
    density = np.interp(atoms[:, 0], loss.support, loss.density)
    assert density * 3e-6 == pytest.approx(atoms[:, 1], rel=2e-3, abs=1e-7)


@pytest.mark.parametrize(
    ("epsilon", "delta", "sensitivity"), [(1.0, 1e-6, 1.0), (0.01, 1e-12, 100.0), (50.0, 1e-300, 1.0)]
)
def test_that_calibration_is_little_work(epsilon: float, delta: float, sensitivity: float) -> None:
    DiscreteGaussian.calibrated(1.0, 1e-6, 1.0)
    done = work(lambda: DiscreteGaussian.calibrated(epsilon, delta, sensitivity))
    assert done.calls < 8000
    assert done.bytes < 1_000_000
