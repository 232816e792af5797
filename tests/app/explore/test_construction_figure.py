"""The errors of the iterative construction, round by round, as they are drawn."""

from functools import cache

import numpy as np
import pytest

from explorer.app.core import message as said
from explorer.app.core.state import State
from explorer.app.explore.figures.learning import ConstructionErrors
from explorer.app.plotting.layers import Handle, Line
from explorer.app.update import update
from explorer.language import Language


@cache
def answer(request):
    return request()


def drawn(state):
    return ConstructionErrors.draw(
        state, {asked: answer(asked) for asked in ConstructionErrors.wanted(state)}
    )


def line(figure, name):
    return next(each for each in figure.layers if isinstance(each, Line) and each.id == name)


def typed(state, **texts):
    for name, text in texts.items():
        state = update(state, said.Typed(name.replace("__", "."), text))
    return state


def test_that_promises_stand_as_they_were_computed_apart_and_practice_far_below():
    figure = drawn(State())
    levels = {name: 10 ** line(figure, f"promised-{name}").y[0] for name in ("printed", "corrected", "tight")}
    assert levels["printed"] == pytest.approx(0.59 * 48_842, rel=0.01)
    assert levels["corrected"] == pytest.approx(44_590, abs=1)
    assert levels["tight"] == pytest.approx(0.45 * 48_842, rel=0.01)
    assert 10 ** line(figure, "typical").y[-1] == pytest.approx(100, rel=0.5)
    assert "the corrected theorem promises 44,590" in Language("en").say(figure.description)


def test_that_the_printed_theorem_is_drawn_as_not_proven():
    figure = drawn(State())
    dashes = {
        name: line(figure, f"promised-{name}").dash.value for name in ("printed", "corrected", "composed")
    }
    assert dashes == {"printed": "dotted", "corrected": "dashed", "composed": "dashed"}


def test_that_until_it_is_learned_the_promises_stand_alone():
    promises, learned = ConstructionErrors.wanted(State())
    figure = ConstructionErrors.draw(State(), {promises: answer(promises)})
    assert figure.pending
    assert {each.id.partition("-")[0] for each in figure.layers} == {"promised", "rounds"}
    assert all(len(column) == 0 for column in figure.table.columns)
    alone = ConstructionErrors.draw(State(), {learned: answer(learned)})
    assert alone.pending
    assert {each.id.partition("-")[0] for each in alone.layers} == {"worst", "typical", "mistakes", "rounds"}


def test_that_rounds_people_and_runs_are_typed_and_another_run_has_other_noise():
    state = typed(State(), learning__rounds="6", learning__people="5000")
    figure, other = drawn(state), drawn(typed(state, learning__run="2"))
    assert figure.table.columns[0].tolist() == list(range(7))
    assert figure.settings["people"] == 5000
    assert not np.array_equal(figure.table.columns[-1][1:], other.table.columns[-1][1:])
    assert next(each for each in figure.layers if isinstance(each, Handle)).at == 6


def test_that_a_range_of_rounds_is_refused_beside_its_field():
    state = typed(State(), learning__rounds="0")
    assert "learning.rounds" in state.refused
    assert state.learning.rounds == 20


def test_that_the_picture_says_that_its_people_are_simulated():
    figure = drawn(typed(State(), learning__rounds="2"))
    assert figure.settings["counts"] == "simulated"
    assert "simulated people" in Language("en").say(figure.assumption)


@pytest.mark.parametrize("epsilon", ["0.001", "30"])
def test_that_every_epsilon_has_its_picture(epsilon):
    figure = drawn(typed(State(), target__epsilon=epsilon, learning__rounds="3"))
    assert all(np.isfinite(each.y).all() for each in figure.layers if isinstance(each, Line))
    assert figure.y.low < figure.y.high
