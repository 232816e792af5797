"""Differencing: certain without noise; with noise as often right as the program's own risk says."""

import math

import numpy as np
import pytest

from explorer.lessons.differencing import Differencing
from explorer.lessons.simulations.two_counts import REPEATS, attempts, each_count
from explorer.privacy.risk import of_mechanism, worst_case

SEEDS = range(60)


def values(scene):
    return {each.id: each.value for each in scene.all_numbers}


def test_that_without_noise_every_attack_is_right():
    found = values(Differencing().scene("attack"))
    assert found["exact"] == 1.0
    assert found["first_total"] - found["second_total"] == found["difference"] == 1
    guess = Differencing.steps[0].guess
    assert guess.choices[found["learned"]].text == "for certain whether he is ill"


def test_that_hardly_any_noise_is_left_at_a_huge_epsilon():
    assert attempts(1, 100.0).knowing.all()
    assert attempts(1, 100.0).subtracting.all()


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1.0, 2.0, 5.0])
def test_that_attackers_are_as_often_right_as_the_risk_says(epsilon):
    """Over all seeds within three standard deviations of the binomial count."""
    runs = REPEATS * len(SEEDS)
    tried = [attempts(seed, epsilon) for seed in SEEDS]
    expected = of_mechanism(each_count(epsilon)).best_guess
    assert expected == pytest.approx(1 / (1 + math.exp(-epsilon / 2)), rel=1e-12)
    measured = sum(int(each.knowing.sum()) for each in tried) / runs
    assert abs(measured - expected) < 3 * math.sqrt(expected * (1 - expected) / runs)
    # right where the noise of the one minus that of the other is 0 or on the right side
    subtracting = (
        0.5 + sum(math.tanh(epsilon / 4) ** 2 * math.exp(-epsilon * abs(x)) for x in range(-200, 201)) / 2
    )
    found = sum(int(each.subtracting.sum()) for each in tried) / runs
    assert abs(found - subtracting) < 3 * math.sqrt(subtracting * (1 - subtracting) / runs)


@pytest.mark.parametrize("epsilon", [0.01, 0.1, 1.0, 10.0, 100.0])
def test_that_no_attack_is_above_the_bound_of_the_total(epsilon):
    found = values(Differencing(epsilon=epsilon).scene("drag"))
    assert found["bound"] == worst_case(epsilon, 0.0).best_guess
    assert found["bound"] == pytest.approx(1 / (1 + math.exp(-epsilon)), rel=1e-12)
    assert found["best"] <= found["bound"]
    spread = 3 * math.sqrt(found["best"] * (1 - found["best"]) / REPEATS)
    assert found["right"] <= found["bound"] + spread


def test_that_the_figures_of_a_given_seed_stay():
    found = values(Differencing(seed=1, epsilon=1.0).scene("drag"))
    assert found["right"] == 0.635
    assert np.round(found["best"], 4) == 0.6225


def test_that_the_squares_are_the_share_that_is_said():
    scene = Differencing(epsilon=0.7).scene("drag")
    squares = next(each for each in scene.pictures if each.id == "attempts")
    assert float(np.mean(squares.cells == 0)) == scene.key.value


def test_that_the_margin_is_that_of_each_count():
    for epsilon in (0.2, 1.0, 4.0):
        found = values(Differencing(epsilon=epsilon).scene("cost"))
        assert found == {"margin": each_count(epsilon).margin(0.95), "spent": epsilon}
