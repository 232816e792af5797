"""The laws of every mechanism, over the whole registry: a new file in `mechanisms/` is tested by them."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import scipy
from cases_in_one import cases_in_one
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import bare, instances_of, samples, values_of
from thoroughness import THOROUGH, tries

from explorer.privacy.mechanism import (
    Mechanism,
    every_mechanism,
    shape_of,
)
from explorer.privacy.pairs.pair import FinitePair
from explorer.privacy.parameter import parameters
from explorer.privacy.shape import PLAIN
from explorer.privacy.status import Status
from explorer.privacy.target import Target

EVERY = list(every_mechanism().values())
EPSILONS = np.array([0.0, 1e-9, 1e-3, 0.1, 0.3, 0.7, 1.0, 2.0, 4.0, 10.0, 50.0])
ALARMS = np.array([0.0, 1e-300, 1e-12, 1e-3, 0.05, 0.3, 0.5, 0.7, 0.999, 1.0])
ORDERS = np.array([1.0001, 1.5, 2.0, 8.0, 64.0])

every_one = pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.id)


def quieter(mechanism: Mechanism, by: float) -> Mechanism:
    """The same with a little less protection.

    A width whose δ does not fall throughout declares no private side; where it is the least that keeps δ, a
    smaller one does not.
    """
    name = mechanism.noise_parameter
    side = parameters(type(mechanism))[name].private_side or 1
    return replace(mechanism, **{name: mechanism.noise * (1 - side * by)})  # type: ignore[type-var]


every_case = cases_in_one("mechanism", [each for kind in EVERY for each in samples(kind)])


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
        assert math.isinf(closed) is (bare(mechanism) > 0)


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
def test_that_the_loss_distribution_gives_the_same_delta_and_sums_to_one(mechanism: Mechanism) -> None:
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
@settings(max_examples=tries(150) if THOROUGH else 20)
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
    assert np.all((np.isfinite(divergence) == (bare(mechanism) == 0)) & (divergence >= 0))
    for delta in (1e-300, 1e-12, 0.5):
        epsilon = mechanism.epsilon_at(delta)
        assert epsilon >= 0
        assert math.isfinite(epsilon) is (delta >= bare(mechanism))


@every_one
@settings(max_examples=tries(60))
@given(data=st.data())
def test_that_the_loss_and_the_pair_exist_over_the_whole_box(
    kind: type[Mechanism], data: st.DataObject
) -> None:
    mechanism = data.draw(instances_of(kind))
    loss = mechanism.loss()
    where, mass = loss.atoms.T
    assert np.all(np.isfinite(mass) & (mass >= 0) & (where > -np.inf))
    assert float(mass[where == np.inf].sum()) == bare(mechanism)
    assert np.all(np.isfinite(loss.support))
    assert np.all(np.isfinite(loss.density))
    pair = mechanism.pair()
    if isinstance(pair, FinitePair):
        assert pair.without.shape == pair.with_you.shape
        for distribution in (pair.without, pair.with_you):
            assert float(np.exp(distribution).sum()) == pytest.approx(1, abs=1e-12)
    else:
        assert np.all(np.isfinite(pair.without(np.array([0.0, 1.0]))))


@every_one
@settings(max_examples=tries(80))
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
@settings(max_examples=tries(100))
@given(data=st.data())
def test_that_calibration_lands_on_the_private_side_and_not_far_from_the_edge(
    kind: type[Mechanism], data: st.DataObject
) -> None:
    declared = parameters(Target)
    epsilon, delta = data.draw(values_of(declared["epsilon"])), data.draw(values_of(declared["delta"]))
    taken = parameters(kind)
    sensitivity = data.draw(values_of(taken["sensitivity"])) if "sensitivity" in taken else 1.0
    drawn = {name: data.draw(values_of(taken[name])) for name in shape_of(kind)}
    shape = replace(PLAIN, **drawn)
    mechanism = kind.calibrated(epsilon, delta, sensitivity, shape)
    assert all(getattr(mechanism, name) == value for name, value in drawn.items())
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
        if kind.noise_parameter == "epsilon":
            assert mechanism.noise <= epsilon
        else:  # without rounding
            assert Fraction(sensitivity) <= Fraction(epsilon) * Fraction(mechanism.noise)
    less = quieter(mechanism, 1e-9)
    assert float(less.log_delta(np.array([epsilon]))[0]) > goal


@every_one
@settings(max_examples=tries(100))
@given(data=st.data())
def test_that_epsilon_at_is_the_inverse_of_delta_from_above(
    kind: type[Mechanism], data: st.DataObject
) -> None:
    mechanism = data.draw(instances_of(kind))
    delta = data.draw(values_of(parameters(Target)["delta"]))
    epsilon = mechanism.epsilon_at(delta)
    if delta < bare(mechanism):
        assert epsilon == math.inf
        assert float(mechanism.log_delta(np.array([epsilon]))[0]) > math.log(delta)
        return
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
@settings(max_examples=tries(100))
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
@settings(max_examples=tries(60))
@given(data=st.data())
def test_that_rho_lies_above_the_renyi_curve_and_mu_is_its_slope(
    kind: type[Mechanism], data: st.DataObject
) -> None:
    mechanism = data.draw(instances_of(kind))
    rho, pure = mechanism.rho, mechanism.pure_epsilon
    assert (rho is None) is (bare(mechanism) > 0)
    if rho is None:
        return
    if pure is not None:
        assert rho <= pure**2 / 2 * (1 + 1e-12)
    if mechanism.mu is not None:
        assert rho == pytest.approx(mechanism.mu**2 / 2, rel=1e-12)
        misses = scipy.special.ndtr(-scipy.special.ndtri(ALARMS) - mechanism.mu)
        assert mechanism.trade_off(ALARMS) == pytest.approx(misses, rel=1e-9)
    if kind.id != "exponential":  # its pair is harder than any of its choices, for which its ρ is proven
        assert np.all(mechanism.renyi(ORDERS) <= rho * ORDERS * (1 + 1e-9))


@every_one
def test_that_the_formula_is_given_plain_and_typeset(kind: type[Mechanism]) -> None:
    assert kind.formula
    assert "\\" in kind.latex
    assert kind.latex.count("{") == kind.latex.count("}")
