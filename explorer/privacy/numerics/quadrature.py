"""Gauss–Legendre quadrature, computed when it is first asked for: many questions need none."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@cache
def gauss_legendre(count: int) -> tuple[Floats, Floats]:
    """The `count` nodes in (−1, 1) and their weights, exact for polynomials of degree 2 `count` − 1.

    Both are shared, so that they cannot be written to. Abramowitz & Stegun 25.4.29.
    """
    nodes, weights = np.polynomial.legendre.leggauss(count)
    nodes.setflags(write=False)
    weights.setflags(write=False)
    return nodes, weights
