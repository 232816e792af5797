"""A mechanism: one way to add noise to an answer, and everything that follows from it.

One file of `mechanisms/` holds one mechanism: a frozen dataclass of its own noise parameter and the
sensitivity. Window, command line, reference and laws find it by walking the folder.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from explorer.mark import Sentence
from explorer.privacy import mechanisms
from explorer.privacy.pair import DominatingPair
from explorer.privacy.registry import walk
from explorer.privacy.root import settle_up
from explorer.privacy.status import Claim, Status

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Loss:
    """The privacy-loss distribution: ln p(x)/q(x) for x drawn with you.

    `atoms` is (n, 2): where, with what probability. The continuous part has `density` on `support`
    (both empty where there is none).
    """

    atoms: Floats
    support: Floats
    density: Floats


class Mechanism(ABC):
    """One release: noise of one law added to an answer that one unit can move by at most `sensitivity`.

    Lengths, densities and margins are in the units of the answer. D is without you, D' with you: its
    answer is `sensitivity` larger.
    """

    id: ClassVar[str]
    order: ClassVar[int]
    title: ClassVar[Sentence]
    source: ClassVar[str]
    norm: ClassVar[str]  # "L1" or "L2": which sensitivity it takes
    noise_parameter: ClassVar[str]  # the field that holds its noise: "scale" or "sigma"
    discrete: ClassVar[bool]  # integers only
    pure: ClassVar[bool]  # gives delta = 0
    tight: ClassVar[bool] = (
        True  # calibration gives the least noise that keeps (epsilon, delta), and keeps it
    )
    formula: ClassVar[str]  # of its noise, in plain mathematical notation

    sensitivity: float

    @classmethod
    @abstractmethod
    def calibrated(cls, epsilon: float, delta: float, sensitivity: float) -> Self:
        """The least noise that gives (epsilon, delta); the result is never on the less private side.

        `delta` is ignored by pure mechanisms. Where a formula is kept that does not always give that,
        `claim` says so.
        """

    def claim(self, epsilon: float, delta: float) -> Claim:
        """Whether this mechanism, calibrated to (epsilon, delta), keeps it: always, where it is exact."""
        return Claim(Status.PROVEN)

    @property
    def noise(self) -> float:
        """The value of the noise parameter."""
        return float(getattr(self, self.noise_parameter))

    @property
    @abstractmethod
    def pure_epsilon(self) -> float | None:
        """The epsilon at which delta is exactly 0, or None where there is none."""

    @property
    @abstractmethod
    def standard_deviation(self) -> float:
        """Of the noise."""

    @abstractmethod
    def pair(self) -> DominatingPair:
        """The two distributions that are hardest to tell apart; every guarantee is a property of them."""

    @abstractmethod
    def density(self, at: Floats, /) -> Floats:
        """Density of the noise at each point (probability mass at integers where `discrete`)."""

    @abstractmethod
    def cumulative(self, at: Floats, /) -> Floats:
        """P(noise <= at)."""

    @abstractmethod
    def quantile(self, probability: Floats, /) -> Floats:
        """Least point whose cumulative probability reaches each probability in (0, 1)."""

    @abstractmethod
    def log_delta(self, epsilon: Floats, /) -> Floats:
        """Natural logarithm of the smallest delta at each epsilon >= 0; -inf where it is exactly zero."""

    @abstractmethod
    def epsilon_at(self, delta: float) -> float:
        """The smallest epsilon >= 0 at which the mechanism is (epsilon, delta)-DP.

        `log_delta` there is at most ln `delta`: it is below the exact value by rounding at most, some units
        in the last place. For `delta` = 0 it is `pure_epsilon`, or infinity.
        """

    @abstractmethod
    def trade_off(self, false_alarm: Floats, /) -> Floats:
        """Least miss rate (type II error) of any test between D and D' at each false-alarm rate."""

    @abstractmethod
    def loss(self) -> Loss:
        """The privacy-loss distribution, its continuous part on some 400 points."""

    @abstractmethod
    def renyi(self, order: Floats, /) -> Floats:
        """Rényi divergence of the pair at each order > 1, the larger of the two directions."""

    @abstractmethod
    def margin(self, confidence: float, bins: int = 1) -> float:
        """Half-width that the noise of all of `bins` independent releases together stays within.

        Least t with P(|noise| <= t)^bins >= confidence; exact.
        """


def least_scale(sensitivity: float, epsilon: float) -> float:
    """The least number s with sensitivity/s <= epsilon, compared without rounding."""
    promised, moved = Fraction(epsilon), Fraction(sensitivity)
    return settle_up(sensitivity / epsilon, lambda scale: moved <= Fraction(scale) * promised)


@cache
def every_mechanism() -> Mapping[str, type[Mechanism]]:
    """All mechanisms, by id, in the order in which they are offered."""
    return MappingProxyType(walk(mechanisms, Mechanism))  # type: ignore[type-abstract]
