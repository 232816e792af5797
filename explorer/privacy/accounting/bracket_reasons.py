"""Why a bracket of numerical accounting has no end there, or holds for less than all: sentences."""

from __future__ import annotations

from explorer.mark import N_, Sentence


def infinite() -> Sentence:
    """Infinite losses alone are more than the total δ."""
    return N_("outputs that identify a person use up the total δ; raise it, or lower k")


def left_open() -> Sentence:
    """The errors of rounding alone are more than the total δ."""
    return N_("the rounding error exceeds the total δ here, so nothing is proven; raise it, or lower k")


def dominating() -> Sentence:
    """The pair that is composed dominates the release and need not be attained."""
    return N_(
        "the loss is that of a pair of distributions that dominates the release, so the total is "
        "an upper bound"
    )


def points() -> Sentence:
    """The loss cannot be put on points between proven ends."""
    return N_("the privacy loss of this mechanism is not known precisely enough for numerical composition")


def used_up_later() -> Sentence:
    """Why there is no crossing: what lies below at first does not stay there."""
    return N_("below basic composition at first, but not at a million releases")
