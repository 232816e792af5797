"""The two distributions that are hardest to tell apart, and the integrals that every guarantee is.

The integrals here are numerical and slow on purpose: they know nothing of the mechanisms' closed forms
and so are their independent reference.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_
from explorer.privacy.numerics.quadrature import gauss_legendre
from explorer.privacy.numerics.root import root
from explorer.privacy.refusal import Unsupported

Floats = NDArray[np.float64]
LogDensity = Callable[[Floats], Floats]

_NODES = 12  # of one panel
_NEGLIGIBLE = 55.0  # in the exponent: e^-55 of the peak
_LONGEST = 4_000_000
_PARTS = 256  # a bracket is parted into so many at once, in so many rounds: 64 halvings
_ROUNDS = 8


@dataclass(frozen=True)
class DominatingPair:
    """The distributions of the released value without you (D) and with you (D').

    `without` and `with_you` give the logarithm of density (or of mass, at integers, where `discrete`).
    `breaks` are the points, ascending, between which both are smooth; `length` is the scale on which
    they vary. Both distributions are unimodal and fall at least exponentially beyond the outer breaks.

    `atoms` are outcomes beside those: single values that a distribution gives with positive probability (an
    answer published without noise). The distributions then add up to less than 1 without them.
    """

    without: LogDensity
    with_you: LogDensity
    breaks: tuple[float, ...]
    length: float
    discrete: bool
    atoms: FinitePair | None = None

    def delta(self, epsilon: float, reverse: bool = False) -> float:
        r"""Hockey-stick divergence ∫ max(0, p − e^ε q), p with you and q without (`reverse`: swapped).

        Any real epsilon; to about 1e-9.
        """
        p, q = self._distributions(reverse)
        points, weights = self._grid(p, lambda x: p(x) - q(x) - epsilon)
        log_p, log_q = p(points), q(points)
        inside = np.sum(weights * np.exp(log_p) * -np.expm1(np.minimum(epsilon + log_q - log_p, 0.0)))
        return float(inside) + (self.atoms.delta(epsilon, reverse) if self.atoms else 0.0)

    def renyi(self, order: float, reverse: bool = False) -> float:
        r"""Rényi divergence ln ∫ p^α q^(1−α) / (α − 1), α > 1; infinite where only p has an atom."""
        p, q = self._distributions(reverse)
        at_atoms = self.atoms.log_moment(order, reverse) if self.atoms else -math.inf

        def integrand(x: Floats) -> Floats:
            return order * p(x) + (1 - order) * q(x)

        points, weights = self._grid(integrand, None)
        logs = integrand(points)
        peak = float(logs.max())
        inside = peak + math.log(float(np.sum(weights * np.exp(logs - peak))))
        return float(np.logaddexp(inside, at_atoms)) / (order - 1)

    def trade_off(self, false_alarm: float, reverse: bool = False) -> float:
        """Least miss rate at a false-alarm rate: the Neyman–Pearson test of D against D'.

        The test says "with you" where the loss exceeds a threshold, and sometimes where it equals it.
        """
        p, q = self._distributions(reverse)

        def above(threshold: float) -> tuple[float, float]:
            """P(loss > threshold) without you and with you, over the same points."""
            points, weights = self._between(edges, lambda x: p(x) - q(x) - threshold)
            log_p, log_q = p(points), q(points)
            said = weights * (log_p - log_q > threshold)
            alarms, hits = self.atoms.above(threshold, reverse) if self.atoms else (0.0, 0.0)
            return alarms + float(said @ np.exp(log_q)), hits + float(said @ np.exp(log_p))

        edges = self._edges(lambda x: np.maximum(p(x), q(x)))
        threshold = _threshold(lambda loss: above(loss)[0] - false_alarm)
        alarms, hits = above(threshold)
        return max(0.0, 1.0 - hits - math.exp(threshold) * (false_alarm - alarms))

    def _distributions(self, reverse: bool) -> tuple[LogDensity, LogDensity]:
        return (self.without, self.with_you) if reverse else (self.with_you, self.without)

    def _grid(self, weighing: LogDensity, kink: LogDensity | None) -> tuple[Floats, Floats]:
        """Points and weights that integrate what peaks with `weighing`, split where `kink` changes sign."""
        return self._between(self._edges(weighing), kink)

    def _edges(self, weighing: LogDensity) -> Floats:
        """The integers that matter to what peaks with `weighing`, or the ends of panels over all of it."""
        low, high = self._reach(weighing, -1.0), self._reach(weighing, 1.0)
        if self.discrete:
            first, last = math.floor(low), math.ceil(high)
            if last - first > _LONGEST:
                raise Unsupported(N_("{count} terms are too many to sum", count=last - first), "scale")
            return np.arange(first, last + 1, dtype=np.float64)
        panels = math.ceil((high - low) / (self.length / 2))
        if panels > _LONGEST // _NODES:
            raise Unsupported(N_("{count} terms are too many to sum", count=panels), "scale")
        return np.union1d(np.linspace(low, high, panels + 1), np.asarray(self.breaks))

    def _between(self, edges: Floats, kink: LogDensity | None) -> tuple[Floats, Floats]:
        """Points and weights of the panels between those edges, split where `kink` changes sign."""
        if self.discrete:
            return edges, np.ones_like(edges)
        if kink is not None:
            edges = np.union1d(edges, _sign_changes(kink, edges))
        half = np.diff(edges)[:, None] / 2
        centre = (edges[:-1] + edges[1:])[:, None] / 2
        nodes, weights = gauss_legendre(_NODES)
        return (centre + half * nodes).ravel(), (half * weights).ravel()

    def _reach(self, weighing: LogDensity, side: float) -> float:
        """How far out, on one side, the integrand still matters."""
        edge = self.breaks[-1] if side > 0 else self.breaks[0]
        steps = edge + side * self.length * np.arange(0, 4000.0)
        logs = weighing(steps)
        inside = float(weighing(np.asarray(self.breaks)).max())
        peak = max(float(logs.max()), inside)
        matters = np.flatnonzero(logs > peak - _NEGLIGIBLE)
        return float(steps[min(int(matters[-1]) + 1 if matters.size else 1, len(steps) - 1)])


@dataclass(frozen=True)
class FinitePair:
    """The two distributions over finitely many outcomes, as logarithms of mass; -inf where one has none.

    The same three questions as a `DominatingPair`, answered by adding up.
    """

    without: Floats
    with_you: Floats

    def delta(self, epsilon: float, reverse: bool = False) -> float:
        r"""Hockey-stick divergence Σ max(0, p − e^ε q), p with you and q without (`reverse`: swapped)."""
        log_p, log_q = self._distributions(reverse)
        there = log_p > -np.inf
        gap = np.minimum(epsilon + log_q[there] - log_p[there], 0.0)
        return float(np.sum(np.exp(log_p[there]) * -np.expm1(gap)))

    def renyi(self, order: float, reverse: bool = False) -> float:
        r"""Rényi divergence ln Σ p^α q^(1−α) / (α − 1), α > 1; infinite where only p has mass."""
        return self.log_moment(order, reverse) / (order - 1)

    def log_moment(self, order: float, reverse: bool = False) -> float:
        r"""ln Σ p^α q^(1−α), α > 1; infinite where only p has mass."""
        log_p, log_q = self._distributions(reverse)
        there = log_p > -np.inf
        if np.any(log_q[there] == -np.inf):
            return math.inf
        logs = order * log_p[there] + (1 - order) * log_q[there]
        peak = float(logs.max())
        return peak + math.log(float(np.sum(np.exp(logs - peak))))

    def above(self, threshold: float, reverse: bool = False) -> tuple[float, float]:
        """The mass of q, and of p, where the loss ln p/q exceeds a threshold."""
        log_p, log_q = self._distributions(reverse)
        said = log_p > log_q + threshold
        return float(np.sum(np.exp(log_q[said]))), float(np.sum(np.exp(log_p[said])))

    def trade_off(self, false_alarm: float, reverse: bool = False) -> float:
        """Least miss rate at a false-alarm rate: outcomes are taken in falling order of their loss."""
        log_p, log_q = self._distributions(reverse)
        there = (log_p > -np.inf) | (log_q > -np.inf)
        p, q = np.exp(log_p[there]), np.exp(log_q[there])
        with np.errstate(divide="ignore"):
            first = np.argsort(-(log_p[there] - log_q[there]), kind="stable")
        alarms = np.concatenate(([0.0], np.cumsum(q[first])))
        hits = np.concatenate(([0.0], np.cumsum(p[first])))
        # At equal alarms (outcomes that only D' can give) the most hits count.
        steps = np.append(np.diff(alarms) > 0, True)
        return max(0.0, 1.0 - float(np.interp(false_alarm, alarms[steps], hits[steps])))

    def _distributions(self, reverse: bool) -> tuple[Floats, Floats]:
        return (self.without, self.with_you) if reverse else (self.with_you, self.without)


def _threshold(too_many: Callable[[float], float]) -> float:
    """The loss from which on `too_many`, which falls, is no longer positive, to about 1e-13."""
    least, most = -_NEGLIGIBLE, _NEGLIGIBLE
    if too_many(least) <= 0:
        return least
    if too_many(most) > 0:
        return most
    far = 2 * _NEGLIGIBLE  # away from zero, where what is relative to it would be without end
    return root(lambda moved: too_many(moved - far), least + far, most + far) - far


def _sign_changes(function: LogDensity, edges: Floats) -> Floats:
    """Where `function` changes sign between neighbouring edges, by parting all brackets at once."""
    signs = function(edges) > 0
    where = np.flatnonzero(signs[1:] != signs[:-1])
    low, part, starts = edges[where], (edges[where + 1] - edges[where]) / _PARTS, signs[where, None]
    if not where.size:
        return low
    for _ in range(_ROUNDS):
        inside = low[:, None] + part[:, None] * np.arange(1, _PARTS)
        changed = (function(inside.ravel()).reshape(inside.shape) > 0) != starts
        first = np.where(changed.any(axis=1), changed.argmax(axis=1), _PARTS - 1)
        low, part = low + part * first, part / _PARTS
    return low + part * (_PARTS / 2)
