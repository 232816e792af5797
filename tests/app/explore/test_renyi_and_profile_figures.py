"""The pictures of one release: what each of them must show of each mechanism."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from drawn_parts import arrays, draw, ids, layer, released, said, words
from states import MECHANISMS, settled
from thoroughness import combined

from explorer.app.core.sections import Reading
from explorer.app.core.setting import Setting
from explorer.app.core.state import (
    WITHOUT_YOU,
    State,
    additive_for,
    guarantee_for,
    guarantee_of,
    mechanism_of,
)
from explorer.app.explore.figures.delta_profile import worst_delta
from explorer.app.explore.figures.renyi import ORDERS, RenyiCurve
from explorer.app.figures import picture_of
from explorer.app.plotting.distributions import result_range, value_range
from explorer.app.plotting.layers import Area, Bars, Dash, Handle, Line, Note
from explorer.privacy.mechanism import AdditiveNoise, Selection, every_mechanism
from explorer.privacy.shape import Shape
from explorer.privacy.status import Kind
from explorer.privacy.target import Target

RELEASES = ("released-value", "equally-likely", "trade-off", "privacy-loss", "delta-profile", "renyi")
PRIVACY = RELEASES[2:]
SELECTIONS = tuple(name for name, kind in every_mechanism().items() if issubclass(kind, Selection))
BY_SCORES = tuple(name for name in SELECTIONS if every_mechanism()[name].norm)
EDGES = list(itertools.product((1e-6, 1.0, 50.0), (1e-300, 1e-6, 0.5), (1e-6, 1e6), (1e-6, 1.0)))


@pytest.mark.parametrize(("mechanism", "name"), combined(MECHANISMS, RELEASES))
def test_that_the_whole_declared_box_can_be_drawn(name, mechanism):
    whole = getattr(every_mechanism()[mechanism], "discrete", False)
    for epsilon, delta, sensitivity, rate in EDGES:
        moved = (1.0 if sensitivity < 1 else 1e3) if whole else sensitivity
        shape = Shape(sampling_rate=rate)
        reading = Reading(draw=2, prior=1e-6)
        target = {"epsilon": epsilon, "delta": delta, "sensitivity": moved}
        state = released(mechanism, shape, reading, Setting("laplace"), **target)
        figure = picture_of(name).draw(state, {})
        for each in figure.layers:
            if not isinstance(each, Handle):
                assert all(np.isfinite(array).all() for _, array in arrays(each)), (target, each.id)
        for axis in (figure.x, figure.y):
            assert axis.low < axis.high
            assert all(np.diff(axis.ticks) > 0)


@pytest.mark.parametrize("name", PRIVACY)
@pytest.mark.parametrize("mechanism", ["laplace", "gaussian", "exponential"])
def test_that_privacy_pictures_count_the_sampling_in(name, mechanism):
    """At the same noise: a tenth of everybody's target keeps the mechanism, the sample protects more."""
    sampled = released(mechanism, Shape(sampling_rate=0.1))
    inner = mechanism_of(sampled)
    outer = guarantee_of(sampled)
    assert outer is not inner
    figure = draw(name, sampled)
    if name == "trade-off":
        own = layer(figure, "own")
        assert own.y == pytest.approx(outer.trade_off(own.x))
        assert not np.allclose(own.y, inner.trade_off(own.x))
    if name == "delta-profile":
        own = layer(figure, "own")
        inside = own.y > figure.y.low
        expected = outer.log_delta(own.x[inside]) / math.log(10)
        assert own.y[inside] == pytest.approx(expected)
    if name == "renyi":
        own = layer(figure, "own")
        assert 10 ** own.y[::12] == pytest.approx(outer.renyi(ORDERS[::12]))
    if name == "privacy-loss":
        assert figure.table.columns[0].min() == pytest.approx(
            outer.loss().support.min(initial=np.inf)
        ) or len(outer.loss().atoms)


# Trade-off


