"""One release under a person's hands: solvers, causes, lists, two settings side by side."""

import math
from dataclasses import replace

import pytest
from states import settled

from explorer.app.core import message as said
from explorer.app.core import wording
from explorer.app.core.request import release_of
from explorer.app.core.setting import Setting
from explorer.app.core.state import (
    State,
    guarantee_for,
    guarantee_of,
    mechanism_for,
    mechanism_of,
    within_sample,
)
from explorer.app.explore.harm_severity import HARMS
from explorer.app.update import update
from explorer.language import Language
from explorer.privacy.refusal import OutOfRange, Unsupported
from explorer.privacy.risk import posterior
from explorer.privacy.shape import Shape
from explorer.privacy.subsampling.poisson import Subsampled
from explorer.privacy.subsampling.without_replacement import WithoutReplacement
from explorer.privacy.target import Neighbours, Target

SAY = Language("en").say

# Other ways to an epsilon


def with_reading(state, **changes):
    return replace(state, reading=replace(state.reading, **changes))


def test_that_a_limit_on_belief_gives_the_largest_epsilon_that_keeps_it():
    state = update(with_reading(State(), prior=0.1, limit=0.3), said.LimitWanted())
    _, high = posterior(state.target.epsilon, 0.1)
    assert high <= 0.3
    assert high == pytest.approx(0.3, rel=1e-3)


@pytest.mark.parametrize(("prior", "limit"), [(0.5, 0.5), (0.9, 0.2)])
def test_that_a_limit_below_the_prior_is_refused(prior, limit):
    state = update(with_reading(State(), prior=prior, limit=limit), said.LimitWanted())
    assert isinstance(state.refused["limit"], OutOfRange)
    assert state.target == State().target


def test_that_no_epsilon_limits_a_belief_where_delta_is_not_zero():
    state = update(settled("gaussian"), said.LimitWanted())
    assert "pure" in state.refused["limit"].sentence.text


@pytest.mark.parametrize("harm", HARMS)
def test_that_a_harm_gives_a_first_epsilon_by_its_own_words(harm):
    state = update(State(), said.HarmChosen(harm))
    believed = posterior(state.target.epsilon, 0.5)[1]
    assert f"{round(100 * believed)} of 100" in HARMS[harm].title.text


# The sensitivity and its causes


def test_that_the_sensitivity_follows_from_its_causes_until_it_is_typed():
    state = update(State(), said.SensitivityInputChosen("unit", "person"))
    state = update(state, said.Moved("sensitivity_inputs.rows_per_person", 3.0))
    assert state.target.sensitivity == 3.0
    state = update(state, said.SensitivityInputChosen("neighbours", "substitute"))
    assert state.target.sensitivity == 6.0
    state = update(state, said.MechanismChosen("gaussian"))
    assert state.target.sensitivity == pytest.approx(3 * math.sqrt(2))
    state = update(state, said.Typed("target.sensitivity", "5"))
    assert (state.target.sensitivity, state.sensitivity_inputs.followed) == (5.0, False)
    assert update(state, said.MechanismChosen("laplace")).target.sensitivity == 5.0
    assert update(state, said.SensitivityInputChosen("followed", True)).target.sensitivity == pytest.approx(
        3 * 2**0.5
    )


def test_that_bounds_give_the_sensitivity_of_a_sum_and_a_mean():
    state = update(State(), said.SensitivityInputChosen("counted", "sum"))
    assert state.target.sensitivity == 100.0
    refused = update(state, said.SensitivityInputChosen("counted", "mean"))
    assert "substitution" in refused.refused["sensitivity_inputs.counted"].sentence.text
    state = update(
        update(state, said.SensitivityInputChosen("neighbours", "substitute")),
        said.SensitivityInputChosen("counted", "mean"),
    )
    assert state.target.sensitivity == pytest.approx(0.1)


def test_that_bounds_that_do_not_fit_are_refused_and_change_nothing():
    state = update(State(), said.SensitivityInputChosen("counted", "sum"))
    refused = update(state, said.Moved("sensitivity_inputs.low", 200.0))
    assert set(refused.refused) == {"sensitivity_inputs.low"}
    assert (refused.sensitivity_inputs.low, refused.target) == (state.sensitivity_inputs.low, state.target)


def test_that_a_sample_under_substitution_is_refused_either_way():
    sampled = update(State(), said.Moved("shape.sampling_rate", 0.1))
    assert mechanism_of(sampled).noise < mechanism_of(State()).noise
    assert (
        "sensitivity_inputs.neighbours"
        in update(sampled, said.SensitivityInputChosen("neighbours", "substitute")).refused
    )
    substituted = update(State(), said.SensitivityInputChosen("neighbours", "substitute"))
    assert "shape.sampling_rate" in update(substituted, said.Moved("shape.sampling_rate", 0.1)).refused


def test_that_a_sample_without_replacement_brings_its_neighbours_and_is_counted_in_everywhere():
    state = update(State(), said.Moved("shape.sampling_rate", 0.1))
    state = update(state, said.SensitivityInputChosen("sampling", "without-replacement"))
    assert (state.refused, state.target.neighbours) == ({}, Neighbours.SUBSTITUTE)
    assert guarantee_of(state) == WithoutReplacement(mechanism_of(state), 0.1)
    release = release_of(state.setting)
    assert release.guarantee == guarantee_of(state)
    assert not release.attained
    assert "10 % without replacement" in Language("en").say(wording.promise(state))
    refused = update(state, said.SensitivityInputChosen("neighbours", "add-remove"))
    assert "for substitution" in SAY(refused.refused["sensitivity_inputs.neighbours"].sentence)
    back = update(state, said.SensitivityInputChosen("sampling", "poisson"))
    assert (back.refused, back.target.neighbours) == ({}, Neighbours.ADD_REMOVE)
    assert guarantee_of(back) == Subsampled(mechanism_of(back), 0.1)


