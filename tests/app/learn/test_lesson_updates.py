"""A lesson as a function of messages: steps wait for guesses, settings are undone, sessions keep it all."""

import json
from dataclasses import replace

import pytest
from example_lesson import ExampleLesson, only
from hypothesis import given
from hypothesis import strategies as st

from explorer.app.core import message as said
from explorer.app.core.history import History
from explorer.app.core.lesson_messages import (
    LessonChosen,
    LessonContinued,
    LessonGuessed,
    LessonOpened,
    LessonPlayed,
    LessonRedrawn,
    LessonReset,
    LessonStepTaken,
    LessonTurned,
)
from explorer.app.core.lesson_place import (
    FIRST_SEED,
    GUESS,
    LessonPlace,
    Lessons,
    in_hand,
    place_of,
    step_in_hand,
)
from explorer.app.core.state import State, Workspace, declared, value_at
from explorer.app.learn.lesson_way import way_of
from explorer.app.learn.step_scene import questions, shown
from explorer.app.session import SCHEMA, loaded, saved
from explorer.app.update import update
from explorer.lessons.parts.lesson import SEED
from explorer.privacy.refusal import NotValid

pytestmark = pytest.mark.usefixtures("example")


@pytest.fixture(scope="module")
def example():
    with only(ExampleLesson):
        yield


def after(*messages, state=None):
    state = state or State(workspace=Workspace.LEARN)
    for message in messages:
        state = update(state, message)
    return state


GUESSED = (LessonGuessed("90 %"), LessonTurned(1))


def test_that_a_step_waits_for_the_guess_before_it():
    waiting = after(LessonTurned(1))
    assert step_in_hand(waiting.lessons).id == "guess"
    assert GUESS in waiting.refused
    assert step_in_hand(after(LessonStepTaken("drag")).lessons).id == "guess"
    gone = after(*GUESSED)
    assert (step_in_hand(gone.lessons).id, dict(gone.refused)) == ("attack", {})
    assert way_of(gone).guess_at("guess") == 0.9
    jumped = after(*GUESSED, LessonStepTaken("cost"))
    assert step_in_hand(jumped.lessons).id == "pick"
    assert GUESS in jumped.refused


def test_that_an_audience_goes_on_without_a_guess():
    assert step_in_hand(after(LessonTurned(1, presented=True)).lessons).id == "attack"


@pytest.mark.parametrize(
    "text", ["90 %", "90", "0.9", "0,9", "9 in 10", "9/10", "90%", "９０％", "90.0"], ids=ascii
)
def test_that_a_share_is_read_as_people_write_it(text):
    assert way_of(after(LessonGuessed(text))).guess_at("guess") == pytest.approx(0.9)


@pytest.mark.parametrize("text", ["", "many", "101 %", "-1", "900", "nan", "1e400"])
def test_that_what_is_no_guess_is_refused_beside_its_field(text):
    state = after(LessonGuessed(text))
    assert GUESS in state.refused
    assert "100" in str(state.refused[GUESS].sentence.values) or "high" in str(
        state.refused[GUESS].sentence.values
    )
    assert way_of(state).guess_at("guess") is None
    assert GUESS not in after(LessonGuessed("0.5"), state=state).refused


def test_that_a_choice_is_one_of_the_choices():
    there = after(*GUESSED, LessonStepTaken("pick"))
    assert GUESS in after(LessonChosen(2), state=there).refused
    chosen = after(LessonChosen(1), LessonTurned(1), state=there)
    assert way_of(chosen).guess_at("pick") == 1.0
    assert way_of(chosen).done


def test_that_a_parameter_is_checked_as_the_lesson_declares_it():
    state = after(*GUESSED, LessonStepTaken("drag"), said.Moved("lesson.epsilon", 20.0))
    assert value_at(state, "lesson.epsilon") == 20.0
    assert in_hand(state.lessons).epsilon == 20.0
    refused = after(said.Moved("lesson.epsilon", 0.5), state=state)
    assert "lesson.epsilon" in refused.refused
    assert value_at(refused, "lesson.epsilon") == 20.0
    assert "lesson.epsilon" not in after(LessonTurned(1), state=refused).refused
    typed = after(said.Typed("lesson.epsilon", "10³"), state=refused)
    assert (value_at(typed, "lesson.epsilon"), dict(typed.refused)) == (1000.0, {})
    assert "lesson.runs" in after(said.Typed("lesson.runs", "x"), state=state).refused
    assert declared(state, "lesson.runs").integer
    assert isinstance(in_hand(after(said.Typed("lesson.runs", "4"), state=state).lessons).runs, int)


def test_that_moving_back_to_the_default_leaves_nothing_behind():
    moved = after(said.Moved("lesson.epsilon", 20.0), said.Moved("lesson.epsilon", 100.0))
    assert place_of(moved.lessons).values == ()


def test_that_moves_seeds_and_a_new_beginning_are_kept_apart():
    state = after(*GUESSED, LessonPlayed("ask"), LessonPlayed("ask"), LessonRedrawn())
    assert place_of(state.lessons).moves == ("ask", "ask")
    assert place_of(state.lessons).seed == FIRST_SEED + 1
    assert place_of(after(LessonReset(), state=state).lessons) == LessonPlace("example")
    assert FIRST_SEED == SEED


