r"""Where the share of successes lies that independent trials of a known probability give.

The counterpart of `explorer.privacy.audit_bound.limits`, which goes from counts to the probability.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.refusal import out_of_range

Floats = NDArray[np.float64]


def binomial_band(probability: Floats, trials: int, confidence: float = 0.95) -> tuple[Floats, Floats]:
    r"""The central band of Bin(n, p)/n: each end is left with probability (1 − confidence)/2 at most.

    .. math:: \Pr[\mathrm{Bin}(n,p) < n\,\mathrm{low}] \le \tfrac{1-c}{2},\qquad
        \Pr[\mathrm{Bin}(n,p) > n\,\mathrm{high}] \le \tfrac{1-c}{2}

    Parameters
    ----------
    probability : (m,) in [0, 1]; trials : n >= 1; confidence : c in (0, 1)

    Returns
    -------
    (low, high), (m,) each: the narrowest ends that are whole successes

    Errors
    ------
    OutOfRange
        No trial, or a confidence outside (0, 1).

    >>> [float(end[0]) for end in binomial_band(np.array([0.5]), 100)]
    [0.4, 0.6]
    """
    from scipy.special import bdtr

    if trials < 1:
        raise out_of_range("trials", trials, 1, float(2**31), "trials")
    if not 0 < confidence < 1:
        raise out_of_range("confidence", confidence, 0, 1, "confidence")
    outside = (1 - confidence) / 2
    counts = np.arange(trials + 1, dtype=np.float64)
    at_most = bdtr(counts, trials, np.asarray(probability, dtype=np.float64)[:, None])
    low = np.sum(at_most <= outside, axis=1)
    high = np.sum(at_most < 1 - outside, axis=1)
    return low / trials, high / trials
