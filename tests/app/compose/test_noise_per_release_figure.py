"""The picture of the noise that each of k releases needs: curves, crossing, axes, table."""

import math
from dataclasses import replace

import numpy as np
import pytest
from answering_once import answer_to
from drawn_parts import said

from explorer.app.compose import noise_requests
from explorer.app.compose.figures.noise_per_release import NoisePerRelease
from explorer.app.core.state import State
from explorer.app.plotting.layers import Handle, Line, Note, Points
from explorer.privacy.accounting.calibration import calibrate
from explorer.privacy.composition import every_composition
from explorer.privacy.mechanism import every_additive


def state_of(mechanism="laplace", **composing):
    state = State(mechanism=mechanism)
    return replace(state, composing=replace(state.composing, **composing))


def answered(state):
    return {question: answer_to(question) for question in NoisePerRelease.wanted(state)}


def drawn(state):
    return NoisePerRelease.draw(state, answered(state))


def lines(figure):
    return {layer.id: layer for layer in figure.layers if isinstance(layer, Line)}


@pytest.mark.parametrize("mechanism", ["laplace", "gaussian"])
def test_that_each_curve_is_the_calibrated_noise(mechanism):
    state = state_of(mechanism, total_epsilon=2.0, total_delta=1e-6, horizon=50)
    found, kind = lines(drawn(state)), every_additive()[mechanism]
    for bound in ("zcdp", "renyi", "gaussian-dp" if mechanism == "gaussian" else "optimal"):
        for place in (2, 10):
            count = round(found[bound].x[place])
            alone = calibrate(kind, every_composition()[bound](), 2.0, 1e-6, count, 1.0).mechanism
            assert found[bound].y[place] == pytest.approx(alone.standard_deviation, rel=2e-3)
            assert found[bound].y[place] >= alone.standard_deviation * (1 - 1e-9)


def test_that_the_two_rivals_are_there_and_whole_noise_where_the_sensitivity_is_whole():
    state = state_of(total_epsilon=1.0, total_delta=1e-6, horizon=50)
    found = lines(drawn(state))
    assert {"best-gaussian", "best-discrete-laplace", "numerical"} <= set(found)
    assert "best-laplace" not in found  # its own bounds are drawn
    fraction = state_of(total_epsilon=1.0, total_delta=1e-6, horizon=10)
    fraction = replace(fraction, target=replace(State().target, sensitivity=2.5))
    assert not any("discrete" in name for name in lines(drawn(fraction)))


def test_that_the_overtaking_is_marked_where_the_gaussian_becomes_smaller():
    state = state_of(total_epsilon=1.0, total_delta=1e-6, horizon=50)
    figure = drawn(state)
    (dot,) = [layer for layer in figure.layers if isinstance(layer, Points)]
    assert dot.x[0] == 9
    (note,) = [layer for layer in figure.layers if isinstance(layer, Note)]
    assert "for 9 or more releases" in said(note.lines[0])
    found = lines(figure)
    gaussian, laplace = found["best-gaussian"], found["numerical"]
    smaller = np.interp(gaussian.x, laplace.x, laplace.y) > gaussian.y
    assert list(smaller) == [k >= 9 for k in gaussian.x]


def test_that_no_overtaking_is_marked_where_none_is_seen():
    figure = drawn(state_of(total_epsilon=10.0, total_delta=1e-6, horizon=10))
    assert not [layer for layer in figure.layers if isinstance(layer, Note | Points)]


@pytest.mark.parametrize("logarithmic", [False, True])
def test_that_axes_follow_the_persons_choice_and_hold_the_curves(logarithmic):
    state = state_of(horizon=100, count=10, logarithmic=logarithmic)
    figure = drawn(state)
    assert figure.x.high == (2 if logarithmic else 100)
    for line in lines(figure).values():
        assert line.x.min() >= figure.x.low
        assert line.x.max() <= figure.x.high
        assert line.y.min() >= figure.y.low - 1e-9
        assert line.y.max() <= figure.y.high + 1e-9
    (handle,) = [layer for layer in figure.layers if isinstance(layer, Handle)]
    assert handle.at == (1 if logarithmic else 10)
    assert handle.logarithmic is logarithmic


def test_that_axes_ask_nothing_anew_and_neither_does_another_epsilon():
    state = state_of()
    other = replace(state, target=replace(state.target, epsilon=0.1))
    assert NoisePerRelease.wanted(state) == NoisePerRelease.wanted(other)
    assert NoisePerRelease.wanted(state) == NoisePerRelease.wanted(state_of(logarithmic=True))


