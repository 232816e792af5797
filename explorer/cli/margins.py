"""What the noise costs, by what is released: margins of numbers, or what a choice loses."""

from __future__ import annotations

from explorer.cli.answer import Line
from explorer.cli.registers import worth
from explorer.mark import N_, Sentence
from explorer.privacy.accuracy import accuracy
from explorer.privacy.mechanism import AdditiveNoise, Selection
from explorer.privacy.running_totals import mean_deviation
from explorer.privacy.status import Kind

Costs = tuple[dict[str, object], tuple[Line, ...]]


def of_noise(mechanism: AdditiveNoise, confidence: float, bins: int) -> Costs:
    """Margins of one number, and of all numbers of all bins together."""
    coordinates = mechanism.coordinates
    if mechanism.running_totals and coordinates > 1:
        return _of_totals(mechanism, confidence, bins)
    found = accuracy(mechanism, confidence, bins * coordinates)
    lines = (
        _each(confidence, found.margin_each, coordinates),
        *_together(confidence, found.margin_joint, bins, coordinates),
        N_("standard deviation {value}", value=found.standard_deviation),
        N_("all of these are exact; {source}", source=mechanism.source),
    )
    data: dict[str, object] = {
        "margin_each": found.margin_each,
        "margin_joint": found.margin_joint,
        "standard_deviation": found.standard_deviation,
        "kind": Kind.EXACT.value,
    }
    return data, lines


def _of_totals(mechanism: AdditiveNoise, confidence: float, bins: int) -> Costs:
    """Margins of the noisiest running total, and of all totals of all bins, which share their noise."""
    steps = mechanism.coordinates
    found = accuracy(mechanism, confidence, bins * steps)
    mean = mean_deviation(found.standard_deviation, steps)
    lines = (
        N_(
            "with probability {confidence:percent} the noise of the noisiest running total stays "
            "within ±{margin}",
            confidence=confidence,
            margin=found.margin_each,
        ),
        N_(
            "with probability at least {confidence:percent} the noise of all {count} running "
            "totals (bins: {bins}, steps per bin: {each}) stays within ±{margin} simultaneously",
            confidence=confidence,
            count=bins * steps,
            bins=bins,
            each=steps,
            margin=found.margin_joint,
        ),
        N_(
            "standard deviation {value} for the noisiest total, root mean square {mean} over all totals",
            value=found.standard_deviation,
            mean=mean,
        ),
        N_(
            "the simultaneous margin is a proven upper bound, the others are exact; {source}",
            source=f"{mechanism.source}; Šidák 1967",
        ),
    )
    data: dict[str, object] = {
        "margin_each": found.margin_each,
        "margin_joint": found.margin_joint,
        "margin_joint_kind": Kind.UPPER.value,
        "standard_deviation": found.standard_deviation,
        "standard_deviation_rms": mean,
        "kind": Kind.EXACT.value,
    }
    return data, lines


def _each(confidence: float, margin: float, coordinates: int) -> Sentence:
    if coordinates > 1:
        return N_(
            "with probability {confidence:percent} the noise of one coordinate stays within ±{margin}",
            confidence=confidence,
            margin=margin,
        )
    return N_(
        "with probability {confidence:percent} the noise of one bin stays within ±{margin}",
        confidence=confidence,
        margin=margin,
    )


def _together(confidence: float, margin: float, bins: int, coordinates: int) -> tuple[Sentence, ...]:
    if coordinates > 1:
        return (
            N_(
                "with probability {confidence:percent} the noise of all {count} coordinates (bins: "
                "{bins}, coordinates per bin: {each}) stays within ±{margin} simultaneously",
                confidence=confidence,
                count=bins * coordinates,
                bins=bins,
                each=coordinates,
                margin=margin,
            ),
        )
    if bins > 1:
        return (
            N_(
                "with probability {confidence:percent} the noise of all {bins} {bins:bin|bins} stays within "
                "±{margin} simultaneously",
                confidence=confidence,
                bins=bins,
                margin=margin,
            ),
        )
    return ()


def of_choice(mechanism: Selection, confidence: float, bins: int) -> Costs:
    """What one choice costs, and all of `bins` independent ones together: the score that is lost.

    A mechanism that reads no scores has no margin: it tells the truth with some probability.
    """
    one = mechanism.cost(confidence)
    data: dict[str, object] = {"standard_deviation": None, "kind": one.kind.value}
    last = N_("{kind}; {source}", kind=worth(one.kind, None), source=mechanism.source)
    if mechanism.norm != "score":
        reason = N_("an answer is released, not a number: it has no margin")
        data |= {"margin_each": None, "margin_joint": None, "truth_probability": one.value}
        return data | {"reason": reason}, (one.sentence, last)
    data |= {"margin_each": one.value, "margin_joint": one.value}
    if bins == 1:
        return data, (one.sentence, last)
    each = confidence ** (1 / bins)
    if each >= 1:
        reason = N_("there is no margin for this many bins at this confidence: lower one of them")
        return data | {"margin_joint": None, "reason": reason}, (one.sentence, reason, last)
    every = mechanism.cost(each)
    together = N_(
        "with {confidence:percent} confidence the score loss is at most {score}, simultaneously "
        "for {bins} such {bins:selection|selections}",
        confidence=confidence,
        bins=bins,
        score=every.value,
    )
    return data | {"margin_joint": every.value}, (one.sentence, together, last)
