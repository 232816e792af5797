"""The exponential mechanism: one of several candidates, the better the likelier."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
import scipy

from explorer.mark import N_, Sentence
from explorer.privacy.bounded_range import bend, bounded_range_rho
from explorer.privacy.mechanism import Choice, Cost, Floats, Loss, Selection, least_scale
from explorer.privacy.numerics.logspace import log1mexp, log_or_zero
from explorer.privacy.numerics.root import settle_up
from explorer.privacy.pairs.pair import DominatingPair
from explorer.privacy.refusal import NotValid, OutOfRange
from explorer.privacy.shape import PLAIN, Shape, shape_field
from explorer.privacy.shared import noise_param, sensitivity_param
from explorer.privacy.status import Kind

_POINTS = 401
_SERIES_TERMS = 14
_ROUNDING = 1e-14  # relative: some forty times that of the special functions


@dataclass(frozen=True)
class Exponential(Selection):
    r"""Chooses candidate r with probability proportional to e^(u_r/s); (2Δ/s, 0)-DP for scores within Δ.

    Its privacy loss lies in an interval of length ε = 2Δ/s ("bounded range"), which is stronger than ε-DP
    alone. Over all scores and all neighbours, with two candidates or more, the smallest δ is that of
    logistic noise shifted by ε:

    .. math:: \delta(\varepsilon') = \sup_t \frac{(e^\varepsilon-e^t)(1-e^{\varepsilon'-t})}{e^\varepsilon-1}
              = \frac{(e^{\varepsilon/2}-e^{\varepsilon'/2})^2}{e^\varepsilon-1},
              \qquad f(\alpha) = \frac{1-\alpha}{1+\alpha(e^\varepsilon-1)}

    Guarantee
    ---------
    Exact over all scores together: other scores are hardest at each ε', so single scores can be milder.
    For the same reason the Rényi divergence of the pair lies above that of any scores, and `rho` is less
    than the pair's own.

    Source
    ------
    McSherry & Talwar (2007); Durfee & Rogers (2019); Dong, Durfee & Rogers (2020); Cesar & Rogers (2021).
    """

    id: ClassVar[str] = "exponential"
    order: ClassVar[int] = 55
    title: ClassVar[Sentence] = N_("exponential mechanism")
    source: ClassVar[str] = "McSherry & Talwar 2007; Durfee & Rogers 2019; Dong, Durfee & Rogers 2020"
    norm: ClassVar[str] = "score"
    noise_parameter: ClassVar[str] = "scale"
    pure: ClassVar[bool] = True
    mirrored: ClassVar[bool] = True
    attained: ClassVar[bool] = False  # each of its curves is the worst over all scores, of different ones
    bounded_range: ClassVar[bool] = True
    wish: ClassVar[Sentence] = N_("score loss at most {wished} in {confidence} of releases")
    wish_name: ClassVar[Sentence] = N_("score loss")
    formula: ClassVar[str] = "P(r) = e^(u_r/s) / Σ_t e^(u_t/s),  s = 2Δ/ε"
    latex: ClassVar[str] = r"P(r) = \frac{e^{u_r/s}}{\sum_t e^{u_t/s}}, \quad s = \frac{2\Delta}{\varepsilon}"

    scale: float = noise_param(
        "s",
        N_("scale"),
        N_("A candidate whose score is s lower is e times less likely."),
        low=1e-8,
        high=2e12,
    )
    sensitivity: float = sensitivity_param(
        help=N_("The largest change of any candidate's score when one unit changes.")
    )
    candidates: int = shape_field("candidates")

    @classmethod
    def calibrated(cls, epsilon: float, delta: float, sensitivity: float, shape: Shape = PLAIN) -> Self:
        """s = 2Δ/ε, rounded up."""
        return cls(least_scale(2 * sensitivity, epsilon), sensitivity, shape.candidates)

    @property
    def pure_epsilon(self) -> float:
        """2Δ/s."""
        return 2 * self.sensitivity / self.scale

    @property
    def rho(self) -> float:
        """`bounded_range_rho` of 2Δ/s: the least over all scores."""
        return bounded_range_rho(self.pure_epsilon)

    @property
    def mu_at_most(self) -> float:
        """`bounded_range_mu` of 2Δ/s."""
        return bounded_range_mu(self.pure_epsilon)

    def pair(self) -> DominatingPair:
        """Logistic distributions around 0 and ε, which no single choice has: they dominate all of them."""
        epsilon = self.pure_epsilon
        return DominatingPair(
            without=_logistic,
            with_you=lambda x: _logistic(np.asarray(x) - epsilon),
            breaks=(0.0, epsilon),
            length=1.0,
            discrete=False,
        )

    def log_delta(self, epsilon: Floats, /) -> Floats:
        r"""ln δ(ε'), δ(ε') = (1 − e^((ε'−ε)/2))²/(1 − e^(−ε)) for 0 <= ε' < ε = 2Δ/s, else 0."""
        missing = (np.asarray(epsilon, dtype=np.float64) - self.pure_epsilon) / 2
        return np.asarray(2 * log1mexp(missing) - log1mexp(np.array(-self.pure_epsilon)))

    def epsilon_at(self, delta: float) -> float:
        """ε + 2 ln(1 − √(δ(1−e^(−ε)))), settled on the private side; 0 from δ = tanh(ε/4) on."""
        pure = self.pure_epsilon
        if delta <= 0:
            return pure
        log_delta = math.log(delta)
        if float(self.log_delta(np.array(0.0))) <= log_delta:
            return 0.0
        share = math.sqrt(delta) * math.sqrt(-math.expm1(-pure))
        epsilon = max(pure + 2 * math.log1p(-share), 1e-17 * pure)
        return min(pure, settle_up(epsilon, lambda e: float(self.log_delta(np.array(e))) <= log_delta))

    def trade_off(self, false_alarm: Floats, /) -> Floats:
        """(1−α)/(1 + α(e^ε−1))."""
        alpha = np.asarray(false_alarm, dtype=np.float64)
        log_odds = np.logaddexp(log_or_zero(1 - alpha), log_or_zero(alpha) + self.pure_epsilon)
        return np.asarray((1 - alpha) * np.exp(-log_odds), dtype=np.float64)

    def loss(self) -> Loss:
        """No atoms; density e^(l/2)/(4 sinh(ε/2)) between −ε and ε."""
        epsilon = self.pure_epsilon
        support = np.linspace(-epsilon, epsilon, _POINTS)

        def density_at(loss: Floats) -> Floats:
            return np.asarray(np.exp((loss - epsilon) / 2) / (-2 * math.expm1(-epsilon)))

        return Loss(np.empty((0, 2)), support, density_at(support), density_at, exponential=True)

    def renyi(self, order: Floats, /) -> Floats:
        r"""ln[ sinh((2α−1)ε/2) / ((2α−1) sinh(ε/2)) ]/(α−1), of the pair: an upper bound for any scores.

        Where z = (α−1)ε <= 1 the fraction less 1 is a sum of positive terms:
        [2 sinh²(z/2) + (sinh z − z) coth h + 2(α−1)(h coth h − 1)]/(2α−1), h = ε/2.
        """
        alpha = np.asarray(order, dtype=np.float64)
        y, epsilon = alpha - 1, self.pure_epsilon
        z, h = np.minimum(y * epsilon, 1.0), epsilon / 2
        coth = 1 / math.tanh(h)
        gain = 2 * np.sinh(z / 2) ** 2 + coth * _sinh_less_line(z) + 2 * y * bend(h)
        tails = log1mexp(-(2 * alpha - 1) * epsilon) - log1mexp(np.array(-epsilon))
        far = epsilon + (tails - np.log(2 * alpha - 1)) / y
        return np.where(y * epsilon > 1, far, np.log1p(gain / (2 * alpha - 1)) / y)

    def choice(self, scores: tuple[float, ...]) -> Choice:
        """The candidates; one unit raises the score of the second best by Δ."""
        before, after = neighbouring(scores, self.sensitivity)
        return Choice(names_of(len(scores)), self._log_probabilities(before), self._log_probabilities(after))

    def _log_probabilities(self, scores: Floats) -> Floats:
        logs = (scores - scores.max()) / self.scale
        return np.asarray(logs - math.log(float(np.exp(logs).sum())), dtype=np.float64)

    def cost(self, confidence: float) -> Cost:
        """The score of what is chosen is at most s ln(N/β) below the best, β = 1 − confidence.

        Source
        ------
        McSherry & Talwar (2007); Dwork & Roth (2014), Corollary 3.12.
        """
        value = self.scale * (math.log(self.candidates) - math.log1p(-confidence))
        return Cost(lost_at_most(value, confidence), value, Kind.UPPER)

    def reaches(self, wish: float, confidence: float) -> bool:
        """Whether no more score is lost than `wish`, by that bound."""
        return self.cost(confidence).value <= checked_loss(wish)


def names_of(count: int) -> tuple[Sentence, ...]:
    """The candidates, numbered from 1."""
    return tuple(N_("candidate {number}", number=number) for number in range(1, count + 1))


def neighbouring(scores: tuple[float, ...], sensitivity: float) -> tuple[Floats, Floats]:
    """The scores without you and with you: the second best (the first of equals) is Δ higher.

    Errors
    ------
    NotValid
        Fewer than two scores, or one that is no number.
    """
    before = np.array(scores, dtype=np.float64)
    if before.size < 2:
        raise NotValid(N_("one candidate needs no choice: give at least two scores"), "scores")
    if not np.all(np.isfinite(before)):
        raise NotValid(N_("every score must be a finite number"), "scores")
    after = before.copy()
    after[np.argsort(-before, kind="stable")[1]] += sensitivity
    return before, after


def lost_at_most(value: float, confidence: float) -> Sentence:
    """What a choice costs, in score."""
    return N_(
        "the score of the selected option is at most {value:3} below the best, with probability "
        "{confidence:percent}",
        value=value,
        confidence=confidence,
    )


def checked_loss(wish: float) -> float:
    """A loss of score that can be asked for.

    Errors
    ------
    OutOfRange
        It is not greater than 0, or infinite.
    """
    if not 0 < wish < math.inf:
        raise OutOfRange(N_("the score loss must be a number greater than 0, not {wish}", wish=wish), "wish")
    return wish


def _logistic(at: Floats) -> Floats:
    """Logarithm of the density of logistic noise."""
    size = np.abs(np.asarray(at, dtype=np.float64))
    return np.asarray(-size - 2 * np.log1p(np.exp(-size)))


def bounded_range_mu(epsilon: float) -> float:
    r"""2Φ⁻¹(1/(1+e^(−ε/2))), rounded up: a choice whose loss has a range of length ε > 0 is that μ-GDP.

    Its trade-off is that of logistic noise shifted by ε, and

    .. math:: \mu = \sup_t \, \Phi^{-1}(\sigma(t)) - \Phi^{-1}(\sigma(t-\varepsilon))

    is taken at t = ε/2, as the difference is even about it and Φ⁻¹∘σ is concave above 0. About
    :math:`\sqrt{2\pi}\,\varepsilon/4` for small ε, half of what a pure mechanism of ε needs. Small ε by
    :math:`2\sqrt2\,\mathrm{erf}^{-1}(\tanh(\varepsilon/4))`.

    Source
    ------
    Dong, Roth & Su (2019), Definition 2.6; Dong, Durfee & Rogers (2020) for the trade-off.
    """
    if epsilon < 1:
        near = 2 * math.sqrt(2) * float(scipy.special.erfinv(math.tanh(epsilon / 4)))
    else:
        near = -2 * float(scipy.special.ndtri_exp(scipy.special.log_expit(-epsilon / 2)))
    return near * (1 + _ROUNDING)


def _sinh_less_line(at: Floats) -> Floats:
    """Sinh z − z for z in [0, 1], by its series: Σ z^(2n+1)/(2n+1)!."""
    tail = np.ones_like(at)
    for n in range(_SERIES_TERMS, 1, -1):
        tail = 1 + at * at / (2 * n * (2 * n + 1)) * tail
    return np.asarray(at**3 / 6 * tail)
