"""What is seen of a figure: a part of it, enlarged, or one of its curves before the others.

Views of a picture, no settings: the figure itself, its numbers and its exports stay whole.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from explorer.app.plotting.figure import Axis, Figure, read_only
from explorer.app.plotting.layers import Layer, Line, Note
from explorer.app.plotting.logarithmic_axes import logarithmic_axis
from explorer.app.plotting.ticks import ticks

_LEAST = 1e-3  # of an axis that is still shown
_FEWEST = 2.0  # whole numbers that are still shown of an axis that has no others
_HAIR = 1e-9  # of an axis: where two places on it are the same
_BEHIND = "faint"  # the colour of curves before which another one stands


@dataclass(frozen=True)
class Extent:
    """A part of the picture, in drawn coordinates."""

    left: float
    right: float
    low: float
    high: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.left <= x <= self.right and self.low <= y <= self.high


def extent_of(figure: Figure) -> Extent:
    """All that the axes of a figure show."""
    return Extent(figure.x.low, figure.x.high, figure.y.low, figure.y.high)


def between(figure: Figure, one: tuple[float, float], other: tuple[float, float]) -> Extent:
    """The part of `figure` between two corners, no less than a picture can show."""
    (left, right), (low, high) = (sorted(each) for each in zip(one, other, strict=True))
    left, right = _kept(figure.x, left, right)
    low, high = _kept(figure.y, low, high)
    return Extent(left, right, low, high)


def enlarged(figure: Figure, shown: Extent, point: tuple[float, float], factor: float) -> Extent | None:
    """What is shown once everything around a point is `factor` times as large; None: the whole figure."""
    x, y = point
    corner = x + (shown.left - x) / factor, y + (shown.low - y) / factor
    found = between(figure, corner, (x + (shown.right - x) / factor, y + (shown.high - y) / factor))
    return None if found == extent_of(figure) else found


def _kept(axis: Axis, low: float, high: float) -> tuple[float, float]:
    """An interval moved into the axis, not smaller than can be shown."""
    span = axis.high - axis.low
    least = _LEAST * span
    if axis.whole and not axis.logarithmic:
        least = min(max(least, _FEWEST), span)
    wide, middle = min(max(high - low, least), span), (low + high) / 2
    low = min(max(middle - wide / 2, axis.low), axis.high - wide)
    return (axis.low, axis.high) if wide == span else (low, low + wide)


def enlarged_figure(figure: Figure, extent: Extent) -> Figure:
    """`figure` on axes that show `extent`: names where its curves end there, no words of what is beyond."""
    return replace(
        figure,
        x=_part(figure.x, extent.left, extent.right),
        y=_part(figure.y, extent.low, extent.high),
        layers=tuple(each for layer in figure.layers if (each := _seen(layer, extent)) is not None),
    )


def _part(axis: Axis, low: float, high: float) -> Axis:
    """The axis from `low` to `high`, about as many numbers on it as before."""
    about = max(2, len(axis.ticks) - 1)
    if not axis.ticks:
        return replace(axis, low=low, high=high)
    if axis.logarithmic:
        return logarithmic_axis(axis.label, low, high, about, axis.symbol, axis.whole)
    if axis.names:
        there = [place for place, tick in enumerate(axis.ticks) if low <= tick <= high]
        places = tuple(axis.ticks[place] for place in there)
        return replace(
            axis, low=low, high=high, ticks=places, names=tuple(axis.names[place] for place in there)
        )
    return replace(axis, low=low, high=high, ticks=ticks(low, high, about, whole=axis.whole))


def _seen(layer: Layer, extent: Extent) -> Layer | None:
    if isinstance(layer, Line):
        return _named_in(layer, extent)
    if isinstance(layer, Note):
        if not extent.holds(layer.x, layer.y):
            return None
        aside = layer.words_at is not None and not extent.holds(*layer.words_at)
        return replace(layer, words_at=None) if aside else layer
    return layer


def _named_in(line: Line, extent: Extent) -> Line:
    """A curve with its name at the last point of it that is seen."""
    if line.label is None or (line.label_at is not None and extent.holds(*line.label_at)):
        return line
    with np.errstate(invalid="ignore"):
        inside = (line.x >= extent.left) & (line.x <= extent.right)
        inside &= (line.y >= extent.low) & (line.y <= extent.high)
    there = np.flatnonzero(inside)
    if not len(there):
        return replace(line, label_at=_crossed(line, extent)) if _crossed(line, extent) else _unnamed(line)
    last = int(there[-1])
    at = _left_at(line, last, extent)
    if at[0] < extent.right - _HAIR * (extent.right - extent.left):
        return replace(line, label_at=at)
    x, y = (read_only(np.append(each[: last + 1], end)) for each, end in ((line.x, at[0]), (line.y, at[1])))
    return replace(line, x=x, y=y, label_at=None)  # it ends at the edge, beside which its name stands


def _unnamed(line: Line) -> Line:
    return replace(line, label=None, name=line.title)


def _left_at(line: Line, last: int, extent: Extent) -> tuple[float, float]:
    """Where a curve leaves the extent after its point number `last`, which is in it."""
    x, y = float(line.x[last]), float(line.y[last])
    if last + 1 == len(line.x) or not np.isfinite(line.y[last + 1]):
        return x, y
    wide, high = float(line.x[last + 1]) - x, float(line.y[last + 1]) - y
    ways = [(extent.right - x) / wide if wide > 0 else (extent.left - x) / wide] if wide else []
    ways += [(extent.high - y) / high if high > 0 else (extent.low - y) / high] if high else []
    share = min([1.0, *ways])
    return x + share * wide, y + share * high


def _crossed(line: Line, extent: Extent) -> tuple[float, float] | None:
    """A point of a curve that crosses the extent between two of its points: in the middle of its width."""
    middle = (extent.left + extent.right) / 2
    there = np.isfinite(line.y)
    if there.sum() < 2 or not line.x[there].min() <= middle <= line.x[there].max():
        return None
    height = float(np.interp(middle, line.x[there], line.y[there]))
    return (middle, height) if extent.low <= height <= extent.high else None


def curve_of(figure: Figure, line: str) -> set[str]:
    """The ids of all pieces of the curve that has a piece of this id: those of the same title."""
    lines = [layer for layer in figure.layers if isinstance(layer, Line)]
    title = next((each.title for each in lines if each.id == line), None)
    return {each.id for each in lines if each.id == line or (title is not None and each.title == title)}


def isolated(figure: Figure, line: str) -> Figure:
    """`figure` with one curve as it is and all others faint; unchanged where it is not there."""
    kept = curve_of(figure, line)
    if not any(layer.id in kept for layer in figure.layers):
        return figure
    layers = tuple(
        replace(layer, colour=_BEHIND, dimmed=True)
        if isinstance(layer, Line) and layer.id not in kept
        else layer
        for layer in figure.layers
    )
    return replace(figure, layers=layers)
