"""Wide discrete Gaussian noise beside continuous noise, against sums over the whole numbers."""

import math

import mpmath
import numpy as np
import pytest
from cases_in_one import cases_in_one

from explorer.privacy.composition import Release, every_composition
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.numerics.theta import log_hockey_stick
from explorer.privacy.pairs.wide_lattice import between, smooth_mu
from explorer.privacy.pld import enclosing_pair
from explorer.privacy.pld.compose import composed_curve, composed_epsilon
from explorer.privacy.pld.delta_of_many import composed_delta
from explorer.privacy.subsampling.poisson import Subsampled
from explorer.privacy.subsampling.poisson_renyi import renyi_on_lattice

COUNTS = np.array([1, 2, 10, 1000, 100_000], dtype=np.int64)
WIDE = [(1000.0, 1.0), (1234.5, 700.0), (25_000.5, 1000.0), (111_302.0, 1000.0), (1e6, 30.0)]


@pytest.mark.parametrize(("sigma", "sensitivity"), WIDE)
def test_that_wide_noise_lies_between_two_normal_ones(sigma: float, sensitivity: float) -> None:
    noise = DiscreteGaussian(sigma, sensitivity)
    below, above = between(noise)
    epsilons = np.linspace(0.0, 8.0, 40) * sensitivity / sigma
    found = noise.log_delta(epsilons)
    assert np.all(below.log_delta(epsilons) <= found + 1e-12)
    assert np.all(found <= above.log_delta(epsilons) + 1e-12)
    orders = 1 + np.geomspace(1e-3, 1e5, 40)
    assert np.all(below.renyi(orders) <= noise.renyi(orders) * (1 + 1e-14))
    assert np.all(noise.renyi(orders) <= above.renyi(orders) * (1 + 1e-14))
    assert above.sigma < sigma < below.sigma


def test_that_only_wide_discrete_noise_is_put_between() -> None:
    for narrow in (DiscreteGaussian(999.0, 1.0), Laplace(5000.0, 1.0), Gaussian(5000.0, 1.0)):
        assert between(narrow) is None


@cases_in_one("sigma, sensitivity", WIDE)
@cases_in_one("delta", [1e-3, 1e-6, 1e-12])
def test_that_the_total_of_wide_noise_is_that_of_its_sum(
    sigma: float, sensitivity: float, delta: float
) -> None:
    """k results matter by their sum alone, which is discrete Gaussian of width σ√k, moved by kΔ."""
    noise = DiscreteGaussian(sigma, sensitivity)
    found = every_composition()["numerical"]().total(Release(None, 0.0, noise), COUNTS, delta)
    assert np.all(np.isfinite(found.upper))
    assert np.all(found.upper - found.lower <= 1e-4 * np.maximum(found.upper, 1e-3))
    for k, low, high in zip(COUNTS, found.lower, found.upper, strict=True):
        ends = np.array([low * (1 - 1e-9), high * (1 + 1e-9)])
        at_low, at_high = log_hockey_stick(ends, sigma * math.sqrt(k), sensitivity * float(k))
        assert at_high <= math.log(delta) + 1e-9
        assert low == 0 or at_low >= math.log(delta) - 1e-9


def test_that_so_much_noise_as_a_small_epsilon_needs_has_a_total() -> None:
    noise = DiscreteGaussian.calibrated(0.03, 1e-6, 1000.0)
    assert noise.sigma > 100_000
    found = every_composition()["numerical"]().total(Release(0.03, 1e-6, noise), COUNTS, 1e-5)
    assert np.all(np.isfinite(found.upper))
    assert all(reason is None for reason in found.reasons)


