"""A household of g has gε; what is computed from a result adds nothing; a study needs no single person."""

import math
from fractions import Fraction

import numpy as np
import pytest

from explorer.lessons.groups import Groups
from explorer.lessons.parts.picture import Sheet
from explorer.lessons.simulations.households import RUNS, accuracy_of, right_guesses
from explorer.privacy.binomial_band import binomial_band
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.risk import of_mechanism, worst_case


def number(scene, identity):
    return next(each for each in scene.all_numbers if each.id == identity)


def test_that_five_people_at_epsilon_one_have_e_to_the_fifth():
    assert number(Groups().scene("attack"), "factor").value == pytest.approx(math.e**5)


def test_that_the_attack_is_that_of_the_guess_wherever_epsilon_was_dragged_since():
    dragged = Groups(epsilon=0.1, size=2).scene("attack")
    assert number(dragged, "factor").value == pytest.approx(math.e**5)


def test_that_the_attacker_succeeds_as_often_as_the_best_one_over_many_seeds():
    exact = number(Groups().scene("attack"), "expected").value
    low, high = binomial_band(np.array([exact]), RUNS, 0.99)
    shares = [number(Groups(seed=seed).scene("attack"), "right").value for seed in range(1, 41)]
    assert sum(low[0] <= share <= high[0] for share in shares) >= 37
    low, high = binomial_band(np.array([exact]), 40 * RUNS, 0.999)
    assert low[0] <= np.mean(shares) <= high[0]


@pytest.mark.parametrize("size", [1, 2, 5])
def test_that_the_threshold_is_the_best_test(size):
    bits = Groups(seed=7).bits(9)
    noise = DiscreteLaplace(2.0, float(size))
    low, high = binomial_band(np.array([of_mechanism(noise).best_guess]), 20_000, 0.999)
    assert low[0] <= right_guesses(Fraction(1, 2), size, 20_000, bits) / 20_000 <= high[0]


@pytest.mark.parametrize(("epsilon", "size"), [(0.01, 20), (1.0, 5), (3.0, 1), (50.0, 20)])
def test_that_a_household_hidden_as_one_has_the_accuracy_of_one_at_most(epsilon, size):
    scene = Groups(epsilon=epsilon, size=size).scene("fails")
    assert number(scene, "expected").value <= worst_case(epsilon, 0.0).best_guess
    assert number(scene, "each").value == pytest.approx(epsilon / size)


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 5.0])
def test_that_no_computation_adds_accuracy(epsilon):
    noise = DiscreteLaplace.calibrated(epsilon, 0.0, 1.0)
    exact = of_mechanism(noise).best_guess
    reach = int(np.ceil(60 * noise.scale)) + 5
    counts = np.arange(-reach, reach + 2)
    assert accuracy_of(noise, counts) == pytest.approx(exact, abs=1e-12)
    for computed in (counts**2, np.maximum(counts, 0), counts // 10, counts % 2, np.zeros_like(counts)):
        assert accuracy_of(noise, computed) <= exact + 1e-12
    assert accuracy_of(noise, np.zeros_like(counts)) == pytest.approx(0.5)


def test_that_a_study_says_the_same_with_one_smoker_and_without():
    scene = Groups(epsilon=1.0).scene("cost")
    (study,) = (each for each in scene.pictures if isinstance(each, Sheet))
    (_, ill, others), (_, ill_without, others_without) = (
        [dict(cell.values).get("share") for cell in row] for row in study.rows
    )
    assert ill == pytest.approx(ill_without, abs=0.01)
    assert others == pytest.approx(others_without, abs=0.01)
    assert ill > 3 * others
    assert scene.caution is not None


def test_that_the_noise_grows_with_the_household():
    scene = Groups(epsilon=1.0, size=5).scene("cost")
    assert (number(scene, "margin").value, number(scene, "single").value) == (15.0, 3.0)


def test_that_a_household_that_is_hidden_is_opened_with_the_epsilon_of_each_of_its_people():
    for step, each in (("drag", 2.0), ("fails", 0.5), ("cost", 0.5)):
        (opening,) = Groups(epsilon=2.0, size=4).scene(step).openings
        assert (opening.settings["target.epsilon"], opening.settings["reading.group"]) == (each, 4)
