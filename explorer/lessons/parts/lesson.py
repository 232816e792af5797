"""A lesson: its steps, its declared parameters, and the scene of each step as a pure function of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import ClassVar, Self

import numpy as np

from explorer.lessons.parts.scene import Scene
from explorer.mark import Sentence
from explorer.privacy.parameter import Parameter, parameters
from explorer.privacy.registry import walk
from explorer.privacy.samplers.integer_sampler import RandomBytes
from explorer.privacy.samplers.seeded_bytes import seeded_bits

SEED = 1  # of a lesson that is opened for the first time
HIGHEST_SEED = 2**31 - 1


class GuessKind(Enum):
    """In what a guess is typed."""

    SHARE = "share"  # a value from 0 to 1, typed and shown in percent
    NUMBER = "number"
    CHOICE = "choice"  # the place of one of the choices, from 0


@dataclass(frozen=True)
class Guess:
    """A question that is answered before anything is shown.

    `number` is the id of the `Number` of a later step that answers it, `revealed` the id of the first step
    that has it. For a CHOICE the value of that number is the place of the right choice.
    """

    question: Sentence
    kind: GuessKind
    number: str
    revealed: str
    low: float = 0.0
    high: float = 1.0
    choices: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class Step:
    """One step, as far as it is the same for all settings.

    Attributes
    ----------
    id : "guess", "attack", "drag", "fails", "cost", or a noun of the lesson's own; unique in its lesson
    title : for the row of steps, at most some 22 characters
    guess : what is to be guessed first; the step's scene may show nothing that gives the answer away
    controls : the names of declared parameters that can be moved here
    notes : for who speaks: what to ask the room, what to wait for, how long
    redraws : whether another seed may be drawn here
    background : whether a scene may take longer than 20 ms, so that it is asked in the background
    """

    id: str
    title: Sentence
    guess: Guess | None = None
    controls: tuple[str, ...] = ()
    notes: tuple[Sentence, ...] = ()
    redraws: bool = False
    background: bool = False


@dataclass(frozen=True)
class Lesson(ABC):
    """The base: a concrete lesson is a frozen dataclass of declared parameters (`param`), all with defaults.

    `seed` gives the simulated people and all that is drawn; the same settings give the same scenes. `moves`
    are the ids of the actions played so far, in order. `explains` names entries of the help by their ids.
    """

    id: ClassVar[str]
    order: ClassVar[int]
    title: ClassVar[Sentence]
    about: ClassVar[Sentence]  # what will be seen, in one line
    minutes: ClassVar[int]
    steps: ClassVar[tuple[Step, ...]]  # four to six
    source: ClassVar[str]  # papers and theorems
    explains: ClassVar[tuple[str, ...]] = ()
    questions: ClassVar[tuple[Sentence, ...]] = ()  # for the handout, without answers

    seed: int = SEED
    moves: tuple[str, ...] = ()

    @abstractmethod
    def scene(self, step: str) -> Scene:
        """What the step of this id shows and says with these settings. Pure.

        Errors
        ------
        KeyError
            No step has this id.
        """

    def demonstrated(self) -> Self:
        """The lesson as it would be played before an audience: with moves, where it has any."""
        return self

    def random(self, stream: int) -> np.random.Generator:
        """Randomness for simulated people: the same for the same seed and stream. Never for noise."""
        return np.random.default_rng((self.seed, stream))

    def bits(self, stream: int) -> RandomBytes:
        """Randomness for the program's exact samplers, from the seed: for simulated noise alone."""
        return seeded_bits(self.seed, stream)

    @classmethod
    def parameters(cls) -> Mapping[str, Parameter]:
        """The declared parameters by name, in their order."""
        return parameters(cls)


@cache
def every_lesson() -> Mapping[str, type[Lesson]]:
    """All lessons by id, in their order."""
    import explorer.lessons

    return MappingProxyType(walk(explorer.lessons, base=Lesson))  # type: ignore[type-abstract]


def step_of(lesson: type[Lesson], identity: str) -> Step:
    """The step of this id. Raises `KeyError` where there is none."""
    for step in lesson.steps:
        if step.id == identity:
            return step
    raise KeyError(identity)
