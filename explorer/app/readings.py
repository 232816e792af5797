"""All bounds at one k, and where each begins to undercut adding up: the tables beside the picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import cast

import numpy as np

from explorer.app import wording
from explorer.app.answering import answer_of, closed_answer, crossing_of
from explorer.app.figure import Answers
from explorer.app.palette import bound_colour
from explorer.app.request import Composed, composed, release_of
from explorer.app.state import State
from explorer.mark import N_, Sentence
from explorer.privacy.composition import Bound, Composition, Crossing, Kind, Status, every_composition

_SMALLEST_SAVING = 5e-4  # less would be shown as 0 %


@dataclass(frozen=True)
class Reading:
    """What one bound says at the k of the state. `epsilon` is NaN where it has no value."""

    bound: str
    title: Sentence
    colour: str
    epsilon: float
    kind: Sentence
    why: Sentence | None
    source: str
    valid: bool
    current: bool  # the answer to this very question, not an older one that stands in
    number: Kind  # of `epsilon`
    upper: float  # what is proven: `epsilon`, or the upper end of its bracket
    against: float | None  # times what adding up costs; None where that has no total, and for itself


@dataclass(frozen=True)
class Begin:
    """Where one bound begins to undercut adding up, or why it never does."""

    bound: str
    title: Sentence
    colour: str
    count: float | None
    epsilon: float | None
    delta_prime: float | None
    remark: Sentence


def questions(state: State) -> tuple[Composed, ...]:
    """The long questions behind `readings`."""
    slow = (bound for bound, entry in every_composition().items() if not entry.closed)
    return tuple(composed(state, bound, (state.composing.count,)) for bound in slow)


def readings(state: State, answers: Answers) -> tuple[Reading, ...]:
    """All bounds at `state.composing.count`, the cheapest guarantee first, those without a value last."""
    broken = wording.broken(state) is not None
    adding = _adding_up(state)
    found = [
        _reading(bound, position, *_answer_at(state, bound, answers), broken, adding)
        for position, bound in enumerate(every_composition())
    ]
    return tuple(sorted(found, key=lambda each: (math.isnan(each.epsilon), _refuted(each), each.epsilon)))


def _adding_up(state: State) -> float:
    """kε, NaN where the releases' own δ has used up the total."""
    return float(closed_answer(composed(state, "sequential", (state.composing.count,))).value[0])


def _answer_at(state: State, bound: str, answers: Answers) -> tuple[Bound | None, int, bool]:
    """What is known of a bound at the k of the state: an answer, the place in it, whether it is of now."""
    answer, current = answer_of(composed(state, bound, (state.composing.count,)), answers)
    if not current and (drawn := answers.get(composed(state, bound))) is not None:
        curve = cast(Bound, drawn)  # the picture may have been there already
        place = int(np.searchsorted(curve.counts, state.composing.count))
        if place < len(curve.counts) and curve.counts[place] == state.composing.count:
            return curve, place, True
    return answer, 0, current


def _reading(
    bound: str,
    position: int,
    answer: Bound | None,
    place: int,
    current: bool,
    broken: bool,
    adding: float,
) -> Reading:
    entry = every_composition()[bound]
    value = upper = math.nan
    kind, valid = wording.KINDS[entry.kind], False
    why: Sentence | None = N_("being computed")
    if answer is not None:
        value, upper, status = float(answer.value[place]), float(answer.upper[place]), answer.statuses[place]
        kind = wording.STATUSES.get(status, wording.KINDS[answer.kind])
        why, valid = answer.reasons[place], math.isfinite(value) and status is not Status.FALSE
    if broken and not entry.own_loss:  # what the noise truly does is bounded all the same
        kind, valid = wording.STATUSES[Status.FALSE], False
    known = not broken and bound != "sequential" and adding > 0 and math.isfinite(value)
    return Reading(
        bound,
        entry.title,
        bound_colour(bound, position),
        value,
        kind,
        why,
        entry.source,
        valid,
        current,
        entry.kind if answer is None else answer.kind,
        upper,
        value / adding if known else None,
    )


def cheapest(found: tuple[Reading, ...]) -> Reading | None:
    """The least that is guaranteed, of now or of before."""
    return next((each for each in found if each.valid), None)


def _refuted(reading: Reading) -> bool:
    """A number that is no guarantee leads no list of guarantees."""
    return not reading.valid and not math.isnan(reading.epsilon)


def saving(found: tuple[Reading, ...]) -> Sentence:
    """How much the tightest guarantee saves against adding up."""
    adding = next((each.epsilon for each in found if each.bound == "sequential" and each.valid), None)
    best = next((each for each in found if each.valid and each.current), None)
    if not any(each.valid for each in found):
        return N_("Nothing here is a guarantee")
    if adding is None:
        return N_("Adding up is no guarantee here")
    if best is None or best.epsilon > (1 - _SMALLEST_SAVING) * adding:
        return N_("Here nothing is cheaper than adding up")
    return N_("{share:percent} cheaper than adding up", share=round(1 - best.epsilon / adding, 3))


def begins(state: State, answers: Answers) -> tuple[Begin, ...]:
    """Where each bound but adding up itself begins to pay."""
    release = release_of(state.setting)
    total = state.composing.total_delta
    found = []
    for position, (bound, entry) in enumerate(every_composition().items()):
        if bound == "sequential":
            continue
        at = crossing_of(state, bound, answers) or Crossing(None, None, None, N_("being computed"))
        prime = None if at.real is None else delta_left(entry, release.delta, at.real, total)
        remark = at.reason or _remark(bound, at.first_count)
        found.append(
            Begin(bound, entry.title, bound_colour(bound, position), at.real, at.epsilon, prime, remark)
        )
    return tuple(found)


def delta_left(bound: type[Composition], delta: float, count: float, total: float) -> float:
    """δ': what `count` releases leave of the total δ; all where the loss itself is followed."""
    return total if bound.own_loss else max(0.0, total - count * delta)


def _remark(bound: str, first: int | None) -> Sentence:
    if bound == "advanced-textbook":
        return N_(
            "from {count} releases on; the number comes from the formula alone, whatever ε is: 8 ln(1/δ')",
            count=first,
        )
    return N_("from {count} releases on", count=first)
