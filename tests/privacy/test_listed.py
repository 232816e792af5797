"""Losses of atoms on no lattice: sums in halves, smoothed contours, fitted lattices, each held to a list."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import gammaln, logsumexp

from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.mechanisms.staircase import Staircase
from explorer.privacy.numerical import contour
from explorer.privacy.numerical.compose import composed_curve
from explorer.privacy.numerical.discretise import between
from explorer.privacy.numerical.foresee import foresee
from explorer.privacy.numerical.law import Spectrum
from explorer.privacy.numerical.listed import listed_totals, no_release, one_more
from explorer.privacy.numerical.points import smoothed
from explorer.privacy.numerical.spectrum import panels, spectrum_of, truncation, turned
from explorer.privacy.subsampling import Subsampled


def atoms_of(where: list[float], mass: list[float]) -> Spectrum:
    order = np.argsort(where)
    whole = np.array(mass)[order] / math.fsum(mass)
    return Spectrum(np.array(where)[order], whole, 0.0, 0.0, 0.0, 0.0, None)


def spectrum(guarantee) -> Spectrum:
    found = spectrum_of(guarantee)
    assert found is not None
    return found


def all_sums(law: Spectrum, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Every sequence of losses, with the logarithm of its probability."""
    loss, chance, seen = np.zeros(1), np.zeros(1), law.mass > 0
    for _ in range(count):
        loss = np.add.outer(loss, law.where[seen]).ravel()
        chance = np.add.outer(chance, np.log(law.mass[seen])).ravel()
    return loss, chance


def all_of_three(law: Spectrum, count: int) -> tuple[np.ndarray, np.ndarray]:
    """The multinomial law of three atoms."""
    one, other = np.triu_indices(count + 1)
    several = np.stack((one, other - one, count - other), axis=1)
    ways = gammaln(count + 1) - gammaln(several + 1).sum(axis=1)
    return several @ law.where, ways + several @ np.log(law.mass)


def log_delta(sums: tuple[np.ndarray, np.ndarray], epsilon: float) -> float:
    above = sums[0] > epsilon
    if not above.any():
        return -math.inf
    return float(logsumexp(sums[1][above] + np.log(-np.expm1(epsilon - sums[0][above]))))


def check_held(sums: tuple[np.ndarray, np.ndarray], low: float, high: float, delta: float) -> None:
    assert low <= high
    assert log_delta(sums, high) <= math.log(delta) + 1e-9
    assert low == 0 or log_delta(sums, low) >= math.log(delta) - 1e-9


@given(
    st.lists(st.tuples(st.floats(-3.0, 3.0), st.floats(0.01, 1.0)), min_size=2, max_size=5),
    st.sampled_from([1e-9, 1e-4, 0.03, 0.3]),
)
@settings(max_examples=60)
def test_that_the_sums_of_a_few_atoms_are_listed_exactly(atoms, delta) -> None:
    law = atoms_of([place for place, _ in atoms], [p for _, p in atoms])
    found = listed_totals(law, range(1, 6), delta)
    assert sorted(found) == [1, 2, 3, 4, 5]
    for count, (low, high) in found.items():
        check_held(all_sums(law, count), low, high, delta)
        assert high <= low + 1e-8


def test_that_each_multiset_is_listed_once_with_all_its_orders() -> None:
    law = atoms_of([-0.3, 0.1, 0.9, 2.0], [0.1, 0.2, 0.3, 0.4])
    sums = no_release()
    for count in range(1, 6):
        more = one_more(sums, law, 0.0)
        assert more is not None
        sums = more
        assert len(sums.where) == math.comb(count + 3, 3)
        assert sums.mass.sum() == pytest.approx(1.0, rel=1e-14)
        assert sums.mass @ np.exp(sums.where) == pytest.approx(float(law.mass @ np.exp(law.where)) ** count)
        assert sums.dropped == 0


def test_that_sums_that_are_left_out_are_counted() -> None:
    law = spectrum(Subsampled(DiscreteGaussian(1.5, 1.0), 0.1))
    sums = no_release()
    for _ in range(4):
        more = one_more(sums, law, 1e-9)
        assert more is not None
        sums = more
        assert 1 - sums.mass.sum() <= sums.dropped + 1e-14
    assert 0 < sums.dropped < 1e-4


@pytest.mark.parametrize("delta", [1e-300, 1e-120, 1e-5, 0.4])
def test_that_few_releases_of_a_sampled_discrete_law_are_narrow_at_any_delta(delta) -> None:
    guarantee = Subsampled(DiscreteGaussian(0.8, 1.0), 0.02)
    found = composed_curve(guarantee, np.arange(1, 3), delta)
    assert found is not None
    assert found.narrow.all()
    for row, count in enumerate((1, 2)):
        law = spectrum_of(guarantee, truncation(delta, 2))
        assert law is not None
        both = [all_sums(each, count) for each in (law, turned(law))]
        low, high = float(found.lower[row]), float(found.upper[row])
        assert max(log_delta(each, high) for each in both) <= math.log(delta) + 1e-9
        assert low == 0 or max(log_delta(each, low) for each in both) >= math.log(delta) - 1e-9


