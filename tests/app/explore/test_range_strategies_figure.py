"""The error of a range by strategy, as it is drawn."""

from functools import cache

import numpy as np
import pytest

from explorer.app.core import message as said
from explorer.app.core.state import State
from explorer.app.explore.figures.range_strategies import RangeStrategies
from explorer.app.explore.range_errors import BINS
from explorer.app.plotting.layers import Line
from explorer.app.update import update


@cache
def answer(request):
    return request()


def drawn(state):
    return RangeStrategies.draw(state, {asked: answer(asked) for asked in RangeStrategies.wanted(state)})


def columns(figure):
    return dict(zip(figure.table.names, figure.table.columns, strict=True))


@pytest.mark.parametrize(("epsilon", "delta"), [("1", "1e-6"), ("0.1", "0.001")])
def test_that_added_bins_err_as_the_mean_length_of_a_range_says(epsilon, delta):
    """The mean length of all ranges of n bins is (n + 2)/3, and the variances of their bins add up."""
    state = update(State(), said.MechanismChosen("gaussian"))
    for path, text in (("target.epsilon", epsilon), ("target.delta", delta)):
        state = update(state, said.Typed(path, text))
    numbers = columns(drawn(state))
    lengths = (np.array(BINS) + 2) / 3
    assert numbers["identity_laplace"] == pytest.approx(np.sqrt(2 * lengths) / float(epsilon))
    assert numbers["weighted_laplace"][-1] <= 11.5 / float(epsilon)
    ratio = numbers["weighted_gaussian"] / numbers["identity_gaussian"]
    assert ratio[-1] == pytest.approx(3.71 / 18.49, rel=0.01)
    assert np.all(ratio <= 1 + 1e-9)


def test_that_both_noises_are_drawn_with_three_strategies_each():
    figure = drawn(State())
    assert len({layer.colour for layer in figure.layers if isinstance(layer, Line)}) == 6
    assert not figure.pending


def test_that_it_says_that_strategies_are_searched_until_they_are_known():
    figure = RangeStrategies.draw(State(), {})
    assert figure.pending
    assert figure.empty is not None
    assert figure.layers == ()
