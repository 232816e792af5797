r"""The transform of all sums but those of near losses alone (`tail`).

With the near and the far losses of each distribution, A and B, in measure as well as in Fourier transform,

    ∏(A+B)^k = ∏A^k + G,   G = ∏A^k [e^(Σ k ln(1+B/A)) − 1].
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.privacy.mechanism import Floats
from explorer.privacy.pld.contour_transform import (
    MOST_NOISE,
    OF_A_FALL,
    OF_A_LOSS,
    OF_A_SUM,
    OF_A_TURN,
    Noised,
    period_of,
    taken_off,
    tilts_of,
    waves_of,
)
from explorer.privacy.pld.fourier import Complexes, logarithm, number_of_nodes
from explorer.privacy.pld.off_lattice import Scattered
from explorer.privacy.pld.point_transform import Points, tilted

_UNIT = 2.0**-53
_DEEPEST = -32.0  # ln of the least share of E ϕ that doubles can tell
_OF_THE_REST = 0.02  # of what δ may be off by, for frequencies that are left out
_MOST_NODES, _MOST_AT_ONCE = 1 << 19, 2_000_000  # for one row, and by rows
_MARGIN, _FIRST = 1.01, 0.0049  # on bounds of first order, which hold up to e^(2·0.0049) while no larger
_LARGE = 1.0  # ln of a quotient from which on its 1 is taken off at the end
_MOST_RATIO, _MOST_OF_ALL = 250.0, 600.0  # ln B/A and ln of E − 1, or of its inverse, that have doubles


def log_less(more: Floats) -> Floats:
    """ln(1 − e^(−x)), x > 0."""
    return np.asarray(np.log(-np.expm1(-np.maximum(more, 1e-300))))


@dataclass(frozen=True)
class Others:
    """Near and far losses, tilted: (L,) distributions, `some` of which have far ones.

    Of these, `ratio` is ln B/A at θ, `above` how far the mean of B lies above that of A.
    """

    theta: float
    near: Sequence[Points]
    far: Sequence[Points]
    some: list[int]
    ratio: Floats
    above: Floats

    @staticmethod
    def of(near: Sequence[Scattered], far: Sequence[Scattered], some: list[int], theta: float) -> Others:
        """Those of distributions of points."""
        one, two = [tilted(each, theta) for each in near], [tilted(each, theta) for each in far]
        pairs = [(one[i], each) for i, each in zip(some, two, strict=True)]
        above = np.array([b.mean - a.mean for a, b in pairs])
        return Others(
            theta,
            one,
            two,
            some,
            np.array([b.log_whole - a.log_whole for a, b in pairs]) + theta * above,
            above,
        )

    def noised(
        self, counts: Floats, noise: float, allowed: Floats, since: Floats, until: Floats
    ) -> Noised | None:
        """The transform of G over its whole with normal noise, for ε from `since` to `until`, (R,).

        `allowed` (R,): ln of what δ may be off by. None where it takes too many nodes.
        """
        theta, base = self.theta, counts @ np.array([each.mean for each in self.near])
        whole = self._whole(counts)
        if float(self.ratio.max()) > _MOST_RATIO or float(np.abs(whole).max()) > _MOST_OF_ALL:
            return None
        log_whole = counts @ np.array([each.log_whole for each in self.near]) + whole
        outer = self._outside(counts, whole)
        least = float(np.clip((allowed - log_whole + theta * (since - base)).min(), _DEEPEST, 0.0))
        period = period_of(outer, since - base, until - base, theta, least)
        noise = min(noise, MOST_NOISE, OF_A_FALL / math.sqrt(theta * (theta + 1)))
        taken, left_out = taken_off(noise), _OF_THE_REST * math.exp(least)
        number, beyond = number_of_nodes(noise, taken, theta, period, left_out)
        if number > _MOST_NODES or (len(counts) > 1 and number * len(counts) > _MOST_AT_ONCE):
            return None
        angle = 2 * math.pi / period * np.arange(number, dtype=np.float64)
        waves, strength = waves_of(noise, taken, theta, period, angle)
        every, error = self._transform(counts, angle, whole, left_out / float(strength.sum()))
        relative, shift = self._rounding(counts)
        return Noised(
            theta=theta,
            period=period,
            index=np.arange(number),
            waves=waves,
            taken=taken,
            transform=every,
            twist=OF_A_TURN * (np.abs(every) @ (angle * strength)),
            base=base,
            log_whole=log_whole,
            noise=beyond + error @ strength,
            relative=relative + 4 * _UNIT * np.abs(whole),
            shift=shift,
            outside=outer[0],
            tilts=outer[1],
        )

    def _whole(self, counts: Floats) -> Floats:
        """ln(e^x − 1) of x = Σ k ln(1+B/A) at θ: (R,)."""
        more = counts[:, self.some] @ np.logaddexp(0.0, self.ratio)
        return np.asarray(more + log_less(more))

    def _rounding(self, counts: Floats) -> tuple[Floats, Floats]:
        """Of all probabilities together, relative, and of ε: (R,) both."""
        of, far = counts[:, self.some], self.far
        near = [self.near[i] for i in self.some]
        logs = [
            abs(a.log_whole) + abs(b.log_whole) + a.slack + b.slack for a, b in zip(near, far, strict=True)
        ]
        each = 8 * _UNIT * (np.array(logs) + self.theta * np.abs(self.above))
        relative = counts @ np.array([each.slack for each in self.near]) + OF_A_SUM
        relative = relative + of @ (each + np.array([one.slack for one in far]))  # all may be far ones
        furthest = np.array([each.furthest for each in self.near])
        furthest[self.some] = np.maximum(furthest[self.some], [each.furthest for each in far])
        return relative, counts @ (OF_A_LOSS * (1 + furthest))

    def _outside(self, counts: Floats, whole: Floats) -> tuple[Floats, Floats]:
        """ln E e^(±tS) about the base, + above, − below, (2E, R), and the t."""
        near = [self.near[i] for i in self.some]
        apart = max(b.variance + a * a for a, b in zip(self.above, self.far, strict=True))
        variance = counts @ np.array([each.variance for each in self.near])
        tilts = tilts_of(math.sqrt(float(variance.max()) + apart), self.theta)
        both = np.concatenate((tilts, -tilts))
        moments = [b.log_moments(both) - a.log_moments(both) for a, b in zip(near, self.far, strict=True)]
        ratio = np.array(moments) + self.ratio[:, None] + np.outer(self.above, both)
        more = counts[:, self.some] @ np.logaddexp(0.0, ratio)
        alone = counts @ np.array([each.log_moments(both) for each in self.near])
        return (alone + more + log_less(more) - whole[:, None]).T, tilts

    def _transform(
        self, counts: Floats, angle: Floats, whole: Floats, allowed: float
    ) -> tuple[Complexes, Floats]:
        r"""G over its whole at each node, and how far it may be off: (R, J) both.

        |∂G/∂A| <= k(E−1) and |∂G/∂B| <= kE with E = ∏(1+B(θ))^k, as |A| <= A(θ) = 1; logarithms are rounded.
        With A and B moved by a and b both are at most e^(k(a+b)) as large.
        """
        step, allowed = float(angle[1]), allowed / float(counts.max())
        log_near, turn_near, off_near = np.empty((3, len(self.near), len(angle)))
        for i, distribution in enumerate(self.near):
            less_one, off_near[i] = distribution.evenly(step, len(angle), allowed)
            log_near[i], turn_near[i] = logarithm(less_one)
        log_more, turn_more, off_far = np.empty((3, len(self.far), len(angle)))
        for i, distribution in enumerate(self.far):
            less_one, error = distribution.evenly(step, len(angle), allowed)
            of, phase = self.some[i], self.above[i] * angle
            lead: Complexes = np.exp(self.ratio[i] - log_near[of] + 1j * (phase - turn_near[of]))
            log_more[i], turn_more[i] = logarithm(lead * (1 + less_one))
            rounded = 1 + np.abs(phase) + abs(self.ratio[i]) + np.abs(log_near[of]) + np.abs(turn_near[of])
            off_far[i] = (error + 8 * _UNIT * rounded) * math.exp(self.ratio[i])
        return self._together(counts, whole, (log_near, turn_near, off_near), (log_more, turn_more, off_far))

    def _together(
        self,
        counts: Floats,
        whole: Floats,
        near: tuple[Floats, Floats, Floats],
        more: tuple[Floats, Floats, Floats],
    ) -> tuple[Complexes, Floats]:
        """From ln |A| and arg A, ln |1+B/A| and its argument, with the errors of A and B."""
        some, scale = counts[:, self.some], np.exp(-whole)[:, None]
        alone, beside = counts @ near[0] + 1j * (counts @ near[1]), some @ more[0] + 1j * (some @ more[1])
        large, one = beside.real > _LARGE, np.exp(alone)
        found = np.expm1(np.where(large, 0.0, beside))
        found[large] = np.exp(alone[large] + beside[large])
        both = np.where(large, found, one * (1 + found))
        found = scale * np.where(large, found - one, one * found)
        off_near, off_far = counts @ near[2], some @ more[2]
        error, rounded = _MARGIN * (off_near + (1 + scale) * off_far), _UNIT * (8 + counts.shape[1])
        error += rounded * scale * np.abs(both) * (some @ (np.abs(more[0]) + np.abs(more[1])))
        error += np.abs(found) * (OF_A_SUM + rounded * (2 + counts @ (np.abs(near[0]) + np.abs(near[1]))))
        # No value of G is larger than its whole: where nothing is known, that is.
        error = np.where(off_near + off_far > _FIRST, np.abs(found) + 1, error)
        return np.asarray(found, dtype=np.complex128), np.asarray(error)
