"""No text is cut into another meaning: every card, size, language and type.

Words wrap, shrink to a floor, or end in "…" with the whole in the tooltip (`tests/gui/clipping.py` says how
that is seen). Where type is larger than the window has room for, a workspace scrolls up and down, never
sideways, and its cards never lie on each other.
"""

import pytest
from clipping import clipped, faults, seen_of
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QWidget
from thoroughness import combined

from explorer.app.core.release_messages import LedgerShown, PlanOpened
from explorer.app.core.state import State, Workspace
from explorer.app.update import update
from explorer.gui.canvas.words import Words
from explorer.gui.widgets.label import Label
from explorer.language import LANGUAGES
from explorer.resources import resource

SIZES = ((960, 600), (1280, 720), (1366, 768), (1920, 1080))
TYPES = (1.0, 1.25, 1.6)


def state():
    """The example's plan and ledger, so that every card has something to say."""
    plan = resource("examples", "people.toml").read_text("utf-8")
    return update(State(), PlanOpened(plan, ""))


def overlapping(room):
    """Cards of which one lies on another."""
    boxes = {
        name: card.geometry()
        for name, card in room.cards.items()
        if card.isVisible() and not card.behind and not card.isFloating()
    }
    return [
        (one, other)
        for one, here in boxes.items()
        for other, there in boxes.items()
        if one < other and here.intersects(there)
    ]


@pytest.mark.parametrize(("scale", "language", "larger"), combined(TYPES, LANGUAGES, SIZES[1:]))
def test_that_no_text_is_cut_into_another_meaning(open_window, language, scale, larger):
    """In the smallest window, with every card, and in a larger one."""
    hand = open_window(state(), language=language, scale=scale, front_only=True)
    hand.store.dispatch(LedgerShown(example=True))
    wrong = {}
    for workspace in Workspace:
        hand.furnished.open_workspace(workspace.value)
        room = hand.window.rooms[workspace.value]
        for size in (SIZES[0], larger):
            hand.window.resize(*size)
            laid_out(hand)
            note(wrong, hand, room, workspace, size)
            for name, card in room.cards.items():
                if size == SIZES[0] and (card.isHidden() or card.behind):
                    closed = card.isHidden()
                    hand.furnished.open_card(name)
                    laid_out(hand)
                    note(wrong, hand, room, workspace, (*size, name))
                    if closed:
                        card.close()
    assert wrong == {}


def note(wrong, hand, room, workspace, where):
    found = [*clipped(hand.window), *map(str, overlapping(room))]
    if hand.window.findChild(QScrollArea, "workspaces").horizontalScrollBar().maximum() > 0:
        found.append("the workspace scrolls sideways")
    if found:
        wrong[(workspace.value, *where)] = sorted(set(found))


def laid_out(hand):
    """The layout has come to rest, and what it asked for is answered."""
    for _ in range(2):
        for _ in range(6):
            QApplication.processEvents()
        hand.settled()


# What the law sees


@pytest.fixture
def holder(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(400, 100)
    parent.show()
    return parent


def test_that_a_label_without_room_shrinks_then_ends_in_an_ellipsis_and_tells_the_whole(holder):
    words = "7 of 50 results are above 101.25"
    label = Label(words, holder)
    label.setToolTip("of the released count")
    label.show()
    wide, high = label.sizeHint().toTuple()
    label.resize(wide, high)
    assert (label.shown, label.toolTip()) == (words, "of the released count")
    label.resize(round(0.9 * wide), high)
    assert label.shown == words
    assert label.type_used.pixelSize() < label.font().pixelSize() or label.font().pixelSize() < 0
    label.resize(wide // 2, high)
    assert label.shown.endswith("…")
    assert words.startswith(label.shown[:-1])
    assert label.toolTip() == f"{words}\n\nof the released count"
    assert label.accessibleName() == words
    assert list(faults(label)) == []
    label.resize(wide, high)
    assert label.toolTip() == "of the released count"


def test_that_one_long_word_asks_for_its_width(holder):
    label = Label("", holder, wrap=True)
    asked = []
    label.updateGeometry = lambda: asked.append(label.sizeHint().width())
    label.resize(1, 20)
    label.show()
    label.setText("Rényi")
    assert asked
    assert asked[-1] > 20


def test_that_what_is_cut_is_seen(holder):
    label, button = QLabel("0 results are above", holder), QPushButton("Release …", holder)
    for widget in (label, button):
        widget.show()
        widget.resize(widget.sizeHint())
        assert list(faults(widget)) == []
        widget.resize(20, 20)
        assert list(faults(widget)) != []
    outside = Label("beyond", holder)
    outside.show()
    outside.setGeometry(QRect(380, 10, *outside.sizeHint().toTuple()))
    assert seen_of(outside).width() == 20
    assert list(faults(outside)) != []


def test_that_the_count_above_a_threshold_is_never_a_false_one(open_window):
    """It once read “0 results are above 101.25” where seven of fifty were."""
    hand = open_window(size=(960, 600), front_only=True)
    view = hand.panel("equally-likely").canvas
    said = view.whole.description
    (words,) = [each for each in view.scene().items() if isinstance(each, Words) and each.name == "handle"]
    assert words.lines == (hand.window.language.say(said),)
    assert view.sceneRect().adjusted(-1, -1, 1, 1).contains(words.mapRectToScene(words.size))
