"""What a person can take from a point of a picture: its x, for the parameter that the x axis is of."""

from __future__ import annotations

import math

from explorer.app.core.state import State, declared
from explorer.app.plotting.figure import Figure, Taking
from explorer.app.plotting.read_out import Place, numbers_at
from explorer.mark import N_, Sentence

_HAIR = 1e-9  # relative: what taking a logarithm and back leaves of a whole number
_DIGITS = 5  # that are said of an x, and taken


def taking(state: State, path: str) -> Taking:
    """That the x axis is of the parameter at `path`, in its own range."""
    parameter = declared(state, path)
    return Taking(path, parameter.low, parameter.high)


def taken(figure: Figure, place: Place) -> float | None:
    """The value that a point gives; None where the picture sets nothing, or no such value.

    Where only whole numbers have a value it is rounded up: from there on a bound that crosses is smaller.
    Else it has the digits that are said of it. A curve that is not of the present settings gives nothing.
    """
    takes = figure.takes
    if takes is None or place.line.dimmed:
        return None
    x, _ = numbers_at(figure, place)
    value = float(math.ceil(x - _HAIR * abs(x))) if figure.x.whole else float(f"{x:.{_DIGITS}g}")
    return value if takes.least <= value <= takes.most else None


def take_words(figure: Figure, place: Place, by_keyboard: bool) -> Sentence | None:
    """How a point is taken, and what it gives; None where it gives nothing."""
    value = taken(figure, place)
    if value is None:
        return None
    values = {"name": figure.x.symbol or figure.x.label, "value": value}
    if by_keyboard:
        return N_("Enter: take {name} = {value:5}", **values)
    return N_("double-click: take {name} = {value:5}", **values)
