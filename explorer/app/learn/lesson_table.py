"""The numbers behind a lesson's picture as a table: for eyes that want numbers, for ears, for a CSV file."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

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
    rows: dict[tuple[float, int], dict[str, float]] = {}
    for column in columns:
        met: dict[float, int] = {}
        for x, value in zip(column.x.tolist(), column.values.tolist(), strict=True):
            again = met[x] = met.get(x, -1) + 1
            rows.setdefault((x, again), {})[column.name] = value
    order = sorted(rows)
    values = [_frozen([rows[row].get(column.name, float("nan")) for row in order]) for column in columns]
    return Table(
        (chart.x.label, *(column.heading for column in columns)),
        ("x", *(column.name for column in columns)),
        (_frozen([x for x, _ in order]), *values),
    )


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
