"""The best weights of a few sums of all bins, for discrete Laplace noise."""

from __future__ import annotations

import numpy as np

from explorer.privacy.progress import part, progress
from explorer.privacy.strategies.least_above_zero import least_above_zero
from explorer.privacy.strategies.overlapping_sums import OverlappingSums
from explorer.privacy.strategies.strategy import UNIT, Floats
from explorer.privacy.strategies.workload import Workload

MOST_BINS = 2048
"""With more bins the search ends above the best tree."""

_BINS_A_SUM = 24
_FEWEST, _MOST = 4, 48
_STEPS = 100
_LARGEST = (0.3, 0.1)  # of the ratios with which a search begins, by turns
_BEGINNINGS = ((128, 8), (256, 4), (400, 2))  # up to so many bins a search is quick, and several are made


def overlapping_sums(workload: Workload) -> OverlappingSums:
    """The best weights that a few searches find, each from a fixed beginning; the same ones each time.

    The error is a smooth function of the (p, n) ratios R >= 0 of the sums' weights to the bins' own, whose
    gradient is known; the columns of A then add up to 1. A local least is found; where the search stops
    decides how good the strategy is, never how private.

    Raises
    ------
    Cancelled
        Where whoever listens to the progress does not want it any more.
    """
    beginnings = next((many for bins, many in _BEGINNINGS if workload.bins <= bins), 1)
    found = []
    for number in range(beginnings):
        with part(number / beginnings, (number + 1) / beginnings):
            found.append(_searched(workload, number))
    return min(found, key=lambda each: each.total_variance(workload) * each.l1**2)


def _searched(workload: Workload, seed: int) -> OverlappingSums:
    bins = workload.bins
    rows = min(max(_FEWEST, bins // _BINS_A_SUM), _MOST)
    begun = np.random.default_rng(seed).random((rows, bins)) * _LARGEST[seed % len(_LARGEST)]
    scale = _error(begun, workload)[0]
    calls = 0

    def value(flat: Floats) -> tuple[float, Floats]:
        nonlocal calls
        calls += 1
        progress(min(1.0, calls / _STEPS))
        error, slope = _error(flat.reshape(rows, bins), workload)
        return error / scale, slope.ravel() / scale

    return _whole(least_above_zero(value, begun.ravel(), _STEPS).reshape(rows, bins))


def _error(ratios: Floats, workload: Workload) -> tuple[float, Floats]:
    """tr((I + RᵀR)⁻¹ D⁻¹ G D⁻¹), 1/d = 1 + the column sums of R, and its gradient in R; O(p² n)."""
    widths = 1 + ratios.sum(axis=0)
    inner = np.linalg.inv(np.eye(len(ratios)) + ratios @ ratios.T)
    through = inner @ ratios
    asked = workload.times(ratios * widths)
    scaled = asked * widths
    error = float(np.sum(workload.diagonal * widths**2) - np.sum(through * scaled))
    back = inner @ scaled
    by_ratio = -2 * (back - (back @ ratios.T) @ through)
    by_width = 2 * (widths * workload.diagonal - np.sum(through * asked, axis=0))
    return error, by_ratio + by_width


def _whole(ratios: Floats) -> OverlappingSums:
    """Whole weights, columns of UNIT each: the bins by themselves get what rounding down leaves."""
    widths = 1 + ratios.sum(axis=0)
    sums = np.minimum(np.floor(ratios / widths * UNIT), UNIT - 1).astype(np.int64)
    sums = sums[sums.any(axis=1)]
    own = np.maximum(1, UNIT - sums.sum(axis=0))
    return OverlappingSums(own, sums)
