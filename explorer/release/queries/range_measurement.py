"""What is measured for ranges: the strategy in each group, each special cell once; and the fit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Context
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.strategies.answer_margins import AnswerMargins
from explorer.privacy.strategies.strategy import Strategy
from explorer.privacy.strategies.tree import Identity
from explorer.release.plan.gaussian_margin import gaussian_margin
from explorer.release.plan.margin import margin
from explorer.release.plan.sections import Output
from explorer.release.values.noise_distribution import Noise

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
_UPWARDS = Context(prec=4, rounding=ROUND_CEILING)


@dataclass(frozen=True, eq=False)
class Measurement:
    """The measured integers, group after group: those of the strategy, then the special cells.

    A row falls into a bin or into a special cell, never into both: special cells are further columns of the
    matrix. Their `weight` is the largest that does not raise the sensitivity.

    Attributes
    ----------
    groups : how many there are
    special : the number of special cells in each
    """

    strategy: Strategy
    gaussian: bool
    groups: int
    special: int

    @property
    def weight(self) -> int:
        """With which each special cell is measured: the norm of the largest column, rounded down."""
        return math.isqrt(self.strategy.l2_squared) if self.gaussian else self.strategy.l1

    @property
    def length(self) -> int:
        """How many integers the strategy measures in each group."""
        return measured_length(self.strategy)

    @property
    def size(self) -> int:
        """How many integers are measured in all."""
        return self.groups * (self.length + self.special)

    def measured(self, counts: Integers) -> Integers:
        """(size,) what gets noise, of (groups, bins + special) counts, exactly."""
        bins, special = counts[:, : self.strategy.bins], counts[:, self.strategy.bins :]
        return np.concatenate([self.strategy.measure(bins), self.weight * special], axis=1).ravel()

    def fitted(self, noised: Sequence[int]) -> Floats:
        """(groups, bins + special) the least-squares fit to what was noised."""
        values = np.array([float(each) for each in noised]).reshape(self.groups, -1)
        bins = self.strategy.fit(values[:, : self.length])
        return np.concatenate([bins, values[:, self.length :] / self.weight], axis=1)


@lru_cache(maxsize=64)
def measured_length(strategy: Strategy) -> int:
    """How many integers a strategy measures."""
    return int(strategy.measure(np.zeros(strategy.bins, dtype=np.int64)).size)


@dataclass(frozen=True, slots=True)
class RangeMargins:
    """Margins before any row is read, rounded up to four digits.

    Attributes
    ----------
    bins : of each bin by itself
    special : of each special cell by itself
    together : of all bins and special cells of all groups at once
    sums : of all sums from the first bin on, in all groups at once
    """

    bins: tuple[float, ...]
    special: float
    together: float
    sums: float

    @property
    def each(self) -> float:
        """The margin that holds for every cell by itself."""
        return max(self.special, *self.bins)


def range_margins(measurement: Measurement, noise: Noise, output: Output) -> RangeMargins:
    """The margins of a fit with this noise."""
    declared = (measurement.groups, measurement.special)
    return _range_margins(measurement.strategy, measurement.weight, noise, output.confidence, *declared)


@lru_cache(maxsize=64)
def _range_margins(
    strategy: Strategy, weight: int, noise: Noise, confidence: Fraction, groups: int, special: int
) -> RangeMargins:
    """What is left of the confidence for one group is c^(1/groups), and for one of k cells of it c^(1/k)."""
    least = gaussian_margin if noise.is_gaussian else margin
    cells = groups * (strategy.bins + special)
    alone = rounded_up(least(noise.width, confidence) / weight)
    together = rounded_up(least(noise.width, confidence, cells) / weight)
    margins, group = answer_margins(strategy, noise), float(confidence) ** (1 / groups)
    sums = rounded_up(margins.sums_together(group))
    if isinstance(strategy, Identity):  # exact, and the same for all
        return RangeMargins((alone,) * strategy.bins, alone, together, sums)
    share = strategy.bins / (strategy.bins + special)
    bins = tuple(map(rounded_up, margins.each(float(confidence)).tolist()))
    return RangeMargins(bins, alone, max(together, rounded_up(margins.bins_together(group**share))), sums)


def answer_margins(strategy: Strategy, noise: Noise) -> AnswerMargins:
    """Margins of what is fitted where each measured integer gets this noise."""
    return AnswerMargins(strategy, noise.is_gaussian, noise.width)


def rounded_up(value: float) -> float:
    """To four digits, never below; whole numbers stay whole.

    >>> rounded_up(10.0301), rounded_up(12.0), rounded_up(123456.7)
    (10.04, 12, 123500)
    """
    if value == int(value) and value < 10_000:
        return int(value)
    up = float(_UPWARDS.create_decimal_from_float(value))
    return int(up) if up == int(up) else up
