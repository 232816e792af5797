"""The proven numerical interval: the true total always lies inside, and it is narrow."""

import itertools
import math

import numpy as np
import pytest
import scipy.stats
from cases_in_one import cases_in_one
from hypothesis import given, settings
from hypothesis import strategies as st
from thoroughness import tries

from explorer.privacy.accounting.composition_common import one_direction
from explorer.privacy.composition import Kind, Release, Status
from explorer.privacy.compositions import numerical
from explorer.privacy.compositions.numerical import Numerical
from explorer.privacy.compositions.optimal import Optimal
from explorer.privacy.mechanism import Loss, every_mechanism
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.pld.compose import Bracket, composed_curve, composed_epsilon
from explorer.privacy.pld.discretise import Lattice, between
from explorer.privacy.pld.lattice_inversion import totals
from explorer.privacy.pld.lattice_transform import LatticeQuery
from explorer.privacy.pld.loss_of_release import Spectrum, spectrum_of, symmetric, turned
from explorer.privacy.pld.off_lattice import Scattered, scattered
from explorer.privacy.subsampling.poisson import Subsampled
from tests.privacy.golden_rows import golden

MANY = np.array([0, 1, 2, 3, 4, 7, 10, 30, 99, 1000, 50_000, 1_000_000], dtype=np.int64)


def counts(*each: int) -> np.ndarray:
    return np.array(each, dtype=np.int64)


def curve(guarantee, asked: np.ndarray, delta: float) -> Bracket:
    found = composed_curve(guarantee, asked, delta)
    assert found is not None
    return found


@golden("laplace_exact", "laplace_k_fold_epsilon")
def test_that_the_reference_lies_inside_a_narrow_interval(inputs, row, value) -> None:
    found = Numerical().total(
        Release(inputs["eps"], 0.0, Laplace(1 / inputs["eps"], 1.0)),
        counts(int(inputs["k"])),
        inputs["delta"],
    )
    assert found.lower[0] <= value * (1 + 1e-15)
    assert found.upper[0] >= value * (1 - 1e-15)
    assert found.upper[0] - found.lower[0] <= 1e-4 * max(value, 1e-3)
    assert found.statuses == (Status.PROVEN,)
    assert found.reasons == (None,)


@given(
    log_epsilon=st.floats(math.log(1e-4), math.log(50)),
    log_delta=st.floats(math.log(1e-100), math.log(0.5)),
)
@settings(max_examples=25)
def test_that_laplace_is_ordered_rises_with_k_and_stays_below_the_worst_case(log_epsilon, log_delta) -> None:
    epsilon, delta = math.exp(log_epsilon), math.exp(log_delta)
    release = Release(epsilon, 0.0, Laplace(1 / epsilon, 1.0))
    found = Numerical().total(release, MANY, delta)
    worst = Optimal().total(release, MANY, delta).upper
    assert found.kind is Kind.BRACKET
    assert found.lower[0] == found.upper[0] == 0
    assert np.all((found.lower <= found.estimate) & (found.estimate <= found.upper))
    assert np.all(found.lower <= worst * (1 + 1e-9))
    for each in (found.lower, found.estimate, found.upper):
        assert np.all(np.diff(each) >= 0)


@given(log_epsilon=st.floats(math.log(1e-3), math.log(20)), log_delta=st.floats(-70, math.log(0.3)))
@settings(max_examples=25)
def test_that_randomised_response_is_the_optimal_composition(log_epsilon, log_delta) -> None:
    epsilon, delta = math.exp(log_epsilon), math.exp(log_delta)
    mechanism = DiscreteLaplace(1 / epsilon, 1.0)
    release = Release(mechanism.pure_epsilon, 0.0, mechanism)
    asked = counts(1, 2, 3, 5, 8, 20, 77, 1000, 30_000)
    found = Numerical().total(release, asked, delta)
    exact = Optimal().total(release, asked, delta).upper
    assert np.all(found.lower <= exact * (1 + 1e-9) + 1e-13)
    assert np.all(found.upper >= exact * (1 - 1e-9) - 1e-13)
    assert np.all(found.upper - found.lower <= 1e-4 * np.maximum(exact, 1e-3))


