"""Poisson subsampling: a mechanism run on a secret random sample protects more than on everybody."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from explorer.privacy.mechanism import Floats, Guarantee, Loss, Mechanism
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.numerics.logspace import log_or_zero
from explorer.privacy.numerics.root import settle_up
from explorer.privacy.pairs.pair import DominatingPair, FinitePair
from explorer.privacy.pairs.wide_lattice import smooth_mu
from explorer.privacy.status import Kind
from explorer.privacy.subsampling.poisson_renyi import renyi_of_normal, renyi_on_lattice
from explorer.privacy.subsampling.profile_divergence import Profiles, renyi_of_profiles

_MANY = 30.0  # from here on 1 is only a correction beside e^ε
_LARGEST = 709.0  # in the exponent of a number that a float holds
_ROOM = 2.0**-49  # relative, of an ε that a δ is asked of, and of 1 + |ln δ|: what rounding may do to them

SOURCE = "Li, Qardaji & Su 2012; Balle, Barthe & Gaboardi 2018, Theorem 8; Zhu, Dong & Wang 2022"


def inner_epsilon(epsilon: float, rate: float) -> float:
    r"""The ε that a mechanism may have on a sample: ln(1 + (e^ε − 1)/q)."""
    if epsilon > _MANY:  # e^ε is no more than a factor then: ln((e^ε − (1−q))/q)
        return epsilon - math.log(rate) + math.log1p(-(1 - rate) * math.exp(-epsilon))
    return math.log1p(math.expm1(epsilon) / rate)


def outer_epsilon(epsilon: float, rate: float) -> float:
    r"""The ε of a sample's mechanism for everybody: ln(1 + q(e^ε − 1)), the inverse of `inner_epsilon`."""
    if epsilon > _MANY:
        return epsilon + math.log(rate) + math.log1p((1 - rate) / rate * math.exp(-epsilon))
    return math.log1p(rate * math.expm1(epsilon))


