"""What spares a frame its time while a slider moves: nothing that is seen, said or selected is lost by it."""

import numpy as np
import pytest
from cases_in_one import cases_in_one
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QVBoxLayout, QWidget
from thoroughness import some

from explorer.app.core.message import Moved, Settled
from explorer.gui.canvas.artists import thinned
from explorer.gui.compose.bound_family import BoundFamily
from explorer.gui.compose.bound_line import BoundLine
from explorer.gui.fields.number_rows import ExplainedLine
from explorer.gui.widgets.selectable import Selectable

K = np.arange(1.0, 201.0)
CURVES = (10 * np.sqrt(K) + 0.3 * K, 0.5 * K, np.minimum(K, 8 * np.sqrt(K)), 50 + 30 * np.sin(K / 10))


@pytest.fixture
def number(qtbot):
    """A number that can be selected, shown in a window of its own."""
    window = QWidget()
    qtbot.addWidget(window)
    shown = Selectable(window)
    QVBoxLayout(window).addWidget(shown)
    shown.setText("64.45")
    window.resize(160, 60)
    window.show()
    qtbot.waitExposed(window)
    yield shown
    window.close()


def enter(label):
    middle = QPointF(label.rect().center())
    QApplication.sendEvent(label, QEnterEvent(middle, middle, QPointF(label.mapToGlobal(QPoint(2, 2)))))


def ink(label):
    """How many pixels of what is seen differ from the ground."""
    image = label.grab().toImage()
    ground = image.pixelColor(0, 0).lightness()
    return sum(
        abs(image.pixelColor(x, y).lightness() - ground) > 60
        for x in range(image.width())
        for y in range(image.height())
    )


@pytest.mark.parametrize("y", CURVES)
def test_that_a_thinned_curve_lies_where_the_whole_one_does(y):
    across, up = 2.2, 1.5
    x, kept = thinned(K, y, (across, up))
    assert len(x) < 0.8 * len(K)
    assert (x[0], x[-1], kept[0], kept[-1]) == (K[0], K[-1], y[0], y[-1])
    steep = np.hypot(1, np.gradient(y, K) * up / across)  # upright distances are longer than true ones
    assert np.all(np.abs(np.interp(K, x, kept) - y) * up / steep <= 0.25)


def test_that_a_thinned_curve_keeps_its_gaps_and_corners():
    y = 0.5 * K
    y[80], y[121] = np.nan, 90.0
    x, kept = thinned(K, y, (2.2, 1.5))
    assert np.isnan(kept[x == 81]).all()
    assert (x == 81).any()
    assert {80.0, 82.0, 122.0} <= set(x)
    few = thinned(K[:10], y[:10], (2.2, 1.5))
    assert len(few[0]) == 10


def test_that_a_number_is_seen_and_can_be_selected_under_the_hand(number):
    still = ink(number)
    assert still > 20
    enter(number)
    assert number.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse
    assert ink(number) == pytest.approx(still, rel=0.3)
    number.setSelection(0, 5)
    assert number.selectedText() == "64.45"
    QApplication.sendEvent(number, QEvent(QEvent.Type.Leave))
    assert number.selectedText() == "64.45"  # what is selected waits to be copied
    number.setText("61.2")
    assert not number.hasSelectedText()
    assert number.text() == number.accessibleName() == "61.2"
    assert ink(number) > 20


def test_that_a_number_asks_for_room_in_steps(number):
    before = number.sizeHint()
    number.setText("64.47")
    assert number.sizeHint() == before
    number.setText("1.234·10⁻¹⁴")
    assert number.sizeHint().width() >= number.fontMetrics().horizontalAdvance("1.234·10⁻¹⁴")
    number.rest_at("1.234·10⁻¹⁴")
    number.setText("1")
    assert number.sizeHint().width() >= number.fontMetrics().horizontalAdvance("1.234·10⁻¹⁴")


def seen(hand):
    """What stands on the picture: what found no room says nothing."""
    return {name: each.lines for name, each in hand.words("composition").items() if each.isVisible()}


@pytest.mark.begins_in("compose")
def test_that_after_a_drag_every_number_is_of_now(hand):
    for step in (*some(range(19), 6), 19):
        hand.store.dispatch(Moved("target.epsilon", 1.0 - 0.02 * step))
        hand.store.frame()
        QApplication.processEvents()
    hand.store.dispatch(Settled())
    hand.settled()
    dragged = hand.said(hand.card("readout")), hand.said(hand.card("crossings")), hand.said()
    words = seen(hand)
    hand.store.dispatch(Moved("target.epsilon", 3.0))
    hand.store.dispatch(Settled())
    hand.settled()
    hand.type(hand.field("ε privacy"), "0.62")
    hand.settled()
    assert (hand.said(hand.card("readout")), hand.said(hand.card("crossings")), hand.said()) == dragged
    assert seen(hand) == words


@pytest.mark.begins_in("compose", "readout")
def test_that_bounds_behind_a_closed_fold_are_of_now_once_it_is_opened(hand):
    hand.open("compose")
    family = hand.card("readout").findChildren(BoundFamily)[0]
    assert not family.fold.isChecked()
    hand.store.dispatch(Moved("target.epsilon", 0.37))
    hand.store.dispatch(Moved("composing.count", 100.0))
    hand.settled()
    family.fold.setChecked(True)
    totals = {
        each.findChild(QLabel, "title").text(): each.findChild(QLabel, "total").text()
        for each in family.findChildren(BoundLine)
    }
    assert totals["basic composition"] == "37"


@pytest.mark.begins_in("compose", "readout")
def test_that_bounds_that_are_equal_do_not_change_places(hand):
    for family in hand.card("readout").findChildren(BoundFamily):
        family.fold.setChecked(True)
    orders = set()
    for step in range(12):
        hand.store.dispatch(Moved("target.epsilon", 0.9 - 0.011 * step))
        hand.store.frame()
        names = [
            each.findChild(QLabel, "title").text() for each in hand.card("readout").findChildren(BoundLine)
        ]
        orders.add(names.index("advanced composition (tight drift)") < names.index("KOV closed-form bound"))
    assert len(orders) == 1


@cases_in_one("workspace", ["explore", "compose", "release", "learn", "ledger", "tables"])
def test_that_what_scrolls_has_a_name(hand, workspace):
    hand.open(workspace)
    found = [each for each in hand.window.findChildren(QScrollArea) if each.isVisible()]
    assert found
    assert all(each.accessibleName() for each in found)


class Appearing(QObject):
    """Notes which widgets appear or vanish."""

    def __init__(self, widgets):
        super().__init__()
        self.seen = []
        for each in widgets:
            each.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.ShowToParent):
            self.seen.append(watched.objectName())
        return False


def test_that_no_line_of_words_comes_and_goes_while_many_releases_are_moved(hand):
    hand.open("compose")
    hand.store.dispatch(Moved("target.epsilon", 0.9))
    hand.settled()
    watch = Appearing(hand.card("risk").findChildren(ExplainedLine))
    hand.store.dispatch(Moved("target.epsilon", 0.8))
    hand.store.frame()
    assert watch.seen == []