def test_that_older_curves_stand_dimmed_until_the_new_ones_are_there():
    state = state_of(horizon=100)
    later = state_of(horizon=50, total_epsilon=2.0, total_delta=1e-6)
    figure = NoisePerRelease.draw(later, answered(state))
    assert figure.pending
    assert lines(figure)
    assert all(line.dimmed for line in lines(figure).values())
    assert not drawn(later).pending
    nothing = NoisePerRelease.draw(state, {})
    assert nothing.pending
    assert said(nothing.empty) == "being computed"


def test_that_a_choice_has_no_noise_and_says_so():
    figure = drawn(state_of("exponential"))
    assert not figure.layers
    assert not figure.pending
    assert "choose a mechanism that adds noise" in said(figure.empty)


def test_that_a_budget_too_small_says_what_to_do():
    tiny = state_of("laplace", total_epsilon=1e-6, total_delta=1e-300, horizon=1_000_000)
    figure = drawn(tiny)
    assert figure.empty is None or "raise the total" in said(figure.empty)
    for line in lines(figure).values():
        assert np.isfinite(line.y).all()


def test_that_a_vector_is_compared_with_itself_alone():
    state = state_of("laplace-vector", horizon=20)
    assert noise_requests.others(state) == ()
    assert {name.split("-")[0] for name in lines(drawn(state))} >= {"sequential", "optimal", "numerical"}


def test_that_the_table_has_a_column_for_each_curve():
    figure = drawn(state_of(horizon=100))
    assert len(figure.table.headings) == len(figure.table.names) == len(figure.table.columns)
    assert figure.table.columns[0][0] == 1
    named = dict(zip(figure.table.names, figure.table.columns, strict=True))
    assert named["sequential"] == pytest.approx(math.sqrt(2) * np.array(named["count"]) / 10, rel=2e-3)
    assert "best_gaussian" in named


@pytest.mark.parametrize("mechanism", ["laplace", "gaussian"])
def test_that_the_line_of_k_says_the_noise_that_is_needed_there(mechanism):
    state = state_of(mechanism, count=37, total_epsilon=2.0, total_delta=1e-6, horizon=50)
    answers = answered(state)
    handle = next(each for each in NoisePerRelease.draw(state, answers).layers if isinstance(each, Handle))
    kind, composing = every_additive()[mechanism], state.composing
    ends = [
        calibrate(kind, every_composition()[bound](), composing.total_epsilon, composing.total_delta, 37, 1.0)
        for bound in ("numerical", "optimal", "sequential")
    ]
    told = float(said(handle.title).removeprefix("k = 37: σ ≥ "))
    least = min(each.mechanism.standard_deviation for each in ends if each is not None)
    assert told == pytest.approx(least, rel=0.01)
    before = {
        question: answer for question, answer in answers.items() if question != noise_requests.at_count(state)
    }
    waiting = NoisePerRelease.draw(state, before)
    assert waiting.pending
    assert "k = 37: σ …" in [said(each.title) for each in waiting.layers if isinstance(each, Handle)]


@pytest.mark.parametrize("mechanism", ["laplace", "gaussian", "laplace-vector"])
def test_that_a_sample_that_is_not_counted_in_is_said(mechanism):
    state = state_of(mechanism)
    sampled = replace(state, shape=replace(state.shape, sampling_rate=0.01))
    assert "sampling is not included" in said(NoisePerRelease.draw(sampled, {}).assumption)
    assert "sample" not in said(NoisePerRelease.draw(state, {}).assumption)


def test_that_both_logarithmic_pictures_write_long_numbers_alike():
    from explorer.app.compose.figures.composition import CompositionCost

    state = state_of(horizon=1_000_000, logarithmic=True)
    one, other = (picture.draw(state, {}) for picture in (NoisePerRelease, CompositionCost))
    assert [said(name) for name in one.x.names] == [said(name) for name in other.x.names]
    assert "10⁵" in [said(name) for name in one.x.names]


def test_that_what_is_compared_has_a_colour_that_no_bound_has():
    found = lines(drawn(state_of("laplace", horizon=100)))
    assert found["best-gaussian"].colour not in {
        line.colour for name, line in found.items() if not name.startswith("best-")
    }
