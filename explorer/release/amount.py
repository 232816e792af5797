"""Exact amounts of privacy: what a release costs, what an account may spend."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from explorer.privacy.notation import exact_text


@dataclass(frozen=True, slots=True)
class Amount:
    """Epsilon and delta, exact; both add up."""

    epsilon: Fraction = Fraction(0)
    delta: Fraction = Fraction(0)

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.epsilon + other.epsilon, self.delta + other.delta)

    def __sub__(self, other: Amount) -> Amount:
        return Amount(self.epsilon - other.epsilon, self.delta - other.delta)

    def within(self, limit: Amount) -> bool:
        """Whether neither part exceeds that of `limit`."""
        return self.epsilon <= limit.epsilon and self.delta <= limit.delta

    def text(self) -> dict[str, str]:
        """Both as exact text."""
        return {"epsilon": exact_text(self.epsilon), "delta": exact_text(self.delta)}


def amount(text: Mapping[str, object]) -> Amount:
    """What `Amount.text` wrote.

    Raises
    ------
    ValueError, KeyError
        It is none.
    """
    return Amount(Fraction(str(text["epsilon"])), Fraction(str(text["delta"])))
