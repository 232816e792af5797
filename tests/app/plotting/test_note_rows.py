"""Notes of one row: every one is named, none covers another, wherever their points are."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.app.plotting.layers import Note
from explorer.app.plotting.note_rows import row_places
from explorer.app.plotting.placement import Box, FreeArea
from explorer.mark import verbatim

FULL, BRIEF = (120.0, 16.0), (24.0, 16.0)


def ground(width, height=200.0):
    """A picture of so many pixels, whose data lie between 0 and 1."""
    frame = Box(0.0, 0.0, width, height)
    return FreeArea(frame, width, 8.0, lambda x, y: (x * width, (1 - y) * height))


def notes(points):
    brief = (verbatim("b"),)
    return [
        Note(f"n{place}", x, 0.8, (verbatim("long"),), "ink", words_at=(x, 0.9), brief=brief, row="r")
        for place, x in enumerate(points)
    ]


def placed(points, width, height=200.0):
    every = notes(points)
    return row_places(every, {note.id: [FULL, BRIEF] for note in every}, ground(width, height))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=16), st.floats(300, 1200))
def test_that_each_of_sixteen_has_a_place_of_its_own_within_the_picture(points, width):
    found = placed(points, width)
    assert len(found) == len(points)
    assert not any(one.box.touches(other.box) for one, other in combinations(found.values(), 2))
    assert all(each.box.left >= -1 and each.box.right <= width + 1 for each in found.values())
    assert len({each.wording for each in found.values()}) == 1


def test_that_nine_on_one_point_stand_in_one_row_with_lines_to_it():
    found = placed([0.5] * 9, 500)
    assert len({each.box.top for each in found.values()}) == 1
    assert [each.led for each in found.values()] == [True] * 4 + [False] + [True] * 4


@pytest.mark.parametrize(("width", "wording"), [(400, 0), (300, 1)])
def test_that_all_are_whole_where_all_of_them_have_room(width, wording):
    found = placed([0.2, 0.5, 0.8], width)
    assert [each.wording for each in found.values()] == [wording] * 3


def test_that_there_are_two_rows_at_most_and_some_are_left_out_evenly():
    found = placed([place / 200 for place in range(200)], 300)
    assert 0 < len(found) < 200
    assert len({each.box.top for each in found.values()}) == 2
    assert not any(one.box.touches(other.box) for one, other in combinations(found.values(), 2))
    assert {"n0", "n1"} <= found.keys()


def test_that_two_rows_know_nothing_of_each_other():
    one, other = notes([0.5])[0], notes([0.5, 0.6])[1]
    apart = [one, Note("o", other.x, 0.2, other.lines, "ink", words_at=(other.x, 0.3), row="another")]
    found = row_places(apart, {"n0": [BRIEF], "o": [BRIEF]}, ground(400))
    assert found["n0"].box.top < found["o"].box.top
    assert not found["n0"].led
