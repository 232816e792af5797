"""Which strategy ranges are measured by: chosen from what is declared alone, with its noise and its error."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from explorer.mark import N_, Sentence
from explorer.privacy.strategies import overlapping_weights, square_root
from explorer.privacy.strategies.choice import strategies
from explorer.privacy.strategies.strategy import Strategy
from explorer.privacy.strategies.tree import Identity, Tree
from explorer.privacy.strategies.workload import every_range
from explorer.privacy.target import Neighbours
from explorer.release.plan.sections import Privacy
from explorer.release.values.noise_distribution import GAUSSIAN, Noise
from explorer.release.values.noise_variance import variance

AUTO, IDENTITY, TREE, WEIGHTED = "auto", "identity", "tree", "weighted"
KINDS = (AUTO, IDENTITY, TREE, WEIGHTED)
NAMES: Mapping[str, Sentence] = MappingProxyType(
    {
        IDENTITY: N_("bins summed"),
        TREE: N_("a weighted tree of intervals"),
        WEIGHTED: N_("weighted sums of all bins"),
    }
)
CHOICES: Mapping[str, Sentence] = MappingProxyType({AUTO: N_("the one of least error"), **NAMES})


@dataclass(frozen=True, slots=True)
class StrategyError:
    """One strategy, its noise, and the root of the mean squared error over all ranges of a group, in rows."""

    strategy: Strategy
    noise: Noise

    @property
    def expected_rmse(self) -> float:
        """Exact up to rounding."""
        return math.sqrt(variance(self.noise) * mean_variance(self.strategy))


def bins_allowed(kind: str, gaussian: bool) -> tuple[int, int | None]:
    """The fewest and the most bins that a kind of strategy is built for; None where nothing limits them."""
    if kind == WEIGHTED:
        return (2, square_root.MOST_BINS) if gaussian else (4, overlapping_weights.MOST_BINS)
    return (3 if kind == TREE else 2), None


def strategy_noise(strategy: Strategy, privacy: Privacy, parameter: Fraction) -> Noise:
    r"""The noise of everything that a strategy measures, in all groups, where so much of ε or ρ is granted.

    A unit with at most m rows moves what is measured by at most m times the largest column of |A| in L1, and
    in L2 by the triangle inequality. Each level of a tree is a histogram whose limit of rows per cell holds
    at the bins alone, so that with S the squared L2 of a histogram

    .. math:: \Delta_2^2 \le \min\Big(m^2 \max_j \|A_j\|^2,\ w_0^2 S + m^2 \sum_{k>0} w_k^2\Big)

    No weight is below 0, so that substitution doubles both. Groups are disjoint, and a special cell is
    measured with a weight that is no larger than the norm of a column (`range_measurement`).

    Guarantee
    ---------
    Exact whole numbers; attained in L1 where one cell may hold all rows of a unit.
    """
    moved = privacy.sensitivity
    if privacy.mechanism != GAUSSIAN:
        return Noise(privacy.mechanism, moved.L1 * strategy.l1, parameter)
    substituted = 2 if privacy.neighbours is Neighbours.SUBSTITUTE else 1
    rows = moved.L1 // substituted
    squared = substituted * rows * rows * strategy.l2_squared
    if isinstance(strategy, Tree):
        above = strategy.l2_squared - strategy.weights[0] ** 2
        by_level = strategy.weights[0] ** 2 * moved.L2_squared + substituted * rows * rows * above
        squared = min(squared, by_level)
    return Noise(privacy.mechanism, squared, parameter)


def strategy_errors(kind: str, bins: int, privacy: Privacy, parameter: Fraction) -> tuple[StrategyError, ...]:
    """The strategies of a kind, or of all kinds, with their exact expected errors, the least first."""
    gaussian = privacy.mechanism == GAUSSIAN
    known = (Identity(bins),) if kind == IDENTITY else strategies(bins, gaussian)
    found = []
    for each in known:
        if kind in (AUTO, each.id):
            found.append(StrategyError(each, strategy_noise(each, privacy, parameter)))
    return tuple(sorted(found, key=lambda error: error.expected_rmse))


@lru_cache(maxsize=64)
def mean_variance(strategy: Strategy) -> float:
    """The variance of a range, averaged over all ranges, each once, for noise of variance 1."""
    workload = every_range(strategy.bins)
    return strategy.total_variance(workload) / workload.queries
