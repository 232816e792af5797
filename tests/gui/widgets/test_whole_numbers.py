"""No number in a field is ever cut: one that is reads as another number."""

import re

import pytest
from hands import in_front
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget
from thoroughness import combined

from explorer.app.core import message as said
from explorer.app.core.state import State, Workspace
from explorer.app.plotting.layers import Handle
from explorer.gui.compose.answer_pane import AnswerPane
from explorer.gui.compose.bound_line import BoundLine
from explorer.gui.fields.number_field import NumberField
from explorer.gui.widgets.theme import Theme
from explorer.gui.workspaces.workspace_docks import Stack
from explorer.language import Language, editable, number

pytestmark = pytest.mark.begins_in("compose")
LONG = "1.266e-14"


def missing(field):
    """What of a number cannot be seen: its field is too narrow, or lies partly outside of its card."""
    line, text = field.lineEdit(), field.lineEdit().text()
    if QFontMetrics(line.font()).horizontalAdvance(text) > field.width() - 12:  # two paddings, two margins
        return f"{text}: {field.width()} wide"
    left = field.mapTo(field.window(), QPoint(0, 0)).x()
    around = field.parentWidget()
    while around is not None and not isinstance(around, Stack):  # that scrolls in a window small for its type
        edge = around.mapTo(field.window(), QPoint(0, 0)).x()
        if left < edge or left + field.width() > edge + around.width() + 1:
            return f"{text}: outside of {type(around).__name__}"
        around = around.parentWidget()
    return ""


def cut(hand):
    fields = [each for each in hand.window.findChildren(NumberField) if in_front(each)]
    assert fields
    return [missing(each) for each in fields if missing(each)]


@pytest.mark.parametrize(
    ("look", "language"),
    combined(
        [(1.0, (1280, 800)), (1.0, (960, 600)), (1.3, (1280, 800)), (1.6, (1280, 800))], ["en", "zh_CN"]
    ),
)
def test_that_no_number_is_cut_in_any_workspace(open_window, look, language):
    scale, size = look
    hand = open_window(
        State(workspace=Workspace.COMPOSE), scale=scale, size=size, language=language, front_only=True
    )
    hand.until(lambda: not cut(hand))
    hand.open("compose")
    hand.store.dispatch(said.Typed("composing.total_delta", LONG))
    hand.store.dispatch(said.Typed("composing.count", "123456"))
    for card in ("readout", "inverse"):
        hand.furnished.open_card(card)
        hand.settled()
        hand.until(lambda: not cut(hand))
        shown = {each.lineEdit().text() for each in hand.card(card).findChildren(NumberField)}
        assert {editable(1.266e-14), editable(123_456)} <= shown


# A field once shrank its type to 8 pixels for a long number: two numbers beside each other then looked as if
# they were of different weight, and the smallest could not be read. Now it is wider, or says that it is cut.


@pytest.fixture
def around(qtbot):
    found = QWidget()
    qtbot.addWidget(found)
    found.resize(400, 200)
    other = QLineEdit(found)
    found.show()
    other.setFocus()
    return found


@pytest.fixture
def field(around):
    found = NumberField(Theme("light"), around)
    found.setToolTip("privacy loss")
    found.show()
    return found


def test_that_a_field_grows_for_a_long_number_in_the_same_type_and_is_narrow_again(field):
    field.hold(80, 28)
    field.show_text("100")
    usual, type_size = field.width(), field.lineEdit().font().pixelSize()
    field.show_text(number(1.266e-14))
    assert field.lineEdit().font().pixelSize() == type_size
    assert field.width() > usual == 80
    assert not missing(field)
    assert field.shown == number(1.266e-14)
    assert field.toolTip() == "privacy loss"
    field.show_text("100")
    assert field.width() == usual


def test_that_what_is_longer_than_any_field_says_that_it_is_cut_and_has_all_in_its_tooltip(
    field, around, qtbot
):
    field.hold(80, 28)
    field.show_text("12345678901234567890")
    type_size = field.lineEdit().font().pixelSize()
    assert field.shown.endswith("…")
    assert field.shown.startswith("123")
    assert field.toolTip() == "12345678901234567890\nprivacy loss"
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_End)
    assert field.shown == field.lineEdit().text() == "12345678901234567890"  # it scrolls under the caret
    assert field.lineEdit().font().pixelSize() == type_size
    around.findChild(QLineEdit, options=Qt.FindChildOption.FindDirectChildrenOnly).setFocus()
    assert field.shown.endswith("…")
    field.show_text("5")
    assert (field.shown, field.toolTip()) == ("5", "privacy loss")


def test_that_no_two_number_fields_of_a_card_are_set_in_different_type(open_window):
    """Long beside short: once each had a size of its own."""
    hand = open_window(size=(960, 600), cards=("risk",))
    hand.store.dispatch(said.Moved("reading.prior", 0.00123))
    hand.settled()
    fields = [each for each in hand.card("risk").findChildren(NumberField) if in_front(each)]
    assert len(fields) == 3
    assert len({each.lineEdit().font().pixelSize() for each in fields}) == 1
    assert cut(hand) == []


@pytest.fixture
def small(open_window):
    """A hand in Compose, in a small window."""
    return open_window(State(workspace=Workspace.COMPOSE), size=(960, 600), front_only=True)


def test_that_answer_and_names_beside_numbers_are_whole_in_a_small_window(small):
    pane = small.panel("readout").findChild(AnswerPane)

    def whole(words):
        label = next(each for each in pane.findChildren(QLabel) if words in each.text())
        return label.visibleRegion().boundingRect().height() >= label.height() - 2

    small.until(lambda: whole("of 100") and whole("guesses right"))
    for card in ("readout", "inverse"):
        names_are_whole(small, card)


def names_are_whole(hand, card):
    hand.furnished.open_card(card)
    hand.settled()

    def narrow():
        fields = [each for each in hand.card(card).findChildren(NumberField) if in_front(each)]
        names = [
            label
            for each in fields
            for label in each.parentWidget().findChildren(QLabel)
            if label.text().split() == each.accessibleName().split()
        ]
        assert len(names) == len(fields) > 0
        longest = [name.fontMetrics().horizontalAdvance(max(name.text().split(), key=len)) for name in names]
        return [name for name, wide in zip(names, longest, strict=True) if wide > name.width()]

    hand.until(lambda: not narrow())


@pytest.mark.begins_in("compose", "composition", "readout")
def test_that_the_upper_end_of_an_interval_is_quoted_everywhere(hand):
    hand.open("compose")
    hand.unfold()
    lines = [each for each in hand.card("readout").findChildren(BoundLine) if each.isVisible()]
    best = next(each for each in lines if "numerical (PLD) accounting" in hand.said(each))
    told = hand.said(best)
    ends = re.search(r"proven: ([0-9.]+) … ([0-9.]+)", told.replace("\n", " "))
    assert ends is not None
    low, high = map(float, ends.groups())
    assert low < 64.4546 < high < low * (1 + 1e-4)
    assert "64.46" in told.split("\n")
    handle = next(each for each in hand.panel("composition").figure.layers if isinstance(each, Handle))
    assert hand.store.state.composing.count == 100
    assert Language("en").say(handle.title) == "k = 100: ε ≤ 64.46"


@pytest.mark.begins_in("compose", "readout")
def test_that_choices_tell_that_pld_accounting_is_of_a_dominating_pair(hand):
    hand.open("compose")
    hand.store.dispatch(said.MechanismChosen("exponential"))
    hand.settled()
    hand.unfold()
    assert "proven upper bound, from a dominating pair" in hand.said(hand.card("readout"))
