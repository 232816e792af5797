"""Counts of simulated people for previews: the same shape for every file, whatever the rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.release.columns.column import Column

_SPECIAL_SHARE = 0.02  # of simulated rows, in each special cell
_KINDS = (0.4, 0.3, 0.2, 0.1)  # of simulated rows, whose columns hang together


def simulated_rows(columns: Sequence[Column], rows: int) -> NDArray[np.int64]:
    """So many `rows` over the joint cells: a bell over intervals, falling steps over categories, and a little
    in each special cell.

    What is rounded off in one cell is counted in a later one: all of them add up to `rows`.
    """
    shares = np.ones(1)
    for column in columns:
        shares = np.outer(shares, _shares(column)).ravel()
    return np.diff(np.rint(rows * np.cumsum(shares)), prepend=0).astype(np.int64)


def simulated_tables(
    columns: Sequence[Column], tables: Sequence[tuple[int, ...]], rows: int
) -> list[NDArray[np.int64]]:
    """So many `rows` in each of some tables of the same columns, given by the columns' places.

    The rows are of a few kinds, each with its own shares in every column: tables depend on each other and
    agree but for what is rounded off.
    """
    kinds = [[_turned(column, kind) for column in columns] for kind in range(len(_KINDS))]
    found = []
    for table in tables:
        shares = sum(
            share * _together([kind[axis] for axis in table])
            for share, kind in zip(_KINDS, kinds, strict=True)
        )
        found.append(np.diff(np.rint(rows * np.cumsum(shares)), prepend=0).astype(np.int64))
    return found


def _together(shares: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    found = np.ones(1)
    for each in shares:
        found = np.outer(found, each).ravel()
    return found


def _turned(column: Column, kind: int) -> NDArray[np.float64]:
    """The shares of a column among the rows of one kind: the declared cells, turned by some places."""
    shares = _shares(column)
    declared = len(column.labels) - len(column.special)
    turned = np.roll(shares[:declared], kind * max(declared // len(_KINDS), 1))
    return np.concatenate([turned, shares[declared:]])


def _shares(column: Column) -> NDArray[np.float64]:
    """The share of simulated rows in each cell of a column; they add up to 1."""
    declared = len(column.labels) - len(column.special)
    if column.is_ordered:
        weights = np.exp(-0.5 * ((np.arange(declared) + 0.5) / declared * 4 - 1.7) ** 2)
    else:
        weights = 1 / np.sqrt(1 + np.arange(declared))
    special = np.full(len(column.special), _SPECIAL_SHARE)
    return np.concatenate([weights / weights.sum() * (1 - special.sum()), special])
