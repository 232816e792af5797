"""Where the curves of many releases are drawn: on plain axes, or on axes of decimal logarithms."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from explorer.app.core.state import State
from explorer.app.plotting.figure import Axis, Floats, read_only
from explorer.app.plotting.layers import Area, Line, Note
from explorer.app.plotting.logarithmic_axes import logarithmic_axis
from explorer.app.plotting.ticks import round_up, ticks
from explorer.mark import N_, verbatim

_BELOW = 0.5  # of the ε of one release: where logarithmic axes begin, as there is no 0 on them
_PARTS, _DECADES = 6, 7  # about so many parts of a plain axis, at most so many powers of ten
_NAMED_AT = 0.94  # of the height: a name there stands on no words above the picture
_LONG = tuple(float(power) for power in range(4, 10))  # of ten
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_EDGE = 0.9  # of the width: beyond it names stand beside the picture


L = TypeVar("L", Line, Area, Note)


@dataclass(frozen=True, slots=True)
class PlotArea:
    """The picture's area in drawn coordinates: k from `left` to `right`, total ε from `low` to `top`."""

    logarithmic: bool
    left: float
    right: float
    low: float
    top: float

    def drawn(self, values: Floats) -> Floats:
        """Numbers in drawn coordinates: as they are, or log10 of them (of 0: −inf)."""
        if not self.logarithmic:
            return values
        with np.errstate(divide="ignore"):
            return np.asarray(np.log10(values), dtype=np.float64)

    def place(self, value: float) -> float:
        """One number above 0 in drawn coordinates."""
        return math.log10(value) if self.logarithmic else value

    def at(self, across: float, up: float) -> tuple[float, float]:
        """The drawn point at these shares of the picture's width and height."""
        return self.left + across * (self.right - self.left), self.low + up * (self.top - self.low)

    def axes(self) -> tuple[Axis, Axis]:
        """Both axes, with readable numbers at their ticks."""
        below, beside = N_("releases k"), N_("total ε")
        if self.logarithmic:
            return (
                short(logarithmic_axis(below, self.left, self.right, _DECADES, "k", whole=True)),
                short(logarithmic_axis(beside, self.low, self.top, _DECADES, "ε")),
            )
        return (
            Axis(
                below,
                self.left,
                self.right,
                ticks(self.left, self.right, _PARTS, whole=True),
                symbol="k",
                whole=True,
            ),
            Axis(beside, self.low, self.top, ticks(self.low, self.top, _PARTS), symbol="ε"),
        )


def ground_of(state: State) -> PlotArea:
    """As far as basic composition reaches at the last k, for the ε that the axes were chosen for."""
    composing, epsilon = state.composing, state.framed.target.epsilon
    horizon = float(composing.horizon)
    if composing.logarithmic:
        low, top = math.log10(_BELOW * epsilon), math.log10(epsilon * horizon)
        return PlotArea(True, 0.0, math.log10(horizon), low, top)
    return PlotArea(False, 0.0, horizon, 0.0, round_up(epsilon * horizon, _PARTS))


def short(axis: Axis) -> Axis:
    """The axis with 10², 10³ and so on, where it has powers of ten too long to stand side by side."""
    crowded = any(tick in _LONG for tick in axis.ticks)
    names = tuple(
        verbatim("10" + str(round(tick)).translate(_SUPERSCRIPTS))
        if crowded and tick >= 2 and tick == round(tick)
        else name
        for tick, name in zip(axis.ticks, axis.names, strict=True)
    )
    return replace(axis, names=names)


def changed(layer: L, **parts: object) -> L:
    """`layer` with other parts, as `dataclasses.replace`, which asks each field of thirty layers a frame."""
    other = object.__new__(type(layer))
    other.__dict__.update(layer.__dict__, **parts)
    return other


def line_on(ground: PlotArea, line: Line) -> Line:
    """The part of a rising line within the picture, to its very edges; `line` holds k and ε themselves.

    Its name stands at its end, but not above the picture where it leaves that.
    """
    x, y = ground.drawn(line.x), ground.drawn(line.y)
    inside = np.flatnonzero((y >= ground.low) & (y <= ground.top))
    if not len(inside):
        return changed(line, x=line.x[:0], y=line.y[:0])
    first, last = int(inside[0]), int(inside[-1])
    across, up = x[first : last + 1], y[first : last + 1]
    if first > 0 and math.isfinite(y[first - 1]):
        entry = ground.low if y[first - 1] < ground.low else ground.top
        across = np.append(_meeting(x, y, first - 1, entry), across)
        up = np.append(entry, up)
    named = line.label_at
    if last + 1 < len(y) and math.isfinite(y[last + 1]):
        exit_ = ground.top if y[last + 1] > ground.top else ground.low
        across = np.append(across, _meeting(x, y, last, exit_))
        up = np.append(up, exit_)
        named = _below_the_edge(ground, across, up)
    return changed(line, x=read_only(across), y=read_only(up), label_at=named)


def _meeting(x: Floats, y: Floats, before: int, height: float) -> float:
    """Where the straight piece from point `before` to the next is at a height."""
    share = (height - y[before]) / (y[before + 1] - y[before])
    return float(x[before] + share * (x[before + 1] - x[before]))


def _below_the_edge(ground: PlotArea, x: Floats, y: Floats) -> tuple[float, float] | None:
    """The place for the name of a line that leaves through the top; None for the line's own end."""
    if x[-1] > ground.at(_EDGE, 0.0)[0]:
        return None
    height = ground.at(0.0, _NAMED_AT)[1]
    return float(np.interp(height, y, x)), height


def area_on(ground: PlotArea, area: Area) -> Area:
    """A region in drawn coordinates, cut off at the picture's edges."""
    low, high = (np.clip(edge, ground.low, ground.top) for edge in (area.low, area.high))
    return changed(area, x=read_only(area.x), low=read_only(low), high=read_only(high))


def roomiest(ground: PlotArea, lines: list[Line], across: float, up: float) -> str:
    """Which corner has most room for words of this share of width and height: "below" right, "above" left.

    Words stand better at the lower right, where the curves' names end in any case.
    """
    crossed = {"below": 0, "above": 0}
    (left, high), (right, low) = ground.at(1 - across, up), ground.at(across, 1 - up)
    for line in lines:
        crossed["below"] += bool(np.any((line.x >= left) & (line.y <= high)))
        crossed["above"] += bool(np.any((line.x <= right) & (line.y >= low)))
    return min(crossed, key=lambda corner: crossed[corner])
