"""Groups of bins at several sizes, each size with its weight; the bins alone are the simplest of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.strategies.strategy import Floats, Integers, Strategy, checked_counts
from explorer.privacy.strategies.workload import Workload


@dataclass(frozen=True)
class Tree(Strategy):
    r"""Every group of s_k consecutive bins is measured with weight w_k, k = 0, ..., K; s_0 = 1.

    The fit goes up the tree and down again (Hay, Rastogi, Miklau & Suciu 2010, section 4, here with a weight
    for each level and ragged last groups): upwards every group's own measurement is joined to the sum of its
    parts by their precisions; downwards the difference between a group and the sum of its parts is shared
    among the parts by their variances. The same recursion gives the covariance of the fit,
    :math:`C = \operatorname{diag}(v_0) - \sum_u (\bar v_u - v_u)\, g_u g_u^\top`, u the groups of two or more
    bins, :math:`\bar v_u` and :math:`v_u` the variances before and after a group's own measurement, and
    :math:`g_u` how a change of its total is shared among its bins. All in time linear in the bins.

    Attributes
    ----------
    count : n, the number of bins
    sizes : (K+1,) the sizes of the groups, 1 first; each divides the next
    weights : (K+1,) their weights, whole numbers > 0
    """

    id = "tree"

    count: int
    sizes: tuple[int, ...]
    weights: tuple[int, ...]

    def __post_init__(self) -> None:
        rising = all(b % a == 0 and b > a for a, b in zip(self.sizes, self.sizes[1:], strict=False))
        if self.sizes[:1] != (1,) or not rising or len(self.sizes) != len(self.weights):
            raise ValueError(f"sizes {self.sizes} with weights {self.weights} are no tree")
        if self.count < 1 or min(self.weights) < 1:
            raise ValueError("a tree has at least one bin, and weights above 0")

    @property
    def bins(self) -> int:
        return self.count

    @property
    def l1(self) -> int:
        return sum(self.weights)

    @property
    def l2_squared(self) -> int:
        return sum(weight * weight for weight in self.weights)

    @property
    def lengths(self) -> tuple[int, ...]:
        """(K+1,) how many groups of each size there are."""
        return tuple(-(-self.count // size) for size in self.sizes)

    def measure(self, counts: Integers) -> Integers:
        checked_counts(counts, self.sizes[-1] * max(self.weights))
        return np.concatenate(
            [weight * _sums(counts, size) for size, weight in zip(self.sizes, self.weights, strict=True)],
            axis=-1,
        )

    def fit(self, measured: NDArray[np.int64] | Floats) -> Floats:
        levels = np.split(np.asarray(measured, dtype=np.float64), np.cumsum(self.lengths)[:-1], axis=-1)
        joined = [levels[0] / self.weights[0]]
        for k in range(1, len(self.sizes)):
            parts = _sums(joined[-1], self.sizes[k] // self.sizes[k - 1])
            own, before = self.weights[k], self._variances[k][0]
            joined.append(self._variances[k][1] * (own * levels[k] + parts / before))
        fitted = joined[-1]
        for k in range(len(self.sizes) - 1, 0, -1):
            ratio = self.sizes[k] // self.sizes[k - 1]
            excess = (fitted - _sums(joined[k - 1], ratio)) / self._variances[k][0]
            place = np.arange(self.lengths[k - 1]) // ratio
            fitted = joined[k - 1] + self._variances[k - 1][1] * excess[..., place]
        return fitted

    def variance(self, low: int, high: int) -> float:
        inside = np.zeros(self.count)
        inside[low:high] = 1.0
        found = float(inside.sum()) * float(self._variances[0][1][0])
        for size, share, saved in self._levels:
            found -= float(np.sum(saved * _sums(share * inside, size) ** 2))
        return found

    def total_variance(self, workload: Workload) -> float:
        found = float(np.sum(self._variances[0][1] * workload.diagonal))
        for size, share, saved in self._levels:
            found -= float(np.sum(saved * workload.within_blocks(share, size)))
        return found

    def described(self) -> dict[str, object]:
        return {"id": self.id, "bins": self.count, "sizes": list(self.sizes), "weights": list(self.weights)}

    @cached_property
    def _variances(self) -> list[tuple[Floats, Floats]]:
        """Of each level, the variances of its groups' totals without, and with, their own measurement."""
        leaf = np.full(self.count, 1.0 / self.weights[0] ** 2)
        found = [(leaf, leaf)]
        for k in range(1, len(self.sizes)):
            before = _sums(found[-1][1], self.sizes[k] // self.sizes[k - 1])
            found.append((before, 1.0 / (self.weights[k] ** 2 + 1.0 / before)))
        return found

    @cached_property
    def _levels(self) -> list[tuple[int, Floats, Floats]]:
        """Of each level above the bins: size, how totals are shared among the bins, variance saved."""
        return list(self._walked())

    def _walked(self) -> Iterator[tuple[int, Floats, Floats]]:
        share = np.ones(self.count)
        bins = np.arange(self.count)
        for k in range(1, len(self.sizes)):
            before, after = self._variances[k]
            below = self._variances[k - 1][1]
            share = share * below[bins // self.sizes[k - 1]] / before[bins // self.sizes[k]]
            yield self.sizes[k], share, before - after


@dataclass(frozen=True)
class Identity(Tree):
    """Every bin is measured by itself, with weight 1: a histogram whose bins are added up."""

    id = "identity"

    sizes: tuple[int, ...] = (1,)
    weights: tuple[int, ...] = (1,)


def _sums(values: NDArray[Any], size: int) -> NDArray[Any]:
    """(..., k) the sums of groups of `size` consecutive entries, the last group ragged."""
    return np.add.reduceat(values, np.arange(0, values.shape[-1], size), axis=-1)
