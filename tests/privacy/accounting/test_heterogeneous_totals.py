"""Totals of lists of different releases: closed forms, one kind repeated, and where there is none."""

import math
import pickle
from dataclasses import replace

import numpy as np
import pytest

from explorer.language import Language
from explorer.privacy.accounting.concentrated import canonne_kamath_steinke
from explorer.privacy.accounting.heterogeneous_totals import (
    basic_composition,
    by_concentration,
    by_own_loss,
    no_more_than,
    no_total,
    of_any_mechanism,
    quick_enough,
)
from explorer.privacy.composition import Release, every_composition
from explorer.privacy.compositions.renyi import renyi_epsilon
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.mechanisms.catastrophe import Catastrophe
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.exponential import Exponential
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.mechanisms.laplace_vector import LaplaceVector
from explorer.privacy.mechanisms.permute_and_flip import PermuteAndFlip
from explorer.privacy.mechanisms.staircase import Staircase
from explorer.privacy.pld import contour_transform
from explorer.privacy.pld.compose import SMALL, WIDTH
from explorer.privacy.pld.wide_bracket import narrow as is_narrow
from explorer.privacy.pld.wide_bracket import narrowed
from explorer.privacy.progress import listening
from explorer.privacy.shape import PLAIN
from explorer.privacy.status import Kind, Status
from explorer.privacy.subsampling.poisson import Subsampled

DELTA = 1e-5


@pytest.mark.parametrize("total", [no_total("zcdp", None), basic_composition([(0.5, 0.0, 3)], DELTA)])
def test_that_what_a_total_leaves_out_makes_it_no_other(total) -> None:
    """Also where each not-a-number is one of its own, as in what another process has sent."""
    again = pickle.loads(pickle.dumps(total))  # noqa: S301 - of this test's own
    assert math.isnan(again.lower)
    assert again == total
    assert hash(again) == hash(total)
    assert {total, again, replace(total, bound="other"), replace(total, epsilon=1.0)} - {total} == {
        replace(total, bound="other"),
        replace(total, epsilon=1.0),
    }
    assert total != (total.bound, total.lower)


def built(name, epsilon=0.5, delta=1e-7):
    return every_mechanism()[name].calibrated(epsilon, delta, 1.0, PLAIN)


def repeated(bound, release, count):
    return every_composition()[bound]().total(release, np.array([count], dtype=np.int64), DELTA)


def test_that_losses_and_deltas_are_summed_in_any_order():
    releases = [(0.1, 1e-7, 12), (1.0, 0.0, 3), (0.25, 2e-7, 4)]
    found = basic_composition(releases, DELTA)
    assert (found.epsilon, found.delta) == (pytest.approx(5.2), pytest.approx(2e-6))
    assert repr(basic_composition(releases[::-1], DELTA)) == repr(found)  # its lower end is not a number
    assert not basic_composition(releases, 1e-6).valid
    assert basic_composition([], DELTA).epsilon == 0


def test_that_what_just_fits_the_total_is_no_excess():
    assert basic_composition([(1.0, 1e-6, 10)], 1e-5).valid
    assert basic_composition([(1.0, 1e-7, 30), (1.0, 7e-6, 1)], 1e-5).valid


def test_that_one_kind_is_the_bound_on_copies_of_it():
    laplace = built("laplace")
    release = Release(0.5, 0.0, laplace)
    assert of_any_mechanism([(0.5, 0.0, 30)], DELTA).epsilon == pytest.approx(
        repeated("optimal", release, 30).upper[0], rel=1e-8
    )
    concentrated, nearest = by_concentration([(release, 30)], DELTA).epsilon, repeated("zcdp", release, 30)
    assert nearest.upper[0] <= concentrated <= nearest.upper[0] * (1 + 1e-12)  # rounded up
    own, curve = by_own_loss([(laplace, 30)], DELTA), repeated("numerical", release, 30)
    assert own.lower <= curve.upper[0]
    assert curve.lower[0] <= own.epsilon


def test_that_normal_noise_composes_exactly():
    one, other = built("gaussian"), built("gaussian", 1.0)
    found = by_own_loss([(one, 3), (other, 2)], DELTA)
    together = every_mechanism()["gaussian"](1.0, math.sqrt(3 * one.mu**2 + 2 * other.mu**2))
    assert found.kind is Kind.EXACT
    assert found.epsilon == pytest.approx(together.epsilon_at(DELTA), rel=1e-9)


def test_that_rho_is_summed_across_mechanisms():
    laplace, gaussian = built("laplace"), built("gaussian")
    found = by_concentration([(Release(0.5, 0.0, laplace), 8), (Release(0.5, 1e-7, gaussian), 4)], DELTA)
    spent = 8 * laplace.rho + 4 * gaussian.rho
    assert found.epsilon == pytest.approx(float(canonne_kamath_steinke(np.array([spent]), DELTA)[0]))
    sampled = by_concentration([(Release(0.5, 1e-7, gaussian, 0.1), 4)], DELTA)
    assert not sampled.valid
    assert sampled.reason is not None