# Lists, and two settings side by side


@pytest.mark.parametrize("text", ["", "3", "1, x", "1e12, 2", "nan 1"])
def test_that_scores_that_cannot_be_are_refused_beside_their_field(text):
    state = update(settled("exponential"), said.ScoresTyped(text))
    assert set(state.refused) == {"scores"}
    assert state.scores == State().scores


@pytest.mark.parametrize(
    ("text", "scores"),
    [
        ("3; 2, 1", (3, 2, 1)),
        ("3,27", (3, 27)),
        ("0,5; 1,5", (0.5, 1.5)),
        ("0.5 1.5", (0.5, 1.5)),
        ("３，２、１", (3, 2, 1)),
        ("50 %; 1", (0.5, 1)),
        ("1 in 2; 3", (0.5, 3)),
        ("50%; 1", (0.5, 1)),
        ("1,000; 2", None),
    ],
)
def test_that_a_list_of_numbers_is_divided_as_people_divide_it(text, scores):
    after = update(settled("exponential"), said.ScoresTyped(text))
    assert ("scores" in after.refused) is (scores is None)
    assert scores is None or after.scores == scores


def test_that_scores_and_the_number_of_candidates_agree():
    state = update(settled("exponential"), said.ScoresTyped("3; 2, 1"))
    assert (state.scores, state.shape.candidates) == ((3.0, 2.0, 1.0), 3)
    assert update(state, said.Moved("shape.candidates", 5.0)).scores == (3.0, 2.0, 1.0, 0.0, 0.0)
    assert update(state, said.Moved("shape.candidates", 2.0)).scores == (3.0, 2.0)


def test_that_a_pinned_setting_stays_and_changes_places():
    state = update(settled("laplace", epsilon=0.5), said.Pinned())
    moved = update(update(state, said.MechanismChosen("gaussian")), said.Moved("target.epsilon", 2.0))
    assert moved.pinned == state.setting
    swapped = update(moved, said.Swapped())
    assert (swapped.setting, swapped.pinned) == (state.setting, moved.setting)
    assert update(swapped, said.Unpinned()).pinned is None
    assert update(State(), said.Swapped()) == State()


def test_that_public_values_are_taken_as_typed():
    state = update(State(), said.SampleTyped("1 2 3.5"))
    assert (state.sample.kind, state.sample.values) == ("public", (1.0, 2.0, 3.5))
    assert "sample" in update(state, said.SampleTyped("1")).refused
    assert update(state, said.SampleChosen("heavy")).sample.kind == "heavy"


def test_that_a_card_shows_the_picture_that_was_chosen_last():
    state = update(State(), said.PictureShown("trade-off", "renyi"))
    state = update(state, said.PictureShown("trade-off", "delta-profile"))
    assert state.shown == (("trade-off", "delta-profile"),)


# An answer of one's own


def at_rate(mechanism, rate="0.1"):
    state = update(State(), said.Typed("shape.sampling_rate", rate))
    return update(state, said.MechanismChosen(mechanism))


def test_that_an_answer_of_ones_own_leaves_the_sampled_share_aside_and_does_not_lose_it():
    state = at_rate("randomized-response")
    assert state.mechanism == "randomized-response"
    assert (state.sampling_rate, state.shape.sampling_rate) == (1.0, 0.1)
    assert guarantee_of(state) == mechanism_of(state)
    assert mechanism_of(state).pure_epsilon == 1.0
    assert "sample" not in SAY(wording.guarantee(state))
    assert wording.settings(state)["sampling_rate"] == 1.0
    back = update(state, said.MechanismChosen("laplace"))
    assert back.sampling_rate == 0.1
    pinned = update(update(state, said.Pinned()), said.MechanismChosen("laplace"))
    there = update(pinned, said.Swapped())
    assert there.setting == state.setting
    assert update(there, said.Swapped()).sampling_rate == 0.1


def test_that_a_share_is_refused_beside_its_row_where_it_is_not_used():
    state = update(State(), said.MechanismChosen("randomized-response"))
    refused = update(state, said.Typed("shape.sampling_rate", "0.1"))
    assert "share at 1" in SAY(refused.refused["shape.sampling_rate"].sentence)
    assert refused.shape == state.shape
    raw = Setting("randomized-response", Target(), Shape(sampling_rate=0.1))
    for asked in (mechanism_for, guarantee_for, within_sample):
        with pytest.raises(Unsupported) as why:
            asked(raw)
        assert why.value.field == "sampling_rate"


def test_that_a_mechanism_that_does_not_fit_the_share_left_aside_is_refused():
    state = update(at_rate("randomized-response"), said.SensitivityInputChosen("neighbours", "substitute"))
    assert state.refused == {}
    after = update(state, said.MechanismChosen("laplace"))
    assert "add or remove" in SAY(after.refused["mechanism"].sentence)
    assert after.setting == state.setting
    mended = update(
        update(after, said.SensitivityInputChosen("neighbours", "add-remove")),
        said.MechanismChosen("laplace"),
    )
    assert mended.mechanism == "laplace"


# Candidates and their scores


def test_that_candidates_and_scores_agree_after_a_preset_and_a_swap():
    few = update(State(), said.ScoresTyped("3, 2, 1"))
    preset = update(few, said.PresetChosen("textbook"))
    assert (preset.shape.candidates, len(preset.scores)) == (3, 3)
    state = update(update(State(), said.MechanismChosen("exponential")), said.Pinned())
    state = update(update(state, said.ScoresTyped("3, 2, 1")), said.Swapped())
    assert (state.shape.candidates, len(state.scores)) == (5, 5)
