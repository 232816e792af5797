"""From what all releases together may cost to the noise of each."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.composition_common import missing_reason
from explorer.privacy.accounting.highest_level import STEEP, highest_level
from explorer.privacy.composition import Bound, Composition, Release, Status
from explorer.privacy.mechanism import Mechanism
from explorer.privacy.numerics.root import root, settle_down, settle_up
from explorer.privacy.parameter import Parameter, parameters
from explorer.privacy.shape import PLAIN, Shape
from explorer.privacy.status import Claim, weaker
from explorer.privacy.subsampling.sample import NEIGHBOURS, sampled, target_within
from explorer.privacy.target import Target

_LEAST, _MOST = 1e-5, 10.0  # of a first guess of ε
_INSIDE = 1e-13  # relative: inside of the declared range, whatever the rounding of logarithms
_NEAR = 2e-5  # relative: so far below the target a sample's total may end, which takes longer


@dataclass(frozen=True)
class Calibration:
    """The largest ε of one release that a bound admits, the mechanism that gives it, and the total again.

    `mechanism` and `total_epsilon` are None where there is none; `reason` then says why, as it does for a
    total that is not proven. `epsilon` and `delta` are None, too, where the bound follows the loss of a
    mechanism that has no ε at δ = 0: only its noise is fixed then.
    """

    bound: str
    epsilon: float | None
    delta: float | None
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
    shape: Shape = PLAIN,
) -> Calibration:
    """The least noise with which `count` releases stay within (total_epsilon, total_delta) by `bound`.

    A mechanism that needs a δ takes half of the total: δ = total/(2k) each. A bound that follows the
    mechanism's own loss needs none of it, but for the catastrophe, which has such a δ itself. Where a secret
    sample is drawn, such a bound counts it in: the mechanism is that on the sample, ε that of everybody.

    Guarantee
    ---------
    The total recomputed from the result never exceeds the target; ε is at most the largest that one
    release may have. `status` is no better than the claim of the mechanism itself.
    """
    if bound.own_loss:
        asked = TotalTarget(mechanism_class, bound, total_epsilon, total_delta, count, sensitivity, shape)
        if shape.sampling_rate < 1:
            return _on_a_sample(asked)
        return _least_pure(asked) if mechanism_class.pure else _least_noise(asked)
    declared = parameters(Target)["epsilon"]
    delta = 0.0 if mechanism_class.pure else total_delta / (2 * count)
    epsilon = bound.largest_epsilon(total_epsilon, total_delta, count, delta)
    lowest = parameters(Target)["delta"].low
    if not mechanism_class.pure and delta < lowest:
        reason = N_(
            "each release needs a δ of at least {low}, and gets half of the total divided by k: "
            "raise the total δ",
            low=lowest,
        )
        return _none(bound, delta, reason)
    if math.isnan(epsilon):
        return _none(bound, delta, missing_reason(Release(1.0, delta)))
    if epsilon < declared.low:
        return _none(bound, delta, _below_the_least(declared.low))
    mechanism = mechanism_class.calibrated(epsilon, delta, sensitivity, shape)
    return _found(bound, mechanism, epsilon, delta, count, total_delta)


def epsilon_for_noise(
    kind: type[Mechanism], noise: float, delta: float, sensitivity: float, shape: Shape = PLAIN
) -> float | None:
    """The largest ε at this δ whose calibrated mechanism has `noise` or a hair more; None where none has.

    Where a sample is drawn, ε and δ are those of everybody, and the mechanism is that on the sample.

    Guarantee
    ---------
    The mechanism calibrated to (ε, δ) is never noisier than needed by more than 1e-9, nor less noisy at all.
    """
    declared = parameters(Target)["epsilon"]

    def made(epsilon: float) -> float:
        return kind.calibrated(*_within(kind, epsilon, delta, shape), sensitivity, shape).noise

    def more(log_epsilon: float) -> float:
        return math.log(made(math.exp(log_epsilon)) / noise)

    low, high = math.log(declared.low * (1 + _INSIDE)), math.log(declared.high * (1 - _INSIDE))
    if more(low) < 0 or more(high) > 0:
        return None
    found = math.exp(root(more, low, high, _INSIDE))
    return settle_down(found, lambda epsilon: made(epsilon) >= noise)


def _within(kind: type[Mechanism], epsilon: float, delta: float, shape: Shape) -> tuple[float, float]:
    own = NEIGHBOURS[shape.sampling]  # what the sensitivity is of, the caller knows
    return target_within(kind, epsilon, delta, shape.sampling_rate, own, shape.sampling)


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


@dataclass(frozen=True)
class TotalTarget:
    """What is asked of a bound that follows the mechanism's own loss: a total for `count` releases."""

    mechanism_class: type[Mechanism]
    bound: Composition
    total_epsilon: float
    total_delta: float
    count: int
    sensitivity: float
    shape: Shape

    def calibrated(self, epsilon: float) -> Mechanism:
        """The mechanism of (ε, δ), δ half of the total by k where it needs one."""
        delta = max(self.total_delta / (2 * self.count), parameters(Target)["delta"].low)
        within = _within(self.mechanism_class, epsilon, delta, self.shape)
        return self.mechanism_class.calibrated(*within, self.sensitivity, self.shape)

    def pure(self, mechanism: Mechanism) -> float | None:
        """The ε at δ = 0 of everybody, where a sample is drawn too."""
        return sampled(mechanism, self.shape.sampling_rate, self.shape.sampling).pure_epsilon

    def total(self, mechanism: Mechanism) -> Bound:
        """What `count` releases of the mechanism cost together; (1,) arrays."""
        release = Release(self.pure(mechanism), 0.0, mechanism, self.shape.sampling_rate, self.shape.sampling)
        return self.bound.total(release, np.array([self.count], dtype=np.int64), self.total_delta)

    def excess(self, mechanism: Mechanism) -> float:
        """How far the total lies above the target; infinite where there is none."""
        total = float(self.total(mechanism).upper[0])
        return total - self.total_epsilon if math.isfinite(total) else math.inf

    def found(self, mechanism: Mechanism, total: Bound | None = None) -> Calibration:
        """The mechanism, with its total, where that is not known yet."""
        total, pure = total or self.total(mechanism), self.pure(mechanism)
        return Calibration(
            self.bound.id,
            pure,
            None if pure is None else 0.0,
            mechanism,
            float(total.upper[0]),
            self.total_delta,
            total.statuses[0],
            total.reasons[0],
            self.bound.source,
        )