def test_that_randomised_response_is_the_optimum_to_nine_digits_up_to_a_million() -> None:
    release = Release(1.0, 0.0, DiscreteLaplace(1.0, 1.0))
    exact = Optimal().total(release, MANY, 1e-5).upper
    assert Numerical().total(release, MANY, 1e-5).estimate == pytest.approx(exact, rel=1e-9)


@given(
    weights=st.lists(st.integers(1, 50), min_size=2, max_size=4),
    places=st.lists(st.integers(-4, 6), min_size=4, max_size=4, unique=True),
    step=st.floats(0.01, 1.0),
    count=st.integers(1, 6),
    delta=st.sampled_from([1e-12, 1e-5, 0.01, 0.2]),
)
@settings(max_examples=tries(60))
def test_that_a_few_atoms_are_their_convolution(weights, places, step, count, delta) -> None:
    where = step * np.array(sorted(places[: len(weights)]), dtype=float)
    mass = np.array(weights) / sum(weights)
    loss, chance = np.zeros(1, dtype=np.longdouble), np.ones(1, dtype=np.longdouble)
    for _ in range(count):
        loss = (loss[:, None] + where).ravel()
        chance = (chance[:, None] * mass).ravel()

    def above(epsilon: float) -> float:
        return float(chance @ -np.expm1(np.minimum(epsilon - loss, 0.0)))

    gap = (where[-1] - where[0]) / max(1, round((where[-1] - where[0]) / step))
    spectrum = Spectrum(where, mass, 0.0, 0.0, 0.0, 0.0, None)
    asked = LatticeQuery(np.array([[float(count)]]), np.array([delta]), np.array([float(max(loss)) / 2]))
    better, worse = between(spectrum, gap)
    for theta in (0.3, 4.0, 40.0):
        low = totals([better], asked, theta, False)[0]
        high = totals([worse], asked, theta, True)[0]
        assert above(high) <= delta * (1 + 1e-12)
        assert low == 0 or above(low) >= delta * (1 - 1e-12)
        assert low <= high


def test_that_a_long_lattice_that_leaves_more_open_than_is_asked_is_not_searched() -> None:
    """Two atoms far apart on it, whose δ(ε) = p − e^ε(1 − p) can be solved."""
    for points, known in ((1 << 12, True), (1 << 18, False)):
        mass = np.zeros(points + 1)
        mass[0], mass[-1] = 1 - 0.75, 0.75
        lattice = Lattice(-math.log(3), 2 * math.log(3) / points, mass, 0.0, 0.0, 0.0)
        truth = math.log((0.75 - 1e-3) / 0.25)
        asked = LatticeQuery(np.array([[1.0]]), np.array([1e-3]), np.array([truth]))
        told, untold = (totals([lattice], asked, 20.0, False, np.array([each]))[0] for each in (1e-3, 1e-15))
        assert truth - 1e-3 <= told <= truth * (1 + 1e-12)
        assert math.isnan(untold) is not known


@pytest.mark.parametrize("step", [0.003, 0.06, 0.25, 0.7, 1.5])
def test_that_atoms_beside_a_lattice_lie_between_two_distributions_on_it(step) -> None:
    where, mass = np.array([-0.37, 0.05, 1.0]), np.array([0.4, 0.35, 0.25])
    better, worse = between(Spectrum(where, mass, 0.0, 0.0, 0.0, 0.0, None), step)
    for epsilon in np.linspace(-0.5, 1.1, 50):
        true = hockey_stick(where, mass, epsilon)
        low, high = (
            hockey_stick(each.first + each.step * np.arange(len(each.mass)), each.mass, epsilon)
            for each in (better, worse)
        )
        assert low <= true + 1e-15
        assert true <= high + 1e-15
        assert high - low <= 1.01 * -math.expm1(-step)


def hockey_stick(losses: np.ndarray, mass: np.ndarray, epsilon: float) -> float:
    return float(mass @ -np.expm1(np.minimum(epsilon - losses, 0.0)))


def of_points(distribution: Scattered, epsilon: float) -> float:
    return hockey_stick(distribution.places, distribution.mass, epsilon)


