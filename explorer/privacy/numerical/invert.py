r"""Total epsilon of composed lattice losses, certified against aliasing, left-out nodes and rounding.

The k-fold loss S lies on a lattice. With its law tilted by e^(θS) and transformed, δ between the lattice
points s and s+h is lead·[T − B(e^(ε−s) − 1)], where T and B are averages, over the nodes of one period, of
∏M^k times the transforms of e^(−θu)(1 − e^(−u)) and e^(−(θ+1)u), u = h, 2h, …  What a period too short adds
("aliasing") is positive.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.privacy.mechanism import Floats
from explorer.privacy.numerical.characteristic import Nodes, Tilted, nodes, tilted
from explorer.privacy.numerical.discretise import Lattice, Places

_UNIT = 2.0**-53
_STEPS = 80
LARGEST_SIZE = 1 << 20
STEEPEST = 30.0  # θ times the lattice step: beyond it a steeper tilt changes nothing
_TILTS = np.array([1.0, 2.0, 4.0, 5.5, 7.0, 8.5, 10.0, 14.0, 20.0])  # over standard deviations
DEPTH = 30.0  # e^(−depth) of what falls outside half a period


@dataclass(frozen=True)
class Asked:
    """For each of R rows: how often each of L laws is released (R, L), the total δ, a first guess of ε."""

    counts: Floats
    delta: Floats
    guess: Floats


@dataclass(frozen=True)
class Summed:
    """All that one tilt says of the sums: their places, and their transform at the nodes."""

    step: float
    theta: float
    base: Floats  # (R,) where the sums' centres lie
    log_whole: Floats  # (R,) kK
    nodes: Nodes
    size: int
    kernels: Floats  # (J, 4): the two transforms with their weights, real and imaginary
    sizes: Floats  # (R, J) ∏|M|^k/N
    turns: Floats  # (R, J) Σ k arg M
    noise: Floats  # (R, 2) absolute errors of T and B, but for the turn of the shift
    outside: Floats  # (E, R), (E,) below: Chernoff exponents of aliasing
    tilts: Floats


def totals(lattices: Sequence[Lattice], asked: Asked, theta: float, highest: bool) -> Floats:
    """ε of each row, rounded up where `highest` (the laws are upper bounds) and down where not.

    All laws share one lattice step. inf where infinite losses alone exceed δ.
    """
    escaped = np.array([math.log1p(-min(each.infinite, 1 - 1e-16)) for each in lattices])
    left = asked.delta + np.expm1(asked.counts @ escaped)
    left = left - 4 * _UNIT * asked.delta * (1 if highest else -1)
    found = np.full(len(asked.delta), math.inf)
    rows = np.flatnonzero(left > 0)
    if rows.size:
        part = Asked(asked.counts[rows], left[rows], asked.guess[rows])
        found[rows] = _finite(lattices, part, theta, highest)
    return found


def _finite(lattices: Sequence[Lattice], asked: Asked, theta: float, highest: bool) -> Floats:
    theta = min(theta, STEEPEST / lattices[0].step)
    laws = [tilted(each, theta) for each in lattices]
    summed = summed_up(lattices, laws, asked, theta)
    slack = np.array([each.slack + law.rounding for each, law in zip(lattices, laws, strict=True)])
    shift = np.array([each.shift for each in lattices])
    relative = asked.counts @ slack + 1e-14
    goal = np.log(asked.delta) + (-relative if highest else relative)
    tops = asked.counts @ np.array(
        [len(each.mass) - 1.0 - law.centre for each, law in zip(lattices, laws, strict=True)]
    )
    found = _search(summed, asked, goal, tops, highest)
    off = asked.counts @ shift + 8 * _UNIT * (np.abs(summed.base) + found)
    return np.asarray(np.maximum(found + off if highest else found - off, 0.0))


def summed_up(lattices: Sequence[Lattice], laws: Sequence[Tilted], asked: Asked, theta: float) -> Summed:
    step, counts = lattices[0].step, asked.counts
    centres = np.array([each.first + law.centre * step for each, law in zip(lattices, laws, strict=True)])
    base = counts @ centres
    tilts, outside = _tails(laws, counts, step)
    lengths = np.array([len(each.mass) + 3.0 for each in lattices])
    at = asked.guess - base
    width = min(_width(tilts, outside, at), 2 * step * float((counts @ lengths).max()))
    size = even_size(max(width, 2 * DEPTH / theta) / step)
    found = nodes(laws, counts.min(axis=0), size, math.log(1e-9 / size))
    wave = -theta * step + 1j * found.angle
    gain = -math.expm1(-step) * np.exp(wave) / (np.expm1(wave) * np.expm1(wave - step))
    drop = -np.exp(wave - step) / np.expm1(wave - step)
    sizes = np.exp(counts @ found.log_size) / size
    strength = np.abs(np.stack((gain, drop), axis=1)) * found.weight[:, None]
    return Summed(
        step=step,
        theta=theta,
        base=base,
        log_whole=counts @ np.array([law.log_whole for law in laws]),
        nodes=found,
        size=size,
        kernels=np.stack((gain.real, gain.imag, drop.real, drop.imag), axis=1) * found.weight[:, None],
        sizes=sizes,
        turns=counts @ found.argument,
        noise=_noise(found, counts, sizes, strength) + found.left_out * _series(theta, step),
        outside=outside,
        tilts=tilts,
    )


def _noise(found: Nodes, counts: Floats, sizes: Floats, strength: Floats) -> Floats:
    """What the errors of each M, k times its own, make of both averages: (R, 2)."""
    noise = 1e-13 * (sizes @ strength)
    doubts = found.error[:, None] * np.exp(-found.log_size) + 4e-15
    for count, doubt in zip(counts.T, doubts, strict=True):
        noise = noise + count[:, None] * (sizes @ (doubt[:, None] * strength))
    return np.asarray(noise)


def _tails(laws: Sequence[Tilted], counts: Floats, step: float) -> tuple[Floats, Floats]:
    """Tilts t, (E,), and ln E e^(±tS) about the base, (2E, R): + above, − below."""
    spread = math.sqrt(float((counts @ np.array([law.variance for law in laws])).max()))
    tilts = _TILTS / max(spread, step)
    both = np.concatenate((tilts, -tilts))
    return tilts, np.array([law.log_moments(both, step) for law in laws]).T @ counts.T


def _width(tilts: Floats, outside: Floats, at: Floats) -> float:
    """A period that leaves e^(−depth) outside, for ε at `at` above each base."""
    each = tilts[:, None]
    above = (outside[: len(tilts)] - each * at + DEPTH) / each
    below = 2 * (outside[len(tilts) :] + each * at + DEPTH) / each
    return float(max(above.min(axis=0).max(), below.min(axis=0).max()))


def _series(theta: float, step: float) -> Floats:
    """Σ e^(−θu)(1 − e^(−u)) and Σ e^(−(θ+1)u) over u = h, 2h, …: no transform exceeds its value at 0."""
    slow, fast = math.exp(-theta * step), math.exp(-(theta + 1) * step)
    drop = fast / -math.expm1(-(theta + 1) * step)
    both = math.expm1(-theta * step) * math.expm1(-(theta + 1) * step)
    return np.array([-math.expm1(-step) * slow / both, drop])


def aliased(summed: Summed, at: Floats, rows: Places) -> Floats:
    """A bound on what neighbouring periods add to T and to B, for ε at `at` above each base.

    e^(−θu) >= both transforms' originals. A period W further up holds at most P(S >= ε+W); one further
    down e^(−θW/2), or 1 where S <= ε − W/2. Both probabilities by Chernoff.
    """
    width = summed.size * summed.step
    tilts = summed.tilts[:, None]
    above = summed.outside[: len(tilts), rows] - tilts * (at + width)
    below = summed.outside[len(tilts) :, rows] + tilts * (at - width / 2)
    repeated = 1 / -np.expm1(-tilts * width)
    far = np.exp(np.minimum(above, 0.0).min(axis=0)) * repeated.max()
    far = far + np.exp(np.minimum(below, 0.0).min(axis=0))
    near = math.exp(-summed.theta * width / 2) / -math.expm1(-summed.theta * width)
    return np.asarray(far + near)


def _search(summed: Summed, asked: Asked, goal: Floats, tops: Floats, highest: bool) -> Floats:
    """Newton's method on ln δ from cell to cell of the lattice, kept between cells that are settled."""
    step, sign = summed.step, 1.0 if highest else -1.0
    start = np.floor(-summed.base / step)  # the cell of ε = 0
    low, high = np.minimum(start, tops) - 1, np.maximum(tops, start)
    found = np.where(tops * step + summed.base <= 0, 0.0, math.nan)
    best = np.zeros(len(goal))  # proven for the lower end
    at = np.clip(np.floor((asked.guess - summed.base) / step), low + 1, np.maximum(high - 1, low + 1))
    for _ in range(_STEPS):
        rows = np.flatnonzero(np.isnan(found))
        if not rows.size:
            break
        n = at[rows]
        value, noise = cells_at(summed, n, rows)
        alias = 0.0 if highest else aliased(summed, n * step, rows)
        # The goal in units of T: δ/lead, lead = e^(kK − θs).
        exponent = goal[rows] - summed.log_whole[rows] + summed.theta * step * n
        rounding = 4 * _UNIT * (np.abs(summed.log_whole[rows]) + summed.theta * step * np.abs(n))
        target = np.exp(np.minimum(exponent - sign * rounding, 700.0))
        sure = value[:, 0] + sign * noise[:, 0] - alias
        slope = value[:, 1] - sign * noise[:, 1]
        proven = sure > target  # ε lies above this cell's left end
        short = value[:, 0] + noise[:, 0] > target  # it may: where nothing can be told, go on upwards
        inside = proven & (sure - target <= slope * math.expm1(step))
        rise = np.where(inside, (sure - target) / np.where(inside, slope, 1.0), math.expm1(step))
        left = summed.base[rows] + n * step
        reached = left + np.log1p(rise)
        best[rows] = np.where(proven, np.maximum(best[rows], reached), best[rows])
        low[rows], high[rows] = np.where(short, n, low[rows]), np.where(short, high[rows], n)
        found[rows] = np.where(inside, reached, found[rows])
        last = ~inside & ((high[rows] - low[rows] <= 1) | (high[rows] <= start[rows]))
        ends = summed.base[rows] + high[rows] * step if highest else best[rows]
        found[rows] = np.where(last, ends, found[rows])
        at[rows] = _next(value, target, n, low[rows], high[rows], step)
    ends = summed.base + high * step if highest else best
    return np.maximum(np.where(np.isnan(found), ends, found), 0.0)


