"""What the noise of a plan does to each of its histograms: margins and sentences, from the plan alone."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from explorer.app.core import wording
from explorer.app.core.state import State
from explorer.mark import N_, RoundedBound, Sentence, at_most, verbatim
from explorer.privacy.notation import exact_text
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_preview import Expected, expected
from explorer.release.values.noise_law import Noise

_LONGEST = 8  # characters of an exact number in a line under a title


@lru_cache(maxsize=16)
def outlook(plan: ReleasePlan) -> tuple[Expected, ...]:
    """Margins of each histogram of a plan."""
    return expected(plan)


def deviation(noise: Noise) -> RoundedBound:
    """The σ of Gaussian noise, rounded up where it is shown: the same number wherever it is said."""
    return at_most(math.sqrt(noise.width))


def readable(value: Fraction) -> Sentence:
    """An exact ε or scale; one that is too long to be read is rounded up, and says so."""
    text = exact_text(value)
    return verbatim(text) if len(text) <= _LONGEST else N_("≈ {value:4}", value=at_most(float(value)))


def shown_histogram(state: State, plan: ReleasePlan) -> int:
    """Which histogram is looked at; the plan may have fewer than it had when it was chosen."""
    return min(state.releasing.shown, len(plan.queries) - 1)


def assumption(plan: ReleasePlan, index: int, remark: Sentence) -> Sentence:
    """Which histogram, its noise, and where the counts come from."""
    told = outlook(plan)[index]
    if told.noise.is_gaussian:
        return N_(
            "{name}: ρ = {rho:4} of {total:4}, discrete Gaussian noise with σ = {sigma:4}; {unit}; {remark}",
            name=told.name,
            rho=at_most(float(told.noise.parameter)),
            total=at_most(float(plan.privacy.rho or 0)),
            sigma=deviation(told.noise),
            unit=wording.plan_unit(plan),
            remark=remark,
        )
    return N_(
        "{name}: ε = {epsilon} of {total}, discrete Laplace noise of scale {scale}; {unit}; {remark}",
        name=told.name,
        epsilon=readable(told.epsilon),
        total=readable(plan.privacy.epsilon),
        scale=readable(told.scale),
        unit=wording.plan_unit(plan),
        remark=remark,
    )


def margins_sentence(plan: ReleasePlan, index: int) -> Sentence:
    """Both margins, named; rows that bounding leaves out are in neither."""
    told = outlook(plan)[index]
    if told.threshold is not None:
        return N_(
            "{confidence:percent} noise margin, exact: each count ± {each}; a category is "
            "published if its noised count is at least {least}",
            confidence=plan.output.confidence,
            each=told.margins.each,
            least=told.threshold.least,
        )
    if told.noise.is_gaussian:
        return N_(
            "{confidence:percent} noise margin, exact: each count ± {each}, simultaneously for all "
            "{cells} cells ± {joint}; σ = {sigma:4}, ρ = {rho:4}",
            confidence=plan.output.confidence,
            each=told.margins.each,
            cells=told.cells,
            joint=told.margins.joint,
            sigma=deviation(told.noise),
            rho=at_most(float(told.noise.parameter)),
        )
    return N_(
        "{confidence:percent} noise margin, exact: each count ± {each}, simultaneously for all "
        "{cells} cells ± {joint}",
        confidence=plan.output.confidence,
        each=told.margins.each,
        cells=told.cells,
        joint=told.margins.joint,
    )


def plan_settings(plan: ReleasePlan, index: int) -> dict[str, object]:
    """What an exported picture of a histogram says of itself."""
    told = outlook(plan)[index]
    return {
        "kind": N_("noise margins: exact"),
        "mechanism": plan.privacy.mechanism,
        "epsilon": exact_text(told.epsilon),
        "sigma_squared" if told.noise.is_gaussian else "scale": exact_text(told.scale),
        "unit": plan.privacy.unit,
        "neighbours": plan.privacy.neighbours.value,
    }


def room(state: State, plan: ReleasePlan, index: int) -> tuple[float, float]:
    """How far beyond the counts the axis goes: a bar moved by its margin, with its whisker; and where many
    are, moved by the margin of all together.
    """
    framed = state.releasing.framed
    margins = outlook(plan)[index].margins
    each, joint = framed[index] if index < len(framed) else (margins.each, margins.joint)
    return 2.0 * each, float(each + joint)
