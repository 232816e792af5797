"""Running totals by the binary tree, against the tree itself, built for every small number of steps."""

import itertools
import math

import numpy as np
import pytest
import scipy
from cases_in_one import cases_in_one
from hypothesis import given
from hypothesis import strategies as st

from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.gaussian_tree import GaussianTree
from explorer.privacy.running_totals import (
    mean_deviation,
    mean_nodes_of_total,
    nodes_of_step,
    nodes_of_total,
)
from explorer.privacy.shape import Shape

every_small = cases_in_one("steps", range(1, 65))


def built(steps):
    """The tree as two tables of 0 and 1: nodes by the steps in them, and totals by the nodes that they add.

    A total takes at each place the longest node that begins there and ends in time.
    """
    nodes = [
        (first, first + length)
        for length in (2**power for power in range(20))
        for first in range(0, steps - length + 1, 2 * length)
    ]
    contained = np.array([[first <= step < end for step in range(steps)] for first, end in nodes], dtype=int)
    totals = np.zeros((steps, len(nodes)), dtype=int)
    for step in range(1, steps + 1):
        at = 0
        while at < step:
            end = max(end for first, end in nodes if first == at and end <= step)
            totals[step - 1, nodes.index((at, end))] = 1
            at = end
    return contained, totals


@every_small
def test_that_the_tree_gives_every_total_and_no_more(steps):
    contained, totals = built(steps)
    assert (totals @ contained == np.tril(np.ones((steps, steps), dtype=int))).all()
    # As many nodes as totals, and a determinant that is not 0: totals and nodes say the same.
    assert totals.shape == (steps, steps)
    assert abs(np.linalg.det(totals)) == pytest.approx(1)


@every_small
def test_that_a_step_and_a_total_have_as_many_nodes_as_in_the_tree(steps):
    contained, totals = built(steps)
    assert nodes_of_step(steps) == contained.sum(axis=0).max() == contained.sum(axis=0)[0]
    assert nodes_of_total(steps) == totals.sum(axis=1).max()
    assert mean_nodes_of_total(steps) == pytest.approx(totals.sum() / steps, rel=1e-14)
    assert totals.sum(axis=1).tolist() == [step.bit_count() for step in range(1, steps + 1)]


@pytest.mark.parametrize("steps", [255, 256, 999_999, 1_000_000])
def test_that_long_trees_are_counted_without_being_built(steps):
    assert nodes_of_step(steps) == math.floor(math.log2(steps)) + 1
    digits = [step.bit_count() for step in range(1, steps + 1)]
    assert nodes_of_total(steps) == max(digits)
    assert mean_nodes_of_total(steps) == pytest.approx(sum(digits) / steps, rel=1e-14)


@every_small
def test_that_the_noise_of_every_total_has_the_variance_that_the_tree_gives_it(steps):
    _, totals = built(steps)
    tree = GaussianTree(3.0, 1.0, steps)
    covariance = 9.0 * totals @ totals.T
    assert tree.standard_deviation**2 == pytest.approx(covariance.diagonal().max())
    mean = mean_deviation(tree.standard_deviation, steps)
    assert mean**2 == pytest.approx(covariance.diagonal().mean())


@every_small
def test_that_mu_is_the_most_that_any_change_moves_all_totals_in_their_own_noise(steps):
    """√(v′C⁻¹v) of the totals themselves, C their covariance; the most over changes within Δ in L1.

    It is convex in the change, so it is largest where one step has all of Δ.
    """
    _, totals = built(steps)
    tree = GaussianTree(3.0, 2.0, steps)
    whole = np.linalg.inv(9.0 * totals @ totals.T)
    moved = 2.0 * np.tril(np.ones((steps, steps)))  # column s: all totals from s on
    mus = np.sqrt(np.einsum("ts,tu,us->s", moved, whole, moved))
    assert tree.mu == pytest.approx(mus.max(), rel=1e-9)
    assert tree.mu == pytest.approx(mus[0], rel=1e-9)


def test_that_a_change_spread_over_steps_costs_no_more():
    contained, _ = built(6)
    most = nodes_of_step(6)
    for change in itertools.product(range(-2, 3), repeat=6):
        nodes = contained @ np.array(change)
        assert nodes @ nodes <= most * sum(map(abs, change)) ** 2


@given(
    epsilon=st.floats(0.01, 10),
    power=st.integers(-12, -2),
    sensitivity=st.floats(0.1, 50),
    steps=st.integers(1, 10**6),
)
def test_that_the_guarantee_is_that_of_one_number_that_moves_by_the_root(epsilon, power, sensitivity, steps):
    delta = 10.0**power
    tree = GaussianTree.calibrated(epsilon, delta, sensitivity, Shape(steps=steps))
    root = math.sqrt(math.floor(math.log2(steps)) + 1)
    plain = Gaussian.calibrated(epsilon, delta, sensitivity * root)
    assert tree.sigma == pytest.approx(plain.sigma, rel=1e-9)
    at = np.array([0.1, epsilon])
    assert np.exp(tree.log_delta(at))[1] <= delta
    assert tree.sufficient_statistic.log_delta(at) == pytest.approx(tree.log_delta(at), rel=1e-9)


def test_that_one_step_is_one_number():
    tree, plain = GaussianTree(2.0, 1.0, 1), Gaussian(2.0, 1.0)
    assert (tree.mu, tree.standard_deviation, tree.margin(0.95, 5)) == (
        plain.mu,
        plain.standard_deviation,
        plain.margin(0.95, 5),
    )


@pytest.mark.parametrize("steps", [2, 3, 7, 12, 40])
@pytest.mark.parametrize("confidence", [0.5, 0.95])
def test_that_all_totals_together_stay_within_the_joint_margin_often_enough(steps, confidence):
    _, totals = built(steps)
    tree = GaussianTree(1.0, 1.0, steps)
    margin = tree.margin(confidence, steps)
    nodes = np.random.default_rng(2010).standard_normal((40_000, steps))
    within = (np.abs(nodes @ totals.T) <= margin).all(axis=1).mean()
    assert within >= confidence - 4 * math.sqrt(confidence * (1 - confidence) / 40_000)
    one = (np.abs(nodes @ totals.T) <= tree.margin(confidence)).mean(axis=0).min()
    assert one == pytest.approx(confidence, abs=4 * math.sqrt(confidence * (1 - confidence) / 40_000))


def test_that_a_year_of_days_has_the_numbers_of_the_formula():
    """At ε = 1, δ = 10⁻⁶: nine nodes a day at most, eight a total (255 = 11111111 in binary)."""
    tree = GaussianTree.calibrated(1.0, 1e-6, 1.0, Shape(steps=365))
    single = Gaussian.calibrated(1.0, 1e-6, 1.0).sigma
    assert tree.sigma == pytest.approx(3 * single, rel=1e-9)
    assert tree.standard_deviation == pytest.approx(math.sqrt(72) * single, rel=1e-9)
    assert tree.margin(0.95) == pytest.approx(math.sqrt(72) * single * scipy.special.ndtri(0.975), rel=1e-9)
