"""A session: what was set comes back exactly, what was drawn is never in it, anything else is refused."""

import json
import os
from dataclasses import replace

import pytest
from cases_in_one import cases_in_one
from hypothesis import given
from hypothesis import strategies as st
from states import drawn, planned, states

from explorer.app.core import message as said
from explorer.app.core import release_messages, wording
from explorer.app.core.publication import Publication, tidied
from explorer.app.core.state import SECTIONS, State, Workspace, guarantee_of, mechanism_of
from explorer.app.release.plan.plan_draft import text_of
from explorer.app.session import SCHEMA, loaded, saved
from explorer.app.update import update
from explorer.language import LANGUAGES, Language
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import NotValid, Refusal
from explorer.privacy.shape import Sampling
from explorer.privacy.subsampling.without_replacement import WithoutReplacement
from explorer.privacy.target import Neighbours

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
    lambda each: st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=8), each, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from([*json.loads(saved(State())), "other"])
NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
"""No path has a NUL, which a session refuses."""


def session(**changes):
    return json.dumps({**json.loads(saved(State())), **changes})


@given(states(), st.sampled_from(Workspace), st.sampled_from(Neighbours), NAMES)
def test_that_a_session_comes_back_as_it_was_saved(state, workspace, neighbours, text):
    target = replace(state.target, neighbours=neighbours, unit=text)
    plan = text_of({"title": text})
    worded = tidied(Publication(text, text, text, text, special=bool(text), account=not text))
    releasing = replace(
        state.releasing, plan=plan, csv=text, account=text, plan_path=text, publication=worded
    )
    rate = 1.0 if neighbours is Neighbours.SUBSTITUTE else state.shape.sampling_rate
    shape = replace(state.shape, sampling_rate=rate)  # a Poisson sample is analysed for add or remove
    before = replace(state, workspace=workspace, target=target, shape=shape, releasing=releasing)
    before = replace(before, framed=before.setting, pinned=before.setting)
    assert loaded(saved(before)) == before


def test_that_axes_that_are_kept_come_back_for_the_setting_that_they_were_chosen_for():
    moved = update(update(State(), said.ScaleKept(True)), said.Moved("target.epsilon", 0.087))
    kept = update(moved, said.Settled())
    assert kept.framed.target.epsilon == State().target.epsilon
    assert loaded(saved(kept)) == kept
    followed = update(kept, said.ScaleKept(False))
    assert loaded(saved(followed)) == followed
    assert loaded(session(axes_kept_for=None)) == State()


@pytest.mark.parametrize("kept_for", [3, [], "laplace", {"mechanism": "none"}, {"target": {"epsilon": "x"}}])
def test_that_axes_kept_for_no_setting_are_refused(kept_for):
    with pytest.raises(NotValid):
        loaded(session(axes_kept_for=kept_for))


def test_that_saving_a_loaded_session_gives_the_same_text():
    text = saved(planned("people"))
    assert saved(loaded(text)) == text


def test_that_nothing_drawn_is_in_a_session():
    paid = update(planned("people"), release_messages.ReleaseDrawn(drawn()))
    assert saved(paid) == saved(planned("people"))
    assert loaded(saved(paid)).releasing.drawn == ()


def test_that_refusals_are_not_in_a_session():
    assert saved(update(State(), said.Moved("target.epsilon", -1.0))) == saved(State())


def test_that_keys_that_are_lacking_keep_their_defaults():
    assert loaded(json.dumps({"schema": SCHEMA})) == State()


def test_that_keys_that_are_not_known_are_passed_over():
    assert loaded(session(colour="blue", target={"epsilon": 0.5, "mood": 3})).target.epsilon == 0.5


def test_that_a_newer_session_is_refused():
    with pytest.raises(NotValid) as refused:
        loaded(session(schema=SCHEMA + 1))
    assert "newer" in refused.value.sentence.text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "3",
        "null",
        '"schema"',
        "{}",
        '{"schema": "1"}',
        '{"schema": null}',
        "\x00",
        "[" * 100_000,
    ],
)
def test_that_a_file_that_is_no_session_is_refused(text):
    with pytest.raises(NotValid):
        loaded(text)


@cases_in_one(
    "changes",
    [
        {"target": {"epsilon": 1e9}},
        {"target": {"epsilon": float("nan")}},
        {"target": {"epsilon": float("inf")}},
        {"target": {"epsilon": "1"}},
        {"target": {"epsilon": None}},
        {"target": {"epsilon": True}},
        {"target": {"epsilon": [1]}},
        {"target": {"epsilon": 10**400}},
        {"composing": {"count": 2.5}},
        {"composing": {"count": 0}},
        {"reading": {"confidence": 1.0}},
        {"mechanism": "magic"},
        {"mechanism": None},
        {"mechanism": ["laplace"]},
        {"mechanism": "discrete-laplace", "target": {"sensitivity": 1.5}},
        {"workspace": "kitchen"},
        {"neighbours": "friends"},
        {"target": "epsilon"},
        {"target": ["epsilon"]},
        {"releasing": []},
        {"releasing": {"plan": "no [ plan"}},
        {"releasing": {"plan": "histogram = 3"}},
        {"releasing": {"plan": "x = " + "[" * 40 + "]" * 40}},
        {"releasing": {"plan": ".".join("x" * 5000) + " = 1"}},
        {"releasing": {"csv": "people\0.csv"}},
        {"releasing": {"account": "\ud800"}},
        {"unit": "\udc80"},
        {"unit": ["row"]},
        {"sampled": {"values": [10**400]}},
        {"sampled": {"values": [0.5] * 1001}},
        {"scores": [1, 10**400]},
        {"composing": {"count": 10**400}},
        {"composing": {"count": float("inf")}},
        {"planning": {"releases": [{"name": "a", "setting": {}, "times": 10**400}]}},
    ],
)
def test_that_a_session_with_a_value_that_cannot_be_is_refused(changes):
    with pytest.raises(Refusal):
        loaded(session(**changes))


