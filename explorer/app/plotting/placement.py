"""Where labels stand: pushed apart so that they never cover each other. Pixels, y downwards."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from explorer.app.plotting.figure import Figure
from explorer.app.plotting.layers import Line, Note

_TOUCH = 1.0  # pixels that two boxes may share: the line above a letter is empty
_SIDES = {
    "right": ("right", "left", "above", "below"),
    "left": ("left", "right", "above", "below"),
    "above": ("above", "left", "right", "below"),
    "below": ("below", "right", "left", "above"),
}
_ABOVE, _BELOW = 8.0, 4.0  # pixels by which names beside the edge may stand out of the frame
_FURTHEST = 6  # times its own height words are moved up or down


class Box(NamedTuple):
    """A rectangle that words fill."""

    left: float
    top: float
    right: float
    bottom: float

    def touches(self, other: Box) -> bool:
        """Whether one covers some of the other."""
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > _TOUCH and min(self.bottom, other.bottom) - max(self.top, other.top) > _TOUCH

    def within(self, frame: Box) -> bool:
        """Whether all of it lies in the frame."""
        return (
            self.left >= frame.left - _TOUCH
            and self.right <= frame.right + _TOUCH
            and self.top >= frame.top - _TOUCH
            and self.bottom <= frame.bottom + _TOUCH
        )

    def kept_in(self, frame: Box) -> Box:
        """The same size moved into the frame; what is too large begins at its left, or at its top."""
        across, high = self.right - self.left, self.bottom - self.top
        left = max(frame.left, min(self.left, frame.right - across))
        top = max(frame.top, min(self.top, frame.bottom - high))
        return Box(left, top, left + across, top + high)


@dataclass(frozen=True)
class FreeArea:
    """The picture in pixels: its frame, how far words may reach on the right, and where data lie."""

    frame: Box
    furthest: float
    gap: float
    point: Callable[[float, float], tuple[float, float]]
    start: float = 0.0  # how far words above the picture may reach on the left

    @property
    def area(self) -> Box:
        """Where words may stand."""
        return self.frame._replace(right=self.furthest)

    def own_place(self, note: Note, size: tuple[float, float]) -> Box:
        """Where a note stands in an empty picture: where it says itself, or on its side of its point."""
        if note.words_at is not None:
            left, middle = self.point(*note.words_at)
            return Box(left, middle - size[1] / 2, left + size[0], middle + size[1] / 2)
        point = self.point(note.x, note.y)
        box = beside(point, size, self.gap, note.place)
        over = note.boxed and note.place == "right" and box.right > self.frame.right
        return beside(point, size, self.gap, "left") if over else box


def named_lines(figure: Figure) -> list[tuple[Line, tuple[float, float]]]:
    """The curves that have a name, and the data point it belongs to.

    That is the last one there is, unless the figure says another; a curve with neither is left out.
    """
    found = []
    for line in figure.layers:
        if isinstance(line, Line) and line.label is not None:
            if line.label_at is not None:
                found.append((line, line.label_at))
            elif (last := _last_there(line)) is not None:
                found.append((line, (float(line.x[last]), float(line.y[last]))))
    return found


def _last_there(line: Line) -> int | None:
    """The place of the last point with a number, mostly the last of all."""
    if len(line.y) and math.isfinite(line.y[-1]):
        return len(line.y) - 1
    there = np.flatnonzero(np.isfinite(line.y))
    return int(there[-1]) if len(there) else None


def that_fit(heights: Sequence[float], widths: Sequence[float], room: float) -> list[int]:
    """The places of the names that can stand above each other: at least one, the widest curves' first.

    >>> that_fit([4, 4, 4], [1, 2, 1], 9)
    [0, 1]
    """
    kept: list[int] = []
    for index in sorted(range(len(heights)), key=lambda each: -widths[each]):
        room -= heights[index]
        if room >= 0 or not kept:
            kept.append(index)
    return sorted(kept)


def stacked(
    wanted: Sequence[float], heights: Sequence[float], widths: Sequence[float], frame: Box
) -> dict[int, float]:
    """The centre of each name beside a picture's edge, by its index; those that do not fit are absent.

    Parameters
    ----------
    wanted : where each curve ends, in pixels downwards
    widths : of the curves; the names of the thinnest are left out first

    >>> stacked([10, 11], [4, 4], [1, 2], Box(0, 0, 100, 100))
    {0: 8.5, 1: 12.5}
    """
    fitting = that_fit(heights, widths, frame.bottom - frame.top + _ABOVE + _BELOW)
    low, high = frame.top - _ABOVE, frame.bottom + _BELOW
    centres = spread([wanted[index] for index in fitting], [heights[index] for index in fitting], low, high)
    return dict(zip(fitting, centres, strict=True))


def beside(point: tuple[float, float], size: tuple[float, float], gap: float, side: str) -> Box:
    """Words of a size on one side of a point: "right", "left", "above", "below"."""
    (x, y), (across, high) = point, size
    left, top = x + gap, y - high / 2
    if side == "left":
        left = x - gap - across
    elif side in ("above", "below"):
        left, top = x - across / 2, y - high - gap if side == "above" else y + gap
    return Box(left, top, left + across, top + high)


def around(point: tuple[float, float], size: tuple[float, float], gap: float, side: str) -> Iterator[Box]:
    """Places for words about a point, the best first: its own side, the other three, then further off."""
    sides = _SIDES[side]
    for each in sides:
        yield beside(point, size, gap, each)
    for step in range(1, 2 * _FURTHEST + 1):
        for each in sides[:2]:
            box = beside(point, size, gap, each)
            for shift in (-step * size[1] / 2, step * size[1] / 2):
                yield Box(box.left, box.top + shift, box.right, box.bottom + shift)


def first_free(places: Iterator[Box], frame: Box, taken: Sequence[Box]) -> Box | None:
    """The first place in the frame that covers nothing taken; None where there is none."""
    inside = (place for place in places if place.within(frame))
    return next((place for place in inside if not any(place.touches(each) for each in taken)), None)


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
