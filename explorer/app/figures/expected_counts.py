"""What the readers will see, on made-up people, or on a file that somebody declares public."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from explorer.app import cells as placed
from explorer.app import wording
from explorer.app.drafting import judged
from explorer.app.figure import Answers, Axis, Figure, Picture, Table
from explorer.app.request import Request
from explorer.app.sampling import question_of, sampled
from explorer.app.state import State
from explorer.mark import N_, Quoted, Sentence, at_most, verbatim
from explorer.privacy.notation import exact_text
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_preview import Expected, expected
from explorer.release.values.noise_law import Noise

_LONGEST = 8  # characters of an exact number in a line under a title


@lru_cache(maxsize=16)
def outlook(plan: ReleasePlan) -> tuple[Expected, ...]:
    """Margins of each histogram of a plan."""
    return expected(plan)


def deviation(noise: Noise) -> Quoted:
    """The σ of Gaussian noise, rounded up where it is shown: the same number wherever it is said."""
    return at_most(math.sqrt(noise.width))


def readable(value: Fraction) -> Sentence:
    """An exact ε or scale; one that is too long to be read is rounded up, and says so."""
    text = exact_text(value)
    return verbatim(text) if len(text) <= _LONGEST else N_("≈ {value:4}", value=at_most(float(value)))


def shown_histogram(state: State, plan: ReleasePlan) -> int:
    """Which histogram is looked at; the plan may have fewer than it had when it was chosen."""
    return min(state.releasing.shown, len(plan.histograms) - 1)


def nothing(identity: str, title: Sentence, why: Sentence) -> Figure:
    """An empty picture that says what to do next."""
    axis = Axis(verbatim(""), 0.0, 1.0, ())
    table = Table((N_("noised count"),), ("noised_count",), ((),))
    return Figure(identity, title, verbatim(""), why, axis, axis, (), table, empty=why)


def assumption(plan: ReleasePlan, index: int, remark: Sentence) -> Sentence:
    """Which histogram, its noise, and where the counts come from."""
    told = outlook(plan)[index]
    if told.noise.is_gaussian:
        return N_(
            "{name}: ρ = {rho:4} of {total:4}, discrete Gaussian noise of width σ = {sigma:4}; "
            "{unit}; {remark}",
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
            "{confidence:percent} noise margin, exact: each count ± {each}; a category is published from a "
            "noisy count of {least} on",
            confidence=plan.output.confidence,
            each=told.margins.each,
            least=told.threshold.least,
        )
    if told.noise.is_gaussian:
        return N_(
            "{confidence:percent} noise margin, exact: each count ± {each}, all {cells} cells together ± "
            "{joint}; σ = {sigma:4}, ρ = {rho:4}",
            confidence=plan.output.confidence,
            each=told.margins.each,
            cells=told.cells,
            joint=told.margins.joint,
            sigma=deviation(told.noise),
            rho=at_most(float(told.noise.parameter)),
        )
    return N_(
        "{confidence:percent} noise margin, exact: each count ± {each}, all {cells} cells together ± {joint}",
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


class ExpectedCounts(Picture):
    """Counts of a sample with this plan's noise and margins."""

    id = "expected-counts"
    order = 60
    title = N_("What the readers will see, on made-up people")
    source = "Ghosh, Roughgarden & Sundararajan 2009; Canonne, Kamath & Steinke 2020"
    reads = ("releasing",)

    @staticmethod
    def wanted(state: State) -> tuple[Request, ...]:
        question = question_of(state)
        return () if question is None else (question,)

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        plan, _ = judged(state.releasing.plan)
        if plan is None:
            why = N_("Complete the plan, and this shows what its noise does to made-up people")
            return nothing(ExpectedCounts.id, ExpectedCounts.title, why)
        index = shown_histogram(state, plan)
        sample = sampled(state, plan, answers)
        shown = sample.histograms[index]
        cells = placed.cells_of(shown.declared)
        axis = placed.count_axis(cells.shaped(shown.counts), *room(state, plan, index))
        margins = shown.margins
        layers = [
            placed.zero(),
            *placed.bars(cells, cells.shaped(shown.noised), float(margins.each)),
            *placed.legend(cells, axis.high),
        ]
        return Figure(
            ExpectedCounts.id,
            _PUBLIC if sample.public else ExpectedCounts.title,
            assumption(plan, index, sample.remark),
            margins_sentence(plan, index),
            cells.axis(),
            axis,
            tuple(layers),
            placed.table(cells, shown.noised, margins.each, margins.joint),
            pending=sample.pending,
            settings={**plan_settings(plan, index), "counts": "public" if sample.public else "simulated"},
        )


_PUBLIC = N_("What the readers will see, on public data")


def room(state: State, plan: ReleasePlan, index: int) -> tuple[float, float]:
    """How far beyond the counts the axis goes: a bar moved by its margin, with its whisker; and where many
    are, moved by the margin of all together.
    """
    framed = state.releasing.framed
    margins = outlook(plan)[index].margins
    each, joint = framed[index] if index < len(framed) else (margins.each, margins.joint)
    return 2.0 * each, float(each + joint)
