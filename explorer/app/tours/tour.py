"""A tour as data: its steps, the control that each is about, and when a step is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from explorer.app.core.state import State
from explorer.app.tours.offers import TourOffer
from explorer.mark import Sentence

FINISHED = "finished"  # in place of the id of a step, where a tour was seen to its end
Done = Callable[[State, State], bool]
"""From the state when the step was entered, and that of now, to whether what it says was done."""


@dataclass(frozen=True, slots=True)
class Target:
    """The control that a step is about, within the card called `card`; "" is the bar at the top.

    `control` is its name in the window ("target.epsilon"), `field` a field of the plan by its path, `words`
    what stands on a button. The card itself where none of them is given, or is there now.
    """

    card: str
    control: str = ""
    field: str = ""
    words: Sentence | None = None


@dataclass(frozen=True, slots=True)
class TourStep:
    """One step: what to do in a sentence or two. `done` is None where there is only something to see."""

    id: str
    title: Sentence
    words: Sentence
    target: Target
    done: Done | None = None


@dataclass(frozen=True, slots=True)
class Tour:
    """For one kind of person, as it is offered."""

    offer: TourOffer
    steps: tuple[TourStep, ...]

    @property
    def id(self) -> str:
        """Its id."""
        return self.offer.id

    def place_of(self, kept: str) -> int:
        """Which step to begin with, from 0: where it was left; from the start where it was seen, or never.

        A step that a newer version of the program no longer has is the first one.
        """
        return next((place for place, step in enumerate(self.steps) if step.id == kept), 0)
