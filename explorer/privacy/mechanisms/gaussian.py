"""The Gaussian mechanism, calibrated analytically."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
import scipy

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.gaussian_calibration import gaussian_log_delta, private_goal
from explorer.privacy.mechanism import AdditiveNoise, Floats, Loss
from explorer.privacy.numerics.root import root, settle_up
from explorer.privacy.pairs.pair import DominatingPair
from explorer.privacy.shape import PLAIN, Shape
from explorer.privacy.shared import noise_param, sensitivity_param

_POINTS = 401
_LOG_ROOT_TWO_PI = 0.9189385332046727


@dataclass(frozen=True)
class Gaussian(AdditiveNoise):
    r"""Adds normal noise of standard deviation σ; μ = Δ/σ for answers within Δ in L2.

    Source
    ------
    Balle & Wang (2018), Theorem 8; Dong, Roth & Su (2019), Corollary 2.13.
    """

    id: ClassVar[str] = "gaussian"
    order: ClassVar[int] = 20
    title: ClassVar[Sentence] = N_("Gaussian")
    source: ClassVar[str] = "Balle & Wang 2018, Theorem 8"
    norm: ClassVar[str] = "L2"
    noise_parameter: ClassVar[str] = "sigma"
    discrete: ClassVar[bool] = False
    pure: ClassVar[bool] = False
    mirrored: ClassVar[bool] = True
    formula: ClassVar[str] = "p(x) = e^(−x²/(2σ²))/(σ√(2π)),  Φ(μ/2−ε/μ) − e^ε Φ(−μ/2−ε/μ) = δ,  μ = Δ/σ"
    latex: ClassVar[str] = (
        r"\begin{aligned}p(x)&=\frac{1}{\sigma\sqrt{2\pi}}\,e^{-x^{2}/(2\sigma^{2})},"
        r"\quad \mu=\frac{\Delta}{\sigma}\\"
        r"\delta&=\Phi\left(\frac{\mu}{2}-\frac{\varepsilon}{\mu}\right)"
        r"-e^{\varepsilon}\,\Phi\left(-\frac{\mu}{2}-\frac{\varepsilon}{\mu}\right)\end{aligned}"
    )

    sigma: float = noise_param("σ", N_("standard deviation"), N_("The standard deviation of the noise."))
    sensitivity: float = sensitivity_param()

    @classmethod
    def calibrated(cls, epsilon: float, delta: float, sensitivity: float, shape: Shape = PLAIN) -> Self:
        """The least σ with δ(ε) <= delta, solved for ln μ; the rounding of ln δ is allowed for.

        Source
        ------
        Balle & Wang (2018), Algorithm 1; solved in the logarithm of δ, so that 1e-300 is no edge.
        """
        goal, at = float(private_goal(math.log(delta))), np.array([epsilon])

        def excess(log_mu: float) -> float:
            return float(gaussian_log_delta(at, math.exp(log_mu))[0]) - goal

        low = high = math.log(epsilon / math.sqrt(2 * math.log(1.25 / delta)))
        while excess(low) > 0:
            low -= 1.0
        while excess(high) < 0:
            high += 1.0
        sigma = sensitivity / math.exp(root(excess, low, high) if low < high else low)
        return cls(
            settle_up(sigma, lambda s: float(gaussian_log_delta(at, sensitivity / s)[0]) <= goal), sensitivity
        )

    @property
    def mu(self) -> float:
        """Δ/σ: how many standard deviations lie between the two distributions."""
        return self.sensitivity / self.sigma

    @property
    def rho(self) -> float:
        """μ²/2, the least (Bun & Steinke 2016, Proposition 1.6)."""
        return self.mu**2 / 2

    @property
    def pure_epsilon(self) -> None:
        """There is none: the loss of normal noise has no end."""
        return

    @property
    def standard_deviation(self) -> float:
        """σ."""
        return self.sigma

    def pair(self) -> DominatingPair:
        """Normal distributions around 0 and Δ."""
        sigma, sensitivity = self.sigma, self.sensitivity
        height = -math.log(sigma) - _LOG_ROOT_TWO_PI
        return DominatingPair(
            without=lambda x: height - (x / sigma) ** 2 / 2,
            with_you=lambda x: height - ((x - sensitivity) / sigma) ** 2 / 2,
            breaks=(0.0, sensitivity),
            length=sigma,
            discrete=False,
        )

    def density(self, at: Floats, /) -> Floats:
        """e^(−x²/(2σ²))/(σ√(2π))."""
        return np.exp(-((np.asarray(at) / self.sigma) ** 2) / 2 - _LOG_ROOT_TWO_PI) / self.sigma

    def cumulative(self, at: Floats, /) -> Floats:
        """Φ(x/σ)."""
        return np.asarray(scipy.special.ndtr(np.asarray(at) / self.sigma), dtype=np.float64)

    def quantile(self, probability: Floats, /) -> Floats:
        """σ Φ⁻¹(p)."""
        return np.asarray(self.sigma * scipy.special.ndtri(probability), dtype=np.float64)

    def log_delta(self, epsilon: Floats, /) -> Floats:
        r"""ln δ(ε), δ(ε) = Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ), μ = Δ/σ.

        Source
        ------
        Balle & Wang (2018), Theorem 8.
        """
        return gaussian_log_delta(np.asarray(epsilon, dtype=np.float64), self.mu)

    def epsilon_at(self, delta: float) -> float:
        """The root of `log_delta`, from above; bracketed by ρ + 2√(ρ ln 1/δ), ρ = μ²/2.

        Source
        ------
        The bracket: Bun & Steinke (2016), Proposition 1.3.
        """
        if delta <= 0 or delta >= 1:
            return math.inf if delta <= 0 else 0.0
        goal = float(private_goal(math.log(delta), self.mu))

        def excess(epsilon: float) -> float:
            return float(gaussian_log_delta(np.array([epsilon]), self.mu)[0]) - goal

        if excess(0.0) <= 0:
            return 0.0
        high = self.mu**2 / 2 + self.mu * math.sqrt(-2 * goal)
        while excess(high) > 0:
            high *= 2
        return settle_up(root(excess, 0.0, high), lambda epsilon: excess(epsilon) <= 0)

    def trade_off(self, false_alarm: Floats, /) -> Floats:
        """Φ(Φ⁻¹(1−α) − μ) (Dong, Roth & Su 2019, Definition 2.6)."""
        return np.asarray(
            scipy.special.ndtr(-scipy.special.ndtri(np.asarray(false_alarm, dtype=np.float64)) - self.mu),
            dtype=np.float64,
        )

    def loss(self) -> Loss:
        """Normal with mean μ²/2 and standard deviation μ."""
        steps = np.linspace(-8.0, 8.0, _POINTS)
        density = np.exp(-(steps**2) / 2 - _LOG_ROOT_TWO_PI) / self.mu
        return Loss(np.empty((0, 2)), self.mu**2 / 2 + self.mu * steps, density)

    def renyi(self, order: Floats, /) -> Floats:
        """αμ²/2 (Mironov 2017, Proposition 7)."""
        return np.asarray(order, dtype=np.float64) * self.mu**2 / 2

    def margin(self, confidence: float, bins: int = 1) -> float:
        """σ Φ⁻¹(1 − β'/2), β' = 1 − confidence^(1/bins)."""
        return abs(float(self.sigma * scipy.special.ndtri(-math.expm1(math.log(confidence) / bins) / 2)))
