"""Pictures of k releases: a bell, regions that close, and δ at each total ε, over all mechanisms."""

import itertools
import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from answering_once import answer_to
from states import MECHANISMS, settled
from thoroughness import combined

from explorer.app.compose.figures.delta_of_many import DeltaOfManyPicture
from explorer.app.compose.figures.loss_of_many import LossOfManyPicture
from explorer.app.compose.figures.regions_of_many import RegionsOfManyPicture
from explorer.app.compose.loss_marks import cost_marks
from explorer.app.compose.repeated_release import RATES, Losses, frame_of, losses_of, standing, together
from explorer.app.core import message as said
from explorer.app.plotting.layers import Area, Bars, Line, Note, Points, Rule
from explorer.app.update import update
from explorer.jobs import Answered
from explorer.language import Language
from explorer.privacy.accounting.composition_common import contradiction
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.pld.delta_of_many import why_no_delta
from explorer.privacy.shape import Shape

PICTURES = (LossOfManyPicture, RegionsOfManyPicture, DeltaOfManyPicture)
COUNTS = (1, 2, 12, 100, 30_000, 1_000_000)
DRAWN = [(each, *case) for each in PICTURES for case in combined(MECHANISMS, COUNTS)]
ENGLISH = Language("en")


def asked(mechanism, count, rate=1.0, total_delta=1e-4, **target):
    state = settled(mechanism, **target)
    composing = replace(state.composing, count=count, total_delta=total_delta)
    state = replace(state, shape=Shape(sampling_rate=rate), composing=composing)
    return replace(state, framed=state.setting)


def answered(picture, *states):
    answers = Answered()
    for state in states:
        for question in picture.wanted(state):
            answers.keep(question, answer_to(question))
    return answers


@cache
def drawn(picture, mechanism, count, rate=1.0, total_delta=1e-4):
    state = asked(mechanism, count, rate, total_delta)
    return picture.draw(state, answered(picture, state))


def layers(figure, kind):
    return {layer.id: layer for layer in figure.layers if isinstance(layer, kind)}


def words(figure):
    return [ENGLISH.say(line) for note in layers(figure, Note).values() for line in note.lines]


def inside(figure):
    """Whether every curve stays within the axes, up to rounding."""
    for line in (*layers(figure, Line).values(), *layers(figure, Area).values()):
        values = (line.y,) if isinstance(line, Line) else (line.low, line.high)
        for y in values:
            assert np.all((y >= figure.y.low - 1e-9) & (y <= figure.y.high + 1e-9)), line.id
        assert np.all(line.x >= figure.x.low - 1e-9)
        assert np.all(line.x <= figure.x.high + 1e-9)


@pytest.mark.parametrize(("picture", "mechanism", "count"), DRAWN)
def test_that_every_mechanism_is_drawn_at_every_count(picture, mechanism, count):
    figure = drawn(picture, mechanism, count)
    assert not figure.pending
    assert figure.empty is None
    assert len(figure.table.columns[0]) > 1
    assert ENGLISH.say(figure.description)
    inside(figure)


@pytest.mark.parametrize(
    ("mechanism", "picture"),
    combined(["laplace", "gaussian", "discrete-gaussian", "catastrophe", "staircase"], PICTURES),
)
def test_that_a_sample_is_drawn_too(picture, mechanism):
    figure = drawn(picture, mechanism, 50, rate=0.1)
    assert not figure.pending
    inside(figure)


@pytest.mark.parametrize("picture", PICTURES)
def test_that_an_older_answer_stands_in_until_the_new_one_comes(picture):
    state = asked("laplace", 100)
    moved = update(state, said.Moved("target.epsilon", 0.7))
    answers = answered(picture, state)
    figure = picture.draw(moved, answers)
    assert figure.pending
    before = picture.draw(state, answers)
    assert (figure.x, figure.y) == (before.x, before.y)
    assert len(figure.layers) > 2
    assert any(each.dimmed for each in layers(figure, Line).values())
    assert not any(each.dimmed for each in layers(before, Line).values())


def test_that_an_answer_of_another_question_never_stands_in():
    state = asked("laplace", 100)
    assert standing(losses_of(state), answered(DeltaOfManyPicture, state)) == (None, False)


