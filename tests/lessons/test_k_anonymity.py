"""k-anonymity: k, ℓ and t of the three tables by definition, and beliefs that keep to their proven range."""

import math

import numpy as np
import pytest

from explorer.lessons.k_anonymity import KAnonymity
from explorer.lessons.simulations.anonymous_tables import (
    BY_ORGAN,
    CANCER,
    HOMOGENEOUS,
    NEIGHBOUR,
    beliefs,
    each_cell,
    illnesses,
    noised,
    prior,
    salaries,
)
from explorer.privacy.anonymity import Equal, Ordered, closeness
from explorer.privacy.risk import posterior


def values(step, **settings):
    return {each.id: each.value for each in KAnonymity(**settings).scene(step).all_numbers}


def rows_of(step, picture):
    return next(each for each in KAnonymity().scene(step).pictures if each.id == picture).rows


def test_that_a_group_with_one_disease_says_it():
    found = values("attack")
    assert (found["k"], found["l"], found["sure"]) == (4, 1, 1.0)
    assert found["t"] == pytest.approx(7 / 12)
    guess = KAnonymity.steps[0].guess
    assert guess.choices[found["told"]].text == "the disease, for certain"
    group = {str(row[2]) for row in rows_of("attack", "patients") if row[1] == "30–39"}
    assert group == {"cancer"}


def test_that_the_table_of_the_guess_covers_the_diseases():
    assert {row[2] for row in rows_of("guess", "patients")} == {"?"}
    published = [row[:2] for row in rows_of("attack", "patients")]
    assert [row[:2] for row in rows_of("guess", "patients")] == published
    assert min(published.count(row) for row in published) == 4


def test_that_skewness_raises_a_belief_from_one_to_fifty_percent():
    found = values("skewness")
    assert (found["before"], found["after"]) == (0.01, 0.5)
    assert (found["k"], found["l"]) == (10, 2)
    assert found["t"] == pytest.approx(0.49)
    assert found["entropy_l"] == pytest.approx((197 / 198) ** (-197 / 198) * 198 ** (1 / 198))


def test_that_similar_values_are_three_diverse_and_far_from_the_whole():
    found = values("similar")
    assert (found["k"], found["l"]) == (3, 3)
    assert found["t_salary"] == pytest.approx(0.375)
    assert found["t_organ"] == pytest.approx(4 / 9)
    assert found["t_equal"] == pytest.approx(2 / 3)


def test_that_only_an_order_or_a_hierarchy_sees_the_group_of_similar_values():
    assert np.ptp(closeness(salaries(), Equal())) == pytest.approx(0, abs=1e-12)
    assert np.ptp(closeness(illnesses(), Equal())) == pytest.approx(0, abs=1e-12)
    for far in (closeness(salaries(), Ordered()), closeness(illnesses(), BY_ORGAN)):
        assert np.argmax(far) == 0
        assert far[0] > far[1:].max() + 0.05


def test_that_t_of_the_diseases_is_the_definition():
    """By organ: half for two diseases of one organ, 1 for two of different organs."""
    shares = np.array([1, 2, 2, 1, 2, 1]) / 9
    group = np.array([1, 1, 1, 0, 0, 0]) / 3
    organs = abs(group[:3].sum() - shares[:3].sum())
    assert closeness(illnesses(), BY_ORGAN)[0] == pytest.approx(
        (organs + np.abs(group - shares).sum() / 2) / 2
    )


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0, 10.0])
def test_that_beliefs_keep_to_their_proven_range(epsilon):
    low, high = posterior(epsilon, prior())
    found = np.concatenate([beliefs(seed, epsilon) for seed in range(50)])
    assert low - 1e-9 <= found.min()
    assert found.max() <= high + 1e-9


@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_that_beliefs_are_those_of_bayes(epsilon):
    noise = each_cell(epsilon)

    def weight(counts, disease):
        expected = [(disease == each) + 3 * (each == CANCER) for each in range(3)]
        chances = [float(noise.density(np.array(counts[each] - expected[each]))) for each in range(3)]
        return math.prod(chances) * (3, 4, 5)[disease] / 12

    for table, belief in zip(noised(4, epsilon), beliefs(4, epsilon), strict=True):
        weights = [weight(table[NEIGHBOUR], disease) for disease in range(3)]
        assert belief == pytest.approx(weights[CANCER] / sum(weights), rel=1e-9)


def test_that_hardly_any_noise_says_it_again():
    assert beliefs(1, 50.0).min() > 0.999999


def test_that_the_noise_protects_a_disease_and_not_a_row():
    """Another disease of one patient moves two counts by one: the loss of both together is ε."""
    for epsilon in (0.3, 1.0, 4.0):
        assert each_cell(epsilon).pure_epsilon <= epsilon * (1 + 1e-12)
        changed = HOMOGENEOUS.copy()
        changed[NEIGHBOUR] = [1, 0, 3]
        assert np.abs(changed - HOMOGENEOUS).sum() == each_cell(epsilon).sensitivity


def test_that_the_figures_of_a_given_seed_stay():
    found = values("drag", seed=1, epsilon=1.0)
    assert found["belief"] == pytest.approx(5 / 12)
    assert found["most"] == pytest.approx(5 * math.e / (5 * math.e + 7))
