"""A picture is asked: read with the mouse and the keyboard, one curve isolated, a part enlarged, copied."""

import numpy as np
import pytest
from hands import frame_of, place_of
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QMessageBox, QToolButton

from explorer.app.core.message import Moved, Settled
from explorer.app.plotting.layers import Line
from explorer.gui.canvas import pointer_readout
from explorer.language import number
from explorer.mark import at_most

pytestmark = pytest.mark.begins_in("explore", "released-value", "trade-off")


def curve(hand, card, name):
    layers = hand.panel(card).figure.layers
    return next(each for each in layers if isinstance(each, Line) and each.id == name)


def height(hand, card, name, x):
    line = curve(hand, card, name)
    return float(np.interp(x, line.x, line.y))


def at(canvas, x, y):
    """A point of the data, in pixels of the widget."""
    return canvas.mapFromScene(canvas.plot.mapToScene(place_of(canvas, x, y)))


def point(hand, card, name, x, off=0):
    """Move the mouse to a curve; the pixel."""
    canvas = hand.panel(card).canvas
    pixel = at(canvas, x, height(hand, card, name, x)) + QPoint(0, off)
    hand.qtbot.mouseMove(canvas.viewport(), pixel)
    return pixel


def click(hand, card, pixel, modifier=Qt.KeyboardModifier.NoModifier):
    hand.qtbot.mouseClick(hand.panel(card).canvas.viewport(), Qt.MouseButton.LeftButton, modifier, pixel)


def drag(hand, card, one, other, modifier=Qt.KeyboardModifier.NoModifier):
    view = hand.panel(card).canvas.viewport()
    hand.qtbot.mousePress(view, Qt.MouseButton.LeftButton, modifier, one)
    for share in (0.3, 0.6, 1.0):
        hand.qtbot.mouseMove(view, one + (other - one) * share)
        QApplication.processEvents()
    hand.qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, modifier, other)
    hand.settled()


