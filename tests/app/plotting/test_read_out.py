"""What a picture answers where somebody points, without any window."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.app.core import wording
from explorer.app.core.message import Moved, Settled
from explorer.app.core.state import State
from explorer.app.figures import every_picture
from explorer.app.plotting.figure import Axis, Figure, Table
from explorer.app.plotting.layers import Bars, Dash, Line, Points
from explorer.app.plotting.read_out import (
    WITHIN,
    again,
    computed,
    mark_of,
    nearest,
    next_curve,
    numbers_at,
    read_out,
    readable,
    stepped,
)
from explorer.app.update import update
from explorer.language import Language
from explorer.mark import N_, RoundedBound, Rounding
from explorer.privacy.status import Kind

PER_UNIT = (50.0, 40.0)  # pixels a unit
EN = Language("en")


def line(x, y, **given):
    return Line(given.pop("id", "curve"), np.array(x, float), np.array(y, float), "ink", **given)


def figure(*lines, x=None, y=None, settings=None):
    x = x or Axis(N_("released count"), 0.0, 10.0, ())
    y = y or Axis(N_("probability density"), 0.0, 10.0, ())
    said = N_("a picture")
    return Figure("own", said, said, said, x, y, lines, Table((), (), ()), settings=settings or {})


def said(picture, place):
    return [EN.say(each) for each in read_out(picture, place).sentences]


def test_that_a_curve_names_the_others_that_it_covers_and_no_more():
    x = [0, 5, 10]
    curves = (
        line(x, [1, 4, 9], id="upper", name=N_("upper")),
        line(x, [1, 4, 2], id="covered", name=N_("covered at first")),
        line(x, [0, 4.5, 9], id="crossing", name=N_("crossing")),
        line([5, 5], [0, 10], id="upright", name=N_("upright")),
    )
    picture = figure(*curves)

    def told(at):
        place = nearest(picture, (x[at], float(curves[0].y[at])), PER_UNIT)
        return [each for each in said(picture, replace(place, line=curves[0])) if "same here" in each]

    assert told(0) == told(1) == ["the same here: covered at first"]
    assert told(2) == ["the same here: crossing"]
    many = figure(*(line(x, [1, 4, 9], id=each, name=N_("curve {name}", name=each)) for each in "abcde"))
    assert "the same here: 4 other curves" in said(many, nearest(many, (5.0, 4.0), PER_UNIT))


heights = st.lists(st.floats(0, 10), min_size=2, max_size=30)
shares = st.floats(0, 1)


@given(heights, shares, shares)
def test_that_what_is_read_lies_on_the_curve_that_is_drawn(ys, across, up):
    x = np.linspace(0, 10, len(ys))
    picture = figure(line(x, ys, name=N_("curve")))
    place = nearest(picture, (10 * across, 10 * up), PER_UNIT, within=math.inf)
    assert np.interp(place.x, x, ys) == pytest.approx(place.y, abs=1e-9)
    assert place.computed == bool(np.any((x == place.x) & (np.array(ys) == place.y)))


@given(heights, shares, shares)
def test_that_no_other_point_of_the_curve_is_much_nearer(ys, across, up):
    x, point = np.linspace(0, 10, len(ys)), (10 * across, 10 * up)
    place = nearest(figure(line(x, ys, name=N_("curve"))), point, PER_UNIT, within=math.inf)
    fine = np.linspace(0, 10, 2001)
    off = np.hypot((fine - point[0]) * PER_UNIT[0], (np.interp(fine, x, ys) - point[1]) * PER_UNIT[1])
    own = math.hypot((place.x - point[0]) * PER_UNIT[0], (place.y - point[1]) * PER_UNIT[1])
    assert own <= off.min() + 4.001  # a computed point four pixels away answers


@given(heights, shares, shares)
def test_that_a_bound_is_only_read_where_it_was_computed(ys, across, up):
    x = np.linspace(0, 10, len(ys))
    drawn = line(x, ys, name=N_("bound"), dash=Dash.UPPER, towards=Rounding.UP)
    place = nearest(figure(drawn), (10 * across, 10 * up), PER_UNIT, within=math.inf)
    assert place.computed
    assert np.any((x == place.x) & (np.array(ys) == place.y))


@given(shares, shares)
def test_that_the_nearer_of_two_curves_answers_and_none_that_is_far(across, up):
    low, high = (line([0, 10], [y, y], id=str(y), name=N_("level")) for y in (2, 7))
    place = nearest(figure(low, high), (10 * across, 10 * up), PER_UNIT)
    off = {2.0: abs(10 * up - 2) * PER_UNIT[1], 7.0: abs(10 * up - 7) * PER_UNIT[1]}
    best = min(off, key=lambda each: off[each])
    if off[best] > WITHIN:
        assert place is None
    else:
        assert place.y == best


def test_that_a_gap_in_a_curve_answers_nothing():
    x = np.linspace(0, 10, 11)
    y = np.full(11, 5.0)
    y[3:8] = np.nan
    picture = figure(line(x, y, name=N_("torn")))
    assert nearest(picture, (5.0, 5.0), PER_UNIT) is None
    assert nearest(picture, (1.4, 5.0), PER_UNIT).y == 5.0


def test_that_a_curve_outside_of_the_picture_or_without_a_title_answers_nothing():
    outside = line([0, 10], [20, 20], name=N_("above"))
    bare = line([0, 10], [5, 5], id="bare")
    assert readable(figure(outside, bare)) == []
    assert nearest(figure(outside, bare), (5, 5), PER_UNIT, within=math.inf) is None


def test_that_between_whole_numbers_there_is_no_answer():
    k = Axis(N_("releases k"), 0.0, 10.0, (), symbol="k", whole=True)
    total = Axis(N_("total ε"), 0.0, 10.0, (), symbol="ε")
    picture = figure(line([1, 2, 8, 9.7], [1, 2, 8, 9.7], name=N_("sum"), dash=Dash.UPPER), x=k, y=total)
    assert [nearest(picture, (at, at), PER_UNIT).x for at in (1.1, 4.0, 6.0, 9.6)] == [1, 2, 8, 8]


def test_that_whole_numbers_are_met_on_logarithmic_axes_too():
    k = Axis(N_("releases k"), 0.0, 6.0, (), symbol="k", logarithmic=True, whole=True)
    total = Axis(N_("total ε"), 0.0, 6.0, (), symbol="ε", logarithmic=True)
    counts = np.array([1, 3, 7, 10, 999, 123_456])
    curve = line(np.log10(counts), np.log10(2.0 * counts), name=N_("sum"), towards=Rounding.UP)
    picture = figure(curve, x=k, y=total)
    assert computed(picture, curve).all()
    place = nearest(picture, (5.1, 5.4), PER_UNIT)
    count, bound = numbers_at(picture, place)
    assert count == 123_456.0
    assert (bound.value, bound.towards) == (pytest.approx(246_912), Rounding.UP)
    assert said(picture, place)[0] == "at k = 123,456: ε = 246,912"


def test_that_a_fall_out_of_a_logarithmic_picture_is_no_number():
    delta = Axis(N_("δ"), -6.0, 0.0, (), symbol="δ", logarithmic=True)
    epsilon = Axis(N_("ε"), 0.0, 10.0, (), symbol="ε")
    picture = figure(line([0, 1, 2, 2.1], [-1, -2, -3, -6], name=N_("profile")), x=epsilon, y=delta)
    place = nearest(picture, (2.08, -5.0), (500, 40))
    assert (place.x, place.y, place.computed) == (2, -3, True)
    assert said(picture, place) == ["at ε = 2: δ = 0.001", "profile", "exact"]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, ["probability density = 0.1235", "exact"]),
        (
            {"dash": Dash.UPPER, "towards": Rounding.UP},
            ["probability density ≤ 0.1235", "proven upper bound"],
        ),
        (
            {"dash": Dash.UPPER, "towards": Rounding.DOWN},
            ["probability density ≥ 0.1234", "proven lower bound"],
        ),
        (
            {"kind": Kind.BRACKET, "towards": Rounding.UP},
            ["probability density ≤ 0.1235", "proven upper bound"],
        ),
        ({"dash": Dash.ESTIMATE}, ["probability density ≈ 0.1235", "estimate"]),
        ({"dash": Dash.UNPROVEN}, ["probability density = 0.1235", "not proven"]),
        ({"dash": Dash.UPPER, "kind": Kind.EXACT}, ["probability density = 0.1235", "exact"]),
    ],
)
def test_that_a_number_is_rounded_to_its_side_and_says_its_kind(given, expected):
    picture = figure(line([0, 5, 10], [0.12345, 0.12345, 0.12345], name=N_("the curve"), **given))
    words = said(picture, nearest(picture, (5.0, 0.1), PER_UNIT))
    assert [words[0], words[-1]] == expected
    assert "the curve" in words
    assert "at released count = 5" in words


def test_that_a_number_between_two_computed_ones_says_so():
    picture = figure(line([0, 10], [0, 10], name=N_("the curve")))
    place = nearest(picture, (5.0, 5.0), PER_UNIT)
    assert not place.computed
    assert said(picture, place)[-1] == "exact; interpolated between computed points"


def test_that_a_curve_of_other_settings_gives_no_number():
    picture = figure(line([0, 5, 10], [5, 5, 5], name=N_("the curve"), dimmed=True))
    assert said(picture, nearest(picture, (5, 5), PER_UNIT)) == [
        "the curve",
        "not valid for the current settings",
    ]


def test_that_a_picture_s_own_word_for_its_numbers_is_said():
    picture = figure(line([0, 5], [5, 5], name=N_("loss")), settings={"kind": N_("estimate")})
    assert said(picture, nearest(picture, (5, 5), PER_UNIT))[-1] == "estimate"


@given(heights, st.integers(-40, 40))
def test_that_steps_along_a_curve_meet_its_computed_points_and_stop_at_its_ends(ys, steps):
    x = np.linspace(0, 10, len(ys))
    picture = figure(line(x, ys, name=N_("curve")))
    start = next_curve(picture, None, 5.0)
    end = stepped(picture, start, steps)
    here = int(np.flatnonzero(x == start.x)[0])
    assert end.x == x[min(max(here + steps, 0), len(x) - 1)]
    assert stepped(picture, end, 0).x == end.x


def test_that_every_curve_is_walked_once_from_below_and_then_none():
    lines = [line([0, 5, 10], [y, y, y], id=str(y), name=N_("level")) for y in (7, 2, 4)]
    picture, place, met = figure(*lines), None, []
    while (place := next_curve(picture, place, 5.0)) is not None:
        met.append(place.y)
    assert met == [2, 4, 7]
    back = next_curve(picture, None, 5.0, -1)
    assert (back.y, next_curve(picture, back, 5.0, -1).y) == (7, 4)


def test_that_a_place_is_found_again_while_its_curve_is_there():
    before = figure(line([0, 5, 10], [1, 2, 3], name=N_("curve")))
    place = nearest(before, (5, 2), PER_UNIT)
    assert again(figure(line([0, 5, 10], [4, 5, 6], name=N_("curve"))), place).y == 5
    assert again(figure(line([0, 10], [4, 6], id="other", name=N_("other"))), place) is None


@pytest.mark.parametrize("name", sorted(every_picture()))
def test_that_every_curve_of_every_picture_that_answers_says_all_of_it(name):
    state = update(update(State(), Moved("target.epsilon", 0.7)), Settled())
    picture = every_picture()[name]
    answers = {question: question() for question in picture.wanted(state)} if name != "year" else {}
    drawn = picture.draw(state, answers)
    for each in readable(drawn):
        alone = [layer for layer in drawn.layers if layer.id == each.id]
        place = next_curve(figure(*alone, x=drawn.x, y=drawn.y), None, (drawn.x.low + drawn.x.high) / 2)
        if place is None:  # a single point, which the keyboard passes by
            place = nearest(drawn, (each.x[0], each.y[0]), PER_UNIT)
        words = said(drawn, place)
        assert len(words) >= 3, words
        assert all(words)
        assert "{" not in " ".join(words)
        value = numbers_at(drawn, place)[1]
        assert math.isfinite(value.value if isinstance(value, RoundedBound) else value)


# Bars and points


BARS = Bars(
    "bars", np.array([1.79, 2.79]), np.array([3.0, 6.0]), 0.4, "with", name=N_("with you"), aside=-0.21
)
DOT = Points("dot", np.array([5.5]), np.array([4.0]), "ink", 9.0, name=N_("crossing"), kind=Kind.ESTIMATE)


def test_that_a_bar_answers_all_over_with_its_name_value_kind_and_the_value_it_belongs_to():
    picture = figure(BARS, DOT)
    for up in (0.1, 3.0, 5.9):
        place = nearest(picture, (2.9, up), PER_UNIT)
        assert (place.x, place.y) == (2.79, 6.0)
        assert mark_of(picture, place) is BARS
    assert said(picture, place) == [
        "probability density = 6",
        "at released count = 3",
        "with you",
        "exact",
    ]
    assert nearest(picture, (2.3, 8.0), PER_UNIT) is None


def test_that_a_point_answers_near_its_disc_also_between_whole_numbers():
    whole = Axis(N_("releases k"), 0.0, 10.0, (), symbol="k", whole=True)
    picture = figure(DOT, x=whole)
    place = nearest(picture, (5.6, 4.1), PER_UNIT)
    assert numbers_at(picture, place) == (5.5, 4.0)
    assert said(picture, place)[-2:] == ["crossing", EN.say(wording.KINDS[Kind.ESTIMATE])]
    assert nearest(picture, (5.9, 4.0), PER_UNIT) is None


def test_that_a_curve_before_bars_answers_first_and_bars_without_a_name_never():
    curve = line([0.0, 10.0], [2.0, 2.0], name=N_("curve"))
    picture = figure(BARS, curve)
    assert nearest(picture, (2.8, 2.02), PER_UNIT).line is curve
    assert nearest(picture, (2.8, 4.0), PER_UNIT).line.id == "bars"
    assert nearest(figure(replace(BARS, name=None)), (2.8, 4.0), PER_UNIT) is None


def test_that_a_bar_of_a_category_says_its_name():
    names = Axis(N_(""), 0.0, 4.0, (2.0, 3.0), (N_("yes"), N_("no")))
    picture = figure(BARS, x=names)
    place = nearest(picture, (2.8, 1.0), PER_UNIT)
    assert said(picture, place)[:2] == ["probability density = 6", "no"]


def test_that_bars_are_walked_from_the_keyboard():
    picture = figure(BARS)
    first = next_curve(picture, None, 0.0)
    assert (first.y, stepped(picture, first, 1).y, stepped(picture, first, 5).y) == (3.0, 6.0, 6.0)
    assert again(picture, first).y == 3.0
