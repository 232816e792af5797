"""How many releases fit in a budget: the total recomputed is within it, and that of one more is not."""

import numpy as np
from cases_in_one import cases_in_one
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.privacy.accounting.releases_within import MOST, releases_within
from explorer.privacy.composition import Release, every_composition
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.shape import PLAIN

DELTA = 1e-6


def release_of(kind, epsilon):
    mechanism = every_mechanism()[kind].calibrated(epsilon, 1e-9, 1.0, PLAIN)
    return Release(epsilon, 0.0 if mechanism.pure else 1e-9, mechanism)


def within(bound, release, count, budget):
    found = bound.total(release, np.array([count], dtype=np.int64), DELTA)
    return bool(found.valid[0]) and float(found.value[0]) <= budget


@cases_in_one("name", every_composition())
@cases_in_one("kind", ["laplace", "gaussian", "randomized-response"])
def test_that_as_many_fit_and_no_more(name, kind):
    bound, release = every_composition()[name](), release_of(kind, 0.1)
    for budget in (0.05, 0.1, 3.0):
        count = releases_within(bound, release, budget, DELTA)
        assert count == 0 or within(bound, release, count, budget)
        assert not within(bound, release, count + 1, budget)


def test_that_the_example_of_weekly_releases_is_46():
    release = release_of("laplace", 0.1)
    fitting = {
        name: releases_within(bound(), release, 3.0, DELTA) for name, bound in every_composition().items()
    }
    assert fitting["sequential"] == 30
    assert fitting["numerical"] == 46
    assert fitting["gaussian-dp"] == 0  # it says nothing about Laplace noise


@settings(max_examples=30, deadline=None)
@given(
    name=st.sampled_from(["sequential", "advanced-tanh", "zcdp", "kov-closed"]),
    epsilon=st.floats(1e-3, 2.0),
    budget=st.floats(1e-3, 50.0),
    start=st.integers(1, MOST),
)
def test_that_the_first_guess_does_not_matter(name, epsilon, budget, start):
    bound, release = every_composition()[name](), Release(epsilon)
    anywhere = releases_within(bound, release, budget, DELTA, start)
    assert anywhere == releases_within(bound, release, budget, DELTA)


def test_that_no_more_than_a_million_are_counted():
    assert releases_within(every_composition()["sequential"](), Release(1e-9), 1.0, DELTA) == MOST
