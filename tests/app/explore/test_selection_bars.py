"""Pictures of releases that are one option of several."""

import math
from dataclasses import replace

import numpy as np
import pytest
from drawn_parts import draw, layer, released, said, words

from explorer.app.core.sections import EXAMPLE_SCORES, Reading
from explorer.app.core.setting import Setting
from explorer.app.core.state import WITHOUT_YOU, State, guarantee_of, mechanism_of
from explorer.app.explore.selection_bars import MOST, options_of
from explorer.app.figures import picture_of
from explorer.privacy.mechanism import Selection, every_mechanism
from explorer.privacy.shape import Shape
from explorer.privacy.target import Target

SELECTIONS = tuple(name for name, kind in every_mechanism().items() if issubclass(kind, Selection))


@pytest.mark.parametrize("mechanism", SELECTIONS)
def test_that_a_selection_has_two_bars_an_option_under_their_names(mechanism):
    state = released(mechanism)
    figure = draw("released-value", state)
    options = options_of(state.setting, state.scores)
    choice = mechanism_of(state).choice(state.scores)
    assert layer(figure, "without").height == pytest.approx(choice.without)
    assert layer(figure, "with").height == pytest.approx(choice.with_you)
    assert layer(figure, "with").outlined
    assert figure.x.names == options.names
    assert figure.x.ticks == tuple(layer(figure, "without").x + 0.21)
    assert said(figure.title) != said(picture_of("released-value").title)
    factor = math.exp(1.0) * (1 + 1e-9)
    assert (options.with_you <= factor * options.without).all()


def test_that_the_option_that_stands_nearest_is_looked_at():
    scores = (3.0, 1.0, 2.0)
    for observed, place in ((99.0, 0), (101.3, 1), (500.0, 2)):
        state = replace(released("exponential", reading=Reading(observed=observed)), scores=scores)
        figure = draw("released-value", state)
        assert layer(figure, "observed").at == WITHOUT_YOU + place
        assert said(figure.x.names[place]) in said(layer(figure, "reading").lines[0])


def test_that_of_many_options_the_most_likely_are_drawn_and_the_others_are_told_of():
    scores = tuple(float(each % 17) for each in range(80))
    state = replace(released("exponential"), scores=scores)
    figure = draw("released-value", state)
    assert len(layer(figure, "without").x) == MOST
    assert "30 most likely of 80" in said(figure.assumption)
    choice = mechanism_of(state).choice(scores)
    numbers = options_of(state.setting, scores).numbers
    assert layer(figure, "without").height == pytest.approx(choice.without[np.array(numbers) - 1])
    assert said(figure.x.names[0]) == str(numbers[0])
    assert layer(figure, "without").height.sum() > 0.6 * choice.without.sum()


def test_that_a_persons_own_answer_is_told_of_as_one():
    figure = draw("released-value", released("randomized-response"))
    assert "without you" not in words(figure)
    assert said(layer(figure, "without-name").lines[0]) == "true: answer 1"
    assert "answer 2" in said(layer(figure, "reading").lines[-1])


def test_that_the_mixture_of_a_sample_holds_for_options_too():
    plain = options_of(Setting("exponential"), EXAMPLE_SCORES)
    sampled = Setting("exponential", Target(), Shape(sampling_rate=0.5))
    found = options_of(sampled, EXAMPLE_SCORES)
    inner = mechanism_of(State(mechanism="exponential", shape=Shape(sampling_rate=0.5))).choice(
        EXAMPLE_SCORES
    )
    assert found.with_you == pytest.approx((inner.without + inner.with_you) / 2)
    assert plain.with_you.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("rate", [1.0, 0.3])
def test_that_an_option_too_unlikely_for_a_float_has_its_ratio(rate):
    scores = (0.0, -1e4, -2e4)
    for mechanism in ("exponential", "permute-and-flip"):
        state = released(mechanism, Shape(sampling_rate=rate), Reading(observed=101.0), epsilon=10.0)
        options = options_of(state.setting, scores)
        assert options.without[1] == 0
        pure = guarantee_of(state).pure_epsilon
        assert (abs(options.log_ratios) <= pure * (1 + 1e-12)).all()
        assert options.log_ratios[1] > 0
        told = [
            said(line)
            for line in layer(draw("released-value", replace(state, scores=scores)), "reading").lines
        ]
        assert "likelier with you" in told[1]
        assert "100 %" not in told[2]
