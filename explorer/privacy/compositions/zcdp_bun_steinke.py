"""Zero-concentrated differential privacy, converted as it was first."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.composition_common import (
    HOLDS_AS_FILTER,
    from_the_first,
    largest_of,
    never,
    no_loss,
    unknown,
)
from explorer.privacy.accounting.concentrated import bun_steinke, concentrated_total, missing_rho, square_rho
from explorer.privacy.composition import Bound, Composition, Counts, Crossing, Family, Kind, Release


@dataclass(frozen=True)
class ZcdpBunSteinke(Composition):
    r"""kρ + 2√(kρ ln 1/δ).

    ρ adds up, for adaptively chosen releases too. All of the total δ is for the conversion: the δ₀ that a
    Gaussian was calibrated with is not spent. A pure release enters as ρ = ε²/2, as in the paper; the tighter
    ρ that are known now enter the other conversion (`Zcdp`).

    Source
    ------
    Bun & Steinke (2016), Proposition 1.3, Lemma 1.7 and Proposition 1.4.
    """

    id: ClassVar[str] = "zcdp-bun-steinke"
    order: ClassVar[int] = 65
    title: ClassVar[Sentence] = N_("zCDP, Bun–Steinke 2016 conversion")
    short: ClassVar[Sentence] = N_("zCDP (2016)")
    source: ClassVar[str] = "Bun & Steinke 2016, Proposition 1.3"
    formula: ClassVar[str] = "ε′ = kρ + 2√(kρ ln(1/δ)),  pure ε: ρ = ε²/2"
    latex: ClassVar[str] = r"\varepsilon'=k\,\rho+2\sqrt{k\,\rho\,\ln\frac{1}{\delta}}"
    holds: ClassVar[Sentence] = HOLDS_AS_FILTER
    kind: ClassVar[Kind] = Kind.UPPER
    closed: ClassVar[bool] = True
    family: ClassVar[Family] = Family.MOMENTS
    own_loss: ClassVar[bool] = True

    def total(self, release: Release, counts: Counts, total_delta: float) -> Bound:
        """Proven at every k for releases that have a ρ, at a total δ above 0."""
        return concentrated_total(self, bun_steinke, square_rho(release), release, counts, total_delta)

    def crossing(self, release: Release, total_delta: float) -> Crossing:
        """k = 4ρ ln(1/δ)/(ε−ρ)² where ρ < ε; else never."""
        epsilon, rho = release.epsilon, square_rho(release)
        if epsilon is None or epsilon <= 0:
            return Crossing(None, None, None, unknown() if epsilon is None else no_loss())
        if rho is None or total_delta <= 0:
            return Crossing(None, None, None, missing_rho(release, total_delta))
        if rho >= epsilon:
            return Crossing(None, None, None, never())
        real = 4 * rho * max(0.0, -math.log(total_delta)) / (epsilon - rho) ** 2
        if real < 1:
            return Crossing(None, None, None, from_the_first())
        return Crossing(real, math.floor(real) + 1, real * epsilon)

    def largest_epsilon(self, total_epsilon: float, total_delta: float, count: int, delta: float) -> float:
        """Of pure releases: √(2ρ/k), ρ = (√(ln(1/δ)+ε′) − √ln(1/δ))², rounded down."""
        if total_delta <= 0 or delta > 0:
            return math.nan
        wanted = max(0.0, -math.log(total_delta))
        root_rho = total_epsilon / (math.sqrt(wanted + total_epsilon) + math.sqrt(wanted))
        guess = root_rho * math.sqrt(2 / count) if count else math.inf
        return largest_of(self, guess, total_epsilon, total_delta, count, delta)
