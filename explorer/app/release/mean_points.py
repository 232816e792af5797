"""The picture of means: a point for each group, with the interval that holds in all groups together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from explorer.app.plotting.figure import Axis, Figure, Floats, Table, read_only
from explorer.app.plotting.layers import Dash, Layer, Line, Points
from explorer.app.plotting.ticks import ticks
from explorer.app.plotting.told import Told
from explorer.app.release import cell_bars as placed
from explorer.app.release.cell_labels import label_columns, label_headings
from explorer.app.release.plan.plan_noise import assumption, plan_settings
from explorer.mark import N_, Sentence
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.sum import Sum

TITLE = N_("Means, with their intervals")
_LINES = 60  # intervals that are drawn as lines: of more, the ends alone
_APART = 0.05  # of the axis, beyond the outermost interval


def means_figure(
    identity: str, plan: ReleasePlan, index: int, declared: Sum, drawn: Sequence[int], remark: Sentence
) -> Figure:
    """Means that follow from noised integers; no point where a group may have no values.

    Parameters
    ----------
    drawn : the noised integers of a sum with its mean
    remark : where they come from
    """
    answers = list(declared.answers(plan.terms_of(index)).of(drawn))
    cells = placed.cells_of(declared)
    mean, low, high = (
        _numbers([getattr(answer, name) for answer in answers]) for name in ("mean", "low", "high")
    )
    lacking = int(np.isnan(mean).sum())
    values = {"confidence": plan.output.confidence, "count": lacking, "groups": len(answers)}
    said = N_(
        "Each interval contains the mean of the clipped values, in all groups at {confidence:percent}.",
        **values,
    )
    if lacking:
        said = N_(
            "Each interval contains the mean of the clipped values, in all groups at {confidence:percent}. "
            "{count:plain} of {groups:plain} {groups:group|groups} may have no values, and so no "
            "mean.",
            **values,
        )
    names = tuple(column.name for column in declared.columns)
    return Figure(
        identity,
        TITLE,
        assumption(plan, index, remark),
        said,
        cells.axis(),
        _axis(declared, low, high),
        tuple(_layers(cells, *(cells.shaped(each.tolist()) for each in (mean, low, high)))),
        Table(
            (*label_headings(declared.columns), N_("mean"), N_("from"), N_("to")),
            (*names, "mean", "mean_from", "mean_to"),
            (*label_columns(declared.columns), *map(read_only, (mean, low, high))),
        ),
        settings=plan_settings(plan, index),
    )


def _numbers(values: Sequence[Fraction | None]) -> Floats:
    return np.array([np.nan if each is None else float(each) for each in values])


def _axis(declared: Sum, low: Floats, high: Floats) -> Axis:
    """From the lowest to the highest end; without any interval, the bounds of the values."""
    if np.isnan(low).all():
        first, last = float(declared.low), float(declared.high)
    else:
        first, last = float(np.nanmin(low)), float(np.nanmax(high))
    room = _APART * (last - first) or float(declared.step)
    ends = first - room, last + room
    return Axis(N_("mean of {column}", column=declared.value), *ends, ticks(*ends, 4))


def _layers(cells: placed.Cells, mean: Floats, low: Floats, high: Floats) -> Iterator[Layer]:
    there = ~np.isnan(mean)
    drawn = 0
    for series in range(len(cells.series)):
        colour, rows = placed.colour_of(cells, series), np.flatnonzero(there[:, series])
        x = cells.x[rows, series]
        ends = low[rows, series], high[rows, series]
        for at, place in enumerate(x.tolist()):
            if drawn < _LINES:
                up = read_only(np.array([ends[0][at], ends[1][at]]))
                along = read_only(np.array([place, place]))
                yield Line(f"interval-{drawn}", along, up, colour, Dash.EXACT, 2.0)
                drawn += 1
        told = Told(
            (N_("mean = {mean:full}, from {low:full} to {high:full}"), cells.group_name()),
            (
                ("mean", read_only(mean[rows, series])),
                ("low", read_only(ends[0])),
                ("high", read_only(ends[1])),
                ("group", tuple(cells.groups[row] for row in rows.tolist())),
            ),
        )
        for name, y, size in (
            ("low", ends[0], 4.0),
            ("high", ends[1], 4.0),
            ("mean", mean[rows, series], 8.0),
        ):
            middle = name == "mean"
            yield Points(
                f"{name}-{series}",
                read_only(x.copy()),
                read_only(y.copy()),
                colour,
                size,
                name=cells.series_name(series) if middle else None,
                kind=N_("mean, with its interval") if middle else None,
                told=told if middle else None,
            )
