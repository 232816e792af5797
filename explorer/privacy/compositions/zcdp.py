"""Zero-concentrated differential privacy, converted as tightly as is known in closed form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.composition_common import (
    HOLDS_AS_FILTER,
    crossing_of,
    from_the_first,
    largest_by_root,
    no_loss,
    unknown,
)
from explorer.privacy.accounting.concentrated import (
    above_rho,
    canonne_kamath_steinke,
    concentrated_total,
    missing_rho,
    release_rho,
)
from explorer.privacy.composition import Bound, Composition, Counts, Crossing, Family, Floats, Kind, Release
from explorer.privacy.numerics.logspace import logistic


@dataclass(frozen=True)
class Zcdp(Composition):
    r"""inf over α > 1 of kρα + ln(1/(αδ))/(α−1) + ln(1−1/α).

    ρ adds up, for adaptively chosen releases too. All of the total δ is for the conversion: the δ₀ that a
    Gaussian was calibrated with is not spent. A pure release enters with the ρ of its mechanism, and with
    ε tanh(ε/2) where only its ε is known.

    Source
    ------
    Canonne, Kamath & Steinke (2020), Proposition 12; Bun & Steinke (2016), Lemma 1.7; `pure_rho`.
    """

    id: ClassVar[str] = "zcdp"
    order: ClassVar[int] = 60
    title: ClassVar[Sentence] = N_("zCDP")
    source: ClassVar[str] = "Canonne, Kamath & Steinke 2020, Proposition 12; Steinke 2024 for pure ε"
    formula: ClassVar[str] = (
        "ε′ = inf over α > 1 of kρα + ln(1/(αδ))/(α − 1) + ln(1 − 1/α),  pure ε: ρ ≤ ε·tanh(ε/2)"
    )
    latex: ClassVar[str] = (
        r"\varepsilon'=\inf_{\alpha>1}\left\{k\,\rho\,\alpha+\frac{\ln\frac{1}{\alpha\delta}}{\alpha-1}"
        r"+\ln\left(1-\frac{1}{\alpha}\right)\right\},"
        r"\quad \rho\le\varepsilon\tanh\frac{\varepsilon}{2}\;\;(\delta=0)"
    )
    holds: ClassVar[Sentence] = HOLDS_AS_FILTER
    kind: ClassVar[Kind] = Kind.UPPER
    closed: ClassVar[bool] = True
    family: ClassVar[Family] = Family.MOMENTS
    own_loss: ClassVar[bool] = True

    def total(self, release: Release, counts: Counts, total_delta: float) -> Bound:
        """Proven at every k for releases that have a ρ, at a total δ above 0."""
        return concentrated_total(
            self, canonne_kamath_steinke, release_rho(release), release, counts, total_delta
        )

    def crossing(self, release: Release, total_delta: float) -> Crossing:
        """By search, on k(ε − ρ) less what the conversion adds to kρ; never where ρ >= ε."""
        epsilon, rho = release.epsilon, release_rho(release)
        if epsilon is None or epsilon <= 0:
            return Crossing(None, None, None, unknown() if epsilon is None else no_loss())
        if rho is None or total_delta <= 0:
            return Crossing(None, None, None, missing_rho(release, total_delta))
        if total_delta >= 1:
            return Crossing(None, None, None, from_the_first())
        # 1 − tanh(ε/2) = 2/(1 + e^ε), where ε alone is known
        gap = epsilon - rho if release.whole_mechanism else 2 * epsilon * logistic(-epsilon)

        def ahead(counts: Floats) -> Floats:
            return counts * gap - np.maximum(above_rho(counts * rho, total_delta), -counts * rho)

        return crossing_of(epsilon, ahead)

    def largest_epsilon(self, total_epsilon: float, total_delta: float, count: int, delta: float) -> float:
        """Of pure releases: the root in ε, rounded down."""
        return largest_by_root(self, total_epsilon, total_delta, count, delta)
