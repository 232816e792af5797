"""The least of a smooth function of many numbers, none of them below 0."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from explorer.privacy.strategies.strategy import Floats

Value = Callable[[Floats], tuple[float, Floats]]
_KEPT = 10  # pairs of steps and changes of the slope
_FIRST = 0.05  # the largest change of a number in the first step
_ENOUGH = 1e-4  # of the fall that the slope foretells
_SHORTEST = 1e-12
_STILL = 2.2e-9  # a relative fall that ends the search
_Pairs = list[tuple[Floats, Floats, float]]


def least_above_zero(value: Value, begun: Floats, steps: int) -> Floats:
    r"""A local least of f(x) over x >= 0, by projected L-BFGS.

    Each step goes along :math:`-H \nabla f` in the numbers that are above 0 or want to rise, and what falls
    below 0 is put there; it is halved until f falls as far as Armijo's rule demands.

    Parameters
    ----------
    value : f and its gradient
    begun : (n,) where the search begins
    steps : at most so many

    Returns
    -------
    (n,) numbers, none below 0; the same ones each time.

    Source
    ------
    Nocedal & Wright (2006), Algorithm 7.4; Bertsekas (1982), Projected Newton Methods, Section 2.
    """
    place, (least, slope), pairs = begun, value(begun), _Pairs()
    for _ in range(steps):
        free = (place > 0) | (slope < 0)
        down = np.where(free, slope, 0.0)
        steepest = float(np.abs(down).max())
        if steepest == 0:
            break
        way = np.where(free, -_curved(down, pairs), 0.0)
        if way @ down >= 0:
            pairs.clear()
        if not pairs:
            way = down * (-_FIRST / steepest)
        found = _stepped(value, place, least, (way, down))
        if found is None:
            break
        after, fallen, steeper = found
        _keep(pairs, after - place, steeper - slope)
        still = least - fallen <= _STILL * max(abs(least), abs(fallen), 1.0)
        place, least, slope = after, fallen, steeper
        if still:
            break
    return place


def _stepped(
    value: Value, place: Floats, least: float, ways: tuple[Floats, Floats]
) -> tuple[Floats, float, Floats] | None:
    """Where f has fallen enough, f and its gradient there; None where no step is short enough."""
    way, down = ways
    length = 1.0
    while length >= _SHORTEST:
        after = np.maximum(place + length * way, 0.0)
        fallen, slope = value(after)
        if fallen <= least + _ENOUGH * float(down @ (after - place)):
            return after, fallen, slope
        length /= 2
    return None


def _keep(pairs: _Pairs, step: Floats, change: Floats) -> None:
    """Only where the function curves upward along the step."""
    curved = float(step @ change)
    if curved > 1e-10 * float(change @ change):
        pairs.append((step, change, 1 / curved))
        del pairs[:-_KEPT]


def _curved(slope: Floats, pairs: _Pairs) -> Floats:
    """The inverse second derivative that the pairs tell of, times a gradient: the two loops."""
    found, parts = slope, []
    for step, change, scale in reversed(pairs):
        parts.append(scale * float(step @ found))
        found = found - parts[-1] * change
    if pairs:
        _, change, scale = pairs[-1]
        found = found / (scale * float(change @ change))
    for (step, change, scale), along in zip(pairs, reversed(parts), strict=True):
        found = found + step * (along - scale * float(change @ found))
    return found
