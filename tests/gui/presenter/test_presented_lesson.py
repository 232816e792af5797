"""Every step of every lesson before an audience: all of it is there in large type, and nothing is cut."""

import pytest
from clipping import clipped
from hands import Hand
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from thoroughness import combined

from explorer.app.core.lesson_messages import LessonOpened
from explorer.app.core.presenter_messages import CardTurned
from explorer.app.core.state import State, Workspace
from explorer.app.learn.lesson_way import way_of
from explorer.app.update import update
from explorer.gui.fields.fitted import Fitted
from explorer.gui.presenter.audience_guess import AudienceGuess
from explorer.gui.presenter.place_dots import Dots
from explorer.gui.presenter.sizes import BODY
from explorer.language import LANGUAGES
from explorer.lessons.parts.lesson import every_lesson
from explorer.mark import Sentence

pytestmark = pytest.mark.begins_in(Workspace.LEARN.value)


def presented(open_window, lesson, language="en", size=(1280, 720)) -> Hand:
    state = update(State(workspace=Workspace.LEARN), LessonOpened(lesson))
    hand = open_window(state, language=language, front_only=True, cards=("lesson",))
    hand.furnished.presenter.begin()
    screen = hand.furnished.presenter.screen
    screen.showNormal()
    screen.resize(*size)
    hand.until(lambda: screen.canvas is not None and screen.size().toTuple() == size)
    QApplication.processEvents()
    hand.settled()
    return hand


def pages(hand):
    """Every page of the step in hand, one after the other."""
    screen = hand.furnished.presenter.screen
    yield 0
    for page in range(1, screen.sheet.pages):
        screen.turn(1)
        hand.settled()
        assert screen.sheet.page == page
        yield page


def too_large(sheet):
    """What on a page of words needs more room than it has."""
    for cell in sheet.cells():
        inside = cell.box.left() >= 0 and cell.box.right() <= sheet.width()
        if not inside or cell.box.bottom() > sheet.height() or sheet.needs(cell) > cell.box.height():
            yield cell.said.text


def shortened(place):
    """Which step of how many, where the end of it is left out: “of 6…” would say another number."""
    return [each.text() for each in place.findChildren(Fitted) if each.toolTip()]


@pytest.mark.parametrize(("lesson", "language"), combined(every_lesson(), LANGUAGES))
def test_that_no_step_of_a_lesson_is_cut_on_a_small_projector(open_window, lesson, language):
    hand = presented(open_window, lesson, language)
    screen, wrong = hand.furnished.presenter.screen, {}
    for step in every_lesson()[lesson].steps:
        assert way_of(hand.store.state).step.id == step.id
        for page in pages(hand):
            found = [*clipped(screen), *too_large(screen.sheet), *shortened(screen.findChild(Dots))]
            if found:
                wrong[(step.id, page)] = found
        assert screen.sheet.type_size >= BODY  # 18 points
        screen.turn(1)
        hand.settled()
    assert wrong == {}


def test_that_a_clicker_leads_through_all_pages_and_steps(open_window):
    hand = presented(open_window, "least-squares")
    screen, seen = hand.furnished.presenter.screen, []
    for _ in range(60):
        way = way_of(hand.store.state)
        seen.append((way.step.id, screen.sheet.page))
        hand.qtbot.keyClick(screen, Qt.Key.Key_PageDown)
        hand.settled()
        if (way_of(hand.store.state).step.id, screen.sheet.page) == seen[-1]:
            break
    assert [step for step, page in seen if page == 0] == list(way_of(hand.store.state).ids)
    assert way_of(hand.store.state).done
    for _ in range(60):
        hand.qtbot.keyClick(screen, Qt.Key.Key_PageUp)
        hand.settled()
    assert way_of(hand.store.state).here == 0


def test_that_a_frozen_lesson_stays_for_the_audience_while_the_speaker_goes_on(open_window):
    hand = presented(open_window, "least-squares")
    screen = hand.furnished.presenter.screen
    title = screen.title.text()
    screen.freeze.trigger()
    hand.store.dispatch(CardTurned(1))
    hand.settled()
    assert way_of(hand.store.state).here == 1
    assert screen.title.text() == title
    assert "frozen" in screen.remark.text()
    screen.freeze.trigger()
    hand.settled()
    assert screen.title.text() != title
    assert "simulated" in screen.remark.text()


