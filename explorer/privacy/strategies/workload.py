"""What is asked of a table of bins: every range of them, or every sum from the first bin on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Workload:
    r"""Sums of consecutive bins, each asked once, over n bins.

    Only how often two bins are asked together enters an expected error: the (n, n) matrix
    :math:`G_{ij} = a_{\min(i,j)}\, b_{\max(i,j)}`, with which everything here takes time linear in n.

    Attributes
    ----------
    before : (n,) a, the number of places where a range that covers a bin may begin
    after : (n,) b, the number of places where it may end
    queries : how many sums are asked
    """

    before: Floats
    after: Floats
    queries: float

    @property
    def bins(self) -> int:
        """n, the number of bins."""
        return self.before.size

    @property
    def diagonal(self) -> Floats:
        """(n,) how often each bin is asked."""
        return self.before * self.after

    def times(self, rows: Floats) -> Floats:
        """`rows` G, for (..., n) rows."""
        left = np.cumsum(rows * self.before, axis=-1) * self.after
        weighted = rows * self.after
        right = np.flip(np.cumsum(np.flip(weighted, -1), axis=-1), -1) - weighted
        return left + right * self.before

    def within_blocks(self, vector: Floats, size: int) -> Floats:
        r"""(k,) :math:`g_u^\top G g_u` for the parts g_u of a vector in blocks of `size` bins."""
        begins = np.arange(0, self.bins, size)
        block = np.arange(self.bins) // size
        running = np.cumsum(vector * self.before)
        earlier = running - vector * self.before
        inside = running - earlier[begins][block]
        own = vector * vector * self.diagonal
        return np.add.reduceat(2.0 * vector * self.after * inside - own, begins)


def every_range(bins: int) -> Workload:
    """All n(n+1)/2 sums of consecutive bins.

    >>> every_range(4).times(np.eye(4)).tolist()[0]
    [4.0, 3.0, 2.0, 1.0]
    """
    places = np.arange(bins, dtype=np.float64)
    return Workload(places + 1, bins - places, bins * (bins + 1) / 2)


def every_prefix(bins: int) -> Workload:
    """The n sums from the first bin on: what quantiles are read from.

    >>> every_prefix(3).times(np.eye(3)).tolist()
    [[3.0, 2.0, 1.0], [2.0, 2.0, 1.0], [1.0, 1.0, 1.0]]
    """
    places = np.arange(bins, dtype=np.float64)
    return Workload(np.ones(bins), bins - places, float(bins))
