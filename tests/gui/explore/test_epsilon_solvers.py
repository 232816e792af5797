"""What ε may start from: a belief, a margin, a harm, what a choice is wished to give, a total of many."""

import math

import pytest
from cases_in_one import cases_in_one
from left import chosen, column, field, fill, sentence_field, start_from, wanted_margin
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QToolButton
from thoroughness import combined

from explorer.app.core.message import PresetChosen
from explorer.app.core.start import StartFrom
from explorer.app.core.state import State, additive_of
from explorer.app.explore.cost_summary import together
from explorer.app.explore.presets import PRESETS
from explorer.app.explore.start_sentences import names
from explorer.gui.fields.field_sentence import FieldSentence
from explorer.gui.fields.segments import Segments
from explorer.language import number
from explorer.mark import at_least
from explorer.privacy.mechanism import Selection, every_mechanism

pytestmark = pytest.mark.begins_in("explore", "one-release")
KEYS = Qt.Key


@pytest.fixture
def hand(hand):
    """In the left column: the pictures beside it stay as they are."""
    return hand.only("one-release")


def epsilon(hand):
    return hand.store.state.target.epsilon


def origin(hand):
    """The line that says what ε follows from, or none."""
    labels = column(hand).findChildren(QLabel)
    said = [each.text() for each in labels if each.text().startswith("from: ") and each.isVisible()]
    return said[0] if said else None


def sentences(hand):
    """The sentences with fields that can be seen."""
    return [each for each in column(hand).findChildren(FieldSentence) if each.isVisible()]


# Which one


def test_that_nothing_stands_there_while_epsilon_is_set_by_hand(hand):
    assert hand.store.state.start.chosen is StartFrom.EPSILON
    assert sentences(hand) == []
    assert origin(hand) is None
    assert not [each for each in column(hand).findChildren(QAbstractButton) if each.text() == "find ε"]


@cases_in_one("start", [each for each in StartFrom if each is not StartFrom.EPSILON])
def test_that_a_start_is_chosen_with_the_mouse_shows_its_sentence_and_can_be_undone(hand, start):
    start_from(hand, start)
    assert hand.store.state.start.chosen is start
    assert (len(sentences(hand)) == 1) is (start is not StartFrom.HARM)
    assert epsilon(hand) == 1
    hand.store.undo()
    hand.settled()
    assert hand.store.state.start.chosen is StartFrom.EPSILON
    assert sentences(hand) == []


