"""The adaptive k-fold experiment: played by anybody, nobody's score beats the exact limit."""

import math
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from explorer.lessons.guess_the_database import ATTACKED, GAMES, PLAYED, SAFE, GuessTheDatabase
from explorer.lessons.simulations import experiments
from explorer.lessons.simulations.experiments import (
    AGAIN,
    ANSWER,
    COUNT,
    GUESSES,
    QUESTIONS,
    REST,
    ROUNDS,
    VOTE,
    answer,
    games_of,
    hidden,
    limit,
    loss,
)
from explorer.privacy.binomial_band import binomial_band
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.pld.delta_of_many import composed_delta


def number(scene, identity):
    return next(each for each in scene.all_numbers if each.id == identity)


def moves_of(question, guess):
    return (question, REST, GUESSES[guess])


def test_that_the_limit_is_that_of_a_majority_of_answers():
    """Twenty answers of randomised response: right where most of them, ties by half, are the truth."""
    truth = math.e / (1 + math.e)
    mass = [comb(ROUNDS, k) * truth**k * (1 - truth) ** (ROUNDS - k) for k in range(ROUNDS + 1)]
    majority = sum(mass[ROUNDS // 2 + 1 :]) + mass[ROUNDS // 2] / 2
    assert limit(1.0) == pytest.approx(majority)


def test_that_the_limit_lies_between_the_ends_of_the_composed_distribution():
    low, high = composed_delta(DiscreteLaplace(1 / PLAYED, 1.0), ROUNDS, np.array([0.0]), 1e-9, 1e-3)
    assert (1 + low[0]) / 2 <= limit(PLAYED) <= (1 + high[0]) / 2


@pytest.mark.parametrize(("step", "epsilon"), [("attack", ATTACKED), ("fails", SAFE)])
def test_that_the_best_adversary_is_right_as_often_as_the_limit_over_many_seeds(step, epsilon):
    scenes = [GuessTheDatabase(seed=seed).scene(step) for seed in range(1, 61)]
    exact = number(scenes[0], "limit").value
    assert exact == limit(epsilon)
    found = [number(each, "right").value for each in scenes]
    low, high = binomial_band(np.array([exact]), 60 * GAMES, 0.999)
    assert low[0] <= np.mean(found) <= high[0]
    low, high = binomial_band(np.array([exact]), GAMES, 0.99)
    assert sum(low[0] <= each <= high[0] for each in found) >= 56


@pytest.mark.parametrize("epsilon", [0.01, 0.2, 0.7, 2.0])
def test_that_the_dragged_score_keeps_to_the_limit_and_both_to_the_bounds(epsilon):
    scenes = [GuessTheDatabase(seed=seed, epsilon=epsilon).scene("drag") for seed in range(1, 31)]
    exact = number(scenes[0], "limit").value
    low, high = binomial_band(np.array([exact]), 30 * GAMES, 0.999)
    assert low[0] <= np.mean([number(each, "right").value for each in scenes]) <= high[0]
    total = ROUNDS * epsilon
    bound = number(scenes[0], "bound").value
    assert bound == pytest.approx(math.exp(total) / (1 + math.exp(total)))
    assert exact < bound
    assert exact < number(scenes[0], "optimal").value <= bound + 1e-6


@pytest.mark.parametrize("question", QUESTIONS)
def test_that_no_answer_has_a_loss_above_epsilon(question):
    epsilon, bits = 0.5, GuessTheDatabase(seed=3).bits(5)
    losses = [answer(question, place % 2, epsilon, bits).loss for place in range(200)]
    assert max(np.abs(losses)) <= epsilon + 1e-12


@pytest.mark.parametrize("question", QUESTIONS)
def test_that_answers_are_as_likely_as_their_losses_say(question):
    """E[e^−L] over experiment 1 is 1: the losses belong to the distributions that are drawn from."""
    epsilon, bits = 0.5, GuessTheDatabase(seed=4).bits(6)
    ones = np.array([answer(question, 1, epsilon, bits).loss for _ in range(2000)])
    zeros = np.array([answer(question, 0, epsilon, bits).loss for _ in range(2000)])
    assert np.mean(np.exp(-ones)) == pytest.approx(1.0, abs=0.035)
    assert np.mean(np.exp(zeros)) == pytest.approx(1.0, abs=0.035)
    assert ones.mean() > 0 > zeros.mean()


def test_that_a_vote_tells_less_than_an_answer():
    assert abs(loss(VOTE, 1, 0.5)) < loss(ANSWER, 1, 0.5)
    assert loss(COUNT, 1, 0.5) == pytest.approx(loss(ANSWER, 1, 0.5))


def test_that_a_person_plays_round_by_round():
    def offered(moves):
        return {
            each.id: each.refusal is None
            for each in GuessTheDatabase(seed=2, moves=moves).scene("play").actions
        }

    assert offered(()) == {**dict.fromkeys(QUESTIONS, True), REST: False}
    assert offered((COUNT,)) == dict.fromkeys((*QUESTIONS, REST), True)
    assert offered((COUNT, REST)) == dict.fromkeys(GUESSES, True)
    assert offered(moves_of(COUNT, 0)) == {AGAIN: True}
    assert offered((*moves_of(COUNT, 0), AGAIN)) == offered(())


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_that_the_right_guess_wins_and_the_other_does_not(seed):
    truth = hidden(GuessTheDatabase(seed=seed).bits, 0)
    for guess in (0, 1):
        scene = GuessTheDatabase(seed=seed, moves=moves_of(VOTE, guess)).scene("play")
        assert scene.key.value == float(guess == truth)


def test_that_seeds_and_games_hide_either_experiment():
    found = [hidden(GuessTheDatabase(seed=seed).bits, game) for seed in range(1, 11) for game in range(10)]
    assert 25 < sum(found) < 75


def test_that_the_answers_so_far_stay_when_more_is_asked():
    short = GuessTheDatabase(seed=5, moves=(COUNT, ANSWER))
    longer = GuessTheDatabase(seed=5, moves=(COUNT, ANSWER, VOTE))
    one, other = (
        experiments.answers_of(games_of(each.moves)[-1], PLAYED, each.bits) for each in (short, longer)
    )
    assert other[:2] == one


def test_that_moves_that_do_not_apply_change_nothing():
    moves = (
        AGAIN,
        "experiment-1",
        REST,
        COUNT,
        "nonsense",
        REST,
        COUNT,
        "experiment-1",
        "experiment-0",
        COUNT,
    )
    (game,) = games_of(moves)
    assert game.asked == (COUNT,) * ROUNDS
    assert game.guess == 1


def test_that_the_score_is_kept_over_games():
    moves = (*moves_of(COUNT, 0), AGAIN, *moves_of(ANSWER, 1), AGAIN, COUNT)
    lesson = GuessTheDatabase(seed=6, moves=moves)
    won = (hidden(lesson.bits, 0) == 0) + (hidden(lesson.bits, 1) == 1)
    scene = lesson.scene("play")
    assert scene.key.value == won / 2
    assert number(scene, "band").value <= limit(PLAYED)


def test_that_the_demonstrated_games_are_those_of_the_best_adversary():
    won = []
    for seed in range(1, 41):
        shown = GuessTheDatabase(seed=seed).demonstrated()
        games = games_of(shown.moves)
        assert len(games) == 5
        won += [each.guess == hidden(shown.bits, each.number) for each in games]
    low, high = binomial_band(np.array([limit(PLAYED)]), len(won), 0.999)
    assert low[0] <= np.mean(won) <= high[0]


def test_that_the_adversary_asks_by_the_answers_so_far():
    asked = {
        game.asked
        for seed in range(1, 6)
        for game in games_of(GuessTheDatabase(seed=seed).demonstrated().moves)
    }
    assert len(asked) > 10


def test_that_a_share_of_a_budget_is_exact():
    assert Fraction(repr(SAFE)) * ROUNDS == 1
