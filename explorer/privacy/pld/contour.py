r"""Total epsilon of composed losses from their Fourier transform, with the loss of a little normal noise.

With the distribution of the sum S tilted by e^(θS), M its transform, ϕ(u) = e^(−θu)(1 − e^(−u)) for u > 0,
z = θ+it,

    δ(ε) = e^(kK − θε) E_θ ϕ(S − ε),   ϕ̂ = 1/(z(z+1)),

a sum over t = 0, ±2π/W, …, but for what periods W away add, which is positive and small. Where the losses
have atoms it hardly converges. One more release of normal noise, of μ = s, has a loss U of transform
e^(s²z(z+1)/2), and the sum ends. It can but raise δ, which is the upper bound. It raises it by E D(S − ε),

    D(u) = e^(−u/2) h(|u|),   h(x) = e^(−s²/8) φ(x/s) [R(x/s − s/2) − R(x/s + s/2)],

its own δ at ε = x being e^(x/2) h(x), R the quotient of Mills, which is convex and falls: h(x)/φ(x/s) is
largest at x = 0. So D(u) <= √(2π) erf(s/√8) φ(u/s) e^(−u/2), whose transform, c e^(s²z(z+1)/2), is taken off
for the lower bound. Both lie apart by about s²(1+θ) where the distribution is smooth.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.mechanism import Floats
from explorer.privacy.pld.contour_transform import EpsilonQuery, Noised, noised
from explorer.privacy.pld.contour_values import aliased, averages, doubt, phases
from explorer.privacy.pld.discretise import Places
from explorer.privacy.pld.fourier import Complexes
from explorer.privacy.pld.off_lattice import scattered
from explorer.privacy.pld.split_loss import Divided
from explorer.privacy.pld.tail import beside
from explorer.privacy.progress import progress

_UNIT = 2.0**-53
_STEPS = 60
_SETTLED = 3e-3  # of the bracket: a step of Newton's method, after which little is left
_LEFT = 1e-2  # of the bracket, for that
_LEAST = 5e-324  # the smallest double
_AS_POINTS, _PASSES = 600, 20  # what a grid costs of many points, and how often all nodes are added up
_LOWER = 1.2  # times what noise alone makes of it: where the lower end is looked for first
_NOTHING = 1e-307  # what has no double of its full length, summed
_AT_ONCE = 400_000  # nodes by rows
_WIDER = np.array([1.0, 2.0, 8.0, 64.0, 1024.0, 16384.0])


@dataclass(frozen=True)
class Found:
    """Lower and upper total ε, (R,), and what one would ask for a closer one.

    `near` (R,) is about where it lies; `steep` (R,) −d ln δ/dε there; `noise` (R,) how much of the bracket
    is that of the added noise, all of it where the distributions are `exact`; `gap` (R,) how wide it is but
    for far losses, `loose` (R,) how far `near` may be off on their account; `nodes`, how many were asked for,
    and the `work` of it: phases that were computed, about.
    """

    lower: Floats
    upper: Floats
    near: Floats
    steep: Floats
    noise: Floats
    gap: Floats
    loose: Floats
    exact: bool
    nodes: int
    work: float


def contour_totals(losses: Divided, delta: float, sought: EpsilonQuery) -> Found | None:
    """The total ε of each row; None where it takes too many nodes, or doubles are not enough."""
    counts, theta, spectra = sought.counts, sought.theta, losses.near
    escaped = np.array([(min(each.infinite, 0.5), each.missing) for each in spectra])
    low = delta + np.expm1(counts @ np.log1p(-escaped[:, 0]))
    high = delta + np.expm1(counts @ np.log1p(-np.minimum(escaped.sum(axis=1), 0.5))) - _NOTHING
    apart = beside(losses, delta, sought) if losses.far else None
    if apart is not None:
        low, high = low - apart.low, high - apart.high
    if np.any(high <= 0) or float(escaped.sum(axis=1).max()) > 0.5:
        return None
    most, about = counts.max(axis=0), float(sought.guess.max())
    pairs = scattered(spectra, most, theta, sought.steepest, about, sought.cells)
    worse = noised([each[1] for each in pairs], low, sought)
    exact = all(each[0] is each[1] for each in pairs)
    better = worse if exact or worse is None else noised([each[0] for each in pairs], low, sought)
    if worse is None or better is None:
        return None
    rounding, close = 4 * _UNIT * delta, np.minimum(sought.close, 1 / sought.steep)
    above, near, slope, moved = _found(worse, high - rounding, sought.guess, close, True)
    below, _, _, _ = _found(better, low + rounding, near - _LOWER * moved, close, False)
    gap, loose = above - below, np.zeros(len(near))
    if apart is not None:
        loose = (apart.high - apart.low) / (delta * slope)
        gap = gap - loose
        loose = loose * np.maximum(1.0, 2 * np.abs(near - sought.guess) / (apart.until - apart.since))
        above, below = np.maximum(above, apart.since), np.minimum(below, apart.until)
    nodes = round(2 * math.pi * int(worse.index[-1]))
    points = sum(min(len(distribution.mass), _AS_POINTS) for pair in pairs for distribution in pair)
    work = float(nodes) * (points + _PASSES * len(counts))
    return Found(below, above, near, slope, moved, gap, loose, exact, nodes, work)


def _value(summed: Noised, at: Floats, kernels: Complexes, some: Places) -> Floats:
    """Of these rows, (n, 3)."""
    found = np.empty((len(at), kernels.shape[1]))
    at_once = max(1, _AT_ONCE // max(1, len(summed.index)))
    for first in range(0, len(at), at_once):
        rows = slice(first, first + at_once)
        every = phases(summed, at[rows])
        every *= summed.transform[some[rows]]
        found[rows] = every.real @ kernels.real - every.imag @ kernels.imag
    return found


def _newton(
    summed: Noised, goal: Floats, at: Floats, close: Floats, kernels: Complexes
) -> tuple[Floats, Floats]:
    """Newton's method on ln δ, between what was tried: (R,) ε, and (R, 3) the kernels' values there."""
    low, high = np.full(len(at), -math.inf), np.full(len(at), math.inf)
    values, at = np.full((len(at), 3), math.nan), at.copy()
    rows, reach = np.arange(len(at)), summed.period / 8
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        for _ in range(_STEPS):
            progress(0.0)
            here = at[rows]
            values[rows] = found = _value(summed, here, kernels, rows)
            over = np.log(found[:, 0]) - summed.theta * here - goal[rows]  # NaN counts as below
            low[rows], high[rows] = np.where(over > 0, here, low[rows]), np.where(over > 0, high[rows], here)
            move = over * np.abs(found[:, 0] / found[:, 1])
            ahead = here + np.where(np.isfinite(move), np.minimum(np.maximum(move, -reach), reach), -reach)
            inside = (ahead > low[rows]) & (ahead < high[rows])
            middle = (low[rows] + high[rows]) / 2  # none where the first step is too short for a double
            at[rows] = np.where(inside, ahead, np.where(np.isfinite(middle), middle, here))
            rows = rows[np.abs(at[rows] - here) > _SETTLED * close[rows]]
            if not rows.size:
                break
    return at, values


def _found(
    summed: Noised, delta: Floats, guess: Floats, close: Floats, highest: bool
) -> tuple[Floats, Floats, Floats, Floats]:
    """Newton's method, then a step to the safe side, tried: a wider one where it does not hold.

    Returns that bound, where δ is reached as far as anybody can tell, −d ln δ/dε there, and how far apart
    in ε the added noise keeps both bounds.
    """
    goal, kernels = np.log(np.maximum(delta, _LEAST)) - summed.log_whole, summed.kernels(highest)
    at, values = _newton(summed, goal, guess - summed.base, close, kernels)
    with np.errstate(divide="ignore", invalid="ignore"):
        sure = summed.noise + (0.0 if highest else aliased(summed, at))
        margin = sure / np.abs(values[:, 1]) + summed.relative * np.abs(values[:, 0] / values[:, 1])
        slope, apart = np.abs(values[:, 1:] / values[:, :2]).T
    margin = np.minimum(margin, summed.period) + _LEFT * close
    nothing, sign = (math.inf, 1.0) if highest else (0.0, -1.0)
    found, rows = np.full(len(at), nothing), np.arange(len(at))
    for wider in _WIDER:
        there = at[rows] + sign * wider * margin[rows] * (1 + 1e-6)
        proven = is_proven(summed, rows, there, goal[rows], kernels[:, 0], highest)
        off = summed.shift[rows] + 8 * _UNIT * (np.abs(summed.base[rows]) + np.abs(there))
        ends = np.maximum(there + summed.base[rows] + sign * off, 0.0)
        found[rows], rows = np.where(proven, ends, nothing), rows[~proven]
        if not rows.size:
            break
    return np.where(delta > 0, found, math.inf), at + summed.base, slope, apart


def is_proven(
    summed: Noised, rows: Places, at: Floats, goal: Floats, kernel: Complexes, highest: bool
) -> NDArray[np.bool_]:
    """Whether δ is at most the goal at ε, where `highest`, or at least the goal."""
    value, noise = averages(summed, rows, at, kernel)
    room = doubt(summed, rows, at) + 4 * _UNIT * np.abs(goal)
    with np.errstate(divide="ignore", invalid="ignore"):
        if highest:
            return np.asarray(np.log(value + noise) - summed.theta * at + room <= goal)
        value = value - noise - aliased(summed, at, rows)
        return np.asarray(np.log(value) - summed.theta * at - room >= goal)