@cases_in_one("allowed", [10.0, 0.3, 1e-2, 1e-4])
@cases_in_one("rate", [1.0, 0.1])
@cases_in_one("back", [False, True])
def test_that_one_release_in_cells_lies_on_its_side_of_the_exact_curve(allowed, rate, back) -> None:
    """Outputs whose loss is above ε lie to one side of a threshold: their distribution functions tell δ."""
    scale = 0.8
    mechanism = Laplace(scale, 1.0)
    guarantee = mechanism if rate == 1 else Subsampled(mechanism, rate)
    spectrum = spectrum_of(guarantee)
    assert spectrum is not None
    sided = turned(spectrum) if back else spectrum
    better, worse = scattered([sided], np.ones(1), 2.0, 2.0, sided.top, allowed)[0]

    def exact(epsilon: float) -> float:
        share = math.expm1(-epsilon if back else epsilon) / rate
        edge = (1 + scale * math.log1p(share)) / 2
        cut = scipy.stats.laplace.cdf if back else scipy.stats.laplace.sf
        plain, moved = float(cut(edge, 0, scale)), float(cut(edge, 1, scale))
        mixed = (1 - rate) * plain + rate * moved
        return plain - math.exp(epsilon) * mixed if back else mixed - math.exp(epsilon) * plain

    for epsilon in np.linspace(0.0, sided.top * (1 - 1e-9), 23):
        true = exact(epsilon)
        if not back:
            assert true == pytest.approx(math.exp(float(guarantee.log_delta(np.array(epsilon)))), abs=1e-12)
        assert of_points(better, epsilon) <= true + 1e-13
        assert of_points(worse, epsilon) >= true - 1e-13
        if allowed <= 1e-4:
            assert of_points(worse, epsilon) - of_points(better, epsilon) <= 1e-3


def test_that_normal_noise_is_exact_and_its_lattice_agrees() -> None:
    mechanism = Gaussian(2.0, 1.0)
    asked = counts(1, 2, 10, 300, 10_000)
    exact = Numerical().total(Release(None, 0.0, mechanism), asked, 1e-6)
    assert exact.upper == pytest.approx(exact.lower, rel=2e-10)
    found = curve(mechanism, asked, 1e-6)
    assert np.all(found.lower <= exact.upper)
    assert np.all(found.upper >= exact.lower)
    assert found.narrow.all()
    discrete = curve(DiscreteGaussian(50.0, 25.0), asked, 1e-6)
    assert discrete.upper == pytest.approx(exact.upper, rel=1e-3)


def test_that_a_list_of_copies_is_the_repeated_release_in_any_order() -> None:
    one, other = Laplace(2.0, 1.0), Laplace(1.0, 1.0)
    alone = curve(one, counts(7), 1e-5)
    listed = composed_epsilon([(one, 1)] * 7, 1e-5)
    assert listed is not None
    assert (listed.lower[0], listed.upper[0]) == (alone.lower[0], alone.upper[0])
    plan = [(one, 3), (other, 4), (Gaussian(3.0, 1.0), 2)]
    found = [composed_epsilon(order, 1e-5) for order in itertools.permutations(plan)]
    assert {(each.lower[0], each.upper[0]) for each in found if each is not None} == {
        (found[0].lower[0], found[0].upper[0])
    }
    assert found[0].lower[0] > curve(one, counts(7), 1e-5).upper[0]


def test_that_the_order_and_repetition_of_k_change_nothing() -> None:
    release = Release(1.0, 0.0, Laplace(1.0, 1.0))
    mixed = counts(50, 0, 3, 50, 3, 1)
    found = Numerical().total(release, mixed, 1e-5)
    rising = Numerical().total(release, counts(0, 1, 3, 50), 1e-5)
    assert list(found.upper) == [rising.upper[i] for i in (3, 0, 2, 3, 2, 1)]


def test_that_more_delta_never_costs_more() -> None:
    release, asked = Release(0.5, 0.0, Laplace(2.0, 1.0)), counts(1, 5, 40, 700)
    earlier = np.full(4, math.inf)
    for delta in (0.0, 1e-300, 1e-30, 1e-9, 1e-3, 0.1, 0.6, 1.0):
        found = Numerical().total(release, asked, delta)
        assert np.all(found.lower <= earlier)
        assert np.all(found.upper <= asked * 0.5)
        earlier = found.upper


