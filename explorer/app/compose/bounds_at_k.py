"""All bounds at one k, and where each starts to beat basic composition: the tables beside the picture."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from typing import cast

from explorer.app.compose.known_totals import answer_of, closed_answer, crossing_of
from explorer.app.core import wording
from explorer.app.core.request import Composed, composed, release_of
from explorer.app.core.state import State
from explorer.app.explore.updates import HORIZONS
from explorer.app.plotting.figure import Answers
from explorer.app.plotting.palette import bound_colour
from explorer.mark import N_, RoundedBound, Sentence, at_least, at_most
from explorer.privacy.composition import Bound, Composition, Crossing, Kind, Status, every_composition
from explorer.privacy.status import Claim, weaker


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
    upper: float  # what is proven: `epsilon` itself
    against: float | None  # times basic composition; None where that has no total, and for itself
    lower: float = math.nan  # what is certified from below, where the number is the end of a bracket

    @property
    def rounded(self) -> float | RoundedBound:
        """`epsilon` as it is shown."""
        return wording.cost(self.epsilon, self.number)


_Numbers = tuple[float | None, float | None, float | None]  # k, ε and δ'


@dataclass(frozen=True)
class Begin:
    """Where one bound starts to beat basic composition, or why it never does.

    `until` is k, ε and δ' where it ends to undercut it; None where it does not end.
    """

    bound: str
    title: Sentence
    colour: str
    count: float | None
    epsilon: float | None
    delta_prime: float | None
    remark: Sentence
    until: tuple[float, float, float] | None = None


def questions(state: State) -> tuple[Composed, ...]:
    """The long questions behind the totals at one k."""
    slow = (bound for bound, entry in every_composition().items() if not entry.closed)
    return tuple(composed(state, bound, (state.composing.count,)) for bound in slow)


def readings(state: State, answers: Answers) -> tuple[Reading, ...]:
    """All bounds at `state.composing.count`, the cheapest guarantee first, those without a value last.

    Made once for the cards of a frame, which all read the same.
    """
    read_off: dict[str, tuple[object, object]] = getattr(answers, "read_off", {})
    of_state, found = read_off.get("readings", (None, ()))
    if of_state is not state:
        found = _readings(state, answers)
        read_off["readings"] = state, found
    return cast(tuple[Reading, ...], found)


def _readings(state: State, answers: Answers) -> tuple[Reading, ...]:
    claim = wording.claim(state)
    adding = _adding_up(state)
    found = [
        _reading(bound, position, *_answer_at(state, bound, answers), claim, adding)
        for position, bound in enumerate(every_composition())
    ]
    return tuple(sorted(found, key=_rank))


def _rank(reading: Reading) -> tuple[bool, bool, float]:
    """What is equal up to rounding stays in the order of the bounds, and does not change places."""
    return math.isnan(reading.epsilon), _refuted(reading), float(f"{reading.epsilon:.11g}")


def _adding_up(state: State) -> float:
    """kε, NaN where the releases' own δ has used up the total."""
    return float(closed_answer(composed(state, "sequential", (state.composing.count,))).value[0])


def _answer_at(state: State, bound: str, answers: Answers) -> tuple[Bound | None, int, bool]:
    """What is known of a bound at the k of the state: an answer, the place in it, whether it is of now."""
    drawn, count = composed(state, bound), state.composing.count
    place = bisect_left(drawn.counts, count)
    on_curve = place < len(drawn.counts) and drawn.counts[place] == count
    if on_curve and every_composition()[bound].closed:  # the picture needs the whole curve in any case
        return closed_answer(drawn), place, True
    answer, current = answer_of(composed(state, bound, (count,)), answers)
    if not current and on_curve and drawn in answers:  # the picture may have been there already
        return cast(Bound, answers[drawn]), place, True
    return answer, 0, current


