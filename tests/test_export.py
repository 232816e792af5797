"""Figures as files, with no Qt: pictures that stand on their own, tables that read back exactly."""

import csv
import io
import itertools
import math
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from cases_in_one import cases_in_one
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import combined

import explorer
from explorer import language as speech
from explorer.app.core.message import MechanismChosen
from explorer.app.core.state import Releasing, State
from explorer.app.figures import every_picture
from explorer.app.plotting.figure import Axis, Figure, Table
from explorer.app.plotting.layers import Area, Bars, Dash, Handle, Line, Note, Points, Rule
from explorer.app.plotting.line_kinds import line_kinds
from explorer.app.plotting.palette import THEMES, palette
from explorer.app.plotting.placement import Box
from explorer.app.release.plan.plan_draft import judged
from explorer.app.session import saved
from explorer.app.update import update
from explorer.export.figures.footer import footer
from explorer.export.figures.frame_clipping import Frame, clipped_line, clipped_region, hatching
from explorer.export.figures.picture import svg
from explorer.export.figures.requested_figure import complete_figure, session_state
from explorer.export.figures.ruler import flowed, shortened, width, wrapped
from explorer.export.figures.table import table_csv
from explorer.export.files import extension_of, write_atomically
from explorer.language import Language
from explorer.mark import N_, Sentence, english
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.refusal import NotValid, Unsupported
from explorer.resources import resource

ENGLISH = Language("en")
SVG = "{http://www.w3.org/2000/svg}"
UNIT = Axis(N_("across"), 0.0, 10.0, (0.0, 5.0, 10.0))
UP = Axis(N_("height"), 0.0, 1.0, (0.0, 0.5, 1.0))


def figure_of(*layers, x=UNIT, y=UP, **more):
    table = more.pop("table", Table((), (), ()))
    return Figure(
        "made-up", N_("A picture"), N_("for a test"), N_("what is seen"), x, y, layers, table, **more
    )


def line(name="curve", x=(0.0, 5.0, 10.0), y=(0.0, 0.5, 1.0), **more):
    return Line(name, np.array(x), np.array(y), more.pop("colour", "without"), **more)


def drawn(figure, theme="light", **size):
    return ElementTree.fromstring(svg(figure, theme, ENGLISH, **size).encode("utf-8"))  # noqa: S314 - our own


def spoken(root):
    return [each.text for each in root.iter(f"{SVG}text")]


def placed(root, text):
    """The element that says `text`, the halo under it aside."""
    return [each for each in root.iter(f"{SVG}text") if each.text == text][-1]


def at(element, *names):
    return tuple(float(element.get(name)) for name in names)


def paths(root, colour):
    return [each for each in root.iter(f"{SVG}path") if each.get("stroke") == colour]


def near(expected):
    """Points that agree to the rounding of pixels."""
    return pytest.approx(np.array(expected), abs=0.02)


def coordinates(path):
    """Pixels of the points of a path."""
    return [tuple(map(float, pair.split())) for pair in re.findall(r"[-\d.]+ [-\d.]+", path.get("d"))]


def frame_of(root):
    """The frame's left, top, right, bottom, from the line that the picture stands on and its grid."""
    (left, bottom), (right, _) = coordinates(paths(root, palette("light")["faint"])[0])
    top = min(y for _, y in coordinates(paths(root, palette("light")["grid"])[0]))
    return left, top, right, bottom


# Every figure there is


@pytest.fixture(scope="module")
def every_figure():
    plan = resource("examples", "people.toml").read_text(encoding="utf-8")
    state = replace(State(), releasing=Releasing(plan=plan))
    state = replace(state, composing=replace(state.composing, horizon=20, count=20))
    return {name: complete_figure(name, state) for name in every_picture()}


