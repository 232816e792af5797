"""All bounds at one k, and where each begins to undercut adding up: the tables beside the picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

from explorer.app import wording
from explorer.app.answering import answer_of, crossing_of
from explorer.app.figure import Answers
from explorer.app.palette import bound_colour
from explorer.app.request import Composed, composed, release_of
from explorer.app.state import State
from explorer.mark import N_, Sentence
from explorer.privacy.composition import Crossing, Status, every_composition

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
    found = []
    broken = wording.broken(state) is not None
    for position, (bound, entry) in enumerate(every_composition().items()):
        answer, current = answer_of(composed(state, bound, (state.composing.count,)), answers)
        if answer is None:
            value, kind, valid = math.nan, wording.KINDS[entry.kind], False
            why: Sentence | None = N_("being computed")
        else:
            value, status = float(answer.value[0]), answer.statuses[0]
            kind = wording.STATUSES.get(status, wording.KINDS[answer.kind])
            why, valid = answer.reasons[0], bool(answer.valid[0]) and status is not Status.FALSE
        if broken and not entry.own_loss:  # what the noise truly does is bounded all the same
            kind, valid = wording.STATUSES[Status.FALSE], False
        colour = bound_colour(bound, position)
        found.append(Reading(bound, entry.title, colour, value, kind, why, entry.source, valid, current))
    return tuple(sorted(found, key=lambda each: (math.isnan(each.epsilon), _refuted(each), each.epsilon)))


def _refuted(reading: Reading) -> bool:
    """A number that is no guarantee leads no list of guarantees."""
    return not reading.valid and not math.isnan(reading.epsilon)


def saving(found: tuple[Reading, ...]) -> Sentence:
    """How much the tightest guarantee saves against adding up."""
    adding = next((each.epsilon for each in found if each.bound == "sequential"), math.nan)
    best = next((each for each in found if each.valid and each.current), None)
    if not any(each.valid for each in found):
        return N_("Nothing here is a guarantee")
    if best is None or math.isnan(adding) or best.epsilon > (1 - _SMALLEST_SAVING) * adding:
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
        prime = None if at.real is None else total - at.real * release.delta
        remark = at.reason or _remark(bound, at.first_count)
        found.append(
            Begin(bound, entry.title, bound_colour(bound, position), at.real, at.epsilon, prime, remark)
        )
    return tuple(found)


def _remark(bound: str, first: int | None) -> Sentence:
    if bound == "advanced-textbook":
        return N_(
            "from {count} releases on; the number comes from the formula alone, whatever ε is: 8 ln(1/δ')",
            count=first,
        )
    return N_("from {count} releases on", count=first)
