"""The Laplace mechanism."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import AdditiveNoise, Floats, Loss, least_scale
from explorer.privacy.numerics.logspace import exponential_remainder, log1mexp, log_or_zero
from explorer.privacy.numerics.root import settle_up
from explorer.privacy.pairs.pair import DominatingPair
from explorer.privacy.shape import PLAIN, Shape
from explorer.privacy.shared import noise_param, sensitivity_param

_POINTS = 401


@dataclass(frozen=True)
class Laplace(AdditiveNoise):
    r"""Adds noise of density e^(−|x|/b)/(2b); (Δ/b, 0)-DP for answers within Δ in L1.

    Source
    ------
    Dwork, McSherry, Nissim & Smith (2006), Proposition 1.
    """

    id: ClassVar[str] = "laplace"
    order: ClassVar[int] = 10
    title: ClassVar[Sentence] = N_("Laplace")
    source: ClassVar[str] = "Dwork, McSherry, Nissim & Smith 2006, Proposition 1"
    norm: ClassVar[str] = "L1"
    noise_parameter: ClassVar[str] = "scale"
    discrete: ClassVar[bool] = False
    pure: ClassVar[bool] = True
    mirrored: ClassVar[bool] = True
    formula: ClassVar[str] = "p(x) = e^(−|x|/b)/(2b),  b = Δ/ε"
    latex: ClassVar[str] = r"p(x)=\frac{1}{2b}\,e^{-|x|/b},\quad b=\frac{\Delta}{\varepsilon}"

    scale: float = noise_param("b", N_("scale"), N_("The mean size of the noise."))
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
        r"""ε − 1 + e^(−ε), the least ρ: the mean loss, which D_α/α approaches at α = 1 and never exceeds.

        With v = (α−½)², e^((α−1)D_α + ε/2) is cosh ε√v + sinh(ε√v)/(2√v): an entire function of v of
        order ½. Its zeros are −w² for the eigenvalues w² > 0 of −y″ = w²y with y(0) = 0, y′(ε) = −y(ε)/2.
        So its logarithm is a constant and Σ ln(1 + v/w²), concave in v, and lies below its tangent at
        v = ¼, which is α(α−1) times the mean loss.
        """
        return float(exponential_remainder(np.array(-self.pure_epsilon)))

    @property
    def standard_deviation(self) -> float:
        """√2 b."""
        return math.sqrt(2) * self.scale

    def pair(self) -> DominatingPair:
        """Laplace distributions around 0 and Δ."""
        scale, sensitivity = self.scale, self.sensitivity
        height = -math.log(2 * scale)
        return DominatingPair(
            without=lambda x: height - np.abs(x) / scale,
            with_you=lambda x: height - np.abs(x - sensitivity) / scale,
            breaks=(0.0, sensitivity),
            length=scale,
            discrete=False,
        )

    def density(self, at: Floats, /) -> Floats:
        """e^(−|x|/b)/(2b)."""
        return np.exp(-np.abs(np.asarray(at)) / self.scale) / (2 * self.scale)

    def cumulative(self, at: Floats, /) -> Floats:
        """P(noise <= x)."""
        x = np.asarray(at, dtype=np.float64)
        half = np.exp(-np.abs(x) / self.scale) / 2
        return np.where(x < 0, half, 1 - half)

    def quantile(self, probability: Floats, /) -> Floats:
        """b ln 2p below the median, −b ln 2(1−p) above."""
        p = np.asarray(probability, dtype=np.float64)
        tail = np.minimum(p, 1 - p)
        return np.asarray(np.sign(0.5 - p) * self.scale * np.log(2 * tail), dtype=np.float64)

    def log_delta(self, epsilon: Floats, /) -> Floats:
        r"""ln δ(ε), δ(ε) = 1 − e^((ε−ε₀)/2) for 0 <= ε < ε₀ = Δ/b, else 0.

        Source
        ------
        Balle & Wang (2018), Theorem 5, with the Laplace loss.
        """
        return log1mexp((np.asarray(epsilon, dtype=np.float64) - self.pure_epsilon) / 2)

    def epsilon_at(self, delta: float) -> float:
        """ε₀ + 2 ln(1−δ), not below 0."""
        if delta >= 1:
            return 0.0
        epsilon = self.pure_epsilon + 2 * math.log1p(-delta)
        if epsilon <= 0 or delta == 0:
            return max(0.0, epsilon)
        return settle_up(epsilon, lambda e: math.exp(float(self.log_delta(np.array(e)))) <= delta)

    def trade_off(self, false_alarm: Floats, /) -> Floats:
        r"""F(F⁻¹(1−α) − Δ) of the Laplace distribution, on its three pieces."""
        alpha = np.asarray(false_alarm, dtype=np.float64)
        log_alpha, epsilon = log_or_zero(alpha), self.pure_epsilon
        few = -np.expm1(np.minimum(log_alpha + epsilon, 0.0))
        middle = np.exp(np.minimum(-epsilon - log_alpha, math.log(2))) / 4
        many = (1 - alpha) * math.exp(-epsilon)
        return np.where(log_alpha < -math.log(2) - epsilon, few, np.where(alpha > 0.5, many, middle))

    def loss(self) -> Loss:
        """Atoms ½ at ε and ½e^(−ε) at −ε; density ¼e^(−(ε−l)/2) between."""
        epsilon = self.pure_epsilon
        support = np.linspace(-epsilon, epsilon, _POINTS)
        atoms = np.array([[-epsilon, math.exp(-epsilon) / 2], [epsilon, 0.5]])

        def density_at(loss: Floats) -> Floats:
            return np.asarray(np.exp((loss - epsilon) / 2) / 4)

        return Loss(atoms, support, density_at(support), density_at, exponential=True)

    def renyi(self, order: Floats, /) -> Floats:
        r"""ln[ α/(2α−1) e^((α−1)ε) + (α−1)/(2α−1) e^(−αε) ]/(α−1).

        Source
        ------
        Mironov (2017), Proposition 6; rearranged so that nothing cancels at small ε.
        """
        alpha = np.asarray(order, dtype=np.float64)
        epsilon, spread = self.pure_epsilon, 2 * alpha - 1
        far = epsilon + np.log1p((alpha - 1) / spread * np.expm1(-spread * epsilon)) / (alpha - 1)
        near = np.minimum(epsilon, 1 / spread)  # the linear terms of the two exponentials cancel exactly
        gain = alpha * exponential_remainder((alpha - 1) * near)
        gain = gain + (alpha - 1) * exponential_remainder(-alpha * near)
        return np.where(spread * epsilon > 1, far, np.log1p(gain / spread) / (alpha - 1))

    def margin(self, confidence: float, bins: int = 1) -> float:
        """b ln(1/β'), β' = 1 − confidence^(1/bins)."""
        return -self.scale * float(log1mexp(np.array(math.log(confidence) / bins)))
