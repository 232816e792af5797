"""The dot before a bound: a press, Space and the row's menu hide its curve, and show it again."""

import pytest
from cases_in_one import cases_in_one
from hands import in_front
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QToolButton

from explorer.app.plotting.layers import Line
from explorer.gui.compose.bound_line import BoundLine
from explorer.gui.compose.curve_dot import CurveDot

pytestmark = pytest.mark.begins_in("compose", "composition", "crossings", "readout")


@pytest.fixture
def compose(hand):
    hand.open("compose")
    hand.unfold()
    hand.settled()
    return hand


def dots(hand, card="readout"):
    return [each for each in hand.card(card).findChildren(CurveDot) if each.isVisible()]


def dot(hand, words, card="readout"):
    return next(each for each in dots(hand, card) if each.accessibleName() == words)


def curves(hand):
    return {each.id for each in hand.panel("composition").figure.layers if isinstance(each, Line)}


def press(hand, button):
    hand.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    hand.settled()


def every(hand):
    buttons = hand.card("readout").findChildren(QToolButton)
    return next(each for each in buttons if each.text() == "Show all curves")


def middle_of(button):
    """The colour in the middle of a dot, as it is painted."""
    picture = button.grab().toImage()
    return picture.pixelColor(button.middle)


def test_that_a_press_on_a_dot_hides_the_curve_and_the_next_one_shows_it_with_nothing_to_undo(compose):
    before, undoable = curves(compose), compose.action("Undo").isEnabled()
    button = dot(compose, "Hide optimal composition (KOV) in the picture")
    filled = middle_of(button)
    press(compose, button)
    assert compose.action("Undo").isEnabled() == undoable
    assert before - curves(compose) == {"optimal"}
    assert button.accessibleName() == button.toolTip() == "Show optimal composition (KOV) in the picture"
    assert middle_of(button) != filled
    assert compose.card("composition").head.assumption.text().startswith("1 curve is hidden; ")
    press(compose, button)
    assert curves(compose) == before
    assert button.accessibleName() == button.toolTip() == "Hide optimal composition (KOV) in the picture"
    assert middle_of(button) == filled
    compose.qtbot.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(1, 2))
    compose.settled()
    assert len(compose.store.state.hidden) == 1, "it reaches further than its ink"


def test_that_the_dots_of_both_cards_say_the_same_and_space_hides_a_curve_too(compose):
    press(compose, dot(compose, "Hide optimal composition (KOV) in the picture", "crossings"))
    assert dot(compose, "Show optimal composition (KOV) in the picture", "readout")
    assert dot(compose, "Show optimal composition (KOV) in the picture", "crossings")
    button = dot(compose, "Hide basic composition in the picture")
    button.setFocus()
    compose.qtbot.keyClick(button, Qt.Key.Key_Space)
    compose.settled()
    assert "sequential" not in curves(compose)
    assert button.hasFocus()


@cases_in_one("card", ["readout", "crossings"])
def test_that_arrow_keys_reach_every_dot_and_tab_no_more_than_one_button_of_theirs(compose, card):
    there = [each for each in dots(compose, card) if in_front(each)]
    assert len(there) > 5
    assert sum(bool(each.focusPolicy() & Qt.FocusPolicy.TabFocus) for each in there) == 0
    there[0].setFocus()
    met = set()
    for _ in range(40):
        met.add(QApplication.focusWidget())
        compose.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    assert met >= set(there)


def test_that_the_menu_of_a_row_hides_its_curve_and_shows_all(compose):
    (row,) = [
        each
        for each in compose.card("readout").findChildren(BoundLine)
        if each.dot.turn.text().startswith("Hide basic")
    ]
    assert row.contextMenuPolicy() is Qt.ContextMenuPolicy.ActionsContextMenu
    one, all_of_them = row.actions()
    assert (one.text(), all_of_them.text()) == ("Hide basic composition in the picture", "Show all curves")
    assert not all_of_them.isEnabled()
    one.trigger()
    compose.settled()
    assert "sequential" not in curves(compose)
    assert one.text() == "Show basic composition in the picture"
    all_of_them.trigger()
    compose.settled()
    assert compose.store.state.hidden == frozenset()


def test_that_all_curves_come_back_with_one_press_while_any_is_hidden_and_the_total_stays(compose):
    before = curves(compose)
    assert not every(compose).isVisible()
    press(compose, dot(compose, "Hide basic composition in the picture"))
    press(compose, dot(compose, "Hide optimal composition (KOV) in the picture"))
    assert every(compose).isVisible()
    press(compose, every(compose))
    assert curves(compose) == before
    assert not every(compose).isVisible()
    said = compose.said(compose.panel("readout"))
    total = next(each for each in said.split("\n") if each.startswith("total ε ≤ "))
    for button in dots(compose):
        press(compose, button)
    assert total in compose.said(compose.panel("readout"))
    assert not curves(compose)