@pytest.mark.parametrize(("name", "theme"), combined(every_picture(), THEMES))
def test_that_every_figure_becomes_a_whole_picture_with_its_words(every_figure, name, theme):
    figure = every_figure[name]
    root = drawn(figure, theme)
    said = spoken(root)
    assert root.get("width") == "900"
    assert root.find(f"{SVG}rect").get("fill") == palette(theme)["card"]
    assert said[0] == ENGLISH.say(figure.title)
    assert any(f"Privacy Explorer {explorer.__version__}" in text for text in said)
    assert any(every_picture()[name].source in text for text in said)


@cases_in_one("name", every_picture())
@cases_in_one("size", [(900, 560), (480, 320), (1600, 700)])
def test_that_no_words_and_no_marks_leave_the_picture(every_figure, name, size):
    root = drawn(every_figure[name], width=size[0], height=size[1])
    for text in root.iter(f"{SVG}text"):
        x, y, type_size = at(text, "x", "y", "font-size")
        across = width(text.text, type_size, text.get("font-weight") == "600")
        start = {"end": x - across, "middle": x - across / 2}.get(text.get("text-anchor"), x)
        assert start >= 0, text.text
        assert start + across <= size[0] + 0.5, text.text
        assert 0 < y < size[1], text.text
    points = [point for path in root.iter(f"{SVG}path") for point in coordinates(path)]
    assert all(0 <= x <= size[0] and 0 <= y <= size[1] for x, y in points)


def boxes_of_words(root):
    """What each group of upright words fills, the halo under it counted once."""
    found = {}
    for text in root.iter(f"{SVG}text"):
        if text.get("transform") is not None:
            continue  # slanted names of categories, thinned by themselves
        x, y, type_size = at(text, "x", "y", "font-size")
        across = width(text.text, type_size, text.get("font-weight") == "600")
        start = {"end": x - across, "middle": x - across / 2}.get(text.get("text-anchor"), x)
        found[text.text, x, y] = Box(start, y - 0.75 * type_size, start + across, y + 0.2 * type_size)
    return found


@cases_in_one("name", every_picture())
@cases_in_one("size", [(900, 560), (560, 360), (1600, 700)])
def test_that_no_words_of_a_picture_cover_each_other(every_figure, name, size):
    found = boxes_of_words(drawn(every_figure[name], width=size[0], height=size[1]))
    assert [pair for pair in itertools.combinations(found, 2) if found[pair[0]].touches(found[pair[1]])] == []


@pytest.mark.parametrize("name", every_picture())
def test_that_the_table_of_every_figure_reads_back_as_the_same_numbers(every_figure, name):
    table, empty = every_figure[name].table, every_figure[name].empty
    if empty is not None:
        with pytest.raises(NotValid) as refused:
            table_csv(every_figure[name])
        assert refused.value.sentence is empty
        return
    header, *rows = csv.reader(io.StringIO(table_csv(every_figure[name])))
    assert tuple(header) == table.names
    for index, column in enumerate(table.columns):
        cells = [row[index] for row in rows]
        if len(column) and isinstance(column[0], str | Sentence):
            assert cells == [english(each) if isinstance(each, Sentence) else each for each in column]
        else:
            read = [float(cell) if cell else math.nan for cell in cells]
            np.testing.assert_array_equal(read, np.asarray(column, dtype=float))


# The look


def test_that_a_dash_tells_the_kind_in_widths_of_its_line():
    figure = figure_of(
        line("a", dash=Dash.EXACT, width=3.0, colour="exact"),
        line("b", dash=Dash.UPPER, width=2.0, colour="orange"),
        line("c", dash=Dash.ESTIMATE, width=1.0, colour="pink"),
        line("d", dash=Dash.UNPROVEN, width=2.0, colour="sky"),
    )
    root, colours = drawn(figure), palette("light")
    dashes = {role: paths(root, colours[role])[0] for role in ("exact", "orange", "pink", "sky")}
    assert dashes["exact"].get("stroke-dasharray") is None
    assert dashes["orange"].get("stroke-dasharray") == "10 6"
    assert dashes["pink"].get("stroke-dasharray") == "6 3 1.5 3"
    assert dashes["sky"].get("stroke-dasharray") == "2.4 4.4"
    assert dashes["exact"].get("stroke-width") == "3"


