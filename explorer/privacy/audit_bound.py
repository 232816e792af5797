"""What counting an event on two neighbouring tables proves about epsilon: a certified lower bound."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_
from explorer.privacy.mechanism import Floats
from explorer.privacy.parameter import Parameter, Scale
from explorer.privacy.refusal import OutOfRange

Integers = NDArray[np.int64]
ALPHA = Parameter("alpha", "α", N_("probability of a false positive"), 1e-12, 0.1, 1e-6, Scale.LOG)
RUNS = Parameter("runs", "runs", N_("runs per dataset"), 100, 1_000_000, 2000, Scale.LOG, integer=True)
SOURCE = "Clopper & Pearson 1934; Ding et al. 2018; Jagielski, Ullman & Oprea 2020"
_BOUNDS = 4  # two sides, each from below and from above: Bonferroni
_ROUNDING = 1e-9  # relative; the tests hold the computed ends to a tenth of it


def limits(times: Integers, runs: int, alpha: float) -> tuple[Floats, Floats]:
    r"""Clopper and Pearson's lower and upper limit of a probability, each failing with `alpha` at most.

    .. math:: \Pr[\mathrm{Bin}(n,p_{\mathrm{low}})\ge k]=\alpha,\qquad
              \Pr[\mathrm{Bin}(n,p_{\mathrm{high}})\le k]=\alpha

    Parameters
    ----------
    times : (m,) whole numbers k in 0 .. n: how often the event came about
    runs : n >= 1, independent
    alpha : in (0, 1/2]

    Guarantee
    ---------
    Rounded outward by 1e-9 relative, which is more than the error of the arithmetic.

    Errors
    ------
    OutOfRange

    Source
    ------
    Clopper & Pearson (1934), Biometrika 26(4).
    """
    import scipy

    _check(runs, alpha)
    never, always = times == 0, times == runs
    low = scipy.special.betaincinv(np.where(never, 1, times), runs - times + 1, alpha)
    high = scipy.special.betainccinv(times + 1, np.where(always, 1, runs - times), alpha)
    least: Floats = np.where(never, 0.0, np.where(always, math.exp(math.log(alpha) / runs), low))
    most: Floats = np.where(always, 1.0, np.where(never, -math.expm1(math.log(alpha) / runs), high))
    return least * (1 - _ROUNDING), np.minimum(1.0, most * (1 + _ROUNDING))


def log_ratios(times: Integers, other_times: Integers, runs: int, delta: float, alpha: float) -> Floats:
    r"""The epsilon that each pair of counts certifies by itself; negative or -inf where it certifies none.

    .. math:: \max\ \ln\frac{p_{\mathrm{low}}-\delta}{p'_{\mathrm{high}}}

    over the two directions of a pair of tables, for the event and for its opposite: all follow from the
    same four limits, each of which may fail with α/4 (Bonferroni).

    Parameters
    ----------
    times, other_times : (m,) whole numbers in 0 .. n, on D and on D′
    runs, delta, alpha : as for `epsilon_lower_bound`, which this is for m events; certified for one of them
        that was chosen beforehand
    """
    both = [(times, other_times), (other_times, times)]
    both += [(runs - one, runs - other) for one, other in both]
    asked = np.flatnonzero(np.bincount(np.concatenate([one for one, _ in both])))
    low, high = limits(asked, runs, alpha / _BOUNDS)
    best = np.full(times.shape, -np.inf)
    for one, other in both:
        left = low[np.searchsorted(asked, one)] - delta
        certain = np.log(np.maximum(left, 1e-300)) - np.log(high[np.searchsorted(asked, other)])
        best = np.maximum(best, np.where(left > 0, certain, -np.inf))
    return best


def epsilon_lower_bound(times: int, other_times: int, runs: int, delta: float, alpha: float) -> float:
    r"""A lower bound on epsilon from how often one event came about on D and on D′.

    .. math:: \varepsilon\ \ge\ \max\left(0,\ \ln\frac{p_{\mathrm{low}}-\delta}{p'_{\mathrm{high}}}\right)

    Parameters
    ----------
    times, other_times : how often in `runs` independent runs of each side
    delta : in [0, 1)
    alpha : the probability that the statement fails

    Guarantee
    ---------
    If the release is (ε, δ)-differentially private and the event was chosen before these runs, the result
    exceeds ε with probability `alpha` at most, whatever the event is.

    Errors
    ------
    OutOfRange

    Source
    ------
    Jagielski, Ullman & Oprea (2020), Section 4; Ding, Wang, Wang, Zhang & Kifer (2018).

    >>> round(epsilon_lower_bound(1000, 0, 1000, 0.0, 1e-6), 2)
    4.18
    """
    if not (0 <= times <= runs and 0 <= other_times <= runs):
        raise OutOfRange(N_("an event occurs 0 to {runs:plain} times", runs=runs), "times")
    _check_delta(delta)
    found = log_ratios(np.array([times]), np.array([other_times]), runs, delta, alpha)
    return max(0.0, float(found[0]))


def largest_certifiable(runs: int, delta: float, alpha: float) -> float:
    r"""The most that so many runs can certify: an event that always is on one side, never on the other.

    .. math:: \ln\frac{q-\delta}{1-q},\qquad q=(\alpha/4)^{1/n}

    Errors
    ------
    OutOfRange
    """
    _check(runs, alpha)
    _check_delta(delta)
    exponent = math.log(alpha / _BOUNDS) / runs
    left = math.exp(exponent) * (1 - _ROUNDING) - delta
    if left <= 0:
        return 0.0
    return max(0.0, math.log(left / min(1.0, -math.expm1(exponent) * (1 + _ROUNDING))))


def runs_needed(epsilon: float, delta: float, alpha: float) -> float:
    r"""The least number of runs that can certify more than `epsilon`; a whole number, inf beyond 1e15.

    .. math:: n>\frac{\ln(\alpha/4)}{\ln\left(1-\frac{1-\delta}{1+e^{\varepsilon}}\right)}

    With fewer, `largest_certifiable` lies below the claim and no fault can show.

    Errors
    ------
    OutOfRange
    """
    _check(1, alpha)
    _check_delta(delta)
    if epsilon > 35:
        return math.inf
    least = math.log(alpha / _BOUNDS) / math.log1p(-(1 - delta) / (1 + math.exp(epsilon)))
    runs = math.floor(least) + 1
    while runs < 1e15 and not largest_certifiable(runs, delta, alpha) > epsilon:
        runs += max(1, runs >> 30)  # where rounding outward takes what a whole run gives
    return float(runs) if runs <= 1e15 else math.inf


def _check(runs: int, alpha: float) -> None:
    if runs < 1:
        raise OutOfRange(N_("at least one run per dataset is needed"), "runs")
    if not 0 < alpha <= 0.5:
        raise OutOfRange(N_("the probability of a false positive must lie between 0 and 1/2"), "alpha")


def _check_delta(delta: float) -> None:
    if not 0 <= delta < 1:
        raise OutOfRange(N_("δ must lie in [0, 1)"), "delta")
