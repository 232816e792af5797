"""Whom a total protects: one unit, a group of them, also on a secret sample; and whether it is of now."""

from __future__ import annotations

from explorer.app.compose.bounds_at_k import Reading
from explorer.app.core import wording
from explorer.app.core.refusals import concerns
from explorer.app.core.request import release_of
from explorer.app.core.state import State
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.accounting.groups import group_privacy
from explorer.privacy.composition import every_composition
from explorer.privacy.refusal import Refusal

_RELEASE = ("target", "shape", "sensitivity_inputs", "scores", "composing")


def outdated(state: State, *left_aside: str) -> Refusal | None:
    """What was refused of the release or of the question, so that totals are those before; first come first.

    A field that is `left_aside` has no part in the numbers that are shown.
    """
    for field, refusal in state.refused.items():
        if concerns(field, _RELEASE) and field not in left_aside:
            return refusal
    return None


def protects(state: State) -> Sentence:
    """The unit of every total, and the δ that is its price."""
    return N_(
        "protects {whom}; neighbours: {neighbours}; total δ = {delta}",
        whom=wording.whom(state),
        neighbours=wording.neighbours(state),
        delta=state.composing.total_delta,
    )


def sampled_in(state: State) -> Sentence | None:
    """How a secret sample is counted in, where one is drawn."""
    if state.sampling_rate >= 1:
        return None
    return N_(
        "The secret sample of {rate:percent} is included: by most bounds through the ε and δ of "
        "one release, by Rényi and numerical (PLD) accounting through the sampled privacy loss "
        "itself",
        rate=state.sampling_rate,
    )


def grouped(state: State, best: Reading | None) -> Sentence | None:
    """The cheapest total for g units together; None for one unit, and while there is no total.

    Where δ reaches 1 nothing is left of it; basic composition may still say something.
    """
    size = state.reading.group
    if size < 2 or best is None or not best.current:
        return None
    count, total = state.composing.count, state.composing.total_delta
    release = release_of(state.setting)
    spent = every_composition()[best.bound]().delta_spent(release.delta, count, total)
    epsilon, delta = group_privacy(best.upper, spent, size)
    if delta < 1:
        return N_(
            "a group of {size}: ε = {epsilon}, δ = {delta}; proven upper bound",
            size=size,
            epsilon=at_most(epsilon),
            delta=at_most(delta),
        )
    if release.epsilon is not None and release.delta == 0 and wording.broken(state) is None:
        return N_(
            "a group of {size}: ε = {epsilon}, δ = 0 by basic composition; proven upper bound (at "
            "the total δ, the group's δ would be 1)",
            size=size,
            epsilon=at_most(size * count * release.epsilon),
        )
    return N_("a group of {size}: no guarantee, as its δ would be 1; lower ε, k or g", size=size)
