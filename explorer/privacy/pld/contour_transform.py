r"""The transform of composed losses and a little normal noise, at the nodes that matter (`contour`).

What rounding does to a sum over nodes, in units of 2^-53 of the sum of absolute values (`OF_A_SUM`, 216):
NumPy adds up to 128 terms by at most 25 additions one after another, and more by halves (Higham 2002, Section
4.2): 25 + log₂(N/128) + 1 units, below 42 for `MOST_NODES`. A phase is a product of two (11), the transform
one of two exponentials (9), products with it and with a kernel make 10. The noise's wave is an exponential
whose exponent, rounded three times, is below 40 in size where a node matters: 124. That is 200 in all.

ln |M| and arg M err by 4 units of themselves and their sums with L counts by L + 1 more (`_OF_A_LOG`), which
k releases make k times as much of. A product of factors that err by e_j of themselves errs by
e^(Σ k_j e_j) − 1 of itself at most.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from explorer.privacy.mechanism import Floats
from explorer.privacy.pld.discretise import Places
from explorer.privacy.pld.fourier import Complexes, logarithm, number_of_nodes
from explorer.privacy.pld.off_lattice import Scattered
from explorer.privacy.pld.point_transform import Points, tilted

_UNIT = 2.0**-53
_DEPTHS = (8.0, 36.0)  # e^(−depth) of what falls outside half a period
_OF_A_PERIOD = 0.02  # of the bracket, for what other periods add
_OF_THE_REST = 0.02  # of the bracket, for frequencies that are left out
_OF_THE_NOISE, _OF_THE_CELLS = 0.55, 0.3  # of the bracket
_NEGLIGIBLE = 1e-3  # of what is left out beyond the last node, for all that are left out between
_MOST_KEPT = 2_000_000  # nodes that matter, by rows
MOST_NOISE, OF_A_FALL = 2.0, 0.5  # at most, and over √(θ(θ+1)): c·θ(θ+1) must stay below 1
_DOUBT = 2.0  # ln of what a guess may be wrong by
_DEEPEST = -32.0  # ln of the least share of E ϕ that doubles can tell
# Of a sum over nodes, of their absolute values; of a phase, three factors; of a logarithm and its sums.
OF_A_SUM, OF_A_TURN, _OF_A_LOG = 2.4e-14, 4 * _UNIT, 8 * _UNIT
# Of a loss l, of 1 + |l|: 8 units of its own value, and of its place in a cell (`off_lattice`).
OF_A_LOSS = 16 * _UNIT
_HARDLY, _MOST_OFF = 1e-3, 600.0  # Σ k e so small that e^x − 1 is x; and the largest that is looked at
MOST_NODES = 3 << 20
_COARSEST = 0.9
_FLATTER = 0.75 ** np.arange(9)
_LARGE, _BY_FAR = 8_000, 0.8  # nodes that are worth a look at other tilts, and a period that is
_TILTS = np.array([1.0, 2.0, 4.0, 5.5, 7.0, 8.5, 10.0, 14.0, 20.0])  # over standard deviations
_OF_THE_TILT = np.array([0.3, 0.6, 0.9])


@dataclass(frozen=True)
class EpsilonQuery:
    """Rows of releases of several distributions, and how their total ε is looked for; or one row at many ε.

    `counts` (R, L); `guess` (R,) near the answers; `close` (R,) by how much of ε the bracket may be wide;
    `theta` > 0, the tilt; `steep` (R,) about −d ln δ/dε. `guess`, `close` and `steep` are (n,) for n values
    of ε of one row. The noise is so much `finer` than expected, the cells `thinner`. Where answers
    are not `known`, nothing is left out that doubles can tell. `astray` (R,): how far a guess may be off,
    None for a first one; only far losses ask (`tail`).
    """

    counts: Floats
    guess: Floats
    close: Floats
    theta: float
    steep: Floats
    finer: float = 1.0
    thinner: float = 1.0
    known: bool = True
    astray: Floats | None = None

    @property
    def steepest(self) -> float:
        """At least the tilt."""
        return max(self.theta, float(self.steep.max()))

    @property
    def noise(self) -> float:
        """Its s: about s²(1+steep) is its part of the bracket."""
        return math.sqrt(_OF_THE_NOISE * float(self.close.min()) / (1 + self.steepest)) / self.finer

    @property
    def cells(self) -> float:
        """What may be allowed for cells, by how much of ε."""
        return _OF_THE_CELLS * float(self.close.min()) / self.thinner**2

    def after(self, noise: float, cells: float) -> EpsilonQuery:
        """The same with an s and cells that were found to do."""
        finer = self.finer * self.noise / noise
        thinner = self.thinner * math.sqrt(self.cells / (1 + self.steepest) / cells)
        return replace(self, finer=max(finer, _COARSEST), thinner=max(thinner, _COARSEST))


@dataclass(frozen=True)
class Noised:
    """The transform of tilted sums along its nodes t, and all that it may err by."""

    theta: float
    period: float
    index: Places  # (J,) of nodes, each 2π/period
    waves: Complexes  # (J,) e^(s²z(z+1)/2) with the weights of the sum
    taken: float  # c
    transform: Complexes  # (R, J) ∏M^k
    twist: Floats  # (R,) absolute error of E ϕ for each 1 of ε about the base
    base: Floats  # (R,) means of the sums
    log_whole: Floats  # (R,) kK about the means
    noise: Floats  # (R,) absolute error of E ϕ
    relative: Floats  # (R,) of δ
    shift: Floats  # (R,) of ε
    outside: Floats  # (2E, R) ln E e^(±tS) about the base: + above, − below
    tilts: Floats

    @cached_property
    def angle(self) -> Floats:
        """The nodes t, (J,)."""
        return np.asarray(2 * math.pi / self.period * self.index, dtype=np.float64)

    def kernels(self, highest: bool) -> Complexes:
        """(J, 3) the transforms of ϕ, a little above the truth or below; of −∂δ/∂ε; of what lies between."""
        point: Complexes = np.asarray(self.theta + 1j * self.angle, dtype=np.complex128)
        found: Complexes = np.empty((len(point), 3), dtype=np.complex128)
        found[:, 2] = self.taken * self.waves
        found[:, 0] = self.waves / (point * (point + 1)) - (0.0 if highest else found[:, 2])
        found[:, 1] = found[:, 0] * point
        return found


def noised(
    distributions: Sequence[Scattered], delta: Floats, sought: EpsilonQuery, most: float = MOST_NODES
) -> Noised | None:
    """The transform of each row, for its `delta` (R,), or for those at n values of ε of one row, (n,).

    None where more than `most` nodes would be needed.
    """
    counts, theta = sought.counts, sought.theta
    known = [tilted(each, theta) for each in distributions]
    base = counts @ np.array([each.mean for each in known])
    log_whole = counts @ np.array([each.log_whole for each in known])
    outer = _outside(known, counts, theta)
    # E ϕ is what is asked for, if the guess is good; an error of it moves ε by its share of 1/steep.
    at = sought.guess - base
    moves = np.log(delta) - log_whole + theta * at + np.log(np.minimum(sought.steep * sought.close, 1.0))
    sure = sought.known and bool(np.isfinite(moves).all())
    least = float(np.clip(moves.min() - _DOUBT, _DEEPEST, 0.0)) if sure else _DEEPEST
    period = period_of(outer, at if sought.known else -base, at, theta, least)
    noise = min(sought.noise, MOST_NOISE, OF_A_FALL / math.sqrt(theta * (theta + 1)))
    taken = taken_off(noise)
    allowed = _OF_THE_REST * math.exp(least)
    number, beyond = number_of_nodes(noise, taken, theta, period, allowed)
    if number > _LARGE and sought.known:
        flatter = _flattened(distributions, delta, sought)
        if flatter < theta:
            return noised(distributions, delta, replace(sought, theta=flatter), most)
    if number > min(most, MOST_NODES):
        return None
    angle = 2 * math.pi / period * np.arange(number, dtype=np.float64)
    return _at_nodes(known, counts, theta, period, angle, (noise, taken, beyond, allowed), outer)


def taken_off(noise: float) -> float:
    """c of noise of such an s: √(2π) s erf(s/√8) e^(s²/8), of the bound on D (`contour`)."""
    return math.sqrt(2 * math.pi) * noise * math.erf(noise / math.sqrt(8)) * math.exp(noise * noise / 8)


def waves_of(
    deviation: float, taken: float, theta: float, period: float, angle: Floats
) -> tuple[Complexes, Floats]:
    """The transform of the noise with the weights of the sum, and what a node adds at most: (J,) both."""
    point: Complexes = np.asarray(theta + 1j * angle, dtype=np.complex128)
    both = point * (point + 1)
    weight = np.where(angle == 0, 1.0, 2.0) / period
    waves: Complexes = np.asarray(np.exp(deviation**2 / 2 * both) * weight, dtype=np.complex128)
    return waves, np.abs(waves) * (1 / np.abs(both) + taken)


def _at_nodes(
    distributions: Sequence[Points],
    counts: Floats,
    theta: float,
    period: float,
    angle: Floats,
    noise: tuple[float, float, float, float],
    outer: tuple[Floats, Floats],
) -> Noised | None:
    """`noise`: its s, its c, a bound on what lies beyond the last node, and what the nodes may err by."""
    deviation, taken, beyond, allowed = noise
    waves, strength = waves_of(deviation, taken, theta, period, angle)
    kept, log_size, turns, error, beyond = _kept(distributions, counts, angle, strength, beyond, allowed)
    if len(counts) > 1 and len(kept) * len(counts) > _MOST_KEPT:
        return None
    sizes, strength = np.exp(counts @ log_size), strength[kept]
    rounded = _OF_A_LOG + _UNIT * len(distributions)
    off = error * np.exp(-log_size) + rounded * (np.abs(log_size) + np.abs(turns))
    return Noised(
        theta=theta,
        period=period,
        index=kept,
        waves=waves[kept],
        taken=taken,
        transform=sizes * np.exp(1j * (counts @ turns)),
        twist=OF_A_TURN * (sizes @ (angle[kept] * strength)),
        base=counts @ np.array([each.mean for each in distributions]),
        log_whole=counts @ np.array([each.log_whole for each in distributions]),
        noise=beyond + _errors(counts, sizes, strength, off),
        relative=counts @ np.array([each.slack for each in distributions]) + OF_A_SUM,
        shift=counts @ np.array([OF_A_LOSS * (1 + each.furthest) for each in distributions]),
        outside=outer[0],
        tilts=outer[1],
    )


def _errors(counts: Floats, sizes: Floats, strength: Floats, off: Floats) -> Floats:
    """Of E ϕ: a factor errs by `off` (L, J) of itself, its logarithm's rounding included; (R,)."""
    together = np.minimum(counts @ off, _MOST_OFF)
    # Where |M|^k has no double, neither has the error of it.
    grown = np.expm1(together) if together.max(initial=0.0) > _HARDLY else (1 + _HARDLY) * together
    return np.asarray(OF_A_SUM * (sizes @ strength) + (sizes * grown) @ strength)