# The loss


def test_that_few_atoms_are_bars_and_many_are_a_curve():
    few, many = (drawn(LossOfManyPicture, "randomized-response", count) for count in (12, 100))
    assert len(layers(few, Bars)["distribution-atoms"].x) == 13
    assert "distribution" not in layers(few, Line)
    assert "distribution-atoms" not in layers(many, Bars)
    assert layers(many, Line)["distribution"].y.max() == 1
    assert "normal" in layers(many, Line)


def test_that_the_bell_of_many_is_the_normal_distribution():
    lines = layers(drawn(LossOfManyPicture, "laplace", 30_000), Line)
    distribution, normal = lines["distribution"], lines["normal"]
    there = np.interp(normal.x, distribution.x, distribution.y, left=0.0, right=0.0)
    assert np.max(np.abs(there - normal.y)) < 0.02


def test_that_one_release_becomes_a_bell_by_and_by():
    figure = drawn(LossOfManyPicture, "laplace", 100)
    assert {"fewer-1", "fewer-3", "fewer-10", "fewer-30"} <= set(layers(figure, Line))
    assert {"fewer-atoms-1", "fewer-atoms-3"} <= set(layers(figure, Bars))
    assert "without" in layers(figure, Line)


def test_that_the_total_is_marked_and_what_lies_beyond_is_told():
    figure = drawn(LossOfManyPicture, "laplace", 100)
    assert layers(figure, Rule)["total-rule"].at == pytest.approx(64.45, abs=0.01)
    assert layers(figure, Area)["beyond"].x[0] == layers(figure, Rule)["total-rule"].at
    assert "total ε = 64.46" in words(figure)
    assert "δ is smaller" in ENGLISH.say(figure.description)


def test_that_infinite_losses_stand_at_the_right_edge_and_may_leave_no_total():
    figure = drawn(LossOfManyPicture, "catastrophe", 1_000_000)
    assert "infinite" in layers(figure, Bars)
    assert "total-rule" not in layers(figure, Rule)
    assert any(each.startswith("no total ε") for each in words(figure))
    assert "infinite" not in layers(drawn(LossOfManyPicture, "laplace", 100), Bars)


def test_that_a_loss_that_no_double_holds_is_told_kindly():
    state = asked("gaussian", 5, rate=0.5, epsilon=50.0, delta=1e-12)
    state = replace(state, shape=Shape(sampling_rate=1e-6))
    state = replace(state, framed=state.setting)
    figure = LossOfManyPicture.draw(state, answered(LossOfManyPicture, state))
    if frame_of(state) is None:
        assert figure.empty is not None
        assert "choose another mechanism" in ENGLISH.say(figure.empty)
    else:
        assert layers(figure, Line)


# Regions


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_that_regions_are_convex_fall_and_lie_within_each_other(mechanism):
    figure = drawn(RegionsOfManyPicture, mechanism, 12)
    lines = layers(figure, Line)
    assert {"own-1", "own-2", "own-5", "own-10", "own-12", "worst", "guessing"} == set(lines)
    for name, line in lines.items():
        slopes = np.diff(line.y) / np.diff(RATES)
        assert np.all(slopes <= 1e-9), name
        assert np.all(np.diff(slopes) >= -1e-6 * np.abs(slopes[:-1]).max() - 1e-9), name
    order = [lines[f"own-{count}"].y for count in (1, 2, 5, 10, 12)]
    for fewer, more in itertools.pairwise(order):
        assert np.all(more <= fewer + 1e-9)


def test_that_every_curve_is_named_inside_the_axes():
    figure = drawn(RegionsOfManyPicture, "laplace", 12)
    notes = [(note.x, note.y) for note in layers(figure, Note).values()]
    named = [line.label_at for line in layers(figure, Line).values() if line.label_at is not None]
    assert "name-1" in layers(figure, Note)
    assert len(named) == 1, "the worst case"
    assert all(0 < x < 1 and 0 < y < 1 for x, y in (*notes, *named))