@cases_in_one("number", ["1e999", "-1e999", "NaN", "-Infinity", "1" * 400, "1" * 5000])
@cases_in_one("section", [*SECTIONS, "scores"])
def test_that_a_number_that_no_computation_takes_is_refused_and_can_be_told(section, number):
    numbers = dict.fromkeys(parameters(SECTIONS[section]), "#") if section in SECTIONS else [1, "#"]
    key = {"sensitivity_inputs": "causes"}.get(section, section)
    text = json.dumps({key: numbers})
    with pytest.raises(Refusal) as refused:
        loaded('{"schema": 1, ' + text[1:].replace('"#"', number))
    for code in LANGUAGES:
        assert len(Language(code).say(refused.value.sentence)) < 300


@cases_in_one("key", ["pinned", "planning", "shown", "releasing", "other"])
@cases_in_one("depth", [50, 900, 20_000])
def test_that_values_within_values_are_refused_or_passed_over(key, depth):
    within = '{"schema": 1, "' + key + '": '
    for text in (within * depth + "null" + "}" * depth, within + "[" * depth + "]" * depth + "}"):
        try:
            state = loaded(text)
        except NotValid:
            continue
        assert loaded(saved(state)) == state


def test_that_a_session_keeps_the_keys_that_older_files_have():
    kept = json.loads(saved(State()))
    assert kept["causes"]["rows_per_person"] == State().sensitivity_inputs.rows_per_person
    assert set(kept["planning"]) == {"disjoint", "releases"}
    kept["causes"]["rows_per_person"] = 7
    assert loaded(json.dumps(kept)).sensitivity_inputs.rows_per_person == 7


def test_that_a_setting_within_a_session_brings_no_plan_of_its_own():
    inner = {"mechanism": "laplace", "releasing": {"plan": "no [ plan"}, "pinned": {"mechanism": "magic"}}
    assert loaded(session(pinned=inner)).pinned == State().setting


def test_that_a_path_that_is_no_text_is_kept_as_its_system_spells_it():
    path = os.fsdecode(b"/data/\xff people.csv")
    text = saved(replace(State(), releasing=replace(State().releasing, csv=path)))
    assert loaded(text.encode().decode()).releasing.csv == path


@given(st.text(max_size=60))
def test_that_no_text_breaks_the_program(text):
    with pytest.raises(Refusal):
        loaded(text)


@given(st.dictionaries(KEYS, ANY_JSON, max_size=3))
def test_that_whatever_is_loaded_can_be_worked_with(changes):
    try:
        state = loaded(session(**{"schema": SCHEMA, **changes}))
    except Refusal:
        return
    assert mechanism_of(state).noise > 0
    assert loaded(saved(state)) == state


@pytest.mark.parametrize(
    ("changes", "count"),
    [
        ({"scores": [3, 2, 1], "shape": {"candidates": 9}}, 3),
        ({"scores": [0] * 1000, "shape": {"candidates": 5000}}, 5000),
        ({"scores": [0] * 1000, "shape": {"candidates": 7}}, 1000),
    ],
)
def test_that_a_session_has_as_many_candidates_as_scores(changes, count):
    state = loaded(session(mechanism="exponential", **changes))
    assert state.shape.candidates == count == wording.settings(state)["candidates"]
    assert len(state.scores) == min(count, 1000)
    assert loaded(saved(state)) == state


def test_that_candidates_without_scores_get_some():
    text = json.dumps({"schema": SCHEMA, "mechanism": "exponential", "shape": {"candidates": 7}})
    assert len(loaded(text).scores) == 7


def test_that_a_session_of_whole_noise_on_a_sum_is_refused():
    with pytest.raises(Refusal) as refused:
        loaded(session(mechanism="discrete-laplace", counted="sum"))
    assert "continuous" in refused.value.sentence.text


def test_that_a_session_keeps_a_share_that_is_left_aside():
    state = loaded(session(mechanism="randomized-response", shape={"sampling_rate": 0.25}))
    assert (state.sampling_rate, state.shape.sampling_rate) == (1.0, 0.25)
    assert loaded(saved(state)) == state


def test_that_how_a_sample_is_drawn_is_kept_also_of_what_is_compared_with() -> None:
    target = replace(State().target, neighbours=Neighbours.SUBSTITUTE)
    shape = replace(State().shape, sampling_rate=0.1, sampling=Sampling.WITHOUT_REPLACEMENT)
    state = replace(State(), target=target, shape=shape)
    state = replace(state, pinned=state.setting)
    back = loaded(saved(state))
    assert back.shape.sampling is Sampling.WITHOUT_REPLACEMENT
    assert back.pinned == state.pinned
    assert guarantee_of(back) == WithoutReplacement(mechanism_of(state), 0.1)
    assert loaded(saved(State())).shape.sampling is Sampling.POISSON
    text = saved(state).replace('"without-replacement"', '"urn"')
    with pytest.raises(NotValid):
        loaded(text)
