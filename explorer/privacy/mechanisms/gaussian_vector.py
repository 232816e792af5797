"""The Gaussian mechanism on a vector: independent noise in each coordinate, by L2."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from explorer.mark import N_, Sentence
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.shape import PLAIN, Shape, shape_field


@dataclass(frozen=True)
class GaussianVector(Gaussian):
    r"""Adds independent normal noise of one σ to each of d numbers that move by Δ in L2 together.

    Guarantee
    ---------
    Exact, and that of one number, whatever d: the distribution of the noise looks the same from all sides, so
    the change can be turned into one coordinate.

    Source
    ------
    Balle & Wang (2018), Theorem 8; Dong, Roth & Su (2019), Corollary 2.13.
    """

    id: ClassVar[str] = "gaussian-vector"
    order: ClassVar[int] = 70
    title: ClassVar[Sentence] = N_("Gaussian, several numbers")
    formula: ClassVar[str] = (
        "p(x₁, …, x_d) = e^(−(x₁²+…+x_d²)/(2σ²))/(σ√(2π))^d,  Φ(μ/2−ε/μ) − e^ε Φ(−μ/2−ε/μ) = δ,  μ = Δ₂/σ"
    )
    latex: ClassVar[str] = (
        r"p(x_1,\ldots,x_d)=\prod_{i=1}^{d}\frac{1}{\sigma\sqrt{2\pi}}e^{-x_i^2/(2\sigma^2)},\quad "
        r"\Phi\left(\frac{\mu}{2}-\frac{\varepsilon}{\mu}\right)-e^{\varepsilon}"
        r"\Phi\left(-\frac{\mu}{2}-\frac{\varepsilon}{\mu}\right)=\delta,\quad \mu=\frac{\Delta_2}{\sigma}"
    )

    dimension: int = shape_field("dimension")

    @classmethod
    def calibrated(cls, epsilon: float, delta: float, sensitivity: float, shape: Shape = PLAIN) -> Self:
        """The σ of one number, in every coordinate."""
        plain = Gaussian.calibrated(epsilon, delta, sensitivity)
        return cls(plain.sigma, sensitivity, shape.dimension)

    @property
    def coordinates(self) -> int:
        """d."""
        return self.dimension
