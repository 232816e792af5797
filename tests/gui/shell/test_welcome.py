"""The page of the first start: three ways in, skipped by one key, shown once, found again."""

import pytest
from cases_in_one import cases_in_one
from hands import PATIENCE
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QToolButton, QWidget
from thoroughness import combined

from explorer.app.tours.offers import OFFERS
from explorer.gui.fields.number_field import NumberField
from explorer.gui.shell.welcome import WAYS
from explorer.gui.widgets.label import Label
from explorer.language import Language

pytestmark = pytest.mark.begins_in("explore", "one-release")


def page_of(window):
    """The page, while it can be seen."""
    page = window.findChild(QWidget, "welcome")
    return page if page is not None and not page.isHidden() else None


@pytest.fixture
def welcomed(open_window):
    hand = open_window(cards=("one-release",))
    hand.furnished.show_welcome()
    return hand


def test_that_the_first_start_asks_and_the_second_does_not(front_alone, start, qtbot):
    first = start()
    qtbot.waitUntil(page_of(first.window).isVisible, timeout=PATIENCE)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert page_of(first.window) is None
    first.window.close()
    assert page_of(start().window) is None


def test_that_a_start_that_was_closed_without_an_answer_is_no_first_one_any_more(front_alone, start):
    start().window.close()
    assert page_of(start().window) is None


PLACES = (("explore", "one-release"), ("compose", "inverse"), ("release", "plan"))


@pytest.mark.parametrize(("number", "place"), tuple(enumerate(PLACES)))
def test_that_each_way_opens_its_workspace_and_its_card(welcomed, monkeypatch, number, place):
    workspace, card = place
    asked = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *given: asked.append(given) or ("", ""))
    before = welcomed.store.state
    welcomed.click(Language().say(WAYS[number].title), page_of(welcomed.window))
    welcomed.settled()
    assert page_of(welcomed.window) is None
    assert welcomed.window.workspace == workspace
    assert welcomed.window.card(card).isVisible()
    assert not welcomed.window.card(card).behind
    welcomed.until(lambda: welcomed.window.card(card).isAncestorOf(QApplication.focusWidget()))
    assert (welcomed.store.state.target, welcomed.store.state.releasing) == (before.target, before.releasing)
    assert len(asked) == (workspace == "release")  # of the file, which is the first step there


def test_that_the_limit_can_be_typed_at_once(welcomed):
    """In a low window the card scrolls: what scrolls it is no control."""
    welcomed.window.resize(1280, 700)
    welcomed.click(Language().say(WAYS[1].title), page_of(welcomed.window))
    welcomed.settled()
    welcomed.until(lambda: isinstance(QApplication.focusWidget(), NumberField))
    welcomed.qtbot.keyClicks(QApplication.focusWidget(), "5\r")
    assert welcomed.store.state.composing.total_epsilon == 5


def test_that_the_ways_are_the_cards_that_their_words_promise():
    assert [way.card for way in WAYS] == [card for _, card in PLACES]


def test_that_keys_walk_round_on_the_page_and_choose(welcomed):
    page = page_of(welcomed.window)
    met, stops = [], len(WAYS) + len(OFFERS) + 1  # the last one skips the page
    for _ in range(2 * stops):
        met.append(QApplication.focusWidget())
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert met[:stops] == met[stops:]
    assert len(set(met)) == stops
    assert all(page.isAncestorOf(each) for each in met)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Right)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    welcomed.settled()
    assert welcomed.window.workspace == "compose"


@cases_in_one("leave", ["escape", "skip", "tab"])
def test_that_the_page_is_left_without_a_choice(welcomed, leave):
    welcomed.furnished.show_welcome()
    before = welcomed.store.state
    if leave == "escape":
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    elif leave == "skip":
        welcomed.find(QToolButton, "Skip").click()
    else:
        welcomed.open("ledger")
    assert page_of(welcomed.window) is None
    assert welcomed.store.state.target == before.target
    assert welcomed.window.workspace == ("ledger" if leave == "tab" else "explore")


def test_that_the_page_is_found_again_in_help_and_by_the_palette(hand):
    hand.action("What do you want to decide?").trigger()
    assert page_of(hand.window) is not None
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    hand.find_anything("decide")
    assert page_of(hand.window) is not None


def test_that_asking_twice_opens_one_page(welcomed):
    welcomed.furnished.show_welcome()
    assert len(welcomed.window.findChildren(QWidget, "welcome")) == 1


@pytest.mark.parametrize(
    ("language", "worn"), combined(["en", "zh_CN"], [("light", 1.0), ("dark", 1.0), ("light", 1.6)])
)
def test_that_all_of_it_can_be_read_in_the_smallest_window(open_window, language, worn):
    theme, scale = worn
    look = {"theme": theme, "language": language, "scale": scale}
    hand = open_window(front_only=True, cards=("one-release",), size=(960, 600), **look)
    hand.furnished.show_welcome()
    QApplication.processEvents()
    page = page_of(hand.window)
    assert page.geometry() == hand.window.centralWidget().rect()
    labels = page.findChildren(Label)
    assert len(labels) == 3 + 2 * len(WAYS)  # the question, how it comes back, the words before the tours
    for each in labels:
        assert each.height() >= each.heightForWidth(each.width())
    for button in page.findChildren(QPushButton):
        assert all(
            button.fontMetrics().horizontalAdvance(line) <= button.width()
            for line in button.text().splitlines()
        )
        assert button.height() >= button.sizeHint().height()
    if scale == 1.0:  # with larger type it scrolls
        for each in (*labels, *page.findChildren(QPushButton), *page.findChildren(QToolButton)):
            corner = each.mapTo(page, each.rect().bottomRight())
            assert page.rect().contains(corner)


def test_that_the_page_follows_the_size_of_the_window(welcomed):
    welcomed.window.resize(1600, 900)
    page = page_of(welcomed.window)
    welcomed.until(lambda: page.geometry() == welcomed.window.centralWidget().rect())
    assert page.width() > 1500


def test_that_another_look_leaves_the_page_open(front_alone, start, qtbot):
    program = start()
    before = program.furnished
    before.actions.found["Theme: Dark"].trigger()
    qtbot.waitUntil(lambda: program.furnished is not before, timeout=PATIENCE)
    qtbot.waitUntil(page_of(program.window).isVisible, timeout=PATIENCE)
    assert page_of(program.window).isAncestorOf(QApplication.focusWidget())