def _next(value: Floats, target: Floats, n: Floats, low: Floats, high: Floats, step: float) -> Floats:
    """The cell of Newton's next ε, or the middle one where that lies outside what is left."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ahead = np.log(value[:, 0] / target) * value[:, 0] / value[:, 1] / step
    guess = n + np.floor(np.nan_to_num(ahead, nan=math.inf))
    middle = np.floor((low + high) / 2)
    inside = (guess > low) & (guess < high)
    return np.where(inside, guess, np.clip(middle, low + 1, np.maximum(high - 1, low + 1)))


def cells_at(summed: Summed, n: Floats, rows: Places) -> tuple[Floats, Floats]:
    """T and B, and their errors, of the cell that begins n steps above each base: (R, 2) each."""
    turn = summed.turns[rows] + n[:, None] * summed.nodes.angle
    size = summed.sizes[rows]
    flat, side = size * np.cos(turn), size * np.sin(turn)
    value = flat @ summed.kernels[:, ::2] - side @ summed.kernels[:, 1::2]
    twist = 4 * _UNIT * np.abs(n) * float(summed.nodes.angle.max(initial=0.0))
    strength = np.hypot(summed.kernels[:, ::2], summed.kernels[:, 1::2])
    return value, summed.noise[rows] + twist[:, None] * (size @ strength)


def even_size(points: float) -> int:
    """The least of 2^a and 3·2^a with at least so many points, at most a million."""
    least = min(max(16.0, points), float(LARGEST_SIZE))
    power = 1 << math.ceil(math.log2(least))
    return power * 3 // 4 if power * 3 / 4 >= least else power
