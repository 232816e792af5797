"""The shaded band of the first picture says what it is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.app.core.message import MechanismChosen, Moved, Settled
from explorer.app.core.state import State
from explorer.app.figures import picture_of
from explorer.app.plotting.layers import Note
from explorer.app.update import update
from explorer.language import Language


def drawn(epsilon, mechanism="laplace"):
    state = update(State(), MechanismChosen(mechanism))
    state = update(update(state, Moved("target.epsilon", epsilon)), Settled())
    return picture_of("released-value").draw(state, {})


def layer(figure, name):
    return next(each for each in figure.layers if each.id == name)


@given(st.floats(0.05, 4))
def test_that_the_words_lead_to_the_upper_edge_of_the_band(epsilon):
    figure = drawn(epsilon)
    words, band = layer(figure, "band-words"), layer(figure, "band")
    assert isinstance(words, Note)
    assert figure.x.low <= words.x <= figure.x.high
    assert 0 < words.y < figure.y.high
    if words.words_at is None:  # they stand on the band itself
        across = figure.x.low + 0.3 * (figure.x.high - figure.x.low)
        assert np.interp(across, band.x, band.high) >= 0.5 * figure.y.high
        return
    reached = np.flatnonzero(band.x <= words.x)[-1]
    assert band.high[reached] >= words.y > band.high[reached - 1]
    assert words.words_at[0] < words.x


@pytest.mark.parametrize("mechanism", ["laplace", "gaussian", "discrete-laplace", "staircase"])
def test_that_the_words_say_the_factor(mechanism):
    words = [Language("en").say(each) for each in layer(drawn(1.0, mechanism), "band-words").lines]
    assert words == ["shaded: within a factor", "e^ε = 2.72 of “without you”"]
