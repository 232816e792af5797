"""Roots of monotone functions of one number, ended on the side that is wanted."""

from __future__ import annotations

import math
from collections.abc import Callable

_STEPS = 200


def root(function: Callable[[float], float], low: float, high: float, tolerance: float = 4e-16) -> float:
    """Where `function` changes sign between `low` and `high`, to `tolerance` relative.

    Guarantee
    ---------
    The bracket is kept; the result is one of its ends. Never more than 200 evaluations.

    Errors
    ------
    ValueError
        The function has one sign at both ends: a fault of the caller.

    Source
    ------
    Chandrupatla (1997), Advances in Engineering Software 28(3).
    """
    a, b = high, low
    at_a, at_b = function(a), function(b)
    if at_a == 0 or at_b == 0:
        return a if at_a == 0 else b
    if (at_a > 0) == (at_b > 0):
        raise ValueError(f"no change of sign between {low} and {high}")
    c, at_c, share = b, at_b, 0.5
    for _ in range(_STEPS):
        middle = a + share * (b - a)
        at_middle = function(middle)
        if (at_middle > 0) == (at_a > 0):
            c, at_c = a, at_a
        else:
            c, b, at_c, at_b = b, a, at_b, at_a
        a, at_a = middle, at_middle
        nearest = a if abs(at_a) < abs(at_b) else b
        smallest = (2 * tolerance * abs(nearest) + 1e-320) / abs(b - a)
        if smallest > 0.5 or at_a == 0:
            return nearest
        share = min(max(_share(a, b, c, at_a, at_b, at_c), smallest), 1 - smallest)
    return nearest


def _share(a: float, b: float, c: float, at_a: float, at_b: float, at_c: float) -> float:
    """Where to look next: inverse quadratic interpolation where it is trustworthy, else the middle."""
    if not all(map(math.isfinite, (at_a, at_b, at_c))) or at_a in (at_b, at_c) or at_b == at_c:
        return 0.5
    ratio, height = (a - b) / (c - b), (at_a - at_b) / (at_c - at_b)
    if not (height**2 < ratio and (1 - height) ** 2 < 1 - ratio):
        return 0.5
    return at_a / (at_b - at_a) * at_c / (at_b - at_c) + (c - a) / (b - a) * at_a / (at_c - at_a) * at_b / (
        at_c - at_b
    )


def settle_up(value: float, holds: Callable[[float], bool]) -> float:
    """The first of `value` and slightly larger numbers at which `holds`, for rounding only.

    The steps double from one unit in the last place, so that a value that is right up to rounding stays
    within rounding.
    """
    return _settle(value, holds, math.inf)


def settle_down(value: float, holds: Callable[[float], bool]) -> float:
    """The first of `value` and slightly smaller positive numbers at which `holds`."""
    return _settle(value, holds, 0.0)


def _settle(value: float, holds: Callable[[float], bool], towards: float) -> float:
    step = abs(math.nextafter(value, towards) - value)
    direction = 1.0 if towards > value else -1.0
    for _ in range(_STEPS):
        if holds(value):
            return value
        value += direction * step
        step *= 2
    raise ValueError(f"nothing near {value} holds")
