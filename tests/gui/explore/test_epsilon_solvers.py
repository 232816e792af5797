"""What ε may start from: a margin, a limit on belief, a harm, what a choice is wished to give."""

import math

import pytest
from left import chosen, column, field, start_from
from PySide6.QtWidgets import QAbstractButton, QComboBox

from explorer.app.core.state import additive_of
from explorer.app.explore.cost_summary import together
from explorer.gui.explore.epsilon_solvers import EACH, HARM, JOINT, LIMIT
from explorer.privacy.mechanism import Selection, every_mechanism


def test_that_a_joint_margin_gives_the_epsilon_of_all_together(hand):
    hand.type(hand.editor("start from a margin"), "10")
    each = hand.store.state.target.epsilon
    start_from(hand, JOINT)
    assert "simultaneously for all 20 bins" in hand.said(column(hand))
    hand.type(hand.editor("start from a simultaneous margin"), "10")
    state = hand.store.state
    assert state.target.epsilon > each
    assert additive_of(state).margin(0.95, together(state)) == pytest.approx(10, rel=2e-3)


def test_that_a_limit_on_belief_gives_the_epsilon(hand):
    start_from(hand, LIMIT)
    hand.type(field(hand, "π"), "0.1")
    hand.type(field(hand, "q"), "0.25")
    assert hand.store.state.target.epsilon == pytest.approx(math.log(3), rel=1e-3)
    assert hand.store.state.target.epsilon <= math.log(3)
    hand.type(field(hand, "ε"), "5")
    hand.click("find the ε", column(hand))
    assert hand.store.state.target.epsilon == pytest.approx(math.log(3), rel=1e-3)


def test_that_a_limit_below_the_belief_is_refused_beside_it(hand):
    start_from(hand, LIMIT)
    hand.type(field(hand, "π"), "0.7")
    (refusal,) = hand.refusals(column(hand))
    assert "above the prior belief" in refusal
    assert hand.store.state.target.epsilon == 1
    hand.type(field(hand, "q"), "0.8")
    assert hand.refusals(column(hand)) == []


def test_that_a_limit_says_why_delta_leaves_none(hand):
    chosen(hand, "gaussian")
    start_from(hand, LIMIT)
    assert "no ε limits the belief after a single result" in hand.said(column(hand))
    assert not field(hand, "π").isEnabled()
    assert not hand.find(QAbstractButton, "find the ε").isEnabled()
    chosen(hand, "laplace")
    assert field(hand, "π").isEnabled()


def test_that_a_harm_is_a_start_and_says_so(hand):
    start_from(hand, HARM)
    said = hand.said(column(hand))
    assert "never a default" in said
    assert "specific to this program" in said
    for harm, epsilon in (("a harm", 0.25), ("a danger", 0.05), ("a nuisance", 1.0)):
        hand.click(harm, column(hand))
        assert hand.store.state.target.epsilon == epsilon


def test_that_a_wish_has_the_words_of_the_mechanism(hand):
    for mechanism, kind in every_mechanism().items():
        chosen(hand, mechanism)
        box = hand.find(QComboBox, "Start from")
        selection = issubclass(kind, Selection)
        assert box.findData(EACH) == 0
        assert (box.findData(JOINT) == -1) is selection, mechanism
        assert box.itemText(0) == (kind.wish.text if selection else "start from a margin")


def test_that_a_wish_of_a_choice_gives_the_epsilon(hand):
    chosen(hand, "randomized-response")
    hand.type(hand.editor("truth probability of"), "0.75")
    assert hand.store.state.target.epsilon == pytest.approx(math.log(3), rel=1e-3)
    assert hand.store.state.target.epsilon >= math.log(3)
    hand.type(hand.editor("truth probability of"), "2")
    assert len(hand.refusals(column(hand))) == 1


def test_that_the_wish_comes_back_as_a_margin_with_noise(hand):
    start_from(hand, JOINT)
    chosen(hand, "exponential")
    assert hand.find(QComboBox, "Start from").currentData() == EACH
    chosen(hand, "laplace")
    hand.type(hand.editor("start from a margin"), "10")
    assert hand.store.state.target.epsilon == pytest.approx(math.log(20) / 10, rel=2e-3)
