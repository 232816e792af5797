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


def on_lattice(pair: DominatingPair) -> bool:
    """Whether the laws live on whole numbers and are narrow enough to be added up one by one."""
    return pair.discrete and pair.length <= _LONGEST_LATTICE


def renyi_on_lattice(inner: DominatingPair, rate: float, orders: Floats) -> Floats:
    r"""ln Σ Q (1+z)^β / (α−1), z = q(P/Q − 1), β = α for (M, Q) and 1−α for (Q, M): the larger.

    Normal-like laws without end; where the sum is close to 1, Σ Q[(1+z)^β − 1 − βz] is added, whose terms
    are positive (Σ Q z = 0). (1+z)^α Q peaks near 0 and near αΔ: both neighbourhoods are added up.
    """
    shift, reach = inner.breaks[-1] - inner.breaks[0], math.ceil(_TAILS * inner.length)
    around = np.arange(-reach, reach + 1, dtype=np.float64)
    found = []
    for order in orders.tolist():
        places = np.union1d(around, around + round(order * shift))
        log_q = inner.without(places)
        loss = np.logaddexp(math.log1p(-rate), math.log(rate) + inner.with_you(places) - log_q)
        found.append(max(_log_moment(log_q, loss, power) for power in (order, 1 - order)) / (order - 1))
    return np.array(found)


def _log_moment(log_q: Floats, loss: Floats, power: float) -> float:
    direct = _log_sum(log_q + power * loss)
    if direct > 0.1:
        return direct
    small = np.abs(power * loss) < 1
    z = np.expm1(np.where(small, loss, 0.0))
    near = np.exp(log_q) * (np.expm1(power * np.where(small, loss, 0.0)) - power * z)
    far = np.exp(log_q + power * loss) - np.exp(log_q) - power * (np.exp(log_q + loss) - np.exp(log_q))
    return math.log1p(max(0.0, float(np.sum(np.where(small, near, far)))))


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
    """From where on the integrand is negligible beside its largest value before."""
    reach, largest = 1e-12, -math.inf
    while True:
        terms = integrand(np.linspace(0, reach, 65))
        largest = max(largest, float(terms.max()))
        if terms[-1] < largest - _NEGLIGIBLE:
            return reach
        reach *= 1.5


def _log_sum(logs: Floats) -> float:
    peak = float(logs.max())
    return peak + math.log(float(np.sum(np.exp(logs - peak)))) if peak > -math.inf else peak
