"""The Gaussian mechanism with the σ of the textbooks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.shape import PLAIN, Shape
from explorer.privacy.status import Claim, Status

_PROVEN_TO = 1.0  # epsilon


@dataclass(frozen=True)
class GaussianClassical(Gaussian):
    r"""Adds normal noise of σ = √(2 ln(1.25/δ)) Δ/ε; what it then delivers is computed exactly.

    The formula is proven for 0 < ε <= 1: the theorem is stated below 1, and since the δ delivered is
    continuous in ε and σ, it holds at 1 as well. Beyond, it first wastes noise and from some ε on (8.42
    at δ = 1e-5) delivers a larger δ than it claims: `claim` tells which. Everything but the calibration
    is the normal distribution's own, so this is the one mechanism that is another with a different σ.

    Source
    ------
    Dwork & Roth (2014), Theorem A.1; the true δ by Balle & Wang (2018), Theorem 8.
    """

    id: ClassVar[str] = "gaussian-classical"
    order: ClassVar[int] = 25
    title: ClassVar[Sentence] = N_("Gaussian, textbook σ")
    source: ClassVar[str] = "Dwork & Roth 2014, Theorem A.1; Balle & Wang 2018, Theorem 8"
    tight: ClassVar[bool] = False
    formula: ClassVar[str] = "p(x) = e^(−x²/(2σ²))/(σ√(2π)),  σ = √(2 ln(1.25/δ))·Δ/ε"
    latex: ClassVar[str] = (
        r"p(x)=\frac{1}{\sigma\sqrt{2\pi}}\,e^{-x^{2}/(2\sigma^{2})},\quad "
        r"\sigma=\frac{\Delta}{\varepsilon}\sqrt{2\ln\frac{1.25}{\delta}}"
    )

    @classmethod
    def calibrated(cls, epsilon: float, delta: float, sensitivity: float, shape: Shape = PLAIN) -> Self:
        """σ = √(2 ln(1.25/δ)) Δ/ε, rounded up, whether it suffices or not: see `claim`."""
        sigma = math.sqrt(2 * (math.log(1.25) - math.log(delta))) * sensitivity / epsilon
        return cls(sigma * (1 + 1e-15), sensitivity)

    def claim(self, epsilon: float, delta: float) -> Claim:
        """Proven for ε <= 1; beyond, whether the δ that it truly delivers is at most the one claimed."""
        log_true = float(self.log_delta(np.array([epsilon]))[0])
        if not log_true <= math.log(delta):
            return Claim(
                Status.FALSE,
                N_(
                    "not a guarantee: at this ε the textbook σ delivers δ = {true}, not {claimed}; "
                    "choose the analytic Gaussian or a smaller ε",
                    true=math.exp(log_true),
                    claimed=delta,
                ),
            )
        if epsilon <= _PROVEN_TO:
            return Claim(Status.PROVEN)
        return Claim(
            Status.CONFIRMED,
            N_(
                "the textbook σ is proven for ε up to {limit} only; the δ computed here, {true:3}, keeps "
                "to {claimed} all the same",
                limit=_PROVEN_TO,
                true=math.exp(log_true),
                claimed=delta,
            ),
        )
