r"""The transform of composed lattice losses at the nodes that matter, and bounds on all that it leaves out.

The k-fold loss S lies on a lattice. With its distribution tilted by e^(θS) and transformed, δ between lattice
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
from explorer.privacy.pld.discretise import Lattice, Places
from explorer.privacy.pld.fourier import Complexes, Nodes, Tilted, nodes

_UNIT = 2.0**-53
_LARGEST_SIZE = 1 << 20
_MARGIN = 1.01  # for the rounding of exponents, as `contour_values` has it
_MOST_OFF = 600.0  # Σ k e of factors: where |M|^k has no double, neither has the error of it
_TILTS = np.array([1.0, 2.0, 4.0, 5.5, 7.0, 8.5, 10.0, 14.0, 20.0])  # over standard deviations
_CUT = 1e-9  # of ∏|M|^k, over the nodes of a period: where nodes are left out unseen
_DEPTH = 30.0  # e^(−depth) of what falls outside half a period


@dataclass(frozen=True)
class LatticeQuery:
    """Of each of R rows: how often each of L mechanisms runs (R, L), the total δ, a first guess of ε."""

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
    kernels: Complexes  # (2, J): the two transforms with their weights
    strength: Floats  # (2, J): their absolute values
    sizes: Floats  # (R, J) ∏|M|^k/N
    waves: Complexes  # (R, J) ∏M^k/N
    noise: Floats  # (R, 2) absolute errors of T and B
    outside: Floats  # (E, R), (E,) below: Chernoff exponents of aliasing
    tilts: Floats


def summed_up(
    lattices: Sequence[Lattice], distributions: Sequence[Tilted], asked: LatticeQuery, theta: float
) -> Summed:
    step, counts = lattices[0].step, asked.counts
    centres = np.array(
        [
            each.first + distribution.centre * step
            for each, distribution in zip(lattices, distributions, strict=True)
        ]
    )
    base = counts @ centres
    tilts, outside = _tails(distributions, counts, step)
    lengths = np.array([len(each.mass) + 3.0 for each in lattices])
    at = asked.guess - base
    log_whole = counts @ np.array([each.log_whole for each in distributions])
    width = min(_width(tilts, outside, at, _DEPTH), 2 * step * float((counts @ lengths).max()))
    size = _even_size(max(width, 2 * _DEPTH / theta) / step)
    found = nodes(distributions, counts.min(axis=0), size, math.log(_CUT / size))
    kernels, strength = _kernels(found, theta, step)
    sizes = np.exp(counts @ found.log_size) / size
    return Summed(
        step=step,
        theta=theta,
        base=base,
        log_whole=log_whole,
        nodes=found,
        size=size,
        kernels=kernels,
        strength=strength,
        sizes=sizes,
        waves=sizes * np.exp(1j * (counts @ found.argument)),
        noise=_noise(found, counts, sizes, strength) + found.left_out * _series(theta, step),
        outside=outside,
        tilts=tilts,
    )


def _kernels(found: Nodes, theta: float, step: float) -> tuple[Complexes, Floats]:
    """Σ e^(−θu)(1 − e^(−u)) e^(itu) and Σ e^(−(θ+1)u) e^(itu) over u = h, 2h, …, with the nodes' weights.

    Both are quotients of e^w, e^w − 1 and e^(w−h) − 1 for w = (it − θ)h.
    """
    half, whole = np.sin(found.angle / 2), np.sin(found.angle)
    slow, fast = math.exp(-theta * step), math.exp(-(theta + 1) * step)
    turned = 2 * half * half

    def less_one(scale: float, small: float) -> Complexes:
        made: Complexes = np.empty(len(half), dtype=np.complex128)
        made.real, made.imag = small * (1 - turned) - turned, scale * whole
        return made

    below = less_one(fast, math.expm1(-(theta + 1) * step))
    both = below * less_one(slow, math.expm1(-theta * step))
    wave: Complexes = np.empty(len(half), dtype=np.complex128)
    wave.real, wave.imag = slow * (1 - turned), slow * whole
    gain = wave / both * (-math.expm1(-step) * found.weight)
    drop = wave / below * (-math.exp(-step) * found.weight)
    return np.stack((gain, drop)), np.stack((np.abs(gain), np.abs(drop)))


def _noise(found: Nodes, counts: Floats, sizes: Floats, strength: Floats) -> Floats:
    """What the errors of each M, k times its own, make of both averages: (R, 2).

    Sums in pairs of a million terms err by 40 units of their absolute values (`contour_transform`), of which
    each is a product of a kernel, off by 60 of itself, two phases (45) and a transform (20): below 1e-13.
    ln |M| and arg M err by 4 units of themselves, and their sums by one more for each distribution.
    """
    rounded = _UNIT * (8 + len(found.log_size)) * (1 + np.abs(found.log_size) + np.abs(found.argument))
    together = np.minimum(counts @ (found.error[:, None] * np.exp(-found.log_size) + rounded), _MOST_OFF)
    return np.asarray((sizes * (1e-13 + np.expm1(together))) @ strength.T)


def _tails(distributions: Sequence[Tilted], counts: Floats, step: float) -> tuple[Floats, Floats]:
    """Tilts t, (E,), and ln E e^(±tS) about the base, (2E, R): + above, − below."""
    spread = math.sqrt(float((counts @ np.array([each.variance for each in distributions])).max()))
    tilts = _TILTS / max(spread, step)
    both = np.concatenate((tilts, -tilts))
    return tilts, np.array([each.log_moments(both, step) for each in distributions]).T @ counts.T


def _width(tilts: Floats, outside: Floats, at: Floats, depth: float) -> float:
    """A period that leaves e^(−depth) outside, for ε at `at` above each base."""
    each = tilts[:, None]
    above = (outside[: len(tilts)] - each * at + depth) / each
    below = 2 * (outside[len(tilts) :] + each * at + depth) / each
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
    return np.asarray(_MARGIN * (far + near))


def cells_at(summed: Summed, n: Floats, rows: Places) -> tuple[Floats, Floats]:
    """T and B, and their errors, of the cell that begins n steps above each base: (R, 2) each."""
    every, kernels = summed.waves[rows] * _shifted(summed, n), summed.kernels
    # NumPy adds up in pairs here, as a product of matrices need not.
    value = [(every.real * each.real - every.imag * each.imag).sum(axis=1) for each in kernels]
    return np.stack(value, axis=1), summed.noise[rows]


def _shifted(summed: Summed, n: Floats) -> Complexes:
    """e^(2πinj/N) of each node j, (R, J): products from two small tables, whole turns taken off exactly."""
    size, index = summed.size, np.rint(summed.nodes.angle * (summed.size / (2 * math.pi))).astype(np.int64)
    columns, steps = max(1, math.isqrt(size)), np.mod(n, size).astype(np.int64)[:, None]

    def turned(by: Places) -> Complexes:
        return np.asarray(np.exp(2j * math.pi / size * (steps * by % size)))

    if len(index) <= 2 * columns:
        return turned(index)
    across, along = turned(columns * np.arange(size // columns + 1)), turned(np.arange(columns))
    row = index // columns
    return np.asarray(across[:, row] * along[:, index - columns * row])


def _even_size(points: float) -> int:
    """The least of 2^a and 3·2^a with at least so many points, at most a million."""
    least = min(max(16.0, points), float(_LARGEST_SIZE))
    power = 1 << math.ceil(math.log2(least))
    return power * 3 // 4 if power * 3 / 4 >= least else power
