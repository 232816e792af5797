"""What a person starts from instead of ε, and what the ε in force was found from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class StartFrom(Enum):
    """What is given; ε follows from it, but from itself."""

    EPSILON = "epsilon"
    BELIEF = "belief"
    MARGIN = "margin"
    HARM = "harm"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Origin:
    """What an ε was found from: the numbers of that sentence, by name.

    Of a harm `name` says which; of a margin "joint" where it is one of all counts together.
    """

    kind: StartFrom
    epsilon: float
    values: tuple[tuple[str, float], ...] = ()
    name: str = ""

    def __getitem__(self, name: str) -> float:
        """One of the numbers. Raises `KeyError` where there is none of that name."""
        return dict(self.values)[name]


@dataclass(frozen=True, slots=True)
class Start:
    """Which sentence stands above ε, and what ε followed from last, as long as it still does."""

    chosen: StartFrom = StartFrom.EPSILON
    origin: Origin | None = None
