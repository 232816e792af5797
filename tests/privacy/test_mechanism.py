"""The laws of every mechanism, over the whole registry: a new file in `mechanisms/` is tested by them."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import instances_of, values_of

from explorer.privacy.mechanism import Mechanism, every_mechanism
from explorer.privacy.parameter import parameters
from explorer.privacy.status import Status
from explorer.privacy.target import Target

EVERY = list(every_mechanism().values())
EPSILONS = np.array([0.0, 1e-9, 1e-3, 0.1, 0.3, 0.7, 1.0, 2.0, 4.0, 10.0, 50.0])
ALARMS = np.array([0.0, 1e-300, 1e-12, 1e-3, 0.05, 0.3, 0.5, 0.7, 0.999, 1.0])
ORDERS = np.array([1.0001, 1.5, 2.0, 8.0, 64.0])

every_one = pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.id)


def samples(kind: type[Mechanism]) -> list[Mechanism]:
    """Small cases that the integrals of the pair can follow."""
    cases = [(0.5, 1.0), (1.0, 1.0), (3.0, 2.0), (0.8, 3.0), (20.0, 7.0)]
    return [kind(**{kind.noise_parameter: noise, "sensitivity": sensitivity}) for noise, sensitivity in cases]


every_case = pytest.mark.parametrize(
    "mechanism", [each for kind in EVERY for each in samples(kind)], ids=repr
)


@every_case
def test_that_delta_is_the_hockey_stick_integral_of_the_pair_in_both_directions(mechanism: Mechanism) -> None:
    pair = mechanism.pair()
    for epsilon in (0.0, 0.05, 0.4, 1.0, 1.7, 3.0):
        closed = math.exp(float(mechanism.log_delta(np.array([epsilon]))[0]))
        assert closed == pytest.approx(pair.delta(epsilon), rel=1e-6, abs=1e-13)
        assert closed == pytest.approx(pair.delta(epsilon, reverse=True), rel=1e-6, abs=1e-13)


@every_case
def test_that_the_renyi_divergence_is_the_integral_of_the_pair(mechanism: Mechanism) -> None:
    pair = mechanism.pair()
    for order in (1.01, 1.5, 2.0, 7.0):
        closed = float(mechanism.renyi(np.array([order]))[0])
        both = max(pair.renyi(order), pair.renyi(order, reverse=True))
        assert closed == pytest.approx(both, rel=1e-6)


@every_case
def test_that_the_trade_off_is_the_neyman_pearson_test_of_the_pair(mechanism: Mechanism) -> None:
    pair = mechanism.pair()
    for alarm in (0.003, 0.1, 0.45, 0.9):
        closed = float(mechanism.trade_off(np.array([alarm]))[0])
        assert closed == pytest.approx(pair.trade_off(alarm), abs=1e-6)


@every_case
def test_that_the_trade_off_and_delta_are_conjugate(mechanism: Mechanism) -> None:
    alarms = np.concatenate((np.geomspace(1e-6, 0.5, 40_000), np.linspace(0.5, 1, 100)))
    misses = mechanism.trade_off(alarms)
    for epsilon in (0.0, 0.3, 1.0):
        delta = math.exp(float(mechanism.log_delta(np.array([epsilon]))[0]))
        supremum = float(np.max(1 - misses - math.exp(epsilon) * alarms))
        assert supremum <= delta + 1e-12
        assert supremum == pytest.approx(delta, abs=2e-4)


@every_case
def test_that_the_loss_distribution_gives_the_same_delta_and_adds_up_to_one(mechanism: Mechanism) -> None:
    loss = mechanism.loss()
    where, mass = loss.atoms.T
    total = float(mass.sum()) + (
        float(np.trapezoid(loss.density, loss.support)) if loss.support.size else 0.0
    )
    assert total == pytest.approx(1, abs=2e-4)
    for epsilon in (0.0, 0.5):
        gain = float(np.sum(mass * -np.expm1(np.minimum(epsilon - where, 0))))
        if loss.support.size:
            gains = loss.density * -np.expm1(np.minimum(epsilon - loss.support, 0))
            gain += float(np.trapezoid(gains, loss.support))
        assert gain == pytest.approx(math.exp(float(mechanism.log_delta(np.array([epsilon]))[0])), abs=2e-4)


@every_one
@settings(max_examples=150)
@given(data=st.data())
def test_that_everything_is_finite_and_silent_over_the_whole_box(
    kind: type[Mechanism], data: st.DataObject
) -> None:
    mechanism = data.draw(instances_of(kind))
    log_delta = mechanism.log_delta(EPSILONS)
    assert np.all((log_delta <= 0) & ~np.isnan(log_delta))
    misses = mechanism.trade_off(ALARMS)
    assert np.all((misses >= 0) & (misses <= 1 - ALARMS + 1e-12))
    divergence = mechanism.renyi(ORDERS)
    assert np.all(np.isfinite(divergence) & (divergence >= 0))
    for delta in (1e-300, 1e-12, 0.5):
        assert 0 <= mechanism.epsilon_at(delta) < math.inf
    points = np.array([-1e7, -1.0, 0.0, 1.0, 1e7])
    assert np.all(np.isfinite(mechanism.density(points)) & (mechanism.density(points) >= 0))
    rising = mechanism.cumulative(points)
    assert np.all((rising >= 0) & (rising <= 1))
    assert np.all(np.diff(rising) >= 0)
    assert np.all(np.isfinite(mechanism.quantile(np.array([1e-12, 0.3, 0.5, 1 - 1e-12]))))
    assert 0 <= mechanism.margin(0.95) <= mechanism.margin(0.95, 1000) < math.inf
    assert 0 <= mechanism.standard_deviation < math.inf


@every_one
@settings(max_examples=60)
@given(data=st.data())
def test_that_the_loss_and_the_pair_exist_over_the_whole_box(
    kind: type[Mechanism], data: st.DataObject
) -> None:
    mechanism = data.draw(instances_of(kind))
    loss = mechanism.loss()
    assert np.all(np.isfinite(loss.atoms))
    assert np.all(np.isfinite(loss.support))
    assert np.all(np.isfinite(loss.density))
    pair = mechanism.pair()
    assert np.all(np.isfinite(pair.without(np.array([0.0, 1.0]))))


@every_one
@settings(max_examples=80)
@given(data=st.data())
def test_that_delta_falls_and_is_convex_in_the_exponential_of_epsilon(
    kind: type[Mechanism], data: st.DataObject
) -> None:
    mechanism = data.draw(instances_of(kind))
    odds = np.linspace(1, math.exp(data.draw(st.floats(0.01, 20))), 200)
    delta = np.exp(mechanism.log_delta(np.log(odds)))
    assert np.all(np.diff(delta) <= 1e-12)
    assert np.all(delta[1:-1] <= (delta[:-2] + delta[2:]) / 2 + 1e-12)


@every_one
@settings(max_examples=100)
@given(data=st.data())
def test_that_calibration_lands_on_the_private_side_and_not_far_from_the_edge(
    kind: type[Mechanism], data: st.DataObject
) -> None:
    declared = parameters(Target)
    epsilon, delta = data.draw(values_of(declared["epsilon"])), data.draw(values_of(declared["delta"]))
    sensitivity = data.draw(values_of(parameters(kind)["sensitivity"]))
    mechanism = kind.calibrated(epsilon, delta, sensitivity)
    goal = -math.inf if kind.pure else math.log(delta)
    kept = float(mechanism.log_delta(np.array([epsilon]))[0]) <= goal
    claim = mechanism.claim(epsilon, delta)
    assert kept is (claim.status is not Status.FALSE)
    assert (claim.reason is None) is (claim.status is Status.PROVEN)
    if not kind.tight:  # a formula that is kept for comparison may miss the edge on either side
        return
    assert claim.status is Status.PROVEN
    if kind.pure:
        assert mechanism.pure_epsilon is not None
        assert epsilon * (1 - 1e-12) <= mechanism.pure_epsilon <= epsilon
        assert Fraction(sensitivity) <= Fraction(epsilon) * Fraction(mechanism.noise)  # without rounding
    less = kind(**{kind.noise_parameter: mechanism.noise * (1 - 1e-9), "sensitivity": sensitivity})
    assert float(less.log_delta(np.array([epsilon]))[0]) > goal


@every_one
@settings(max_examples=100)
@given(data=st.data())
def test_that_epsilon_at_is_the_inverse_of_delta_from_above(
    kind: type[Mechanism], data: st.DataObject
) -> None:
    mechanism = data.draw(instances_of(kind))
    delta = data.draw(values_of(parameters(Target)["delta"]))
    epsilon = mechanism.epsilon_at(delta)
    assert float(mechanism.log_delta(np.array([epsilon]))[0]) <= math.log(delta)
    if 0 < epsilon < 1e5:
        before = float(mechanism.log_delta(np.array([epsilon * (1 - 1e-9)]))[0])
        assert before >= math.log(delta) - 1e-12 * max(1, abs(math.log(delta)))


@every_one
def test_that_delta_zero_gives_the_pure_epsilon_or_infinity(kind: type[Mechanism]) -> None:
    for mechanism in samples(kind):
        pure = mechanism.pure_epsilon
        assert mechanism.epsilon_at(0.0) == (math.inf if pure is None else pure)
        assert (pure is not None) is kind.pure


@every_one
@settings(max_examples=100)
@given(data=st.data())
def test_that_moving_a_parameter_to_its_private_side_never_costs_privacy(
    kind: type[Mechanism], data: st.DataObject
) -> None:
    before = data.draw(instances_of(kind))
    name = data.draw(st.sampled_from([each for each, it in parameters(kind).items() if it.private_side]))
    declared = parameters(kind)[name]
    value = getattr(before, name)
    other = data.draw(values_of(declared))
    further = max(value, other) if declared.private_side > 0 else min(value, other)
    fields = {each: getattr(before, each) for each in parameters(kind)} | {name: further}
    more, less = (np.maximum(each.log_delta(EPSILONS), -1e300) for each in (kind(**fields), before))
    assert np.all(more <= less + 1e-9 * np.maximum(1, np.abs(less)))


@every_one
def test_that_quantile_and_cumulative_are_inverse(kind: type[Mechanism]) -> None:
    shares = np.array([1e-9, 0.01, 0.2, 0.4999, 0.5, 0.77, 0.999])
    for mechanism in samples(kind):
        points = mechanism.quantile(shares)
        reached = mechanism.cumulative(points)
        assert np.all(reached >= shares * (1 - 1e-12))
        step = 1.0 if kind.discrete else 1e-6 * mechanism.noise
        assert np.all(mechanism.cumulative(points - step) < shares)


@every_one
def test_that_a_margin_is_the_least_that_all_bins_together_keep(kind: type[Mechanism]) -> None:
    for mechanism in samples(kind):
        for confidence, bins in ((0.95, 1), (0.5, 1), (0.99, 20), (0.95, 1000)):
            margin = mechanism.margin(confidence, bins)
            step = 1.0 if kind.discrete else 1e-6 * mechanism.noise

            def kept(width: float, mechanism: Mechanism = mechanism, bins: int = bins) -> float:
                below = mechanism.cumulative(np.array([-width - (1 if mechanism.discrete else 0)]))[0]
                return float((1 - 2 * below) ** bins)

            assert kept(margin) >= confidence * (1 - 1e-9)
            assert margin == 0 or kept(margin - step) < confidence


@every_one
def test_that_a_margin_that_is_kept_hardly_ever_is_no_negative_zero(kind: type[Mechanism]) -> None:
    for mechanism in samples(kind):
        margin = mechanism.margin(1e-300)
        assert math.copysign(1, margin) == 1
        assert margin < 1e-290


@every_one
def test_that_a_discrete_law_adds_up_to_one_and_a_density_integrates_to_one(kind: type[Mechanism]) -> None:
    for mechanism in samples(kind):
        points = (
            np.arange(-2000.0, 2001.0) if kind.discrete else np.linspace(-50, 50, 400_001) * mechanism.noise
        )
        law = mechanism.density(points)
        total = float(law.sum()) if kind.discrete else float(np.trapezoid(law, points))
        assert total == pytest.approx(1, abs=1e-6)
        assert math.sqrt(float(np.sum(law * points**2)) * (points[1] - points[0])) == pytest.approx(
            mechanism.standard_deviation, rel=1e-6
        )