def test_that_a_line_lies_where_the_axes_say():
    root = drawn(figure_of(line()))
    left, top, right, bottom = frame_of(root)
    points = coordinates(paths(root, palette("light")["without"])[0])
    middle = ((left + right) / 2, (top + bottom) / 2)
    assert np.array(points) == near([(left, bottom), middle, (right, top)])


def test_that_a_line_is_broken_at_nan_and_cut_at_the_frame():
    x, y = (0.0, 2.0, 4.0, 6.0, 8.0, 10.0), (0.5, 0.5, math.nan, 0.5, 1.5, math.inf)
    root = drawn(figure_of(line(x=x, y=y)))
    left, top, right, _bottom = frame_of(root)
    path = paths(root, palette("light")["without"])[0]
    assert path.get("d").count("M") == 2
    assert coordinates(path)[-1] == pytest.approx((left + 0.7 * (right - left), top), abs=0.02)


def test_that_the_name_of_a_line_stands_right_of_its_last_point_that_there_is():
    root = drawn(figure_of(line(y=(0.0, 0.5, math.nan), label=N_("half way"))))
    left, top, right, bottom = frame_of(root)
    x, y = at(placed(root, "half way"), "x", "y")
    assert left + 0.5 * (right - left) < x < right
    assert y == pytest.approx((top + bottom) / 2, abs=40)


def test_that_names_at_the_right_edge_never_cover_each_other():
    names = [N_("one"), N_("two"), N_("three"), N_("four")]
    lines = [line(str(i), y=(0.0, 0.2, 0.5 + 0.001 * i), label=name) for i, name in enumerate(names)]
    root = drawn(figure_of(*lines))
    right = frame_of(root)[2]
    places = [at(placed(root, name.text), "x", "y") for name in names]
    heights = sorted(y for _, y in places)
    assert all(x > right for x, _ in places)
    assert min(b - a for a, b in itertools.pairwise(heights)) >= 11


def test_that_a_name_is_in_the_words_colour_of_its_curve_and_bold_when_it_is_exact():
    root = drawn(figure_of(line(colour="orange", width=3.0, label=N_("best"))))
    name = placed(root, "best")
    assert (name.get("fill"), name.get("font-weight")) == (palette("light")["text_orange"], "600")


def test_that_hatching_is_drawn_as_lines_inside_the_region():
    x = np.array([2.0, 8.0])
    region = Area("false", x, np.array([0.2, 0.2]), np.array([0.8, 0.8]), "unproven", hatched=True)
    root = drawn(figure_of(region))
    left, top, right, bottom = frame_of(root)
    points = coordinates(paths(root, palette("light")["unproven"])[0])
    assert len(points) > 40
    assert all(left + 0.19 * (right - left) < x < left + 0.81 * (right - left) for x, _ in points)
    assert all(top + 0.19 * (bottom - top) < y < top + 0.81 * (bottom - top) for _, y in points)
    assert not list(root.iter(f"{SVG}pattern"))


def test_that_bars_stand_on_zero_and_reach_their_height_up_or_down():
    y = Axis(N_("count"), -1.0, 1.0, (-1.0, 0.0, 1.0))
    bars = Bars("bars", np.array([2.0, 6.0]), np.array([0.5, -0.5]), 1.0, "sky", whiskers=0.25)
    root = drawn(figure_of(bars, y=y))
    _left, top, _right, bottom = frame_of(root)
    colour = palette("light")["sky"]
    up, down = (coordinates(each) for each in root.iter(f"{SVG}path") if each.get("fill") == colour)
    quarter = (bottom - top) / 4
    assert sorted({y for _, y in up}) == pytest.approx([top + quarter, top + 2 * quarter], abs=0.02)
    assert max(y for _, y in down) == pytest.approx(bottom - quarter, abs=0.02)
    whisker = coordinates(paths(root, palette("light")["ink"])[0])
    assert min(y for _, y in whisker) == pytest.approx(top + quarter / 2, abs=0.02)


