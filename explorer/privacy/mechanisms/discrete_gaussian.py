"""The discrete Gaussian mechanism: normal noise on integers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Self

import numpy as np
import scipy

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.discrete_gaussian_calibration import ERROR, least_sigma
from explorer.privacy.accounting.gaussian_calibration import private_goal
from explorer.privacy.mechanism import AdditiveNoise, Floats, Loss
from explorer.privacy.numerics.logspace import log_or_zero
from explorer.privacy.numerics.root import root, settle_up
from explorer.privacy.numerics.theta import SMOOTH, log_hockey_stick, log_ratio, log_tail, log_whole
from explorer.privacy.pairs.pair import DominatingPair
from explorer.privacy.shape import PLAIN, Shape
from explorer.privacy.shared import noise_param, sensitivity_param

_POINTS = 401
_REACH = 9.2  # standard deviations: 1e-18 of the mass of one whole number and more lie within
_MOST_ATOMS_SIGMA = 1000.0


@dataclass(frozen=True)
class DiscreteGaussian(AdditiveNoise):
    r"""Adds an integer x with probability proportional to e^(−x²/(2σ²)); Δ²/(2σ²)-zCDP for integer Δ.

    `sigma` is the parameter; the standard deviation is a little smaller where σ is below 1. At one ε, δ
    is no falling function of σ where ε > 0.8 Δ: it rises a little behind each σ at which another output
    leaves the tail, so a larger σ has no private side there.

    Source
    ------
    Canonne, Kamath & Steinke (2020), Definition 1, Theorems 4 and 7.
    """

    id: ClassVar[str] = "discrete-gaussian"
    order: ClassVar[int] = 35
    title: ClassVar[Sentence] = N_("discrete Gaussian")
    source: ClassVar[str] = "Canonne, Kamath & Steinke 2020, Theorem 7"
    norm: ClassVar[str] = "L2"
    noise_parameter: ClassVar[str] = "sigma"
    discrete: ClassVar[bool] = True
    pure: ClassVar[bool] = False
    mirrored: ClassVar[bool] = True
    formula: ClassVar[str] = "P(x) = e^(−x²/(2σ²))/Σ e^(−n²/(2σ²)),  x = …, −1, 0, 1, …"
    latex: ClassVar[str] = (
        r"\Pr[N=x]=\frac{e^{-x^{2}/(2\sigma^{2})}}{\sum_{n\in\mathbb{Z}}e^{-n^{2}/(2\sigma^{2})}},"
        r"\quad x\in\mathbb{Z}"
    )

    sigma: float = noise_param(
        "σ",
        N_("width"),
        N_("The scale σ of the noise; its standard deviation, except for scales below 1."),
        private_side=0,
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
        """The least σ with δ(ε) <= delta; the rounding of ln δ is allowed for: see `least_sigma`."""
        return cls(least_sigma(epsilon, delta, sensitivity), sensitivity)

    @property
    def pure_epsilon(self) -> None:
        """There is none: the loss has no end."""
        return

    @property
    def rho(self) -> float:
        """Δ²/(2σ²), the least: the bound αΔ²/(2σ²) on D_α is attained where (α−1)Δ is whole.

        Source
        ------
        Canonne, Kamath & Steinke (2020), Theorem 4.
        """
        return (self.sensitivity / self.sigma) ** 2 / 2

    @property
    def standard_deviation(self) -> float:
        """√(Σ x² P(x)); σ within e^(−2π²σ²) from 10 on."""
        if self.sigma >= SMOOTH:
            return self.sigma
        x = self._places()
        return math.sqrt(float(np.sum(x * x * self.density(x))))

    def pair(self) -> DominatingPair:
        """Discrete Gaussian distributions around 0 and Δ."""
        sigma, sensitivity, height = self.sigma, self.sensitivity, -log_whole(self.sigma)
        return DominatingPair(
            without=lambda x: height - (x / sigma) ** 2 / 2,
            with_you=lambda x: height - ((x - sensitivity) / sigma) ** 2 / 2,
            breaks=(0.0, sensitivity),
            length=max(1.0, sigma),
            discrete=True,
        )

    def density(self, at: Floats, /) -> Floats:
        """P(x) at integers, 0 between."""
        x = np.asarray(at, dtype=np.float64)
        return np.where(x == np.floor(x), np.exp(self._log_mass(x)), 0.0)

    def _log_mass(self, x: Floats) -> Floats:
        return np.asarray(-((x / self.sigma) ** 2) / 2 - log_whole(self.sigma), dtype=np.float64)

    def _tail(self, first: Floats) -> Floats:
        """P(noise >= first)."""
        return np.exp(log_tail(first, self.sigma))

    def _places(self) -> Floats:
        """The whole numbers that matter for a σ below `SMOOTH`: the rest weighs e^−760."""
        edge = math.ceil(39 * min(self.sigma, SMOOTH)) + 1.0
        return np.arange(-edge, edge + 1)

    def cumulative(self, at: Floats, /) -> Floats:
        """P(N >= −x) below 0, 1 − P(N >= x + 1) from 0 on, x rounded down."""
        x = np.floor(np.asarray(at, dtype=np.float64))
        tail = self._tail(np.where(x < 0, -x, x + 1))
        return np.where(x < 0, tail, 1 - tail)

    def quantile(self, probability: Floats, /) -> Floats:
        """Searched among the cumulative probabilities; from σ = 10 on near σΦ⁻¹(p), one step either way."""
        p = np.asarray(probability, dtype=np.float64)
        if self.sigma < SMOOTH:
            places = self._places()
            found = np.searchsorted(_cumulative(self), p)
            return np.asarray(places[np.minimum(found, len(places) - 1)], dtype=np.float64)
        guess = np.ceil(self.sigma * scipy.special.ndtri(p) - 0.5)
        guess = np.where(self.cumulative(guess) < p, guess + 1, guess)
        return np.where(self.cumulative(guess - 1) >= p, guess - 1, guess)

    def log_delta(self, epsilon: Floats, /) -> Floats:
        r"""ln δ(ε), δ(ε) = P(N > εσ²/Δ − Δ/2) − e^ε P(N > εσ²/Δ + Δ/2).

        Source
        ------
        Canonne, Kamath & Steinke (2020), Theorem 7; summed so that nothing cancels, see `theta`.
        """
        return log_hockey_stick(np.asarray(epsilon, dtype=np.float64), self.sigma, self.sensitivity)

    def epsilon_at(self, delta: float) -> float:
        """The root of `log_delta`, from above; bracketed by ρ + 2√(ρ ln 1/δ), ρ = Δ²/(2σ²).

        Source
        ------
        The bracket: Bun & Steinke (2016), Proposition 1.3.
        """
        if delta <= 0 or delta >= 1:
            return math.inf if delta <= 0 else 0.0
        mu = self.sensitivity / self.sigma
        goal = float(private_goal(math.log(delta), mu, ERROR))

        def excess(epsilon: float) -> float:
            return float(self.log_delta(np.array([epsilon]))[0]) - goal

        if excess(0.0) <= 0:
            return 0.0
        high = mu**2 / 2 + mu * math.sqrt(-2 * goal)
        while excess(high) > 0:
            high *= 2
        return settle_up(root(excess, 0.0, high), lambda epsilon: excess(epsilon) <= 0)

    def trade_off(self, false_alarm: Floats, /) -> Floats:
        """Linear between the tests "at least t", t whole: P(N < t − Δ) misses at P(N >= t) false alarms."""
        alpha = np.asarray(false_alarm, dtype=np.float64)
        inside = np.clip(alpha, 1e-300, 1 - 1e-16)
        t = -self.quantile(inside)
        t = np.where(self._tail(t) > inside, t + 1, t)  # the least t with at most α false alarms
        left = np.maximum(alpha - self._tail(t), 0.0)
        lift = (2 * (t - 1) - self.sensitivity) * (self.sensitivity / self.sigma / self.sigma) / 2
        gain = np.exp(np.minimum(log_or_zero(left) + lift, 0.0))
        return np.clip(self.cumulative(t - 1 - self.sensitivity) - gain, 0.0, 1 - alpha)

    def loss(self) -> Loss:
        """Atoms P(x) at (2xΔ + Δ²)/(2σ²), those below some 1e-18 left out.

        For a σ above 1000 the atoms, Δ/σ² apart, are given as the density that they follow: normal with
        mean μ²/2 and standard deviation μ, which times Δ/σ² is each atom's mass to double precision.
        """
        mu = self.sensitivity / self.sigma
        if self.sigma > _MOST_ATOMS_SIGMA:
            steps = np.linspace(-8.0, 8.0, _POINTS)
            density = np.exp(-(steps**2) / 2) / (math.sqrt(2 * math.pi) * mu)
            return Loss(np.empty((0, 2)), mu**2 / 2 + mu * steps, density)
        edge = math.ceil(_REACH * self.sigma)
        x = np.arange(-float(edge), edge + 1)
        mass = self.density(x)
        x, mass = x[mass > 1e-18], mass[mass > 1e-18]
        where = (2 * x + self.sensitivity) / self.sigma * (mu / 2)
        return Loss(np.column_stack((where, mass)), np.empty(0), np.empty(0))

    def renyi(self, order: Floats, /) -> Floats:
        r"""αΔ²/(2σ²) + ln[Θ(αΔ)/Θ(0)]/(α−1), Θ(c) = Σ e^(−(x−c)²/(2σ²)), which has period 1 in c.

        Source
        ------
        Canonne, Kamath & Steinke (2020), Theorem 4, with what its bound leaves out.
        """
        alpha = np.asarray(order, dtype=np.float64)
        beyond = (alpha - 1) * self.sensitivity
        divergence = alpha * (self.sensitivity / self.sigma) ** 2 / 2
        saved = log_ratio(beyond - np.round(beyond), self.sigma)
        return np.asarray(np.maximum(divergence + saved / (alpha - 1), 0.0), dtype=np.float64)

    def margin(self, confidence: float, bins: int = 1) -> float:
        """The least integer m with 2 P(N > m) <= β', β' = 1 − confidence^(1/bins)."""
        risk = -math.expm1(math.log(confidence) / bins)

        def holds(m: float) -> bool:
            return m >= 0 and 2 * float(self._tail(np.array([m + 1]))[0]) <= risk

        m = max(0.0, math.ceil(self.sigma * -float(scipy.special.ndtri(risk / 2)) - 0.5))
        while holds(m - 1):
            m -= 1
        while not holds(m):
            m += 1
        return m


@lru_cache(maxsize=16)
def _cumulative(noise: DiscreteGaussian) -> Floats:
    """At all whole numbers that matter: a picture asks for some seven quantiles of one σ."""
    found = noise.cumulative(noise._places())
    found.setflags(write=False)
    return found
