"""The trade of clipping: where the least error is, what a moved bound does, and what it refuses to show."""

import math
from dataclasses import replace

import numpy as np
import pytest
from cases_in_one import cases_in_one
from hypothesis import given, settings
from hypothesis import strategies as st
from states import states
from thoroughness import tries
from work import work

from explorer.app.core import message as said
from explorer.app.core.sections import Counted, Sample
from explorer.app.core.state import State, additive_of, mechanism_for
from explorer.app.explore.clipping_samples import DISTRIBUTIONS, values_of
from explorer.app.explore.figures.clipping import ClippingTrade, unit_noise
from explorer.app.explore.sensitivity_inputs import norms
from explorer.app.plotting.layers import Handle, Line, Note, Points
from explorer.app.update import update
from explorer.language import Language
from explorer.privacy.mechanism import every_additive, every_mechanism
from explorer.privacy.refusal import Refusal
from explorer.privacy.target import Neighbours

ENGLISH = Language("en")
CONTINUOUS = [name for name, kind in every_additive().items() if not kind.discrete]
SUM = update(State(), said.SensitivityInputChosen("counted", "sum"))


def after(state, *messages):
    for message in messages:
        state = update(state, message)
    return state


MEAN = after(
    State(),
    said.SensitivityInputChosen("neighbours", "substitute"),
    said.SensitivityInputChosen("counted", "mean"),
)


def drawn(state):
    return ClippingTrade.draw(state, {})


def layers(figure, kind):
    return {layer.id: layer for layer in figure.layers if isinstance(layer, kind)}


def column(figure, name):
    return dict(zip(figure.table.names, figure.table.columns, strict=True))[name]


def words(figure):
    return "\n".join(ENGLISH.say(line) for note in layers(figure, Note).values() for line in note.lines)


@pytest.mark.parametrize("kind", DISTRIBUTIONS)
@pytest.mark.parametrize("state", [SUM, MEAN], ids=["sum", "mean"])
def test_that_the_marked_point_is_the_least_error(state, kind):
    figure = drawn(after(state, said.SampleChosen(kind)))
    error, point = column(figure, "error"), layers(figure, Points)["least"]
    assert point.y[0] <= error.min()
    assert point.y[0] == pytest.approx(error.min(), rel=1e-3)
    assert abs(point.x[0] - column(figure, "upper_bound")[error.argmin()]) <= 0.01 * figure.x.high
    assert f"least error {point.y[0]:,.3g}".split("e")[0][:14] in words(figure)


def test_that_the_noise_is_that_of_the_mechanism_at_the_sensitivity_that_follows():
    figure = drawn(SUM)
    assert column(figure, "noise")[-1] == pytest.approx(math.sqrt(2) * 120)
    moved = after(SUM, said.Moved("sensitivity_inputs.high", 60.0))
    assert moved.target.sensitivity == 60
    assert additive_of(moved).standard_deviation == pytest.approx(math.sqrt(2) * 60)
    assert "± 84.85" in words(drawn(moved))


@cases_in_one("mechanism", CONTINUOUS)
@cases_in_one("sensitivity", [1e-3, 7.0, 4e4])
def test_that_continuous_noise_grows_in_step_with_the_sensitivity(mechanism, sensitivity):
    state = State(mechanism=mechanism)
    target = replace(state.target, sensitivity=sensitivity)
    found = additive_of(replace(state, target=target)).standard_deviation
    assert unit_noise(state.setting) * sensitivity == pytest.approx(found, rel=1e-9)


def test_that_the_handle_moves_the_bound_and_the_sensitivity_follows():
    handle = layers(drawn(SUM), Handle)["high"]
    assert handle.path == "sensitivity_inputs.high"
    assert handle.at == SUM.sensitivity_inputs.high
    low_end = after(SUM, said.Moved(handle.path, handle.least))
    assert handle.path not in low_end.refused
    assert low_end.target.sensitivity == handle.least
    assert not drawn(low_end).empty


def test_that_a_smaller_bound_clips_more_and_needs_less_noise():
    figure = drawn(SUM)
    assert (np.diff(np.abs(column(figure, "bias"))) <= 0).all()
    assert (np.diff(column(figure, "noise")) > 0).all()
    assert column(figure, "bias")[-1] == 0


def test_that_a_mean_loses_the_sums_bias_by_its_rows():
    total, mean = drawn(after(SUM, said.SensitivityInputChosen("neighbours", "substitute"))), drawn(MEAN)
    assert column(mean, "bias") * MEAN.sample.rows == pytest.approx(column(total, "bias"))
    assert column(mean, "noise") * MEAN.sensitivity_inputs.people == pytest.approx(column(total, "noise"))


def test_that_a_persons_rows_count_for_the_noise():
    person = after(
        SUM,
        said.SensitivityInputChosen("unit", "person"),
        said.Moved("sensitivity_inputs.rows_per_person", 5),
    )
    assert column(drawn(person), "noise") == pytest.approx(5 * column(drawn(SUM), "noise"))
    assert norms(person) == 500


def test_that_public_values_are_what_is_clipped():
    state = after(SUM, said.SampleTyped("1, 2, 3, 94"), said.Moved("sensitivity_inputs.high", 10.0))
    figure = drawn(state)
    assert "clipping −84" in words(figure)
    assert "25 % of the values" in words(figure)
    assert "4 public values" in ENGLISH.say(figure.assumption)


