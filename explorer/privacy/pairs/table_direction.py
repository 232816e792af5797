"""One probability table against another: what tells them apart in that direction."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from explorer.privacy.mechanism import Floats
from explorer.privacy.numerics.logspace import exponential_remainder, log1mexp
from explorer.privacy.numerics.root import root

_LARGEST = 600.0  # in the exponent, where e^x − 1 − x is asked


@dataclass(frozen=True, eq=False)
class Direction:
    """One table against the other: the outcomes that both give, by falling loss ln p/q, and what one gives.

    `loss`, `log_mass`, `mass` and `other` are (n,): ln p/q, ln p, p and q. `alone` is the probability of what
    only the first table gives, `unseen` of what only the second does.
    """

    loss: Floats
    log_mass: Floats
    mass: Floats
    other: Floats
    alone: float
    unseen: float

    def log_delta(self, epsilon: float) -> float:
        r"""ln of Σ max(0, p − e^ε q), ε >= 0; a sum of positive terms, each to its full precision."""
        count = int(np.searchsorted(-self.loss, -epsilon, side="left"))
        terms = self.log_mass[:count] + log1mexp(epsilon - self.loss[:count])
        terms = np.append(terms, math.log(self.alone) if self.alone > 0 else -np.inf)
        peak = float(terms.max())
        if peak == -math.inf:
            return -math.inf
        return min(peak + math.log(math.fsum(np.exp(terms - peak))), 0.0)

    @property
    def largest(self) -> float:
        """The largest finite loss; 0 where none is above."""
        return max(float(self.loss[0]), 0.0) if self.loss.size else 0.0

    @property
    def best_test(self) -> tuple[float, float]:
        """How often the first table is said wherever it is the likelier one: of the second, of the first."""
        likelier = self.loss > 0
        alarms, hits = math.fsum(self.other[likelier]), math.fsum(self.mass[likelier])
        return min(alarms, 1.0), min(self.alone + hits, 1.0)

    def epsilon_at(self, delta: float) -> float:
        """The smallest ε >= 0 at which δ(ε) is at most `delta`; infinite below `alone`."""
        if delta < self.alone:
            return math.inf
        wanted = math.log(delta) if delta > 0 else -math.inf
        if self.log_delta(0.0) <= wanted:
            return 0.0
        if delta <= self.alone or self.log_delta(self.largest) >= wanted:
            return self.largest
        found = root(lambda at: self.log_delta(at) - wanted, 0.0, self.largest)
        while found < self.largest and self.log_delta(found) > wanted:
            found = math.nextafter(found, math.inf)
        return found

    def misses(self, false_alarm: Floats) -> Floats:
        """The least miss rate of a test that tells the first table (you) from the second, (n,) in [0, 1]."""
        alarms = np.concatenate(([0.0], np.cumsum(self.other), [1.0]))
        left = np.concatenate((np.cumsum(self.mass[::-1])[::-1], [0.0, 0.0]))
        at = np.asarray(false_alarm, dtype=np.float64)
        return np.clip(np.interp(at, np.minimum(alarms, 1.0), left), 0.0, 1.0)

    def renyi(self, order: Floats) -> Floats:
        r"""ln Σ p^α q^(1−α) / (α−1); infinite where an outcome has no q.

        Σ p^α q^(1−α) = 1 + Σ p ρ(y) + (α−1)K, y = (α−1) ln p/q, ρ(z) = e^z − 1 − z, with K the mean loss,
        Σ p ρ(−ln p/q) + `unseen`: positive terms only, so that no order is near enough to 1 to cancel.
        """
        alpha = np.asarray(order, dtype=np.float64)
        if self.alone > 0:
            return np.full(alpha.shape, math.inf)
        return np.array([self._renyi(float(each)) for each in alpha.ravel()]).reshape(alpha.shape)

    def _renyi(self, order: float) -> float:
        above = (order - 1) * self.loss
        if above[0] > _LARGEST:
            logs = self.log_mass + above
            peak = float(logs.max())
            return (peak + math.log(math.fsum(np.exp(logs - peak)))) / (order - 1)
        grown = math.fsum(self.mass * exponential_remainder(above))
        return math.log1p(grown + (order - 1) * self._mean) / (order - 1)

    @cached_property
    def _mean(self) -> float:
        """Of the loss: ρ(−l) = e^(−l) − 1 + l, where q = p e^(−l) may be far larger than p."""
        falling = np.maximum(-self.loss, 0.0)
        near = self.mass * exponential_remainder(np.clip(-self.loss, -_LARGEST, 30.0))
        far = self.other - self.mass * (1 + falling)
        return math.fsum(np.where(falling < 30.0, near, far)) + self.unseen


def direction(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> Direction:
    """Outcomes of the same ratio as one, exactly."""
    together: dict[Fraction, tuple[Fraction, Fraction]] = {}
    for p, q in zip(one, other, strict=True):
        if p and q:
            before = together.get(p / q, (Fraction(0), Fraction(0)))
            together[p / q] = (before[0] + p, before[1] + q)
    rows = [together[ratio] for ratio in sorted(together, reverse=True)]
    return Direction(
        np.array([_log_ratio(p, q) for p, q in rows]),
        np.array([logarithm(p) for p, _ in rows]),
        np.array([float(p) for p, _ in rows]),
        np.array([float(q) for _, q in rows]),
        float(sum((p for p, q in zip(one, other, strict=True) if not q), Fraction(0))),
        float(sum((q for p, q in zip(one, other, strict=True) if not p), Fraction(0))),
    )


def logarithm(value: Fraction) -> float:
    """ln of a probability, near 1 too; -inf of 0."""
    if not value:
        return -math.inf
    return math.log1p(-float(1 - value)) if 2 * value > 1 else math.log(value)


def _log_ratio(one: Fraction, other: Fraction) -> float:
    """ln p/q to its full precision also where both are nearly the same; its negative is that of q/p."""
    if one < other:
        return -_log_ratio(other, one)
    ratio = one / other
    return math.log1p(float(ratio - 1)) if ratio < 2 else math.log(ratio)
