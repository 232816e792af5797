"""δ of the worst case at any total ε is never below the truth, also where counts and ε are extreme."""

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thoroughness import tries

from explorer.privacy.accounting.optimal_ends import optimal_ends
from explorer.privacy.accounting.optimal_profile import optimal_delta
from explorer.privacy.composition import Release
from explorer.privacy.compositions.optimal import Optimal

DIGITS = 60
NEGLIGIBLE = Decimal("1e-45")
BERNOULLI = ((1, 6), (-1, 30), (1, 42), (-1, 30), (5, 66), (-691, 2730), (7, 6), (-3617, 510))
LOG_TWO_PI = Decimal("1.837877066409345483560659472811235279722794947275566825634303")


def log_factorial(n: int) -> Decimal:
    """By Stirling's series, to 40 digits from 5,000 on; exactly below."""
    if n < 5000:
        return Decimal(math.factorial(n)).ln()
    x = Decimal(n)
    terms = (
        Decimal(top) / (bottom * 2 * i * (2 * i - 1) * x ** (2 * i - 1))
        for i, (top, bottom) in enumerate(BERNOULLI, 1)
    )
    return (x + Decimal("0.5")) * x.ln() - x + LOG_TWO_PI / 2 + sum(terms)


def worst_delta(epsilon: Decimal, count: int, at: Decimal) -> Decimal:
    """Σ C(k,j) m^j (1−m)^(k−j) (1 − e^(ε′−(k−2j)ε))₊, from the mean on to either side."""
    last = min(count, math.ceil((count - at / epsilon) / 2) - 1)
    if last < 0:
        return Decimal(0)
    minus = 1 / (1 + epsilon.exp())
    first = min(last, int(count * minus))
    log_mass = log_factorial(count) - log_factorial(first) - log_factorial(count - first)
    mass = (log_mass - first * epsilon - count * (1 + (-epsilon).exp()).ln()).exp()

    def gain(j: int) -> Decimal:
        return 1 - (at - (count - 2 * j) * epsilon).exp()

    total, share, j, odds = mass * gain(first), mass, first, epsilon.exp()
    while j > 0 and share > NEGLIGIBLE * mass:
        share, j = share * j * odds / (count - j + 1), j - 1
        total += share * gain(j)
    share, j = mass, first
    while j < last and share > NEGLIGIBLE * mass:
        share, j = share * (count - j) / ((j + 1) * odds), j + 1
        total += share * gain(j)
    return total


@settings(max_examples=tries(90))
@given(
    st.floats(math.log(1e-5), math.log(8.0)),
    st.integers(1, 60),
    st.sampled_from((0.0, 1e-12, 1e-6, 1e-3)),
    st.floats(0.0, 0.999),
)
def test_that_the_curve_of_delta_lies_above_the_truth_to_the_last_digit(
    log_epsilon: float, count: int, delta: float, share: float
) -> None:
    epsilon = math.exp(log_epsilon)
    at = share * count * epsilon
    found = Decimal(float(optimal_delta(epsilon, delta, count, np.array([at]))[0]))
    with localcontext(prec=DIGITS):
        kept = (1 - Decimal(delta)) ** count
        truth = 1 - kept * (1 - worst_delta(Decimal(epsilon), count, Decimal(at)))
        assert truth <= found <= truth * (1 + Decimal("1e-9")) + Decimal("1e-300")


@pytest.mark.parametrize(
    ("epsilon", "count", "share"),
    [
        (1e-7, 20_000, 1e-3),
        (1e-3, 20_000, 0.1),
        (1.0, 5_000, 0.4),
        (1.0, 5_000, 0.96),
        (8.0, 3_000, 0.999),
        (600.0, 7, 0.5),
        (20.0, 1_000_000, 0.999999),
        (1e-4, 2**20, 1e-4),
    ],
)
def test_that_ends_at_the_extremes_hold_the_truth_between_them(
    epsilon: float, count: int, share: float
) -> None:
    at = share * count * epsilon
    with localcontext(prec=DIGITS):
        truth = worst_delta(Decimal(epsilon), count, Decimal(at))
        found = Decimal(float(optimal_delta(epsilon, 0.0, count, np.array([at]))[0]))
        assert truth <= found <= truth * (1 + Decimal("1e-7")) + Decimal("1e-300")
    if not 1e-290 < truth < 0.999:  # taken for 0; or the curve is flat, and tells little of ε
        return
    slack = np.array([float(truth)])
    low, high = optimal_ends(
        epsilon, np.array([count]), (slack * (1 - 1e-15), slack * (1 + 1e-15)), np.array([at])
    )
    assert low[0] <= at <= high[0]
    assert high[0] - low[0] <= 1e-7 * at


@pytest.mark.parametrize("epsilon", [5e-324, 1e-310, 1e-300, 1e-290])
def test_that_the_least_numbers_of_all_have_ends_too(epsilon: float) -> None:
    """Also where a quotient by ε would overflow, which would be warned of."""
    count = 5
    at = np.array([0.0, 0.4, 1 - 1e-12]) * count * epsilon
    found = optimal_delta(epsilon, 0.0, count, at)
    with localcontext(prec=DIGITS):
        for value, place in zip(found, at, strict=True):
            truth = worst_delta(Decimal(epsilon), count, Decimal(float(place)))
            assert truth <= Decimal(float(value)) < Decimal("1e-288")
    for slack in (1e-200, 0.2):
        both = np.full(1, slack)
        low, high = optimal_ends(epsilon, np.array([count]), (both, both), np.zeros(1))
        assert low[0] == 0.0 <= high[0] <= np.nextafter(count * epsilon, 1.0)  # kε, rounded up


@pytest.mark.parametrize(
    ("epsilon", "delta", "total_delta"),
    [(1e-4, 0.0, 1e-9), (0.01, 1e-12, 1e-6), (0.3, 0.0, 0.2), (1.0, 1e-11, 1e-5), (8.0, 0.0, 1e-30)],
)
def test_that_each_of_many_k_keeps_the_total_and_is_as_near_as_alone(
    epsilon: float, delta: float, total_delta: float
) -> None:
    """Many k are searched together, from where a few of them let it be expected, in rows of unlike length."""
    counts = np.concatenate([np.arange(300)[::-1], np.arange(5000, 5100), [7, 7, 200_000]])
    release = Release(epsilon, delta)
    together = Optimal().total(release, counts, total_delta).value
    for place in (*range(0, 300, 37), 298, 340, 399, 402):
        count, shown = int(counts[place]), float(together[place])
        alone = float(Optimal().total(release, counts[place : place + 1], total_delta).value[0])
        assert shown == pytest.approx(alone, rel=1e-11, abs=0)
        with localcontext(prec=DIGITS):
            kept = (1 - Decimal(delta)) ** count
            inside = worst_delta(Decimal(epsilon), count, Decimal(shown)) if count else Decimal(0)
            assert 1 - kept * (1 - inside) <= Decimal(total_delta)
