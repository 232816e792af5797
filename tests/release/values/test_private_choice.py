"""What a private choice spends."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from explorer.privacy.bounded_range import bounded_range_rho
from explorer.release.values.private_choice import Choice, largest_epsilon


@given(some.floats(1e-20, 200.0))
def test_that_the_largest_epsilon_spends_no_more_than_rho_and_hardly_less(rho):
    epsilon = float(largest_epsilon(Fraction(rho)))
    assert bounded_range_rho(epsilon) <= rho
    assert bounded_range_rho(epsilon * (1 + 1e-8)) > rho
    assert epsilon**2 / 8 >= rho * (1 - 1e-8)  # more than ρ = ε²/8 would allow


def test_that_pure_choices_flip_and_others_spend_rho():
    pure = Choice("discrete-laplace", 3, Fraction(1, 2))
    assert (pure.sampler, pure.scale, pure.epsilon) == ("permute-and-flip", 12, Fraction(1, 2))
    other = Choice("discrete-gaussian", 1, Fraction(1, 100))
    assert other.sampler == "exponential"
    assert float(other.epsilon) == pytest.approx(0.28299987, rel=1e-7)
    assert other.described()["rho"] == "0.01"
