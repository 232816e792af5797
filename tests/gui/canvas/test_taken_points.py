"""A double click on a point, or Enter where it is read, takes its k or ε: one step that can be taken back."""

import numpy as np
import pytest
from hands import place_of
from PySide6.QtCore import Qt

from explorer.app.core.message import PictureShown, PresetChosen
from explorer.app.core.state import State
from explorer.app.plotting.layers import Line, Points
from explorer.app.update import update


def layer(hand, card, name):
    figure = hand.panel(card).figure
    return next(each for each in figure.layers if isinstance(each, Line | Points) and each.id == name)


def double_click(hand, card, x, y):
    """As a mouse does it: press, release, second press, release."""
    canvas = hand.panel(card).canvas
    pixel = canvas.mapFromScene(canvas.plot.mapToScene(place_of(canvas, x, y)))
    view, left = canvas.viewport(), Qt.MouseButton.LeftButton
    hand.qtbot.mouseMove(view, pixel)
    said = list(canvas.pointing.lines)
    hand.qtbot.mouseClick(view, left, pos=pixel)
    hand.qtbot.mouseDClick(view, left, pos=pixel)
    hand.qtbot.mouseRelease(view, left, pos=pixel)
    hand.settled()
    return said


@pytest.fixture
def compose(open_window):
    return open_window(update(State(), PresetChosen("textbook")), cards=("composition",))


def test_that_a_double_click_on_a_curve_takes_the_k_that_the_read_out_offers(compose):
    before = compose.store.state.composing.count
    curve = layer(compose, "composition", "sequential")
    said = double_click(compose, "composition", 150.0, float(np.interp(150.0, curve.x, curve.y)))
    taken = compose.store.state.composing.count
    assert abs(taken - 150) <= 2
    assert said[-1] == f"double-click: take k = {taken}"
    assert compose.panel("composition").canvas.isolated == ""
    compose.action("Undo").trigger()
    assert compose.store.state.composing.count == before


def test_that_a_double_click_on_a_crossing_takes_its_k_rounded_up_in_one_step(compose):
    before = compose.store.state.composing.count
    crossing = layer(compose, "composition", "crossing-advanced-tanh")
    said = double_click(compose, "composition", float(crossing.x[0]), float(crossing.y[0]))
    assert compose.store.state.composing.count == 64 != before
    assert said[-1] == "double-click: take k = 64"
    compose.action("Undo").trigger()
    assert compose.store.state.composing.count == before


def test_that_enter_takes_the_point_that_is_read_and_space_dims_the_others(compose):
    canvas = compose.panel("composition").canvas
    for _ in range(20):
        compose.qtbot.keyClick(canvas, Qt.Key.Key_C)
        if canvas.pointing.place is not None and canvas.pointing.place.line.id == "sequential":
            break
    for _ in range(7):
        compose.qtbot.keyClick(canvas, Qt.Key.Key_Right)
    read = canvas.pointing.place
    assert canvas.pointing.lines[-1] == f"Enter: take k = {round(read.x)}"
    compose.qtbot.keyClick(canvas, Qt.Key.Key_Space)
    assert canvas.isolated == read.line.id
    compose.qtbot.keyClick(canvas, Qt.Key.Key_Return)
    compose.settled()
    assert compose.store.state.composing.count == round(read.x)
    assert canvas.isolated == read.line.id


@pytest.mark.begins_in("explore", "privacy-loss")
def test_that_a_double_click_in_the_profile_takes_an_epsilon(hand):
    hand.store.dispatch(PictureShown("privacy-loss", "delta-profile"))
    hand.settled()
    curve = layer(hand, "privacy-loss", "own")
    middle = float(curve.x[len(curve.x) // 3])
    said = double_click(hand, "privacy-loss", middle, float(np.interp(middle, curve.x, curve.y)))
    taken = hand.store.state.target.epsilon
    assert taken != 1.0
    assert taken == pytest.approx(middle, rel=0.1)
    assert said[-1].startswith("double-click: take ε = ")
    assert float(said[-1].split("= ")[1]) == taken
    hand.action("Undo").trigger()
    assert hand.store.state.target.epsilon == 1.0


def test_that_a_double_click_beside_all_curves_takes_nothing_but_where_it_was(compose):
    double_click(compose, "composition", 30.0, 190.0)
    assert abs(compose.store.state.composing.count - 30) <= 1
