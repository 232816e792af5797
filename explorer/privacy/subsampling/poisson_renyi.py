"""An upper bound of the Rényi divergence of Gaussian noise on a Poisson sample, continuous or discrete."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.pairs.pair import DominatingPair, Floats

_LONGEST_LATTICE = 100.0  # the scale, in whole numbers: beyond it the sum is that of a density
_SMOOTH = 14.0  # 200/(1.5π²), of σ²/Δ
_TAILS = 40.0  # scales: e^-800
_UNSEEN = 200.0  # in the exponent, beside a sum: less is no part of it
_TINY, _TERMS = 0.1, 13  # losses for a series, and its terms, of which the next is 1e-18 of the first
_APART = 0.2  # standard deviations, from point to point of a normal distribution
_TURN = 12.0  # points until the mixture's loss has turned by π in the complex plane
_FAR = 10.0  # standard deviations: e^-50
_STEPS = 60
_SMALL, _STEEP, _LEAST = 1e-3, 700.0, 1e-300  # losses for a square; an exponent; for a logarithm
_OFFSETS = 48
_MOST_POINTS = 200_000
_FARTHEST = 1e6  # standard deviations
_WHOLE = 1000  # α Δ, beside which it hardly counts that it need not be a whole number
_UNIT = 2.0**-53
# What no term stands for, e^-50 of the largest one and the rule's own e^-60: with a margin for rounding.
_OUTSIDE = 1 + 1e-15


def renyi_on_lattice(inner: DominatingPair, mu: float, rate: float, orders: Floats) -> Floats:
    r"""ln Σ Q (1+z)^β / (α−1), z = q(P/Q − 1), β = α for (M, Q) and 1−α for (Q, M): the larger.

    Of the discrete distributions of one width around 0 and Δ; where the sum is close to 1, Σ Q[(1+z)^β − 1 −
    βz] is added, whose terms are positive (Σ Q z = 0). (1+z)^α Q peaks near 0 and near αΔ: both
    neighbourhoods are added up. From αμ = 10⁶ on, μ = Δ/σ, the losses there have few digits, and Minkowski's
    inequality stands in: from αΔ = 10³ on it is above the sum by 3e-7 at most.

    Many whole numbers in a σ are the trapezoidal rule of the normal distribution with h = 1/σ
    (`renyi_of_normal`): on the line at d = π/μ it errs by 2e^(d²/2 − 2πdσ), less than e^(−1.5π²σ²/Δ). Where
    that is below e^-200, both sums are the same to the last digit.
    """
    moved_by = inner.breaks[-1] - inner.breaks[0]
    if inner.length > _LONGEST_LATTICE and inner.length**2 > _SMOOTH * moved_by:
        return renyi_of_normal(moved_by / inner.length, rate, orders) * _OUTSIDE
    shift, reach = inner.breaks[-1] - inner.breaks[0], math.ceil(_TAILS * inner.length)

    def points(places: Floats) -> LossPoints:
        log_q = inner.without(places)
        log_p = inner.with_you(places)
        return _mixed(log_q, rate, log_p - log_q, 4 * (np.abs(log_q) + np.abs(log_p)))

    moved = [round(order * shift) for order in orders.tolist()]
    within = max((each for each in moved if each <= 2 * reach), default=0)
    whole = points(np.arange(-reach, reach + within + 1, dtype=np.float64))
    around, found = np.arange(-reach, reach + 1, dtype=np.float64), []
    for order, end in zip(orders.tolist(), moved, strict=True):
        if order * mu > _FARTHEST and end > _WHOLE:
            found.append(_by_minkowski(mu, rate, order))
            continue
        known = slice(2 * reach + end + 1)  # all that lies between both neighbourhoods, where they overlap
        some = whole.part(known) if end <= within else points(np.union1d(around, around + end))
        most = max(log_moment(some, power) for power in (order, 1 - order))
        found.append(most / (order - 1) * _OUTSIDE)
    return np.array(found)


def renyi_of_normal(mu: float, rate: float, orders: Floats) -> Floats:
    r"""ln E[(1−q+q e^l)^α]/(α−1) for l = μx − μ²/2, x standard normal: (M, Q), the worse direction.

    By the trapezoidal rule with a step h: on the line at d above the real one no factor is larger than
    below it but e^(d²/2), and for d < π/μ none has a zero, so that it errs by 2e^(d²/2 − 2πd/h) relative.

    Source
    ------
    Mironov, Talwar & Zhang (2019), Theorem 5, for the direction; Trefethen & Weideman (2014), Theorem 5.1.
    """
    apart, found = min(_APART, math.pi / mu / _TURN), []
    reaches = _normal_reach(mu, rate, orders)
    for order, low, high in zip(orders.tolist(), *reaches, strict=True):
        if high - low > _MOST_POINTS * apart or order * mu > _FARTHEST:
            found.append(_by_minkowski(mu, rate, order))
            continue
        x: Floats = apart * np.arange(math.floor(low / apart), math.ceil(high / apart) + 1, dtype=np.float64)
        log_q = math.log(apart / math.sqrt(2 * math.pi)) - x * x / 2
        points = _mixed(log_q, rate, mu * x - mu * mu / 2, 2 * mu * (np.abs(x) + mu))
        found.append(log_moment(points, order) / (order - 1) * _OUTSIDE)
    return np.array(found)


def _by_minkowski(mu: float, rate: float, order: float) -> float:
    """α ln(1 − q + q e^((α−1)μ²/2))/(α−1): the norm of 1 − q + q P/Q, of continuous or discrete noise.

    D_α(P‖Q) is αμ²/2 at most of both (Canonne, Kamath & Steinke 2020, Theorem 4).
    """
    absent, present = math.log1p(-rate), math.log(rate)
    grown = np.logaddexp(absent, present + (order - 1) * mu * mu / 2)
    rounding = 8 * _UNIT * order * (1 + abs(present) + (order - 1) * mu * mu)
    return (order * float(grown) + rounding) / (order - 1) * _OUTSIDE


def _normal_reach(mu: float, rate: float, orders: Floats) -> tuple[list[float], list[float]]:
    """Where (1+z)^α, or it less 1 + αz, times a normal density matters beside its largest, z = q(e^l − 1).

    (1+z)^α has its peaks in [0, αμ] where x = αμ P(with you | x): the lowest and the highest by turns; z²
    has its own at 2μ. None is narrower than the density. From each outward and inward.
    """
    farthest = np.asarray(mu * orders, dtype=np.float64)
    present = math.log(rate) - mu * mu / 2

    def loss(x: Floats) -> Floats:
        return np.asarray(np.logaddexp(math.log1p(-rate), present + mu * x))

    peaks = np.stack((np.zeros_like(farthest), farthest, np.full_like(farthest, 2 * mu)))
    for _ in range(_STEPS):
        peaks[:2] = farthest * np.exp(present + mu * peaks[:2] - loss(peaks[:2]))
    ratio = np.maximum(farthest / _FAR, 16.0)
    offsets = _FAR / 4 * ratio[:, None] ** np.linspace(0, 1, _OFFSETS)
    around = np.concatenate((-offsets[:, ::-1], np.zeros((len(orders), 1)), offsets), axis=1)
    places = np.concatenate([peak[:, None] + around for peak in peaks], axis=1)
    places = np.sort(np.clip(places, -4 * _FAR, farthest[:, None] + 4 * _FAR), axis=1)
    seen = np.zeros(places.shape, dtype=bool)
    for logs in (_log_of_term(loss(places), orders[:, None]), orders[:, None] * loss(places)):
        weight = logs - places * places / 2
        seen |= weight > weight.max(axis=1, keepdims=True) - _FAR * _FAR / 2
    last = places.shape[1] - 1
    first, end = np.argmax(seen, axis=1), last - np.argmax(seen[:, ::-1], axis=1)
    each = np.arange(len(orders))
    return (
        places[each, np.maximum(first - 1, 0)].tolist(),
        places[each, np.minimum(end + 1, last)].tolist(),
    )


def _log_of_term(loss: Floats, order: Floats) -> Floats:
    """About ln[(1+z)^α − 1 − αz], 1+z = e^l: of l small to the second order, else l + ln(e^(yl) − 1 − …)."""
    excess = order - 1
    rise = excess * loss
    small = np.maximum(np.abs(loss), np.abs(order * loss)) < _SMALL
    near = np.log(order * excess / 2) + 2 * np.log(np.maximum(np.abs(loss), _LEAST))
    bend = np.expm1(np.minimum(rise, _STEEP)) + excess * np.expm1(-loss)
    far = np.where(rise > _STEEP, rise, np.log(np.maximum(bend, _LEAST)))
    return np.where(small, near, loss + far)


@dataclass(frozen=True)
class LossPoints:
    """ln Q and the mixture's loss l = ln(1+z) at each point (n,), and by how many units l may be off."""

    log_q: Floats
    loss: Floats
    off: Floats

    def part(self, which: slice | NDArray[np.bool_]) -> LossPoints:
        """Some of the points."""
        return LossPoints(self.log_q[which], self.loss[which], self.off[which])


