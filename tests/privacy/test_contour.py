"""Losses composed without a lattice, gathered, cut unevenly, from the top: each agrees with the plain way."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thoroughness import tries

from explorer.privacy.gaussian_calibration import gaussian_epsilons
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.numerical.compose import composed_curve, composed_epsilon
from explorer.privacy.numerical.contour import contour_totals
from explorer.privacy.numerical.discretise import between, lower, upper
from explorer.privacy.numerical.foresee import foresee, uneven
from explorer.privacy.numerical.gather import gathered
from explorer.privacy.numerical.invert import Asked, totals
from explorer.privacy.numerical.points import dense_points, pointed
from explorer.privacy.numerical.spectrum import Spectrum, spectrum_of, turned
from explorer.privacy.progress import Cancelled, listening, part, progress
from explorer.privacy.subsampling import Subsampled

DELTA = 1e-5
KINDS = [
    Laplace(1.0, 1.0),
    Laplace(10.0, 1.0),
    Gaussian(2.0, 1.0),
    Subsampled(Laplace(1.0, 1.0), 0.1),
    Subsampled(Gaussian(1.0, 1.0), 0.1),
    Subsampled(DiscreteGaussian(3.0, 1.0), 0.5),
]


def spectrum(guarantee) -> Spectrum:
    found = spectrum_of(guarantee)
    assert found is not None
    return found


@pytest.mark.parametrize("guarantee", KINDS, ids=repr)
@pytest.mark.parametrize("back", [False, True])
def test_that_the_contour_lies_in_the_bracket_of_a_lattice(guarantee, back) -> None:
    law = turned(spectrum(guarantee)) if back else spectrum(guarantee)
    for counts in ([3000.0, 4000.0], [10_000.0, 12_000.0]):
        each = np.array(counts)[:, None]
        seen = foresee([law], each, DELTA)
        theta = float(seen.theta.mean())
        found = contour_totals([law], each, DELTA, seen.epsilon, theta, 1e-4 * seen.epsilon)
        assert found is not None
        low, high = found
        step = (law.top - law.bottom) / 3000
        asked = Asked(each, np.full(2, DELTA), seen.epsilon)
        assert np.all(low <= high)
        assert np.all(high - low <= 1e-4 * high)
        assert np.all(low <= totals([upper(law, step)], asked, theta, True))
        assert np.all(high >= totals([lower(law, step)], asked, theta, False))


def test_that_the_contour_of_normal_noise_holds_its_exact_total() -> None:
    law, each = spectrum(Gaussian(2.0, 1.0)), np.array([[30.0], [100.0], [400.0]])
    for delta in (1e-2, 1e-5, 1e-12):
        seen = foresee([law], each, delta)
        for row in range(3):
            rows = slice(row, row + 1)
            found = contour_totals(
                [law],
                each[rows],
                delta,
                seen.epsilon[rows],
                float(seen.theta[row]),
                1e-4 * seen.epsilon[rows],
            )
            assert found is not None
            exact = gaussian_epsilons(delta, np.sqrt(each[rows, 0]) / 2)
            assert found[0] <= exact * (1 + 1e-12)
            assert found[1] >= exact * (1 - 1e-12)


def test_that_frequencies_that_return_are_left_to_a_lattice() -> None:
    law, each = spectrum(DiscreteLaplace(1.0, 1.0)), np.array([[1000.0]])
    seen = foresee([law], each, DELTA)
    assert contour_totals([law], each, DELTA, seen.epsilon, float(seen.theta[0]), 1e-9 * seen.epsilon) is None


def hockey_stick(places: np.ndarray, mass: np.ndarray, at: np.ndarray) -> np.ndarray:
    return np.maximum(-np.expm1(at[:, None] - places), 0.0) @ mass


@given(
    st.lists(st.tuples(st.floats(1e-12, 1.0), st.floats(-0.49, 0.49)), min_size=1, max_size=30),
    st.floats(1e-4, 0.3),
    st.integers(0, 1000),
)
@settings(max_examples=tries(200))
def test_that_gathered_losses_are_never_a_worse_mechanism(atoms, step, seed) -> None:
    at = np.sort(np.random.default_rng(seed).choice(200, len(atoms), replace=False)) + 1
    mass = np.array([p for p, _ in atoms]) / sum(p for p, _ in atoms)
    places = (at + np.array([off for _, off in atoms])) * step
    lie = mass * -np.expm1(at * step - places)
    found = gathered(mass, lie, at, step, 202)
    assert found.min() >= 0
    assert found.sum() == pytest.approx(1.0, abs=1e-13)
    tried = np.linspace(-step, 203 * step, 700)
    ours, truth = hockey_stick(step * np.arange(202.0), found, tried), hockey_stick(places, mass, tried)
    assert np.all(ours <= truth + 1e-13)


@pytest.mark.parametrize("rate", [0.01, 0.1])
@pytest.mark.parametrize("back", [False, True])
def test_that_cells_of_different_widths_keep_their_side(rate, back) -> None:
    guarantee = Subsampled(Gaussian(1.0, 1.0), rate)
    law = turned(spectrum(guarantee)) if back else spectrum(guarantee)
    step, points = uneven(law, 5.0, (law.top - law.bottom) / 2000, 1 << 16)
    assert points[0] == 0
    assert np.all(np.diff(points) > 0)
    assert len(points) < (1500 if rate < 0.1 else 2500)
    low, high = between(law, step, 0.0, points)
    tried = np.linspace(max(law.bottom, -0.5), min(law.top, 3.0), 60)
    below = hockey_stick(low.first + low.step * np.arange(len(low.mass)), low.mass, tried)
    above = hockey_stick(high.first + high.step * np.arange(len(high.mass)), high.mass, tried)
    fine = between(law, (law.top - law.bottom) / 40_000)
    finest = [
        hockey_stick(each.first + each.step * np.arange(len(each.mass)), each.mass, tried) for each in fine
    ]
    assert np.all(below <= finest[1] * (1 + 1e-9) + 1e-13)
    assert np.all(above >= finest[0] * (1 - 1e-9) - 1e-13)


def test_that_a_few_releases_are_known_from_their_largest_losses() -> None:
    found = composed_curve(Laplace(1.0, 1.0), np.array([1, 2, 3]), DELTA)
    assert found is not None
    exact = 1 + 2 * math.log1p(-DELTA)  # δ = 1 − e^((ε−1)/2)
    assert found.lower[0] <= exact <= found.upper[0]
    assert found.narrow.all()


@pytest.mark.parametrize("step", [0.01, 0.0137])
def test_that_fifty_kinds_are_composed_in_a_narrow_bracket(step) -> None:
    kinds = [Laplace(1 / (0.05 + step * i), 1.0) for i in range(50)]
    for plan in (kinds, [DiscreteLaplace(each.scale, 1.0) for each in kinds[:40]]):
        found = composed_epsilon([(each, 1 + i % 3) for i, each in enumerate(plan)], DELTA)
        other = composed_epsilon([(each, 1 + i % 3) for i, each in reversed(list(enumerate(plan)))], DELTA)
        assert found is not None
        assert other is not None
        assert found.narrow.all()
        assert found.lower[0] <= other.upper[0]
        assert other.lower[0] <= found.upper[0]


@pytest.mark.parametrize("guarantee", [*KINDS, Subsampled(Gaussian(0.13, 1.0), 0.1)], ids=repr)
@pytest.mark.parametrize("theta", [0.05, 1.0, 20.0])
def test_that_no_transform_exceeds_its_bound_at_any_higher_frequency(guarantee, theta) -> None:
    law = spectrum(guarantee)
    points = pointed(law, theta)
    assert points is not None
    tried = np.geomspace(0.1, 100.0, 60)
    fine = dense_points(law, theta, points, 100.0)
    assert fine is not None
    sizes = np.abs(fine.transform(tried))
    assert np.all(np.diff(points.below(tried)) <= 0)
    assert np.all(sizes <= points.below(tried) + fine.error)
    assert np.abs(fine.transform(np.zeros(1)))[0] == pytest.approx(1.0, abs=1e-13)


def test_that_a_density_that_crowds_at_its_end_is_held_whole() -> None:
    law = spectrum(Subsampled(Gaussian(0.12816556, 1.0), 0.10399232))
    for each in (law, turned(law)):
        assert each.even.mass.sum() == pytest.approx(1.0, abs=1e-12)
        for lattice in between(each, (each.top - each.bottom) / 3000):
            assert lattice.mass.sum() == pytest.approx(1.0, abs=1e-12)


# Progress


@pytest.mark.parametrize("guarantee", KINDS, ids=repr)
def test_that_a_curve_tells_how_far_it_is_and_can_be_stopped(guarantee) -> None:
    counts, shares = np.arange(1, 1001, 9), []
    with listening(shares.append):
        whole = composed_curve(guarantee, counts, DELTA)
    assert whole is not None
    assert len(shares) >= 3
    assert shares == sorted(shares)
    assert 0 <= shares[0] <= shares[-1] <= 1

    def stop(share: float) -> None:
        if share > 0.2:
            raise Cancelled

    with pytest.raises(Cancelled), listening(stop):
        composed_curve(guarantee, counts, DELTA)
    again = composed_curve(guarantee, counts, DELTA)  # nothing is left of it
    assert again is not None
    assert np.array_equal(again.upper, whole.upper)


def test_that_a_part_is_told_as_its_part_of_the_whole() -> None:
    heard = []
    with listening(heard.append):
        with part(0.5, 1.0):
            progress(0.0)
            with part(0.0, 0.5):
                progress(1.0)
        progress(1.0)
    progress(0.3)  # nobody listens
    assert heard == [0.5, 0.75, 1.0]