def test_that_undo_takes_back_what_was_played_and_not_how_far_one_came():
    guessed, turned = after(GUESSED[0]), after(*GUESSED)
    dragged = after(LessonTurned(1), said.Moved("lesson.epsilon", 5.0), state=turned)
    gone = after(LessonTurned(1), state=dragged)
    history = History()
    states = [State(workspace=Workspace.LEARN), guessed, turned, after(LessonTurned(1), state=turned)]
    for before, now in zip(states, [*states[1:], dragged], strict=True):
        history = history.kept(before, now)
    history = history.kept(dragged, gone)
    assert len(history.past) == 2
    history, back = history.undone(gone)
    assert (value_at(back, "lesson.epsilon"), step_in_hand(back.lessons).id) == (100.0, "drag")
    assert way_of(back).furthest == "slow"
    history, back = history.undone(back)
    assert way_of(back).guess_at("guess") is None
    history, forth = history.redone(back)
    history, forth = history.redone(forth)
    assert (value_at(forth, "lesson.epsilon"), way_of(forth).furthest) == (5.0, "slow")
    assert forth.lessons.played == gone.lessons.played


def test_that_undo_elsewhere_leaves_the_lesson_in_front_where_it_is():
    state = after(*GUESSED)
    history = History().kept(state, after(said.Moved("target.epsilon", 0.5), state=state))
    there = after(said.Moved("target.epsilon", 0.5), LessonTurned(1), state=state)
    _, back = history.undone(there)
    assert back.lessons == there.lessons


def test_that_a_session_keeps_place_and_progress():
    state = after(*GUESSED, LessonStepTaken("drag"), said.Moved("lesson.epsilon", 5.0), LessonPlayed("ask"))
    assert loaded(saved(state)) == state
    assert json.loads(saved(state))["schema"] == SCHEMA == 2


def test_that_an_older_session_has_no_lessons():
    kept = json.loads(saved(State()))
    del kept["lessons"]
    assert loaded(json.dumps({**kept, "schema": 1})) == State()


@pytest.mark.parametrize(
    "kept",
    [
        [],
        {"places": []},
        {"lesson": 3},
        {"places": {"example": {"seed": 0}}},
        {"places": {"example": {"seed": True}}},
        {"places": {"example": {"seed": 2**40}}},
        {"places": {"example": {"moves": "ask"}}},
        {"places": {"example": {"moves": ["ask"] * 1001}}},
        {"places": {"example": {"values": {"epsilon": "1"}}}},
        {"places": {"example": {"values": {"epsilon": float("nan")}}}},
        {"places": {"example": {"guesses": {"guess": 10**400}}}},
        {"places": {"example": {"step": "\ud800"}}},
        {"places": {"x" * 300: {}}},
    ],
    ids=lambda kept: ascii(kept)[:60],
)
def test_that_a_session_whose_lessons_cannot_be_is_refused(kept):
    with pytest.raises(NotValid):
        loaded(json.dumps({**json.loads(saved(State())), "lessons": kept}))


@pytest.mark.parametrize(
    "place",
    [
        LessonPlace("example", "gone", "gone", values=(("epsilon", 1e9), ("gone", 3.0))),
        LessonPlace("example", "drag", "drag", values=(("runs", 2.5),), guesses=(("gone", 2.0),)),
        LessonPlace("gone", "gone"),
    ],
    ids=repr,
)
def test_that_what_a_lesson_no_longer_has_keeps_its_default(place):
    state = loaded(saved(State(workspace=Workspace.LEARN, lessons=Lessons(place.lesson, (place,)))))
    lesson = in_hand(state.lessons)
    assert (lesson.epsilon, lesson.runs) == (100.0, 8)
    assert shown(state, {}).scene is not None


MESSAGES = st.one_of(
    st.builds(LessonTurned, st.integers(-2, 2), st.booleans()),
    st.builds(LessonStepTaken, st.sampled_from([step.id for step in ExampleLesson.steps])),
    st.builds(LessonGuessed, st.sampled_from(["50 %", "0.1", "x", "2"])),
    st.builds(LessonChosen, st.integers(-1, 2)),
    st.builds(LessonPlayed, st.sampled_from(["ask", "stop", "gone"])),
    st.builds(said.Moved, st.just("lesson.epsilon"), st.floats(0, 2e4)),
    st.sampled_from([LessonRedrawn(), LessonReset(), LessonOpened("example"), LessonOpened("gone")]),
)


@given(st.lists(MESSAGES, max_size=12))
def test_that_whatever_is_done_the_state_is_one_that_can_be_shown_and_saved(messages):
    state = after(*messages)
    way = way_of(state)
    assert way.reached >= way.here
    if not any(isinstance(each, LessonTurned) and each.presented for each in messages):
        unguessed = [
            step.id for step in way.steps[: way.here] if step.guess and way.guess_at(step.id) is None
        ]
        assert unguessed == []
    assert loaded(saved(state)) == replace(state, refused={})
    answers = {each: each() for each in questions(state)}
    found = shown(state, answers)
    assert found.current
    assert found.scene.heading is not None


def test_that_the_settings_of_a_step_are_taken_over_elsewhere_as_one_act():
    scene = ExampleLesson().scene("drag")
    explore, compose, release = (after(LessonContinued(each)) for each in scene.openings)
    assert (explore.workspace, explore.mechanism) == (Workspace.EXPLORE, "gaussian")
    assert (explore.target.epsilon, explore.target.delta) == (2.0, 1e-6)
    assert (compose.workspace, compose.composing.count) == (Workspace.COMPOSE, 20)
    assert release.workspace is Workspace.RELEASE
    assert 'epsilon = "0.5"' in release.releasing.plan
    assert release.releasing.csv.endswith("people.csv")


def test_that_an_older_scene_stands_in_while_the_new_one_is_computed():
    from explorer.jobs import Answered

    state = after(*GUESSED, LessonStepTaken("slow"))
    answers = Answered()
    assert shown(state, answers).scene is None
    (question,) = questions(state)
    answers.keep(question, question())
    assert shown(state, answers).current
    moved = after(said.Moved("lesson.epsilon", 7.0), state=state)
    found = shown(moved, answers)
    assert (found.scene, found.current) == (answers[question], False)
