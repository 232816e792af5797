"""A small table of a lesson: words wrap before it scrolls sideways, and numbers stand to the right."""

import pytest
from PySide6.QtCore import Qt
from thoroughness import combined

from explorer.app.core.lesson_messages import LessonOpened, LessonTurned
from explorer.app.core.state import State, Workspace
from explorer.app.learn.lesson_way import way_of
from explorer.app.learn.step_scene import shown
from explorer.app.update import update
from explorer.language import LANGUAGES
from explorer.lessons.parts.lesson import every_lesson
from explorer.lessons.parts.picture import Sheet

CARD = ("lesson",)
RIGHT = Qt.AlignmentFlag.AlignRight


def at(lesson, step):
    """A lesson before an audience, so that no guess is asked for, in a step."""
    state = update(State(workspace=Workspace.LEARN), LessonOpened(lesson))
    while way_of(state).step.id != step:
        state = update(state, LessonTurned(1, presented=True))
    return state


@pytest.fixture
def begun(open_window):
    """The card alone of a lesson in a step."""
    return lambda lesson, step, **look: open_window(at(lesson, step), front_only=True, cards=CARD, **look)


def test_that_no_table_of_a_lesson_scrolls_sideways_in_a_small_window(begun):
    hands = {each: begun("differencing", "guess", language=each, size=(960, 600)) for each in LANGUAGES}
    seen = set()
    for lesson, language in combined(every_lesson(), LANGUAGES):
        hand = hands[language]
        hand.store.dispatch(LessonOpened(lesson))
        for _ in every_lesson()[lesson].steps:
            hand.settled()
            pictures = shown(hand.store.state, hand.store.jobs.answers).scene.pictures
            for pane in hand.panel("lesson").panes:
                if pane.isVisible() and pane.sheet.isVisible():
                    assert pane.sheet.horizontalScrollBar().maximum() == 0, way_of(hand.store.state).step.id
                    seen.update(each.id for each in pictures if isinstance(each, Sheet))
            hand.store.dispatch(LessonTurned(1, presented=True))
    assert len(seen) > 6


def test_that_words_wrap_where_a_table_is_wider_than_its_room_and_no_sum_is_broken(begun):
    hand = begun("census-block", "hand", size=(960, 600))
    sheet = hand.panel("lesson").panes[0].sheet
    line = sheet.verticalHeader().defaultSectionSize()
    high = [sheet.rowHeight(row) > line for row in range(sheet.rowCount())]
    assert any(high)
    for row in range(sheet.rowCount()):
        assert sheet.columnWidth(1) > sheet.fontMetrics().horizontalAdvance(sheet.item(row, 1).text())
    hand.window.resize(1280, 720)
    hand.settled()
    assert {sheet.rowHeight(row) for row in range(sheet.rowCount())} == {line}


def test_that_shares_and_margins_stand_to_the_right_as_numbers_do(begun):
    hand = begun("least-squares", "fails")
    sheet = hand.panel("lesson").panes[0].sheet
    assert sheet.item(0, 1).text().startswith("±")
    assert sheet.item(0, 2).text().endswith("%")
    assert all(sheet.item(0, column).textAlignment() & RIGHT for column in range(3))


def test_that_a_column_with_words_in_it_begins_at_the_left(begun):
    hand = begun("composition-race", "cost")
    sheet = hand.panel("lesson").panes[1].sheet
    texts = [sheet.item(row, 1).text() for row in range(sheet.rowCount())]
    assert any("guarantee" in text for text in texts)
    assert not any(sheet.item(row, 1).textAlignment() & RIGHT for row in range(sheet.rowCount()))
