"""The catastrophe mechanism: Laplace noise, and hardly ever none at all."""

import math

import numpy as np
import pytest

from explorer.privacy.mechanisms.catastrophe import Catastrophe, catastrophes
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.pairs.pair import FinitePair

CASE = Catastrophe.calibrated(1.0, 0.02, 2.0)


def test_that_it_keeps_epsilon_and_delta_exactly_and_no_smaller_delta_at_all() -> None:
    assert math.exp(float(CASE.log_delta(np.array(1.0)))) == pytest.approx(0.02, rel=1e-15)
    assert math.exp(float(CASE.log_delta(np.array(40.0)))) == pytest.approx(0.02, rel=1e-15)
    assert CASE.epsilon_at(0.02) == 1.0
    assert CASE.epsilon_at(math.nextafter(0.02, 0)) == math.inf
    assert CASE.epsilon_at(0.0) == math.inf


def test_that_a_gaussian_of_the_same_two_numbers_gets_better_further_out() -> None:
    gaussian = Gaussian.calibrated(1.0, 0.02, 2.0)
    assert float(gaussian.log_delta(np.array(1.0))) == pytest.approx(math.log(0.02), rel=1e-9)
    assert float(gaussian.log_delta(np.array(3.0))) < math.log(1e-5)
    assert gaussian.renyi(np.array(2.0)) < CASE.renyi(np.array(2.0)) == math.inf


def test_that_its_pair_reveals_on_both_sides_as_a_finite_one_would() -> None:
    # Laplace noise cut into its sign cells: below 0, above Δ, and fine cells between.
    edges = np.concatenate(([-np.inf], np.linspace(0, 2.0, 4001), [np.inf]))
    laplace = Laplace(CASE.scale, 2.0)
    without = np.append(0.98 * np.diff(laplace.cumulative(edges)), [0.02, 0.0])
    with_you = np.append(0.98 * np.diff(laplace.cumulative(edges - 2.0)), [0.0, 0.02])
    with np.errstate(divide="ignore"):
        pair = FinitePair(np.log(without), np.log(with_you))
    for epsilon in (0.0, 0.4, 1.5):
        closed = math.exp(float(CASE.log_delta(np.array(epsilon))))
        assert pair.delta(epsilon) == pytest.approx(closed, abs=1e-6)
        assert pair.delta(epsilon, reverse=True) == pytest.approx(closed, abs=1e-6)
    for alarm in (0.0, 0.01, 0.3, 0.7, 0.97, 0.98, 0.999):
        assert pair.trade_off(alarm) == pytest.approx(float(CASE.trade_off(np.array(alarm))), abs=1e-6)


def test_that_an_atom_of_the_noise_is_where_the_answer_is() -> None:
    just_below, at = CASE.cumulative(np.array([-1e-300, 0.0]))
    assert at - just_below == pytest.approx(0.02)
    assert CASE.probability_unnoised == CASE.probability_unchanged == 0.02
    assert CASE.quantile(np.array([0.4901, 0.5, 0.5099])).tolist() == [0, 0, 0]
    assert CASE.margin(0.01) == 0
    assert CASE.margin(0.95) == pytest.approx(CASE.scale * math.log(0.98 / 0.05))


def test_that_a_tiny_delta_is_not_lost() -> None:
    quiet = Catastrophe.calibrated(1.0, 1e-300, 1.0)
    assert float(quiet.log_delta(np.array(2.0))) == pytest.approx(math.log(1e-300), rel=1e-15)
    assert quiet.epsilon_at(1e-300) == 1.0
    assert quiet.epsilon_at(5e-301) == math.inf


def test_that_catastrophes_accumulate_over_many_releases() -> None:
    assert catastrophes(1e-6, 1) == pytest.approx(1e-6, rel=1e-15)
    assert catastrophes(0.5, 3) == pytest.approx(0.875)
    assert catastrophes(1e-300, 10**6) == pytest.approx(1e-294, rel=1e-12)
    assert catastrophes(1e-6, 10**9) == 1.0
    assert catastrophes(0.3, 0) == 0
