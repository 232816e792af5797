"""Links after each other: one that needs two lines begins both at the edge."""

import pytest
from hands import in_front
from PySide6.QtWidgets import QToolButton

from explorer.app.core.lesson_messages import LessonOpened, LessonTurned
from explorer.app.core.message import Moved
from explorer.app.core.state import State, Workspace
from explorer.app.update import update

HAIR = 2  # pixels: what a letter keeps free at its side


def first_ink(picture, top, foot):
    """The first column in which something is drawn between two heights of a picture."""
    ground = picture.pixel(picture.width() - 1, 0)
    return next(
        x for x in range(picture.width()) if any(picture.pixel(x, y) != ground for y in range(top, foot))
    )


@pytest.mark.parametrize("scale", [1.0, 1.25])
def test_that_the_lines_of_a_link_begin_where_the_links_of_one_line_do(open_window, scale):
    state = update(State(workspace=Workspace.LEARN), LessonOpened("composition-race"))
    hand = open_window(state, size=(960, 600), scale=scale, front_only=True, cards=("lesson",))
    column = hand.panel("lesson").column
    column.verticalScrollBar().setValue(column.verticalScrollBar().maximum())
    links = [each for each in column.findChildren(QToolButton) if in_front(each) and each.text()]
    long = [each for each in links if "\n" in each.text()]
    (short,) = [each for each in links if each.text() == "Total δ"]
    begins = short.x() + first_ink(short.grab().toImage(), 0, short.height())
    assert long
    for link in long:
        picture = link.grab().toImage()
        middle = picture.height() // 2
        for part in ((0, middle), (middle, picture.height())):
            assert abs(link.x() + first_ink(picture, *part) - begins) <= HAIR


def test_that_a_link_stays_while_its_words_change(open_window):
    """The plan of the lesson says the ε that is dragged: whoever stands on the link still does."""
    state = update(State(workspace=Workspace.LEARN), LessonOpened("linkage"))
    for _ in range(3):
        state = update(state, LessonTurned(1, presented=True))
    hand = open_window(state, front_only=True, cards=("lesson",))
    link = hand.find(QToolButton, "A plan with ε = 1 in Release", hand.panel("lesson").column)
    link.setFocus()
    hand.store.dispatch(Moved("lesson.epsilon", 0.25))
    hand.settled()
    assert link.text() == link.accessibleName() == "A plan with ε = 0.25 in Release"
    assert link.hasFocus()
    hand.click("A plan with ε = 0.25", hand.panel("lesson").column)
    hand.settled()
    assert 'epsilon = "0.25"' in hand.store.state.releasing.plan
