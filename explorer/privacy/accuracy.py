"""What the noise costs: margins, and what still stands out of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from explorer.mark import N_
from explorer.privacy.mechanism import AdditiveNoise
from explorer.privacy.numerics.root import root
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import OutOfRange, out_of_range
from explorer.privacy.target import Target

_STEP = 1e-11  # of 1 + ln(epsilon/lowest), which is below 20: four of them are less than 1e-9 of epsilon
_SURELY = 2.0**-40
_NO_MARGIN = 1e-3


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

    To 1e-9, and never below it: one of those that were tried. Margins fall nearly as a power of epsilon, so
    that some ten are.

    Errors
    ------
    OutOfRange
        No epsilon that a release may have reaches it; or confidence, bins or margin out of range.
    """
    _check(confidence, bins)
    if not margin > 0:
        raise OutOfRange(N_("give a margin above 0, not {margin}", margin=margin), "margin")
    declared = parameters(Target)["epsilon"]
    found = declared.high

    def excess(steps: float) -> float:
        """ln of the margin over what is wished, `steps` - 1 being ln of epsilon over the lowest; never 0.

        Where margins are whole, all of some interval of epsilon has the one that is wished: its lower end,
        where that begins, is what is sought.
        """
        nonlocal found
        epsilon = min(declared.low * math.exp(steps - 1), declared.high)
        ratio = calibrated(epsilon).margin(confidence, bins) / margin
        if ratio > 1:
            return math.log(ratio)
        found = min(found, epsilon)
        return min(math.log(max(ratio, _NO_MARGIN)), -_SURELY)

    last = 1 + math.log(declared.high / declared.low)
    if excess(1.0) < 0:
        return declared.low
    if excess(last) > 0:
        sentence = N_(
            "no ε up to {high} brings the noise within {margin}; the narrowest margin is {least}",
            high=declared.high,
            margin=margin,
            least=calibrated(declared.high).margin(confidence, bins),
        )
        raise OutOfRange(sentence, "margin")
    root(excess, 1.0, last, _STEP)
    return found  # the least of those that were tried and reach it: the bracket is kept


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
