"""Different releases together: reference values, laws, and groups and parts."""

import json
import math
import random
from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
from cases_in_one import cases_in_one
from golden_rows import FOLDER
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.privacy.accounting import heterogeneous_optimal as module
from explorer.privacy.accounting.composition_common import contradiction
from explorer.privacy.accounting.groups import group_mu, group_privacy, group_rho, parallel
from explorer.privacy.accounting.heterogeneous_optimal import heterogeneous
from explorer.privacy.accounting.heterogeneous_totals import of_any_mechanism
from explorer.privacy.compositions.optimal import optimal_epsilon
from explorer.privacy.status import Status
from explorer.privacy.target import Neighbours

ROWS = json.loads((FOLDER / "heterogeneous.json").read_text(encoding="utf-8"))


def rows(*formulas: str) -> Any:
    return cases_in_one("row", [row for row in ROWS if row["formula"] in formulas])


def planned(row: dict[str, Any]) -> list[tuple[float, float, int]]:
    epsilons = row["inputs"]["eps_list"]
    deltas = row["inputs"].get("delta_list", ["0"] * len(epsilons))
    return [(float(epsilon), float(delta), 1) for epsilon, delta in zip(epsilons, deltas, strict=True)]


def width(bracket: tuple[float, float]) -> float:
    return (bracket[1] - bracket[0]) / max(bracket[0], 1e-3)


@rows("murtagh_vadhan_optcomp_eps", "murtagh_vadhan_optcomp_eps_with_deltas")
def test_that_the_reference_is_inside_a_narrow_interval(row: dict[str, Any]) -> None:
    lower, upper = heterogeneous(planned(row), float(row["inputs"]["delta_total"]))
    if row["value"] is None:
        assert math.isnan(lower)
        assert math.isnan(upper)
    else:
        assert lower <= float(row["value"]) <= upper
        assert upper - lower <= 3e-9 * upper


@rows("murtagh_vadhan_optcomp_delta")
def test_that_the_interval_is_the_inverse_of_the_curve(row: dict[str, Any]) -> None:
    lower, upper = heterogeneous(planned(row), float(row["value"]))
    assert lower - 1e-12 <= float(row["inputs"]["eps_total"]) <= upper + 1e-12


