"""From a total of many releases to the ε of each, by the tightest bound that is proven for it."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.app.compose.budget_per_release import noise_of
from explorer.app.compose.share_requests import COROLLARY, Share, questions, shares
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.plotting.figure import Answers
from explorer.mark import N_, Sentence, at_least
from explorer.privacy.composition import Status, every_composition
from explorer.privacy.mechanism import every_mechanism


@dataclass(frozen=True)
class Offer:
    """What each release may have: the (ε, δ) that sets it, None where there is none, and the words for it.

    Not `current`: it answers an older question, and stands only until the answer is there.
    """

    share: tuple[float, float] | None
    words: Sentence
    source: Sentence | None
    current: bool


def wanted(budget: State) -> tuple[Request, ...]:
    """The long questions whose answers `offer` needs."""
    return questions(budget)


def offer(budget: State, answers: Answers) -> Offer | None:
    """The most that a bound proves for each release; None where nothing is known yet.

    The tightest is the one that admits the least noise. What is checked numerically only, and Corollary
    3.21, which is no bound of this mechanism, are left to the card of all bounds.
    """
    found = [each for each in shares(budget, answers) if each[0] != COROLLARY]
    current = all(now for _, _, now in found)
    if any(share is None for _, share, _ in found):
        return None
    proven = [share for _, share, _ in found if share is not None and _proven(share)]
    if not proven:
        return Offer(None, N_("no proven bound leaves each release an ε within this total"), None, current)
    best = min(proven, key=_noise)
    return Offer(best.take, _words(budget, best), every_composition()[best.bound].title, current)


def _proven(share: Share) -> bool:
    return share.status is Status.PROVEN and share.mechanism is not None and share.take is not None


def _noise(share: Share) -> float:
    return float("inf") if share.mechanism is None else noise_of(share.mechanism)


def _words(budget: State, share: Share) -> Sentence:
    epsilon, delta = share.take or (float("nan"), float("nan"))
    if every_mechanism()[budget.mechanism].pure:
        return N_("ε = {epsilon} per release", epsilon=at_least(epsilon))
    return N_("ε = {epsilon}, δ = {delta} per release", epsilon=at_least(epsilon), delta=at_least(delta))
