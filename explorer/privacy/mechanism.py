"""A mechanism: one way to release something under differential privacy, and everything that follows.

One file of `mechanisms/` holds one mechanism: a frozen dataclass of its own parameters. Window, command
line, reference and tests find it by walking the folder. A mechanism either adds noise to numbers
(`AdditiveNoise`) or chooses one of finitely many options (`Selection`); what it guarantees is asked of
both in the same way.
"""

from __future__ import annotations

import math
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
from explorer.privacy.guarantee import Guarantee as Guarantee
from explorer.privacy.guarantee import Loss as Loss
from explorer.privacy.numerics.root import settle_up
from explorer.privacy.pairs.pair import DominatingPair, FinitePair
from explorer.privacy.parameter import parameters
from explorer.privacy.registry import walk
from explorer.privacy.shape import PLAIN, Shape
from explorer.privacy.status import Claim, Kind, Status

Floats = NDArray[np.float64]


class Mechanism(ABC):
    """One release, and what it guarantees. D is without you, D' with you."""

    id: ClassVar[str]
    order: ClassVar[int]
    title: ClassVar[Sentence]
    source: ClassVar[str]
    norm: ClassVar[str]  # which sensitivity it takes: "L1", "L2", "score" (of a candidate), "" for none
    noise_parameter: ClassVar[str]  # the field that holds how far it hides: "scale", "sigma", "epsilon"
    pure: ClassVar[bool]  # gives delta = 0
    tight: ClassVar[bool] = (
        True  # calibration gives the least noise that keeps (epsilon, delta), and keeps it
    )
    mirrored: ClassVar[bool] = False  # its pair is the same with D and D' exchanged, but for outputs of one
    attained: ClassVar[bool] = True  # one pair of neighbours has all of the guarantee's curves at once
    bounded_range: ClassVar[bool] = False  # pure, and its loss lies in an interval of length epsilon
    profile_kind: ClassVar[Kind] = Kind.EXACT  # an upper bound where no exact form is known
    formula: ClassVar[str]  # what it releases, in plain mathematical notation
    latex: ClassVar[str]  # the same, to be typeset: the subset of LaTeX mathematics without packages

    @classmethod
    @abstractmethod
    def calibrated(cls, epsilon: float, delta: float, sensitivity: float, shape: Shape = PLAIN) -> Self:
        """The least noise that gives (epsilon, delta); the result is never on the less private side.

        `delta` is ignored by pure mechanisms, `sensitivity` by those that need none, and of `shape` only
        the fields that the mechanism has itself are read. Where a formula is kept that does not always
        give (epsilon, delta), `claim` says so.
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
    def rho(self) -> float | None:
        """A rho for which it is proven to be rho-zCDP, the least where that is known; or None.

        Every pure mechanism has `pure_rho`.
        """
        return None if self.pure_epsilon is None else pure_rho(self.pure_epsilon)

    @property
    def mu(self) -> float | None:
        """The mu for which it is exactly mu-GDP, or None where its trade-off is no Gaussian's."""
        return None

    @property
    def mu_at_most(self) -> float | None:
        """A mu for which it is proven to be mu-GDP: `mu`, or above it where a bound is known; else None."""
        return self.mu

    @abstractmethod
    def pair(self) -> DominatingPair | FinitePair:
        """The two distributions that are hardest to tell apart; every guarantee is a property of them."""

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


