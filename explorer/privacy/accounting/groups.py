"""Several people at once, and releases over parts that share nobody: pure functions of (ε, δ), ρ and μ."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from explorer.privacy.numerics.logspace import log1mexp
from explorer.privacy.target import Neighbours


def group_privacy(epsilon: float, delta: float, size: int) -> tuple[float, float]:
    r"""What (ε, δ)-DP for one unit gives a group of g units: (gε, δ(e^(gε)−1)/(e^ε−1)).

    Parameters
    ----------
    epsilon : nats, >= 0; delta : in [0, 1]; size : g >= 1, whole

    Returns
    -------
    (ε, δ), δ at most 1. A proven upper bound for every mechanism. Substituting one unit is a group of 2
    that was analysed for adding or removing one.

    Source
    ------
    Vadhan (2017), The Complexity of Differential Privacy, proof of Lemma 2.2: δ Σ e^(iε) over i < g. The
    lemma itself states the larger δ g e^(gε).
    """
    if delta <= 0 or epsilon == 0:
        return size * epsilon, min(1.0, size * delta)
    at = np.array([-size * epsilon, -epsilon])
    top, bottom = log1mexp(at)
    logs = math.log(delta) + (size - 1) * epsilon + float(top - bottom)
    return size * epsilon, math.exp(min(0.0, logs))


def group_rho(rho: float, size: int) -> float:
    """ρ-zCDP for one unit gives a group of g units g²ρ-zCDP.

    Source
    ------
    Bun & Steinke (2016), Proposition 1.9.
    """
    return size * size * rho


def group_mu(mu: float, size: int) -> float:
    """μ-GDP for one unit gives a group of g units gμ-GDP; exact for normal noise.

    Source
    ------
    Dong, Roth & Su (2019), Theorem 2.14.
    """
    return size * mu


def parallel(
    parts: Sequence[tuple[float, float]], neighbours: Neighbours | Sequence[Neighbours]
) -> tuple[float, float]:
    """What releases of (ε_i, δ_i), each over its own part, cost together where nobody is in two parts.

    Adding or removing one row changes one part: the largest ε and the largest δ. Substituting one may
    take it out of one part and put it into another: the sum of the two largest of each. For that, each
    (ε_i, δ_i) must hold both where its part gains or loses one row and where one of its rows is
    substituted, as a release calibrated for substitution does where that is a group of two. Where only
    some parts are for substitution, one of any two that are added is among these.

    Parameters
    ----------
    parts : (ε, δ) each, of parts that were declared before the data was seen
    neighbours : of all of them, or of each

    Returns
    -------
    (ε, δ): a proven upper bound, (0, 0) of no parts

    Source
    ------
    McSherry (2009), Theorem 4.
    """
    each = [neighbours] * len(parts) if isinstance(neighbours, Neighbours) else neighbours
    substituted = [one is Neighbours.SUBSTITUTE for one in each]
    epsilon = _two_largest([epsilon for epsilon, _ in parts], substituted)
    return epsilon, min(1.0, _two_largest([delta for _, delta in parts], substituted))


def _two_largest(costs: Sequence[float], substituted: Sequence[bool]) -> float:
    """The largest that is substituted and the largest of all others; the largest where none is."""
    if not any(substituted):
        return max(costs, default=0.0)
    first = max((at for at, moves in enumerate(substituted) if moves), key=lambda at: costs[at])
    return costs[first] + max((cost for at, cost in enumerate(costs) if at != first), default=0.0)
