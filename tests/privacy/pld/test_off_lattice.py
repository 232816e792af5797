"""Better and worse distributions of points: both keep their side of the truth, whatever is cut, however."""

import numpy as np
import pytest
from cases_in_one import cases_in_one
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import ndtr
from thoroughness import tries

from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.pld.loss_distribution import Spectrum
from explorer.privacy.pld.loss_of_release import spectrum_of, turned
from explorer.privacy.pld.off_lattice import Scattered, scattered
from explorer.privacy.subsampling.poisson import Subsampled

LAPLACE, NORMAL = Laplace(0.7, 1.0), Gaussian(1.3, 1.0)
DISTRIBUTIONS = [
    LAPLACE,
    NORMAL,
    Subsampled(LAPLACE, 0.03),
    Subsampled(NORMAL, 0.2),
    Subsampled(Gaussian(0.3, 1.0), 1e-3),
    Subsampled(DiscreteGaussian(238.3, 50.0), 0.0835),
    DiscreteGaussian(1697.9, 50.0),
]
ROUNDING = 1e-14  # of probabilities


def spectrum(guarantee) -> Spectrum:
    found = spectrum_of(guarantee)
    assert found is not None
    return found


def held(distribution: Scattered, at: np.ndarray) -> np.ndarray:
    """The hockey-stick curve of points, at any ε."""
    return np.maximum(-np.expm1(np.minimum(at[:, None] - distribution.places, 0.0)), 0.0) @ distribution.mass


def profile(guarantee, at: np.ndarray) -> np.ndarray:
    """δ(ε) of the pair at any ε, with you against without: closed forms, and for a list its sum."""
    if isinstance(guarantee, Subsampled) and not isinstance(guarantee.inner, DiscreteGaussian):
        inside = np.expm1(at) / guarantee.rate
        inner = profile(guarantee.inner, np.log1p(np.maximum(inside, -1 + 1e-15)))
        return np.where(inside > -1, guarantee.rate * inner, -np.expm1(np.minimum(at, 0.0)))
    if isinstance(guarantee, Laplace):
        top = guarantee.pure_epsilon
        inner = -np.expm1(np.clip(at - top, -2 * top, 0.0) / 2)
        return np.where(at < -top, -np.expm1(np.minimum(at, 0.0)), inner)
    if isinstance(guarantee, Gaussian):
        mu = guarantee.mu
        return ndtr(mu / 2 - at / mu) - np.exp(at) * ndtr(-mu / 2 - at / mu)
    distribution = spectrum(guarantee)
    return held(Scattered(distribution.where, distribution.mass, 0.0), at)


def turned_profile(guarantee, at: np.ndarray) -> np.ndarray:
    """The same without you against with you: δ(ε) = 1 − e^ε + e^ε δ(−ε) of the other direction."""
    if isinstance(guarantee, DiscreteGaussian) or isinstance(guarantee.inner, DiscreteGaussian):
        distribution = turned(spectrum(guarantee))
        return held(Scattered(distribution.where, distribution.mass, 0.0), at)
    return -np.expm1(at) + np.exp(at) * profile(guarantee, -at)


DISTRIBUTIONS_BOTH_WAYS = [(each, False) for each in DISTRIBUTIONS] + [
    (each, True) for each in DISTRIBUTIONS if isinstance(each, Subsampled)
]


@cases_in_one("guarantee, back", DISTRIBUTIONS_BOTH_WAYS)
@cases_in_one("theta", [0.05, 3.0, 80.0])
@cases_in_one("allowed", [3.0, 1e-3])
def test_that_a_distribution_lies_between_a_better_and_a_worse_one(guarantee, back, theta, allowed):
    distribution = turned(spectrum(guarantee)) if back else spectrum(guarantee)
    at = np.linspace(1.02 * distribution.bottom, 1.02 * distribution.top, 400)
    truth = turned_profile(guarantee, at) if back else profile(guarantee, at)
    [(better, worse)] = scattered(
        [distribution], np.array([20.0]), theta, theta, distribution.top / 2, allowed
    )
    # The closed form of the other direction loses what e^ε is large for.
    room = distribution.missing + ROUNDING * (1 + np.exp(np.maximum(at, 0.0)) * (10 if back else 0))
    below, above = held(better, at), held(worse, at)
    assert np.all(below <= truth * (1 + 1e-11) + room)
    assert np.all(above >= truth * (1 - 1e-11) - room)
    assert np.all(below <= above * (1 + 1e-12) + ROUNDING)


