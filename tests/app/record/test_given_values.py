"""What somebody set is told apart from what stands at a default, and a session keeps it apart."""

import json

import pytest

from explorer.app.core import message as said
from explorer.app.core.given import tracked
from explorer.app.core.history import History
from explorer.app.core.start import StartFrom
from explorer.app.core.state import State
from explorer.app.record.entry import Source, source_of
from explorer.app.session import loaded, saved
from explorer.app.update import update
from explorer.privacy.refusal import NotValid


def after(*messages, state=None):
    state = state or State()
    for each in messages:
        state = update(state, each)
    return state


def test_that_nothing_is_set_in_the_first_state():
    assert State().given == frozenset()


@pytest.mark.parametrize(
    ("message", "path"),
    [
        (said.Typed("target.epsilon", "0.7032"), "target.epsilon"),
        (said.Typed("target.epsilon", "1"), "target.epsilon"),  # the default itself, but somebody named it
        (said.Moved("composing.total_delta", 1e-5), "composing.total_delta"),
        (said.MechanismChosen("laplace"), "mechanism"),
        (said.SensitivityInputChosen("unit", "person"), "target.unit"),
        (said.SensitivityInputChosen("counted", "sum"), "sensitivity_inputs.counted"),
    ],
)
def test_that_what_somebody_names_is_set_and_nothing_else(message, path):
    found = after(message)
    assert path in found.given
    assert found.given - {path} <= {"target.sensitivity"}  # which follows from its causes


def test_that_what_is_refused_is_not_set():
    refused = after(said.Typed("target.epsilon", "-3"), said.Typed("target.delta", "much"))
    assert set(refused.refused) == {"target.epsilon", "target.delta"}
    assert refused.given == frozenset()


def test_that_looking_sets_nothing():
    looked = after(
        said.Moved("reading.observed", 103.0), said.AxesChosen(True), said.Moved("composing.horizon", 500.0)
    )
    assert looked.given == frozenset()


def test_that_an_epsilon_that_was_found_follows_from_its_limit():
    found = after(said.StartChosen(StartFrom.BELIEF), said.LimitWanted("50 %", "70 %"))
    assert source_of(found, "target.epsilon") is Source.FOLLOWS
    typed = update(found, said.Typed("target.epsilon", "0.5"))
    assert source_of(typed, "target.epsilon") is Source.SET
    assert source_of(typed, "target.delta") is Source.DEFAULT


def test_that_a_budget_that_somebody_started_from_is_set():
    found = after(said.StartChosen(StartFrom.TOTAL), said.TotalWanted("12", "10", "1e-5", (0.5, 1e-7)))
    assert {"composing.count", "composing.total_delta"} <= found.given
    assert source_of(found, "target.epsilon") is Source.FOLLOWS


def test_that_a_share_of_a_budget_counts_the_budget_as_set_and_its_delta_where_that_is_traded():
    taken = after(said.ShareTaken(0.2316, 1e-6, "numerical"))
    whole = {"composing.count", "composing.total_epsilon", "composing.total_delta"}
    assert whole <= taken.given
    assert source_of(taken, "target.epsilon") is Source.FOLLOWS
    assert after(said.TotalWanted("100", "10", "1e-4", (0.2316, 1e-6))).given >= whole  # also the defaults
    assert after(said.ShareTaken(0.1, 1e-6, "sequential")).given >= whole - {"composing.total_delta"}
    assert "composing.total_delta" not in after(said.ShareTaken(0.1, 1e-6, "sequential")).given
    assert not whole & after(said.ShareTaken(400.0, 1e-6, "numerical")).given


def test_that_undo_takes_back_that_something_was_set():
    before, now = State(), after(said.Typed("target.epsilon", "0.5"))
    _, back = History().kept(before, now).undone(now)
    assert back.given == frozenset()


def test_that_a_session_keeps_what_was_set():
    found = after(said.Typed("target.epsilon", "1"), said.Typed("composing.count", "100"))
    assert loaded(saved(found)).given == found.given == {"target.epsilon", "composing.count"}


def test_that_an_older_session_counts_as_set_what_is_no_default():
    kept = json.loads(saved(after(said.Typed("target.epsilon", "0.25"))))
    del kept["given"]
    assert loaded(json.dumps(kept)).given == {"target.epsilon"}


@pytest.mark.parametrize("given", [3, "target.epsilon", [1], {"target.epsilon": True}])
def test_that_a_session_that_lists_no_names_is_refused(given):
    kept = {**json.loads(saved(State())), "given": given}
    with pytest.raises(NotValid):
        loaded(json.dumps(kept))


def test_that_names_that_are_not_known_are_left_out():
    kept = {**json.loads(saved(State())), "given": ["target.epsilon", "colour"]}
    assert loaded(json.dumps(kept)).given == {"target.epsilon"} <= tracked()
