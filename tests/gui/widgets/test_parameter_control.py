"""A parameter as a person meets it: slider, typed number, ends in words, one line of refusal."""

import math

import pytest
from cases_in_one import cases_in_one
from left import wanted_margin
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLabel
from thoroughness import combined

from explorer.app.core.message import MechanismChosen, Moved
from explorer.gui.fields.parameter_control import ParameterRow
from explorer.gui.fields.slider import Slider, Tick
from explorer.gui.widgets.theme import Theme
from explorer.language import LANGUAGES
from explorer.privacy.mechanism import every_mechanism

pytestmark = pytest.mark.begins_in("explore", "one-release", "released-value")
KEYS = Qt.Key


def key_number(hand):
    """The large number: how often the guess is right."""
    return next(
        each.text() for each in hand.card("one-release").findChildren(QLabel) if each.objectName() == "key"
    )


def test_that_the_mouse_on_the_slider_moves_numbers_and_curves(hand):
    guess, density = key_number(hand), hand.panel("released-value").figure
    hand.drag_slider(hand.slider("ε"), 0.67, 0.75, 0.85)
    assert hand.store.state.target.epsilon > 2
    assert key_number(hand) != guess
    assert hand.panel("released-value").figure is not density
    assert hand.panel("released-value").figure.settings["epsilon"] == hand.store.state.target.epsilon


STEPS = (
    *((KEYS.Key_Right, True), (KEYS.Key_Up, True), (KEYS.Key_PageUp, True), (KEYS.Key_End, True)),
    *((KEYS.Key_Left, False), (KEYS.Key_Down, False), (KEYS.Key_PageDown, False), (KEYS.Key_Home, False)),
)


def test_that_the_keys_move_the_slider_one_step_of_history_each(hand):
    for number, (key, grows) in enumerate(STEPS, 1):
        slider = hand.slider("ε")
        slider.setFocus()
        before = hand.store.state.target.epsilon
        hand.qtbot.keyClick(slider, key)
        hand.settled()
        assert (hand.store.state.target.epsilon > before) is grows
        assert len(hand.store.history.past) == number


def test_that_the_ends_of_the_slider_are_its_declared_ends_and_are_said_in_words(hand):
    said = hand.said(hand.card("one-release"))
    assert "more privacy and noise" in said
    assert "less privacy and noise" in said
    slider = hand.slider("ε")
    hand.drag_slider(slider, 1.0)  # a click jumps there
    assert hand.store.state.target.epsilon == 10
    hand.action("Undo").trigger()
    hand.settled()
    slider.setFocus()
    hand.qtbot.keyClick(slider, KEYS.Key_End)
    assert hand.store.state.target.epsilon == 10
    hand.qtbot.keyClick(slider, KEYS.Key_Home)
    assert hand.store.state.target.epsilon == 0.01


@pytest.mark.parametrize(("scale", "language"), combined([1.0, 1.25, 1.6], LANGUAGES))
def test_that_the_words_of_both_ends_stand_apart(open_window, language, scale):
    hand = open_window(language=language, scale=scale, size=(960, 600), cards=("one-release",))
    row = next(each for each in hand.window.findChildren(ParameterRow) if each.isVisible())
    low, high = (each for each in row.findChildren(QLabel, "label") if each.isVisible())
    wide = [min(each.width(), each.fontMetrics().horizontalAdvance(each.text())) for each in (low, high)]
    between = high.geometry().right() - wide[1] - (low.x() + wide[0])
    assert between >= 12 * scale - 2
    assert high.geometry().right() <= row.width()


NOTATIONS = (
    *(("0.5", 0.5), ("1/3", 1 / 3), ("ln 3", math.log(3)), ("1e-5", 1e-5)),
    *(("10⁻⁵", 1e-5), ("2·10⁻³", 2e-3), ("50", 50.0)),
)


def test_that_an_epsilon_is_typed_in_any_notation(hand):
    for text, value in NOTATIONS:
        steps = len(hand.store.history.past) + (hand.store.state.target.epsilon != value)
        hand.type(hand.field("ε"), text)
        assert hand.store.state.target.epsilon == value
        assert hand.refusals(hand.card("one-release")) == []
        assert len(hand.store.history.past) == steps


