"""A part of a figure, and one curve of it, without any window."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from explorer.app.core.state import State
from explorer.app.figures import every_picture
from explorer.app.plotting.figure import Axis, Figure, Table
from explorer.app.plotting.figure_view import (
    Extent,
    between,
    enlarged,
    enlarged_figure,
    extent_of,
    isolated,
)
from explorer.app.plotting.layers import Line, Note
from explorer.app.plotting.logarithmic_axes import logarithmic_axis
from explorer.app.plotting.placement import named_lines
from explorer.app.plotting.ticks import ticks
from explorer.mark import N_

SAID = N_("a picture")
X = Axis(N_("released count"), 0.0, 10.0, ticks(0.0, 10.0))
Y = logarithmic_axis(N_("δ"), -6.0, 0.0, symbol="δ")
PICTURES = sorted(name for name in every_picture() if name != "year")


def figure(*layers, x=X, y=Y):
    return Figure("own", SAID, SAID, SAID, x, y, layers, Table((), (), ()))


def line(name, x, y, **given):
    return Line(name, np.array(x, float), np.array(y, float), "sky", label=N_("curve"), **given)


shares = st.tuples(st.floats(0, 1), st.floats(-6, 0))


@given(shares, shares)
def test_that_a_part_lies_in_the_picture_and_holds_both_corners_where_it_is_large_enough(one, other):
    one, other = (10 * one[0], one[1]), (10 * other[0], other[1])
    part, whole = between(figure(), one, other), extent_of(figure())
    assert whole.left <= part.left < part.right <= whole.right
    assert whole.low <= part.low < part.high <= whole.high
    assume(abs(one[0] - other[0]) > 0.02 and abs(one[1] - other[1]) > 0.02)
    assert (part.left, part.right) == pytest.approx(tuple(sorted((one[0], other[0]))))
    assert (part.low, part.high) == pytest.approx(tuple(sorted((one[1], other[1]))))


@given(shares, st.floats(1.01, 3))
def test_that_what_is_pointed_at_rests_while_all_around_it_grows_and_shrinks(point, factor):
    point = (10 * point[0], point[1])
    shown = extent_of(figure())
    part = enlarged(figure(), shown, point, factor)
    assert part.right - part.left == pytest.approx(10 / factor)
    where = (point[0] - part.left) / (part.right - part.left)
    assert where == pytest.approx(point[0] / 10, abs=1e-9)
    assert enlarged(figure(), part, point, 1 / (1.001 * factor)) is None


def test_that_a_picture_is_not_enlarged_without_end():
    part = extent_of(figure())
    for _ in range(200):
        part = enlarged(figure(), part, (3.0, -2.0), 1.5)
    assert part.right - part.left == pytest.approx(0.01)
    k = Axis(N_("releases k"), 0.0, 200.0, ticks(0.0, 200.0, whole=True), symbol="k", whole=True)
    few = between(figure(x=k), (50.2, -1), (50.3, -2))
    assert few.right - few.left == 2
    assert enlarged_figure(figure(x=k), few).x.ticks


@pytest.mark.parametrize("name", PICTURES)
def test_that_every_picture_can_be_enlarged_anywhere(name):
    state = State()
    picture = every_picture()[name]
    drawn = picture.draw(state, {question: question() for question in picture.wanted(state)})
    whole = extent_of(drawn)
    for across in (0.1, 0.5, 0.9):
        for factor in (1.5, 30.0):
            point = (
                whole.left + across * (whole.right - whole.left),
                whole.low + 0.4 * (whole.high - whole.low),
            )
            part = enlarged(drawn, whole, point, factor)
            seen = enlarged_figure(drawn, part)
            assert extent_of(seen) == part
            for axis in (seen.x, seen.y):
                assert all(axis.low - 1e-9 <= tick <= axis.high + 1e-9 for tick in axis.ticks)
                assert len(axis.names) in (0, len(axis.ticks))
                values = [axis.value(tick) for tick in axis.ticks]
                assert all(map(math.isfinite, values))
                assert len(set(values)) == len(values)
            for curve, at in named_lines(seen):
                slack = 1e-9 * (1 + abs(part.high - part.low) + abs(part.right - part.left))
                assert part.left - slack <= at[0] <= part.right + slack, curve.id
                assert part.low - slack <= at[1] <= part.high + slack, curve.id


def test_that_a_name_stands_where_its_curve_leaves_what_is_seen():
    whole = figure(line("up", [0, 5, 10], [-6, -3, 0]), line("low", [0, 10], [-5.9, -5.9]))
    seen = enlarged_figure(whole, Extent(4.0, 8.0, -4.0, -2.0))
    assert [(curve.id, at) for curve, at in named_lines(seen)] == [
        ("up", (pytest.approx(5 + 5 / 3), pytest.approx(-2)))
    ]
    assert [layer.title for layer in seen.layers] == [N_("curve")] * 2  # it can still be asked


def test_that_words_of_what_is_not_seen_are_left_out():
    inside = Note("inside", 5.0, -3.0, (N_("here"),), "ink", words_at=(9.0, -1.0))
    seen = enlarged_figure(
        figure(inside, Note("beyond", 9.0, -1.0, (N_("there"),), "ink")), Extent(4, 6, -4, -2)
    )
    assert [layer.id for layer in seen.layers] == ["inside"]
    assert seen.layers[0].words_at is None


def test_that_one_curve_stands_before_all_others_with_all_its_pieces():
    pieces = (line("a", [0, 5], [-1, -2]), line("a-further", [5, 10], [-2, -3]))
    other = Line("b", np.array([0.0, 9.0]), np.array([-5.0, -5.0]), "sky", label=N_("another"))
    whole = figure(*pieces, other)
    assert [layer.dimmed for layer in isolated(whole, "a").layers] == [False, False, True]
    assert [layer.dimmed for layer in isolated(whole, "b").layers] == [True, True, False]
    assert isolated(whole, "gone") is whole


def test_that_a_curve_that_crosses_what_is_seen_between_two_points_is_named_in_the_middle():
    whole = figure(line("across", [0, 10], [-6, 0]))
    seen = enlarged_figure(whole, Extent(4.0, 5.0, -4.0, -2.0))
    assert [(curve.id, at) for curve, at in named_lines(seen)] == [
        ("across", (pytest.approx(4.5), pytest.approx(-3.3)))
    ]
