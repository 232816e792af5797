"""What a strategy can be asked. One file of this room holds one kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.strategies.workload import Workload

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

UNIT = 2**10
"""Weights are whole multiples of 1/UNIT: what is measured is an integer, and the sensitivity is exact."""


class Strategy(ABC):
    """A matrix A of whole numbers over n bins; errors are in bins' counts, for noise of variance 1 on A x.

    The noise of the m measurements is independent and has one variance for all. The fit is the least-squares
    one, which by Gauss and Markov has the least variance of all unbiased linear fits.
    """

    id: ClassVar[str]

    @property
    @abstractmethod
    def bins(self) -> int:
        """n, the number of bins."""

    @property
    @abstractmethod
    def l1(self) -> int:
        """The most by which one more row moves A x in L1: the largest column sum of |A|."""

    @property
    @abstractmethod
    def l2_squared(self) -> int:
        """The square of the most by which it moves A x in L2: the largest column sum of A²."""

    @abstractmethod
    def measure(self, counts: Integers) -> Integers:
        """(..., m) A x of (..., n) counts, exactly. Raises OverflowError where int64 would not hold it."""

    @abstractmethod
    def fit(self, measured: NDArray[np.int64] | Floats) -> Floats:
        """(..., n) the least-squares fit to (..., m) measurements with noise."""

    @abstractmethod
    def variance(self, low: int, high: int) -> float:
        """The variance of the fitted sum of bins low, ..., high − 1, for noise of variance 1."""

    @abstractmethod
    def total_variance(self, workload: Workload) -> float:
        """The sum of the variances of all answers of a workload, for noise of variance 1."""

    @abstractmethod
    def described(self) -> dict[str, object]:
        """Its weights as whole numbers: with them alone it can be built again, exactly, by anybody."""

    def expected_rmse(self, workload: Workload, noise_variance: float) -> float:
        """The root of the mean squared error over all answers of a workload; exact up to rounding."""
        return float(np.sqrt(noise_variance * self.total_variance(workload) / workload.queries))


def checked_counts(counts: Integers, largest_row_sum: int) -> Integers:
    """Counts whose weighted sums fit into 64 bits. `largest_row_sum` : of the absolute weights of one row.

    Raises
    ------
    OverflowError
        A sum could leave the range of 64 bits.
    """
    if counts.size and int(np.abs(counts).max()) * largest_row_sum >= 2**63:
        raise OverflowError(f"counts up to {int(np.abs(counts).max())} times weights up to {largest_row_sum}")
    return counts
