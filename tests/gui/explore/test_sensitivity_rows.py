"""The editor of what the sensitivity follows from: by hand and by keys, live, refused beside."""

import pytest
from left import column, cut, field, inside_of
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QFrame, QLabel, QToolButton

from explorer.app.core.message import MechanismChosen, SensitivityInputChosen, Typed
from explorer.app.core.sections import Counted
from explorer.gui.explore.sensitivity_inputs import SensitivityInputEditor
from explorer.gui.fields.typed_line import TypedLine
from explorer.gui.widgets.column import Column
from explorer.mark import N_

pytestmark = pytest.mark.begins_in("explore", "one-release", "released-value")
KEYS = Qt.Key
OPENS = "unit, neighbours, limits"


def editor_of(hand):
    return column(hand).findChild(SensitivityInputEditor)


@pytest.fixture
def editing(hand):
    """The hand in a window with the editor open."""
    hand.click(OPENS, column(hand))
    hand.settled()
    return hand


def choose(hand, name, value):
    hand.choose(hand.find(QComboBox, name, column(hand)), value)


def test_that_it_is_built_only_when_it_is_asked_for_and_keys_alone_open_and_close_it_too(hand):
    assert column(hand).findChild(SensitivityInputEditor) is None
    hand.click(OPENS, column(hand))
    assert column(hand).findChild(SensitivityInputEditor).isVisible()
    hand.click("close", column(hand))
    assert not column(hand).findChild(SensitivityInputEditor).isVisible()
    link = hand.find(QAbstractButton, OPENS, column(hand))
    hand.window.activateWindow()
    link.setFocus()
    hand.qtbot.keyClick(link, KEYS.Key_Space)
    editor = column(hand).findChild(SensitivityInputEditor)
    assert editor.isVisible()
    focused = QApplication.focusWidget()
    assert editor.isAncestorOf(focused)
    hand.qtbot.keyClick(focused, KEYS.Key_Escape)
    assert not editor.isVisible()
    assert QApplication.focusWidget() is link


def test_that_tab_goes_from_the_link_through_the_editor_and_on_and_escape_closes_it_from_a_field(editing):
    editing.store.dispatch(SensitivityInputChosen("unit", "person"))
    editing.settled()
    link = editing.find(QAbstractButton, "close", column(editing))
    editing.window.activateWindow()
    link.setFocus()
    reached = []
    for _ in range(8):
        editing.qtbot.keyClick(QApplication.focusWidget(), KEYS.Key_Tab)
        reached.append(QApplication.focusWidget())
    named = [each.accessibleName().split(" ")[0] for each in reached]
    assert named[:7] == ["whom", "neighbours", "released", "m", "c", "l", "d"]
    assert not editor_of(editing).isAncestorOf(reached[7])
    rows = field(editing, "m ")
    rows.setFocus()
    editing.qtbot.keyClick(rows, KEYS.Key_Escape)
    assert not editor_of(editing).isVisible()


def test_that_every_change_is_seen_in_the_pictures_at_once(editing):
    choose(editing, "whom it protects", "person")
    editing.type(field(editing, "m"), "3")
    state = editing.store.state
    assert (state.target.unit, state.target.sensitivity) == ("person", 3)
    assert editing.panel("released-value").figure.settings["sensitivity"] == 3
    assert field(editing, "Δ").text() == "3"
    assert "L1 = 3; one person (add or remove)" in editing.said(column(editing))
    choose(editing, "neighbours", "substitute")
    assert editing.store.state.target.sensitivity == 6
    assert editing.panel("released-value").figure.settings["neighbours"] == "substitute"
    assert len(editing.store.history.past) == 3
    editing.store.undo()
    editing.settled()
    assert field(editing, "Δ").text() == "3"
    assert editing.find(QComboBox, "neighbours", column(editing)).currentData() == "add-remove"


def test_that_all_norms_are_said_and_which_is_taken(editing):
    choose(editing, "whom it protects", "person")
    editing.type(field(editing, "m"), "5")
    editing.type(field(editing, "c"), "2")
    said = editing.said(editor_of(editing))
    assert "L1 = 5, L2 = 3, L∞ = 2; Laplace uses L1" in said
    assert "q·c² + r²" in said
    assert "table of sensitivities" in said
    editing.store.dispatch(MechanismChosen("gaussian"))
    editing.settled()
    assert "Gaussian uses L2" in editing.said(editor_of(editing))
    assert field(editing, "Δ").text() == "3"


def test_that_neighbours_say_what_they_hide_and_bounds_on_a_row_why_they_are_unused(editing):
    for symbol in ("m", "c", "l", "low", "high", "n"):
        assert not field(editing, symbol + " ").isEnabled(), symbol
    assert field(editing, "d").isEnabled()
    said = editing.said(editor_of(editing))
    assert "contribution limits don't apply: the unit is one record" in said
    assert "a histogram counts rows" in said
    choose(editing, "whom it protects", "household")
    assert field(editing, "m ").isEnabled()
    assert "contribution limits don't apply" not in editing.said(editor_of(editing))
    assert "whether a unit is in the data" in editing.said(editor_of(editing))
    choose(editing, "neighbours", "substitute")
    assert "not whether the unit is in the data" in editing.said(editor_of(editing))


def test_that_a_mean_under_add_or_remove_is_refused_beside_the_choice(editing):
    choose(editing, "released", "mean")
    (refusal,) = editing.refusals(column(editing))
    assert "substitution" in refusal
    assert editing.store.state.sensitivity_inputs.counted is Counted.HISTOGRAM
    assert editing.find(QComboBox, "released", column(editing)).currentData() == "histogram"
    choose(editing, "neighbours", "substitute")
    choose(editing, "released", "mean")
    assert editing.refusals(column(editing)) == []
    editing.type(field(editing, "n "), "200")
    assert editing.store.state.target.sensitivity == 0.5
    choose(editing, "neighbours", "add-remove")
    assert len(editing.refusals(column(editing))) == 1
    assert editing.find(QComboBox, "neighbours", column(editing)).currentData() == "substitute"


