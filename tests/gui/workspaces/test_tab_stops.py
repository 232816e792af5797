"""Few stops of Tab, and nothing out of reach: arrows, F6, F1 and menus lead to the rest."""

import pytest
from hands import in_front
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QTabBar
from stops import once_around, reached_with_arrows

from explorer.app.core.message import MechanismChosen
from explorer.app.core.state import State, Workspace
from explorer.gui.release.plan_files import example_plan
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column
from explorer.gui.widgets.explain import InfoButton, Popover
from explorer.gui.workspaces.card_layout import WORKSPACES
from explorer.gui.workspaces.panes import panes

MOST = 25
SIZES = ((960, 600), (1920, 1080), (1280, 800))
NAMES = tuple(name for name, _ in WORKSPACES)


def menu_of(hand):
    """The list of explanations that is open, once it is."""
    hand.until(lambda: [each for each in hand.window.findChildren(QMenu, "explanations") if each.isVisible()])
    return next(each for each in hand.window.findChildren(QMenu, "explanations") if each.isVisible())


def shown(kind, within):
    return [each for each in within.findChildren(kind) if in_front(each) and each.isEnabled()]


def test_that_tab_goes_around_each_workspace_in_few_stops_from_which_the_keyboard_scrolls_every_column(hand):
    example_plan(hand.furnished.context)  # a whole plan, not the first page of an empty one
    hand.settled()
    scrolled = 0
    for workspace in NAMES:
        hand.open(workspace)
        for size in SIZES:  # where there is more room, more is shown
            hand.window.resize(*size)
            hand.settled()
            reached = few_stops(hand, workspace, size)
            assert len(reached) > 4
            assert not any(isinstance(each, InfoButton) for each in reached)
            scrolled += scrolled_by_key(hand, reached)
        if workspace in ("explore", "compose"):
            hand.store.dispatch(MechanismChosen("gaussian"))  # it has more numbers
            hand.settled()
            few_stops(hand, workspace, "gaussian")
            hand.store.undo()
    assert scrolled > 0


def few_stops(hand, *where):
    """The stops of Tab, which are few."""
    reached = once_around(hand)
    assert len(reached) <= MOST, where
    return reached


def scrolled_by_key(hand, reached):
    """How many columns have something to scroll: each of them is scrolled from a stop of Tab."""
    scrolled = 0
    for column in shown(Column, hand.window):
        bar = column.verticalScrollBar()
        if bar.maximum() == 0:
            assert column not in reached
            continue
        inside = [each for each in reached if isinstance(each, QAbstractButton) and column.isAncestorOf(each)]
        start = column if column in reached else inside[0]
        bar.setValue(0)
        start.setFocus()
        bar.setValue(0)
        hand.qtbot.keyClick(start, Qt.Key.Key_PageDown)
        assert bar.value() > 0, (hand.window.workspace, column.accessibleName())
        scrolled += 1
    return scrolled


@pytest.mark.parametrize("workspace", NAMES)
def test_that_every_button_is_reached_by_tab_and_arrow_keys_and_every_explanation_by_shift_f1(
    open_window, workspace
):
    hand = open_window(State(workspace=Workspace(workspace)), front_only=True)
    if workspace == "release":
        example_plan(hand.furnished.context)
        hand.settled()
    every_button_is_reached(hand)
    explained = sum(listed_by_shift_f1(hand, pane) for pane in panes(hand.window))
    assert explained > 0 or workspace in ("ledger", "learn")  # a lesson links its explanations by name


def every_button_is_reached(hand):
    reached = reached_with_arrows(hand)
    buttons = [each for each in shown(QAbstractButton, hand.window) if not isinstance(each, InfoButton)]
    assert len(buttons) > 7
    missed = [
        each for each in buttons if each not in reached and each.objectName() != "qt_toolbar_ext_button"
    ]
    assert [f"{each.objectName()} {each.accessibleName() or each.text()}" for each in missed] == []


def listed_by_shift_f1(hand, pane):
    """How many explanations of a pane are listed, which are all; the first is opened and closed."""
    there = {each.toolTip() for each in shown(InfoButton, pane)}
    if not there:
        return 0
    while not pane.isAncestorOf(QApplication.focusWidget()):
        hand.action("Next pane").trigger()
    before = QApplication.focusWidget()
    hand.action("Explanations in this pane …").trigger()
    menu = menu_of(hand)
    offered = [each.text() for each in menu.actions()]
    assert sorted(offered) == sorted(there)
    hand.qtbot.keyClick(menu, Qt.Key.Key_Return)
    hand.until(lambda: any(isinstance(each, Popover) for each in QApplication.topLevelWidgets()))
    (popover,) = [each for each in hand.window.findChildren(Popover) if each.isVisible()]
    hand.qtbot.keyClick(popover, Qt.Key.Key_Escape)
    hand.until(before.hasFocus)
    return len(offered)


def test_that_f6_goes_around_the_panes_says_their_names_and_stops_at_the_workspace_in_front(
    hand, monkeypatch
):
    """Whoever listens hears where they are, not “Explore” in every workspace."""
    said = []
    monkeypatch.setattr(
        "explorer.gui.workspaces.panes.announce", lambda widget, text: said.append((widget, text))
    )
    for workspace in NAMES:
        hand.open(workspace)
        around = panes(hand.window)
        around[0].setFocus()
        hand.window.tabs[workspace].setFocus()
        said.clear()
        for pane in (*around[1:], around[0]):
            hand.press(Qt.Key.Key_F6)
            focused = QApplication.focusWidget()
            assert pane.isAncestorOf(focused), (workspace, pane.objectName())
            assert said[-1][0] is focused
        assert said[-1][1] == "Workspaces, search and menu"
        assert [text for _, text in said[:-1]] == [
            each.accessibleName() for each in around if isinstance(each, Card)
        ]
        hand.press(Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
        assert around[-1].isAncestorOf(QApplication.focusWidget())
        tab = hand.window.tabs[workspace]
        assert [each for each in once_around(hand) if each.objectName() == "tab"] == [tab]
        panes(hand.window)[-1].setFocus()
        hand.press(Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
        while not panes(hand.window)[0].isAncestorOf(QApplication.focusWidget()):
            hand.press(Qt.Key.Key_F6)
        assert tab.hasFocus() or QApplication.focusWidget().objectName() != "tab"
    tab.setFocus()
    hand.press(Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    hand.settled()
    assert hand.window.tabs[NAMES[0]].hasFocus()


@pytest.mark.begins_in("explore", "one-release")
def test_that_f6_comes_back_to_where_the_focus_was_in_a_pane(hand):
    hand.field("Δ").setFocus()
    hand.press(Qt.Key.Key_F6)
    assert not hand.field("Δ").hasFocus()
    hand.press(Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert hand.field("Δ").hasFocus()


def test_that_tabs_of_panes_in_one_place_have_a_name_to_ears(open_window):
    hand = open_window(State(workspace=Workspace.COMPOSE), front_only=True, cards=("composition",))
    bars = shown(QTabBar, hand.window)
    assert bars
    assert {each.accessibleName() for each in bars} == {"Panes in one place"}
