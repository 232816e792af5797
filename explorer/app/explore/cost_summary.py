"""What a release costs, as numbers and sentences: margins, what stands out, what a choice loses."""

from __future__ import annotations

import math
from dataclasses import dataclass

from explorer.app.core.sections import Counted
from explorer.app.core.state import State, mechanism_of
from explorer.mark import N_, Sentence
from explorer.privacy.accuracy import Accuracy, accuracy, stands_out
from explorer.privacy.mechanism import AdditiveNoise, Selection
from explorer.privacy.running_totals import mean_deviation
from explorer.privacy.status import Kind


@dataclass(frozen=True)
class Fact:
    """One number of the cost with its words; `id` is what explains it."""

    id: str
    sentence: Sentence
    kind: Kind = Kind.EXACT


@dataclass(frozen=True)
class Cost:
    """The number that is shown large (None where a choice is released), its words, and the others."""

    margin: float | None
    words: Fact
    facts: tuple[Fact, ...]


_NEXT_TO_NOTHING = 1e-300  # no noise that can be set is so narrow

_EACH = {
    Counted.HISTOGRAM: N_("{confidence:percent} noise margin, each count"),
    Counted.SUM: N_("{confidence:percent} noise margin, each sum"),
    Counted.MEAN: N_("{confidence:percent} noise margin, each mean"),
}
_LEAST = {
    Counted.HISTOGRAM: N_("smallest detectable count: {least}"),
    Counted.SUM: N_("smallest detectable sum: {least}"),
    Counted.MEAN: N_("smallest detectable mean: {least}"),
}
_RELATIVE = {
    Counted.HISTOGRAM: N_("relative error ≤ {error:percent} for counts ≥ {size}"),
    Counted.SUM: N_("relative error ≤ {error:percent} for sums ≥ {size:3}"),
    Counted.MEAN: N_("relative error ≤ {error:percent} for means ≥ {size:3}"),
}


def together(state: State) -> int:
    """How many numbers leave together: the coordinates of a vector, else the bins that a person names."""
    mechanism = mechanism_of(state)
    if isinstance(mechanism, AdditiveNoise) and mechanism.coordinates > 1:
        return mechanism.coordinates
    return state.reading.bins


def margins(state: State, mechanism: AdditiveNoise) -> Accuracy:
    """The margins of one number and of all that leave together, at the confidence of `reading`."""
    return accuracy(mechanism, state.reading.confidence, together(state))


def size_needed(margin: float, relative_error: float) -> float:
    """The size from which on the noise stays within `relative_error` of it: margin/r (Laplace b ln(1/β)/r).

    As often as the margin holds.
    """
    return margin / relative_error


def readable_least(least: float) -> float | Sentence:
    """The least value that stands out; where each above 0 does and 0 does not, that (`stands_out`)."""
    return N_("any value above 0") if 0 < least < _NEXT_TO_NOTHING else least


def least_count(size: float) -> float:
    """The least whole count of at least this size; rounding in the last place is no further count."""
    return float(math.ceil(size * (1 - 1e-12))) if math.isfinite(size) else size


def cost(state: State) -> Cost:
    """What the release that the left column describes costs."""
    mechanism = mechanism_of(state)
    if isinstance(mechanism, AdditiveNoise):
        return _of_noise(state, mechanism)
    if isinstance(mechanism, Selection):
        cost = mechanism.cost(state.reading.confidence)
        fact = "truth-told" if mechanism.norm == "" else "score-lost"
        return Cost(None, Fact(fact, cost.sentence, cost.kind), _sampled(state))
    raise TypeError(f"{state.mechanism} neither adds noise nor chooses")


def _of_noise(state: State, mechanism: AdditiveNoise) -> Cost:
    reading, found, counted = state.reading, margins(state, mechanism), state.sensitivity_inputs.counted
    bins, vector = together(state), mechanism.coordinates > 1
    shared = vector and mechanism.running_totals
    if shared:
        each = N_("{confidence:percent} noise margin, noisiest total", confidence=reading.confidence)
        joint = N_(
            "simultaneously for all {bins} {bins:total|totals} ± {joint}", bins=bins, joint=found.margin_joint
        )
    elif vector:
        each = N_("{confidence:percent} noise margin, each coordinate", confidence=reading.confidence)
        joint = N_(
            "simultaneously for all {bins} {bins:coordinate|coordinates} ± {joint}",
            bins=bins,
            joint=found.margin_joint,
        )
    else:
        each = _filled(_EACH[counted], confidence=reading.confidence)
        joint = N_("all {bins} {bins:bin|bins} simultaneously ± {joint}", bins=bins, joint=found.margin_joint)
    least = stands_out(mechanism, bins, 1 - reading.confidence)
    size = size_needed(found.margin_each, reading.relative_error)
    size = least_count(size) if counted is Counted.HISTOGRAM else size
    facts = [
        Fact("margin-joint", joint, Kind.UPPER if shared else Kind.EXACT),
        Fact("stands-out", _filled(_LEAST[counted], least=readable_least(least)), Kind.UPPER),
        Fact("relative-error", _filled(_RELATIVE[counted], error=reading.relative_error, size=size)),
        Fact("standard-deviation", _deviation(mechanism)),
    ]
    if mechanism.discrete:
        same = N_("{share:percent} of counts are released unchanged", share=mechanism.probability_unchanged)
        facts.append(Fact("unharmed", same))
    if mechanism.probability_unnoised > 0:
        bare = N_(
            "with probability {bare} everything is published without noise",
            bare=mechanism.probability_unnoised,
        )
        facts.append(Fact("unharmed", bare))
    return Cost(found.margin_each, Fact("margin-each", each), (*facts, *_sampled(state)))


def _deviation(mechanism: AdditiveNoise) -> Sentence:
    deviation = mechanism.standard_deviation
    if mechanism.running_totals and mechanism.coordinates > 1:
        return N_(
            "standard deviation {deviation}, on average {mean}",
            deviation=deviation,
            mean=mean_deviation(deviation, mechanism.coordinates),
        )
    return N_("standard deviation {deviation}", deviation=deviation)


def _sampled(state: State) -> tuple[Fact, ...]:
    rate = state.sampling_rate
    if rate >= 1:
        return ()
    if not isinstance(mechanism_of(state), AdditiveNoise):
        words = N_("for the sample only; the sampling error comes in addition")
    else:
        words = N_(
            "for the count in the sample; for the whole population multiply by {factor:3} and add "
            "the sampling error",
            factor=1 / rate,
        )
    return (Fact("sampling", words),)


def _filled(words: Sentence, **values: object) -> Sentence:
    """A marked sentence with its places filled."""
    return Sentence(words.text, tuple(sorted(values.items())))
