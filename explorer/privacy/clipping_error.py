"""What bounds take away from a sum or mean, against the noise that they save."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_
from explorer.privacy.refusal import NotValid

if TYPE_CHECKING:
    from explorer.privacy.mechanism import Floats


@dataclass(frozen=True, eq=False)
class Ordered:
    """Values in rising order; `excess` is Σ(v − x)₊ over them, at each x that is one of them.

    The sums run from the largest value down and add what is never negative, so that nothing cancels.
    """

    values: Floats
    excess: Floats

    @property
    def total(self) -> float:
        """The sum of the values, unclipped."""
        return math.fsum(self.values)


@dataclass(frozen=True, eq=False)
class Trade:
    """What an answer loses and gains by upper bounds: one number a bound, in the units of the answer.

    `bias` is the clipped answer less the unclipped one, `noise` the standard deviation of what is added,
    `error` the root mean square error √(bias² + noise²), `clipped` the share of values that are changed.
    """

    bias: Floats
    noise: Floats
    error: Floats
    clipped: Floats


def sample_of(values: Floats) -> Ordered:
    """The values, made ready for any bounds.

    Errors
    ------
    NotValid
        No value, or one that is not a finite number.
    """
    ordered = np.sort(np.asarray(values, dtype=np.float64))
    if not len(ordered) or not np.isfinite(ordered).all():
        raise NotValid(N_("clipping needs finite values, at least one"), "sample")
    above = np.arange(len(ordered) - 1, 0, -1)  # how many values lie above each gap
    gained = (np.diff(ordered) * above)[::-1]
    excess = np.append(np.cumsum(gained)[::-1], 0.0)
    ordered.setflags(write=False)
    excess.setflags(write=False)
    return Ordered(ordered, excess)


def trade(sample: Ordered, low: float, highs: Floats, noise: Floats, rows: int = 1) -> Trade:
    r"""What clipping to [low, high] does to a sum, or to a mean, at each upper bound.

    .. math:: b(h) = \sum_i \mathrm{clip}(v_i; l, h) - v_i = \sum_i (l - v_i)_+ - \sum_i (v_i - h)_+,
              \qquad e(h) = \sqrt{b(h)^2 + s(h)^2}

    Parameters
    ----------
    sample : the values
    low : lower bound, in the units of the values
    highs : (n,) array of upper bounds, each above `low`
    noise : (n,) array, standard deviation of the noise at each bound: that of one unit of sensitivity,
        times the sensitivity that follows from the bounds
    rows : by how many the sum is divided: 1 for a sum, the number of values for their mean

    Guarantee
    ---------
    Exact for this sample, to rounding. Error is against the unclipped answer of the same sample.

    Errors
    ------
    NotValid
        An upper bound that is not above `low`, or no row to divide by.
    """
    highs, noise = np.asarray(highs, dtype=np.float64), np.asarray(noise, dtype=np.float64)
    if not (highs > low).all():
        raise NotValid(N_("the lower bound must be below the upper one"), "low")
    if rows < 1:
        raise NotValid(N_("a mean divides by at least one row"), "rows")
    values = sample.values
    first = np.searchsorted(values, highs, side="right")  # the first value above each bound
    raised = int(np.searchsorted(values, low, side="left"))
    lifted = math.fsum(low - values[:raised])
    bias = (lifted - _taken(sample, highs, first)) / rows
    clipped = (raised + len(values) - first) / len(values)
    return Trade(bias, noise, np.hypot(bias, noise), clipped)


def _taken(sample: Ordered, highs: Floats, first: NDArray[np.intp]) -> Floats:
    """Σ(v − high)₊ at each bound."""
    values = sample.values
    inside = np.minimum(first, len(values) - 1)
    some = (values[inside] - highs) * (len(values) - first) + sample.excess[inside]
    return np.where(first < len(values), some, 0.0)


def least(error: Floats) -> int:
    """The place of the least error; of several equal ones the first, whose bound is the smallest.

    Between two values of the sample b(h) is straight, so on a grid of bounds the true least lies beside it.
    """
    return int(np.argmin(error))
