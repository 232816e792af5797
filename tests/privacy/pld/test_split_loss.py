"""Near and far losses apart: their totals are those of the whole, as close, and sooner known."""

import math
from dataclasses import replace

import numpy as np
import pytest
import scipy.stats
from cases_in_one import cases_in_one
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sums_of_atoms import all_sums, check_held, log_delta, spectrum
from thoroughness import THOROUGH, combined, some, tries

from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.pld import contour
from explorer.privacy.pld.compose import composed_curve, composed_epsilon
from explorer.privacy.pld.contour import contour_totals
from explorer.privacy.pld.contour_transform import EpsilonQuery
from explorer.privacy.pld.initial_guess import initial_guess
from explorer.privacy.pld.loss_distribution import Spectrum
from explorer.privacy.pld.loss_of_release import spectrum_of, turned
from explorer.privacy.pld.split_loss import Divided, divided
from explorer.privacy.pld.tail import beside
from explorer.privacy.subsampling.poisson import Subsampled

RARE = [
    Subsampled(Gaussian(1.0, 1.0), 1e-4),
    Subsampled(Gaussian(0.5, 1.0), 1e-5),
    Subsampled(DiscreteGaussian(1.0, 1), 1e-3),
    Subsampled(DiscreteGaussian(30.0, 40), 1e-3),
]


# How a distribution is divided


@cases_in_one("guarantee", RARE)
@cases_in_one("back", [False, True])
@cases_in_one("aside", [1e-12, 1e-8, 1e-3])
def test_that_no_loss_is_lost_and_none_counted_twice(guarantee, back, aside):
    distribution = turned(spectrum(guarantee)) if back else spectrum(guarantee)
    found = divided([distribution], aside * 1e-6, aside, 0.95)
    for near, far in zip(found.near, found.far, strict=False):
        assert near.top <= far.bottom + 1e-12
        assert near.infinite == distribution.infinite
        assert far.infinite == 0
        assert near.held + far.held + near.missing - distribution.missing == pytest.approx(
            distribution.held, rel=1e-9
        )
        assert 0 < far.held == near.aside == pytest.approx(1 - far.aside)
        assert near.missing - distribution.missing <= aside * 1e-6
        assert float(far.mass @ -np.expm1(-far.where)) <= aside
    if not found.far:
        assert found.near[0].top > 0.9 * distribution.top or found.near[0].missing > distribution.missing


def test_that_a_distribution_without_a_far_end_is_left_whole():
    for guarantee in (Laplace(1.0, 1.0), Subsampled(Laplace(1.0, 1.0), 0.01)):
        distribution = [spectrum(guarantee)]
        assert divided(distribution, 1e-13, 1e-7).near is distribution


# Bounds that hold

ATOMS = st.lists(st.tuples(st.floats(-12, 0), st.floats(-6, 1.5)), min_size=2, max_size=5)


def split(atoms, at: float) -> tuple[Spectrum, Divided]:
    """Probabilities and losses as powers of ten, and both parts of that distribution."""
    chance, size = np.array(atoms).T
    where = np.unique(10**size * np.where(np.arange(len(size)) % 2, -1, 1))
    mass = 10 ** chance[: len(where)] / (10 ** chance[: len(where)]).sum()
    where = where + max(0.0, math.log(float(mass @ np.exp(-where))))
    distribution = Spectrum(where, mass, 0.0, 0.0, 0.0, 0.0, None)
    first = min(max(1, round(at * len(where))), len(where) - 1)
    low, high = (
        replace(distribution, where=where[some], mass=mass[some])
        for some in (slice(first), slice(first, None))
    )
    return distribution, Divided([replace(low, aside=high.held)], [replace(high, aside=low.held)])


@given(
    ATOMS,
    st.floats(0, 1),
    st.integers(1, 5),
    st.floats(-15, -0.05),
    st.floats(0.2, 3.0),
    st.floats(-1, 1),
    st.booleans(),
    st.sampled_from([None, 1e-4, 1e-2, 1.0]),
)
@settings(max_examples=tries(150) if THOROUGH else 20)
def test_that_any_division_any_tilt_and_any_guess_hold_all_sums(
    atoms, at, count, log, off, wrong, known, astray
):
    assume(len({round(size, 6) for _, size in atoms}) > 1)
    distribution, distributions = split(atoms, at)
    delta, counts = 10**log, np.full((1, 1), float(count))
    seen = initial_guess(distributions.near, counts, delta)
    guess = np.maximum(seen.epsilon, 1e-3) * 10**wrong
    theta, close = float(seen.theta[0]) * off, 1e-2 * guess
    far = None if astray is None else np.full(1, astray) * guess
    found = contour_totals(
        distributions, delta, EpsilonQuery(counts, guess, close, theta, seen.theta, off, 1.0, known, far)
    )
    if found is not None and math.isfinite(found.upper[0]):
        check_held(all_sums(distribution, count), float(found.lower[0]), float(found.upper[0]), delta)


