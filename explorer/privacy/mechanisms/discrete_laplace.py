"""The discrete Laplace mechanism: two-sided geometric noise on integers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import AdditiveNoise, Floats, Loss, least_scale
from explorer.privacy.numerics.logspace import exponential_remainder, log_or_zero
from explorer.privacy.numerics.root import settle_up
from explorer.privacy.pairs.pair import DominatingPair
from explorer.privacy.shape import PLAIN, Shape
from explorer.privacy.shared import noise_param, sensitivity_param

_TOGETHER = 100_000  # terms, of several orders


@dataclass(frozen=True)
class DiscreteLaplace(AdditiveNoise):
    r"""Adds an integer x with probability (1−a)/(1+a) a^|x|, a = e^(−1/s); (Δ/s, 0)-DP for integer Δ.

    Source
    ------
    Ghosh, Roughgarden & Sundararajan (2009), Definition 2.1.
    """

    id: ClassVar[str] = "discrete-laplace"
    order: ClassVar[int] = 30
    title: ClassVar[Sentence] = N_("discrete Laplace")
    source: ClassVar[str] = "Ghosh, Roughgarden & Sundararajan 2009, Definition 2.1"
    norm: ClassVar[str] = "L1"
    noise_parameter: ClassVar[str] = "scale"
    discrete: ClassVar[bool] = True
    pure: ClassVar[bool] = True
    mirrored: ClassVar[bool] = True
    formula: ClassVar[str] = "P(x) = (1−a)/(1+a)·a^|x|,  a = e^(−ε/Δ),  x = …, −1, 0, 1, …"
    latex: ClassVar[str] = (
        r"\Pr[N=x]=\frac{1-a}{1+a}\,a^{|x|},\quad a=e^{-\varepsilon/\Delta},\quad x\in\mathbb{Z}"
    )

    scale: float = noise_param(
        "s", N_("scale"), N_("The probability falls by a factor of e^(1/s) with each step away from zero.")
    )
    sensitivity: float = sensitivity_param(
        low=1,
        high=1_000_000,
        slider=(1, 100),
        integer=True,
        help=N_("The largest change of the true count when one unit changes: a whole number."),
    )

    @classmethod
    def calibrated(cls, epsilon: float, delta: float, sensitivity: float, shape: Shape = PLAIN) -> Self:
        """s = Δ/ε, rounded up."""
        return cls(least_scale(sensitivity, epsilon), sensitivity)

    @property
    def ratio(self) -> float:
        """a = e^(−1/s)."""
        return math.exp(-1 / self.scale)

    @property
    def pure_epsilon(self) -> float:
        """Δ/s."""
        return self.sensitivity / self.scale

    @property
    def rho(self) -> float:
        r"""The mean loss Σ ℓ(1 − e^(−ℓ)) P(ℓ) over ℓ > 0, the least ρ; ε tanh(ε/2) at Δ = 1.

        As for Laplace (`Laplace.rho`): with z = e^(2iθ), the zeros of Σ √(pq) e^(iθℓs) are among those of
        z^Δ (z−a)/(1−az) = 1, a finite Blaschke product, and so lie on the unit circle: all θ are real.
        """
        atoms = self.loss().atoms
        losses, mass = atoms[atoms[:, 0] > 0].T
        return float(mass @ (losses * -np.expm1(-losses)))

    @property
    def standard_deviation(self) -> float:
        """√(2a)/(1−a)."""
        return math.sqrt(2) * math.exp(-1 / (2 * self.scale)) / -math.expm1(-1 / self.scale)

    def pair(self) -> DominatingPair:
        """Two-sided geometric distributions around 0 and Δ."""
        scale, sensitivity = self.scale, self.sensitivity
        height = math.log(math.tanh(1 / (2 * scale)))
        return DominatingPair(
            without=lambda x: height - np.abs(x) / scale,
            with_you=lambda x: height - np.abs(x - sensitivity) / scale,
            breaks=(0.0, sensitivity),
            length=max(1.0, scale),
            discrete=True,
        )

    def density(self, at: Floats, /) -> Floats:
        """tanh(1/2s) a^|x| at integers, 0 between."""
        x = np.asarray(at, dtype=np.float64)
        mass = math.tanh(1 / (2 * self.scale)) * np.exp(-np.abs(x) / self.scale)
        return np.where(x == np.floor(x), mass, 0.0)

    def cumulative(self, at: Floats, /) -> Floats:
        """a^(−x)/(1+a) below 0, 1 − a^(x+1)/(1+a) from 0 on, x rounded down."""
        x = np.floor(np.asarray(at, dtype=np.float64))
        tail = np.exp(-np.where(x < 0, -x, x + 1) / self.scale) / (1 + self.ratio)
        return np.where(x < 0, tail, 1 - tail)

    def quantile(self, probability: Floats, /) -> Floats:
        """The closed form, then one step either way where rounding has it one off."""
        p = np.asarray(probability, dtype=np.float64)
        a = self.ratio
        below = np.ceil(self.scale * np.log(p * (1 + a)))
        above = np.ceil(-self.scale * np.log((1 - p) * (1 + a))) - 1
        guess = np.where(p <= a / (1 + a), below, above)
        guess = np.where(self.cumulative(guess) < p, guess + 1, guess)
        return np.where(self.cumulative(guess - 1) >= p, guess - 1, guess)

    def log_delta(self, epsilon: Floats, /) -> Floats:
        r"""ln δ(ε), δ(ε) = [1 − e^(ε−x/s) + a(1 − a^(Δ−x))]/(1+a), x = ⌊(Δ+εs)/2⌋ + 1 <= Δ, else 0.

        x is the first output whose loss (2x−Δ)/s exceeds ε. At Δ = 1 this is randomised response. Where δ is
        near 1, what is missing is added up: 1 − δ = [e^(ε−x/s) + a a^(Δ−x)]/(1+a), of positive terms.
        """
        e = np.asarray(epsilon, dtype=np.float64)
        first = np.floor((self.sensitivity + e * self.scale) / 2) + 1
        x = np.minimum(first, self.sensitivity)
        near = -np.expm1(np.minimum(e - x / self.scale, 0.0))
        far = -self.ratio * np.expm1((x - self.sensitivity) / self.scale)
        missing = np.exp(np.minimum(e - x / self.scale, 0.0))
        missing = (missing + self.ratio * np.exp((x - self.sensitivity) / self.scale)) / (1 + self.ratio)
        small = log_or_zero((near + far) / (1 + self.ratio))
        logs = np.where(missing < 0.5, np.log1p(-np.minimum(missing, 0.5)), small)
        return np.where(first > self.sensitivity, -np.inf, logs)

    def epsilon_at(self, delta: float) -> float:
        """Between two losses δ is linear in e^ε, so its inverse is closed; the losses are searched."""
        if delta <= 0:
            return self.pure_epsilon
        log_delta = math.log(delta)
        if float(self.log_delta(np.array(0.0))) <= log_delta:
            return 0.0
        # The first output x whose loss (2x−Δ)/s has at most delta above it.
        low, high = math.floor(self.sensitivity / 2), int(self.sensitivity)
        while high - low > 1:
            x = (low + high) // 2
            enough = float(self.log_delta(np.array(self._loss_at(x)))) <= log_delta
            low, high = (low, x) if enough else (x, high)
        far = self.ratio * math.expm1((high - self.sensitivity) / self.scale)
        epsilon = high / self.scale + math.log1p(-delta * (1 + self.ratio) - far)
        epsilon = min(max(epsilon, 0.0), self.pure_epsilon)
        return settle_up(epsilon, lambda e: float(self.log_delta(np.array(e))) <= log_delta)

    def _loss_at(self, x: int) -> float:
        return max(0.0, (2 * x - self.sensitivity) / self.scale)

    def trade_off(self, false_alarm: Floats, /) -> Floats:
        """Linear between the tests "at least t", t = 1..Δ, and the two trivial ones."""
        alpha = np.asarray(false_alarm, dtype=np.float64)
        a, s, epsilon = self.ratio, self.scale, self.pure_epsilon
        log_alpha = log_or_zero(alpha)
        t = np.clip(np.ceil(-s * (np.maximum(log_alpha, -1e4) + math.log1p(a))), 1, self.sensitivity)
        left = np.maximum(alpha - np.exp(-t / s) / (1 + a), 0.0)
        gain = np.exp(np.minimum((2 * t - 2 - self.sensitivity) / s + log_or_zero(left), 0.0))
        middle = np.exp(-(self.sensitivity - t + 1) / s) / (1 + a) - gain
        few = -np.expm1(np.minimum(log_alpha + epsilon, 0.0))
        many = (1 - alpha) * math.exp(-epsilon)
        outer = np.where(log_alpha < -epsilon - math.log1p(a), few, np.maximum(middle, 0.0))
        return np.where(alpha > a / (1 + a), many, outer)

    def loss(self) -> Loss:
        """Atoms only: 1/(1+a) at ε, a^Δ/(1+a) at −ε, (1−a)/(1+a) a^(Δ−x) at (2x−Δ)/s between."""
        a, inner = self.ratio, np.arange(1.0, self.sensitivity)
        between = math.tanh(1 / (2 * self.scale)) * np.exp((inner - self.sensitivity) / self.scale)
        where = np.concatenate(([0.0], inner, [self.sensitivity]))
        mass = np.concatenate(([math.exp(-self.pure_epsilon) / (1 + a)], between, [1 / (1 + a)]))
        return Loss(
            np.column_stack(((2 * where - self.sensitivity) / self.scale, mass)), np.empty(0), np.empty(0)
        )

    def renyi(self, order: Floats, /) -> Floats:
        r"""ln E e^((α−1)L)/(α−1) of the loss L: a geometric sum where (α−1)ε > 1.

        Elsewhere E e^((α−1)L) − 1 is summed over the atoms, ℓ and −ℓ together (P(−ℓ) = e^(−ℓ) P(ℓ)), so
        that every term is positive: P(ℓ)[r(yℓ) + e^(−ℓ) r(−yℓ) + yℓ(1−e^(−ℓ))], r(z) = e^z−1−z, y = α−1.
        """
        alpha = np.atleast_1d(np.asarray(order, dtype=np.float64))
        a, step, epsilon = self.ratio, 1 / self.scale, self.pure_epsilon
        spread = 2 * alpha - 1
        run = np.expm1(-spread * (epsilon - step)) / np.expm1(-spread * step) * np.exp(-spread * step)
        excess = (np.exp(-spread * epsilon) - a + (1 - a) * run) / (1 + a)
        values = epsilon + np.log1p(np.maximum(excess, -0.5)) / (alpha - 1)
        near = np.flatnonzero((alpha - 1) * epsilon <= 1)
        atoms = self.loss().atoms if near.size else np.empty((0, 2))
        losses, mass = atoms[atoms[:, 0] > 0].T
        together = max(1, _TOGETHER // max(1, len(losses)))
        for i in (near[first : first + together] for first in range(0, len(near), together)):
            rise = (alpha[i] - 1)[:, None] * losses
            gain = exponential_remainder(rise) + np.exp(-losses) * exponential_remainder(-rise)
            gain = gain - rise * np.expm1(-losses)
            values[i] = np.log1p(gain @ mass) / (alpha[i] - 1)
        return values.reshape(np.shape(order))

    def margin(self, confidence: float, bins: int = 1) -> float:
        """The least integer m with 2a^(m+1)/(1+a) <= β', β' = 1 − confidence^(1/bins)."""
        risk = -math.expm1(math.log(confidence) / bins)
        a = self.ratio

        def holds(m: float) -> bool:
            return m >= 0 and 2 * math.exp(-(m + 1) / self.scale) / (1 + a) <= risk

        m = max(0.0, math.ceil(-self.scale * math.log(risk * (1 + a) / 2)) - 1.0)
        while holds(m - 1):
            m -= 1
        while not holds(m):
            m += 1
        return m
