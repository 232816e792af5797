"""The year's lines: when each is made, how they change, what is refused, what undo and a session keep."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plans_of_a_year import EVERY_OFTEN, NAMES, PEOPLE, example, line, planned

from explorer.app.core import message
from explorer.app.core import schedule_messages as said
from explorer.app.core.history import History
from explorer.app.core.schedule import LONGEST_NAME, MOST_ROWS, OFTEN, TIMES
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, declared, mechanism_for
from explorer.app.session import loaded, saved
from explorer.app.update import update
from explorer.language import Language
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.refusal import Refusal
from explorer.privacy.target import Target

MONTHS = st.integers(1, 12)


def edited(state, row, cell, text):
    return update(state, said.ScheduleLineEdited(row, cell, text))


@given(MONTHS, st.integers(1, 1_000_000))
def test_that_a_number_of_times_is_spread_over_the_rest_of_the_year(first, times):
    months = line("a", often=TIMES, first=first, times=times).months
    assert sum(months) == times
    assert months[: first - 1] == (0,) * (first - 1)
    assert max(months[first - 1 :]) - min(months[first - 1 :]) <= 1


@pytest.mark.parametrize(
    ("first", "times", "months"),
    [
        (1, 1, (1, *[0] * 11)),
        (1, 2, (1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0)),
        (1, 3, (1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)),
        (1, 12, (1,) * 12),
        (1, 13, (2, *[1] * 11)),
        (3, 1, (0, 0, 1, *[0] * 9)),
        (12, 5, (*[0] * 11, 5)),
    ],
)
def test_that_of_a_few_releases_the_first_is_made_in_the_first_month(first, times, months):
    assert line("a", often=TIMES, first=first, times=times).months == months


@given(MONTHS, st.integers(1, 1_000_000))
def test_that_no_month_falls_behind_an_even_pace(first, times):
    """What is planned is paid early rather than late: the total so far is never told too small."""
    months, left = line("a", often=TIMES, first=first, times=times).months[first - 1 :], 13 - first
    assert all(sum(months[:at]) * left >= at * times for at in range(1, left + 1))


@pytest.mark.parametrize(
    ("often", "first", "count"),
    [
        ("once", 12, 1),
        ("half-yearly", 1, 2),
        ("half-yearly", 7, 1),
        ("quarterly", 1, 4),
        ("quarterly", 12, 1),
        ("monthly", 1, 12),
        ("monthly", 3, 10),
        ("weekly", 1, 52),
        ("daily", 1, 365),
        ("daily", 12, 31),
    ],
)
def test_that_a_frequency_is_counted_from_its_first_month(often, first, count):
    made = line("a", often=often, first=first)
    assert made.count == count
    assert made.months[first - 1] > 0


@given(st.sampled_from(EVERY_OFTEN), MONTHS)
def test_that_a_later_start_never_makes_more(often, first):
    made = [line("a", often=often, first=month, times=7).count for month in range(1, first + 1)]
    assert made == sorted(made, reverse=True) or often == TIMES


def test_that_the_left_column_is_added_as_it_is():
    state = update(State(), message.MechanismChosen("gaussian"))
    state = update(state, message.Moved("target.epsilon", 0.7))
    state = update(state, said.ScheduleLineAdded("Counts", "patients"))
    (added,) = state.schedule.releases
    assert (added.name, added.people, added.setting) == ("Counts", "patients", state.setting)
    assert state.schedule.in_hand == added


def test_that_no_two_lines_bear_one_name():
    state = State()
    for _ in range(4):
        state = update(state, said.ScheduleLineAdded("Counts"))
    state = update(state, said.ScheduleLineDuplicated(0))
    names = [each.name for each in state.schedule.releases]
    assert names == ["Counts", "Counts 5", "Counts 2", "Counts 3", "Counts 4"]
    refused = edited(state, 1, "name", "Counts 3")
    assert refused.schedule == state.schedule
    assert "another release" in refused.refused["schedule.1.name"].sentence.text


@pytest.mark.parametrize("text", ["", "  ", "two\nlines", "x" * 10_000, "bell\x07", "\u202eright"])
def test_that_a_name_that_is_no_line_is_refused(text):
    before = example()
    state = edited(before, 0, "name", text)
    assert state.schedule == before.schedule
    assert "schedule.0.name" in state.refused


def test_that_a_refusal_goes_with_what_is_mended():
    state = edited(edited(example(), 0, "epsilon", "much"), 0, "epsilon", "1/2")
    assert not state.refused
    assert state.schedule.releases[0].setting.target.epsilon == 0.5


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("epsilon", "0"),
        ("epsilon", "51"),
        ("epsilon", "nan"),
        ("delta", "1"),
        ("first", "13"),
        ("often", "0"),
        ("often", "2.5"),
        ("often", "1000001"),
        ("often", "now and then"),
        ("people", "x" * 41),
        ("mechanism", "exponential"),
    ],
)
def test_that_a_cell_out_of_range_is_refused_beside_its_line(cell, text):
    before = example()
    state = edited(before, 1, cell, text)
    assert state.schedule == before.schedule
    assert list(state.refused) == [f"schedule.1.{cell}"]


@pytest.mark.parametrize(("cell", "text"), [("epsilon", "50"), ("delta", "1e-300"), ("often", "1000000")])
def test_that_the_ends_of_the_ranges_are_taken(cell, text):
    state = edited(example(), 1, cell, text)
    assert not state.refused
    assert state.schedule != example().schedule


@pytest.mark.parametrize("text", ["sometimes", "0", "2.5", "1000001", "-3", ""])
def test_that_how_often_is_refused_with_the_words_that_work(text):
    why = Language("en").say(edited(example(), 1, "often", text).refused["schedule.1.often"].sentence)
    assert "daily, weekly, monthly, quarterly, half-yearly, yearly, or a number of times" in why
    assert "1 to 1,000,000" in why


def test_that_a_number_of_times_that_can_be_read_in_two_ways_is_refused_with_both():
    why = Language("en").say(edited(example(), 1, "often", "1,000").refused["schedule.1.often"].sentence)
    assert why == "“1,000” can mean 1000 or 1.000: write one of these"
    assert not edited(example(), 1, "often", "1 000").refused


def test_that_a_vector_is_no_place_for_a_mechanism_of_another_sensitivity():
    wide = planned(line("a", "gaussian", sensitivity=3.0, delta=1e-6))
    assert "schedule.0.mechanism" in edited(wide, 0, "mechanism", "laplace").refused
    narrow = planned(line("a", "laplace", sensitivity=3.0))
    assert edited(narrow, 0, "mechanism", "gaussian").schedule.releases[0].setting.mechanism == "gaussian"
    broken = planned(line("a", "laplace", sensitivity=1.5))
    assert "schedule.0.mechanism" in edited(broken, 0, "mechanism", "discrete-laplace").refused


def test_that_lines_move_and_stay_in_hand():
    state = update(example(), said.ScheduleLineMoved(0, 1))
    assert [each.name for each in state.schedule.releases] == [NAMES[1], NAMES[0], NAMES[2]]
    assert state.schedule.selected == 1
    assert update(state, said.ScheduleLineMoved(1, -9)).schedule.selected == 0
    assert update(state, said.ScheduleLineMoved(7, 1)) == state


def test_that_the_line_in_hand_follows_slider_and_handle():
    state = update(example(), said.ScheduleLineSelected(1))
    state = update(state, message.Moved("schedule.epsilon", 1.25))
    state = update(state, message.Moved("schedule.first", 99.0))  # a hand may leave the picture
    assert state.schedule.releases[1].setting.target.epsilon == 1.25
    assert state.schedule.releases[1].first == 12
    assert [state.schedule.releases[row] for row in (0, 2)] == [
        example().schedule.releases[row] for row in (0, 2)
    ]
    assert declared(state, "schedule.first").high == 12


def test_that_axes_rest_until_the_hand_lets_go():
    state = update(example(), said.ScheduleLineSelected(0))
    moved = update(state, message.Moved("schedule.epsilon", 5.0))
    assert moved.schedule.top == state.schedule.top
    assert update(moved, message.Settled()).schedule.top > state.schedule.top


def test_that_a_plan_has_no_more_lines_than_can_be_shown():
    state = planned(*(line(str(each)) for each in range(MOST_ROWS)))
    after = update(state, said.ScheduleLineAdded("one more"))
    assert after.schedule == state.schedule
    assert "schedule" in after.refused
    assert not update(after, said.ScheduleLineRemoved(0)).refused


def test_that_no_line_is_in_hand_once_one_is_removed():
    state = planned(line("a"), line("b"), line("c"))
    after = update(update(state, said.ScheduleLineSelected(0)), said.ScheduleLineRemoved(0))
    assert [each.name for each in after.schedule.releases] == ["b", "c"]
    assert after.schedule.in_hand is None


def test_that_undo_restores_the_plan_and_no_selection_is_a_step():
    before = example()
    history = History().kept(State(), before)
    held = update(before, said.ScheduleLineSelected(0))
    assert history.kept(before, held) is history
    after = edited(held, 0, "epsilon", "2")
    history, back = history.kept(held, after).undone(after)
    assert back.schedule.releases == before.schedule.releases
    _, forth = history.redone(back)
    assert forth.schedule.releases == after.schedule.releases


def test_that_undo_takes_back_a_refusal_first():
    state = edited(example(), 0, "epsilon", "-1")
    _, back = History().undone(state)
    assert not back.refused
    assert back.schedule == state.schedule


LINES = st.builds(
    line,
    st.text(st.characters(categories=("L", "N")), min_size=1, max_size=LONGEST_NAME),
    st.sampled_from([name for name, each in every_mechanism().items()]),
    st.sampled_from(EVERY_OFTEN),
    st.sampled_from(["", *PEOPLE]),
    MONTHS,
    st.integers(1, 1_000_000),
    epsilon=st.floats(1e-3, 50),
    delta=st.floats(1e-12, 0.1),
)


@given(st.lists(LINES, max_size=4, unique_by=lambda each: each.name), st.booleans())
def test_that_a_plan_comes_back_from_its_session(lines, disjoint):
    state = planned(*lines, disjoint=disjoint)
    assert loaded(saved(state)).schedule == state.schedule


def damaged(**changes):
    session = json.loads(saved(example()))
    session["planning"]["releases"][0] |= changes
    return json.dumps(session)


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": "two\nlines"},
        {"name": NAMES[1]},
        {"name": 3},
        {"people": None},
        {"often": "seldom"},
        {"first": 13},
        {"first": True},
        {"times": 1.5},
        {"setting": {}, "name": None},
        {"setting": {"mechanism": "magic"}},
        {"setting": None},
    ],
)
def test_that_a_damaged_plan_is_refused(changes):
    with pytest.raises(Refusal):
        loaded(damaged(**changes))


def test_that_a_session_from_before_there_were_plans_has_none():
    session = json.loads(saved(example()))
    del session["planning"]
    assert loaded(json.dumps(session)).schedule.releases == ()


def test_that_every_frequency_has_its_words():
    assert all(words.text for words in OFTEN.values())
    assert mechanism_for(Setting("laplace", Target())).noise == 1.0
    assert replace(line("a"), often="daily").count == 365
