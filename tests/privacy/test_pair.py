"""The numerical reference itself, against sums that can be done by hand."""

import math

import pytest

from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.refusal import Unsupported


def test_that_the_two_laws_are_equal_far_from_all_shifts_only_up_to_epsilon() -> None:
    pair = Laplace(0.5, 1.0).pair()
    assert pair.delta(2.0) == pytest.approx(0, abs=1e-12)
    assert pair.delta(-2.0) == pytest.approx(1 - math.exp(-2), abs=1e-9)


def test_that_a_negative_epsilon_gives_the_mirrored_delta() -> None:
    for mechanism in (Gaussian(1.0, 1.0), Laplace(1.0, 1.0), DiscreteLaplace(1.0, 2.0)):
        pair = mechanism.pair()
        mirrored = 1 - math.exp(-0.7) + math.exp(-0.7) * pair.delta(0.7, reverse=True)
        assert pair.delta(-0.7) == pytest.approx(mirrored, abs=1e-9)


def test_that_a_sum_too_long_to_be_done_is_refused() -> None:
    with pytest.raises(Unsupported):
        DiscreteLaplace(1e10, 1.0).pair().delta(0.0)
