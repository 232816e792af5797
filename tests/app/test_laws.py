"""The released value: the two laws, the band, steps, atoms, and what one value tells."""

import math

import numpy as np
import pytest
from drawn_parts import draw, ids, layer, released, said
from states import MECHANISMS

from explorer.app.laws import belief_after, law_with_you, likelihood_ratio, places, steps
from explorer.app.sections import Reading
from explorer.app.state import WITHOUT_YOU, Setting, additive_for
from explorer.privacy.mechanism import Selection, every_additive, every_mechanism
from explorer.privacy.shape import Shape

SELECTIONS = tuple(name for name, kind in every_mechanism().items() if issubclass(kind, Selection))
CONTINUOUS = tuple(name for name, kind in every_additive().items() if not kind.discrete)


def test_that_the_law_with_you_is_a_mixture_on_a_sample():
    state = released("laplace", Shape(sampling_rate=0.25))
    noise = additive_for(state.setting)
    figure = draw("released-value", state)
    x, y = layer(figure, "with").x - WITHOUT_YOU, layer(figure, "with").y
    assert y == pytest.approx(0.75 * noise.density(x) + 0.25 * noise.density(x - 1.0), rel=1e-6)
    assert "25 %" in said(figure.assumption)


@pytest.mark.parametrize("mechanism", [name for name in MECHANISMS if name not in SELECTIONS])
@pytest.mark.parametrize("rate", [1.0, 0.3])
def test_that_the_law_with_you_leaves_the_band_only_where_delta_lives(mechanism, rate):
    state = released(mechanism, Shape(sampling_rate=rate), delta=0.01)
    figure = draw("released-value", state)
    band = layer(figure, "band")
    noise = additive_for(state.setting)
    moved = places(noise, figure.x.low, figure.x.high)
    with_you = law_with_you(noise, rate, moved)
    above = np.maximum(with_you - math.e * noise.density(moved), 0)
    if noise.pure:
        assert above.max() <= 1e-12
        assert "delta" not in ids(figure)
    else:
        shown = layer(figure, "delta")
        assert (shown.high >= shown.low).all()
    assert (band.low <= band.high).all()


def test_that_steps_are_upright():
    state = released("staircase", epsilon=0.7)
    figure = draw("released-value", state)
    line = layer(figure, "without")
    rises = np.flatnonzero(np.abs(np.diff(line.y)) > 1e-9 * line.y.max())
    assert len(rises) > 4
    across = np.diff(line.x)[rises] / (figure.x.high - figure.x.low)
    assert across.max() < 1e-6
    noise = additive_for(state.setting)
    found = steps(noise, -3.0, 3.0)
    share = noise.first_share
    for edge in (-share, share, 1 + share):
        assert np.abs(found - edge).min() < 1e-9


@pytest.mark.parametrize("mechanism", [name for name in CONTINUOUS if name != "staircase"])
def test_that_smooth_laws_have_no_steps(mechanism):
    assert not len(steps(additive_for(Setting(mechanism)), -3.0, 3.0))


def test_that_what_is_published_as_it_is_stands_at_both_true_counts():
    figure = draw("released-value", released("catastrophe", delta=0.02))
    assert layer(figure, "bare-without").x[0] == WITHOUT_YOU
    assert layer(figure, "bare-with").x[0] == WITHOUT_YOU + 1
    told = " ".join(said(line) for line in layer(figure, "bare").lines)
    assert "0.02" in told
    assert "not to scale" in told


def test_that_the_answer_itself_tells_everything_where_it_is_published():
    noise = additive_for(Setting("catastrophe"))
    assert likelihood_ratio(noise, 1.0, WITHOUT_YOU + 1) == math.inf
    assert likelihood_ratio(noise, 1.0, WITHOUT_YOU) == 0.0
    assert likelihood_ratio(noise, 0.25, WITHOUT_YOU) == pytest.approx(0.75)
    assert likelihood_ratio(noise, 1.0, WITHOUT_YOU + 5) == pytest.approx(math.e)


def test_that_the_reading_starts_from_the_chosen_prior():
    figure = draw("released-value", released("laplace", reading=Reading(observed=105.0, prior=0.01)))
    told = [said(line) for line in layer(figure, "reading").lines]
    assert told[-1] == "belief 1 % → 2.67 %"
    with_delta = draw("released-value", released("gaussian"))
    assert "no limit" in said(layer(with_delta, "reading").lines[-1])


@pytest.mark.parametrize(("ratio", "prior", "after"), [(math.e, 0.5, 0.7310585786300049), (1.0, 0.2, 0.2)])
def test_that_belief_follows_the_rule_of_bayes(ratio, prior, after):
    assert belief_after(ratio, prior) == pytest.approx(after, rel=1e-12)
    assert belief_after(0.0, prior) == 0.0
    assert belief_after(math.inf, prior) == 1.0


@pytest.mark.parametrize("mechanism", ["laplace-vector", "gaussian-vector"])
def test_that_one_coordinate_is_said_to_be_one_of_many(mechanism):
    state = released(mechanism, Shape(dimension=12))
    for name in ("released-value", "equally-likely"):
        assert "one of 12 coordinates" in said(draw(name, state).assumption)