def test_that_arrows_go_along_the_row_and_tab_stops_there_once(hand):
    row = hand.panel("one-release").findChild(Segments)
    row.first.setFocus()
    met = []
    for key in (KEYS.Key_Right, KEYS.Key_Right, KEYS.Key_Left, KEYS.Key_End, KEYS.Key_Right, KEYS.Key_Home):
        hand.qtbot.keyClick(QApplication.focusWidget(), key)
        hand.settled()
        met.append(hand.store.state.start.chosen.value)
        assert QApplication.focusWidget() is row.first
    assert met == ["belief", "margin", "belief", "total", "epsilon", "epsilon"]
    stops = [each for each in row.findChildren(QToolButton) if each.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert stops == [row.first]


def test_that_tab_goes_through_the_sentence_in_the_order_in_which_it_is_read(hand):
    start_from(hand, StartFrom.MARGIN)
    hand.panel("one-release").findChild(Segments).first.setFocus()
    met = []
    for _ in range(4):
        hand.qtbot.keyClick(QApplication.focusWidget(), KEYS.Key_Tab)
        met.append(QApplication.focusWidget().accessibleName())
    assert met == ["noise margin", "confidence", "what the margin holds for", "find ε"]


def test_that_every_start_has_its_name_in_full_for_ears_and_the_words_of_the_mechanism(hand):
    row = hand.panel("one-release").findChild(Segments)
    for mechanism, kind in every_mechanism().items():
        chosen(hand, mechanism)
        said = [each.accessibleName() for each in row.findChildren(QToolButton)]
        margin = kind.wish_name.text if issubclass(kind, Selection) else "a margin"
        assert said == ["ε", "an attacker's belief", margin, "severity of harm", "a total"]


@pytest.mark.parametrize(
    ("look", "language"),
    combined([((1280, 800), 1.0), ((960, 600), 1.0), ((1280, 800), 1.6)], ["en", "zh_CN"]),
)
def test_that_every_name_can_be_read_whatever_the_width(open_window, look, language):
    size, scale = look
    hand = open_window(size=size, scale=scale, language=language, cards=("one-release",))
    row = hand.panel("one-release").findChild(Segments)
    for wide in (row.width(), round(120 * scale), round(700 * scale)):
        row.resize(wide, row.height())
        for button in row.findChildren(QToolButton):
            assert button.fontMetrics().horizontalAdvance(button.text()) <= button.width()
            assert row.rect().contains(button.geometry())
    full = hand.window.language.say(names(hand.store.state, StartFrom.BELIEF)[0])
    assert full in [each.text() for each in row.findChildren(QToolButton)]  # where there is room for it


# An attacker's belief


def test_that_a_limit_on_belief_gives_the_epsilon_in_one_step(hand):
    start_from(hand, StartFrom.BELIEF)
    steps = len(hand.store.history.past)
    fill(hand, prior="10 %")
    assert (epsilon(hand), hand.store.state.reading.prior) == (1, 0.5)  # not before the sentence is whole
    assert QApplication.focusWidget() is sentence_field(hand, "limit")
    fill(hand, limit="1 in 4")
    assert epsilon(hand) == pytest.approx(math.log(3), rel=1e-3)
    assert epsilon(hand) <= math.log(3)
    assert (hand.store.state.reading.prior, hand.store.state.reading.limit) == (0.1, 0.25)
    assert [sentence_field(hand, each).text() for each in ("prior", "limit")] == ["10 %", "25 %"]
    assert origin(hand) == "from: at most 25 % sure, given a prior belief of 10 %"
    assert len(hand.store.history.past) == steps + 1
    hand.store.undo()
    hand.settled()
    state = hand.store.state
    assert (state.target.epsilon, state.reading.prior, state.reading.limit) == (1, 0.5, 0.6)
    assert origin(hand) is None
    assert sentence_field(hand, "prior").text() == "50 %"


def test_that_undo_leaves_no_field_of_another_state_in_the_sentence(hand):
    """“someone 30 % sure may become at most 2 % sure” is a limit that nobody can set."""
    start_from(hand, StartFrom.BELIEF)
    fill(hand, prior="1 %", limit="2 %")
    fill(hand, prior="20 %", limit="40 %")
    fill(hand, prior="30 %")  # not handed on
    hand.store.undo()
    hand.settled()
    assert [sentence_field(hand, each).text() for each in ("prior", "limit")] == ["1 %", "2 %"]


def test_that_the_button_finds_epsilon_too_and_an_epsilon_by_hand_forgets_where_it_came_from(hand):
    start_from(hand, StartFrom.BELIEF)
    hand.click("find ε", column(hand))
    found = epsilon(hand)
    assert found == pytest.approx(math.log(1.5), rel=1e-3)
    chosen(hand, "discrete-laplace")
    assert origin(hand) is not None  # any pure mechanism of this ε keeps the limit
    hand.type(field(hand, "ε"), "5")
    assert origin(hand) is None
    hand.click("find ε", column(hand))
    assert epsilon(hand) == found
    chosen(hand, "gaussian")
    assert origin(hand) is None


def test_that_what_was_started_from_stays_in_sight_whatever_is_chosen_next(hand):
    start_from(hand, StartFrom.BELIEF)
    fill(hand, prior="1 %", limit="2 %")
    for start in (StartFrom.EPSILON, StartFrom.TOTAL):
        start_from(hand, start)
        assert origin(hand) == "from: at most 2 % sure, given a prior belief of 1 %"
    hand.drag_handle("released-value", 100.0, 99.0)
    assert origin(hand) is not None


def test_that_a_refusal_stands_under_the_sentence_and_leaves_what_was_typed_to_be_mended(hand):
    start_from(hand, StartFrom.BELIEF)
    for prior, limit, why in (
        ("70 %", "60 %", "above the prior belief"),
        ("1", "2 %", "write 1 % for 1 of 100"),
        ("1 %", "much", "is not a number"),
        ("1 %", "1,000", "1000 or 1.000"),
    ):
        fill(hand, prior=prior, limit=limit)
        (refusal,) = hand.refusals(column(hand))
        assert why in refusal
        assert epsilon(hand) == 1
        assert sentence_field(hand, "limit").text() == limit
    fill(hand, prior="1 %", limit="2 %")
    assert hand.refusals(column(hand)) == []
    assert epsilon(hand) < math.log(2.03)


def test_that_escape_takes_the_refusal_and_what_was_typed_away(hand):
    start_from(hand, StartFrom.BELIEF)
    fill(hand, prior="2", limit="60 %")
    assert len(hand.refusals(column(hand))) == 1
    hand.qtbot.keyClick(sentence_field(hand, "limit"), KEYS.Key_Escape)
    hand.settled()
    assert hand.store.state.refused == {}
    assert sentence_field(hand, "prior").text() == "50 %"


def test_that_an_empty_field_is_gone_to_instead_of_a_guess(hand):
    start_from(hand, StartFrom.BELIEF)
    sentence_field(hand, "prior").clear()
    fill(hand, limit="70 %")
    assert QApplication.focusWidget() is sentence_field(hand, "prior")
    assert (epsilon(hand), hand.store.state.reading.limit) == (1, 0.6)


def test_that_a_limit_says_why_delta_leaves_none(hand):
    chosen(hand, "gaussian")
    start_from(hand, StartFrom.BELIEF)
    assert "no ε limits the belief after a single result" in hand.said(column(hand))
    assert not sentence_field(hand, "prior").isEnabled()
    assert not hand.find(QAbstractButton, "find ε", column(hand)).isEnabled()
    chosen(hand, "laplace")
    assert sentence_field(hand, "prior").isEnabled()


# A margin


def test_that_a_joint_margin_gives_the_epsilon_of_all_of_them(hand):
    wanted_margin(hand, "10")
    each = epsilon(hand)
    assert origin(hand) == "from: ± 10 in 95 % of releases, each count"
    hand.choose(hand.find(QComboBox, "what the margin holds for", column(hand)), True)
    assert epsilon(hand) == each  # not before it is handed on
    wanted_margin(hand, "10")
    state = hand.store.state
    assert state.target.epsilon > each
    assert additive_of(state).margin(0.95, together(state)) == pytest.approx(10, rel=2e-3)
    assert origin(hand) == "from: ± 10 in 95 % of releases, all 20 counts simultaneously"


def test_that_a_margin_has_its_confidence_in_the_same_sentence_and_a_percentage_is_none_of_a_count(hand):
    wanted_margin(hand, "10 %")
    (refusal,) = hand.refusals(column(hand))
    assert "“10 %” is a percentage; a margin is a number above 0" in refusal
    assert epsilon(hand) == 1
    wanted_margin(hand, "± 10", "99 %")
    state = hand.store.state
    assert state.reading.confidence == 0.99
    assert additive_of(state).margin(0.99, 1) == pytest.approx(10, rel=2e-3)
    assert "99 % noise margin, each count" in hand.said(column(hand))
    hand.store.undo()
    hand.settled()
    assert (epsilon(hand), hand.store.state.reading.confidence) == (1, 0.95)


def test_that_a_wish_of_a_choice_gives_the_epsilon(hand):
    chosen(hand, "randomized-response")
    start_from(hand, StartFrom.MARGIN)
    fill(hand, wished="75 %")
    assert epsilon(hand) == pytest.approx(math.log(3), rel=1e-3)
    assert epsilon(hand) >= math.log(3)
    assert origin(hand) == "from: true answer with probability 0.75"
    fill(hand, wished="2")
    assert len(hand.refusals(column(hand))) == 1
    chosen(hand, "exponential")
    wanted_margin(hand, "20")
    assert origin(hand) == "from: score loss at most 20 in 95 % of releases"


def test_that_the_wish_comes_back_as_a_margin_with_noise(hand):
    start_from(hand, StartFrom.MARGIN)
    chosen(hand, "exponential")
    assert hand.store.state.start.chosen is StartFrom.MARGIN
    chosen(hand, "laplace")
    wanted_margin(hand, "10")
    assert epsilon(hand) == pytest.approx(math.log(20) / 10, rel=2e-3)


# A harm


def test_that_a_harm_is_a_start_and_says_so(hand):
    start_from(hand, StartFrom.HARM)
    said = hand.said(column(hand))
    assert "never a default" in said
    assert "specific to this program" in said
    for harm, found in (("a harm", 0.25), ("a danger", 0.05), ("a nuisance", 1.0)):
        hand.click(harm, column(hand))
        hand.settled()
        assert epsilon(hand) == found
        assert origin(hand).startswith(f"from: {harm}")


# A total


def offered(hand):
    """What each release may have, as it is said."""
    return next(line for line in hand.said(column(hand)).splitlines() if line.endswith(" per release"))


def usable(hand):
    """Whether there is a button that takes it."""
    buttons = column(hand).findChildren(QToolButton)
    return any(each.text() == "use" and each.isVisible() for each in buttons)


def test_that_a_total_gives_each_release_what_the_tightest_proven_bound_admits(hand):
    start_from(hand, StartFrom.TOTAL)
    fill(hand, count="120", total="3", delta="1e-6")
    hand.settled()
    assert epsilon(hand) == 1
    assert offered(hand) == "ε = 0.06059 per release"
    assert "tightest proven bound: numerical (PLD) accounting" in hand.said(column(hand))
    hand.qtbot.keyClick(sentence_field(hand, "delta"), KEYS.Key_Return)
    hand.settled()
    state = hand.store.state
    assert state.target.epsilon == 0.06059  # as it was offered
    held = state.composing
    assert (held.count, held.total_epsilon, held.total_delta) == (120, 3, 1e-6)
    assert origin(hand) == "from: 120 releases, total ε at most 3 at δ 10⁻⁶"
    assert not [
        each for each in column(hand).findChildren(QToolButton) if each.text() == "use" and each.isVisible()
    ]
    hand.store.undo()
    hand.settled()
    assert hand.store.state.target.epsilon == 1
    assert hand.store.state.composing == State().composing
    assert sentence_field(hand, "count").text() == "100"


def test_that_the_button_takes_the_epsilon_of_a_total_once_it_is_found(hand):
    start_from(hand, StartFrom.TOTAL)
    hand.settled()
    told = offered(hand)
    hand.click("use the ε", column(hand))
    hand.settled()
    assert told == f"ε = {number(at_least(epsilon(hand)))} per release"
    assert hand.store.state.composing == State().composing
    assert not usable(hand)


def test_that_an_older_answer_is_dimmed_and_cannot_be_taken(hand):
    start_from(hand, StartFrom.TOTAL)
    hand.settled()
    before = offered(hand)
    line = sentence_field(hand, "count")
    line.setFocus()
    line.selectAll()
    hand.qtbot.keyClicks(line, "120")
    hand.qtbot.keyClick(line, KEYS.Key_Tab)
    hand.store.frame()
    (label,) = [each for each in column(hand).findChildren(QLabel) if each.text() == before]
    assert label.property("dimmed")
    assert not usable(hand)
    hand.settled()
    assert offered(hand) != before
    assert usable(hand)
    assert epsilon(hand) == 1


def test_that_a_total_that_cannot_be_is_refused_under_the_sentence(hand):
    start_from(hand, StartFrom.TOTAL)
    for count, why in (("0", "k must lie between"), ("1,000", "1000 or 1.000"), ("2.5", "whole number")):
        fill(hand, count=count, delta="1e-4")
        (refusal,) = hand.refusals(column(hand))
        assert why in refusal
        assert epsilon(hand) == 1
    fill(hand, count="120")
    assert hand.refusals(column(hand)) == []


def test_that_a_total_sets_delta_too_where_the_mechanism_needs_one(hand):
    chosen(hand, "gaussian")
    start_from(hand, StartFrom.TOTAL)
    fill(hand, count="1000", total="3", delta="1e-6")
    hand.settled()
    assert offered(hand) == "ε = 0.1055, δ = 5·10⁻¹⁰ per release"
    hand.qtbot.keyClick(sentence_field(hand, "delta"), KEYS.Key_Return)
    hand.settled()
    assert hand.store.state.target.delta == pytest.approx(5e-10)
    assert origin(hand) is not None


def test_that_a_total_has_an_answer_for_every_mechanism(hand):
    start_from(hand, StartFrom.TOTAL)
    for mechanism in every_mechanism():
        chosen(hand, mechanism)
        said = hand.said(column(hand))
        assert "being computed" not in said
        assert ("tightest proven bound" in said) is usable(hand), mechanism
        assert usable(hand) or "no proven bound leaves" in said


def test_that_a_preset_forgets_what_epsilon_followed_from(hand):
    wanted_margin(hand, "10")
    hand.store.dispatch(PresetChosen(next(iter(PRESETS))))
    hand.settled()
    assert hand.store.state.start.origin is None
