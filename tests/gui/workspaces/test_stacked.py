"""Where type is too large for two cards side by side they stand in a column: nothing scrolls sideways."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QScrollArea, QTabBar
from thoroughness import combined

from explorer.app.core.message import SensitivityInputChosen
from explorer.app.core.schedule_messages import ScheduleLineAdded
from explorer.app.core.state import State, Workspace
from explorer.app.update import update
from explorer.gui.workspaces.workspace import CardArea


def scrolled(hand):
    return hand.window.findChild(QScrollArea, "workspaces")


def sized(hand, width):
    hand.window.resize(width, 800)
    for _ in range(3):  # tabs are laid out an event later
        QApplication.processEvents()


def places(room):
    """Where the cards that are seen stand, by name."""
    seen = {name: card for name, card in room.cards.items() if card.isVisible() and not card.behind}
    return {name: card.geometry() for name, card in seen.items()}


@pytest.mark.parametrize("workspace", Workspace)
def test_that_cards_stand_below_each_other_in_the_largest_type_and_beside_each_other_in_a_wide_window(
    open_window, workspace
):
    hand = open_window(State(workspace=workspace), scale=1.6, front_only=True)
    sized(hand, 1280)
    room = hand.window.rooms[workspace.value]
    below_each_other_then_beside(hand, room)
    no_bar_of_another_layout_is_left(hand, room)
    the_remembered_layout_is_that_side_by_side(hand, room)


def below_each_other_then_beside(hand, room):
    assert scrolled(hand).horizontalScrollBar().maximum() == 0
    boxes = sorted(places(room).values(), key=lambda box: box.top())
    assert len(boxes) >= (2 if hand.window.workspace == "learn" else 3)  # the lessons, and the one in hand
    assert all(one.bottom() < other.top() for one, other in pairwise(boxes))
    assert {box.left() for box in boxes} == {0}
    below = places(room).keys()
    sized(hand, 1920)
    assert not room.stacked
    assert len({box.left() for box in places(room).values()}) > 1
    assert places(room).keys() == below
    assert scrolled(hand).horizontalScrollBar().maximum() == 0


def bars_of_nothing(room):
    """What stands on bars of tabs that stand over no card."""
    below = [box.topLeft() for box in places(room).values()]
    bars = [each for each in room.findChildren(QTabBar) if each.parentWidget() is room and each.isVisible()]
    return [
        [each.tabText(place) for place in range(each.count())]
        for each in bars
        if each.count() and each.geometry().bottomLeft() + QPoint(0, 1) not in below
    ]


def no_bar_of_another_layout_is_left(hand, room):
    for width in (1280, 1920, 1280):
        sized(hand, width)
        assert bars_of_nothing(room) == [], width
    hand.action("Put all panes back").trigger()
    sized(hand, 1281)
    assert bars_of_nothing(room) == []


def test_that_the_focus_stays_while_the_cards_are_put_below_each_other(open_window):
    hand = open_window(scale=1.6, front_only=True)
    sized(hand, 1920)
    hand.window.activateWindow()
    canvas = hand.panel("trade-off").canvas
    canvas.setFocus()
    hand.until(canvas.hasFocus)
    sized(hand, 1280)
    assert hand.window.rooms["explore"].stacked
    assert canvas.hasFocus()


def the_remembered_layout_is_that_side_by_side(hand, room):
    sized(hand, 1920)
    wide = {name: box.left() > 0 for name, box in places(room).items()}
    sized(hand, 1280)
    assert room.stacked
    kept, shares = room.layout_state(), room.shares()
    sized(hand, 1920)
    room.restore_layout(kept, shares)
    QApplication.processEvents()
    assert {name: box.left() > 0 for name, box in places(room).items()} == wide


def test_that_a_closed_card_stays_closed_and_one_that_a_person_moved_stays_there(open_window):
    hand = open_window(scale=1.6, front_only=True)
    sized(hand, 1920)
    room = hand.window.rooms["explore"]
    assert isinstance(room, CardArea)
    room.cards["trade-off"].close()
    hand.furnished.open_card("dimension")
    sized(hand, 1280)
    assert room.stacked
    assert room.cards["trade-off"].isHidden()
    assert room.cards["dimension"].isVisible()
    sized(hand, 1920)
    assert not room.stacked
    assert room.cards["trade-off"].isHidden()
    room.cards["risk"].setFloating(True)
    sized(hand, 1280)
    assert not room.stacked


@pytest.mark.parametrize(("workspace", "card"), [("explore", "clipping"), ("compose", "year")])
def test_that_a_window_that_was_wide_once_does_not_scroll_sideways_when_it_is_small(
    open_window, workspace, card
):
    """Cards once asked for the width of all that a wide window let them show side by side."""
    state = update(State(workspace=Workspace(workspace)), ScheduleLineAdded("weekly"))
    hand = open_window(update(state, SensitivityInputChosen("counted", "sum")), front_only=True)
    hand.furnished.open_card(card)
    hand.settled()
    for width in (1920, 960):
        sized(hand, width)
    assert scrolled(hand).horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize(("workspace", "card"), [("explore", "privacy-loss"), ("compose", "year")])
def test_that_a_card_that_is_opened_below_what_is_seen_is_scrolled_to(open_window, workspace, card):
    state = State(workspace=Workspace(workspace))
    hand = open_window(state, scale=1.6, size=(960, 600), front_only=True)
    sized(hand, 960)
    opened, seen = hand.window.rooms[workspace].cards[card], scrolled(hand).viewport()
    assert opened.behind or opened.mapTo(scrolled(hand).widget(), opened.rect().topLeft()).y() > seen.height()
    hand.furnished.open_card(card)
    for _ in range(4):
        QApplication.processEvents()
    head = opened.head
    assert seen.rect().contains(head.mapTo(seen, head.rect().center()))


@pytest.mark.parametrize(("workspace", "scale"), combined(["explore", "compose"], [1.25, 1.6]))
def test_that_the_left_column_leaves_a_card_its_room_in_the_smallest_window(open_window, workspace, scale):
    state = State(workspace=Workspace(workspace))
    hand = open_window(state, scale=scale, size=(960, 600), front_only=True)
    sized(hand, 960)
    assert scrolled(hand).horizontalScrollBar().maximum() == 0
    boxes = places(hand.window.rooms[workspace])
    assert all(box.right() < scrolled(hand).viewport().width() for box in boxes.values())
    assert min(box.width() for box in boxes.values()) > 0.5 * hand.window.width()
