"""Tours in the real window: offered, beside their controls, noticing, left at any time and begun again."""

import pytest
from clipping import clipped
from hands import PATIENCE
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QWidget
from thoroughness import combined

from explorer.app.core.message import Moved, Settled
from explorer.app.core.presenter_messages import PresentationEnded
from explorer.app.core.state import State, Workspace
from explorer.app.tours.offers import OFFERS
from explorer.app.tours.tours import TOURS, tour_of
from explorer.gui.fields.parameter_control import ParameterRow
from explorer.gui.shell.settings import Settings
from explorer.gui.tours.callout import DONE, Callout, Ring
from explorer.gui.tours.tour_target import control_of, place_beside
from explorer.language import LANGUAGES

CARDS = ("one-release", "released-value")  # where the first steps of a tour are
ENGLISH_DONE = DONE.text


@pytest.fixture
def hand(open_window):
    return open_window(front_only=True, cards=CARDS)


def begin(hand, tour="officer"):
    hand.furnished.tours.begin(tour)
    hand.settled()
    QApplication.processEvents()
    return hand


def callout(hand):
    """The one that is shown; None where there is none."""
    found = [each for each in hand.window.findChildren(Callout) if each.isVisible()]
    assert len(found) <= 1
    return found[0] if found else None


def box_of(hand, widget):
    return QRect(widget.mapTo(hand.window, QPoint(0, 0)), widget.size())


def go_on(hand):
    hand.qtbot.mouseClick(callout(hand).forward, Qt.MouseButton.LeftButton)
    hand.settled()
    QApplication.processEvents()


def said(hand):
    return hand.said(callout(hand))


def kept(tour):
    return Settings().text(f"tour/{tour}")


def test_that_it_stands_beside_its_control_until_it_is_left_and_hears_nothing_afterwards(hand):
    begin(hand)
    row = hand.card("one-release").findChild(ParameterRow, "target.epsilon")
    here = box_of(hand, callout(hand))
    assert hand.window.rect().contains(here)
    assert not here.intersects(box_of(hand, row))
    ring = hand.window.findChild(Ring)
    assert ring.isVisible()
    assert box_of(hand, ring).contains(box_of(hand, row).intersected(hand.window.rect()).center())
    callout(hand).leave.click()
    QApplication.sendEvent(row, QEvent(QEvent.Type.LayoutRequest))
    hand.settled()
    assert callout(hand) is None


def test_that_it_notices_what_was_done_and_neither_blocks_nor_goes_on_by_itself(hand):
    begin(hand)
    assert ENGLISH_DONE not in said(hand)
    slider = hand.slider("ε")
    hand.qtbot.keyClick(slider, Qt.Key.Key_Left)
    hand.settled()
    assert ENGLISH_DONE in said(hand)
    assert "Choose ε" in said(hand)
    go_on(hand)
    assert "What it means for a person" in said(hand)
    assert ENGLISH_DONE not in said(hand)


@pytest.mark.parametrize(("size", "tour"), combined([(1280, 800), (960, 600)], TOURS))
def test_that_a_tour_leads_to_its_end_with_every_callout_in_the_window(open_window, tour, size):
    made = begin(open_window(front_only=True, size=size), tour.id)
    for place, step in enumerate(tour.steps):
        here = callout(made)
        assert step.title.text in said(made)
        assert f"{place + 1} of {len(tour.steps)}" in said(made)
        assert made.window.rect().contains(box_of(made, here))
        assert list(clipped(here)) == []
        control = control_of(made.furnished.context, step.target)
        assert control is not None
        assert control.isVisible()
        assert here.back.isEnabled() == (place > 0)
        go_on(made)
    assert callout(made) is None
    assert kept(tour.id) == "finished"


@pytest.mark.parametrize(
    ("language", "scale", "tour"),
    [each for each in combined(LANGUAGES, (1.0, 1.6), TOURS) if each[:2] != ("en", 1.0)],
)
def test_that_no_words_of_a_callout_are_cut(open_window, language, scale, tour):
    """In English and in usual type neither: there the way to the end of each tour looks at them too."""
    made = begin(open_window(front_only=True, language=language, scale=scale), tour.id)
    for _ in tour.steps:
        assert list(clipped(callout(made))) == []
        go_on(made)
    assert callout(made) is None


def test_that_the_callout_follows_a_smaller_window_and_back_goes_to_the_card_of_the_step_before(hand):
    begin(hand)
    for _ in range(4):
        go_on(hand)
    assert hand.window.workspace == "compose"
    hand.window.resize(960, 600)
    hand.settled()
    hand.until(lambda: hand.window.rect().contains(box_of(hand, callout(hand))))
    hand.qtbot.mouseClick(callout(hand).back, Qt.MouseButton.LeftButton)
    hand.settled()
    QApplication.processEvents()
    assert hand.window.workspace == "compose"
    hand.qtbot.mouseClick(callout(hand).back, Qt.MouseButton.LeftButton)
    hand.settled()
    assert hand.window.workspace == "explore"
    assert kept("officer") == "attacker"


def test_that_escape_leaves_from_the_callout_and_from_the_window(hand):
    begin(hand)
    hand.qtbot.keyClick(callout(hand), Qt.Key.Key_Escape)
    assert callout(hand) is None
    begin(hand)
    hand.slider("ε").setFocus()
    hand.qtbot.keyClick(hand.slider("ε"), Qt.Key.Key_Escape)
    hand.settled()
    assert callout(hand) is None


def test_that_it_begins_again_where_it_was_left_in_another_window_too(open_window):
    first = begin(open_window(front_only=True, cards=CARDS), "steward")
    go_on(first)
    go_on(first)
    first.window.findChild(Callout).leave.click()
    assert callout(first) is None
    assert kept("steward") == "unit"
    second = open_window(front_only=True, cards=CARDS)
    assert callout(second) is None
    begin(second, "steward")
    assert "Say whom it protects" in said(second)