def _mixed(log_q: Floats, rate: float, inner: Floats, off: Floats) -> LossPoints:
    """Of inner losses w that may be off by `off` units: l = ln(1 + q(e^w − 1)).

    That form keeps the digits of a small w; ln(1−q) and ln q + w, of which each may be off by 4 units of its
    size, are for the others. w counts as much as you are likely to be in the sample.
    """
    present, near = math.log(rate), np.abs(inner) < 1
    small = np.log1p(rate * np.expm1(np.where(near, inner, 0.0)))
    loss = np.where(near, small, np.logaddexp(math.log1p(-rate) if rate < 1 else -math.inf, present + inner))
    counted = np.exp(np.minimum(present + inner - loss, 0.0))
    moved = off + np.where(near, 0.0, 5 * (abs(present) + np.abs(inner)))
    return LossPoints(log_q, loss, 16 * np.abs(loss) + counted * moved)


def log_moment(points: LossPoints, power: float) -> float:
    """At least ln Σ Q e^(βl): every rounding is added.

    Where the sum is close to 1, that is ln(1 + Σ Q[(1+z)^β − 1 − βz]), whose terms are positive: written as
    Q[e^l (e^(yl) − 1) − y(e^l − 1)], y = β−1, nothing of a small y is lost. l that is off by d moves a term
    by |β Q e^l (e^(yl) − 1)| d; else it errs by 4 units of its exponents and 32 of what it is the difference
    of, NumPy's sum in pairs included.
    """
    logs = points.log_q + power * points.loss
    direct = _log_sum(logs)
    if direct > 0.1:
        some = points.part(logs >= direct - _UNSEEN)  # at least the largest, where no double tells both
        exponent = np.abs(some.log_q) + np.abs(power * some.loss) + np.abs(power) * some.off
        return direct + _UNIT * (4 * float(exponent.max()) + 64)
    # Of either distribution, or of the sum.
    seen = points.part(np.maximum(logs, points.log_q + np.maximum(points.loss, 0.0)) > -_UNSEEN)
    log_q, loss, excess = seen.log_q, seen.loss, power - 1
    q, here, rise = np.exp(log_q), np.exp(log_q + loss), excess * loss
    raised = here * np.expm1(np.where(np.abs(rise) < 1, rise, 0.0))
    raised = np.where(np.abs(rise) < 1, raised, np.exp(log_q + power * loss) - here)
    gained = excess * np.where(loss < 1, q * np.expm1(np.minimum(loss, 1.0)), here - q)
    tiny = np.maximum(np.abs(loss), np.abs(power * loss)) < _TINY
    series = q * _above_the_tangent(np.where(tiny, loss, 0.0), power)
    terms = np.where(tiny, series, raised - gained)
    size = np.where(tiny, series, np.abs(raised) + np.abs(gained))
    apart = np.where(np.abs(rise) < 1, 0.0, here) + np.where(loss < 1, 0.0, np.abs(excess) * (here + q))
    units = (size + apart) * (32 + 4 * (np.abs(log_q) + np.abs(loss) + np.abs(power * loss)))
    units += np.abs(power * raised) * seen.off
    return math.log1p(max(0.0, float(terms.sum() + _UNIT * units.sum())))


def _above_the_tangent(loss: Floats, power: float) -> Floats:
    """(1+z)^β − 1 − βz, 1+z = e^l, for small l and βl: Σ (β^n − β) l^n/n!, of which nothing cancels."""
    found, excess = np.zeros_like(loss), power - 1
    for n in range(_TERMS, 1, -1):
        near = abs(excess) < 0.5
        growth = math.expm1((n - 1) * math.log1p(excess)) if near else power ** (n - 1) - 1
        found = (found + growth / math.factorial(n)) * loss
    return np.asarray(found * loss * power, dtype=np.float64)


def _log_sum(logs: Floats) -> float:
    peak = float(logs.max())
    if peak == -math.inf:
        return peak
    return peak + math.log(float(np.exp(logs[logs >= peak - _UNSEEN] - peak).sum()))