def test_that_outlined_bars_are_pale_inside_a_dashed_edge():
    bars = Bars("bars", np.array([2.0]), np.array([0.5]), 1.0, "with", outlined=True)
    bar = paths(drawn(figure_of(bars)), palette("light")["with"])[0]
    assert bar.get("fill-opacity") == "0.22"
    assert bar.get("stroke-dasharray") == "7 4.2"


def test_that_discs_keep_their_size_and_those_in_data_units_fit_their_place():
    two = np.array([3.0, 20.0]), np.array([0.5, 0.5])
    root = drawn(figure_of(Points("fixed", *two, "with", 8.0)))
    assert [at(each, "r") for each in root.iter(f"{SVG}circle")] == [(4.0,)]
    root = drawn(figure_of(Points("fitted", *two, "with", 0.5, in_data=True)))
    left, _, right, _ = frame_of(root)
    (radius,) = [at(each, "r")[0] for each in root.iter(f"{SVG}circle")]
    assert radius == pytest.approx(0.25 * (right - left) / 10, abs=0.02)


def test_that_a_handle_is_a_dashed_line_with_its_words_above_it_and_no_knob():
    root = drawn(figure_of(Handle("k", "composing.count", 5.0, 1.0, N_("k = 5"))))
    left, top, right, bottom = frame_of(root)
    (handle,) = paths(root, palette("light")["ink"])
    middle = (left + right) / 2
    assert np.array(coordinates(handle)) == near([(middle, bottom), (middle, top)])
    assert handle.get("stroke-dasharray")
    assert at(placed(root, "k = 5"), "y")[0] < top
    assert not list(root.iter(f"{SVG}circle"))


def test_that_a_handle_is_silent_where_a_note_already_speaks():
    handle = Handle("k", "composing.count", 5.0, 1.0, N_("k = 5"))
    note = Note("n", 5.0, 0.5, (N_("five of them"),), "ink", boxed=True)
    said = spoken(drawn(figure_of(handle, note)))
    assert "five of them" in said
    assert "k = 5" not in said


def test_that_rules_lie_level_or_upright():
    root = drawn(
        figure_of(Rule("level", 0.5, "with"), Rule("upright", 5.0, "sky", upright=True, dashed=False))
    )
    left, top, right, bottom = frame_of(root)
    level, upright = (paths(root, palette("light")[role])[0] for role in ("with", "sky"))
    middle = ((left + right) / 2, (top + bottom) / 2)
    assert np.array(coordinates(level)) == near([(left, middle[1]), (right, middle[1])])
    assert np.array(coordinates(upright)) == near([(middle[0], bottom), (middle[0], top)])
    assert upright.get("stroke-dasharray") is None


def test_that_a_boxed_note_fits_its_words_and_stays_in_the_picture():
    words = (N_("a rather long sentence about one point"), N_("and a bold one"))
    root = drawn(figure_of(Note("n", 9.9, 0.99, words, "ink", boxed=True, stressed=1)))
    left, top, right, _ = frame_of(root)
    box = list(root.iter(f"{SVG}rect"))[1]
    x, y, across = at(box, "x", "y", "width")
    assert across > width(words[0].text, 11)
    assert left <= x
    assert x + across <= right
    assert y >= top
    assert placed(root, words[1].text).get("font-weight") == "600"
    assert placed(root, words[0].text).get("font-weight") is None


def test_that_words_elsewhere_are_led_to_their_point():
    note = Note("n", 2.0, 0.9, (N_("the crossing"),), "with", words_at=(6.0, 0.2))
    root = drawn(figure_of(note))
    left, top, right, bottom = frame_of(root)
    (lead,) = paths(root, palette("light")["text_with"])
    point = (left + 0.2 * (right - left), top + 0.1 * (bottom - top))
    assert coordinates(lead)[1] == pytest.approx(point, abs=0.02)
    assert at(placed(root, "the crossing"), "x")[0] == pytest.approx(left + 0.6 * (right - left), abs=0.02)


