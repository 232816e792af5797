"""Between ρ and (ε, δ) in exact decimals: never on the wrong side, and no further digit would hold."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from thoroughness import THOROUGH

from explorer.privacy.accounting.concentrated import canonne_kamath_steinke
from explorer.privacy.accounting.rho import epsilon_of_rho, largest_rho, rho_of_pure
from explorer.privacy.refusal import OutOfRange

TARGETS = [
    *(("1", "1e-6"), ("0.1", "1e-5"), ("3", "1e-9"), ("1e-9", "1e-10"), ("1000", "1e-5"), ("1/3", "1/997")),
    *(("1", "0.5"), ("1", "0.999999"), ("0.123456789012345678901234567891", "1e-12"), ("2", "1e-300")),
]


def next_decimal(value: Fraction) -> Fraction:
    """One more in the twelfth significant digit."""
    digits = Decimal(value.numerator) / value.denominator
    return value + Fraction(10) ** (digits.adjusted() - 11)


@pytest.mark.parametrize(("epsilon", "delta"), TARGETS)
def test_that_the_largest_rho_keeps_the_promise_and_the_next_one_does_not(epsilon: str, delta: str) -> None:
    wanted, failing = Fraction(epsilon), Fraction(delta)
    rho = largest_rho(wanted, failing)
    assert len((Decimal(rho.numerator) / rho.denominator).normalize().as_tuple().digits) <= 12
    assert epsilon_of_rho(rho, failing, up=False) <= wanted
    # Of 12 digits the upward rounding of a value that is not above `wanted` may at most reach its neighbour
    assert epsilon_of_rho(rho, failing) <= next_decimal(wanted)
    grid = np.geomspace(1e-12, 1e13, 4_000_001 if THOROUGH else 1_000_001)
    from explorer.privacy.accounting.concentrated import order_cost

    above = float(next_decimal(rho)) * (1 + grid) + order_cost(grid, float(failing))
    assert float(np.min(above)) > float(wanted) * (1 - 1e-12)


@pytest.mark.parametrize(("epsilon", "delta"), TARGETS[:6])
def test_that_the_conversion_is_that_of_the_bound_on_screen(epsilon: str, delta: str) -> None:
    rho = largest_rho(Fraction(epsilon), Fraction(delta))
    shown = canonne_kamath_steinke(np.array([float(rho)]), float(Fraction(delta)))
    assert float(shown[0]) == pytest.approx(float(Fraction(epsilon)), rel=1e-9)
    up, down = epsilon_of_rho(rho, Fraction(delta)), epsilon_of_rho(rho, Fraction(delta), up=False)
    assert down <= up
    assert float(up - down) <= 2e-11 * float(up)


@pytest.mark.parametrize("rho", ["0.0185749664614", "1e-9", "7.25", "0.123456789012345"])
def test_that_what_is_said_to_remain_may_be_asked_for(rho: str) -> None:
    left, delta = Fraction(rho), Fraction(1, 10**6)
    assert largest_rho(epsilon_of_rho(left, delta, up=False), delta) <= left


def test_that_nothing_spent_is_nothing() -> None:
    assert epsilon_of_rho(Fraction(0), Fraction(1, 10)) == 0


@pytest.mark.parametrize("epsilon", ["1", "1/3", "0.123456789012345678901234567891", "1e-9", "999.999"])
def test_that_pure_epsilon_enters_rounded_up(epsilon: str) -> None:
    exact = Fraction(epsilon) ** 2 / 2
    entered = rho_of_pure(Fraction(epsilon))
    assert exact <= entered < exact * (1 + Fraction(1, 10**11))


def test_that_what_has_no_conversion_is_refused() -> None:
    for epsilon, delta in ((0, 1), (-1, 1), (1, 0), (1, 2), (1, -1)):
        with pytest.raises(OutOfRange):
            largest_rho(Fraction(epsilon), Fraction(delta, 2))
    with pytest.raises(OutOfRange):
        epsilon_of_rho(Fraction(-1), Fraction(1, 2))
    with pytest.raises(OutOfRange):
        epsilon_of_rho(Fraction(1), Fraction(1))