def test_that_a_loss_beyond_doubles_is_said():
    found = by_own_loss([(built("gaussian", 50.0, 1e-6), 10_000), (built("laplace"), 1)], DELTA)
    assert not found.valid
    assert found.reason is not None


def test_that_a_pair_that_is_not_attained_bounds_from_above_only():
    found = by_own_loss([(built("laplace"), 3)], DELTA, attained=False)
    assert found.kind is Kind.UPPER
    assert math.isnan(found.lower)


def test_that_what_gives_a_person_away_uses_up_the_total():
    leaky = built("catastrophe", 1.0, 1e-3)
    assert not by_own_loss([(leaky, 100)], DELTA).valid


def test_that_a_missing_total_is_none():
    assert not no_total("zcdp", None).valid
    assert quick_enough([built("laplace")], 12)
    assert quick_enough([built("laplace")], 1_000_000)
    assert not quick_enough([built("laplace")] * 9, 12)
    assert not quick_enough([], 0)


def test_that_a_million_beside_a_few_are_bracketed_as_narrowly_as_alone():
    distributions = [(built("discrete-laplace"), 1_000_000), (built("discrete-gaussian", 0.8), 4)]
    found, alone = by_own_loss(distributions, DELTA), by_own_loss(distributions[:1], DELTA)
    assert found.epsilon - found.lower <= 1e-4 * found.epsilon
    assert alone.lower <= found.epsilon
    assert found.epsilon <= of_any_mechanism([(0.5, 0.0, 1_000_000), (0.8, 1e-7, 4)], DELTA).epsilon
    assert by_own_loss(distributions[::-1], DELTA) == found


def test_that_few_that_need_most_of_the_total_delta_are_composed_with_the_many():
    distributions = [(built("discrete-laplace", 0.01), 6000), (built("catastrophe", 0.5, 2.4e-6), 4)]
    found = by_own_loss(distributions, DELTA)
    assert found.valid
    assert by_own_loss(distributions[:1], DELTA).lower <= found.epsilon <= 62.0


def test_that_pld_accounting_is_never_more_than_another_proven_bound():
    own = by_own_loss([(built("laplace"), 12)], DELTA)
    less = basic_composition([((own.lower + own.epsilon) / 2, 0.0, 1)], DELTA)
    assert less.epsilon < no_more_than(own, [less]).epsilon <= less.epsilon * (1 + 1e-14)  # rounded up
    assert no_more_than(own, [less]).lower == own.lower
    more = basic_composition([(2 * own.epsilon, 0.0, 1)], DELTA)
    assert no_more_than(own, [more]) == own
    for unproven in (replace(less, status=Status.CONFIRMED), replace(less, status=Status.FALSE)):
        assert no_more_than(own, [unproven]) == own
    missing = no_total("numerical", None)
    assert no_more_than(missing, [less]) is missing


@pytest.mark.parametrize(
    ("guarantee", "delta"),
    [
        (Subsampled(Catastrophe(1.0, 1e-9, 1.0), 0.1), 1e-3),
        (Subsampled(Catastrophe(1.0, 1e-2, 1.0), 0.1), 1.5e-3),
        (Subsampled(Gaussian(1.0, 1.0), 0.1), 1e-30),
        (Subsampled(built("discrete-gaussian"), 0.1), 1e-40),
        (Subsampled(Gaussian(1.0, 1.0), 0.1), 1e-299),
    ],
)
def test_that_one_sampled_release_is_bracketed_about_its_closed_form(guarantee, delta):
    found = by_own_loss([(guarantee, 1)], delta)
    assert found.lower <= guarantee.epsilon_at(delta) <= found.epsilon
    assert found.epsilon - found.lower <= 5e-3 * found.epsilon


def test_that_a_rare_catastrophe_on_a_sample_hardly_costs_more_than_its_noise():
    rare = by_own_loss([(Subsampled(Catastrophe(1.0, 1e-9, 1.0), 0.1), 10)], 1e-3)
    noise = by_own_loss([(Subsampled(Laplace(1.0), 0.1), 10)], 1e-3)
    assert is_narrow(rare.lower, rare.epsilon)
    assert noise.lower <= rare.epsilon
    assert rare.lower <= noise.epsilon + 1e-6


def test_that_ten_sampled_normal_releases_have_a_total_at_a_very_small_delta():
    found = by_own_loss([(Subsampled(Gaussian(1.0, 1.0), 0.1), 10)], 1e-30)
    alone = Subsampled(Gaussian(1.0, 1.0), 0.1).epsilon_at(1e-30)
    assert alone < found.lower <= found.epsilon <= found.lower + WIDTH * found.lower


def test_that_the_reason_for_no_total_is_the_true_one():
    leaky = by_own_loss([(Catastrophe(1.0, 1e-3, 1.0), 100)], DELTA)
    rounded = by_own_loss([(Catastrophe(1.0, 1e-20, 1.0), 1)], 1e-15)
    assert not leaky.valid
    assert not rounded.valid
    assert "identify a person" in leaky.reason.text
    assert "rounding" in rounded.reason.text