@given(ATOMS, st.floats(0, 1), st.integers(1, 5), st.floats(-10, -0.3), st.floats(-3, 1.5), st.floats(1, 1e6))
@settings(max_examples=tries(150))
def test_that_far_losses_hold_between_what_they_are_told_to(atoms, at, count, log, where, steep):
    assume(len({round(size, 6) for _, size in atoms}) > 1)
    distribution, distributions = split(atoms, at)
    guess, ones = np.full(1, 10**where), np.ones(1)
    asked = EpsilonQuery(
        np.full((1, 1), float(count)), guess, 1e-3 * guess, steep, steep * ones, astray=0.1 * guess
    )
    found = beside(distributions, 10**log, asked)
    sums = all_sums(distribution, count)
    of = (
        all_sums(
            replace(distribution, where=(distribution.where > distributions.near[0].where[-1]) * 1.0), count
        )[0]
        > 0
    )
    others = sums[0][of], sums[1][of]
    assert found.since[0] < guess[0] < found.until[0]
    below, above = log_delta(others, found.until[0]), log_delta(others, found.since[0])
    assert found.low[0] <= math.exp(below) * (1 + 1e-9) + 1e-300
    assert found.high[0] >= math.exp(above) * (1 - 1e-9)


@pytest.mark.parametrize(
    ("losses", "chances", "count", "log", "guess", "theta"),
    [
        ((-2.8e-4, 4.8e-7), (1.7e-3, 1 - 1.7e-3), 7826, -3.0, 0.038, 0.01),  # (A+B)^k/A^k has no double
        ((2e-9, 7e-8), (2e-37, 1.0), 945_036, -1e-6, 1.6e-7, 500.0),
        ((1.1e-4, 0.3), (1.8e-5, 1 - 1.8e-5), 700_000, -282.0, 2.5e-5, 0.03),  # what is allowed, neither
        ((0.0057, 81.5), (2e-22, 1.0), 150_000, -13.0, 5.8e-5, 9e-6),  # near losses are nothing beside 1
        ((0.76, 165.0), (1.0, 2e-268), 4, -0.7, 3.0, 0.6),  # far ones are nothing at all
    ],
)
@pytest.mark.parametrize("astray", [None, 1e-3, math.nan, math.inf])
def test_that_no_double_too_large_or_small_makes_a_bound(losses, chances, count, log, guess, theta, astray):
    distribution = Spectrum(np.array(losses), np.array(chances), 0.0, 0.0, 0.0, 0.0, None)
    near, far = (
        replace(distribution, where=distribution.where[some], mass=distribution.mass[some])
        for some in ([0], [1])
    )
    about, delta = np.full(1, guess), 10**log
    off = None if astray is None else astray * about
    asked = EpsilonQuery(
        np.full((1, 1), float(count)), about, 1e-3 * about, theta, np.full(1, theta), astray=off
    )
    beyond = beside(Divided([near], [far]), delta, asked)
    times = np.arange(count + 1.0)
    chance = scipy.stats.binom.logpmf(times[1:], count, chances[1])
    others = (count - times[1:]) * losses[0] + times[1:] * losses[1], chance
    assert beyond.low[0] <= math.exp(log_delta(others, beyond.until[0])) * (1 + 1e-6) + 1e-300
    assert beyond.high[0] >= math.exp(log_delta(others, beyond.since[0])) * (1 - 1e-6)
    found = contour_totals(Divided([near], [far]), delta, asked)
    if found is not None:
        every = np.append(count * losses[0], others[0]), np.append(count * math.log(chances[0]), chance)
        assert found.lower[0] == 0 or log_delta(every, found.lower[0]) >= math.log(delta) - 1e-6
        assert log_delta(every, found.upper[0]) <= math.log(delta) + 1e-6


def test_that_a_guess_that_is_the_answer_stays():
    """Newton's first step is then too short for a double."""
    distribution, counts, delta = spectrum(Subsampled(Gaussian(1.0, 1.0), 1e-3)), np.full((1, 1), 1e5), 1e-3
    distributions = divided([distribution], 1e-7 * delta / 1e5, 0.05 * delta / 1e5)
    seen = initial_guess(distributions.near, counts, delta)
    asked = EpsilonQuery(counts, seen.epsilon, 1e-3 * seen.epsilon, float(seen.theta[0]), seen.theta)
    for _ in range(8):
        found = contour_totals(distributions, delta, asked)
        assert found is not None
        assert found.lower[0] <= found.near[0] <= found.upper[0] < math.inf
        asked = replace(asked, guess=found.near, steep=found.steep, astray=found.loose)


