"""The released value: the two distributions, the band, steps, atoms, and what one value tells."""

import math

import numpy as np
import pytest
import scipy
from cases_in_one import cases_in_one
from drawn_parts import draw, ids, layer, released, said
from states import MECHANISMS

from explorer.app.core.sections import Reading
from explorer.app.core.setting import Setting
from explorer.app.core.state import WITHOUT_YOU, additive_for, guarantee_for
from explorer.app.plotting.distributions import (
    belief_after,
    distribution_with_you,
    log_likelihood_ratio,
    places,
    steps,
)
from explorer.privacy.mechanism import Selection, every_additive, every_mechanism
from explorer.privacy.shape import Shape
from explorer.privacy.target import Target

SELECTIONS = tuple(name for name, kind in every_mechanism().items() if issubclass(kind, Selection))
CONTINUOUS = tuple(name for name, kind in every_additive().items() if not kind.discrete)


def test_that_the_distribution_with_you_is_a_mixture_on_a_sample():
    state = released("laplace", Shape(sampling_rate=0.25))
    noise = additive_for(state.setting)
    figure = draw("released-value", state)
    x, y = layer(figure, "with").x - WITHOUT_YOU, layer(figure, "with").y
    assert y == pytest.approx(0.75 * noise.density(x) + 0.25 * noise.density(x - 1.0), rel=1e-6)
    assert "25 %" in said(figure.assumption)


@cases_in_one("mechanism", [name for name in MECHANISMS if name not in SELECTIONS])
@cases_in_one("rate", [1.0, 0.3])
def test_that_the_distribution_with_you_leaves_the_band_only_where_delta_lives(mechanism, rate):
    state = released(mechanism, Shape(sampling_rate=rate), delta=0.01)
    figure = draw("released-value", state)
    band = layer(figure, "band")
    noise = additive_for(state.setting).sufficient_statistic
    moved = places(noise, figure.x.low, figure.x.high)
    with_you = distribution_with_you(noise, rate, moved)
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
def test_that_smooth_distributions_have_no_steps(mechanism):
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
    assert log_likelihood_ratio(noise, 1.0, WITHOUT_YOU + 1) == math.inf
    assert log_likelihood_ratio(noise, 1.0, WITHOUT_YOU) == -math.inf
    assert log_likelihood_ratio(noise, 0.25, WITHOUT_YOU) == pytest.approx(math.log(0.75))
    assert log_likelihood_ratio(noise, 1.0, WITHOUT_YOU + 5) == pytest.approx(1.0)


def reading_of(state):
    return [said(line) for line in layer(draw("released-value", state), "reading").lines]


def test_that_far_out_where_both_distributions_underflow_the_ratio_is_still_the_one_that_epsilon_allows():
    told = reading_of(released("laplace", reading=Reading(observed=174.6), epsilon=10.0))
    assert told[1:] == ["22,026 × likelier with you", "belief 50 % → 99.995 %"]
    other = reading_of(released("laplace", reading=Reading(observed=25.4), epsilon=10.0))
    assert other[1] == "22,026 × likelier without you"


@cases_in_one("mechanism", [name for name in MECHANISMS if name not in SELECTIONS])
@cases_in_one("rate", [1.0, 0.3])
@cases_in_one("observed", [-1e6, 95.0, 100.0, 107.0, 1e6])
def test_that_every_noise_says_how_likely_anything_is(mechanism, rate, observed):
    setting = Setting(mechanism, Target(epsilon=3.0, delta=1e-3), Shape(sampling_rate=rate))
    noise, outer = additive_for(setting).sufficient_statistic, guarantee_for(setting).pure_epsilon
    found = log_likelihood_ratio(noise, rate, observed)
    assert not math.isnan(found)
    if outer is not None:
        assert abs(found) <= outer * (1 + 1e-12)
    at = np.array([observed - WITHOUT_YOU])
    without, with_you = noise.density(at)[0], distribution_with_you(noise, rate, at)[0]
    if without > 1e-290 < with_you and not (noise.probability_unnoised and observed == WITHOUT_YOU):
        assert found == pytest.approx(math.log(with_you / without), abs=1e-9)
    assert 0 < belief_after(found, 0.5) < 1 or math.isinf(found)


