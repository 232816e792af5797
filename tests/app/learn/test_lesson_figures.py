"""Pictures of lessons as figures: their axes, marks, words, tables and exports."""

from functools import cache

import numpy as np
import pytest
from cases_in_one import cases_in_one
from example_lesson import ExampleLesson

from explorer.app.learn.lesson_figures import figure_of
from explorer.app.plotting.layers import Area, Bars, Dash, Handle, Line, Note, Points, Rule
from explorer.app.plotting.line_kinds import line_kinds
from explorer.app.plotting.palette import ink_of, palette
from explorer.app.plotting.squares import Squares, corners_in
from explorer.export.figures.picture import svg
from explorer.export.figures.table import table_csv
from explorer.language import LANGUAGES, Language
from explorer.lessons.parts.lesson import every_lesson
from explorer.lessons.parts.picture import Axis, Chart, Columns, Grid, Level, Sheet
from explorer.mark import verbatim

LESSON = ExampleLesson()
CHART, GRID = LESSON.scene("drag").pictures
DRAWN = [(kind, step.id) for kind in every_lesson().values() for step in kind.steps]


@cache
def demonstrated(kind):
    """The lesson as it is demonstrated, once for all its steps."""
    return kind().demonstrated()


def layer(figure, kind):
    return next(each for each in figure.layers if isinstance(each, kind))


def test_that_a_chart_on_a_logarithmic_axis_is_drawn_in_decimal_logarithms():
    figure = figure_of(CHART, LESSON)
    assert (figure.x.low, figure.x.high, figure.x.logarithmic) == (0.0, 4.0, True)
    assert layer(figure, Line).x == pytest.approx(np.log10(CHART.layers[1].x))
    assert layer(figure, Line).dash is Dash.ESTIMATE
    assert (layer(figure, Handle).at, layer(figure, Handle).value) == (2.0, pytest.approx(100.0))
    assert layer(figure, Handle).path == "lesson.epsilon"
    assert layer(figure, Rule).at == 0.5
    assert {type(each) for each in figure.layers} == {Area, Line, Points, Rule, Handle, Note}
    assert figure.assumption.text == "simulated"


def test_that_the_table_has_a_row_for_each_place_and_a_column_for_each_series():
    table = figure_of(CHART, LESSON).table
    assert table.names == ("x", "spread_low", "spread_high", "mean", "runs")
    assert len(table.columns[0]) == len(CHART.layers[1].x)
    assert np.isfinite(table.columns[4]).sum() == len(CHART.layers[2].x)
    assert table_csv(figure_of(CHART, LESSON)).startswith("x,spread_low")


@pytest.mark.parametrize(("first", "beginning"), [(2, False), (5, True), (9, False)])
def test_that_the_words_of_a_level_stand_where_no_column_crosses_it(first, beginning):
    """Columns from the `first` on cross the level; where none does, its words stand at the end as ever."""
    at = np.arange(1.0, 9.0)
    columns = Columns("spent", at, np.where(at < first, 1.0, 5.0), 0.7, "with")
    axes = Axis(verbatim("answers"), 0, 9), Axis(verbatim("ε"), 0, 6)
    limit = Level("limit", 3.0, verbatim("the limit"))
    chart = Chart("account", verbatim("An account"), verbatim("Columns"), *axes, (columns, limit))
    (words,) = [each for each in figure_of(chart, LESSON).layers if isinstance(each, Note)]
    assert (words.x < 3, words.place) == (beginning, "above" if beginning else "below")


def test_that_squares_are_told_apart_without_colour_and_counted_in_words():
    figure = figure_of(GRID, LESSON)
    right, wrong = (each for each in figure.layers if isinstance(each, Squares))
    assert (right.crossed, wrong.crossed) == (False, True)
    assert sorted([*right.places, *wrong.places]) == list(range(400))
    said = Language("en").say(figure.assumption)
    assert said == f"recovered: {len(right.places)}; wrong: {len(wrong.places)}; simulated"
    assert [each.words for each in line_kinds(figure)] == [right.label, wrong.label]


@pytest.mark.parametrize("room", [(400.0, 400.0), (900.0, 200.0), (100.0, 700.0)])
def test_that_squares_are_square_and_inside_whatever_the_room(room):
    squares = Squares("all", np.arange(400), 20, 20, "with", GRID.title)
    corners, side = corners_in(squares, *room)
    across, down = zip(*corners, strict=True)
    assert min(across) >= 0
    assert min(down) >= 0
    assert max(across) + side <= room[0]
    assert max(down) + side <= room[1]
    assert np.diff(sorted(set(across)))[0] == pytest.approx(np.diff(sorted(set(down)))[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_exported_squares_have_their_key_and_say_that_they_are_simulated(language):
    drawing = svg(figure_of(GRID, LESSON), "light", Language(language))
    assert "recovered" in drawing
    assert {"en": "simulated people", "zh_CN": "模拟的人物"}[language] in drawing


@cases_in_one("kind, step", DRAWN)
def test_that_every_picture_of_every_lesson_can_be_drawn_and_exported(kind, step):
    lesson, roles = demonstrated(kind), palette("light")
    for picture in lesson.scene(step).pictures:
        if isinstance(picture, Sheet):
            assert all(len(row) == len(picture.headings) for row in picture.rows)
            assert all(role in roles for role in picture.marked.values())
            continue
        figure = figure_of(picture, lesson)
        assert isinstance(picture, Chart | Grid)
        for each in figure.layers:
            if not isinstance(each, Handle):
                assert each.colour in roles
            if isinstance(each, Note) or (isinstance(each, Line) and each.label is not None):
                assert ink_of(each.colour) in roles, (picture.id, each.id)
            if isinstance(each, Squares) and each.crossed:
                assert each.colour != "quiet", "a cross of the colour of its ground"
            if isinstance(each, Bars) and figure.y.logarithmic:
                assert (each.height > figure.y.low).any()
        ids = [each.id for each in figure.layers]
        assert len(ids) == len(set(ids)), "two layers of one id would be one"
        for theme in ("light", "dark"):
            assert svg(figure, theme, Language("en")).count("<svg") == 1
        assert table_csv(figure)


@cases_in_one("kind, step", DRAWN)
def test_that_moves_that_a_lesson_does_not_know_break_nothing(kind, step):
    """A session may hold any."""
    assert kind(moves=("gone", "")).scene(step).heading is not None
