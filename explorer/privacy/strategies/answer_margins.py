"""Margins of fitted bins, of ranges and of all running sums at once: from the noise alone."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np

from explorer.privacy.strategies.fit_error import ROUNDS, FitError, fit_error, least_rounds
from explorer.privacy.strategies.strategy import Floats, Strategy
from explorer.privacy.strategies.tree import Tree

_UNIT = 2**20  # a scale from which integer noise is as good as continuous
_WIDE = (
    100  # and one from which a margin grows with the scale: the distribution functions differ by 1/(2 scale)
)
_NUMBERS = 4_000_000  # errors that are simulated where the confidence needs no more
_MOST_NUMBERS = 30_000_000
_SPARE = 1.2  # a quantile is not read from the very last error
_MEASURED_AT_ONCE = 256
_MOST_SOLVED = 4096


_Drawn = tuple[Strategy, bool, Fraction, int]  # strategy, gaussian, width, rounds


@dataclass(frozen=True, eq=False)
class AnswerMargins:
    r"""How far the least-squares fit lies from the truth, for one strategy and one noise.

    Two bounds, and the lesser of them is told. The noise is simulated, and a quantile of the errors is
    certified (`fit_error`). And, at every confidence, Chernoff's bound: an answer is a sum
    :math:`b^\top Z` of independent noise, B = ‖b‖₂ the root of its variance for noise of variance 1, and

    .. math:: P(|b^\top Z| \ge t) \le 2\min_\lambda e^{g(\lambda B) - \lambda t},\qquad
              g(\theta) = -\ln\big(1 - V(\cosh\theta - 1)\big)

    for discrete Laplace noise of variance V, whose g(√u) is convex in u, so that one weight B is the worst
    case; g(θ) = σ²θ²/2 for discrete Gaussian noise (Canonne, Kamath & Steinke 2020, Corollary 9).

    Attributes
    ----------
    width : the scale of discrete Laplace noise on what is measured, or the σ² of discrete Gaussian noise
    """

    strategy: Strategy
    gaussian: bool
    width: Fraction

    def each(self, confidence: float) -> Floats:
        """(n,) the margins of the bins by themselves."""
        proven = self._reach(1 - confidence) * self._deviations[0]
        if (simulated := self._simulated(confidence)) is None:
            return proven
        return np.minimum(proven, _each_of(*simulated[0], confidence) * simulated[1])

    def bins_together(self, confidence: float) -> float:
        """The margin of all bins at once."""
        bins = self.strategy.bins
        proven = self._reach((1 - confidence) / bins) * float(self._deviations[0].max())
        if (simulated := self._simulated(confidence)) is None:
            return proven
        return min(proven, _bins_of(*simulated[0], confidence) * simulated[1])

    def sums_together(self, confidence: float) -> float:
        """The margin of all sums from the first bin on at once: what quantiles are read with."""
        proven = self._reach((1 - confidence) / self.strategy.bins) * float(self._deviations[1].max())
        if (simulated := self._simulated(confidence)) is None:
            return proven
        return min(proven, _sums_of(*simulated[0], confidence) * simulated[1])

    def of_range(self, low: int, high: int, confidence: float) -> float:
        """The margin of the sum of bins low, ..., high − 1."""
        proven = self._reach(1 - confidence) * math.sqrt(max(self.strategy.variance(low, high), 0.0))
        if (simulated := self._simulated(confidence)) is None:
            return proven
        return min(proven, _errors(*simulated[0]).margin(low, high, confidence) * simulated[1])

    def _simulated(self, confidence: float) -> tuple[_Drawn, float] | None:
        """Which errors are simulated, and what they are to be multiplied by; None where too many would be
        needed.
        """
        usual = min(ROUNDS, max(400, _NUMBERS // self.strategy.bins))
        needed = math.ceil(_SPARE * least_rounds(confidence)) if confidence < 1 else math.inf
        rounds = max(usual, needed)
        if rounds * self.strategy.bins > max(_MOST_NUMBERS, usual * self.strategy.bins):
            return None
        scale = math.sqrt(self.width) if self.gaussian else float(self.width)
        if scale < _WIDE:
            return (self.strategy, self.gaussian, self.width, int(rounds)), 1.0
        unit = Fraction(_UNIT**2 if self.gaussian else _UNIT)
        return (self.strategy, self.gaussian, unit, int(rounds)), scale / _UNIT

    def _reach(self, allowed: float) -> float:
        """Chernoff's t for B = 1: P(|bᵀZ| >= t) <= `allowed`."""
        logarithm = math.log(2 / max(allowed, 1e-300))
        if self.gaussian:
            return math.sqrt(2 * float(self.width) * logarithm)
        variance = 0.5 / math.sinh(0.5 / float(self.width)) ** 2 if self.width > Fraction(1, 500) else 0.0
        if variance == 0.0:
            return float(self.width) * logarithm + 1.0
        # cosh θ − 1 = 2 sinh²(θ/2), which of wide noise, whose θ are small, loses no digits
        theta = 2 * math.asinh(math.sqrt(0.5 / variance)) * np.linspace(0.001, 0.9999, 2000)
        steep = -np.log1p(-2 * variance * np.sinh(theta / 2) ** 2)
        return float(np.min((steep + logarithm) / theta))

    @cached_property
    def _deviations(self) -> tuple[Floats, Floats]:
        return _deviations_of(self.strategy)


@lru_cache(maxsize=4)
def _errors(strategy: Strategy, gaussian: bool, width: Fraction, rounds: int) -> FitError:
    return fit_error(strategy, gaussian, width, rounds)


# Quantiles of wide noise grow with its scale: kept, so that they are read off once and not at every ε


@lru_cache(maxsize=32)
def _each_of(strategy: Strategy, gaussian: bool, width: Fraction, rounds: int, confidence: float) -> Floats:
    return _errors(strategy, gaussian, width, rounds).margins(confidence)


@lru_cache(maxsize=128)
def _bins_of(strategy: Strategy, gaussian: bool, width: Fraction, rounds: int, confidence: float) -> float:
    return _errors(strategy, gaussian, width, rounds).bins_margin(confidence)


@lru_cache(maxsize=128)
def _sums_of(strategy: Strategy, gaussian: bool, width: Fraction, rounds: int, confidence: float) -> float:
    return _errors(strategy, gaussian, width, rounds).joint_margin(confidence)


@lru_cache(maxsize=16)
def _deviations_of(strategy: Strategy) -> tuple[Floats, Floats]:
    """(n,) each: the roots of the variances of the bins, and of the sums from the first bin on.

    Of a tree of very many bins what a bin's own measurement would give, which the fit never exceeds.
    """
    bins = strategy.bins
    if isinstance(strategy, Tree) and (bins > _MOST_SOLVED or strategy.id == "identity"):
        own = np.full(bins, 1 / strategy.weights[0])
        return own, np.sqrt(np.arange(1, bins + 1)) / strategy.weights[0]
    measured = strategy.measure(np.zeros(bins, dtype=np.int64)).size
    squares = np.zeros((2, bins))
    for first in range(0, measured, _MEASURED_AT_ONCE):
        rows = np.eye(min(_MEASURED_AT_ONCE, measured - first), measured, first)
        fitted = strategy.fit(rows)
        squares[0] += (fitted**2).sum(axis=0)
        squares[1] += (np.cumsum(fitted, axis=1) ** 2).sum(axis=0)
    return np.sqrt(squares[0]), np.sqrt(squares[1])
