"""How the steward's work changes the program: a plan, a file, an account, releases."""

import pytest
from states import drawn, planned

from explorer.app.core import message as said
from explorer.app.core import release_messages
from explorer.app.core.state import State
from explorer.app.release.plan.plan_draft import document, judged, value_of
from explorer.app.update import update
from explorer.privacy.refusal import NotValid

# The plan


def test_that_a_plan_is_edited_one_value_at_a_time():
    before = planned("people")
    state = update(before, release_messages.PlanEdited("privacy.epsilon", "0.5"))
    was, now = document(before.releasing.plan), document(state.releasing.plan)
    assert now["privacy"].pop("epsilon") == "0.5"
    assert was["privacy"].pop("epsilon") == "1"
    assert now == was


def test_that_an_edit_forgets_what_was_refused_of_the_old_plan():
    state = update(planned("people"), said.Refused("release", NotValid(drawn().queries[0].declared, "x")))
    assert "release" in state.refused
    assert "release" not in update(state, release_messages.PlanEdited("privacy.epsilon", "0.5")).refused


def test_that_histograms_and_columns_come_and_go_and_the_shown_one_exists():
    state = planned("people")
    state = update(state, release_messages.PlanExtended())
    state = update(state, release_messages.PlanExtended("histogram.3"))
    assert len(value_of(document(state.releasing.plan), "histogram.3.column")) == 2
    state = update(state, release_messages.QueryShown(2))
    state = update(state, release_messages.PlanReduced("histogram.3"))
    assert state.releasing.shown == 1
    assert judged(state.releasing.plan)[0] == judged(planned("people").releasing.plan)[0]


def test_that_opening_a_plan_starts_afresh_and_loses_nothing_that_was_paid():
    worked = update(
        update(planned("people"), release_messages.ReleaseDrawn(drawn())), release_messages.QueryShown(1)
    )
    state = update(worked, release_messages.PlanOpened(planned("visits").releasing.plan, "visits.toml"))
    releasing = state.releasing
    assert (len(releasing.drawn), releasing.shown) == (1, 0)
    assert releasing.plan_path == "visits.toml"


def test_that_a_plan_that_does_not_read_is_refused_and_the_old_one_stays():
    state = update(planned("people"), release_messages.PlanOpened("no [ plan", "other.toml"))
    assert isinstance(state.refused["plan"], NotValid)
    assert state.releasing == planned("people").releasing


@pytest.mark.parametrize(
    "text",
    [
        "histogram = 3",
        "histogram = [1]",
        "histogram = 'x'",
        "[histogram]\nname = 'a'",
        "privacy = 1",
        "input = []",
        "output = 'x'",
        "[[histogram]]\ncolumn = 3",
        "[[histogram]]\ncolumn = [3]",
        "[[histogram]]\n[histogram.column]\nname = 'a'",
    ],
)
def test_that_a_plan_of_another_shape_is_refused_when_it_is_opened(text):
    state = update(planned("people"), release_messages.PlanOpened(text, "other.toml"))
    assert set(state.refused) == {"plan"}
    assert state.releasing == planned("people").releasing


@pytest.mark.parametrize("text", ["", "title = 3", "[[histogram]]\nname = 3", "[[histogram]]\nname = 'a'"])
def test_that_an_unfinished_plan_can_be_opened_and_completed(text):
    state = update(State(), release_messages.PlanOpened(text))
    assert "plan" not in state.refused
    for message in (
        release_messages.PlanEdited("title", None),
        release_messages.PlanEdited("privacy.epsilon", "1"),
        release_messages.PlanExtended(),
        release_messages.PlanExtended("histogram.1"),
        release_messages.PlanEdited("histogram.1.column.1.name", "age"),
        release_messages.PlanReduced("histogram.1"),
    ):
        state = update(state, message)
    assert document(state.releasing.plan)["privacy"] == {"epsilon": "1"}
    judged(state.releasing.plan)


# The release


def test_that_the_file_and_the_account_forget_only_their_own_refusals():
    refusal = NotValid(drawn().queries[0].declared)
    state = State()
    for field in ("release", "csv", "account", "plan"):
        state = update(state, said.Refused(field, refusal))
    assert set(update(state, release_messages.FileChosen("people.csv")).refused) == {"account", "plan"}
    assert set(update(state, release_messages.AccountNamed("survey")).refused) == {"csv", "plan"}


def test_that_releases_are_kept_in_order_and_a_new_one_is_not_yet_written():
    first, second = drawn("people", 1), drawn("people", 2)
    state = update(planned("people"), release_messages.ReleaseDrawn(first))
    state = update(state, release_messages.ReleaseWritten(("a.csv",)))
    assert state.releasing.written == ("a.csv",)
    state = update(state, release_messages.ReleaseDrawn(second))
    assert (state.releasing.drawn, state.releasing.written) == ((first, second), ())
