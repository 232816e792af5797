"""The one choke point: nothing leaves the program but through `privatize`.

Integers and fractions only, from the operating system's randomness; there is no seed here.
"""

from __future__ import annotations

import os
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.sampler import RandomBytes, discrete_laplace

OPERATING_SYSTEM = RandomBytes(os.urandom)


def privatize(counts: NDArray[np.int64], sensitivity: int, epsilon: Fraction) -> tuple[int, ...]:
    """Counts with discrete Laplace noise of scale `sensitivity` / `epsilon`, one independent draw a cell.

    Parameters
    ----------
    counts : (k,) integers, every declared cell in it
    sensitivity : L1, in rows
    epsilon : exact, > 0

    Guarantee
    ---------
    `epsilon`-differentially private for tables whose counts differ by at most `sensitivity` in L1.

    Source
    ------
    Ghosh, Roughgarden & Sundararajan (2009); sampler of Canonne, Kamath & Steinke (2020).
    """
    noise = discrete_laplace(OPERATING_SYSTEM, Fraction(sensitivity) / epsilon, counts.size)
    return tuple(int(count) + int(drawn) for count, drawn in zip(counts, noise, strict=True))
