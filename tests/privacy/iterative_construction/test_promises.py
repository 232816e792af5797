"""What the theorems of iterative construction promise, against figures that were computed apart."""

import math

import pytest

from explorer.privacy.composition import every_composition
from explorer.privacy.iterative_construction.promises import (
    Learned,
    Promise,
    promised_error,
    rounds_needed,
)
from explorer.privacy.refusal import OutOfRange

AGES = Learned(85, 3655, 48_842)


@pytest.mark.parametrize(
    ("promise", "share"), [(Promise.PRINTED, 0.59), (Promise.CORRECTED, 0.91), (Promise.TIGHT, 0.45)]
)
def test_that_ages_of_a_census_extract_are_promised_what_was_computed_apart(promise, share):
    assert promised_error(promise, AGES, 1.0) == pytest.approx(share, abs=0.005)


def test_that_the_corrected_promise_speaks_of_nearly_everybody():
    assert round(promised_error(Promise.CORRECTED, AGES, 1.0) * AGES.people) == 44_590


@pytest.mark.parametrize("promise", list(Promise))
@pytest.mark.parametrize(("epsilon", "delta"), [(0.1, 1e-6), (1.0, 1e-6), (3.0, 0.01)])
def test_that_the_promise_is_the_least_that_satisfies_the_theorem(promise, epsilon, delta):
    alpha = promised_error(promise, AGES, epsilon, delta)

    def needed(alpha):
        tight = promise in (Promise.TIGHT, Promise.COMPOSED)
        rounds = (2 if tight else 16) * math.log(85) / alpha**2
        each = epsilon / (4 * math.sqrt(rounds * math.log(1 / delta)))
        if promise is Promise.COMPOSED:
            optimal = every_composition()["optimal"]()
            each = optimal.largest_epsilon(epsilon, delta, 2 * math.ceil(rounds), 0.0)
        factor = 4 if promise is Promise.PRINTED else 16
        return factor * math.log(2 * rounds * 3655 / 0.05) / (48_842 * each)

    if rounds_needed(85, alpha) > 1:
        assert needed(alpha * 1.0001) <= alpha * 1.0001
        assert needed(alpha * 0.9) > alpha * 0.9


def test_that_fewer_rounds_and_exact_composition_promise_more():
    errors = [promised_error(each, AGES, 1.0) for each in (Promise.CORRECTED, Promise.TIGHT)]
    errors.append(promised_error(Promise.COMPOSED, AGES, 1.0, 1e-6))
    assert errors == sorted(errors, reverse=True)
    assert rounds_needed(85, 0.1, tight=False) == pytest.approx(8 * rounds_needed(85, 0.1))


def test_that_more_people_and_a_greater_epsilon_are_promised_a_smaller_share():
    shares = [promised_error(Promise.TIGHT, Learned(85, 3655, n), 1.0) for n in (1000, 10_000, 100_000)]
    assert shares == sorted(shares, reverse=True)
    assert promised_error(Promise.TIGHT, AGES, 2.0) < promised_error(Promise.TIGHT, AGES, 1.0)


@pytest.mark.parametrize(
    ("promise", "epsilon", "delta"),
    [
        (Promise.TIGHT, 0.0, 0.0),
        (Promise.TIGHT, -1.0, 0.0),
        (Promise.COMPOSED, 1.0, 0.0),
        (Promise.TIGHT, 1.0, 1.0),
        (Promise.CORRECTED, 88.0, 0.01),  # 2T releases of that ε₀ cost 137.8
    ],
)
def test_that_a_theorem_is_not_stretched_beyond_its_range(promise, epsilon, delta):
    with pytest.raises(OutOfRange):
        promised_error(promise, AGES, epsilon, delta)
