"""The Laplace mechanism on a vector: independent noise in each coordinate, by L1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import least_scale
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.shape import PLAIN, Shape, shape_field


@dataclass(frozen=True)
class LaplaceVector(Laplace):
    r"""Adds independent Laplace noise of scale b = Δ/ε to each of d numbers that move by Δ in L1 together.

    Guarantee
    ---------
    Exact, and that of one number, whatever d: the worst change of L1 norm Δ is all in one coordinate.
    Proof. Let two coordinates move by a >= b units of scale, a + b fixed, and c = (ln γ + a + b)/2. Moving
    a little of b to a changes the hockey-stick divergence at γ >= 1 at the rate
    ¼ e^(c−a−b)(1 + sgn(a−c)), sgn = 1 where c < a and −1 where not, which is never negative; γ < 1 is the
    mirrored pair. So the divergence is Schur-convex in the two shifts. For d > 2 condition on the losses
    of the other coordinates, which only change γ.

    Source
    ------
    Dwork, McSherry, Nissim & Smith (2006), Proposition 1, for ε; the proof above for all of δ(ε).
    """

    id: ClassVar[str] = "laplace-vector"
    order: ClassVar[int] = 60
    title: ClassVar[Sentence] = N_("Laplace, several numbers")
    formula: ClassVar[str] = "p(x₁, …, x_d) = e^(−(|x₁|+…+|x_d|)/b)/(2b)^d,  b = Δ₁/ε"
    latex: ClassVar[str] = (
        r"p(x_1,\ldots,x_d)=\prod_{i=1}^{d}\frac{1}{2b}e^{-|x_i|/b},\quad b=\frac{\Delta_1}{\varepsilon}"
    )

    dimension: int = shape_field("dimension")

    @classmethod
    def calibrated(cls, epsilon: float, delta: float, sensitivity: float, shape: Shape = PLAIN) -> Self:
        """b = Δ/ε, rounded up, in every coordinate."""
        return cls(least_scale(sensitivity, epsilon), sensitivity, shape.dimension)

    @property
    def coordinates(self) -> int:
        """d."""
        return self.dimension
