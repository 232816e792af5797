"""Every bin, and a few weighted sums of all bins: the strategy for discrete Laplace noise."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.strategies.strategy import Floats, Integers, Strategy, checked_counts
from explorer.privacy.strategies.workload import Workload


@dataclass(frozen=True, eq=False)
class OverlappingSums(Strategy):
    r"""A = [diag(d); B]: n weighted bins, then p weighted sums, all weights whole numbers.

    With R = B diag(d)⁻¹ and :math:`M = (I + R R^\top)^{-1}`, (p, p), the covariance of the fit is
    :math:`D^{-1}(I - R^\top M R)D^{-1}` by Woodbury's identity: everything takes time O(p n) after O(p² n).

    Attributes
    ----------
    own : (n,) d > 0, the weights of the bins by themselves
    sums : (p, n) B >= 0, the weights of the bins in the sums

    Source
    ------
    McKenna, Miklau, Hay & Machanavajjhala (2018), "Optimizing error of high-dimensional statistical queries
    under differential privacy", section 5 (p-Identity).
    """

    id = "weighted"

    own: Integers
    sums: Integers

    def __post_init__(self) -> None:
        if self.own.ndim != 1 or self.sums.ndim != 2 or self.sums.shape[1] != self.own.size:
            raise ValueError(f"{self.own.shape} and {self.sums.shape} are no weights of the same bins")
        if np.any(self.own < 1) or np.any(self.sums < 0):
            raise ValueError("the bins' own weights are above 0, those in sums not below 0")

    @property
    def bins(self) -> int:
        return int(self.own.size)

    @property
    def l1(self) -> int:
        return int((self.own + self.sums.sum(axis=0)).max())

    @property
    def l2_squared(self) -> int:
        return int((self.own**2 + (self.sums**2).sum(axis=0)).max())

    def measure(self, counts: Integers) -> Integers:
        checked_counts(counts, int(max(self.own.max(), self.sums.sum(axis=1).max(initial=0))))
        return np.concatenate([counts * self.own, counts @ self.sums.T], axis=-1)

    def fit(self, measured: NDArray[np.int64] | Floats) -> Floats:
        values = np.asarray(measured, dtype=np.float64)
        single, summed = values[..., : self.bins], values[..., self.bins :]
        direct = single + summed @ self._ratios
        return (direct - (direct @ self._ratios.T) @ self._inner @ self._ratios) / self.own

    def variance(self, low: int, high: int) -> float:
        inside = np.zeros(self.bins)
        inside[low:high] = 1.0 / self.own[low:high]
        through = self._ratios @ inside
        return float(inside @ inside - through @ self._inner @ through)

    def total_variance(self, workload: Workload) -> float:
        single = float(np.sum(workload.diagonal / self.own.astype(np.float64) ** 2))
        rows = self._ratios / self.own
        return single - float(np.sum((self._inner @ rows) * workload.times(rows)))

    def described(self) -> dict[str, object]:
        return {"id": self.id, "own": self.own.tolist(), "sums": self.sums.tolist()}

    @cached_property
    def _ratios(self) -> Floats:
        return self.sums / self.own

    @cached_property
    def _inner(self) -> Floats:
        return np.asarray(
            np.linalg.inv(np.eye(len(self.sums)) + self._ratios @ self._ratios.T), dtype=np.float64
        )