def test_that_a_ratio_beyond_all_floats_is_told_as_a_power():
    told = reading_of(released("gaussian", reading=Reading(observed=1e6), epsilon=10.0))
    assert told[1].startswith("e^")
    assert "possible only" not in told[1]
    assert told[2] == "belief 50 % → 99.999 %"


def test_that_the_reading_starts_from_the_chosen_prior():
    figure = draw("released-value", released("laplace", reading=Reading(observed=105.0, prior=0.01)))
    told = [said(line) for line in layer(figure, "reading").lines]
    assert told[-1] == "belief 1 % → 2.67 %"
    with_delta = draw("released-value", released("gaussian"))
    assert "no limit" in said(layer(with_delta, "reading").lines[-1])


@pytest.mark.parametrize(("ratio", "prior", "after"), [(math.e, 0.5, 0.7310585786300049), (1.0, 0.2, 0.2)])
def test_that_belief_follows_the_rule_of_bayes(ratio, prior, after):
    assert belief_after(math.log(ratio), prior) == pytest.approx(after, rel=1e-12)
    assert belief_after(-math.inf, prior) == 0.0
    assert belief_after(math.inf, prior) == 1.0


def test_that_running_totals_are_drawn_by_what_tells_the_datasets_apart():
    state = released("gaussian-tree", Shape(steps=12), epsilon=1.0, delta=1e-2)
    noise = additive_for(state.setting)
    figure = draw("released-value", state)
    assert said(figure.x.label) == "mean of the noisy node sums that contain the first step"
    assert "12 steps; shown: the mean of the 4 noisy node sums" in said(figure.assumption)
    columns = dict(zip(figure.table.names, figure.table.columns, strict=True))
    x, without, with_you = (columns[each] for each in ("released", "without_you", "with_you"))
    width = noise.sigma / 2  # the standard deviation of a mean of four
    assert without == pytest.approx(scipy.stats.norm.pdf(x, WITHOUT_YOU, width))
    assert with_you == pytest.approx(scipy.stats.norm.pdf(x, WITHOUT_YOU + 1, width))
    at = np.linspace(WITHOUT_YOU - 12 * width, WITHOUT_YOU + 12 * width, 200_001)
    above = distribution_with_you(noise.sufficient_statistic, 1.0, at - WITHOUT_YOU)
    above -= math.e * noise.sufficient_statistic.density(at - WITHOUT_YOU)
    delta = math.exp(guarantee_for(state.setting).log_delta(np.array([1.0]))[0])
    assert np.trapezoid(np.maximum(above, 0), at) == pytest.approx(delta, rel=1e-6)
    assert delta == pytest.approx(1e-2, rel=1e-6)


def test_that_equally_likely_running_totals_are_the_noisiest():
    state = released("gaussian-tree", Shape(steps=12))
    figure = draw("equally-likely", state)
    assert "the noisiest of 12 running totals" in said(figure.assumption)
    deviation = additive_for(state.setting).sigma * math.sqrt(3)  # 7 is 111 in binary
    shares = (np.arange(50) + 0.5) / 50
    quantiles = scipy.stats.norm.ppf(shares, WITHOUT_YOU, deviation)
    assert figure.table.columns[1] == pytest.approx(quantiles)
    assert figure.x.low < quantiles[0]
    assert quantiles[-1] < figure.x.high


@pytest.mark.parametrize("mechanism", ["laplace-vector", "gaussian-vector"])
def test_that_one_coordinate_is_said_to_be_one_of_many(mechanism):
    state = released(mechanism, Shape(dimension=12))
    for name in ("released-value", "equally-likely"):
        assert "one of 12 coordinates" in said(draw(name, state).assumption)
