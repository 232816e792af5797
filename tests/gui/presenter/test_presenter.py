"""Presenter mode: F5 fills the screen with one card, Escape gives the window back, notes have their own."""

import pytest
from cases_in_one import cases_in_one
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication
from thoroughness import combined

from explorer.app.core.message import Moved, Settled
from explorer.app.core.presenter_messages import CardTurned
from explorer.app.core.state import State, Workspace
from explorer.app.presenter.presentation import notes_of, presenting
from explorer.gui.canvas.words import Words
from explorer.gui.fields.fitted import Fitted
from explorer.gui.fields.number_field import NumberField
from explorer.gui.fields.slider import Slider
from explorer.gui.presenter.presented_card import has_picture
from explorer.gui.presenter.sizes import BODY, KEY, Sizes
from explorer.language import LANGUAGES

pytestmark = pytest.mark.begins_in("explore", "one-release", "released-value")
SIZES = ((1280, 720), (1366, 768), (1440, 900), (1920, 1080))


def begun(hand):
    """F5, and the screen is there."""
    hand.action("Presenter mode").trigger()
    hand.settled()
    return hand.furnished.presenter.screen


def resized(hand, screen, size):
    screen.showNormal()
    screen.resize(*size)
    hand.until(lambda: screen.size().toTuple() == size and screen.canvas.window() is screen)
    QApplication.processEvents()
    hand.settled()


@pytest.fixture
def screen(hand):
    return begun(hand)


def press(hand, widget, key):
    hand.qtbot.keyClick(widget, key)
    hand.settled()


def placed_in(screen, widget):
    return QRect(widget.mapTo(screen, QPoint(0, 0)), widget.size())


def placed(hand):
    """All that tells where things stand in the window behind."""
    window = hand.window
    cards = {name: card.geometry() for name, card in window.every_card().items()}
    layouts = {name: bytes(room.layout_state()) for name, room in window.rooms.items()}
    return window.geometry(), window.windowState(), window.workspace, cards, layouts


def test_that_f5_fills_the_screen_and_escape_gives_the_window_back_as_it_was(hand):
    before = placed(hand)
    assert hand.action("Presenter mode").shortcut().toString() == "F5"
    screen = begun(hand)
    assert screen.isFullScreen()
    assert screen.title.text() == "The released value, with and without you"
    press(hand, screen, Qt.Key.Key_Right)
    press(hand, screen, Qt.Key.Key_Escape)
    assert not screen.isVisible()
    assert not presenting(hand.store.state)
    assert placed(hand) == before


@cases_in_one("size, value", combined(SIZES, [0.1299, 0.00345, 12.34, 1e-6]))
def test_that_the_number_of_the_parameter_is_whole(hand, screen, size, value):
    hand.store.dispatch(Moved("target.epsilon", value))
    hand.store.dispatch(Settled())
    resized(hand, screen, size)
    field = screen.findChild(NumberField)
    assert "…" not in field.shown
    assert field.shown == field.lineEdit().text()
    assert field.lineEdit().font().pixelSize() >= Sizes(screen.size()).size(BODY)


def test_that_keys_turn_the_cards_wherever_the_focus_is(hand, screen):
    cards = hand.store.state.presentation.cards
    assert cards == (
        *("released-value", "equally-likely", "trade-off", "privacy-loss"),  # pictures before words
        *("risk", "one-release", "deployments"),
    )
    for key, at in (
        (Qt.Key.Key_PageDown, 1),
        (Qt.Key.Key_Down, 2),
        (Qt.Key.Key_Left, 1),
        (Qt.Key.Key_End, 6),
        (Qt.Key.Key_PageUp, 5),
        (Qt.Key.Key_Home, 0),
    ):
        press(hand, screen, key)
        assert hand.store.state.presentation.card == cards[at]
    slider = hand.find(Slider, "ε", screen)
    slider.setFocus()
    press(hand, slider, Qt.Key.Key_PageDown)
    assert hand.store.state.presentation.card == cards[1]
    press(hand, slider, Qt.Key.Key_Right)  # the slider's own
    assert hand.store.state.presentation.card == cards[1]
    assert hand.store.state.target.epsilon != 1