@pytest.mark.parametrize("mechanism", ["laplace", "gaussian", "catastrophe", "exponential"])
def test_that_the_curve_stays_out_of_what_no_test_can_reach(mechanism):
    state = released(mechanism, delta=0.01)
    figure = draw("trade-off", state)
    region, own = layer(figure, "unreached"), layer(figure, "own")
    delta = 0.0 if mechanism_of(state).pure else 0.01
    alarms, misses = region.x, region.high
    edge = np.minimum(math.e * alarms + misses, alarms + math.e * misses)
    inside = misses > 0
    assert edge[inside] == pytest.approx(1 - delta), "e^ε p + q = 1 − δ or p + e^ε q = 1 − δ"
    assert (own.y >= misses - 1e-12).all()
    assert "e^ε p + q" in said(figure.description)


def test_that_a_promise_that_is_not_kept_is_hatched():
    figure = draw("trade-off", released("gaussian-classical", epsilon=12.0, delta=1e-4))
    assert layer(figure, "unreached").hatched
    assert "unreached-words" not in ids(figure)
    assert "not achieved" in said(figure.description)
    assert not layer(draw("trade-off", released("gaussian-classical")), "unreached").hatched


# Privacy loss


@pytest.mark.parametrize("rate", [1.0, 0.2])
def test_that_an_infinite_loss_stands_at_the_right_edge_with_its_probability(rate):
    state = released("catastrophe", Shape(sampling_rate=rate), delta=0.02)
    figure = draw("privacy-loss", state)
    bar = layer(figure, "infinite")
    assert figure.x.low < bar.x[0] < figure.x.high
    assert bar.x[0] > figure.x.ticks[-1]
    assert bar.height[0] == pytest.approx(0.02)
    assert said(layer(figure, "infinite-words").lines[0]) == "∞: 0.02"
    assert "infinite" not in ids(draw("privacy-loss", released("laplace")))


# The profile


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_that_the_profile_goes_through_what_was_promised_and_below_the_worst_case(mechanism):
    state = released(mechanism, delta=1e-4)
    figure = draw("delta-profile", state)
    at, own, worst = figure.table.columns
    assert (own <= worst * (1 + 1e-9)).all()
    promise = layer(figure, "promise")
    assert promise.x[0] == 1.0
    if mechanism_of(state).pure:
        assert promise.y[0] == figure.y.low
        assert layer(figure, "own").x[-1] == pytest.approx(1.0, rel=3e-3)
        assert layer(figure, "own").y[-1] == figure.y.low, "straight down"
        assert own[np.searchsorted(at, 1.0)] < 1e-12
    else:
        assert promise.y[0] == pytest.approx(-4)
        least = float(own[np.searchsorted(at, 1.0)])
        assert least <= 1e-4 * (1 + 1e-9)


def test_that_the_worst_profile_is_that_of_the_pair_that_dominates_all():
    epsilon, delta = 1.2, 0.03
    truth = (1 - delta) * math.exp(epsilon) / (1 + math.exp(epsilon))
    lie = (1 - delta) / (1 + math.exp(epsilon))
    for at in (0.0, 0.4, 1.2, 3.0):
        hockey = delta + max(0.0, truth - math.exp(at) * lie)
        assert worst_delta(epsilon, delta, np.array([at]))[0] == pytest.approx(hockey, rel=1e-12)


def test_that_the_profile_is_read_both_ways():
    told = said(draw("delta-profile", released("gaussian", delta=1e-5)).description)
    assert told == "At ε = 1 the smallest δ is 10⁻⁵; at δ = 10⁻⁵ the smallest ε is 1"


# Rényi


@pytest.mark.parametrize("mechanism", [name for name in MECHANISMS if name != "catastrophe"])
def test_that_rho_times_the_order_bounds_the_curve_or_the_curve_is_called_a_bound(mechanism):
    figure = draw("renyi", released(mechanism))
    own, straight = layer(figure, "own"), layer(figure, "straight")
    beyond = own.y[: len(straight.y)] > straight.y + 1e-9
    if mechanism in BY_SCORES:
        assert own.dash is Dash.UPPER
        assert "upper bound" in said(figure.assumption)
        assert said(figure.settings["kind"]) == "proven upper bound"
    else:
        assert "kind" not in figure.settings
        assert not beyond.any()
        assert own.dash is Dash.EXACT


def test_that_there_is_no_curve_where_everything_may_be_published():
    figure = draw("renyi", released("catastrophe"))
    assert not figure.layers
    assert "infinite" in said(figure.empty)


