"""The tours as data: short, said in both languages, about cards that there are, done when it was done."""

from dataclasses import replace
from pathlib import Path

import pytest

from explorer.app.core.lesson_messages import LessonChosen, LessonGuessed, LessonOpened, LessonTurned
from explorer.app.core.message import Moved
from explorer.app.core.release_messages import FileChosen, PlanEdited, PlanOpened
from explorer.app.core.state import Presentation, Releasing, State
from explorer.app.tours.offers import OFFERS
from explorer.app.tours.tour import FINISHED
from explorer.app.tours.tours import TOURS, tour_of
from explorer.app.update import update
from explorer.gui.workspaces.card_layout import CARD_SPECS
from explorer.language import LANGUAGES, Language
from explorer.lessons.parts.lesson import GuessKind, every_lesson
from explorer.resources import resource

STEPS = [(tour.id, step.id) for tour in TOURS for step in tour.steps]
PLAN = PlanOpened(resource("examples", "people.toml").read_text("utf-8"))


def step_of(tour, step):
    return next(each for each in tour_of(tour).steps if each.id == step)


def after(*messages, state=None):
    state = state or State()
    for message in messages:
        state = update(state, message)
    return state


def guess():
    """The guess of the first lesson's first step."""
    asked = next(iter(every_lesson().values())).steps[0].guess
    return LessonChosen(0) if asked.kind is GuessKind.CHOICE else LessonGuessed("50 %")


DOING = {
    ("officer", "epsilon"): ((), (Moved("target.epsilon", 0.5),)),
    ("officer", "attacker"): ((), (Moved("reading.prior", 0.1),)),
    ("officer", "many"): ((), (Moved("composing.count", 7),)),
    ("officer", "budget"): ((), (Moved("composing.total_epsilon", 3),)),
    ("steward", "file"): ((), (FileChosen(str(resource("examples", "people.csv"))),)),
    ("steward", "counted"): ((), (PLAN,)),
    ("steward", "unit"): ((PLAN,), (PlanEdited("privacy.unit", "household"),)),
    ("steward", "epsilon"): ((PLAN,), (PlanEdited("privacy.epsilon", "0.25"),)),
    ("workshop", "lesson"): ((), (LessonOpened("groups"),)),
    ("workshop", "guess"): ((), (guess(),)),
    ("workshop", "next"): ((guess(),), (LessonTurned(1),)),
    ("workshop", "drag"): ((LessonOpened("least-squares"),), (Moved("lesson.epsilon", 7),)),
}


def test_that_there_is_a_tour_for_each_of_the_three_users_as_it_is_offered():
    assert [tour.offer for tour in TOURS] == list(OFFERS)
    assert [tour.id for tour in TOURS] == ["officer", "steward", "workshop"]
    assert tour_of("nobody") is None


@pytest.mark.parametrize("tour", TOURS, ids=lambda tour: tour.id)
def test_that_a_tour_is_short_and_about_cards_that_there_are(tour):
    assert 4 <= len(tour.steps) <= 7
    assert len({step.id for step in tour.steps}) == len(tour.steps)
    assert FINISHED not in {step.id for step in tour.steps}
    assert {step.target.card for step in tour.steps} <= {spec.card for spec in CARD_SPECS} | {""}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("tour", TOURS, ids=lambda tour: tour.id)
def test_that_every_step_is_said_shortly_in_both_languages(tour, code):
    say = Language(code).say
    assert all(0 < len(say(step.title)) <= 40 for step in tour.steps)
    assert all(0 < len(say(step.words)) <= 160 for step in tour.steps)
    if code != "en":
        assert all(say(step.words) != step.words.text for step in tour.steps)


@pytest.mark.parametrize(("tour", "step"), DOING)
def test_that_a_step_is_done_by_what_it_asks_for_and_not_before(tour, step):
    before, acts = DOING[tour, step]
    then = after(*before)
    done = step_of(tour, step).done
    assert not done(then, then)
    assert done(then, after(*acts, state=then))


def test_that_presenting_is_noticed_and_the_rest_is_only_to_be_seen():
    presented = replace(State(), presentation=Presentation(cards=("lesson",), card="lesson"))
    assert step_of("workshop", "present").done(State(), presented)
    seen = {each for each in STEPS if step_of(*each).done is None}
    assert seen | set(DOING) | {("workshop", "present")} == set(STEPS)


def test_that_a_plan_that_does_not_read_is_no_reason_to_fail():
    wrong = replace(State(), releasing=Releasing(plan="= nothing"))
    assert not step_of("steward", "unit").done(wrong, after(PLAN))
    assert not step_of("steward", "counted").done(wrong, wrong)


@pytest.mark.parametrize("tour", TOURS, ids=lambda tour: tour.id)
def test_that_a_tour_begins_where_it_was_left_and_anew_where_it_was_seen(tour):
    assert [tour.place_of(step.id) for step in tour.steps] == list(range(len(tour.steps)))
    assert [tour.place_of(kept) for kept in ("", FINISHED, "a step of another version")] == [0, 0, 0]


def test_that_no_step_asks_for_what_spends():
    said = " ".join(step.words.text for tour in TOURS for step in tour.steps)
    assert "press Release" not in said
    assert Path(str(resource("examples", "people.csv"))).is_file()
