"""How a lesson goes on: opened, stepped through, guessed at, played, drawn anew, begun again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from explorer.app.core import lesson_messages as said
from explorer.app.core.lesson_place import (
    GUESS,
    MOST_MOVES,
    SECTION,
    LessonPlace,
    kind_of,
    parameter_at,
    place_of,
)
from explorer.app.core.message import Moved, Typed
from explorer.app.core.refusals import accept, concerns, refuse
from explorer.app.core.state import State
from explorer.app.learn.guess import read_guess, refused_place
from explorer.app.learn.lesson_way import Way, way_of
from explorer.lessons.parts.lesson import HIGHEST_SEED, Lesson, every_lesson
from explorer.mark import N_
from explorer.privacy.notation import read
from explorer.privacy.refusal import NotANumber, NotValid, OutOfRange, Refusal


def moved(state: State, message: Moved) -> State:
    """A parameter of the lesson in hand, checked as it declares it."""
    name = message.path.partition(".")[2]
    parameter = parameter_at(state.lessons, name)
    try:
        value = parameter.check(message.value)
    except OutOfRange as refusal:
        return refuse(state, message.path, refusal)
    place = place_of(state.lessons)
    values = {**dict(place.values), name: float(value)}
    if value == parameter.default:
        del values[name]
    after = _at(state, replace(place, values=tuple(sorted(values.items()))))
    return accept(after, message.path)


def typed(state: State, message: Typed) -> State:
    """The same in any notation."""
    parameter = parameter_at(state.lessons, message.path.partition(".")[2])
    try:
        value = read(message.text)
    except NotANumber as refusal:
        values = {"name": parameter.symbol, "low": parameter.low, "high": parameter.high}
        why = N_("{why}; {name} lies between {low} and {high}", why=refusal.sentence, **values)
        if not message.text.strip():
            why = N_("{name} needs a number between {low} and {high}", **values)
        return refuse(state, message.path, NotANumber(why, parameter.name))
    return moved(state, Moved(message.path, value))


def _at(state: State, place: LessonPlace) -> State:
    return replace(state, lessons=state.lessons.with_place(place))


def _mended(state: State) -> State:
    """What was refused of one step says nothing about another."""
    return accept(state, *(field for field in state.refused if concerns(field, (SECTION, GUESS))))


def _opened(state: State, message: said.LessonOpened) -> State:
    if message.lesson not in every_lesson():
        return state
    opened = _mended(replace(state, lessons=replace(state.lessons, lesson=message.lesson)))
    return _to_step(opened, message.step) if message.step else opened


def _to_step(state: State, step: str) -> State:
    """A step that can be reached; else the refusal beside the guess that it waits for."""
    way = way_of(state)
    if step not in way.ids:
        return state
    waiting = way.waiting_before(step)
    if waiting is not None:
        state = _stand(state, way, waiting)
        question = N_("Guess first, then go on: the answer is not shown before")
        return refuse(state, GUESS, NotValid(question, GUESS))
    return _stand(_mended(state), way, step)


def _stand(state: State, way: Way, step: str) -> State:
    """In a step, which from now on has been reached."""
    place = place_of(state.lessons)
    further = way.ids.index(step) > way.ids.index(way.furthest)
    return _at(state, replace(place, step=step, furthest=step if further else way.furthest))


def stand_in(state: State, step: str) -> State:
    """In a step of the lesson in hand, whatever was guessed before it: as an audience is shown it."""
    way = way_of(state)
    return _stand(_mended(state), way, step) if step in way.ids and step != way.step.id else state


def _step_taken(state: State, message: said.LessonStepTaken) -> State:
    return _to_step(state, message.step)


def _turned(state: State, message: said.LessonTurned) -> State:
    way = way_of(state)
    to = way.ids[min(max(way.here + message.by, 0), len(way.ids) - 1)]
    if message.presented:
        return stand_in(state, to)
    return _to_step(state, to)


def _guessed(state: State, message: said.LessonGuessed) -> State:
    step = way_of(state).step
    if step.guess is None:
        return state
    try:
        value = read_guess(step.guess, message.text)
    except Refusal as refusal:
        return refuse(state, GUESS, refusal)
    return _with_guess(state, step.id, value)


def _chosen(state: State, message: said.LessonChosen) -> State:
    step = way_of(state).step
    if step.guess is None:
        return state
    refusal = refused_place(step.guess, message.place)
    if refusal is not None:
        return refuse(state, GUESS, refusal)
    return _with_guess(state, step.id, float(message.place))


def _with_guess(state: State, step: str, value: float) -> State:
    place = place_of(state.lessons)
    guesses = {**dict(place.guesses), step: value}
    return accept(_at(state, replace(place, guesses=tuple(sorted(guesses.items())))), GUESS)


def _played(state: State, message: said.LessonPlayed) -> State:
    """One more move; a scene says by itself which one cannot be made now."""
    place = place_of(state.lessons)
    if len(place.moves) >= MOST_MOVES:
        return state
    return _at(state, replace(place, moves=(*place.moves, message.action)))


def _redrawn(state: State, _: said.LessonRedrawn) -> State:
    place = place_of(state.lessons)
    return _at(state, replace(place, seed=place.seed % HIGHEST_SEED + 1))


def _reset(state: State, _: said.LessonReset) -> State:
    """All but how far a person had come before."""
    return _mended(_at(state, LessonPlace(kind_of(state.lessons).id)))


def demonstrated(state: State) -> State:
    """The lesson in hand as it would be played before an audience, where it has moves of its own."""
    place, kind = place_of(state.lessons), kind_of(state.lessons)
    shown: Lesson = kind(seed=place.seed).demonstrated()
    return _at(state, replace(place, moves=shown.moves))


UPDATES: Mapping[type, Callable[[State, Any], State]] = MappingProxyType(
    {
        said.LessonOpened: _opened,
        said.LessonStepTaken: _step_taken,
        said.LessonTurned: _turned,
        said.LessonGuessed: _guessed,
        said.LessonChosen: _chosen,
        said.LessonPlayed: _played,
        said.LessonRedrawn: _redrawn,
        said.LessonReset: _reset,
        Moved: moved,
        Typed: typed,
    }
)