def test_that_bounds_the_wrong_way_round_stay_to_be_mended(editing):
    choose(editing, "released", "sum")
    editing.type(field(editing, "low"), "200")
    (refusal,) = editing.refusals(column(editing))
    assert "below the upper one" in refusal
    assert field(editing, "low").text() == "200"
    editing.type(field(editing, "low"), "-20")
    assert editing.refusals(column(editing)) == []
    assert editing.store.state.sensitivity_inputs.low == -20
    assert editing.store.state.target.sensitivity == 100


def test_that_another_unit_is_named(editing):
    choose(editing, "whom it protects", "")
    assert editing.store.state.target.unit == "row"
    editing.type(editing.editor("name of the unit"), "tax return")
    assert editing.store.state.target.unit == "tax return"
    assert "one tax return (add or remove)" in editing.said(column(editing))
    choose(editing, "whom it protects", "person")
    assert editing.store.state.target.unit == "person"
    assert not editor_of(editing).findChild(TypedLine).isVisible()


def test_that_a_sensitivity_typed_by_hand_says_so_and_can_follow_again(hand):
    def offered():
        links = column(hand).findChildren(QToolButton)
        return [each.isVisible() for each in links if each.text() == "derive it"]

    assert offered() == [False]
    hand.type(field(hand, "Δ"), "2.5")
    assert "L1 = 2.5, typed" in hand.said(column(hand))
    hand.click("derive it", column(hand))
    hand.settled()
    assert hand.store.state.target.sensitivity == 1
    assert "typed" not in hand.said(column(hand))


def test_that_arrow_keys_step_a_bound_and_nothing_goes_below_it(editing):
    choose(editing, "whom it protects", "person")
    rows = field(editing, "m ")
    rows.setFocus()
    editing.qtbot.keyClick(rows, KEYS.Key_Up)
    editing.settled()
    assert editing.store.state.sensitivity_inputs.rows_per_person == 2
    editing.qtbot.keyClick(rows, KEYS.Key_Down)
    editing.qtbot.keyClick(rows, KEYS.Key_Down)
    editing.settled()
    assert editing.store.state.sensitivity_inputs.rows_per_person == 1
    assert len(editing.refusals(column(editing))) == 1


def test_that_an_undone_unit_is_shown_as_it_was(editing):
    editing.store.dispatch(SensitivityInputChosen("unit", "person"))
    editing.store.dispatch(Typed("sensitivity_inputs.rows_per_person", "4"))
    editing.settled()
    assert field(editing, "m ").text() == "4"
    editing.store.undo()
    editing.store.undo()
    editing.settled()
    assert editing.find(QComboBox, "whom it protects", column(editing)).currentData() == "row"
    assert field(editing, "m ").text() == "not used"


@pytest.mark.painted
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_that_the_open_editor_fits_the_column(open_window, language):
    hand = open_window(language=language, front_only=True)
    hand.click(hand.window.language.say(N_("unit, neighbours, limits …")), column(hand))
    for unit, neighbours, counted in (
        ("row", "add-remove", "histogram"),
        ("person", "substitute", "histogram"),
        ("a rather long name of some unit, forty l", "substitute", "mean"),
    ):
        hand.store.dispatch(SensitivityInputChosen("unit", unit))
        hand.store.dispatch(SensitivityInputChosen("neighbours", neighbours))
        hand.store.dispatch(SensitivityInputChosen("counted", counted))
        hand.store.dispatch(Typed("sensitivity_inputs.rows_per_cell", "3"))
        hand.store.dispatch(Typed("sensitivity_inputs.cells_per_person", "2"))
        hand.store.dispatch(Typed("sensitivity_inputs.histograms", "0"))
        hand.settled()
        area = inside_of(hand)
        assert isinstance(area, Column)
        assert area.inside.width() == area.viewport().width()
        assert cut(area.inside) == []


def test_that_a_unit_that_would_move_too_much_is_refused_beside_the_choice(editing):
    choose(editing, "released", "sum")
    editing.store.dispatch(
        Typed("sensitivity_inputs.rows_per_person", "100000")
    )  # which a unit of one row does not use
    editing.settled()
    assert editing.refusals(column(editing)) == []
    choose(editing, "whom it protects", "person")
    (refusal,) = editing.refusals(column(editing))
    assert refusal.startswith("Δ must lie between")
    assert refusal.endswith("not 10⁷")
    assert editing.store.state.target.unit == "row"
    assert editing.find(QComboBox, "whom it protects", column(editing)).currentData() == "row"


@pytest.mark.parametrize(("scale", "size"), [(1.0, (1280, 800)), (1.6, (960, 600))])
def test_that_its_links_stand_below_what_it_follows_from_in_any_type(open_window, scale, size):
    hand = open_window(size=size, scale=scale, front_only=True, cards=("one-release",))
    box = column(hand).findChild(QFrame, "quietBox")
    summary = next(each for each in box.findChildren(QLabel) if each.isVisible() and each.text())
    links = [hand.find(QToolButton, name, box) for name in (OPENS, "on a sample")]
    assert all(each.geometry().top() >= summary.geometry().bottom() for each in links)
    assert all(each.geometry().right() <= box.width() for each in links)
    assert not links[0].geometry().intersects(links[1].geometry())
