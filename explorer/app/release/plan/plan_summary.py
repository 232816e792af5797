"""What a plan will cost and how wrong its counts will be, in sentences, before any data is touched."""

from __future__ import annotations

from explorer.app.core import wording
from explorer.app.ledger.ledger_view import short
from explorer.app.release.plan.plan_draft import Document, spends_delta, value_of
from explorer.app.release.plan.plan_noise import deviation, outlook
from explorer.app.release.sum_bars import sum_of
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.risk import worst_case
from explorer.privacy.target import Neighbours
from explorer.release.drawn import noised
from explorer.release.ledger.authorization import cost_of
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.values.noise_distribution import GAUSSIAN, LAPLACE

MECHANISMS = {LAPLACE: N_("discrete Laplace"), GAUSSIAN: N_("discrete Gaussian")}
MECHANISM_HELP = {
    LAPLACE: N_("Pure ε, no δ. Determined by the total change of all counts when one unit changes (L1)."),
    GAUSSIAN: N_(
        "Spends the largest ρ that (ε, δ) allows: less noise if one unit is in many cells (determined by L2)."
    ),
}
PROPOSED = N_("1e-6 is proposed here, as a δ of 0 cannot be spent; one undo takes back both.")


def mechanism_sentence(plan: Document) -> Sentence | None:
    """What the plan's mechanism is; None where it is not known."""
    return MECHANISM_HELP.get(str(value_of(plan, "privacy.mechanism", LAPLACE)))


def delta_sentence(plan: Document) -> Sentence:
    """What δ is spent on, or why it is not used."""
    if not spends_delta(plan):
        return N_("Not used: discrete Laplace over declared categories is pure ε.")
    if value_of(plan, "privacy.mechanism") == GAUSSIAN:
        return N_("Spent by the Gaussian noise. Keep it far below 1 divided by the number of people.")
    return N_(
        "Spent by the threshold of found categories. Keep it far below 1 divided by the number of people."
    )


def nonnegative_sentence(plan: ReleasePlan | None) -> Sentence | None:
    """Which queries have no column of counts of at least 0, and why; None where all have one."""
    why = () if plan is None else (query.without_nonnegative for query in plan.queries)
    first, *others = (*dict.fromkeys(each for each in why if each is not None), None)
    for each in others[:-1]:
        first = N_("{first} {second}", first=first, second=each)
    return first


def best_guess(epsilon: float, delta: float) -> float:
    """In how many of 100 cases the best attacker is right who starts at even odds; never less than that."""
    return wording.counted(100 * worst_case(epsilon, delta).best_guess, True)


def guess_words() -> Sentence:
    """What is counted there."""
    return N_("best attacker; random guessing: 50")


def rows_sentence(plan: Document) -> Sentence | None:
    """What an id and a limit of rows mean together; None where one of them is not declared."""
    column, rows = value_of(plan, "privacy.id_column"), value_of(plan, "privacy.rows_per_person")
    if not column or not isinstance(rows, int):
        return None
    return N_(
        "Rows with the same “{column}” belong together; at most {rows} of them {rows:is|are} kept.",
        column=str(column),
        rows=rows,
    )


def bound_sentence(plan: ReleasePlan | None) -> Sentence:
    """How far one unit can move the counts, and who vouches for it."""
    if plan is None:
        return N_("The sensitivity is computed once the plan is complete.")
    if all(sum_of(query) is not None for query in plan.queries):
        return _bound_of_sums(plan)
    values = {"l1": plan.sensitivity.L1, "linf": plan.sensitivity.Linf}
    if plan.privacy.unit == "row":
        return N_("One record can change the counts by a total of {l1} (L1 = {l1}).", **values)
    if plan.privacy.id_column is None:
        return N_(
            "L1 = {l1}: stated by you, because no id column is named. The program doesn't enforce it.",
            **values,
        )
    return N_(
        "L1 = {l1}: enforced by the id column. Further rows are left out and not included in any "
        "margin; rows without an id are not counted.",
        **values,
    )


