"""For ears and keys: every control has a name, every picture a description, Tab reaches what can be moved."""

import pytest
from accessible import CONTROLS, inside_a_named_control, walk
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QComboBox, QPushButton
from stewards import settle_folder
from stops import once_around
from thoroughness import some

from explorer.gui.canvas.figure_canvas import Canvas
from explorer.gui.fields.parameter_control import NumberField, Slider
from explorer.gui.release.plan_files import example_plan
from explorer.language import LANGUAGES, number


@pytest.mark.parametrize("language", some(LANGUAGES, 1))  # what is named in one is in all
def test_that_no_control_and_no_picture_is_nameless(open_window, language):
    hand = open_window(language=language, front_only=True)
    example_plan(hand.furnished.context)
    for workspace in ("explore", "compose", "release", "learn", "ledger", "tables"):
        hand.open(workspace)
        found = list(walk(QAccessible.queryAccessibleInterface(hand.window)))
        controls = [
            (each, path)
            for each, path in found
            if each.role() in CONTROLS and not inside_a_named_control(each)
        ]
        assert len(controls) > 8
        assert [
            " / ".join(path) for each, path in controls if not each.text(QAccessible.Text.Name).strip()
        ] == []
        pictures = [each for each in hand.window.findChildren(Canvas) if each.isVisible()]
        assert pictures or workspace in ("learn", "ledger")
        for each in pictures:
            interface = QAccessible.queryAccessibleInterface(each)
            assert len(interface.text(QAccessible.Text.Name)) > 3
            assert len(interface.text(QAccessible.Text.Description)) > 10


@pytest.mark.begins_in("explore", "one-release")
def test_that_a_list_of_choices_has_its_own_list_as_its_only_child(hand):
    combo = next(each for each in hand.window.findChildren(QComboBox) if each.isVisible())
    interface = QAccessible.queryAccessibleInterface(combo)
    choices, another = map(QAccessible.queryAccessibleInterface, (combo.view(), hand.window))
    assert interface.child(0).object() is combo.view()
    assert (interface.indexOfChild(choices), interface.indexOfChild(another)) == (0, -1)


@pytest.mark.begins_in("explore", "released-value")
def test_that_a_description_follows_what_is_shown(hand):
    canvas = hand.panel("released-value").canvas
    before = canvas.accessibleDescription()
    hand.drag_handle("released-value", 101.0, 98.0)
    assert canvas.accessibleDescription() != before
    assert number(hand.store.state.reading.observed) in canvas.accessibleDescription()


@pytest.mark.begins_in("explore", "one-release", "released-value")
def test_that_tab_reaches_slider_field_and_picture(hand):
    reached = once_around(hand)
    assert hand.slider("ε") in reached
    assert hand.field("ε") in reached
    assert hand.panel("released-value").canvas in reached
    assert hand.window.tabs["explore"] in reached
    column = hand.card("one-release")
    named = [
        each.accessibleName()
        for each in reached
        if isinstance(each, Slider | NumberField) and column.isAncestorOf(each)
    ]
    # δ of a pure mechanism is passed over; Δ is typed, or follows from its causes
    assert sorted(named) == ["Δ sensitivity", "ε privacy loss", "ε privacy loss"]


@pytest.mark.begins_in("explore", "one-release")
def test_that_arrow_keys_walk_the_workspaces(hand):
    hand.window.tabs["explore"].setFocus()
    hand.qtbot.keyClick(hand.window.tabs["explore"], Qt.Key.Key_Right)
    hand.settled()
    assert hand.window.workspace == "compose"
    assert hand.window.tabs["compose"].hasFocus()


@pytest.mark.begins_in("compose", "one-release", "composition", "readout")
def test_that_tab_reaches_k_and_the_picture_of_compose(hand):
    reached = once_around(hand)
    assert hand.field("k") in reached  # in this height without a slider; the picture has k's handle
    assert hand.panel("composition").canvas in reached


@pytest.mark.begins_in("explore", "one-release")
def test_that_tab_reaches_every_field_of_the_plan_and_the_button(hand):
    example_plan(hand.furnished.context)
    hand.open("release")
    settle_folder(hand)
    for path in ("histogram.1.name", "input.encoding"):  # what stands in a fold that is open
        hand.plan_field(path)
    reached = once_around(hand)
    for path in ("title", "histogram.1.column.1.edges", "privacy.unit", "privacy.epsilon", "input.encoding"):
        assert hand.plan_field(path).editor in reached
    assert hand.choices("account") in reached
    assert hand.find(QPushButton, "Release …") in reached


@pytest.mark.begins_in("explore", "one-release")
def test_that_a_slider_says_its_value_to_ears(hand):
    hand.type(hand.field("ε"), "2")
    interface = QAccessible.queryAccessibleInterface(hand.field("ε"))
    assert "2" in interface.text(QAccessible.Text.Value)


@pytest.mark.begins_in("explore", "one-release", "released-value")
def test_that_numbers_can_be_read_as_a_table(hand):
    card = hand.card("released-value")
    hand.click("table", card)
    table = hand.numbers("released-value")
    assert table.isVisible()
    assert table.rowCount() == len(hand.panel("released-value").figure.table.columns[0])
    before = table.item(3, 1).text()
    hand.type(hand.field("ε"), "3")
    assert table.item(3, 1).text() != before
