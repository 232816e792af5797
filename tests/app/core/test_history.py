"""Undo and redo: what was set comes back, what was paid never goes away."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from states import drawn, planned, states

from explorer.app.core import message as said
from explorer.app.core import release_messages
from explorer.app.core.history import LONGEST, History
from explorer.app.core.state import State, Workspace
from explorer.app.learn.openings import messages_of
from explorer.app.update import update
from explorer.lessons.parts.scene import Opening
from explorer.mark import N_
from explorer.privacy.refusal import NotValid
from explorer.release.ledger.demonstration_ledger import is_example


def at(epsilon):
    return update(update(State(), said.Moved("target.epsilon", epsilon)), said.Settled())


def remembered(state):
    return state.mechanism, state.target, state.reading, state.composing, state.releasing.plan


def test_that_keeping_the_scale_is_a_step_that_can_be_taken_back():
    kept = update(at(0.5), said.ScaleKept(True))
    moved = update(update(kept, said.Moved("target.epsilon", 0.1)), said.Settled())
    history = History().kept(at(0.5), kept).kept(kept, moved)
    history, present = history.undone(moved)
    assert (present.target.epsilon, present.scale_kept, present.framed) == (0.5, True, kept.framed)
    history, present = history.undone(present)
    assert not present.scale_kept
    _, present = history.redone(present)
    assert present.scale_kept


def test_that_undo_and_redo_walk_the_same_steps():
    history, walked = History(), [at(1.0), at(0.5), at(0.25)]
    for before, after in pairwise(walked):
        history = history.kept(before, after)
    history, present = history.undone(walked[-1])
    assert present.target.epsilon == 0.5
    history, present = history.undone(present)
    assert present.target.epsilon == 1.0
    assert history.undone(present) == (history, present)
    history, present = history.redone(present)
    history, present = history.redone(present)
    assert present.target.epsilon == 0.25
    assert history.redone(present) == (history, present)


@given(st.lists(states(), min_size=2, max_size=5))
def test_that_undoing_everything_and_redoing_it_comes_back(walked):
    history, present = History(), walked[0]
    for state in walked[1:]:
        history, present = history.kept(present, state), state
    steps = len(history.past)
    back = replace(present, refused={})
    for _ in range(steps):
        history, back = history.undone(back)
    assert remembered(back) == remembered(walked[0])
    for _ in range(steps):
        history, back = history.redone(back)
    assert remembered(back) == remembered(present)


def test_that_a_new_step_forgets_what_was_undone():
    history = History().kept(at(1.0), at(0.5))
    history, present = history.undone(at(0.5))
    history = history.kept(present, at(2.0))
    assert history.future == ()
    assert history.redone(at(2.0)) == (history, at(2.0))


def test_that_what_a_person_would_not_see_is_no_step():
    history = History()
    shown = update(State(), said.WorkspaceOpened(Workspace.RELEASE))
    refused = update(State(), said.Moved("target.epsilon", -1.0))
    assert history.kept(State(), shown) is history
    assert history.kept(State(), refused) is history


def test_that_undo_does_not_lead_to_another_workspace():
    there = update(at(0.5), said.WorkspaceOpened(Workspace.COMPOSE))
    _, present = History().kept(at(1.0), at(0.5)).undone(there)
    assert present.workspace is Workspace.COMPOSE


def test_that_what_was_drawn_written_or_chosen_is_never_undone():
    before = planned("people")
    edited = update(before, release_messages.PlanEdited("privacy.epsilon", "2"))
    history = History().kept(before, edited)
    paid = update(edited, release_messages.FileChosen("people.csv"))
    paid = update(paid, release_messages.AccountNamed("survey"))
    paid = update(
        update(paid, release_messages.ReleaseDrawn(drawn())), release_messages.ReleaseWritten(("a.csv",))
    )
    history, undone = history.undone(paid)
    assert undone.releasing.plan == before.releasing.plan
    for state in (undone, history.redone(undone)[1]):
        kept = state.releasing
        assert (kept.drawn, kept.written) == ((drawn(),), ("a.csv",))
        assert (kept.csv, kept.account) == ("people.csv", "survey")


def opened_by_a_lesson(state):
    """The state once the plan of a lesson was opened in Release, and its people with it."""
    opening = Opening("release", N_("A plan in Release"), {"epsilon": "0.5"})
    history = History()
    for message in messages_of(opening):
        after = update(state, message)
        history, state = history.kept(state, after), after
    return history, state


def test_that_the_people_of_a_lesson_go_with_its_plan_and_ones_own_file_comes_back():
    own = update(planned("visits"), release_messages.FileChosen("own.csv"))
    own = update(own, release_messages.AccountNamed("survey"))
    history, there = opened_by_a_lesson(own)
    assert is_example(there.releasing.csv)
    _, back = history.undone(there)
    kept = back.releasing
    assert (kept.plan, kept.csv, kept.account) == (own.releasing.plan, "own.csv", "survey")


def test_that_a_file_chosen_after_an_example_was_opened_stays_when_that_is_undone():
    own = update(planned("visits"), release_messages.FileChosen("own.csv"))
    history, there = opened_by_a_lesson(own)
    _, back = history.undone(update(there, release_messages.FileChosen("other.csv")))
    assert back.releasing.csv == "other.csv"


def test_that_a_release_is_no_step_that_could_be_undone():
    before = planned("people")
    history = History()
    assert history.kept(before, update(before, release_messages.ReleaseDrawn(drawn()))) is history


def test_that_undo_takes_back_a_refused_entry_before_the_step_before_it():
    refused = update(at(0.5), said.Moved("target.delta", 2.0))
    history = History().kept(at(1.0), at(0.5))
    again, present = history.undone(refused)
    assert again is history
    assert present == at(0.5)
    assert again.undone(present)[1].target.epsilon == 1.0


def test_that_a_refused_entry_can_be_taken_back_where_there_is_no_step():
    refused = update(State(), said.Moved("target.delta", 2.0))
    assert not History().undoable(State())
    assert History().undoable(refused)
    assert History().undone(refused) == (History(), State())


def test_that_an_older_refusal_goes_with_the_step_and_never_comes_back():
    refused = update(at(0.5), said.Moved("composing.count", 0.0))
    moved = update(update(refused, said.Moved("target.epsilon", 2.0)), said.Settled())
    assert set(moved.refused) == {"composing.count"}
    history, back = History().kept(refused, moved).undone(moved)
    assert (back.target.epsilon, dict(back.refused)) == (0.5, {})
    _, forth = history.redone(back)
    assert (forth.target.epsilon, dict(forth.refused)) == (2.0, {})


def test_that_a_refusal_of_the_release_stays_through_undo():
    paid = update(at(0.5), said.Refused("release", NotValid(N_("no"), "release")))
    _, present = History().kept(at(1.0), at(0.5)).undone(paid)
    assert (present.target.epsilon, set(present.refused)) == (1.0, {"release"})


def test_that_history_is_long_but_not_endless():
    history = History()
    for step in range(LONGEST + 20):
        history = history.kept(at(1 + step / 1000), at(1 + (step + 1) / 1000))
    assert len(history.past) == LONGEST
    assert history.past[0].target.epsilon == 1.02


def test_that_undo_takes_the_plans_file_and_its_shown_histogram_back_with_it():
    first = update(State(), release_messages.PlanOpened(planned("people").releasing.plan, "people.toml"))
    shown = update(first, release_messages.QueryShown(1))
    second = update(shown, release_messages.PlanOpened(planned("visits").releasing.plan, "visits.toml"))
    _, back = History((shown,)).undone(second)
    assert (back.releasing.plan_path, back.releasing.shown) == ("people.toml", 1)


@given(states())
def test_that_an_animation_is_no_step_that_could_be_undone(state):
    """It draws by itself; whoever undoes wants back what they did."""
    drawn_on = replace(state, reading=replace(state.reading, draw=state.reading.draw + 7))
    history = History()
    assert history.kept(state, drawn_on) is history
    moved = replace(drawn_on, target=replace(drawn_on.target, unit="a school"))
    assert len(history.kept(state, moved).past) == 1


def test_that_the_line_in_hand_is_no_step_that_could_be_undone():
    history, state = History(), update(State(), said.PresetChosen("textbook"))
    assert history.kept(state, replace(state, schedule=replace(state.schedule, selected=0))) is history
