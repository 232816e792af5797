"""Names of categories below a picture: what is cut is told whole where the mouse rests on it."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QWidget

from explorer.app.plotting.figure import Axis, Figure, Table
from explorer.app.plotting.layers import Bars
from explorer.gui.canvas.figure_canvas import Canvas
from explorer.gui.widgets.theme import Theme
from explorer.language import Language
from explorer.mark import N_, verbatim

WARDS = tuple(f"Ward {number} of the surgical department" for number in range(6))


@pytest.fixture
def around(qtbot):
    found = QWidget()
    qtbot.addWidget(found)
    return found


@pytest.fixture
def canvas(around):
    return Canvas(Theme("light"), Language("en"), around)


def pictured(names, whole_names=()):
    places = tuple(float(place) for place in range(len(names)))
    x = Axis(N_("category"), -0.6, len(names) - 0.4, places, names, whole_names=whole_names)
    bars = Bars("bars", np.array(places), np.ones(len(names)), 0.5, "with")
    said, table = verbatim("picture"), Table((), (), ())
    return Figure("own", said, said, said, x, Axis(N_("count"), 0.0, 2.0, (0.0, 1.0)), (bars,), table)


def tooltip_below(canvas, at):
    """What is told where the mouse rests on the name below a place of the axis."""
    name = QPointF(canvas.plot.pixel(at, 0.0).x(), canvas.plot.frame().bottom() + 12)
    items = canvas.scene().items(canvas.plot.mapToScene(name))
    return next((each.toolTip() for each in items if each.toolTip()), "")


def shown(canvas, figure, width):
    canvas.resize(width, 200)
    canvas.window().show()
    canvas.show_figure(figure)


def test_that_a_name_that_is_cut_is_told_whole_and_one_that_is_not_says_nothing_twice(canvas):
    shown(canvas, pictured(tuple(map(verbatim, WARDS))), 500)
    below = canvas.names_below
    assert all(name.endswith("…") for _, name in below.shown)
    assert [tooltip_below(canvas, at) for at, _ in below.shown] == [WARDS[int(at)] for at, _ in below.shown]
    canvas.resize(2400, 200)
    canvas.show_figure(pictured(tuple(map(verbatim, WARDS))))
    assert [name for _, name in below.shown] == list(WARDS)
    assert {tooltip_below(canvas, at) for at, _ in below.shown} == {""}


@pytest.mark.parametrize("names", [("1000000", "2000000"), ("2023-06-01", "2023-11-01")])
def test_that_numbers_and_dates_are_left_out_and_not_cut(canvas, names):
    """What would be left of 1000000 reads as 1000."""
    shown(canvas, pictured(tuple(verbatim(names[place % 2]) for place in range(12))), 500)
    found = [name for _, name in canvas.names_below.shown]
    assert 2 <= len(found) < 12
    assert set(found) <= set(names)


def test_that_a_name_cut_before_it_reached_the_picture_is_told_whole_too(canvas):
    cut = tuple(verbatim(f"…{number}") for number in range(6))
    wholes = tuple((float(place), verbatim(ward)) for place, ward in enumerate(WARDS))
    shown(canvas, pictured(cut, wholes), 900)
    assert [tooltip_below(canvas, float(place)) for place in range(6)] == list(WARDS)


def test_that_another_picture_leaves_no_old_name_behind(canvas):
    shown(canvas, pictured(tuple(map(verbatim, WARDS))), 500)
    canvas.show_figure(pictured((verbatim("yes"), verbatim("no"))))
    assert [tooltip_below(canvas, at) for at in (0.0, 1.0)] == ["", ""]
    assert canvas.names_below.over == []
