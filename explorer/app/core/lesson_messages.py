"""What a person did in a lesson. Its parameters are moved and typed as any other: "lesson.epsilon"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from explorer.lessons.parts.scene import Opening


@dataclass(frozen=True, slots=True)
class LessonOpened:
    """Another lesson, by its id, at the step where it was left; or at the one that is named."""

    lesson: str
    step: str = ""


@dataclass(frozen=True, slots=True)
class LessonStepTaken:
    """Another step of the lesson in hand, by its id: refused where a guess is still to be given before it."""

    step: str


@dataclass(frozen=True, slots=True)
class LessonTurned:
    """So many steps further, or back; not beyond the ends.

    Before an audience a guess may be left unsaid: `presented`.
    """

    by: int
    presented: bool = False


@dataclass(frozen=True, slots=True)
class LessonGuessed:
    """The guess of the step in hand, as typed: in percent or as a share, or as a number."""

    text: str


@dataclass(frozen=True, slots=True)
class LessonChosen:
    """The guess of the step in hand, where it is one of several choices: its place, from 0."""

    place: int


@dataclass(frozen=True, slots=True)
class LessonPlayed:
    """An action of the step in hand, by its id."""

    action: str


@dataclass(frozen=True, slots=True)
class LessonRedrawn:
    """Other simulated people, and other noise: the next seed."""


@dataclass(frozen=True, slots=True)
class LessonReset:
    """The lesson in hand begins again: its settings, moves and guesses are as at first."""


@dataclass(frozen=True, slots=True)
class LessonContinued:
    """The settings of a step are taken over elsewhere: one of its scene's openings."""

    opening: Opening


LessonMessage = (
    LessonOpened
    | LessonStepTaken
    | LessonTurned
    | LessonGuessed
    | LessonChosen
    | LessonPlayed
    | LessonRedrawn
    | LessonReset
    | LessonContinued
)
