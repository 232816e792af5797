"""What of a picture is covered, in small squares: where words that may stand anywhere find room. Pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.app.plotting.figure import Figure, Floats
from explorer.app.plotting.layers import Area, Bars, Line
from explorer.app.plotting.placement import Box, FreeArea

Counts = NDArray[np.int32]
Flags = NDArray[np.bool_]

_CELL = 4.0  # pixels: how finely free room is looked for
_BEYOND = 40.0  # pixels outside of the frame up to which curves are followed
_CORNERS = 250  # of a curve: more would be nearer to each other than a cell is wide
_BREAK = np.full(1, np.nan)  # between two curves
_SHARES = (0.25, 0.5, 0.75)  # of a hatched region: lines that stand for it


class CoveredCells:
    """The cells of a frame on which there is a stroke or a box. Strokes are looked up once for all words."""

    def __init__(self, frame: Box, strokes: Floats) -> None:
        self.frame, self.strokes = frame, strokes
        rows, columns = (
            max(int(each / _CELL), 0) for each in (frame.bottom - frame.top, frame.right - frame.left)
        )
        cells = np.zeros((rows, columns), dtype=np.int32)  # whole numbers are summed four times as fast
        across = ((strokes[:, 0] - frame.left) / _CELL).astype(int)
        down = ((strokes[:, 1] - frame.top) / _CELL).astype(int)
        seen = (across >= 0) & (down >= 0) & (across < columns) & (down < rows)
        cells[down[seen], across[seen]] = 1
        self._strokes = _Strokes(cells)
        self._boxes: tuple[_Cells, ...] = ()
        self._sums: Counts | None = None

    def covering(self, boxes: Iterable[Box]) -> CoveredCells:
        """The same with these covered as well; this one stays as it is."""
        other = CoveredCells.__new__(CoveredCells)
        other.frame, other.strokes, other._strokes = self.frame, self.strokes, self._strokes
        other._boxes = (*self._boxes, *(cells for each in boxes if (cells := self._cells_of(each))))
        other._sums = None
        return other

    def _cells_of(self, box: Box) -> _Cells | None:
        """The cells that a box touches; None where it lies outside of the frame."""
        (left, top, _, _), (rows, columns) = self.frame, self._strokes.cells.shape
        up, start = int(max(box.top - top, 0.0) / _CELL), int(max(box.left - left, 0.0) / _CELL)
        down = min(math.ceil((box.bottom - top) / _CELL), rows)
        end = min(math.ceil((box.right - left) / _CELL), columns)
        return _Cells(up, down, start, end) if up < down and start < end else None

    @property
    def sums(self) -> Counts:
        """(rows + 1, columns + 1) how many cells are covered above and left of each corner."""
        if not self._boxes:
            return self._strokes.sums
        if self._sums is None:
            cells = self._strokes.cells.copy()
            for up, down, start, end in self._boxes:
                cells[up:down, start:end] = 1
            self._sums = _summed(cells)
        return self._sums

    def under(self, box: Box) -> int:
        """How many covered cells a box lies on."""
        sums, (left, top, _, _) = self.sums, self.frame
        rows, columns = sums.shape[0] - 1, sums.shape[1] - 1
        up, down = min(_cell_of(box.top - top), rows), min(_ceiling(box.bottom - top), rows)
        start = min(_cell_of(box.left - left), columns)
        end = min(_ceiling(box.right - left), columns)
        return int(sums[down, end] - sums[up, end] - sums[down, start] + sums[up, start])

    def room(self, size: tuple[float, float], near: tuple[float, float]) -> Box | None:
        """The place of this size with nothing covered, its centre nearest to `near`; None for none.

        A box excludes the places from which words would reach it: the strokes alone are summed, once for all.
        """
        across, high = size
        rows, columns = math.ceil(high / _CELL) + 1, math.ceil(across / _CELL) + 1
        free = self._strokes.free(rows, columns)
        if free is None:
            return None
        if self._boxes:
            free = free.copy()
            for up, down, start, end in self._boxes:
                free[max(up - rows + 1, 0) : down, max(start - columns + 1, 0) : end] = False
            if not free.any():
                return None
        frame = self.frame
        left_at = frame.left + _CELL * np.arange(free.shape[1]) + (_CELL * columns - across) / 2
        top_at = frame.top + _CELL * np.arange(free.shape[0]) + (_CELL * rows - high) / 2
        off = np.add.outer((top_at + high / 2 - near[1]) ** 2, (left_at + across / 2 - near[0]) ** 2)
        row, column = divmod(int(np.where(free, off, np.inf).argmin()), off.shape[1])
        left, top = float(left_at[column]), float(top_at[row])
        return Box(left, top, left + across, top + high)


class _Cells(NamedTuple):
    """Rows from `up` to before `down`, columns from `start` to before `end`."""

    up: int
    down: int
    start: int
    end: int


class _Strokes:
    """The cells (rows, columns) that are 1 where there is a stroke, and their sums, one for all words."""

    def __init__(self, cells: Counts) -> None:
        self.cells = cells
        self._across: dict[int, Counts] = {}
        self._free: dict[tuple[int, int], Flags | None] = {}

    @cached_property
    def sums(self) -> Counts:
        return _summed(self.cells)

    def free(self, rows: int, columns: int) -> Flags | None:
        """Whether words of this size, in cells, lie on no stroke: of each cell that may be their first.

        None where all would. Found once for all who ask: most look for the same size about other boxes.
        """
        size = rows, columns
        if size not in self._free:
            self._free[size] = self._found_free(rows, columns)
        return self._free[size]

    def _found_free(self, rows: int, columns: int) -> Flags | None:
        sums = self.sums
        if len(sums) <= rows or sums.shape[1] <= columns:
            return None
        if rows not in self._across:  # most words are of one of a few heights
            self._across[rows] = sums[rows:] - sums[:-rows]
        across = self._across[rows]
        free = np.equal(across[:, columns:], across[:, :-columns])
        return free if free.any() else None


def _summed(cells: Counts) -> Counts:
    rows, columns = cells.shape
    sums = np.zeros((rows + 1, columns + 1), dtype=np.int32)
    cells.cumsum(axis=0, dtype=np.int32).cumsum(axis=1, dtype=np.int32, out=sums[1:, 1:])
    return sums


def _cell_of(pixels: float) -> int:
    """The cell in which a place lies; the first for what lies before."""
    return int(pixels / _CELL) if pixels > 0 else 0


def _ceiling(pixels: float) -> int:
    """The first cell behind a place; the first of all for what lies before."""
    return math.ceil(pixels / _CELL) if pixels > 0 else 0


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
