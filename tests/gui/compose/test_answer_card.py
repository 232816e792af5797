"""Compose answers first: a person reads what k releases come to, drags a budget, opens a family of bounds."""

from functools import reduce

import pytest
from hands import in_front
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QScrollArea, QToolButton
from thoroughness import combined

from explorer.app.core.message import Typed
from explorer.app.core.state import State, Workspace
from explorer.app.update import update
from explorer.gui.canvas.level_knob import LevelKnob
from explorer.gui.compose.answer_pane import AnswerPane
from explorer.gui.compose.bound_line import BoundLine
from explorer.gui.widgets.column import Column

CARDS = ("composition", "readout")
LEFT = pytest.mark.begins_in("compose", "one-release", *CARDS)  # where the column at the left is looked at
BESIDE = ("composition", "crossings", "readout", "inverse")  # all that a width may depend on
pytestmark = pytest.mark.begins_in("compose", *CARDS)

BUDGET_DELTA = "composing.total_delta"


@pytest.fixture
def weekly(open_window, begun_in):
    """120 releases of ε = 0.1 at a total δ of 10⁻⁶, with a budget of 10."""
    typed = Typed("target.epsilon", "0.1"), Typed("composing.count", "120"), Typed(BUDGET_DELTA, "1e-6")
    return open_window(reduce(update, typed, State(workspace=Workspace.COMPOSE)), cards=begun_in[1])


def knob(hand):
    return hand.panel("composition").canvas.findChild(LevelKnob)


def dragged(hand, share):
    """The knob is taken and brought to a share of the picture's height."""
    canvas, held = hand.panel("composition").canvas, knob(hand)
    middle = held.rect().center()
    box = canvas.plot.box
    frame = canvas.plot.mapRectToScene(canvas.plot.mapRectFromItem(box, box.boundingRect()))
    goal = round(frame.bottom() - share * frame.height()) - held.y()
    hand.qtbot.mousePress(held, Qt.MouseButton.LeftButton, pos=middle)
    hand.qtbot.mouseMove(held, QPoint(middle.x(), goal))
    hand.qtbot.mouseRelease(held, Qt.MouseButton.LeftButton, pos=QPoint(middle.x(), goal))
    hand.settled()


def test_that_the_answer_stands_before_the_bounds(weekly):
    said = weekly.said(weekly.panel("readout").findChild(AnswerPane))
    assert said.index("71 of 100") < said.index("total ε ≤ 5.223 at δ = 10⁻⁶")
    assert "basic composition would say 12" in said
    assert "A total of this size protects weakly" in said
    assert not any(each.isVisible() for each in weekly.card("readout").findChildren(BoundLine))


class Actions:
    """What a person does, counted."""

    def __init__(self):
        self.done = 0

    def __call__(self, act, *given):
        self.done += 1
        act(*given)


@LEFT
def test_that_120_weekly_releases_are_answered_in_at_most_four_actions(hand):
    act, menu = Actions(), None
    act(hand.open, "compose")
    link = hand.find(QToolButton, "how often", hand.card("readout").head)
    menu = link.defaultAction().menu()
    act(menu.popup, link.mapToGlobal(QPoint(0, link.height())))
    (weekly,) = [each for each in menu.actions() if each.text() == "weekly for a year: 52 releases"]
    act(
        hand.qtbot.mouseClick,
        menu,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        middle(menu, weekly),
    )
    assert hand.store.state.composing.count == 52
    act(hand.type, hand.number("composing.count", hand.card("readout")), "120")
    hand.settled()
    assert act.done <= 4
    head = hand.card("readout").head
    assert head.assumption.text() == "one release a week for 2.31 years"
    said = hand.said(hand.panel("readout").findChild(AnswerPane))
    assert "of 100" in said
    assert "total ε ≤ " in said
    assert "all 120 releases: " in hand.said(hand.card("one-release"))
    hand.action("Undo").trigger()
    hand.action("Undo").trigger()
    hand.settled()
    assert (hand.store.state.composing.count, hand.store.state.composing.rhythm) == (100, None)
    assert head.assumption.text() == ""


def middle(menu, entry):
    return menu.actionGeometry(entry).center()


@pytest.mark.parametrize(("language", "scale"), [("en", 1.0), ("zh_CN", 1.0), ("en", 1.6)])
def test_that_k_and_delta_stay_in_sight_however_far_the_answer_is_scrolled(open_window, language, scale):
    hand = open_window(State(workspace=Workspace.COMPOSE), language=language, scale=scale, cards=BESIDE)
    for size in ((1280, 800), (1280, 720), (960, 600)):
        hand.window.resize(*size)
        hand.settled()
        in_sight(hand, scale)


def in_sight(hand, scale):
    """Both fields are whole at either end of the answer."""
    panel = hand.panel("readout")
    column = next(each for each in panel.findChildren(Column) if each.isVisible())
    for end in (column.verticalScrollBar().maximum, column.verticalScrollBar().minimum):
        column.verticalScrollBar().setValue(end())
        for path in ("composing.count", "composing.total_delta"):
            field = hand.number(path, panel)
            if scale > 1:  # the workspace itself scrolls where type is larger than the window has room for
                around = hand.window.findChild(QScrollArea, "workspaces")
                place = field.mapTo(around.widget(), field.rect().center())
                around.ensureVisible(place.x(), place.y(), field.width(), field.height())
            assert field.visibleRegion().boundingRect() == field.rect()
            assert in_front(field)
            assert field.fontMetrics().horizontalAdvance(field.text()) <= field.width()


