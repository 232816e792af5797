"""A private choice of one of several candidates as exact numbers: how it is made, and what it spends."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Context
from fractions import Fraction
from functools import lru_cache

from explorer.privacy.bounded_range import bounded_range_rho
from explorer.privacy.notation import exact_text
from explorer.release.values.noise_distribution import GAUSSIAN

PERMUTE_AND_FLIP, EXPONENTIAL = "permute-and-flip", "exponential"
_HALVINGS = 60
_DOWN = Context(prec=12, rounding=ROUND_FLOOR)
_SLACK = 1e-9  # a million times what rounding does to the ρ that is compared


@dataclass(frozen=True, slots=True)
class Choice:
    """What `choose` takes.

    `sensitivity` : how far one unit moves any score, in rows
    `parameter` : the ε or ρ that the choice may spend, exact and above 0
    `mechanism` : of the noise of the same query, which tells whether ε or ρ is spent
    """

    mechanism: str
    sensitivity: int
    parameter: Fraction

    @property
    def sampler(self) -> str:
        """Permute-and-flip for pure ε, where it is never worse; the exponential mechanism for ρ."""
        return EXPONENTIAL if self.mechanism == GAUSSIAN else PERMUTE_AND_FLIP

    @property
    def epsilon(self) -> Fraction:
        """The ε of the choice by itself."""
        return largest_epsilon(self.parameter) if self.mechanism == GAUSSIAN else self.parameter

    @property
    def scale(self) -> Fraction:
        """2Δ/ε: a candidate whose score is so much lower is e times less likely."""
        return 2 * self.sensitivity / self.epsilon

    def described(self) -> dict[str, object]:
        """The exact numbers, as they are exported and kept."""
        spent = {"rho": exact_text(self.parameter)} if self.mechanism == GAUSSIAN else {}
        return {
            "choice": self.sampler,
            "sensitivity": {"score": str(self.sensitivity)},
            **spent,
            "epsilon_of_choice": exact_text(self.epsilon),
            "scale": exact_text(self.scale),
        }


@lru_cache(maxsize=256)
def largest_epsilon(rho: Fraction) -> Fraction:
    """The largest ε, to some nine digits and never above it, whose exponential mechanism spends at most ρ.

    Source
    ------
    Harrison & Manurangsi (2026): the exact ρ of a bounded range, below ε²/8.
    """
    wish = float(rho) * (1 - _SLACK)
    low = math.sqrt(8 * wish)
    high = 2 * low
    while bounded_range_rho(high) < wish:
        low, high = high, 2 * high
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if bounded_range_rho(middle) <= wish else (low, middle)
    return Fraction(_DOWN.create_decimal_from_float(low))
