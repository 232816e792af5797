"""Windows of tests are painted once, when a test is done with them; all the while where it is marked so."""

import pytest
from PySide6.QtCore import QEvent, QObject

pytestmark = pytest.mark.begins_in("explore", "one-release")


class Paints(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget):
        super().__init__()
        self.seen = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched, event):
        self.seen += event.type() is QEvent.Type.Paint
        return False


def moved(hand):
    """The slider of ε is moved; how often it is painted, from before."""
    slider = hand.slider("ε")
    paints = Paints(slider)
    hand.drag_slider(slider, 0.5, 0.6)
    return paints


def test_that_what_a_window_came_to_is_painted_before_it_goes(hand):
    paints = moved(hand)
    assert paints.seen == 0
    hand.leave()
    assert paints.seen > 0


@pytest.mark.painted
def test_that_a_marked_test_has_every_change_painted(hand):
    assert moved(hand).seen > 0
