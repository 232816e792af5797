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
_FINE = 1.1  # ratio of the weights for which margins of means are worked out


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
        reach = self._rows_reach
        for steps, rows in zip(drawn[: self.groups], drawn[self.groups :], strict=True):
            total = self.step * (steps + self.zero * rows)
            if rows <= reach:
                yield Answer(total, rows)
            else:
                yield Answer(total, rows, *self._mean(steps, rows))

    @property
    def _rows_reach(self) -> int:
        """The margin of all numbers of values together: a group without any is told a mean no more often."""
        return 0 if self._rows is None else _least(self._rows, self.confidence, self.groups)

    def _mean(self, steps: int, rows: int) -> tuple[Fraction, Fraction, Fraction]:
        r"""A mean and its interval, which holds in all groups together (Fieller 1954, with exact noise).

        With θ the true centred mean in steps, S − θR is noise alone, X − θY. A centred mean is no larger than
        the bounds allow; so it lies within (S ± t)/R, t the margin of X + kY for any k ≥ \|θ\|, and one step
        more as θ need not be whole. That bounds θ anew, which narrows t, until nothing is gained. The ends
        are rounded outwards and lie within the bounds of the values.
        """
        largest = max(abs(each - self.zero) for each in self.bounds)
        reach = self._ratio_reach(largest)
        while True:
            within = max(abs(steps - reach), abs(steps + reach))
            narrowed = self._ratio_reach(min(largest, -(-within // rows)))
            if narrowed >= reach:
                break
            reach = narrowed
        unit = self._unit
        low = math.floor(Fraction(steps - reach, rows) * self.step / unit) * unit
        high = math.ceil(Fraction(steps + reach, rows) * self.step / unit) * unit
        middle = round(Fraction(steps, rows) * self.step / unit) * unit
        low, middle, high = (self._within(each + self.zero * self.step) for each in (low, middle, high))
        return middle, low, high

    def _ratio_reach(self, largest: int) -> int:
        """How far S − θR is off in all groups together, for every centred mean θ up to `largest` steps."""
        rows = self._rows
        if rows is None:
            raise TypeError("a sum without a mean")
        weight = 0 if largest == 0 else math.ceil(_FINE ** math.ceil(math.log(largest) / math.log(_FINE)))
        weight = max(weight, largest)  # few weights, so that each margin is worked out once for many groups
        return weighted_margin(self.noise[0], rows, weight, self.confidence, self.groups) + 1

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
