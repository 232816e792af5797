"""What is released besides one number: among how many options, in how many coordinates, of what sample."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import Enum
from typing import Any

from explorer.mark import N_
from explorer.privacy.parameter import Scale, param


class Sampling(Enum):
    """How a secret sample is drawn: each unit by itself, or so many of all units."""

    POISSON = "poisson"
    WITHOUT_REPLACEMENT = "without-replacement"


@dataclass(frozen=True, slots=True)
class Shape:
    """Numbers that only some mechanisms take: each takes those that its own fields are named for.

    `sampling_rate` and `sampling` are no mechanism's: they wrap any of them (the package `subsampling`).
    """

    categories: int = param(
        2,
        symbol="m",  # k is how many releases
        title=N_("possible answers"),
        low=2,
        high=1_000_000,
        slider=(2, 100),
        scale=Scale.LOG,
        integer=True,
        help=N_("The number of possible answers."),
    )
    candidates: int = param(
        5,
        symbol="N",
        title=N_("candidates"),
        low=2,
        high=1_000_000,
        slider=(2, 100),
        scale=Scale.LOG,
        integer=True,
        help=N_("The number of candidates to choose from."),
    )
    dimension: int = param(
        10,
        symbol="d",
        title=N_("coordinates"),
        low=1,
        high=1_000_000,
        slider=(1, 1000),
        scale=Scale.LOG,
        integer=True,
        help=N_("The number of values released together."),
    )
    steps: int = param(
        365,
        symbol="T",
        title=N_("steps"),
        low=1,
        high=1_000_000,
        slider=(1, 10_000),
        scale=Scale.LOG,
        integer=True,
        help=N_("The number of steps, such as days, with a published running total."),
    )
    sampling_rate: float = param(
        1.0,
        symbol="q",
        title=N_("sampled share"),
        low=1e-6,
        high=1.0,
        slider=(0.001, 1.0),
        scale=Scale.LOG,
        private_side=-1,
        low_end=N_("few are in the sample"),
        high_end=N_("everybody is"),
        help=N_(
            "The probability that a unit is in the sample, which must stay secret. With sampling "
            "the same noise protects more."
        ),
    )
    sampling: Sampling = Sampling.POISSON


PLAIN = Shape()


def shape_field(name: str) -> Any:
    """A mechanism's own field of `Shape`, declared as it is there."""
    (declared,) = (each for each in dataclasses.fields(Shape) if each.name == name)
    return dataclasses.field(default=declared.default, metadata=declared.metadata)
