"""The widgets below another one are found without a trace in memory."""

import gc

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QPushButton, QScrollArea, QScrollBar, QWidget

from explorer.gui.access.widgets_below import widgets_below


def of_qt_itself():
    """Python's objects of scroll bars, which no test of this file makes."""
    gc.collect()
    return {id(each) for each in gc.get_objects() if type(each) is QScrollBar}


def test_that_they_are_found_in_their_order(qtbot):
    root = QWidget()
    qtbot.addWidget(root)
    first, second = QWidget(root), QWidget(root)
    below = QPushButton(first)
    assert list(widgets_below(root)) == [first, below, second]


def test_that_those_of_qt_itself_are_found_and_forgotten_with_what_they_stood_in(qtbot):
    root, before = QWidget(), of_qt_itself()
    qtbot.addWidget(root)
    for _ in range(20):
        area = QScrollArea(root)
        assert len([each for each in widgets_below(root) if type(each) is QScrollBar]) == 2
        area.deleteLater()
        del area
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert of_qt_itself() <= before
