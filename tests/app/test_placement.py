"""Labels never cover each other, never leave the picture, and stand as near as they can."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.app.placement import spread

LABELS = st.lists(st.tuples(st.floats(-50, 250), st.floats(1, 20)), min_size=1, max_size=9)


def placed(labels, low=0.0, high=200.0):
    wanted, heights = [each for each, _ in labels], [height for _, height in labels]
    return wanted, heights, spread(wanted, heights, low, high)


def test_that_no_labels_need_no_places():
    assert spread([], [], 0, 100) == []


@given(LABELS)
def test_that_labels_never_overlap(labels):
    _, heights, centres = placed(labels)
    stacked = sorted(range(len(centres)), key=lambda index: centres[index])
    for upper, lower in pairwise(stacked):
        assert centres[lower] - centres[upper] >= (heights[upper] + heights[lower]) / 2 - 1e-6


@given(LABELS)
def test_that_labels_that_fit_stay_inside(labels):
    _, heights, centres = placed(labels)
    assert sum(heights) <= 200
    for centre, height in zip(centres, heights, strict=True):
        assert centre - height / 2 >= -1e-6
        assert centre + height / 2 <= 200 + 1e-6


@given(LABELS)
def test_that_labels_keep_the_order_of_their_curves(labels):
    wanted, _, centres = placed(labels)
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    assert sorted(range(len(centres)), key=lambda index: centres[index]) == order


@given(st.lists(st.integers(1, 9), min_size=1, max_size=9, unique=True))
def test_that_labels_with_room_stand_where_they_want(places):
    wanted = [20.0 * place for place in places]
    assert spread(wanted, [10.0] * len(wanted), 0, 200) == pytest.approx(wanted)


@given(LABELS)
def test_that_placing_twice_moves_nothing(labels):
    _, heights, centres = placed(labels)
    assert spread(centres, heights, 0, 200) == pytest.approx(centres, abs=1e-6)


def test_that_labels_without_room_stand_from_the_top_on():
    assert spread([5, 5, 5], [10, 10, 10], 0, 20) == pytest.approx([5, 15, 25])
