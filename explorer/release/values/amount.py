"""Exact amounts of privacy: what a release costs, what an account may spend."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from explorer.privacy.notation import exact_text

_MOST_PLACES, _MOST_PARTS = 400, 1000


def adds_up(value: Fraction) -> bool:
    """Whether sums of any number of such amounts stay short enough to be written as text.

    That is so for decimals of 400 places, and for p/q where q is at most 1000 but for twos and fives.
    """
    rest, places = value.denominator, 0
    for prime in (2, 5):
        times = 0
        while rest % prime == 0 and times <= _MOST_PLACES:
            rest, times = rest // prime, times + 1
        places = max(places, times)
    return rest <= _MOST_PARTS and places <= _MOST_PLACES and abs(value.numerator) < 10**1000


@dataclass(frozen=True, slots=True)
class Amount:
    """Epsilon and delta, exact; both add up. `rho` beside them where there is one."""

    epsilon: Fraction = Fraction(0)
    delta: Fraction = Fraction(0)
    rho: Fraction | None = None

    def __add__(self, other: Amount) -> Amount:
        rho = None if self.rho is None and other.rho is None else (self.rho or 0) + (other.rho or Fraction(0))
        return Amount(self.epsilon + other.epsilon, self.delta + other.delta, rho)

    def __sub__(self, other: Amount) -> Amount:
        rho = None if self.rho is None and other.rho is None else (self.rho or 0) - (other.rho or Fraction(0))
        return Amount(self.epsilon - other.epsilon, self.delta - other.delta, rho)

    def within(self, limit: Amount) -> bool:
        """Whether no part exceeds that of `limit`; a ρ only where `limit` has one."""
        if limit.rho is not None and (self.rho or 0) > limit.rho:
            return False
        return self.epsilon <= limit.epsilon and self.delta <= limit.delta

    def text(self) -> dict[str, str]:
        """All parts as exact text."""
        rho = {} if self.rho is None else {"rho": exact_text(self.rho)}
        return {"epsilon": exact_text(self.epsilon), "delta": exact_text(self.delta), **rho}


def amount(text: Mapping[str, object]) -> Amount:
    """What `Amount.text` wrote.

    Raises
    ------
    ValueError, KeyError
        It is none.
    """
    rho = Fraction(str(text["rho"])) if "rho" in text else None
    return Amount(Fraction(str(text["epsilon"])), Fraction(str(text["delta"])), rho)
