"""Laplace or Gaussian noise, where a mechanism is chosen: which has the smaller margin within the total."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, cast

from explorer.app.compose.known_totals import newest
from explorer.app.compose.noise_requests import RIVALS, others
from explorer.app.core.request import Request
from explorer.app.core.start import StartFrom
from explorer.app.core.state import State, Workspace
from explorer.app.plotting.figure import Answers
from explorer.mark import N_, Sentence
from explorer.privacy.accounting.noise_for_budget import (
    best_noise,
    first_between,
    is_smaller,
    margin_per_deviation,
)
from explorer.privacy.mechanism import every_additive
from explorer.privacy.progress import progress

# Where both are compared before the first such k is looked for between two of them: up to the largest k.
COMPARED = (1, 3, 10, 30, 100, 1000, 10_000, 100_000, 1_000_000)


@dataclass(frozen=True, slots=True)
class SmallerMargin(Request):
    """From which k on Gaussian noise has a smaller margin than Laplace noise, within one total."""

    patient: ClassVar[bool] = True
    total_epsilon: float
    total_delta: float
    sensitivity: float
    confidence: float

    def __call__(self) -> Overtaking:
        return _overtaking(self)


@dataclass(frozen=True)
class Overtaking:
    """The least such k, None where there is none; both were compared up to `last` releases (0: at none)."""

    first: int | None
    last: int


@lru_cache(maxsize=64)
def _overtaking(asked: SmallerMargin) -> Overtaking:
    """Kept for as long as the program runs: it takes a while, and total and confidence change seldom.

    From the largest k downward, to the first at which Gaussian noise is not the smaller one.
    """
    budget = asked.total_epsilon, asked.total_delta, asked.sensitivity
    one, other = _per_deviation(asked.confidence)
    first, last = None, 0
    for place, count in enumerate(reversed(COMPARED)):
        progress(place / len(COMPARED))
        smaller = is_smaller(*budget, count, (one, other))
        if smaller is None:
            continue
        last = last or count
        if not smaller:
            return Overtaking(first and first_between(*budget, (count, first), (one, other)), last)
        first = count
    return Overtaking(first, last)


@dataclass(frozen=True, slots=True)
class MarginsAtCount(Request):
    """The least standard deviations of Laplace and of Gaussian noise for one number of releases."""

    patient: ClassVar[bool] = True
    total_epsilon: float
    total_delta: float
    sensitivity: float
    count: int

    def __call__(self) -> tuple[float, float]:
        budget = self.total_epsilon, self.total_delta, (self.count,), self.sensitivity
        one, other = (best_noise(every_additive()[name], *budget) for name in RIVALS)
        return float(one.deviation[0]), float(other.deviation[0])


@dataclass(frozen=True)
class Rivals:
    """What is said of both; `current` whether it answers the question of now."""

    crossing: Sentence
    margins: Sentence
    current: bool


def questions(state: State) -> tuple[SmallerMargin | MarginsAtCount, ...]:
    """What is asked where the total is in sight, and where the one mechanism could replace the other.

    None for a selection, and none for several numbers at once: their Δ differs between L1 and L2.
    """
    in_sight = state.workspace is Workspace.COMPOSE or state.start.chosen is StartFrom.TOTAL
    if not in_sight or not others(state):
        return ()
    composing = state.composing
    budget = composing.total_epsilon, composing.total_delta, state.target.sensitivity
    return MarginsAtCount(*budget, composing.count), SmallerMargin(*budget, state.reading.confidence)


def rivals(state: State, answers: Answers) -> Rivals | None:
    """What to say; None where nothing is asked, or nothing is known yet.

    Until the answer is there an older one stands, in the words of the question that it answers.
    """
    asked = questions(state)
    if not asked:
        return None
    known = [question if question in answers else newest(type(question), answers) for question in asked]
    if any(question is None for question in known):
        return None
    at, first = cast(tuple[MarginsAtCount, SmallerMargin], tuple(known))
    crossing = _crossing(first, cast(Overtaking, answers[first]))
    margins = _margins(at, cast(tuple[float, float], answers[at]), first.confidence)
    if state.sampling_rate < 1:
        margins = N_("{words}; both on everybody: sampling is not included", words=margins)
    return Rivals(crossing, margins, (at, first) == asked)


def _crossing(asked: SmallerMargin, found: Overtaking) -> Sentence:
    total = N_("total ε = {epsilon}, δ = {delta}", epsilon=asked.total_epsilon, delta=asked.total_delta)
    if not found.last:
        return N_("{total}: the noise of Laplace and Gaussian cannot be compared", total=total)
    if found.first is None:
        return N_("{total}: Laplace has the smaller margin, up to k = {last}", total=total, last=found.last)
    if found.first == 1:
        return N_("{total}: Gaussian has the smaller margin at every k", total=total)
    return N_("{total}: Gaussian has the smaller margin from k = {first} on", total=total, first=found.first)


def _margins(asked: MarginsAtCount, deviations: tuple[float, float], confidence: float) -> Sentence:
    laplace, gaussian = (
        N_("± {margin}", margin=deviation * each) if math.isfinite(deviation) else N_("none")
        for deviation, each in zip(deviations, _per_deviation(confidence), strict=True)
    )
    return N_(
        "{confidence:percent} margin at k = {count}: Laplace {laplace}, Gaussian {gaussian}",
        count=asked.count,
        laplace=laplace,
        gaussian=gaussian,
        confidence=confidence,
    )


@lru_cache(maxsize=16)
def _per_deviation(confidence: float) -> tuple[float, ...]:
    return tuple(margin_per_deviation(every_additive()[name], confidence) for name in RIVALS)
