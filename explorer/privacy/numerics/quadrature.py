"""Gauss–Legendre quadrature, computed when it is first asked for: many questions need none."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_ONE = 1 << 120  # of numbers as whole multiples of 2^-120


@cache
def gauss_legendre(count: int) -> tuple[Floats, Floats]:
    """The `count` nodes in (−1, 1) and their weights, exact for polynomials of degree 2 `count` − 1.

    Each is the double that is nearest: NumPy's weights err by some 70 units in the last place. Both are
    shared, so that they cannot be written to. Abramowitz & Stegun 25.4.29.
    """
    rough, _ = np.polynomial.legendre.leggauss(count)
    found = [_closely(float(node), count) for node in rough]
    nodes, weights = (np.array(each, dtype=np.float64) for each in zip(*found, strict=True))
    nodes.setflags(write=False)
    weights.setflags(write=False)
    return nodes, weights


def _closely(node: float, count: int) -> tuple[float, float]:
    """A root of the Legendre polynomial near `node`, by two steps of Newton's method, and its weight."""
    x = int(node * _ONE)
    for _ in range(2):
        value, slope = _legendre(x, count)
        x -= value * _ONE // slope
    _, slope = _legendre(x, count)
    beside = _ONE - x * x // _ONE
    return x / _ONE, 2 * _ONE * _ONE / (beside * slope * slope // _ONE)


def _legendre(x: int, count: int) -> tuple[int, int]:
    """P and P′ = n(P₍ₙ₋₁₎ − xPₙ)/(1−x²), by the recurrence nPₙ = (2n−1)xP₍ₙ₋₁₎ − (n−1)P₍ₙ₋₂₎."""
    before, here = _ONE, x
    for n in range(2, count + 1):
        before, here = here, ((2 * n - 1) * x * here // _ONE - (n - 1) * before) // n
    return here, count * (before - x * here // _ONE) * _ONE // (_ONE - x * x // _ONE)
