"""The names of curves at their ends: pushed apart at the right edge, in the clear inside the picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from explorer.app.plotting.figure import Figure, Floats, Handle, Line
from explorer.app.plotting.palette import ink_of
from explorer.app.plotting.placement import Box, named_lines, stacked
from explorer.export.figures.frame_clipping import Frame, Point, clipped_line, runs
from explorer.export.figures.marks import Colours
from explorer.export.figures.rows import GAP, LABEL, ROW, rows_of_words
from explorer.export.figures.ruler import width, wrapped
from explorer.export.markup import element, path
from explorer.language import Language
from explorer.mark import verbatim

_LED = 40.0  # pixels between a curve's end and its name beyond which a thin line joins them
_NEAR = (0, 1, 2, 3, 4, 6)  # half lines that a name stands above or below the end of its curve
_SHORT = 0.95  # of the x axis: a curve that ends before it has its name inside the picture


@dataclass(frozen=True)
class End:
    """The name of one curve, in rows, and where the curve ends; `inside` the picture or at its right edge."""

    line: Line
    at: Point
    rows: tuple[str, ...]
    inside: bool

    @property
    def strong(self) -> bool:
        """The exact curve is the thickest, and its name is bold."""
        return self.line.width > 2.2

    @property
    def size(self) -> Point:
        """Pixels across and down."""
        return max(width(row, LABEL, self.strong) for row in self.rows), len(self.rows) * ROW + 1


def ends_of(figure: Figure, language: Language, room: float) -> list[End]:
    """The names of all curves that have one, in rows no wider than `room`."""
    ends = []
    for line, at in named_lines(figure):
        rows = wrapped(language.say(line.label or verbatim("")), LABEL, room, line.width > 2.2)
        if rows:
            early = at[0] < figure.x.low + _SHORT * (figure.x.high - figure.x.low)
            ends.append(End(line, at, tuple(rows), early or line.label_at is not None))
    return ends


def names_at_ends(
    ends: Sequence[End], figure: Figure, frame: Frame, colours: Colours
) -> tuple[list[str], list[Box]]:
    """All names, in the colour of their curve, and the rectangles that they fill."""
    drawn, taken = _outside([end for end in ends if not end.inside], frame, colours)
    inside = [end for end in ends if end.inside]
    if not inside:
        return drawn, taken
    trodden = _trodden(figure, frame)
    for end in sorted(inside, key=lambda each: -each.line.width):  # the most important first
        if (box := _clearest(end, frame, trodden, taken)) is not None:
            taken.append(box)
            drawn += _written(end, (box[0], box[1]), colours, halo=colours["card"])
    return drawn, taken


def _written(end: End, corner: Point, colours: Colours, halo: str | None = None) -> list[str]:
    colour = colours[ink_of(end.line.colour)]
    return rows_of_words(end.rows, *corner, colour, strong=end.strong, halo=halo)


def _outside(ends: list[End], frame: Frame, colours: Colours) -> tuple[list[str], list[Box]]:
    tips, heights = [frame.pixel(*end.at) for end in ends], [end.size[1] for end in ends]
    centres = stacked([y for _, y in tips], heights, [end.line.width for end in ends], frame.box)
    left = frame.right + GAP
    drawn: list[str] = []
    taken: list[Box] = []
    for place, centre in centres.items():
        end, tip, height = ends[place], tips[place], heights[place]
        if frame.holds(tip) and math.dist(tip, (left, centre)) > _LED:
            lead, colour = path([[tip, (left - 2, centre)]]), colours[ink_of(end.line.colour)]
            drawn.append(element("path", d=lead, fill="none", stroke=colour, stroke_width=0.7))
        drawn += _written(end, (left, centre - height / 2), colours)
        taken.append(Box(left, centre - height / 2, left + end.size[0], centre + height / 2))
    return drawn, taken


def _clearest(end: End, frame: Frame, trodden: Floats, taken: list[Box]) -> Box | None:
    """The place beside the end of a curve where the name covers least; the nearest of equals.

    None where it would stand on other names wherever it stood.
    """
    (x, y), (across, high) = frame.pixel(*end.at), end.size
    # The curve comes from the left: beside it on the right comes first, over or under it after.
    lefts = (x + GAP, x - GAP - across, x - across / 2)
    room = frame.box._replace(top=frame.top + 2)
    for steps in (_NEAR, range(8, math.ceil(2 * (frame.bottom - frame.top) / ROW))):
        tops = [y - high / 2 + way * step * ROW / 2 for step in steps for way in (1, -1)]
        boxes = [Box(left, top, left + across, top + high).kept_in(room) for top in tops for left in lefts]
        if free := [box for box in boxes if not any(box.touches(each) for each in taken)]:
            return min(free, key=lambda box: _covered(box, trodden))  # the first of equals
    return None


def _covered(box: Box, trodden: Floats) -> int:
    """How many pixels of curves lie under a box."""
    left, top, right, bottom = box
    under = (trodden[:, 0] > left - 3) & (trodden[:, 0] < right + 3)
    under &= (trodden[:, 1] > top - 2) & (trodden[:, 1] < bottom + 2)
    return int(np.count_nonzero(under))


def _trodden(figure: Figure, frame: Frame) -> Floats:
    """(n, 2) pixels on curves and handles, some three apart."""
    pieces: list[list[Point]] = []
    for layer in figure.layers:
        if isinstance(layer, Line):
            x, y = np.asarray(layer.x, dtype=float), np.asarray(layer.y, dtype=float)
            for run in runs(x, y):
                pieces += clipped_line(frame.pixels(x[run], y[run]), frame)
        elif isinstance(layer, Handle):
            pieces.append([frame.pixel(layer.at, frame.y.low), frame.pixel(layer.at, frame.y.high)])
    stretches = [
        np.linspace(start, end, 2 + int(math.dist(start, end) / 3))
        for piece in pieces
        for start, end in pairwise(piece)
    ]
    return np.concatenate(stretches) if stretches else np.empty((0, 2))
