"""Quantiles of a fitted distribution, with intervals that hold for all of them at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.privacy.strategies.strategy import Floats


@dataclass(frozen=True, slots=True)
class QuantilePlace:
    """Where a quantile lies, in edges: 2.5 is the middle of the third bin.

    Attributes
    ----------
    share : the quantile, in (0, 1)
    place : the estimate
    low, high : whole edges; the true quantile of the rows in the bins lies between them
    """

    share: float
    place: float
    low: int
    high: int


def monotone(fitted: Floats) -> Floats:
    """(n+1,) running sums of fitted counts that never fall, from 0 on: the nearest ones in squares.

    Negative counts are never raised to 0 before they are added up: that would move every later sum.
    """
    found = _isotonic(np.concatenate([[0.0], np.cumsum(fitted)]))
    return np.asarray(np.maximum(found - found[0], 0.0))


def _isotonic(values: Floats) -> Floats:
    """(n,) the nearest numbers in squares that never fall: means of neighbours, pooled where they fall.

    Source
    ------
    Ayer, Brunk, Ewing, Reid & Silverman (1955); scipy has it where the first use costs a third of a second.
    """
    means, sizes = list[float](), list[int]()
    for value in values.tolist():
        mean, size = value, 1
        while means and means[-1] > mean:
            before = sizes.pop()
            mean = (means.pop() * before + mean * size) / (before + size)
            size += before
        means.append(mean)
        sizes.append(size)
    return np.repeat(means, sizes)


def quantile_places(
    fitted: Floats, shares: Sequence[float], joint_margin: float
) -> tuple[QuantilePlace, ...]:
    r"""The quantiles of noised counts.

    Parameters
    ----------
    fitted : (n,) fitted counts of the bins
    shares : the quantiles, in (0, 1)
    joint_margin : m; at some confidence no running sum is further off than m, all at once

    Guarantee
    ---------
    Where the joint margin holds, every interval covers the true quantile: edge k lies at or below quantile q
    if F_k <= q F_n, so where the fitted sums have :math:`\hat F_k + m \le q(\hat F_n - m)`, and at or above
    it where :math:`\hat F_k - m \ge q(\hat F_n + m)`. Where nothing is certain, the interval is all edges.
    """
    sums = np.concatenate([[0.0], np.cumsum(fitted)])
    rising = monotone(fitted)
    edges = np.arange(sums.size)
    found = []
    for share in shares:
        below = edges[sums + joint_margin <= share * (sums[-1] - joint_margin)]
        above = edges[sums - joint_margin >= share * (sums[-1] + joint_margin)]
        place = _crossing(rising, share * rising[-1])
        low = int(below.max(initial=0))
        high = int(above.min(initial=sums.size - 1))
        found.append(QuantilePlace(share, min(max(place, low), high), low, high))
    return tuple(found)


def _crossing(rising: Floats, wanted: float) -> float:
    """Where running sums that never fall reach a number, by a straight line within the bin."""
    last = int(np.searchsorted(rising, wanted, side="left"))
    if last == 0 or last >= rising.size:
        return float(min(last, rising.size - 1))
    before, after = rising[last - 1], rising[last]
    return float(last - 1 + (wanted - before) / (after - before))
