"""What of a picture is covered, in small squares: where words that may stand anywhere find room. Pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from explorer.app.plotting.figure import Area, Bars, Figure, Floats, Line
from explorer.app.plotting.placement import Box, FreeArea

_CELL = 4.0  # pixels: how finely free room is looked for
_BEYOND = 40.0  # pixels outside of the frame up to which curves are followed
_CORNERS = 250  # of a curve: more would be nearer to each other than a cell is wide
_BREAK = np.full(1, np.nan)  # between two curves
_SHARES = (0.25, 0.5, 0.75)  # of a hatched region: lines that stand for it


class CoveredCells:
    """The cells of a frame on which there is a stroke or a box. Strokes are looked up once for all words."""

    def __init__(self, frame: Box, strokes: Floats) -> None:
        self.frame = frame
        rows, columns = (
            max(int(each / _CELL), 0) for each in (frame.bottom - frame.top, frame.right - frame.left)
        )
        self._cells = np.zeros((rows, columns))
        at = ((strokes - (frame.left, frame.top)) / _CELL).astype(int)
        seen = (at >= 0).all(axis=1) & (at[:, 0] < columns) & (at[:, 1] < rows)
        self._cells[at[seen, 1], at[seen, 0]] = 1.0
        self._sums: Floats | None = None

    def cover(self, boxes: Iterable[Box]) -> None:
        """These are covered too from now on."""
        left, top = self.frame.left, self.frame.top
        for box in boxes:
            rows = slice(max(math.floor((box.top - top) / _CELL), 0), _ceiling(box.bottom - top))
            columns = slice(max(math.floor((box.left - left) / _CELL), 0), _ceiling(box.right - left))
            self._cells[rows, columns] = 1.0
            self._sums = None

    def covering(self, boxes: Iterable[Box]) -> CoveredCells:
        """The same with these covered as well; this one stays as it is."""
        other = CoveredCells.__new__(CoveredCells)
        other.frame, other._cells, other._sums = self.frame, self._cells.copy(), None
        other.cover(boxes)
        return other

    @property
    def sums(self) -> Floats:
        """(rows + 1, columns + 1) how many cells are covered above and left of each corner."""
        if self._sums is None:
            rows, columns = self._cells.shape
            self._sums = np.zeros((rows + 1, columns + 1))
            self._cells.cumsum(axis=0).cumsum(axis=1, out=self._sums[1:, 1:])
        return self._sums

    def under(self, box: Box) -> int:
        """How many covered cells a box lies on."""
        sums, (left, top, _, _) = self.sums, self.frame
        rows, columns = sums.shape[0] - 1, sums.shape[1] - 1
        up = min(max(math.floor((box.top - top) / _CELL), 0), rows)
        down = min(_ceiling(box.bottom - top), rows)
        start = min(max(math.floor((box.left - left) / _CELL), 0), columns)
        end = min(_ceiling(box.right - left), columns)
        return int(sums[down, end] - sums[up, end] - sums[down, start] + sums[up, start])

    def room(self, size: tuple[float, float], near: tuple[float, float]) -> Box | None:
        """The place of this size with nothing covered, its centre nearest to `near`; None for none."""
        across, high = size
        sums, frame = self.sums, self.frame
        rows, columns = math.ceil(high / _CELL) + 1, math.ceil(across / _CELL) + 1
        if len(sums) <= rows or sums.shape[1] <= columns:
            return None
        under = sums[rows:, columns:] - sums[:-rows, columns:] - sums[rows:, :-columns]
        under += sums[:-rows, :-columns]
        down, right_of = np.nonzero(under < 0.5)
        if not len(down):
            return None
        left_at = frame.left + _CELL * right_of + (_CELL * columns - across) / 2
        top_at = frame.top + _CELL * down + (_CELL * rows - high) / 2
        off = (left_at + across / 2 - near[0]) ** 2 + (top_at + high / 2 - near[1]) ** 2
        best = int(off.argmin())
        left, top = float(left_at[best]), float(top_at[best])
        return Box(left, top, left + across, top + high)


def _ceiling(pixels: float) -> int:
    return max(math.ceil(pixels / _CELL), 0)


def strokes_on(figure: Figure, ground: FreeArea) -> Floats:
    """(n, 2) pixels on all curves of a picture, and on some lines through bars and what is hatched."""
    x, y = [np.zeros(0)], [np.zeros(0)]
    for layer in figure.layers:
        if isinstance(layer, Line):
            step = max(len(layer.x) // _CORNERS, 1)
            x += [layer.x[::step], _BREAK]
            y += [layer.y[::step], _BREAK]
        elif isinstance(layer, Area) and layer.hatched:
            for share in _SHARES:
                x += [layer.x, _BREAK]
                y += [layer.low + share * (layer.high - layer.low), _BREAK]
        elif isinstance(layer, Bars):
            for side in (-0.5, 0.0, 0.5):
                x.append(np.column_stack([layer.x + side * layer.width] * 2 + [_apart(layer)]).ravel())
                y.append(np.column_stack([0.0 * layer.height, layer.height, _apart(layer)]).ravel())
    (x0, y0), (x1, y1), frame = ground.point(0.0, 0.0), ground.point(1.0, 1.0), ground.frame
    across, down = x0 + (x1 - x0) * np.concatenate(x), y0 + (y1 - y0) * np.concatenate(y)
    return strokes_of(
        np.clip(across, frame.left - _BEYOND, frame.right + _BEYOND),
        np.clip(down, frame.top - _BEYOND, frame.bottom + _BEYOND),
    )


def crossed(figure: Figure, ground: FreeArea, box: Box) -> bool:
    """Whether a curve or a bar runs through a box: quicker than all cells, where one place is asked about."""
    (x0, y0), (x1, y1) = ground.point(0.0, 0.0), ground.point(1.0, 1.0)
    left, right = (box.left - x0) / (x1 - x0), (box.right - x0) / (x1 - x0)
    low, high = (box.bottom - y0) / (y1 - y0), (box.top - y0) / (y1 - y0)
    for layer in figure.layers:
        if isinstance(layer, Line):
            seen = layer.y[(layer.x >= left) & (layer.x <= right) & np.isfinite(layer.y)]
            if len(seen) and seen.min() <= high and seen.max() >= low:
                return True
        elif isinstance(layer, Bars):
            reach = layer.width / 2
            if ((layer.x + reach >= left) & (layer.x - reach <= right) & (layer.height >= low)).any():
                return True
    return False


def _apart(bars: Bars) -> Floats:
    return np.full(len(bars.x), np.nan)


def strokes_of(x: Floats, y: Floats) -> Floats:
    """(n, 2) pixels along curves given by their corners, no further apart than a cell.

    A corner that is NaN ends one curve; the next begins the other.
    """
    there = np.isfinite(x[:-1] + x[1:] + y[:-1] + y[1:])
    starts = [each[:-1][there] for each in (x, y)]
    ways = [np.diff(each)[there] for each in (x, y)]
    parts = np.maximum(1, np.ceil(np.maximum(np.abs(ways[0]), np.abs(ways[1])) / _CELL)).astype(int)
    piece = np.repeat(np.arange(len(parts)), parts + 1)
    share = (np.arange(len(piece)) - np.repeat(np.cumsum(parts + 1) - parts - 1, parts + 1)) / parts[piece]
    return np.column_stack(
        [start[piece] + share * way[piece] for start, way in zip(starts, ways, strict=True)]
    )
