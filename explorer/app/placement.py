"""Where labels stand: pushed apart so that they never cover each other. Pixels, y downwards."""

from __future__ import annotations

from collections.abc import Sequence


def spread(wanted: Sequence[float], heights: Sequence[float], low: float, high: float) -> list[float]:
    """Centres as near as possible to `wanted`, in the same order, none overlapping, within [low, high].

    Where they don't all fit they fill the interval from `low` on.

    >>> spread([10, 11], [4, 4], 0, 100)
    [8.5, 12.5]
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    groups: list[list[int]] = []
    centres: list[float] = []
    for index in order:
        groups.append([index])
        centres.append(_centre([index], wanted, heights, low, high))
        while len(groups) > 1 and _collide(groups, centres, heights):
            last = groups.pop()
            centres.pop()
            groups[-1] = groups[-1] + last
            centres[-1] = _centre(groups[-1], wanted, heights, low, high)
    placed = [0.0] * len(wanted)
    for group, centre in zip(groups, centres, strict=True):
        top = centre - sum(heights[index] for index in group) / 2
        for index in group:
            placed[index] = top + heights[index] / 2
            top += heights[index]
    return placed


def _centre(
    group: list[int], wanted: Sequence[float], heights: Sequence[float], low: float, high: float
) -> float:
    """The centre of a stack that moves its members least, kept inside."""
    total = sum(heights[index] for index in group)
    above, shifts = 0.0, 0.0
    for index in group:
        shifts += wanted[index] - (above + heights[index] / 2)
        above += heights[index]
    centre = shifts / len(group) + total / 2
    return max(low + total / 2, min(centre, high - total / 2))


def _collide(groups: list[list[int]], centres: list[float], heights: Sequence[float]) -> bool:
    upper = sum(heights[index] for index in groups[-2]) / 2
    lower = sum(heights[index] for index in groups[-1]) / 2
    return centres[-2] + upper > centres[-1] - lower + 1e-9