@pytest.mark.parametrize("size", [500, 900])
def test_that_long_names_of_categories_are_slanted_and_none_leaves_the_picture(size):
    names = tuple(
        N_("from {low:plain} to {high:plain} years", low=10 * i, high=10 * i + 10) for i in range(12)
    )
    axis = Axis(N_("age"), -0.5, 11.5, tuple(map(float, range(12))), names)
    root = drawn(figure_of(x=axis), width=size)
    turned = [each for each in root.iter(f"{SVG}text") if each.get("transform")]
    assert [each.text for each in turned] == [ENGLISH.say(name) for name in names]
    for each in turned:
        across = width(each.text, 11) * math.cos(math.radians(40))
        assert at(each, "x")[0] - across >= 0


def test_that_a_single_long_name_is_not_thinned_away():
    axis = Axis(N_("age"), 0.0, 1.0, (0.5,), (N_("everybody"),))
    assert "everybody" in spoken(drawn(figure_of(x=axis)))


def test_that_numbers_that_do_not_fit_side_by_side_are_thinned():
    axis = Axis(N_("k"), 0.0, 1e6, tuple(np.linspace(0, 1e6, 41)))
    said = [text for text in spoken(drawn(figure_of(x=axis))) if text.endswith("00,000")]
    assert 2 <= len(said) <= 20


def test_that_an_empty_figure_says_what_to_do_instead_of_showing_axes():
    root = drawn(figure_of(line(), empty=N_("Choose a file first")))
    said = spoken(root)
    assert "Choose a file first" in said
    assert "across" not in said
    assert not list(root.iter(f"{SVG}path"))


def test_that_settings_kinds_and_pending_parts_are_told_at_the_foot():
    settings = {
        "mechanism": "laplace",
        "epsilon": 0.5,
        "total_delta": 1e-4,
        "unit": "person",
        "neighbours": "substitute",
        "sensitivity": 2.0,
        "release_name": "ages",
    }
    said = " ".join(spoken(drawn(figure_of(line(), settings=settings, pending=True))))
    for words in (
        "mechanism: Laplace",
        "ε = 0.5",
        "total δ = 10⁻⁴",
        "unit: one person",
        "neighbours: substitute",
        "L1 sensitivity 2",
        "release name = ages",
        "numbers: exact",
        "still being computed",
    ):
        assert words in said


def test_that_a_figure_may_name_the_kind_of_its_numbers_itself():
    said = " ".join(spoken(drawn(figure_of(settings={"kind": N_("simulated")}))))
    assert "numbers: simulated" in said
    assert "kind =" not in said


@pytest.mark.parametrize("name", every_picture())
def test_that_the_key_of_every_picture_is_the_one_of_the_window(every_figure, name):
    figure, root = every_figure[name], drawn(every_figure[name])
    kinds = line_kinds(figure)
    for each in kinds:
        key = placed(root, ENGLISH.say(each.words))
        left, base = at(key, "x", "y")
        assert key.get("fill") == palette("light")["muted"]
        ends = [
            coordinates(path)
            for path in root.iter(f"{SVG}path")
            if path.get("stroke") == palette("light")["ink" if each.dash else "unproven"]
        ]
        beside = [path for path in ends if left - 39 < path[0][0] < left and abs(path[0][1] - base) < 14]
        assert beside, ENGLISH.say(each.words)
    assert "dashed: " not in " ".join(spoken(root)) or not kinds


def test_that_the_key_of_a_wide_figure_takes_rows_within_a_narrow_picture(every_figure):
    figure = every_figure["composition"]
    for wide in (900, 300):
        root = drawn(figure, width=wide, height=560)
        tops = {at(placed(root, ENGLISH.say(each.words)), "y") for each in line_kinds(figure)}
        assert (len(tops) > 1) is (wide == 300)


def test_that_a_figure_whose_lines_are_all_alike_has_no_key():
    root = drawn(figure_of(line(label=N_("curve"))))
    assert "proven bound" not in spoken(root)


