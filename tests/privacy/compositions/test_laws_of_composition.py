"""Laws over the whole registry: every proven bound above the numerical lower one, and all monotone."""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from thoroughness import combined, some

from explorer.privacy.composition import Bound, Composition, Kind, Release, every_composition
from explorer.privacy.compositions.numerical import Numerical
from explorer.privacy.compositions.optimal import Optimal
from explorer.privacy.mechanism import Mechanism, every_mechanism
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.pld.compose import composed_curve, composed_epsilon
from explorer.privacy.shape import PLAIN
from explorer.privacy.subsampling.poisson import Subsampled

COUNTS = np.array([0, 1, 2, 5, 30, 300, 10_000, 1_000_000], dtype=np.int64)
EPSILONS = [0.1, 1.0, 4.0]
OWN_DELTA = 1e-12
DELTA = 1e-5


def built(kind: str, epsilon: float) -> Mechanism | None:
    """A mechanism of the registry at about this ε, if it can be had at sensitivity 1."""
    made = every_mechanism()[kind]
    if kind == "gaussian-classical" and epsilon >= 1:
        return None
    return made.calibrated(epsilon, OWN_DELTA, 1.0, PLAIN)


def release_of(kind: str, epsilon: float, rate: float = 1.0) -> Release | None:
    mechanism = built(kind, epsilon)
    if mechanism is None:
        return None
    own = 0.0 if mechanism.pure else OWN_DELTA
    one = mechanism.pure_epsilon if mechanism.pure else mechanism.epsilon_at(OWN_DELTA)
    return Release(one, own, mechanism, rate)


@cache
def total_of(bound: type[Composition], release: Release) -> Bound:
    """The curve of a bound, computed once for all laws."""
    return bound().total(release, COUNTS, DELTA)


@pytest.mark.parametrize(("kind", "epsilon"), combined(sorted(every_mechanism()), EPSILONS))
def test_that_every_proven_bound_lies_above_the_numerical_lower_one(kind: str, epsilon: float) -> None:
    release = release_of(kind, epsilon)
    if release is None:
        pytest.skip("not proven there")
    own = total_of(Numerical, release)
    compared = 0
    for bound in every_composition().values():
        found = total_of(bound, release)
        for i, k in enumerate(COUNTS):
            proven = found.statuses[i].name == "PROVEN" and found.kind is not Kind.ESTIMATE
            if proven and np.isfinite(own.lower[i]) and np.isfinite(found.upper[i]):
                assert found.upper[i] >= own.lower[i] * (1 - 1e-9), (bound.id, int(k))
                compared += 1
    assert compared >= len(COUNTS) or not np.isfinite(own.lower[1:]).any()


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("kind", sorted(every_mechanism()))
def test_that_the_exact_worst_case_lies_above_every_mechanisms_own_curve(kind: str, epsilon: float) -> None:
    release = release_of(kind, epsilon)
    if release is None:
        pytest.skip("not proven there")
    worst, own = (total_of(bound, release) for bound in (Optimal, Numerical))
    there = np.isfinite(worst.upper) & np.isfinite(own.lower)
    assert np.all(worst.upper[there] >= own.lower[there] * (1 - 1e-9))


@pytest.mark.parametrize(("kind", "rate"), combined(sorted(every_mechanism()), [1.0, 0.1]))
def test_that_a_curve_rises_with_k_and_epsilon_and_falls_with_delta(kind: str, rate: float) -> None:
    curves, counts = [], np.array(some(COUNTS, 8 if rate == 1 else 5))  # a sampled curve is dear
    for epsilon, delta in ((0.5, 1e-5), (0.9, 1e-5), (0.9, 1e-9)):
        release = release_of(kind, epsilon, rate)
        assert release is not None
        found = Numerical().total(release, counts, delta)
        low = np.where(np.isnan(found.lower), -np.inf, found.lower)
        high = np.where(np.isnan(found.upper), np.inf, found.upper)
        assert found.upper[0] == 0  # no release costs nothing
        assert np.all(np.diff(high[np.isfinite(high)]) >= 0)
        curves.append((low, high))
    for (less, _), (_, more) in pairwise(curves):
        assert np.all(less <= more)


@pytest.mark.parametrize("kind", some(sorted(every_mechanism()), 6))
def test_that_k_copies_are_a_list_of_k_and_that_order_does_not_matter(kind: str) -> None:
    mechanism = built(kind, 0.5)
    assert mechanism is not None
    other = Subsampled(Gaussian(2.0, 1.0), 0.1)
    curve = composed_curve(mechanism, np.array([40]), DELTA)
    listed = composed_epsilon([(mechanism, 1)] * 40, DELTA)
    assert (curve is None) == (listed is None)
    if curve is None or listed is None:
        return
    assert listed.lower[0] <= curve.upper[0]
    assert curve.lower[0] <= listed.upper[0]
    mixed = [
        composed_epsilon(plan, DELTA)
        for plan in ([(mechanism, 3), (other, 5)], [(other, 2), (mechanism, 3), (other, 3)])
    ]
    assert mixed[0] == mixed[1] or (mixed[0].lower == mixed[1].lower and mixed[0].upper == mixed[1].upper)
