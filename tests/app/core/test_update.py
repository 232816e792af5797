"""How the program changes: one message, one state, whatever a person may do."""

import math

import pytest
from cases_in_one import cases_in_one
from hypothesis import given
from hypothesis import strategies as st
from states import MECHANISMS, PATHS, drawn, message_kinds, settled, states

from explorer.app.core import message as said
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, Workspace, declared, mechanism_of, value_at, with_value
from explorer.app.explore.presets import PRESETS
from explorer.app.explore.updates import HORIZONS
from explorer.app.figures import every_picture
from explorer.app.update import update, updates_of
from explorer.privacy.mechanism import every_additive, every_mechanism
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import NotANumber, NotValid, OutOfRange
from explorer.privacy.target import Target

ANY_FLOAT = st.floats(allow_nan=True, allow_infinity=True)


def others(state, path):
    """Everything that a person has set, but the parameter at `path`."""
    return {each: value_at(state, each) for each in PATHS if each != path}, state.mechanism, state.releasing


def test_that_every_message_has_an_update_and_every_update_a_message():
    kinds = message_kinds()
    assert len(kinds) > 80
    assert [each for each in kinds if each not in updates_of(each.__module__)] == []
    assert {kind for each in kinds for kind in updates_of(each.__module__)} == {*kinds}


# Sliders


@given(states(), st.sampled_from(PATHS), ANY_FLOAT)
def test_that_a_moved_slider_changes_only_that_parameter(state, path, value):
    moved = update(state, said.Moved(path, value))
    kept, mechanism, releasing = others(moved, path)
    before, *_ = others(state, path)
    if path == "composing.count":  # the picture makes room for the k that is asked for
        del kept["composing.horizon"], before["composing.horizon"]
    if path.startswith("sensitivity_inputs."):  # the sensitivity follows from its causes
        del kept["target.sensitivity"], before["target.sensitivity"]
    assert (kept, mechanism, releasing) == (before, state.mechanism, state.releasing)


@given(states(), st.sampled_from(PATHS), ANY_FLOAT)
def test_that_no_number_is_ever_accepted_outside_its_range(state, path, value):
    moved, parameter = update(state, said.Moved(path, value)), declared(state, path)
    acceptable = parameter.low <= value <= parameter.high and (not parameter.integer or value == int(value))
    if acceptable:
        assert value_at(moved, path) == value
        assert path not in moved.refused
    else:
        assert value_at(moved, path) == value_at(state, path)
        assert isinstance(moved.refused[path], OutOfRange)


@cases_in_one("path", PATHS)
@cases_in_one("value", [math.nan, math.inf, -math.inf, 1e308, -1.0])
def test_that_nonsense_is_refused_beside_its_field(path, value):
    state = update(State(), said.Moved(path, value))
    if declared(state, path).low <= value <= declared(state, path).high:
        assert value_at(state, path) == value
    else:
        assert set(state.refused) == {path}
        assert state.refused[path].sentence.text


def test_that_a_good_value_takes_the_refusal_away_and_leaves_those_of_others():
    state = update(update(State(), said.Moved("target.epsilon", -1.0)), said.Moved("composing.count", 0.0))
    state = update(state, said.Moved("target.epsilon", 0.5))
    assert set(state.refused) == {"composing.count"}


def test_that_a_whole_parameter_stays_a_whole_number():
    state = update(State(), said.Moved("composing.count", 12.0))
    assert type(state.composing.count) is int
    assert update(state, said.Moved("composing.count", 12.5)).composing.count == 12


def test_that_the_axes_rest_while_a_slider_moves_and_follow_when_it_settles():
    moved = update(State(), said.Moved("target.epsilon", 0.25))
    assert moved.framed == State().framed
    assert update(moved, said.Settled()).framed == Setting("laplace", moved.target)


