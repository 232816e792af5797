"""The noise of one histogram as exact numbers: which distribution, for which sensitivity, and how wide."""

from __future__ import annotations

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
