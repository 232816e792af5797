"""What the noise of a plan does to each of its queries: margins and sentences, from the plan alone."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from explorer.app.core import wording
from explorer.app.core.state import State
from explorer.mark import N_, RoundedBound, Sentence, at_most, verbatim
from explorer.privacy.notation import exact_text
from explorer.release.drawn import noised
from explorer.release.plan.counted import counted
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_preview import Expected, expected_of
from explorer.release.queries.query import Query
from explorer.release.values.noise_distribution import Noise

HALF_OPEN = N_("intervals include their lower edge, not their upper edge")
_LONGEST = 8  # characters of an exact number in a line under a title


@lru_cache(maxsize=64)
def outlook(plan: ReleasePlan, index: int) -> Expected:
    """Margins of one query of a plan: only of the one that is asked, as another may take long."""
    return expected_of(plan, index)


def deviation(noise: Noise) -> RoundedBound:
    """The σ of Gaussian noise, rounded up where it is shown: the same number wherever it is said."""
    return at_most(math.sqrt(noise.width))


def readable(value: Fraction) -> Sentence:
    """An exact ε or scale; one that is too long to be read is rounded up, and says so."""
    text = exact_text(value)
    return verbatim(text) if len(text) <= _LONGEST else N_("≈ {value}", value=at_most(float(value)))


def shown_scale(value: Fraction) -> Sentence:
    """A scale of noise: exact, and where that is a fraction, with the decimal that it is rounded up to.

    `200/57 ≈ 3.509` wherever it is said; of a fraction too long to be read, the decimal alone.
    """
    text, rounded = exact_text(value), at_most(float(value))
    if len(text) > _LONGEST:
        return N_("≈ {value}", value=rounded)
    if "/" in text:
        return N_("{exact} ≈ {value}", exact=text, value=rounded)
    return verbatim(text)


def shown_query(state: State, plan: ReleasePlan) -> int:
    """Which query is looked at; the plan may have fewer than it had when it was chosen."""
    return min(state.releasing.shown, len(plan.queries) - 1)


def assumption(plan: ReleasePlan, index: int, remark: Sentence) -> Sentence:
    """Which query, its noise, and where the counts come from."""
    query = outlook(plan, index)
    if not plan.queries[index].counts_cells:
        told = {"name": query.name, "unit": wording.plan_unit(plan), "remark": remark}
        if len(plan.queries) == 1:
            return N_("{name}: {unit}; {remark}", **told)
        share = plan.queries[index].share / plan.total_shares[0]
        return N_("{name}: {share:percent} of the privacy budget; {unit}; {remark}", share=share, **told)
    if query.noise.is_gaussian:
        return N_(
            "{name}: ρ = {rho} of {total}, discrete Gaussian noise with σ = {sigma}; {unit}; {remark}",
            name=query.name,
            rho=at_most(float(query.noise.parameter)),
            total=at_most(float(plan.privacy.rho or 0)),
            sigma=deviation(query.noise),
            unit=wording.plan_unit(plan),
            remark=remark,
        )
    return N_(
        "{name}: ε = {epsilon} of {total}, discrete Laplace noise of scale {scale}; {unit}; {remark}",
        name=query.name,
        epsilon=readable(query.epsilon),
        total=readable(plan.privacy.epsilon),
        scale=shown_scale(query.scale),
        unit=wording.plan_unit(plan),
        remark=remark,
    )


def margins_sentence(plan: ReleasePlan, index: int) -> Sentence:
    """Both margins, named; rows that bounding leaves out are in neither."""
    declared, query = plan.queries[index], outlook(plan, index)
    if not declared.counts_cells:
        return declared.margins_sentence(noised(plan, index, ()))
    if query.margins.each == 0:
        return N_(
            "{confidence:percent} noise margin ± 0: practically exact counts, which hardly protect anybody",
            confidence=plan.output.confidence,
        )
    if query.threshold is not None:
        return N_(
            "{confidence:percent} noise margin, exact: each count ± {each}; a category is "
            "published if its noised count is at least {least}",
            confidence=plan.output.confidence,
            each=query.margins.each,
            least=query.threshold.least,
        )
    if query.noise.is_gaussian:
        return N_(
            "{confidence:percent} noise margin, exact: each count ± {each}, simultaneously for all "
            "{cells} {cells:cell|cells} ± {joint}; σ = {sigma}, ρ = {rho}",
            confidence=plan.output.confidence,
            each=query.margins.each,
            cells=query.cells,
            joint=query.margins.joint,
            sigma=deviation(query.noise),
            rho=at_most(float(query.noise.parameter)),
        )
    return N_(
        "{confidence:percent} noise margin, exact: each count ± {each}, simultaneously for all "
        "{cells} {cells:cell|cells} ± {joint}",
        confidence=plan.output.confidence,
        each=query.margins.each,
        cells=query.cells,
        joint=query.margins.joint,
    )


def plan_settings(plan: ReleasePlan, index: int) -> dict[str, object]:
    """What an exported picture of a query says of itself."""
    query = outlook(plan, index)
    return {
        "kind": N_("noise margins: exact"),
        "mechanism": plan.privacy.mechanism,
        "epsilon": exact_text(query.epsilon),
        **_scale(plan.queries[index], query),
        "unit": plan.privacy.unit_name or plan.privacy.unit,
        "counted": counted(plan.privacy),
        **({"intervals": HALF_OPEN} if _has_intervals(plan, index) else {}),
        "neighbours": plan.privacy.neighbours.value,
    }


def _scale(declared: Query, query: Expected) -> dict[str, object]:
    """The scale of the one noise that all its counts get."""
    name = "sigma_squared" if query.noise.is_gaussian else "scale"
    return {name: exact_text(query.scale)} if declared.counts_cells else {}


def _has_intervals(plan: ReleasePlan, index: int) -> bool:
    return any(column.is_ordered for column in plan.queries[index].columns)


def room(state: State, plan: ReleasePlan, index: int) -> tuple[float, float]:
    """How far beyond the counts the axis goes: a bar moved by its margin, with its whisker; and where many
    are, moved by the margin of all together.
    """
    framed = state.releasing.framed
    margins = outlook(plan, index).margins
    each, joint = framed[index] if index < len(framed) else (margins.each, margins.joint)
    step = float(margins.step)
    return 2.0 * each * step, float(each + joint) * step