def test_that_the_curve_of_a_sample_is_a_long_question_whose_older_answer_stands_in():
    picture = picture_of("renyi")
    state = released("laplace", Shape(sampling_rate=0.2))
    (question,) = picture.wanted(state)
    waiting = picture.draw(state, {})
    assert waiting.pending
    assert waiting.empty is not None
    older = replace(state, target=Target(epsilon=0.9))
    (before,) = picture.wanted(older)
    dimmed = picture.draw(state, {before: before()})
    assert dimmed.pending
    assert layer(dimmed, "own").dimmed
    ready = picture.draw(state, {before: before(), question: question()})
    assert not ready.pending
    assert not layer(ready, "own").dimmed
    assert not picture.wanted(released("laplace")), "in closed form nothing is asked"


def test_that_a_sum_that_is_too_long_says_so():
    far = Setting("discrete-gaussian", Target(sensitivity=1e6, epsilon=1e-6), Shape(sampling_rate=0.5))
    found = RenyiCurve(far)()
    assert isinstance(found, np.ndarray) or said(found)
    if not isinstance(found, np.ndarray):
        figure = picture_of("renyi").draw(
            State(mechanism=far.mechanism, target=far.target, shape=far.shape, framed=far),
            {RenyiCurve(far): found},
        )
        assert figure.empty == found


# A and B


@pytest.mark.parametrize("name", ["trade-off", "delta-profile", "released-value"])
def test_that_the_kept_setting_is_drawn_thin_and_grey_beside_the_present_one(name):
    kept = Setting("gaussian", Target(epsilon=0.5))
    figure = draw(name, released("laplace", pinned=kept))
    line = layer(figure, "pinned")
    assert line.colour == "muted"
    assert line.width < 1.5
    assert "A" in words(figure)
    assert "B" in words(figure)
    if name == "trade-off":
        assert line.y == pytest.approx(guarantee_for(kept).trade_off(line.x))
    same = draw(name, released("laplace", pinned=Setting("laplace")))
    assert "pinned" not in ids(same), "nothing is compared with itself"
    resting = draw(name, released("laplace"))
    assert (figure.x, figure.y) == (resting.x, resting.y)


def test_that_numbers_and_options_are_not_drawn_on_one_axis():
    figure = draw("released-value", released("laplace", pinned=Setting("exponential")))
    assert "pinned" not in ids(figure)
    other = draw("released-value", released("exponential", pinned=Setting("laplace")))
    assert "pinned" not in ids(other)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_that_a_bound_is_dashed_and_an_exact_curve_is_not(mechanism):
    for name in ("trade-off", "delta-profile"):
        state = settled(mechanism)
        figure = draw(name, state)
        upper = guarantee_of(state).profile_kind is Kind.UPPER
        assert (layer(figure, "own").dash is Dash.UPPER) == upper
        assert ("proven upper bound" in said(figure.assumption)) == upper


def test_that_a_range_holds_most_of_what_either_dataset_gives():
    for name in (each for each in MECHANISMS if each not in SELECTIONS):
        noise = additive_for(Setting(name))
        for drawn, ends in (
            (noise.sufficient_statistic, value_range(Setting(name))),
            (noise, result_range(Setting(name))),
        ):
            low, high = (drawn.cumulative(np.array([end - WITHOUT_YOU]))[0] for end in ends)
            assert high - low > 0.95
            assert isinstance(drawn, AdditiveNoise)


def test_that_words_in_the_picture_have_points_inside_its_axes():
    for mechanism in MECHANISMS:
        for name in RELEASES:
            figure = draw(name, released(mechanism, delta=0.01))
            for each in figure.layers:
                if isinstance(each, Note):
                    assert figure.x.low <= each.x <= figure.x.high, (mechanism, name, each.id)
                    assert figure.y.low <= each.y <= figure.y.high, (mechanism, name, each.id)


def test_that_areas_and_bars_name_colours_of_their_meaning():
    figure = draw("released-value", released("gaussian", delta=0.05))
    assert layer(figure, "band").colour == layer(figure, "without").colour == "without"
    assert layer(figure, "delta").colour == layer(figure, "with").colour == "with"
    assert isinstance(layer(figure, "delta"), Area)
    assert isinstance(layer(draw("released-value", released("discrete-laplace")), "with"), Bars)
    assert isinstance(layer(figure, "with"), Line)