@given(st.text(max_size=40))
def test_that_any_words_make_well_formed_xml(words):
    note = Note("n", 5.0, 0.5, (N_("{words}", words=words), N_("<&\"'>")), "ink")
    assert "<&\"'>" in spoken(drawn(figure_of(note, settings={"unit": words})))


def test_that_chinese_words_are_drawn_and_the_language_is_named(monkeypatch):
    class Catalogue:
        def gettext(self, text):
            return {"A picture": "一幅图"}.get(text, text)

    monkeypatch.setattr(speech, "catalogue", lambda code: Catalogue())
    text = svg(figure_of(), "dark", Language("zh_CN"))
    assert 'xml:lang="zh-CN"' in text
    assert ">一幅图<" in text


# Words and their width


def test_that_widths_are_those_of_the_shipped_font():
    # Advances of Inter's regular and semi-bold cuts, 2816 units to the em, measured with Qt.
    assert width("adding up", 1000) == pytest.approx(4708.75, abs=0.5)
    assert width("adding up", 1000, strong=True) == pytest.approx(4812.05, abs=0.5)
    assert width("ε⁻", 1000) == pytest.approx(544.03 + 438.91, abs=0.5)
    assert width("中文", 11) == pytest.approx(22)


@given(st.text(alphabet="ab  中文，,", max_size=60), st.integers(20, 200))
def test_that_wrapped_lines_fit_and_keep_every_letter(text, room):
    lines = wrapped(text, 11, room)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(width(each, 11) <= room or len(each.split()) == 1 for each in lines)


def test_that_statements_flow_and_long_names_are_shortened():
    assert flowed(["one", "two", "three"], 10, 60) == ["one · two", "three"]
    assert shortened("a long name", 11, 40).endswith("…")
    assert width(shortened("a long name", 11, 40), 11) <= 40
    assert shortened("short", 11, 400) == "short"


# Clipping

BOX = Frame(0.0, 0.0, 10.0, 10.0, UNIT, UP)
inner = st.floats(-30, 40, allow_subnormal=False)
outline = st.lists(st.tuples(inner, inner), min_size=3, max_size=8)


@given(outline)
def test_that_what_is_clipped_lies_inside_the_frame(points):
    pieces = clipped_line(points, BOX)
    assert all(BOX.holds(point) for piece in pieces for point in piece)
    assert all(BOX.holds(point) for point in clipped_region(points, BOX))


@given(st.lists(st.tuples(st.floats(0, 10), st.floats(0, 10)), min_size=3, max_size=8))
def test_that_what_lies_inside_is_not_changed(points):
    assert clipped_region(points, BOX) == points
    joined = [point for piece in clipped_line(points, BOX) for point in piece]
    assert joined == points


def test_that_hatching_spans_a_square_evenly():
    lines = hatching([(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)], apart=10.0)
    assert len(lines) == 14
    for (x0, y0), (x1, y1) in lines:
        assert x0 + y0 == pytest.approx(x1 + y1)
        assert {0.0, 100.0} & {round(x0, 6), round(y0, 6)}


# Tables


def table(*columns, names=None):
    names = names or tuple(f"c{index}" for index in range(len(columns)))
    return figure_of(table=Table(tuple(N_("heading") for _ in columns), names, columns))


@given(st.lists(st.floats(), max_size=20))
def test_that_doubles_read_back_exactly_and_nan_is_empty(values):
    lines = table_csv(table(np.array(values), tuple(values))).split("\n")
    assert lines[-1] == ""
    read = [[float(cell) if cell else math.nan for cell in each.split(",")] for each in lines[1:-1]]
    np.testing.assert_array_equal(np.array(read).reshape(-1, 2), np.array([values, values]).T)


@pytest.mark.parametrize("text", ["=1+1", "+a", "-a", "@a", "\ta", "\ra", "-1+2", "-inf", "+1_000"])
def test_that_text_like_a_formula_is_made_harmless(text):
    row = next(csv.reader(io.StringIO(table_csv(table((text,))).split("\n", 1)[1], newline="")))
    assert row == ["'" + text]


