"""Where δ lives is said in the picture: there where it can be seen, else from which value on."""

import math

import numpy as np
import pytest
from states import MECHANISMS, settled

from explorer.app.core.state import WITHOUT_YOU, additive_of, guarantee_of
from explorer.app.explore.figures.released_value import ReleasedValue
from explorer.app.explore.released_areas import delta_words
from explorer.app.explore.selection_bars import boxes_above
from explorer.language import Language

WITH_DELTA = ("gaussian", "gaussian-classical", "gaussian-vector", "gaussian-tree", "discrete-gaussian")


def words(state):
    figure = ReleasedValue.draw(state, {})
    found = [each for each in figure.layers if each.id == "delta-words"]
    return [Language().say(line) for note in found for line in note.lines], found, figure


def delta(state):
    return math.exp(float(guarantee_of(state).log_delta(np.array([state.target.epsilon]))[0]))


@pytest.mark.parametrize("mechanism", [each for each in WITH_DELTA if each != "gaussian-classical"])
def test_that_a_wedge_that_is_seen_is_named_with_its_probability(mechanism):
    state = settled(mechanism, epsilon=1.0, delta=0.05)
    said, (note,), figure = words(state)
    assert said == [f"δ is this region: {Language().say(note.lines[0]).split(': ')[1]}"]
    assert float(said[0].split(": ")[1]) == pytest.approx(delta(state), rel=5e-3)
    assert note.words_at is not None
    assert figure.x.low < note.x < figure.x.high
    (region,) = (each for each in figure.layers if each.id == "delta")
    assert region.high.max() > 0
    assert np.interp(note.x, region.x, region.high - region.low) > 0


@pytest.mark.parametrize("mechanism", WITH_DELTA)
def test_that_a_wedge_beyond_the_picture_is_told_with_the_place_where_it_begins(mechanism):
    state = settled(mechanism, epsilon=1.0, delta=1e-6)
    said, _, figure = words(state)
    begin = float(said[1].split()[1])
    assert begin > figure.x.high
    noise, moved = additive_of(state).sufficient_statistic, begin - WITHOUT_YOU
    step = 1.0 if noise.discrete else 0.05 * noise.standard_deviation
    inside, outside = (
        noise.density(np.array([at - noise.sensitivity, at])) for at in (moved + step, moved - step)
    )
    assert inside[0] > math.e * inside[1]
    assert outside[0] <= math.e * outside[1]


@pytest.mark.parametrize("mechanism", [each for each in MECHANISMS if each not in WITH_DELTA])
def test_that_nothing_is_said_of_a_wedge_where_there_is_none(mechanism):
    assert words(settled(mechanism))[0] == []


def test_that_a_wedge_is_found_at_the_place_of_the_theorem():
    state = settled("gaussian", epsilon=1.0, delta=1e-6)
    sigma = additive_of(state).sigma
    begin = WITHOUT_YOU + 0.5 + sigma**2  # where the loss of normal noise is ε = 1
    assert float(words(state)[0][1].split()[1]) == pytest.approx(begin, rel=1e-3)


def test_that_a_tiny_delta_is_said_or_left_out_but_never_drawn_inside():
    state = settled("gaussian", epsilon=1.0, delta=1e-300)
    figure = ReleasedValue.draw(state, {})
    found = delta_words(state, additive_of(state), (figure.x.low, figure.x.high), figure.y.high)
    assert all(note.words_at is None for note in found)


def test_that_boxes_of_delta_stand_on_the_heads_of_their_bars():
    area = boxes_above(np.array([100.0, 101.0]), np.array([0.2, 0.1]), np.array([0.1, 0.3]))
    inside = area.high > area.low
    assert area.x[inside].tolist() == [101.02, 101.4]
    assert area.high[inside].tolist() == [0.3, 0.3]
    assert area.low[inside].tolist() == [0.1, 0.1]
