"""Where all words of a picture stand: what its handle says, the names of its curves, its notes. In pixels.

Whoever draws the picture, in the window or into a file, measures the words in its own letters and draws
them; the places of both are found here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from explorer.app.plotting.covered_cells import CoveredCells, strokes_on
from explorer.app.plotting.figure import Figure
from explorer.app.plotting.layers import Handle, Line, Note
from explorer.app.plotting.note_places import NotePlace, Size, held_line, note_places
from explorer.app.plotting.placement import Box, FreeArea, beside, named_lines, stacked

_SHORT = 0.95  # of the x axis: a curve that ends before it has its name inside the picture
_LED = 32.0  # pixels between a curve's end and its name beyond which a thin line joins them
_NEAR = (0, 1, 2, 3, 4, 6)  # steps that a name stands above or below the end of its curve
_FAR = 8  # steps from which on it is looked for in all of the picture
_STEP = 0.85  # of the gap
_LYING = 3  # cells of curves that a name may cover before it looks for room further off
_REACH = 0.9  # of the width of the picture: how far off that is
_DEAR = 8  # cells of curves that a name rather covers than stand one step further off


@dataclass(frozen=True)
class Sizes:
    """Pixels that the words take, across and down, by the id of the curve or the note."""

    ends: Mapping[str, Size]
    notes: Mapping[str, Sequence[Size]]  # whole and, of a `free` one that can, in brief
    handle: Size | None  # where it has words of its own
    corner: Box  # where the name of the y axis stands, above the picture
    beside: Sequence[Box] = field(default=())  # other words that are there already


class EndPlace(NamedTuple):
    """Where the name of a curve stands, and the end of the curve where a thin line leads there."""

    box: Box
    lead: tuple[float, float] | None = None


class Places(NamedTuple):
    """Where words stand; names and notes without room are absent.

    `corner` is whether the name of the y axis has room beside what the handle says.
    """

    ends: Mapping[str, EndPlace]
    handle: Box | None
    corner: bool
    notes: Mapping[str, NotePlace]


class _End(NamedTuple):
    """The name of a curve: the point that it belongs to, its size, whether it stands at the right edge."""

    line: Line
    tip: tuple[float, float]
    size: Size
    at_edge: bool


def speaking_handle(figure: Figure) -> Handle | None:
    """The handle whose own words stand at its top: one where no boxed note speaks for it already."""
    if any(isinstance(layer, Note) and layer.boxed for layer in figure.layers):
        return None
    return next((layer for layer in figure.layers if isinstance(layer, Handle)), None)


def named_inside(figure: Figure, line: Line, at: tuple[float, float]) -> bool:
    """Whether the name of a curve stands inside the picture, not in the margin at its right edge."""
    return line.label_at is not None or at[0] < figure.x.low + _SHORT * (figure.x.high - figure.x.low)


def label_places(figure: Figure, sizes: Sizes, ground: FreeArea) -> Places:
    """The places of all words of a picture.

    What the handle says stands above it; names of curves that reach the right edge stand beside it, pushed
    apart; other names and notes stand in the clear. The names of the thinnest curves, and notes of no one
    point, are the first to be left out.
    """
    handle, corner = _above(figure, sizes, ground)
    curves = CoveredCells(ground.frame, strokes_on(figure, ground)) if _in_the_clear(figure) else None
    ends = _ends(figure, sizes, ground, curves)
    names = [place.box for place in ends.values()]
    strip = [sizes.corner] if corner else []
    taken = [*strip, *([] if handle is None else [handle]), *sizes.beside, *names]
    return Places(ends, handle, corner, note_places(figure, sizes.notes, ground, taken, curves))


def _in_the_clear(figure: Figure) -> bool:
    """Whether names of curves look for a place that the curves leave free; notes find it by themselves."""
    return any(named_inside(figure, *each) for each in named_lines(figure))


def _above(figure: Figure, sizes: Sizes, ground: FreeArea) -> tuple[Box | None, bool]:
    """Where the handle's words stand, and whether the name of the y axis has room beside them."""
    handle = speaking_handle(figure)
    if handle is None or sizes.handle is None:
        return None, True
    (across, high), frame = sizes.handle, ground.frame
    foot = min(max(ground.point(handle.at, 0.0)[0], frame.left), frame.right)
    nearest, furthest = sizes.corner.right + ground.gap, ground.furthest - across
    both = nearest <= furthest
    wanted = max(foot - across / 2, nearest if both else frame.left)
    left = max(min(wanted, furthest), ground.start)
    return Box(left, sizes.corner.top, left + across, sizes.corner.top + high), both


