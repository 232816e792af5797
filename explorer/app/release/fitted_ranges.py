"""The picture of ranges: fitted counts of the bins with their band, and their quantiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import cast

import numpy as np

from explorer.app.core.state import AskedRange
from explorer.app.plotting.figure import Axis, Figure, Floats, Table, read_only
from explorer.app.plotting.layers import Area, Layer, Line
from explorer.app.release.asked_range import asked_layers
from explorer.app.release.cell_bars import count_axis, zero
from explorer.app.release.cell_labels import label_columns, label_headings, round_stride
from explorer.app.release.plan.plan_noise import assumption, margins_sentence, plan_settings
from explorer.app.release.quantile_marks import quantile_marks, quantiles_sentence, rows_of
from explorer.mark import N_, Sentence, verbatim
from explorer.release.plan.counted import counted
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.labels import FITTED
from explorer.release.queries.query import NoisedQuery
from explorer.release.queries.range_tables import FittedRanges
from explorer.release.queries.ranges import Ranges

_COLOURS = ("exact", "orange", "teal", "brown")
_TICKS = 12
_LINE = 0.14  # of the picture's height: a line of words above the counts


def ranges_figure(
    identity: str,
    title: Sentence,
    plan: ReleasePlan,
    index: int,
    noised: NoisedQuery,
    remark: Sentence,
    public: bool | None = None,
    asked: AskedRange | None = None,
) -> Figure:
    """The fitted counts of the first groups of some ranges.

    Parameters
    ----------
    remark : where the counts come from
    public : whether the rows are public, else simulated; None for what is released
    asked : the range that a person asks of them, which is shaded with its answer
    """
    fitted = cast(Ranges, noised.declared).fitted(noised)
    groups = _groups(fitted)
    bins, values = fitted.cells.bins, fitted.fitted[: len(groups)]
    band = np.array(fitted.margins.bins)
    confidence = plan.output.confidence
    kind = N_("fitted count; {confidence:percent} noise margin of each interval", confidence=confidence)
    layers: list[Layer] = [zero()]
    for number, name in enumerate(groups):
        layers += _layers(number, name, values[number, :bins], band, kind)
    axis = count_axis(values[:, :bins], float(band.max()), label=counted(plan.privacy))
    asks = asked is not None and bool(asked.low or asked.high)
    rows = rows_of(fitted)
    lines = _with_lines(axis, rows + asks)
    if rows:
        layers += quantile_marks(fitted, lines[0], (lines[-1].high, lines[asks].high))
    if asked is not None and asks:
        layers += asked_layers(noised, asked, lines[0])
    shown = {} if public is None else {"counts": "public" if public else "simulated"}
    return Figure(
        identity,
        title,
        assumption(plan, index, remark),
        margins_sentence(plan, index),
        _axis(fitted),
        lines[0],
        tuple(layers),
        _table(fitted),
        settings={**plan_settings(plan, index), **shown, "quantiles": quantiles_sentence(fitted)},
    )


def _groups(fitted: FittedRanges) -> list[str]:
    """The names of the groups that are drawn: declared ones alone, as many as there are colours."""
    labels = product(*(column.declared_labels for column in fitted.cells.grouping))
    every = list(product(*(column.labels for column in fitted.cells.grouping)))
    declared = [each for each in labels if every.index(each) < len(_COLOURS)]
    return [" · ".join(each) for each in declared[: len(_COLOURS)]]


def _layers(number: int, name: str, values: Floats, band: Floats, kind: Sentence) -> Iterator[Layer]:
    colour, edges = _COLOURS[number], read_only(np.repeat(np.arange(len(values) + 1.0), 2)[1:-1])
    low, high, middle = (read_only(np.repeat(each, 2)) for each in (values - band, values + band, values))
    yield Area(f"band-{number}", edges, low, high, colour)
    label = verbatim(name) if name else None
    words = label or N_("fitted count")
    yield Line(f"fitted-{number}", edges, middle, colour, label=label, name=words, kind=kind)


def _with_lines(axis: Axis, lines: int) -> tuple[Axis, ...]:
    """With room above the counts for so many lines of words, for one line fewer, and so on."""
    room = _LINE * (axis.high - axis.low)
    return tuple(replace(axis, high=axis.high + line * room) for line in range(lines, -1, -1))


def _axis(fitted: FittedRanges) -> Axis:
    """The edges by their place, some of them with their names."""
    names = fitted.cells.axis.edge_names
    step = round_stride(names, -(-(len(names) - 1) // (_TICKS - 1)))
    places = range(0, len(names), step)
    ticks, words = tuple(map(float, places)), tuple(verbatim(names[place]) for place in places)
    return Axis(verbatim(fitted.cells.axis.name), 0.0, float(fitted.cells.bins), ticks, words)


def _table(fitted: FittedRanges) -> Table:
    """All cells, as they are published."""
    columns = fitted.cells.columns
    margins = (*fitted.margins.bins, *(fitted.margins.special,) * fitted.cells.special)
    told = np.tile(np.array(margins, dtype=np.float64), (fitted.cells.groups, 1))
    names = tuple(column.name for column in columns)
    return Table(
        (*label_headings(columns), N_("fitted count"), N_("margin, each")),
        (*names, FITTED, "margin_each"),
        (
            *label_columns(columns),
            read_only(fitted.cells.flat(fitted.fitted)),
            read_only(fitted.cells.flat(told)),
        ),
    )
