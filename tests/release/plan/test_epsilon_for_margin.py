"""From a margin to the least ε that gives it: it holds, and a smaller ε would not do."""

import itertools
from dataclasses import replace
from fractions import Fraction

import pytest
from count_cases import AGE, REGION
from hypothesis import given, settings
from hypothesis import strategies as st
from thoroughness import combined

from explorer.privacy.progress import listening
from explorer.privacy.refusal import NotValid, OutOfRange
from explorer.release.drawn import margins_of
from explorer.release.plan.columns import UnknownColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.epsilon_for_margin import LARGEST_MARGIN, epsilon_for_margin
from explorer.release.plan.gaussian_margin import gaussian_margin, gaussian_within
from explorer.release.plan.sections import LARGEST, SMALLEST, Output, Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.values.noise_distribution import GAUSSIAN

TABLES = (Histogram("a", (AGE,)), Histogram("b", (AGE, REGION), Fraction(3)))
LAPLACE_PLAN = ReleasePlan(Privacy("person", Fraction(1), rows_per_person=3), TABLES)
GAUSSIAN_PLAN = ReleasePlan(
    Privacy("person", Fraction(1), Fraction(1, 10**6), rows_per_person=3, mechanism=GAUSSIAN), TABLES
)


def at(plan, epsilon):
    return replace(plan, privacy=replace(plan.privacy, epsilon=epsilon))


def margin(plan, epsilon, index, joint):
    margins = margins_of(at(plan, epsilon), index)
    return margins.joint if joint else margins.each


def before(epsilon):
    """The next smaller decimal of three digits."""
    unit = Fraction(1, 10**20)
    while epsilon / unit >= 1000:
        unit *= 10
    assert (epsilon / unit).denominator == 1  # it has three digits at most
    return epsilon - (unit if epsilon / unit > 100 else unit / 10)


TOLD = list(itertools.product((LAPLACE_PLAN, GAUSSIAN_PLAN), ((0, False), (0, True), (1, False), (1, True))))


@pytest.mark.parametrize(("told", "wish"), combined(TOLD, [0, 1, 5, 40, 1000, 10**6]))
def test_that_the_margin_holds_and_no_smaller_epsilon_gives_it(told, wish):
    plan, (index, joint) = told
    found = epsilon_for_margin(plan, index, wish, joint)
    assert margin(plan, found, index, joint) <= wish
    assert margin(plan, before(found), index, joint) > wish


@settings(max_examples=40, deadline=None)
@given(
    wish=st.integers(0, 10**5),
    share=st.fractions(Fraction(1, 50), 50),
    rows=st.integers(1, 30),
    confidence=st.sampled_from(["0.5", "0.9", "0.95", "0.999"]),
    joint=st.booleans(),
)
def test_that_any_share_bound_and_confidence_are_counted_in(wish, share, rows, confidence, joint):
    tables = (Histogram("a", (AGE,), share), Histogram("b", (AGE, REGION)))
    privacy = Privacy("person", Fraction(1), rows_per_person=rows)
    plan = ReleasePlan(privacy, tables, output=Output(Fraction(confidence)))
    try:
        found = epsilon_for_margin(plan, 0, wish, joint)
    except OutOfRange:
        assert margin(plan, LARGEST, 0, joint) > wish
        return
    assert margin(plan, found, 0, joint) <= wish < margin(plan, before(found), 0, joint)


def test_that_what_no_epsilon_gives_is_refused_with_the_least_margin():
    plan = ReleasePlan(Privacy("person", Fraction(1), rows_per_person=10**6), TABLES)
    with pytest.raises(OutOfRange) as refused:
        epsilon_for_margin(plan, 0, 3)
    assert dict(refused.value.sentence.values)["least"] == margins_of(at(plan, LARGEST), 0).each > 3


def test_that_a_margin_that_needs_hardly_any_epsilon_gets_the_least_there_is():
    assert epsilon_for_margin(LAPLACE_PLAN, 0, LARGEST_MARGIN) == SMALLEST
    assert epsilon_for_margin(GAUSSIAN_PLAN, 0, LARGEST_MARGIN, True) == SMALLEST


@pytest.mark.parametrize("wish", [-1, LARGEST_MARGIN + 1])
def test_that_no_margin_is_refused(wish):
    with pytest.raises(OutOfRange):
        epsilon_for_margin(LAPLACE_PLAN, 0, wish)


def test_that_found_categories_have_a_margin_each_and_none_together():
    privacy = Privacy("person", Fraction(1), Fraction(1, 10**6), rows_per_person=1)
    plan = ReleasePlan(privacy, (Histogram("a", (UnknownColumn("city"),)),))
    assert margin(plan, epsilon_for_margin(plan, 0, 9), 0, False) <= 9
    with pytest.raises(NotValid):
        epsilon_for_margin(plan, 0, 9, joint=True)


@pytest.mark.parametrize("sigma_squared", [Fraction(1, 7), Fraction(3), Fraction(2500), Fraction(10**7, 3)])
@pytest.mark.parametrize("cells", [1, 48])
def test_that_far_out_the_rough_bound_agrees_with_the_exact_margin(sigma_squared, cells):
    confidence = Fraction(19, 20)
    least = gaussian_margin(sigma_squared, confidence, cells)
    assert gaussian_within(10**12, sigma_squared, confidence, cells)
    for beyond in (1, 2, 3, 8, 30):
        assert gaussian_within(least * beyond + beyond, sigma_squared, confidence, cells)
    assert least == 0 or not gaussian_within(least - 1, sigma_squared, confidence, cells)


def test_that_the_share_that_is_told_rises_from_nothing_to_the_end():
    """It is shown while the search lasts: each step halves what is left."""
    shares = []
    with listening(shares.append):
        epsilon_for_margin(LAPLACE_PLAN, 0, 40, True)
    assert shares[0] == 0
    assert shares == sorted(set(shares))
    assert 0.999 < shares[-1] < 1
