"""How far a guarantee can be trusted where a formula is used outside the range of its proof."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from explorer.mark import Sentence


class Kind(Enum):
    """What a number is."""

    EXACT = "exact"
    UPPER = "upper"
    BRACKET = "bracket"
    ESTIMATE = "estimate"


class Status(Enum):
    """How far a formula can be trusted at one place."""

    PROVEN = "proven"
    CONFIRMED = "confirmed"  # outside the range of its proof, but not below what is truly delivered
    FALSE = "false"  # below it: not a guarantee


@dataclass(frozen=True)
class Claim:
    """Whether noise keeps the (epsilon, delta) that it was calibrated to; a reason for all but proven."""

    status: Status
    reason: Sentence | None = None


_TRUST = tuple(Status)


def weaker(one: Claim, other: Claim) -> Claim:
    """The claim that is trusted less; `one` where both are trusted alike."""
    return other if _TRUST.index(other.status) > _TRUST.index(one.status) else one
