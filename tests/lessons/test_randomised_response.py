"""A room answers by coins: ε of two coins, the broken rule, and an estimate that is shown as it is."""

import math
from fractions import Fraction

import numpy as np
import pytest

from explorer.language import Language
from explorer.lessons.randomised_response import TWO_COINS, RandomisedResponse
from explorer.lessons.simulations import spinner
from explorer.privacy.binomial_band import binomial_band
from explorer.privacy.mechanisms.randomized_response import RandomizedResponse
from explorer.privacy.refusal import OutOfRange


def number(scene, identity):
    return next(each for each in scene.all_numbers if each.id == identity)


def test_that_two_coins_have_an_epsilon_of_ln_3():
    coins = [
        (truth if first else second) for truth in (1,) for first in (0, 1) for second in (0, 1)
    ]  # four equal outcomes where the truth is yes
    yes = Fraction(sum(coins), 4)
    assert yes / (1 - yes) == 3
    assert number(RandomisedResponse().scene("room"), "epsilon").value == pytest.approx(math.log(3))
    assert TWO_COINS.truth == pytest.approx(0.75)


def test_that_the_broken_rule_has_no_epsilon_and_gives_40_of_100_away():
    scene = RandomisedResponse().scene("attack")
    assert spinner.broken().pure_epsilon is None
    assert number(scene, "epsilon").value is None
    assert Language().say(number(scene, "epsilon").said) == "infinite"
    assert number(scene, "delta").value == pytest.approx(0.5)
    assert number(scene, "exposed").value == pytest.approx(0.4)


def test_that_as_many_are_given_away_as_expected_over_many_seeds():
    found = [number(RandomisedResponse(seed=seed).scene("attack"), "found").value for seed in range(1, 41)]
    low, high = binomial_band(np.array([0.5]), 80 * 40, 0.999)  # of those whose truth is no
    assert 0.8 * low[0] <= np.mean(found) <= 0.8 * high[0]
    assert len(set(found)) > 5


@pytest.mark.parametrize(
    ("asked", "yes", "estimate"), [(100, 40, 0.3), (80, 30, 0.25), (20, 0, -0.5), (8, 8, 1.5)]
)
def test_that_the_estimate_is_shown_as_it_is(asked, yes, estimate):
    scene = RandomisedResponse(asked=asked, yes=yes).scene("room")
    assert scene.key.value == pytest.approx(estimate)
    assert (scene.caution is None) == (0 <= estimate <= 1)


def test_that_a_negative_estimate_is_said_with_its_sign():
    scene = RandomisedResponse(asked=20, yes=0).scene("room")
    assert Language().say(scene.key.said) == "−50 %"


def test_that_more_yes_than_people_is_said_and_nothing_estimated():
    scene = RandomisedResponse(asked=10, yes=11).scene("room")
    assert scene.key.value is None
    assert "correct one" in Language().say(scene.caution)


@pytest.mark.parametrize(
    ("name", "value"), [("asked", 0), ("asked", 2.5), ("yes", -1), ("epsilon", 0.0), ("epsilon", 100.0)]
)
def test_that_a_number_outside_its_range_is_refused_by_its_parameter(name, value):
    with pytest.raises(OutOfRange):
        RandomisedResponse.parameters()[name].check(value)


@pytest.mark.parametrize("epsilon", [0.3, math.log(3), 4.0])
def test_that_an_attacker_who_believes_is_right_as_often_as_the_best_one(epsilon):
    scenes = [RandomisedResponse(seed=seed, epsilon=epsilon).scene("fails") for seed in range(1, 26)]
    exact = number(scenes[0], "expected").value
    assert exact == pytest.approx(RandomizedResponse(epsilon).truth)
    low, high = binomial_band(np.array([exact]), 25 * 400, 0.999)
    assert low[0] <= np.mean([number(each, "right").value for each in scenes]) <= high[0]


def test_that_the_margin_holds_the_simulated_estimates_19_times_of_20():
    people, true_share, runs = 400, 0.3, 4000
    random = np.random.default_rng(5)
    truth = np.arange(people) < true_share * people
    kept = random.random((runs, people)) < TWO_COINS.truth
    said = np.where(kept, truth, ~truth).mean(axis=1)
    inside = np.abs([TWO_COINS.estimate(each) - true_share for each in said]) <= spinner.margin(
        TWO_COINS, people
    )
    assert 0.94 <= inside.mean() <= 0.965


def test_that_coins_cost_far_more_than_one_noised_count():
    scene = RandomisedResponse(asked=1000).scene("cost")
    assert number(scene, "margin").value > 15 * number(scene, "central").value
    needed = number(scene, "needed").value
    response = RandomizedResponse(math.log(3))
    assert spinner.margin(response, int(needed)) <= 0.05 < spinner.margin(response, int(needed) - 1)
