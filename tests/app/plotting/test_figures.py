"""Laws of all figures: whoever adds a picture adds a file, and these tests come with it."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from answering_once import answer_to
from cases_in_one import cases_in_one
from drawn_parts import arrays, plain, sentences
from hypothesis import given, settings
from hypothesis import strategies as st
from states import MECHANISMS, drawn, planned, settled, states
from thoroughness import combined, tries
from work import Work, work

from explorer.app.core import message as said
from explorer.app.core import release_messages
from explorer.app.core.sections import Reading
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, declared
from explorer.app.core.table_messages import TablesRounded, TablesTyped
from explorer.app.figures import every_picture
from explorer.app.plotting.layers import Area, Bars, Handle, Line, Note, Points
from explorer.app.update import update
from explorer.jobs import Answered
from explorer.language import Language
from explorer.mark import verbatim
from explorer.privacy.refusal import NotValid
from explorer.privacy.shape import Sampling, Shape
from explorer.privacy.target import Neighbours, Target

PICTURES = every_picture()
LIVE = {name: picture for name, picture in PICTURES.items() if "releasing" not in picture.reads}
"""Pictures that follow a slider."""

FRAME = Work(calls=10_000, bytes=2_000_000)
"""The most that is done for one picture: some ten milliseconds. (Today 6,200 calls and 0.5 MB.)"""
RELEASED = update(planned("people"), release_messages.ReleaseDrawn(drawn()))


def on_a_sample(name, rate=0.1):
    shape = Shape(sampling_rate=rate)
    state = replace(settled(name), shape=shape)
    return replace(state, framed=state.setting)


def without_replacement(name):
    state = settled(name)
    target = replace(state.target, neighbours=Neighbours.SUBSTITUTE)
    shape = Shape(sampling_rate=0.1, sampling=Sampling.WITHOUT_REPLACEMENT)
    state = replace(state, target=target, shape=shape)
    return replace(state, framed=state.setting)


def compared(name):
    """With the mechanism that comes before it in the list kept as A."""
    before = MECHANISMS[MECHANISMS.index(name) - 1]
    return replace(settled(name), pinned=Setting(before, Target(epsilon=0.5)))


EXPLORED = {
    **{name: settled(name) for name in MECHANISMS},
    **{f"{name}-wide": settled(name, epsilon=0.01, sensitivity=100.0) for name in MECHANISMS},
    **{f"{name}-narrow": settled(name, epsilon=10.0, delta=1e-12) for name in MECHANISMS},
    **{f"{name}-dragged": replace(settled(name), framed=Setting()) for name in MECHANISMS},
    **{f"{name}-sampled": on_a_sample(name) for name in MECHANISMS},
    **{f"{name}-drawn": without_replacement(name) for name in ("gaussian", "discrete-laplace")},
}
READ = {f"{name}-read": replace(settled(name), reading=Reading(draw=9, prior=0.01)) for name in MECHANISMS}
COMPARED = {f"{name}-compared": compared(name) for name in MECHANISMS}
WAYS = ("", "-wide", "-narrow", "-sampled", "-dragged", "-compared")
_SOME = {f"{name}{way}" for name, way in combined(MECHANISMS, WAYS)}
PLANNED = {
    "broken-plan": update(planned("people"), release_messages.PlanEdited("privacy.epsilon", "-1")),
    "people": planned("people"),
    "people-second": update(planned("people"), release_messages.QueryShown(1)),
    "visits": planned("visits"),
    "released": RELEASED,
    "released-second": update(RELEASED, release_messages.QueryShown(1)),
}
MANY_OUTCOMES = "\n".join(f"{(1 + (row % 2)) / 1800} {(1 + (row + 1) % 2) / 1800}" for row in range(1200))
PAIRED = {
    label: update(update(State(), TablesRounded(digits)), TablesTyped(text))
    for label, text, digits in (
        ("with-delta", "low, 0.5, 0.45\nmiddle, 0.3, 0.3\nhigh, 0.2, 0.24\nvery high, 0, 0.01", 0),
        ("other-direction", "0.1 0.4\n0.9 0.6", 0),
        ("the-same", "1/3\t1/3\n2/3\t2/3", 0),
        ("rounded", "0.33, 0.5\n0.33, 0.25\n0.33, 0.25", 2),
        ("one-outcome", "1, 1", 0),
        ("many-outcomes", MANY_OUTCOMES, 6),
    )
}


@cache
def states_of(name):
    """The states in which a picture looks different, by what it reads."""
    reads, found = PICTURES[name].reads, {"first": State()}
    for part, those in (
        ("setting", EXPLORED),
        ("reading", READ),
        ("pinned", COMPARED),
        ("releasing", PLANNED),
        ("tables", PAIRED),
    ):
        found |= those if part in reads else {}
    if "composing" in reads:  # each of these states is asked eleven bounds of many numbers
        often = {f"{name}{way}" for name in MECHANISMS for way in WAYS} - _SOME
        found = {
            label: few_releases(state) if name in BY_HORIZON and (name, label) != WHOLE else state
            for label, state in found.items()
            if label not in often
        }
    return found


BY_HORIZON = ("composition", "noise-per-release")
"""Pictures that ask about every k, or some two dozen of them, up to the largest one that is drawn."""
WHOLE = ("composition", "first")
"""What is asked as many numbers as are ever drawn; of the noise, all states compare the same others."""


def few_releases(state):
    """As far as a dozen releases."""
    return replace(
        state, composing=replace(state.composing, horizon=12, count=min(state.composing.count, 12))
    )


@cache
def answers_of(name, label):
    """What the picture would like to know in that state, answered."""
    answers, state = Answered(), states_of(name)[label]
    for question in PICTURES[name].wanted(state):
        answers.keep(question, answer_to(question))
    return answers


def again(name, label, state=None):
    """The figure in one of its states, or in another state with the same answers."""
    state = states_of(name)[label] if state is None else state
    return PICTURES[name].draw(state, answers_of(name, label))


@cache
def figures_of(name):
    """The figure in each of its states, drawn once for all laws: (label, state, figure)."""
    return tuple((label, state, again(name, label)) for label, state in states_of(name).items())


@cache
def drawn_again(name):
    """The same once more, for the laws about two drawings of one state."""
    return tuple(again(name, label) for label in states_of(name))


every = pytest.mark.parametrize("name", PICTURES, scope="module")
"""All laws of one picture after each other: one worker draws its figures for all of them."""


def curves(figure):
    """Layers that are made of numbers."""
    return [layer for layer in figure.layers if isinstance(layer, Line | Area | Bars | Points)]


@every
def test_that_a_picture_says_what_it_is(name):
    picture = PICTURES[name]
    assert picture.title.text
    assert picture.source
    assert set(picture.reads) <= {*State.__slots__, "setting"}


@every
def test_that_a_figure_is_whole(name):
    for label, _, figure in figures_of(name):
        assert figure.id == name
        assert not figure.pending, label
        names = [layer.id for layer in figure.layers]
        assert len(set(names)) == len(names), f"{label}: each layer has a name of its own"
        assert Language("en").say(figure.description), label
        assert bool(figure.layers) == (figure.empty is None), f"{label}: an empty picture says what to do"


@every
def test_that_axes_have_two_ends_and_ticks_inside(name):
    for label, _, figure in figures_of(name):
        for axis in (figure.x, figure.y):
            assert np.isfinite([axis.low, axis.high, *axis.ticks]).all(), label
            assert axis.low < axis.high, label
            slack = 1e-9 * (axis.high - axis.low)
            assert all(axis.low - slack <= tick <= axis.high + slack for tick in axis.ticks), label
            assert list(axis.ticks) == sorted(set(axis.ticks)), label
            assert len(axis.ticks) <= 13 or axis.names, label
            assert axis.names == () or len(axis.names) == len(axis.ticks), label


@every
def test_that_every_number_that_is_drawn_is_one(name):
    for label, _, figure in figures_of(name):
        for layer in curves(figure):
            lengths = {len(array) for _, array in arrays(layer)}
            assert len(lengths) == 1, f"{label}, {layer.id}: its arrays differ in length"
            assert all(np.isfinite(array).all() for _, array in arrays(layer)), f"{label}, {layer.id}"
        for layer in figure.layers:
            if isinstance(layer, Note):
                assert -1 <= layer.stressed < len(layer.lines), f"{label}, {layer.id}: no such line is bold"
                assert np.isfinite([layer.x, layer.y, *(layer.words_at or ())]).all(), f"{label}, {layer.id}"


@every
def test_that_curves_are_light_enough_to_follow_the_hand(name):
    for label, _, figure in figures_of(name):
        assert all(len(layer.x) <= 4000 for layer in curves(figure)), label


@every
def test_that_the_table_holds_one_column_a_heading(name):
    for label, _, figure in figures_of(name):
        table = figure.table
        assert len(table.headings) == len(table.names) == len(table.columns), label
        assert len({len(column) for column in table.columns}) <= 1, label
        assert len(set(table.names)) == len(table.names), label


@every
def test_that_every_word_is_said_in_both_languages(name):
    seen = set()  # most sentences are those of another state
    for label, _, figure in figures_of(name):
        new = set(sentences(figure)) - seen
        for sentence in new:
            english, chinese = (Language(code).say(sentence) for code in ("en", "zh_CN"))
            assert not set("{}") & {*english, *chinese}, label
            assert bool(chinese) == bool(english), label
        seen |= new


@every
def test_that_a_picture_is_named_and_described_in_chinese(name):
    state = few_releases(RELEASED) if name in BY_HORIZON else RELEASED
    figure = PICTURES[name].draw(state, {q: answer_to(q) for q in PICTURES[name].wanted(state)})
    for sentence in (figure.title, figure.description, figure.assumption):
        assert any("一" <= letter <= "鿿" for letter in Language("zh_CN").say(sentence))


@every
def test_that_a_figure_follows_from_the_state_alone(name):
    for (label, _, figure), other in zip(figures_of(name), drawn_again(name), strict=True):
        assert plain(other) == plain(figure), label


@every
def test_that_what_two_figures_share_is_locked(name):
    for (label, _, first), second in zip(figures_of(name), drawn_again(name), strict=True):
        others = [array for _, array in arrays(second)]
        for path, array in arrays(first):
            if array.flags.writeable:
                shared = any(array is other or np.may_share_memory(array, other) for other in others)
                assert not shared, f"{label}, {path} is shared and can be written"


@every
def test_that_a_figure_depends_on_no_more_than_it_says(name):
    reads = PICTURES[name].reads
    for label, state, figure in figures_of(name):
        other = update(state, said.Refused("plan", NotValid(verbatim("no"))))
        other = update(other, said.WorkspaceOpened(state.workspace))
        if "reading" not in reads:
            other = replace(other, reading=replace(other.reading, observed=3.0, bins=7))
        if "pinned" not in reads:
            other = replace(other, pinned=Setting("gaussian"))
        if "scores" not in reads:
            other = replace(other, scores=(1.0, 0.0))
        if "framed" not in reads:
            other = replace(other, framed=Setting("gaussian"))
        if "composing" not in reads:
            other = replace(other, composing=replace(other.composing, count=3))
        if "releasing" not in reads:
            other = replace(other, releasing=replace(other.releasing, plan="", csv="x"))
        assert plain(again(name, label, other)) == plain(figure), label


@every
def test_that_a_handle_moves_a_parameter_that_exists(name):
    for label, state, figure in figures_of(name):
        for layer in figure.layers:
            if isinstance(layer, Handle):
                parameter = declared(state, layer.path)
                assert layer.step > 0, label
                moved = update(state, said.Moved(layer.path, max(parameter.low, layer.least)))
                assert layer.path not in moved.refused, label


def is_sound(figure):
    """Whether it can be shown: numbers only, few enough of them, on axes with two ends."""
    light = all(len(layer.x) <= 4000 for layer in curves(figure))
    finite = all(np.isfinite(array).all() for layer in curves(figure) for _, array in arrays(layer))
    return light and finite and figure.x.low < figure.x.high and figure.y.low < figure.y.high


@pytest.mark.parametrize("name", LIVE)
@given(state=states(sliders=True))
@settings(max_examples=tries(60))
def test_that_everything_that_sliders_reach_can_be_drawn(name, state):
    assert is_sound(PICTURES[name].draw(state, {}))


@pytest.mark.parametrize("name", LIVE)
@given(state=states(positions=st.sampled_from([0.0, 1.0])))
@settings(max_examples=tries(40))
def test_that_the_ends_of_every_declared_range_can_be_drawn(name, state):
    assert is_sound(PICTURES[name].draw(state, {}))


@cases_in_one("name", LIVE)
@cases_in_one("mechanism", MECHANISMS)
def test_that_a_live_picture_is_little_work_for_a_frame(name, mechanism):
    """Of a second move: what is made once has been made then. How long it takes is a benchmark's matter."""
    picture, state = PICTURES[name], settled(mechanism)
    states = [update(state, said.Moved("target.epsilon", epsilon)) for epsilon in (1.0, 0.93)]
    picture.draw(states[0], {})
    done = work(lambda: picture.draw(states[1], {}))
    assert done.calls < FRAME.calls
    assert done.bytes < FRAME.bytes


@cases_in_one("name", LIVE)
@cases_in_one("mechanism", MECHANISMS)
def test_that_axes_rest_while_a_slider_moves(name, mechanism):
    state = settled(mechanism)
    moved = update(state, said.Moved("target.epsilon", 0.4))
    before, after = (PICTURES[name].draw(each, {}) for each in (state, moved))
    assert (after.x, after.y) == (before.x, before.y)


@pytest.mark.parametrize("name", LIVE)
@given(before=st.sampled_from(MECHANISMS), after=st.sampled_from(MECHANISMS))
@settings(max_examples=tries(60))
def test_that_another_mechanism_is_drawn_on_the_axes_of_the_old_one(name, before, after):
    state = replace(settled(after), framed=Setting(before, settled(before).target))
    figure = PICTURES[name].draw(state, {})
    assert figure.layers or figure.empty
    assert is_sound(figure)