def test_that_axes_that_are_kept_rest_when_a_slider_settles_until_they_follow_again():
    kept = update(State(), said.ScaleKept(True))
    assert kept.framed == State().framed
    far = update(update(kept, said.Moved("target.epsilon", 0.087)), said.Settled())
    assert far.framed == State().framed
    other = update(far, said.MechanismChosen("gaussian"))
    assert other.framed == State().framed
    follows = update(other, said.ScaleKept(False))
    assert follows.framed == follows.setting
    assert not follows.scale_kept


@cases_in_one("picture", sorted(every_picture()))
@cases_in_one("mechanism", ["gaussian", "exponential", "discrete-laplace"])
def test_that_every_picture_can_be_drawn_on_axes_of_another_mechanism(picture, mechanism):
    kept = update(State(), said.ScaleKept(True))
    state = update(update(kept, said.MechanismChosen(mechanism)), said.Moved("target.epsilon", 0.087))
    drawn = every_picture()[picture].draw(update(state, said.Settled()), {})
    assert drawn.x.low < drawn.x.high
    assert drawn.y.low < drawn.y.high


def test_that_settling_twice_changes_nothing():
    settled_once = update(update(State(), said.Moved("target.epsilon", 0.25)), said.Settled())
    assert update(settled_once, said.Settled()) is settled_once


@given(st.integers(1, 1_000_000))
def test_that_the_composition_picture_reaches_the_k_that_is_asked_for(count):
    composing = update(State(), said.Moved("composing.count", float(count))).composing
    assert composing.count == count
    assert composing.horizon >= min(count, HORIZONS[-1])
    assert composing.horizon >= State().composing.horizon


# Typed numbers


@pytest.mark.parametrize(
    ("text", "value"),
    [("0.5", 0.5), ("1e-5", 1e-5), ("10⁻⁵", 1e-5), ("1/4", 0.25), ("ln 3", math.log(3)), (" 2 ", 2.0)],
)
def test_that_a_typed_number_is_taken_and_settles(text, value):
    state = update(State(), said.Typed("target.epsilon", text))
    assert state.target.epsilon == pytest.approx(value, rel=1e-15)
    assert state.framed.target == state.target


@given(st.text(max_size=40), st.sampled_from(PATHS))
def test_that_no_typed_text_breaks_the_program(text, path):
    state = update(State(), said.Typed(path, text))
    assert others(state, path)[0] == others(State(), path)[0] or path == "composing.count"
    assert set(state.refused) <= {path}


def test_that_text_that_is_no_number_is_refused_beside_its_field():
    state = update(State(), said.Typed("target.epsilon", "plenty"))
    assert isinstance(state.refused["target.epsilon"], NotANumber)
    assert state.target == State().target


def test_that_a_typed_number_out_of_range_does_not_settle():
    moved = update(State(), said.Moved("target.delta", 1e-3))
    state = update(moved, said.Typed("target.epsilon", "1000"))
    assert isinstance(state.refused["target.epsilon"], OutOfRange)
    assert state.framed == moved.framed


# Mechanisms


@given(st.floats(1e-6, 1e6))
def test_that_a_counting_mechanism_rounds_the_sensitivity_up_and_never_down(sensitivity):
    state = update(settled("laplace", sensitivity=sensitivity), said.MechanismChosen("discrete-laplace"))
    assert state.target.sensitivity == max(1, math.ceil(sensitivity))


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_that_another_mechanism_keeps_the_promise_and_settles(mechanism):
    before = settled("laplace", epsilon=0.7, delta=1e-7, sensitivity=3.0)
    state = update(before, said.MechanismChosen(mechanism))
    assert (state.mechanism, state.target) == (mechanism, before.target)
    assert state.framed == Setting(mechanism, before.target)


def test_that_another_mechanism_forgets_what_was_refused_of_the_old_one():
    state = update(settled("discrete-laplace"), said.Moved("target.sensitivity", 1.5))
    assert "target.sensitivity" in state.refused
    assert update(state, said.MechanismChosen("laplace")).refused == {}


def test_that_an_unknown_mechanism_changes_nothing():
    assert update(State(), said.MechanismChosen("magic")) == State()


