"""What was refused: how it is said, how it is mended, when its cause is gone."""

import pytest
from cases_in_one import cases_in_one
from states import settled

from explorer.app.core import message as said
from explorer.app.core.state import State, declared
from explorer.app.plotting.distributions import value_range
from explorer.app.release.plan.plan_draft import judged
from explorer.app.update import update
from explorer.language import Language
from explorer.privacy.refusal import out_of_range


def after(*messages, state=None):
    state = State() if state is None else state
    for message in messages:
        state = update(state, message)
    return state


def line(state, field):
    return Language("en").say(state.refused[field].sentence)


# Mending


def test_that_the_value_in_force_takes_the_refusal_away_and_changes_nothing_else():
    refused = after(said.Typed("target.epsilon", "51"))
    assert update(refused, said.Mended("target.epsilon")) == State()


def test_that_a_mended_belief_lets_the_limit_be_asked_for_again():
    refused = after(said.Typed("reading.prior", "2"), said.LimitWanted())
    assert set(refused.refused) == {"reading.prior", "limit"}
    assert update(refused, said.Mended("reading.prior")).refused == {}


@pytest.mark.parametrize(
    ("path", "words"),
    [("reading.prior", "the prior belief"), ("reading.limit", "the largest acceptable belief")],
)
def test_that_no_epsilon_follows_from_a_refused_belief(path, words):
    state = after(said.Typed(path, "2"), said.LimitWanted())
    assert state.target == State().target
    assert line(state, "limit") == f"correct {words} first"


# Causes that are gone


def test_that_a_refused_sample_is_forgotten_once_the_neighbours_allow_it():
    refused = after(
        said.SensitivityInputChosen("neighbours", "substitute"), said.Typed("shape.sampling_rate", "0.5")
    )
    assert set(refused.refused) == {"shape.sampling_rate"}
    assert update(refused, said.SensitivityInputChosen("neighbours", "add-remove")).refused == {}


def test_that_a_refused_margin_is_forgotten_with_another_epsilon():
    refused = after(said.MarginWanted("-3"))
    assert set(refused.refused) == {"margin"}
    assert update(refused, said.Typed("target.epsilon", "2")).refused == {}


def test_that_another_belief_forgets_a_refused_limit():
    refused = after(said.Typed("reading.limit", "0.4"), said.LimitWanted())
    assert set(refused.refused) == {"limit"}
    assert update(refused, said.Typed("reading.prior", "0.3")).refused == {}


def test_that_a_new_refusal_outlives_the_change_that_it_comes_with_and_old_ones_elsewhere_stay():
    refused = after(said.Typed("composing.count", "0"), said.Typed("target.epsilon", "51"))
    moved = update(refused, said.Moved("reading.observed", 99.0))
    assert set(moved.refused) == {"composing.count", "target.epsilon"}
    drawn = update(after(said.MarginWanted("-3")), said.Moved("reading.draw", 5.0))
    assert set(drawn.refused) == {"margin"}


# Handles stay where their values are


@pytest.mark.parametrize("mechanism", ["laplace", "discrete-laplace"])
def test_that_what_is_looked_at_stays_between_the_ends_of_the_axes(mechanism):
    wide = settled(mechanism, epsilon=0.01)
    looked = after(said.Moved("reading.observed", 300.0), said.Moved("reading.threshold", -50.0), state=wide)
    state = update(looked, said.Typed("target.epsilon", "5"))
    low, high = value_range(state.framed)
    assert high < 300
    assert low <= state.reading.threshold <= state.reading.observed <= high
    assert float(f"{state.reading.observed:.6g}") == state.reading.observed


def test_that_a_hand_that_still_drags_leaves_what_is_looked_at():
    wide = after(said.Moved("reading.observed", 300.0), state=settled("laplace", epsilon=0.01))
    moving = update(wide, said.Moved("target.epsilon", 5.0))
    assert moving.reading.observed == 300
    assert update(moving, said.Settled()).reading.observed < 300


# Lines that do not contradict themselves


@pytest.mark.parametrize(
    ("path", "text", "said_in"),
    [
        ("reading.prior", "1", "π must lie between 10⁻⁶ and 0.999999, not 1"),
        ("reading.prior", "0.9999999", "π must lie between 10⁻⁶ and 0.999999, not 0.9999999"),
        ("target.epsilon", "50.000001", "ε must lie between 10⁻⁶ and 50, not 50.000001"),
        ("composing.count", "2.0000001", "k must be a whole number, not 2.0000001"),
        ("composing.count", "2.5", "k must be a whole number, not 2.5"),
        (
            "target.epsilon",
            "1e-400",
            "“1e-400” is too small to distinguish from 0; ε lies between 10⁻⁶ and 50",
        ),
        ("target.epsilon", "", "ε needs a number between 10⁻⁶ and 50"),
        ("reading.prior", " ", "π needs a number between 10⁻⁶ and 0.999999"),
    ],
)
def test_that_a_refusal_tells_the_value_from_the_range(path, text, said_in):
    assert line(after(said.Typed(path, text)), path) == said_in


@cases_in_one("text", ["nan", "inf", "abc", ""])
@cases_in_one("path", ["target.epsilon", "target.delta", "composing.count", "reading.group"])
def test_that_what_is_no_number_is_refused_with_the_range(path, text):
    words, parameter = line(after(said.Typed(path, text)), path), declared(State(), path)
    assert Language("en").say(out_of_range("", 1.0, parameter.low, parameter.high).sentence).split()[-1]
    assert parameter.symbol in words
    assert "between" in words


def test_that_an_end_that_is_left_out_is_said_to_be():
    said_so = Language("en").say(out_of_range("confidence", 1.0, 0, 1).sentence)
    assert said_so == "confidence must be above 0 and below 1, not 1"


@pytest.mark.parametrize("text", ["0", "-1", "wide", ""])
def test_that_a_margin_is_asked_for_above_0(text):
    words = line(after(said.MarginWanted(text)), "margin")
    assert "above 0" in words


@pytest.mark.parametrize(
    ("mechanism", "range"), [("exponential", "above 0"), ("randomized-response", "below 1")]
)
def test_that_a_wish_that_is_no_number_names_what_can_be_asked_for(mechanism, range):
    assert range in line(after(said.MarginWanted("much"), state=settled(mechanism)), "margin")


@pytest.mark.parametrize("mechanism", ["exponential", "permute-and-flip"])
def test_that_a_wish_beyond_every_epsilon_names_the_nearest(mechanism):
    words = line(after(said.MarginWanted("1e-6"), state=settled(mechanism)), "margin")
    nearest = float(words.rpartition(" ")[2])
    assert after(said.MarginWanted(str(1.01 * nearest)), state=settled(mechanism)).refused == {}


def test_that_scores_that_are_no_numbers_name_the_range():
    assert "each number lies between" in line(after(said.ScoresTyped("3, many")), "scores")


# What is kept


@pytest.mark.parametrize(
    "message",
    [
        said.Typed("target.epsilon", "51"),
        said.Typed("target.epsilon", "no number"),
        said.ScoresTyped("one, two"),
        said.MarginWanted("0"),
    ],
    ids=lambda message: type(message).__name__,
)
def test_that_what_is_refused_is_kept_without_the_frames_that_it_came_through(message):
    kept = [*after(message).refused.values(), *judged("no plan")[1]]
    assert kept
    for refusal in kept:
        assert (refusal.__traceback__, refusal.__context__, refusal.__cause__) == (None, None, None)