@pytest.mark.parametrize("mechanism", ["laplace", "discrete-laplace", "randomized-response", "gaussian"])
def test_that_no_mechanism_lets_less_than_the_worst(mechanism):
    lines = layers(drawn(RegionsOfManyPicture, mechanism, 5), Line)
    assert np.all(lines["worst"].y <= lines["own-5"].y + 2e-3)


def test_that_randomised_response_is_the_worst_case():
    lines = layers(drawn(RegionsOfManyPicture, "discrete-laplace", 5), Line)
    assert np.max(np.abs(lines["worst"].y - lines["own-5"].y)) < 0.01


# δ at each ε


def test_that_epsilon_is_read_off_at_the_total_delta_on_both_curves():
    figure = drawn(DeltaOfManyPicture, "laplace", 100)
    points = layers(figure, Points)
    assert points["own-total"].x[0] == pytest.approx(64.45, abs=0.01)
    assert points["worst-total"].x[0] == pytest.approx(75.86, abs=0.01)
    for name in ("own", "worst"):
        line, point = layers(figure, Line)[name], points[f"{name}-total"]
        assert np.interp(point.x[0], line.x, line.y) == pytest.approx(point.y[0], abs=0.01)


def test_that_basic_composition_is_a_step_at_k_epsilon():
    line = layers(drawn(DeltaOfManyPicture, "laplace", 100), Line)["adding-up"]
    assert list(line.x[:3]) == [0.0, 100.0, 100.0]
    assert list(line.y[:2]) == [0.0, 0.0]
    assert line.y[2] == line.y[3] < -4


@pytest.mark.parametrize(("mechanism", "count"), combined(MECHANISMS, COUNTS))
def test_that_own_delta_never_lies_above_the_worst_case(mechanism, count):
    figure = drawn(DeltaOfManyPicture, mechanism, count)
    low = figure.table.columns[2]
    worst = figure.table.columns[1]
    if mechanism != "gaussian-classical":  # it may claim what it does not keep
        known = np.isfinite(low)
        assert np.all(low[known] <= worst[known] * (1 + 1e-6) + 1e-12)


def test_that_where_the_releases_use_up_the_total_no_worst_case_is_read_off():
    figure = drawn(DeltaOfManyPicture, "gaussian", 300)
    assert "worst-total" not in layers(figure, Points)
    assert "own-total" in layers(figure, Points)
    assert "prove no total" in ENGLISH.say(figure.description)


def test_that_a_broken_promise_dims_what_follows_from_it():
    state = asked("gaussian-classical", 10, epsilon=20.0, delta=1e-5)
    figure = DeltaOfManyPicture.draw(state, answered(DeltaOfManyPicture, state))
    lines = layers(figure, Line)
    assert lines["worst"].dimmed
    assert lines["adding-up"].dimmed
    assert not lines["own"].dimmed
    assert "does not reach" in ENGLISH.say(figure.assumption)


# What lies beyond, and what is exact


def test_that_an_atom_at_the_limit_is_not_beyond_it():
    figure = drawn(LossOfManyPicture, "laplace", 2)
    assert "no loss exceeds 2" in words(figure)
    assert not {"beyond", "beyond-atoms"} & set(layers(figure, Area) | layers(figure, Bars))
    assert "no loss exceeds 2" in ENGLISH.say(figure.description)
    assert any(
        each.startswith("probability beyond: ") for each in words(drawn(LossOfManyPicture, "laplace", 100))
    )


def test_that_normal_noise_has_an_exact_distribution_and_no_estimate_beside_it():
    figure = drawn(LossOfManyPicture, "gaussian", 100)
    assert ENGLISH.say(figure.assumption).startswith("exact; ")
    assert "normal" not in layers(figure, Line)
    assert "estimate" not in ENGLISH.say(figure.settings["kind"])
    state = asked("gaussian", 100)
    (found,) = (answer_to(question) for question in LossOfManyPicture.wanted(state))
    distribution = found.distributions[-1][1]
    wide = distribution.deviation
    assert distribution.mean == pytest.approx(wide**2 / 2)
    assert distribution.density.max() == pytest.approx(1 / (math.sqrt(2 * math.pi) * wide), rel=1e-3)
    assert found.beyond == pytest.approx(
        0.5 * math.erfc((found.total - distribution.mean) / wide / math.sqrt(2))
    )
    other = drawn(LossOfManyPicture, "laplace", 100)
    assert ENGLISH.say(other.assumption).startswith("estimate on a grid; ")
    assert "normal" in layers(other, Line)


