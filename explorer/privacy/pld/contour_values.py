"""What is read off a transform: E ϕ at an ε, δ, and how far either may be off."""

from __future__ import annotations

import math

import numpy as np

from explorer.privacy.mechanism import Floats
from explorer.privacy.pld.contour_transform import Noised
from explorer.privacy.pld.discretise import Places
from explorer.privacy.pld.fourier import Complexes

_UNIT = 2.0**-53
# On what neighbouring periods add: exponents are k times a ln E that errs by less than 1e-12, so that for
# fewer than 10⁹ releases rounding makes of their exponentials less than 1 %.
_MARGIN = 1.01
_DENSE = 4  # times as many nodes, of which that are kept: worth computing all
_AT_ONCE = 400_000  # nodes by rows that are held
_LEAST = -700.0  # ln δ: less has no double


def aliased(summed: Noised, at: Floats, rows: Places | slice = slice(None)) -> Floats:
    """A bound on what other periods add to E ϕ, for ε at `at` above each base: Chernoff's, both ways.

    The lower kernel is below ϕ(u) <= e^(−θu): a period W further up holds at most P(S >= ε+W), one further
    down e^(−θW/2), or 1 where S <= ε − W/2; periods further away, a geometric series.
    """
    tilts, width, theta = summed.tilts[:, None], summed.period, summed.theta
    above = summed.outside[: len(tilts), rows] - tilts * (at + width)
    below = summed.outside[len(tilts) :, rows] + tilts * (at - width / 2)
    far = np.exp(np.minimum(above - np.log(-np.expm1(-tilts * width)), 0.0).min(axis=0))
    far = far + np.exp(np.minimum(below, 0.0).min(axis=0)) / -math.expm1(-theta * width)
    return np.asarray(_MARGIN * (far + math.exp(-theta * width / 2) / -math.expm1(-theta * width)))


def phases(summed: Noised, at: Floats) -> Complexes:
    """e^(−it·at) at each node for each ε, (n, J): products of two, of which few are computed."""
    number = int(summed.index[-1]) + 1
    columns = math.isqrt(number) + 1
    rows, apart = -(-number // columns), 2 * math.pi / summed.period
    fine = _turned(apart, at, np.arange(columns))
    rough = _turned(apart * columns, at, np.arange(rows))
    if _DENSE * len(summed.index) < number:
        place = np.divmod(summed.index, columns)
        return np.asarray(rough[:, place[0]] * fine[:, place[1]])
    found = (rough[:, :, None] * fine[:, None, :]).reshape(len(at), rows * columns)
    return np.asarray(found[:, :number] if len(summed.index) == number else found[:, summed.index])


def _turned(apart: float, at: Floats, index: Places) -> Complexes:
    return np.asarray(np.exp(-1j * (apart * np.multiply.outer(at, index))), dtype=np.complex128)


def averages(summed: Noised, rows: Places, at: Floats, kernel: Complexes) -> tuple[Floats, Floats]:
    """E ϕ of some rows, or one row again and again, for ε at `at` above each base, and its absolute error."""
    value = np.empty(len(at))
    at_once = max(1, _AT_ONCE // max(1, len(summed.index)))
    for first in range(0, len(at), at_once):
        some = slice(first, first + at_once)
        every = phases(summed, at[some])
        every *= summed.transform if len(summed.transform) == 1 else summed.transform[rows[some]]
        # NumPy adds up in pairs here, as a product of matrices need not.
        value[some] = (every.real * kernel.real - every.imag * kernel.imag).sum(axis=1)
    return value, summed.noise[rows] + summed.twist[rows] * (np.abs(at) + np.abs(summed.base[rows]))


def doubt(summed: Noised, rows: Places, at: Floats) -> Floats:
    """How far ln δ = kK − θε + ln E ϕ may be off, but for E ϕ and the rounding of ln δ itself."""
    logs = np.abs(summed.log_whole[rows]) + np.abs(summed.theta * at)
    return np.asarray(summed.relative[rows] + 8 * _UNIT * logs)


def deltas(summed: Noised, rows: Places, epsilons: Floats, highest: bool) -> Floats:
    """δ of finite losses at ε (n,) of such rows (n,): rounded up where `highest`, down where not."""
    sign = 1.0 if highest else -1.0
    off = summed.shift[rows] + 8 * _UNIT * (np.abs(summed.base[rows]) + epsilons)
    at = epsilons - sign * off - summed.base[rows]
    value, noise = averages(summed, rows, at, summed.kernels(highest)[:, 0])
    sure = value + sign * noise - (0.0 if highest else aliased(summed, at, rows))
    with np.errstate(divide="ignore"):
        logs = summed.log_whole[rows] - summed.theta * at + np.log(np.maximum(sure, 0.0))
    logs = logs + sign * (doubt(summed, rows, at) + 4 * _UNIT * np.abs(np.maximum(logs, _LEAST)))
    return np.asarray(np.exp(np.minimum(np.maximum(logs, _LEAST) if highest else logs, 0.0)))
