r"""The Rényi divergence of normal noise on a sample without replacement: of the pair that dominates it.

With L = ln(1−q+q P/Q) where P > Q, that pair has the loss L there, −L where Q > P as often the other way
round, and 0 elsewhere. So E[e^((α−1)L')] = 1 + ∫_{P>Q} (1 − e^(−(α−1)L))(e^(αL) − 1) dQ: positive terms.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from explorer.privacy.numerics.quadrature import gauss_legendre
from explorer.privacy.pairs.pair import Floats

_NODES = 12  # of one panel
_PANEL = 0.5  # standard deviations
_TURN = 0.4  # of π/μ, where the loss turns in the complex plane
_FAR = 40.0  # standard deviations: e^-800
_UNSEEN = 60.0  # in the exponent, beside the largest panel
_FARTHEST = 2e4  # standard deviations, of α times a shift
_UNIT = 2.0**-53
_OUTSIDE = 1 + 1e-14  # for quadrature: a margin, not a proof

Points = Callable[[Floats], Floats]


def renyi_of_normal_pair(mu: float, rate: float, orders: Floats) -> Floats:
    r"""At least ln(1 + ∫_{x>μ/2} (1 − e^(−(α−1)L))(e^(αL) − 1) φ dx)/(α−1), L = ln(1−q+q e^(μx−μ²/2)).

    By twelve Gauss points a panel, of at most half a standard deviation and 0.4π/μ: the nearest singular
    point of L lies π/μ beside the line. Panels e^-60 below the largest are left out.

    Parameters
    ----------
    mu : > 0, the shift in standard deviations
    rate : in (0, 1)
    orders : (n,), > 1

    Guarantee
    ---------
    Never below but for quadrature, less than 1e-14 relative, which is added. Where αμ > 2·10⁴ it is the
    bound (1−q + q e^((α−1)μ²/2))^α of E e^(αL) instead, by Minkowski's inequality.
    """
    return np.array([_of_one_order(mu, rate, order) for order in orders.tolist()])


def _of_one_order(mu: float, rate: float, order: float) -> float:
    if order * mu > _FARTHEST:
        grown = np.logaddexp(math.log1p(-rate), math.log(rate) + (order - 1) * mu * mu / 2)
        rounding = 8 * _UNIT * order * (1 + abs(math.log(rate)) + (order - 1) * mu * mu)
        return float(np.logaddexp(0.0, order * grown + rounding)) / (order - 1) * _OUTSIDE
    wide = min(_PANEL, _TURN * math.pi / mu)
    far = max(order, 2.0) * mu + _FAR
    places: Floats = mu / 2 + wide * np.arange(math.ceil((far - mu / 2) / wide), dtype=np.float64)

    def logs(x: Floats) -> Floats:
        return _log_terms(mu * (x - mu / 2), -x * x / 2, rate, order)

    rough = logs(places + wide / 2)
    seen = places[rough > rough.max() - _UNSEEN]
    nodes, shares = gauss_legendre(_NODES)
    points = (seen[:, None] + wide / 2 * (1 + nodes)).ravel()
    weights = np.tile(np.log(wide / 2 * shares), len(seen)) - math.log(2 * math.pi) / 2
    return _divergence(logs(points) + weights, order, points * points / 2)


def renyi_of_lattice_pair(sigma: float, sensitivity: float, rate: float, orders: Floats) -> Floats:
    r"""The same sum over the whole numbers x > Δ/2 for noise of mass e^(−x²/(2σ²))/Σ.

    Its terms peak near Δ/2, near 2Δ (where L is small, as L²Q) or near αΔ: 40 σ around all three are
    added up.

    Parameters
    ----------
    sigma, sensitivity : > 0, the latter whole
    rate : in (0, 1)
    orders : (n,), > 1
    """
    reach = math.ceil(_FAR * sigma)
    whole = np.arange(-reach, reach + 1, dtype=np.float64)
    log_sum = math.log(float(np.exp(-((whole / sigma) ** 2) / 2).sum()))
    least, around = math.floor(sensitivity / 2) + 1, whole
    found = []
    for order in orders.tolist():
        centres = (least, round(2 * sensitivity), round(order * sensitivity))
        x = np.unique(np.concatenate([centre + around for centre in centres]))
        x = x[x >= least]
        loss = (x - sensitivity / 2) * (sensitivity / sigma / sigma)
        log_q = -((x / sigma) ** 2) / 2 - log_sum
        found.append(_divergence(_log_terms(loss, log_q, rate, order), order, -log_q))
    return np.array(found)


def _log_terms(inner: Floats, log_q: Floats, rate: float, order: float) -> Floats:
    """ln of (1 − e^(−(α−1)L))(e^(αL) − 1) Q at inner losses > 0."""
    near = np.log1p(rate * np.expm1(np.minimum(inner, 1.0)))
    loss = np.where(inner < 1, near, np.logaddexp(math.log1p(-rate), math.log(rate) + inner))
    loss = np.maximum(loss, 1e-300)
    first, second = -np.expm1(-(order - 1) * loss), -np.expm1(-order * loss)
    return np.asarray(np.log(np.maximum(first, 1e-320)) + np.log(second) + order * loss + log_q)


def _divergence(logs: Floats, order: float, exponents: Floats) -> float:
    """ln(1 + Σ e^logs)/(α−1), a term off by 8 units of its exponents and 64 of itself."""
    peak = float(logs.max())
    seen = logs >= peak - _UNSEEN  # one at least, where no double tells both
    together = peak + math.log(float(np.exp(logs[seen] - peak).sum()))
    off = _UNIT * (8 * float((np.abs(logs) + 2 * exponents)[seen].max()) + 64)
    return float(np.logaddexp(0.0, together + off)) / (order - 1) * _OUTSIDE
