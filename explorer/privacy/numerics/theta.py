r"""Sums of e^(−n²/(2σ²)) over the whole numbers: what everything about the discrete Gaussian is made of.

Below σ = 10 the terms are added, each positive, until the rest is less than e^−50 of the sum. From there on
a tail is its integral from the midpoint before its first term, with the Euler–Maclaurin terms of that
midpoint (Abramowitz & Stegun 23.1.32): while n/σ² <= ½ the seventh is below 1e-16 of the sum, so that
nothing is left out that double precision could hold. Where n/σ² is larger, neighbouring terms differ by
e^(1/4) or more, and 230 of them are the sum. The whole sum is σ√(2π) within e^(−2π²σ²) (Poisson summation).
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import scipy
from numpy.typing import NDArray

from explorer.privacy.numerics.logspace import log1mexp, log_or_zero, mills_ratio, mills_slope
from explorer.privacy.numerics.quadrature import gauss_legendre

Floats = NDArray[np.float64]

SMOOTH = 10.0  # from this σ on
_STEEP = 0.25  # of n/σ²: from here on terms are added
_TABLE = 36.0  # standard deviations: e^(−36²/2) is a number still
_EXPONENT = 50.0
_LEAST = 8  # terms, however fast they fall
_LOG_ROOT_TWO_PI = 0.9189385332046727
_NODES = 10
# B_2k(½)/(2k)!, k = 1, 2, ...: −1/24, 7/5760, ...
_MIDPOINT = (
    *(-1 / 24, 7 / 5760, -31 / 967680, 127 / 154828800, -73 / 3503554560),
    *(1414477 / 2678117105664000, -8191 / 612141052723200),
)


@lru_cache(maxsize=256)
def log_whole(sigma: float) -> float:
    """ln Σ e^(−n²/(2σ²)) over all whole n."""
    if sigma >= SMOOTH:
        return math.log(sigma) + _LOG_ROOT_TWO_PI
    n = np.arange(1.0, math.ceil(sigma * 10) + _LEAST)
    return math.log1p(2 * float(np.sum(np.exp(-((n / sigma) ** 2) / 2))))


def log_tail(first: Floats, sigma: float) -> Floats:
    """ln P(N >= first) of the discrete Gaussian distribution, for each whole number `first`."""
    m = np.asarray(first, dtype=np.float64)
    result = np.empty_like(m)
    added = m > (_STEEP * sigma**2 if sigma >= SMOOTH else _TABLE * sigma)
    result[added] = _added(m[added], sigma, m[added], 0.0) - log_whole(sigma)
    if sigma >= SMOOTH:
        u = (m[~added] - 0.5) / sigma
        result[~added] = scipy.special.log_ndtr(-u) + np.log1p(_share(u, sigma))
    else:
        result[~added] = _from_table(m[~added], sigma)
    return np.minimum(result, 0.0)


def _from_table(first: Floats, sigma: float) -> Floats:
    """As `log_tail` for first <= 36 σ: the sums of all terms from the far end on."""
    edge = _edge(sigma)
    place = np.maximum(first + edge, 0.0).astype(np.int64)
    return np.asarray(np.log(_sums(sigma)[place]) - log_whole(sigma), dtype=np.float64)


def _edge(sigma: float) -> int:
    """How far on either side of 0 the table of sums goes."""
    return math.ceil((_TABLE + 2) * sigma) + 1


@lru_cache(maxsize=16)
def _sums(sigma: float) -> Floats:
    """Of all terms from each place on. A σ below 10 is asked about some fifty times a picture."""
    n = np.arange(-_edge(sigma), _edge(sigma) + 1, dtype=np.float64)
    sums = np.cumsum(np.exp(-((n[::-1] / sigma) ** 2) / 2))[::-1]
    sums.setflags(write=False)
    return sums


def log_hockey_stick(epsilon: Floats, sigma: float, shift: float) -> Floats:
    r"""ln Σ max(0, P(n) − e^ε P(n+Δ)) for each ε >= 0, Δ = `shift`.

    With t = εσ²/Δ − Δ/2 the terms are P(n)(1 − e^((t−n)Δ/σ²)), n > t: none is negative.
    """
    first, gap = _threshold(np.asarray(epsilon, dtype=np.float64), sigma, shift)
    if sigma < SMOOTH:
        return np.minimum(_added(first, sigma, gap, shift) - log_whole(sigma), 0.0)
    result = np.empty_like(first)
    steep = first > _STEEP * sigma**2
    apart = ~steep & (first + shift > 2 * _STEEP * sigma**2)
    near = ~steep & ~apart
    if np.any(steep):
        result[steep] = _added(first[steep], sigma, gap[steep], shift) - log_whole(sigma)
    if np.any(apart):
        m = first[apart]
        head = log_tail(m, sigma)
        other = _tilted(m, gap[apart], sigma, shift) - log_whole(sigma)
        result[apart] = head + log1mexp(other - head)
    if np.any(near):
        result[near] = _close(first[near], gap[near], sigma, shift)
    return np.minimum(result, 0.0)


def _threshold(epsilon: Floats, sigma: float, shift: float) -> tuple[Floats, Floats]:
    """The first whole n above t = εσ²/Δ − Δ/2, and t − n.

    With twice the digits of a double: where t is nearly whole, δ depends on which side of it t lies.
    """
    square, square_error = _product(np.array(sigma), np.array(sigma))
    scaled, scaled_error = _product(epsilon, square)
    share = scaled / shift
    back, back_error = _product(share, np.array(shift))
    rest = ((scaled - back) - back_error + scaled_error + epsilon * square_error) / shift
    t = share - shift / 2
    moved = t - share
    rest = rest + (share - (t - moved)) + (-shift / 2 - moved)
    whole = np.floor(t)
    first = np.where((t == whole) & (rest < 0), whole, whole + 1)
    return first, np.minimum((t - first) + rest, 0.0)


def _product(one: Floats, other: Floats) -> tuple[Floats, Floats]:
    """A product and its rounding error, exactly (Dekker 1971)."""
    product = one * other
    high, above = (134217729.0 * each - (134217729.0 * each - each) for each in (one, other))
    low, below = one - high, other - above
    return product, ((high * above - product) + high * below + low * above) + low * below


def _added(first: Floats, sigma: float, gap: Floats, shift: float) -> Floats:
    """ln Σ e^(−n²/(2σ²)) over n >= first, term by term.

    Where `shift` > 0 each is times 1 − e^((t−n)Δ/σ²), t = first + gap.
    """
    start = np.maximum(first, -math.ceil(_EXPONENT / 5 * sigma) - float(_LEAST))
    if not start.size:
        return start
    base = np.maximum(start, 0.0)
    reach = 2 * _EXPONENT * sigma**2 / (base + np.sqrt(base**2 + 2 * _EXPONENT * sigma**2)) + base - start
    k = np.arange(0.0, math.ceil(float(np.max(reach))) + _LEAST)  # n = start + k, which may exceed 2⁵³
    logs = ((base - start)[..., None] - k) * ((base + start)[..., None] + k) / sigma / (2 * sigma)
    if shift > 0:
        tilt = np.minimum((gap[..., None] - ((start - first)[..., None] + k)) * (shift / sigma / sigma), 0.0)
        logs = logs + log_or_zero(-np.expm1(tilt))
    top = np.max(logs, axis=-1, keepdims=True)
    top = np.where(np.isfinite(top), top, 0.0)
    total = log_or_zero(np.sum(np.exp(logs - top), axis=-1)) + top[..., 0]
    return np.asarray(total - (base / sigma) ** 2 / 2, dtype=np.float64)


def _tilted(first: Floats, gap: Floats, sigma: float, shift: float) -> Floats:
    """ln Σ e^(−n²/(2σ²) + (t−n)Δ/σ²) over n >= first, where each is below e^(−1/2) of the one before."""
    k = np.arange(0.0, 2 * _EXPONENT + _LEAST)
    fall = k * ((first[..., None] + shift) / sigma + k / (2 * sigma)) / sigma
    head = -((first / sigma) ** 2) / 2 + gap * (shift / sigma / sigma)
    return np.asarray(head + np.log(np.sum(np.exp(-fall), axis=-1)), dtype=np.float64)


def _close(first: Floats, gap: Floats, sigma: float, shift: float) -> Floats:
    r"""The hockey stick by Euler–Maclaurin, both tails together, so that nothing cancels.

    At the midpoint a = first − ½, u = a/σ, μ = Δ/σ, h = (t−a)Δ/σ², the sum is φ(u) times
    W(u) − e^h W(u+μ), W = M + C: Mills' ratio and the midpoint's terms. W(u) − W(u+μ) is the integral of
    −W' (Gauss–Legendre, 10 nodes) where the two are close.
    """
    u, mu = (first - 0.5) / sigma, shift / sigma
    lift = np.expm1((gap + 0.5) * (shift / sigma / sigma))
    shown = np.maximum(u, -30.0)
    both = np.stack((shown, shown + mu))
    mills, terms = mills_ratio(both), _terms(both, sigma)
    here, there = mills + terms
    ratio = (1 + lift) * there / here
    result, far = np.empty_like(u), ratio < 0.6
    near = ~far  # searches ask for one place at a time: only the form that it needs is worked out
    if np.any(far):
        tail = scipy.special.log_ndtr(-u[far]) + np.log1p(terms[0, far] / mills[0, far])
        result[far] = tail + np.log1p(-ratio[far])
    if np.any(near):
        nodes, weights = gauss_legendre(_NODES)
        inner = shown[near, None] + mu / 2 * (1 + nodes)
        slopes = mills_slope(inner) - _slopes(inner, sigma)
        above = slopes @ weights * (mu / 2) - (lift * there)[near]
        result[near] = -(u[near] ** 2) / 2 - _LOG_ROOT_TWO_PI + log_or_zero(np.maximum(above, 0.0))
    return result


def _share(u: Floats, sigma: float) -> Floats:
    """C(u)/M(u)."""
    shown = np.maximum(u, -30.0)
    return _terms(shown, sigma) / mills_ratio(shown)


def _hermite(u: Floats, sigma: float) -> list[Floats]:
    """He_j(u)/σ^j for j = 0, 1, ...: the j-th derivative of φ(x/σ), up to sign, by φ."""
    x = u / sigma
    found = [np.ones_like(u), x]
    for j in range(1, 2 * len(_MIDPOINT)):
        found.append(x * found[-1] - j / sigma**2 * found[-2])
    return found


def _terms(u: Floats, sigma: float) -> Floats:
    """C(u): the Euler–Maclaurin terms of a tail of φ(n/σ)/σ that begins at the midpoint u, by φ(u)."""
    h = _hermite(u, sigma)
    return np.asarray(sum(c * h[2 * k + 1] for k, c in enumerate(_MIDPOINT)) / sigma, dtype=np.float64)


def _slopes(u: Floats, sigma: float) -> Floats:
    """C'(u)."""
    h = _hermite(u, sigma)
    slopes = sum(c * (2 * k + 1) * h[2 * k] for k, c in enumerate(_MIDPOINT)) / sigma**2
    return np.asarray(slopes, dtype=np.float64)


def log_ratio(centre: Floats, sigma: float) -> Floats:
    """ln Σ e^(−(n−c)²/(2σ²)) − ln Σ e^(−n²/(2σ²)) for each c in [−½, ½]: never above 0.

    From σ = ½ on by the dual sum 1 + 2 Σ e^(−2π²σ²k²) cos 2πkc (Poisson), below it term by term.
    """
    c = np.asarray(centre, dtype=np.float64)[..., None]
    if sigma >= 0.5:
        k = np.arange(1.0, 6.0)
        weight = 2 * np.exp(-2 * (np.pi * sigma * k) ** 2)
        lost = 2 * np.sum(weight * np.sin(np.pi * k * c) ** 2, axis=-1)
        return np.asarray(np.log1p(-lost / (1 + np.sum(weight))), dtype=np.float64)
    n = np.concatenate((np.arange(-7.0, 0.0), np.arange(1.0, 8.0)))
    beside = np.log1p(np.sum(np.exp(n * (2 * c - n) / sigma / (2 * sigma)), axis=-1))
    return np.asarray(-((c[..., 0] / sigma) ** 2) / 2 + beside - log_whole(sigma), dtype=np.float64)
