"""What is told of the noise of sums before any row is read, against so many simulated releases."""

import math
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import numpy as np
import pytest
from thoroughness import THOROUGH, combined

from explorer.privacy.target import Neighbours
from explorer.release.drawn import noised
from explorer.release.plan.columns import CategoryColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_preview import expected, noised_public
from explorer.release.plan.sections import Privacy
from explorer.release.queries.sum import Sum
from explorer.release.queries.sum_answers import Answer
from explorer.release.values.noise_distribution import GAUSSIAN, LAPLACE

RUNS = 2000 if THOROUGH else 800
"""Of 800 runs of four sums the error deviates by 2 % with Laplace noise, and is told to 5 %; the coverage of
3,200 sums deviates by 0.4 %, and is told to 1.2 %."""
GROUPS = CategoryColumn("region", ("n", "s"))
ROWS = (400, 120, 0, 60)  # of each group
STEPS = (900, -700, 0, 2900)  # their sums, from the centre


def plan_of(mechanism: str, mean: bool, low: str, high: str) -> ReleasePlan:
    declared = Sum("s", (GROUPS,), value="v", low=Fraction(low), high=Fraction(high), step=Fraction(1, 2))
    privacy = Privacy(
        "person",
        Fraction(1),
        Fraction(1, 10**6) if mechanism == GAUSSIAN else Fraction(0),
        rows_per_person=2,
        neighbours=Neighbours.ADD_REMOVE,
        mechanism=mechanism,
    )
    return ReleasePlan(privacy, (replace(declared, mean=mean),))


@lru_cache(maxsize=8)
def runs(plan: ReleasePlan) -> tuple[list[list[Answer]], list[Answer]]:
    """The answers of so many simulated releases, and those without noise."""
    (query,) = plan.queries
    true = np.array([*STEPS, *ROWS] if query.mean else STEPS, dtype=np.int64)
    answers = query.answers(plan.terms_of(0))
    drawn = [list(answers.of(noised_public(plan, [true], seed)[0].noised)) for seed in range(RUNS)]
    return drawn, list(answers.of(true.tolist()))


PLANS = [
    plan_of(mechanism, mean, *bounds)
    for (mean, bounds), mechanism in combined(
        ((False, ("-50", "20")), (True, ("0", "50")), (True, ("-25", "25"))), (LAPLACE, GAUSSIAN)
    )
]


def band(share: float, count: int) -> tuple[float, float]:
    """Where so many draws of probability `share` fall, but for one in a million times; of fewer, in 500.

    The seeds are always the same: the narrower band is as wide for 800 runs as the other for 2,000.
    """
    off = (4.9 if THOROUGH else 3.1) * math.sqrt(share * (1 - share) / count) + 1 / count
    return share - off, share + off


@pytest.mark.parametrize("plan", PLANS)
def test_that_the_expected_error_is_that_of_simulated_releases(plan: ReleasePlan) -> None:
    drawn, right = runs(plan)
    errors = [float(one.sum - true.sum) for run in drawn for one, true in zip(run, right, strict=True)]
    told = plan.queries[0].expected_rmse(plan.terms_of(0))
    assert math.sqrt(np.mean(np.square(errors))) == pytest.approx(told, rel=0.05)


@pytest.mark.parametrize("plan", PLANS)
def test_that_margins_hold_as_often_as_they_say(plan: ReleasePlan) -> None:
    drawn, right = runs(plan)
    each, joint = expected(plan)[0].margins.amounts
    off = np.array([[abs(one.sum - true.sum) for one, true in zip(run, right, strict=True)] for run in drawn])
    low, high = band(0.95, off.size)
    assert low <= np.mean(off <= each) <= high + 0.005  # whole steps: a little more than asked
    low, high = band(0.95, len(off))
    assert low <= np.mean((off <= joint).all(axis=1)) <= high + 0.005


@pytest.mark.parametrize("plan", [each for each in PLANS if each.queries[0].mean])
def test_that_all_intervals_of_means_hold_together(plan: ReleasePlan) -> None:
    drawn, _ = runs(plan)
    zero, step = plan.queries[0].zero, Fraction(1, 2)
    means = [
        zero + step * Fraction(steps, rows) if rows else None for steps, rows in zip(STEPS, ROWS, strict=True)
    ]
    held = [
        all(
            one.low is None or true is None or one.low <= true <= one.high
            for one, true in zip(run, means, strict=True)
        )
        for run in drawn
    ]
    assert np.mean(held) >= band(0.95, RUNS)[0]
    assert all(one.low <= one.mean <= one.high for run in drawn for one in run if one.mean is not None)
    assert any(run[2].mean is None for run in drawn)
    assert all(run[0].mean is not None for run in drawn)


def test_that_a_blank_query_says_its_margins_in_the_unit_of_the_sum() -> None:
    plan = PLANS[0]
    blank = noised(plan, 0, ())
    assert blank.margins.amounts[0] == blank.margins.each * Fraction(1, 2)
    assert blank.counts == ()
