"""Advanced composition with the exact mean of the loss."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.composition_common import (
    HOLDS_WHILE_LEFT,
    bound_of,
    largest_by_root,
    log_crossing,
    log_total,
    missing_reason,
)
from explorer.privacy.composition import Bound, Composition, Counts, Crossing, Family, Floats, Kind, Release

_LARGEST_EXPONENT = 700.0


@dataclass(frozen=True)
class AdvancedTanh(Composition):
    """ε√(2k ln 1/δ') + kε tanh(ε/2): Azuma's inequality around the largest possible mean loss.

    Source
    ------
    Kairouz, Oh & Viswanath (2015), Theorem 3.4, third expression.
    """

    id: ClassVar[str] = "advanced-tanh"
    order: ClassVar[int] = 40
    title: ClassVar[Sentence] = N_("advanced composition (tight drift)")
    short: ClassVar[Sentence] = N_("advanced")
    source: ClassVar[str] = "Kairouz, Oh & Viswanath 2015, Theorem 3.4, third expression"
    formula: ClassVar[str] = "ε′ = ε√(2k ln(1/δ′)) + kε·tanh(ε/2),  δ′ = total δ − kδ"
    latex: ClassVar[str] = (
        r"\varepsilon'=\varepsilon\sqrt{2k\ln\frac{1}{\delta'}}+k\,\varepsilon\,\tanh\frac{\varepsilon}{2}"
    )
    about: ClassVar[Sentence | None] = N_(
        "Privacy losses partly cancel: the total grows with √k, plus the largest mean loss of "
        "any mechanism with this ε."
    )
    holds: ClassVar[Sentence] = HOLDS_WHILE_LEFT
    kind: ClassVar[Kind] = Kind.UPPER
    closed: ClassVar[bool] = True
    family: ClassVar[Family] = Family.BASIC

    def total(self, release: Release, counts: Counts, total_delta: float) -> Bound:
        """Proven at every k with a δ' left."""
        values = log_total(release, counts, total_delta, _form)
        return bound_of(self, counts, values, missing_reason(release))

    def crossing(self, release: Release, total_delta: float) -> Crossing:
        """k = 2 ln(1/δ')/(1−tanh(ε/2))²."""
        epsilon = release.epsilon or 0.0
        # 1 − tanh(ε/2) = 2/(1+e^ε), without its cancellation
        factor = (1 + math.exp(min(epsilon, _LARGEST_EXPONENT / 2))) ** 2 / 2
        return log_crossing(release, total_delta, factor if epsilon < _LARGEST_EXPONENT / 2 else math.inf)

    def largest_epsilon(self, total_epsilon: float, total_delta: float, count: int, delta: float) -> float:
        """The root of the formula in ε, rounded down."""
        return largest_by_root(self, total_epsilon, total_delta, count, delta)


def _form(epsilon: float, counts: Floats, logs: Floats) -> Floats:
    return epsilon * np.sqrt(2 * counts * logs) + counts * epsilon * math.tanh(epsilon / 2)
