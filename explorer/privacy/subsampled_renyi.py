"""The Rényi divergence of a mechanism on a Poisson sample, from its δ or from its law on whole numbers."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from explorer.privacy.logspace import log_or_zero
from explorer.privacy.pair import DominatingPair, Floats, LogLaw

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)
_PANELS = 256
_MOST_PANELS = 8192
_SHARE = 16  # panels, of the stretch on which an integrand matters
_MOST_KINKS = 4000
_NEGLIGIBLE = 45.0  # in the exponent: e^-45 of the largest term
_LONGEST_LATTICE = 1000.0  # the scale, in whole numbers; beyond, δ is as smooth as that of a density
_TAILS = 40.0  # scales: e^-800
_UNSEEN = 200.0  # in the exponent, beside a sum: less is no part of it
_TINY, _TERMS = 0.02, 9  # losses for a series, and its terms
_APART = 0.2  # standard deviations, from point to point of a normal law
_TURN = 12.0  # points until the mixture's loss has turned by π in the complex plane
_FAR = 10.0  # standard deviations: e^-50
_STEPS = 60
_OFFSETS = 48
_LAST, _PLACES = 1e12, 2401  # of a loss
_CLIMBS = 8
_MOST_POINTS = 200_000
_FARTHEST = 1e6  # standard deviations


def on_lattice(pair: DominatingPair) -> bool:
    """Whether the laws live on whole numbers and are narrow enough to be added up one by one."""
    return pair.discrete and pair.length <= _LONGEST_LATTICE


def renyi_on_lattice(inner: DominatingPair, rate: float, orders: Floats) -> Floats:
    r"""ln Σ Q (1+z)^β / (α−1), z = q(P/Q − 1), β = α for (M, Q) and 1−α for (Q, M): the larger.

    Normal-like laws without end; where the sum is close to 1, Σ Q[(1+z)^β − 1 − βz] is added, whose terms
    are positive (Σ Q z = 0). (1+z)^α Q peaks near 0 and near αΔ: both neighbourhoods are added up.
    """
    shift, reach = inner.breaks[-1] - inner.breaks[0], math.ceil(_TAILS * inner.length)

    def laws(places: Floats) -> tuple[Floats, Floats]:
        log_q = inner.without(places)
        return log_q, np.logaddexp(math.log1p(-rate), math.log(rate) + inner.with_you(places) - log_q)

    moved = [round(order * shift) for order in orders.tolist()]
    within = max((each for each in moved if each <= 2 * reach), default=0)
    log_q, loss = laws(np.arange(-reach, reach + within + 1, dtype=np.float64))
    around, found = np.arange(-reach, reach + 1, dtype=np.float64), []
    for order, end in zip(orders.tolist(), moved, strict=True):
        known = slice(2 * reach + end + 1)  # all that lies between both neighbourhoods, where they overlap
        both = (log_q[known], loss[known]) if end <= within else laws(np.union1d(around, around + end))
        found.append(max(_log_moment(*both, power) for power in (order, 1 - order)) / (order - 1))
    return np.array(found)


def renyi_of_normal(mu: float, rate: float, orders: Floats) -> Floats:
    r"""ln E[(1−q+q e^l)^α]/(α−1) for l = μx − μ²/2, x standard normal: (M, Q), the worse direction.

    By the trapezoidal rule with a step h: on the line at d above the real one no factor is larger than
    below it but e^(d²/2), and for d < π/μ none has a zero, so that it errs by 2e^(d²/2 − 2πd/h) relative.

    Source
    ------
    Mironov, Talwar & Zhang (2019), Theorem 5, for the direction; Trefethen & Weideman (2014), Theorem 5.1.
    """
    absent, present = math.log1p(-rate), math.log(rate)
    apart = min(_APART, math.pi / mu / _TURN)

    def loss(x: Floats) -> Floats:
        return np.asarray(np.logaddexp(absent, present + mu * x - mu * mu / 2))

    found = []
    reaches = _normal_reach(loss, mu, present - mu * mu / 2, orders)
    for order, low, high in zip(orders.tolist(), *reaches, strict=True):
        if high - low > _MOST_POINTS * apart or order * mu > _FARTHEST:
            grown = np.logaddexp(absent, present + (order - 1) * mu * mu / 2)  # Minkowski's inequality
            found.append(order / (order - 1) * float(grown))
            continue
        x: Floats = apart * np.arange(math.floor(low / apart), math.ceil(high / apart) + 1, dtype=np.float64)
        log_q = math.log(apart / math.sqrt(2 * math.pi)) - x * x / 2
        found.append(_log_moment(log_q, loss(x), order) / (order - 1))
    return np.array(found)


def _normal_reach(loss: LogLaw, mu: float, shift: float, orders: Floats) -> tuple[list[float], list[float]]:
    """Where e^(αl) times a normal density matters: its peaks lie in [0, αμ], none narrower than the density.

    A peak is where x = αμ P(with you | x): the lowest and the highest by turns, then outward and inward.
    """
    farthest = np.asarray(mu * orders, dtype=np.float64)
    peaks = np.stack((np.zeros_like(farthest), farthest))
    for _ in range(_STEPS):
        peaks = farthest * np.exp(shift + mu * peaks - loss(peaks))
    ratio = np.maximum(farthest / _FAR, 16.0)
    offsets = _FAR / 4 * ratio[:, None] ** np.linspace(0, 1, _OFFSETS)
    around = np.concatenate((-offsets[:, ::-1], np.zeros((len(orders), 1)), offsets), axis=1)
    places = np.concatenate((peaks[0][:, None] + around, peaks[1][:, None] + around), axis=1)
    places = np.sort(np.clip(places, -4 * _FAR, farthest[:, None] + 4 * _FAR), axis=1)
    logs = orders[:, None] * loss(places) - places * places / 2
    seen = logs > logs.max(axis=1, keepdims=True) - _FAR * _FAR / 2
    last = places.shape[1] - 1
    first, end = np.argmax(seen, axis=1), last - np.argmax(seen[:, ::-1], axis=1)
    each = np.arange(len(orders))
    return (
        places[each, np.maximum(first - 1, 0)].tolist(),
        places[each, np.minimum(end + 1, last)].tolist(),
    )


def _log_moment(log_q: Floats, loss: Floats, power: float) -> float:
    logs = log_q + power * loss
    direct = _log_sum(logs)
    if direct > 0.1:
        return direct
    seen = np.maximum(logs, log_q + np.maximum(loss, 0.0)) > -_UNSEEN  # of either law, or of the sum
    log_q, loss = log_q[seen], loss[seen]
    tiny = np.maximum(np.abs(loss), np.abs(power * loss)) < _TINY
    near = float((np.exp(log_q[tiny]) * _above_the_tangent(loss[tiny], power)).sum())
    log_q, loss = log_q[~tiny], loss[~tiny]
    q, inner = np.exp(log_q), np.where(loss < 1, loss, 0.0)
    gained = np.where(loss < 1, q * np.expm1(inner), np.exp(log_q + loss) - q)
    little = np.where(np.abs(power * loss) < 1, power * loss, 0.0)
    raised = np.where(np.abs(power * loss) < 1, q * np.expm1(little), np.exp(log_q + power * loss) - q)
    return math.log1p(max(0.0, near + float((raised - power * gained).sum())))


def _above_the_tangent(loss: Floats, power: float) -> Floats:
    """(1+z)^β − 1 − βz, 1+z = e^l, for small l and βl: Σ (β^n − β) l^n/n!, of which nothing cancels."""
    found = np.zeros_like(loss)
    for n in range(_TERMS, 1, -1):
        found = (found + (power ** (n - 1) - 1) / math.factorial(n)) * loss
    return np.asarray(found * loss * power, dtype=np.float64)


def renyi_of_profile(
    added: LogLaw, removed: LogLaw, ends: tuple[float, float | None], atoms: Floats, orders: Floats
) -> Floats:
    r"""ln(1 + α(α−1) ∫₀^∞ [e^((α−1)x) H(P‖Q) + e^(−αx) H(Q‖P)] dx)/(α−1), H at γ = e^x.

    `added` and `removed` give ln H(M‖Q) and ln H(Q‖M) at each ε >= 0, `ends` an ε from which on the second
    is 0 and one for the first (None: nowhere), `atoms` the losses at which they have kinks. The larger of
    (M, Q) and (Q, M); all terms are positive.

    Source
    ------
    Sason & Verdú (2016), f-divergence Inequalities, Section VII.
    """
    octaves = np.floor(np.log2(orders - 1))
    found = np.empty_like(orders)
    for octave in sorted(set(octaves.tolist())):  # orders that can share their points
        here = octaves == octave
        edges = _edges(added, ends, atoms, float(orders[here].max()))
        half = np.diff(edges)[:, None] / 2
        x = (edges[:-1, None] + half * (1 + _NODES)).ravel()
        width = log_or_zero((half * _WEIGHTS).ravel())
        forth, back = added(x) + width, removed(x) + width
        found[here] = [_divergence(order, x, forth, back) for order in orders[here].tolist()]
    return found


def _divergence(order: float, x: Floats, forth: Floats, back: Floats) -> float:
    rising, falling = (order - 1) * x, -order * x
    log_sum = max(
        _log_sum(np.concatenate((forth + rising, back + falling))),
        _log_sum(np.concatenate((back + rising, forth + falling))),
    )
    return float(np.logaddexp(0.0, math.log(order) + math.log(order - 1) + log_sum)) / (order - 1)


def _edges(added: LogLaw, ends: tuple[float, float | None], atoms: Floats, order: float) -> Floats:
    """Panels as far as the integrand matters, with the kinks of δ between them."""

    def integrand(x: Floats) -> Floats:
        return np.asarray(added(x) + (order - 1) * x)

    bend, last = ends[0], _end(integrand) if ends[1] is None else ends[1]
    kinks = np.abs(atoms) if atoms.size <= _MOST_KINKS else np.empty(0)
    count = min(max(math.ceil(_SHARE * last / _width(integrand, last)), _PANELS), _MOST_PANELS)
    parts = (
        np.linspace(0, min(bend, last), _PANELS),
        np.geomspace(last * 1e-13, last, 2 * _PANELS),  # a small sample draws small losses together
        np.linspace(0, last, count),
        kinks,
    )
    panels = np.concatenate(parts)
    return np.asarray(np.sort(panels[(panels >= 0) & (panels <= last)]), dtype=np.float64)


def _width(integrand: Callable[[Floats], Floats], end: float) -> float:
    """On how much of [0, end] the integrand is more than negligible."""
    low, high = 0.0, end
    for _ in range(3):
        x = np.linspace(low, high, 1025)
        terms = integrand(x)
        (seen,) = np.nonzero(terms > terms.max() - _NEGLIGIBLE)
        if not seen.size:
            return end
        low, high = float(x[max(seen[0] - 1, 0)]), float(x[min(seen[-1] + 1, 1024)])
    return high - low


def _end(integrand: Callable[[Floats], Floats]) -> float:
    """From where on the integrand is negligible beside its largest value before.

    It may have two peaks, far apart: seen at places in a geometric row, each is climbed between its
    neighbours there.
    """
    places = np.geomspace(1e-12, _LAST, _PLACES)
    terms = integrand(places)
    inner = (terms[1:-1] >= terms[:-2]) & (terms[1:-1] >= terms[2:]) & (terms[1:-1] > -np.inf)
    tops = np.flatnonzero(inner) + 1
    highest = max((_climbed(integrand, places[at - 1], places[at + 1]) for at in tops), default=-math.inf)
    (seen,) = np.nonzero(terms > max(highest, float(terms.max())) - _NEGLIGIBLE)
    last = max(int(seen[-1]) if seen.size else 0, int(tops[-1]) if tops.size else 0)
    return float(places[min(last + 1, _PLACES - 1)])


def _climbed(integrand: Callable[[Floats], Floats], low: float, high: float) -> float:
    """The largest value between two places around one peak."""
    highest = -math.inf
    for _ in range(_CLIMBS):
        places = np.linspace(low, high, 9)
        terms = integrand(places)
        best = int(np.argmax(terms))
        highest = max(highest, float(terms[best]))
        low, high = float(places[max(best - 1, 0)]), float(places[min(best + 1, 8)])
    return highest


def _log_sum(logs: Floats) -> float:
    peak = float(logs.max())
    if peak == -math.inf:
        return peak
    return peak + math.log(float(np.exp(logs[logs >= peak - _UNSEEN] - peak).sum()))
