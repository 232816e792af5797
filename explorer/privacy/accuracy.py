"""What the noise costs: margins, and what still stands out of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from explorer.mark import N_
from explorer.privacy.mechanism import Mechanism
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import OutOfRange, out_of_range
from explorer.privacy.root import last_that_holds, settle_up
from explorer.privacy.target import Target


@dataclass(frozen=True)
class Accuracy:
    """Noise margins, in the units of the answer (not confidence intervals of anything in the data).

    The noise of one release stays within `margin_each`, that of all bins together within `margin_joint`,
    each with the confidence asked for.
    """

    margin_each: float
    margin_joint: float
    standard_deviation: float


def accuracy(mechanism: Mechanism, confidence: float, bins: int) -> Accuracy:
    """Margins at `confidence` in (0, 1), over one and over `bins` independent releases.

    Errors
    ------
    OutOfRange
        No probability strictly between 0 and 1, or no bin.
    """
    _check(confidence, bins)
    return Accuracy(
        mechanism.margin(confidence), mechanism.margin(confidence, bins), mechanism.standard_deviation
    )


def stands_out(mechanism: Mechanism, bins: int, risk: float) -> float:
    """The least released value >= 0 that none of `bins` empty bins reaches, except with probability `risk`.

    Least t with bins · P(noise >= t) <= risk; a whole number where the mechanism is discrete.
    Discrete Laplace: ⌈s ln(B/(β(1+a)))⌉.

    Errors
    ------
    OutOfRange
        No probability strictly between 0 and 1, or no bin.
    """
    _check(risk, bins)
    share = risk / bins
    # The noise is symmetric: P(noise >= t) = P(noise <= −t).
    edge = -float(mechanism.quantile(np.array(share)))
    if mechanism.discrete and float(mechanism.cumulative(np.array(-edge))) > share:
        edge += 1
    return max(0.0, edge)


def epsilon_for_margin(
    mechanism_class: type[Mechanism],
    margin: float,
    confidence: float,
    delta: float,
    sensitivity: float,
    bins: int = 1,
) -> float:
    """The smallest epsilon at which the calibrated mechanism's margin is at most `margin`.

    Errors
    ------
    OutOfRange
        No epsilon that a release may have reaches it; or confidence, bins or margin out of range.
    """
    _check(confidence, bins)
    epsilons, noises = parameters(Target)["epsilon"], parameters(mechanism_class)
    noise = noises[mechanism_class.noise_parameter]
    if not margin >= 0:
        raise out_of_range("margin", margin, 0, noise.high)

    def reached(epsilon: float) -> bool:
        return mechanism_class.calibrated(epsilon, delta, sensitivity).margin(confidence, bins) <= margin

    if reached(epsilons.low):
        return epsilons.low
    if not reached(epsilons.high):
        sentence = N_(
            "no ε up to {high} brings the noise within {margin}; allow a wider margin",
            high=epsilons.high,
            margin=margin,
        )
        raise OutOfRange(sentence, "margin")

    def quiet(parameter: float) -> bool:
        return _with_noise(mechanism_class, parameter, sensitivity).margin(confidence, bins) <= margin

    least = mechanism_class.calibrated(epsilons.high, delta, sensitivity).noise
    most = last_that_holds(quiet, least, mechanism_class.calibrated(epsilons.low, delta, sensitivity).noise)
    found = _with_noise(mechanism_class, most, sensitivity).epsilon_at(0.0 if mechanism_class.pure else delta)
    return _least(reached, found, epsilons.low, epsilons.high)


def _least(reached: Callable[[float], bool], guess: float, lowest: float, highest: float) -> float:
    """The least number from which on all are `reached`, to 1e-9; `guess` mostly is, up to rounding.

    It is not where the noise that a margin allows would keep a smaller ε than it is calibrated to: with
    the textbook σ, and where δ does not fall in σ throughout.
    """
    high = min(settle_up(guess, reached), highest)
    low, factor = max(lowest, high * (1 - 1e-9)), 1.0001
    if low == lowest or not reached(low):
        return high
    while low > lowest and reached(low):
        high, low, factor = low, max(lowest, low / factor), factor * factor
    while high / low > 1 + 1e-9:
        middle = math.sqrt(low * high)
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high


def _with_noise(mechanism_class: type[Mechanism], noise: float, sensitivity: float) -> Mechanism:
    return mechanism_class(**{mechanism_class.noise_parameter: noise, "sensitivity": sensitivity})


def _check(probability: float, bins: int) -> None:
    if not 0 < probability < 1:
        raise out_of_range("confidence", probability, 0, 1)
    if bins < 1 or not math.isfinite(bins):
        raise out_of_range("bins", bins, 1, 10**9)
