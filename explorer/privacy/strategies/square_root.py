"""The square root of the running sum, its columns made equally long: the strategy for Gaussian noise."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.strategies.strategy import UNIT, Floats, Integers, Strategy, checked_counts
from explorer.privacy.strategies.workload import Workload

MOST_BINS = 4096
"""With more bins one fit takes too long; a tree answers them."""

_MANY_FITS, _MOST_SOLVED_AT_ONCE = 32, 2048


@dataclass(frozen=True, eq=False)
class SquareRoot(Strategy):
    r"""A = C diag(d), C lower triangular with :math:`C_{ij} = c_{i-j}`: n measurements of n bins.

    The coefficients c_k near (2k choose k)/4^k make C² the running sum; d then makes all columns of A equally
    long. A can be inverted, so the fit is A⁻¹ of what was measured, and its covariance A⁻¹A⁻ᵀ.

    Attributes
    ----------
    coefficients : (n,) c, whole numbers, the first above 0
    scales : (n,) d, whole numbers above 0

    Source
    ------
    Fichtenberger, Henzinger & Upadhyay (2023), "Constant matters: fine-grained error bound on differentially
    private continual observation", for the square root; the columns' lengths are made equal here.
    """

    id = "weighted"

    coefficients: Integers
    scales: Integers

    def __post_init__(self) -> None:
        if self.coefficients.shape != self.scales.shape or self.coefficients.ndim != 1:
            raise ValueError(
                f"{self.coefficients.shape} and {self.scales.shape} are no weights of the same bins"
            )
        if self.coefficients[0] < 1 or np.any(self.scales < 1):
            raise ValueError("the first coefficient and all scales are above 0")

    @property
    def bins(self) -> int:
        return int(self.scales.size)

    @property
    def l1(self) -> int:
        lengths = np.flip(np.cumsum(np.abs(self.coefficients)))
        return int((lengths * self.scales).max())

    @property
    def l2_squared(self) -> int:
        lengths = np.flip(np.cumsum(self.coefficients**2))
        pairs = zip(lengths.tolist(), self.scales.tolist(), strict=True)
        return max(int(length) * int(scale) ** 2 for length, scale in pairs)

    def measure(self, counts: Integers) -> Integers:
        largest = int(np.abs(self.coefficients).sum()) * int(self.scales.max())
        checked_counts(counts, largest)
        scaled = counts * self.scales
        convolved = [
            np.convolve(row, self.coefficients)[: self.bins] for row in scaled.reshape(-1, self.bins)
        ]
        return np.array(convolved, dtype=np.int64).reshape(counts.shape)

    def fit(self, measured: NDArray[np.int64] | Floats) -> Floats:
        values = np.asarray(measured, dtype=np.float64)
        many = values.ndim > 1 and len(values) >= _MANY_FITS and self.bins <= _MOST_SOLVED_AT_ONCE
        solved: Floats = values @ self._solver if many else _solved(self.coefficients, values)
        return solved / self.scales

    def variance(self, low: int, high: int) -> float:
        inside = np.zeros(self.bins)
        inside[low:high] = 1.0 / self.scales[low:high]
        backwards = _solved(self.coefficients, np.flip(inside))
        return float(backwards @ backwards)

    def total_variance(self, workload: Workload) -> float:
        found = 0.0
        for place in range(self.bins):
            column = np.zeros(self.bins)
            column[place:] = self._inverse[: self.bins - place]
            column /= self.scales
            found += float(column @ workload.times(column))
        return found

    def described(self) -> dict[str, object]:
        return {
            "id": self.id,
            "coefficients": self.coefficients.tolist(),
            "scales": self.scales.tolist(),
        }

    @cached_property
    def _solver(self) -> Floats:
        """(n, n) the transpose of C⁻¹: quicker than one recursion after the other where many are fitted."""
        lag = np.arange(self.bins) - np.arange(self.bins)[:, None]
        return np.where(lag >= 0, self._inverse[np.maximum(lag, 0)], 0.0)

    @cached_property
    def _inverse(self) -> Floats:
        """(n,) the coefficients of C⁻¹."""
        first = np.zeros(self.bins)
        first[0] = 1.0
        inverse: Floats = _solved(self.coefficients, first)
        return inverse


def square_root(bins: int) -> SquareRoot:
    """The strategy for so many bins: weights c_k d_j in multiples of 1/UNIT², rounded to the nearest."""
    places = np.arange(1, bins)
    exact = np.concatenate([[1.0], np.cumprod((2 * places - 1) / (2 * places))])
    coefficients = np.round(exact * UNIT).astype(np.int64)
    lengths = np.sqrt(np.flip(np.cumsum(coefficients.astype(np.float64) ** 2)))
    scales = np.round(lengths.max() / lengths * UNIT).astype(np.int64)
    return SquareRoot(coefficients, scales)


def _solved(coefficients: Integers, values: Floats) -> Floats:
    """(..., n) C⁻¹ of (..., n) values."""
    from scipy.linalg import solve_triangular, toeplitz  # only a fit or its error asks for them

    matrix = toeplitz(coefficients.astype(np.float64), np.zeros(len(coefficients)))
    solved: Floats = solve_triangular(matrix, np.moveaxis(values, -1, 0), lower=True)
    return np.moveaxis(solved, 0, -1)
