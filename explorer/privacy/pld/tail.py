"""δ of those sums in which a loss lies far out, which `split_loss` sets aside.

Whether a loss of the sum is a far one can be told from the outputs, so that δ is that of sums of near losses
and that of all others. These are few and their δ changes slowly with ε: much noise does, and few frequencies.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from explorer.privacy.mechanism import Floats
from explorer.privacy.pld.contour_transform import EpsilonQuery
from explorer.privacy.pld.contour_values import deltas
from explorer.privacy.pld.initial_guess import cumulants
from explorer.privacy.pld.off_lattice import scattered
from explorer.privacy.pld.remaining_terms import Others, log_less
from explorer.privacy.pld.split_loss import Divided

_TILTS = 120
_FLATTEST, _STEEPEST = 1e-3, 1e3  # over the largest loss
_OF_THE_BRACKET = 0.1  # of δ·steep·close, for what δ of far losses may be off by
_OF_THAT = 0.1  # for noise, and for cells
_ASTRAY, _NEAR = 20.0, 1.5  # brackets by which a first guess may be wrong, and any other
_MOST_FAR, _MOST_OF_ALL = 10.0, 300.0  # ln B/A, and ln of how many times the near sums all others are
_LEAST_SHARE = 1e-12  # of the largest average, below which it takes too many nodes
# Far more than the rounding of what far losses hold (`loss_distribution`). And about all there is.
_ROOM, _ALL = 1 + 1e-6, 1 - 1e-9


@dataclass(frozen=True)
class FarLossDelta:
    """Of δ at least `low`, at every ε up to `until`, and at most `high` from `since` on: (R,) each."""

    low: Floats
    high: Floats
    until: Floats
    since: Floats


def beside(losses: Divided, delta: float, sought: EpsilonQuery) -> FarLossDelta:
    """What far losses make of δ near each guess; their probability, where it takes too many nodes.

    Without a guess, at any ε.
    """
    reach = np.full(len(sought.guess), math.inf)
    if sought.known and sought.astray is None:
        reach = _ASTRAY * sought.close
    elif sought.known and sought.astray is not None:
        astray = np.where(np.isnan(sought.astray), math.inf, sought.astray)
        reach = np.maximum(astray, _NEAR * sought.close)
    since, until = np.maximum(sought.guess - reach, 0.0), sought.guess + reach
    low, high = _looked_at(losses, delta, sought, since, until)
    far = np.minimum([each.held for each in losses.far], _ALL)
    held = -np.expm1(sought.counts @ np.log1p(-far))
    return FarLossDelta(low, np.minimum(high, held * _ROOM), until, since)


def _looked_at(
    losses: Divided, delta: float, sought: EpsilonQuery, since: Floats, until: Floats
) -> tuple[Floats, Floats]:
    counts = sought.counts
    low, high = np.zeros(len(counts)), np.ones(len(counts))
    last = np.where(np.isfinite(until), until, since)
    allowed = np.log(_OF_THE_BRACKET * delta * np.minimum(sought.steep * sought.close, 1.0))
    theta, ratios, log_delta = _tilt(losses, counts, since)
    share = math.exp(min(float((allowed - log_delta).min()), 0.0))
    if share < _LEAST_SHARE:
        return low, high
    noise = math.sqrt(2 * _OF_THAT * share / (theta * (1 + theta)))
    cells, most = _OF_THAT * share / theta / 2, counts.max(axis=0)
    expected = most * ratios / min(1.0, float(most @ ratios))  # of far losses, where there is one
    near = scattered(losses.near, most, theta, theta, float(last.max()), cells)
    some = [i for i, each in enumerate(losses.far) if each.held > 0]
    far = scattered([losses.far[i] for i in some], expected[some], theta, theta, float(last.max()), cells)
    rows = np.arange(len(counts))
    for side, at in enumerate((until, since)):
        others = Others.of([each[side] for each in near], [each[side] for each in far], some, theta)
        summed = others.noised(counts, noise, allowed, since, last) if np.isfinite(at).all() else None
        if summed is not None and side == 0:
            low = deltas(summed, rows, at, False)
        elif summed is not None:
            high = deltas(summed, rows, at, True)
    return low, high


def _tilt(losses: Divided, counts: Floats, at: Floats) -> tuple[float, Floats, Floats]:
    """The saddle point of the middle row, or a flatter tilt; B/A of each distribution; ln δ, about, (R,)."""
    top = max(each.top for each in losses.far if each.held > 0)
    theta = np.geomspace(_FLATTEST / top, _STEEPEST / top, _TILTS)
    near = np.array([cumulants(each, theta)[0] for each in losses.near])
    none = np.full(_TILTS, -math.inf)
    far = np.array([cumulants(each, theta)[0] if each.held > 0 else none for each in losses.far])
    apart = np.minimum(far - near, _MOST_FAR + 1)
    more = counts @ np.logaddexp(0.0, apart)
    whole = counts @ near + more + log_less(more)
    least = whole - np.outer(at, theta) - np.log(theta * (1 + theta))
    usable = (apart.max(axis=0) <= _MOST_FAR) & (more.max(axis=0) <= _MOST_OF_ALL)
    best = int(np.argmin(np.where(usable, least[len(at) // 2], math.inf)))
    bent = np.gradient(np.gradient(whole, theta, axis=1), theta, axis=1)[:, best]
    scale = np.maximum(bent, 0.0) + 1 / theta[best] ** 2 + 1 / (1 + theta[best]) ** 2
    return float(theta[best]), np.exp(apart[:, best]), least[:, best] - np.log(2 * math.pi * scale) / 2
