"""Whom a total protects: a unit, a group, a sample; and what is said of it."""

import math
from dataclasses import replace

import pytest
from answering_once import answer_to
from states import settled

from explorer.app.compose.bounds_at_k import cheapest, questions, readings
from explorer.app.compose.group_total import grouped, outdated, protects, sampled_in
from explorer.app.core import message as said
from explorer.app.core.state import State
from explorer.app.update import update
from explorer.jobs import Answered
from explorer.language import Language
from explorer.mark import at_most
from explorer.privacy.accounting.groups import group_privacy

ENGLISH = Language("en")


def state_of(mechanism="laplace", epsilon=0.1, count=4, group=3, total=1e-6, delta=1e-9):
    state = settled(mechanism, epsilon=epsilon, delta=delta)
    return replace(
        state,
        composing=replace(state.composing, count=count, total_delta=total),
        reading=replace(state.reading, group=group),
    )


def best_of(state):
    answers = Answered()
    for question in questions(state):
        answers.keep(question, answer_to(question))
    return cheapest(readings(state, answers))


def values(sentence):
    return dict(sentence.values)


@pytest.mark.parametrize("mechanism", ["laplace", "gaussian", "discrete-gaussian"])
def test_that_a_group_gets_what_group_privacy_makes_of_the_cheapest_total(mechanism):
    state = state_of(mechanism)
    best = best_of(state)
    epsilon, delta = group_privacy(best.upper, 1e-6, 3)
    told = values(grouped(state, best))
    assert (told["epsilon"], told["delta"]) == (at_most(epsilon), at_most(delta))
    assert epsilon >= 3 * best.epsilon
    assert 3e-6 <= delta < 1
    assert "proven upper bound" in ENGLISH.say(grouped(state, best))


def test_that_one_person_is_no_group_and_older_totals_are_none():
    assert grouped(state_of(group=1), best_of(state_of())) is None
    assert grouped(state_of(), None) is None
    assert grouped(state_of(), replace(best_of(state_of()), current=False)) is None


def test_that_where_nothing_is_left_of_delta_basic_composition_or_nothing_is_told():
    pure = state_of(epsilon=1.0, count=100)
    told = grouped(pure, best_of(pure))
    assert values(told)["epsilon"] == at_most(300)
    assert "by basic composition" in ENGLISH.say(told)
    slipping = state_of("gaussian", epsilon=1.0, count=100)
    assert "no guarantee" in ENGLISH.say(grouped(slipping, best_of(slipping)))


def test_that_the_group_is_of_the_upper_end_of_an_interval():
    state = state_of(epsilon=0.01, count=2000)
    best = best_of(state)
    assert best.bound == "numerical"
    assert best.lower < best.upper == best.epsilon < math.inf
    assert values(grouped(state, best))["epsilon"] == at_most(3 * best.upper)


def test_that_the_unit_and_the_neighbours_are_told():
    state = update(State(), said.SensitivityInputChosen("unit", "household"))
    told = ENGLISH.say(protects(state))
    assert told == "protects one household; neighbours: add or remove; total δ = 10⁻⁴"


def test_that_only_a_sample_is_told():
    assert sampled_in(State()) is None
    state = update(State(), said.Moved("shape.sampling_rate", 0.25))
    assert "25 %" in ENGLISH.say(sampled_in(state))


@pytest.mark.parametrize(
    ("path", "value", "concerns"),
    [
        ("composing.count", 0, True),
        ("composing.total_delta", 2, True),
        ("target.epsilon", -1, True),
        ("reading.group", 0, False),
    ],
)
def test_that_totals_are_those_of_before_where_something_of_theirs_was_refused(path, value, concerns):
    refused = update(State(), said.Moved(path, value))
    assert path in refused.refused
    assert (outdated(refused) is refused.refused[path]) == concerns
    assert outdated(refused, path) is None
    assert outdated(State()) is None
