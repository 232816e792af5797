"""Counts of simulated people for previews: the same shape for every file, whatever the rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.release.columns.column import Column

_SPECIAL_SHARE = 0.02  # of simulated rows, in each special cell


def simulated_rows(columns: Sequence[Column], rows: int) -> NDArray[np.int64]:
    """So many `rows` over the joint cells: a bell over intervals, falling steps over categories, and a little
    in each special cell.

    What is rounded off in one cell is counted in a later one: all of them add up to `rows`.
    """
    shares = np.ones(1)
    for column in columns:
        shares = np.outer(shares, _shares(column)).ravel()
    return np.diff(np.rint(rows * np.cumsum(shares)), prepend=0).astype(np.int64)


def _shares(column: Column) -> NDArray[np.float64]:
    """The share of simulated rows in each cell of a column; they add up to 1."""
    declared = len(column.labels) - len(column.special)
    if column.is_ordered:
        weights = np.exp(-0.5 * ((np.arange(declared) + 0.5) / declared * 4 - 1.7) ** 2)
    else:
        weights = 1 / np.sqrt(1 + np.arange(declared))
    special = np.full(len(column.special), _SPECIAL_SHARE)
    return np.concatenate([weights / weights.sum() * (1 - special.sum()), special])
