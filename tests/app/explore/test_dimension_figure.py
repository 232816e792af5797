"""The dimension from which on Gaussian noise is smaller, by standard deviation and by margin."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from states import settled

from explorer.app.core import message as said
from explorer.app.explore.figures.dimension import Dimension, crossing
from explorer.app.plotting.layers import Dash, Line, Note, Points
from explorer.app.update import update
from explorer.language import Language
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace

ENGLISH = Language("en")
REFERENCE = settled("gaussian", epsilon=1.0, delta=1e-5)


def drawn(state):
    return Dimension.draw(state, {})


def layers(figure, kind):
    return {layer.id: layer for layer in figure.layers if isinstance(layer, kind)}


def words(figure):
    return "\n".join(ENGLISH.say(line) for note in layers(figure, Note).values() for line in note.lines)


@pytest.mark.parametrize(
    ("confidence", "classical", "first"),
    [(None, False, 7), (None, True, 12), (0.95, False, 6), (0.95, True, 11)],
)
def test_that_gaussian_noise_wins_from_the_dimensions_of_the_literature(confidence, classical, first):
    assert crossing(1.0, 1e-5, confidence, classical).first == first


@given(st.floats(0.01, 10), st.floats(-30, -2), st.sampled_from([None, 0.8, 0.95, 0.999]), st.booleans())
def test_that_the_first_whole_dimension_is_the_least_that_holds(epsilon, exponent, confidence, classical):
    delta = 10**exponent
    found = crossing(epsilon, delta, confidence, classical)
    assert found.real <= found.first <= max(1, math.floor(found.real) + 1)


@given(st.floats(0.05, 10), st.integers(1, 400))
def test_that_one_coordinate_tells_of_all(epsilon, d):
    """Against the mechanisms calibrated to the sensitivities of d coordinates themselves."""
    laplace = Laplace.calibrated(epsilon, 0.0, float(d)).standard_deviation
    gaussian = Gaussian.calibrated(epsilon, 1e-6, math.sqrt(d)).standard_deviation
    found = crossing(epsilon, 1e-6)
    if abs(found.real - d) > 1e-6:
        assert (gaussian < laplace) == (d >= found.first)


def test_that_the_table_holds_what_the_mechanisms_give():
    table = drawn(REFERENCE).table
    columns = dict(zip(table.names, table.columns, strict=True))
    assert columns["dimension"].tolist() == list(range(1, len(columns["dimension"]) + 1))
    laplace = [Laplace.calibrated(1.0, 0.0, d).standard_deviation for d in columns["dimension"]]
    gaussian = [Gaussian.calibrated(1.0, 1e-5, math.sqrt(d)).standard_deviation for d in columns["dimension"]]
    assert columns["laplace"] == pytest.approx(laplace, rel=1e-12)
    assert columns["gaussian"] == pytest.approx(gaussian, rel=1e-9)


def test_that_the_crossings_stand_on_the_curves_and_are_said():
    figure = drawn(REFERENCE)
    lines, points = layers(figure, Line), layers(figure, Points)
    for point, line in (("crossing-gaussian", "gaussian"), ("crossing-textbook", "gaussian-classical")):
        at = points[point]
        for name in (line, "laplace"):
            curve = lines[name]
            assert np.interp(at.x[0], curve.x, curve.y) == pytest.approx(at.y[0], rel=2e-3)
    assert "for d ≥ 7 (crossing at 6.959)" in words(figure)
    assert "for d ≥ 12 (11.74)" in words(figure)
    assert "by 95 % noise margin for d ≥ 6" in words(figure)
    assert "by 95 % noise margin for d ≥ 11" in words(figure)


def test_that_the_margins_follow_the_confidence():
    other = update(REFERENCE, said.Moved("reading.confidence", 0.8))
    assert "by 80 % noise margin" in words(drawn(other))


@pytest.mark.parametrize(
    ("epsilon", "colour", "label", "marked"),
    [
        (0.5, "pink", "textbook σ", True),
        (3.0, "unproven", "not proven", True),
        (9.0, "unproven", "not a guarantee", False),
    ],
)
def test_that_the_textbook_sigma_is_dotted_and_never_more_than_it_is(epsilon, colour, label, marked):
    figure = drawn(settled("gaussian", epsilon=epsilon, delta=1e-5))
    line = layers(figure, Line)["gaussian-classical"]
    assert line.dash is Dash.UNPROVEN
    assert line.colour == colour
    assert label in ENGLISH.say(line.label)
    assert ("crossing-textbook" in layers(figure, Points)) is marked
    assert ("crossing-words-textbook" in layers(figure, Note)) is marked


def test_that_gaussian_noise_that_is_always_smaller_is_said_without_a_crossing():
    figure = drawn(settled("gaussian", epsilon=1.0, delta=0.3))
    assert "crossing-gaussian" not in layers(figure, Points)
    assert "for d ≥ 1" in words(figure)


def test_that_a_pure_mechanism_is_compared_at_the_states_delta():
    assert "δ = 10⁻⁵ (Laplace: 0)" in ENGLISH.say(
        drawn(settled("laplace", epsilon=1.0, delta=1e-5)).assumption
    )


def test_that_a_crossing_far_out_is_still_in_the_picture_once_settled():
    state = settled("gaussian", epsilon=1.0, delta=1e-300)
    figure = drawn(state)
    assert layers(figure, Points)["crossing-gaussian"].x[0] < figure.x.high / 2
    moved = replace(state, framed=settled("gaussian", delta=1e-3).setting)
    assert layers(drawn(moved), Points) == {}
    assert f"for d ≥ {crossing(1.0, 1e-300).first}" in ENGLISH.say(drawn(moved).description)


def test_that_a_share_that_is_left_aside_leaves_the_picture_alone():
    state = update(settled("randomized-response"), said.Settled())
    aside = replace(state, shape=replace(state.shape, sampling_rate=0.1))
    with_share, without = (Dimension.draw(each, {}) for each in (aside, state))
    assert with_share.assumption == without.assumption
    assert (with_share.table.columns[1] == without.table.columns[1]).all()
