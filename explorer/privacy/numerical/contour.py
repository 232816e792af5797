r"""Total epsilon of composed losses without a lattice, where every returning frequency has died out.

With the law of the k-fold loss S tilted by e^(θS) and M its transform, ϕ(u) = e^(−θu)(1 − e^(−u)) for u > 0,

    δ(ε) = e^(kK − θε) E_θ ϕ(S − ε),   ϕ̂(t) = 1/((θ+it)(θ+1+it)),

a sum over t = 0, ±2π/W, …, but for what periods W away add, which is positive and small. No discretisation
of the loss enters: atoms count as they are, a density by quadrature. Where the frequencies of atoms return,
S + U is asked for instead, |U| <= η, whose transform falls faster: ε moves by η at most.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.mechanism import Floats
from explorer.privacy.numerical.characteristic import Complexes
from explorer.privacy.numerical.law import Spectrum
from explorer.privacy.numerical.points import Points, dense_points, faded, pointed, smoothed

_UNIT = 2.0**-53
_DEPTHS = (8.0, 36.0)  # e^(−depth) of what falls outside half a period
_OF_A_PERIOD = 0.02  # of the bracket, for what other periods add
_MOST_NODES = 1 << 20
_MARGIN = 1.3  # on what is left out: E e^(θU) is below 1.1, as θη <= 1
_SMOOTHING = 0.08  # of the bracket, to both sides
_SHARE = 0.05  # of the bracket, for frequencies that are left out
_MOST_WORK = 40_000_000  # nodes by points
_MOST_KEPT = 400_000  # nodes that matter, by rows
_STEPS = 12
_SETTLED = 1e-4  # a step of Newton's method in θε, after which what is left is its square
_LEFT = 1e-7  # of the same
_CLOSE = 1e-10
_NEGLIGIBLE = 1e-3  # of what is left out beyond the last node, for all that are left out between
_TILTS = np.array([1.0, 2.0, 4.0, 5.5, 7.0, 8.5, 10.0, 14.0, 20.0])  # over standard deviations
_WIDER = np.array([1.0, 2.0, 8.0, 64.0, 1024.0, 16384.0])


@dataclass(frozen=True)
class _Contour:
    """The transform of the tilted sums along its nodes t, and all that it may err by."""

    theta: float
    period: float
    angle: Floats  # (J,)
    kernels: Complexes  # (J, 2) ϕ̂ with the weights of the sum; the same for −∂δ/∂ε
    strength: Floats  # (J,) |ϕ̂| with the weights
    sizes: Floats  # (R, J) ∏|M|^k
    turns: Floats  # (R, J)
    base: Floats  # (R,) means of the sums
    log_whole: Floats  # (R,) kK about the means
    noise: Floats  # (R,) absolute error of E ϕ
    relative: Floats  # (R,) of δ
    shift: Floats  # (R,) of ε
    outside: Floats  # (2E, R) ln E e^(±tS) about the base: + above, − below
    tilts: Floats


def contour_totals(
    spectra: Sequence[Spectrum], counts: Floats, delta: float, guess: Floats, theta: float, close: Floats
) -> tuple[Floats, Floats] | None:
    """Lower and upper total ε of each row; None where too many frequencies matter.

    Parameters
    ----------
    counts : (R, L); guess : (R,) near the answers; close : (R,) by how much of ε the bracket may be wide
    """
    escaped = np.array([(min(each.infinite, 0.5), each.missing) for each in spectra])
    low = delta + np.expm1(counts @ np.log1p(-escaped[:, 0]))
    high = delta + np.expm1(counts @ np.log1p(-np.minimum(escaped.sum(axis=1), 0.5)))
    if np.any(high <= 0) or float(escaped.sum(axis=1).max()) > 0.5:
        return None
    laws = [pointed(each, theta) for each in spectra]
    known = [law for law in laws if law is not None]
    if len(known) < len(laws):
        return None
    summed = _contour(spectra, known, _Asked(counts, low, guess, close), theta)
    if summed is None:
        return None
    rounding = 4 * _UNIT * delta
    below, near = _found(summed, low + rounding, guess, False)
    above, _ = _found(summed, high - rounding, near, True)
    return below, above


@dataclass(frozen=True)
class _Asked:
    """Rows of `contour_totals`, with the δ of each."""

    counts: Floats
    delta: Floats
    guess: Floats
    close: Floats


def _contour(
    spectra: Sequence[Spectrum], laws: Sequence[Points], asked: _Asked, theta: float
) -> _Contour | None:
    counts = asked.counts
    variance = counts @ np.array([law.variance for law in laws])
    if not float(variance.min()) > 0:
        return None
    tilts = _TILTS / math.sqrt(float(variance.max()))
    at = asked.guess - counts @ np.array([law.mean for law in laws])
    log_whole = counts @ np.array([law.log_whole for law in laws])
    outside = np.array([law.log_moments(np.concatenate((tilts, -tilts))) for law in laws]).T @ counts.T
    # E ϕ is what is asked for, if the guess is good; an error of it moves ε by its share of 1/θ.
    moves = np.log(asked.delta) - log_whole + theta * at + np.log(theta * asked.close)
    least = float(moves.min())
    depth = min(max(_DEPTHS[0], -math.log(_OF_A_PERIOD) - least), _DEPTHS[1])
    period = max(_width(tilts, outside, at, depth), 2 * depth / theta)
    allowed = _SHARE * math.exp(min(least, 0.0))
    if allowed <= 1e-200:
        return None
    smoothing = _SMOOTHING * float(asked.close.min())
    last, beyond, smoothing = faded(spectra, laws, counts.min(axis=0), theta, allowed, period, smoothing)
    number = math.ceil(last * period / (2 * math.pi)) + 1
    if number > _MOST_NODES:
        return None
    angle = 2 * math.pi / period * np.arange(number, dtype=np.float64)
    fine = [dense_points(each, theta, law, float(angle[-1])) for each, law in zip(spectra, laws, strict=True)]
    known = [law for law in fine if law is not None]
    if len(known) < len(laws) or sum(law.work for law in known) * number > _MOST_WORK:
        return None
    outside = outside + np.concatenate((tilts, tilts))[:, None] * smoothing
    return _summed(known, counts, theta, period, angle, (beyond, smoothing), outside, tilts)


def _summed(
    laws: Sequence[Points],
    counts: Floats,
    theta: float,
    period: float,
    angle: Floats,
    left: tuple[float, float],
    outside: Floats,
    tilts: Floats,
) -> _Contour | None:
    """`left` is what lies beyond the last node, and by how much the sum is smoothed."""
    beyond, smoothing = left
    angle, log_size, turns, beyond = _kept(laws, counts, theta, period, angle, beyond)
    if not len(angle) or len(angle) * len(counts) > _MOST_KEPT:
        return None
    sizes = np.exp(counts @ log_size)
    point: Complexes = np.asarray(theta + 1j * angle, dtype=np.complex128)
    weight = np.where(angle == 0, 1.0, 2.0) / period
    smooth = smoothed(point, smoothing) * weight
    kernel: Complexes = np.asarray(smooth / (point * (point + 1)), dtype=np.complex128)
    strength = np.abs(kernel)
    noise = beyond + _noise(laws, counts, angle, log_size, strength)
    return _Contour(
        theta=theta,
        period=period,
        angle=angle,
        kernels=np.stack((kernel, smooth / (point + 1)), axis=1),
        strength=strength,
        sizes=sizes,
        turns=counts @ turns,
        base=counts @ np.array([law.mean for law in laws]),
        log_whole=counts @ np.array([law.log_whole for law in laws]),
        noise=noise,
        relative=counts @ np.array([law.slack for law in laws]) + 1e-14,
        shift=smoothing
        + counts @ np.array([8 * _UNIT * (1 + float(np.abs(law.places).max())) for law in laws]),
        outside=outside,
        tilts=tilts,
    )


def _noise(
    laws: Sequence[Points], counts: Floats, angle: Floats, log_size: Floats, strength: Floats
) -> Floats:
    """What rounding, and the errors of each M, k times its own, make of E ϕ: (R,)."""
    sizes = np.exp(counts @ log_size)
    noise = 1e-13 * (sizes @ strength)
    for count, law, size in zip(counts.T, laws, log_size, strict=True):
        error = law.error + 4 * _UNIT * angle[-1] * law.deviation
        noise = noise + count * (sizes @ ((error * np.exp(-size) + 4e-15) * strength))
    return np.asarray(noise)


def _kept(
    laws: Sequence[Points], counts: Floats, theta: float, period: float, angle: Floats, beyond: float
) -> tuple[Floats, Floats, Floats, float]:
    """Nodes that matter, ln |M| and arg M of each law there, (L, J), and a bound on all the others."""
    values = np.array([law.evenly(0.0, 2 * math.pi / period, len(angle)) for law in laws])
    sizes = np.abs(values)
    log_size = np.log(np.maximum(sizes, 1e-300))
    error = np.array([law.error + 4 * _UNIT * angle[-1] * law.deviation for law in laws])
    surely = np.log(np.minimum(sizes + error[:, None], 1.0))
    most = 2 / period * np.exp(counts.min(axis=0) @ surely) / (theta**2 + angle**2)
    kept = most > _NEGLIGIBLE * beyond / len(angle)
    beyond = beyond + _MARGIN * float(most[~kept].sum())
    return angle[kept], log_size[:, kept], np.angle(values[:, kept]), beyond


def _width(tilts: Floats, outside: Floats, at: Floats, depth: float) -> float:
    """A period that leaves e^(−depth) outside, for ε at `at` above each base."""
    each = tilts[:, None]
    above = (outside[: len(tilts)] - each * at + depth) / each
    below = 2 * (outside[len(tilts) :] + each * at + depth) / each
    return float(max(above.min(axis=0).max(), below.min(axis=0).max()))


def _aliased(summed: _Contour, at: Floats) -> Floats:
    """A bound on what other periods add to E ϕ, for ε at `at` above each base: Chernoff's, both ways.

    ϕ(u) <= e^(−θu): a period W further up holds at most P(S >= ε+W), one further down e^(−θW/2), or 1
    where S <= ε − W/2; periods further away, a geometric series.
    """
    tilts, width, theta = summed.tilts[:, None], summed.period, summed.theta
    above = summed.outside[: len(tilts)] - tilts * (at + width)
    below = summed.outside[len(tilts) :] + tilts * (at - width / 2)
    far = np.exp(np.minimum(above - np.log(-np.expm1(-tilts * width)), 0.0).min(axis=0))
    far = far + np.exp(np.minimum(below, 0.0).min(axis=0)) / -math.expm1(-theta * width)
    return np.asarray(_MARGIN * (far + math.exp(-theta * width / 2) / -math.expm1(-theta * width)))


def _value(summed: _Contour, at: Floats, kernels: Complexes) -> Floats:
    turn = summed.turns - at[:, None] * summed.angle
    return np.asarray(
        (summed.sizes * np.cos(turn)) @ kernels.real - (summed.sizes * np.sin(turn)) @ kernels.imag
    )


def _found(summed: _Contour, delta: Floats, guess: Floats, highest: bool) -> tuple[Floats, Floats]:
    """Newton's method on ln δ, then a step to the safe side, tried: a wider one where it does not hold.

    Returns that bound, and where δ is reached as far as anybody can tell.
    """
    goal = np.log(np.maximum(delta, 1e-300)) - summed.log_whole
    at = guess - summed.base
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        for _ in range(_STEPS):
            value, slope = _value(summed, at, summed.kernels).T
            fall = np.abs(value / slope)
            move = (np.log(value) - summed.theta * at - goal) * fall
            at = at + np.where(np.isfinite(move), move, 0.0)
            if np.all(np.abs(move) * summed.theta <= _SETTLED):
                break
        sure = summed.noise + (0.0 if highest else _aliased(summed, at))
        margin = (sure / np.abs(value) + summed.relative + _LEFT) * fall + _CLOSE * np.abs(at + summed.base)
    nothing, sign = (math.inf, 1.0) if highest else (0.0, -1.0)
    found = np.full(len(at), nothing)
    for wider in _WIDER:
        there = at + sign * wider * margin * (1 + 1e-6)
        proven = _proven(summed, there, goal, highest) & (found == nothing)
        ends = there + summed.base + sign * (summed.shift + 8 * _UNIT * (np.abs(summed.base) + np.abs(there)))
        found = np.where(proven, np.maximum(ends, 0.0), found)
        if np.all(found != nothing):
            break
    return np.where(delta > 0, found, math.inf), at + summed.base


def _proven(summed: _Contour, at: Floats, goal: Floats, highest: bool) -> NDArray[np.bool_]:
    """Whether δ is at most the goal at ε, where `highest`, or at least the goal."""
    value = _value(summed, at, summed.kernels[:, :1])[:, 0]
    twist = 4 * _UNIT * (np.abs(at) + np.abs(summed.base)) * float(summed.angle[-1])
    noise = summed.noise + twist * (summed.sizes @ summed.strength)
    room = summed.relative + 4 * _UNIT * (np.abs(summed.log_whole) + np.abs(summed.theta * at) + np.abs(goal))
    with np.errstate(divide="ignore", invalid="ignore"):
        if highest:
            return np.asarray(np.log(value + noise) - summed.theta * at + room <= goal)
        value = value - noise - _aliased(summed, at)
        return np.asarray(np.log(value) - summed.theta * at - room >= goal)
