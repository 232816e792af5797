"""Laws of all figures: whoever adds a picture adds a file, and these tests come with it."""

import time
from dataclasses import replace

import numpy as np
import pytest
from drawn_parts import arrays, plain, sentences
from hypothesis import given, settings
from hypothesis import strategies as st
from states import MECHANISMS, drawn, planned, settled, states

from explorer.app import message as said
from explorer.app.figure import Area, Bars, Handle, Line, Note, Points, every_picture
from explorer.app.state import Setting, State, declared
from explorer.app.update import update
from explorer.jobs import Answered
from explorer.language import Language
from explorer.mark import verbatim
from explorer.privacy.refusal import NotValid

PICTURES = every_picture()
LIVE = {name: picture for name, picture in PICTURES.items() if "releasing" not in picture.reads}
"""Pictures that follow a slider."""

FRAME = 1 / 60
RELEASED = update(planned("people"), said.ReleaseDrawn(drawn()))
STATES = {
    **{name: settled(name) for name in MECHANISMS},
    **{f"{name}-wide": settled(name, epsilon=0.01, sensitivity=100.0) for name in MECHANISMS},
    **{f"{name}-narrow": settled(name, epsilon=10.0, delta=1e-12) for name in MECHANISMS},
    **{f"{name}-dragged": replace(settled(name), framed=Setting()) for name in MECHANISMS},
    "no-plan": State(),
    "broken-plan": update(planned("people"), said.PlanEdited("privacy.epsilon", "-1")),
    "people": planned("people"),
    "people-second": update(planned("people"), said.HistogramShown(1)),
    "visits": planned("visits"),
    "released": RELEASED,
    "released-second": update(RELEASED, said.HistogramShown(1)),
}

every = pytest.mark.parametrize("name", PICTURES)
everywhere = pytest.mark.parametrize("state", STATES.values(), ids=STATES)


def answered(picture, state):
    """What the picture would like to know, answered."""
    answers = Answered()
    for question in picture.wanted(state):
        answers.keep(question, question())
    return answers


def drawn_with(name, state, answers=None):
    picture = PICTURES[name]
    return picture.draw(state, answered(picture, state) if answers is None else answers)


def curves(figure):
    """Layers that are made of numbers."""
    return [layer for layer in figure.layers if isinstance(layer, Line | Area | Bars | Points)]


@every
def test_that_a_picture_says_what_it_is(name):
    picture = PICTURES[name]
    assert picture.title.text
    assert picture.source
    assert set(picture.reads) <= set(State.__slots__)


@every
@everywhere
def test_that_a_figure_is_whole(name, state):
    figure = drawn_with(name, state)
    assert figure.id == name
    assert not figure.pending
    names = [layer.id for layer in figure.layers]
    assert len(set(names)) == len(names), "each layer has a name of its own"
    assert Language("en").say(figure.description)
    assert bool(figure.layers) == (figure.empty is None), "an empty picture says what to do next"


@every
@everywhere
def test_that_axes_have_two_ends_and_ticks_inside(name, state):
    figure = drawn_with(name, state)
    for axis in (figure.x, figure.y):
        assert np.isfinite([axis.low, axis.high, *axis.ticks]).all()
        assert axis.low < axis.high
        slack = 1e-9 * (axis.high - axis.low)
        assert all(axis.low - slack <= tick <= axis.high + slack for tick in axis.ticks)
        assert list(axis.ticks) == sorted(set(axis.ticks))
        assert len(axis.ticks) <= 13 or axis.names
        assert axis.names == () or len(axis.names) == len(axis.ticks)


@every
@everywhere
def test_that_every_number_that_is_drawn_is_one(name, state):
    figure = drawn_with(name, state)
    for layer in curves(figure):
        lengths = {len(array) for _, array in arrays(layer)}
        assert len(lengths) == 1, f"{layer.id}: its arrays differ in length"
        assert all(np.isfinite(array).all() for _, array in arrays(layer)), layer.id
    for layer in figure.layers:
        if isinstance(layer, Note):
            assert np.isfinite([layer.x, layer.y, *(layer.words_at or ())]).all(), layer.id


@every
@everywhere
def test_that_curves_are_light_enough_to_follow_the_hand(name, state):
    figure = drawn_with(name, state)
    assert all(len(layer.x) <= 4000 for layer in curves(figure))


@every
@everywhere
def test_that_the_table_holds_one_column_a_heading(name, state):
    table = drawn_with(name, state).table
    assert len(table.headings) == len(table.names) == len(table.columns)
    assert len({len(column) for column in table.columns}) <= 1
    assert len(set(table.names)) == len(table.names)


