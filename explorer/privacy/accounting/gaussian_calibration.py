"""The normal distribution's δ(ε), and the least σ of many (ε, δ), or the least ε of many μ, at once."""

from __future__ import annotations

import math

import numpy as np
import scipy
from numpy.typing import NDArray

from explorer.privacy.numerics.logspace import log_or_zero, mills_ratio, mills_slope
from explorer.privacy.numerics.quadrature import gauss_legendre

Floats = NDArray[np.float64]

_LOG_ROOT_TWO_PI = 0.9189385332046727
_NODES = 10
# A margin, not a proof: of a computed ln δ, relative or absolute; against 60 digits it stays below 3e-15.
_ERROR = 1e-14
_STEPS = 200
_NEAR = 1e-6  # in u: the next step squares it
_LAST_STEP = 1e-9  # in ln μ: where Newton moves so little, the next step would be rounding


def private_goal(goal: float | Floats, mu: float | Floats = 1.0, error: float = _ERROR) -> Floats:
    """So far below ln δ = goal that a computed value there is not above goal in truth.

    At a large μ the rounding of u = ε/μ − μ/2, some units of μ, moves ln δ by as much times √(2 ln 1/δ);
    so does that of the first output that counts, where the noise is discrete. `error`: of a computed ln δ.
    """
    wanted = np.asarray(goal, dtype=np.float64)
    return wanted - error * np.maximum(1.0, -wanted) - 4e-16 * mu * (1 + np.sqrt(-2 * wanted))


def gaussian_log_delta(epsilon: Floats, mu: float | Floats) -> Floats:
    r"""ln δ(ε) = ln φ(u) + ln(M(u) − M(u+μ)), u = ε/μ − μ/2, M Mills' ratio.

    The identity e^ε φ(u+μ) = φ(u) takes the exponentials out of Balle & Wang's difference. Where the two
    ratios are close, their difference is the integral of −M' over [u, u+μ] (Gauss–Legendre, 10 nodes).

    Parameters
    ----------
    epsilon : array, nats, >= 0
    mu : a number, or an array that broadcasts with `epsilon`; > 0

    Source
    ------
    Balle & Wang (2018), Theorem 8.
    """
    start = epsilon / mu - mu / 2
    u = np.maximum(start, -30.0)
    ratio = mills_ratio(u + mu) / mills_ratio(u)
    apart = scipy.special.log_ndtr(-start) + np.log1p(-np.minimum(ratio, 0.6))
    nodes, weights = gauss_legendre(_NODES)
    steps = np.asarray(mu)[..., None] / 2 * (1 + nodes)
    inside = mills_slope(u[..., None] + steps) @ weights * (mu / 2)
    close = -(start**2) / 2 - _LOG_ROOT_TWO_PI + log_or_zero(inside)
    return np.minimum(np.where(ratio < 0.6, apart, close), 0.0)


def gaussian_loss_above(epsilon: Floats, mu: float) -> Floats:
    r"""The probability that the privacy loss of a μ-GDP normal release exceeds ε.

    .. math:: \Pr[L>\varepsilon]=\Phi(\mu/2-\varepsilon/\mu),\qquad L\sim N(\mu^2/2,\,\mu^2)

    It is above δ(ε) = E[max(0, 1 − e^(ε−L))]: to ask for Pr[L > ε] <= δ is enough for (ε, δ), not necessary.

    Source
    ------
    Balle & Wang (2018), Lemma 3.
    """
    return np.asarray(scipy.special.ndtr(mu / 2 - np.asarray(epsilon) / mu), dtype=np.float64)


