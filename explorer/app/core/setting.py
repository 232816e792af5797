"""One release as a person has set it: the mechanism, what it is to guarantee, and its shape."""

from __future__ import annotations

from dataclasses import dataclass, field

from explorer.privacy.shape import PLAIN, Shape
from explorer.privacy.target import Target


@dataclass(frozen=True, slots=True)
class Setting:
    """One release as a person has set it."""

    mechanism: str = "laplace"
    target: Target = field(default_factory=Target)
    shape: Shape = PLAIN

    def __hash__(self) -> int:
        """By what moves under a hand: settings are looked up many times a frame."""
        return hash((self.mechanism, self.target.epsilon, self.target.delta, self.target.sensitivity))
