"""Every value that enters a minimum of proven ends lies on its own side of the truth, to the last digit."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thoroughness import tries

from explorer.privacy.accounting.concentrated import concentrated_above
from explorer.privacy.accounting.guarantee_ends import epsilon_ends, pure_above
from explorer.privacy.accounting.heterogeneous_optimal import heterogeneous
from explorer.privacy.accounting.heterogeneous_totals import Total, no_more_than
from explorer.privacy.accounting.optimal_ends import optimal_ends, products_above, slack_ends
from explorer.privacy.composition import Release
from explorer.privacy.compositions.numerical import Numerical
from explorer.privacy.compositions.optimal import Optimal
from explorer.privacy.compositions.renyi import Renyi
from explorer.privacy.mechanisms.exponential import Exponential
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.mechanisms.randomized_response import RandomizedResponse
from explorer.privacy.status import Kind
from explorer.privacy.subsampling.poisson import Subsampled

DIGITS = 60
log_epsilons = st.floats(math.log(1e-5), math.log(8.0))
log_deltas = st.floats(math.log(1e-30), math.log(0.4))


def delta_of_responses(epsilon: Decimal, count: int, at: Decimal) -> Decimal:
    """Σ C(k,j) m^j (1−m)^(k−j) (1 − e^(ε′−(k−2j)ε))₊."""
    minus, total = 1 / (1 + epsilon.exp()), Decimal(0)
    for j in range(count + 1):
        gap = (count - 2 * j) * epsilon - at
        if gap <= 0:
            break
        total += math.comb(count, j) * minus**j * (1 - minus) ** (count - j) * (1 - (-gap).exp())
    return total


@settings(max_examples=tries(60))
@given(log_epsilons, st.integers(1, 60), log_deltas)
def test_that_the_truth_lies_between_the_ends_of_randomised_responses(
    log_epsilon: float, count: int, log_delta: float
) -> None:
    epsilon, delta = math.exp(log_epsilon), math.exp(log_delta)
    release = Release(epsilon, 0.0, RandomizedResponse(epsilon, 2))
    own = Numerical().total(release, np.array([count], dtype=np.int64), delta)
    listed = heterogeneous([(epsilon, 0.0, count)], delta)
    with localcontext(prec=DIGITS):
        for low, high in ((own.lower[0], own.upper[0]), listed):
            assert delta_of_responses(Decimal(epsilon), count, Decimal(float(high))) <= Decimal(delta)
            least = delta_of_responses(Decimal(epsilon), count, Decimal(float(low)))
            assert low == 0 or least >= Decimal(delta)
            assert high - low <= 2e-5 * max(high, 1e-3)


@settings(max_examples=tries(90))
@given(log_epsilons, st.integers(1, 60), log_deltas, st.floats(0.0, 0.9))
def test_that_the_optimum_is_rounded_up_and_right_to_nine_digits(
    log_epsilon: float, count: int, log_delta: float, share: float
) -> None:
    """Also of the δ of each release, a share of the total: 1 − (1−δ)^k (1−δ̃) against the total."""
    epsilon, total_delta = math.exp(log_epsilon), math.exp(log_delta)
    delta = share * total_delta / count
    found = Optimal().total(Release(epsilon, delta), np.array([count], dtype=np.int64), total_delta)
    assert found.lower[0] == found.estimate[0] == found.upper[0]
    with localcontext(prec=DIGITS):

        def spent(at: Decimal) -> Decimal:
            return 1 - (1 - Decimal(delta)) ** count * (1 - delta_of_responses(Decimal(epsilon), count, at))

        shown = Decimal(float(found.value[0]))
        assert spent(shown) <= Decimal(total_delta)
        assert shown < Decimal("1e-12") or spent(shown * (1 - Decimal("1e-9"))) > Decimal(total_delta)


@settings(max_examples=tries(60))
@given(log_epsilons, st.integers(1, 60), log_deltas, st.floats(0.0, 0.9))
def test_that_the_largest_epsilon_by_the_optimum_keeps_the_total_to_the_last_digit(
    log_total: float, count: int, log_delta: float, share: float
) -> None:
    total_epsilon, total_delta = math.exp(log_total), math.exp(log_delta)
    delta = share * total_delta / count
    epsilon = Optimal().largest_epsilon(total_epsilon, total_delta, count, delta)
    with localcontext(prec=DIGITS):
        inside = delta_of_responses(Decimal(epsilon), count, Decimal(total_epsilon))
        assert 1 - (1 - Decimal(delta)) ** count * (1 - inside) <= Decimal(total_delta)


def test_that_ten_small_responses_do_not_end_below_their_total() -> None:
    epsilon, delta = 0.0010268133113930055, 1.2631536052220114e-07
    release = Release(epsilon, 0.0, RandomizedResponse(epsilon, 2))
    upper = float(Numerical().total(release, np.array([10], dtype=np.int64), delta).upper[0])
    with localcontext(prec=DIGITS):
        assert delta_of_responses(Decimal(epsilon), 10, Decimal(upper)) <= Decimal(delta)


@pytest.mark.parametrize(("epsilon", "count"), [(1e-6, 1_000_000), (0.03, 1_000_000), (5.0, 200_000)])
@pytest.mark.parametrize("delta", [1e-250, 1e-9, 0.3])
def test_that_ends_of_many_responses_are_near_each_other(epsilon: float, count: int, delta: float) -> None:
    counts = np.array([count], dtype=np.int64)
    near = Release(epsilon, 0.0)
    about = Optimal().total(near, counts, delta).upper
    low, high = optimal_ends(epsilon, counts, slack_ends(0.0, counts, delta), about)
    assert low[0] <= about[0] * (1 + 1e-8)
    assert low[0] <= high[0] <= low[0] * (1 + 1e-7)


@settings(max_examples=tries(200))
@given(st.integers(0, 10**6), st.floats(1e-9, 1e3))
def test_that_a_product_is_rounded_up_and_by_less_than_a_unit(count: int, factor: float) -> None:
    found, exact = float(products_above(np.array([float(count)]), factor)[0]), count * Fraction(factor)
    assert Fraction(found) >= exact
    assert found == 0 or Fraction(math.nextafter(found, 0.0)) < exact


@settings(max_examples=tries(100))
@given(st.floats(1e-3, 1e3), st.floats(1e-3, 1e3))
def test_that_a_pure_epsilon_is_not_below_the_quotient(scale: float, sensitivity: float) -> None:
    for mechanism, factor in ((Laplace(scale, sensitivity), 1), (Exponential(scale, sensitivity), 2)):
        found = pure_above(mechanism)
        exact = factor * Fraction(sensitivity) / Fraction(scale)
        assert found is not None
        assert exact <= Fraction(found)
        assert Fraction(math.nextafter(math.nextafter(found, 0.0), 0.0)) < exact
        sample = pure_above(Subsampled(mechanism, 0.25))
        assert sample is not None
        with localcontext(prec=DIGITS):
            pure = Decimal(exact.numerator) / exact.denominator
            assert (1 + (pure.exp() - 1) / 4).ln() <= Decimal(sample)


@settings(max_examples=tries(100))
@given(st.floats(math.log(1e-12), math.log(1e3)), log_deltas)
def test_that_a_converted_rho_is_not_below_the_infimum(log_rho: float, log_delta: float) -> None:
    """The order is tried near the best one, at which the derivative ρ(α−1)² + ln α − ln(1/δ) changes sign."""
    rho, delta = math.exp(log_rho), math.exp(log_delta)
    found = Decimal(float(concentrated_above(np.array([rho]), delta)[0]))
    with localcontext(prec=DIGITS):
        wanted, low, high = -Decimal(delta).ln(), Decimal(0), Decimal(10) ** 12
        for _ in range(200):
            middle = (low + high) / 2
            short = Decimal(rho) * middle**2 + (1 + middle).ln() < wanted
            low, high = (middle, high) if short else (low, middle)
        truth = Decimal(rho) * (1 + low) + (wanted - (1 + low).ln()) / low + (low / (1 + low)).ln()
        truth = max(truth, Decimal(0))
        assert truth <= found <= truth * (1 + Decimal("1e-9")) + Decimal("1e-12")


@settings(max_examples=tries(100))
@given(st.floats(math.log(1e-3), math.log(20.0)), st.floats(math.log(1e-6), 0.0), log_deltas)
def test_that_the_truth_lies_between_the_ends_of_one_release(
    log_epsilon: float, log_rate: float, log_delta: float
) -> None:
    mechanism, rate, delta = Laplace(1 / math.exp(log_epsilon), 1.0), math.exp(log_rate), math.exp(log_delta)
    own = Subsampled(mechanism, rate) if rate < 1 else mechanism
    low, high = epsilon_ends(own, delta)
    with localcontext(prec=DIGITS):
        pure, share = 1 / Decimal(mechanism.scale), Decimal(delta) / Decimal(rate)
        inner = max(pure + 2 * (1 - share).ln(), Decimal(0)) if share < 1 else Decimal(0)
        truth = (1 + Decimal(rate) * (inner.exp() - 1)).ln()
        assert Decimal(low) <= truth <= Decimal(high)
        assert Decimal(high) - Decimal(low) <= truth * Decimal("1e-9") + Decimal("1e-12")


def test_that_a_sum_to_nearest_is_rounded_up_where_it_becomes_an_end() -> None:
    own = Total("numerical", 0.9, 2.0, 1e-5, Kind.BRACKET)
    summed = Total("sequential", math.nan, 1.0, 0.0, Kind.UPPER)
    assert no_more_than(own, [summed]).epsilon > 1.0
    assert no_more_than(own, [Total("zcdp", math.nan, 1.0, 1e-5, Kind.UPPER)]).epsilon == 1.0


@settings(max_examples=tries(60))
@given(st.floats(1e-3, 1e3), st.floats(1e-3, 1e3), st.integers(1, 10**6))
def test_that_without_a_total_delta_the_ends_lie_around_the_product(
    scale: float, sensitivity: float, count: int
) -> None:
    """kΔ/s and k·2Δ/s as quotients of whole numbers; a sample's has no δ that is 0 below it either."""
    counts = np.array([count], dtype=np.int64)
    for mechanism, factor in ((Laplace(scale, sensitivity), 1), (Exponential(scale, sensitivity), 2)):
        exact = count * factor * Fraction(sensitivity) / Fraction(scale)
        release = Release(None, 0.0, mechanism)
        by_numbers, by_orders = Numerical().total(release, counts, 0.0), Renyi().total(release, counts, 0.0)
        assert exact <= Fraction(float(by_numbers.upper[0])) <= exact * (1 + Fraction(1, 2**51))
        assert exact <= Fraction(float(by_orders.upper[0])) <= exact * (1 + Fraction(1, 2**51))
        if mechanism.attained:
            assert exact * (1 - Fraction(1, 2**47)) <= Fraction(float(by_numbers.lower[0])) <= exact
