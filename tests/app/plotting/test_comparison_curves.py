"""A beside B in every picture that can show both, and pictures that stay legible at the ends."""

from dataclasses import replace

import numpy as np
import pytest
from cases_in_one import cases_in_one
from states import settled

from explorer.app.core import wording
from explorer.app.core.sections import Counted
from explorer.app.core.setting import Setting
from explorer.app.core.state import State
from explorer.app.explore.cost_summary import cost
from explorer.app.figures import picture_of
from explorer.app.help.facts import explained
from explorer.app.plotting.comparison_curves import OTHER
from explorer.app.plotting.layers import Bars, Line, Note, Points
from explorer.language import Language
from explorer.privacy.shape import Shape
from explorer.privacy.status import Kind
from explorer.privacy.target import Target

SHOWS_BOTH = ("released-value", "equally-likely", "trade-off", "privacy-loss", "delta-profile", "renyi")
CARD = (262.0, 150.0)  # pixels of the picture in a card of 330 by 312


def draw(picture, state):
    return picture_of(picture).draw(state, {})


def kept(figure):
    return [each for each in figure.layers if each.id.startswith("pinned")]


@cases_in_one("mechanism", ["laplace", "gaussian", "discrete-gaussian", "staircase"])
@cases_in_one("picture", SHOWS_BOTH)
def test_that_what_is_pinned_is_drawn_in_grey_in_every_picture_of_the_guarantee(picture, mechanism):
    alone = settled("laplace")
    both = replace(alone, pinned=Setting(mechanism, Target(epsilon=0.5)))
    assert kept(draw(picture, alone)) == []
    found = kept(draw(picture, both))
    assert any(isinstance(each, Line | Bars) and each.colour == OTHER for each in found)
    named = [each for each in found if isinstance(each, Note) or getattr(each, "label", None) is not None]
    assert named


@pytest.mark.parametrize("picture", SHOWS_BOTH)
def test_that_what_is_pinned_is_no_second_curve_of_the_present(picture):
    state = settled("laplace")
    assert kept(draw(picture, replace(state, pinned=state.setting))) == []


EXTREME = [
    ("staircase", 3.0),
    ("laplace", 50.0),
    ("laplace", 1.0),
    ("discrete-laplace", 3.0),
    ("gaussian", 10.0),
]


@pytest.mark.parametrize(("mechanism", "epsilon"), EXTREME)
def test_that_dots_are_large_enough_to_be_counted(mechanism, epsilon):
    figure = draw("equally-likely", settled(mechanism, epsilon=epsilon))
    dots = [each for each in figure.layers if isinstance(each, Points) and each.in_data]
    across = dots[0].size * CARD[0] / (figure.x.high - figure.x.low)
    up = 0.92 * CARD[1] / (figure.y.high - figure.y.low)
    assert min(across, up) >= 6.0


@cases_in_one("epsilon", [0.627, 1.194, 1.0, 0.05, 3.0, 50.0])
@cases_in_one("mechanism", ["laplace", "gaussian", "discrete-gaussian", "staircase"])
def test_that_no_settled_dot_is_cut_by_the_edge(mechanism, epsilon):
    for delta in (1e-6, 0.05):
        figure = draw("equally-likely", settled(mechanism, epsilon=epsilon, delta=delta))
        for dots in figure.layers:
            if isinstance(dots, Points) and dots.in_data and len(dots.x):
                assert dots.x.min() - dots.size / 2 >= figure.x.low
                assert dots.x.max() + dots.size / 2 <= figure.x.high
                assert dots.y.max() + 0.5 <= figure.y.high


def test_that_no_two_dots_stand_on_each_other():
    for mechanism, epsilon in EXTREME:
        figure = draw("equally-likely", settled(mechanism, epsilon=epsilon))
        dots = [each for each in figure.layers if isinstance(each, Points) and each.in_data]
        places = {(round(x, 9), y) for each in dots for x, y in zip(each.x, each.y, strict=True)}
        assert len(places) == 50


def test_that_a_spike_of_the_loss_is_cut_off_and_said():
    state = replace(settled("laplace", epsilon=50.0), shape=Shape(sampling_rate=0.1))
    state = replace(state, framed=state.setting)
    figure = draw("privacy-loss", state)
    assert figure.y.high < 10
    (note,) = (each for each in figure.layers if each.id == "spike")
    assert "higher than shown" in Language().say(note.lines[0])
    assert all(np.max(each.y) <= 2 * figure.y.high for each in figure.layers if isinstance(each, Line))


def test_that_a_loss_without_a_spike_is_drawn_whole():
    for mechanism in ("laplace", "gaussian", "discrete-gaussian", "staircase", "exponential"):
        figure = draw("privacy-loss", settled(mechanism))
        assert not [each for each in figure.layers if each.id == "spike"]
        for each in figure.layers:
            if isinstance(each, Line):
                assert each.y.max() <= figure.y.high


@pytest.mark.parametrize(("counted", "word"), [(Counted.SUM, "sum"), (Counted.MEAN, "mean")])
def test_that_pictures_name_what_is_released(counted, word):
    state = State(mechanism="laplace")
    state = replace(state, sensitivity_inputs=replace(state.sensitivity_inputs, counted=counted))
    for picture in ("released-value", "equally-likely"):
        figure = draw(picture, state)
        assert figure.x.label.text == f"released {word}"
        assert f"released {word}" in {each.text for each in figure.table.headings}
    assert f"the true {word} is 100" in Language().say(figure.assumption)


# Kinds and words of single numbers


def test_that_the_smallest_detectable_count_is_called_a_bound():
    state = settled("laplace")
    assert explained("stands-out", state).kind == wording.KINDS[Kind.UPPER]
    (fact,) = (each for each in cost(state).facts if each.id == "stands-out")
    assert fact.kind is Kind.UPPER


@pytest.mark.parametrize("mechanism", ["laplace", "gaussian", "discrete-gaussian", "exponential"])
def test_that_the_attack_on_this_release_is_explained_by_its_own_curve(mechanism):
    state = settled(mechanism)
    own, worst = explained("true-positive-rate", state), explained("worst-found", state)
    assert r"\min" not in own.latex
    assert r"1-f(\alpha)" in own.latex
    assert own.kind == wording.KINDS[Kind.EXACT]
    assert r"\min" in worst.latex
    assert worst.kind == wording.KINDS[Kind.UPPER]


@pytest.mark.parametrize("mechanism", ["exponential", "permute-and-flip"])
def test_that_nobody_speaks_of_noise_where_none_is_added(mechanism):
    said = Language().say(wording.release(settled(mechanism)))
    assert "noise" not in said
    assert "scale s = 2" in said