def _bound_of_sums(plan: ReleasePlan) -> Sentence:
    """Where nothing is counted, the bounds of the values decide too."""
    if plan.privacy.unit == "row":
        return N_("How far one record can change a sum follows from the bounds of its values.")
    if plan.privacy.id_column is None:
        return N_("Stated by you, because no id column is named. The program doesn't enforce it.")
    return N_(
        "Enforced by the id column. Further rows are left out and not included in any margin; rows without "
        "an id are not counted."
    )


def guess_sentence(plan: ReleasePlan) -> Sentence:
    """What the plan's ε and δ mean: the most right guesses of an attacker who starts at even odds.

    (e^ε + δ)/(1 + e^ε) of them, whatever the mechanism; Kairouz, Oh & Viswanath (2015), Theorem 2.1.
    """
    spent, privacy = cost_of(plan), plan.privacy
    right = best_guess(float(spent.epsilon), float(spent.delta))
    whom = wording.UNITS.get(privacy.unit) or N_("one {unit}", unit=privacy.unit_name or privacy.unit)
    values = {"count": right, "whom": whom}
    if privacy.neighbours is Neighbours.SUBSTITUTE:
        return N_(
            "An attacker who sees everything that this plan releases guesses right, in at most {count} of "
            "100 cases, which of two possible contents the rows of {whom} have. Random guessing: 50 of 100.",
            **values,
        )
    return N_(
        "An attacker who sees everything that this plan releases guesses right, in at most {count} of 100 "
        "cases, whether {whom} is in the file. Random guessing: 50 of 100.",
        **values,
    )


def error_sentence(plan: ReleasePlan, index: int) -> Sentence:
    """What one query spends and how far its noise reaches: both margins, σ and ρ for a Gaussian."""
    query, declared = outlook(plan, index), plan.queries[index]
    if not declared.counts_cells:
        return _margins_of_kind(plan, index)
    if query.margins.each == 0:
        return N_(
            "Practically exact counts: at least {confidence:percent} of them have no noise at all. Only a "
            "smaller ε protects.",
            confidence=plan.output.confidence,
        )
    if query.threshold is not None:
        spent = N_("ε = {epsilon}, δ = {delta}", epsilon=short(query.epsilon), delta=short(query.delta))
    elif query.noise.is_gaussian:
        spent = N_(
            "ρ = {rho}, standard deviation at most σ = {sigma}",
            rho=at_most(float(query.noise.parameter)),
            sigma=deviation(query.noise),
        )
    else:
        spent = N_("ε = {epsilon}", epsilon=short(query.epsilon))
    if query.threshold is not None:
        return N_(
            "{spent}; noise within ± {each} for each count ({confidence:percent}, exact); the "
            "simultaneous margin depends on how many categories are found",
            spent=spent,
            each=query.margins.each,
            confidence=plan.output.confidence,
        )
    return N_(
        "{spent}; noise within ± {each} for each count, ± {joint} simultaneously for all {cells} "
        "{cells:cell|cells} ({confidence:percent}, exact)",
        spent=spent,
        each=query.margins.each,
        joint=query.margins.joint,
        cells=query.cells,
        confidence=plan.output.confidence,
    )


def _margins_of_kind(plan: ReleasePlan, index: int) -> Sentence:
    """What a query spends that is no table of counts, and its margins in its own words."""
    rho, margins = plan.rho_of(index), plan.queries[index].margins_sentence(noised(plan, index, ()))
    spent = N_("ε = {epsilon}", epsilon=short(plan.epsilon_of(index)))
    if rho is not None:
        spent = N_("ρ = {rho}", rho=at_most(float(rho)))
    return N_("{spent}; {margins}", spent=spent, margins=margins)


def threshold_sentence(plan: ReleasePlan | None, index: int) -> Sentence:
    """From which noisy count on a found category is published, and the δ that this spends."""
    threshold = None if plan is None or index >= len(plan.queries) else outlook(plan, index).threshold
    if plan is None or threshold is None:
        return N_("Categories are found in the data; T, the noised count needed to publish one, follows.")
    return N_(
        "A category is published only if its noised count is at least T = {least}, so a category "
        "with only {whom} in it is published with probability at most δ = {delta} (proven).",
        least=threshold.least,
        whom=wording.UNITS.get(plan.privacy.unit) or N_("one {unit}", unit=plan.privacy.unit_name),
        delta=at_most(float(threshold.delta)),
    )
