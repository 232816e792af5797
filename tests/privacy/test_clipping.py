"""What bounds take away, against the plain sums over the clipped values themselves."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.privacy.clipping_error import least, sample_of, trade
from explorer.privacy.refusal import NotValid

NUMBERS = st.floats(-1e6, 1e6).map(lambda value: round(value, 3))
VALUES = st.lists(NUMBERS, min_size=1, max_size=40)


def plainly(values, low, high):
    """Bias and share by the definition, in exact arithmetic."""
    exact = [Fraction(value) for value in values]
    clipped = [min(max(value, Fraction(low)), Fraction(high)) for value in exact]
    share = sum(one != other for one, other in zip(exact, clipped, strict=True)) / len(values)
    return float(sum(clipped) - sum(exact)), share


@given(VALUES, NUMBERS, st.lists(st.floats(1e-3, 2e6), min_size=1, max_size=5))
def test_that_the_bias_is_that_of_the_clipped_sum(values, low, widths):
    highs = np.array([low + width for width in widths])
    found = trade(sample_of(np.array(values)), low, highs, np.zeros(len(highs)))
    for place, high in enumerate(highs):
        bias, share = plainly(values, low, float(high))
        assert found.bias[place] == pytest.approx(bias, rel=1e-9, abs=1e-6)
        assert found.clipped[place] == pytest.approx(share)


@given(VALUES, NUMBERS, st.floats(0, 1e6))
def test_that_the_error_is_of_both_together_and_never_below_either(values, low, noise):
    highs = low + np.array([0.5, 3.0, 1e7])
    found = trade(sample_of(np.array(values)), low, highs, np.full(3, noise))
    assert found.error == pytest.approx(np.sqrt(found.bias**2 + noise**2), rel=1e-12, abs=1e-150)
    assert (found.error >= np.abs(found.bias)).all()
    assert (found.error >= noise).all()


@given(VALUES, NUMBERS)
def test_that_wider_bounds_never_clip_more(values, low):
    highs = low + np.geomspace(1e-3, 1e7, 30)
    found = trade(sample_of(np.array(values)), low, highs, np.zeros(30))
    assert (np.diff(found.bias) >= -1e-6).all()
    assert (np.diff(found.clipped) <= 0).all()


@given(VALUES)
def test_that_bounds_around_all_values_change_nothing_at_all(values):
    found = trade(sample_of(np.array(values)), min(values) - 1, np.array([max(values), 2e6]), np.zeros(2))
    assert (found.bias == 0).all()
    assert (found.clipped == 0).all()


def test_that_nothing_cancels_between_a_giant_and_many_small_values():
    values = np.append(np.full(999, 1e-3), 1e9)
    found = trade(sample_of(values), 0.0, np.array([2e-3, 5e-4]), np.zeros(2))
    assert found.bias == pytest.approx([-(1e9 - 2e-3), -(1e9 - 5e-4 + 999 * 5e-4)], rel=1e-15)


def test_that_a_mean_divides_the_bias_by_its_rows():
    sample = sample_of(np.array([1.0, 2.0, 9.0]))
    assert trade(sample, 0.0, np.array([5.0]), np.array([0.5]), rows=3).bias == pytest.approx([-4 / 3])


def test_that_values_below_the_lower_bound_are_raised():
    found = trade(sample_of(np.array([-3.0, 1.0, 9.0])), 0.0, np.array([5.0]), np.zeros(1))
    assert found.bias == pytest.approx([3.0 - 4.0])
    assert found.clipped == pytest.approx([2 / 3])


def test_that_the_least_error_lies_between_too_much_clipping_and_too_much_noise():
    values = np.arange(1.0, 101.0)
    highs = np.linspace(1, 100, 1000)
    found = trade(sample_of(values), 0.0, highs, math.sqrt(2) * highs)
    best = least(found.error)
    assert 80 < highs[best] < 100
    assert found.error[best] == found.error.min()
    assert least(np.array([2.0, 1.0, 1.0])) == 1


@pytest.mark.parametrize("values", [[], [math.nan], [1.0, math.inf]])
def test_that_a_sample_without_numbers_is_refused(values):
    with pytest.raises(NotValid):
        sample_of(np.array(values))


@pytest.mark.parametrize(("low", "high", "rows"), [(1.0, 1.0, 1), (2.0, 1.0, 1), (0.0, 1.0, 0)])
def test_that_bounds_in_the_wrong_order_and_no_rows_are_refused(low, high, rows):
    with pytest.raises(NotValid):
        trade(sample_of(np.array([1.0])), low, np.array([high]), np.zeros(1), rows)