def test_that_reset_takes_back_what_was_moved_and_stays_in_the_step(open_window):
    from explorer.app.core.message import Moved
    from explorer.app.core.state import value_at

    hand = presented(open_window, "least-squares")
    for _ in range(2):
        hand.store.dispatch(CardTurned(1))
    before = value_at(hand.store.state, "lesson.epsilon")
    hand.store.dispatch(Moved("lesson.epsilon", before / 3))
    hand.settled()
    hand.furnished.presenter.screen.reset.trigger()
    hand.settled()
    assert value_at(hand.store.state, "lesson.epsilon") == before
    assert way_of(hand.store.state).here == 2


def test_that_the_notes_of_a_step_stand_beside_the_speakers_own(open_window):
    hand = presented(open_window, "least-squares")
    hand.furnished.presenter.open_notes()
    hand.settled()
    notes = hand.furnished.presenter.notes
    step = way_of(hand.store.state).step
    said = hand.said(notes)
    for note in step.notes:
        assert isinstance(note, Sentence)
        assert hand.window.language.say(note) in said
    assert "1 of " in said
    notes.text.show_text("ask the third row")
    notes.text.edited.emit("ask the third row")
    hand.store.dispatch(CardTurned(1))
    hand.settled()
    assert notes.text.toPlainText() == ""
    hand.store.dispatch(CardTurned(-1))
    hand.settled()
    assert notes.text.toPlainText() == "ask the third row"


def test_that_digits_draw_anew(open_window):
    hand = presented(open_window, "least-squares")
    screen = hand.furnished.presenter.screen
    while not way_of(hand.store.state).step.redraws:
        hand.store.dispatch(CardTurned(1))
    hand.settled()
    seed = way_of(hand.store.state).place.seed
    hand.qtbot.keyClick(screen, Qt.Key.Key_0)
    hand.settled()
    assert way_of(hand.store.state).place.seed == seed + 1
    screen.freeze.trigger()
    hand.qtbot.keyClick(screen, Qt.Key.Key_0)
    hand.settled()
    assert way_of(hand.store.state).place.seed == seed + 1


@pytest.mark.parametrize(
    ("lesson", "said"), [("differencing", "a guess better than chance"), ("linkage", "40 %")]
)
def test_that_the_guess_of_an_audience_is_written_down_on_the_screen(open_window, lesson, said):
    hand = presented(open_window, lesson)
    screen = hand.furnished.presenter.screen
    hand.qtbot.keyClick(screen, Qt.Key.Key_G)
    (asked,) = screen.findChildren(AudienceGuess)
    if asked.box.answers:
        asked.box.answers[1].click()
    else:
        for typed in ("much", "４０％"):
            assert asked.isVisible()  # what is no share is refused, and asked again
            asked.box.field.setText(typed)
            hand.qtbot.keyClick(asked.box.field, Qt.Key.Key_Return)
    hand.settled()
    assert f"The audience's guess: {said}" in [cell.said.text for cell in screen.sheet.cells()]
    hand.until(lambda: screen.findChildren(AudienceGuess) == [])


def test_that_a_lesson_begins_on_its_first_page_after_another_was_left_on_a_later_one(open_window):
    hand = presented(open_window, "differencing")
    screen = hand.furnished.presenter.screen
    screen.turn(1)
    hand.settled()
    assert screen.sheet.page == 1
    screen.leave.trigger()
    hand.store.dispatch(LessonOpened("k-anonymity"))
    hand.furnished.presenter.begin()
    hand.settled()
    assert screen.sheet.pages > 1
    assert screen.sheet.page == 0


def test_that_the_headings_of_a_table_stand_on_each_of_its_pages(open_window):
    hand = presented(open_window, "k-anonymity")
    sheet = hand.furnished.presenter.screen.sheet
    for _ in pages(hand):
        assert "postcode" in [each.said.text for each in sheet.cells()]
    assert sheet.pages > 1
