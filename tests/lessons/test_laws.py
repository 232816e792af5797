"""What holds of every lesson: walked from the registry, so that a new lesson comes with its tests."""

import dataclasses
import math
import re
import warnings
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from cases_in_one import cases_in_one
from sentences import chinese, texts
from work import calls

from explorer.app.core.message import Moved, SensitivityInputChosen, Settled
from explorer.app.core.state import State, guarantee_of, mechanism_of, value_at
from explorer.app.help.facts import every_fact
from explorer.app.learn.openings import messages_of
from explorer.app.release.plan.plan_draft import judged
from explorer.app.update import update
from explorer.gui.workspaces.card_layout import CARD_SPECS
from explorer.language import Language
from explorer.lessons.parts.lesson import HIGHEST_SEED, GuessKind, every_lesson, step_of
from explorer.lessons.parts.picture import Axis, Chart, Columns, Curve, Dots, Grid, Marker, Sheet
from explorer.mark import RoundedBound, Sentence
from explorer.privacy.shape import Sampling
from explorer.privacy.target import Neighbours
from explorer.resources import resource

PROMISED = (
    *("differencing", "linkage", "k-anonymity", "census-block", "least-squares", "averaging"),
    *("groups", "randomised-response", "catastrophe", "guess-the-database", "composition-race"),
    "learning-a-table",
)
LESSONS = tuple(every_lesson().values())
STEPS = [(lesson, step) for lesson in LESSONS for step in lesson.steps]
QUICK = 20_000  # calls of functions: some 20 ms of processor time, and well below 40
ROOM = 40_000_000  # bytes that a scene may hold at once
TITLE = 24  # characters in the row of steps
ROLES = {line.split()[0] for line in resource("themes", "light.txt").read_text("utf-8").splitlines()}

every = cases_in_one("lesson", LESSONS)
each_step = cases_in_one("lesson, step", STEPS)
both = cases_in_one("code", ["en", "zh_CN"])


@cache
def scene_at(played, step):
    """The scene of a step of a lesson as it is played: made once for all laws that look at it."""
    return played.scene(step)


def scene_of(lesson, step):
    """The scene of a step as the lesson is opened."""
    return scene_at(lesson(), step)


@cache
def demonstrated(lesson, seed=1):
    """The lesson as it is demonstrated from a seed."""
    return lesson(seed=seed).demonstrated()


