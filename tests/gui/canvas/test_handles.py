"""What can be dragged in a picture: with the mouse, and with the arrow keys."""

import pytest
from cases_in_one import cases_in_one
from PySide6.QtCore import QPoint, Qt

from explorer.app.core.message import MechanismChosen
from explorer.app.core.state import value_at

pytestmark = pytest.mark.begins_in("explore", "one-release", "released-value", "equally-likely")
HANDLES = [
    ("explore", "released-value", "reading.observed", 99.0),
    ("explore", "equally-likely", "reading.threshold", 102.0),
    ("compose", "composition", "composing.count", 40.0),
]
WORKSPACE_OF = {card: workspace for workspace, card, _, _ in HANDLES}


@cases_in_one("workspace, card, path, aim", HANDLES)
def test_that_a_handle_follows_the_mouse_as_one_step_of_history(hand, workspace, card, path, aim):
    hand.only(card).open(workspace)
    start = value_at(hand.store.state, path)
    hand.drag_handle(card, start, (start + aim) / 2, aim)
    per_pixel = 1 / hand.panel(card).canvas.plot.box.viewPixelSize()[0]
    assert value_at(hand.store.state, path) == pytest.approx(aim, abs=max(0.5, 2 / per_pixel))
    assert hand.handle(card).at == value_at(hand.store.state, path)
    hand.action("Undo").trigger()
    assert value_at(hand.store.state, path) == start
    assert hand.store.history.past == ()


@cases_in_one("workspace, card, path, aim", HANDLES)
def test_that_a_handle_answers_to_arrow_keys(hand, workspace, card, path, aim):
    hand.only(card).open(workspace)
    canvas = hand.panel(card).canvas
    canvas.setFocus()
    start, step = value_at(hand.store.state, path), hand.handle(card).step
    for key, direction in (
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_Left, -1),
        (Qt.Key.Key_Up, 1),
        (Qt.Key.Key_Down, -1),
    ):
        before = value_at(hand.store.state, path)
        hand.qtbot.keyClick(canvas, key)
        hand.settled()
        assert value_at(hand.store.state, path) == pytest.approx(before + direction * step, rel=1e-4)
    hand.qtbot.keyClick(canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    hand.settled()
    assert value_at(hand.store.state, path) == pytest.approx(start + 10 * step, rel=1e-3)


@cases_in_one("workspace, card, path, aim", HANDLES)
def test_that_a_handle_stays_in_its_picture(hand, workspace, card, path, aim):
    hand.open(workspace)
    figure = hand.panel(card).figure
    hand.drag_handle(card, value_at(hand.store.state, path), figure.x.high + 1000)
    assert value_at(hand.store.state, path) == pytest.approx(figure.x.high, rel=1e-4)
    hand.drag_handle(card, value_at(hand.store.state, path), figure.x.low - 1000)
    assert value_at(hand.store.state, path) == pytest.approx(
        max(figure.x.low, hand.handle(card).least), rel=1e-4
    )
    assert hand.refusals() == []


def test_that_an_observed_count_is_whole_where_the_mechanism_is(hand):
    hand.store.dispatch(MechanismChosen("discrete-laplace"))
    hand.settled()
    hand.drag_handle("released-value", 101.0, 98.3)
    assert hand.store.state.reading.observed == 98
    canvas = hand.panel("released-value").canvas
    canvas.setFocus()
    hand.qtbot.keyClick(canvas, Qt.Key.Key_Left)
    assert hand.store.state.reading.observed == 97


def test_that_the_observed_value_is_explained_in_words(hand):
    hand.drag_handle("released-value", 101.0, 97.0)
    figure = hand.panel("released-value").figure
    said = hand.store.state.reading.observed
    (reading,) = [layer for layer in figure.layers if layer.id == "reading"]
    words = [hand.window.language.say(line) for line in reading.lines]
    assert f"{said:.4g}" in words[0]
    assert "without you" in words[1]


def test_that_the_threshold_counts_its_dots(hand):
    hand.drag_handle("equally-likely", 101.0, 103.0)
    figure = hand.panel("equally-likely").figure
    (above,) = [layer for layer in figure.layers if layer.id == "above"]
    assert f"{len(above.x)} of 50" in hand.panel("equally-likely").canvas.accessibleDescription()


def test_that_a_press_outside_of_the_picture_moves_nothing(hand):
    canvas = hand.panel("released-value").canvas
    before = hand.store.state
    hand.qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert hand.store.state.reading == before.reading


def test_that_another_button_or_the_wheel_moves_nothing(hand):
    view = hand.panel("released-value").canvas.viewport()
    box = hand.panel("released-value").canvas.plot.box
    ranges, before = box.viewRange(), hand.store.state.reading
    hand.qtbot.mouseClick(view, Qt.MouseButton.RightButton)
    hand.qtbot.mouseClick(view, Qt.MouseButton.MiddleButton)
    hand.settled()
    assert hand.store.state.reading == before
    assert box.viewRange() == ranges
