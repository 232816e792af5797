"""A law over all messages that carry a typed number: each is read by the one reader, in every spelling.

A message with a text that is listed neither as a number nor as something else fails: it has to be decided.
"""

import dataclasses

import pytest
from cases_in_one import cases_in_one
from states import PATHS, message_kinds, planned

from explorer.app.core import (
    decision_messages,
    lesson_messages,
    presenter_messages,
    release_messages,
    schedule_messages,
    table_messages,
)
from explorer.app.core import message as said
from explorer.app.core.state import State, declared, value_at
from explorer.app.core.table_pair import tables_in
from explorer.app.update import update
from explorer.privacy.notation import read

# Which have spellings of their own below: a share is a percentage where nothing else is said, runs are whole.
APART = {
    *(release_messages.ShareTyped, release_messages.AuditRunsChosen, release_messages.SimulatedTyped),
    *(release_messages.TableShareTyped, lesson_messages.LessonGuessed),
}
# What is no number: names, paths, choices, whole documents.
WORDS = {
    *(said.Moved, said.Mended, said.MechanismChosen, said.HarmChosen, said.RhythmChosen),
    *(said.CurveHidden, said.ShareTaken),
    *(said.SensitivityInputChosen, said.SampleChosen, said.PictureShown, said.PresetChosen, said.Refused),
    *(release_messages.PlanExtended, release_messages.PlanReduced, release_messages.PlanOpened),
    *(release_messages.TablesAdded, release_messages.QueryDoubled, release_messages.QueryMoved),
    *(release_messages.PlanSaved, release_messages.FileChosen, release_messages.AccountNamed),
    *(release_messages.AccountShown, release_messages.ReleaseTested),
    release_messages.ReleaseWritten,
    *(schedule_messages.ScheduleLineAdded, schedule_messages.ExampleScheduled),
    *(decision_messages.DeploymentLookedAt, decision_messages.QuestionAnswered),
    *(decision_messages.RecordLanguageChosen, decision_messages.RecordOpened),
    *(decision_messages.RecordPictureChosen, decision_messages.RecordWritten),
    decision_messages.RejectionExplained,
    *(presenter_messages.NotesWritten, presenter_messages.PresentationBegun),
    presenter_messages.PresentedParameterChosen,
    *(lesson_messages.LessonOpened, lesson_messages.LessonStepTaken, lesson_messages.LessonPlayed),
    release_messages.PlanEdited,  # its value is what the form has read: tests of the form's fields
    release_messages.RangeAsked,  # edges, which their column reads: `test_asked_range`
}
YEAR = update(State(), schedule_messages.ScheduleLineAdded("weekly"))

# Each message with a typed number, as it is made of the text, and the state that it is said to.
NUMBERS = {
    said.Typed: (State(), lambda text: said.Typed("target.epsilon", text)),
    said.MarginWanted: (State(), lambda text: said.MarginWanted("6", confidence=text)),
    said.LimitWanted: (State(), lambda text: said.LimitWanted(prior="0.01", limit=text)),
    said.TotalWanted: (State(), lambda text: said.TotalWanted("10", text, "1e-6", (0.01, 0.0))),
    said.ScoresTyped: (State(), lambda text: said.ScoresTyped(f"{text}; 3; 4")),
    said.SampleTyped: (State(), lambda text: said.SampleTyped(f"{text}; 3; 4")),
    schedule_messages.ScheduleLineEdited: (
        YEAR,
        lambda text: schedule_messages.ScheduleLineEdited(0, "epsilon", text),
    ),
    table_messages.TablesTyped: (
        State(),
        lambda text: table_messages.TablesTyped(f"{text}; 0.25\n{text}; 0.75"),
    ),
}
HALVES = (
    *("０．５", "0,5", "０，５", "1/2", "１／２", "5·10⁻¹", "1 in 2"),
    *("1 out of 2", "50 %", "５０％", "二分之一"),
)
PERCENTAGES = ("５０", "５０％", "50 %", "1/2", "１／２", "1 in 2", "二分之一", "50,0")


def texts(kind):
    """The fields of a message that hold text."""
    return [each.name for each in dataclasses.fields(kind) if "str" in str(each.type)]


def told(state):
    """What a person set, but for the letters themselves that the field of the tables keeps."""
    return dataclasses.replace(state, tables=dataclasses.replace(state.tables, text="", valid=("", 0)))


def test_that_every_message_with_a_text_is_a_number_or_is_known_to_be_none():
    assert {kind for kind in message_kinds() if texts(kind)} == {*NUMBERS, *WORDS, *APART}


@cases_in_one("kind", NUMBERS)
@cases_in_one("half", HALVES)
def test_that_every_typed_number_is_read_in_every_spelling(kind, half):
    state, made = NUMBERS[kind]
    expected, found = update(state, made("0.5")), update(state, made(half))
    assert not expected.refused
    assert not found.refused
    assert expected != state
    assert told(found) == told(expected)
    for column in ("one", "other"):
        assert getattr(tables_in(found.tables), column) == getattr(tables_in(expected.tables), column)


@pytest.mark.parametrize("typed", PERCENTAGES)
def test_that_a_share_is_a_percentage_or_a_part_in_every_spelling(typed):
    state = planned("people")
    expected, found = (update(state, release_messages.ShareTyped(0, text)) for text in ("50", typed))
    assert not found.refused
    assert found == expected


@pytest.mark.parametrize("typed", ["３０００", "3 000", "3·10³", "3e3"])
def test_that_a_number_of_runs_or_rows_is_read_in_every_spelling(typed):
    assert update(State(), release_messages.AuditRunsChosen(typed)).releasing.trial_runs == 3000
    assert update(State(), release_messages.SimulatedTyped(typed)).releasing.simulated == 3000


def spellings(value):
    """The number in other spellings than the plain one."""
    text = f"{value:.15g}"
    wide = text.translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)})
    return (wide, text.replace(".", ","), f"{text}/1", f"{text}·10⁰")


@cases_in_one("path", PATHS)
def test_that_every_declared_number_is_read_in_every_spelling(path):
    state = State()
    value = value_at(state, path)
    plain = update(state, said.Typed(path, f"{value:.15g}"))
    for text in spellings(value):
        found = update(state, said.Typed(path, text))
        assert path not in found.refused, text
        assert value_at(found, path) == value_at(plain, path)
        assert read(text) == pytest.approx(declared(state, path).check(value))