@pytest.mark.parametrize(
    ("guarantee", "count", "delta"),
    [
        (Subsampled(DiscreteLaplace(8.678, 2.0), 0.0312), 548, 1e-2),
        (Subsampled(DiscreteLaplace(8.678, 2.0), 0.0312), 548, 1e-6),
        (Subsampled(Staircase(0.432, 1.0), 0.009), 316, 0.118),
        (Subsampled(Staircase(0.432, 1.0), 0.009), 316, 1e-30),
    ],
)
def test_that_many_releases_of_three_atoms_are_narrow_and_hold_their_multinomial(guarantee, count, delta):
    found = composed_curve(guarantee, np.array([count]), delta)
    assert found is not None
    assert found.narrow.all()
    law = spectrum(guarantee)
    both = [all_of_three(each, count) for each in (law, turned(law))]
    assert max(log_delta(each, float(found.upper[0])) for each in both) <= math.log(delta) + 1e-9
    assert max(log_delta(each, float(found.lower[0])) for each in both) >= math.log(delta) - 1e-9


def test_that_a_smoothed_contour_holds_the_multinomial(monkeypatch) -> None:
    law, delta, widths = spectrum(Subsampled(DiscreteLaplace(8.678, 2.0), 0.0312)), 1e-6, []
    monkeypatch.setattr(contour, "smoothed", lambda at, width: (widths.append(width), smoothed(at, width))[1])
    for count in (200, 548):
        each = np.array([[float(count)]])
        seen = foresee([law], each, delta)
        close = 1e-4 * seen.epsilon
        found = contour.contour_totals([law], each, delta, seen.epsilon, float(seen.theta[0]), close)
        assert found is not None
        assert widths.pop() > 0
        check_held(all_of_three(law, count), float(found[0][0]), float(found[1][0]), delta)


def test_that_the_smoothing_is_a_law_on_its_interval() -> None:
    width = 0.3
    places = np.linspace(-width, width, 200_001)
    density = (1 - np.abs(places) / width) / width
    for at in (0.5 + 0j, 3.0 + 20j, 0.1 + 700j):
        exact = np.trapezoid(density * np.exp(at * places), places)
        assert smoothed(np.array([at]), width)[0] == pytest.approx(exact, abs=1e-7)
        assert abs(exact) * (width * at.imag) ** 2 <= 4 * math.cosh(at.real * width / 2) ** 2 + 1e-6
    assert smoothed(np.array([2.0 + 1j]), 0.0)[0] == 1


def test_that_the_lowest_atom_is_never_rounded_down_where_others_can_balance_it() -> None:
    law = atoms_of([-0.37, 0.05, 1.0], [0.5, 0.1, 0.4])
    better, worse = between(law, 0.003)
    losses = better.first + better.step * np.arange(len(better.mass))
    assert better.mass @ np.exp(-losses) == pytest.approx(float(law.mass @ np.exp(-law.where)), abs=2e-6)
    for at in np.linspace(-0.5, 1.1, 50):
        truth = float(law.mass @ np.maximum(-np.expm1(at - law.where), 0.0))
        assert better.mass @ np.maximum(-np.expm1(at - losses), 0.0) <= truth + 1e-13
        places = worse.first + worse.step * np.arange(len(worse.mass))
        assert worse.mass @ np.maximum(-np.expm1(at - places), 0.0) >= truth - 1e-13


def test_that_groups_of_atoms_keep_mean_and_variance() -> None:
    law = spectrum(Subsampled(DiscreteGaussian(100.0, 100.0), 0.01))
    places, mass = panels(law)
    assert len(places) <= 256
    for power in (0, 1, 2):
        assert mass @ places**power == pytest.approx(float(law.mass @ law.where**power), rel=1e-9, abs=1e-15)


def test_that_a_law_of_thousands_of_atoms_is_narrow_at_any_count() -> None:
    counts = np.array([1, 2, 5, 12, 30, 400, 3000, 40_000, 1_000_000])
    found = composed_curve(Subsampled(DiscreteGaussian(100.0, 100.0), 0.01), counts, 1e-5)
    beside = composed_curve(Subsampled(Gaussian(1.0, 1.0), 0.01), counts, 1e-5)
    assert found is not None
    assert beside is not None
    assert found.narrow.all()
    assert found.upper == pytest.approx(beside.upper, rel=0.02)


@pytest.mark.parametrize("delta", [1e-280, 1e-300])
@pytest.mark.parametrize(
    "guarantee", [Gaussian(3.0, 1.0), DiscreteGaussian(3.0, 1.0), Laplace(1.0, 1.0)], ids=repr
)
def test_that_a_million_releases_are_narrow_at_the_smallest_delta(guarantee, delta) -> None:
    found = composed_curve(guarantee, np.array([1_000_000]), delta)
    assert found is not None
    assert found.narrow.all()
    assert found.lower[0] > 0


def test_that_releases_that_hardly_tell_anything_cost_nothing_at_a_large_delta() -> None:
    found = composed_curve(Subsampled(Staircase(30.0, 1.0), 0.006), np.array([5, 35, 300]), 0.99)
    assert found is not None
    assert not found.upper.any()
    assert log_delta(all_of_three(spectrum(Subsampled(Staircase(30.0, 1.0), 0.006)), 300), 0.0) < math.log(
        0.99
    )
