"""The numbers of two probability tables are those of the mathematics, with their kinds."""

import math
from fractions import Fraction

import numpy as np
import pytest
from answering_once import answer_to
from drawn_parts import draw

from explorer.app.core import message as said
from explorer.app.core.state import State
from explorer.app.core.table_messages import TablesRounded, TablesTyped
from explorer.app.core.table_pair import tables_in
from explorer.app.plotting.layers import Bars, Handle, Line
from explorer.app.tables.table_readings import (
    ReadPair,
    bound_readings,
    delta_reading,
    epsilon_reading,
    least,
    number_question,
    release_of_tables,
    total_sentence,
)
from explorer.app.update import update
from explorer.jobs import Answered
from explorer.language import Language
from explorer.privacy.composition import every_composition
from explorer.privacy.mechanisms.randomized_response import RandomizedResponse
from explorer.privacy.status import Kind

ENGLISH = Language("en")
ALONE = "a, 0.5, 0.45\nb, 0.3, 0.3\nc, 0.2, 0.24\nd, 0, 0.01"


def pasted(text, **numbers):
    state = update(State(), TablesTyped(text))
    for name, value in numbers.items():
        state = update(state, said.Typed(f"tables.{name}", str(value)))
    return state


def answered(state):
    answers = Answered()
    answers.keep(number_question(state), answer_to(number_question(state)))
    return answers


def test_that_one_release_of_the_example_is_randomised_response():
    response = RandomizedResponse.calibrated(math.log(3), 0.0, 1.0)
    tables, at = tables_in(State().tables), np.array([0.0, 0.5, 1.0])
    np.testing.assert_allclose(tables.log_delta(at), response.log_delta(at), rtol=1e-12)


def test_that_epsilon_is_read_at_the_delta_that_is_typed():
    told = epsilon_reading(pasted(ALONE, delta="0.02"))
    tables = tables_in(pasted(ALONE).tables)
    assert dict(told.whole.values)["epsilon"] == tables.epsilon_at(0.02)
    assert ENGLISH.say(told.whole).endswith("exact")
    forward, backward = (each.epsilon_at(0.02) for each in (tables.forward, tables.backward))
    assert forward != backward
    assert dict(told.directions.values) == {"forward": forward, "backward": backward}


def test_that_where_no_epsilon_holds_that_is_said_with_the_probability():
    words = ENGLISH.say(epsilon_reading(pasted(ALONE, delta="0.001")).whole)
    assert "no ε" in words
    assert "0.01" in words


def test_that_delta_is_read_at_the_epsilon_that_is_typed():
    told = dict(delta_reading(pasted("3/4 1/4\n1/4 3/4", epsilon="0")).whole.values)
    assert told["delta"] == pytest.approx(0.5, abs=1e-15)


def test_that_numbers_of_rounded_tables_are_upper_bounds():
    state = update(pasted("0.33, 0.5\n0.33, 0.25\n0.33, 0.25"), TablesRounded(2))
    assert "proven upper bound" in ENGLISH.say(delta_reading(state).whole)
    exact = update(pasted("1/3, 1/2\n1/3, 1/4\n1/3, 1/4"), TablesRounded(0))
    rounded, truth = (
        dict(delta_reading(update(each, said.Typed("tables.epsilon", "0.1"))).whole.values)["delta"]
        for each in (state, exact)
    )
    assert rounded.value > truth


def test_that_a_release_without_a_pure_epsilon_is_taken_at_its_delta():
    pure = release_of_tables(State())
    assert (pure.epsilon, pure.delta) == (tables_in(State().tables).pure_epsilon, 0.0)
    with_delta = release_of_tables(pasted(ALONE, delta="0.02"))
    assert (with_delta.epsilon, with_delta.delta) == (tables_in(pasted(ALONE).tables).epsilon_at(0.02), 0.02)
    assert release_of_tables(pasted(ALONE, delta="0.001")).epsilon is None


@pytest.mark.parametrize(
    "state",
    [
        State(),
        pasted(ALONE, delta="0.02", total_delta="0.3"),
        pasted(ALONE, delta="0.001", total_delta="0.2"),
    ],
    ids=["pure", "with delta", "no epsilon"],
)
def test_that_each_bound_says_what_the_mathematics_says(state):
    found = {each.bound: each for each in bound_readings(state, answered(state))}
    counts = np.array([state.tables.count])
    for name, bound in every_composition().items():
        total = bound().total(release_of_tables(state), counts, state.tables.total_delta)
        np.testing.assert_equal(found[name].epsilon, float(total.value[0]))
        assert found[name].source == bound.source
        assert found[name].current
    assert len(found) == len(every_composition())


