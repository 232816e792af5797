"""Reconstruction by least squares: 100, 98, 70, 63, 52 and 51 % of the bits, and what must not be assumed."""

import math
from functools import cache

import numpy as np
import pytest
from work import work

from explorer.lessons.least_squares import LeastSquares
from explorer.lessons.simulations import subset_counts
from explorer.lessons.simulations.subset_counts import (
    ANSWERS,
    EPSILONS,
    ERRORS,
    PEOPLE,
    RUNS,
    attacked,
    each_answer,
    expected_share,
    misled,
    secret,
    shares_by_epsilon,
    shares_by_error,
)
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.progress import Cancelled, listening

SEEDS = range(12)


@cache
def every_seed(shares):
    """The shares of all seeds, (seeds, levels, runs)."""
    return np.stack([shares(seed) for seed in SEEDS])


def over_seeds(shares, level):
    return float(every_seed(shares)[:, level].mean())


@cache
def expected_shares():
    """What is expected at each ε, for each seed, (seeds, levels)."""
    deviations = np.array([each_answer(epsilon).standard_deviation for epsilon in EPSILONS])
    return np.stack([expected_share(seed, deviations) for seed in SEEDS])


def test_that_the_attack_is_least_squares():
    """The normal equations give what a solver of least squares gives, from answers and subsets alone."""
    source = np.random.default_rng((1, 0))
    bits = source.integers(0, 2, PEOPLE)
    subsets = source.integers(0, 2, (ANSWERS, PEOPLE)).astype(float)
    assert secret(1).answers.tolist() == (subsets @ bits).tolist()
    noise = np.random.default_rng(3).normal(0, 20, ANSWERS)
    fitted, *_ = np.linalg.lstsq(subsets, subsets @ bits + noise, rcond=None)
    assert secret(1).recovered(noise).tolist() == ((fitted > 0.5) == (bits == 1)).tolist()


def test_that_exact_answers_give_every_bit_away():
    assert (every_seed(shares_by_error)[:, 0] == 1.0).all()


@pytest.mark.parametrize(("error", "recovered"), [(5, 0.98), (20, 0.70)])
def test_that_errors_of_the_size_of_the_root_give_most_bits_away(error, recovered):
    assert over_seeds(shares_by_error, ERRORS.index(error)) == pytest.approx(recovered, abs=0.012)


@pytest.mark.parametrize(
    ("epsilon", "recovered"), [(100.0, 0.63), (10.0, 0.52), (1.0, 0.505), (10_000.0, 1.0)]
)
def test_that_laplace_noise_recovers_what_was_computed_apart(epsilon, recovered):
    assert over_seeds(shares_by_epsilon, EPSILONS.index(epsilon)) == pytest.approx(recovered, abs=0.012)


@pytest.mark.parametrize("place", range(len(EPSILONS)))
def test_that_shares_lie_in_their_binomial_band(place):
    """Over seeds and runs the share is the one that is expected, within three standard deviations."""
    expected = float(expected_shares()[:, place].mean())
    count = PEOPLE * RUNS * len(SEEDS)
    # bits of one run share their noise and are nearly independent; the approximation is good to 0.003
    band = 3 * math.sqrt(expected * (1 - expected) / count) + 0.003
    assert abs(over_seeds(shares_by_epsilon, place) - expected) < band


def test_that_the_figures_of_a_given_seed_stay():
    def found(step, **settings):
        return {each.id: each.value for each in LeastSquares(seed=1, **settings).scene(step).all_numbers}

    assert found("attack")["exact"] == 1.0
    assert found("attack")["off_by_5"] == pytest.approx(0.98, abs=0.01)
    assert found("attack")["off_by_20"] == pytest.approx(0.70, abs=0.02)
    assert found("drag")["recovered"] == 0.6425
    assert found("fails")["at_100"] == pytest.approx(0.63, abs=0.02)
    assert found("fails")["at_10"] == pytest.approx(0.52, abs=0.02)
    assert found("fails")["at_1"] == pytest.approx(0.5, abs=0.02)


def test_that_one_attack_is_among_its_runs():
    for epsilon in (10.0, 300.0):
        runs = shares_by_epsilon(2)[EPSILONS.index(epsilon)]
        assert abs(attacked(2, epsilon).mean() - runs.mean()) < 4 * max(runs.std(), 0.01)
    assert misled(2, 0).all()


def test_that_the_privacy_of_all_answers_is_the_total():
    for epsilon in EPSILONS:
        assert ANSWERS * each_answer(epsilon).pure_epsilon <= epsilon * (1 + 1e-12)


def test_that_the_squares_are_the_share_that_is_said():
    scene = LeastSquares(epsilon=250.0).scene("drag")
    squares = next(each for each in scene.pictures if each.id == "bits")
    assert float(np.mean(squares.cells == 0)) == scene.key.value


def test_that_dragging_solves_nothing_again():
    """Once a seed is solved, another ε is one matrix product: no more calls than a few hundred a frame."""
    LeastSquares(seed=5).scene("drag")
    assert secret.cache_info().maxsize >= 2
    before = secret.cache_info().misses
    found = work(lambda: LeastSquares(seed=5, epsilon=123.0).scene("drag"))
    assert found.calls < 12_000
    assert found.bytes < 3_000_000
    assert secret.cache_info().misses == before


def test_that_the_long_part_can_be_stopped_between_levels():
    subset_counts.shares_by_epsilon.cache_clear()
    seen = []

    def stop(share):
        seen.append(share)
        if share > 0.3:
            raise Cancelled

    with pytest.raises(Cancelled), listening(stop):
        shares_by_epsilon(99)
    assert seen == sorted(seen)
    assert 0.3 < seen[-1] < 0.5


@pytest.mark.parametrize("error", [1, 2, 5, 20, 40])
def test_that_noise_like_an_error_is_opened_with_this_standard_deviation(error):
    one, many = LeastSquares(error=error).scene("attack").openings
    noise = DiscreteLaplace.calibrated(one.settings["target.epsilon"], 0.0, 1.0)
    assert noise.standard_deviation == pytest.approx(error, rel=1e-9)
    assert (many.workspace, many.settings["composing.count"]) == ("compose", 2000)
    assert many.settings["target.epsilon"] == one.settings["target.epsilon"]


def test_that_no_noise_is_like_an_exact_answer_so_that_the_lessons_own_is_opened():
    (one,) = LeastSquares(error=0, epsilon=200.0).scene("attack").openings
    assert one.settings["target.epsilon"] == 0.1