def test_that_a_window_that_closes_in_a_tour_does_not_start_in_one(open_window):
    first = begin(open_window(front_only=True, cards=CARDS))
    first.window.close()
    assert Settings().text("tour/running") == ""
    assert callout(open_window(front_only=True, cards=CARDS)) is None


def test_that_another_workspace_leaves_a_way_back_to_the_control(hand):
    begin(hand)
    hand.open("ledger")
    QApplication.processEvents()
    assert callout(hand) is not None
    assert not hand.window.findChild(Ring).isVisible()
    callout(hand).seek.click()
    hand.settled()
    assert hand.window.workspace == "explore"
    row = hand.card("one-release").findChild(ParameterRow, "target.epsilon")
    assert row.isAncestorOf(QApplication.focusWidget())


def test_that_the_keyboard_begins_in_the_callout_and_comes_back_to_it_with_f6(hand):
    begin(hand)
    assert QApplication.focusWidget() is callout(hand).forward
    callout(hand).seek.click()
    assert not callout(hand).isAncestorOf(QApplication.focusWidget())
    for _ in range(12):
        hand.press(Qt.Key.Key_F6)
        if callout(hand).isAncestorOf(QApplication.focusWidget()):
            break
    assert callout(hand).isAncestorOf(QApplication.focusWidget())


def test_that_ears_are_told_the_step_and_that_it_was_done(hand, monkeypatch):
    heard = []
    monkeypatch.setattr("explorer.gui.tours.callout.announce", lambda _, text: heard.append(text))
    begin(hand)
    hand.store.dispatch(Moved("target.epsilon", 0.3))
    hand.store.dispatch(Settled())
    hand.settled()
    assert heard[0].startswith("Choose ε, 1 of 6. Move ε")
    assert heard[1:] == [ENGLISH_DONE]
    assert callout(hand).accessibleName() == "tour: Choose ε"
    for button in callout(hand).findChildren(QPushButton) + callout(hand).findChildren(QToolButton):
        assert button.accessibleName() or button.text()


def test_that_help_and_the_finder_offer_every_tour(hand):
    for offer in OFFERS:
        hand.furnished.actions.found[offer.words.text].trigger()
        hand.settled()
        assert tour_of(offer.id).steps[0].title.text in said(hand)
    hand.qtbot.keyClick(callout(hand), Qt.Key.Key_Escape)
    hand.find_anything("tour steward")
    finder = hand.furnished.actions.finder
    hand.qtbot.keyClick(finder, Qt.Key.Key_Return)
    hand.settled()
    assert "Choose the table" in said(hand)


def test_that_the_first_page_offers_every_tour_and_gives_way_to_it(hand):
    hand.furnished.show_welcome()
    QApplication.processEvents()
    page = hand.window.findChild(QWidget, "welcome")
    links = {each.text(): each for each in page.findChildren(QToolButton)}
    assert {offer.short.text for offer in OFFERS} <= links.keys()
    links["workshop"].click()
    hand.settled()
    assert not hand.furnished.welcoming
    assert hand.window.workspace == "learn"
    assert "Choose a lesson" in said(hand)


def test_that_a_tour_goes_on_when_the_window_changes_its_look(front_alone, start, qtbot):
    program = start()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)  # skips the page of the first start
    program.furnished.tours.begin("officer")
    program.window.findChild(Callout).forward.click()
    before = program.furnished
    program.furnished.actions.found["Language: 简体中文"].trigger()
    qtbot.waitUntil(lambda: program.furnished is not before, timeout=PATIENCE)
    QApplication.processEvents()
    shown = [each for each in program.window.findChildren(Callout) if each.isVisible()]
    assert [each.accessibleName() for each in shown] == ["导览：对一个人意味着什么"]
    shown[0].leave.click()


def test_that_it_is_out_of_the_way_while_something_is_presented(open_window):
    made = begin(open_window(State(workspace=Workspace.LEARN), front_only=True), "workshop")
    for _ in range(4):
        go_on(made)
    made.furnished.presenter.begin()
    made.settled()
    assert callout(made) is None
    made.store.dispatch(PresentationEnded())
    made.settled()
    assert ENGLISH_DONE in said(made)


@pytest.mark.parametrize(
    ("target", "place"),
    [
        (QRect(10, 100, 100, 40), QPoint(121, 100)),
        (QRect(600, 100, 190, 40), QPoint(288, 100)),
        (QRect(10, 50, 780, 40), QPoint(20, 101)),
        (QRect(10, 500, 780, 40), QPoint(20, 388)),
        (None, QPoint(479, 479)),
    ],
)
def test_that_a_callout_takes_the_first_side_that_has_room(target, place):
    assert place_beside(QRect(0, 0, 300, 100), target, QRect(20, 20, 760, 560), 12) == place


def test_that_what_fills_the_window_is_covered_as_little_as_can_be():
    room, target = QRect(0, 0, 800, 600), QRect(200, 0, 600, 600)
    assert place_beside(QRect(0, 0, 300, 100), target, room, 12) == QPoint(0, 499)


def test_that_escape_leaves_where_the_control_has_been_deleted_meanwhile(hand):
    """As a row of the plan is when the plan changes."""
    begin(hand)
    control = control_of(hand.furnished.context, tour_of("officer").steps[0].target)
    control.deleteLater()
    QCoreApplication.sendPostedEvents(control, QEvent.Type.DeferredDelete)
    hand.qtbot.keyClick(hand.window, Qt.Key.Key_Escape)
    hand.settled()
    assert callout(hand) is None