@pytest.mark.parametrize("picture", [LossOfManyPicture, DeltaOfManyPicture])
def test_that_the_total_delta_is_said_in_the_head_and_alike_everywhere(picture):
    figure = drawn(picture, "laplace", 100, total_delta=1.26642e-14)
    assert "total δ = 1.266·10⁻¹⁴" in ENGLISH.say(figure.assumption)
    for text in (*words(figure), ENGLISH.say(figure.description)):
        assert "δ = 1" not in text or "δ = 1.266·10⁻¹⁴" in text


@pytest.mark.parametrize(
    ("mechanism", "starts"), [("laplace", "false-negative rate ≥ "), ("gaussian", "false-negative rate ")]
)
def test_that_regions_on_the_axes_are_told_in_numbers(mechanism, starts):
    figure = drawn(RegionsOfManyPicture, mechanism, 30_000)
    closed = layers(figure, Note)["closed"]
    assert closed.free
    assert starts in ENGLISH.say(closed.lines[1])
    rate = float(np.interp(0.05, RATES, layers(figure, Line)["own-30000"].y))
    assert f"{rate:.0e}"[0] in ENGLISH.say(closed.lines[1]) or rate == 0
    assert "closed" not in layers(drawn(RegionsOfManyPicture, mechanism, 2), Note)


def test_that_both_names_of_delta_stand_apart_from_each_other_and_from_the_total():
    for count in (1, 100, 1_000_000):
        figure = drawn(DeltaOfManyPicture, "laplace", count)
        notes = layers(figure, Note)
        heights = [notes["own-name"].y, notes["worst-name"].y, -4.0]
        assert all(abs(a - b) > 0.1 * -figure.y.low for a, b in itertools.combinations(heights, 2))


def test_that_an_atom_at_the_total_is_not_shown_as_beyond_it():
    """A loss equal to the total, up to rounding, is covered by it."""
    found = Losses((), None, total=1.0, beyond=0.25, most=3.0, exact=False)
    atoms = np.array([0.5, 1.0, 1.0 + 1e-15, 2.0]), np.array([0.4, 0.3, 0.2, 0.1]), 0.05
    nothing = np.zeros(0)
    marks = cost_marks(settled("laplace"), found, (0.0, 3.0), 1.0, (nothing, nothing), atoms, 0.5)
    (beyond,) = (each for each in marks if isinstance(each, Bars))
    assert beyond.x.tolist() == [2.0]
    assert beyond.height.tolist() == [0.1]


@pytest.mark.parametrize("picture", [DeltaOfManyPicture, RegionsOfManyPicture])
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_that_the_card_says_why_a_curve_of_pld_accounting_is_missing(picture, language, monkeypatch):
    """As if both bounds contradicted each other: there is no curve, and the line under the title says why."""
    monkeypatch.setattr("explorer.app.compose.repeated_release.composed_delta", lambda *_: None)
    state, answers = asked("laplace", 12), Answered()
    for question in picture.wanted(state):
        answers.keep(question, question())  # what is answered here is kept for no other test
    figure = picture.draw(state, answers)
    assert "own" not in layers(figure, Line)
    assert "own-12" not in layers(figure, Line)
    said = Language(language).say(figure.assumption)
    assert Language(language).say(contradiction()) in said
    assert Language(language).say(together(state)) in said


def test_that_an_unknown_and_a_too_large_loss_are_told_apart():
    assert "not known" in ENGLISH.say(why_no_delta(DiscreteGaussian(50_000.0, 1.0), 1))
    assert "this large" in ENGLISH.say(why_no_delta(Gaussian(1e-3, 1.0), 3))


@pytest.mark.parametrize("picture", [DeltaOfManyPicture, RegionsOfManyPicture])
def test_that_a_curve_that_is_there_wants_no_reason(picture):
    assert "no curve" not in ENGLISH.say(drawn(picture, "laplace", 12).assumption)
