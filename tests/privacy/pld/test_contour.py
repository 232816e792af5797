"""The contour: the noise and what it adds, the transform of points; intervals that hold and are narrow."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thoroughness import some, tries

from explorer.privacy.accounting.gaussian_calibration import gaussian_epsilons
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.pld.compose import composed_curve, composed_epsilon
from explorer.privacy.pld.contour import contour_totals
from explorer.privacy.pld.contour_transform import OF_A_TURN, EpsilonQuery, Noised, noised
from explorer.privacy.pld.contour_values import aliased, deltas, phases
from explorer.privacy.pld.initial_guess import initial_guess
from explorer.privacy.pld.loss_distribution import Spectrum
from explorer.privacy.pld.loss_of_release import spectrum_of
from explorer.privacy.pld.off_lattice import Scattered
from explorer.privacy.pld.point_transform import tilted
from explorer.privacy.pld.split_loss import Divided
from explorer.privacy.progress import Cancelled, listening, part, progress
from explorer.privacy.subsampling.poisson import Subsampled

DELTA = 1e-5
NODES, WEIGHTS = np.polynomial.legendre.leggauss(40)
KINDS = [
    Laplace(1.0, 1.0),
    Laplace(10.0, 1.0),
    Gaussian(2.0, 1.0),
    Subsampled(Laplace(1.0, 1.0), 0.1),
    Subsampled(Gaussian(1.0, 1.0), 0.1),
    Subsampled(DiscreteGaussian(3.0, 1.0), 0.5),
]


def sought(count: float, theta: float, guess: float, close: float, **others) -> EpsilonQuery:
    one = np.ones(1)
    return EpsilonQuery(count * np.ones((1, 1)), guess * one, close * one, theta, theta * one, **others)


# The noise


def integral(of, low: float, high: float, scale: float) -> float:
    edges = np.linspace(low, high, max(2, math.ceil((high - low) / scale)) + 1)
    half = np.diff(edges)[:, None] / 2
    return float((of(edges[:-1, None] + half * (1 + NODES)) * half * WEIGHTS).sum())


def added(s: float, u: float) -> float:
    """D(u), by integrals of what is positive: what noise adds to (1 − e^(−u))₊."""

    def density(loss: np.ndarray) -> np.ndarray:
        return np.exp(-(((loss - s * s / 2) / s) ** 2) / 2) / (s * math.sqrt(2 * math.pi))

    middle = s * s / 2
    if u <= 0:
        return integral(lambda x: density(x) * -np.expm1(-u - x), -u, max(-u, middle) + 12 * s, s)
    return integral(lambda x: density(x) * np.expm1(-u - x), min(-u, middle) - 12 * s - s * s, -u, s)


@given(st.floats(-4, 0.69), st.floats(-6, 6))
@settings(max_examples=tries(400))
def test_that_what_noise_adds_is_below_its_bound(exponent, deviations):
    s = 10**exponent
    u = s * deviations
    bound = math.erf(s / math.sqrt(8)) * math.exp(-(deviations**2) / 2 - u / 2)
    found = added(s, u)
    assert 0 <= found <= bound * (1 + 1e-10)
    assert added(s, 0.0) == pytest.approx(math.erf(s / math.sqrt(8)), rel=1e-8)  # where it is attained


def kernels_of(theta: float, close: float, finer: float, known: bool) -> tuple[Noised, np.ndarray]:
    """One loss of 0: the sums are the kernels themselves, at u = −ε."""
    distribution = Scattered(np.zeros(1), np.ones(1), 0.0)
    found = noised([distribution], np.array([0.1]), sought(1.0, theta, 0.0, close, finer=finer, known=known))
    assert found is not None
    near = 6 * deviation_of(found, theta) * np.linspace(-1, 1, 41)
    return found, np.concatenate((near, np.linspace(-found.period / 3, found.period / 3, 40)))


def deviation_of(found: Noised, theta: float) -> float:
    """s, from the wave at the last node: e^(s²(θ(θ+1) − t²)/2)·2/W."""
    t, wave = float(found.angle[-1]), float(np.abs(found.waves[-1]))
    return math.sqrt(2 * math.log(wave * found.period / 2) / (theta * (theta + 1) - t * t))


@given(st.floats(-1, 2), st.floats(-3.5, -1.5), st.floats(0.3, 2), st.booleans())
@settings(max_examples=tries(60))
def test_that_the_kernels_lie_about_the_hockey_stick(exponent, close, finer, known):
    theta = 10**exponent
    found, u = kernels_of(theta, 10**close, finer, known)
    turn = np.multiply.outer(u, found.angle)
    low, high = (
        (np.exp(1j * turn) * found.transform * found.kernels(highest)[:, 0]).real.sum(axis=1)
        for highest in (False, True)
    )
    truth = np.where(u > 0, np.exp(-theta * np.maximum(u, 0.0)) * -np.expm1(-np.maximum(u, 0.0)), 0.0)
    noise = float(found.noise[0])
    assert np.all(high >= truth - noise)
    assert np.all(low - np.array([float(aliased(found, -each)[0]) for each in u]) <= truth + noise)
    # And they lie as near to it as the bound says, which is largest at u = −(θ+½)s².
    s = deviation_of(found, theta)
    most = math.erf(s / math.sqrt(8)) * math.exp(((theta + 0.5) * s) ** 2 / 2)
    assert np.all(high - low <= most * (1 + 1e-9) + noise)
    assert np.max(high - low) >= 0.9 * most - noise


@given(st.floats(-1, 2), st.floats(-4, -1.5))
@settings(max_examples=tries(40))
def test_that_the_lower_kernel_is_the_upper_less_the_bound(exponent, close):
    theta = 10**exponent
    found, _ = kernels_of(theta, 10**close, 1.0, True)
    both = found.kernels(True)[:, 0] - found.kernels(False)[:, 0]
    s, weight = deviation_of(found, theta), 2 / found.period
    place = np.linspace(-9 * s, 9 * s, 4001) - (theta + 0.5) * s * s
    bound = math.erf(s / math.sqrt(8)) * np.exp(-((place / s) ** 2) / 2 - place / 2 - theta * place)
    for j in (0, len(found.angle) // 3):
        exact = np.trapezoid(bound * np.exp(-1j * found.angle[j] * place), place)
        exact *= weight / (2 if found.angle[j] == 0 else 1)
        assert both[j] == pytest.approx(exact, rel=1e-6)


# The transform of points


@given(
    st.lists(st.tuples(st.floats(-5, 5), st.floats(-300, 0)), min_size=1, max_size=40),
    st.floats(-2, 2),
    st.integers(1, 400),
    st.floats(-3, 1),
)
@settings(max_examples=tries(60))
def test_that_a_transform_from_small_tables_is_the_transform(atoms, theta, number, apart):
    places = np.array([each for each, _ in atoms])
    mass = 10 ** np.array([each for _, each in atoms])
    distribution = tilted(Scattered(places, mass, 0.0), 10**theta)
    angle = 10**apart * np.arange(number)
    plain = np.exp(1j * np.multiply.outer(angle, distribution.places)) @ distribution.mass
    for allowed in (0.0, 1.0):
        found, error = distribution.evenly(10**apart, number, allowed)
        assert np.all(np.abs(found + 1 - plain) <= 2 * error + 1e-13)
    assert distribution.mass.sum() == pytest.approx(1.0)
    assert distribution.mass @ distribution.places == pytest.approx(0.0, abs=1e-14)
    whole = np.log(mass) + 10**theta * places
    peak = float(whole.max())
    exact = peak + math.log(float(np.exp(whole - peak).sum()))
    assert distribution.log_whole + 10**theta * distribution.mean == pytest.approx(
        exact, rel=1e-13, abs=1e-13
    )
    for tilt in (0.3, -0.3):
        plain_moment = float(distribution.mass @ np.exp(tilt * distribution.places))
        assert math.exp(float(distribution.log_moments(np.array([tilt]))[0])) == pytest.approx(plain_moment)


# Brackets


@given(
    st.floats(-2, 5),
    st.floats(0.5, 1.5),
    st.floats(-280, -0.01),
    st.floats(0.3, 3.0),
    st.floats(-5, -2),
    st.booleans(),
)
@settings(max_examples=tries(100))
def test_that_any_tilt_and_any_guess_hold_the_total_of_normal_noise(many, mu, log_delta, off, close, known):
    count, delta = float(max(1, round(10**many))), 10**log_delta
    distribution = spectrum_of(Gaussian(1 / mu, 1.0), min(1e-18, max(1e-6 * delta / count, 2.3e-308)))
    exact = float(gaussian_epsilons(delta, np.array([math.sqrt(count) * mu]))[0])
    theta = float(initial_guess([distribution], np.full((1, 1), count), delta).theta[0]) * off
    width = 10**close * max(exact, 1e-3)  # a large δ costs no ε at all
    asked = sought(count, theta, exact * (1 + 10**close), width, thinner=off, known=known)
    found = contour_totals(Divided([distribution]), delta, asked)
    if found is not None:
        assert found.lower[0] <= exact * (1 + 1e-12)
        assert found.upper[0] >= exact * (1 - 1e-12)


def one_laplace(top: float, at: np.ndarray) -> np.ndarray:
    """δ(ε) of one release at any ε."""
    inner = -np.expm1(np.clip(at - top, -2 * top, 0.0) / 2)
    return np.where(at < -top, -np.expm1(np.minimum(at, 0.0)), inner)


def two_of(top: float, at: float) -> float:
    """δ(ε) of two Laplace losses, between whose kinks nothing bends sharply."""
    edges = sorted({-top, top, *(x for x in (at - top, at + top) if -top < x < top)})
    inside = sum(
        integral(lambda x: np.exp((x - top) / 2) / 4 * one_laplace(top, at - x), low, high, 0.5)
        for low, high in pairwise(edges)
    )
    ends = one_laplace(top, np.array([at - top, at + top]))
    return inside + float(ends[0]) / 2 + float(ends[1]) * math.exp(-top) / 2


@given(st.floats(-0.7, 2), st.floats(-200, -0.1), st.floats(0.3, 3.0), st.floats(-5, -2), st.booleans())
@settings(max_examples=tries(60))
def test_that_any_tilt_holds_the_total_of_two_laplace_releases(scale, log_delta, off, close, known):
    guarantee, delta = Laplace(10**scale, 1.0), 10**log_delta
    distribution, top = spectrum_of(guarantee), guarantee.pure_epsilon
    assert distribution is not None
    seen = initial_guess([distribution], np.full((1, 1), 2.0), delta)
    guess, theta = float(seen.epsilon[0]), float(seen.theta[0]) * off
    asked = sought(2.0, theta, guess, 10**close * max(guess, 1e-3), finer=off, known=known)
    found = contour_totals(Divided([distribution]), delta, asked)
    if found is None:
        return
    low, high = float(found.lower[0]), float(found.upper[0])
    assert low == 0 or two_of(top, low) >= delta * (1 - 1e-10)
    assert math.isinf(high) or two_of(top, high) <= delta * (1 + 1e-10)


def test_that_a_delta_that_infinite_losses_nearly_use_up_is_no_larger_than_what_is_left():
    distribution = Spectrum(
        np.array([-0.5, 0.3, 30.0]), np.array([0.6, 0.4, 5e-301]), 9.999e-301, 0.0, 0.0, 0.0, None
    )
    for theta in (30.0, 45.0, 60.0):
        for guess in (1.5, 25.0, 29.0, 30.0):
            found = contour_totals(Divided([distribution]), 1e-300, sought(1.0, theta, guess, 1e-3))
            if found is not None:  # δ(ε) = 5e-301 (1 − e^(ε−30)) is 1e-304 at the total
                assert found.lower[0] <= 30 + math.log1p(-2e-4) <= found.upper[0]


def test_that_a_few_releases_are_known_from_their_largest_losses():
    found = composed_curve(Laplace(1.0, 1.0), np.array([1, 2, 3]), DELTA)
    assert found is not None
    exact = 1 + 2 * math.log1p(-DELTA)  # δ = 1 − e^((ε−1)/2)
    assert found.lower[0] <= exact <= found.upper[0]
    assert found.narrow.all()


@pytest.mark.parametrize(
    ("guarantee", "counts", "delta"),
    [
        (DiscreteGaussian(1697.9, 50.0), [4966], 4e-89),
        (Subsampled(Gaussian(0.7457, 1.0), 1.1335e-4), [4], 2.8e-11),
        (Subsampled(Gaussian(0.7457, 1.0), 1.1335e-4), [31, 75], 2.8e-11),
        (Subsampled(Gaussian(764.8, 7.0), 0.105), [7, 15], 1e-275),
        (Subsampled(DiscreteGaussian(238.3, 50.0), 0.0835), [32], 5.3e-4),
        (Laplace(1.0, 1.0), [427], 0.99998),
        (Subsampled(Gaussian(0.3, 1.0), 0.01), [10], 1e-300),
    ],
    ids=repr,
)
def test_that_intervals_that_once_were_wide_are_narrow(guarantee, counts, delta):
    found = composed_curve(guarantee, np.array(counts), delta)
    assert found is not None
    assert np.all(found.lower <= found.upper)
    assert np.all(found.upper - found.lower <= 1e-4 * np.maximum(found.lower, 1e-3))


@pytest.mark.parametrize("step", some([0.01, 0.0137], 1))
def test_that_fifty_kinds_are_composed_in_a_narrow_interval(step):
    kinds = [Laplace(1 / (0.05 + step * i), 1.0) for i in range(50)]
    for plan in (kinds, [DiscreteLaplace(each.scale, 1.0) for each in kinds[:40]]):
        found = composed_epsilon([(each, 1 + i % 3) for i, each in enumerate(plan)], DELTA)
        other = composed_epsilon([(each, 1 + i % 3) for i, each in reversed(list(enumerate(plan)))], DELTA)
        assert found is not None
        assert other is not None
        assert found.narrow.all()
        assert found.lower[0] <= other.upper[0]
        assert other.lower[0] <= found.upper[0]


# Progress


@pytest.mark.parametrize("guarantee", KINDS, ids=repr)
def test_that_a_curve_tells_how_far_it_is_and_can_be_stopped(guarantee):
    counts, shares = np.arange(1, 1001, 27), []
    with listening(shares.append):
        whole = composed_curve(guarantee, counts, DELTA)
    assert whole is not None
    assert len(shares) >= 3
    assert shares == sorted(shares)
    assert 0 <= shares[0] <= shares[-1] <= 1

    def stop(share: float):
        if share > 0.2:
            raise Cancelled

    with pytest.raises(Cancelled), listening(stop):
        composed_curve(guarantee, counts, DELTA)
    again = composed_curve(guarantee, counts, DELTA)  # nothing is left of it
    assert again is not None
    assert np.array_equal(again.upper, whole.upper)


def test_that_a_part_is_told_as_its_part_of_the_whole():
    heard = []
    with listening(heard.append):
        with part(0.5, 1.0):
            progress(0.0)
            with part(0.0, 0.5):
                progress(1.0)
        progress(1.0)
    progress(0.3)  # nobody listens
    assert heard == [0.5, 0.75, 1.0]


@pytest.mark.parametrize("nodes", [np.arange(5000), np.arange(0, 900_000, 4321), np.array([0, 7])])
def test_that_phases_are_as_near_as_they_are_said_to_be(nodes):
    one = Scattered(np.array([-1.0, 2.0]), np.array([0.6, 0.4]), 0.0)
    some = noised([one], np.array([0.1]), sought(3.0, 1.0, 1.0, 1e-2))
    assert some is not None
    summed, at = replace(some, index=nodes), np.array([-40.0, -1e-3, 0.0, 0.7, 123.456])
    turns = [[Fraction(a) * int(n) / Fraction(summed.period) for n in nodes] for a in at.tolist()]
    within = np.array([[float(turn % 1) for turn in row] for row in turns])  # of whole turns none matters
    off = np.abs(phases(summed, at) - np.exp(-2j * math.pi * within))
    assert np.all(off <= OF_A_TURN * 2 * math.pi * np.abs(np.array(turns, dtype=float)) + 10 * 2.0**-53)


def test_that_no_lower_bound_counts_the_sum_a_period_away():
    """One loss of 1: δ is 1 − e^(ε−1), none above 1, which frequencies alone do not tell a period up."""
    one = Scattered(np.ones(1), np.ones(1), 0.0)
    summed = noised([one], np.array([0.3]), sought(1.0, 3.0, 0.5, 1e-3))
    assert summed is not None
    rows, at = np.zeros(2, dtype=np.int64), np.array([0.5, 0.5 + summed.period])
    low, high = deltas(summed, rows, at, False), deltas(summed, rows, at, True)
    assert low[0] <= -math.expm1(-0.5) <= high[0]
    assert high[0] - low[0] < 1e-2
    assert low[1] == 0
