"""A person never sees a card before it is filled: at a start, in another workspace, in another look."""

import pytest
from hands import PATIENCE
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from explorer.gui.canvas.figure_card import FigureCard
from explorer.gui.shell.first_frame import FirstFrame
from explorer.gui.widgets.card import Card


class Watch(QObject):
    """The cards with a picture that were painted, and those of them that had none yet."""

    def __init__(self, application):
        super().__init__()
        self.painted, self.empty = set(), set()
        application.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            panel = watched
            while panel is not None and not isinstance(panel, FigureCard):
                panel = panel.parentWidget()
            if panel is not None:
                self.note(panel)
        return False

    def note(self, panel):
        card = panel
        while not isinstance(card, Card):
            card = card.parentWidget()
        self.painted.add(card.objectName())
        if panel.figure is None:
            self.empty.add(card.objectName())

    def sees(self, *cards):
        return self.painted.issuperset(cards)

    def forget(self):
        self.painted.clear()


@pytest.fixture
def watch(qapp):
    watching = Watch(qapp)
    yield watching
    qapp.removeEventFilter(watching)


def test_that_no_picture_is_painted_before_it_is_drawn(front_alone, start, watch, qtbot):
    program = start()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)  # skips the page of the first start
    qtbot.waitUntil(lambda: watch.sees("released-value", "trade-off"), timeout=PATIENCE)
    program.furnished.open_workspace("compose")
    qtbot.waitUntil(lambda: watch.sees("composition"), timeout=PATIENCE)
    before = program.furnished
    before.actions.found["Theme: Dark"].trigger()
    qtbot.waitUntil(lambda: program.furnished is not before, timeout=PATIENCE)
    watch.forget()
    qtbot.waitUntil(lambda: watch.sees("composition"), timeout=PATIENCE)
    program.furnished.open_workspace("explore")
    qtbot.waitUntil(lambda: watch.sees("released-value", "trade-off"), timeout=PATIENCE)
    assert watch.empty == set()
    assert program.window.updatesEnabled()


def test_that_painting_that_is_held_already_is_left_to_who_holds_it(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    outer = FirstFrame(window)
    inner = FirstFrame(window)
    with qtbot.waitSignal(inner.destroyed, timeout=PATIENCE):
        inner.rendered()
    assert not window.updatesEnabled()
    ended = []
    outer.done.connect(lambda: ended.append("outer"))
    with qtbot.waitSignal(outer.destroyed, timeout=PATIENCE):
        outer.rendered()
        outer.rendered()  # as with a further frame before the first is painted
    assert window.updatesEnabled()
    assert ended == ["outer"]


def test_that_painting_is_held_until_the_one_that_came_last_is_rendered_too(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    first = FirstFrame(window)
    first.rendered()
    second = FirstFrame(window)
    with qtbot.waitSignal(first.destroyed, timeout=PATIENCE):
        pass
    assert not window.updatesEnabled()
    with qtbot.waitSignal(second.destroyed, timeout=PATIENCE):
        second.rendered()
    assert window.updatesEnabled()
