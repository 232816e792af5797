"""Two probability tables in the state: what is refused stays to be mended, what was valid stays in force."""

import json

import pytest

from explorer.app.core import message as said
from explorer.app.core.history import History
from explorer.app.core.state import State, Workspace
from explorer.app.core.table_messages import TablesRounded, TablesTyped
from explorer.app.core.table_pair import EXAMPLE, FILE, TEXT, read_pair, tables_in
from explorer.app.session import loaded, saved
from explorer.app.update import update
from explorer.language import LANGUAGES, Language
from explorer.mark import verbatim
from explorer.privacy.refusal import NotValid

GEOMETRIC = "a\t1/2\t1/4\nb\t1/4\t1/4\nc\t1/4\t1/2\n"
SHORT = "0.3, 0.5\n0.3, 0.5\n0.3, 0"
REFUSED = (
    "0.5, 0.5\n0.5, half",
    "0.5, 0.5\n0.5",
    "a, 1/2, 1/2\na, 1/2, 1/2",
    "0.5, 0.6\n0.5, 0.6",
    "2, 0\n-1, 1",
    "1, 0\n0, 1",
    "",
)


def typed(text, state=None):
    return update(state or State(), TablesTyped(text))


def settled(history, before, after):
    return history.kept(before, after), after


def test_that_the_first_state_holds_randomised_response():
    tables = tables_in(State().tables)
    assert tables.pure_epsilon == pytest.approx(1.0986122886681098, abs=1e-15)
    assert tables.outcomes == 2


def test_that_tables_that_were_typed_are_in_force():
    state = typed(GEOMETRIC)
    assert state.tables.valid == (GEOMETRIC, 0)
    assert tables_in(state.tables).pure_epsilon == pytest.approx(0.6931471805599453, abs=1e-15)
    assert TEXT not in state.refused


@pytest.mark.parametrize("text", REFUSED)
def test_that_a_refused_text_stays_in_the_field_and_the_last_valid_tables_in_force(text):
    state = typed(text, typed(GEOMETRIC))
    assert state.tables.text == text
    assert state.tables.valid == (GEOMETRIC, 0)
    assert TEXT in state.refused


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("text", REFUSED)
def test_that_a_refusal_is_one_line_in_both_languages(text, code):
    words = Language(code).say(typed(text).refused[TEXT].sentence)
    assert words
    assert "\n" not in words


def test_that_a_refusal_names_the_line():
    assert "line 2" in Language("en").say(typed("0.5, 0.5\n0.5, half").refused[TEXT].sentence)


def test_that_a_mended_text_is_no_longer_refused():
    assert TEXT not in typed(GEOMETRIC, typed("0.5")).refused


def test_that_numbers_that_are_said_to_be_rounded_are_taken():
    refused = typed("0.33, 0.5\n0.33, 0.25\n0.33, 0.25")
    assert TEXT in refused.refused
    state = update(refused, TablesRounded(2))
    assert TEXT not in state.refused
    assert state.tables.valid == (refused.tables.text, 2)


def test_that_a_rounding_that_explains_nothing_is_refused_and_the_old_one_stays_in_force():
    state = update(update(typed(SHORT), TablesRounded(1)), TablesRounded(5))
    assert TEXT in state.refused
    assert state.tables.digits == 5
    assert state.tables.valid == (SHORT, 1)


def test_that_what_cannot_be_saved_is_replaced():
    state = typed("a\ud800, 1, 1")
    assert state.tables.text == "a?, 1, 1"
    assert loaded(saved(state)) == state


def test_that_another_text_takes_back_a_file_that_was_refused():
    state = update(State(), said.Refused(FILE, NotValid(verbatim("no"), FILE)))
    assert FILE not in typed(GEOMETRIC, state).refused


def test_that_undo_brings_back_the_text_and_its_refusal():
    first, second, third = State(), typed(GEOMETRIC), typed("0.5", typed(GEOMETRIC))
    history, _ = settled(History(), first, second)
    history, _ = settled(history, second, third)
    earlier, back = history.undone(third)
    assert back.tables == second.tables
    assert TEXT not in back.refused
    _, forth = earlier.redone(back)
    assert forth.tables == third.tables
    assert forth.refused[TEXT] is read_pair("0.5", 0)
    _, start = earlier.undone(back)
    assert start.tables.text == EXAMPLE


@pytest.mark.parametrize("text", [GEOMETRIC, "0.5, 0.5\n0.5", ""])
def test_that_a_session_keeps_the_text_valid_or_not(text):
    state = update(typed(text), said.WorkspaceOpened(Workspace.TABLES))
    state = update(state, said.Typed("tables.count", "25"))
    again = loaded(saved(state))
    assert again.tables == state.tables
    assert again.workspace is Workspace.TABLES
    assert again.refused == state.refused


def test_that_a_session_without_tables_has_the_example():
    session = json.loads(saved(typed(GEOMETRIC)))
    del session["pair"]
    assert loaded(json.dumps(session)).tables.valid == (EXAMPLE, 0)


@pytest.mark.parametrize(
    "pair",
    [
        {"text": 1},
        {"digits": "2"},
        {"digits": True},
        {"digits": 31},
        {"text": "", "valid": ["0.5", 0]},
        {"valid": [EXAMPLE]},
        {"text": "0.5, 0.5"},
        {"text": "\ud800"},
        [],
    ],
)
def test_that_a_session_that_says_of_no_tables_that_they_are_valid_is_refused(pair):
    session = {**json.loads(saved(State())), "pair": pair}
    with pytest.raises(NotValid):
        loaded(json.dumps(session))


def test_that_the_picture_reaches_as_far_as_the_k_that_is_typed():
    assert update(State(), said.Typed("tables.count", "4000")).tables.horizon == 10_000
    assert update(State(), said.Typed("tables.count", "3")).tables.horizon == 10
    moved = update(State(), said.Moved("tables.count", 30))
    assert moved.tables.horizon == State().tables.horizon  # it rests while the hand moves
    assert update(State(), said.Moved("tables.count", 51)).tables.horizon == 100


def test_that_k_of_the_tables_is_not_that_of_compose():
    state = update(State(), said.Typed("tables.count", "4000"))
    assert state.composing == State().composing
