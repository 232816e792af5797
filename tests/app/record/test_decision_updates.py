"""The draft of a record: what is written is kept, what cannot be is refused, and undo takes it back."""

import json

import pytest

from explorer.app.core import decision_messages as said
from explorer.app.core import message
from explorer.app.core.decision import LONGEST, MOST_REJECTED, Decision, Reply, Subject
from explorer.app.core.history import History
from explorer.app.core.state import State
from explorer.app.record.decision_updates import is_date
from explorer.app.session import loaded, saved
from explorer.app.update import update
from explorer.privacy.refusal import NotValid


def after(*messages, state=None):
    state = state or State()
    for each in messages:
        state = update(state, each)
    return state


def filled():
    """A draft with something in every part of it."""
    return after(
        message.Typed("target.epsilon", "0.3"),
        message.Pinned(),
        message.MechanismChosen("gaussian"),
        said.RecordOpened(Subject.REPEATED, "composition"),
        said.RecordLanguageChosen("zh_CN"),
        *(said.RecordWritten(field, f"{field}\nß 数据") for field in ("purpose", "dataset", "unit")),
        said.RecordWritten("signed.1.name", "Ann Ø"),
        said.RecordWritten("signed.1.date", "2026-11-22"),
        said.RecordWritten("review", "2028-02-29"),
        said.RecordWritten("remark.trust", "the ministry"),
        said.SettingRejected(),
        said.RejectionExplained(0, "too noisy"),
        said.DeploymentLookedAt("Google: Something, 2020", True),
        said.QuestionAnswered("access", Reply.NOT_APPLICABLE),
    )


def test_that_a_session_keeps_the_whole_draft():
    state = filled()
    assert not state.refused
    again = loaded(saved(state))
    assert again.decision == state.decision != Decision()
    assert saved(again) == saved(state)


def test_that_a_rejected_setting_is_taken_over_once_with_what_was_set_of_it():
    state = filled()
    (rejected,) = state.decision.rejected
    assert rejected.setting == state.pinned
    assert rejected.setting.target.epsilon == 0.3
    assert (rejected.reason, "target.epsilon" in rejected.given) == ("too noisy", True)
    again = update(state, said.SettingRejected())
    assert again.decision == state.decision
    assert "already" in again.refused["decision.rejected"].sentence.text
    dropped = update(again, said.RejectionDropped(0))
    assert dropped.decision.rejected == ()
    assert "decision.rejected" not in dropped.refused


def test_that_nothing_is_rejected_where_nothing_is_pinned():
    refused = after(said.SettingRejected())
    assert refused.decision.rejected == ()
    assert "pinned" in refused.refused["decision.rejected"].sentence.text


def test_that_a_record_has_room_for_so_many_rejected_settings_and_says_so():
    state = State()
    for place in range(MOST_REJECTED + 1):
        moved = update(state, message.Moved("target.epsilon", 0.5 + place))
        state = after(message.Pinned(), said.SettingRejected(), state=moved)
    assert len(state.decision.rejected) == MOST_REJECTED
    assert "decision.rejected" in state.refused


@pytest.mark.parametrize("field", ["review", "signed.0.date", "signed.1.date"])
def test_that_what_is_no_date_stays_in_its_field_and_is_refused(field):
    refused = after(said.RecordWritten(field, "next year"))
    assert refused.decision.text(field) == "next year"
    assert f"decision.{field}" in refused.refused
    mended = update(refused, said.RecordWritten(field, "2027-01-31"))
    assert mended.refused == {}
    assert update(refused, said.RecordWritten(field, "")).refused == {}


@pytest.mark.parametrize(
    "text", ["2027-13-01", "2027-02-29", "2100-02-29", "0000-01-01", "2027-1-1", "", "٢٠٢٧-٠١-٠١"]
)
def test_that_no_other_text_is_a_date(text):
    assert not is_date(text)


def test_that_a_field_that_there_is_not_holds_nothing():
    assert after(said.RecordWritten("colour", "blue")) == State()


def test_that_what_is_written_can_always_be_saved():
    state = after(said.RecordWritten("purpose", "\ud800\0" + "x" * 9999))
    assert len(state.decision.text("purpose")) == LONGEST
    assert loaded(saved(state)).decision == state.decision


def test_that_undo_takes_back_what_was_written_and_not_what_is_looked_at():
    before = after(said.RecordOpened(Subject.RELEASE, "trade-off"))
    written = update(before, said.RecordWritten("purpose", "statistics"))
    turned = update(written, said.RecordSubjectChosen(Subject.YEAR))
    history = History().kept(before, turned)
    _, back = history.undone(turned)
    assert back.decision.text("purpose") == ""
    assert back.decision.subject is Subject.YEAR
    assert History().kept(written, turned) == History()


@pytest.mark.parametrize(
    "decision",
    [
        3,
        {"subject": "weather"},
        {"texts": {"colour": "blue"}},
        {"texts": {"purpose": 3}},
        {"texts": {"purpose": "x" * (LONGEST + 1)}},
        {"replies": {"trust": "perhaps"}},
        {"rejected": [{"reason": "no setting"}]},
        {"rejected": [{"setting": {"mechanism": "none"}}]},
        {"looked_at": [3]},
        {"looked_at": [str(each) for each in range(999)]},
        {"picture": 3},
    ],
)
def test_that_a_draft_that_cannot_be_is_refused(decision):
    with pytest.raises(NotValid):
        loaded(json.dumps({**json.loads(saved(State())), "decision": decision}))
