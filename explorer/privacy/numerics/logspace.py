"""Exponentials and logarithms that neither overflow nor cancel."""

from __future__ import annotations

import math

import numpy as np
import scipy
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def logistic(log_odds: float) -> float:
    """1/(1+e^(−x)), the probability of these log odds, without overflow at either end."""
    if log_odds >= 0:
        return 1 / (1 + math.exp(-log_odds))
    odds = math.exp(log_odds)
    return odds / (1 + odds)


_LOG_HALF = -0.6931471805599453
_ROOT_HALF_PI = 1.2533141373155003
_SERIES_TERMS = 18


def log1mexp(log_share: Floats, /) -> Floats:
    r"""ln(1 − e^x) for x <= 0; -inf at 0.

    Source
    ------
    Mächler (2012), "Accurately computing log(1 − exp(−|a|))": each form on the side where it is exact.
    """
    x = np.minimum(np.asarray(log_share, dtype=np.float64), 0.0)
    with np.errstate(divide="ignore"):
        near = np.log(-np.expm1(x))
    return np.where(x > _LOG_HALF, near, np.log1p(-np.exp(np.minimum(x, _LOG_HALF))))


def log_or_zero(values: Floats, /) -> Floats:
    """ln x for x >= 0, with -inf at 0 and no warning."""
    with np.errstate(divide="ignore"):
        return np.log(np.asarray(values, dtype=np.float64))


def exponential_remainder(at: Floats, /) -> Floats:
    """e^x − 1 − x for x <= 700, to full relative precision also where x is small."""
    x = np.asarray(at, dtype=np.float64)
    small = np.clip(x, -0.5, 0.5)
    tail = np.ones_like(small)
    for n in range(_SERIES_TERMS, 2, -1):
        tail = 1.0 + small / n * tail
    return np.where(np.abs(x) < 0.5, small * small / 2.0 * tail, np.expm1(x) - x)


def mills_ratio(at: Floats, /) -> Floats:
    """(1 − Φ(x))/φ(x) for x >= -30."""
    return np.asarray(_ROOT_HALF_PI * scipy.special.erfcx(np.asarray(at) / np.sqrt(2.0)), dtype=np.float64)


def mills_slope(at: Floats, /) -> Floats:
    """−M'(x) = 1 − x M(x) of Mills' ratio M, for x >= -30, without the cancellation at large x.

    Beyond 20 the asymptotic series Σ (−1)^(n+1) (2n−1)!!/x^(2n) (Abramowitz & Stegun 26.2.12).
    """
    x = np.asarray(at, dtype=np.float64)
    near = np.asarray(1.0 - x * mills_ratio(np.minimum(x, 20.0)), dtype=np.float64)
    if not np.any(x > 20.0):
        return near
    square = np.maximum(x, 20.0) ** 2
    series = np.ones_like(x)
    for n in range(14, 1, -1):
        series = 1.0 - (2 * n - 1) / square * series
    return np.where(x > 20.0, series / square, near)
