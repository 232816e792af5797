"""Daily, weekly, monthly releases: a year of them, how long k of them last, undone and kept."""

import pytest
from drawn_parts import said

from explorer.app.compose.rhythm import lasting, of_a_year
from explorer.app.core.history import History
from explorer.app.core.message import Moved, PresetChosen, RhythmChosen, Typed
from explorer.app.core.rhythm import Rhythm
from explorer.app.core.state import State
from explorer.app.session import loaded, saved
from explorer.app.update import update
from explorer.privacy.refusal import NotValid


@pytest.mark.parametrize("rhythm", Rhythm)
def test_that_choosing_a_rhythm_sets_a_year_of_it_and_the_picture_reaches_there(rhythm):
    state = update(State(), RhythmChosen(rhythm.value))
    assert (state.composing.count, state.composing.rhythm) == (rhythm.per_year, rhythm)
    assert state.composing.horizon >= rhythm.per_year
    assert str(rhythm.per_year) in said(of_a_year(rhythm))
    assert said(lasting(state)).endswith("for a year")


@pytest.mark.parametrize(
    ("rhythm", "count", "words"),
    [
        ("weekly", "120", "one release a week for 2.31 years"),
        ("weekly", "16", "one release a week for 16 weeks"),
        ("daily", "730", "one release a day for 2 years"),
        ("monthly", "6", "one release a month for 6 months"),
        ("monthly", "1", None),
    ],
)
def test_that_another_k_keeps_the_rhythm_and_says_how_long_that_lasts(rhythm, count, words):
    state = update(update(State(), RhythmChosen(rhythm)), Typed("composing.count", count))
    told = lasting(state)
    assert (told if told is None else said(told)) == words


def test_that_releases_that_are_not_regular_any_more_keep_their_number():
    state = update(update(State(), RhythmChosen("weekly")), Moved("composing.count", 120))
    state = update(state, RhythmChosen(None))
    assert (state.composing.count, state.composing.rhythm, lasting(state)) == (120, None, None)


def test_that_a_named_setting_has_no_rhythm():
    assert update(update(State(), RhythmChosen("daily")), PresetChosen("textbook")).composing.rhythm is None


def test_that_it_is_one_step_of_history_and_kept_in_the_session():
    before, after = State(), update(State(), RhythmChosen("monthly"))
    history, back = History().kept(before, after).undone(after)
    assert back.composing == before.composing
    assert history.redone(back)[1].composing == after.composing
    for state in (before, after):
        assert loaded(saved(state)).composing == state.composing
    with pytest.raises(NotValid):
        loaded('{"schema": 1, "rhythm": "hourly"}')
