"""A curve with no more corners than can be seen: each costs its share of a frame to stroke."""

from __future__ import annotations

import numpy as np

from explorer.app.plotting.figure import Floats

_FEW = 24  # corners, of which there is nothing to be gained
_TIMES = 2  # that each second corner is left out
_OFF = 0.1  # pixels that such a corner may lie off the line between its neighbours, each time


def thinned(x: Floats, y: Floats, per_unit: tuple[float, float]) -> tuple[Floats, Floats]:
    """A curve without those of each four corners that lie on the line between what stays.

    Parameters
    ----------
    x, y : (n,) data; corners beside a gap (NaN) stay, and both ends
    per_unit : pixels a unit of x and of y

    Guarantee
    ---------
    Nowhere further than 0.2 pixels off the whole curve.
    """
    for _ in range(_TIMES):
        if len(x) < _FEW:
            break
        kept = np.ones(len(x), dtype=bool)
        kept[1:-1:2] = _off(x * per_unit[0], y * per_unit[1])
        x, y = x[kept], y[kept]
    return x, y


def _off(across: Floats, down: Floats) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Whether each second corner lies off the line between its neighbours, or is a gap or beside one."""
    wide, high = across[2::2] - across[:-2:2], down[2::2] - down[:-2:2]
    area = (across[1:-1:2] - across[:-2:2]) * high - (down[1:-1:2] - down[:-2:2]) * wide
    return np.asarray(~(area * area <= _OFF * _OFF * (wide * wide + high * high)))
