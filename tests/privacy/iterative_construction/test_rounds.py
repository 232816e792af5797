"""The iterative construction on simulated ages."""

from fractions import Fraction

import numpy as np
import pytest

from explorer.privacy.iterative_construction import rounds as construction
from explorer.privacy.iterative_construction.example_ages import simulated_ages
from explorer.privacy.iterative_construction.rounds import hypothesis_after, learn_ranges
from explorer.privacy.progress import listening
from explorer.privacy.refusal import NotValid, OutOfRange
from explorer.privacy.samplers.integer_sampler import RandomBytes


def learned(counts, rounds, epsilon, seed=1):
    bits = RandomBytes(np.random.default_rng(seed).bytes)
    return learn_ranges(np.asarray(counts), rounds, Fraction(epsilon), bits)


def test_that_ages_of_a_census_extract_are_learned_to_within_about_a_hundred_people():
    runs = [learned(simulated_ages(48_842), 20, 1, seed) for seed in range(4)]
    assert 60 < np.mean([each.typical[-1] for each in runs]) < 160
    assert max(each.worst[-1] for each in runs) < 44_590 / 50


def test_that_errors_are_those_of_the_hypothesis():
    counts = np.array([5, 0, 90, 3])
    found = learned(counts, 3, 50)
    low, high = np.triu_indices(4)
    apart = [
        found.hypothesis[i : j + 1].sum() - counts[i : j + 1].sum() for i, j in zip(low, high, strict=True)
    ]
    assert found.worst[-1] == pytest.approx(np.abs(apart).max())
    assert found.typical[-1] == pytest.approx(np.sqrt(np.mean(np.square(apart))))
    assert found.worst[0] == pytest.approx(90 - 24.5)  # of equal counts: the third bin


def test_that_without_noise_the_worst_range_is_chosen_and_answered():
    found = learned([5, 0, 90, 3], 1, 10**6)
    assert (found.first[0], found.last[0], found.measured[0]) == (2, 2, 90)
    assert found.mistake[0] == 90 - 24  # 24.5 is rounded to even before it is compared
    assert found.hypothesis[2] > 60
    assert found.hypothesis.sum() == pytest.approx(98)


def test_that_choices_and_answers_spend_epsilon_in_equal_parts(monkeypatch):
    spent = []

    def chosen(bits, scores, scale, count):
        spent.append(Fraction(2) / scale)  # sensitivity 1: ε = 2/s
        return np.zeros(1, dtype=np.int64)

    def noised(bits, scale, count):
        spent.append(1 / scale)
        return np.zeros(1, dtype=np.int64)

    monkeypatch.setattr(construction, "exponential", chosen)
    monkeypatch.setattr(construction, "discrete_laplace", noised)
    learned([5, 6, 7], 7, Fraction(3, 10))
    assert len(spent) == 14
    assert sum(spent) == Fraction(3, 10)
    assert len(set(spent)) == 1


def test_that_one_row_moves_each_score_by_one_at_most(monkeypatch):
    seen = []
    monkeypatch.setattr(
        construction,
        "exponential",
        lambda bits, scores, *_: seen.append(scores) or np.zeros(1, dtype=np.int64),
    )
    for counts in ([5, 6, 7], [5, 7, 6]):  # the same public total
        learned(counts, 1, 1)
    assert np.abs(seen[0] - seen[1]).max() == 1


def test_that_equal_seeds_learn_alike_and_others_otherwise():
    ages = simulated_ages(2000)
    assert learned(ages, 5, 1).measured.tolist() == learned(ages, 5, 1).measured.tolist()
    assert learned(ages, 5, 1).measured.tolist() != learned(ages, 5, 1, seed=2).measured.tolist()


def test_that_progress_is_told_each_round():
    told = []
    with listening(told.append):
        learned(simulated_ages(1000), 4, 1)
    assert told == sorted(told)
    assert len(told) == 4


@pytest.mark.parametrize(("counts", "rounds", "epsilon"), [([1, 2], 0, 1), ([1, 2], 1, 0), ([1, 2], 1, -1)])
def test_that_rounds_and_epsilon_are_positive(counts, rounds, epsilon):
    with pytest.raises(OutOfRange):
        learned(counts, rounds, epsilon)


@pytest.mark.parametrize("counts", [[7], [0, 0]])
def test_that_there_is_something_to_learn(counts):
    with pytest.raises(NotValid):
        learned(counts, 1, 1)


@pytest.mark.parametrize("people", [100, 48_842, 10**7])
def test_that_every_simulated_person_has_an_age(people):
    ages = simulated_ages(people)
    assert ages.sum() == people
    assert ages.min() >= 0


def test_that_the_hypothesis_of_each_round_follows_from_what_was_released():
    found = learned(simulated_ages(5000), 6, 1)
    assert np.allclose(hypothesis_after(found, 6), found.hypothesis)
    assert np.allclose(hypothesis_after(found, 0), 5000 / found.hypothesis.size)
    counts, shown = simulated_ages(5000), hypothesis_after(found, 3)
    low, high = np.triu_indices(counts.size)
    running = np.concatenate([[0], np.cumsum(shown - counts)])
    assert np.abs(running[high + 1] - running[low]).max() == pytest.approx(found.worst[3])


@pytest.mark.parametrize("turns", [-1, 7])
def test_that_a_round_that_was_not_played_is_refused(turns):
    with pytest.raises(OutOfRange):
        hypothesis_after(learned(simulated_ages(5000), 6, 1), turns)
