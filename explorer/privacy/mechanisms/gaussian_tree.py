"""The Gaussian mechanism on the binary tree of running totals: continual observation."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Self

from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import Floats
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.pairs.pair import DominatingPair
from explorer.privacy.running_totals import nodes_of_step, nodes_of_total
from explorer.privacy.sensitivity import vector_norms
from explorer.privacy.shape import PLAIN, Shape, shape_field


@dataclass(frozen=True)
class GaussianTree(Gaussian):
    r"""Publishes the total up to each of T steps: normal noise of one σ in each node of the binary tree.

    The total of the first t steps is made of one node for each digit 1 of t in binary
    (`running_totals`), so its noise is normal with the variance σ² times the number of these digits.
    `standard_deviation`, `density`, `cumulative`, `quantile` and `margin` are those of the noisiest total.

    Guarantee
    ---------
    Exact, for data that move the T values of the steps by at most Δ in L1 together: then the nodes move by
    at most √L Δ in L2, L = ⌊log₂ T⌋ + 1, by the triangle inequality over the steps, since each step is in
    at most L nodes. It is attained where all of Δ is in the first step, whose L nodes have a mean that
    moves by Δ under noise of the standard deviation σ/√L: `sufficient_statistic`.

    `margin` with `bins` above 1 is a proven upper bound: for jointly normal X_t with mean 0,
    P(|X_t| <= c for all t) is at least the product of all P(|X_t| <= c), and none of these is below that
    of the noisiest total.

    Source
    ------
    Dwork, Naor, Pitassi & Rothblum (2010) and Chan, Shi & Song (2011) for the tree; Balle & Wang (2018),
    Theorem 8; Šidák (1967) for the margin of several totals.
    """

    id: ClassVar[str] = "gaussian-tree"
    order: ClassVar[int] = 75
    title: ClassVar[Sentence] = N_("Gaussian, running totals")
    source: ClassVar[str] = "Chan, Shi & Song 2011; Balle & Wang 2018, Theorem 8"
    norm: ClassVar[str] = "L1"
    running_totals: ClassVar[bool] = True
    formula: ClassVar[str] = (
        "Sₜ + N(0, |t|₁σ²) for t = 1, …, T, |t|₁ the digits 1 of t in binary,  "
        "Φ(μ/2−ε/μ) − e^ε Φ(−μ/2−ε/μ) = δ,  μ = √L·Δ₁/σ, L = ⌊log₂ T⌋ + 1"
    )
    latex: ClassVar[str] = (
        r"\begin{aligned}&S_t+\mathcal{N}(0,\sigma^{2}\sum_j t_j),\quad t=1,\ldots,T,"
        r"\quad t=\sum_j t_j 2^{j}\\"
        r"&\delta=\Phi\left(\frac{\mu}{2}-\frac{\varepsilon}{\mu}\right)"
        r"-e^{\varepsilon}\,\Phi\left(-\frac{\mu}{2}-\frac{\varepsilon}{\mu}\right)"
        r"\\&\mu=\frac{\sqrt{L}\,\Delta_1}{\sigma},\quad L=\left\lfloor\log_2 T\right\rfloor+1\end{aligned}"
    )

    steps: int = shape_field("steps")

    @classmethod
    def calibrated(cls, epsilon: float, delta: float, sensitivity: float, shape: Shape = PLAIN) -> Self:
        """The σ of one number that moves by √L Δ, in every node."""
        moved = _moved(sensitivity, shape.steps)
        return cls(Gaussian.calibrated(epsilon, delta, moved).sigma, sensitivity, shape.steps)

    @property
    def moved(self) -> float:
        """√L Δ, rounded up: how far all nodes move together, in L2."""
        return _moved(self.sensitivity, self.steps)

    @property
    def mu(self) -> float:
        """√L Δ/σ."""
        return self.moved / self.sigma

    @property
    def standard_deviation(self) -> float:
        """σ √⌊log₂(T + 1)⌋, that of the noisiest total."""
        return self._noisiest.sigma

    @property
    def coordinates(self) -> int:
        """T."""
        return self.steps

    @property
    def sufficient_statistic(self) -> Gaussian:
        """The mean of the L nodes that the first step is in."""
        return Gaussian(self.sigma / math.sqrt(nodes_of_step(self.steps)), self.sensitivity)

    def pair(self) -> DominatingPair:
        """Normal distributions around 0 and √L Δ: along the change that one unit makes in the first step."""
        return Gaussian(self.sigma, self.moved).pair()

    def density(self, at: Floats, /) -> Floats:
        """That of the noise of the noisiest total."""
        return self._noisiest.density(at)

    def log_density(self, at: Floats, /) -> Floats:
        """Its logarithm."""
        return self._noisiest.log_density(at)

    def cumulative(self, at: Floats, /) -> Floats:
        """P(noise of the noisiest total <= at)."""
        return self._noisiest.cumulative(at)

    def quantile(self, probability: Floats, /) -> Floats:
        """Its quantiles."""
        return self._noisiest.quantile(probability)

    def margin(self, confidence: float, bins: int = 1) -> float:
        """That of `bins` independent totals, all as noisy as the noisiest; an upper bound for `bins` > 1."""
        return self._noisiest.margin(confidence, bins)

    @property
    def _noisiest(self) -> Gaussian:
        return Gaussian(self.sigma * math.sqrt(nodes_of_total(self.steps)), self.sensitivity)


@lru_cache(maxsize=256)
def _moved(sensitivity: float, steps: int) -> float:
    return vector_norms(sensitivity, nodes_of_step(steps)).L2