@rows("murtagh_vadhan_optcomp_eps")
def test_that_the_integral_encloses_the_reference_as_well(
    row: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    if len(planned(row)) < 7 or float(row["inputs"]["delta_total"]) > 1e-3:
        return
    monkeypatch.setattr(module, "MOST_SUMS", 1)
    bracket = heterogeneous(planned(row), float(row["inputs"]["delta_total"]))
    assert bracket[0] <= float(row["value"]) <= bracket[1]
    assert width(bracket) <= 1e-4


@pytest.mark.parametrize(
    ("epsilon", "count", "delta"),
    [(0.1, 100, 1e-5), (1.0, 1000, 1e-6), (0.01, 100_000, 1e-10), (1.0, 1_000_000, 1e-5), (3.0, 40, 1e-5)],
)
def test_that_the_integral_encloses_the_optimum_of_equal_releases(
    epsilon: float, count: int, delta: float
) -> None:
    nearly = [(epsilon, 0.0, count // 2), (epsilon * (1 + 1e-13), 0.0, count - count // 2)]
    bracket = module.bracket_by_integral([(each[0], each[2]) for each in nearly], (delta, delta))
    exact = float(optimal_epsilon(epsilon, np.array([count]), np.array([delta]))[0])
    assert bracket[0] <= exact * (1 + 1e-12)
    assert bracket[1] >= exact * (1 - 1e-12)
    assert width(bracket) <= 1e-4


@given(
    epsilon=st.floats(1e-3, 5), count=st.integers(1, 300), power=st.floats(-30, -1), share=st.floats(0, 0.5)
)
def test_that_copies_are_a_list_of_as_many(epsilon: float, count: int, power: float, share: float) -> None:
    delta = share * 10**power / count
    together = heterogeneous([(epsilon, delta, count)], 10**power)
    assert heterogeneous([(epsilon, delta, 1)] * count, 10**power) == pytest.approx(together, rel=1e-9)
    slack = -math.expm1(math.log1p(-(10**power)) - count * math.log1p(-delta))
    exact = float(optimal_epsilon(epsilon, np.array([count]), np.array([slack]))[0])
    assert together == pytest.approx((exact, exact), rel=2e-9)


plans = st.lists(st.tuples(st.floats(1e-3, 8), st.floats(0, 1e-8), st.integers(1, 3)), min_size=1, max_size=6)


@settings(max_examples=50)
@given(plan=plans, power=st.floats(-6, -0.5), seed=st.integers(0, 99))
def test_that_order_does_not_matter_and_more_costs_more(
    plan: Sequence[tuple[float, float, int]], power: float, seed: int
) -> None:
    lower, upper = heterogeneous(plan, 10**power)
    shuffled = list(plan)
    random.Random(seed).shuffle(shuffled)
    assert heterogeneous(shuffled, 10**power) == (lower, upper)
    assert 0 <= lower <= upper
    assert upper <= math.fsum(epsilon * count for epsilon, _, count in plan) * (1 + 1e-15)
    assert heterogeneous([*plan, (0.3, 0.0, 1)], 10**power)[1] >= lower
    assert heterogeneous(plan, 10**power / 2)[1] >= lower
    assert heterogeneous([*plan, (0.0, 0.0, 5)], 10**power) == (lower, upper)


@pytest.mark.parametrize(("most", "delta"), [(1, 1e-12), (30, 1e-5), (1000, 1e-6)])
def test_that_fifty_kinds_have_a_narrow_interval(most: int, delta: float) -> None:
    draw = random.Random(7)
    plan = [(draw.uniform(0.01, 1), 0.0, draw.randint(1, most)) for _ in range(50)]
    bracket = heterogeneous(plan, delta)
    assert bracket[0] <= bracket[1]
    assert width(bracket) <= 1e-4


@pytest.mark.parametrize("delta", [1e-300, 1e-30, 1e-3])
def test_that_large_losses_neither_overflow_nor_warn(delta: float) -> None:
    lower, upper = heterogeneous([(50.0, 0.0, 3), (20.0, 0.0, 10), (1e-6, 0.0, 4)], delta)
    assert 0 <= lower <= upper <= math.nextafter(350.000004, math.inf)  # the sum is rounded up


def delta_of_worst(epsilon: Decimal, count: int, total: Decimal) -> Decimal:
    """δ̃ of `count` worst releases, to fifty digits."""
    found = Decimal(0)
    for minus in range(count + 1):
        place = (count - 2 * minus) * epsilon
        if place > total:
            ways = math.comb(count, minus) * ((count - minus) * epsilon).exp()
            found += ways * (1 - (total - place).exp())
    return found / (1 + epsilon.exp()) ** count


@pytest.mark.parametrize(
    ("epsilon", "count", "delta"),
    [
        (1.4799631568835653e-06, 3, 1.0706876600264313e-06),
        (4.8194709870655594e-06, 77, 1.6508620488961398e-05),
        (3e-7, 40, 2e-7),
        (2e-3, 10, 1e-3),
    ],
)
def test_that_a_small_optimum_of_equal_releases_is_within_its_interval(
    epsilon: float, count: int, delta: float
) -> None:
    lower, upper = heterogeneous([(epsilon, 0.0, count)], delta)
    with localcontext() as digits:
        digits.prec = 50
        exact = Decimal(epsilon)
        assert delta_of_worst(exact, count, Decimal(upper)) <= Decimal(delta)
        assert delta_of_worst(exact, count, Decimal(lower)) >= Decimal(delta)
    assert upper - lower <= 3e-9 * upper + 1e-13


def test_that_the_ends_are_plain() -> None:
    assert heterogeneous([], 1e-5) == (0.0, 0.0)
    assert heterogeneous([(1.0, 0.0, 0)], 1e-5) == (0.0, 0.0)
    assert heterogeneous([(1.0, 0.0, 2), (0.5, 0.0, 1)], 0.0) == (2.5, 2.5)
    assert heterogeneous([(1.0, 0.0, 2)], 1.0) == (0.0, 0.0)
    assert all(map(math.isnan, heterogeneous([(1.0, 1e-3, 2)], 1e-3)))


@given(epsilon=st.floats(1e-6, 50), power=st.floats(-300, -1), size=st.integers(1, 100))
def test_that_a_group_costs_the_sum_over_its_members(epsilon: float, power: float, size: int) -> None:
    found = group_privacy(epsilon, 10**power, size)
    logs = [power * math.log(10) + i * epsilon for i in range(size)]
    total = max(logs) + math.log(math.fsum(math.exp(each - max(logs)) for each in logs))
    assert found[0] == size * epsilon
    assert found[1] == pytest.approx(math.exp(min(0.0, total)), rel=1e-9)


def test_that_groups_and_parts_are_as_the_theorems_say() -> None:
    assert group_privacy(1.0, 0.0, 3) == (3.0, 0.0)
    assert group_privacy(0.0, 0.1, 3) == pytest.approx((0.0, 0.3))
    assert (group_rho(0.5, 3), group_mu(0.5, 3)) == (4.5, 1.5)
    parts = [(1.0, 1e-6), (0.5, 1e-5), (0.7, 0.0)]
    assert parallel(parts, Neighbours.ADD_REMOVE) == (1.0, 1e-5)
    assert parallel(parts, Neighbours.SUBSTITUTE) == (1.7, pytest.approx(1.1e-5))
    assert parallel([], Neighbours.SUBSTITUTE) == (0.0, 0.0)


def test_that_one_of_two_parts_that_are_added_is_for_substitution():
    added, moved = Neighbours.ADD_REMOVE, Neighbours.SUBSTITUTE
    parts = [(3.0, 1e-6), (2.0, 1e-6), (0.5, 1e-5)]
    assert parallel(parts, [added, added, moved]) == (3.5, pytest.approx(1.1e-5))
    assert parallel(parts, [added, moved, moved])[0] == 5.0
    assert parallel(parts, [added, added, added]) == (3.0, 1e-5)


def test_that_an_end_that_contradicts_another_is_not_moved_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the Rényi end were too low: the number is refused, and nothing is clipped to it."""
    plan = [(0.1, 0.0, 60), (0.07, 0.0, 60), (0.04, 0.0, 60)]
    true = heterogeneous(plan, 1e-6)
    assert true[0] <= true[1]
    slope, _ = module.saddle([(epsilon, count) for epsilon, _, count in plan], 1e-6)
    monkeypatch.setattr(module, "saddle", lambda *_: (slope, 0.99 * true[0]))
    lower, upper = heterogeneous(plan, 1e-6)
    assert lower > upper
    total = of_any_mechanism(plan, 1e-6)
    assert not total.valid
    assert total.status is Status.FALSE
    assert total.reason == contradiction()


def test_that_an_upper_end_below_a_proven_lower_one_is_not_moved_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = [(0.1, 0.0, 60), (0.07, 0.0, 60), (0.04, 0.0, 60)]
    true = heterogeneous(plan, 1e-6)
    crossed, wrong = module.crossing_of, 1.001 * true[1]
    with monkeypatch.context() as patched:
        patched.setattr(module, "crossing_of", lambda *each: wrong if each[3] < 0 else crossed(*each))
        lower, upper = heterogeneous(plan, 1e-6)
    assert lower == wrong > upper
    line = module.delta_line([(0.04, 60), (0.07, 60), (0.1, 60)], 1e-6, 4.0, (0.0, 2 * true[1]), 2**14)
    between = (1.001 * true[1], 2 * true[1])
    assert module.crossing_of(line, 1e-6, between, 1.0) < between[0]


def test_that_without_any_slack_both_ends_are_rounded_to_their_side() -> None:
    plan = [(0.1, 0.0, 3), (0.7, 0.0, 1), (1e-9, 0.0, 7)]
    exact = sum(count * Fraction(epsilon) for epsilon, _, count in plan)
    lower, upper = heterogeneous(plan, 0.0)
    assert Fraction(lower) < exact < Fraction(upper)
    assert upper == math.nextafter(lower, math.inf)


@pytest.mark.parametrize("seed", range(12))
def test_that_the_exact_curve_passes_between_the_ends_of_a_list(seed: int) -> None:
    """The distribution of the sum of two-valued losses to 60 digits."""
    draw = random.Random(seed)
    size, total = 10 ** draw.uniform(-4, 0.7), 10 ** draw.uniform(-14, -0.5)
    plan = [
        (size * draw.uniform(0.05, 1), draw.choice([0.0, total / 100]), draw.choice([1, 2, 5])) for _ in "abc"
    ]
    ends = heterogeneous(plan, total)
    with mpmath.workdps(60):
        distribution, kept = {mpmath.mpf(0): mpmath.mpf(1)}, mpmath.mpf(1)
        for epsilon, delta, count in plan:
            kept *= (1 - mpmath.mpf(delta)) ** count
            for _ in range(count):
                likely = 1 / (1 + mpmath.exp(-mpmath.mpf(epsilon)))
                moved = [(loss + epsilon, mass * likely) for loss, mass in distribution.items()]
                moved += [(loss - epsilon, mass * (1 - likely)) for loss, mass in distribution.items()]
                distribution = {}
                for loss, mass in moved:
                    distribution[loss] = distribution.get(loss, 0) + mass
        low, high = (
            1 - kept * (1 - sum(m * (1 - mpmath.exp(end - x)) for x, m in distribution.items() if x > end))
            for end in ends
        )
        assert low >= total or ends[0] == 0
        assert high <= total
