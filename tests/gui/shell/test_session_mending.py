"""What was refused, under a person's hands: mended by the value in force, by Escape, by undo."""

import pytest
from cases_in_one import cases_in_one
from hands import Hand
from left import chosen, column, field, sentence_field, start_from, wanted_margin
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from explorer.app.core.message import MechanismChosen, Moved, PictureShown, SensitivityInputChosen
from explorer.app.core.start import StartFrom

pytestmark = pytest.mark.begins_in("explore", "one-release", "released-value", "risk")
few = pytest.mark.begins_in("explore", "one-release")  # where the column alone is looked at


def refused(hand: Hand, symbol: str, text: str) -> None:
    hand.type(field(hand, symbol), text)
    assert len(hand.refusals(column(hand))) == 1


def nothing_refused(hand: Hand) -> bool:
    older = [each for each in hand.window.findChildren(QLabel) if each.property("dimmed")]
    full = hand.panel("released-value").canvas.plot.opacity() == 1
    return hand.store.state.refused == {} and hand.refusals() == [] and not older and full


@cases_in_one("symbol, bad, good", [("ε", "51", "1"), ("Δ", "-1", "1"), ("ε", "", "1")])
def test_that_the_value_in_force_takes_the_refusal_away(hand, symbol, bad, good):
    refused(hand, symbol, bad)
    hand.type(field(hand, symbol), good)
    assert nothing_refused(hand)
    assert field(hand, symbol).text() == good
    assert hand.store.history.past == ()


def test_that_a_rounded_value_in_force_is_not_changed_by_entering_it_again(hand):
    hand.type(field(hand, "ε"), "1/3")
    refused(hand, "ε", "51")
    hand.type(field(hand, "ε"), "0.3333")
    assert nothing_refused(hand)
    assert hand.store.state.target.epsilon == 1 / 3


@cases_in_one("symbol", ["ε", "Δ"])
def test_that_escape_takes_the_refusal_away(hand, symbol):
    refused(hand, symbol, "-1")
    hand.qtbot.keyClick(field(hand, symbol), Qt.Key.Key_Escape)
    hand.settled()
    assert nothing_refused(hand)
    assert field(hand, symbol).text() == "1"


def test_that_an_emptied_field_says_what_it_needs(hand):
    refused(hand, "ε", "51")
    hand.type(field(hand, "ε"), "")
    assert hand.refusals(column(hand)) == ["ε needs a number between 10⁻⁶ and 50"]


