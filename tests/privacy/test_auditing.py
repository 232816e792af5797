"""A proven lower bound on epsilon: its limits, its bound, and how much a number of runs can show."""

import math
from typing import Any

import numpy as np
import pytest
from golden_rows import golden
from hypothesis import given
from hypothesis import strategies as st

from explorer.privacy.audit_bound import (
    ALPHA,
    RUNS,
    epsilon_lower_bound,
    largest_certifiable,
    limits,
    log_ratios,
    runs_needed,
)
from explorer.privacy.refusal import OutOfRange

OUTWARD = 1.1e-9  # relative: what the limits are rounded by, and a tenth of it for the arithmetic
Inputs = dict[str, float]
Row = dict[str, Any]


@golden("auditing", "clopper_pearson_low")
def test_that_lower_limits_lie_just_below_the_exact_ones(inputs: Inputs, row: Row, value: float) -> None:
    found = limits(np.array([int(inputs["k"])]), int(inputs["n"]), inputs["alpha"])[0][0]
    assert value * (1 - OUTWARD) <= found <= value * (1 - 0.9e-9)


@golden("auditing", "clopper_pearson_high")
def test_that_upper_limits_lie_just_above_the_exact_ones(inputs: Inputs, row: Row, value: float) -> None:
    found = limits(np.array([int(inputs["k"])]), int(inputs["n"]), inputs["alpha"])[1][0]
    assert min(1.0, value * (1 + 0.9e-9)) <= found <= min(1.0, value * (1 + OUTWARD))


@golden("auditing", "epsilon_lower_bound")
def test_that_the_bound_lies_just_below_the_exact_one(inputs: Inputs, row: Row, value: float) -> None:
    times, other, runs = (int(inputs[name]) for name in ("k", "other", "n"))
    found = epsilon_lower_bound(times, other, runs, inputs["delta"], inputs["alpha"])
    assert value - 1e-8 <= found <= value


@golden("auditing", "largest_certifiable")
def test_that_the_most_that_runs_can_show_is_exact(inputs: Inputs, row: Row, value: float) -> None:
    found = largest_certifiable(int(inputs["n"]), inputs["delta"], inputs["alpha"])
    assert value - 1e-8 <= found <= value


@golden("auditing", "runs_needed")
def test_that_as_many_runs_are_asked_for_as_it_takes(inputs: Inputs, row: Row, value: float) -> None:
    epsilon, delta, alpha = (inputs[name] for name in ("epsilon", "delta", "alpha"))
    found = runs_needed(epsilon, delta, alpha)
    assert value <= found <= value * (1 + 1e-8)
    assert largest_certifiable(int(found), delta, alpha) > epsilon
    assert largest_certifiable(int(value) - 1, delta, alpha) <= epsilon


counts = st.tuples(st.integers(1, 500), st.floats(0, 1), st.floats(0, 1)).map(
    lambda drawn: (drawn[0], round(drawn[0] * drawn[1]), round(drawn[0] * drawn[2]))
)


@given(counts, st.floats(0, 0.5), st.sampled_from([1e-9, 1e-6, 0.05]))
def test_that_the_bound_is_the_same_from_either_side_and_for_the_opposite(
    drawn: tuple[int, int, int], delta: float, alpha: float
) -> None:
    runs, one, other = drawn
    found = epsilon_lower_bound(one, other, runs, delta, alpha)
    assert found == epsilon_lower_bound(other, one, runs, delta, alpha)
    assert found == epsilon_lower_bound(runs - one, runs - other, runs, delta, alpha)
    assert 0 <= found <= largest_certifiable(runs, delta, alpha) + 1e-12
    assert found <= epsilon_lower_bound(one, other, runs, 0.0, alpha)


@given(counts)
def test_that_many_events_are_judged_as_each_alone(drawn: tuple[int, int, int]) -> None:
    runs, one, other = drawn
    times = np.array([one, other, 0, runs])
    others = np.array([other, one, runs, runs])
    found = log_ratios(times, others, runs, 0.01, 1e-3)
    alone = [log_ratios(times[i : i + 1], others[i : i + 1], runs, 0.01, 1e-3)[0] for i in range(4)]
    assert found.tolist() == alone


def test_that_a_sound_mechanism_is_hardly_ever_rejected() -> None:
    """Randomised response at its very claim, the worst that a sound release can do: at α = 5 %."""
    chance = np.random.default_rng(5)
    epsilon, runs, alpha = 1.0, 400, 0.05
    truth = math.exp(epsilon) / (1 + math.exp(epsilon))
    times, others = chance.binomial(runs, truth, 4000), chance.binomial(runs, 1 - truth, 4000)
    alarms = (log_ratios(times, others, runs, 0.0, alpha) > epsilon).mean()
    assert alarms <= alpha
    half = chance.binomial(runs, math.exp(2) / (1 + math.exp(2)), 4000)
    assert (log_ratios(half, runs - half, runs, 0.0, alpha) > epsilon).mean() > 0.9


@pytest.mark.parametrize(
    ("times", "runs", "delta", "alpha"),
    [
        (-1, 10, 0, 0.1),
        (11, 10, 0, 0.1),
        (1, 10, 1.0, 0.1),
        (1, 10, -0.1, 0.1),
        (0, 0, 0, 0.1),
        (1, 10, 0, 0),
    ],
)
def test_that_what_makes_no_sense_is_refused(times: int, runs: int, delta: float, alpha: float) -> None:
    with pytest.raises(OutOfRange):
        epsilon_lower_bound(times, 0, runs, delta, alpha)


def test_that_no_number_of_runs_refutes_an_endless_claim() -> None:
    assert runs_needed(40, 0, 1e-6) == math.inf
    assert runs_needed(34.9, 0, 1e-6) == math.inf


def test_that_the_declared_ranges_hold_their_defaults() -> None:
    assert RUNS.check(RUNS.default) == 2000
    assert ALPHA.check(ALPHA.default) == 1e-6
