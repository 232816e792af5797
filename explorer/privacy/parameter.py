"""A number declared once, on the dataclass field that holds it.

Slider, spin box, command-line option, session file, reference, tooltip, range check and the tests'
strategies all come from the same declaration.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import OutOfRange, distinguished, out_of_range


class Scale(Enum):
    """How a slider walks from `low` to `high`."""

    LINEAR = "linear"
    LOG = "log"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One declared number.

    `low` and `high` are the accepted range, ends included. `slider` is the part of it that a slider
    walks (the rest is typed). `low_end` and `high_end` say in words what each end means. `private_side`
    is -1 where smaller values are more private, +1 where larger ones are, 0 where neither.
    """

    name: str
    symbol: str
    title: Sentence
    low: float
    high: float
    default: float
    scale: Scale
    unit: str = ""
    integer: bool = False
    slider: tuple[float, float] | None = None
    low_end: Sentence | None = None
    high_end: Sentence | None = None
    help: Sentence | None = None
    private_side: int = 0

    def check(self, value: float) -> float:
        """`value`, if it is a number in the range (a whole one where `integer`).

        Raises
        ------
        OutOfRange
            Naming the parameter and its range. NaN and infinities are outside every range.
        """
        whole = not self.integer or (math.isfinite(value) and value == math.floor(value))
        if not whole and self.low <= value <= self.high:
            shown = distinguished(value, math.floor(value), math.ceil(value))
            sentence = N_("{name} must be a whole number, not {value}", name=self.symbol, value=shown)
            raise OutOfRange(sentence, self.name)
        if not self.low <= value <= self.high:
            raise out_of_range(self.symbol, value, self.low, self.high, self.name)
        return value

    @property
    def walk(self) -> tuple[float, float]:
        """The ends of the slider."""
        return self.slider or (self.low, self.high)

    def position(self, value: float) -> float:
        """Where on its slider a value stands, in [0, 1]; values beyond an end stand at that end."""
        low, high = self.walk
        value = min(max(value, low), high)
        if self.scale is Scale.LOG:
            return math.log(value / low) / math.log(high / low)
        return (value - low) / (high - low)

    def value(self, position: float) -> float:
        """The value at a slider's position, rounded to three digits, so that sliders give plain numbers.

        The two ends are exact.
        """
        low, high = self.walk
        if position <= 0 or position >= 1:
            return low if position <= 0 else high
        raw = low * (high / low) ** position if self.scale is Scale.LOG else low + (high - low) * position
        rounded = float(round(raw)) if self.integer else float(f"{raw:.3g}")
        return min(max(rounded, low), high)  # 0.99996 of three digits would be 1


def param(default: float, **declared: Any) -> Any:
    """A dataclass field that is a declared parameter; `declared` are the other fields of `Parameter`."""
    return dataclasses.field(
        default=default, metadata={"parameter": {"default": default, "scale": Scale.LINEAR, **declared}}
    )


@lru_cache(maxsize=128)
def parameters(declaring: type) -> Mapping[str, Parameter]:
    """The declared parameters of a dataclass, by field name, in the order of declaration."""
    return MappingProxyType(
        {
            field.name: Parameter(name=field.name, **field.metadata["parameter"])
            for field in dataclasses.fields(declaring)
            if "parameter" in field.metadata
        }
    )
