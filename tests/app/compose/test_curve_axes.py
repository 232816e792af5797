"""Curves of many releases on plain and logarithmic axes: the same numbers, whole to the picture's edges."""

import math
from dataclasses import replace

import numpy as np
import pytest
from answering_once import answer_to
from cases_in_one import cases_in_one
from states import MECHANISMS, settled
from thoroughness import combined
from work import work

from explorer.app.compose.bounds_at_k import cheapest, questions, readings
from explorer.app.compose.curve_axes import PlotArea, area_on, ground_of, line_on, roomiest
from explorer.app.compose.figures.composition import CompositionCost
from explorer.app.core import message as said
from explorer.app.core.request import composed, curve_counts, last_within
from explorer.app.core.state import State
from explorer.app.explore.updates import HORIZONS
from explorer.app.plotting.layers import Area, Handle, Line, Note, Points
from explorer.app.update import update
from explorer.jobs import Answered
from explorer.language import Language
from explorer.privacy.composition import every_composition

ENGLISH = Language("en")
PLAIN = PlotArea(False, 0.0, 100.0, 0.0, 100.0)
DECADES = PlotArea(True, 0.0, 2.0, -1.0, 2.0)


def answered(state):
    answers = Answered()
    for question in (*questions(state), *CompositionCost.wanted(state)):
        answers.keep(question, answer_to(question))
    return answers


def composing(mechanism="laplace", epsilon=1.0, delta=1e-6, **changed):
    state = settled(mechanism, epsilon=epsilon, delta=delta)
    return replace(state, composing=replace(state.composing, **changed))


def layers(figure, kind):
    return {layer.id: layer for layer in figure.layers if isinstance(layer, kind)}


def line(x, y):
    return Line("line", np.array(x, dtype=float), np.array(y, dtype=float), "ink")


# One line


def test_that_a_line_ends_at_the_very_edge_and_is_named_below_it():
    cut = line_on(PLAIN, line([1, 11, 21], [50, 90, 130]))
    assert (cut.x[-1], cut.y[-1]) == (pytest.approx(13.5), 100.0)
    assert cut.label_at == (pytest.approx(12.0), pytest.approx(94.0))
    inside = line_on(PLAIN, line([1, 100], [1, 99]))
    assert inside.label_at is None


def test_that_a_line_enters_from_below_on_logarithmic_axes():
    cut = line_on(DECADES, line([1, 10, 100], [0.01, 1, 10]))
    assert (cut.x[0], cut.y[0]) == (pytest.approx(0.5), -1.0)
    assert cut.y.tolist()[1:] == pytest.approx([0.0, 1.0])
    from_nothing = line_on(DECADES, line([1, 10, 100], [0, 1, 10]))
    assert from_nothing.x.tolist() == pytest.approx([1.0, 2.0])


def test_that_a_line_outside_is_none_and_what_has_no_number_is_left_out():
    assert not len(line_on(PLAIN, line([1, 2], [200, 300])).x)
    kept = line_on(PLAIN, line([1, 2, 3], [1, 2, math.nan]))
    assert kept.x.tolist() == [1, 2]


def test_that_a_region_stays_in_the_picture():
    area = Area("a", np.array([1.0, 2.0]), np.array([5.0, 90.0]), np.array([20.0, 130.0]), "ink")
    assert area_on(PLAIN, area).high.tolist() == [20.0, 100.0]


def test_that_words_go_where_fewer_lines_are():
    steep, flat = line_on(PLAIN, line([0, 10], [0, 100])), line_on(PLAIN, line([0, 100], [0, 5]))
    assert roomiest(PLAIN, [steep], 0.5, 0.3) == "below"
    assert roomiest(PLAIN, [flat], 0.5, 0.3) == "above"
    assert roomiest(PLAIN, [], 0.5, 0.3) == "below"


# The picture


@cases_in_one("horizon", HORIZONS)
@cases_in_one("logarithmic", [False, True])
def test_that_every_horizon_has_sound_axes_and_readable_numbers(horizon, logarithmic):
    state = composing(horizon=horizon, logarithmic=logarithmic, count=10)
    figure = CompositionCost.draw(state, {})
    for axis in (figure.x, figure.y):
        assert axis.low < axis.high
        assert 3 <= len(axis.ticks) <= 9
        assert all(axis.low - 1e-9 <= tick <= axis.high + 1e-9 for tick in axis.ticks)
        assert all(len(ENGLISH.say(name)) <= 6 for name in axis.names)
    assert bool(figure.x.names) == logarithmic


