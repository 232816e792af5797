"""Quantiles of fitted counts in the words of a column: between which edges, and where within a bin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import cast

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.notation import exact_text
from explorer.privacy.strategies.quantiles import quantile_places
from explorer.release.columns.date import DateColumn
from explorer.release.columns.intervals import IntervalColumn

Floats = NDArray[np.float64]
_WITHIN = 3  # digits of a value beyond the width of its bin


@dataclass(frozen=True, slots=True)
class Quantile:
    """A quantile of the rows in the bins: between two edges, and an estimate within."""

    share: Fraction
    low: str
    high: str
    value: str

    @property
    def share_text(self) -> str:
        """The quantile, exactly."""
        return exact_text(self.share)


def quantiles(
    column: IntervalColumn, fitted: Floats, shares: Sequence[Fraction], sums_margin: float
) -> Iterator[Quantile]:
    """The quantiles of the (n,) fitted counts of one group; see `quantile_places` for what holds."""
    names = column.edge_names
    for share, place in zip(
        shares, quantile_places(fitted, [float(each) for each in shares], sums_margin), strict=True
    ):
        yield Quantile(share, names[place.low], names[place.high], value_at(column, place.place))


def value_at(column: IntervalColumn, place: float) -> str:
    """The value at a place among the edges: 2.5 is the middle of the third bin. Dates fall on a day."""
    names = column.edge_names
    edge = min(int(place), len(names) - 1)
    share = place - edge
    if share == 0:
        return names[edge]
    if isinstance(column, DateColumn):
        low, high = (datetime.fromisoformat(each) for each in names[edge : edge + 2])
        moment = low + (high - low) * share
        return moment.isoformat(timespec="minutes") if column.has_time else moment.date().isoformat()
    with localcontext() as context:
        context.prec = 200
        low_end, high_end = (cast(Decimal, each) for each in column.ends[edge : edge + 2])
        width = high_end - low_end
        value = low_end + width * Decimal(share)
        rounded = value.quantize(Decimal(1).scaleb(width.adjusted() - _WITHIN))
        return format(rounded.normalize() if rounded else Decimal(0), "f")