def test_that_a_parameter_is_moved_typed_and_refused_beside_its_field(hand, screen):
    field = hand.find(NumberField, "ε", screen)
    field.setFocus()
    hand.type(field, "ln 3")
    hand.settled()
    assert hand.store.state.target.epsilon == pytest.approx(1.0986, abs=1e-3)
    hand.type(field, "1e9")
    hand.settled()
    said = [each.text() for each in screen.findChildren(Fitted) if each.isVisible()]
    assert any("must lie between" in each for each in said)
    assert screen.sentence.text().startswith("unchanged: ")


def test_that_another_parameter_can_be_chosen(hand):
    hand.open("compose")
    screen = begun(hand)
    found = [each for each in screen.findChildren(Fitted) if "of 100" in each.text()]
    assert found
    for symbol in ("k", "δ", "ε"):
        hand.find(type(screen.column.parameter_button), "", screen.column).setFocus()
        screen.column.parameter_button.click()
        hand.settled()
        assert screen.column.parameter_button.text() == f"{symbol} ="
        assert hand.find(NumberField, symbol, screen).isVisible()


def test_that_the_picture_follows_and_a_frozen_one_stays(hand, screen):
    figure = screen.canvas.whole
    hand.store.dispatch(Moved("target.epsilon", 2.0))
    hand.settled()
    assert screen.canvas.whole is not figure
    screen.freeze.trigger()
    hand.settled()
    frozen = screen.canvas.whole
    assert "frozen" in screen.remark.text()
    hand.store.dispatch(Moved("target.epsilon", 3.0))
    hand.store.dispatch(CardTurned(1))
    hand.settled()
    assert screen.canvas.whole is frozen
    assert "ε = 2" in screen.sentence.text()
    assert not hand.find(Slider, "ε", screen).isEnabled()
    screen.freeze.trigger()
    hand.settled()
    assert "ε = 3" in screen.sentence.text()
    assert screen.title.text() == "Fifty equally likely results"
    assert "frozen" not in screen.remark.text()


def test_that_reset_brings_back_what_was_set_when_it_began_and_undo_takes_that_back(hand, screen):
    hand.store.dispatch(Moved("target.epsilon", 3.0))
    hand.store.dispatch(Settled())
    screen.reset.trigger()
    hand.settled()
    assert hand.store.state.target.epsilon == 1
    hand.store.undo()
    assert hand.store.state.target.epsilon == 3
    assert presenting(hand.store.state)


def test_that_simulated_draws_come_one_by_one_on_their_card(hand, screen):
    press(hand, screen, Qt.Key.Key_D)
    assert hand.store.state.reading.draw == 0
    press(hand, screen, Qt.Key.Key_PageDown)
    press(hand, screen, Qt.Key.Key_D)
    press(hand, screen, Qt.Key.Key_D)
    assert hand.store.state.reading.draw == 2
    assert "simulated" in screen.remark.text()


# Notes


def test_that_notes_are_written_by_card_and_tell_what_comes_next(hand, screen):
    press(hand, screen, Qt.Key.Key_N)
    notes = hand.furnished.presenter.notes
    assert notes.isVisible()
    hand.qtbot.keyClicks(notes.text, "slowly")
    hand.settled()
    assert notes_of(hand.store.state.presentation, "released-value") == "slowly"
    said = hand.said(notes)
    assert "1 of 7: The released value, with and without you" in said
    assert "Next: Fifty equally likely results" in said
    hand.qtbot.keyClick(notes.text, Qt.Key.Key_PageDown)
    hand.settled()
    assert notes.text.toPlainText() == ""
    for pressed in ("Freeze the screen", "Next"):
        hand.click(pressed, notes)
        hand.settled()
    assert "The screen is frozen: the audience still sees “Fifty equally likely results”" in hand.said(notes)
    for pressed in ("Reset", "Back", "Back"):
        hand.click(pressed, notes)
        hand.settled()
    assert notes.text.toPlainText() == "slowly"
    press(hand, screen, Qt.Key.Key_End)
    assert "This is the last card" in hand.said(notes)
    press(hand, screen, Qt.Key.Key_Escape)
    assert not notes.isVisible()


