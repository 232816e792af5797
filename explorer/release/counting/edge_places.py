"""Between which edges numbers lie: at once where the edges are evenly spaced, else by bisection."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_UNEVEN = 0.25  # of a step: a guess from the even spacing is then off by one place at most


@dataclass(frozen=True, eq=False)
class EdgePlaces:
    """Rising edges, among which many numbers are placed.

    Attributes
    ----------
    edges : (n,) finite, strictly rising
    """

    edges: Floats

    def below(self, values: Floats) -> NDArray[np.int64]:
        """(m,) how many edges are no larger than each of (m,) finite numbers; exact.

        Evenly spaced edges give a guess, which is compared with the edges on both sides of it: a guess that
        rounding or uneven edges put one place off is put right, and none is further off.
        """
        if self._step is None:
            return np.asarray(np.searchsorted(self.edges, values, side="right"), dtype=np.int64)
        with np.errstate(over="ignore"):  # far beyond every edge
            guess = (values - self.edges[0]) * (1 / self._step) + 1
        places: NDArray[np.int64] = np.clip(guess, 0, self.edges.size).astype(np.int64)
        places += values >= self._fenced[places + 1]
        places -= values < self._fenced[places]
        return places

    @cached_property
    def _step(self) -> float | None:
        """The distance of the edges; None where they are not evenly spaced."""
        count = self.edges.size
        if count < 2:
            return None
        first, last = float(self.edges[0]), float(self.edges[-1])
        step = last / (count - 1) - first / (count - 1)
        if not 1e-200 < step < 1e200 or max(abs(first), abs(last)) > 1e12 * step:
            return None
        off = np.abs(self.edges - (first + step * np.arange(count)))
        return step if bool(off.max() <= _UNEVEN * step) else None

    @cached_property
    def _fenced(self) -> Floats:
        return np.concatenate([[-np.inf], self.edges, [np.inf]])