def test_that_the_least_guarantee_comes_first_and_is_the_answer():
    state = pasted("3/4 1/4\n1/4 3/4", count="40")
    found = bound_readings(state, answered(state))
    valid = [each.epsilon for each in found if each.valid]
    assert valid == sorted(valid, key=lambda each: float(f"{each:.11g}"))
    assert least(found) is found[0]
    assert "k = 40" in ENGLISH.say(total_sentence(state, found))


def test_that_before_the_answer_there_is_no_number():
    found = bound_readings(State(), Answered())
    assert all(math.isnan(each.epsilon) and not each.current for each in found)
    assert ENGLISH.say(total_sentence(State(), found)) == "being computed"


def test_that_the_newest_older_answer_stands_in():
    answers = answered(State())
    found = bound_readings(update(State(), said.Moved("tables.count", 11)), answers)
    assert any(math.isfinite(each.epsilon) for each in found)
    assert not any(each.current for each in found)


def test_that_a_delta_that_a_pure_pair_does_not_use_asks_nothing_anew():
    moved = update(State(), said.Moved("tables.delta", 0.01))
    assert number_question(moved) == number_question(State())
    assert number_question(pasted(ALONE, delta="0.02")) != number_question(pasted(ALONE, delta="0.03"))


def test_that_a_long_text_can_be_read_in_the_background():
    assert ReadPair(ALONE, 0)() is True
    assert ReadPair("0.5, 0.5", 0)() is False


def test_that_bars_are_as_high_as_what_was_typed():
    figure = draw("table-outcomes", pasted(ALONE))
    bars = {layer.id: layer for layer in figure.layers if isinstance(layer, Bars)}
    np.testing.assert_array_equal(bars["p"].height, [0.5, 0.3, 0.2, 0.0])
    np.testing.assert_array_equal(bars["q"].height, [0.45, 0.3, 0.24, 0.01])
    assert [ENGLISH.say(name) for name in figure.x.names] == ["a", "b", "c", "d"]


def test_that_the_table_of_many_outcomes_holds_all_of_them():
    rows = 1500
    text = "\n".join(f"{Fraction(1, rows)} {Fraction(1, rows)}" for _ in range(rows))
    figure = draw("table-outcomes", pasted(text))
    drawn = next(layer for layer in figure.layers if isinstance(layer, Bars))
    assert len(drawn.x) == 1000
    assert len(figure.table.columns[0]) == rows
    assert "1,000 of 1,500" in ENGLISH.say(figure.assumption)


def test_that_the_curves_are_the_deltas_of_both_directions():
    state = pasted(ALONE)
    tables, figure = tables_in(state.tables), draw("table-profile", state)
    epsilon, forward, backward, larger = figure.table.columns
    for at, one, other, both in zip(epsilon, forward, backward, larger, strict=True):
        assert one == pytest.approx(math.exp(tables.forward.log_delta(at)), rel=1e-9, abs=1e-300)
        assert other == pytest.approx(math.exp(tables.backward.log_delta(at)), rel=1e-9, abs=1e-300)
        assert both == max(one, other)
    assert {layer.id for layer in figure.layers if isinstance(layer, Line)} == {"forward", "backward"}


def test_that_two_directions_that_are_the_same_are_one_curve():
    lines = [layer for layer in draw("table-profile", State()).layers if isinstance(layer, Line)]
    assert len(lines) == 1


def test_that_the_handles_move_epsilon_and_k():
    for name, path in (("table-profile", "tables.epsilon"), ("table-composed", "tables.count")):
        handles = [layer for layer in draw(name, State()).layers if isinstance(layer, Handle)]
        assert [each.path for each in handles] == [path]


def test_that_only_bounds_that_are_proven_are_drawn():
    state = State()
    figure = draw("table-composed", state)
    lines = {layer.id: layer for layer in figure.layers if isinstance(layer, Line)}
    assert {"sequential", "optimal", "numerical"} <= set(lines)
    assert "gaussian-dp" not in lines  # it has no value for tables
    for name, bound in every_composition().items():
        if name in lines:
            assert bound.kind is not Kind.ESTIMATE
