"""Typed instead of ε: the noise margin that somebody needs, and the ε of the plan that gives it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from explorer.app.core.request import Request
from explorer.app.plotting.figure import Answers
from explorer.mark import N_, Sentence
from explorer.privacy.notation import exact_text, read_exact
from explorer.privacy.refusal import NotANumber, OutOfRange, Refusal
from explorer.privacy.spelling import Ambiguous
from explorer.release.drawn import margins_of
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.epsilon_for_margin import LARGEST_MARGIN, epsilon_for_margin
from explorer.release.queries.query import Query
from explorer.release.queries.ranges import Ranges
from explorer.release.queries.sum import Sum
from explorer.release.queries.terms import Margins


@dataclass(frozen=True, slots=True)
class EpsilonFor(Request):
    """Which ε of the plan gives one query this margin; the answer is a `Solved` or a `Declined`."""

    plan: ReleasePlan
    index: int
    wish: int
    joint: bool

    def __call__(self) -> Solved | Declined:
        try:
            epsilon = epsilon_for_margin(self.plan, self.index, self.wish, self.joint)
        except Refusal as refusal:
            return Declined(refusal.sentence)
        plan = replace(self.plan, privacy=replace(self.plan.privacy, epsilon=epsilon))
        return Solved(exact_text(epsilon), margins_of(plan, self.index))


@dataclass(frozen=True, slots=True)
class Solved:
    """An ε as a plan has it, and the margins that it gives."""

    epsilon: str
    margins: Margins


@dataclass(frozen=True, slots=True)
class Declined:
    """Why no ε does it."""

    sentence: Sentence


def read_wish(text: str) -> int:
    """The margin that somebody typed, like 20 or ± 20.

    Raises
    ------
    OutOfRange
        It is no whole number that a margin can be.
    """
    try:
        wish = read_exact(text.replace("±", "").strip()) if len(text) <= 40 else None
    except Ambiguous as refusal:
        raise OutOfRange(refusal.sentence, "margin") from None
    except NotANumber:
        wish = None
    if wish is None or wish.denominator != 1 or not 0 <= wish <= LARGEST_MARGIN:
        sentence = N_("a margin is a whole number from 0 to {most}, like 20", most=LARGEST_MARGIN)
        raise OutOfRange(sentence, "margin")
    return int(wish)


def wish_words(declared: Query) -> tuple[Sentence, Sentence]:
    """In which unit the margin of a query is typed, and what each one of its margins is of."""
    if isinstance(declared, Sum):
        return N_("± {column}", column=declared.value), N_("each sum")
    return N_("± rows"), N_("each interval") if isinstance(declared, Ranges) else N_("each count")


def question_of(plan: ReleasePlan, index: int, wish: int, joint: bool) -> EpsilonFor:
    """The question about one query of a plan, whatever the plan's ε is now."""
    privacy = replace(plan.privacy, epsilon=Fraction(1))
    return EpsilonFor(replace(plan, privacy=privacy, title=""), index, wish, joint)


def answer_of(question: EpsilonFor, answers: Answers) -> Solved | Declined | None:
    """What is known of it by now."""
    answer = answers.get(question)
    return answer if isinstance(answer, Solved | Declined) else None


def _now(plan: ReleasePlan, answer: Solved) -> Sentence:
    """What the plan spends beside it."""
    spent = exact_text(plan.privacy.epsilon)
    return (
        N_("the plan has this value already")
        if spent == answer.epsilon
        else N_("now it is {epsilon}", epsilon=spent)
    )


def solved_sentence(plan: ReleasePlan, question: EpsilonFor, answer: Solved) -> Sentence:
    """The ε that gives the margin, beside that of the plan now."""
    values = {
        "epsilon": answer.epsilon,
        "name": plan.queries[question.index].name,
        "confidence": plan.output.confidence,
        "now": _now(plan, answer),
    }
    each, joint = answer.margins.amounts
    if not plan.queries[question.index].counts_cells:
        return N_(
            "A total ε of {epsilon} gives “{name}” ± {margin} ({confidence:percent}); {now}.",
            margin=joint if question.joint else each,
            **values,
        )
    if question.joint:
        return N_(
            "A total ε of {epsilon} gives “{name}” ± {margin} simultaneously for all cells "
            "({confidence:percent}, exact); {now}.",
            margin=joint,
            **values,
        )
    return N_(
        "A total ε of {epsilon} gives “{name}” ± {margin} for each count ({confidence:percent}, "
        "exact); {now}.",
        margin=each,
        **values,
    )