@given(states(), st.sampled_from(MECHANISMS))
def test_that_every_choice_of_mechanism_can_be_calibrated(state, mechanism):
    built = mechanism_of(update(state, said.MechanismChosen(mechanism)))
    assert math.isfinite(built.noise)
    assert built.noise > 0


# Margins


@pytest.mark.parametrize("mechanism", every_additive())
@pytest.mark.parametrize("margin", [2.0, 30.0, 1000.0])
def test_that_a_wanted_margin_is_kept_by_the_epsilon_that_it_gives(mechanism, margin):
    best = every_mechanism()[mechanism].calibrated(parameters(Target)["epsilon"].high, 1e-6, 1.0)
    margin *= max(1.0, 1.01 * best.margin(0.95))  # running totals are never as near as 2
    state = update(settled(mechanism), said.MarginWanted(f"{margin:g}"))
    assert "margin" not in state.refused
    assert mechanism_of(state).margin(state.reading.confidence) <= margin
    looser = every_mechanism()[mechanism].calibrated(0.99 * state.target.epsilon, 1e-6, 1.0)
    assert looser.margin(state.reading.confidence) >= margin
    assert state.framed.target == state.target


@pytest.mark.parametrize(("mechanism", "wish"), [("exponential", 3.0), ("permute-and-flip", 3.0)])
def test_that_a_wish_of_a_selection_is_kept_by_the_epsilon_that_it_gives(mechanism, wish):
    state = update(settled(mechanism), said.MarginWanted(f"{wish:g}"))
    assert mechanism_of(state).cost(state.reading.confidence).value <= wish
    looser = every_mechanism()[mechanism].calibrated(0.99 * state.target.epsilon, 0.0, 1.0, state.shape)
    assert looser.cost(state.reading.confidence).value > wish


def test_that_the_truth_may_be_wished_for_by_its_probability():
    state = update(settled("randomized-response"), said.MarginWanted("0.75"))
    assert state.target.epsilon == pytest.approx(math.log(3), rel=1e-3)
    refused = update(state, said.MarginWanted("1.5"))
    assert set(refused.refused) == {"margin"}


@pytest.mark.parametrize("text", ["", "wide", "nan", "-3", "1e-300"])
def test_that_a_margin_that_cannot_be_is_refused_beside_its_field(text):
    state = update(State(), said.MarginWanted(text))
    assert set(state.refused) == {"margin"}
    assert state.target == State().target


# Presets and workspaces


@pytest.mark.parametrize("preset", PRESETS)
def test_that_a_preset_sets_everything_that_it_names_and_forgets_refusals(preset):
    refused = update(State(), said.Moved("target.epsilon", -1.0))
    state, named = update(refused, said.PresetChosen(preset)), PRESETS[preset]
    assert (state.mechanism, state.target, state.composing) == (
        named.mechanism,
        named.target,
        named.composing,
    )
    assert (state.workspace, state.framed) == (named.workspace, Setting(named.mechanism, named.target))
    assert state.refused == {}


def test_that_the_dwork_roth_preset_holds_their_numbers():
    named = PRESETS["textbook"]
    assert (named.target.epsilon, named.composing.total_delta, named.mechanism) == (1.0, 1e-4, "laplace")


def test_that_opening_a_workspace_changes_only_what_is_in_front():
    state = update(State(), said.WorkspaceOpened(Workspace.RELEASE))
    assert state == State(workspace=Workspace.RELEASE)


# The value itself


def test_that_update_leaves_the_old_state_alone():
    before = State()
    update(before, said.Moved("target.epsilon", -1.0))
    assert before == State()
    with pytest.raises(TypeError):
        before.refused["x"] = NotValid(drawn().queries[0].declared)


def test_that_a_value_that_is_set_can_be_read_back():
    state = with_value(State(), "reading.bins", 7)
    assert value_at(state, "reading.bins") == 7.0
    assert state.target == Target()
