"""Averaging: some 31 answers at ε = 1 give the count away, and the account refuses as the ledger does."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.lessons.averaging import Averaging
from explorer.lessons.simulations.repeated_count import (
    ATTACKERS,
    TRUE_COUNT,
    answers_needed,
    answers_within,
    expected_share,
    right_shares,
    running_means,
    spent,
)
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.release.ledger.accounts import Account
from explorer.release.values.amount import Amount

SEEDS = range(40)
ONE = DiscreteLaplace.calibrated(1.0, 0.0, 1.0)


def values(scene):
    return {each.id: each.value for each in scene.all_numbers}


def exactly_right(epsilon, most):
    """P(|mean of k draws| < ½), k = 1..most, by convolving the distribution of discrete Laplace noise."""
    ratio, at = math.exp(-epsilon), np.arange(-200, 201)
    single = (1 - ratio) / (1 + ratio) * ratio ** np.abs(at)
    total, found = np.array([1.0]), []
    for answers in range(1, most + 1):
        total = np.convolve(total, single)
        middle = np.abs(np.arange(total.size) - total.size // 2)
        found.append(float(total[2 * middle < answers].sum()))
    return np.array(found)


def test_that_some_31_answers_give_the_count_away():
    found = values(Averaging().scene("attack"))
    assert (found["needed_at_1"], found["needed_discrete"]) == (31, 29)
    assert found["spent"] == 31.0


def test_that_31_answers_of_continuous_laplace_noise_are_right_in_95_of_100():
    noise = Laplace.calibrated(1.0, 0.0, 1.0)
    uniform = np.random.default_rng(0).random((100_000, 31))
    right = float(np.mean(np.abs(noise.quantile(uniform).mean(axis=1)) < 0.5))
    assert right == pytest.approx(0.95, abs=0.003)


def test_that_the_approximation_agrees_with_the_exact_distribution():
    exact = exactly_right(1.0, 31)
    approximate = expected_share(ONE, np.arange(1.0, 32.0))
    assert np.argmax(exact >= 0.95) + 1 == answers_needed(ONE) == 29
    assert exact[28] == pytest.approx(approximate[28], abs=0.003)
    assert exact[30] == pytest.approx(0.9588, abs=1e-4)


@pytest.mark.parametrize("answers", [1, 3, 10, 29, 31])
def test_that_attackers_are_right_as_often_as_the_distribution_says(answers):
    measured = float(np.mean([right_shares(seed, 1.0)[answers - 1] for seed in SEEDS]))
    expected = exactly_right(1.0, answers)[-1]
    assert abs(measured - expected) < 3 * math.sqrt(expected * (1 - expected) / (ATTACKERS * len(SEEDS)))


def test_that_the_figures_of_a_given_seed_stay():
    assert values(Averaging(seed=1, count=31).scene("attack"))["right"] == 0.97
    assert running_means(1, 1.0).shape == (ATTACKERS, 200)
    assert abs(float(running_means(1, 1.0)[:, -1].mean()) - TRUE_COUNT) < 0.05


def test_that_half_of_epsilon_needs_four_times_the_answers():
    smooth = [answers_needed(Laplace.calibrated(epsilon, 0.0, 1.0)) for epsilon in (1.0, 0.5, 0.1)]
    assert smooth == [31, 123, 3074]


def test_that_the_slider_tells_of_the_noise_that_one_count_needs():
    """Of a count, which one person changes by 1: 0 is drawn with probability tanh(ε/2)."""
    found = values(Averaging(epsilon=1.0).scene("drag"))
    assert (found["needed"], found["total"]) == (29, 29.0)
    assert found["once"] == pytest.approx(math.tanh(0.5))


@given(st.decimals("0.1", "5", places=2), st.decimals("0.1", "20", places=2))
def test_that_the_account_pays_what_the_ledger_would_pay(epsilon, limit):
    """The ledger's own amounts: so many answers are within the limit, and one more is not."""
    within = answers_within(float(epsilon), float(limit))
    account = Account("a", Amount(Fraction(str(limit))), "epsilon-delta")
    for answers, affordable in ((within, True), (within + 1, False)):
        paid = Amount(Fraction(str(epsilon)) * answers)
        assert account.affords(paid) is affordable
        assert spent(float(epsilon), answers) == float(paid.epsilon)


def test_that_ten_times_a_tenth_is_one():
    assert answers_within(0.1, 1.0) == 10
    assert answers_within(0.1, 0.3) == 3


def test_that_the_account_refuses_when_the_limit_is_reached():
    lesson = Averaging(epsilon=1.0, limit=3.0)
    said = []
    for presses in range(6):
        scene = replace(lesson, moves=("ask",) * presses).scene("fails")
        said.append((values(scene)["answered"], values(scene)["spent"], scene.actions[0].refusal is None))
    assert said == [(0, 0, True), (1, 1, True), (2, 2, True), (3, 3, False), (3, 3, False), (3, 3, False)]
    assert lesson.demonstrated().answered == 3
    assert replace(lesson, moves=("ask-ten",)).answered == 3


def test_that_an_epsilon_above_the_limit_is_refused_at_once():
    scene = Averaging(epsilon=5.0, limit=3.0).demonstrated().scene("fails")
    assert values(scene)["answered"] == 0
    assert scene.actions[0].refusal is not None
