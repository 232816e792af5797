"""The catastrophe mechanism: hardly ever it publishes everything. What a delta may hide."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import AdditiveNoise, Floats, Loss, least_scale
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.numerics.logspace import log1mexp
from explorer.privacy.numerics.root import settle_up
from explorer.privacy.pairs.pair import DominatingPair, FinitePair
from explorer.privacy.parameter import Scale, param
from explorer.privacy.shape import PLAIN, Shape
from explorer.privacy.shared import noise_param, sensitivity_param


@dataclass(frozen=True)
class Catastrophe(AdditiveNoise):
    r"""With probability δ the answer is published as it is, else with Laplace noise of scale b = Δ/ε.

    It is (ε, δ)-DP like a Gaussian of the same two numbers, and no smaller δ is enough at any ε: the δ of
    the one is spread over slightly larger losses, that of the other is certain knowledge.

    Guarantee
    ---------
    Exact, in both directions. Each of the two distributions has an atom of δ at its own true answer, where
    the other has none; of what is left, both are Laplace distributions times 1 − δ.

    Source
    ------
    Near & Abuah (2021), Programming Differential Privacy, chapter on approximate differential privacy.
    """

    id: ClassVar[str] = "catastrophe"
    order: ClassVar[int] = 80
    title: ClassVar[Sentence] = N_("catastrophe")
    source: ClassVar[str] = "Near & Abuah 2021, Programming Differential Privacy, approximate DP"
    norm: ClassVar[str] = "L1"
    noise_parameter: ClassVar[str] = "scale"
    discrete: ClassVar[bool] = False
    pure: ClassVar[bool] = False
    mirrored: ClassVar[bool] = True
    formula: ClassVar[str] = "x = 0 with probability δ, else p(x) = e^(−|x|/b)/(2b),  b = Δ/ε"
    latex: ClassVar[str] = (
        r"P(x=0)=\delta,\quad p(x)=(1-\delta)\frac{1}{2b}e^{-|x|/b},\quad b=\frac{\Delta}{\varepsilon}"
    )

    scale: float = noise_param(
        "b", N_("scale"), N_("The mean size of the noise, where there is any."), slider=(0.1, 1000.0)
    )
    delta: float = param(
        1e-6,
        symbol="δ",
        title=N_("probability of the catastrophe"),
        low=1e-300,
        high=0.5,
        slider=(1e-12, 1e-2),
        scale=Scale.LOG,
        private_side=-1,
        low_end=N_("rarely"),
        high_end=N_("too often"),
        help=N_("The probability that everything is published without noise."),
    )
    sensitivity: float = sensitivity_param()

    @classmethod
    def calibrated(cls, epsilon: float, delta: float, sensitivity: float, shape: Shape = PLAIN) -> Self:
        """b = Δ/ε, rounded up, and δ itself."""
        return cls(least_scale(sensitivity, epsilon), delta, sensitivity)

    @property
    def _laplace(self) -> Laplace:
        return Laplace(self.scale, self.sensitivity)

    @property
    def pure_epsilon(self) -> None:
        """There is none: what is published as it is has an infinite loss."""
        return

    @property
    def probability_unnoised(self) -> float:
        """δ."""
        return self.delta

    @property
    def probability_unchanged(self) -> float:
        """δ: otherwise the noise is continuous."""
        return self.delta

    @property
    def standard_deviation(self) -> float:
        """√(2(1−δ)) b."""
        return math.sqrt(1 - self.delta) * self._laplace.standard_deviation

    def pair(self) -> DominatingPair:
        """Laplace distributions around 0 and Δ, times 1 − δ, and an atom of δ for each that only it has."""
        inner, kept, bare = self._laplace.pair(), math.log1p(-self.delta), math.log(self.delta)
        return DominatingPair(
            without=lambda x: inner.without(x) + kept,
            with_you=lambda x: inner.with_you(x) + kept,
            breaks=inner.breaks,
            length=inner.length,
            discrete=False,
            atoms=FinitePair(np.array([bare, -np.inf]), np.array([-np.inf, bare])),
        )

    def density(self, at: Floats, /) -> Floats:
        """(1−δ)e^(−|x|/b)/(2b): of the noise beside the atom at 0."""
        return np.asarray((1 - self.delta) * self._laplace.density(at))

    def cumulative(self, at: Floats, /) -> Floats:
        """(1−δ)F(x), and δ more from 0 on."""
        x = np.asarray(at, dtype=np.float64)
        tail = (1 - self.delta) * np.exp(-np.abs(x) / self.scale) / 2
        return np.where(x < 0, tail, 1 - tail)

    def quantile(self, probability: Floats, /) -> Floats:
        """0 between (1−δ)/2 and (1+δ)/2, else b ln(2p/(1−δ)) and its mirror."""
        p = np.asarray(probability, dtype=np.float64)
        log_share = np.log(2 * np.minimum(p, 1 - p)) - math.log1p(-self.delta)
        size = self.scale * np.maximum(-log_share, 0.0)
        return np.asarray(np.sign(p - 0.5) * size + 0.0, dtype=np.float64)

    def margin(self, confidence: float, bins: int = 1) -> float:
        """b ln((1−δ)/β'), β' = 1 − confidence^(1/bins); 0 where the atom alone is enough."""
        log_risk = float(log1mexp(np.array(math.log(confidence) / bins)))
        return max(0.0, self.scale * (math.log1p(-self.delta) - log_risk))

    def log_delta(self, epsilon: Floats, /) -> Floats:
        r"""ln δ(ε), δ(ε) = δ + (1−δ)(1 − e^((ε−ε₀)/2)) for 0 <= ε < ε₀ = Δ/b, else δ."""
        noise = math.log1p(-self.delta) + self._laplace.log_delta(epsilon)
        return np.asarray(np.minimum(np.logaddexp(math.log(self.delta), noise), 0.0))

    def epsilon_at(self, delta: float) -> float:
        """That of the Laplace noise at (δ'−δ)/(1−δ); infinite below δ."""
        if delta < self.delta:
            return math.inf
        if delta >= 1:
            return 0.0
        epsilon = self._laplace.epsilon_at((delta - self.delta) / (1 - self.delta))
        if epsilon == 0:
            return 0.0
        return settle_up(epsilon, lambda e: float(self.log_delta(np.array(e))) <= math.log(delta))

    def trade_off(self, false_alarm: Floats, /) -> Floats:
        r"""(1−δ) f(α/(1−δ)) with the f of the Laplace noise; 0 for α >= 1 − δ.

        What only D' publishes is always caught; what only D publishes never raises a false alarm, so that
        the noise may raise α/(1−δ) where it is seen.
        """
        kept = 1 - self.delta
        inner = np.minimum(np.asarray(false_alarm, dtype=np.float64) / kept, 1.0)
        return np.asarray(kept * self._laplace.trade_off(inner))

    def loss(self) -> Loss:
        """That of the Laplace noise times 1 − δ, and δ at +inf."""
        inner, kept = self._laplace.loss(), 1 - self.delta
        atoms = np.vstack((inner.atoms * [1.0, kept], [[math.inf, self.delta]]))
        within = inner.density_at
        density_at = None if within is None else lambda loss: kept * within(loss)
        return Loss(atoms, inner.support, inner.density * kept, density_at, inner.exponential)

    def renyi(self, order: Floats, /) -> Floats:
        """Infinite at every order: there are outcomes that only D' can give."""
        return np.full(np.shape(order), math.inf)


def catastrophes(delta: float, count: int) -> float:
    r"""The probability that among `count` independent releases at least one publishes everything: 1−(1−δ)^k.

    Nearly kδ while that is small; certain in the long run.
    """
    return -math.expm1(count * math.log1p(-delta))
