"""The one choke point: nothing leaves the program but through `privatize` and `choose`.

Integers and fractions only, from the operating system's randomness; there is no seed here.
"""

from __future__ import annotations

import os
from fractions import Fraction
from operator import add

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.samplers.integer_sampler import RandomBytes, discrete_gaussian, discrete_laplace
from explorer.privacy.samplers.selection_sampler import exponential, permute_and_flip
from explorer.release.values.noise_distribution import LAPLACE, Noise

OPERATING_SYSTEM = RandomBytes(os.urandom)


def privatize(
    counts: NDArray[np.int64], sensitivity: int, parameter: Fraction, mechanism: str = LAPLACE
) -> tuple[int, ...]:
    r"""Counts with exact integer noise, one independent draw a cell.

    Discrete Laplace noise has the scale `sensitivity` / ε, discrete Gaussian noise
    :math:`\sigma^2 = L_2^2/(2\rho)`.

    Parameters
    ----------
    counts : (k,) integers, every declared cell in it
    sensitivity : in rows: L1 for "discrete-laplace", the square of L2 for "discrete-gaussian"
    parameter : ε or ρ, exact, > 0

    Guarantee
    ---------
    ε-differentially private for tables whose counts differ by at most L1; ρ-zCDP for tables whose counts
    differ by at most L2.

    Raises
    ------
    OutOfRange
        A sensitivity or parameter that is not positive.

    Source
    ------
    Ghosh, Roughgarden & Sundararajan (2009); Canonne, Kamath & Steinke (2020), Theorem 4 and Algorithms 1
    to 3.
    """
    declared = Noise(mechanism, sensitivity, parameter)
    draw = discrete_gaussian if declared.is_gaussian else discrete_laplace
    noise = draw(OPERATING_SYSTEM, declared.width, counts.size)
    return tuple(map(add, counts.tolist(), noise.tolist()))  # Python's integers: no sum is wrapped


def choose(scores: NDArray[np.int64], scale: Fraction, sampler: str) -> int:
    r"""The place of one candidate, chosen by its score: the higher the likelier.

    Parameters
    ----------
    scores : (N,) integers, N >= 2, that one unit moves by Δ at most
    scale : s = 2Δ/ε, exact, > 0
    sampler : "permute-and-flip" or "exponential"

    Guarantee
    ---------
    ε-differentially private; "exponential" has besides a loss within a range of length ε
    (`explorer.privacy.bounded_range.bounded_range_rho`).

    Raises
    ------
    NotValid, OutOfRange
        Fewer than two candidates; a scale that is not positive.

    Source
    ------
    McSherry & Talwar (2007); McKenna & Sheldon (2020).
    """
    draw = permute_and_flip if sampler == "permute-and-flip" else exponential
    return int(draw(OPERATING_SYSTEM, scores, scale, 1)[0])
