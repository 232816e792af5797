"""The marks of a figure as SVG, from back to front as in the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from explorer.app.plotting.figure import Figure
from explorer.app.plotting.layers import Area, Bars, Dash, Handle, Layer, Level, Line, Points, Rule
from explorer.app.plotting.squares import Squares, Swatch, corners_in
from explorer.export.figures.frame_clipping import Frame, clipped_line, clipped_region, hatching, runs
from explorer.export.figures.square_marks import square_marks
from explorer.export.markup import Look, element, path, short

Colours = Mapping[str, str]

# In widths of the pen, as in the window.
_DASHES = {
    Dash.EXACT: (),
    Dash.UPPER: (5.0, 3.0),
    Dash.ESTIMATE: (6.0, 3.0, 1.5, 3.0),
    Dash.UNPROVEN: (1.2, 2.2),
}
_HANDLE = (3.0, 2.5)


def marks(figure: Figure, frame: Frame, colours: Colours) -> list[str]:
    """All layers but the words, as elements in drawing order."""
    drawn = [
        (_depth(layer), mark)
        for layer in figure.layers
        if type(layer) in _DRAWN
        for mark in _DRAWN[type(layer)](layer, frame, colours)
    ]
    return [mark for _, mark in sorted(drawn, key=lambda pair: pair[0])]


def _depth(layer: Layer) -> float:
    if isinstance(layer, Line):
        return 10 + layer.width
    return {Area: 1.0, Rule: 3.0, Bars: 5.0, Points: 20.0, Handle: 30.0}.get(type(layer), 50.0)


def dashes_of(dash: Dash, width: float) -> str | None:
    """How a line of this kind is broken, as SVG writes it; None for a solid one."""
    return _dashes(_DASHES[dash], width)


def _dashes(pattern: tuple[float, ...], width: float) -> str | None:
    return " ".join(short(part * width) for part in pattern) or None


def _faded(opacity: float) -> float | None:
    return None if opacity >= 1 else opacity


def _line(layer: Line, frame: Frame, colours: Colours) -> list[str]:
    x, y = np.asarray(layer.x, dtype=float), np.asarray(layer.y, dtype=float)
    pieces = [piece for run in runs(x, y) for piece in clipped_line(frame.pixels(x[run], y[run]), frame)]
    if not pieces:
        return []
    return [
        element(
            "path",
            d=path(pieces),
            fill="none",
            stroke=colours[layer.colour],
            stroke_width=layer.width,
            stroke_dasharray=dashes_of(layer.dash, layer.width),
            stroke_linecap="round" if layer.dash is Dash.UNPROVEN else None,
            stroke_linejoin="round",
            stroke_opacity=0.35 if layer.dimmed else None,
        )
    ]


def _area(layer: Area, frame: Frame, colours: Colours) -> list[str]:
    x, low, high = (np.asarray(each, dtype=float) for each in (layer.x, layer.low, layer.high))
    outlines = [
        clipped_region([*frame.pixels(x[run], low[run]), *frame.pixels(x[run], high[run])[::-1]], frame)
        for run in runs(x, low, high)
    ]
    if layer.hatched:
        lines = [line for outline in outlines for line in hatching(outline)]
        look: Look = {"stroke": colours[layer.colour], "stroke_width": 1.0, "fill": "none"}
        return [element("path", d=path(lines), stroke_opacity=_faded(layer.opacity), **look)] if lines else []
    inside = [outline for outline in outlines if outline]
    if not inside:
        return []
    fill, opacity = colours[layer.colour], _faded(layer.opacity)
    return [element("path", d=path(inside, closed=True), fill=fill, fill_opacity=opacity, stroke="none")]


def _bars(layer: Bars, frame: Frame, colours: Colours) -> list[str]:
    colour = colours[layer.colour]
    shape: Look = {"fill": colour, "fill_opacity": _faded(layer.opacity), "stroke": "none"}
    if layer.outlined:
        shape = {"fill": colour, "fill_opacity": 0.22, "stroke": colour, "stroke_width": 1.4}
        shape["stroke_dasharray"] = _dashes(_DASHES[Dash.UPPER], 1.4)
    drawn: list[str] = []
    for at, height in zip(layer.x.tolist(), layer.height.tolist(), strict=True):
        left, right = at - layer.width / 2, at + layer.width / 2
        corners = [(left, 0.0), (left, height), (right, height), (right, 0.0)]
        outline = clipped_region([frame.pixel(x, y) for x, y in corners], frame)
        if outline and height == height:
            drawn.append(element("path", d=path([outline], closed=True), **shape))
    if layer.whiskers is not None:
        drawn += _whiskers(layer, layer.whiskers, frame, colours)
    return drawn


def _whiskers(layer: Bars, reach: float, frame: Frame, colours: Colours) -> list[str]:
    beam = 0.15 * layer.width
    pieces = []
    for at, height in zip(layer.x.tolist(), layer.height.tolist(), strict=True):
        if height != height:
            continue
        low, high = height - reach, height + reach
        for ends in (
            ((at, low), (at, high)),
            ((at - beam, low), (at + beam, low)),
            ((at - beam, high), (at + beam, high)),
        ):
            pieces += clipped_line([frame.pixel(*end) for end in ends], frame)
    if not pieces:
        return []
    return [element("path", d=path(pieces), fill="none", stroke=colours["ink"], stroke_width=1.2)]


def _points(layer: Points, frame: Frame, colours: Colours) -> list[str]:
    across, up = frame.per_unit
    size = layer.size
    if layer.in_data:  # never larger than its place: neither its column nor its row
        size = max(2.0, min(layer.size * across, 0.92 * up))
    centres = [at for run in runs(layer.x, layer.y) for at in frame.pixels(layer.x[run], layer.y[run])]
    look: Look = {"r": size / 2, "fill": colours[layer.colour], "fill_opacity": _faded(layer.opacity)}
    return [element("circle", cx=x, cy=y, **look) for x, y in centres if frame.holds((x, y))]


def _rule(layer: Rule, frame: Frame, colours: Colours) -> list[str]:
    pattern = _DASHES[Dash.UPPER] if layer.dashed else ()
    return _straight(layer.at, layer.upright, layer.colour, 1.0, pattern, frame, colours)


def _handle(layer: Handle, frame: Frame, colours: Colours) -> list[str]:
    return _straight(layer.at, True, "ink", 1.2, _HANDLE, frame, colours)


def _level(layer: Level, frame: Frame, colours: Colours) -> list[str]:
    return _straight(layer.at, False, "ink", 1.2, _HANDLE, frame, colours)


def _straight(
    at: float,
    upright: bool,
    colour: str,
    width: float,
    pattern: tuple[float, ...],
    frame: Frame,
    colours: Colours,
) -> list[str]:
    x, y = frame.pixel(at, frame.y.low) if upright else frame.pixel(frame.x.low, at)
    if not frame.holds((x, y)):
        return []
    ends = [(x, frame.bottom), (x, frame.top)] if upright else [(frame.left, y), (frame.right, y)]
    return [
        element(
            "path",
            d=path([ends]),
            fill="none",
            stroke=colours[colour],
            stroke_width=width,
            stroke_dasharray=_dashes(pattern, width),
        )
    ]


def _squares(layer: Squares, frame: Frame, colours: Colours) -> list[str]:
    corners, side = corners_in(layer, frame.right - frame.left, frame.bottom - frame.top)
    placed = [(frame.left + x, frame.top + y) for x, y in corners]
    return square_marks(Swatch(layer.colour, layer.crossed), placed, side, colours)


_DRAWN: Mapping[type, Callable[[Any, Frame, Colours], list[str]]] = {
    Line: _line,
    Area: _area,
    Bars: _bars,
    Points: _points,
    Rule: _rule,
    Handle: _handle,
    Level: _level,
    Squares: _squares,
}
