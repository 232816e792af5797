"""What a person did to the two probability tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class TablesTyped:
    """The text in the field is now this: typed, pasted, dropped or read from a file."""

    gradual: ClassVar[bool] = True

    text: str


@dataclass(frozen=True, slots=True)
class TablesRounded:
    """The numbers are rounded to so many digits after the point; 0: they are exact."""

    digits: int


TablesMessage = TablesTyped | TablesRounded
