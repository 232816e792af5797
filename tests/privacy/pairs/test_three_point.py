"""The loss of three values, against its own pair summed and against numbers done by hand."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thoroughness import tries

from explorer.privacy.pairs.three_point import ThreePoint


def response(epsilon: float, categories: int) -> ThreePoint:
    """Randomised response over k answers."""
    log_mass = -math.log1p((categories - 1) * math.exp(-epsilon))
    log_rest = math.log(categories - 2) + log_mass - epsilon if categories > 2 else -math.inf
    return ThreePoint(epsilon, log_mass, log_rest)


CASES = [response(epsilon, k) for epsilon in (0.05, 0.7, 1.0, 3.0, 12.0, 50.0) for k in (2, 3, 40)]
every_case = pytest.mark.parametrize("points", CASES, ids=repr)


@every_case
def test_that_the_closed_forms_are_those_of_the_pair_in_both_directions(points: ThreePoint) -> None:
    pair, epsilon = points.pair(), points.epsilon
    for at in (0.0, 0.3 * epsilon, 0.99 * epsilon, epsilon, epsilon + 1):
        closed = math.exp(float(points.log_delta(np.array(at))))
        assert closed == pytest.approx(pair.delta(at), rel=1e-12, abs=1e-15)
        assert closed == pytest.approx(pair.delta(at, reverse=True), rel=1e-12, abs=1e-15)
    for alarm in (0.0, 1e-9, 0.01, 0.3, 0.5, 0.9, 1.0):
        closed = float(points.trade_off(np.array(alarm)))
        assert closed == pytest.approx(pair.trade_off(alarm), abs=1e-15)
    for order in (1.1, 2.0, 16.0, 300.0):
        closed = float(points.renyi(np.array(order)))
        assert closed == pytest.approx(pair.renyi(order), rel=1e-10)
        assert closed == pytest.approx(pair.renyi(order, reverse=True), rel=1e-10)


def test_that_two_answers_leave_nothing_between() -> None:
    for epsilon in np.geomspace(1e-6, 50, 200).tolist():
        binary = ThreePoint(epsilon, -math.log1p(math.exp(-epsilon)))
        assert binary.rest == 0
        assert binary.loss().atoms.shape == (2, 2)
        assert binary.pair().without.shape == (2,)
    assert math.exp(float(binary.log_delta(np.array(0.0)))) == pytest.approx(1 - 2 / (1 + math.exp(50)))


def test_that_the_rest_is_taken_from_the_mass_where_it_is_not_given() -> None:
    for points in CASES:
        guessed = ThreePoint(points.epsilon, points.log_mass)
        assert guessed.rest == pytest.approx(points.rest, abs=2e-15)


def test_that_three_answers_at_ln_two_give_the_numbers_done_by_hand() -> None:
    points = response(math.log(2), 3)  # ½, ¼, ¼
    assert points.loss().atoms == pytest.approx(
        np.array([[-math.log(2), 0.25], [0, 0.25], [math.log(2), 0.5]])
    )
    assert math.exp(float(points.log_delta(np.array(0.0)))) == pytest.approx(0.25)
    assert points.epsilon_at(0.25) == 0
    assert points.epsilon_at(0.125) == pytest.approx(math.log(1.5))
    assert points.trade_off(np.array([0.125, 0.25, 0.4, 0.5])) == pytest.approx([0.75, 0.5, 0.35, 0.25])
    assert float(points.renyi(np.array(2.0))) == pytest.approx(math.log(0.5 * 2 + 0.25 * 1 + 0.25 / 2))


def test_that_the_trade_off_keeps_its_digits_where_hardly_anything_is_missed() -> None:
    points = response(50.0, 1000)
    middle = points.trade_off(np.array([0.0, 2.5e-22, 0.5]))
    assert middle[0] == 1
    assert middle[1] == pytest.approx(1000 * math.exp(-50) - 2.5e-22, rel=1e-9, abs=0)
    assert middle[2] == pytest.approx(math.exp(-50) / 2, rel=1e-12, abs=0)


@settings(max_examples=tries(300))
@given(
    st.floats(math.log(1e-6), math.log(1e3)),
    st.sampled_from([2, 3, 10, 1_000_000]),
    st.floats(math.log(1e-300), math.log(0.5)),
)
def test_that_everything_is_finite_and_epsilon_comes_back_on_the_private_side(
    log_epsilon: float, categories: int, log_delta: float
) -> None:
    points = response(math.exp(log_epsilon), categories)
    epsilon = points.epsilon_at(math.exp(log_delta))
    assert 0 <= epsilon <= points.epsilon
    assert float(points.log_delta(np.array(epsilon))) <= math.log(math.exp(log_delta))
    if epsilon > 0:
        before = float(points.log_delta(np.array(epsilon * (1 - 1e-9))))
        assert before >= log_delta - 1e-12 * abs(log_delta)
    assert points.epsilon_at(0.0) == points.epsilon
    divergence = points.renyi(np.array([1 + 1e-6, 2.0, 1e4]))
    assert np.all(np.isfinite(divergence) & (divergence >= 0) & (divergence <= points.epsilon * (1 + 1e-12)))
    assert np.all(np.diff(divergence) >= -1e-12 * divergence[1:])
    assert np.all(np.isfinite(points.trade_off(np.array([0.0, 1e-300, 0.3, 1.0]))))


def test_that_rho_is_the_least_where_the_loss_is_rarely_zero_and_never_too_small() -> None:
    orders = 1 + np.geomspace(1e-5, 1e4, 400)
    for points in [*CASES, response(0.2, 1000), response(1.0, 8), response(1.0, 5)]:
        ratio = points.renyi(orders) / orders
        assert np.all(ratio <= points.rho * (1 + 1e-9))
        if points.rest <= 2 * math.exp(points.log_mass - points.epsilon / 2):
            assert float(ratio[0]) == pytest.approx(points.rho, rel=1e-3)
    binary = response(0.5, 2)
    assert binary.rho == pytest.approx(0.5 * math.tanh(0.25))
