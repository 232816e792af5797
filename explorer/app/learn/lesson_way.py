"""The way through the lesson in hand: its steps, which were reached, which guess is still to be given."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.app.core.lesson_place import LessonPlace, kind_of, place_among, place_of
from explorer.app.core.state import State
from explorer.lessons.parts.lesson import Lesson, Step


@dataclass(frozen=True)
class Way:
    """One lesson and how far a person has come in it."""

    kind: type[Lesson]
    place: LessonPlace

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, in order."""
        return self.kind.steps

    @property
    def ids(self) -> tuple[str, ...]:
        """Their ids."""
        return tuple(step.id for step in self.steps)

    @property
    def here(self) -> int:
        """The place of the step in hand, from 0."""
        return place_among(self.steps, self.place.step)

    @property
    def step(self) -> Step:
        """The step in hand."""
        return self.steps[self.here]

    @property
    def reached(self) -> int:
        """The place of the last step that was reached, from 0."""
        return max(place_among(self.steps, self.place.furthest), self.here)

    @property
    def furthest(self) -> str:
        """The id of that step."""
        return self.ids[self.reached]

    @property
    def begun(self) -> bool:
        """Whether anything was done in it."""
        return self.reached > 0 or self.place != LessonPlace(self.kind.id, step=self.place.step)

    @property
    def done(self) -> bool:
        """Whether its last step was reached."""
        return self.reached == len(self.steps) - 1

    def waiting_before(self, step: str) -> str | None:
        """The first step before this one whose guess is still to be given; None where all are given.

        Steps that were reached once can be gone back to.
        """
        to = self.ids.index(step)
        if to <= self.reached:
            return None
        given = dict(self.place.guesses)
        before = (each for each in self.steps[:to] if each.guess is not None and each.id not in given)
        return next((each.id for each in before), None)

    def guess_at(self, step: str) -> float | None:
        """What was guessed in a step."""
        return dict(self.place.guesses).get(step)


def way_of(state: State, lesson: str = "") -> Way:
    """Of the lesson in hand, or of the one that is named."""
    from explorer.lessons.parts.lesson import every_lesson

    kind = every_lesson()[lesson] if lesson else kind_of(state.lessons)
    return Way(kind, place_of(state.lessons, kind.id))
