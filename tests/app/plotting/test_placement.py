"""Labels never cover each other, never leave the picture, and stand as near as they can."""

from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.app.plotting.covered_cells import CoveredCells, strokes_of, strokes_on
from explorer.app.plotting.layers import Bars, Line, Note
from explorer.app.plotting.placement import (
    Box,
    FreeArea,
    around,
    beside,
    first_free,
    named_lines,
    spread,
    that_fit,
)
from explorer.mark import verbatim

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


FRAME = Box(10.0, 20.0, 210.0, 120.0)
NOWHERE = np.zeros((0, 2))
CORNERS = st.tuples(st.floats(10, 210), st.floats(20, 120))


@pytest.mark.parametrize(
    ("side", "box"),
    [
        ("right", Box(54, 45, 84, 55)),
        ("left", Box(16, 45, 46, 55)),
        ("above", Box(35, 36, 65, 46)),
        ("below", Box(35, 54, 65, 64)),
    ],
)
def test_that_words_stand_on_the_side_that_they_are_asked_to(side, box):
    assert beside((50, 50), (30, 10), 4, side) == box
    assert first_free(around((50, 50), (30, 10), 4, side), FRAME, []) == box


def test_that_words_go_to_another_side_of_their_point_before_they_go_away_from_it():
    right, left = Box(54, 45, 84, 55), Box(16, 45, 46, 55)
    assert first_free(around((50, 50), (30, 10), 4, "right"), FRAME, [right]) == left
    everywhere = [Box(0, 0, 300, 50)]
    found = first_free(around((50, 50), (30, 10), 4, "right"), FRAME, everywhere)
    assert found is not None
    assert found.top >= 49
    assert first_free(around((50, 50), (30, 10), 4, "right"), FRAME, [FRAME]) is None


def test_that_boxes_side_by_side_do_not_touch():
    assert not Box(0, 0, 10, 10).touches(Box(10, 0, 20, 10))
    assert Box(0, 0, 10, 10).touches(Box(5, 5, 20, 20))


@given(st.lists(CORNERS, min_size=2, max_size=6), CORNERS, st.floats(10, 90), st.floats(8, 50))
def test_that_free_room_covers_no_stroke_and_nothing_taken(corners, near, across, high):
    strokes = strokes_of(*np.array(corners).T)
    taken = [Box(30, 30, 60, 45)]
    cells = CoveredCells(FRAME, strokes)
    found = cells.covering(taken).room((across, high), near)
    if found is None:
        return
    assert found.within(FRAME)
    assert (found.right - found.left, found.bottom - found.top) == pytest.approx((across, high))
    assert not any(found.touches(each) for each in taken)
    x, y = strokes.T
    under = (x > found.left) & (x < found.right) & (y > found.top) & (y < found.bottom)
    assert not under.any()
    assert cells.under(found) == 0


def test_that_free_room_is_the_nearest_and_none_where_all_is_covered():
    empty = CoveredCells(FRAME, NOWHERE)
    found = empty.room((40, 20), (150, 100))
    assert ((found.left + found.right) / 2, (found.top + found.bottom) / 2) == pytest.approx(
        (150, 100), abs=5
    )
    assert empty.covering([FRAME]).room((40, 20), (150, 100)) is None
    assert empty.room((400, 20), (150, 100)) is None


@given(st.lists(CORNERS, min_size=2, max_size=6))
def test_that_strokes_have_no_gaps(corners):
    strokes = strokes_of(*np.array(corners).T)
    assert np.abs(np.diff(strokes, axis=0)).max(initial=0) <= 4 + 1e-9
    assert strokes[0] == pytest.approx(corners[0])
    assert strokes[-1] == pytest.approx(corners[-1])


# What window and files share


def test_that_a_box_is_moved_into_its_frame_and_keeps_its_size():
    frame = Box(0, 0, 100, 50)
    assert Box(90, -10, 110, 0).kept_in(frame) == (80, 0, 100, 10)
    assert Box(20, 45, 30, 55).kept_in(frame) == (20, 40, 30, 50)
    assert Box(10, 0, 150, 10).kept_in(frame) == (0, 0, 140, 10)


@given(st.lists(st.tuples(st.floats(1, 40), st.floats(0.5, 3)), min_size=1, max_size=9), st.floats(0, 200))
def test_that_no_name_that_is_left_out_has_a_wider_curve_than_one_that_stays(names, room):
    heights, widths = [height for height, _ in names], [width for _, width in names]
    kept = that_fit(heights, widths, room)
    assert kept == sorted(set(kept))
    assert len(kept) == 1 or sum(heights[each] for each in kept) <= room + 1e-9
    gone = set(range(len(names))) - set(kept)
    assert all(widths[each] <= min(widths[other] for other in kept) for each in gone)


def test_that_a_boxed_note_that_would_stand_beyond_the_frame_changes_sides():
    area = FreeArea(Box(0, 0, 100, 50), 130, 5, lambda x, y: (x, y))
    note = Note("n", 60, 20, (verbatim("words"),), "ink", boxed=True)
    assert area.own_place(replace(note, boxed=False), (40, 10)) == (65, 15, 105, 25)
    assert area.own_place(note, (40, 10)) == (15, 15, 55, 25)
    assert area.own_place(replace(note, words_at=(2, 30)), (40, 10)) == (2, 25, 42, 35)


def test_that_a_name_belongs_to_the_last_point_there_is():
    x = np.array([0.0, 1.0, 2.0])
    ended = Line("a", x, np.array([3.0, 4.0, np.nan]), "ink", label=verbatim("a"))
    nowhere = Line("b", x, np.full(3, np.nan), "ink", label=verbatim("b"))
    placed = replace(nowhere, id="c", label_at=(7.0, 8.0))
    figure = SimpleNamespace(layers=(ended, nowhere, placed, replace(ended, label=None)))
    assert [(line.id, at) for line, at in named_lines(figure)] == [("a", (1.0, 4.0)), ("c", (7.0, 8.0))]


def test_that_a_bar_covers_its_edges_and_its_middle_and_nothing_beside_it():
    bars = Bars("b", np.array([0.5]), np.array([1.0]), 0.4, "ink")
    area = FreeArea(Box(0, 0, 100, 50), 100, 5, lambda x, y: (100 * x, 50 * y))
    strokes = strokes_on(SimpleNamespace(layers=(bars,)), area)
    assert sorted(set(strokes[:, 0].tolist())) == pytest.approx([30, 50, 70])


def test_that_a_box_before_the_frame_lies_on_no_covered_cell():
    cells = CoveredCells(Box(0.0, 0.0, 40.0, 40.0), np.array([[1.0, 1.0]]))
    assert cells.under(Box(0.0, 0.0, 8.0, 8.0)) == 1
    assert cells.under(Box(-9.0, 0.0, -1.0, 8.0)) == 0
    assert cells.under(Box(0.0, -9.0, 8.0, -1.0)) == 0