def test_that_the_key_undoes_the_refused_entry_first(hand):
    hand.type(field(hand, "ε"), "2")
    refused(hand, "ε", "51")
    hand.qtbot.keyClick(field(hand, "ε"), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    hand.settled()
    assert nothing_refused(hand)
    assert (hand.store.state.target.epsilon, field(hand, "ε").text()) == (2, "2")
    hand.action("Undo").trigger()
    assert hand.store.state.target.epsilon == 1


def test_that_undo_can_be_chosen_where_there_is_only_a_refusal(hand):
    assert not hand.action("Undo").isEnabled()
    refused(hand, "ε", "51")
    assert hand.action("Undo").isEnabled()
    hand.action("Undo").trigger()
    hand.settled()
    assert nothing_refused(hand)
    assert not hand.action("Undo").isEnabled()


def test_that_a_small_field_of_the_risk_card_is_mended_too(hand):
    card = hand.card("risk")
    small = hand.number("reading.group", card)
    for mend in ("1", Qt.Key.Key_Escape):
        hand.type(small, "0")
        assert len(hand.refusals(card)) == 1
        if mend == "1":
            hand.type(small, mend)
        else:
            hand.qtbot.keyClick(small, mend)
            hand.settled()
        assert hand.store.state.refused == {}
        assert small.text() == "1"


@few
@cases_in_one("mend", ["", Qt.Key.Key_Escape])
def test_that_given_up_scores_are_those_in_force(hand, mend):
    chosen(hand, "exponential")
    line = hand.editor("scores of the candidates, without you")
    before = line.text()
    hand.type(line, "many")
    assert len(hand.refusals(column(hand))) == 1
    if mend == "":
        hand.type(line, mend)
    else:
        hand.qtbot.keyClick(line, mend)
        hand.settled()
    assert hand.store.state.refused == {}
    assert line.text() == before


@few
def test_that_a_wish_that_is_given_up_is_no_longer_refused(hand):
    wanted_margin(hand, "-3")
    assert len(hand.refusals(column(hand))) == 1
    hand.qtbot.keyClick(sentence_field(hand, "wished"), Qt.Key.Key_Escape)
    hand.settled()
    assert (hand.store.state.refused, sentence_field(hand, "wished").text()) == ({}, "")


@few
def test_that_a_refused_wish_is_taken_back_by_undo(hand):
    wanted_margin(hand, "-3")
    hand.store.undo()
    hand.settled()
    assert hand.refusals(column(hand)) == []
    assert hand.store.state.start.chosen is StartFrom.MARGIN


# The wish that was granted


def test_that_a_granted_margin_stands_until_something_else_changes_it(hand):
    wanted_margin(hand, "3")
    line = sentence_field(hand, "wished")
    assert line.text() == "3"
    hand.drag_handle("released-value", 100.0, 99.0)
    assert line.text() == "3"
    hand.type(field(hand, "ε"), "0.2")
    assert line.text() == ""


@few
@cases_in_one(
    "change",
    [Moved("target.sensitivity", 4.0), MechanismChosen("gaussian"), Moved("reading.confidence", 0.9)],
)
def test_that_whatever_changes_the_margin_takes_the_wish_away(hand, change):
    wanted_margin(hand, "3")
    hand.store.dispatch(change)
    hand.settled()
    assert sentence_field(hand, "wished").text() == ""
    assert hand.store.state.start.origin is None


@few
def test_that_what_is_being_typed_is_left_alone_by_what_else_changes(hand):
    start_from(hand, StartFrom.MARGIN)
    line = sentence_field(hand, "wished")
    line.setFocus()
    hand.qtbot.keyClicks(line, "12")
    hand.store.dispatch(Moved("reading.observed", 99.0))
    hand.settled()
    assert line.text() == "12"
    assert hand.store.state.start.origin is None


# Numbers of an older release


def test_that_the_numbers_of_a_refused_release_are_dimmed_like_its_pictures(hand):
    refused(hand, "ε", "51")
    older = {each.text() for each in hand.window.findChildren(QLabel) if each.property("dimmed")}
    assert any(" of 100" in each for each in older)
    assert any(each.startswith("±") for each in older)
    assert any(each.property("dimmed") for each in hand.card("risk").findChildren(QLabel))
    key = next(each for each in column(hand).findChildren(QLabel) if each.property("dimmed") and each.text())
    faint = hand.window.palette().placeholderText().color()
    assert key.palette().windowText().color().name() == faint.name()
    hand.qtbot.keyClick(field(hand, "ε"), Qt.Key.Key_Escape)
    hand.settled()
    assert nothing_refused(hand)


# Pictures without anything to show


@pytest.mark.begins_in("explore", "one-release", "trade-off")
def test_that_an_empty_picture_says_why_in_the_window(hand):
    hand.store.dispatch(MechanismChosen("catastrophe"))
    hand.store.dispatch(PictureShown("trade-off", "renyi"))
    hand.settled()
    panel = hand.panel("trade-off")
    assert panel.figure.empty is not None
    assert hand.window.language.say(panel.figure.empty) in hand.said(panel.canvas)
    hand.store.dispatch(PictureShown("trade-off", "trade-off"))
    hand.settled()
    assert "infinite" not in hand.said(panel.canvas)


@pytest.mark.begins_in("compose", "composition")
def test_that_a_total_that_is_used_up_is_said_in_the_window(hand):
    hand.store.dispatch(MechanismChosen("catastrophe"))
    hand.store.dispatch(Moved("target.delta", 1e-2))
    hand.settled()
    assert "more than the total" in hand.said(hand.panel("composition").canvas)


def test_that_a_refused_cause_goes_with_the_choice_that_allows_it(hand):
    hand.store.dispatch(SensitivityInputChosen("neighbours", "substitute"))
    hand.store.dispatch(Moved("shape.sampling_rate", 0.5))
    assert set(hand.store.state.refused) == {"shape.sampling_rate"}
    hand.store.dispatch(SensitivityInputChosen("neighbours", "add-remove"))
    hand.settled()
    assert nothing_refused(hand)
