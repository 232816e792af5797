"""How many equal releases a budget admits, by one composition bound."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.composition import Composition, Counts, Release

MOST = 1_000_000  # as many as can be asked for anywhere
Within = Callable[[Counts], NDArray[np.bool_]]
_AT_ONCE = 48  # values of k that a closed form is asked for together


def releases_within(
    bound: Composition, release: Release, total_epsilon: float, total_delta: float, start: int = 1
) -> int:
    r"""The number k of releases whose total by `bound` is at most (total_epsilon, total_delta).

    .. math:: k^* = \max\{k : \varepsilon_{\mathrm{total}}(k, \delta) \le \varepsilon\}

    Parameters
    ----------
    total_epsilon, total_delta : the budget; start : a k that is asked first, a guess of the result

    Returns
    -------
    0 to `MOST`; 0 where not even one release is within the budget, or where the bound says nothing

    Guarantee
    ---------
    `bound` itself, asked at this k, gives a guarantee within the budget; asked at k + 1 it gives none, or a
    larger one. As totals rise with k, no larger k is within the budget.
    """

    def within(counts: Counts) -> NDArray[np.bool_]:
        found = bound.total(release, counts, total_delta)
        return np.asarray(found.valid & (found.value <= total_epsilon))

    low, high = _bracket(within, min(max(start, 1), MOST))
    several = _AT_ONCE if bound.closed else 1
    while high - low > 1:
        places = np.unique(np.linspace(low, high, several + 2)[1:-1].astype(np.int64))
        places = places[(places > low) & (places < high)]
        held = within(places)
        low = int(max(places[held], default=low))
        high = int(min(places[(~held) & (places > low)], default=high))
    return low


def _bracket(within: Within, start: int) -> tuple[int, int]:
    """A k that is within the budget, or 0, and a larger one that is not, or `MOST` + 1."""
    step = 1
    if _one(within, start):
        low = start
        while low < MOST:
            high = min(low + step, MOST)
            if not _one(within, high):
                return low, high
            low, step = high, 4 * step
        return MOST, MOST + 1
    high = start
    while high > 1:
        low = max(high - step, 1)
        if _one(within, low):
            return low, high
        high, step = low, 4 * step
    return 0, 1


def _one(within: Within, count: int) -> bool:
    return bool(within(np.array([count], dtype=np.int64))[0])
