"""Losses of atoms on no lattice: sums in halves, fitted lattices, each held to a list."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sums_of_atoms import all_of_three, all_sums, check_held, log_delta, spectrum

from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.mechanisms.staircase import Staircase
from explorer.privacy.pld.compose import composed_curve, largest_loss_bracket
from explorer.privacy.pld.enumerated_sums import listed_totals, no_release, one_more
from explorer.privacy.pld.loss_distribution import Spectrum, panels
from explorer.privacy.pld.loss_of_release import spectrum_of, truncation, turned
from explorer.privacy.subsampling.poisson import Subsampled


def atoms_of(where: list[float], mass: list[float]) -> Spectrum:
    order = np.argsort(where)
    whole = np.array(mass)[order] / math.fsum(mass)
    return Spectrum(np.array(where)[order], whole, 0.0, 0.0, 0.0, 0.0, None)


@given(
    st.lists(st.tuples(st.floats(-3.0, 3.0), st.floats(0.01, 1.0)), min_size=2, max_size=5),
    st.sampled_from([1e-9, 1e-4, 0.03, 0.3]),
)
@settings(max_examples=60)
def test_that_the_sums_of_a_few_atoms_are_listed_exactly(atoms, delta) -> None:
    distribution = atoms_of([place for place, _ in atoms], [p for _, p in atoms])
    found = listed_totals(distribution, range(1, 6), delta)
    assert sorted(found) == [1, 2, 3, 4, 5]
    for count, (low, high) in found.items():
        check_held(all_sums(distribution, count), low, high, delta)
        assert high <= low + 1e-8


def test_that_each_multiset_is_listed_once_with_all_its_orders() -> None:
    distribution = atoms_of([-0.3, 0.1, 0.9, 2.0], [0.1, 0.2, 0.3, 0.4])
    sums = no_release()
    for count in range(1, 6):
        more = one_more(sums, distribution, 0.0)
        assert more is not None
        sums = more
        assert len(sums.where) == math.comb(count + 3, 3)
        assert sums.mass.sum() == pytest.approx(1.0, rel=1e-14)
        assert sums.mass @ np.exp(sums.where) == pytest.approx(
            float(distribution.mass @ np.exp(distribution.where)) ** count
        )
        assert sums.dropped == 0


def test_that_sums_that_are_left_out_are_counted() -> None:
    distribution = spectrum(Subsampled(DiscreteGaussian(1.5, 1.0), 0.1))
    sums = no_release()
    for _ in range(4):
        more = one_more(sums, distribution, 1e-9)
        assert more is not None
        sums = more
        assert 1 - sums.mass.sum() <= sums.dropped + 1e-14
    assert 0 < sums.dropped < 1e-4


@pytest.mark.parametrize("delta", [1e-300, 1e-120, 1e-5, 0.4])
def test_that_few_releases_of_a_sampled_discrete_distribution_are_narrow_at_any_delta(delta) -> None:
    guarantee = Subsampled(DiscreteGaussian(0.8, 1.0), 0.02)
    found = composed_curve(guarantee, np.arange(1, 3), delta)
    assert found is not None
    assert found.narrow.all()
    for row, count in enumerate((1, 2)):
        distribution = spectrum_of(guarantee, truncation(delta, 2))
        assert distribution is not None
        both = [all_sums(each, count) for each in (distribution, turned(distribution))]
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
    distribution = spectrum(guarantee)
    both = [all_of_three(each, count) for each in (distribution, turned(distribution))]
    assert max(log_delta(each, float(found.upper[0])) for each in both) <= math.log(delta) + 1e-9
    assert max(log_delta(each, float(found.lower[0])) for each in both) >= math.log(delta) - 1e-9


def test_that_the_largest_loss_proves_nothing_where_it_has_hardly_any_probability() -> None:
    where, mass = np.array([-0.5, 0.3, 2.0]), np.array([0.6, 0.4, 1e-310])
    found = largest_loss_bracket([Spectrum(where, mass, 0.0, 0.0, 0.0, 0.0, None)], np.ones((1, 1)), 1e-305)
    assert found[0][0] == 0
    # All of a normal loss is cut off above 9.5 here: far below its ε, which is above 37 then.
    assert largest_loss_bracket([spectrum(Gaussian(1.0, 1.0))], np.ones((1, 1)), 1e-305)[0][0] < 9.5


def test_that_groups_of_atoms_keep_mean_and_variance() -> None:
    distribution = spectrum(Subsampled(DiscreteGaussian(100.0, 100.0), 0.01))
    places, mass = panels(distribution)
    assert len(places) <= 256
    for power in (0, 1, 2):
        assert mass @ places**power == pytest.approx(
            float(distribution.mass @ distribution.where**power), rel=1e-9, abs=1e-15
        )


def test_that_a_distribution_of_thousands_of_atoms_is_narrow_at_any_count() -> None:
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
