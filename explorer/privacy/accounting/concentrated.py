"""Concentrated differential privacy: the ρ of one release, and what ρ means as (ε, δ)."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.composition_common import bound_of, no_total_delta, too_large, unknown
from explorer.privacy.composition import Bound, Composition, Counts, Floats, Release
from explorer.privacy.mechanism import pure_rho

_UNIT = 2.0**-53
_STEPS = 60
_LAST_STEP = 1e-9  # of ln α: the value is flat there, to its square


def release_rho(release: Release) -> float | None:
    """The smallest ρ that is proven of one release, or None where it has none.

    That of its mechanism, which spends no δ₀; of ε alone, where δ is 0, `pure_rho`. The smaller of the two
    where both are known.

    Guarantee
    ---------
    Proven for every mechanism that keeps ε, and for this one.
    """
    mechanism, epsilon = release.whole_mechanism, release.epsilon
    own = None if mechanism is None else mechanism.rho
    if epsilon is None or release.delta > 0 or (mechanism is not None and mechanism.pure_epsilon is None):
        return own
    return pure_rho(epsilon) if own is None else min(own, pure_rho(epsilon))


def square_rho(release: Release) -> float | None:
    """The ρ of one release as it was stated first, or None where it has none.

    A pure release enters by its ε alone, as ε²/2 whatever the mechanism, or as ε²/8 where the loss is
    known to lie in an interval of length ε; any other by the ρ of its mechanism, which spends no δ₀.

    Source
    ------
    Bun & Steinke (2016), Proposition 1.4; Cesar & Rogers (2021) for a bounded range.
    """
    mechanism, epsilon = release.whole_mechanism, release.epsilon
    if mechanism is None:
        return None if epsilon is None or release.delta > 0 else epsilon**2 / 2
    if mechanism.pure_epsilon is None:
        return mechanism.rho
    epsilon = mechanism.pure_epsilon if epsilon is None else epsilon
    return epsilon**2 / (8 if mechanism.bounded_range else 2)


def missing_rho(release: Release, total_delta: float) -> Sentence:
    """Why there is no number: no δ to convert at, or no ρ."""
    if total_delta <= 0:
        return no_total_delta()
    if release.mechanism is None:
        return unknown() if release.epsilon is None else N_("(ε, δ) alone gives no ρ: name the mechanism")
    if release.sampling_rate < 1:
        return N_("a sampled release has no ρ here; the Rényi bound includes the sampling")
    return N_("this mechanism has no ρ: its privacy loss may be infinite")


def concentrated_total(
    composition: Composition,
    conversion: Callable[[Floats, float], Floats],
    rho: float | None,
    release: Release,
    counts: Counts,
    total_delta: float,
) -> Bound:
    """kρ at each k, as ε at the total δ; 0 at k = 0."""
    values = np.zeros(len(counts))
    if rho is None or total_delta <= 0:
        return bound_of(composition, counts, np.full(len(counts), np.nan), missing_rho(release, total_delta))
    spent = rho * counts.astype(np.float64)
    some = spent > 0
    values[some] = conversion(spent[some], min(total_delta, 1.0))
    return bound_of(composition, counts, values, too_large())


def bun_steinke(rho: Floats, delta: float) -> Floats:
    r"""ε at which ρ-zCDP gives (ε, δ): ρ + 2√(ρ ln 1/δ), for δ in (0, 1); 0 where nothing is spent.

    Source
    ------
    Bun & Steinke (2016), Proposition 1.3.
    """
    return np.asarray(rho + 2 * np.sqrt(rho * max(0.0, -math.log(delta))), dtype=np.float64)


def canonne_kamath_steinke(rho: Floats, delta: float) -> Floats:
    r"""ε at which ρ-zCDP gives (ε, δ): inf over α > 1 of ρα + `order_cost`, not below 0.

    Parameters
    ----------
    rho : array, >= 0; 0 is what two equal distributions spend
    delta : in (0, 1]

    Source
    ------
    Canonne, Kamath & Steinke (2020), Proposition 12.
    """
    if delta >= 1:
        return np.zeros(np.shape(rho))
    spent = np.where(rho > 0, rho, 1.0)
    return np.where(rho > 0, np.maximum(spent + above_rho(spent, delta), 0.0), 0.0)


def above_rho(rho: Floats, delta: float) -> Floats:
    r"""What ε lies above ρ: inf over α > 1 of ρ(α−1) + `order_cost`; for δ in (0, 1).

    The derivative is 0 where ρ(α−1)² + ln α = ln(1/δ). In w = ln α the left side is convex and rises:
    Newton's steps from above only come nearer. The value is an upper bound at whatever order they end.
    """
    excess = _best_excess(rho, delta)
    return np.asarray(rho * excess + order_cost(excess, delta), dtype=np.float64)


def concentrated_above(rho: Floats, delta: float) -> Floats:
    """The same, never below it: ρ may be 64 units too small, and each of the terms is rounded."""
    if delta >= 1:
        return np.zeros(np.shape(rho))
    spent = np.where(rho > 0, rho, 1.0)  # two equal distributions spend nothing
    excess, most = _best_excess(spent, delta), spent * (1 + 64 * _UNIT)
    found = most * (1 + excess) + order_cost(excess, delta)
    found = found + rounding_of_cost(excess, delta) + 4 * _UNIT * most * (1 + excess)
    return np.where(rho > 0, np.maximum(found, 0.0), 0.0)


def rounding_of_cost(excess: Floats, delta: float) -> Floats:
    """What `order_cost` may err by: 8 units of each of its three logarithms."""
    x = np.asarray(excess, dtype=np.float64)
    size = (np.log1p(x) - math.log(delta)) / x + np.log1p(1 / x)
    return np.asarray(8 * _UNIT * size)


def _best_excess(rho: Floats, delta: float) -> Floats:
    """α − 1 of about the best order; every order gives an upper bound."""
    wanted = -math.log(delta)
    log_order = np.minimum(np.log1p(np.sqrt(wanted / rho)), wanted)
    for _ in range(_STEPS):
        excess = np.expm1(log_order)
        step = (rho * excess**2 + log_order - wanted) / (2 * rho * excess * (1 + excess) + 1)
        log_order = log_order - step
        if (step <= _LAST_STEP * log_order).all():
            break
    return np.asarray(np.expm1(log_order), dtype=np.float64)


def order_cost(excess: Floats, delta: float) -> Floats:
    r"""What it costs to read a Rényi divergence of order α = 1 + x as (ε, δ): ε = D_α + this.

    .. math:: \frac{\ln(1/(\alpha\delta))}{\alpha-1} + \ln(1 - 1/\alpha)

    Source
    ------
    Canonne, Kamath & Steinke (2020), Proposition 12.
    """
    x = np.asarray(excess, dtype=np.float64)
    return np.asarray((-math.log(delta) - np.log1p(x)) / x - np.log1p(1 / x), dtype=np.float64)