class AdditiveNoise(Mechanism):
    """Noise of one distribution is added to an answer that one unit can move by at most `sensitivity`.

    Lengths, densities and margins are in the units of the answer. The answer on D' is `sensitivity` larger.
    Where a vector is released these are the distribution of one coordinate, all of them independent. Where
    running totals are released they are the distribution of the noisiest of them, and the totals share their
    noise.
    """

    discrete: ClassVar[bool]  # integers only
    running_totals: ClassVar[bool] = False  # the total up to each step is released

    sensitivity: float

    @property
    @abstractmethod
    def standard_deviation(self) -> float:
        """Of the noise."""

    @abstractmethod
    def density(self, at: Floats, /) -> Floats:
        """Density of the noise at each point (probability mass at integers where `discrete`)."""

    def log_density(self, at: Floats, /) -> Floats:
        """Its logarithm, finite also where the density is too small for a float; that of the pair."""
        x, pair = np.asarray(at, dtype=np.float64), self.pair()
        if not isinstance(pair, DominatingPair):
            raise NotImplementedError(f"the pair of {self.id} is no pair of distributions of its noise")
        return np.where((x == np.floor(x)) | (not self.discrete), pair.without(x), -np.inf)

    @abstractmethod
    def cumulative(self, at: Floats, /) -> Floats:
        """P(noise <= at)."""

    @abstractmethod
    def quantile(self, probability: Floats, /) -> Floats:
        """Least point whose cumulative probability reaches each probability in (0, 1)."""

    @abstractmethod
    def margin(self, confidence: float, bins: int = 1) -> float:
        """Half-width that the noise of all of `bins` independent releases together stays within.

        Least t with P(|noise| <= t)^bins >= confidence; exact. For running totals, which are not
        independent, a proven upper bound where `bins` is above 1.
        """

    @property
    def sufficient_statistic(self) -> AdditiveNoise:
        """The one number whose distributions on D and D' tell as much apart as all that is released: `pair`.

        It is the released number itself, but for running totals.
        """
        return self

    @property
    def coordinates(self) -> int:
        """How many numbers are released together: 1 but for the vector forms."""
        return 1

    @property
    def probability_unchanged(self) -> float:
        """The probability that a count leaves as it came: 0 for continuous noise, which has no atom."""
        return float(self.density(np.array([0.0]))[0]) if self.discrete else 0.0

    @property
    def probability_unnoised(self) -> float:
        """The probability that the answer is published without any noise; 0 for all but the catastrophe."""
        return 0.0


@dataclass(frozen=True)
class Choice:
    """What a selection may release, and the logarithm of each probability without you and with you."""

    names: tuple[Sentence, ...]
    log_without: Floats
    log_with_you: Floats

    @property
    def without(self) -> Floats:
        """The probabilities without you."""
        return np.exp(self.log_without)

    @property
    def with_you(self) -> Floats:
        """The probabilities with you."""
        return np.exp(self.log_with_you)


class Selection(Mechanism):
    """One of finitely many options is released."""

    wish: ClassVar[Sentence]  # what a person may ask of it instead of an epsilon, with the place {wished}
    wish_name: ClassVar[Sentence]  # that in a word

    @abstractmethod
    def reaches(self, wish: float, confidence: float) -> bool:
        """Whether it costs no more than a person wishes; holds from some epsilon on, or never.

        Errors
        ------
        OutOfRange
            A wish that no selection of this kind can be asked for.
        """

    @abstractmethod
    def choice(self, scores: tuple[float, ...]) -> Choice:
        """The options with their probabilities where the candidates' scores without you are `scores`.

        Mechanisms that hide a person's own answer read no scores.
        """

    @abstractmethod
    def cost(self, confidence: float) -> Cost:
        """What the protection costs: how often the truth is told, or how much score is lost."""


@dataclass(frozen=True)
class Cost:
    """What a selection costs, as a sentence with its numbers; `kind` says whether they are exact."""

    sentence: Sentence
    value: float
    kind: Kind


def pure_rho(epsilon: float) -> float:
    r"""ε tanh(ε/2), the least ρ of everything that is ε-DP; below ε²/2.

    It is the mean loss of binary randomised response, of which every ε-DP mechanism is a function, and
    D_α/α of randomised response is largest for α near 1 (`ThreePoint.rho`).

    Source
    ------
    Kairouz, Oh & Viswanath (2015), Theorem 2.2; Steinke (2024), Tight RDP & zCDP Bounds from Pure DP.
    """
    return epsilon * math.tanh(epsilon / 2)


def least_scale(sensitivity: float, epsilon: float) -> float:
    """The least number s with sensitivity/s <= epsilon, compared without rounding."""
    promised, moved = Fraction(epsilon), Fraction(sensitivity)
    return settle_up(sensitivity / epsilon, lambda scale: moved <= Fraction(scale) * promised)


def shape_of(kind: type[Mechanism]) -> tuple[str, ...]:
    """The fields of `Shape` that a mechanism takes."""
    taken = parameters(kind)
    return tuple(name for name in parameters(Shape) if name in taken)


@cache
def every_mechanism() -> Mapping[str, type[Mechanism]]:
    """All mechanisms, by id, in the order in which they are offered."""
    return MappingProxyType(walk(mechanisms, base=Mechanism))  # type: ignore[type-abstract]


@cache
def every_additive() -> Mapping[str, type[AdditiveNoise]]:
    """The mechanisms that add noise to numbers."""
    return MappingProxyType(
        {name: kind for name, kind in every_mechanism().items() if issubclass(kind, AdditiveNoise)}
    )
