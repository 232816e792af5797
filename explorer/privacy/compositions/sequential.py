"""Sequential composition: privacy losses add up."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.composition_common import (
    bound_of,
    largest_of,
    nothing_left,
    sums_within,
    unknown,
)
from explorer.privacy.composition import Bound, Composition, Counts, Crossing, Family, Kind, Release


@dataclass(frozen=True)
class Sequential(Composition):
    """(kε, kδ): holds for adaptively chosen releases, needs no δ' of its own.

    Source
    ------
    Dwork & Roth (2014), Theorem 3.16 and Corollary 3.15.
    """

    id: ClassVar[str] = "sequential"
    order: ClassVar[int] = 10
    title: ClassVar[Sentence] = N_("basic composition")
    source: ClassVar[str] = "Dwork & Roth 2014, Theorem 3.16"
    formula: ClassVar[str] = "ε′ = kε,  total δ = kδ"
    latex: ClassVar[str] = r"\varepsilon'=k\,\varepsilon,\quad \delta_{\mathrm{total}}=k\,\delta"
    about: ClassVar[Sentence | None] = N_(
        "The ε of all releases add, and so do the δ. Always true, but seldom tight."
    )
    holds: ClassVar[Sentence] = N_(
        "Holds for adaptively chosen releases, at every k with kδ within the total. Also if "
        "each ε and δ is chosen adaptively, as long as both sums stay within a budget fixed "
        "beforehand (Rogers, Roth, Ullman & Vadhan 2016)."
    )
    kind: ClassVar[Kind] = Kind.UPPER
    closed: ClassVar[bool] = True
    family: ClassVar[Family] = Family.BASIC

    def total(self, release: Release, counts: Counts, total_delta: float) -> Bound:
        """kε where kδ is within the total."""
        if release.epsilon is None:
            return bound_of(self, counts, np.full(len(counts), np.nan), unknown())
        within = sums_within(release.delta, counts, total_delta)
        values = np.where(within, counts * release.epsilon, np.nan)
        return bound_of(self, counts, values, nothing_left())

    def crossing(self, release: Release, total_delta: float) -> Crossing:
        """None: it is the line itself."""
        return Crossing(None, None, None, N_("the reference for the other bounds"))

    def largest_epsilon(self, total_epsilon: float, total_delta: float, count: int, delta: float) -> float:
        """total/k, rounded down."""
        if not sums_within(delta, np.array([count], dtype=np.int64), total_delta)[0]:
            return math.nan
        guess = total_epsilon / count if count else math.inf
        return largest_of(self, guess, total_epsilon, total_delta, count, delta)

    def delta_spent(self, delta: float, count: int, total_delta: float) -> float:
        """kδ: δ' is 0 here."""
        return min(count * delta, total_delta)
