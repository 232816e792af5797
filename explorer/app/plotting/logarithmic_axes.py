"""Axes on which each power of ten is as long as the next: data are drawn as their decimal logarithm."""

from __future__ import annotations

import math

from explorer.app.plotting.figure import Axis
from explorer.app.plotting.ticks import ticks
from explorer.mark import N_, Sentence

_FEW = 2.5  # decades; up to so many carry numbers between the powers of ten
LOWEST = -307.0  # the last decade whose power of ten is an ordinary number


def logarithmic_axis(
    label: Sentence, low: float, high: float, about: int = 5, symbol: str = "", whole: bool = False
) -> Axis:
    """The axis from 10^low to 10^high, in log10, with the plain numbers at its ticks."""
    places = ticks(low, high, about, whole=True)
    if high - low <= _FEW:
        places = tuple(
            power + math.log10(factor)
            for power in range(math.floor(low), math.ceil(high) + 1)
            for factor in (1, 2, 5)
            if low - 1e-9 <= power + math.log10(factor) <= high + 1e-9
        )
    if len(places) < 3:
        places = tuple(math.log10(each) for each in ticks(10.0**low, 10.0**high, 3) if each > 0)
    names = tuple(_name(place) for place in places)
    return Axis(label, low, high, places, names, symbol, logarithmic=True, whole=whole)


def _name(place: float) -> Sentence:
    return N_("{value}", value=10.0**place)