def _reading(
    bound: str,
    position: int,
    answer: Bound | None,
    place: int,
    current: bool,
    claim: Claim,
    adding: float,
) -> Reading:
    entry = every_composition()[bound]
    value, upper, kind, valid = math.nan, math.nan, wording.KINDS[entry.kind], False
    why: Sentence | None = N_("being computed")
    if answer is not None:
        value, upper = float(answer.value[place]), float(answer.upper[place])
        weakest = Claim(answer.statuses[place], answer.reasons[place])
        if not entry.own_loss:  # what the noise truly does is bounded all the same
            weakest = weaker(weakest, claim)
        kind, why = wording.STATUSES.get(weakest.status, wording.KINDS[answer.kind]), weakest.reason
        valid = math.isfinite(value) and weakest.status is not Status.FALSE
        if valid and answer.kind is Kind.UPPER and entry.kind is Kind.BRACKET:
            kind = N_("proven upper bound, from a dominating pair")
    elif claim.status is Status.FALSE and not entry.own_loss:
        kind = wording.STATUSES[Status.FALSE]
    known = claim.status is not Status.FALSE and bound != "sequential" and adding > 0
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
        value / adding if known and math.isfinite(value) else None,
        math.nan if answer is None else float(answer.lower[place]),
    )


def certified(reading: Reading) -> Sentence | None:
    """Both ends of a bracket, of which the upper one is quoted; None for any other number."""
    if reading.number is not Kind.BRACKET or not math.isfinite(reading.lower):
        return None
    return N_("proven: {lower:6} … {upper:6}", lower=at_least(reading.lower), upper=at_most(reading.upper))


def cheapest(found: tuple[Reading, ...]) -> Reading | None:
    """The least that is guaranteed, of now or of before."""
    return next((each for each in found if each.valid), None)


def _refuted(reading: Reading) -> bool:
    """A number that is no guarantee leads no list of guarantees."""
    return not reading.valid and not math.isnan(reading.epsilon)


def begins(state: State, answers: Answers) -> tuple[Begin, ...]:
    """Where each bound starts to beat basic composition, up to the largest k that can be looked at."""
    claimed = wording.broken(state) is None
    found = []
    for position, (bound, entry) in enumerate(every_composition().items()):
        if bound == "sequential":
            continue
        numbers: _Numbers = None, None, None
        until, remark = None, _unkept(entry)
        if claimed:
            at = crossing_of(state, bound, answers) or Crossing(None, None, None, N_("being computed"))
            numbers, remark, until = _begun(state, bound, entry, at)
        found.append(Begin(bound, entry.title, bound_colour(bound, position), *numbers, remark, until))
    return tuple(found)


def _unkept(bound: type[Composition]) -> Sentence:
    """Why nothing begins to pay where the releases don't keep what they claim."""
    if bound.own_loss:
        return N_("basic composition is not a guarantee here, so there is no crossing")
    return wording.STATUSES[Status.FALSE]


def _begun(
    state: State, bound: str, entry: type[Composition], at: Crossing
) -> tuple[_Numbers, Sentence, tuple[float, float, float] | None]:
    """The crossing in numbers, as far as k goes, what is remarked of it, and the other end of a stretch."""
    epsilon, delta = state.target.epsilon, release_of(state.setting).delta
    total = state.composing.total_delta

    def there(count: float) -> tuple[float, float, float]:
        return count, count * epsilon, delta_left(entry, delta, count, total)

    if at.between is not None and at.between[0] <= HORIZONS[-1]:
        words = N_(
            "below basic composition between these two: beyond, the δ per release leaves too little δ'"
        )
        return there(at.between[0]), words, there(at.between[1])
    nothing: _Numbers = None, None, None
    if at.real is None or at.epsilon is None:
        return nothing, at.reason or _remark(bound, at.first_count), None
    if at.real > HORIZONS[-1]:
        return nothing, N_("not at {count} or fewer releases", count=HORIZONS[-1]), None
    left = delta_left(entry, delta, at.real, total)
    return (at.real, at.epsilon, left), _remark(bound, at.first_count), None


def delta_left(bound: type[Composition], delta: float, count: float, total: float) -> float:
    """δ': what `count` releases leave of the total δ; all where the loss itself is followed."""
    return total if bound.own_loss else max(0.0, total - count * delta)


def _remark(bound: str, first: int | None) -> Sentence:
    if bound == "advanced-textbook":
        return N_(
            "at {count} or more releases; the formula gives this number for every ε: 8 ln(1/δ')",
            count=first,
        )
    return N_("at {count} or more releases", count=first)
