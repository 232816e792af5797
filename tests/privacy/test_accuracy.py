"""What the noise costs."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.privacy.accuracy import accuracy, epsilon_for_margin, stands_out
from explorer.privacy.mechanism import AdditiveNoise, every_additive
from explorer.privacy.mechanisms.catastrophe import Catastrophe
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import OutOfRange
from explorer.privacy.target import Target

every_one = pytest.mark.parametrize("kind", list(every_additive().values()), ids=lambda kind: kind.id)


@pytest.mark.parametrize(("epsilon", "margin"), [(0.1, 30), (0.5, 6), (1, 3), (2, 1), (3, 1), (5, 0)])
def test_that_the_geometric_margins_are_as_tabled(epsilon: float, margin: int) -> None:
    assert accuracy(DiscreteLaplace.calibrated(epsilon, 0.0, 1.0), 0.95, 1).margin_each == margin


def test_that_a_joint_margin_counts_all_bins() -> None:
    found = accuracy(Laplace(1.0, 1.0), 0.95, 20)
    assert found.margin_each == pytest.approx(math.log(20))
    assert found.margin_joint == pytest.approx(-math.log(1 - 0.95 ** (1 / 20)))
    assert found.standard_deviation == pytest.approx(math.sqrt(2))


def test_that_twelve_histograms_a_year_have_the_margins_that_the_mathematics_says() -> None:
    laplace = accuracy(Laplace.calibrated(1 / 12, 0.0, 1.0), 0.95, 1).margin_each
    gaussian = accuracy(Gaussian.calibrated(1.0, 1e-6, math.sqrt(12)), 0.95, 1).margin_each
    assert (round(laplace), round(gaussian)) == (36, 29)


def test_that_a_released_six_is_detectable_among_twenty_empty_bins() -> None:
    assert stands_out(DiscreteLaplace(1.0, 1.0), 20, 0.05) == 6


@every_one
@given(bins=st.integers(1, 10_000), risk=st.floats(1e-6, 0.4), noise=st.floats(0.05, 100))
def test_that_the_smallest_detectable_value_is_the_least(
    kind: type[AdditiveNoise], bins: int, risk: float, noise: float
) -> None:
    mechanism = replace(kind.calibrated(1.0, 1e-6, 1.0), **{kind.noise_parameter: noise})
    edge = stands_out(mechanism, bins, risk)

    def reached(value: float) -> float:
        return bins * float(mechanism.cumulative(np.array([-value]))[0])  # the noise is symmetric

    assert reached(edge) <= risk * (1 + 1e-9)
    assert edge == 0 or reached(edge - (1 if kind.discrete else 1e-6 * noise)) > risk
    assert not kind.discrete or edge == math.floor(edge)


@every_one
@given(
    margin=st.floats(1.0, 1000.0),
    confidence=st.sampled_from([0.5, 0.95, 0.99]),
    bins=st.sampled_from([1, 30]),
)
def test_that_the_epsilon_for_a_margin_is_the_smallest(
    kind: type[AdditiveNoise], margin: float, confidence: float, bins: int
) -> None:
    narrowest = kind.calibrated(parameters(Target)["epsilon"].high, 1e-6, 1.0).margin(confidence, bins)
    margin *= max(1.0, narrowest)  # running totals are never as near as 1
    epsilon = epsilon_for_margin(lambda e: kind.calibrated(e, 1e-6, 1.0), margin, confidence, bins)
    assert kind.calibrated(epsilon, 1e-6, 1.0).margin(confidence, bins) <= margin
    assert kind.calibrated(epsilon * (1 - 1e-6), 1e-6, 1.0).margin(confidence, bins) > margin


@every_one
def test_that_a_margin_that_no_epsilon_reaches_is_refused(kind: type[AdditiveNoise]) -> None:
    with pytest.raises(OutOfRange):
        epsilon_for_margin(
            lambda e: kind.calibrated(e, 1e-6, 1000.0), 1e-9 if not kind.discrete else 2.0, 0.95
        )


@every_one
def test_that_a_margin_wide_enough_for_all_takes_the_smallest_epsilon(kind: type[AdditiveNoise]) -> None:
    assert epsilon_for_margin(lambda e: kind.calibrated(e, 1e-6, 1.0), 1e15, 0.95) == 1e-6


@pytest.mark.parametrize("confidence", [0.0, 1.0, math.nan, -1.0])
def test_that_a_confidence_of_none_or_all_is_refused(confidence: float) -> None:
    with pytest.raises(OutOfRange):
        accuracy(Laplace(1.0, 1.0), confidence, 1)


@pytest.mark.parametrize("delta", [1e-6, 0.1, 0.5])
def test_that_where_anything_above_0_is_detectable_the_least_is_no_0(delta: float) -> None:
    noise = Catastrophe(1.0, delta)
    edge = (1 - delta) / 2
    for risk in (edge + 1e-3 * delta, edge + 0.9 * delta):  # at the edge itself rounding decides
        least = stands_out(noise, 1, risk)
        assert 0 < least == math.nextafter(0.0, 1.0)
        assert 1 - noise.cumulative(np.array(least)) <= risk * (1 + 1e-12)
        assert 1 - noise.cumulative(np.array(-1e-300)) > risk  # 0 itself is reached more often
    assert stands_out(noise, 1, edge * 0.99) > 1e-3
    assert stands_out(noise, 1, (1 + delta) / 2 + 1e-9) == 0