def gaussian_epsilons(delta: float, mu: Floats) -> Floats:
    r"""The smallest ε >= 0 at which each μ-GDP release is (ε, δ)-DP: `Gaussian.epsilon_at` of many μ at once.

    In u = ε/μ − μ/2, ln δ = ln φ(u) + ln(M(u) − M(u+μ)) falls and is concave, so Newton's steps on it from
    above only come nearer; its slope is −μ M(u+μ)/(M(u) − M(u+μ)). The last step is of the form
    without cancellation, then upward where δ is still above the goal.

    Parameters
    ----------
    delta : in (0, 1)
    mu : (n,) array, > 0

    Returns
    -------
    (n,) array, nats

    Guarantee
    ---------
    δ(ε) is at most `delta`, the rounding of ln δ allowed for (`private_goal`).

    Source
    ------
    Dong, Roth & Su (2019), Corollary 2.13; Balle & Wang (2018), Theorem 8.
    """
    goal = private_goal(math.log(delta), mu)
    u = np.full(len(mu), -float(scipy.special.ndtri(delta)))
    for _ in range(_STEPS):
        at = np.maximum(u, -mu / 2)
        far = mills_ratio(at + mu)
        apart = np.maximum(mills_ratio(at) - far, 1e-16 * far)
        above = np.log(apart) - at * at / 2 - _LOG_ROOT_TWO_PI - goal
        step = above * apart / (mu * far)
        u = at + step
        if np.all((np.abs(step) <= _NEAR * np.maximum(1.0, np.abs(at))) | (u <= -mu / 2)):
            break
    epsilon = np.maximum(mu * (u + mu / 2), 0.0)
    above = gaussian_log_delta(epsilon, mu) - goal * (1 + 4e-16)
    epsilon = np.maximum(epsilon + above * apart / far, 0.0)
    step = np.spacing(epsilon)
    while np.any(above := gaussian_log_delta(epsilon, mu) > goal):
        epsilon, step = np.where(above, epsilon + step, epsilon), 2 * step
    return epsilon


def sigmas(epsilon: Floats, delta: Floats, sensitivity: float) -> Floats:
    r"""The least σ at each (ε, δ): `Gaussian.calibrated` of all of them at once.

    Newton's steps in ln μ on ln ln 1/δ, nearly a straight line (for small δ, ln 1/δ is about ε²/2μ²), kept
    within a bracket that is halved where a step leaves it; then upward by units in the last place until
    every one keeps its δ.

    Parameters
    ----------
    epsilon, delta : (n,) arrays, ε in nats > 0, δ in (0, 0.5]
    sensitivity : the L2 norm of what one unit can move, > 0

    Returns
    -------
    (n,) array, in the units of the answer

    Guarantee
    ---------
    δ(ε) at each σ is at most the δ asked for, the rounding of ln δ allowed for; σ(1 − 1e-9) gives more.

    Source
    ------
    Balle & Wang (2018), Algorithm 1; the slope: ∂δ/∂μ = φ(u), their Theorem 8 differentiated.
    """
    at = np.asarray(epsilon, dtype=np.float64)
    wanted = np.log(np.asarray(delta, dtype=np.float64))
    goal = private_goal(wanted)
    low, high = _bracket(at, wanted, goal)
    log_mu = (low + high) / 2
    for _ in range(_STEPS):
        mu = np.exp(log_mu)
        found = gaussian_log_delta(at, mu)
        over = found > goal
        low, high = np.where(over, low, log_mu), np.where(over, log_mu, high)
        log_slope = log_mu - (at / mu - mu / 2) ** 2 / 2 - _LOG_ROOT_TWO_PI - found  # of ln δ
        step = found * np.log(found / goal) * np.exp(-log_slope)
        aimed = log_mu - step
        inside = (aimed >= low) & (aimed <= high)
        before, log_mu = log_mu, np.where(inside, aimed, (low + high) / 2)
        if np.all(np.abs(log_mu - before) <= _LAST_STEP):
            break
    return _settled(sensitivity / np.exp(log_mu), at, goal, sensitivity)


def _bracket(at: Floats, wanted: Floats, goal: Floats) -> tuple[Floats, Floats]:
    """ln μ between which ln δ passes the goal, from the textbook's σ outward."""
    low = np.log(at) - np.log(2 * (math.log(1.25) - wanted)) / 2
    high = low.copy()
    while np.any(over := gaussian_log_delta(at, np.exp(low)) > goal):
        low = low - over
    while np.any(under := gaussian_log_delta(at, np.exp(high)) < goal):
        high = high + under
    return low, high


def _settled(sigma: Floats, at: Floats, goal: Floats, sensitivity: float) -> Floats:
    """Larger by doubling units in the last place wherever δ is still above the goal."""
    step = np.spacing(sigma)
    for _ in range(_STEPS):
        over = gaussian_log_delta(at, sensitivity / sigma) > goal
        if not np.any(over):
            return sigma
        sigma = np.where(over, sigma + step, sigma)
        step = np.where(over, 2 * step, step)
    raise ValueError("no σ nearby keeps its δ")
