"""What a picture answers where somebody points: the curve nearest to it, and its number there.

Distances are in pixels, everything else in drawn coordinates. A number between two computed points is never
claimed as a bound: on a curve that bounds, and on axes of whole numbers, only computed points answer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.app.core import wording
from explorer.app.plotting.covered_curves import covered_curves
from explorer.app.plotting.figure import Figure
from explorer.app.plotting.layers import Bars, Dash, Line, Points
from explorer.mark import N_, RoundedBound, Rounding, Sentence, verbatim
from explorer.privacy.status import Kind

WITHIN = 8.0  # pixels from a curve to what points at it
_NEAR = 4.0  # pixels: a computed point so near answers for what is pointed at
_NAMED = 3  # covered curves: of more, their number is told
_HAIR = 1e-9  # relative: what taking a logarithm and back leaves of a whole number
_KINDS = {Dash.EXACT: Kind.EXACT, Dash.UPPER: Kind.UPPER, Dash.ESTIMATE: Kind.ESTIMATE}


@dataclass(frozen=True, eq=False)
class Place:
    """A point on a curve; `computed` where the curve's own numbers have it, else between two of them."""

    line: Line
    x: float
    y: float
    computed: bool = True


@dataclass(frozen=True)
class ReadOut:
    """What is said of a place: the number, the curve, what kind of number it is, which others it covers."""

    numbers: tuple[Sentence, ...]
    name: Sentence
    kind: Sentence
    covered: tuple[Sentence, ...] = ()

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All of it."""
        return (*self.numbers, self.name, self.kind, *self.covered)


def readable(figure: Figure) -> list[Line]:
    """The curves that can be asked: those with a title and a computed point in the picture.

    Named bars and points are asked as curves of which only the tops, or the points, answer.
    """
    lines = [layer for layer in figure.layers if isinstance(layer, Line) and layer.title is not None]
    marks = [_as_line(layer) for layer in figure.layers if isinstance(layer, Bars | Points) and layer.name]
    return [line for line in (*lines, *marks) if computed(figure, line).any()]


def _as_line(mark: Bars | Points) -> Line:
    heights = mark.height if isinstance(mark, Bars) else mark.y
    told = {"name": mark.name, "kind": mark.kind, "towards": mark.towards, "source": mark.source}
    return Line(mark.id, mark.x, heights, mark.colour, **told)  # type: ignore[arg-type]


def mark_of(figure: Figure, place: Place) -> Bars | Points | None:
    """The bars or points that a place belongs to; None on a curve."""
    return _mark(figure, place.line)


def _mark(figure: Figure, line: Line) -> Bars | Points | None:
    for layer in figure.layers:
        if isinstance(layer, Bars | Points) and layer.name and (layer.id, layer.name) == (line.id, line.name):
            return layer
    return None


def told(figure: Figure, place: Place) -> tuple[Sentence, ...] | None:
    """What a bar or a disc says of itself; None where its place and height are its numbers."""
    mark = _mark(figure, place.line)
    if mark is None or mark.told is None:
        return None
    off = np.hypot(place.line.x - place.x, place.line.y - place.y)
    return mark.told.of(int(np.nanargmin(off)))


def _aside(figure: Figure, line: Line) -> float:
    """How far beside its value on the axis a bar is drawn."""
    mark = _mark(figure, line)
    return mark.aside if isinstance(mark, Bars) else 0.0


def computed(figure: Figure, line: Line) -> NDArray[np.bool_]:
    """Which points of a curve are numbers that were computed, and in the picture: (n,).

    Not where a curve is cut off at the edge, between whole numbers or at the foot of logarithmic axes.
    """
    x, y = figure.x, figure.y
    with np.errstate(invalid="ignore"):
        there = (line.x >= x.low) & (line.x <= x.high) & (line.y >= y.low) & (line.y <= y.high)
        if y.logarithmic:
            there &= line.y > y.low + _HAIR * (y.high - y.low)
    if x.whole and not isinstance(_mark(figure, line), Points):  # a crossing lies between whole numbers
        value = 10.0**line.x if x.logarithmic else line.x - _aside(figure, line)
        there &= np.abs(value - np.rint(value)) <= _HAIR * np.abs(value)
    return np.asarray(there)


def nearest(
    figure: Figure, point: tuple[float, float], per_unit: tuple[float, float], within: float = WITHIN
) -> Place | None:
    """The place that answers for `point`, on the curve nearest to it; None where none is so near.

    Parameters
    ----------
    point : x and y in drawn coordinates
    per_unit : pixels a unit of x and of y
    within : pixels
    """
    best: tuple[float, Line, float, float] | None = None
    for line in readable(figure):
        mark = _mark(figure, line)
        found = _foot(line, point, per_unit) if mark is None else _on_mark(mark, point, per_unit)
        if found is not None and found[0] <= within and (best is None or found[0] < best[0]):
            best = found[0], line, found[1], found[2]
    if best is None:
        return None
    _, line, x, y = best
    if _mark(figure, line) is not None:
        return Place(line, x, y)
    return _answer(figure, line, (x, y), per_unit)


def _on_mark(
    mark: Bars | Points, point: tuple[float, float], per_unit: tuple[float, float]
) -> tuple[float, float, float] | None:
    """How many pixels a point is off the nearest bar or disc, and its top or middle; a curve before bars."""
    if not len(mark.x):
        return None
    across, heights = np.abs(mark.x - point[0]), mark.height if isinstance(mark, Bars) else mark.y
    if isinstance(mark, Bars):
        beyond = np.maximum(point[1] - np.maximum(heights, 0.0), np.minimum(heights, 0.0) - point[1])
        wide = np.maximum(across - mark.width / 2, 0.0) * per_unit[0]
        off = np.maximum(np.hypot(wide, np.maximum(beyond, 0.0) * per_unit[1]), _NEAR)
    else:
        radius = mark.size / 2 * (per_unit[0] if mark.in_data else 1.0)
        off = np.hypot(across * per_unit[0], (mark.y - point[1]) * per_unit[1]) - radius
    off = np.where(np.isfinite(off), off, math.inf)
    at = int(off.argmin())
    return (float(off[at]), float(mark.x[at]), float(heights[at])) if math.isfinite(off[at]) else None


def _foot(
    line: Line, point: tuple[float, float], per_unit: tuple[float, float]
) -> tuple[float, float, float] | None:
    """How many pixels a curve is off a point, and its own point there; None where nothing of it is drawn."""
    across, up = (line.x - point[0]) * per_unit[0], (line.y - point[1]) * per_unit[1]
    with np.errstate(invalid="ignore"):
        wide, high = np.diff(across), np.diff(up)
        length = wide * wide + high * high
        share = -(across[:-1] * wide + up[:-1] * high) / np.where(length > 0, length, 1.0)
        share = np.clip(share, 0.0, 1.0)
        off = np.hypot(across[:-1] + share * wide, up[:-1] + share * high)
    off = np.where(np.isfinite(off), off, math.inf)
    if not len(off) or not math.isfinite(off.min()):
        return None
    at = int(off.argmin())
    x = line.x[at] + share[at] * (line.x[at + 1] - line.x[at])
    y = line.y[at] + share[at] * (line.y[at + 1] - line.y[at])
    return float(off[at]), float(x), float(y)


def _answer(
    figure: Figure, line: Line, foot: tuple[float, float], per_unit: tuple[float, float]
) -> Place | None:
    """The computed point beside the foot; between two of them where they are far and it claims no bound."""
    places = np.flatnonzero(computed(figure, line))
    off = np.hypot((line.x[places] - foot[0]) * per_unit[0], (line.y[places] - foot[1]) * per_unit[1])
    at = int(places[off.argmin()])
    own = Place(line, float(line.x[at]), float(line.y[at]))
    steep = abs(own.x - foot[0]) * per_unit[0] < 0.5  # pixels: two numbers at one x
    if off.min() <= _NEAR or line.towards is not None or figure.x.whole or steep:
        return own
    inside = figure.x.low <= foot[0] <= figure.x.high and figure.y.low <= foot[1] <= figure.y.high
    cut = figure.y.logarithmic and not _between_computed(figure, line, foot[0])
    return Place(line, *foot, computed=False) if inside and not cut else own


def _between_computed(figure: Figure, line: Line, x: float) -> bool:
    """Whether both neighbours of an x are computed: nothing is read off a fall out of the picture."""
    known = line.x[computed(figure, line)]
    return bool(known.min() <= x <= known.max())


def stepped(figure: Figure, place: Place, steps: int) -> Place:
    """The place so many computed points further right; the last one at the end of the curve."""
    places = np.flatnonzero(computed(figure, place.line))
    if not len(places):
        return place
    x, y = place.line.x[places], place.line.y[places]
    here = int(np.lexsort((np.abs(y - place.y), np.abs(x - place.x)))[0])
    at = int(places[min(max(here + steps, 0), len(places) - 1)])
    return Place(place.line, float(place.line.x[at]), float(place.line.y[at]))


def next_curve(figure: Figure, place: Place | None, x: float, steps: int = 1) -> Place | None:
    """The computed point nearest to `x` on the next curve, from the lowest up there; None behind the last."""
    walked = [line for line in readable(figure) if not isinstance(_mark(figure, line), Points)]
    starts = [_at(figure, line, x) for line in walked]  # single points lie on curves, which answer there
    starts.sort(key=lambda each: each.y)
    names = [each.line.id for each in starts]
    if place is None or place.line.id not in names:
        at = 0 if steps > 0 else len(starts) - 1
    else:
        at = names.index(place.line.id) + steps
    return starts[at] if 0 <= at < len(starts) else None


def _at(figure: Figure, line: Line, x: float) -> Place:
    places = np.flatnonzero(computed(figure, line))
    at = int(places[np.abs(line.x[places] - x).argmin()])
    return Place(line, float(line.x[at]), float(line.y[at]))


def again(figure: Figure, place: Place) -> Place | None:
    """The same place of another figure: on the curve of the same id, at the computed point nearest in x."""
    line = next((each for each in readable(figure) if each.id == place.line.id), None)
    return None if line is None else _at(figure, line, place.x)


def numbers_at(figure: Figure, place: Place) -> tuple[float, float | RoundedBound]:
    """x, and the number of the curve there, rounded to its side where it is a bound."""
    x, y = figure.x.value(place.x - _aside(figure, place.line)), figure.y.value(place.y)
    if figure.x.whole and not isinstance(_mark(figure, place.line), Points):
        x = float(round(x))
    towards = place.line.towards
    return x, y if towards is None else RoundedBound(y, towards)


def read_out(figure: Figure, place: Place) -> ReadOut:
    """What is said there. A curve that is dimmed answers nothing: its numbers are not of these settings."""
    name = place.line.title or verbatim("")
    if place.line.dimmed:
        return ReadOut((), name, N_("not valid for the current settings"))
    covered: tuple[Sentence, ...] = ()
    if _mark(figure, place.line) is None:
        others = tuple(covered_curves(figure, place.line, place.x, place.y))
        covered = tuple(N_("the same here: {name}", name=each) for each in others)
        if len(others) > _NAMED:
            covered = (N_("the same here: {count} {count:other curve|other curves}", count=len(others)),)
    return ReadOut(_numbers(figure, place), name, _kind(figure, place), covered)


def _numbers(figure: Figure, place: Place) -> tuple[Sentence, ...]:
    if (own := told(figure, place)) is not None:
        return own
    x, y = numbers_at(figure, place)
    values: dict[str, object] = {"x": x, "sign": _sign(place.line), "y": y}
    if figure.x.symbol and figure.y.symbol:
        values |= {"at": figure.x.symbol, "quantity": figure.y.symbol}
        return (N_("at {at} = {x:5}: {quantity} {sign} {y}", **values),)
    number = N_("{quantity} {sign} {y}", quantity=figure.y.symbol or figure.y.label, **values)
    names = figure.x.names and not figure.x.logarithmic
    if names and _mark(figure, place.line) is not None:
        return number, figure.x.names[int(np.abs(np.array(figure.x.ticks) - x).argmin())]
    if names or figure.x.label == verbatim(""):  # of categories there is no number
        return (number,)
    return number, N_("at {at} = {x:5}", at=figure.x.symbol or figure.x.label, x=x)


def _sign(line: Line) -> str:
    kind = line.kind or _KINDS.get(line.dash)
    if kind is Kind.ESTIMATE:
        return "≈"
    if kind in (Kind.UPPER, Kind.BRACKET):
        return "≥" if line.towards is Rounding.DOWN else "≤"
    return "="


def _kind(figure: Figure, place: Place) -> Sentence:
    line, (x, _) = place.line, numbers_at(figure, place)
    if figure.x.whole and round(x) in line.remarks:
        return line.remarks[round(x)]
    if isinstance(line.kind, Sentence):
        return line.kind
    kind = line.kind or _KINDS.get(line.dash)
    if kind is None:
        return wording.NOT_PROVEN
    if kind in (Kind.UPPER, Kind.BRACKET):
        return N_("proven lower bound") if line.towards is Rounding.DOWN else wording.KINDS[Kind.UPPER]
    own = figure.settings.get("kind")
    said = own if line.kind is None and isinstance(own, Sentence) else wording.KINDS[kind]
    return said if place.computed else N_("{kind}; interpolated between computed points", kind=said)
