"""A statement is made by a tick beside its words, and goes with them."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QCheckBox, QLabel

from explorer.gui.widgets.statement import Statement
from explorer.mark import verbatim

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


@pytest.fixture
def statement(open_window):
    hand = open_window(cards=("one-release",))
    made = Statement(hand.furnished.context, verbatim("nobody in a.csv is in two accounts " * 3), hand.window)
    made.resize(240, 90)
    made.show()
    return made


def test_that_its_words_can_be_clicked_and_are_read_aloud(statement, qtbot):
    words, box = statement.findChild(QLabel), statement.findChild(QCheckBox)
    assert box.accessibleName() == words.text()
    qtbot.mouseClick(words, RIGHT)
    qtbot.mousePress(words, LEFT)
    qtbot.mouseRelease(words, LEFT, pos=QPoint(-40, -40))  # thought better of
    assert not statement.made
    weighed = []
    statement.weighed.connect(lambda: weighed.append(statement.made))
    qtbot.mouseClick(words, LEFT)
    assert weighed == [True]


def test_that_other_words_take_it_back_and_the_same_words_do_not(statement, qtbot):
    words = statement.findChild(QLabel)
    qtbot.mouseClick(words, LEFT)
    statement.put(verbatim(words.text()))
    assert statement.made
    weighed = []
    statement.weighed.connect(lambda: weighed.append(statement.made))
    statement.put(verbatim("nobody in b.csv is in two accounts"))
    assert weighed == [False]