def test_that_a_wide_interval_leans_on_each_kind_alone():
    some = Subsampled(Laplace(54.5641698), 0.4445139)
    many = Subsampled(Laplace(41.5750517), 1.29038e-4)
    found = by_own_loss([(some, 1102), (many, 72835)], 8.37e-11)
    assert is_narrow(found.lower, found.epsilon)
    assert found.epsilon - found.lower <= WIDTH * found.lower
    assert by_own_loss([(some, 1102)], 8.37e-11).lower <= found.epsilon
    assert by_own_loss([(many, 72835), (some, 1102)], 8.37e-11) == found


UNLIKE = [
    (Laplace(3.0), 4),
    (DiscreteLaplace(5.0, 2.0), 7),
    (Subsampled(Laplace(1.0), 0.05), 30),
    (Gaussian(4.0), 3),
    (Subsampled(Gaussian(1.0), 0.02), 50),
    (DiscreteGaussian(6.0, 1.0), 5),
    (Subsampled(DiscreteGaussian(2.0, 1.0), 0.1), 9),
    (Staircase(4.0, 1.0), 2),
    (PermuteAndFlip(8.0, 1.0, 5), 6),
    (Exponential(9.0, 1.0, 4), 3),
]


@pytest.mark.parametrize(
    ("distributions", "delta"),
    [
        ([(PermuteAndFlip(500.0, 1.0, 5), 95), (LaplaceVector(2.0, 1.0, 3), 1)], 1e-9),
        ([(PermuteAndFlip(50.0, 1.0, 5), 95), (LaplaceVector(2.0, 1.0, 3), 1)], 1e-5),
        (UNLIKE, 1e-6),
        (UNLIKE, 1e-60),
    ],
)
def test_that_unlike_releases_have_a_narrow_interval_in_any_order(distributions, delta):
    found = by_own_loss(distributions, delta)
    assert is_narrow(found.lower, found.epsilon)
    assert found.epsilon - found.lower <= WIDTH * max(found.lower, SMALL)
    other = by_own_loss(distributions[::-1], delta)
    assert max(found.lower, other.lower) <= min(found.epsilon, other.epsilon)
    assert max(by_own_loss([each], delta).lower for each in distributions) <= found.epsilon


@pytest.mark.parametrize(("large", "small"), [(4000, 242), (242, 4000)])
def test_that_large_and_tiny_losses_together_have_a_narrow_interval(large, small):
    found = by_own_loss([(Laplace(0.16032462174), large), (Laplace(2195.28248), small)], 5.697e-3)
    assert is_narrow(found.lower, found.epsilon)
    assert found.epsilon - found.lower <= WIDTH * max(found.lower, SMALL)
    assert by_own_loss([(Laplace(0.16032462174), large)], 5.697e-3).lower <= found.epsilon


def test_that_nearly_all_losses_at_the_bottom_leave_the_interval_narrow():
    found = by_own_loss([(Subsampled(Gaussian(0.12816556), 0.10399232), 82)], 5.08e-9)
    assert is_narrow(found.lower, found.epsilon)
    assert found.epsilon - found.lower <= WIDTH * found.lower
    assert found.lower < 815.522 < found.epsilon  # a plain transform on a grid


def test_that_an_interval_that_stays_wide_is_held_by_other_bounds_and_says_so(monkeypatch):
    monkeypatch.setattr(
        contour_transform, "MOST_NODES", 4
    )  # as where more work than is allowed would be needed
    distribution, delta = Subsampled(Gaussian(0.3), 0.01), 1e-300
    found = by_own_loss([(distribution, 10)], delta)
    assert found.lower >= distribution.epsilon_at(delta) * (1 - 1e-8)
    assert found.epsilon <= renyi_epsilon(distribution, np.array([10.0]), delta)[0] * 1.001
    assert found.epsilon - found.lower > WIDTH * found.lower
    assert "wider" in Language("en").say(found.reason)
    narrow = no_more_than(found, [basic_composition([(found.lower * (1 + 1e-6), 0.0, 1)], 1e-9)])
    assert is_narrow(narrow.lower, narrow.epsilon)
    assert "wider" not in Language("en").say(narrow.reason)


@pytest.mark.parametrize(
    "distributions",
    [
        [(Laplace(3.0, 1.0), 7)],
        [(Laplace(2.0, 1.0), 3), (Gaussian(5.0, 1.0), 4)],
        [(Laplace(20.0, 1.0), 300), (Laplace(7.0, 1.0), 40), (Gaussian(50.0, 1.0), 100)],
        [(Subsampled(Gaussian(1.0, 1.0), 0.01), 300), (Subsampled(Laplace(2.0, 1.0), 0.1), 40)],
    ],
    ids=["one kind", "two kinds", "three kinds", "samples"],
)
def test_that_what_is_said_of_a_wide_interval_on_its_way_only_rises(distributions):
    told = []
    with listening(told.append):
        low, high = narrowed(distributions, DELTA, (0.0, math.inf))
    assert 0 < low <= high < math.inf
    assert told == sorted(told)
    assert (told[0], told[-1] <= 1, len(told) > 2) == (0.0, True, True)