@pytest.mark.parametrize("text", ["-5", "+1.5e-3", "-.5", "a=b", "", "from 0 to 20"])
def test_that_numbers_and_other_text_stay_as_they_are(text):
    row = next(csv.reader(io.StringIO(table_csv(table((text, "x"))).split("\n", 1)[1])))
    assert row == [text]


def test_that_whole_numbers_fractions_sentences_and_nothing_are_written_plainly():
    cells = (3, Fraction(1, 3), N_("in words"), None, 'a,b"c')
    text = table_csv(table(cells, (1.0,) * 5, names=("=what", "value")))
    assert text == '\'=what,value\n3,1.0\n1/3,1.0\nin words,1.0\n,1.0\n"a,b""c",1.0\n'


# Files


def test_that_a_file_is_written_whole_over_an_older_one(tmp_path):
    path = tmp_path / "figure.svg"
    path.write_bytes(b"old")
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert [each.name for each in tmp_path.iterdir()] == ["figure.svg"]


def test_that_a_missing_folder_is_named_with_the_way_to_mend_it(tmp_path):
    with pytest.raises(NotValid) as refused:
        write_atomically(tmp_path / "absent" / "figure.svg", b"")
    said = ENGLISH.say(refused.value.sentence)
    assert str(tmp_path / "absent") in said
    assert "create it" in said


def test_that_a_folder_is_not_taken_for_a_file(tmp_path):
    (tmp_path / "figure.svg").mkdir()
    with pytest.raises(NotValid) as refused:
        write_atomically(tmp_path / "figure.svg", b"")
    assert "is a folder" in ENGLISH.say(refused.value.sentence)
    assert [each.name for each in tmp_path.iterdir()] == ["figure.svg"]


def test_that_an_unknown_ending_is_refused_with_those_that_there_are(tmp_path):
    assert extension_of(tmp_path / "a.PNG") == "png"
    for name in ("figure.gif", "figure", "svg"):
        with pytest.raises(Unsupported) as refused:
            extension_of(tmp_path / name)
        assert ".svg, .png, .pdf, .csv" in ENGLISH.say(refused.value.sentence)


# Figures by their id


def test_that_every_long_question_is_answered_first(every_figure):
    assert [name for name, figure in every_figure.items() if figure.pending] == []


def test_that_an_unknown_figure_is_refused_with_those_that_there_are():
    with pytest.raises(Unsupported) as refused:
        complete_figure("histogramm", State())
    assert "released-value" in ENGLISH.say(refused.value.sentence)


def test_that_a_session_decides_what_is_drawn(tmp_path):
    state = replace(State(), target=replace(State().target, epsilon=0.25))
    (tmp_path / "session.json").write_text(saved(state), encoding="utf-8")
    loaded = session_state(tmp_path / "session.json")
    assert complete_figure("trade-off", loaded).settings["epsilon"] == 0.25
    first = session_state(None)  # the shipped plan comes with it, so that every figure has something to show
    assert replace(first, releasing=State().releasing) == State()
    assert judged(first.releasing.plan)[0] is not None


@pytest.mark.parametrize("content", [None, b"\xff\xfe\xff", b"{", b"[]"])
def test_that_an_unreadable_session_is_refused(tmp_path, content):
    path = tmp_path / "session.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(NotValid):
        session_state(path)


def test_that_what_a_picture_was_drawn_with_is_named_in_the_language_of_its_footer():
    chinese, wrong = Language("zh_CN"), set()
    for mechanism in every_mechanism():
        state = update(State(), MechanismChosen(mechanism))
        for picture in every_picture().values():
            for said in footer(picture.draw(state, {}), chinese):
                name, sign, value = said.partition(" = ")
                if sign and re.search("[A-Za-z]{3}", name + value):
                    wrong.add(said)
    assert wrong == set()
