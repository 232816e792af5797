"""Contours of atoms on no lattice hold every sum of them, whatever tilt and guess are asked."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sums_of_atoms import all_of_three, all_sums, check_held, log_delta, spectrum
from thoroughness import THOROUGH, tries

from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.randomized_response import RandomizedResponse
from explorer.privacy.mechanisms.staircase import Staircase
from explorer.privacy.pld import contour
from explorer.privacy.pld.contour import contour_totals, is_proven
from explorer.privacy.pld.contour_transform import EpsilonQuery, noised
from explorer.privacy.pld.initial_guess import initial_guess
from explorer.privacy.pld.loss_distribution import Spectrum
from explorer.privacy.pld.loss_of_release import turned
from explorer.privacy.pld.off_lattice import scattered
from explorer.privacy.pld.split_loss import Divided
from explorer.privacy.subsampling.poisson import Subsampled


@pytest.mark.parametrize("count", [40, 200, 548])
@pytest.mark.parametrize("delta", [1e-13, 1e-6, 0.3])
@pytest.mark.parametrize("off", [0.4, 1.0, 2.0])
def test_that_a_contour_holds_the_multinomial_at_any_tilt(count, delta, off) -> None:
    distribution, counts = (
        spectrum(Subsampled(DiscreteLaplace(8.678, 2.0), 0.0312)),
        np.array([[float(count)]]),
    )
    for each in (distribution, turned(distribution)):
        seen = initial_guess([each], counts, delta)
        for known in (True, False):
            theta = float(seen.theta[0]) * off
            close = 1e-3 * np.maximum(seen.epsilon, 1e-2)
            asked = EpsilonQuery(counts, seen.epsilon, close, theta, seen.theta, off, known=known)
            found = contour_totals(Divided([each]), delta, asked)
            assert found is not None
            check_held(all_of_three(each, count), float(found.lower[0]), float(found.upper[0]), delta)


@given(
    st.lists(st.tuples(st.floats(-300, 0), st.floats(-300, 0)), min_size=1, max_size=5),
    st.floats(-6, 1.5),
    st.integers(1, 5),
    st.floats(-280, -0.001),
    st.floats(0.2, 4.0),
    st.booleans(),
)
@settings(max_examples=tries(120))
def test_that_a_contour_holds_all_sums_of_the_most_uneven_atoms(atoms, size, count, log_delta, off, known):
    """Probabilities of two distributions; the logarithm of their quotient is the loss, or a share of it."""
    with_you = 10 ** np.array([p for p, _ in atoms])
    ratio = np.array([p - q for p, q in atoms]) * 10**size / 300
    _, first = np.unique(ratio, return_index=True)
    where = ratio[first]
    mass = with_you[first] / with_you[first].sum()
    where = where + max(0.0, math.log(float(mass @ np.exp(-where))))
    distribution = Spectrum(where, mass, 0.0, 0.0, 0.0, 0.0, None)
    delta, counts = 10**log_delta, np.full((1, 1), float(count))
    seen = initial_guess([distribution], counts, delta)
    theta = seen.theta * off
    asked = EpsilonQuery(
        counts, seen.epsilon, 1e-3 * np.maximum(seen.epsilon, 1e-2), float(theta[0]), theta, off
    )
    found = contour_totals(Divided([distribution]), delta, replace(asked, known=known))
    if found is not None and not math.isinf(found.upper[0]):
        check_held(all_sums(distribution, count), float(found.lower[0]), float(found.upper[0]), delta)


@given(
    st.sampled_from([3, 40, 548]),
    st.floats(-12, -0.01),
    st.floats(-1.5, 1.5),
    st.floats(-1.5, 1.0),
    st.floats(-4, 1),
    st.booleans(),
)
@settings(max_examples=tries(200) if THOROUGH else 20)
def test_that_a_contour_holds_the_multinomial_however_wrong_the_guess(
    count, log_delta, tilt, guess, close, back
) -> None:
    distribution = spectrum(Subsampled(DiscreteLaplace(8.678, 2.0), 0.0312))
    distribution, delta, counts = (
        turned(distribution) if back else distribution,
        10**log_delta,
        np.full((1, 1), float(count)),
    )
    seen = initial_guess([distribution], counts, delta)
    epsilon, theta = seen.epsilon * 10**guess, seen.theta * 10**tilt
    asked = EpsilonQuery(counts, epsilon, 10**close * np.maximum(epsilon, 1e-3), float(theta[0]), theta)
    found = contour_totals(Divided([distribution]), delta, asked)
    if found is not None:
        low, high = float(found.lower[0]), float(found.upper[0])
        check_held(all_of_three(distribution, count), low, high if math.isfinite(high) else 1e9, delta)


@given(st.floats(-9, -0.5), st.floats(-1, 1), st.floats(-4, 0), st.floats(-2, 2))
@settings(max_examples=tries(100))
def test_that_nothing_untrue_is_proven_periods_away(exponent, tilt, close, periods) -> None:
    distribution, delta = spectrum(Subsampled(DiscreteLaplace(8.678, 2.0), 0.0312)), 10**exponent
    counts, rows, sums = np.array([[40.0]]), np.zeros(1, dtype=np.int64), all_of_three(distribution, 40)
    seen = initial_guess([distribution], counts, delta)
    theta = seen.theta * 10**tilt
    asked = EpsilonQuery(
        counts, seen.epsilon, 10**close * np.maximum(seen.epsilon, 1e-2), float(theta[0]), theta
    )
    [(points, _)] = scattered([distribution], counts[0], float(theta[0]), float(theta[0]), 1.0, 1e-3)
    summed = noised([points], np.array([delta]), asked)
    assert summed is not None
    for part in np.linspace(periods - 1, periods + 1, 41):
        at = np.array([part * summed.period])
        truth = log_delta(sums, float(at[0] + summed.base[0])) - summed.log_whole
        for highest, off in ((False, 1e-9), (True, -1e-9)):
            goal = np.maximum(truth, -700.0 - summed.log_whole) + off
            if highest and truth[0] < -600:
                continue
            assert not is_proven(summed, rows, at, goal, summed.kernels(highest)[:, 0], highest)[0]


def test_that_a_bound_that_nothing_proves_is_none(monkeypatch) -> None:
    monkeypatch.setattr(contour, "is_proven", lambda summed, rows, *_: np.zeros(len(rows), dtype=bool))
    distribution, counts = spectrum(Subsampled(DiscreteLaplace(8.678, 2.0), 0.0312)), np.array([[40.0]])
    seen = initial_guess([distribution], counts, 1e-5)
    asked = EpsilonQuery(counts, seen.epsilon, 1e-3 * seen.epsilon, float(seen.theta[0]), seen.theta)
    found = contour_totals(Divided([distribution]), 1e-5, asked)
    assert found is not None
    assert (found.lower[0], found.upper[0]) == (0.0, math.inf)


@pytest.mark.parametrize(("infinite", "missing"), [(3e-6, 0.0), (0.0, 3e-6), (2e-6, 1e-6)])
def test_that_what_is_infinite_or_missing_counts_as_it_must(infinite, missing) -> None:
    distribution, counts = spectrum(Subsampled(DiscreteLaplace(8.678, 2.0), 0.0312)), np.array([[3.0]])
    distribution = replace(
        distribution, mass=distribution.mass * (1 - infinite - missing), infinite=infinite, missing=missing
    )
    seen, sums, delta = initial_guess([distribution], counts, 1e-5), all_of_three(distribution, 3), 1e-5
    asked = EpsilonQuery(counts, seen.epsilon, 1e-4 * seen.epsilon, float(seen.theta[0]), seen.theta)
    found = contour_totals(Divided([distribution]), delta, asked)
    assert found is not None
    surely, at_most = (1 - (1 - each) ** 3 for each in (infinite, infinite + missing))
    assert log_delta(sums, float(found.lower[0])) >= math.log(delta - surely) - 1e-9
    assert log_delta(sums, float(found.upper[0])) <= math.log(delta - at_most) + 1e-9


def test_that_a_contour_holds_all_sums_of_different_distributions() -> None:
    kinds = [Subsampled(DiscreteLaplace(2.3, 1.0), 0.3), Staircase(0.9, 1.0), RandomizedResponse(0.7, 3)]
    distributions, counts = [spectrum(each) for each in kinds], np.array([[3.0, 2.0, 4.0]])
    sums = np.zeros(1), np.zeros(1)
    for distribution, count in zip(distributions, (3, 2, 4), strict=True):
        more = all_sums(distribution, count)
        sums = tuple(np.add.outer(one, other).ravel() for one, other in zip(sums, more, strict=True))
    for delta in (1e-30, 1e-6, 0.01, 0.5):
        seen = initial_guess(distributions, counts, delta)
        asked = EpsilonQuery(counts, seen.epsilon, 1e-3 * seen.epsilon, float(seen.theta[0]), seen.theta)
        found = contour_totals(Divided(distributions), delta, asked)
        assert found is not None
        check_held(sums, float(found.lower[0]), float(found.upper[0]), delta)
