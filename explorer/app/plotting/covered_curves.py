"""Which curves of a picture run through the same place, so that nobody can point at one of them alone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from explorer.app.plotting.figure import Figure
from explorer.app.plotting.layers import Line
from explorer.mark import Sentence

_ALIKE = 1e-3  # of the height of a picture: two curves that no eye tells apart


def covered_curves(figure: Figure, own: Line, x: float, y: float) -> Iterator[Sentence]:
    """The names of the other curves that run through a place of `own`, in drawn coordinates.

    A curve that is dimmed has numbers of other settings; one that is upright, or goes back and forth, has no
    one number at an x: these are left out.
    """
    near = _ALIKE * (figure.y.high - figure.y.low)
    for line in figure.layers:
        if not isinstance(line, Line) or line.title is None or line.dimmed or line.title == own.title:
            continue
        there = np.isfinite(line.x) & np.isfinite(line.y)
        across, heights = line.x[there], line.y[there]
        if not len(across) or not across[0] <= x <= across[-1] or (np.diff(across) <= 0).any():
            continue
        if abs(float(np.interp(x, across, heights)) - y) <= near:
            yield line.title
