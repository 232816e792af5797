"""The number beside a presented plan or release: how far its counts, ranges, sums or tables are off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from explorer.app.core import wording
from explorer.app.core.state import State
from explorer.app.plotting.figure import Answers
from explorer.app.release.asked_range import noised_ranges
from explorer.app.release.marginal_bars import marginals_of
from explorer.app.release.plan.plan_draft import judged
from explorer.app.release.plan.plan_noise import outlook, readable, shown_query
from explorer.app.release.plan.range_search import searched
from explorer.app.release.preview_sample import sampled
from explorer.app.release.quantile_marks import quantiles_sentence
from explorer.app.release.sum_bars import sum_of
from explorer.mark import N_, Sentence, verbatim
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sum_margin import sum_margin
from explorer.release.queries.marginals import Marginals
from explorer.release.queries.ranges import Ranges
from explorer.release.queries.sum import Sum
from explorer.release.queries.sum_answers import Answer
from explorer.release.queries.sum_words import amount_text, clipping_words
from explorer.release.queries.terms import Terms


@dataclass(frozen=True)
class PlanNumber:
    """The number with what heads it, the words before and after it, and what else belongs to it."""

    about: Sentence
    before: Sentence
    number: Sentence
    after: Sentence
    further: tuple[Sentence, ...] = ()


def plan_number(state: State, answers: Answers) -> PlanNumber | None:
    """That of the query that is shown, of the plan or of what was released by it; None where none holds.

    Of ranges it is the expected error, once their strategy is found.
    """
    drawn = state.releasing.drawn
    plan = drawn[-1].plan if drawn else judged(state.releasing.plan)[0]
    if plan is None or not (drawn or searched(plan, answers)):
        return None
    index = shown_query(state, plan)
    declared, terms = plan.queries[index], plan.terms_of(index)
    number: Sentence
    further: tuple[Sentence, ...] = ()
    if isinstance(declared, Ranges):
        number = N_("± {each}", each=declared.expected_rmse(terms))
        after = N_("expected error of a range (root mean square over all ranges)")
        further = _of_ranges(state, plan, index, answers)
    elif (summed := sum_of(declared)) is not None:
        number, after = _margin_of_sum(summed, terms)
        further = tuple(_of_sum(summed, terms, *_sums_of(state, plan, index, answers)))
    elif (several := marginals_of(declared)) is not None:
        number = N_("± {each}", each=several.expected_rmse(terms))
        after = N_("expected error of a measured count (root mean square)")
        further = tuple(_of_marginals(several, terms))
    else:
        number = N_("± {each}", each=outlook(plan, index).margins.each)
        after = N_("{confidence:percent} noise margin, each count", confidence=plan.output.confidence)
    about = N_(
        "total ε = {epsilon}; {unit}",
        epsilon=readable(plan.privacy.epsilon),
        unit=wording.plan_unit(plan),
    )
    return PlanNumber(about, verbatim(declared.name), number, after, further)


# Ranges


def _of_ranges(state: State, plan: ReleasePlan, index: int, answers: Answers) -> tuple[Sentence, ...]:
    """The quantiles of the picture beside it."""
    sample = None if state.releasing.drawn else sampled(state, plan, answers)
    drawn = noised_ranges(state, plan, index, sample)
    if drawn is None or not isinstance(drawn.declared, Ranges):
        return ()
    said = quantiles_sentence(drawn.declared.fitted(drawn))
    return () if said is None else (said,)


# Sums


def _margin_of_sum(declared: Sum, terms: Terms) -> tuple[Sentence, Sentence]:
    each, _ = declared.margins(terms).amounts
    after = N_("{confidence:percent} noise margin, each sum", confidence=terms.output.confidence)
    if declared.groups == 1:
        after = N_("{confidence:percent} noise margin of the sum", confidence=terms.output.confidence)
    return N_("± {each}", each=amount_text(each)), after


def _sums_of(
    state: State, plan: ReleasePlan, index: int, answers: Answers
) -> tuple[tuple[int, ...], Sentence]:
    """The noised integers of the picture beside it, and what they are of."""
    if state.releasing.drawn:
        return state.releasing.drawn[-1].queries[index].counts, N_("as released")
    sample = sampled(state, plan, answers)
    return sample.queries[index].noised, N_("public data") if sample.public else N_("simulated people")


def _of_sum(declared: Sum, terms: Terms, drawn: tuple[int, ...], whose: Sentence) -> Iterator[Sentence]:
    """Total and mean, the margin of all groups together, and what clipping does."""
    answers = list(declared.answers(terms).of(drawn))
    total, margin = sum(each.sum for each in answers), _margin_of_total(declared, terms)
    told = {"whose": whose, "total": amount_text(Fraction(total)), "margin": amount_text(margin)}
    if declared.groups > 1:
        joint = amount_text(declared.margins(terms).amounts[1])
        yield N_("All groups simultaneously: ± {joint}.", joint=joint)
        yield N_(
            "Total, {whose}: {total} ± {margin} ({confidence:percent} or more).",
            confidence=terms.output.confidence,
            **told,
        )
    else:
        yield N_("Total, {whose}: {total} ± {margin}.", **told)
        yield from _mean(answers[0])
    yield clipping_words(declared)


def _mean(answer: Answer) -> Iterator[Sentence]:
    """The mean with its interval; nothing where none is asked, or where there may be no value."""
    if answer.mean is not None and answer.low is not None and answer.high is not None:
        mean, low, high = (float(each) for each in (answer.mean, answer.low, answer.high))
        yield N_("Mean: {mean}, from {low} to {high}.", mean=mean, low=low, high=high)


def _margin_of_total(declared: Sum, terms: Terms) -> Fraction:
    """Of one group that of its sum; of several at most this: half of what may fail goes to either noise."""
    if declared.groups == 1:
        return Fraction(declared.margins(terms).amounts[0])
    parts, failing = declared.noise_parts(terms), 1 - terms.output.confidence
    reaches = [sum_margin(part.noise, declared.groups, 1 - failing / len(parts)).value for part in parts]
    weights = (declared.step, abs(declared.zero))
    return sum((weight * reach for weight, reach in zip(weights, reaches, strict=False)), Fraction(0))


# Marginals


def _of_marginals(declared: Marginals, terms: Terms) -> Iterator[Sentence]:
    """How many tables there are, how many of them are measured; their margins, and what a fit promises."""
    every = len(declared.wanted.axes)
    measured = min(declared.rounds + 1, every) if declared.rounds else every
    told = {"tables": every, "measured": measured, "inferred": every - measured}
    if measured == every:
        yield N_("{tables} {tables:table|tables}, all measured.", **told)
    else:
        yield N_(
            "{tables} {tables:table|tables}: {measured} {measured:is|are} measured, {inferred} "
            "{inferred:is|are} inferred from the fit.",
            **told,
        )
    margins, confidence = declared.margins(terms), terms.output.confidence
    each, joint = float(margins.each), float(margins.joint)
    yield N_(
        "{confidence:percent} noise margin of a measured count: at most ± {each}, simultaneously ± {joint}.",
        confidence=confidence,
        each=each,
        joint=joint,
    )
    if declared.fit:
        yield N_("Fitted tables agree with each other; no margin holds for their counts.")
