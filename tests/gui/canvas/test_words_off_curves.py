"""In a small window too, words lie on no curve and stand by what they speak of."""

import pytest
from hands import place_of
from PySide6.QtWidgets import QApplication
from thoroughness import combined

from explorer.app.core.message import MechanismChosen, Moved, Settled
from explorer.app.core.state import State, Workspace
from explorer.app.plotting.layers import Level, Line
from explorer.gui.canvas.words import box_of
from explorer.language import LANGUAGES

pytestmark = pytest.mark.placed
SMALL = (960, 600)


def opened(open_window, workspace, card, language="en"):
    state = State(workspace=Workspace(workspace))
    cards = ("composition", "crossings", "readout") if workspace == "compose" else ()  # its width depends on
    hand = open_window(state, size=SMALL, language=language, front_only=True, cards=cards)
    panel = hand.panel(card)
    hand.until(lambda: not panel.figure.pending)
    for _ in range(3):
        QApplication.processEvents()
    return hand, panel


def covered(panel, words):
    """The curves that run through the box of some words."""
    box, found = box_of(words), []
    for line in (each for each in panel.figure.layers if isinstance(each, Line)):
        points = [place_of(panel.canvas, float(x), float(y)) for x, y in zip(line.x, line.y, strict=True)]
        if any(box.left < at.x() < box.right and box.top < at.y() < box.bottom for at in points):
            found.append(line.id)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_the_words_of_the_first_picture_lie_on_no_curve(open_window, language):
    hand, panel = opened(open_window, "explore", "released-value", language)
    assert hand.words("released-value")["band-words"].isVisible()
    every = combined([101.7, 99.0, 103.5], LANGUAGES)
    for observed in (observed for observed, spoken in every if spoken == language):
        hand.store.dispatch(Moved("reading.observed", observed))
        hand.store.dispatch(Settled())
        hand.settled()
        words = hand.words("released-value")
        assert words["reading"].isVisible()
        for name in ("reading", "band-words"):
            if words[name].isVisible():
                assert covered(panel, words[name]) == [], (name, observed)
    names_of_a_wide_distribution(hand, panel)


def names_of_a_wide_distribution(hand, panel):
    """A Gaussian leaves too little room beside it for the whole name in a small window."""
    hand.store.dispatch(MechanismChosen("gaussian"))
    hand.settled()
    words = hand.words("released-value")
    assert words["without-name"].isVisible()
    assert [covered(panel, words[name]) for name in ("without-name", "with-name")] == [[], []]


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_names_of_curves_lie_on_no_curve_in_a_small_picture_of_two_tables(open_window, language):
    hand, panel = opened(open_window, "tables", "table-composed", language)
    shown = {name: words for name, words in hand.words("table-composed").items() if words.isVisible()}
    names = {name: covered(panel, words) for name, words in shown.items() if name.startswith("end-")}
    assert len(names) == 10
    assert {name: under for name, under in names.items() if under} == {}


def test_that_the_words_of_the_budget_stand_by_its_line_and_are_whole_where_there_is_room(open_window):
    hand, panel = opened(open_window, "compose", "composition")
    budget_words(hand, panel, 58.0)
    budget_words(hand, panel, 10.0)
    assert hand.words("composition")["budget-words"].lines == ("budget: 10 releases",)
    hand.window.resize(1280, 800)
    for _ in range(5):
        QApplication.processEvents()
    assert hand.words("composition")["budget-words"].lines == ("budget ε = 10: 10 releases fit",)
    assert panel.figure.id == "composition"


def budget_words(hand, panel, budget):
    """Those of this budget stand by its line, and on no curve."""
    hand.store.dispatch(Moved("composing.total_epsilon", budget))
    hand.store.dispatch(Settled())
    hand.settled()
    hand.until(lambda: not panel.figure.pending)
    words = hand.words("composition")["budget-words"]
    box, (level,) = box_of(words), [each for each in panel.figure.layers if isinstance(each, Level)]
    at, high = place_of(panel.canvas, 0.0, level.at).y(), box.bottom - box.top
    assert words.lines[0].startswith("budget")
    assert min(abs(box.bottom - at), abs(box.top - at)) < 1.5 * high
    assert covered(panel, words) == []


def test_that_nothing_is_called_out_of_reach_where_that_would_lie_on_a_curve(open_window):
    hand, panel = opened(open_window, "explore", "trade-off", "zh_CN")
    words = hand.words("trade-off")["unreached-words"]
    assert not words.isVisible() or covered(panel, words) == []
