"""Where the share of successes of a known probability lies."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from explorer.privacy.binomial_band import binomial_band
from explorer.privacy.refusal import OutOfRange


@pytest.mark.parametrize("share", [Fraction(1, 2), Fraction(1, 10), Fraction(97, 100)])
@pytest.mark.parametrize("trials", [1, 7, 100])
def test_that_the_band_is_the_narrowest_that_leaves_that_much_outside(share, trials):
    mass = [comb(trials, k) * share**k * (1 - share) ** (trials - k) for k in range(trials + 1)]
    low, high = (
        round(float(end[0]) * trials) for end in binomial_band(np.array([float(share)]), trials, 0.9)
    )
    outside = Fraction(1, 20)
    assert sum(mass[:low]) <= outside + Fraction(1, 10**9)
    assert sum(mass[: low + 1]) > outside - Fraction(1, 10**9)
    assert sum(mass[high + 1 :]) <= outside + Fraction(1, 10**9)
    assert sum(mass[high:]) > outside - Fraction(1, 10**9)


def test_that_certainty_has_no_width():
    low, high = binomial_band(np.array([0.0, 1.0]), 50)
    assert low.tolist() == high.tolist() == [0.0, 1.0]


@pytest.mark.parametrize(("trials", "confidence"), [(0, 0.95), (10, 0.0), (10, 1.0)])
def test_that_no_trial_and_no_confidence_are_refused(trials, confidence):
    with pytest.raises(OutOfRange):
        binomial_band(np.array([0.5]), trials, confidence)
