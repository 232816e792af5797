"""The noise of one histogram as exact numbers: which distribution, for which sensitivity, and how wide."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction

from explorer.privacy.notation import exact_text

LAPLACE, GAUSSIAN = "discrete-laplace", "discrete-gaussian"


@dataclass(frozen=True, slots=True)
class Noise:
    """What `privatize` takes.

    `sensitivity` is L1 for discrete Laplace noise, the square of L2 for discrete Gaussian noise, in rows;
    `parameter` is ε or ρ of this histogram, exact and above 0.
    """

    mechanism: str
    sensitivity: int
    parameter: Fraction

    @property
    def is_gaussian(self) -> bool:
        """Whether ρ is spent rather than ε."""
        return self.mechanism == GAUSSIAN

    @property
    def width(self) -> Fraction:
        """The scale L1/ε of discrete Laplace noise; the σ² = L2²/(2ρ) of discrete Gaussian noise."""
        if self.is_gaussian:
            return self.sensitivity / (2 * self.parameter)
        return self.sensitivity / self.parameter

    @property
    def variance(self) -> float:
        r"""The variance of one draw: 2a/(1−a)², a = e^(−1/scale), for discrete Laplace noise.

        Σ x² P(x) for discrete Gaussian noise, which is σ² up to rounding from σ = 5 on (Canonne, Kamath &
        Steinke 2020, Corollary 9).

        >>> [round(Noise(LAPLACE, moved, Fraction(1)).variance, 3) for moved in (1, 10)]
        [1.841, 199.833]
        >>> round(Noise(GAUSSIAN, 1, Fraction(2)).variance, 3), Noise(GAUSSIAN, 36, Fraction(1, 2)).variance
        (0.215, 36.0)
        """
        width = self.width
        if not self.is_gaussian:
            return 0.5 / math.sinh(0.5 / float(width)) ** 2 if width > Fraction(1, 500) else 0.0
        if width >= 25:
            return float(width)
        masses = [math.exp(-place * place / (2 * float(width))) for place in range(200)]
        squares = sum(place * place * mass for place, mass in enumerate(masses))
        return 2 * squares / (2 * sum(masses) - 1)

    def described(self) -> dict[str, object]:
        """The exact numbers, as they are exported and kept: totals can be recomputed from them.

        `scale` is L1/ε; for a Gaussian it is σ to 12 digits, and `sigma_squared` is exact.
        """
        if not self.is_gaussian:
            return {"sensitivity": {"L1": str(self.sensitivity)}, "scale": exact_text(self.width)}
        with localcontext() as context:
            context.prec = 12
            sigma = (Decimal(self.width.numerator) / self.width.denominator).sqrt()
        return {
            "sensitivity": {"L2_squared": str(self.sensitivity)},
            "rho": exact_text(self.parameter),
            "sigma_squared": exact_text(self.width),
            "scale": exact_text(Fraction(sigma)),
        }
