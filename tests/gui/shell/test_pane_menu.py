"""The menu of panes: it offers those of the workspace in front, and marks the ones that are open."""

import pytest
from cases_in_one import cases_in_one
from PySide6.QtWidgets import QMenu


def offered(hand):
    """The entries of the menu as it is opened now, and whether each is marked."""
    (menu,) = [each for each in hand.window.findChildren(QMenu) if each.title() == "Panes"]
    menu.aboutToShow.emit()
    return {entry.text(): entry for entry in menu.actions()}


def in_sight(hand):
    """The titles of the cards that are open in the workspace in front and beside it."""
    window = hand.window
    rooms = [window.rooms[window.workspace], window.left]
    return {card.windowTitle() for room in rooms for card in room.cards.values() if card.isVisible()}


@cases_in_one("workspace", ["explore", "compose", "ledger"])
def test_that_the_panes_in_sight_are_marked_and_those_of_other_workspaces_left_out(hand, workspace):
    offered(hand)  # once before: nothing of another workspace stays
    hand.open(workspace)
    entries = offered(hand)
    assert {title for title, entry in entries.items() if entry.isChecked()} == in_sight(hand)
    cards = [*hand.window.rooms[workspace].cards.values(), *hand.window.left.cards.values()]
    assert entries.keys() <= {card.windowTitle() for card in cards}


@pytest.mark.begins_in("explore", "one-release")
def test_that_a_pane_that_was_closed_comes_back_by_its_entry(hand):
    card = hand.window.rooms["explore"].cards["trade-off"]
    card.close()
    entry = offered(hand)[card.windowTitle()]
    assert not entry.isChecked()
    entry.trigger()
    assert card.isVisible()