def same(one, other):
    """Whether two values are equal, arrays by what they hold, NaN to itself."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return one.shape == other.shape and bool(np.array_equal(one, other, equal_nan=one.dtype.kind == "f"))
    if isinstance(one, float):
        return one == other or (math.isnan(one) and math.isnan(other))
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(same, one, other))
    if is_dataclass(one):
        return all(same(getattr(one, each.name), getattr(other, each.name)) for each in fields(one))
    return bool(one == other)


def within(value) -> Iterator[object]:
    """A value and all that it holds."""
    yield value
    if isinstance(value, Sentence):
        for _, inner in value.values:
            yield from within(inner)
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from within(inner)
    elif isinstance(value, dict):
        for inner in (*value.keys(), *value.values()):
            yield from within(inner)
    elif is_dataclass(value) and not isinstance(value, type | RoundedBound):
        for each in fields(value):
            yield from within(getattr(value, each.name))


def ends_of(lesson):
    """The lesson with each parameter at each of its ends, and all of them together."""
    declared = lesson.parameters()
    whole = {name: (int if each.integer else float) for name, each in declared.items()}
    for end in ("low", "high"):
        yield lesson(**{name: whole[name](getattr(each, end)) for name, each in declared.items()})
        for name, each in declared.items():
            yield lesson(**{name: whole[name](getattr(each, end))})


def numbers_in(scene) -> Iterator[float]:
    """Every number that a scene shows or draws, but for those in texts that stand for themselves."""
    for number in scene.all_numbers:
        if isinstance(number.value, int | float):
            yield float(number.value)
    for value in within(scene.pictures):
        if isinstance(value, np.ndarray) and value.dtype.kind in "fiu":
            yield from value.ravel().astype(float)


# The registry


def test_that_the_lessons_are_those_that_were_promised_in_their_order():
    """Others may stand among them."""
    assert tuple(lesson.id for lesson in LESSONS if lesson.id in PROMISED) == PROMISED


@every
def test_that_a_lesson_has_four_to_six_steps_with_names_of_their_own(lesson):
    identities = [step.id for step in lesson.steps]
    assert 4 <= len(identities) <= 6
    assert len(set(identities)) == len(identities)
    assert identities[0] == "guess"
    assert lesson.steps[0].guess is not None
    assert identities[-1] == "cost"
    assert all(step_of(lesson, identity).id == identity for identity in identities)


@every
def test_that_a_lesson_says_what_it_is_and_where_it_comes_from(lesson):
    assert 5 <= lesson.minutes <= 20
    assert lesson.source
    assert lesson.explains
    assert 2 <= len(lesson.questions) <= 4
    assert all(step.notes for step in lesson.steps), "who speaks has no notes here"


@every
def test_that_terms_that_a_lesson_explains_are_in_the_help(lesson):
    assert set(lesson.explains) <= every_fact().keys()


@each_step
def test_that_every_control_is_a_declared_parameter(lesson, step):
    assert set(step.controls) <= lesson.parameters().keys()


@every
def test_that_every_parameter_can_be_moved_somewhere(lesson):
    assert lesson.parameters().keys() == {name for step in lesson.steps for name in step.controls}


@every
def test_that_an_unknown_step_is_refused(lesson):
    with pytest.raises(KeyError):
        lesson().scene("nowhere")


# Scenes


@each_step
def test_that_the_same_settings_give_the_same_scene(lesson, step):
    played = lesson(seed=HIGHEST_SEED)
    assert same(scene_at(played, step.id), replace(played).scene(step.id))


def clear_caches():
    """Forget all that simulations have kept."""
    import sys

    for name, module in tuple(sys.modules.items()):
        if name.startswith("explorer.lessons.simulations"):
            for value in tuple(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


@every
def test_that_a_scene_does_not_depend_on_what_was_looked_at_before(lesson):
    played = lesson(seed=HIGHEST_SEED)
    shown = {step.id: scene_at(played, step.id) for step in lesson.steps}
    clear_caches()
    for step in reversed(lesson.steps):
        assert same(shown[step.id], lesson(seed=HIGHEST_SEED).scene(step.id))


@each_step
def test_that_another_seed_is_another_draw_where_it_can_be_drawn_again(lesson, step):
    if step.redraws:
        scenes = (scene_at(demonstrated(lesson, seed), step.id) for seed in (1, 2, 3))
        shown = next(scenes)
        assert not all(same(shown, other) for other in scenes)  # the third only where the second is the same


@each_step
def test_that_numbers_actions_and_pictures_have_names_of_their_own(lesson, step):
    scene = scene_of(lesson, step.id)
    for named in (scene.all_numbers, scene.actions, scene.pictures):
        assert len({each.id for each in named}) == len(named)
    assert 1 <= len(scene.pictures) <= 2
    assert 2 <= len(scene.text) <= 3
    assert (scene.key is None) == (scene.key_words is None)


@each_step
def test_that_a_guess_is_answered_where_it_is_said_to_be_and_not_before(lesson, step):
    guess = step.guess
    if guess is None:
        return
    order = [each.id for each in lesson.steps]
    assert order.index(step.id) < order.index(guess.revealed)
    for place, identity in enumerate(order):
        for played in (lesson(), demonstrated(lesson)):
            known = {each.id: each.value for each in scene_at(played, identity).all_numbers}
            if place < order.index(guess.revealed):
                assert guess.number not in known
            if identity == guess.revealed:
                answer = known[guess.number]
    assert isinstance(answer, int | float)
    if guess.kind is GuessKind.CHOICE:
        assert answer in range(len(guess.choices))
    else:
        assert guess.low <= answer <= guess.high


@each_step
def test_that_shares_are_shares_and_bounds_have_their_theorem(lesson, step):
    for number in scene_of(lesson, step.id).all_numbers:
        if "percent" in number.said.text and isinstance(number.value, int | float):
            assert 0 <= number.value <= 1
        assert isinstance(number.kind, Enum | Sentence)


@every
def test_that_scenes_are_finite_and_without_warnings_at_the_ends_of_every_parameter(lesson):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for played in ends_of(lesson):
            for step in lesson.steps:
                assert all(map(math.isfinite, numbers_in(scene_at(played, step.id)))), (played, step.id)


@every
def test_that_the_largest_seed_is_a_seed(lesson):
    for seed in (0, HIGHEST_SEED):
        for step in lesson.steps:
            scene_at(lesson(seed=seed), step.id)


@every
def test_that_moves_are_replayed(lesson):
    """What is played does not depend on the object that was played before, only on the moves."""
    played = lesson(seed=0)
    acting = [step for step in lesson.steps if scene_at(played, step.id).actions]
    for _ in range(12):
        actions = [each for step in acting for each in played.scene(step.id).actions]
        free = [each.id for each in actions if each.refusal is None]
        if not free:
            break
        played = replace(played, moves=(*played.moves, free[len(played.moves) % len(free)]))
    again = lesson(seed=0, moves=played.moves)
    for step in lesson.steps:
        assert same(played.scene(step.id), again.scene(step.id))


@every
def test_that_the_demonstration_presses_only_what_can_be_pressed(lesson):
    shown = demonstrated(lesson)
    acting = [step for step in lesson.steps if scene_at(shown, step.id).actions]
    assert acting or not shown.moves
    for place, move in enumerate(shown.moves):
        before = replace(shown, moves=shown.moves[:place])
        actions = [each for step in acting for each in before.scene(step.id).actions]
        assert move in [each.id for each in actions if each.refusal is None]


@every
def test_that_unknown_moves_do_no_harm(lesson):
    strange = lesson(moves=("nothing", "", "99", "ask ask"))
    for step in lesson.steps:
        assert all(map(math.isfinite, numbers_in(strange.scene(step.id))))


# Pictures


@each_step
def test_that_pictures_are_drawn_in_roles_of_the_palette(lesson, step):
    named = {
        value
        for picture in scene_at(demonstrated(lesson), step.id).pictures
        for inner in within(picture)
        if is_dataclass(inner)
        for value in (getattr(inner, "colour", None), *getattr(inner, "marked", {}).values())
        if value is not None
    }
    assert named <= ROLES


@each_step
def test_that_layers_have_matching_arrays_and_axes_a_range(lesson, step):
    for picture in scene_of(lesson, step.id).pictures:
        for axis in (each for each in within(picture) if isinstance(each, Axis)):
            assert axis.low < axis.high
            assert axis.low > 0 or not axis.logarithmic
        if isinstance(picture, Chart):
            assert len({each.id for each in picture.layers if not isinstance(each, Marker)}) + len(
                [each for each in picture.layers if isinstance(each, Marker)]
            ) == len(picture.layers)
            for layer in picture.layers:
                check_layer(layer, picture, lesson, step)
        elif isinstance(picture, Grid):
            assert set(picture.cells.tolist()) <= set(range(len(picture.kinds)))
            assert len(picture.cells) % picture.columns == 0
        elif isinstance(picture, Sheet):
            assert all(len(row) == len(picture.headings) for row in picture.rows)
            cells = {
                (row, column) for row in range(len(picture.rows)) for column in range(len(picture.headings))
            }
            assert picture.marked.keys() <= cells


def check_layer(layer, chart, lesson, step):
    if isinstance(layer, Marker):
        assert layer.parameter in step.controls, "what cannot be moved here is no marker"
    elif isinstance(layer, Curve | Dots):
        assert layer.x.shape == layer.y.shape
        assert not chart.y.logarithmic or (layer.y > 0).all()
        assert not chart.x.logarithmic or (layer.x > 0).all()
    elif isinstance(layer, Columns):
        assert layer.x.shape == layer.height.shape


@each_step
def test_that_at_most_four_labelled_series_share_a_chart(lesson, step):
    for picture in scene_at(demonstrated(lesson), step.id).pictures:
        if isinstance(picture, Chart):
            series = [each for each in picture.layers if isinstance(each, Curve | Dots | Columns)]
            assert len([each for each in series if each.label is not None]) <= 4


@each_step
def test_that_only_a_share_of_a_whole_fills_squares_before_an_audience(lesson, step):
    """Neither a margin of ± 1 year nor a total ε of 0.89 is a part of a hundred."""
    for played in (lesson(), demonstrated(lesson)):
        for number in scene_at(played, step.id).all_numbers:
            said = Language("en").say(number.said)
            share = re.fullmatch(r"[0-9.,]+ %|[0-9]+ of [0-9]+", said)
            assert (number.share is not None) == (share is not None)
            assert number.share is None or 0 <= number.share <= 1


# Words


def sentences_of(lesson):
    """All that a lesson says: as it is opened, as it is demonstrated, and its declarations."""
    yield lesson.title, lesson.about, lesson.questions, lesson.steps
    yield tuple(lesson.parameters().values())
    for step in lesson.steps:
        yield scene_of(lesson, step.id)
        yield scene_at(demonstrated(lesson), step.id)


@every
def test_that_both_languages_say_everything(lesson):
    said = {value for part in sentences_of(lesson) for value in within(part) if isinstance(value, Sentence)}
    assert said
    for sentence in said:
        if sentence.text and sentence.text != "{text}":
            assert sentence.text in texts()
            assert chinese()[sentence.text], sentence.text
        for code in ("en", "zh_CN"):
            spoken = Language(code).say(sentence)
            assert "{" not in spoken, "a place that was not filled in"
            assert "nan" not in spoken.lower().split()


@both
@each_step
def test_that_titles_of_steps_are_short(lesson, step, code):
    assert len(Language(code).say(step.title)) <= TITLE


@both
@each_step
def test_that_a_key_number_is_a_number(lesson, step, code):
    """It is set in the largest type there is: no sentence fits there."""
    key = scene_of(lesson, step.id).key
    if key is not None:
        assert len(Language(code).say(key.said)) <= 14


# Work


@each_step
def test_that_a_scene_is_quick_or_asked_in_the_background(lesson, step):
    if step.background:
        return
    scene_of(lesson, step.id)  # modules are imported once
    clear_caches()
    assert calls(lambda: lesson(seed=23).scene(step.id)) <= QUICK


# Elsewhere in the program


def opened(opening, before=None):
    """The program once the settings were taken over; nothing of them is refused on the way."""
    state = before or State()
    for message in messages_of(opening):
        state = update(state, message)
        assert dict(state.refused) == {}, (opening.settings, message)
    return state


@each_step
def test_that_every_step_can_be_opened_elsewhere_and_is_valid_there(lesson, step):
    for played in (lesson(), demonstrated(lesson), *ends_of(lesson)):
        openings = scene_at(played, step.id).openings
        assert openings, played
        assert len({each.label for each in openings}) == len(openings)
        for opening in openings:
            assert opening.card == "" or opening.card in {each.card for each in CARD_SPECS}
            state = opened(opening)
            assert state.workspace.value == opening.workspace
            if opening.workspace == "release":
                plan, refusals = judged(state.releasing.plan)
                assert refusals == ()
                assert plan.privacy.epsilon == Fraction(opening.settings["epsilon"])
                assert Path(state.releasing.csv).is_file()
            else:
                assert settings_in(state, opening) == dict(opening.settings)
                assert update(state, Settled()) == state, "axes are of the settings before"
                assert mechanism_of(state).id == state.mechanism


def settings_in(state, opening):
    """What the program holds now of all that an opening sets."""
    chosen = {"mechanism": state.mechanism, "target.neighbours": state.target.neighbours}
    return {path: chosen[path] if path in chosen else value_at(state, path) for path in opening.settings}


def another():
    """Where somebody looked at a sample, at a household and at neighbours of another kind before."""
    state = State(mechanism="gaussian")
    for message in (
        SensitivityInputChosen("neighbours", Neighbours.SUBSTITUTE),
        Moved("target.epsilon", 3.0),
        Moved("target.sensitivity", 2.5),
        SensitivityInputChosen("sampling", Sampling.WITHOUT_REPLACEMENT),
        Moved("shape.sampling_rate", 0.1),
        Moved("reading.group", 7),
    ):
        state = update(state, message)
    assert dict(state.refused) == {}
    assert state.setting != State().setting
    return state


@each_step
def test_that_what_is_opened_does_not_depend_on_what_was_looked_at_before(lesson, step):
    for opening in scene_of(lesson, step.id).openings:
        if "mechanism" in opening.settings:
            here, there = opened(opening), opened(opening, another())
            assert settings_in(here, opening) == settings_in(there, opening)
            assert guarantee_of(here) == guarantee_of(there)
            assert here.reading.group == there.reading.group


NOWHERE_ELSE = {
    ("catastrophe", "drag", "people"),  # no mechanism knows how many there are
    ("learning-a-table", "rounds", "shown"),  # Explore shows the last round, and stops at none
    ("learning-a-table", "rounds", "alpha"),
    ("randomised-response", "room", "asked"),  # one answer is opened, not those of a room
    ("randomised-response", "room", "yes"),
    ("randomised-response", "cost", "asked"),
}


@each_step
def test_that_an_opening_carries_what_is_moved_in_its_step(lesson, step):
    for name in step.controls:
        declared = lesson.parameters()[name]
        whole = int if declared.integer else float
        ends = [lesson(**{name: whole(end)}) for end in (declared.low, declared.high)]
        one, other = (scene_at(each, step.id).openings for each in ends)
        kept = [each.settings for each in one] == [each.settings for each in other]
        assert kept == ((lesson.id, step.id, name) in NOWHERE_ELSE), name


def test_that_values_are_told_apart():
    chart = scene_of(LESSONS[0], LESSONS[0].steps[2].id)
    other = dataclasses.replace(chart, text=())
    assert same(chart, chart)
    assert not same(chart, other)
    assert not same(np.array([1.0]), np.array([1.0, 2.0]))
    assert same(math.nan, math.nan)
