"""The answer to a range that a person asks of fitted counts, in the window: it costs nothing."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from explorer.app.core.state import AskedRange, State
from explorer.app.plotting.figure import Axis, read_only
from explorer.app.plotting.layers import Area, Layer, Note, Rule
from explorer.app.release.preview_sample import Sampled
from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.refusal import Refusal
from explorer.release.drawn import noised
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.published_ranges import ranges_of
from explorer.release.queries.query import NoisedQuery
from explorer.release.queries.ranges import Ranges


@dataclass(frozen=True, slots=True)
class Asked:
    """What is said of a range, and whether it is refused.

    Attributes
    ----------
    span : the edges between which it lies, by their places; None where nothing is answered
    brief : the answer in a few words, beside the range itself
    """

    sentence: Sentence
    refused: bool = False
    span: tuple[int, int] | None = None
    brief: Sentence | None = None


def groups_of(declared: Ranges) -> tuple[str, ...]:
    """The names of the groups of which a range can be asked; none where there is only one."""
    columns = declared.range_cells.grouping
    return tuple(" · ".join(each) for each in product(*(column.labels for column in columns)) if each)


def noised_ranges(state: State, plan: ReleasePlan, index: int, sample: Sampled | None) -> NoisedQuery | None:
    """The ranges that are looked at, of the release or of `sample`; None for a query of another kind."""
    if not isinstance(plan.queries[index], Ranges):
        return None
    if sample is None:
        return state.releasing.drawn[-1].queries[index]
    return noised(plan, index, sample.queries[index].noised)


def answered(drawn: NoisedQuery, asked: AskedRange) -> Asked:
    """The fitted count between two edges with its margin, or what is to be typed.

    `drawn` : ranges with their noise
    """
    if not asked.low and not asked.high:
        return Asked(N_("any range between two edges is answered from these counts, at no further cost"))
    if not asked.low or not asked.high:
        return Asked(N_("type both edges"))
    published = ranges_of(drawn)
    columns = published.cells.grouping
    groups = list(product(*(column.labels for column in columns)))
    group = groups[min(asked.group, len(groups) - 1)]
    try:
        found = published.of_range(asked.low, asked.high, group, published.confidence)
    except Refusal as refusal:
        return Asked(refusal.sentence, refused=True)
    told = {
        "range": published.range_name(asked.low, asked.high),
        "value": found.value,
        "margin": float(found.margin),
        "confidence": published.confidence,
    }
    return Asked(
        N_(
            "rows, {range}: {value} ± {margin}; {confidence:percent} noise margin of this range alone",
            **told,
        ),
        span=published.span(asked.low, asked.high),
        brief=_brief(" · ".join(group), told),
    )


def _brief(group: str, told: dict[str, object]) -> Sentence:
    """The answer beside the range itself, with its group where there are several."""
    if not group:
        return N_("{range}: {value} ± {margin} ({confidence:percent})", **told)
    return N_("{group}, {range}: {value} ± {margin} ({confidence:percent})", group=verbatim(group), **told)


def asked_layers(drawn: NoisedQuery, asked: AskedRange, axis: Axis) -> tuple[Layer, ...]:
    """The range that is asked, shaded between its edges, with its answer; nothing where there is none."""
    found = answered(drawn, asked)
    if found.span is None or found.brief is None:
        return ()
    low, high = map(float, found.span)
    ends = read_only(np.array([axis.low, axis.low])), read_only(np.array([axis.high, axis.high]))
    top = axis.high - 0.03 * (axis.high - axis.low)
    return (
        Area("asked", read_only(np.array([low, high])), *ends, "accent", 0.12),
        Rule("asked-low", low, "accent", upright=True),
        Rule("asked-high", high, "accent", upright=True),
        Note("asked-words", (low + high) / 2, top, (found.brief,), "ink", "below", stressed=0, halo=True),
    )
