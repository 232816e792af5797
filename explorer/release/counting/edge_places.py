"""Between which edges numbers lie: at once where a grid tells it, else by bisection.

Of evenly spaced edges the grid is their own spacing. Uneven ones, such as those of several queries, get a
finer one whose spaces hold one edge at most, as long as it is of moderate size.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_UNEVEN = 0.25  # of a step: a guess from the even spacing is then off by one place at most
_FINE = 0.9  # of the least distance of two edges: the width of a space of the grid
_SPACES = 1 << 16  # of a grid, whose table stays in a processor's cache
_FEW = 16  # edges, among which bisection is as quick as a table


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

        A grid gives a guess, which is compared with the edges on both sides of it: a guess that rounding or
        uneven edges put one place off is put right, and none is further off.
        """
        if self._step is not None:
            places = self._spaces(values, self._step, self.edges.size)
        elif self._grid is not None:
            width, table = self._grid
            places = table[self._spaces(values, width, table.size - 1)]
        else:
            return np.asarray(np.searchsorted(self.edges, values, side="right"), dtype=np.int64)
        places += values >= self._fenced[places + 1]
        places -= values < self._fenced[places]
        return places

    def _spaces(self, values: Floats, width: float, most: int) -> NDArray[np.int64]:
        """The space of each number, of spaces so wide from the first edge on: 0 before it, at most `most`.

        Numbers that lie within rounding of the end of a space may be told the neighbouring one.
        """
        with np.errstate(over="ignore"):  # far beyond every edge
            guess = (values - self.edges[0]) * (1 / width) + 1
        spaces: NDArray[np.int64] = np.clip(guess, 0, most).astype(np.int64)
        return spaces

    @cached_property
    def _step(self) -> float | None:
        """The distance of the edges; None where they are not evenly spaced."""
        count = self.edges.size
        if count < 2:
            return None
        first, last = float(self.edges[0]), float(self.edges[-1])
        step = last / (count - 1) - first / (count - 1)
        if not self._tells(step):
            return None
        off = np.abs(self.edges - (first + step * np.arange(count)))
        return step if bool(off.max() <= _UNEVEN * step) else None

    @cached_property
    def _grid(self) -> tuple[float, NDArray[np.int64]] | None:
        """The width of spaces that hold one edge at most, and how many edges are no larger than where each
        begins, from what lies before the first edge on; None where there would be too many.

        A number is then in the space that it is told or beside its end, and between it and the beginning of
        that space is one edge at most: the count is off by one place at most.
        """
        if self.edges.size <= _FEW:
            return None
        first, last = float(self.edges[0]), float(self.edges[-1])
        width = _FINE * float(np.diff(self.edges).min())
        if not self._tells(width) or (last - first) / width > _SPACES:
            return None
        begins = first + width * np.arange(int((last - first) / width) + 2)
        counted = np.searchsorted(self.edges, begins, side="right")
        return width, np.concatenate([[0], counted]).astype(np.int64)

    def _tells(self, width: float) -> bool:
        """Whether doubles near the edges tell spaces of this width apart, and to a small part of them."""
        farthest = max(abs(float(self.edges[0])), abs(float(self.edges[-1])))
        return 1e-200 < width < 1e200 and farthest <= 1e12 * width

    @cached_property
    def _fenced(self) -> Floats:
        return np.concatenate([[-np.inf], self.edges, [np.inf]])
