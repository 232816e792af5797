"""Many σ at once: the law that `Gaussian.calibrated` keeps for one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import values_of
from thoroughness import tries

from explorer.privacy.accounting.gaussian_calibration import gaussian_log_delta, gaussian_loss_above, sigmas
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.parameter import parameters
from explorer.privacy.target import Target

DECLARED = parameters(Target)


@settings(max_examples=tries(60))
@given(
    pairs=st.lists(st.tuples(values_of(DECLARED["epsilon"]), values_of(DECLARED["delta"])), min_size=1),
    sensitivity=values_of(DECLARED["sensitivity"]),
)
def test_that_every_sigma_lands_on_the_private_side_and_not_far_from_the_edge(
    pairs: list[tuple[float, float]], sensitivity: float
) -> None:
    epsilon, delta = np.array(pairs).T
    found = sigmas(epsilon, delta, sensitivity)
    assert np.all(gaussian_log_delta(epsilon, sensitivity / found) <= np.log(delta))
    assert np.all(gaussian_log_delta(epsilon, sensitivity / (found * (1 - 1e-9))) > np.log(delta))


def test_that_many_at_once_are_what_they_are_one_by_one() -> None:
    drawn = np.random.default_rng(1)
    epsilon = np.exp(drawn.uniform(np.log(1e-6), np.log(50), 300))
    delta = 10 ** drawn.uniform(-300, np.log10(0.5), 300)
    singly = [Gaussian.calibrated(*pair, 3.0).sigma for pair in zip(epsilon, delta, strict=True)]
    assert sigmas(epsilon, delta, 3.0) == pytest.approx(np.array(singly), rel=1e-13)


def test_that_a_point_of_the_profile_is_the_same_alone_and_among_many() -> None:
    epsilon, mu = np.array([0.0, 0.3, 5.0]), np.array([0.2, 1.0, 3.0])
    alone = [Gaussian(1 / m).log_delta(np.array([e]))[0] for e, m in zip(epsilon, mu, strict=True)]
    assert gaussian_log_delta(epsilon, mu) == pytest.approx(np.array(alone), rel=1e-14)


def test_that_the_loss_exceeds_epsilon_more_often_than_delta():
    mu = Gaussian.calibrated(1.0, 1e-5, 1.0).mu
    (above,) = gaussian_loss_above(np.array([1.0]), mu)
    assert above == pytest.approx(1.6e-4, rel=0.02)
    at = np.linspace(0.0, 6.0, 25)
    assert np.all(gaussian_loss_above(at, mu) > np.exp(gaussian_log_delta(at, mu)))


@pytest.mark.parametrize("epsilon", [0.0, 0.5, 2.0])
def test_that_delta_is_the_integral_of_the_losses_above_it(epsilon):
    """E[max(0, 1 − e^(ε−L))] = ∫ e^(ε−l) Pr[L > l] dl over l > ε, by parts."""
    losses = np.linspace(epsilon, epsilon + 12, 400_001)
    inside = np.exp(epsilon - losses) * gaussian_loss_above(losses, 0.8)
    found = np.trapezoid(inside, losses)
    assert found == pytest.approx(float(np.exp(gaussian_log_delta(np.array([epsilon]), 0.8))[0]), rel=1e-6)
