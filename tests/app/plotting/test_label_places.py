"""Names of curves and words of handles, placed once for window and files."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from cases_in_one import cases_in_one
from hypothesis import given
from hypothesis import strategies as st

from explorer.app.core.state import State
from explorer.app.figures import every_picture
from explorer.app.plotting.figure import Axis, Figure, Table
from explorer.app.plotting.label_places import Sizes, label_places, speaking_handle
from explorer.app.plotting.layers import Handle, Line, Note, Rule
from explorer.app.plotting.placement import Box, FreeArea
from explorer.mark import N_, verbatim

FRAME = Box(40, 30, 340, 230)  # of axes from 0 to 3 and from 0 to 2: a hundred pixels a unit
CORNER = Box(10, 0, 90, 16)
NAME = (70.0, 14.0)


def ground(furthest=440.0):
    return FreeArea(FRAME, furthest, 8.0, lambda x, y: (40 + 100 * x, 230 - 100 * y), 4.0)


def line(name, x, y, width=2.0, label_at=None):
    return Line(
        name, np.array(x, float), np.array(y, float), "own", width=width, label=N_("total"), label_at=label_at
    )


def figure(*layers):
    x, y = (Axis(verbatim("x"), 0.0, 3.0, ()), Axis(verbatim("y"), 0.0, 2.0, ()))
    said = verbatim("words")
    return Figure("any", said, said, said, x, y, layers, Table((), (), ()))


def places(shown, furthest=440.0, name=NAME, handle=(90.0, 14.0)):
    ends = {each.id: name for each in shown.layers if isinstance(each, Line)}
    notes = {each.id: [(60.0, 14.0)] for each in shown.layers if isinstance(each, Note)}
    return label_places(shown, Sizes(ends, notes, handle, CORNER), ground(furthest))


def handle(at):
    return Handle("h", "composing.count", at, 1.0, N_("total"))


def test_that_a_curve_that_reaches_the_edge_has_its_name_beside_it():
    end = places(figure(line("a", [0, 3], [0, 1]))).ends["a"]
    assert end.box.left == FRAME.right + 8
    assert (end.box.top + end.box.bottom) / 2 == 130
    assert end.lead is None


def test_that_a_name_that_is_pushed_far_away_is_led_to_its_curve():
    many = [line(f"c{each}", [0, 3], [0, 0.01 * each], 2 + each) for each in range(12)]
    found = places(figure(*many)).ends
    led = {name for name, end in found.items() if end.lead is not None}
    assert 0 < len(led) < len(found) == 12
    assert found["c11"].lead == pytest.approx((340, 219))


def test_that_a_curve_that_ends_in_the_picture_has_its_name_off_all_curves():
    short = line("short", [0, 1.5], [0, 1])
    across = line("across", [1.5, 3], [1.0, 1.0])  # where the name would stand beside its end
    box = places(figure(short, across)).ends["short"].box
    assert box.within(FRAME)
    for x in np.linspace(190, 340, 60):
        assert not (box.left < x < box.right and box.top < 130 < box.bottom)


def test_that_names_of_curves_that_end_together_stand_in_the_order_of_these():
    heights = (0.9, 1.0, 0.95, 1.05)
    found = places(figure(*(line(str(each), [0, 1.5], [0, each]) for each in heights))).ends
    order = sorted(found, key=lambda each: found[each].box.top)
    assert order == [str(each) for each in sorted(heights, reverse=True)]
    assert len({end.box.left for end in found.values()}) == 1


def test_that_names_beside_the_edge_stand_at_their_ends_again_where_others_went_into_the_picture():
    """Curves that end in the picture push names at its edge down only while their own stand there."""
    edge = [line(f"edge{each}", [0, 3], [0, 1.9 - 0.1 * each]) for each in range(3)]
    over = [line(f"over{each}", [0, 2.5], [0, 1.6 - 0.1 * each]) for each in range(2)]
    alone, found = places(figure(*edge)).ends, places(figure(*edge, *over)).ends
    assert all(found[each.id].box.right <= FRAME.right for each in over)
    assert {each.id: found[each.id].box for each in edge} == {each.id: alone[each.id].box for each in edge}


def test_that_names_of_the_thinnest_curves_are_left_out_first():
    many = [line(f"c{each}", [0, 3], [0, 1 + 0.01 * each], 1 + each) for each in range(30)]
    found = places(figure(*many)).ends
    assert 1 < len(found) < 30
    assert set(found) == {f"c{each}" for each in range(30 - len(found), 30)}


def test_that_a_name_stands_off_the_line_that_is_dragged():
    falling = line("a", [0, 1.5], [1.5, 0.5], label_at=(1.5, 0.5))
    box = places(figure(falling, handle(1.8))).ends["a"].box
    assert not box.left < 220 < box.right


@given(st.floats(-1, 4), st.floats(20, 430))
def test_that_what_a_handle_says_stands_above_the_picture_beside_the_name_of_its_axis(at, across):
    found = places(figure(handle(at)), handle=(across, 14.0))
    assert found.handle is not None
    assert (found.handle.top, found.handle.right - found.handle.left) == (CORNER.top, pytest.approx(across))
    assert found.handle.left >= 4
    assert found.handle.right <= max(440, 4 + across) + 1e-9
    assert found.corner == (CORNER.right + 8 + across <= 440)
    assert not found.corner or not found.handle.touches(CORNER)


@cases_in_one(
    "at, side",
    [(0.5, "right"), (1.2, "left"), (1.3, "left"), (1.9, "right")],  # the words reach from 1.08 to 1.68
)
def test_that_words_of_a_level_go_to_its_other_side_where_the_line_that_is_dragged_crosses_them(at, side):
    said = Note("level", 1.0, 1.8, (N_("total"),), "ink", place="right", near=True, halo=True)
    box = places(figure(handle(at), said)).notes["level"].box
    wanted = {"right": 140 + 8, "left": 140 - 8 - 60}
    assert box.left == wanted[side]
    assert not box.left < 40 + 100 * at < box.right


@cases_in_one("at, left", [(1.0, 192), (1.65, 211), (2.05, 251), (2.9, 192)])  # of words from 192 to 252
def test_that_words_along_a_level_line_move_off_the_line_that_is_dragged(at, left):
    said = Note("budget", 2.2, 1.0, (N_("total"),), "ink", place="left", near=True, halo=True)
    box = places(figure(handle(at), said)).notes["budget"].box
    assert box.left == pytest.approx(left)
    assert not box.left < 40 + 100 * at < box.right


def test_that_words_of_a_level_stay_where_neither_side_is_free_of_the_line_that_is_dragged():
    said = Note("level", 0.3, 1.8, (N_("total"),), "ink", place="right", near=True, halo=True)
    box = places(figure(handle(0.6), said)).notes["level"].box
    assert box.left == 70 + 8


def test_that_a_boxed_note_speaks_for_the_handle():
    note = Note("n", 1.0, 1.0, (N_("total"),), "ink", boxed=True)
    shown = figure(handle(1.0), note)
    assert speaking_handle(shown) is None
    assert places(shown).handle is None
    assert speaking_handle(figure(handle(1.0))) == handle(1.0)


CURVES = st.lists(
    st.tuples(st.floats(0.3, 3), st.floats(-0.5, 2.5), st.floats(1, 4), st.booleans()), min_size=1, max_size=9
)


@given(CURVES, st.floats(20, 120))
def test_that_no_two_names_cover_each_other(curves, across):
    shown = figure(
        *(
            line(str(place), [0, x], [0, y], width, (x / 2, y / 2) if named else None)
            for place, (x, y, width, named) in enumerate(curves)
        )
    )
    boxes = [end.box for end in places(shown, name=(across, 14.0)).ends.values()]
    assert boxes
    assert not any(one.touches(other) for one, other in combinations(boxes, 2))


@cases_in_one("name", every_picture())
def test_that_words_of_every_picture_have_places_that_do_not_cover_each_other(name):
    shown = every_picture()[name].draw(State(), {})
    spans = shown.x.high - shown.x.low, shown.y.high - shown.y.low

    def point(x, y):
        return 40 + 300 * (x - shown.x.low) / spans[0], 230 - 200 * (y - shown.y.low) / spans[1]

    ends = {each.id: NAME for each in shown.layers if isinstance(each, Line) and each.label is not None}
    notes = {each.id: [(60.0, 14.0)] for each in shown.layers if isinstance(each, Note)}
    sizes = Sizes(ends, notes, (90.0, 14.0), CORNER)
    found = label_places(shown, sizes, FreeArea(FRAME, 440.0, 8.0, point))
    boxes = [each.box for each in found.ends.values()]
    assert not any(one.touches(other) for one, other in combinations(boxes, 2))
    assert (found.handle is None) == (speaking_handle(shown) is None)


def test_that_no_note_stands_on_the_line_that_leads_from_another_to_its_point():
    said = (verbatim("words"),)
    led = Note("led", 1.5, 0.2, said, "ink", words_at=(1.4, 1.8), halo=True, stressed=0)
    upon = Note("upon", 1.2, 1.0, said, "ink", optional=True)
    alone = places(figure(upon)).notes["upon"].box
    lead = Box(185, 60, 195, 205)  # from the words at the top to the point at x = 190
    assert alone.touches(lead)
    found = places(figure(led, upon)).notes
    assert found["led"].led
    assert "upon" not in found or not found["upon"].box.touches(Box(189, 66, 191, 204))


@pytest.mark.parametrize(("width", "wording"), [(3.0, 0), (0.6, 1), (0.05, 0)])
def test_that_what_may_be_left_out_is_said_in_brief_between_two_rules_or_beside_both(width, wording):
    note = Note(
        "between", 1.5, 1.9, (N_("total"),), "ink", "below", halo=True, optional=True, brief=(N_("total"),)
    )
    rules = [Rule(f"r{end}", 1.5 + end * width / 2, "faint", upright=True) for end in (-1, 1)]
    shown = figure(*rules, note)
    sizes = Sizes({}, {"between": [(150.0, 14.0), (30.0, 14.0)]}, (0.0, 0.0), CORNER)
    found = label_places(shown, sizes, ground()).notes
    assert found["between"].wording == wording


def test_that_what_may_be_left_out_never_reads_on_from_other_words():
    """As a quantile's name would that ends where a number begins."""
    said = (verbatim("words"),)
    answer = Note("answer", 1.5, 1.0, said, "ink", "below", stressed=0, halo=True)
    beside = Note("beside", 2.105, 1.0, said, "ink", "below", halo=True, optional=True)  # 60 pixels wide both
    assert "beside" in places(figure(beside)).notes
    found = places(figure(answer, beside)).notes
    boxes = found["answer"].box, found["beside"].box
    assert boxes[1].left - boxes[0].right >= 4 or boxes[1].top >= boxes[0].bottom


def test_that_the_name_of_a_band_stands_on_no_curve_or_not_at_all():
    """As many curves as there are rows of words: no place is free of them."""
    said = (verbatim("words"),)
    across = np.linspace(0, 3, 61)
    curves = [line(f"c{each}", across, np.full(61, each / 12)) for each in range(25)]
    band = Note("band", 1.5, 1.0, said, "ink", "above", near=True, optional=True)
    haloed = replace(band, id="dots", halo=True)
    assert "band" in places(figure(band)).notes
    assert "band" not in places(figure(*curves, band)).notes
    assert "dots" in places(figure(*curves, haloed)).notes
