"""A mechanism on a sample of fixed size, drawn without replacement, between neighbours by substitution."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from explorer.privacy.mechanism import Floats, Loss, Mechanism
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.numerics.logspace import log_or_zero
from explorer.privacy.pairs.pair import DominatingPair, FinitePair
from explorer.privacy.pairs.wide_lattice import smooth_mu
from explorer.privacy.status import Kind
from explorer.privacy.subsampling.poisson import Subsampled, only_without
from explorer.privacy.subsampling.profile_divergence import renyi_of_profiles
from explorer.privacy.subsampling.without_replacement_renyi import renyi_of_lattice_pair, renyi_of_normal_pair

_HALVINGS = 60


@dataclass(frozen=True)
class WithoutReplacement(Subsampled):
    r"""The guarantee of `inner` run on m of n units, drawn without replacement; `rate` is q = m/n in (0, 1).

    `inner` is as it is between two samples of m units of which one unit differs: (P, Q). For γ >= 1

    .. math:: \delta(\ln\gamma) = q\,H_{1+(\gamma-1)/q}(P\|Q),

    for every two neighbours by substitution, both ways round. Composition, Rényi divergence and trade-off
    are those of one pair that has this profile in both directions,

    .. math:: P' = qP + (1-q)(P\wedge Q + \tau\bot),\quad Q' = qQ + (1-q)(P\wedge Q + \tau\bot),

    with P∧Q the smaller of both densities, ⊥ an outcome of its own and τ = 1 − ∫ P∧Q. For γ >= 1 what P'
    has over γQ' lies where P > Q, and is qP + (1−q)Q − γQ = q(P − (1+(γ−1)/q)Q) there; the same holds with P
    and Q exchanged. For γ < 1, H_γ(P'‖Q') = 1 − γ + γ H_{1/γ}(Q'‖P'), as of any two distributions.

    Guarantee
    ---------
    All are proven upper bounds: δ(ε) by the theorem, and whatever dominates each release dominates their
    (adaptive) composition. δ(ε) is attained where all other units are alike. The pair is not: of two given
    datasets one direction costs less, so that a composed total may lie above the truth. The sample must
    stay secret, is drawn anew for each release, and n is public. A smaller share than `rate` costs no more.
    `inner` has one profile in both directions, as all mechanisms here that can be sampled.

    Source
    ------
    Balle, Barthe & Gaboardi (2018), Theorem 9, for the profile; Dong, Roth & Su (2019), Theorem 4.2, for the
    trade-off C_q(f) = min{f_q, f_q⁻¹}** of this pair; Zhu, Dong & Wang (2022), for dominating pairs
    and their composition.
    """

    symmetric: ClassVar[bool] = True

    @property
    def profile_kind(self) -> Kind:
        """An upper bound: no two datasets have the pair's loss in both directions."""
        return Kind.UPPER

    def pair(self) -> DominatingPair | FinitePair:
        """P' and Q'; what only one inner distribution gives, it gives q times as often."""
        inner, unlike = self.inner.pair(), self.unlike
        if isinstance(inner, FinitePair):
            return self._with_nothing(inner, unlike)
        without, with_you = inner.without, inner.with_you
        halfway = (inner.breaks[0] + inner.breaks[-1]) / 2  # the distributions of added noise cross there
        atoms = inner.atoms or FinitePair(np.empty(0), np.empty(0))
        return DominatingPair(
            lambda x: self._kept(without(x), with_you(x)),
            lambda x: self._kept(with_you(x), without(x)),
            tuple(sorted({*inner.breaks, halfway})),
            inner.length,
            inner.discrete,
            self._with_nothing(atoms, unlike),
        )

    @property
    def unlike(self) -> float:
        """(1−q)τ, the probability of ⊥, τ = δ(0) of the inner mechanism."""
        return (1 - self.rate) * math.exp(float(self.inner.log_delta(np.array([0.0]))[0]))

    def _kept(self, own: Floats, other: Floats) -> Floats:
        """ln of q times one distribution, and 1 − q times the smaller of both."""
        smaller = math.log1p(-self.rate) + np.minimum(own, other)
        return np.asarray(np.logaddexp(math.log(self.rate) + own, smaller))

    def _with_nothing(self, inner: FinitePair, unlike: float) -> FinitePair:
        nothing = log_or_zero(np.array([unlike]))
        return FinitePair(
            np.append(self._kept(inner.without, inner.with_you), nothing),
            np.append(self._kept(inner.with_you, inner.without), nothing),
        )

    def trade_off(self, false_alarm: Floats, /) -> Floats:
        """C_q(f): f_q up to where its slope is −1, a straight line, and the inverse of f_q: never above that.

        f_q(α) = q f(α) + (1−q)(1−α); f has slope −1 at α = (1−τ)/2, where it crosses the diagonal.
        """
        alpha = np.asarray(false_alarm, dtype=np.float64)
        first = -math.expm1(float(self.inner.log_delta(np.array([0.0]))[0])) / 2
        last = self.rate * first + (1 - self.rate) * (1 - first)
        low, high = np.zeros_like(alpha), np.full_like(alpha, first)
        for _ in range(_HALVINGS):  # the largest miss rate that f_q takes to more than α
            middle = (low + high) / 2
            above = np.asarray(super().trade_off(middle)) > alpha
            low, high = np.where(above, middle, low), np.where(above, high, middle)
        straight = np.maximum(first + last - alpha, 0.0)
        begun = np.asarray(super().trade_off(np.minimum(alpha, first)))
        return np.where(alpha <= first, begun, np.where(alpha < last, straight, low))

    def loss(self) -> Loss:
        """l > 0 becomes ln(1−q+q e^l), less often; l < 0 becomes −ln(1−q+q e^(−l)), as often; ⊥ has 0."""
        inner = self.inner.loss()
        where, mass = inner.atoms[:, 0], inner.atoms[:, 1]
        atoms = np.column_stack((self._moved(where), mass * self._weight(where)))
        if self.unlike > 0:
            atoms = np.vstack((atoms, [[0.0, self.unlike]]))
        support = inner.support
        size = np.abs(support)  # dl'/dl = q e^(|l|−|l'|)
        slope = math.log(self.rate) + size - np.abs(self._moved(support))
        density = inner.density * self._weight(support) * np.exp(-slope)
        return Loss(atoms, self._moved(support), np.asarray(density))

    def _moved(self, losses: Floats) -> Floats:
        size = np.abs(losses)
        grown = np.logaddexp(math.log1p(-self.rate), math.log(self.rate) + size)
        near = np.log1p(self.rate * np.expm1(np.minimum(size, 1.0)))
        return np.asarray(np.copysign(np.where(size < 1, near, grown), losses))

    def _weight(self, losses: Floats) -> Floats:
        return np.asarray((1 - self.rate) * np.exp(-np.maximum(losses, 0.0)) + self.rate)

    def renyi(self, order: Floats, /) -> Floats:
        """That of the pair, alike in both directions, never below it; infinite where losses are.

        Source
        ------
        A pair that dominates has no smaller f-divergence, for each is an integral of H_γ over γ with
        weights >= 0: Sason & Verdú (2016), Section VII.
        """
        orders = np.asarray(order, dtype=np.float64)
        pair, flat = self.inner.pair(), orders.ravel()
        if only_without(pair) > 0:
            return np.full(orders.shape, math.inf)
        mu = self.inner.mu if isinstance(self.inner, Mechanism) else None
        mu = smooth_mu(self.inner) if mu is None else mu
        if mu is not None:
            return renyi_of_normal_pair(mu, self.rate, flat).reshape(orders.shape)
        if isinstance(self.inner, DiscreteGaussian):
            return renyi_of_lattice_pair(self.inner.sigma, self.inner.sensitivity, self.rate, flat).reshape(
                orders.shape
            )
        pure = self.pure_epsilon
        if pure is None:  # no bound is known for so large losses
            return np.full(orders.shape, math.inf)
        return renyi_of_profiles(self._profiles(pure), flat).reshape(orders.shape)

    def _log_removed(self, epsilon: Floats) -> Floats:
        """The same profile both ways round."""
        return self._log_added(epsilon)

    def _kinks(self) -> Floats:
        """Losses of atoms."""
        atoms = self._moved(self.inner.loss().atoms[:, 0])
        return np.abs(atoms[np.isfinite(atoms)])
