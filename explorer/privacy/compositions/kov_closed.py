"""The closed form of Kairouz, Oh and Viswanath: the least of three."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.composition_common import (
    HOLDS_WHILE_LEFT,
    bound_of,
    crossing_of,
    delta_exhausted,
    from_the_first,
    largest_by_root,
    log_total,
    missing_reason,
    no_loss,
    no_slack,
    theorem_delta,
    unknown,
)
from explorer.privacy.composition import Bound, Composition, Counts, Crossing, Family, Floats, Kind, Release


@dataclass(frozen=True)
class KovClosed(Composition):
    r"""The least of kε; the mean loss and ε√(2k ln(e + ε√k/δ')); the mean loss and ε√(2k ln 1/δ').

    The largest possible mean loss of k releases is kε tanh(ε/2).

    Source
    ------
    Kairouz, Oh & Viswanath (2015), Theorem 3.4.
    """

    id: ClassVar[str] = "kov-closed"
    order: ClassVar[int] = 45
    title: ClassVar[Sentence] = N_("KOV closed-form bound")
    short: ClassVar[Sentence] = N_("KOV closed form")
    source: ClassVar[str] = "Kairouz, Oh & Viswanath 2015, Theorem 3.4"
    formula: ClassVar[str] = (
        "ε′ = min{kε, kε·tanh(ε/2) + ε√(2k ln(e + ε√k/δ′)), kε·tanh(ε/2) + ε√(2k ln(1/δ′))},  "
        "δ′ = total δ − kδ"
    )
    latex: ClassVar[str] = (
        r"\varepsilon'=\min\left\{k\,\varepsilon,\ k\,\varepsilon\,\tanh\frac{\varepsilon}{2}"
        r"+\varepsilon\sqrt{2k\,\min\left\{\ln\left(e+\frac{\varepsilon\sqrt{k}}{\delta'}\right),"
        r"\ln\frac{1}{\delta'}\right\}}\right\}"
    )
    holds: ClassVar[Sentence] = HOLDS_WHILE_LEFT
    kind: ClassVar[Kind] = Kind.UPPER
    closed: ClassVar[bool] = True
    family: ClassVar[Family] = Family.BASIC

    def total(self, release: Release, counts: Counts, total_delta: float) -> Bound:
        """Proven at every k with a δ' left; kε needs none where the releases are pure."""
        values = log_total(release, counts, total_delta, _form)
        if release.epsilon is not None and release.delta == 0:
            values = np.fmin(values, counts * release.epsilon)
        return bound_of(self, counts, values, missing_reason(release))

    def crossing(self, release: Release, total_delta: float) -> Crossing:
        """By the second and the third term, whichever falls below kε first: k(1−tanh(ε/2))² = 2 ln(…)."""
        epsilon, delta = release.epsilon, release.delta
        if epsilon is None or epsilon <= 0:
            return Crossing(None, None, None, unknown() if epsilon is None else no_loss())
        if total_delta <= 0 or total_delta >= 1:
            return Crossing(None, None, None, no_slack() if total_delta <= 0 else from_the_first())
        gap = -math.log1p(math.exp(epsilon)) if epsilon < 700 else -epsilon  # ln((1 − tanh(ε/2))/2)

        def ahead(counts: Floats) -> Floats:
            left = theorem_delta(delta, counts, total_delta)
            there = left > 0
            logs = _logs(epsilon, counts, -np.log(np.where(there, left, 0.5)))
            return np.where(there, 2 * gap + math.log(2) + np.log(counts) - np.log(logs), -np.inf)

        if delta == 0:
            return crossing_of(epsilon, ahead)
        return crossing_of(epsilon, ahead, math.ceil(total_delta / delta) - 1, delta_exhausted())

    def largest_epsilon(self, total_epsilon: float, total_delta: float, count: int, delta: float) -> float:
        """The root of the formula in ε, rounded down."""
        return largest_by_root(self, total_epsilon, total_delta, count, delta)


def _logs(epsilon: float, counts: Floats, logs: Floats) -> Floats:
    """The smaller of ln(e + ε√k/δ') and ln(1/δ'), of logs = ln(1/δ')."""
    return np.minimum(np.logaddexp(1.0, math.log(epsilon) + np.log(counts) / 2 + logs), logs)


def _form(epsilon: float, counts: Floats, logs: Floats) -> Floats:
    if epsilon == 0:
        return np.zeros(len(counts))
    some = np.maximum(counts, 1.0)  # k = 0 is 0 whatever the logarithm
    spread = np.sqrt(2 * counts * _logs(epsilon, some, logs))
    return epsilon * np.minimum(counts, counts * math.tanh(epsilon / 2) + spread)
