"""The numbers behind a lesson's picture as a table: for eyes that want numbers, for ears, for a CSV file."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.app.plotting.figure import Floats, Table, read_only
from explorer.lessons.parts import picture as given
from explorer.mark import N_, Sentence


class _Column(NamedTuple):
    """One series: over which x, what is said of it, its name in the file."""

    x: Floats
    values: Floats
    heading: Sentence
    name: str


def chart_table(chart: given.Chart) -> Table:
    """x, and a column for each series over it; rows of a series that has no value there are empty.

    A cloud of dots, of which several stand at one x, has as many rows there.
    """
    columns = [column for layer in chart.layers for column in _columns(layer, chart)]
    if not columns:
        return Table((chart.x.label, chart.y.label), ("x", "y"), (_frozen([]), _frozen([])))
    sizes = [len(column.x) for column in columns]
    x = np.concatenate([column.x for column in columns]).astype(np.float64)
    again = np.concatenate([_again(column.x) for column in columns])
    order = np.lexsort((again, x))
    x, again = x[order], again[order]
    begins = np.append(True, (np.diff(x) > 0) | (np.diff(again) > 0))
    row = np.empty(len(order), dtype=np.int64)
    row[order] = np.cumsum(begins) - 1
    ends = np.cumsum(sizes)
    values = [
        _at_rows(column.values, row[end - size : end], int(np.count_nonzero(begins)))
        for column, size, end in zip(columns, sizes, ends.tolist(), strict=True)
    ]
    return Table(
        (chart.x.label, *(column.heading for column in columns)),
        ("x", *(column.name for column in columns)),
        (read_only(x[begins]), *values),
    )


def _again(x: Floats) -> NDArray[np.int64]:
    """How often each x stood there before."""
    if np.all(np.diff(x) > 0):
        return np.zeros(len(x), dtype=np.int64)
    order = np.argsort(x, kind="stable")
    places = np.arange(len(x))
    begins = np.append(True, np.diff(x[order]) > 0)
    again = np.empty(len(x), dtype=np.int64)
    again[order] = places - np.maximum.accumulate(np.where(begins, places, 0))
    return again


def _at_rows(values: Floats, rows: NDArray[np.int64], count: int) -> Floats:
    """The values of one series in a column of so many rows."""
    column = np.full(count, np.nan)
    column[rows] = values
    return read_only(column)


def _frozen(values: list[float]) -> Floats:
    return read_only(np.array(values, dtype=np.float64))


def _columns(layer: given.Layer, chart: given.Chart) -> list[_Column]:
    name = layer.id.replace("-", "_") if not isinstance(layer, given.Marker) else ""
    heading = (
        chart.y.label if getattr(layer, "label", None) is None else getattr(layer, "label", chart.y.label)
    )
    if isinstance(layer, given.Curve | given.Dots):
        return [_Column(layer.x, layer.y, heading, name)]
    if isinstance(layer, given.Columns):
        return [_Column(layer.x, layer.height, heading, name)]
    if isinstance(layer, given.Band):
        ends = (N_("{series}, from", series=heading), N_("{series}, to", series=heading))
        return [
            _Column(layer.x, layer.low, ends[0], f"{name}_low"),
            _Column(layer.x, layer.high, ends[1], f"{name}_high"),
        ]
    return []


def grid_table(grid: given.Grid) -> Table:
    """A row for each cell, with a 1 in the column of its kind."""
    cells = np.asarray(grid.cells)
    return Table(
        (N_("cell"), *(kind.label for kind in grid.kinds)),
        ("cell", *(f"kind_{at + 1}" for at in range(len(grid.kinds)))),
        (
            read_only(np.arange(1.0, len(cells) + 1)),
            *(read_only((cells == at).astype(np.float64)) for at in range(len(grid.kinds))),
        ),
    )
