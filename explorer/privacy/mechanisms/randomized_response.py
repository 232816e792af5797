"""Randomised response: each person answers, and sometimes not with the truth."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import Choice, Cost, Floats, Loss, Selection, pure_rho
from explorer.privacy.pairs.pair import FinitePair
from explorer.privacy.pairs.three_point import ThreePoint
from explorer.privacy.parameter import Scale, param
from explorer.privacy.refusal import OutOfRange
from explorer.privacy.shape import PLAIN, Shape, shape_field
from explorer.privacy.status import Kind

_NAMED = 12  # possible answers that are each shown; of more, all but the two true ones are gathered


@dataclass(frozen=True)
class RandomizedResponse(Selection):
    r"""Gives the truth with probability e^ε/(e^ε+m−1), each of the m − 1 other answers with 1/(e^ε+m−1).

    The neighbours are two true answers of one person: nobody else's answer is needed to be protected (the
    local model), and taking part itself is not hidden. So no sensitivity is taken.

    Guarantee
    ---------
    (ε, 0)-DP, exactly: the loss is ε where your answer is said, −ε where the other one is, else 0.

    Source
    ------
    Warner (1965), for two answers; Kairouz, Bonawitz & Ramage (2016), for m.
    """

    id: ClassVar[str] = "randomized-response"
    order: ClassVar[int] = 50
    title: ClassVar[Sentence] = N_("randomised response")
    source: ClassVar[str] = "Warner 1965; Kairouz, Bonawitz & Ramage 2016"
    norm: ClassVar[str] = ""
    noise_parameter: ClassVar[str] = "epsilon"
    pure: ClassVar[bool] = True
    mirrored: ClassVar[bool] = True
    wish: ClassVar[Sentence] = N_("true answer with probability {wished}")
    wish_name: ClassVar[Sentence] = N_("truth")
    formula: ClassVar[str] = "P(truth) = e^ε/(e^ε+m−1),  P(any other answer) = 1/(e^ε+m−1)"
    latex: ClassVar[str] = (
        r"P(\mathrm{truth}) = \frac{e^{\varepsilon}}{e^{\varepsilon}+m-1}, \quad "
        r"P(\mathrm{other}) = \frac{1}{e^{\varepsilon}+m-1}"
    )

    epsilon: float = param(
        1.0,
        symbol="ε",
        title=N_("privacy loss"),
        low=1e-6,
        high=50.0,
        slider=(0.01, 10.0),
        scale=Scale.LOG,
        unit="nat",
        private_side=-1,
        low_end=N_("more privacy, the truth less often"),
        high_end=N_("less privacy, the truth more often"),
        help=N_(
            "The true answer is e^ε times as likely as any other answer. This hides one person's "
            "true answer, not that the person took part."
        ),
    )
    categories: int = shape_field("categories")

    @classmethod
    def calibrated(cls, epsilon: float, delta: float, sensitivity: float, shape: Shape = PLAIN) -> Self:
        """ε as it is."""
        return cls(epsilon, shape.categories)

    @property
    def pure_epsilon(self) -> float:
        """ε, which is declared."""
        return self.epsilon

    @property
    def rho(self) -> float:
        """The mean loss where that is proven to be the least ρ (`ThreePoint.rho`).

        Else the mean loss at the least larger ε where it is proven, or ε tanh(ε/2), if that is smaller:
        answers of a smaller ε are those of a larger one, answered once more.
        """
        enough = max(self.epsilon, 2 * math.log(max(self.categories - 2, 2) / 2))
        mean = enough * -math.expm1(-enough) / (1 + (self.categories - 1) * math.exp(-enough))
        return min(mean, pure_rho(self.epsilon))

    @property
    def truth(self) -> float:
        """The probability of the truth: e^ε/(e^ε+m−1)."""
        return math.exp(self._log_truth)

    @property
    def other(self) -> float:
        """The probability of each other answer: 1/(e^ε+m−1)."""
        return math.exp(self._log_truth - self.epsilon)

    @property
    def deviation(self) -> float:
        """√n times the standard deviation of an unbiased estimate from n answers, of a share that is 0.

        √(q(1−q))/(p−q) for p the truth's probability and q another answer's: √(e^ε+m−2)/(e^ε−1). For
        m = 2 it is √(p(1−p))/(2p−1), whatever the share is.
        """
        return math.sqrt(math.exp(self.epsilon) + self.categories - 2) / math.expm1(self.epsilon)

    def estimate(self, share: float) -> float:
        """The unbiased estimate of an answer's share from its share s among what was said: (s − q)/(p − q).

        It may be below 0 or above 1; to clip it would bias it.
        """
        return (share - self.other) / (self.truth - self.other)

    @property
    def _log_truth(self) -> float:
        return -math.log1p((self.categories - 1) * math.exp(-self.epsilon))

    @cached_property
    def _points(self) -> ThreePoint:
        others = self.categories - 2
        log_rest = math.log(others) + self._log_truth - self.epsilon if others else -math.inf
        return ThreePoint(self.epsilon, self._log_truth, log_rest)

    def pair(self) -> FinitePair:
        """The distributions of the answer where yours is 1 and where it is 2; the others are one outcome."""
        return self._points.pair()

    def log_delta(self, epsilon: Floats, /) -> Floats:
        """ln δ(ε'), δ(ε') = (e^ε − e^ε')/(e^ε+m−1) for 0 <= ε' < ε, else 0."""
        return self._points.log_delta(epsilon)

    def epsilon_at(self, delta: float) -> float:
        """ε + ln(1 − δ/p), p the probability of the truth; not below 0."""
        return self._points.epsilon_at(delta)

    def trade_off(self, false_alarm: Floats, /) -> Floats:
        """Three straight pieces; two for m = 2."""
        return self._points.trade_off(false_alarm)

    def loss(self) -> Loss:
        """Atoms at ε, −ε and, for m > 2, at 0."""
        return self._points.loss()

    def renyi(self, order: Floats, /) -> Floats:
        """ln Σ p^α q^(1−α) / (α−1) over the answers."""
        return self._points.renyi(order)

    def choice(self, scores: tuple[float, ...] = ()) -> Choice:
        """What is said where the true answer is 1 (`without`) and where it is 2 (`with_you`).

        Beyond 12 possible answers all but these two are one option. No scores are read.
        """
        apart = self.categories if self.categories <= _NAMED else 2
        names = tuple(N_("answer {number}", number=number) for number in range(1, int(apart) + 1))
        log_other = self._log_truth - self.epsilon
        log_probabilities = np.full(len(names), log_other)
        if len(names) < self.categories:
            names = (*names, N_("any other answer"))
            log_probabilities = np.append(log_probabilities, math.log(self.categories - 2) + log_other)
        first, second = log_probabilities.copy(), log_probabilities.copy()
        first[0] = second[1] = self._log_truth
        return Choice(names, first, second)

    def cost(self, confidence: float = 0.95) -> Cost:
        """How often the truth is told, and what that does to an estimated share; no confidence is read."""
        sentence = N_(
            "probability of truth {truth:3}; the share of a rare answer, estimated from n answers, "
            "has a standard deviation of {deviation:3}/√n",
            truth=self.truth,
            deviation=self.deviation,
        )
        return Cost(sentence, self.truth, Kind.EXACT)

    def reaches(self, wish: float, confidence: float = 0.95) -> bool:
        """Whether the truth is told with a probability of at least `wish`."""
        if not 0 < wish < 1:
            sentence = N_(
                "the probability of truth is above 0 and below 1, such as 0.75, not {wish}",
                wish=wish,
            )
            raise OutOfRange(sentence, "wish")
        return self.truth >= wish