@cases_in_one("guarantee, back", DISTRIBUTIONS_BOTH_WAYS)
@cases_in_one("theta", [0.05, 3.0, 80.0])
def test_that_both_distributions_keep_what_they_must_keep(guarantee, back, theta):
    distribution = turned(spectrum(guarantee)) if back else spectrum(guarantee)
    with_you = float(distribution.mass.sum() + distribution.even.mass.sum())
    without = float(distribution.without.sum() + distribution.even.mass @ np.exp(-distribution.even.places))
    for each in scattered([distribution], np.array([20.0]), theta, theta, distribution.top / 2, 1e-3)[0]:
        assert each.mass.sum() == pytest.approx(with_you, abs=1e-12)
        assert each.mass @ np.exp(-each.places) == pytest.approx(without, abs=1e-12)
        assert np.all(each.mass > 0)
        assert each.slack < 1e-12


@given(
    st.floats(-3, 0),
    st.integers(401, 3000),
    st.floats(0.1, 30.0),
    st.floats(-5, 0),
    st.randoms(use_true_random=False),
)
@settings(max_examples=tries(60))
def test_that_crowds_of_atoms_lie_between_a_better_and_a_worse_distribution(
    scale, number, theta, allowed, random
):
    draw = np.random.default_rng(random.randrange(1 << 30))
    where = np.unique(draw.normal(0.0, 10**scale, number))
    mass = draw.dirichlet(np.full(len(where), 0.2)) + 1e-300
    distribution = Spectrum(where, mass, 0.0, 0.0, 0.0, 0.0, None)
    [(better, worse)] = scattered(
        [distribution], np.array([5.0]), theta, theta, float(where[-1]) / 2, 10**allowed
    )
    at = np.concatenate((np.linspace(where[0] - 0.1, where[-1], 300), where[::7]))
    truth = held(Scattered(where, mass, 0.0), at)
    assert np.all(held(better, at) <= truth * (1 + 1e-12) + ROUNDING)
    assert np.all(held(worse, at) >= truth * (1 - 1e-12) - ROUNDING)
    if len(better.mass) < len(where):
        assert len(worse.mass) <= len(better.mass) + 1


def test_that_few_atoms_stay_where_they_are_and_thinner_cells_are_closer():
    distribution = spectrum(Subsampled(DiscreteLaplace(8.678, 2.0), 0.0312))
    [(better, worse)] = scattered([distribution], np.array([20.0]), 5.0, 5.0, 1.0, 1e-3)
    assert better is worse
    assert np.array_equal(better.places, distribution.where)
    dense = spectrum(Subsampled(NORMAL, 0.2))
    at, apart = np.linspace(0.0, 2.0, 50), []
    for allowed in (1e-2, 1e-4):
        [(better, worse)] = scattered([dense], np.array([20.0]), 5.0, 5.0, 1.0, allowed)
        apart.append(float(np.max(held(worse, at) - held(better, at))))
    assert apart[1] < apart[0] / 20


def test_that_a_density_that_crowds_at_its_end_is_held_whole():
    distribution = spectrum(Subsampled(Gaussian(0.12816556, 1.0), 0.10399232))
    for each in (distribution, turned(distribution)):
        assert each.even.mass.sum() == pytest.approx(1.0, abs=1e-12)
        for points in scattered([each], np.array([82.0]), 0.05, 0.05, 815.0, 1e-2)[0]:
            assert points.mass.sum() == pytest.approx(1.0, abs=1e-12)
