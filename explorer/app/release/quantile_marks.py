"""Quantiles above fitted counts: the interval of each, its estimate and name; all of them in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from explorer.app.plotting.figure import Axis, read_only
from explorer.app.plotting.layers import Area, Layer, Line, Note, Points
from explorer.app.plotting.told import Told
from explorer.mark import N_, Sentence, verbatim
from explorer.release.queries.range_quantiles import Quantile
from explorer.release.queries.range_tables import FittedRanges

_ROW = "quantiles"
_ONE_ROW = 20  # names that have room in one row of a usual picture
_MOST_LEVELS, _LOW = 6, 3  # heights at which intervals that overlap lie; so many fit a row of words
_APART = 0.015  # of the width of the picture
_MOST_TOLD = 16  # quantiles that are told one by one in words, and shaded


def rows_of(fitted: FittedRanges) -> int:
    """How many rows of words they need above the counts: for their intervals, and for their names."""
    if not fitted.shares or fitted.cells.grouping:
        return 0
    many = len(fitted.shares) > _ONE_ROW
    return (3 if max(_levels(list(fitted.group_quantiles(0)), fitted.cells.bins)) >= _LOW else 2) + many


def _levels(found: list[Quantile], bins: int) -> list[int]:
    """On which level each interval lies, from 0 up: those of one level are seen to be apart."""
    taken, levels = list[int](), list[int]()
    for number, each in enumerate(found):
        free = (level for level, end in enumerate(taken) if end + _APART * bins < each.place.low)
        level = next(free, len(taken) if len(taken) < _MOST_LEVELS else number % _MOST_LEVELS)
        if level == len(taken):
            taken.append(each.place.high)
        taken[level] = each.place.high
        levels.append(level)
    return levels


def quantile_marks(fitted: FittedRanges, axis: Axis, strip: tuple[float, float]) -> Iterator[Layer]:
    """The quantiles of the one group: shaded intervals, and in a strip above the counts what each of them is.

    Parameters
    ----------
    strip : the lower and the upper end of the room above the counts that they have
    """
    found = list(fitted.group_quantiles(0))
    ends = read_only(np.array([axis.low, axis.low])), read_only(np.array([axis.high, axis.high]))
    rows, levels = rows_of(fitted), _levels(found, fitted.cells.bins)
    row, names = (strip[1] - strip[0]) / rows, 2 if len(found) > _ONE_ROW else 1
    step = (rows - names - 0.25) * row / (max(levels) + 1)
    heights = [strip[0] + (0.5 + level) * step for level in levels]
    for number, (each, height) in enumerate(zip(found, heights, strict=True)):
        across = read_only(np.array([float(each.place.low), float(each.place.high)]))
        if len(found) <= _MOST_TOLD:
            yield Area(f"quantile-{number}", across, *ends, "muted", 0.10)
        level = read_only(np.array([height, height]))
        yield Line(f"quantile-{number}-interval", across, level, "muted", width=3.0)
        said, words = _said(each), (each.place.place, strip[1] - 0.65 * row)
        brief, name = (verbatim(each.share_text),), f"quantile-{number}-words"
        at = each.place.place, height
        yield Note(name, *at, (said,), "ink", words_at=words, halo=True, brief=brief, row=_ROW)
    yield Points(
        "quantiles",
        read_only(np.array([each.place.place for each in found])),
        read_only(np.array(heights)),
        "ink",
        7.0,
        name=N_("quantiles"),
        kind=N_("estimate, with its interval"),
        told=Told(
            (N_("{share}: {low} to {high}, estimate {value}"),),
            (
                ("share", tuple(each.share_text for each in found)),
                ("low", tuple(each.low for each in found)),
                ("high", tuple(each.high for each in found)),
                ("value", tuple(each.value for each in found)),
            ),
        ),
    )


def _said(quantile: Quantile) -> Sentence:
    return N_("{share}: {low} to {high}", share=quantile.share_text, low=quantile.low, high=quantile.high)


def quantiles_sentence(fitted: FittedRanges) -> Sentence | None:
    """Every quantile of the declared groups in words; None where none is declared.

    Where there are too many for words, it is said which file has them.
    """
    every = list(product(*(column.labels for column in fitted.cells.grouping)))
    declared = set(product(*(column.declared_labels for column in fitted.cells.grouping)))
    if not fitted.shares:
        return None
    if len(declared) * len(fitted.shares) > _MOST_TOLD:
        told_in = {"file": f"{fitted.name}-quantiles.csv", "count": fitted.cells.groups * len(fitted.shares)}
        return N_("All {count:plain} quantiles are published in {file}, with their intervals.", **told_in)
    told = tuple(
        N_("{group} · {quantile}", group=" · ".join(group), quantile=_said(each)) if group else _said(each)
        for number, group in enumerate(every)
        if group in declared
        for each in fitted.group_quantiles(number)
    )
    confidence = fitted.confidence
    return N_(
        "Quantiles, simultaneously at {confidence:percent}: {quantiles}",
        confidence=confidence,
        quantiles=told,
    )