# What is presented


def test_that_only_open_cards_are_presented_and_the_one_in_focus_first(hand):
    hand.card("trade-off").close()
    hand.panel("privacy-loss").canvas.setFocus()
    begun(hand)
    shown = hand.store.state.presentation
    assert shown.cards[:3] == ("released-value", "equally-likely", "privacy-loss")
    assert "trade-off" not in shown.cards
    if QApplication.focusWidget() is not None:
        assert shown.card in shown.cards


def test_that_a_workspace_without_open_cards_says_so(hand):
    hand.open("ledger")
    for card in hand.window.rooms["ledger"].cards.values():
        card.close()
    hand.action("Presenter mode").trigger()
    assert "No card is open here" in hand.box().text()
    assert hand.furnished.presenter.screen is None
    hand.box().accept()


def turned_through(hand, screen):
    """Every open card of the workspace in front, as it stands on the screen."""
    cards, room = hand.store.state.presentation.cards, hand.window.rooms[hand.window.workspace]
    assert len(cards) >= len([each for each in room.cards.values() if each.isVisible()])
    for card in cards:
        assert hand.store.state.presentation.card == card
        assert screen.title.text()
        shown = [each for each in (screen.canvas, screen.empty, screen.sheet) if each.isVisible()]
        assert len(shown) == 1
        assert (shown[0] is screen.sheet) is not has_picture(card)
        if shown[0] is screen.sheet:
            assert screen.sheet.cells(), card
        yield card
        hand.store.dispatch(CardTurned(1))
        hand.settled()


def on_sheet(screen):
    return "\n".join(cell.said.text for cell in screen.sheet.cells())


def present(hand, screen, card):
    shown = hand.store.state.presentation
    hand.store.dispatch(CardTurned(shown.cards.index(card) - shown.cards.index(shown.card)))
    hand.settled()


@pytest.mark.begins_in("explore", "one-release", "released-value", "risk")
def test_that_words_of_a_card_follow_the_slider_and_frozen_ones_stay(hand, screen):
    present(hand, screen, "risk")
    assert "69.7 of 100" in on_sheet(screen)
    hand.store.dispatch(Moved("target.epsilon", 2.0))
    hand.settled()
    followed = on_sheet(screen)
    assert "69.7 of 100" not in followed
    screen.freeze.trigger()
    hand.settled()
    hand.store.dispatch(Moved("target.epsilon", 3.0))
    hand.settled()
    assert on_sheet(screen) == followed
    assert "frozen" in screen.remark.text()


def test_that_a_card_behind_a_tab_is_presented_as_it_is_now(open_window):
    cards = ("composition", "inverse")  # one in front of the other
    hand = open_window(State(workspace=Workspace.COMPOSE), front_only=True, cards=cards)
    screen = begun(hand)
    hand.store.dispatch(Moved("composing.total_epsilon", 7.0))
    present(hand, screen, "inverse")
    total = next(cell for cell in screen.sheet.cells() if cell.said.text == "ε in total, at most")
    beside = [cell.said.text for cell in screen.sheet.cells() if cell.box.y() == total.box.y()]
    assert "7" in beside


def test_that_long_words_have_pages_and_keys_turn_them_before_the_card(hand, screen):
    resized(hand, screen, (1280, 720))
    present(hand, screen, "deployments")
    pages = screen.sheet.pages
    assert pages > 2
    first = on_sheet(screen)
    assert screen.remark.text() == f"page 1 of {pages}"
    press(hand, screen, Qt.Key.Key_PageDown)
    assert screen.remark.text() == f"page 2 of {pages}"
    assert on_sheet(screen) != first
    press(hand, screen, Qt.Key.Key_Left)
    assert on_sheet(screen) == first
    press(hand, screen, Qt.Key.Key_Left)
    assert hand.store.state.presentation.card == "one-release"


