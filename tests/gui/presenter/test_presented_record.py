"""A decision record before an audience: the one that is open or saved last, page by page, nothing cut."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QPushButton
from thoroughness import combined

from explorer.app.core.decision_messages import RecordWritten
from explorer.app.core.message import Moved
from explorer.app.plotting.layers import Handle
from explorer.gui.canvas.words import Words
from explorer.gui.fields.fitted import Fitted
from explorer.gui.record.record_window import RecordWindow
from explorer.language import LANGUAGES

CARDS = ("one-release", "released-value")  # the record has a window of its own
pytestmark = pytest.mark.begins_in("explore", *CARDS)
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
SIZES = ((1280, 720), (1280, 800), (960, 600), (1920, 1080))
LONG = "Publish how many people of each age live in each region, once a year, for the council. " * 30


def press(hand, widget, key):
    hand.qtbot.keyClick(widget, key)
    hand.settled()


def opened(hand):
    """The record, opened by its keys, with a purpose."""
    hand.press(Qt.Key.Key_D, CONTROL | SHIFT)
    hand.settled()
    window = hand.dialog(RecordWindow)
    hand.store.dispatch(RecordWritten("purpose", "Publish ages by region"))
    hand.settled()
    return window


def presented(hand, window, size=SIZES[0]):
    """F5 in the record, on a screen of that size."""
    press(hand, window, Qt.Key.Key_F5)
    screen = hand.furnished.presenter.screen
    resized(hand, screen, size)
    return screen


def resized(hand, screen, size):
    screen.showNormal()
    screen.resize(*size)
    hand.until(lambda: screen.size().toTuple() == size and screen.canvas.window() is screen)
    QApplication.processEvents()
    hand.settled()


def pages(hand, screen):
    """What stands on each page, turned by Page Down from the first; None for the picture."""
    found = []
    for place in range(screen.sheet.pages):
        assert screen.sheet.page == place
        cells = [cell.said.text for cell in screen.sheet.cells()]
        found.append(cells or None)
        if place + 1 < screen.sheet.pages:
            press(hand, screen, Qt.Key.Key_PageDown)
    return found


def said(found):
    return "\n".join(text for page in found for text in page or ())


def every_word(screen):
    """All pages, as a screen reader hears them."""
    return screen.sheet.accessibleDescription()


def presented_cards(hand):
    return hand.store.state.presentation.cards


def test_that_f5_in_the_record_presents_it_page_by_page_and_its_picture_on_one(hand):
    screen = presented(hand, opened(hand))
    assert hand.store.state.presentation.card == "record"
    assert screen.title.text() == "Decision record"
    found = pages(hand, screen)
    assert len(found) > 3
    words = said(found)
    for part in ("Publish ages by region", "What is not protected", "Checklist", "to be reviewed on"):
        assert part in words
    press(hand, screen, Qt.Key.Key_PageDown)  # the last page of the last card stays
    assert [cell.said.text for cell in screen.sheet.cells()] == found[-1]
    picture_of(hand, screen, found.index(None))
    press(hand, screen, Qt.Key.Key_Escape)
    assert hand.dialog(RecordWindow).isVisible()


def picture_of(hand, screen, place):
    """The picture of the record has this page, turned to from the last, with its own title."""
    for _ in range(screen.sheet.page - place):
        press(hand, screen, Qt.Key.Key_PageUp)
    assert screen.canvas.isVisible()
    assert screen.title.text() == "The released value, with and without you"
    assert screen.remark.text().startswith(f"page {place + 1} of {screen.sheet.pages}")
    assert not [each for each in screen.canvas.whole.layers if isinstance(each, Handle)]
    press(hand, screen, Qt.Key.Key_PageDown)
    assert not screen.canvas.isVisible()
    assert screen.title.text() == "Decision record"


def test_that_an_open_record_follows_what_is_set_and_a_frozen_one_stays(hand):
    screen = presented(hand, opened(hand))
    assert "0.5312" not in every_word(screen)
    hand.store.dispatch(Moved("target.epsilon", 0.5312))
    hand.settled()
    assert "0.5312" in every_word(screen)
    press(hand, screen, Qt.Key.Key_F)
    hand.store.dispatch(Moved("target.epsilon", 2.25))
    hand.settled()
    assert "0.5312" in every_word(screen)
    press(hand, screen, Qt.Key.Key_F)
    assert "0.5312" not in every_word(screen)


def test_that_the_record_saved_last_is_presented_as_it_was_saved(hand, tmp_path, monkeypatch):
    target = tmp_path / "record.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window = opened(hand)
    hand.click("Save the record", window)
    hand.settled()
    hand.click("Close", window)
    hand.store.dispatch(RecordWritten("purpose", "Something else"))
    hand.action("Presenter mode").trigger()
    hand.settled()
    assert presented_cards(hand)[-1] == "record"
    screen = hand.furnished.presenter.screen
    resized(hand, screen, SIZES[0])
    press(hand, screen, Qt.Key.Key_End)
    words = every_word(screen)
    assert "Publish ages by region" in words
    assert "Something else" not in words


def test_that_no_record_is_presented_where_none_is_open_and_none_was_saved(hand):
    window = opened(hand)
    hand.find(QPushButton, "Close", window).click()
    hand.action("Presenter mode").trigger()
    hand.settled()
    assert "record" not in presented_cards(hand)


def test_that_the_record_is_presented_in_the_language_of_its_file(hand):
    window = opened(hand)
    hand.choose(hand.find(QComboBox, "language of the record", window), "zh_CN")
    screen = presented(hand, window)
    assert "用途" in every_word(screen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_nothing_of_a_record_is_cut_however_long_its_words_are(open_window, language):
    hand = open_window(language=language, front_only=True, cards=CARDS)
    window = opened(hand)
    hand.store.dispatch(RecordWritten("purpose", LONG))
    hand.store.dispatch(RecordWritten("dataset", "https://example.org/" + "x" * 300))
    hand.store.dispatch(RecordWritten("remark.bias", LONG))
    hand.settled()
    screen = presented(hand, window)
    for size in (size for size, spoken in combined(SIZES, LANGUAGES) if spoken == language):
        while screen.sheet.page:
            press(hand, screen, Qt.Key.Key_PageUp)
        resized(hand, screen, size)
        texts = []
        for place in range(screen.sheet.pages):
            assert screen.sheet.page == place
            whole_words(screen)
            whole_page(screen.sheet)
            texts += [cell.said.text for cell in screen.sheet.cells()]
            press(hand, screen, Qt.Key.Key_PageDown)
        words = "".join(" ".join(texts).split())
        assert "".join(LONG.split()) in words
        assert "x" * 300 in words


def whole_words(screen):
    """Title, sentence and remark are whole, or end in "…"; the words of a picture are inside of it."""
    for words in screen.findChildren(Fitted):
        if words.isVisible() and words.text():
            assert words.shown.replace("\xa0", " ") == words.text() or words.toolTip() == words.text()
            assert screen.rect().contains(QRect(words.mapTo(screen, QPoint(0, 0)), words.size()))
    if screen.canvas.isVisible():
        for words in screen.canvas.scene().items():
            if isinstance(words, Words) and words.isVisible():
                box = words.mapRectToScene(words.size)
                assert screen.canvas.sceneRect().adjusted(-2, -2, 2, 2).contains(box), words.lines


def whole_page(sheet):
    """Each cell has the height that it needs, inside of the sheet, and covers no other."""
    cells = sheet.cells()
    for place, cell in enumerate(cells):
        assert sheet.needs(cell) <= cell.box.height(), cell.said.text
        assert sheet.wide(cell) <= cell.box.width(), cell.said.text
        assert sheet.rect().contains(cell.box), cell.said.text
        assert not any(cell.box.intersects(each.box) for each in cells[place + 1 :]), cell.said.text
