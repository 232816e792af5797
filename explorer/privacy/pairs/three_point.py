"""The simplest symmetric privacy loss: +ε₀, 0 or −ε₀. Staircase noise and randomised response have it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from explorer.privacy.mechanism import Floats, Loss, pure_rho
from explorer.privacy.numerics.logspace import exponential_remainder, log1mexp, log_or_zero
from explorer.privacy.numerics.root import settle_up
from explorer.privacy.pairs.pair import FinitePair

_ROUNDING = 1e-15  # a computed rest that is smaller may be nothing but rounding
_MANY = 30.0  # e^−30 and less is a correction of what stands beside it


@dataclass(frozen=True)
class ThreePoint:
    r"""A pair whose loss is +ε₀ with probability m, −ε₀ with m e^(−ε₀), else 0, with you; mirrored without.

    `epsilon` is ε₀ > 0 and `log_mass` is ln m <= −ln(1+e^(−ε₀)). `log_rest` is the logarithm of what is
    left at 0, 1 − m(1+e^(−ε₀)); a caller that knows it better than this difference gives it. -inf (two
    points only) where there is no such outcome.

    Guarantee
    ---------
    Exact for this pair, in both directions, which are alike; every sum is of positive terms.
    """

    epsilon: float
    log_mass: float
    log_rest: float | None = None

    @property
    def rest(self) -> float:
        """The probability of the loss 0: exactly 0 where only rounding is left."""
        if self.log_rest is not None:
            return math.exp(self.log_rest)
        rest = -math.expm1(self.log_mass + math.log1p(math.exp(-self.epsilon)))
        return rest if rest > _ROUNDING else 0.0

    @property
    def rho(self) -> float:
        r"""The mean loss m ε₀(1−e^(−ε₀)), the least ρ, where r <= 2m e^(−ε₀/2); else ε₀ tanh(ε₀/2).

        The first as for Laplace (`Laplace.rho`): cosh ε₀√v + r/(2m e^(−ε₀/2)) has only negative zeros in v
        as long as the second term is at most 1. The second holds for everything that is ε₀-DP, which is a
        function of binary randomised response (Kairouz, Oh & Viswanath 2015, Theorem 2.2), whose mean loss
        it is.
        """
        epsilon = self.epsilon
        if self.rest <= 2 * math.exp(self.log_mass - epsilon / 2):
            return math.exp(self.log_mass) * epsilon * -math.expm1(-epsilon)
        return pure_rho(epsilon)

    def pair(self) -> FinitePair:
        """The three outcomes, or the two, the one that speaks for you first."""
        likely, unlikely = self.log_mass, self.log_mass - self.epsilon
        rest = [math.log(self.rest)] if self.rest > 0 else []
        return FinitePair(np.array([unlikely, *rest, likely]), np.array([likely, *rest, unlikely]))

    def log_delta(self, epsilon: Floats, /) -> Floats:
        r"""ln δ(ε), δ(ε) = m(1 − e^(ε−ε₀)) for 0 <= ε < ε₀, else 0."""
        below = np.asarray(epsilon, dtype=np.float64) - self.epsilon
        return np.asarray(self.log_mass + log1mexp(below), dtype=np.float64)

    def epsilon_at(self, delta: float) -> float:
        """ε₀ + ln(1 − δ/m), settled on the private side; 0 from δ = m(1−e^(−ε₀)) on, ε₀ at δ = 0."""
        if delta <= 0:
            return self.epsilon
        log_delta = math.log(delta)
        if float(self.log_delta(np.array(0.0))) <= log_delta:
            return 0.0
        missing = -math.expm1(min(log_delta - self.log_mass, 0.0))
        epsilon = max(0.0, self.epsilon + math.log(missing)) if missing > 0 else 0.0
        return settle_up(epsilon, lambda e: float(self.log_delta(np.array(e))) <= log_delta)

    def trade_off(self, false_alarm: Floats, /) -> Floats:
        r"""The largest of 1 − e^ε₀ α, r + 2m e^(−ε₀) − α (r the rest at 0) and e^(−ε₀)(1 − α)."""
        alpha = np.asarray(false_alarm, dtype=np.float64)
        few = -np.expm1(np.minimum(log_or_zero(alpha) + self.epsilon, 0.0))
        middle = self.rest + 2 * math.exp(self.log_mass - self.epsilon) - alpha
        many = math.exp(-self.epsilon) * (1 - alpha)
        return np.asarray(np.maximum(np.maximum(few, middle), many), dtype=np.float64)

    def loss(self) -> Loss:
        """Atoms only, ascending."""
        atoms = [[-self.epsilon, math.exp(self.log_mass - self.epsilon)]]
        if self.rest > 0:
            atoms.append([0.0, self.rest])
        atoms.append([self.epsilon, math.exp(self.log_mass)])
        return Loss(np.array(atoms), np.empty(0), np.empty(0))

    def renyi(self, order: Floats, /) -> Floats:
        r"""ln(1 + m g)/(α−1), g = e^y − 1 + e^(−ε₀)(e^(−y) − 1), y = (α−1)ε₀, kept in the logarithm.

        Near 0, g = ρ(y) + e^(−ε₀)ρ(−y) + y(1−e^(−ε₀)) with ρ(z) = e^z − 1 − z: positive terms only.
        """
        alpha = np.asarray(order, dtype=np.float64)
        y, falling = (alpha - 1) * self.epsilon, math.exp(-self.epsilon)
        small = np.minimum(y, _MANY)
        gain = exponential_remainder(small) + falling * exponential_remainder(-small)
        near = log_or_zero(gain - small * math.expm1(-self.epsilon))
        far = y + np.log1p(-np.exp(-np.maximum(y, _MANY)) * (1 + falling))
        log_gain = self.log_mass + np.where(y > _MANY, far, near)
        return np.asarray(np.logaddexp(0.0, log_gain) / (alpha - 1), dtype=np.float64)
