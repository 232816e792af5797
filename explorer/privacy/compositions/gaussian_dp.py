"""Gaussian differential privacy: exact where every release adds normal noise, a bound for private choices."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.composition_common import (
    bound_of,
    crossing_of,
    no_loss,
    no_mechanism,
    no_total_delta,
    too_large,
    unknown,
)
from explorer.privacy.accounting.gaussian_calibration import gaussian_epsilons
from explorer.privacy.composition import Bound, Composition, Counts, Crossing, Family, Floats, Kind, Release


@dataclass(frozen=True)
class GaussianDp(Composition):
    r"""k releases of μ-GDP together are exactly √k μ-GDP, chosen adaptively or not.

    Exact for normal noise alone. An upper bound for mechanisms that are proven to be μ-GDP, as the
    exponential mechanism is by the range of its loss. For others the central limit makes of it an estimate,
    which is not given here.

    Source
    ------
    Dong, Roth & Su (2019), Corollaries 2.13 and 3.3; `explorer.privacy.mechanisms.exponential` for its μ.
    """

    id: ClassVar[str] = "gaussian-dp"
    order: ClassVar[int] = 80
    title: ClassVar[Sentence] = N_("Gaussian DP")
    source: ClassVar[str] = "Dong, Roth & Su 2019, Corollaries 2.13 and 3.3"
    formula: ClassVar[str] = (
        "δ = Φ(m/2 − ε′/m) − e^ε′·Φ(−m/2 − ε′/m),  m = √k·μ,  μ = Δ/σ; "
        "of the exponential mechanism μ = 2·Φ⁻¹(1/(1 + e^(−ε/2)))"
    )
    latex: ClassVar[str] = (
        r"\delta=\Phi\left(\frac{m}{2}-\frac{\varepsilon'}{m}\right)"
        r"-e^{\varepsilon'}\,\Phi\left(-\frac{m}{2}-\frac{\varepsilon'}{m}\right),"
        r"\quad m=\sqrt{k}\,\mu,\quad \mu=\frac{\Delta}{\sigma}"
    )
    holds: ClassVar[Sentence] = N_(
        "Holds for adaptively chosen releases; if their noise is chosen adaptively, as long as "
        "the sum of all μ² stays within a budget fixed beforehand (Smith & Thakurta 2022)."
    )
    kind: ClassVar[Kind] = Kind.EXACT
    closed: ClassVar[bool] = True
    family: ClassVar[Family] = Family.OPTIMAL
    own_loss: ClassVar[bool] = True

    def total(self, release: Release, counts: Counts, total_delta: float) -> Bound:
        """The exact ε at the total δ, all of which is for the curve: the δ₀ of a release is not spent."""
        mu, values = _mu(release), np.zeros(len(counts))
        if mu is None or total_delta <= 0:
            return bound_of(self, counts, np.full(len(counts), np.nan), _missing(release, total_delta))
        if total_delta < 1:
            some = counts > 0
            values[some] = gaussian_epsilons(total_delta, mu * np.sqrt(counts[some]))
        found = bound_of(self, counts, values, too_large())
        return found if _is_exact(release) else _upper(found)

    def crossing(self, release: Release, total_delta: float) -> Crossing:
        """By search, against k times the ε that one release was calibrated to."""
        epsilon, mu = release.epsilon, _mu(release)
        if mu is None or total_delta <= 0:
            return Crossing(None, None, None, _missing(release, total_delta))
        if epsilon is None or epsilon <= 0:
            return Crossing(None, None, None, unknown() if epsilon is None else no_loss())

        def ahead(counts: Floats) -> Floats:
            if total_delta >= 1:
                return counts
            return counts * epsilon - gaussian_epsilons(total_delta, mu * np.sqrt(counts))

        return crossing_of(epsilon, ahead, 1e15)

    def largest_epsilon(self, total_epsilon: float, total_delta: float, count: int, delta: float) -> float:
        """NaN: (ε, δ) alone does not tell what normal noise it is."""
        return math.nan


def _mu(release: Release) -> float | None:
    mechanism = release.whole_mechanism
    return None if mechanism is None else mechanism.mu_at_most


def _is_exact(release: Release) -> bool:
    mechanism = release.whole_mechanism
    return mechanism is not None and mechanism.mu is not None


def _upper(found: Bound) -> Bound:
    """The same values as upper ends alone."""
    empty = np.full(len(found.counts), np.nan)
    return replace(found, lower=empty, estimate=empty, kind=Kind.UPPER)


def _missing(release: Release, total_delta: float) -> Sentence:
    if release.mechanism is None:
        return no_mechanism()
    if release.sampling_rate < 1:
        return N_("the privacy loss of a sampled release is not normally distributed")
    if release.mechanism.mu_at_most is None:
        return N_("exact for Gaussian noise only; the central limit approximation would be an estimate")
    return no_total_delta()