def _kept(
    distributions: Sequence[Points],
    counts: Floats,
    angle: Floats,
    strength: Floats,
    beyond: float,
    allowed: float,
) -> tuple[Places, Floats, Floats, Floats, float]:
    """Nodes that matter, ln |M|, arg M and its error for each distribution, (L, J); a bound on the rest."""
    kept, most, cut = np.arange(len(angle)), np.zeros(len(angle)), _NEGLIGIBLE * beyond / len(angle)
    apart = float(angle[1]) if len(angle) > 1 else 0.0
    found: list[Floats] = []
    allowed /= float(counts.max() * strength.sum())
    for distribution, count in zip(distributions, counts.min(axis=0), strict=True):
        every, error = distribution.evenly(apart, len(angle), allowed)
        off = error[kept]
        size, turn = logarithm(every[kept])
        most += count * np.minimum(size + np.log1p(off * np.exp(-size)), 0.0)
        found.append(np.stack((size, turn, off)))
        share = np.exp(most) * strength[kept]  # which the distributions to come can but lessen
        matters = share > cut
        if distribution is distributions[-1] or 2 * np.count_nonzero(matters) < len(matters):
            # Rounding moves an exponent of at most 745 by far less than 1 %.
            beyond += 1.01 * float(share[~matters].sum())
            kept, most = kept[matters], most[matters]
            found = [each[:, matters] for each in found]
    size, turn, off = np.stack(found, axis=1)
    return kept, size, turn, off, beyond


