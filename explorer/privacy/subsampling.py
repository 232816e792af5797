"""Poisson subsampling: a mechanism run on a secret random sample protects more than on everybody."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from explorer.mark import N_
from explorer.privacy.mechanism import Floats, Guarantee, Loss
from explorer.privacy.pair import DominatingPair, FinitePair
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import Unsupported
from explorer.privacy.root import settle_up
from explorer.privacy.status import Kind
from explorer.privacy.target import Neighbours, Target

SOURCE = "Li, Qardaji & Su 2012; Balle, Barthe & Gaboardi 2018, Theorem 8; Zhu, Dong & Wang 2022"


def inner_epsilon(epsilon: float, rate: float) -> float:
    r"""The ε that a mechanism may have on a sample: ln(1 + (e^ε − 1)/q)."""
    if epsilon > 30.0:  # e^ε is no more than a factor then: ln((e^ε − (1−q))/q)
        return epsilon - math.log(rate) + math.log1p(-(1 - rate) * math.exp(-epsilon))
    return math.log1p(math.expm1(epsilon) / rate)


def outer_epsilon(epsilon: float, rate: float) -> float:
    r"""The ε of a sample's mechanism for everybody: ln(1 + q(e^ε − 1)), the inverse of `inner_epsilon`."""
    if epsilon > 30.0:
        return epsilon + math.log(rate) + math.log1p((1 - rate) / rate * math.exp(-epsilon))
    return math.log1p(rate * math.expm1(epsilon))


def inner_target(epsilon: float, delta: float, rate: float, neighbours: Neighbours) -> tuple[float, float]:
    r"""What a mechanism must keep on the sample so that everybody gets (ε, δ): (ln(1+(e^ε−1)/q), δ/q).

    Both are capped at the largest that a release may have, which is the private side.

    Errors
    ------
    Unsupported
        Substitution neighbours: a Poisson sample's size depends on the data, and the theorem is for
        adding or removing one unit.
    """
    if rate >= 1:
        return epsilon, delta
    if neighbours is not Neighbours.ADD_REMOVE:
        sentence = N_("sampling each unit by itself is analysed for add or remove; choose those neighbours")
        raise Unsupported(sentence, "sampling_rate")
    highest = parameters(Target)
    return (
        min(inner_epsilon(epsilon, rate), highest["epsilon"].high),
        min(delta / rate, highest["delta"].high),
    )


@dataclass(frozen=True)
class Subsampled:
    r"""The guarantee of `inner` run on a Poisson sample of rate q = `rate` in (0, 1).

    With P, Q the inner pair the outer one is (1−q)Q + qP against Q. D' gives the mixture: you may not be
    in the sample.

    .. math:: \delta_q(\varepsilon) = q\,\delta(\ln(1+(e^\varepsilon-1)/q)),\quad
              f_q(\alpha) = q f(\alpha) + (1-q)(1-\alpha)

    Guarantee
    ---------
    Exact for neighbours that differ by one added unit, where `inner` is; the other direction (one unit
    removed) is no worse at any ε >= 0. The sample itself must stay secret.

    Source
    ------
    Balle, Barthe & Gaboardi (2018), Theorem 8; Zhu, Dong & Wang (2022), Theorem 11.
    """

    inner: Guarantee
    rate: float

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
        """The inner laws, mixed: with probability 1 − q you are not in the sample."""
        inner = self.inner.pair()
        absent, present = math.log1p(-self.rate), math.log(self.rate)
        if isinstance(inner, FinitePair):
            return FinitePair(inner.without, np.logaddexp(absent + inner.without, present + inner.with_you))
        return DominatingPair(
            inner.without,
            lambda x: np.logaddexp(absent + inner.without(x), present + inner.with_you(x)),
            inner.breaks,
            inner.length,
            inner.discrete,
        )

    def log_delta(self, epsilon: Floats, /) -> Floats:
        """ln q + ln δ(ln(1+(e^ε−1)/q))."""
        e = np.asarray(epsilon, dtype=np.float64)
        near = np.log1p(np.expm1(np.minimum(e, 30.0)) / self.rate)
        far = e - math.log(self.rate) + np.log1p(-(1 - self.rate) * np.exp(-e))
        within = np.asarray(self.inner.log_delta(np.where(e > 30.0, far, near)))
        return np.asarray(math.log(self.rate) + within)

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
        """Each inner loss l becomes ln(1−q+q e^l), with (1−q)e^(−l) + q times its probability."""
        inner = self.inner.loss()
        where, mass = inner.atoms[:, 0], inner.atoms[:, 1]
        atoms = np.column_stack((self._moved(where), mass * self._weight(where)))
        support = self._moved(inner.support)
        slope = self.rate * np.exp(inner.support - support)  # d ln(1−q+q e^l)/dl
        density = inner.density * self._weight(inner.support)
        seen = slope > 0
        density = np.where(seen, density / np.where(seen, slope, 1.0), 0.0)
        return Loss(atoms, support, density)

    def _moved(self, losses: Floats) -> Floats:
        return np.asarray(np.logaddexp(math.log1p(-self.rate), math.log(self.rate) + losses))

    def _weight(self, losses: Floats) -> Floats:
        return np.asarray((1 - self.rate) * np.exp(-losses) + self.rate)

    def renyi(self, order: Floats, /) -> Floats:
        """The larger of the integrals of the mixed pair in both directions, to about 1e-9."""
        pair = self.pair()
        orders = np.asarray(order, dtype=np.float64)
        found = [max(pair.renyi(float(each)), pair.renyi(float(each), reverse=True)) for each in orders.flat]
        return np.array(found).reshape(orders.shape)


def sampled(mechanism: Guarantee, rate: float) -> Guarantee:
    """The guarantee of a mechanism run on a sample of this rate; the mechanism itself where all are in it."""
    return mechanism if rate >= 1 else Subsampled(mechanism, rate)
