"""A bracket of the total of a list of distributions that stays wide, within what else is proven."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from explorer.privacy.accounting.concentrated import order_cost, rounding_of_cost
from explorer.privacy.accounting.guarantee_ends import epsilon_ends, pure_above
from explorer.privacy.accounting.heterogeneous_optimal import heterogeneous
from explorer.privacy.composition import Floats
from explorer.privacy.compositions.renyi import OF_A_DIVERGENCE
from explorer.privacy.mechanism import Guarantee
from explorer.privacy.pld.bracket_search import SMALL, WIDTH
from explorer.privacy.pld.compose import composed_epsilon
from explorer.privacy.progress import part, progress
from explorer.privacy.status import Kind

_ORDERS = np.geomspace(1e-6, 1e9, 121)  # less 1: Rényi orders of the first look
_OF_THE_OTHERS = (1e-1, 1e-2, 1e-3, 1e-4)  # of the total δ, what few releases beside very many may spend
_ALONE, _DIVERGED = 0.3, 0.4  # of the work: done when each kind is known alone, when all divergences are


def _parted(
    many: tuple[Guarantee, int], others: Sequence[tuple[Guarantee, int]], delta: float
) -> tuple[float, float]:
    """What many of one kind cost alone, at all of δ; and at a little less with the others' ε added.

    Guarantee
    ---------
    Proven on both sides: fewer releases never cost more, and (ε, δ) of the two parts add up.

    Source
    ------
    Dwork & Roth (2014), Theorem 3.16.
    """
    turns = 1 + 2 * len(_OF_THE_OTHERS)
    with part(0.0, 1 / turns):
        alone, upper = composed_epsilon([many], delta), math.inf
    for turn, share in enumerate(_OF_THE_OTHERS):
        if alone is None or not alone.narrow[0]:  # nor would it be narrow at a little less
            break
        with part((2 * turn + 1) / turns, (2 * turn + 2) / turns):
            one = composed_epsilon([many], (1 - share) * delta)
        with part((2 * turn + 2) / turns, (2 * turn + 3) / turns):
            rest = composed_epsilon(others, share * delta)
        if one is not None and rest is not None:
            upper = min(upper, float(one.upper[0]) + float(rest.upper[0]))
    return (0.0 if alone is None else float(alone.lower[0])), upper


def narrowed(
    releases: Sequence[tuple[Guarantee, int]], delta: float, between: tuple[float, float]
) -> tuple[float, float]:
    """A wide bracket within what else is proven: each kind alone, even one release; Rényi; the worst case.

    Guarantee
    ---------
    Proven on both sides, the lower end not above the upper one unless one of them is wrong. Fewer releases
    never cost more. Rényi divergences add up at every order. The
    optimum over all mechanisms of these pure ε is one for these as well.

    Source
    ------
    Mironov (2017), Proposition 1; Canonne, Kamath & Steinke (2020), Proposition 12; Murtagh & Vadhan
    (2016), Theorem 1.5.
    """
    lower, upper = between[0] if math.isfinite(between[0]) else 0.0, between[1]
    counts: dict[Guarantee, int] = {}
    for each, count in releases:
        counts[each] = counts.get(each, 0) + count
    kinds = sorted(((each, count) for each, count in counts.items() if count > 0), key=repr)
    alone = []
    for at, (each, count) in enumerate(kinds):
        with part(_ALONE * at / len(kinds), _ALONE * (at + 1) / len(kinds)):
            progress(0.0)
            found = composed_epsilon([(each, count)], delta) if len(kinds) > 1 else None
        one = epsilon_ends(each, delta)[0] if each.profile_kind is Kind.EXACT else 0.0
        alone.append(max(one if math.isfinite(one) else 0.0, 0.0 if found is None else float(found.lower[0])))
    with part(_ALONE, _DIVERGED):
        upper = min(upper, _by_divergence(kinds, delta))
    pure = [(most, 0.0, count) for each, count in kinds if (most := pure_above(each)) is not None]
    if len(pure) == len(kinds):
        worst = heterogeneous(pure, delta)
        upper = min(upper, worst[1] if worst[0] <= worst[1] else math.inf)
    lower = max(lower, *alone)
    if len(kinds) > 1 and not narrow(lower, upper):
        dearest = int(np.argmax(alone))
        with part(_DIVERGED, 1.0):
            found_apart = _parted(kinds[dearest], [*kinds[:dearest], *kinds[dearest + 1 :]], delta)
        upper = min(upper, found_apart[1])
    return lower, upper


def _by_divergence(kinds: Sequence[tuple[Guarantee, int]], delta: float) -> float:
    """The least that the Rényi divergences together prove, at some orders and at more about the best."""

    def proven(excess: Floats) -> Floats:
        excess = (1 + excess) - 1  # of an order that is a double
        total = order_cost(excess, delta) + rounding_of_cost(excess, delta)
        for at, (each, count) in enumerate(kinds):
            progress(at / len(kinds))
            total = total + count * np.asarray(each.renyi(1 + excess)) * (1 + OF_A_DIVERGENCE)
        return np.where(np.isnan(total), math.inf, total)

    with part(0.0, 0.5):
        found = proven(_ORDERS)
    best = int(np.clip(np.argmin(found), 1, len(_ORDERS) - 2))
    with part(0.5, 1.0):
        closer = proven(np.geomspace(_ORDERS[best - 1], _ORDERS[best + 1], 25))
    return max(float(min(found.min(), closer.min())), 0.0)


def narrow(lower: float, upper: float) -> bool:
    """Whether a bracket is as narrow as it is meant to be: 1e-4·max(lower, 1e-3)."""
    return math.isfinite(upper) and 0 <= upper - lower <= WIDTH * max(lower, SMALL)