def _ends(figure: Figure, sizes: Sizes, ground: FreeArea, curves: CoveredCells | None) -> dict[str, EndPlace]:
    """The names of curves: first those at the edge and those that end close together, then one by one."""
    outside: list[_End] = []
    inside: list[_End] = []
    for line, at in named_lines(figure):
        if line.id in sizes.ends:
            at_edge = not named_inside(figure, line, at)
            end = _End(line, ground.point(*at), sizes.ends[line.id], at_edge)
            (outside if at_edge else inside).append(end)
    held = held_line(figure, ground)[:1]
    close = _close_together(inside, ground, held)
    piled = [*outside, *close.values()]
    found = _piled(piled, ground, held)
    if curves is None:
        return found
    covered = curves.covering(held)
    gone = _into_the_clear(close, found, ground, covered)
    found = _closed_up([end for end in piled if end.line.id not in gone], found, gone, ground, held)
    taken = [place.box for place in found.values()]
    for end in sorted(inside, key=lambda each: -each.line.width):
        if end.line.id not in close and (box := _clearest(end, ground, covered, taken)) is not None:
            found[end.line.id] = _led(end, box, ground.frame)
            taken.append(box)
    return found


def _led(end: _End, box: Box, frame: Box) -> EndPlace:
    """A name at its place, joined to its curve where it stands apart from it."""
    (x, y), (left, top, right, bottom) = end.tip, box
    apart = math.dist(end.tip, (min(max(x, left), right), min(max(y, top), bottom))) > _LED
    seen = frame.left <= x <= frame.right and frame.top <= y <= frame.bottom
    return EndPlace(box, end.tip if apart and seen else None)


def _own(end: _End, ground: FreeArea, held: Sequence[Box]) -> Box:
    """Where a name would stand in an empty picture: beside its end, off the line that is dragged."""
    tip = (ground.frame.right, end.tip[1]) if end.at_edge else end.tip
    box = beside(tip, end.size, ground.gap, "right")
    over = box.right - ground.furthest
    if over > 0:
        box = Box(box.left - over, box.top, box.right - over, box.bottom)
    other = beside(tip, end.size, ground.gap, "left")
    crossed = not end.at_edge and any(box.left < each.right and each.left < box.right for each in held)
    return other if crossed and other.left >= ground.frame.left else box


def _close_together(ends: Sequence[_End], ground: FreeArea, held: Sequence[Box]) -> dict[str, _End]:
    """The names, by the ids of their curves, that would cover others beside their ends."""
    own = [_own(end, ground, held) for end in ends]
    return {
        end.line.id: end
        for place, end in enumerate(ends)
        if any(own[place].touches(other) for at, other in enumerate(own) if at != place)
    }


def _piled(ends: Sequence[_End], ground: FreeArea, held: Sequence[Box]) -> dict[str, EndPlace]:
    """Names beside the ends of their curves, in the order of these, pushed apart up and down.

    Where so many don't fit, those of the thinnest curves are left out.
    """
    frame, found = ground.frame, {}
    for group in _side_by_side([(end, _own(end, ground, held)) for end in ends], ground.gap):
        heights = [end.size[1] + 1 for end, _ in group]
        widths = [end.line.width for end, _ in group]
        centres = stacked([end.tip[1] for end, _ in group], heights, widths, frame)
        for place, centre in centres.items():
            (end, own), high = group[place], group[place][0].size[1] / 2
            box = Box(own.left, centre - high, own.right, centre + high)
            found[end.line.id] = _led(end, box, frame)
    return found