def test_that_a_typed_delta_moves_its_slider(hand):
    hand.store.dispatch(MechanismChosen("gaussian"))
    hand.settled()
    before = hand.slider("δ").value()
    hand.type(hand.field("δ"), "10⁻⁵")
    assert hand.store.state.target.delta == 1e-5
    assert hand.slider("δ").value() > before


def test_that_escape_takes_back_what_was_typed_and_leaving_the_field_enters_it(hand):
    field = hand.field("ε")
    field.setFocus()
    field.lineEdit().selectAll()
    hand.qtbot.keyClicks(field, "3")
    hand.qtbot.keyClick(field, KEYS.Key_Escape)
    assert field.text() == "1"
    hand.qtbot.keyClick(field, KEYS.Key_Tab)
    assert hand.store.state.target.epsilon == 1
    field.setFocus()
    field.lineEdit().selectAll()
    hand.qtbot.keyClicks(field, "3")
    hand.qtbot.keyClick(field, KEYS.Key_Tab)
    hand.settled()
    assert hand.store.state.target.epsilon == 3


@cases_in_one("key, grows", [(KEYS.Key_Up, True), (KEYS.Key_Down, False)])
def test_that_arrow_keys_step_a_number_field(hand, key, grows):
    field, before = hand.field("ε"), hand.store.state.target.epsilon
    field.setFocus()
    hand.qtbot.keyClick(field, key)
    hand.settled()
    assert hand.store.state.target.epsilon != before
    assert (hand.store.state.target.epsilon > before) is grows


@cases_in_one("text", ["50 %", "0,5", "1 in 2", "０．５", "百分之五十"])
def test_that_a_number_is_typed_as_people_write_it(hand, text):
    """Also where it is the value in force already, as from the second case on."""
    hand.type(hand.field("ε"), text)
    assert hand.store.state.target.epsilon == 0.5
    assert hand.field("ε").text() == "0.5"


@pytest.mark.begins_in("compose", "readout")
def test_that_a_field_shows_nothing_that_it_would_refuse(hand):
    hand.type(hand.field("k"), "1 500")
    assert hand.store.state.composing.count == 1500
    assert hand.field("k").text() == "1500"
    hand.type(hand.field("k"), "1,600")
    assert any("1600 or 1.600" in each for each in hand.refusals())
    assert hand.store.state.composing.count == 1500


def test_that_what_is_no_epsilon_is_refused_in_one_line_and_the_rest_goes_on(hand):
    before = hand.store.state.target
    for text in ("0", "51", "-1", "nan", "inf", "much", "1,000", "1e-7"):
        hand.type(hand.field("ε"), text)
        (refusal,) = hand.refusals(hand.card("one-release"))
        assert "\n" not in refusal
        assert hand.store.state.target == before
        assert hand.store.history.past == ()
    hand.drag_handle("released-value", 100.0, 99.0)
    assert hand.store.state.reading.observed == pytest.approx(99.0, abs=0.1)
    hand.type(hand.field("Δ"), "2")
    assert hand.store.state.target.sensitivity == 2
    hand.open("compose")
    assert hand.window.workspace == "compose"
    hand.type(hand.field("ε"), "2")
    assert hand.refusals() == []
    assert hand.store.state.target.epsilon == 2


def test_that_a_refusal_out_of_range_names_the_range_and_a_moved_slider_takes_it_away(hand):
    hand.type(hand.field("ε"), "51")
    (refusal,) = hand.refusals(hand.card("one-release"))
    assert "ε" in refusal
    assert "50" in refusal
    hand.drag_slider(hand.slider("ε"), 0.5, 0.6)
    assert hand.refusals() == []
    assert hand.field("ε").text() != "51"


def test_that_delta_says_why_it_is_not_used(hand):
    for mechanism in every_mechanism():
        hand.store.dispatch(MechanismChosen(mechanism))
        hand.settled()
        pure = every_mechanism()[mechanism].pure
        assert hand.slider("δ").isEnabled() is not pure
        assert hand.field("δ").isEnabled() is not pure
        assert ("this mechanism has pure ε: δ stays 0" in hand.said(hand.card("one-release"))) is pure
        assert (hand.field("δ").text() == "not used") is pure


