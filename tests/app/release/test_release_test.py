"""The test of a release in the state: its runs, what it showed, and whether that still holds of the plan."""

from dataclasses import replace
from fractions import Fraction

import pytest
from states import planned
from verdicts import VERDICT

from explorer.app.core import release_messages as said
from explorer.app.core.history import History
from explorer.app.release import release_test
from explorer.app.session import loaded, saved
from explorer.app.update import update


def with_verdict():
    state = planned("people")
    return update(state, said.ReleaseTested(state.releasing.plan, VERDICT))


def test_that_a_verdict_is_kept_and_grows_stale_with_another_plan():
    state = with_verdict()
    assert state.releasing.tested[1] is VERDICT
    assert not release_test.is_stale(state)
    other = update(state, said.PlanEdited("privacy.epsilon", "2"))
    assert other.releasing.tested[1] is VERDICT
    assert release_test.is_stale(other)
    back = update(other, said.PlanEdited("privacy.epsilon", "1"))
    assert not release_test.is_stale(back)


def test_that_a_verdict_is_neither_undone_nor_saved():
    before = planned("people")
    after = update(before, said.ReleaseTested(before.releasing.plan, VERDICT))
    history = History()
    assert history.kept(before, after) is history
    edited = update(after, said.PlanEdited("privacy.epsilon", "2"))
    _, undone = history.kept(after, edited).undone(edited)
    assert undone.releasing.tested is not None
    assert not release_test.is_stale(undone)
    assert loaded(saved(after)).releasing.tested is None


@pytest.mark.parametrize(("text", "runs"), [("500", 500), ("1e4", 10_000), ("100", 100)])
def test_that_runs_are_read_in_any_notation(text, runs):
    state = update(planned("people"), said.AuditRunsChosen(text))
    assert state.releasing.trial_runs == runs
    assert "testing.runs" not in state.refused


@pytest.mark.parametrize("text", ["", "99", "1e7", "100.5", "many"])
def test_that_senseless_runs_are_refused_and_mended(text):
    state = update(planned("people"), said.AuditRunsChosen(text))
    assert state.releasing.trial_runs == 2000
    assert "testing.runs" in state.refused
    assert "testing.runs" not in update(state, said.AuditRunsChosen("300")).refused


def test_that_a_verdict_is_put_in_words():
    assert "cannot prove" in release_test.judgement(VERDICT).text
    assert not VERDICT.violated
    false = replace(VERDICT, lower_bound=1.0001)
    assert false.violated
    assert "claim is false" in release_test.judgement(false).text
    few = replace(VERDICT, epsilon=Fraction(9))
    assert "This many runs can't certify" in release_test.judgement(few).text
    assert "No test can certify" in release_test.judgement(replace(few, needed=float("inf"))).text
    assert release_test.claim(replace(VERDICT, delta=Fraction(1, 1000))).values[0][0] == "delta"
    assert dict(release_test.seen(VERDICT).values)["event"] is VERDICT.event
    assert dict(release_test.pair(VERDICT).values)["pair"] is VERDICT.pair
    assert dict(release_test.done(VERDICT).values)["whole"] == 20


def test_that_equal_to_the_claim_is_no_fault():
    assert not replace(VERDICT, lower_bound=1.0).violated