def _outside(distributions: Sequence[Points], counts: Floats, theta: float) -> tuple[Floats, Floats]:
    """ln E e^(±tS) about the means, + above, − below, (2E, R), and the t."""
    spread = (
        math.sqrt(float((counts @ np.array([each.variance for each in distributions])).max())) or 1 / theta
    )
    tilts = tilts_of(spread, theta)
    both = np.concatenate((tilts, -tilts))
    return np.array([each.log_moments(both) for each in distributions]).T @ counts.T, tilts


def tilts_of(spread: float, theta: float) -> Floats:
    """Those of Chernoff's bounds on what lies outside a period."""
    return np.append(_TILTS / spread, _OF_THE_TILT * theta)


def period_of(outer: tuple[Floats, Floats], low: Floats, high: Floats, theta: float, least: float) -> float:
    """One that leaves little enough outside, for ε from `low` to `high` above the means."""
    outside, tilts = outer
    depth = min(max(_DEPTHS[0], -math.log(_OF_A_PERIOD) - least), _DEPTHS[1])
    each = tilts[:, None]
    above = (outside[: len(tilts)] - each * low + depth) / each
    below = 2 * (outside[len(tilts) :] + each * high + depth) / each
    return float(max(above.min(axis=0).max(), below.min(axis=0).max(), 2 * depth / theta))


def _flattened(distributions: Sequence[Scattered], delta: Floats, sought: EpsilonQuery) -> float:
    """The tilt up to that asked for which has by far the shortest period: as few nodes as can be."""
    periods = np.full(len(_FLATTER), math.inf)
    for i, theta in enumerate(sought.theta * _FLATTER):
        known = [tilted(each, float(theta)) for each in distributions]
        at = sought.guess - sought.counts @ np.array([each.mean for each in known])
        log_whole = sought.counts @ np.array([each.log_whole for each in known])
        moves = np.log(delta * np.minimum(sought.steep * sought.close, 1.0)) - log_whole + theta * at
        least = float(np.clip(moves.min() - _DOUBT, _DEEPEST, 0.0))
        if least > _DEEPEST:
            periods[i] = period_of(_outside(known, sought.counts, float(theta)), at, at, float(theta), least)
    best = int(np.argmin(periods))
    return float(sought.theta * _FLATTER[best]) if periods[best] < _BY_FAR * periods[0] else sought.theta