def test_that_a_step_of_the_plan_is_told_by_its_word_and_an_account_by_its_name(example):
    screen = begun(example)
    resized(example, screen, (1280, 720))
    present(example, screen, "plan")
    told = screen.sheet.accessibleDescription().split("\n")
    assert {"File", "Protection", "Account"} <= set(told)
    assert "charged to  default" in told


def test_that_no_page_begins_with_small_words_about_the_line_before(open_window):
    hand = open_window(State(workspace=Workspace.TABLES), front_only=True)
    screen = begun(hand)
    resized(hand, screen, (1280, 720))
    present(hand, screen, "table-bounds")
    assert screen.sheet.pages > 1
    last_were_small = True
    for page in range(screen.sheet.pages):
        screen.sheet.turn_to(page)
        cells = screen.sheet.cells()
        assert last_were_small or not cells[0].said.quiet
        foot = max(cell.box.y() for cell in cells)
        last_were_small = all(cell.said.quiet for cell in cells if cell.box.y() == foot)


def test_that_a_screen_that_is_closed_has_been_left_and_closes_with_its_window_and_notes(hand, screen):
    screen.close()
    assert not presenting(hand.store.state), "a screen that is closed by its frame has been left"
    screen = begun(hand)
    press(hand, screen, Qt.Key.Key_N)
    notes = hand.furnished.presenter.notes
    hand.window.close()
    assert not screen.isVisible()
    assert not notes.isVisible()


# Sizes


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_type_is_sized_to_the_screen_and_nothing_is_cut(open_window, language):
    hand = open_window(language=language, front_only=True)
    hand.furnished.presenter.begin()
    hand.settled()
    screen = hand.furnished.presenter.screen
    for size in (size for size, spoken in combined((*SIZES, (960, 600)), LANGUAGES) if spoken == language):
        resized(hand, screen, size)
        sizes = Sizes(screen.size())
        assert sizes.size(BODY) >= 24 * min(size[0] / 1280, size[1] / 720) - 1
        assert sizes.size(KEY) >= 64 * min(size[0] / 1280, size[1] / 720) - 1
        for _ in turned_through(hand, screen):
            for words in screen.findChildren(Fitted):
                if words.isVisible() and words.text():
                    assert words.shown.replace("\xa0", " ") == words.text() or words.toolTip() == words.text()
                    assert screen.rect().contains(placed_in(screen, words))
            for words in screen.canvas.scene().items():
                if isinstance(words, Words) and words.isVisible():
                    box = words.mapRectToScene(words.size)
                    assert screen.canvas.sceneRect().adjusted(-2, -2, 2, 2).contains(box), words.lines
            body = sizes.size(BODY) - 1
            assert not screen.sentence.text() or screen.sentence.type_size >= body
            if screen.sheet.isVisible():
                assert screen.sheet.type_size >= body
                whole_sheet(screen)
        hand.store.dispatch(CardTurned(-99))
        hand.settled()


def whole_sheet(screen):
    """On every page each cell has the height that it needs, inside of the sheet, and covers no other."""
    sheet, seen = screen.sheet, 0
    for page in range(sheet.pages):
        sheet.turn_to(page)
        cells = sheet.cells()
        seen += len(cells)
        for place, cell in enumerate(cells):
            assert sheet.needs(cell) <= cell.box.height(), cell.said.text
            assert sheet.rect().contains(cell.box), cell.said.text
            assert not any(cell.box.intersects(each.box) for each in cells[place + 1 :]), cell.said.text
    assert seen > 0
    sheet.turn_to(0)


@pytest.mark.parametrize(
    ("workspace", "language", "size"),
    combined(["compose", "release", "learn", "ledger", "tables"], LANGUAGES, [(1280, 800), (1920, 1080)]),
)
def test_that_every_open_card_is_presented_and_no_words_of_it_are_cut(open_window, workspace, language, size):
    hand = open_window(State(workspace=Workspace(workspace)), language=language, front_only=True)
    hand.furnished.presenter.begin()
    hand.settled()
    screen = hand.furnished.presenter.screen
    resized(hand, screen, size)
    for _ in turned_through(hand, screen):
        if screen.sheet.isVisible():
            whole_sheet(screen)
