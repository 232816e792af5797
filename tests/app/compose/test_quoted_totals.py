"""What the workspaces quote: no total below what is proven, no noise below what is needed."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from answering_once import answer_to
from hypothesis import given, settings
from hypothesis import strategies as st
from states import settled
from thoroughness import tries

from explorer.app.compose import budget_per_release, noise_requests, share_requests
from explorer.app.compose.bounds_at_k import certified, cheapest, questions, readings
from explorer.app.compose.figures.composition import CompositionCost
from explorer.app.compose.figures.noise_per_release import NoisePerRelease
from explorer.app.core import wording
from explorer.app.core.message import Moved
from explorer.app.core.state import State, mechanism_of
from explorer.app.explore.risk_summary import risk_summary
from explorer.app.plotting.layers import Handle
from explorer.app.update import update
from explorer.language import LANGUAGES, Language, number
from explorer.mark import RoundedBound, Rounding
from explorer.privacy.notation import read
from explorer.privacy.status import Kind

HAIR = 1e-9  # relative, by which what is shown may fail
both = pytest.mark.parametrize("language", [Language(code) for code in LANGUAGES], ids=LANGUAGES)
NUMBER = r"[\d.,]*\d(?:·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"


def numbers(text):
    return [read(each.replace(",", "")) for each in re.findall(NUMBER, text)]


def composing(mechanism="laplace", count=100, epsilon=1.0):
    state = settled(mechanism, epsilon=epsilon)
    return replace(state, composing=replace(state.composing, count=count))


def answers_of(state):
    return {each: answer_to(each) for each in (*questions(state), *CompositionCost.wanted(state))}


@both
@pytest.mark.parametrize("mechanism", ["laplace", "gaussian", "exponential"])
@pytest.mark.parametrize("count", [1, 7, 100, 173])
def test_that_the_line_that_is_dragged_says_no_less_than_is_proven(language, mechanism, count):
    state = composing(mechanism, count)
    answers = answers_of(state)
    best = cheapest(readings(state, answers))
    figure = CompositionCost.draw(state, answers)
    handle = next(each for each in figure.layers if isinstance(each, Handle))
    for words in (handle.title, figure.description):
        said = numbers(language.say(words))
        least = min(said, key=lambda each: abs(each - best.upper))
        assert best.upper * (1 - HAIR) <= least < best.upper * (1 + 1e-3)


@both
@settings(max_examples=tries(60))
@given(epsilon=st.floats(1e-3, 900), width=st.floats(0, 1e-3), count=st.integers(1, 3000))
def test_that_what_stands_in_the_table_of_bounds_is_a_bound(language, epsilon, width, count):
    state = composing()
    one = cheapest(readings(state, answers_of(state)))
    found = replace(one, epsilon=epsilon, upper=epsilon, lower=epsilon * (1 - width), number=Kind.BRACKET)
    assert read(number(found.rounded).replace(",", "")) >= epsilon * (1 - HAIR)
    low, high = numbers(language.say(certified(found)))
    assert low <= found.lower * (1 + HAIR)
    assert high >= epsilon * (1 - HAIR)


def test_that_the_kind_of_a_number_decides_how_it_is_rounded():
    for kind in (Kind.UPPER, Kind.BRACKET):
        assert wording.cost(1.0, kind) == wording.no_more(1.0, kind) == RoundedBound(1.0, Rounding.UP)
        assert wording.no_less(1.0, kind) == RoundedBound(1.0, Rounding.DOWN)
    assert wording.cost(1.0, Kind.EXACT) == RoundedBound(
        1.0, Rounding.UP
    )  # a total is promised by who quotes it
    assert wording.cost(1.0, Kind.ESTIMATE) == 1.0
    for kind in (Kind.EXACT, Kind.ESTIMATE):
        assert wording.no_more(1.0, kind) == wording.no_less(1.0, kind) == 1.0


@both
@pytest.mark.parametrize("mechanism", ["laplace", "gaussian", "discrete-laplace", "exponential"])
@pytest.mark.parametrize("count", [3, 100])
def test_that_what_each_release_may_have_keeps_the_budget_as_it_is_shown(language, mechanism, count):
    state = composing(mechanism, count)
    asked = {each: answer_to(each) for each in (*share_requests.questions(state), *questions(state))}
    rows = [each for each in budget_per_release.rows(state, asked, readings(state, asked)) if each.valid]
    assert rows
    for row in rows:
        shown = read(number(row.rounded).replace(",", ""))
        if mechanism_of(state).pure:
            assert row.number * (1 - 1e-3) < shown <= row.number * (1 + HAIR)
        else:
            assert row.number * (1 - HAIR) <= shown < row.number * (1 + 1e-3)
        budget = state.composing.total_epsilon
        assert numbers(language.say(row.again))[0] <= budget * (1 + 1e-8)


@both
@settings(max_examples=tries(30))
@given(epsilon=st.floats(0.05, 8), mechanism=st.sampled_from(["laplace", "gaussian"]))
def test_that_the_noise_of_a_title_is_enough(language, epsilon, mechanism):
    state = settled(mechanism, epsilon=epsilon)
    noise = mechanism_of(state).noise
    said = numbers(language.say(wording.release(state)))
    assert any(noise * (1 - HAIR) <= each < noise * 1.01 for each in said)


@both
def test_that_noise_for_a_total_is_rounded_up(language):
    state = update(update(State(), Moved("composing.horizon", 40.0)), Moved("composing.count", 30.0))
    answers = {each: answer_to(each) for each in NoisePerRelease.wanted(state)}
    figure = NoisePerRelease.draw(state, answers)
    handle = next(each for each in figure.layers if isinstance(each, Handle))
    assert set(figure.table.towards) == set(figure.table.names) - {"count"}
    assert set(figure.table.towards.values()) == {Rounding.UP}
    needed = float(answers[noise_requests.at_count(state)].deviation[0])
    k, least = numbers(language.say(handle.title))
    assert k == 30
    assert needed * (1 - HAIR) <= least < needed * 1.01


@both
@pytest.mark.parametrize("epsilon", [0.3, 1.0, 7.0, 15.0])
def test_that_a_belief_lies_within_what_is_said_of_it(language, epsilon):
    told = risk_summary(settled("laplace", epsilon=epsilon)).belief
    low, high = numbers(language.say(told.text))
    assert high / 100 >= told.value * (1 - HAIR)
    assert high < 100
    assert low / 100 <= 1 / (1 + math.exp(epsilon)) * (1 + HAIR)


def test_that_the_table_behind_the_picture_is_rounded_up_and_holds_the_numbers_themselves():
    state = composing()
    answers = answers_of(state)
    table = CompositionCost.draw(state, answers).table
    assert set(table.towards) == set(table.names) - {"count"}
    assert set(table.towards.values()) == {Rounding.UP}
    at = int(np.flatnonzero(np.asarray(table.columns[0]) == 100)[0])
    found = {each.bound: each.upper for each in readings(state, answers)}
    assert table.columns[table.names.index("optimal")][at] == found["optimal"]
