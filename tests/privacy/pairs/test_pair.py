"""The numerical reference itself, against sums that can be done by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest

from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.pairs.pair import FinitePair
from explorer.privacy.refusal import Unsupported


def test_that_the_two_distributions_are_equal_far_from_all_shifts_only_up_to_epsilon() -> None:
    pair = Laplace(0.5, 1.0).pair()
    assert pair.delta(2.0) == pytest.approx(0, abs=1e-12)
    assert pair.delta(-2.0) == pytest.approx(1 - math.exp(-2), abs=1e-9)


def test_that_a_negative_epsilon_gives_the_mirrored_delta() -> None:
    for mechanism in (Gaussian(1.0, 1.0), Laplace(1.0, 1.0), DiscreteLaplace(1.0, 2.0)):
        pair = mechanism.pair()
        mirrored = 1 - math.exp(-0.7) + math.exp(-0.7) * pair.delta(0.7, reverse=True)
        assert pair.delta(-0.7) == pytest.approx(mirrored, abs=1e-9)


def test_that_a_finite_pair_answers_as_done_by_hand() -> None:
    with np.errstate(divide="ignore"):
        pair = FinitePair(np.log([0.5, 0.3, 0.2, 0.0]), np.log([0.1, 0.3, 0.5, 0.1]))
    assert pair.delta(0.0) == pytest.approx(0.3 + 0.1)
    assert pair.delta(math.log(2)) == pytest.approx(0.1 + 0.1)
    assert pair.delta(0.0, reverse=True) == pytest.approx(0.4)
    assert pair.delta(math.log(2), reverse=True) == pytest.approx(0.3)
    assert pair.delta(-math.log(2)) == pytest.approx(1 - 0.5 + 0.5 * 0.3)
    assert pair.renyi(2.0) == math.inf
    assert pair.renyi(2.0, reverse=True) == pytest.approx(math.log(0.25 / 0.1 + 0.3 + 0.04 / 0.5))
    alarms = [0.0, 0.1, 0.2, 0.5, 1.0]
    assert [pair.trade_off(alarm) for alarm in alarms] == pytest.approx([0.9, 0.65, 0.4, 0.1, 0.0])
    assert pair.trade_off(0.1, reverse=True) == pytest.approx(0.5)
    assert pair.above(0.0) == pytest.approx((0.2, 0.6))


def test_that_a_finite_pair_of_equal_distributions_tells_nothing() -> None:
    pair = FinitePair(np.log([0.25, 0.75]), np.log([0.25, 0.75]))
    assert pair.delta(0.0) == 0
    assert pair.renyi(3.0) == pytest.approx(0, abs=1e-15)
    assert pair.trade_off(0.4) == pytest.approx(0.6)


def test_that_atoms_beside_a_density_count_like_outcomes_of_a_finite_pair() -> None:
    plain = Laplace(1.0, 1.0).pair()
    half, atoms = math.log(0.5), FinitePair(np.log([0.4, 0.1]), np.log([0.1, 0.4]))
    pair = replace(
        plain,
        without=lambda x: plain.without(x) + half,
        with_you=lambda x: plain.with_you(x) + half,
        atoms=atoms,
    )
    for epsilon in (-0.4, 0.0, 0.4, 1.2, 2.0):
        both = plain.delta(epsilon) / 2 + atoms.delta(epsilon)
        assert pair.delta(epsilon) == pytest.approx(both, abs=1e-12)
    moment = math.exp(plain.renyi(3.0) * 2) / 2 + 0.4**3 / 0.1**2 + 0.1**3 / 0.4**2
    assert pair.renyi(3.0) == pytest.approx(math.log(moment) / 2, rel=1e-9)
    assert pair.trade_off(0.05) == pytest.approx(1 - 4 * 0.05, abs=1e-9)  # the atom of loss ln 4 first


def test_that_a_sum_too_long_to_be_done_is_refused() -> None:
    with pytest.raises(Unsupported):
        DiscreteLaplace(1e10, 1.0).pair().delta(0.0)
