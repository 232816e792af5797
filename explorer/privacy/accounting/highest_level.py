"""The highest level, of the logarithm of an ε or of a noise, at which a total keeps to its target."""

from __future__ import annotations

import math
from collections.abc import Callable

from explorer.privacy.composition import Bound
from explorer.privacy.progress import part

_STEPS = 80
_NO_WAY = 1e-12  # between two levels, in the logarithm: nothing is left to be gained
STEEP = 1.5  # ln total rises with ln ε between once and twice as fast
_STRIDE = 2.0  # the longest step before both sides are known
_SHARE = 0.8  # of what is left to do, after each look


def highest_level(
    total: Callable[[float], Bound],
    target: float,
    tolerance: float,
    guess: float,
    ends: tuple[float, float],
    steep: float = STEEP,
) -> tuple[float, Bound] | None:
    """The highest level between two ends whose total is at most the target, and near it; None where none is.

    Parabolas through three totals, or secants, that aim a little below the target, within the bracket that
    is known so far.

    Parameters
    ----------
    total : of a level, (1,) arrays; its upper bound rises with the level
    target : > 0
    tolerance : relative: so far below the target the total may end
    steep : d ln total/d level about the guess, of which the first step is made
    """
    low, high = ends
    level = min(max(guess, low), high)
    holds, fails, points, found = -math.inf, math.inf, [], None
    for turn in range(_STEPS):
        with part(1 - _SHARE**turn, 1 - _SHARE ** (turn + 1)):
            answer = total(level)
        above = _above(float(answer.upper[0]), target)
        if above <= 0:
            holds, found = level, (level, answer)
        else:
            fails = level
        if -tolerance <= above <= 0 or holds >= high or fails <= low or fails - holds < _NO_WAY:
            break
        points.append((level, above))
        level = min(max(_next(points, holds, fails, tolerance, steep), low), high)
    return found


def _above(total: float, target: float) -> float:
    """ln(total/target); infinite where there is no total."""
    if not math.isfinite(total):
        return math.inf
    return math.log(total / target) if total > 0 else -math.inf


def _next(
    points: list[tuple[float, float]], holds: float, fails: float, tolerance: float, steep: float
) -> float:
    """Where a curve through what is known leads; by halves, or a stride, where that is nowhere."""
    level, above = points[-1]
    slope = steep
    if len(points) > 1 and math.isfinite(points[-2][1]) and points[-2][0] != level:
        risen = (above - points[-2][1]) / (level - points[-2][0])
        slope = risen if math.isfinite(risen) and risen > 0 else steep
    aimed = level - (above + tolerance / 2) / slope if math.isfinite(above) else math.nan
    if math.isfinite(holds) and math.isfinite(fails):
        bent = _bent(points[-3:], -tolerance / 2)
        inside = [each for each in (bent, aimed) if holds < each < fails]
        return inside[0] if inside else (holds + fails) / 2
    away = _STRIDE if math.isinf(fails) else -_STRIDE
    return level + away if not abs(aimed - level) < _STRIDE else aimed


def _bent(points: list[tuple[float, float]], aim: float) -> float:
    """The level of such a total on the parabola of the levels through three totals; NaN where none is."""
    totals = [above for _, above in points]
    if len(set(totals)) < 3 or not all(map(math.isfinite, totals)):
        return math.nan
    return math.fsum(
        level * math.prod((aim - other) / (above - other) for other in totals if other != above)
        for level, above in points
    )
