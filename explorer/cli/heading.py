"""The first line of an answer: the release that was asked for, in words."""

from __future__ import annotations

from explorer.app.core.wording import NEIGHBOURS, UNITS
from explorer.cli.target import RequestedRelease
from explorer.mark import N_, RoundedBound, Sentence, at_most
from explorer.privacy.pairs.probability_table import Tables
from explorer.privacy.shape import Sampling
from explorer.privacy.target import Neighbours


def in_words(release: RequestedRelease) -> Sentence:
    """The release with its unit and neighbours beside ε, and with the share that is sampled."""
    named: dict[str, object] = {
        "mechanism": N_("worst case over mechanisms")
        if release.mechanism is None
        else release.mechanism.title,
        "promise": N_("no ε is fixed")
        if release.epsilon is None
        else N_("ε = {epsilon}, δ = {delta}", epsilon=_epsilon(release), delta=release.delta),
        **_protected(release),
    }
    sensitivity = release.around.sensitivity
    if isinstance(release.mechanism, Tables):
        said = N_(
            "{mechanism} with {outcomes} {outcomes:outcome|outcomes}: {promise} for {whom} ({neighbours})",
            outcomes=release.mechanism.outcomes,
            **named,
        )
    elif sensitivity is None:
        said = N_("{mechanism}: {promise} for {whom} ({neighbours})", **named)
    else:
        said = N_(
            "{mechanism}: {promise} for {whom} ({neighbours}), sensitivity {sensitivity}",
            sensitivity=sensitivity,
            **named,
        )
    return said if release.around.shape.sampling_rate >= 1 else _on_a_sample(release, said)


def _epsilon(release: RequestedRelease) -> float | RoundedBound | None:
    """As it was typed; one that follows from the noise is rounded up."""
    if release.epsilon is None or release.mechanism is None or release.within is not None:
        return release.epsilon
    return at_most(release.epsilon)


def _protected(release: RequestedRelease) -> dict[str, Sentence]:
    """Whom it protects, and against which change; a person's own answer is hidden from its other answers."""
    unit, neighbours = release.around.unit, release.around.neighbours
    mechanism = release.mechanism
    if mechanism is not None and not mechanism.norm and not isinstance(mechanism, Tables):
        return {"whom": N_("one person's own answer"), "neighbours": NEIGHBOURS[Neighbours.SUBSTITUTE]}
    return {"whom": UNITS.get(unit) or N_("one {unit}", unit=unit), "neighbours": NEIGHBOURS[neighbours]}


def _on_a_sample(release: RequestedRelease, said: Sentence) -> Sentence:
    """The share that is sampled, and what the mechanism keeps on the sample where that is known."""
    rate, poisson = release.around.shape.sampling_rate, release.around.shape.sampling is Sampling.POISSON
    if release.within is None and poisson:
        return N_("{release}; on a sample of {rate:percent}", release=said, rate=rate)
    if release.within is None:
        return N_("{release}; on a sample of {rate:percent} without replacement", release=said, rate=rate)
    epsilon, delta = release.within
    values = {"release": said, "rate": rate, "epsilon": at_most(epsilon), "delta": at_most(delta)}
    if poisson:
        return N_("{release}; on a sample of {rate:percent}, there ε = {epsilon}, δ = {delta}", **values)
    return N_(
        "{release}; on a sample of {rate:percent} without replacement, there ε = {epsilon}, δ = {delta}",
        **values,
    )