@dataclass(frozen=True)
class Subsampled:
    r"""The guarantee of `inner` run on a Poisson sample of rate q = `rate` in (0, 1).

    With P (with you) and Q the inner pair, the outer one is M = (1−q)Q + qP and Q: D' gives the mixture,
    for you may not be in the sample. With γ = e^ε and H_γ(P‖Q) = ∫ max(0, P − γQ),

    .. math:: H_\gamma(M\|Q) = q\,H_{1+(\gamma-1)/q}(P\|Q),\quad
              H_\gamma(Q\|M) = c\,H_{\gamma q/c}(Q\|P),\ c = 1-\gamma(1-q),

    the second 0 where c <= 0; f_q(α) = q f(α) + (1−q)(1−α) for the test of Q against M.

    Guarantee
    ---------
    δ(ε) and ε(δ): exact where `inner` is, for one unit added or removed. The first line is the unit that is
    added; where the inner pair is as hard in both directions (as all here are), the unit that is removed
    is never worse at ε >= 0, for c <= q and γq/c >= 1+(γ−1)/q. The trade-off is that of Q against M; M
    against Q is the same curve with its axes exchanged. Rényi: the larger of the two directions. The sample
    itself must stay secret.

    Source
    ------
    Balle, Barthe & Gaboardi (2018), Theorem 8 (unit added, tight); Zhu, Dong & Wang (2022), Theorem 11
    (both directions).
    """

    inner: Guarantee
    rate: float
    symmetric: ClassVar[bool] = False  # whether both directions have one distribution of the loss

    @property
    def profile_kind(self) -> Kind:
        """That of the mechanism within."""
        return self.inner.profile_kind

    @property
    def pure_epsilon(self) -> float | None:
        """ln(1 + q(e^ε₀ − 1))."""
        inner = self.inner.pure_epsilon
        return None if inner is None else outer_epsilon(inner, self.rate)

    def pair(self) -> DominatingPair | FinitePair:
        """The inner distributions, mixed: with probability 1 − q you are not in the sample."""
        inner = self.inner.pair()
        if isinstance(inner, FinitePair):
            return _mixed(inner, self.rate)
        absent, present = math.log1p(-self.rate), math.log(self.rate)
        return DominatingPair(
            inner.without,
            lambda x: np.logaddexp(absent + inner.without(x), present + inner.with_you(x)),
            inner.breaks,
            inner.length,
            inner.discrete,
            _mixed(inner.atoms, self.rate) if inner.atoms else None,
        )

    def log_delta(self, epsilon: Floats, /) -> Floats:
        """ln q + ln δ(ln(1+(e^ε−1)/q))."""
        within = self._within(np.asarray(epsilon, dtype=np.float64))
        return np.asarray(math.log(self.rate) + np.asarray(self.inner.log_delta(within)))

    def _within(self, epsilon: Floats) -> Floats:
        """ln(1+(e^ε−1)/q), the inner ε."""
        near = np.log1p(np.expm1(np.minimum(epsilon, _MANY)) / self.rate)
        far = np.log1p(-(1 - self.rate) * np.exp(-np.maximum(epsilon, _MANY)))
        return np.where(epsilon > _MANY, epsilon - math.log(self.rate) + far, near)

    def _log_inner(self, within: Floats) -> Floats:
        """At least ln δ of the inner mechanism, 16 units away from what is computed."""
        found = np.asarray(self.inner.log_delta(within * (1 - _ROOM)), dtype=np.float64)
        return found + _ROOM * (1 + np.abs(np.where(found > -np.inf, found, 0.0)))

    def _log_added(self, epsilon: Floats) -> Floats:
        """At least ln H(M‖Q) at each ε >= 0."""
        found = math.log(self.rate) + self._log_inner(self._within(epsilon))
        return np.asarray(found + _ROOM * -math.log(self.rate))

    def _log_removed(self, epsilon: Floats) -> Floats:
        """At least ln H(Q‖M) at each ε >= 0: ln c + ln δ(ε + ln q − ln c), c = 1 − e^ε(1−q) where positive.

        c/q is 1 − (e^ε−1)(1−q)/q, of which more is left; a little less ε makes up for the rest.
        """
        less = epsilon * (1 - _ROOM)
        taken = np.expm1(np.minimum(less, 1.0 - math.log1p(-self.rate))) * ((1 - self.rate) / self.rate)
        there = taken < 1
        log_share = np.log1p(-np.where(there, taken, 0.0))
        within = np.maximum(less - log_share, 0.0)
        found = math.log(self.rate) + log_share + self._log_inner(within)
        found = found + _ROOM * (np.abs(log_share) - math.log(self.rate))
        return np.where(there, found, -np.inf)

    def epsilon_at(self, delta: float) -> float:
        """ln(1+q(e^ε−1)) at the inner ε of δ/q, settled on the private side; 0 from δ = q on."""
        if delta >= self.rate:
            return 0.0
        inner = self.inner.epsilon_at(delta / self.rate)
        epsilon = inner if math.isinf(inner) else outer_epsilon(inner, self.rate)
        if epsilon <= 0 or math.isinf(epsilon) or delta == 0:
            return max(0.0, epsilon)
        return settle_up(epsilon, lambda e: float(self.log_delta(np.array(e))) <= math.log(delta))

    def trade_off(self, false_alarm: Floats, /) -> Floats:
        """q f(α) + (1−q)(1−α)."""
        alpha = np.asarray(false_alarm, dtype=np.float64)
        return np.asarray(self.rate * self.inner.trade_off(alpha) + (1 - self.rate) * (1 - alpha))

    def loss(self) -> Loss:
        """Each inner loss l becomes l_q = ln(1−q+q e^l), with e^(l_q−l) times its probability.

        What only Q gives has no inner loss; the mixture gives it 1 − q times as often: ln(1−q).
        """
        inner = self.inner.loss()
        where, mass = inner.atoms[:, 0], inner.atoms[:, 1]
        atoms = np.column_stack((self._moved(where), mass * self._weight(where)))
        unseen = only_without(self.inner.pair())
        if unseen > 0:
            atoms = np.vstack(([[math.log1p(-self.rate), (1 - self.rate) * unseen]], atoms))
        support = self._moved(inner.support)
        # dl_q/dl = q e^(l−l_q): close to ln(1−q) the losses are drawn together without end.
        logs = log_or_zero(inner.density) + 2 * (support - inner.support) - math.log(self.rate)
        return Loss(atoms, support, np.exp(np.minimum(logs, _LARGEST)))

    def _moved(self, losses: Floats) -> Floats:
        return np.asarray(np.logaddexp(math.log1p(-self.rate), math.log(self.rate) + losses))

    def _weight(self, losses: Floats) -> Floats:
        return np.asarray((1 - self.rate) * np.exp(-losses) + self.rate)

    def renyi(self, order: Floats, /) -> Floats:
        """The larger of the two directions, never below it; infinite where M gives what Q never does.

        That of M against Q, for H(M‖Q) >= H(Q‖M) at every ε >= 0. Above the truth by some 1e-7 relative.
        """
        orders = np.asarray(order, dtype=np.float64)
        pair = self.inner.pair()
        if only_without(pair) > 0:
            return np.full(orders.shape, math.inf)
        flat = orders.ravel()
        mu = self.inner.mu if isinstance(self.inner, Mechanism) else None
        mu = smooth_mu(self.inner) if mu is None else mu
        if mu is not None:
            return renyi_of_normal(mu, self.rate, flat).reshape(orders.shape)
        if isinstance(self.inner, DiscreteGaussian):
            steps = self.inner.sensitivity / self.inner.sigma
            return renyi_on_lattice(self.inner.pair(), steps, self.rate, flat).reshape(orders.shape)
        pure = self.pure_epsilon
        if pure is None:  # no bound is known for so large losses
            return np.full(orders.shape, math.inf)
        return renyi_of_profiles(self._profiles(pure), flat).reshape(orders.shape)

    def _profiles(self, pure: float) -> Profiles:
        return Profiles(self._log_added, self._log_removed, pure * (1 + _ROOM), self._kinks)

    def _kinks(self) -> Floats:
        """Losses of atoms, and where H(Q‖M) ends."""
        atoms = self._moved(self.inner.loss().atoms[:, 0])
        return np.append(np.abs(atoms[np.isfinite(atoms)]), -math.log1p(-self.rate))


def _mixed(inner: FinitePair, rate: float) -> FinitePair:
    absent, present = math.log1p(-rate), math.log(rate)
    return FinitePair(inner.without, np.logaddexp(absent + inner.without, present + inner.with_you))


def only_without(pair: DominatingPair | FinitePair) -> float:
    """The probability of what is given without you and never with you."""
    atoms = pair if isinstance(pair, FinitePair) else pair.atoms
    return float(np.sum(np.exp(atoms.without[atoms.with_you == -np.inf]))) if atoms else 0.0
