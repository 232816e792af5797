"""δ(ε) of the worst releases of one (ε, δ) composed: the exact optimum, read the other way round."""

from __future__ import annotations

import math

import numpy as np

from explorer.privacy.accounting.optimal_ends import delta_above
from explorer.privacy.composition import Floats

_UNIT = 2.0**-53


def optimal_delta(epsilon: float, delta: float, count: int, at: Floats) -> Floats:
    r"""The δ at each total ε′ of `count` releases of (ε, δ)-DP, worst case over mechanisms.

    .. math:: \tilde\delta(\varepsilon')=A_i-e^{\varepsilon'}B_i,\qquad
        \delta_{\mathrm{total}}=1-(1-\delta)^k(1-\tilde\delta)

    A_i and B_i are the probabilities of at most i "minus" answers of k under the two distributions of
    randomised response, i the largest with (k − 2i)ε > ε′. The difference is added up term by term, where
    every term is positive (`delta_above`).

    Parameters
    ----------
    epsilon : nats, >= 0; delta : in [0, 1); count : whole, >= 1; at : (n,) nats, >= 0

    Returns
    -------
    (n,) in [0, 1]; at least what the releases' own δ make together, also beyond kε

    Guarantee
    ---------
    Never below the truth, on the assumptions of `optimal_ends`, and above it by some 1e-10 relative where k
    is at most 10,000; by more of a δ̃ near kε that is itself of the size of rounding. Holds for adaptively
    chosen releases and is attained.

    Source
    ------
    Kairouz, Oh & Viswanath (2015), Theorem 3.3.

    >>> round(float(optimal_delta(1.0, 0.0, 1, np.array([0.0]))[0]), 9)  # tanh(1/2)
    0.462117157
    """
    # log1p, expm1 and the product err by 10 units at most; the sum rises with both of its parts.
    own = min(1.0, -math.expm1(count * math.log1p(-delta)) * (1 + 16 * _UNIT))
    inside = delta_above(epsilon, count, at)
    return np.minimum(1.0, (own + (1 - own) * inside) * (1 + 8 * _UNIT))


def lattice_of_totals(epsilon: float, count: int, most: int) -> Floats:
    """The total ε′ between which the optimum is linear in e^ε′: (k − 2i)ε, at most `most` of them, rising."""
    places = count % 2 + 2.0 * np.arange(count // 2 + 1)
    if len(places) > most:
        chosen = np.rint(np.linspace(0, len(places) - 1, most)).astype(np.int64)
        places = places[chosen]
    return np.asarray(np.append(0.0, places[places > 0]) * epsilon)


def least_misses(epsilons: Floats, deltas: Floats, false_alarm: Floats) -> Floats:
    r"""The least miss rate of any test at each false-alarm rate α that (ε_i, δ_i)-DP for all i allow.

    .. math:: f(\alpha)\ge\max_i\max\{0,\ 1-\delta_i-e^{\varepsilon_i}\alpha,\
        e^{-\varepsilon_i}(1-\delta_i-\alpha)\}

    Parameters
    ----------
    epsilons, deltas : (n,), nats >= 0 and upper bounds of δ there; false_alarm : (m,) in [0, 1]

    Returns
    -------
    (m,) in [0, 1]: convex, falling, its own mirror image about the diagonal, and never above the truth

    Guarantee
    ---------
    A proven lower bound on misses, whichever ε are chosen; the truth itself where they are all at which
    δ(ε) is attained.

    Source
    ------
    Wasserman & Zhou (2010), Theorem 2.4; Dong, Roth & Su (2019), Propositions 2.5 and 2.11.
    """
    kept = 1 - deltas[:, None]
    grown = np.exp(np.minimum(epsilons, 700.0))[:, None]
    lines = np.maximum(kept - grown * false_alarm, (kept - false_alarm) / grown)
    # Where a line is above 0, both of its parts are at most 1: they err by less than 16 units together.
    return np.asarray(np.clip(lines.max(axis=0, initial=0.0) - 16 * _UNIT, 0.0, 1.0))
