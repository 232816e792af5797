"""The head of a card: its links give way to the title, then to the width that there is."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMainWindow

from explorer.gui.widgets.card import Card
from explorer.gui.widgets.card_head import Elided
from explorer.gui.widgets.theme import Theme

WORDS = ("total ε ▾", "drawn up to k = 200 ▾", "picture", "open as an account …", "sign off …", "export")


@pytest.fixture
def docked(qtbot):
    """A card in a window of its own, with more links than have room in a line."""
    window = QMainWindow()
    qtbot.addWidget(window)
    card = Card("year", "The year's releases", Theme(), window)
    links = [card.head.add_link(QAction(words, card)) for words in WORDS]
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, card)
    window.show()
    return window, card, links


def sized(window, width):
    window.resize(width, 300)
    for _ in range(5):
        QApplication.processEvents()


def test_that_links_without_room_in_one_line_stand_in_two(docked):
    window, card, links = docked
    sized(window, 1000)
    assert len({each.y() for each in (card.head.title, *links)}) <= 2
    sized(window, 320)
    assert card.width() <= 320
    assert len({each.y() for each in links}) == 2
    assert all(each.geometry().right() <= card.head.width() for each in links)
    heads = [each.geometry() for each in links]
    assert not any(one.intersects(other) for one in heads for other in heads if one is not other)
    sized(window, 1000)
    assert len({each.y() for each in links}) == 1


def test_that_a_card_asks_for_less_width_once_it_holds_less(docked):
    window, card, links = docked
    sized(window, 1000)
    wide = card.minimumSizeHint().width()
    for each in links[1:]:
        each.hide()
    sized(window, 1000)
    assert card.minimumWidth() == card.minimumSizeHint().width() < wide


@pytest.mark.parametrize("mark", ["; ", "；"])
def test_that_what_is_assumed_ends_with_a_whole_clause_where_one_fits(qtbot, mark):
    line = Elided()
    qtbot.addWidget(line)
    clauses = ("Laplace, ε = 1", "one record (add or remove)", "the true count is 100")
    line.set_whole(mark.join(clauses))
    reach = line.fontMetrics().horizontalAdvance
    for many in (1, 2):
        line.resize(reach(mark.join(clauses[:many]) + mark + clauses[many][:6]), 20)
        assert line.shown == [f"{mark.join(clauses[:many])} …"]
    line.resize(reach(clauses[0]) - 10, 20)
    assert line.shown[0].startswith("Laplace, ")
    assert line.shown[0].endswith("…")
    line.resize(reach(line.text()) + 4, 20)
    assert line.shown == [line.text()]
