"""The search for the least noise: on its side of the target, near it, and with few totals on the way."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.privacy.accounting.calibration import TotalTarget, calibrate
from explorer.privacy.accounting.highest_level import highest_level
from explorer.privacy.composition import Bound, every_composition
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.shape import Sampling, Shape
from explorer.privacy.status import Kind, Status

ENDS = (math.log(1e-6), math.log(1e3))


def bound_of(total: float) -> Bound:
    value = np.array([total])
    counts = np.ones(1, dtype=np.int64)
    return Bound(counts, value, value, value, Kind.UPPER, (Status.PROVEN,), (None,), "")


@given(st.floats(0.0, 4.0), st.floats(0.3, 3.0), st.floats(-3.0, 3.0), st.floats(-4.0, 4.0))
def test_that_a_curved_total_is_met_from_below_with_few_looks(
    bend: float, rise: float, goal: float, off: float
) -> None:
    """ln total = rise·(x + bend·√(1+x²)/2), whose slope changes by as much as that of real totals."""
    looks = []

    def logarithm(level: float) -> float:
        return rise * (level + min(bend, 1.9) / 2 * math.sqrt(1 + level * level))

    def total(level: float) -> Bound:
        looks.append(level)
        return bound_of(math.exp(logarithm(level)))

    target = math.exp(logarithm(goal))
    found = highest_level(total, target, 1e-6, goal + off, ENDS)
    assert found is not None
    level, answer = found
    assert float(answer.upper[0]) == math.exp(logarithm(level))
    assert target * (1 - 1e-6) <= float(answer.upper[0]) <= target
    assert len(looks) <= 20


@pytest.mark.parametrize(
    ("mechanism", "rate", "epsilon", "delta", "count", "most"),
    [
        ("gaussian", 0.0032, 0.07, 1.6e-4, 10, 7),
        ("laplace", 0.3, 0.5, 1e-6, 1, 2),
        ("gaussian", 0.1, 1.0, 1e-6, 30, 6),
    ],
)
def test_that_the_noise_of_each_release_takes_few_totals(
    monkeypatch: pytest.MonkeyPatch,
    mechanism: str,
    rate: float,
    epsilon: float,
    delta: float,
    count: int,
    most: int,
) -> None:
    asked = []
    whole = TotalTarget.total
    monkeypatch.setattr(TotalTarget, "total", lambda own, made: asked.append(made) or whole(own, made))
    kind, bound = every_mechanism()[mechanism], every_composition()["numerical"]()
    for sampling in Sampling:
        asked.clear()
        found = calibrate(
            kind, bound, epsilon, delta, count, 1.0, Shape(sampling_rate=rate, sampling=sampling)
        )
        assert found.total_epsilon is not None
        assert epsilon * (1 - 2e-5) <= found.total_epsilon <= epsilon
        assert len(asked) <= most
        assert len(set(asked)) == len(asked), "no total is computed twice"
