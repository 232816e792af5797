"""Fourier transforms of tilted losses: the values that matter, and a bound on all the others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.mechanism import Floats
from explorer.privacy.pld.discretise import Lattice, Places

Complexes = NDArray[np.complex128]

_UNIT = 2.0**-53
_SAMPLES = 16  # per lattice point, where |M| is looked at to leave out what does not matter
_LEAST = 1e-300
_NO_SIZE = 1e-30  # |M| where it is nothing: far less than it may be off by


@dataclass(frozen=True)
class Tilted:
    """A lattice distribution with each mass times e^(θ(l − l_c))/e^K: it sums to 1. c is the index `centre`.

    `mean` is a whole and a fraction of lattice steps above the centre, `variance` in losses².
    """

    mass: Floats
    centre: int
    log_whole: float
    mean: float
    variance: float
    rounding: float  # relative, of each mass

    def log_moments(self, tilts: Floats, step: float) -> Floats:
        """ln E e^(tilt (l − l_c)) under the tilted distribution; masses too small to hold are allowed for."""
        seen = np.flatnonzero(self.mass)
        exponent = step * np.outer(tilts, seen - self.centre)
        highest = np.maximum(exponent[:, 0], exponent[:, -1])
        exponent -= highest[:, None]
        return np.asarray(highest + np.log(np.exp(exponent, out=exponent) @ self.mass[seen] + _LEAST))


def tilted(lattice: Lattice, theta: float) -> Tilted:
    """The distribution of density e^(θl)/E e^(θL), centred at the lattice point nearest its mean."""
    index = np.arange(len(lattice.mass), dtype=np.float64)
    exponent = theta * lattice.step * index
    seen = np.flatnonzero(lattice.mass > 0)
    highest = float(exponent[seen[-1]])
    weight = lattice.mass * np.exp(np.minimum(exponent - highest, 0.0))
    whole = float(weight.sum())
    mass = weight / whole
    mean = float(mass @ index)
    centre = round(mean)
    spread = float(mass @ (index - mean) ** 2) * lattice.step**2
    log_whole = highest + math.log(whole) - float(exponent[centre])
    # θl is rounded twice, it and its difference to the highest; ln of the whole as well; sums in pairs.
    rounding = _UNIT * (8 * float(exponent[-1]) + 64)
    return Tilted(mass, centre, log_whole, mean - centre, spread, rounding)


def of_stages(number: int) -> float:
    """What the stages of a transform of so many values make of the sum S of their absolute values.

    Proof: an algorithm of mixed radix (Cooley & Tukey) has stages of radix r = 2, 3, 4, 5, whose product is
    the length. Each takes r values, turns them by rounded roots of unity (√5 units for a product, 1 for the
    root: 3.3) and puts them together with factors of at most 1: of radix 2 by one addition, of 4 by two, of 3
    and 5 by a rounded factor, its product and at most four additions. So what it makes of them errs by 4.3,
    5.3, 9.3 and 9.3 units of the sum of the r absolute values. Exact stages after that carry no error above
    itself, as all factors lie on the unit circle, and the r values of all stages before are sums of other
    inputs: errors of all stages together are at most Σ c_r units of S, below 6 log₂N. 10 (log₂N + 2) leaves
    room for errors of second order, and for the squares and products that are made of the values. Of a real
    transform the same holds: its steps are those of the complex one that differ.
    """
    return 10 * _UNIT * (math.log2(number) + 2)


@dataclass(frozen=True)
class Nodes:
    """Angles 2πj/N of the J nodes that matter, ln |M| and arg M of each distribution there, (L, J).

    The other nodes' ∏|M|^k is below `left_out` for any k at least those asked. `weight` is 1 at the two
    ends of the period and 2 elsewhere. `error` (L,) is absolute, of each M.
    """

    angle: Floats
    weight: Floats
    log_size: Floats
    argument: Floats
    error: Floats
    left_out: float


def nodes(distributions: Sequence[Tilted], counts: Floats, size: int, log_cut: float) -> Nodes:
    """All nodes of a period of `size` lattice points at which ∏|M|^counts can exceed e^log_cut."""
    if len(distributions) == 1 and 4 * _SAMPLES * len(distributions[0].mass) < size:
        chosen = _candidates(distributions[0], float(counts[0]), size, log_cut)
        if chosen.size < size // 16:
            value, error = _at(distributions[0], chosen, size)
            return _nodes(chosen, [value], np.array([error]), size, math.exp(log_cut))
    chosen, total = np.arange(size // 2 + 1), np.zeros(size // 2 + 1)
    wrapped = np.array([-(-len(each.mass) // size) for each in distributions])  # times around, one by one
    errors = of_stages(size) + _UNIT * wrapped
    values: list[Complexes] = []
    for distribution, count in zip(
        distributions, counts, strict=True
    ):  # each distribution leaves fewer nodes that matter
        values.append(_all(distribution, size)[chosen])
        total += count * np.log(np.abs(values[-1]) + errors.max())
        kept = total > log_cut
        if distribution is distributions[-1] or 2 * np.count_nonzero(kept) < len(kept):
            chosen, total = chosen[kept], total[kept]
            values = [each[kept] for each in values]
    return _nodes(chosen, values, errors, size, 1.01 * math.exp(log_cut))


def _nodes(chosen: Places, values: Sequence[Complexes], errors: Floats, size: int, left_out: float) -> Nodes:
    value = np.array(values)
    return Nodes(
        angle=np.asarray(2 * math.pi / size * chosen, dtype=np.float64),
        weight=np.where((chosen == 0) | (2 * chosen == size), 1.0, 2.0),
        log_size=np.log(np.maximum(np.abs(value), _LEAST)),
        argument=np.angle(value),
        error=errors,
        left_out=left_out,
    )


def _all(distribution: Tilted, size: int) -> Complexes:
    """M at every node of half a period, conjugated, about the centre."""
    length = -(-len(distribution.mass) // size) * size
    wrapped = np.zeros(length)
    wrapped[: len(distribution.mass)] = distribution.mass
    around = np.roll(wrapped.reshape(-1, size).sum(axis=0), -(distribution.centre % size))
    return np.asarray(np.fft.rfft(around))


def _candidates(distribution: Tilted, count: float, size: int, log_cut: float) -> Places:
    r"""Nodes where |M|^count may exceed the cut, from |M|² at a few samples.

    f = |M|² is E cos(t(L−L')) of two independent losses. Near 0, 1 − cos x >= 2x²/π² for |x| <= π gives
    f <= 1 − 4σ²t²/π² as far as t times the range of losses is below π. Elsewhere |f''| <= 2σ², so between
    samples s apart f is at most the larger of the two plus σ²s²/4. Each sample errs by twice a transform
    (`of_stages`) of at most 2^60 values, below 2e-13: 1e-12 is added.
    """
    length = len(distribution.mass) - 1
    index = np.arange(len(distribution.mass)) - distribution.centre - distribution.mean
    variance = float(distribution.mass @ (index * index))  # in lattice steps
    samples = 1 << math.ceil(math.log2(_SAMPLES * (length + 1)))
    power = np.abs(np.fft.rfft(distribution.mass, samples)) ** 2
    apart = 2 * math.pi / samples
    highest = np.maximum(power[:-1], power[1:]) + variance * apart**2 / 4 + 1e-12
    kept = np.flatnonzero(count / 2 * np.log(highest) > log_cut)
    start = size / samples  # nodes per sample
    near = min(math.pi / max(length, 1), math.pi)
    limit = -math.expm1(2 * log_cut / count) * math.pi**2 / (4 * variance) if variance > 0 else math.inf
    reach = min(near, math.sqrt(limit) * (1 + 1e-9)) * size / (2 * math.pi)  # nodes up to here matter
    first = np.arange(0, math.floor(reach) + 2)
    # Whole intervals below `near` are settled by the first bound where it gets so far.
    far = kept if math.sqrt(limit) >= near else kept[(kept + 1) * apart > near]
    if far.size * start > size // 16:
        return np.arange(size // 2 + 1)
    steps = np.arange(math.ceil(start) + 2)
    more = (np.floor(far * start)[:, None] + steps).ravel()
    keep = np.zeros(size // 2 + 1, dtype=bool)
    keep[np.minimum(first, size // 2)] = True
    keep[np.minimum(more, size // 2).astype(np.int64)] = True
    return np.flatnonzero(keep)


def _at(distribution: Tilted, chosen: Places, size: int) -> tuple[Complexes, float]:
    """M at some nodes: the sum over a table of rows and columns, each with its own small table of phases."""
    length = len(distribution.mass)
    columns = max(1, math.isqrt(length))
    rows = -(-length // columns)
    table = np.zeros(rows * columns)
    table[:length] = distribution.mass
    angle = -2 * math.pi / size * chosen[:, None]
    inner = np.exp(1j * angle * np.arange(columns)) @ table.reshape(rows, columns).T
    value = (inner * np.exp(1j * angle * (np.arange(rows) * columns - distribution.centre))).sum(axis=1)
    turns = float(np.abs(angle).max(initial=0.0)) * length
    # Sums of complex products in any order, 2√2 units a term; two exponentials of phases of three factors.
    return np.asarray(value), _UNIT * (rows + 3 * columns + 24 + 4 * turns)


def logarithm(less_one: Complexes) -> tuple[Floats, Floats]:
    """ln |M| and arg M of M − 1, near 1 as closely as that is known."""
    moved = (2 + less_one.real) * less_one.real + less_one.imag**2  # |M|² − 1
    near, whole = np.log1p(np.maximum(moved, -0.5)) / 2, 1 + less_one
    size = np.where(moved > -0.5, near, np.log(np.maximum(np.abs(whole), _NO_SIZE)))
    return size, np.arctan2(less_one.imag, whole.real)


def number_of_nodes(
    noise: float, taken: float, theta: float, period: float, allowed: float
) -> tuple[int, float]:
    """How many nodes matter, and a bound on (1/π) ∫ |Û| (1/t² + c) dt beyond the last.

    The integral from a on is below e^(s²θ(θ+1)/2 − s²a²/2) (1/a² + c)/(πs²a).
    """
    lead, depth, size = noise * noise * theta * (theta + 1) / 2, 1.0, 1.0
    for _ in range(4):
        depth = max(lead - math.log(allowed) + math.log(size), 0.5)
        last = math.sqrt(2 * depth) / noise
        size = (1 / last**2 + taken) / (math.pi * noise**2 * last)
    return math.ceil(last * period / (2 * math.pi)) + 1, math.exp(lead - depth) * size