def _least_pure(asked: TotalTarget) -> Calibration:
    """By the largest ε whose calibrated mechanism keeps the total."""
    declared = parameters(Target)["epsilon"]

    def mechanism(log_epsilon: float) -> Mechanism:
        return asked.calibrated(min(max(math.exp(log_epsilon), declared.low), declared.high))

    low, high = math.log(declared.low), math.log(declared.high)
    if (why := _impossible(asked, mechanism(low), _below_the_least(declared.low))) is not None:
        return _none(asked.bound, 0.0, why)
    if asked.excess(mechanism(high)) <= 0:
        return asked.found(mechanism(high))
    guess = math.exp(root(lambda each: asked.excess(mechanism(each)), low, high))

    def holds(each: float) -> bool:
        made = asked.calibrated(each)  # whose own ε may be a hair off, and sets a release to another noise
        again = asked.calibrated(asked.pure(made) or each)
        return all(asked.excess(one) <= 0 for one in {made, again})

    return asked.found(asked.calibrated(settle_down(guess, holds)))


def _least_noise(asked: TotalTarget) -> Calibration:
    """By the noise parameter itself, from much noise downward."""
    start = asked.calibrated(1.0)
    declared = parameters(asked.mechanism_class)[start.noise_parameter]

    def mechanism(noise: float) -> Mechanism:
        return dataclasses.replace(start, **{start.noise_parameter: noise})  # type: ignore[type-var]

    if asked.excess(mechanism(declared.low)) <= 0:
        return asked.found(mechanism(declared.low))
    around = _bracket(lambda noise: asked.excess(mechanism(noise)) <= 0, start.noise, declared)
    if around is None:
        most = _not_enough()
        why = _impossible(asked, mechanism(declared.high), most) or most
        return _none(asked.bound, None, why)
    low, high = around
    guess = root(lambda each: asked.excess(mechanism(math.exp(each))), math.log(low), math.log(high))
    return asked.found(
        mechanism(settle_up(math.exp(guess), lambda noise: asked.excess(mechanism(noise)) <= 0))
    )


def _on_a_sample(asked: TotalTarget) -> Calibration:
    """By the ε of everybody where the mechanism is pure, else by its noise: the total takes longer there."""
    pure, start = asked.mechanism_class.pure, asked.calibrated(1.0)
    declared = parameters(Target)["epsilon"] if pure else parameters(type(start))[start.noise_parameter]
    ends = math.log(declared.low), math.log(declared.high)

    def mechanism(level: float) -> Mechanism:
        value = min(max(math.exp(level if pure else -level), declared.low), declared.high)
        if pure:
            return asked.calibrated(value)
        return dataclasses.replace(start, **{start.noise_parameter: value})  # type: ignore[type-var]

    first = asked.calibrated(min(max(asked.total_epsilon / asked.count, _LEAST), _MOST))
    guess = math.log(asked.pure(first) or 1.0) if pure else -math.log(first.noise)
    low, high = ends if pure else (-ends[1], -ends[0])
    found = highest_level(
        *(lambda level: asked.total(mechanism(level)), asked.total_epsilon, _NEAR, guess, (low, high)),
        steep=1.0 if pure and asked.count == 1 else STEEP,  # of one release, nearly the ε of everybody
    )
    if found is None:
        most = _below_the_least(declared.low) if pure else _not_enough()
        why = _impossible(asked, mechanism(low), most) or most
        return _none(asked.bound, 0.0 if pure else None, why)
    level, total = found
    return asked.found(mechanism(level), total)


def _bracket(holds: Callable[[float], bool], start: float, declared: Parameter) -> tuple[float, float] | None:
    """Noise that does not keep to the total, and up to eight times as much, which does; None without any.

    From the middle outward: of very much noise the loss may not be known, and of less it is.
    """
    low = high = start
    while not holds(high):
        if high >= declared.high:
            return None
        low, high = high, min(8 * high, declared.high)
    while holds(low):
        low, high = max(low / 8, declared.low), low
    return low, high


def _impossible(asked: TotalTarget, mildest: Mechanism, too_much: Sentence) -> Sentence | None:
    """Why not even the most private mechanism keeps to the total; None where it does."""
    total = asked.total(mildest)
    if not math.isfinite(total.upper[0]):
        return total.reasons[0] or too_much
    return too_much if total.upper[0] > asked.total_epsilon else None


def _below_the_least(low: float) -> Sentence:
    return N_("the ε per release would be below {low}, the smallest possible", low=low)


def _not_enough() -> Sentence:
    return N_("even the largest available noise exceeds the total: raise it, or lower k")


def _none(bound: Composition, delta: float | None, reason: Sentence) -> Calibration:
    return Calibration(bound.id, None, delta, None, None, None, Status.FALSE, reason, bound.source)