def test_that_where_delta_does_not_fall_no_bound_is_looked_for_at_infinity():
    rare = Subsampled(DiscreteGaussian(10.743317411028869, 2), 0.0007982254541812886)
    found = spectrum_of(rare, 1e-270)
    assert found is not None
    counts, theta = np.full((1, 1), 64.0), 89.3602157682247
    asked = EpsilonQuery(counts, np.zeros(1), np.full(1, 1e-7), theta, np.full(1, theta), 0.85, 0.85, False)
    asked = replace(asked, astray=np.zeros(1))
    seen = contour_totals(Divided([found]), 5.925917639650725e-259, asked)
    assert seen is not None
    assert seen.lower[0] <= seen.upper[0]


def two_of(sigma: float, rate: float, epsilon: float) -> float:
    """δ of two samples with normal noise: the second's, in closed form, over the output of the first."""

    def told(at, back):
        share = np.expm1(-at if back else at) / rate
        edge = sigma**2 * np.log1p(np.maximum(share, -1 + 1e-16)) + 0.5
        cut = scipy.stats.norm.cdf if back else scipy.stats.norm.sf
        plain, moved = cut(edge / sigma), cut((edge - 1) / sigma)
        gained = rate * (moved - plain)
        found = -np.expm1(at) * plain - np.exp(at) * gained if back else gained - np.expm1(at) * plain
        whole = np.where(np.isneginf(at), 1.0, 1 - np.exp(at))
        return np.where(share <= -1, whole if not back else 0.0, found)

    nodes, weights = np.polynomial.legendre.leggauss(40)
    edges = np.linspace(-11 * sigma, 1 + 11 * sigma, 401)
    half = np.diff(edges)[:, None] / 2
    x, dx = (edges[:-1, None] + half * (1 + nodes)).ravel(), (half * weights).ravel()
    loss = np.log1p(rate * np.expm1((2 * x - 1) / (2 * sigma**2)))
    plain = scipy.stats.norm.pdf(x, 0, sigma) * dx
    there = plain @ (told(epsilon - loss, False) * np.exp(loss))
    return max(float(there), float(plain @ told(epsilon + loss, True)))


@pytest.mark.parametrize(
    ("rate", "sigma", "share"), combined([1e-5, 1e-4, 1e-3, 1e-2], [0.5, 1.0, 2.0], [0.3, 1e-2, 1e-4])
)
def test_that_two_rare_samples_are_an_integral(rate, sigma, share):
    delta = share * rate
    found = composed_curve(Subsampled(Gaussian(sigma, 1.0), rate), np.array([2]), delta)
    assert found is not None
    assert found.narrow.all()
    low, high = float(found.lower[0]), float(found.upper[0])
    assert low == 0 or two_of(sigma, rate, low) >= delta * (1 - 1e-6)
    assert two_of(sigma, rate, high) <= delta * (1 + 1e-6)


# That it is worth it


@pytest.mark.parametrize(("guarantee", "delta"), combined(RARE, [1e-6, 1e-10]))
def test_that_rare_samples_are_narrow_and_the_same_as_undivided_ones(guarantee, delta, monkeypatch):
    counts = np.array(some([2, 7, 60, 900, 20_000, 300_000], 4))
    found = composed_curve(guarantee, counts, delta)
    assert found is not None
    assert found.narrow.all()
    monkeypatch.setattr("explorer.privacy.pld.release_groups.FAR_OUT", math.inf)
    monkeypatch.setattr("explorer.privacy.pld.bracket_search.MOST_WORK", 1e8)
    whole = composed_curve(guarantee, counts, delta)
    assert whole is not None
    assert np.all((found.lower <= whole.upper) & (whole.lower <= found.upper))


def test_that_a_curve_of_rare_samples_takes_few_frequencies(monkeypatch):
    """Undivided, 400 million of nodes by rows."""
    asked, plain = [], contour.noised

    def counted(distributions, delta, sought):
        found = plain(distributions, delta, sought)
        asked.append(0 if found is None else len(found.angle) * len(found.base))
        return found

    monkeypatch.setattr(contour, "noised", counted)
    counts = np.unique(np.geomspace(1, 1e6, 60).astype(np.int64))
    found = composed_curve(Subsampled(Gaussian(1.0, 1.0), 1e-4), counts, 1e-6)
    assert found is not None
    assert found.narrow.all()
    assert sum(asked) < 2e7


def test_that_a_list_of_rare_samples_is_divided_as_well():
    distributions = [(Subsampled(Gaussian(1.0, 1.0), 1e-4), 30), (Laplace(1000.0, 1.0), 3)]
    both, one = composed_epsilon(distributions, 1e-6), composed_epsilon(distributions[:1], 1e-6)
    assert both is not None
    assert one is not None
    assert both.narrow.all()
    assert one.lower[0] <= both.upper[0] <= one.upper[0] + 0.003