def turn(canvas, x, y, notches, modifier=Qt.KeyboardModifier.ControlModifier):
    """Turn the wheel over a point of the data; whether the picture took it."""
    where = QPointF(at(canvas, x, y))
    event = QWheelEvent(
        where,
        QPointF(canvas.mapToGlobal(where.toPoint())),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        modifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    canvas.wheelEvent(event)
    return event.isAccepted()


def link(hand, card, words="whole picture"):
    buttons = hand.card(card).head.findChildren(QToolButton)
    return next(each for each in buttons if each.text() == words)


def escape(hand, card):
    hand.qtbot.keyClick(hand.panel(card).canvas, Qt.Key.Key_Escape)


def seen(hand, card):
    """Which curves are painted as they are, not dimmed."""
    artists = hand.panel(card).canvas.marks.artists
    lines = [each for each in hand.panel(card).figure.layers if isinstance(each, Line)]
    return {each.id for each in lines if artists[each.id].pen_alpha == 1.0}


# Reading


@pytest.mark.begins_in("compose", "composition")
def test_that_a_curve_under_the_mouse_says_its_number_kind_and_source(hand):
    canvas = hand.panel("composition").canvas
    point(hand, "composition", "sequential", 60.0, off=5)
    said = canvas.pointing.lines
    assert said[0].startswith("at k = ")
    k = float(said[0].split("=")[1].split(":")[0])
    assert abs(k - 60) <= 4
    assert said[0].endswith(f"ε ≤ {number(at_most(k))}")
    assert said[1:3] == ["basic composition", "proven upper bound"]
    assert said[3].startswith("source: Dwork")
    point(hand, "composition", "advanced-tanh", 120.0)
    bound = float(curve(hand, "composition", "advanced-tanh").y[119])
    assert canvas.pointing.lines[0] == f"at k = 120: ε ≤ {number(at_most(bound))}"
    assert "proven upper bound" in canvas.pointing.lines


@pytest.mark.begins_in("compose", "composition")
def test_that_ring_lines_and_numbers_stand_where_the_curve_is_read(hand):
    canvas = hand.panel("composition").canvas
    point(hand, "composition", "sequential", 60.0)
    place, items, frame = canvas.pointing.place, canvas.pointing.items, frame_of(canvas)
    where = place_of(canvas, place.x, place.y)
    assert (items.ring.pos() - where).manhattanLength() < 1
    assert items.at_x.lines == [number(place.x)]
    assert items.at_y.lines == [number(at_most(place.y))]
    assert items.at_x.pos().y() >= frame.bottom()
    assert items.at_y.pos().x() + items.at_y.size.width() <= frame.left()
    box = items.box.size.translated(items.box.pos())
    assert canvas.plot.boundingRect().contains(box)
    assert not box.contains(where)


def test_that_the_read_out_goes_with_the_mouse_and_costs_no_curve(hand, monkeypatch):
    canvas = hand.panel("released-value").canvas
    point(hand, "released-value", "with", 102.0)
    shown = []
    monkeypatch.setattr(canvas.marks, "show_figure", lambda *given: shown.append(given))
    before = canvas.pointing.lines
    point(hand, "released-value", "with", 103.0)
    assert canvas.pointing.lines != before
    assert canvas.pointing.items.box.isVisible()
    frame = frame_of(canvas)
    hand.qtbot.mouseMove(
        canvas.viewport(), canvas.mapFromScene(canvas.plot.mapToScene(frame.topLeft() + QPointF(20, 20)))
    )
    assert canvas.pointing.lines == []
    point(hand, "released-value", "with", 103.0)
    QApplication.sendEvent(canvas.viewport(), QEvent(QEvent.Type.Leave))
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
    assert not canvas.pointing.items.box.isVisible()
    assert shown == []


def test_that_a_drag_of_the_handle_shows_no_read_out(hand):
    canvas = hand.panel("released-value").canvas
    point(hand, "released-value", "with", 101.8)
    hand.drag_handle("released-value", hand.handle("released-value").at, 103.0, let_go=False)
    assert canvas.handle.dragging
    assert canvas.pointing.lines == []
    hand.drag_handle("released-value", 103.0)
    assert hand.store.state.reading.observed == pytest.approx(103, abs=0.1)


@pytest.mark.begins_in("compose", "composition")
def test_that_under_a_mouse_at_rest_the_number_is_of_now(hand):
    canvas = hand.panel("composition").canvas
    point(hand, "composition", "sequential", 170.0)
    before = canvas.pointing.lines
    hand.store.dispatch(Moved("target.epsilon", 0.98))
    hand.settled()
    k = canvas.pointing.place.x
    assert canvas.pointing.lines != before
    assert canvas.pointing.lines[0].endswith(number(at_most(0.98 * k)))


@pytest.mark.begins_in("compose", "composition")
def test_that_keys_walk_the_curves_and_along_one_and_it_is_read_aloud(hand, monkeypatch):
    canvas, said = hand.panel("composition").canvas, []
    monkeypatch.setattr(pointer_readout, "announce", lambda _, text: said.append(text))
    count = hand.store.state.composing.count
    canvas.setFocus()
    hand.qtbot.keyClick(canvas, Qt.Key.Key_C)
    first = canvas.pointing.place
    assert first.x == count
    assert said[-1].startswith(f"at k = {count}: ε ")
    hand.qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.pointing.place.x == count + 1
    hand.qtbot.keyClick(canvas, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert canvas.pointing.place.x == count - 9
    hand.qtbot.keyClick(canvas, Qt.Key.Key_End)
    assert canvas.pointing.place.x == 200
    assert said[-1].startswith("at k = 200")
    hand.qtbot.keyClick(canvas, Qt.Key.Key_Up)
    assert canvas.pointing.place.line.id != first.line.id
    assert hand.store.state.composing.count == count
    escape(hand, "composition")
    assert canvas.pointing.lines == []
    hand.qtbot.keyClick(canvas, Qt.Key.Key_Right)
    hand.settled()
    assert hand.store.state.composing.count == count + 1  # the handle has the arrows again
    hand.qtbot.keyClick(canvas, Qt.Key.Key_C, Qt.KeyboardModifier.ShiftModifier)
    highest = canvas.pointing.place
    hand.qtbot.keyClick(canvas, Qt.Key.Key_C)
    assert canvas.pointing.place is None
    assert highest.y > first.y
    assert said[-1] == "no curve selected"


def test_that_without_a_handle_the_arrows_read_at_once(hand):
    canvas = hand.panel("trade-off").canvas
    canvas.setFocus()
    hand.qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.pointing.place is not None
    before = canvas.pointing.place.x
    hand.qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.pointing.place.x > before
    canvas.clearFocus()
    assert canvas.pointing.place is None


def test_that_the_menu_says_what_mouse_and_keys_do(hand):
    hand.action("Mouse and keys in pictures").trigger()
    box = hand.dialog(QMessageBox)
    assert "C selects a curve" in box.text()
    box.close()


# One curve before the others


@pytest.mark.begins_in("compose", "composition")
def test_that_a_click_on_a_curve_or_its_name_dims_all_others(hand):
    every = seen(hand, "composition")
    assert len(every) > 8
    pixel = point(hand, "composition", "sequential", 150.0)
    click(hand, "composition", pixel)
    assert seen(hand, "composition") == {"sequential"}
    assert hand.store.state.composing.count == 100
    click(hand, "composition", pixel)
    assert seen(hand, "composition") == every
    canvas = hand.panel("composition").canvas
    name = hand.words("composition")["end-renyi"]
    middle = name.pos() + name.size.center()
    click(hand, "composition", canvas.mapFromScene(canvas.plot.mapToScene(middle)))
    assert seen(hand, "composition") == {"renyi"}
    hand.store.dispatch(Moved("target.epsilon", 0.97))
    hand.settled()
    assert seen(hand, "composition") == {"renyi"}
    escape(hand, "composition")
    assert seen(hand, "composition") == every


@pytest.mark.begins_in("compose", "composition")
def test_that_a_dimmed_curve_can_still_be_read(hand):
    click(hand, "composition", point(hand, "composition", "sequential", 150.0))
    point(hand, "composition", "renyi", 150.0)
    assert "proven upper bound" in hand.panel("composition").canvas.pointing.lines


# A part of the picture


@pytest.mark.begins_in("explore", "one-release", "released-value")
def test_that_the_wheel_enlarges_with_ctrl_and_else_scrolls(hand):
    canvas = hand.panel("released-value").canvas
    hand.slider("ε").setFocus()
    whole = canvas.plot.box.viewRange()
    assert not turn(canvas, 101.0, 0.2, 1, Qt.KeyboardModifier.NoModifier)
    assert canvas.plot.box.viewRange() == whole
    assert turn(canvas, 101.0, 0.2, 3)
    (left, right), _ = canvas.plot.box.viewRange()
    assert right - left == pytest.approx((whole[0][1] - whole[0][0]) / 1.25**3)
    assert link(hand, "released-value").isVisible()
    canvas.setFocus()
    assert turn(canvas, 101.0, 0.2, -4, Qt.KeyboardModifier.NoModifier)
    assert canvas.plot.box.viewRange() == whole
    assert not link(hand, "released-value").isVisible()


@pytest.mark.parametrize("way", ["link", "escape", "double click", "0"])
def test_that_a_dragged_rectangle_is_enlarged_and_there_is_a_way_back(hand, way):
    canvas = hand.panel("trade-off").canvas
    whole = canvas.plot.box.viewRange()
    drag(hand, "trade-off", at(canvas, 0.55, 0.9), at(canvas, 0.95, 0.5))
    (left, right), (low, high) = canvas.plot.box.viewRange()
    assert (left, right, low, high) == pytest.approx((0.55, 0.95, 0.5, 0.9), abs=0.02)
    assert hand.panel("trade-off").figure.x.high == 1.0  # what is exported is whole
    if way == "link":
        hand.click("whole picture", hand.card("trade-off"))
    elif way == "escape":
        escape(hand, "trade-off")
    elif way == "0":
        hand.qtbot.keyClick(canvas, Qt.Key.Key_0)
    else:
        view, left, place = canvas.viewport(), Qt.MouseButton.LeftButton, at(canvas, 0.7, 0.8)
        hand.qtbot.mouseDClick(view, left, pos=place)
        hand.qtbot.mouseRelease(view, left, pos=place)
    assert canvas.plot.box.viewRange() == whole
    assert not link(hand, "trade-off").isVisible()


@pytest.mark.begins_in("compose", "composition")
def test_that_with_ctrl_a_rectangle_is_enlarged_where_there_is_a_handle(hand):
    canvas = hand.panel("composition").canvas
    drag(hand, "composition", at(canvas, 20, 150), at(canvas, 60, 20), Qt.KeyboardModifier.ControlModifier)
    assert hand.store.state.composing.count == 100
    assert canvas.plot.box.viewRange()[0] == pytest.approx([20, 60], abs=1)
    drag(hand, "composition", at(canvas, 30, 100), at(canvas, 40, 60))  # now without: the handle is elsewhere
    assert hand.store.state.composing.count == 100
    assert canvas.plot.box.viewRange()[0] == pytest.approx([30, 40], abs=1)
    escape(hand, "composition")
    drag(hand, "composition", at(canvas, 150, 30), at(canvas, 160, 30))
    assert hand.store.state.composing.count == 160  # as ever


@pytest.mark.begins_in("compose", "composition")
def test_that_a_drag_that_begins_on_a_curve_is_the_handle_s_too(hand):
    canvas = hand.panel("composition").canvas
    on_curve = at(canvas, 150, height(hand, "composition", "sequential", 150.0))
    drag(hand, "composition", on_curve, at(canvas, 120, 30))
    assert hand.store.state.composing.count == 120
    assert canvas.isolated == ""


@pytest.mark.begins_in("compose", "composition")
def test_that_a_part_stays_while_axes_rest_and_ends_with_them(hand):
    canvas = hand.panel("composition").canvas
    turn(canvas, 50, 50, 4)
    part = canvas.plot.box.viewRange()
    hand.store.dispatch(Moved("target.epsilon", 0.6))
    hand.settled()
    assert canvas.plot.box.viewRange() == part
    hand.store.dispatch(Settled())
    hand.settled()
    assert canvas.plot.box.viewRange()[0] == [0, 200]
    assert not link(hand, "composition").isVisible()


def test_that_plus_and_minus_enlarge_around_what_is_read(hand):
    canvas = hand.panel("trade-off").canvas
    canvas.setFocus()
    hand.qtbot.keyClick(canvas, Qt.Key.Key_Plus)
    (left, right), _ = canvas.plot.box.viewRange()
    assert (left, right) == pytest.approx((0.1, 0.9))
    hand.qtbot.keyClick(canvas, Qt.Key.Key_Minus)
    assert canvas.extent is None


# A copy


def test_that_a_copy_is_the_exported_picture(hand):
    from explorer.gui.canvas.raster import figure_image

    canvas = hand.panel("trade-off").canvas
    canvas.setFocus()
    hand.qtbot.keyClick(canvas, Qt.Key.Key_Plus)
    QApplication.clipboard().clear()
    hand.qtbot.keyClick(canvas, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QApplication.clipboard().image()
    assert (copied.width(), copied.height()) == (1800, 1120)
    figure = hand.panel("trade-off").figure
    assert copied.convertToFormat(copied.Format.Format_RGB32) == figure_image(
        figure, "light", hand.window.language
    )
    QApplication.clipboard().clear()
    menu = link(hand, "trade-off", "export").defaultAction().menu()
    next(each for each in menu.actions() if each.text() == "Copy the picture").trigger()
    assert QApplication.clipboard().image().size() == copied.size()
    QApplication.clipboard().clear()
