"""The scene of a step: in the frame where it is quick, as a question in the background where it is not."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

from explorer.app.core.lesson_place import LessonPlace, lesson_at
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.learn.lesson_way import Way, way_of
from explorer.app.plotting.figure import Answers
from explorer.lessons.parts.scene import Scene

_KEPT = 64  # scenes that are not computed again


@dataclass(frozen=True, slots=True)
class SceneAsked(Request):
    """What a step shows with these settings. `settings` has no more than the scene depends on."""

    settings: LessonPlace
    step: str

    @property
    def sort(self) -> Hashable:
        """The newest scene of a step stands in for the one that is to come."""
        return SceneAsked, self.settings.lesson, self.step

    def __call__(self) -> Scene:
        return lesson_at(self.settings).scene(self.step)


@dataclass(frozen=True)
class Shown:
    """A scene, and whether it is of the settings of now; None while there is none at all."""

    scene: Scene | None
    current: bool


def asked(way: Way) -> SceneAsked:
    """The question about the step in hand: neither guesses nor how far one came are part of it."""
    place = way.place
    return SceneAsked(
        LessonPlace(place.lesson, seed=place.seed, values=place.values, moves=place.moves), way.step.id
    )


def questions(state: State) -> tuple[SceneAsked, ...]:
    """What is to be answered in the background."""
    way = way_of(state)
    return (asked(way),) if way.step.background else ()


def shown(state: State, answers: Answers) -> Shown:
    """The scene of the step in hand; while it is computed, the last one of this step."""
    way = way_of(state)
    question = asked(way)
    if not way.step.background:
        return Shown(_at_once(question), True)
    if question in answers:
        return Shown(_scene(answers[question]), True)
    newest = getattr(answers, "newest", {}).get(question.sort)
    return Shown(None if newest is None else _scene(answers[newest]), False)


@lru_cache(maxsize=_KEPT)
def _at_once(question: SceneAsked) -> Scene:
    return question()


def _scene(answer: object) -> Scene:
    if not isinstance(answer, Scene):
        raise TypeError("the answer about a step is its scene")
    return answer
