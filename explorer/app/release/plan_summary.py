"""What a plan will cost and how wrong its counts will be, in sentences, before any data is touched."""

from __future__ import annotations

from explorer.app.core import wording
from explorer.app.ledger.ledger_view import short
from explorer.app.release.plan_draft import Document, spends_delta, value_of
from explorer.app.release.plan_noise import deviation, outlook
from explorer.mark import N_, Sentence, at_most
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.values.noise_law import GAUSSIAN, LAPLACE

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


def error_sentence(plan: ReleasePlan, index: int) -> Sentence:
    """What one histogram spends and how far its noise reaches: both margins, σ and ρ for a Gaussian."""
    told = outlook(plan)[index]
    if told.threshold is not None:
        spent = N_("ε = {epsilon}, δ = {delta}", epsilon=short(told.epsilon), delta=short(told.delta))
    elif told.noise.is_gaussian:
        spent = N_(
            "ρ = {rho:4}, standard deviation at most σ = {sigma:4}",
            rho=at_most(float(told.noise.parameter)),
            sigma=deviation(told.noise),
        )
    else:
        spent = N_("ε = {epsilon}", epsilon=short(told.epsilon))
    if told.threshold is not None:
        return N_(
            "{spent}; noise within ± {each} for each count ({confidence:percent}, exact); the "
            "simultaneous margin depends on how many categories are found",
            spent=spent,
            each=told.margins.each,
            confidence=plan.output.confidence,
        )
    return N_(
        "{spent}; noise within ± {each} for each count, ± {joint} simultaneously for all {cells} "
        "cells ({confidence:percent}, exact)",
        spent=spent,
        each=told.margins.each,
        joint=told.margins.joint,
        cells=told.cells,
        confidence=plan.output.confidence,
    )


def threshold_sentence(plan: ReleasePlan | None, index: int) -> Sentence:
    """From which noisy count on a found category is published, and the δ that this spends."""
    told = None if plan is None or index >= len(plan.queries) else outlook(plan)[index].threshold
    if plan is None or told is None:
        return N_("Categories are found in the data; T, the noised count needed to publish one, follows.")
    return N_(
        "A category is published only if its noised count is at least T = {least}, so a category "
        "with only {whom} in it is published with probability at most δ = {delta:4} (proven).",
        least=told.least,
        whom=wording.UNITS.get(plan.privacy.unit) or N_("one {unit}", unit=plan.privacy.unit_name),
        delta=at_most(float(told.delta)),
    )