def test_that_both_kinds_of_axes_show_the_same_numbers():
    state = composing(horizon=1000)
    answers = answered(state)
    plain = layers(CompositionCost.draw(state, answers), Line)
    wide = replace(state, composing=replace(state.composing, logarithmic=True))
    figure = CompositionCost.draw(wide, answers)
    assert not figure.pending
    drawn = layers(figure, Line)
    assert set(drawn) == set(plain)
    for name, own in ((name, own) for name, own in drawn.items() if len(own.x)):
        known = dict(zip(plain[name].x.round(6).tolist(), plain[name].y.tolist(), strict=True))
        shared = [
            (10**y, known[x])
            for x, y in zip((10**own.x).round(6).tolist(), own.y.tolist(), strict=True)
            if x in known
        ]
        assert len(shared) > 5, name
        assert [a for a, _ in shared] == pytest.approx([b for _, b in shared]), name


@pytest.mark.parametrize("mechanism", ["laplace", "gaussian", "discrete-laplace"])
@pytest.mark.parametrize("logarithmic", [False, True])
def test_that_a_million_releases_are_drawn_finite_and_rising(mechanism, logarithmic):
    state = composing(mechanism, total_delta=1e-5, horizon=1_000_000, logarithmic=logarithmic)
    figure = CompositionCost.draw(state, answered(state))
    assert not figure.pending
    lines = [own for own in layers(figure, Line).values() if len(own.x)]
    assert len(lines) >= 5
    for own in lines:
        assert np.isfinite(own.x).all()
        assert np.isfinite(own.y).all()
        assert (np.diff(own.x) > 0).all(), own.id
        assert (np.diff(own.y) > -1e-9 * figure.y.high).all(), own.id
        assert own.x[-1] <= figure.x.high
        assert own.y.max() <= figure.y.high


@pytest.mark.parametrize("logarithmic", [False, True])
@pytest.mark.parametrize("bound", [name for name, each in every_composition().items() if each.closed])
def test_that_no_chord_leaves_its_curve(bound, logarithmic):
    state = composing(epsilon=0.1, total_delta=1e-5, horizon=1_000_000, logarithmic=logarithmic)
    ground = ground_of(state)
    drawn = layers(CompositionCost.draw(state, {}), Line)
    if bound not in drawn or not len(drawn[bound].x):
        return
    between = (drawn[bound].x[1:-2] + drawn[bound].x[2:-1]) / 2
    counts = np.round(10**between if logarithmic else between).astype(np.int64)
    true = composed(state, bound, tuple(counts.tolist()))().value
    at = ground.drawn(counts.astype(float))
    chord = np.interp(at, drawn[bound].x, drawn[bound].y)
    assert np.abs(chord - ground.drawn(true)).max() < 0.002 * (ground.top - ground.low)


@pytest.mark.parametrize("logarithmic", [False, True])
def test_that_the_line_of_k_tells_the_least_that_is_guaranteed(logarithmic):
    state = composing(horizon=1000, count=321, logarithmic=logarithmic)
    answers = answered(state)
    figure = CompositionCost.draw(state, answers)
    best = cheapest(readings(state, answers))
    handle = layers(figure, Handle)["count"]
    assert handle.value == pytest.approx(321)
    assert ENGLISH.say(handle.title) == f"k = 321: ε ≤ {best.epsilon:.4g}"
    widths = {name: own.width for name, own in layers(figure, Line).items()}
    assert max(widths, key=lambda name: widths[name]) == best.bound
    dot = layers(figure, Points)["best"]
    assert dot.y == pytest.approx([math.log10(best.epsilon) if logarithmic else best.epsilon])
    waiting = CompositionCost.draw(state, {})
    assert ENGLISH.say(layers(waiting, Handle)["count"].title) == "k = 321: ε …"
    assert "best" not in layers(waiting, Points)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_that_what_is_emphasised_leads_the_readout(mechanism):
    state = composing(mechanism, total_delta=1e-5, count=50)
    answers = answered(state)
    best = cheapest(readings(state, answers))
    wide = [own for own in layers(CompositionCost.draw(state, answers), Line).values() if own.width > 3]
    assert [own.id for own in wide] == ([] if best is None else [best.bound])


