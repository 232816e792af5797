"""A link that begins or ends a line stands with its words at the edge, as all other words do."""

import pytest
from hands import in_front
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel, QToolButton

from explorer.app.core.lesson_messages import LessonOpened
from explorer.app.core.release_messages import LedgerShown
from explorer.app.core.state import State, Workspace
from explorer.gui.release.plan_files import example_plan
from explorer.gui.widgets.flush_link import Side

HAIR = 2  # pixels: what a letter keeps free at its side

BEGINNING = {
    ("release", "plan"): ("New", "What is counted"),
    ("release", "preview"): ("show the noise alone", "What readers will see"),
    ("tables", "tables"): ("open a file …", "Two probability tables"),
    ("ledger", "accounts"): ("Back to the ledger", "Accounts"),
}
"""By workspace and card: the link, and the title above it."""


def ink(widget):
    """The first and the last column of its picture that has more than its ground."""
    image = widget.grab().toImage()
    wide, high = image.width(), image.height()
    ground = image.pixel(wide // 2, 0)
    drawn = [x for x in range(wide) if any(image.pixel(x, y) != ground for y in range(high))]
    return drawn[0], wide - 1 - drawn[-1]


@pytest.mark.parametrize(("workspace", "card"), BEGINNING)
def test_that_a_link_begins_where_the_title_above_it_begins(open_window, workspace, card):
    hand = open_window(
        State(workspace=Workspace(workspace)), size=(1280, 720), front_only=True, cards=(card,)
    )
    words, title = BEGINNING[workspace, card]
    if card == "accounts":
        hand.store.dispatch(LedgerShown(example=True))
    if workspace == "release":
        example_plan(hand.furnished.context)
    hand.settled()
    link, head = hand.find(QToolButton, words, hand.card(card)), hand.find(QLabel, title, hand.card(card))
    at, above = (each.mapTo(hand.window, QPoint(0, 0)).x() for each in (link, head))
    assert abs(at + ink(link)[0] - above) <= HAIR


ENDING = {
    ("explore", "one-release"): "margin settings",
    ("release", "plan"): "+ table",
    ("release", "preview"): "rescale",
    ("learn", "lesson"): "export",
}


@pytest.mark.parametrize(("workspace", "card"), ENDING)
def test_that_a_link_at_the_end_of_a_line_ends_with_its_words(open_window, workspace, card):
    hand = open_window(
        State(workspace=Workspace(workspace)), size=(1280, 720), front_only=True, cards=(card,)
    )
    if workspace == "learn":
        hand.store.dispatch(LessonOpened("composition-race"))
    else:
        example_plan(hand.furnished.context)
        hand.open(workspace)
    hand.settled()
    link = hand.find(QToolButton, ENDING[workspace, card], hand.card(card))
    assert ink(link)[1] <= HAIR < 5 < ink(link)[0]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_that_links_at_an_edge_have_no_air_on_that_side_and_some_on_the_other(open_window, theme):
    hand = open_window(theme=theme, cards=("one-release",))
    links = [each for each in hand.window.findChildren(QToolButton) if in_front(each)]
    sides = {each.property("flush"): ink(each) for each in links if each.property("flush")}
    assert set(sides) == {side.value for side in Side}
    assert sides["left"][0] <= HAIR < 5 < sides["left"][1]
    assert sides["right"][1] <= HAIR < 5 < sides["right"][0]
