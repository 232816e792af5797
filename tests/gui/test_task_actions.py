"""What a person does for a task, action by action: 120 releases answered, a picture on the clipboard."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QToolButton

from explorer.app.core.state import State, Workspace
from explorer.gui.canvas.copied_picture import copy_picture

MODIFIER = Qt.KeyboardModifier.ControlModifier


def test_that_120_weekly_releases_are_answered_in_four_actions(hand):
    """Compose, how often, weekly, and 120 typed at once: k is where the focus is then."""
    hand.open("compose")  # 1
    hand.window.activateWindow()
    link = hand.find(QToolButton, "how often", hand.card("readout"))
    weekly = [each for each in link.defaultAction().menu().actions() if each.text().startswith("weekly")]
    assert len(weekly) == 1  # 2: the menu is opened
    weekly[0].trigger()  # 3
    hand.settled()
    hand.until(lambda: hand.number("composing.count").hasFocus())  # no press to get there
    hand.qtbot.keyClicks(QApplication.focusWidget(), "120\r")  # 4: a year of them is replaced
    hand.settled()
    assert hand.store.state.composing.count == 120
    said = hand.said(hand.card("readout"))
    assert "of 100" in said
    assert "total ε ≤ " in said
    assert "one release a week for 2.31 years" in hand.card("readout").head.assumption.text()


def test_that_keys_answer_120_releases_in_two_actions(hand):
    """Ctrl+2, and “k 120” in the finder."""
    hand.press(Qt.Key.Key_2, MODIFIER)
    hand.settled()
    hand.find_anything("k 120")
    assert hand.store.state.composing.count == 120
    assert "total ε ≤ " in hand.said(hand.card("readout"))


@pytest.mark.parametrize("workspace", ["explore", "compose", "tables"])
def test_that_one_press_copies_the_main_picture(open_window, workspace):
    hand = open_window(State(workspace=Workspace(workspace)), front_only=True)
    QGuiApplication.clipboard().clear()
    hand.press(Qt.Key.Key_C, MODIFIER)
    assert not QGuiApplication.clipboard().image().isNull()


def test_that_the_picture_in_focus_is_the_one_that_is_copied(hand):
    main = hand.panel("released-value").canvas
    other = hand.panel("trade-off").canvas
    wanted = []
    main.copy_wanted.connect(lambda: wanted.append("main"))
    other.copy_wanted.connect(lambda: wanted.append("other"))
    hand.press(Qt.Key.Key_C, MODIFIER)
    hand.window.activateWindow()
    other.setFocus()
    hand.until(other.hasFocus)
    hand.qtbot.keyClick(other, Qt.Key.Key_C, MODIFIER)
    assert wanted == ["main", "other"]


def test_that_what_is_marked_in_a_field_is_still_what_is_copied(hand):
    field = hand.field("ε").lineEdit()
    hand.window.activateWindow()
    field.setFocus()
    hand.until(field.hasFocus)
    field.selectAll()
    hand.qtbot.keyClick(field, Qt.Key.Key_C, MODIFIER)
    assert QGuiApplication.clipboard().text() == "1"


def test_that_the_selected_cells_of_a_table_in_focus_are_what_is_copied(hand):
    """Also of a table that does not wait for the keys itself."""
    hand.find(QAbstractButton, "table", hand.card("trade-off")).click()
    hand.settled()
    numbers = hand.numbers("trade-off")
    hand.window.activateWindow()
    numbers.setFocus()
    hand.until(numbers.hasFocus)
    numbers.clearSelection()
    numbers.item(1, 0).setSelected(True)
    copy_picture(hand.window)
    assert QGuiApplication.clipboard().text().splitlines()[1] == numbers.item(1, 0).text()
    assert QGuiApplication.clipboard().image().isNull()