def test_that_numbers_that_take_the_place_of_sliders_follow_the_width_of_now(open_window):
    hand = open_window(State(workspace=Workspace.COMPOSE), scale=1.6, cards=BESIDE)
    hand.open("compose")

    def widths():
        fields = [hand.number(path, hand.panel("readout")) for path in ("composing.count", BUDGET_DELTA)]
        return [hand.card("readout").width(), *(each.parentWidget().width() for each in fields)]

    before = widths()
    for high in (2000, 800):
        hand.window.resize(1280, high)
        hand.until(lambda high=high: hand.window.height() == high)
    hand.until(lambda: widths() == before)
    for wide in (2400, 1280):
        hand.window.resize(wide, 2000)
        hand.window.resize(wide, 800)
    hand.until(lambda: widths() == before)


@LEFT
def test_that_the_left_column_speaks_of_all_releases_and_of_the_k_from_which_gaussian_noise_is_less(weekly):
    said = weekly.said(weekly.card("one-release"))
    assert "all 120 releases: 71 of 100" in said
    assert "one alone: 52 of 100; random: 50" in said
    assert "total ε = 10, δ = 10⁻⁶: Gaussian has the smaller margin from k = " in said
    assert "95 % margin at k = 120: Laplace ± " in said
    weekly.open("explore")
    assert "all 120 releases" not in weekly.said(weekly.card("one-release"))
    assert "Gaussian has the smaller margin" not in weekly.said(weekly.card("one-release"))
    assert "52 of 100" in weekly.said(weekly.card("one-release"))


def test_that_a_budget_is_dragged_or_moved_by_arrow_keys_and_says_how_many_releases_fit(weekly):
    top = weekly.panel("composition").figure.y.high
    dragged(weekly, 3.0 / top)
    budget = weekly.store.state.composing.total_epsilon
    assert budget == pytest.approx(3.0, rel=0.06)  # a pixel is some percent of it
    words = [each.title for each in weekly.panel("composition").figure.layers if each.id == "budget"]
    assert "releases fit" in weekly.window.language.say(words[0])
    assert knob(weekly).accessibleName() == weekly.window.language.say(words[0])
    weekly.action("Undo").trigger()
    assert weekly.store.state.composing.total_epsilon == 10.0
    weekly.settled()
    knob(weekly).setFocus()
    before = weekly.store.state.composing.total_epsilon
    weekly.qtbot.keyClick(knob(weekly), Qt.Key.Key_Down)
    assert weekly.store.state.composing.total_epsilon < before
    weekly.qtbot.keyClick(knob(weekly), Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert weekly.store.state.composing.total_epsilon > before


def test_that_one_press_stops_at_what_the_budget_admits(weekly):
    for _ in range(3):
        weekly.qtbot.keyClick(knob(weekly), Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
        weekly.settled()
    weekly.click("Stop at ", weekly.card("readout"))
    weekly.settled()
    state = weekly.store.state
    assert state.composing.count < 120
    assert f"{state.composing.count} releases fit" in weekly.said(weekly.card("readout"))


def test_that_lower_epsilon_leads_to_the_budget_per_release(weekly):
    weekly.click("lower ε per release", weekly.card("readout"))
    weekly.until(lambda: weekly.card("inverse").isVisible())


def test_that_each_bound_that_holds_says_how_many_releases_fit(weekly):
    weekly.unfold()
    said = weekly.said(weekly.card("readout"))
    assert said.count("fit in the budget") + said.count("fits in the budget") >= 8
    lines = {
        line.findChild(QLabel, "title").text(): line
        for line in weekly.card("readout").findChildren(BoundLine)
    }
    assert "fit" not in weekly.said(lines["Gaussian DP"])
    assert "46" not in weekly.said(lines["Gaussian DP"])
    assert "fit in the budget" in weekly.said(lines["Rényi"])


@pytest.mark.parametrize(("size", "language"), combined([(960, 600), (1280, 800)], ["en", "zh_CN"]))
def test_that_no_word_of_the_answer_is_cut_off(open_window, language, size):
    hand = open_window(State(workspace=Workspace.COMPOSE), language=language, size=size, cards=BESIDE)
    hand.open("compose")
    hand.settled()
    pane = hand.panel("readout").findChild(AnswerPane)
    column = next(each for each in hand.panel("readout").findChildren(Column) if each.isVisible())

    def cut():
        labels = [each for each in pane.findChildren(QLabel) if each.isVisible() and each.text()]
        wrapped = [each for each in labels if each.wordWrap()]
        low = [each.text() for each in wrapped if each.height() < each.heightForWidth(each.width())]
        wide = [
            each.text()
            for each in labels
            if not each.wordWrap() and each.fontMetrics().horizontalAdvance(each.text()) > each.width()
        ]
        return low + wide

    hand.until(lambda: not cut())
    assert pane.minimumSizeHint().width() <= column.viewport().width()