def _side_by_side(ends: Sequence[tuple[_End, Box]], gap: float) -> list[list[tuple[_End, Box]]]:
    """The names in groups that overlap from left to right, or read on from each other there."""
    groups: list[list[tuple[_End, Box]]] = []
    reach = -math.inf
    for end, own in sorted(ends, key=lambda each: each[1].left):
        if own.left > reach + gap or not groups:
            groups.append([])
        groups[-1].append((end, own))
        reach = max(reach, own.right)
    return groups


def _clearest(end: _End, ground: FreeArea, covered: CoveredCells, taken: Sequence[Box]) -> Box | None:
    """The place near the end of a curve where the name covers little of the curves and is close to its own.

    Where it would lie on curves there, the nearest place where it covers nothing, if there is one. None where
    it would stand on other names wherever it stood.
    """
    steps = math.ceil((ground.frame.bottom - ground.frame.top) / (_STEP * ground.gap))
    for within in (_NEAR, range(_FAR, max(steps, _FAR))):
        best: tuple[int, Box] | None = None
        for step in within:
            if best is not None and best[0] <= _DEAR * step:
                break  # no further place can be better
            for box in _about(end, ground, step):
                cost = _DEAR * step + covered.under(box)
                if (best is None or cost < best[0]) and not any(box.touches(each) for each in taken):
                    best = cost, box
        if best is not None:
            lies_on = covered.under(best[1]) > _LYING
            return (lies_on and _in_clear_room(end, ground, covered, taken)) or best[1]
    return None


def _into_the_clear(
    close: Mapping[str, _End], found: dict[str, EndPlace], ground: FreeArea, covered: CoveredCells
) -> set[str]:
    """Names inside the picture that were pushed apart go where they lie on no curve, if there is room.

    Which of them went.
    """
    gone = set()
    for name, end in close.items():
        place = found.get(name)
        if place is None or covered.under(place.box) == 0:
            continue
        others = [each.box for other, each in found.items() if other != name]
        if (box := _in_clear_room(end, ground, covered, others)) is not None:
            found[name] = _led(end, box, ground.frame)
            gone.add(name)
    return gone


def _closed_up(
    left: Sequence[_End],
    found: dict[str, EndPlace],
    gone: set[str],
    ground: FreeArea,
    held: Sequence[Box],
) -> dict[str, EndPlace]:
    """The names that are `left` beside the edge move to the ends of their curves again, where others went."""
    if not gone:
        return found
    nearer = _piled(left, ground, held)
    apart = [found[name].box for name in gone]
    if any(place.box.touches(box) for place in nearer.values() for box in apart):
        return found
    return {name: found[name] for name in gone} | nearer


def _in_clear_room(end: _End, ground: FreeArea, covered: CoveredCells, taken: Sequence[Box]) -> Box | None:
    """The nearest place on no curve and no name, where it is not so far off that a line would be lost."""
    box = covered.covering(taken).room(end.size, end.tip)
    if box is None:
        return None
    middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    reach = _REACH * (ground.frame.right - ground.frame.left)
    return box if math.dist(middle, end.tip) <= reach else None


def _about(end: _End, ground: FreeArea, step: int) -> Iterator[Box]:
    """Places beside, before and over the end of a curve, so many steps higher or lower, within the frame."""
    (x, y), (across, high) = end.tip, end.size
    frame = ground.frame._replace(top=ground.frame.top + 2)
    # The curve comes from the left: beside it on the right comes first, over or under it after.
    for way in (1, -1) if step else (1,):
        top = y - high / 2 + way * step * _STEP * ground.gap
        for left in (x + ground.gap, x - ground.gap - across, x - across / 2):
            yield Box(left, top, left + across, top + high).kept_in(frame)
