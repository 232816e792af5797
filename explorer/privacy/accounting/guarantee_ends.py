"""What one release costs between two ends that the rounding of its closed forms cannot cross."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from explorer.privacy.accounting.optimal_ends import products_above
from explorer.privacy.mechanism import Floats, Guarantee, Mechanism
from explorer.privacy.pairs.probability_table import Tables

# A margin, not a proof: 128 units of ε, and of 1 + |ln δ|, that a closed form of ln δ may err by.
_ROOM = 2.0**-46
_STEPS = 90


def pure_above(guarantee: Guarantee) -> float | None:
    """A double that is not below the ε at which δ is 0; None where there is none.

    Δ/s and 2Δ/s are compared exactly with the quotient that was rounded; what is a parameter itself was not;
    that of a sample, ln(1 + q(e^ε−1)), errs by 4 units of ε and 8 of itself; that of two tables, the
    logarithm of an exact quotient, by 3.
    """
    pure = guarantee.pure_epsilon
    if pure is None:
        return None
    if not isinstance(guarantee, Mechanism):
        return pure * (1 + 2.0**-49)
    if isinstance(guarantee, Tables):
        return pure * (1 + 2.0**-50)
    if guarantee.noise_parameter == "epsilon":
        return pure
    sensitivity = getattr(guarantee, "sensitivity", None)
    if guarantee.noise_parameter == "scale" and sensitivity:
        product = Fraction(pure) * Fraction(guarantee.noise) / Fraction(sensitivity)
        if product >= round(product) > 0:
            return pure
    return math.nextafter(pure, math.inf)


def pure_ends(guarantee: Guarantee, counts: Floats) -> tuple[Floats, Floats] | None:
    """Below and above k times the ε at which δ is 0, (n,) each; None where there is none.

    A quotient that is a parameter's is off by half a unit, that of a sample by 16 (`pure_above`).
    """
    pure, most = guarantee.pure_epsilon, pure_above(guarantee)
    if pure is None or most is None:
        return None
    return -products_above(counts, -pure * (1 - 2.0**-49)), products_above(counts, most)


def epsilon_ends(guarantee: Guarantee, delta: float) -> tuple[float, float]:
    """Below and above the least ε of one release at δ in (0, 1), where its ln δ has a closed form.

    Guarantee
    ---------
    ln δ is above the goal at the first end and below it at the second by what rounding may do: 128 units of
    ε and of 1 + |ln δ|. That is a bound on the closed forms that is stated, not proven; it was found to hold
    against 40 digits.
    """
    near, goal = guarantee.epsilon_at(delta), math.log(delta)
    if math.isinf(near):
        return near, near
    most = pure_above(guarantee)

    def log_delta(epsilon: float) -> float:
        return float(guarantee.log_delta(np.array(epsilon)))

    def room(value: float) -> float:
        return _ROOM * (2 + abs(goal) + (abs(value) if math.isfinite(value) else 0.0))

    def below(epsilon: float) -> bool:
        value = log_delta(epsilon * (1 - _ROOM))
        return value + room(value) <= goal

    def above(epsilon: float) -> bool:
        value = log_delta(epsilon * (1 + _ROOM))
        return value - room(value) >= goal

    low, high = _first(near, above, -1.0), _first(near, below, 1.0)
    return low, high if most is None else min(high, most)


def _first(near: float, holds: Callable[[float], bool], side: float) -> float:
    """The first of `near` and numbers ever further to one side at which it holds; 0 or infinity."""
    step = max(math.ulp(near), 5e-324)
    at = near
    for _ in range(_STEPS):
        if holds(at):
            return at
        at, step = at + side * step, 2 * step
        if at <= 0:
            return 0.0
    return math.inf
