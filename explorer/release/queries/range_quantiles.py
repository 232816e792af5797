"""Quantiles of fitted counts in the words of a column: between which edges, and where within a bin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.notation import exact_text
from explorer.privacy.strategies.quantiles import QuantilePlace, quantile_places
from explorer.release.columns.intervals import IntervalColumn

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Quantile:
    """A quantile of the rows in the bins: between two edges, and an estimate within; `place` is the same in
    edges.
    """

    share: Fraction
    low: str
    high: str
    value: str
    place: QuantilePlace

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
        yield Quantile(share, names[place.low], names[place.high], value_at(column, place.place), place)


def value_at(column: IntervalColumn, place: float) -> str:
    """The value at a place among the edges: 2.5 is the middle of the third bin. Dates fall on a day."""
    names = column.edge_names
    edge = min(int(place), len(names) - 1)
    share = place - edge
    return column.between(edge, share) if share else names[edge]