@every
@everywhere
def test_that_every_word_is_said_in_both_languages(name, state):
    for sentence in sentences(drawn_with(name, state)):
        for code in ("en", "zh_CN"):
            words = Language(code).say(sentence)
            assert not set("{}") & set(words)
            assert bool(words) == bool(Language("en").say(sentence))


@every
def test_that_a_picture_is_named_and_described_in_chinese(name):
    figure = drawn_with(name, RELEASED)
    for sentence in (figure.title, figure.description, figure.assumption):
        assert any("一" <= letter <= "鿿" for letter in Language("zh_CN").say(sentence))


@every
@everywhere
def test_that_a_figure_follows_from_the_state_alone(name, state):
    answers = answered(PICTURES[name], state)
    assert plain(drawn_with(name, state, answers)) == plain(drawn_with(name, state, answers))


@every
@everywhere
def test_that_what_two_figures_share_is_locked(name, state):
    answers = answered(PICTURES[name], state)
    first, second = drawn_with(name, state, answers), drawn_with(name, state, answers)
    for path, array in arrays(first):
        if any(np.shares_memory(array, other) for _, other in arrays(second)):
            assert not array.flags.writeable, f"{path} is shared and can be written"


@every
@everywhere
def test_that_a_figure_depends_on_no_more_than_it_says(name, state):
    reads = PICTURES[name].reads
    other = update(
        update(state, said.Refused("plan", NotValid(verbatim("no")))), said.WorkspaceOpened(state.workspace)
    )
    if "reading" not in reads:
        other = replace(other, reading=replace(other.reading, observed=3.0, bins=7))
    if "composing" not in reads:
        other = replace(other, composing=replace(other.composing, count=3))
    if "releasing" not in reads:
        other = replace(other, releasing=replace(other.releasing, plan="", csv="x"))
    assert plain(drawn_with(name, other)) == plain(drawn_with(name, state))


@every
@everywhere
def test_that_a_handle_moves_a_parameter_that_exists(name, state):
    for layer in drawn_with(name, state).layers:
        if isinstance(layer, Handle):
            parameter = declared(state, layer.path)
            assert layer.step > 0
            moved = update(state, said.Moved(layer.path, max(parameter.low, layer.least)))
            assert layer.path not in moved.refused


def is_sound(figure):
    """Whether it can be shown: numbers only, few enough of them, on axes with two ends."""
    light = all(len(layer.x) <= 4000 for layer in curves(figure))
    finite = all(np.isfinite(array).all() for layer in curves(figure) for _, array in arrays(layer))
    return light and finite and figure.x.low < figure.x.high and figure.y.low < figure.y.high


@pytest.mark.parametrize("name", LIVE)
@given(state=states(sliders=True))
@settings(max_examples=60)
def test_that_everything_that_sliders_reach_can_be_drawn(name, state):
    assert is_sound(drawn_with(name, state, answers={}))


@pytest.mark.parametrize("name", LIVE)
@given(state=states(positions=st.sampled_from([0.0, 1.0])))
@settings(max_examples=40)
def test_that_the_ends_of_every_declared_range_can_be_drawn(name, state):
    assert is_sound(drawn_with(name, state, answers={}))


@pytest.mark.parametrize("name", LIVE)
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_that_a_live_picture_is_drawn_within_a_frame(name, mechanism):
    """The best of several moves: what the machine does besides is not the picture's fault."""
    picture, state = PICTURES[name], settled(mechanism)
    taken = []
    for epsilon in (1.0, 0.93, 0.87, 0.81, 0.76, 0.71, 0.66):
        state = update(state, said.Moved("target.epsilon", epsilon))
        begun = time.perf_counter()
        picture.draw(state, {})
        taken.append(time.perf_counter() - begun)
    assert min(taken) < FRAME


@pytest.mark.parametrize("name", LIVE)
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_that_axes_rest_while_a_slider_moves(name, mechanism):
    state = settled(mechanism)
    moved = update(state, said.Moved("target.epsilon", 0.4))
    before, after = (drawn_with(name, each, answers={}) for each in (state, moved))
    assert (after.x, after.y) == (before.x, before.y)


@pytest.mark.parametrize("name", LIVE)
@given(before=st.sampled_from(MECHANISMS), after=st.sampled_from(MECHANISMS))
@settings(max_examples=9)
def test_that_another_mechanism_is_drawn_on_the_axes_of_the_old_one(name, before, after):
    state = replace(settled(after), framed=Setting(before, settled(before).target))
    assert drawn_with(name, state, answers={}).layers
