"""Advanced composition as it was first proven."""

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


@dataclass(frozen=True)
class Advanced(Composition):
    """ε√(2k ln 1/δ') + kε(e^ε−1), for adaptively chosen releases.

    Source
    ------
    Dwork, Rothblum & Vadhan (2010), Theorem III.3; Dwork & Roth (2014), Theorem 3.20.
    """

    id: ClassVar[str] = "advanced"
    order: ClassVar[int] = 30
    title: ClassVar[Sentence] = N_("Dwork–Roth Theorem 3.20")
    short: ClassVar[Sentence] = N_("D–R 3.20")
    source: ClassVar[str] = "Dwork & Roth 2014, Theorem 3.20"
    formula: ClassVar[str] = "ε′ = ε√(2k ln(1/δ′)) + kε(e^ε − 1),  δ′ = total δ − kδ"
    latex: ClassVar[str] = (
        r"\varepsilon'=\varepsilon\sqrt{2k\ln\frac{1}{\delta'}}+k\,\varepsilon\,(e^{\varepsilon}-1)"
    )
    about: ClassVar[Sentence | None] = N_(
        "Privacy losses partly cancel: the total grows with √k, plus a drift term that is "
        "proven but loose; for ε ≥ ln 2 the total never beats basic composition."
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
        """k = 2 ln(1/δ')/(2−e^ε)² for ε < ln 2; else never."""
        if release.epsilon is not None and release.epsilon >= math.log(2):
            return Crossing(
                None, None, None, N_("never: for ε ≥ ln 2 it is above basic composition at every k")
            )
        gap = 2 - math.exp(release.epsilon or 0.0)
        return log_crossing(release, total_delta, 2 / gap**2)

    def largest_epsilon(self, total_epsilon: float, total_delta: float, count: int, delta: float) -> float:
        """The root of the formula in ε, rounded down."""
        return largest_by_root(self, total_epsilon, total_delta, count, delta)


def _form(epsilon: float, counts: Floats, logs: Floats) -> Floats:
    mean = epsilon * float(np.expm1(epsilon))
    return epsilon * np.sqrt(2 * counts * logs) + counts * mean
