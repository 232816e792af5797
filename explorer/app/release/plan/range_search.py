"""The strategies and margins of a plan's ranges: searched in the background, before anything is told of them.

With many bins a search takes seconds. Its results are kept by the rooms that make them, so that a plan whose
search is answered is told of at once, at every ε.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from explorer.app.core.request import Request
from explorer.app.plotting.figure import Answers
from explorer.app.release.plan.plan_draft import judged
from explorer.mark import N_, Sentence
from explorer.privacy.progress import part, progress
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.ranges import Ranges

QUICK = 16  # bins up to which a search is over within a few frames
SEARCHING: Sentence = N_("The strategy with the least error is being searched for …")


@dataclass(frozen=True, slots=True)
class RangesSearched(Request):
    """The strategies of all ranges of a plan with many bins, with their margins; the answer is how many.

    What is searched depends on the numbers of bins, groups and special cells, the mechanism and the
    confidence, not on ε: `plan` is no part of the question.
    """

    shapes: tuple[tuple[str, int, int, int], ...]
    mechanism: str
    confidence: Fraction
    plan: ReleasePlan = field(compare=False, repr=False)

    def __call__(self) -> int:
        places = slow_ranges(self.plan)
        for number, place in enumerate(places):
            query = _ranges(self.plan, place)
            with part(number / len(places), (number + 0.6) / len(places)):
                terms = self.plan.terms_of(place)
                query.alternatives(terms)
            progress((number + 0.6) / len(places))
            with part((number + 0.6) / len(places), (number + 1) / len(places)):
                query.every_margin(terms)
        return len(places)


def slow_ranges(plan: ReleasePlan) -> tuple[int, ...]:
    """Which queries of a plan are ranges of so many bins that their search takes longer than a frame."""
    return tuple(place for place, _ in enumerate(plan.queries) if is_slow(plan, place))


def is_slow(plan: ReleasePlan, place: int) -> bool:
    """Whether this query is ranges of that many bins."""
    query = plan.queries[place]
    return isinstance(query, Ranges) and query.range_cells.bins > QUICK


@lru_cache(maxsize=32)
def question_of(plan: ReleasePlan) -> RangesSearched | None:
    """What must be searched before anything is told of a plan; None where there is nothing to wait for."""
    places = slow_ranges(plan)
    if not places:
        return None
    queries = (_ranges(plan, place) for place in places)
    shapes = tuple(
        (each.strategy, each.range_cells.bins, each.range_cells.groups, each.range_cells.special)
        for each in queries
    )
    return RangesSearched(shapes, plan.privacy.mechanism, plan.output.confidence, plan)


def wanted(text: str) -> tuple[Request, ...]:
    """The question about a plan as it is written; none where it does not hold."""
    plan = judged(text)[0] if text else None
    question = None if plan is None else question_of(plan)
    return () if question is None else (question,)


def searched(plan: ReleasePlan, answers: Answers) -> bool:
    """Whether everything can be told of a plan now."""
    question = question_of(plan)
    return question is None or question in answers


def _ranges(plan: ReleasePlan, place: int) -> Ranges:
    query = plan.queries[place]
    if not isinstance(query, Ranges):
        raise TypeError("a query of another kind is searched")
    return query
