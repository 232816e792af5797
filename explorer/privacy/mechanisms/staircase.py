"""The staircase mechanism: the least noise that a pure epsilon allows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import AdditiveNoise, Floats, Loss, least_scale
from explorer.privacy.numerics.logspace import log1mexp
from explorer.privacy.pairs.pair import FinitePair
from explorer.privacy.pairs.three_point import ThreePoint
from explorer.privacy.shape import PLAIN, Shape
from explorer.privacy.shared import noise_param, sensitivity_param

_LARGEST = 709.0  # in the exponent of a number that a float holds
_NARROWEST = 1e-300


@dataclass(frozen=True)
class Staircase(AdditiveNoise):
    r"""Adds noise whose density falls in steps by e^(−ε) each Δ; (ε, 0)-DP for answers within Δ, ε = Δ/b.

    The step from kΔ to (k+1)Δ has the height a e^(−kε) on its first share γ and a e^(−(k+1)ε) on the
    rest, a = (1−e^(−ε))/(2Δ(γ+e^(−ε)(1−γ))). With γ = 1/(1+e^(ε/2)), which makes the mean of |noise|
    least, a = sinh(ε/2)/Δ, the cells on each side have the probabilities ½(1−t)t^j, j = 0, 1, 2, …, with
    t = e^(−ε/2), and the mean of |noise| is Δ/(2 sinh(ε/2)), below Laplace's Δ/ε.

    Guarantee
    ---------
    Exact. Where the answers are Δ apart the loss is ε, 0 or −ε: +ε with probability 1 − t/2 (`ThreePoint`).
    Nearer answers give the same three values with less weight at the ends: the density falls from 0 on
    both sides, so the total variation rises with the distance, and with it m and all of δ(ε). So Δ itself
    is the worst case.

    Source
    ------
    Geng & Viswanath (2014), Theorem 1 and Section III; Geng, Kairouz, Oh & Viswanath (2015).
    """

    id: ClassVar[str] = "staircase"
    order: ClassVar[int] = 15
    title: ClassVar[Sentence] = N_("staircase")
    source: ClassVar[str] = "Geng & Viswanath 2014, Theorem 1"
    norm: ClassVar[str] = "L1"
    noise_parameter: ClassVar[str] = "scale"
    discrete: ClassVar[bool] = False
    pure: ClassVar[bool] = True
    mirrored: ClassVar[bool] = True
    formula: ClassVar[str] = (
        "p(x) = sinh(ε/2)/Δ·e^(−kε) for kΔ <= |x| < (k+γ)Δ, "
        "sinh(ε/2)/Δ·e^(−(k+1)ε) for (k+γ)Δ <= |x| < (k+1)Δ,  γ = 1/(1+e^(ε/2))"
    )
    latex: ClassVar[str] = (
        r"p(x)=\frac{\sinh(\varepsilon/2)}{\Delta}\,e^{-k\varepsilon}\ \left(k\Delta\leq|x|<(k+\gamma)\Delta"
        r"\right),\quad \frac{\sinh(\varepsilon/2)}{\Delta}\,e^{-(k+1)\varepsilon}\ \left((k+\gamma)\Delta"
        r"\leq|x|<(k+1)\Delta\right),\quad \gamma=\frac{1}{1+e^{\varepsilon/2}}"
    )

    scale: float = noise_param(
        "b", N_("scale"), N_("Sensitivity by ε; the mean size of the noise is a little smaller.")
    )
    sensitivity: float = sensitivity_param()

    @classmethod
    def calibrated(cls, epsilon: float, delta: float, sensitivity: float, shape: Shape = PLAIN) -> Self:
        """b = Δ/ε, rounded up."""
        return cls(least_scale(sensitivity, epsilon), sensitivity)

    @property
    def pure_epsilon(self) -> float:
        """Δ/b."""
        return self.sensitivity / self.scale

    @property
    def rho(self) -> float:
        """(1 − t/2) ε (1−e^(−ε)), the mean loss and the least ρ (`ThreePoint.rho`)."""
        return self._three_point().rho

    @property
    def _ratio(self) -> float:
        """t = e^(−ε/2): how much less likely each cell is than the one before it."""
        return math.exp(-self.pure_epsilon / 2)

    @property
    def first_share(self) -> float:
        """γ = t/(1+t) = 1/(1+e^(ε/2)): which part of a step is high."""
        return max(self._ratio / (1 + self._ratio), _NARROWEST)

    @property
    def mean_size(self) -> float:
        """E|noise| = Δ/(2 sinh(ε/2)) = Δt/(1−t²)."""
        return self.sensitivity * self._ratio / -math.expm1(-self.pure_epsilon)

    @property
    def standard_deviation(self) -> float:
        """Δ√(E k² + 2γ E k + γ(1+2γ)/3), k the step, geometric: |noise|/Δ is k and an independent rest."""
        fall, share = math.exp(-self.pure_epsilon), self._ratio / (1 + self._ratio)
        steps = fall / -math.expm1(-self.pure_epsilon)
        square = steps * (1 + 2 * steps) + 2 * share * steps + share * (1 + 2 * share) / 3
        return self.sensitivity * math.sqrt(square)

    def _three_point(self) -> ThreePoint:
        """m = 1 − t/2, and t(1−t)²/2 at 0."""
        epsilon = self.pure_epsilon
        log_rest = -epsilon / 2 - math.log(2) + 2 * float(log1mexp(np.array(-epsilon / 2)))
        return ThreePoint(epsilon, math.log1p(-self._ratio / 2), log_rest)

    def pair(self) -> FinitePair:
        """The likelihood ratio takes three values only; outcomes of equal ratio are one."""
        return self._three_point().pair()

    def density(self, at: Floats, /) -> Floats:
        """The steps; a height above 1e307, which needs an ε of some 1400, is given as that."""
        return np.asarray(np.exp(np.minimum(self.log_density(at), _LARGEST)), dtype=np.float64)

    def log_density(self, at: Floats, /) -> Floats:
        """The logarithm of the steps: ln a less ε for each that is behind."""
        epsilon = self.pure_epsilon
        size = np.abs(np.asarray(at, dtype=np.float64)) / self.sensitivity
        step = np.floor(size)
        fallen = step + (size - step >= self.first_share)
        log_peak = epsilon / 2 + float(log1mexp(np.array(-epsilon))) - math.log(2 * self.sensitivity)
        return np.asarray(log_peak - epsilon * fallen, dtype=np.float64)

    def _beyond(self, size: Floats) -> Floats:
        """P(noise > size), size >= 0."""
        share, ratio = self.first_share, self._ratio
        step = np.floor(size / self.sensitivity)
        rest = size / self.sensitivity - step
        gap = -math.expm1(-self.pure_epsilon / 2)  # 1 − t
        high = 1 - gap * np.minimum(rest / share, 1.0)
        low = ratio * (1 - gap * np.maximum(rest - share, 0.0) / (1 - share))
        return np.asarray(np.exp(-self.pure_epsilon * step) / 2 * np.where(rest < share, high, low))

    def cumulative(self, at: Floats, /) -> Floats:
        """P(noise <= x), linear within each cell."""
        x = np.asarray(at, dtype=np.float64)
        beyond = self._beyond(np.abs(x))
        return np.where(x < 0, beyond, 1 - beyond)

    def _size(self, log_share: Floats) -> Floats:
        """The size that |noise| exceeds with probability e^`log_share`: cell j starts at t^j."""
        share, half = self.first_share, self.pure_epsilon / 2
        cell = np.floor(-log_share / half)
        within = np.clip(np.expm1(log_share + cell * half) / math.expm1(-half), 0.0, 1.0)
        step = np.floor(cell / 2)
        rest = np.where(cell > 2 * step, share + (1 - share) * within, share * within)
        return np.asarray(self.sensitivity * (step + rest), dtype=np.float64)

    def quantile(self, probability: Floats, /) -> Floats:
        """The inverse of `cumulative`, cell by cell."""
        p = np.asarray(probability, dtype=np.float64)
        tail = np.minimum(p, 1 - p)
        return np.asarray(np.sign(p - 0.5) * self._size(np.log(2 * tail)), dtype=np.float64)

    def margin(self, confidence: float, bins: int = 1) -> float:
        """The size exceeded with probability β' = 1 − confidence^(1/bins)."""
        return float(self._size(log1mexp(np.array(math.log(confidence) / bins))))

    def log_delta(self, epsilon: Floats, /) -> Floats:
        r"""ln δ(ε), δ(ε) = (1 − e^(−ε₀/2)/2)(1 − e^(ε−ε₀)) for 0 <= ε < ε₀ = Δ/b, else 0."""
        return self._three_point().log_delta(epsilon)

    def epsilon_at(self, delta: float) -> float:
        """ε₀ + ln(1 − δ/(1 − e^(−ε₀/2)/2)), not below 0."""
        return self._three_point().epsilon_at(delta)

    def trade_off(self, false_alarm: Floats, /) -> Floats:
        """Three straight pieces, of slopes −e^ε₀, −1 and −e^(−ε₀)."""
        return self._three_point().trade_off(false_alarm)

    def loss(self) -> Loss:
        """Three atoms."""
        return self._three_point().loss()

    def renyi(self, order: Floats, /) -> Floats:
        """That of the three points."""
        return self._three_point().renyi(order)