def test_that_the_assumption_names_the_sample_and_warns_of_the_private_rows():
    said_so = ENGLISH.say(drawn(SUM).assumption)
    assert "simulated lengths of stay" in said_so
    assert "never on the private ones" in said_so
    typed = after(SUM, said.Typed("target.sensitivity", "3"))
    assert "the typed sensitivity is not used" in ENGLISH.say(drawn(typed).assumption)


def test_that_the_total_is_the_thickest_line():
    lines = layers(drawn(SUM), Line)
    assert max(lines.values(), key=lambda line: line.width).id == "error"
    assert len({line.colour for line in lines.values()}) == 3


@pytest.mark.parametrize(
    ("state", "said_so"),
    [
        (State(), "choose a sum or a mean"),
        (after(SUM, said.SampleChosen("public")), "at least two public values"),
        (after(SUM, said.SampleChosen("nonsense")), "choose the values"),
        (after(SUM, said.Moved("shape.sampling_rate", 0.5)), "sampled share"),
        (
            after(
                SUM, said.Moved("sensitivity_inputs.high", 900.0), said.Moved("sensitivity_inputs.low", 800.0)
            ),
            "lower it",
        ),
        (replace(SUM, sample=Sample("public", (1.0, 1e300))), "lies between"),
        (replace(MEAN, target=State().target), "substitution"),
    ],
)
def test_that_what_cannot_be_drawn_says_why_and_what_to_do(state, said_so):
    figure = drawn(state)
    assert figure.layers == ()
    assert said_so in ENGLISH.say(figure.empty)


@pytest.mark.parametrize("mechanism", every_mechanism())
def test_that_every_mechanism_is_drawn_or_says_why_not(mechanism):
    figure = drawn(replace(SUM, mechanism=mechanism))
    assert (figure.empty is None) == bool(figure.layers)


def test_that_axes_rest_while_epsilon_or_the_bound_moves():
    before = drawn(SUM)
    for message in (said.Moved("target.epsilon", 0.3), said.Moved("sensitivity_inputs.high", 20.0)):
        now = drawn(update(SUM, message))
        assert (now.x, now.y) == (before.x, before.y)


@pytest.mark.parametrize("kind", DISTRIBUTIONS)
@pytest.mark.parametrize("rows", [10, 1000, 100_000])
def test_that_simulated_values_are_quantiles_of_their_distribution(kind, rows):
    values = values_of(Sample(kind, (), rows)).values
    assert len(values) == rows
    assert (np.diff(values) > 0).all()
    assert values[0] >= 0
    middle = {"skewed": 4.0, "even": 50.0, "heavy": 10 * (2 ** (2 / 3) - 1)}[kind]
    assert np.median(values) == pytest.approx(middle, rel=0.1)


@pytest.mark.parametrize("low", [-1e9, -50.0, 0.0, 3.0])
@pytest.mark.parametrize("high", [1e-3 + 3, 100.0, 1e9])
def test_that_extreme_bounds_are_drawn_or_refused_in_words(low, high):
    inputs = replace(SUM.sensitivity_inputs, low=low, high=high, counted=Counted.SUM)
    figure = drawn(replace(SUM, sensitivity_inputs=inputs))
    assert figure.empty is None
    for line in layers(figure, Line).values():
        assert np.isfinite(line.y).all()


@given(
    state=states(),
    mechanism=st.sampled_from(CONTINUOUS),
    counted=st.sampled_from([Counted.SUM, Counted.MEAN]),
    neighbours=st.sampled_from(list(Neighbours)),
    bounds=st.tuples(st.floats(-1e9, 1e9) | st.floats(-10, 10), st.floats(-1e9, 1e9) | st.floats(0, 200)),
    sample=st.one_of(
        st.builds(Sample, st.sampled_from(list(DISTRIBUTIONS)), st.just(()), st.integers(10, 100_000)),
        st.builds(Sample, st.just("public"), st.lists(st.floats(-1e9, 1e9), max_size=20).map(tuple)),
    ),
)
@settings(max_examples=tries(150))
def test_that_whatever_is_declared_is_drawn_in_numbers_or_refused_in_words(
    state, mechanism, counted, neighbours, bounds, sample
):
    low, high = sorted(bounds)
    inputs = replace(state.sensitivity_inputs, counted=counted, low=low, high=high)
    target, shape = replace(state.target, neighbours=neighbours), replace(state.shape, sampling_rate=1.0)
    state = replace(
        state, mechanism=mechanism, sensitivity_inputs=inputs, sample=sample, target=target, shape=shape
    )
    state = replace(state, framed=state.setting)
    try:
        mechanism_for(state.setting)
    except Refusal:
        return  # no state that a person can reach
    figure = drawn(state)
    assert bool(figure.layers) == (figure.empty is None)
    for axis in (figure.x, figure.y):
        assert np.isfinite([axis.low, axis.high, *axis.ticks]).all()
        assert axis.low < axis.high
    for layer in layers(figure, Line | Points).values():
        assert np.isfinite(layer.x).all()
        assert np.isfinite(layer.y).all()
    assert "nan" not in words(figure)


@pytest.mark.parametrize("rows", [1000, 100_000])
def test_that_a_dragged_bound_is_as_little_work_with_many_rows_as_with_few(rows):
    state = replace(SUM, sample=replace(SUM.sample, rows=rows))
    drawn(state)
    state = update(state, said.Moved("sensitivity_inputs.high", 60.0))
    done = work(lambda: drawn(state))
    assert done.calls < 1200
    assert done.bytes < 100_000  # no array of the rows
