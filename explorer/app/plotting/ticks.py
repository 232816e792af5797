"""Round numbers for axes."""

from __future__ import annotations

import math


def round_step(span: float, about: int) -> float:
    """The step of 1, 2, 2.5 or 5 times a power of ten that divides `span` into about `about` parts.

    A tenth more parts than asked for are better than half as many.
    """
    raw = span / max(about, 1)
    power: float = 10.0 ** math.floor(math.log10(raw))
    factor: float = next((step for step in (1, 2, 2.5, 5) if raw <= step * power * 1.1), 10)
    return factor * power


def ticks(low: float, high: float, about: int = 5, whole: bool = False) -> tuple[float, ...]:
    """Round places within [low, high]; whole numbers where `whole`.

    >>> ticks(0, 1, 4)
    (0.0, 0.25, 0.5, 0.75, 1.0)
    """
    step = round_step(high - low, about)
    if whole:
        step = float(max(1, math.ceil(step)))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(_plain(index * step) for index in range(first, last + 1))


def round_up(value: float, about: int = 5) -> float:
    """The least round number that is at least `value`, so that an axis ends on a tick."""
    step = round_step(value, about)
    while True:
        top = _plain(math.ceil(value / step - 1e-9) * step)
        parts = top / round_step(top, about)
        if math.isclose(parts, round(parts)):
            return top
        step = round_step(1.15 * step, 1)  # `ticks` takes another step for this end: the next larger one


def _plain(value: float) -> float:
    """Without the last digits, which come from multiplying: 0.30000000000000004 is 0.3, at every size."""
    return float(f"{value:.12g}")
