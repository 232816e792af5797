"""The clipping card: a sum is one press away, bounds are dragged or typed, samples simulated or public."""

import pytest
from cases_in_one import cases_in_one
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QToolButton

from explorer.app.core.message import SensitivityInputChosen
from explorer.gui.explore.clipping_card import Clipping
from explorer.gui.fields.number_field import NumberField
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.card_head import Head
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.theme import Theme

pytestmark = pytest.mark.begins_in("explore", "one-release")
NAME = "clipping-alone"


@pytest.fixture
def shown(hand):
    """The panel in a card of its own, wherever the window's layout has put the shipped one."""
    card = Card(NAME, "Clipping", Theme(), hand.window)
    panel = Clipping(hand.furnished.context, card)
    card.furnish(panel)
    card.setFloating(True)
    card.resize(640, 460)
    card.show()
    hand.furnished.panels[NAME] = panel
    hand.store.add(panel)
    hand.settled()
    hand.clipping = panel
    return hand


@pytest.fixture
def summed(shown):
    shown.click("Release a sum", shown.clipping)
    shown.settled()
    return shown


def offered(hand):
    """The links of the card's head that can be pressed."""
    head = hand.furnished.panels[NAME].window().findChild(Head)
    return {each.text() for each in head.findChildren(QToolButton) if each.isVisible() and each.text()}


def test_that_a_histogram_says_what_to_choose_and_only_its_picture_has_a_table_and_an_export(shown):
    assert "A histogram clips nothing" in shown.said(shown.clipping)
    assert not shown.clipping.canvas.isVisible()
    assert offered(shown).isdisjoint({"table", "export"})
    assert len(shown.window.findChild(Card, NAME).head.findChildren(InfoButton)) == 1, "it is explained once"
    shown.click("Release a sum", shown.clipping)
    shown.settled()
    assert shown.store.state.sensitivity_inputs.counted.value == "sum"
    assert shown.store.state.target.sensitivity == 100
    assert shown.clipping.canvas.isVisible()
    assert "A histogram clips nothing" not in shown.said(shown.clipping)
    assert offered(shown) >= {"table", "export"}


def test_that_the_dragged_bound_moves_the_sensitivity_as_one_step_of_history(summed):
    before = len(summed.store.history.past)
    summed.drag_handle(NAME, 100.0, 80.0, 60.0)
    assert summed.store.state.sensitivity_inputs.high == pytest.approx(60, abs=1)
    assert summed.store.state.target.sensitivity == summed.store.state.sensitivity_inputs.high
    assert summed.handle(NAME).at == summed.store.state.sensitivity_inputs.high
    assert len(summed.store.history.past) == before + 1


@cases_in_one("name, text, low, high", [("to", "40", 0, 40), ("of values from", "-20", -20, 100)])
def test_that_a_bound_is_typed(summed, name, text, low, high):
    summed.type(summed.find(NumberField, name, summed.clipping), text)
    assert (summed.store.state.sensitivity_inputs.low, summed.store.state.sensitivity_inputs.high) == (
        low,
        high,
    )
    assert summed.store.state.target.sensitivity == max(abs(low), abs(high))
    assert summed.refusals(summed.clipping) == []
    summed.store.undo()
    summed.settled()


def test_that_arrow_keys_move_the_bound_and_step_its_field_and_the_rows(summed):
    step = summed.handle(NAME).step
    summed.clipping.canvas.setFocus()
    summed.qtbot.keyClick(summed.clipping.canvas, Qt.Key.Key_Left)
    summed.settled()
    assert summed.store.state.sensitivity_inputs.high == pytest.approx(100 - step)
    summed.store.undo()
    summed.settled()
    field = summed.find(NumberField, "to", summed.clipping)
    field.setFocus()
    summed.qtbot.keyClick(field, Qt.Key.Key_Down)
    summed.settled()
    assert summed.store.state.sensitivity_inputs.high == pytest.approx(100 - summed.handle(NAME).step)
    rows = summed.find(NumberField, "rows", summed.clipping)
    for key, grows in ((Qt.Key.Key_Up, True), (Qt.Key.Key_Down, False)):
        before = summed.store.state.sample.rows
        rows.setFocus()
        summed.qtbot.keyClick(rows, key)
        summed.settled()
        assert (summed.store.state.sample.rows > before) is grows


def test_that_bounds_in_the_wrong_order_are_refused_beside_and_the_picture_stays(summed):
    picture = summed.clipping.figure
    summed.type(summed.find(NumberField, "of values from", summed.clipping), "500")
    (refusal,) = summed.refusals(summed.clipping)
    assert "below the upper one" in refusal
    assert summed.store.state.sensitivity_inputs.low == 0
    assert summed.clipping.canvas.isVisible()
    assert summed.clipping.figure.layers == picture.layers or summed.clipping.figure.empty is None
    summed.type(summed.find(NumberField, "of values from", summed.clipping), "1")
    assert summed.refusals(summed.clipping) == []


def test_that_a_mean_under_add_or_remove_is_refused_with_the_way_out(summed):
    summed.choose(summed.find(QComboBox, "what is released", summed.clipping), "mean")
    (refusal,) = summed.refusals(summed.clipping)
    assert "substitution" in refusal
    summed.store.dispatch(SensitivityInputChosen("neighbours", "substitute"))
    summed.choose(summed.find(QComboBox, "what is released", summed.clipping), "mean")
    assert summed.refusals(summed.clipping) == []
    assert summed.store.state.target.sensitivity == pytest.approx(0.1)
    summed.type(summed.find(NumberField, "over public rows", summed.clipping), "200")
    assert summed.store.state.target.sensitivity == pytest.approx(0.5)


def test_that_another_simulated_distribution_is_chosen(summed):
    summed.choose(summed.find(QComboBox, "values", summed.clipping), "heavy")
    assert summed.store.state.sample.kind == "heavy"
    assert "a few very large" in summed.window.language.say(summed.clipping.figure.assumption)


def test_that_public_values_are_typed_refused_beside_and_not_asked_for_rows(summed):
    rows = summed.find(NumberField, "rows", summed.clipping)
    summed.choose(summed.find(QComboBox, "values", summed.clipping), "public")
    assert not rows.isVisible()
    assert "at least two public values" in summed.said(summed.clipping)
    line = summed.find(QLineEdit, "public values", summed.clipping)
    summed.type(line, "1, 2, much")
    assert len(summed.refusals(summed.clipping)) == 1
    assert line.text() == "1, 2, much"
    summed.type(line, "1, 2, 94")
    assert summed.refusals(summed.clipping) == []
    assert summed.store.state.sample.values == (1, 2, 94)
    assert summed.clipping.canvas.isVisible()
    summed.action("Undo").trigger()
    summed.settled()
    assert summed.store.state.sample.values == ()
    assert line.text() == ""
    summed.choose(summed.find(QComboBox, "values", summed.clipping), "even")
    assert rows.isVisible()


def test_that_a_mechanism_that_chooses_says_what_else_to_take_and_keeps_its_controls(summed):
    from explorer.app.core.message import MechanismChosen

    summed.store.dispatch(MechanismChosen("exponential"))
    summed.settled()
    assert "choose Laplace or Gaussian" in summed.said(summed.clipping)
    assert summed.find(QComboBox, "values", summed.clipping).isVisible()
    summed.store.dispatch(MechanismChosen("laplace"))
    summed.settled()
    assert summed.clipping.canvas.isVisible()
