"""What a guarantee means for one person: odds, beliefs, and how well anybody can tell."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from explorer.mark import N_
from explorer.privacy.mechanism import Floats, Guarantee
from explorer.privacy.numerics.logspace import logistic
from explorer.privacy.pairs.probability_table import Tables
from explorer.privacy.refusal import OutOfRange, out_of_range
from explorer.privacy.subsampling.poisson import Subsampled

_SURE = math.nextafter(1.0, 0.0)  # what rounding may make of less than certainty


@dataclass(frozen=True)
class Odds:
    """Of 100 releases, so many would look as if you were in the data: without you, and with you."""

    without: float
    with_you: float


@dataclass(frozen=True)
class Risk:
    """How well anybody can tell whether you are in the data, at prior ½.

    `best_guess` is the probability that the best guess is right, `advantage` the largest difference of
    true and false alarms.
    """

    best_guess: float
    advantage: float
    odds: Odds


def worst_case(epsilon: float, delta: float) -> Risk:
    """Over all (ε, δ)-DP mechanisms: best guess (e^ε+δ)/(1+e^ε), advantage (e^ε−1+2δ)/(e^ε+1).

    Guarantee
    ---------
    Attained by randomised response (and by discrete Laplace at sensitivity 1) where δ = 0.

    Source
    ------
    Kairouz, Oh & Viswanath (2015), Theorem 2.1; the sentence of odds: Nanayakkara et al. (2023).
    """
    wrong = (1 - delta) * logistic(-epsilon)
    right = logistic(epsilon) + delta * logistic(-epsilon)
    advantage = math.tanh(epsilon / 2) + 2 * delta * logistic(-epsilon)
    return _risk(right, advantage, Odds(100 * wrong, 100 * right))


def of_mechanism(mechanism: Guarantee) -> Risk:
    """That mechanism's own: the total variation distance of its pair, TV = δ(0).

    Of 100, 50(1−TV) without you and 50(1+TV) with you: Laplace 50e^(−ε/2), Gaussian 100Φ(−μ/2). That is a
    test where the trade-off is symmetric. On a sample of rate q it is not; there the same test of the
    mechanism within, at a = (1−TV₀)/2, gives 100a and 100(q(1−a) + (1−q)a), TV = q TV₀ apart. Of two tables
    it is the test that says P wherever p > q.
    """
    log_distance = float(mechanism.log_delta(np.array([0.0]))[0])
    distance, missing = math.exp(log_distance), -math.expm1(log_distance)
    if isinstance(mechanism, Subsampled):
        within = -math.expm1(float(mechanism.inner.log_delta(np.array([0.0]))[0])) / 2
        rate = mechanism.rate
        odds = Odds(100 * within, 100 * (rate * (1 - within) + (1 - rate) * within))
    elif isinstance(mechanism, Tables):
        alarms, hits = mechanism.forward.best_test
        odds = Odds(100 * alarms, 100 * hits)
    else:
        odds = Odds(50 * missing, 100 - 50 * missing)
    return _risk((1 + distance) / 2, distance, odds)


def _risk(best_guess: float, advantage: float, odds: Odds) -> Risk:
    """Nothing is certain: what rounding has made so is the next number below."""
    all_of_them = math.nextafter(100.0, 0.0)
    return Risk(
        min(best_guess, _SURE), min(advantage, _SURE), Odds(odds.without, min(odds.with_you, all_of_them))
    )


def posterior(epsilon: float, prior: float) -> tuple[float, float]:
    """The range of what anybody can believe after one pure-ε release, from `prior` in [0, 1].

    π/(π+(1−π)e^ε) <= posterior <= πe^ε/(πe^ε+1−π). With δ > 0 there is no such range for every output.
    """
    if prior in (0.0, 1.0):
        return prior, prior
    odds = math.log(prior) - math.log1p(-prior)
    return logistic(odds - epsilon), min(logistic(odds + epsilon), _SURE)


def epsilon_for_belief(prior: float, limit: float) -> float:
    """The largest ε after which nobody of this prior believes more than `limit`: ln[q(1−π)/(π(1−q))].

    Errors
    ------
    OutOfRange
        A probability of 0 or 1, or a limit that is not above the prior.
    """
    for symbol, value in (("prior", prior), ("limit", limit)):
        if not 0 < value < 1:
            raise out_of_range(symbol, value, 0, 1, symbol)
    if limit <= prior:
        sentence = N_(
            "the largest acceptable belief must be above the prior belief, {prior:percent}", prior=prior
        )
        raise OutOfRange(sentence, "limit")
    return math.log(limit) - math.log1p(-limit) - (math.log(prior) - math.log1p(-prior))


def true_positive_rate(epsilon: float, delta: float, false_alarm: Floats) -> Floats:
    """The most true alarms at each rate of false ones: min(1, δ + e^ε α, 1 − (1−δ−α)e^(−ε)).

    Source
    ------
    Kairouz, Oh & Viswanath (2015), Theorem 2.1.
    """
    alpha = np.asarray(false_alarm, dtype=np.float64)
    steep = delta + math.exp(min(epsilon, 700.0)) * alpha
    flat = 1 - np.maximum(1 - delta - alpha, 0.0) * math.exp(-epsilon)
    return np.minimum(np.minimum(steep, flat), 1.0)
