"""What of a curve or region lies inside a picture's frame, in pixels.

Computed, not left to the reader of the file: SVG Tiny 1.2 has neither clip paths nor patterns.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from explorer.app.plotting.figure import Axis
from explorer.app.plotting.placement import Box

Point = tuple[float, float]
Floats = NDArray[np.float64]
_FAR = 1e6  # pixels: an infinite ordinate stands here before it is clipped


@dataclass(frozen=True)
class Frame:
    """The rectangle, in pixels with y downwards, in which two axes span the data."""

    left: float
    top: float
    right: float
    bottom: float
    x: Axis
    y: Axis

    @property
    def per_unit(self) -> Point:
        """Pixels a unit of x and of y."""
        across = (self.right - self.left) / (self.x.high - self.x.low)
        return across, (self.bottom - self.top) / (self.y.high - self.y.low)

    def pixel(self, x: float, y: float) -> Point:
        """Where a point of the data stands; never further away than can be written."""
        across, down = self.far_pixel(x, y)
        return _near(across), _near(down)

    def far_pixel(self, x: float, y: float) -> Point:
        """Where a point of the data stands, however far away that is."""
        across, up = self.per_unit
        return self.left + (x - self.x.low) * across, self.bottom - (y - self.y.low) * up

    def pixels(self, x: Floats, y: Floats) -> list[Point]:
        """Where points of the data stand."""
        return [self.pixel(float(a), float(b)) for a, b in zip(x, y, strict=True)]

    @property
    def box(self) -> Box:
        """Its edges."""
        return Box(self.left, self.top, self.right, self.bottom)

    def holds(self, point: Point) -> bool:
        """Whether a pixel lies inside, its edge (and rounding there) included."""
        x, y = point
        slack = 1e-6
        return self.left - slack <= x <= self.right + slack and self.top - slack <= y <= self.bottom + slack


def _near(value: float) -> float:
    return min(max(value, -_FAR), _FAR)


def runs(x: Floats, *ys: Floats) -> list[slice]:
    """The unbroken stretches of points: NaN, and infinite abscissae, separate them."""
    whole = np.isfinite(x)
    for y in ys:
        whole &= ~np.isnan(y)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], whole, [False]]).astype(int)))
    return [slice(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def clipped_line(points: Sequence[Point], frame: Frame) -> list[list[Point]]:
    """The parts of a polyline inside the frame."""
    pieces: list[list[Point]] = []
    for start, end in pairwise(points):
        part = _clipped_segment(start, end, frame)
        if part is None:
            continue
        if pieces and pieces[-1][-1] == part[0]:
            pieces[-1].append(part[1])
        else:
            pieces.append(list(part))
    return pieces


def _clipped_segment(start: Point, end: Point, frame: Frame) -> tuple[Point, Point] | None:
    """Liang & Barsky 1984."""
    first, last = 0.0, 1.0
    dx, dy = end[0] - start[0], end[1] - start[1]
    for step, room in (
        (-dx, start[0] - frame.left),
        (dx, frame.right - start[0]),
        (-dy, start[1] - frame.top),
        (dy, frame.bottom - start[1]),
    ):
        if step == 0:
            if room < 0:
                return None
        elif step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    if first > last:
        return None
    begin = start if first == 0.0 else (start[0] + first * dx, start[1] + first * dy)
    stop = end if last == 1.0 else (start[0] + last * dx, start[1] + last * dy)
    return begin, stop


def clipped_region(points: Sequence[Point], frame: Frame) -> list[Point]:
    """The part of a closed outline inside the frame (Sutherland & Hodgman 1974)."""
    outline = list(points)
    for axis, edge, sign in (
        (0, frame.left, 1.0),
        (0, frame.right, -1.0),
        (1, frame.top, 1.0),
        (1, frame.bottom, -1.0),
    ):
        kept: list[Point] = []
        for before, point in zip(outline[-1:] + outline[:-1], outline, strict=True):
            inside, was_inside = sign * (point[axis] - edge) >= 0, sign * (before[axis] - edge) >= 0
            if inside != was_inside:
                share = (edge - before[axis]) / (point[axis] - before[axis])
                crossing = [before[i] + share * (point[i] - before[i]) for i in (0, 1)]
                crossing[axis] = edge
                kept.append((crossing[0], crossing[1]))
            if inside:
                kept.append(point)
        outline = kept
    return outline


def hatching(outline: Sequence[Point], apart: float = 7.0) -> list[tuple[Point, Point]]:
    """Lines rising to the right through a closed outline, `apart` pixels from each other, even-odd.

    They lie on x + y = a multiple of the same distance, so that neighbouring regions continue each other.
    """
    if len(outline) < 3:
        return []
    step = apart * math.sqrt(2.0)
    sums = [x + y for x, y in outline]
    lines: list[tuple[Point, Point]] = []
    for index in range(math.ceil(min(sums) / step), math.floor(max(sums) / step) + 1):
        at = index * step
        hits: list[Point] = []
        for (x0, y0), (x1, y1) in zip(outline, [*outline[1:], outline[0]], strict=True):
            before, after = x0 + y0 - at, x1 + y1 - at
            if (before < 0) != (after < 0):
                share = before / (before - after)
                hits.append((x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
        hits.sort()
        lines += [(a, b) for a, b in zip(hits[::2], hits[1::2], strict=True) if math.dist(a, b) > 0.5]
    return lines
