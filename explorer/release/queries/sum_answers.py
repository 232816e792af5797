"""From the noised integers of a sum to sums, means and their margins: post-processing alone."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from explorer.release.plan.gaussian_margin import gaussian_margin
from explorer.release.plan.margin import margin
from explorer.release.plan.weighted_margin import weighted_margin
from explorer.release.queries.terms import Margins
from explorer.release.values.noise_distribution import Noise
from explorer.release.values.noise_variance import variance

_FINER = 10**6  # parts of a step to which means are rounded


@dataclass(frozen=True, slots=True)
class Answer:
    """What is published of one group. `mean`, `low` and `high` are None where the rows may be none."""

    sum: Fraction
    rows: int | None = None
    mean: Fraction | None = None
    low: Fraction | None = None
    high: Fraction | None = None


@dataclass(frozen=True, slots=True)
class SumAnswers:
    """How the answers follow from the noised integers.

    Parameters
    ----------
    step : of the values; zero : in steps, what a measured sum is taken from
    bounds : the least and the largest value, in steps
    noise : of the sums, and with a mean of the numbers of values
    """

    step: Fraction
    zero: int
    bounds: tuple[int, int]
    groups: int
    noise: tuple[Noise, ...]
    confidence: Fraction

    @property
    def _rows(self) -> Noise | None:
        return self.noise[1] if len(self.noise) > 1 else None

    def margins(self) -> Margins:
        r"""Of each sum by itself, and of all together, in the unit of the sum.

        With a mean the sum is the centred one and the centre times the number of values, so that its noise is
        X + kY (`weighted_margin`).
        """
        each, joint = (self._reach(cells) for cells in (1, self.groups))
        return Margins(each, joint, self.step)

    def _reach(self, cells: int) -> int:
        first, rows = self.noise[0], self._rows
        if rows is not None:
            return weighted_margin(first, rows, self.zero, self.confidence, cells)
        return _least(first, self.confidence, cells)

    def rows_margin(self) -> int | None:
        """The margin of the number of values of each group by itself; None without a mean."""
        return None if self._rows is None else _least(self._rows, self.confidence, 1)

    def expected_rmse(self) -> float:
        r""":math:`\mathrm{step}\cdot\sqrt{V(X) + k^2\,V(Y)}`, in the unit of the sum."""
        total = variance(self.noise[0])
        if self._rows is not None:
            total += self.zero**2 * variance(self._rows)
        return float(self.step) * math.sqrt(total)

    def of(self, drawn: Sequence[int]) -> Iterator[Answer]:
        """The answer for each group, from all noised integers in the order in which they are measured."""
        if self._rows is None:
            yield from (Answer(self.step * each) for each in drawn)
            return
        reach = (_least(self.noise[0], self.confidence, 2 * self.groups), self._rows_reach)
        for steps, rows in zip(drawn[: self.groups], drawn[self.groups :], strict=True):
            total = self.step * (steps + self.zero * rows)
            if rows <= reach[1]:
                yield Answer(total, rows)
            else:
                yield Answer(total, rows, *self._mean(steps, rows, *reach))

    @property
    def _rows_reach(self) -> int:
        """The margin of all numbers of values, of all measured numbers together."""
        return 0 if self._rows is None else _least(self._rows, self.confidence, 2 * self.groups)

    def _mean(self, steps: int, rows: int, around: int, more: int) -> tuple[Fraction, Fraction, Fraction]:
        """A mean, and from where to where it can be while all noises are within their margins together.

        The ends are those of a quotient of two intervals, the lower one above 0, rounded outwards, within the
        bounds of the values.
        """
        least, most = steps - around, steps + around
        low = Fraction(least, rows + more if least >= 0 else rows - more)
        high = Fraction(most, rows - more if most >= 0 else rows + more)
        unit = self._unit
        ends = (math.floor(low * self.step / unit) * unit, math.ceil(high * self.step / unit) * unit)
        middle = round(Fraction(steps, rows) * self.step / unit) * unit
        low, middle, high = (
            self._within(each + self.zero * self.step) for each in (ends[0], middle, ends[1])
        )
        return middle, low, high

    @property
    def _unit(self) -> Fraction:
        """The power of ten in which means are told: a millionth of a step, or less."""
        power, least = Fraction(1), self.step / _FINER
        while power > least:
            power /= 10
        while power * 10 <= least:
            power *= 10
        return power

    def _within(self, value: Fraction) -> Fraction:
        first, last = self.bounds
        return min(max(value, self.step * first), self.step * last)


def _least(noise: Noise, confidence: Fraction, cells: int) -> int:
    found = gaussian_margin if noise.is_gaussian else margin
    return found(noise.width, confidence, cells)
