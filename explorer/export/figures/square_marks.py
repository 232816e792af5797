"""Squares that are counted, as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from explorer.app.plotting.squares import Swatch
from explorer.export.markup import Look, element, path

_CROSS = 0.3  # of the side: from an edge to the end of a cross


def square_marks(
    swatch: Swatch, corners: Sequence[tuple[float, float]], side: float, colours: Mapping[str, str]
) -> list[str]:
    """Squares of one kind with these upper left corners."""
    if not corners:
        return []
    outlines = [[(x, y), (x + side, y), (x + side, y + side), (x, y + side)] for x, y in corners]
    fill = colours["quiet" if swatch.crossed else swatch.colour]
    drawn = [element("path", d=path(outlines, closed=True), fill=fill, stroke="none")]
    if swatch.crossed:
        near, far = _CROSS * side, (1 - _CROSS) * side
        lines = [
            ((x + a, y + near), (x + b, y + far)) for x, y in corners for a, b in ((near, far), (far, near))
        ]
        look: Look = {"fill": "none", "stroke": colours[swatch.colour], "stroke_width": max(1.0, 0.09 * side)}
        drawn.append(element("path", d=path(lines), **look))
    return drawn