def test_that_a_sample_costs_less_and_both_directions_are_looked_at() -> None:
    whole, part = Laplace(1.0, 1.0), Subsampled(Laplace(1.0, 1.0), 0.1)
    spectrum = spectrum_of(part)
    assert spectrum is not None
    assert not symmetric(spectrum)
    asked = counts(1, 10, 1000)
    found = curve(part, asked, 1e-6)
    assert np.all(found.upper < curve(whole, asked, 1e-6).lower)
    assert found.narrow.all()
    one = part.epsilon_at(1e-6)
    assert found.lower[0] <= one * (1 + 1e-12)
    assert found.upper[0] >= one * (1 - 1e-12)


def test_that_what_cannot_be_composed_is_said() -> None:
    bare = Numerical().total(Release(1.0, 1e-6), counts(1, 2), 1e-5)
    assert np.isnan(bare.upper).all()
    assert None not in bare.reasons
    none_left = Numerical().total(Release(None, 0.0, Gaussian(1.0, 1.0)), counts(0, 1), 0.0)
    assert none_left.upper[0] == 0
    assert np.isnan(none_left.upper[1])
    assert math.isnan(Numerical().largest_epsilon(1.0, 1e-5, 3, 0.0))
    first = Numerical().crossing(Release(1.0, 0.0, Laplace(1.0, 1.0)), 1e-5)
    assert first.real is None
    assert first.reason is not None


def test_that_an_infinite_loss_takes_its_part_of_delta() -> None:
    class Leaking:
        pure_epsilon = None
        mu = None

        def loss(self) -> Loss:
            atoms = np.array([[-1.0, 0.2], [1.0, 0.2 * math.e], [math.inf, 0.8 - 0.2 * math.e]])
            return Loss(atoms, np.empty(0), np.empty(0))

    found = curve(Leaking(), counts(1, 2), 1e-3)
    assert np.isinf(found.upper).all()


def test_that_every_registered_mechanism_is_bracketed_or_says_why_not() -> None:
    for kind in every_mechanism().values():
        mechanism = kind.calibrated(1.0, 1e-6, 2.0)
        found = Numerical().total(Release(1.0, 0.0, mechanism), counts(1, 2, 30, 1000), 1e-5)
        there = np.isfinite(found.upper)
        assert there.all() or kind.pure is False
        if mechanism.attained:
            assert np.all(found.lower[there] <= found.upper[there])
        else:  # no pair of neighbours attains what was composed: it bounds from above alone
            assert found.kind is Kind.UPPER
            assert np.all(np.isnan(found.lower))
        for status, reason in zip(
            np.array(found.statuses)[~there], np.array(found.reasons)[~there], strict=True
        ):
            assert status is Status.FALSE
            assert reason is not None


@pytest.mark.parametrize("count", [24, 82, 655, 64_216])
def test_that_rare_large_losses_leave_the_interval_narrow(count) -> None:
    release = Release(None, 0.0, Gaussian(0.12816556, 1.0), 0.10399232)
    found = Numerical().total(release, counts(count), 5.08e-9)
    assert found.reasons == (one_direction(),)
    assert found.upper[0] - found.lower[0] <= 1e-4 * found.lower[0]


def test_that_no_end_is_blamed_on_outputs_only_where_they_use_up_the_delta(monkeypatch) -> None:
    ends = {"of outputs": math.inf, "of rounding": 0.0}
    said = {}
    for name, low in ends.items():
        bracket = Bracket(np.array([low]), np.array([math.inf]))
        monkeypatch.setattr(numerical, "composed_curve", lambda *_, found=bracket: found)
        monkeypatch.setattr(numerical, "other_ends", lambda *asked: iter(()))
        found = Numerical().total(Release(None, 0.0, Gaussian(1.0, 1.0), 0.5), counts(3), 1e-9)
        assert found.statuses == (Status.FALSE,)
        said[name] = found.reasons[0].text
    assert "identify a person" in said["of outputs"]
    assert "rounding" in said["of rounding"]
