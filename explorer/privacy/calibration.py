"""From what all releases together may cost to the noise of each."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.additive import missing_reason
from explorer.privacy.composition import Composition, Release, Status
from explorer.privacy.mechanism import Mechanism
from explorer.privacy.parameter import parameters
from explorer.privacy.status import Claim, weaker
from explorer.privacy.target import Target


@dataclass(frozen=True)
class Calibration:
    """The largest ε of one release that a bound admits, the mechanism that gives it, and the total again.

    `epsilon`, `mechanism` and `total_epsilon` are None where there is none; `reason` then says why, as it
    does for a total that is not proven.
    """

    bound: str
    epsilon: float | None
    delta: float
    mechanism: Mechanism | None
    total_epsilon: float | None
    total_delta: float | None
    status: Status
    reason: Sentence | None
    source: str


def calibrate(
    mechanism_class: type[Mechanism],
    bound: Composition,
    total_epsilon: float,
    total_delta: float,
    count: int,
    sensitivity: float,
) -> Calibration:
    """The least noise with which `count` releases stay within (total_epsilon, total_delta) by `bound`.

    A mechanism that needs a δ takes half of the total: δ = total/(2k) each.

    Guarantee
    ---------
    The total recomputed from the result never exceeds the target; ε is at most the largest that one
    release may have. `status` is no better than the claim of the mechanism itself.
    """
    declared = parameters(Target)["epsilon"]
    delta = 0.0 if mechanism_class.pure else total_delta / (2 * count)
    epsilon = bound.largest_epsilon(total_epsilon, total_delta, count, delta)
    lowest = parameters(Target)["delta"].low
    if not mechanism_class.pure and delta < lowest:
        reason = N_(
            "each release needs a δ of at least {low}, and gets half of the total by k: raise the total δ",
            low=lowest,
        )
        return _none(bound, delta, reason)
    if math.isnan(epsilon):
        return _none(bound, delta, missing_reason(Release(1.0, delta)))
    if epsilon < declared.low:
        reason = N_(
            "each release would have to keep to an ε below {low}, the smallest offered", low=declared.low
        )
        return _none(bound, delta, reason)
    mechanism = mechanism_class.calibrated(epsilon, delta, sensitivity)
    return _found(bound, mechanism, epsilon, delta, count, total_delta)


def _found(
    bound: Composition, mechanism: Mechanism, epsilon: float, delta: float, count: int, total_delta: float
) -> Calibration:
    """The total again; it is no better than the guarantee of each release that it adds up."""
    again = bound.total(Release(epsilon, delta), np.array([count], dtype=np.int64), total_delta)
    claim = weaker(Claim(again.statuses[0], again.reasons[0]), mechanism.claim(epsilon, delta))
    return Calibration(
        bound.id,
        epsilon,
        delta,
        mechanism,
        float(again.value[0]),
        bound.delta_spent(delta, count, total_delta),
        claim.status,
        claim.reason,
        bound.source,
    )


def _none(bound: Composition, delta: float, reason: Sentence) -> Calibration:
    return Calibration(bound.id, None, delta, None, None, None, Status.FALSE, reason, bound.source)
