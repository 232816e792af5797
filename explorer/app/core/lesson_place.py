"""Where a person is in the lessons: which lesson, and in each how far, with which settings and guesses.

Steps, parameters and moves are kept by their names. What a name means is asked of the lesson only when it
is needed: a window that starts imports no lesson, and a session may know steps that a lesson has no longer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from explorer.privacy.parameter import Parameter
from explorer.privacy.refusal import OutOfRange

if TYPE_CHECKING:
    from explorer.lessons.parts.lesson import Lesson, Step

SECTION = "lesson"  # of the paths of a lesson's parameters: "lesson.epsilon"
GUESS = "lesson-guess"  # the field beside which a guess is refused
FIRST_SEED = 1  # `explorer.lessons.parts.lesson.SEED`, without its import
MOST_MOVES = 1000


@dataclass(frozen=True, slots=True)
class LessonPlace:
    """One lesson as a person has left it.

    Attributes
    ----------
    lesson : its id
    step, furthest : ids of the step in hand and of the last one reached; "" is the first
    seed : of the simulated people and all that is drawn
    values : of those parameters that were moved, by name
    moves : the actions played, in order
    guesses : by the id of the step that asks; of a choice its place
    """

    lesson: str
    step: str = ""
    furthest: str = ""
    seed: int = FIRST_SEED
    values: tuple[tuple[str, float], ...] = ()
    moves: tuple[str, ...] = ()
    guesses: tuple[tuple[str, float], ...] = ()

    @property
    def played(self) -> tuple[object, ...]:
        """What a person set and did in it: the part that undo takes back."""
        return self.seed, self.values, self.moves, self.guesses


@dataclass(frozen=True, slots=True)
class Lessons:
    """The lesson in hand ("" is the first), and every lesson that was begun."""

    lesson: str = ""
    places: tuple[LessonPlace, ...] = ()

    @property
    def played(self) -> tuple[object, ...]:
        """What undo takes back: where a person is looking is no step."""
        return tuple((each.lesson, each.played) for each in self.places if each.played != _UNPLAYED)

    def with_place(self, place: LessonPlace) -> Lessons:
        """The same with one lesson as it is now."""
        others = (each for each in self.places if each.lesson != place.lesson)
        return replace(self, places=tuple(sorted((*others, place), key=lambda each: each.lesson)))

    def returned(self, present: Lessons) -> Lessons:
        """These, kept at an earlier time, as undo gives them back.

        Where nothing that was played differs, the present lesson and step stay in front; else the step in
        which the difference was made. How far a person came is never taken back.
        """
        if self.played == present.played:
            return present
        reached = {each.lesson: each for each in present.places}
        kept = {each.lesson: each for each in self.places}
        places = []
        for name in sorted(reached.keys() | kept.keys()):
            now, then = reached.get(name, LessonPlace(name)), kept.get(name, LessonPlace(name))
            step = now.step if now.played == then.played else then.step
            places.append(replace(then, step=step, furthest=now.furthest or then.furthest))
        changed = next(
            (
                each.lesson
                for each in places
                if each.played != reached.get(each.lesson, LessonPlace(each.lesson)).played
            ),
            self.lesson,
        )
        return Lessons(changed, tuple(places))


_UNPLAYED = LessonPlace("").played


def kind_of(lessons: Lessons) -> type[Lesson]:
    """The lesson in hand; the first one where a session names one that is not known."""
    from explorer.lessons.parts.lesson import every_lesson

    known = every_lesson()
    return known.get(lessons.lesson) or next(iter(known.values()))


def place_of(lessons: Lessons, lesson: str = "") -> LessonPlace:
    """How far one lesson has come, the one in hand where none is named."""
    name = lesson or kind_of(lessons).id
    return next((each for each in lessons.places if each.lesson == name), LessonPlace(name))


@lru_cache(maxsize=128)
def lesson_at(place: LessonPlace) -> Lesson:
    """The lesson with its settings; what its parameters do not admit keeps its default.

    Errors
    ------
    KeyError
        No lesson has this id.
    """
    from explorer.lessons.parts.lesson import every_lesson

    kind = every_lesson()[place.lesson]
    declared = kind.parameters()
    values = {name: _fitting(declared[name], value) for name, value in place.values if name in declared}
    admitted = {name: value for name, value in values.items() if value is not None}
    return kind(seed=place.seed, moves=place.moves, **admitted)


def _fitting(parameter: Parameter, value: float) -> float | None:
    try:
        checked = parameter.check(value)
    except OutOfRange:
        return None
    return round(checked) if parameter.integer else float(checked)


def in_hand(lessons: Lessons) -> Lesson:
    """The lesson in hand with its settings."""
    return lesson_at(place_of(lessons))


def place_among(steps: tuple[Step, ...], identity: str) -> int:
    """Which step has this id, from 0; the first where none has."""
    return next((at for at, step in enumerate(steps) if step.id == identity), 0)


def step_in_hand(lessons: Lessons) -> Step:
    """The step that is looked at."""
    steps = kind_of(lessons).steps
    return steps[place_among(steps, place_of(lessons).step)]


def parameter_at(lessons: Lessons, name: str) -> Parameter:
    """The declaration of a parameter of the lesson in hand. Raises `KeyError` where it has none so called."""
    declared: Mapping[str, Parameter] = kind_of(lessons).parameters()
    return declared[name]


def value_of(lessons: Lessons, name: str) -> float:
    """The value of a parameter of the lesson in hand."""
    return float(getattr(in_hand(lessons), name))