def test_that_another_mechanism_is_chosen_with_the_keyboard(hand):
    box = hand.find(QComboBox, "Mechanism")
    box.setFocus()
    while hand.store.state.mechanism != "gaussian":
        before = box.currentIndex()
        hand.qtbot.keyClick(box, KEYS.Key_Down)
        assert box.currentIndex() != before
        hand.settled()
    assert "gaussian" in hand.said(hand.card("released-value")).lower()


def test_that_a_wanted_margin_gives_the_epsilon_and_one_that_nobody_can_have_is_refused(hand):
    wanted_margin(hand, "10")
    epsilon = hand.store.state.target.epsilon
    assert epsilon == pytest.approx(math.log(20) / 10, rel=2e-3)
    assert epsilon * 10 >= math.log(20)
    assert hand.field("ε").text() == "0.2996"
    assert len(hand.store.history.past) == 2  # the sentence, and what it gave
    for text in ("0", "-3", "wide", "nan", "1e9999"):
        before = hand.store.state.target.epsilon
        wanted_margin(hand, text)
        assert len(hand.refusals(hand.card("one-release"))) == 1
        assert hand.store.state.target.epsilon == before
        wanted_margin(hand, "± 5")
        assert hand.refusals() == []
        assert hand.store.state.target.epsilon == pytest.approx(math.log(20) / 5, rel=2e-3)


def test_that_the_wheel_moves_only_a_slider_in_focus(hand):
    slider = hand.slider("ε")
    hand.window.setFocus()
    slider.clearFocus()
    roll(slider)
    assert hand.store.state.target.epsilon == 1
    slider.setFocus()
    roll(slider)
    assert hand.store.state.target.epsilon > 1


def roll(widget):
    middle = QPointF(widget.rect().center())
    event = QWheelEvent(
        middle,
        QPointF(widget.mapToGlobal(widget.rect().center())),
        QPoint(0, 0),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def test_that_the_sensitivity_of_a_count_is_whole(hand):
    hand.store.dispatch(Moved("target.sensitivity", 2.5))
    hand.store.dispatch(MechanismChosen("discrete-laplace"))
    hand.settled()
    assert hand.store.state.target.sensitivity == 3
    hand.type(hand.field("Δ"), "2.5")
    (refusal,) = hand.refusals(hand.card("one-release"))
    assert "whole" in refusal


# Ticks: what others use


def test_that_between_ticks_the_slider_says_what_it_is(qtbot, qapp):
    slider = Slider(Theme())
    qtbot.addWidget(slider)
    slider.resize(300, 22)
    slider.show_ticks((Tick(0.5, "half"), Tick(1.0, "far", beyond=True), Tick(1.0, "end")))
    assert slider.said_at(150) == "half"
    assert slider.said_at(158) == ""
    assert slider.said_at(20) == ""
    assert slider.said_at(297) == "far"
    assert slider.said_at(292) == "end"


def test_that_ticks_are_painted_under_the_groove(qtbot, qapp):
    slider = Slider(Theme())
    qtbot.addWidget(slider)
    slider.resize(300, 22)
    slider.place(0.0)
    plain = slider.grab().toImage()
    slider.show_ticks((Tick(0.5, "half"), Tick(1.0, "far", beyond=True)))
    ticked = slider.grab().toImage()
    differing = [(x, y) for x in range(300) for y in range(22) if plain.pixel(x, y) != ticked.pixel(x, y)]
    assert {x for x, _ in differing if x < 200} <= {148, 149, 150, 151}
    assert any(x > 290 for x, _ in differing)
    assert min(y for _, y in differing) >= 13


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_that_ticks_are_in_no_warning_colour(qtbot, qapp, theme):
    slider = Slider(Theme(theme))
    qtbot.addWidget(slider)
    slider.resize(300, 22)
    slider.show_ticks((Tick(0.5, "half"),))
    colour = slider.grab().toImage().pixelColor(150, 17)
    parts = (colour.red(), colour.green(), colour.blue())
    assert max(parts) - min(parts) < 40
