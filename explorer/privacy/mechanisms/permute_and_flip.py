"""Permute-and-flip: as the exponential mechanism, but no candidate is proposed twice; less score is lost."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import Choice, Cost, Floats, Loss, Selection, least_scale
from explorer.privacy.mechanisms.exponential import checked_loss, lost_at_most, names_of, neighbouring
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.numerics.quadrature import gauss_legendre
from explorer.privacy.pairs.pair import DominatingPair
from explorer.privacy.shape import PLAIN, Shape, shape_field
from explorer.privacy.shared import noise_param, sensitivity_param
from explorer.privacy.status import Kind

_NODES = 24  # of one panel
_FALL = 6.0  # in the exponent, over one panel
_NEGLIGIBLE = 48.0  # e^-48 of the whole


@dataclass(frozen=True)
class PermuteAndFlip(Selection):
    r"""In random order each candidate flips a coin that succeeds with probability q_r = e^((u_r−u*)/s).

    The first whose coin succeeds is chosen; u* is the best score. (2Δ/s, 0)-DP for scores within Δ. It is
    the same as adding exponential noise of scale s to every score and choosing the largest sum.

    Guarantee
    ---------
    Exact over all scores together, with two candidates or more: the smallest δ is that of Laplace noise of
    scale s at sensitivity 2Δ. Proof: let D be the largest sum within a set S of candidates less the
    largest outside it, so that P(S) = P(D > 0). No neighbour changes P(S) more than the one that moves S
    by Δ and the rest by −Δ, which is D by 2Δ. The largest of exponential variables has density
    P(just one exceeds x)/s <= P(any exceeds x)/s; so the density of D at x is at most P(D > x)/s and,
    the other way round, at most P(D < x)/s. The Laplace distribution has equality in one of the two
    everywhere, and so no distribution of D gains more by a move of 2Δ. Two candidates attain it: their D is
    Laplace noise. For single scores δ can be smaller, and the Rényi divergence of the pair lies above that of
    any scores.

    Source
    ------
    McKenna & Sheldon (2020), Theorem 1; Ding et al. (2021) for the exponential noise.
    """

    id: ClassVar[str] = "permute-and-flip"
    order: ClassVar[int] = 57
    title: ClassVar[Sentence] = N_("permute-and-flip")
    source: ClassVar[str] = "McKenna & Sheldon 2020, Theorem 1; Ding et al. 2021"
    norm: ClassVar[str] = "score"
    noise_parameter: ClassVar[str] = "scale"
    pure: ClassVar[bool] = True
    mirrored: ClassVar[bool] = True
    attained: ClassVar[bool] = False  # each of its curves is the worst over all scores, of different ones
    wish: ClassVar[Sentence] = N_("score loss at most {wished} in {confidence} of releases")
    wish_name: ClassVar[Sentence] = N_("score loss")
    formula: ClassVar[str] = "P(r) = q_r ∫₀¹ Π_{t≠r} (1 − z q_t) dz,  q_r = e^((u_r−u*)/s),  s = 2Δ/ε"
    latex: ClassVar[str] = (
        r"P(r) = q_r \int_0^1 \prod_{t \neq r} (1 - z q_t)\, dz, \quad "
        r"q_r = e^{(u_r-u^*)/s}, \quad s = \frac{2\Delta}{\varepsilon}"
    )

    scale: float = noise_param(
        "s",
        N_("scale"),
        N_("A candidate whose score is s lower has a coin that succeeds e times less often."),
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
    def _alike(self) -> Laplace:
        """The noise that is as hard to see through."""
        return Laplace(self.scale, 2 * self.sensitivity)

    @property
    def rho(self) -> float:
        """That of the noise (`Laplace.rho`), which dominates every choice."""
        return self._alike.rho

    def pair(self) -> DominatingPair:
        """Laplace distributions around 0 and 2Δ: together they dominate every choice."""
        return self._alike.pair()

    def log_delta(self, epsilon: Floats, /) -> Floats:
        r"""ln δ(ε'), δ(ε') = 1 − e^((ε'−ε)/2) for 0 <= ε' < ε = 2Δ/s, else 0."""
        return self._alike.log_delta(epsilon)

    def epsilon_at(self, delta: float) -> float:
        """ε + 2 ln(1−δ), not below 0."""
        return self._alike.epsilon_at(delta)

    def trade_off(self, false_alarm: Floats, /) -> Floats:
        """1 − e^ε α up to ½e^(−ε), e^(−ε)/(4α) up to ½, e^(−ε)(1−α) beyond."""
        return self._alike.trade_off(false_alarm)

    def loss(self) -> Loss:
        """Atoms ½ at ε and ½e^(−ε) at −ε; density ¼e^(−(ε−l)/2) between."""
        return self._alike.loss()

    def renyi(self, order: Floats, /) -> Floats:
        """Of the pair: an upper bound for any scores."""
        return self._alike.renyi(order)

    def choice(self, scores: tuple[float, ...]) -> Choice:
        """The candidates; one unit raises the score of the second best by Δ."""
        before, after = neighbouring(scores, self.sensitivity)
        return Choice(names_of(len(scores)), self.log_probabilities(before), self.log_probabilities(after))

    def log_probabilities(self, scores: Floats) -> Floats:
        r"""ln of the chance of each candidate, given all `scores` u: (n,) for (n,), at the scale s.

        .. math:: q_r \int_0^1 \prod_{t\ne r}(1 - z q_t)\,dz,\quad q_t = e^{(u_t - \max u)/s}

        z is the random time at which r's turn comes.

        The integrand falls at least as fast as e^(−z(Σq − q_r)), so panels over which that exponent is 6
        and 24 points in each give some 1e-13; all terms are positive.
        """
        log_success = (scores - scores.max()) / self.scale
        success = np.exp(log_success)
        total = float(success.sum())
        reach = min(1.0, _NEGLIGIBLE / total)
        edges = np.linspace(0.0, reach, math.ceil(reach * total / _FALL) + 1)
        half = np.diff(edges)[:, None] / 2
        nodes, shares = gauss_legendre(_NODES)
        times = (edges[:-1, None] + half + half * nodes).ravel()
        weights = (half * shares).ravel()
        log_fails = np.log1p(-times[:, None] * success)
        others = np.exp(log_fails.sum(axis=1)[:, None] - log_fails)
        return np.asarray(log_success + np.log(weights @ others), dtype=np.float64)

    def cost(self, confidence: float) -> Cost:
        """The score of what is chosen is at most s ln((N−1)/(2β)) below the best, β = 1 − confidence.

        To be chosen, another candidate's exponential noise must exceed that of the best by the score that
        is lost: ½e^(−t/s) for t, and there are N − 1 others.
        """
        doubled = math.log(2) + math.log1p(-confidence)
        value = self.scale * max(0.0, math.log(self.candidates - 1) - doubled)
        return Cost(lost_at_most(value, confidence), value, Kind.UPPER)

    def reaches(self, wish: float, confidence: float) -> bool:
        """Whether no more score is lost than `wish`, by that bound."""
        return self.cost(confidence).value <= checked_loss(wish)