def test_that_nothing_is_asked_anew_where_the_curve_tells_it():
    state = composing(count=70)
    answers = answered(state)
    moved = update(state, said.Moved("composing.count", 71.0))
    assert all(each.current for each in readings(moved, answers))
    apart = {each.bound: each.epsilon for each in readings(moved, answered(moved))}
    for each in readings(moved, answers):
        assert each.epsilon == pytest.approx(apart[each.bound], rel=1e-4, nan_ok=True), each.bound


@pytest.mark.parametrize(("delta", "total", "last"), [(1e-6, 1e-4, 100), (3e-6, 1e-4, 33), (2e-4, 1e-4, 0)])
@pytest.mark.parametrize("logarithmic", [False, True])
def test_that_curves_of_sums_end_where_the_note_says(delta, total, last, logarithmic):
    assert last_within(delta, total, 1_000_000) == last
    state = composing("gaussian", delta=delta, total_delta=total, horizon=1_000_000, logarithmic=logarithmic)
    figure = CompositionCost.draw(state, {})
    notes = layers(figure, Note)
    assert ("spent" in notes) == (last > 0)
    if last:
        assert last in curve_counts(state)
        adding = layers(figure, Line)["sequential"]
        at = math.log10(last) if logarithmic else last
        assert adding.x[-1] == pytest.approx(at)
        assert notes["spent"].x == pytest.approx(at)
        assert figure.y.low <= notes["spent"].y <= figure.y.high


def test_that_a_delta_of_next_to_nothing_uses_nothing_up():
    assert last_within(1e-300, 1e-4, 1_000_000) == 1_000_000
    assert last_within(0.0, 1e-300, 1_000_000) == 1_000_000


@pytest.mark.parametrize("logarithmic", [False, True])
def test_that_a_million_releases_follow_a_drag(logarithmic):
    state = composing(horizon=1_000_000, logarithmic=logarithmic)
    answers = answered(state)
    CompositionCost.draw(state, answers)
    moved = replace(state, target=replace(state.target, epsilon=0.53))
    done = work(lambda: CompositionCost.draw(moved, answers))
    assert done.calls < 10_000
    assert done.bytes < 500_000  # no array of the releases


def test_that_the_state_itself_is_the_default():
    assert not State().composing.logarithmic


@pytest.mark.parametrize(
    ("ends", "mechanism", "logarithmic"),
    combined(
        [(50.0, 1e-4), (1.0, 1e-300), (50.0, 1e-300), (1e-4, 1e-4)], ["laplace", "gaussian"], [False, True]
    ),
)
def test_that_the_ends_of_what_may_be_entered_are_drawn(ends, mechanism, logarithmic):
    epsilon, total = ends
    state = composing(
        mechanism, epsilon, total_delta=total, horizon=1_000_000, count=1_000_000, logarithmic=logarithmic
    )
    figure = CompositionCost.draw(state, answered(state))
    assert not figure.pending
    lines = [own for own in layers(figure, Line).values() if len(own.x)]
    assert lines or figure.empty is not None
    assert all(np.isfinite(own.x).all() and np.isfinite(own.y).all() for own in lines)
    for column in figure.table.columns:
        assert not np.isinf(np.asarray(column, dtype=float)).any()


def test_that_a_picture_on_logarithmic_axes_is_written_as_well():
    from explorer.export.figures.picture import svg

    state = composing(horizon=1_000_000, logarithmic=True, total_delta=1e-5)
    text = svg(CompositionCost.draw(state, answered(state)), "light", ENGLISH)
    for words in (
        "10⁶",
        "crossing basic composition",
        "Dwork–Roth shortcut: not a guarantee",
        "k = 100: ε ≤ ",
    ):
        assert words in text


def test_that_readings_are_made_once_for_all_cards_of_a_frame():
    state, answers = State(), Answered()
    found = readings(state, answers)
    assert readings(state, answers) is found
    slow = composed(state, "numerical", (state.composing.count,))
    answers.keep(slow, slow())
    again = readings(state, answers)
    assert again is not found
    assert next(each for each in again if each.bound == "numerical").current
    other = replace(state, composing=replace(state.composing, count=7))
    assert readings(other, answers)[0].epsilon < again[0].epsilon


def test_that_a_number_on_a_curve_is_the_one_that_is_asked_for_alone():
    state = State()
    for reading in readings(state, {}):
        entry = every_composition()[reading.bound]
        if entry.closed and reading.valid:
            alone = composed(state, reading.bound, (state.composing.count,))()
            assert reading.epsilon == pytest.approx(float(alone.value[0]), rel=1e-12)