@pytest.mark.parametrize("rate", [1.0, 0.1])
def test_that_the_two_ends_hold_what_the_points_themselves_give(
    rate: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    noise = DiscreteGaussian(1200.0, 900.0)
    distribution = noise if rate == 1.0 else Subsampled(noise, rate)
    counts, epsilons = np.array([3, 40], dtype=np.int64), np.linspace(0.1, 4.0, 8)
    both = (
        composed_curve(distribution, counts, 1e-6),
        composed_epsilon([(distribution, 5), (Laplace(1.0, 1.0), 3)], 1e-6),
        composed_delta(distribution, 7, epsilons),
    )
    for where in ("compose", "delta_of_many"):
        monkeypatch.setattr(f"explorer.privacy.pld.{where}.enclosing", lambda _: None)
    monkeypatch.setattr("explorer.privacy.pld.compose.enclosing_releases", lambda _: None)
    points = (
        composed_curve(distribution, counts, 1e-6),
        composed_epsilon([(distribution, 5), (Laplace(1.0, 1.0), 3)], 1e-6),
        composed_delta(distribution, 7, epsilons),
    )
    for mine, theirs in zip(both[:2], points[:2], strict=True):
        assert np.all(mine.lower <= theirs.upper)
        assert np.all(theirs.lower <= mine.upper)
        assert mine.upper == pytest.approx(theirs.upper, rel=3e-4)
    assert np.all(both[2][0] <= points[2][1])
    assert np.all(points[2][0] <= both[2][1])
    assert both[2][1] == pytest.approx(points[2][1], rel=1e-3)


def test_that_a_list_without_wide_noise_is_left_as_it_is() -> None:
    assert (
        enclosing_pair.enclosing_releases([(Laplace(1.0, 1.0), 2), (DiscreteGaussian(3.0, 1.0), 1)]) is None
    )
    below, above = enclosing_pair.enclosing_releases(
        [(Laplace(1.0, 1.0), 2), (DiscreteGaussian(3000.0, 1.0), 4)]
    )
    assert below[0] == above[0] == (Laplace(1.0, 1.0), 2)
    assert below[1][0].mu < 1 / 3000 < above[1][0].mu


@pytest.mark.parametrize(("sigma", "sensitivity"), [(10.0, 1.0), (12.0, 3.0), (40.0, 160.0), (200.0, 1000.0)])
@pytest.mark.parametrize("rate", [0.5, 0.01])
def test_that_a_sample_of_smooth_discrete_noise_has_the_curve_of_its_sums(
    sigma: float, sensitivity: float, rate: float
) -> None:
    noise = DiscreteGaussian(sigma, sensitivity)
    assert smooth_mu(noise) == sensitivity / sigma
    orders = 1 + np.geomspace(1e-2, 1e3, 9)
    summed = renyi_on_lattice(noise.pair(), sensitivity / sigma, rate, orders)
    assert Subsampled(noise, rate).renyi(orders) == pytest.approx(summed, rel=1e-9)


@pytest.mark.parametrize("order", [1.001, 1.5, 30.0])
def test_that_a_sum_is_its_integral_to_many_digits(order: float) -> None:
    """Also the sum less 1, of a small loss, which counts."""
    sigma, rate = 10, mpmath.mpf(1) / 10
    with mpmath.workdps(50):
        weights = {n: mpmath.exp(-mpmath.mpf(n * n) / (2 * sigma * sigma)) for n in range(-400, 1000)}
        ratio = {
            n: 1 - rate + rate * mpmath.exp(mpmath.mpf(2 * n - 1) / (2 * sigma * sigma)) for n in weights
        }
        moment = sum(weights[n] * ratio[n] ** mpmath.mpf(order) for n in weights) / sum(weights.values())
        exact = float(mpmath.log(moment) / (mpmath.mpf(order) - 1))
    found = float(Subsampled(DiscreteGaussian(10.0, 1.0), 0.1).renyi(np.array([order]))[0])
    assert found == pytest.approx(exact, rel=1e-11)


def test_that_noise_too_narrow_for_its_sensitivity_is_summed() -> None:
    for sharp in (DiscreteGaussian(9.0, 1.0), DiscreteGaussian(50.0, 1000.0), Gaussian(50.0, 1.0)):
        assert smooth_mu(sharp) is None
