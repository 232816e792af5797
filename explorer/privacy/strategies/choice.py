"""Every strategy for one workload and one kind of noise, the best first."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from explorer.privacy.strategies import overlapping_weights, square_root
from explorer.privacy.strategies.level_weights import best_tree
from explorer.privacy.strategies.strategy import Strategy
from explorer.privacy.strategies.tree import Identity
from explorer.privacy.strategies.workload import Workload, every_prefix, every_range

RANGES, QUANTILES = "ranges", "quantiles"


@dataclass(frozen=True, slots=True)
class Option:
    """One strategy and the root of its mean squared error over the declared use, in rows."""

    strategy: Strategy
    expected_rmse: float


def noise_variance(strategy: Strategy, gaussian: bool, width_of_one: Fraction) -> float:
    r"""The variance of the integer noise that a strategy needs.

    Parameters
    ----------
    width_of_one : the scale Δ/ε of discrete Laplace noise, or :math:`\sigma^2` = Δ²/(2ρ) of discrete Gaussian
        noise, for counts that are measured by themselves

    Returns
    -------
    2a/(1−a)², a = e^(−1/s), for the discrete Laplace distribution of scale s; at most σ² for the discrete
    Gaussian (Canonne, Kamath & Steinke 2020, Corollary 9), which from σ = 1 on is σ² up to 10⁻⁶.
    """
    if gaussian:
        return float(width_of_one * strategy.l2_squared)
    scale = float(width_of_one * strategy.l1)
    return 0.5 / math.sinh(0.5 / scale) ** 2 if scale > 1 / 1400 else 0.0


@lru_cache(maxsize=64)
def strategies(bins: int, gaussian: bool, use: str = RANGES) -> tuple[Strategy, ...]:
    """Identity, the best tree, and a weighted strategy where the bins are few enough.

    Raises
    ------
    Cancelled
        Where whoever listens to the progress does not want it any more.
    """
    workload = workload_of(bins, use)
    found: list[Strategy] = [Identity(bins)]
    if (tree := best_tree(workload, gaussian)) is not None:
        found.append(tree)
    if gaussian and 2 <= bins <= square_root.MOST_BINS:
        found.append(square_root.square_root(bins))
    elif not gaussian and 4 <= bins <= overlapping_weights.MOST_BINS:
        found.append(overlapping_weights.overlapping_sums(workload))
    return tuple(found)


def options(bins: int, gaussian: bool, width_of_one: Fraction, use: str = RANGES) -> tuple[Option, ...]:
    """All strategies with their exact expected error, the least first."""
    workload = workload_of(bins, use)
    found = (
        Option(each, each.expected_rmse(workload, noise_variance(each, gaussian, width_of_one)))
        for each in strategies(bins, gaussian, use)
    )
    return tuple(sorted(found, key=lambda option: option.expected_rmse))


def workload_of(bins: int, use: str) -> Workload:
    """What is asked for a declared use."""
    return every_prefix(bins) if use == QUANTILES else every_range(bins)
