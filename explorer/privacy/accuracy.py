"""What the noise costs: margins, and what still stands out of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from explorer.mark import N_
from explorer.privacy.mechanism import AdditiveNoise
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import OutOfRange, out_of_range
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


def accuracy(mechanism: AdditiveNoise, confidence: float, bins: int) -> Accuracy:
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


def stands_out(mechanism: AdditiveNoise, bins: int, risk: float) -> float:
    """The least released value >= 0 that none of `bins` empty bins reaches, except with probability `risk`.

    Least t with bins · P(noise >= t) <= risk; a whole number where the mechanism is discrete.
    Discrete Laplace: ⌈s ln(B/(β(1+a)))⌉. Where an answer published as it is (the catastrophe) leaves no least
    one, since every value above 0 is reached rarely enough but 0 itself is not, the next float above 0.

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
    if (
        mechanism.probability_unnoised > 0
        and edge == 0
        and float(mechanism.cumulative(np.array(0.0))) > share
    ):
        return math.nextafter(0.0, 1.0)
    return max(0.0, edge)


def epsilon_for_margin(
    calibrated: Callable[[float], AdditiveNoise], margin: float, confidence: float, bins: int = 1
) -> float:
    """The smallest epsilon at which the noise that `calibrated` gives it stays within `margin`.

    Errors
    ------
    OutOfRange
        No epsilon that a release may have reaches it; or confidence, bins or margin out of range.
    """
    _check(confidence, bins)
    if not margin > 0:
        raise OutOfRange(N_("give a margin above 0, not {margin}", margin=margin), "margin")
    highest = parameters(Target)["epsilon"].high
    found = least_epsilon(lambda epsilon: calibrated(epsilon).margin(confidence, bins) <= margin)
    if found is None:
        sentence = N_(
            "no ε up to {high} brings the noise within {margin}; the narrowest margin is {least:3}",
            high=highest,
            margin=margin,
            least=calibrated(highest).margin(confidence, bins),
        )
        raise OutOfRange(sentence, "margin")
    return found


def least_epsilon(reached: Callable[[float], bool]) -> float | None:
    """The least epsilon that a release may have from which on `reached` holds, to 1e-9 and never below it.

    `reached` holds from some epsilon on, or nowhere: then there is none.
    """
    declared = parameters(Target)["epsilon"]
    low, high = declared.low, declared.high
    if reached(low):
        return low
    if not reached(high):
        return None
    while high / low > 1 + 1e-9:
        middle = math.sqrt(low * high)
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high


def _check(probability: float, bins: int) -> None:
    if not 0 < probability < 1:
        raise out_of_range("confidence", probability, 0, 1)
    if bins < 1 or not math.isfinite(bins):
        raise out_of_range("bins", bins, 1, 10**9)
