"""What a guarantee means for one person."""

import math

import numpy as np
import pytest
from cases_in_one import cases_in_one
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr

from explorer.privacy.mechanism import Mechanism, every_mechanism
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.risk import of_mechanism, posterior, true_positive_rate, worst_case


@pytest.mark.parametrize(
    ("epsilon", "guess", "advantage", "at_one_percent", "at_one_permille", "value"),
    [
        (0.1, 52.5, 0.050, 1.11, 0.11, 1.10),
        (0.5, 62.2, 0.245, 1.65, 0.16, 1.64),
        (1, 73.1, 0.462, 2.72, 0.27, 2.67),
        (2, 88.1, 0.762, 7.39, 0.74, 6.95),
        (3, 95.3, 0.905, 20.1, 2.0, 16.9),
        (5, 99.3, 0.987, 99.3, 14.8, 60.0),
    ],
)
def test_that_the_worst_case_is_as_tabled(
    epsilon: float,
    guess: float,
    advantage: float,
    at_one_percent: float,
    at_one_permille: float,
    value: float,
) -> None:
    found = worst_case(epsilon, 0.0)
    rates = 100 * true_positive_rate(epsilon, 0.0, np.array([0.01, 0.001]))
    assert 100 * found.best_guess == pytest.approx(guess, abs=0.05)
    assert found.advantage == pytest.approx(advantage, abs=0.0005)
    assert rates[0] == pytest.approx(at_one_percent, abs=0.05)
    assert rates[1] == pytest.approx(at_one_permille, abs=0.05)
    assert 100 * posterior(epsilon, 0.01)[1] == pytest.approx(value, abs=0.05)


def test_that_the_odds_are_those_of_the_noise_that_is_released() -> None:
    worst, discrete = worst_case(1.0, 0.0), of_mechanism(DiscreteLaplace(1.0, 1.0))
    continuous, gaussian = of_mechanism(Laplace(1.0, 1.0)), of_mechanism(Gaussian(2.0, 1.0))
    assert (round(worst.odds.without, 1), round(worst.odds.with_you, 1)) == (26.9, 73.1)
    assert discrete.odds.without == pytest.approx(worst.odds.without, rel=1e-12)
    assert continuous.odds.without == pytest.approx(50 * math.exp(-0.5), rel=1e-12)
    assert (round(continuous.odds.without, 1), round(continuous.odds.with_you, 1)) == (30.3, 69.7)
    assert gaussian.odds.without == pytest.approx(100 * float(ndtr(-0.25)), rel=1e-12)
    assert gaussian.advantage == pytest.approx(2 * float(ndtr(0.25)) - 1, rel=1e-12)


@pytest.mark.parametrize("kind", list(every_mechanism().values()), ids=lambda kind: kind.id)
@given(epsilon=st.floats(1e-6, 50), power=st.floats(-30, -1))
def test_that_no_mechanism_is_riskier_than_the_worst_case(
    kind: type[Mechanism], epsilon: float, power: float
) -> None:
    delta = 10**power
    own = of_mechanism(kind.calibrated(epsilon, delta, 2.0))
    worst = worst_case(epsilon, 0.0 if kind.pure else delta)
    assert own.advantage <= worst.advantage * (1 + 1e-9)
    assert own.best_guess == pytest.approx((1 + own.advantage) / 2)
    assert own.odds.without + own.odds.with_you == pytest.approx(100)
    assert own.odds.with_you - own.odds.without == pytest.approx(100 * own.advantage, abs=1e-9)


@given(epsilon=st.floats(1e-6, 50), delta=st.sampled_from([0.0, 1e-9, 0.1, 0.5]))
def test_that_the_advantage_is_the_largest_gap_of_the_rates(epsilon: float, delta: float) -> None:
    at = (1 - delta) / (1 + math.exp(epsilon))  # where the two lines of the trade-off meet
    alarms = np.append(np.linspace(0, 1, 1001), at)
    gaps = true_positive_rate(epsilon, delta, alarms) - alarms
    found = worst_case(epsilon, delta)
    assert float(gaps.max()) == pytest.approx(found.advantage, rel=1e-9, abs=1e-12)
    assert found.odds.without == pytest.approx(100 * at, rel=1e-9)
    assert found.odds.with_you == pytest.approx(100 * found.best_guess, rel=1e-12)


@given(epsilon=st.floats(1e-6, 50), prior=st.floats(1e-9, 1 - 1e-9))
def test_that_a_posterior_moves_the_odds_by_the_exponential(epsilon: float, prior: float) -> None:
    low, high = posterior(epsilon, prior)
    odds = math.exp(epsilon)
    assert low <= prior <= high
    assert low == pytest.approx(prior / (prior + (1 - prior) * odds), rel=1e-9)
    assert high == pytest.approx(prior * odds / (prior * odds + 1 - prior), rel=1e-9)


def test_that_certainty_stays_certain() -> None:
    assert posterior(1.0, 0.0) == (0.0, 0.0)
    assert posterior(1.0, 1.0) == (1.0, 1.0)


@cases_in_one("epsilon", [30.0, 37.0, 38.0, 50.0])
@cases_in_one("sensitivity", [1.0, 2.0, 3.0, 7.0])
def test_that_what_is_missing_to_certainty_is_not_lost(epsilon: float, sensitivity: float) -> None:
    """1 − TV, the overlap of both distributions: 2a^(Δ/2)/(1+a) and its like, summed here term by term."""
    noise = DiscreteLaplace(sensitivity / epsilon, sensitivity)
    x = np.arange(-60.0, 60.0 + sensitivity)
    overlap = float(np.minimum(noise.density(x), noise.density(x - sensitivity)).sum())
    odds = of_mechanism(noise).odds
    assert odds.without == pytest.approx(50 * overlap, rel=1e-9)
    assert 0 < odds.without < odds.with_you < 100


@pytest.mark.parametrize("epsilon", [1.0, 38.0, 50.0])
def test_that_nothing_is_certain(epsilon: float) -> None:
    for kind in every_mechanism().values():
        found = of_mechanism(kind.calibrated(epsilon, 1e-6, 1.0))
        assert found.best_guess < 1 > found.advantage
        assert 0 < found.odds.without < found.odds.with_you < 100
    worst = worst_case(epsilon, 0.0)
    assert worst.best_guess < 1 > worst.advantage
    assert worst.odds.with_you < 100
