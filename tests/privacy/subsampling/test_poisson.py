"""A mechanism on a secret sample, against the integrals of the mixed pair in both directions."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from losses import check_loss
from thoroughness import tries

from explorer.privacy.mechanism import Mechanism, every_mechanism
from explorer.privacy.mechanisms.catastrophe import Catastrophe
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.mechanisms.staircase import Staircase
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import Unsupported
from explorer.privacy.risk import of_mechanism
from explorer.privacy.shape import Shape
from explorer.privacy.status import Kind
from explorer.privacy.subsampling.poisson import Subsampled, inner_epsilon, outer_epsilon
from explorer.privacy.subsampling.poisson_renyi import LossPoints, log_moment
from explorer.privacy.subsampling.sample import inner_target, sampled, target_within
from explorer.privacy.target import Neighbours, Target

INNER: list[Mechanism] = [
    Laplace(1.0, 1.0),
    Gaussian(1.5, 2.0),
    DiscreteLaplace(2.0, 3.0),
    DiscreteGaussian(2.0, 1.0),
    Staircase(0.8, 1.0),
    Catastrophe(1.0, 0.02, 1.0),
]
GUARANTEES = [Subsampled(inner, rate) for inner in INNER for rate in (0.01, 0.3, 0.9)]
EXACT = [kind for kind in every_mechanism().values() if kind.tight]
SMALL = Shape(categories=3, candidates=3, dimension=2, steps=6)
LOWEST, HIGHEST = parameters(Target)["epsilon"].low, parameters(Target)["epsilon"].high

every_guarantee = pytest.mark.parametrize("guarantee", GUARANTEES, ids=repr)
every_exact = pytest.mark.parametrize("kind", EXACT, ids=lambda kind: kind.id)
log_rates = st.floats(math.log(1e-6), math.log(0.999999))
log_epsilons = st.floats(math.log(LOWEST), math.log(HIGHEST))


@every_guarantee
def test_that_delta_is_the_integral_of_the_mixed_pair_and_removing_is_no_worse(guarantee: Subsampled) -> None:
    pair = guarantee.pair()
    for epsilon in (0.0, 0.01, 0.1, 0.4, 1.0):
        closed = math.exp(float(guarantee.log_delta(np.array(epsilon))))
        assert closed == pytest.approx(pair.delta(epsilon), rel=1e-8, abs=1e-12)
        assert pair.delta(epsilon, reverse=True) <= closed + 1e-12


@every_guarantee
def test_that_the_trade_off_is_the_test_of_the_mixed_pair(guarantee: Subsampled) -> None:
    pair = guarantee.pair()
    for alarm in (0.003, 0.1, 0.45, 0.9):
        closed = float(guarantee.trade_off(np.array(alarm)))
        assert closed == pytest.approx(pair.trade_off(alarm), abs=1e-6)


@every_guarantee
def test_that_the_renyi_divergence_is_the_larger_of_both_directions(guarantee: Subsampled) -> None:
    pair, orders = guarantee.pair(), np.array([1.05, 2.0, 7.5, 32.0])
    for order, closed in zip(orders.tolist(), guarantee.renyi(orders).tolist(), strict=True):
        both = max(pair.renyi(order), pair.renyi(order, reverse=True))
        assert closed == pytest.approx(both, rel=1e-6, abs=1e-12)


@every_guarantee
def test_that_the_loss_sums_to_one_and_gives_delta(guarantee: Subsampled) -> None:
    check_loss(guarantee)


def test_that_the_renyi_divergence_at_two_is_the_one_done_by_hand() -> None:
    # E_Q[(1+q(R−1))²] = 1 + q²(E_Q R² − 1), at any rate, to full relative precision.
    for inner in INNER[:5]:
        square = math.expm1(float(inner.renyi(np.array(2.0))))
        for rate in (1e-6, 1e-3, 0.5):
            found = float(Subsampled(inner, rate).renyi(np.array(2.0)))
            assert found == pytest.approx(math.log1p(rate**2 * square), rel=1e-6, abs=0)


@pytest.mark.parametrize("mechanism", [Gaussian(10.0, 3.0), Gaussian(188.0, 1.0), DiscreteGaussian(100.0, 3)])
def test_that_no_digit_of_a_tiny_renyi_divergence_cancels(mechanism) -> None:
    """Σ Q[(1+z)^α − 1 − αz]/(α−1) is about αq²χ²/2 for a small z, χ² = e^(Δ²/σ²) − 1."""
    square = math.expm1((mechanism.sensitivity / mechanism.sigma) ** 2)
    for rate in (1e-8, 1e-6):
        orders = 1 + np.array([1e-9, 1e-6, 1e-3, 0.5, 4.0, 30.0])
        found = Subsampled(mechanism, rate).renyi(orders)
        assert found == pytest.approx(orders * rate**2 * square / 2, rel=1e-3)


def test_that_a_moment_counts_what_only_one_of_both_distributions_can_give() -> None:
    """Q of 1e-300 where the other has 1e-3: their terms are positive, and the sum is Σ Q(1+z)^β."""
    log_q, share = np.array([0.0, math.log(1e-300)]), np.array([math.log1p(-1e-3), math.log(1e-3)])
    for power in (-0.5, 0.5, 1.0):
        found = log_moment(LossPoints(log_q, share - log_q, np.zeros(2)), power)
        plain = max(0.0, math.log(np.exp(log_q + power * (share - log_q)).sum()))
        assert plain - 2e-15 <= found <= plain + 1e-14


def test_that_the_renyi_divergence_of_far_orders_is_the_most_likely_term() -> None:
    # (q R)^α alone: α ln q/(α−1) more than the divergence of the Gaussian itself.
    inner = Gaussian(0.05, 1.0)
    found = float(Subsampled(inner, 0.1).renyi(np.array(300.0)))
    assert found == pytest.approx(300 * 400 / 2 + 300 / 299 * math.log(0.1), rel=1e-9)


@settings(max_examples=tries(300))
@given(log_epsilons, log_rates)
def test_that_inner_and_outer_epsilon_are_inverse(log_epsilon: float, log_rate: float) -> None:
    epsilon, rate = math.exp(log_epsilon), math.exp(log_rate)
    inner = inner_epsilon(epsilon, rate)
    assert epsilon <= inner * (1 + 1e-15)
    assert outer_epsilon(inner, rate) == pytest.approx(epsilon, rel=1e-13)
    assert outer_epsilon(epsilon, rate) <= epsilon * (1 + 1e-15)


def test_that_the_two_forms_of_epsilon_meet_where_one_takes_over() -> None:
    for rate in (1e-6, 0.3, 0.99):
        for move in (inner_epsilon, outer_epsilon):
            below, above = move(30.0, rate), move(math.nextafter(30.0, 31), rate)
            assert above == pytest.approx(below, rel=1e-14)


@every_exact
@settings(max_examples=tries(40))
@given(log_epsilons, st.floats(math.log(1e-300), math.log(0.5)), log_rates)
def test_that_calibration_on_the_sample_keeps_the_target_and_hardly_more(
    kind: type[Mechanism], log_epsilon: float, log_delta: float, log_rate: float
) -> None:
    epsilon, delta, rate = math.exp(log_epsilon), math.exp(log_delta), math.exp(log_rate)
    inner = inner_target(epsilon, delta, rate, Neighbours.ADD_REMOVE)
    mechanism = kind.calibrated(*inner, 1.0, SMALL)
    guarantee = Subsampled(mechanism, rate)
    kept = float(guarantee.log_delta(np.array(epsilon)))
    capped = inner[0] == HIGHEST or inner[1] == parameters(Target)["delta"].high
    if kind.pure:
        assert guarantee.pure_epsilon is not None
        assert guarantee.pure_epsilon <= epsilon
        assert kept == -math.inf
        assert capped or guarantee.pure_epsilon >= epsilon * (1 - 1e-9)
    else:
        assert kept <= math.log(delta)
        # Where δ falls steeply in ε (or hardly at all), it is ε (or δ) that tells how near the edge is.
        near = kept >= math.log(delta) - 1e-9 * max(1.0, -math.log(delta))
        assert capped or near or guarantee.epsilon_at(delta) >= epsilon * (1 - 1e-9)


@every_exact
@settings(max_examples=tries(40))
@given(log_epsilons, log_rates, st.floats(math.log(1e-300), math.log(0.5)))
def test_that_everything_is_finite_and_epsilon_is_the_inverse_from_above(
    kind: type[Mechanism], log_epsilon: float, log_rate: float, log_delta: float
) -> None:
    guarantee = Subsampled(kind.calibrated(math.exp(log_epsilon), 1e-5, 1.0, SMALL), math.exp(log_rate))
    epsilons = np.array([0.0, 1e-12, 1e-6, 0.1, 1.0, 29.999, 30.001, 50.0])
    profile = guarantee.log_delta(epsilons)
    assert np.all((profile <= 0) & ~np.isnan(profile))
    assert np.all(np.diff(np.maximum(profile, -1e300)) <= 1e-9)
    misses = guarantee.trade_off(np.array([0.0, 1e-300, 0.3, 0.999, 1.0]))
    assert np.all((misses >= 0) & (misses <= 1))
    delta = math.exp(log_delta)
    epsilon = guarantee.epsilon_at(delta)
    if 0 < epsilon < math.inf:
        assert float(guarantee.log_delta(np.array(epsilon))) <= math.log(delta)
        before = float(guarantee.log_delta(np.array(epsilon * (1 - 1e-9))))
        assert before >= math.log(delta) - 1e-12 * max(1, -math.log(delta))
    elif epsilon == 0:
        assert float(guarantee.log_delta(np.array(0.0))) <= math.log(delta) + 1e-12
    else:
        assert float(guarantee.log_delta(np.array(1e6))) > math.log(delta)


def test_that_a_smaller_sample_protects_more_and_a_full_one_as_much_as_without() -> None:
    epsilons = np.array([0.0, 0.1, 0.5, 0.9])
    for inner in INNER:
        rising = [Subsampled(inner, rate).log_delta(epsilons) for rate in (1e-3, 0.1, 0.5, 0.99)]
        rising.append(inner.log_delta(epsilons))
        assert np.all(np.diff(np.maximum(rising, -1e300), axis=0) >= 0)
        assert sampled(inner, 1.0) is inner
        nearly = Subsampled(inner, 1 - 1e-12)
        assert nearly.log_delta(epsilons) == pytest.approx(inner.log_delta(epsilons), rel=1e-6, abs=1e-9)


def test_that_it_is_labelled_as_what_is_sampled() -> None:
    assert Subsampled(Laplace(1.0, 1.0), 0.5).profile_kind is Kind.EXACT
    assert Subsampled(Gaussian(1.0, 1.0), 0.5).pure_epsilon is None
    assert Subsampled(Laplace(1.0, 1.0), 0.5).pure_epsilon == pytest.approx(math.log((1 + math.e) / 2))


def test_that_substitution_is_refused_where_there_is_a_sample() -> None:
    with pytest.raises(Unsupported) as caught:
        inner_target(1.0, 1e-6, 0.5, Neighbours.SUBSTITUTE)
    assert caught.value.field == "sampling_rate"
    assert inner_target(1.0, 1e-6, 1.0, Neighbours.SUBSTITUTE) == (1.0, 1e-6)


def test_that_a_target_beyond_what_a_release_may_have_is_capped() -> None:
    epsilon, delta = inner_target(50.0, 0.4, 1e-6, Neighbours.ADD_REMOVE)
    assert (epsilon, delta) == (50.0, 0.5)


def test_that_without_you_it_may_be_known_that_you_were_not_sampled() -> None:
    guarantee = Subsampled(Catastrophe(1.0, 0.02, 1.0), 0.25)
    loss = guarantee.loss().atoms
    only_without = loss[np.argmin(np.abs(loss[:, 0] - math.log(0.75)))]
    assert only_without == pytest.approx([math.log(0.75), 0.75 * 0.02])
    assert loss[-1] == pytest.approx([math.inf, 0.25 * 0.02])
    assert guarantee.renyi(np.array([2.0])).tolist() == [math.inf]
    assert guarantee.epsilon_at(0.005) < math.inf
    assert guarantee.epsilon_at(0.0049) == math.inf


def test_that_an_answer_of_ones_own_is_refused_a_sample_and_no_other_mechanism_is() -> None:
    for name, kind in every_mechanism().items():
        if kind.norm:
            asked = target_within(kind, 1.0, 1e-6, 0.5, Neighbours.ADD_REMOVE)
            assert asked == inner_target(1.0, 1e-6, 0.5, Neighbours.ADD_REMOVE), name
            continue
        for neighbours in Neighbours:
            assert target_within(kind, 1.0, 0.0, 1.0, neighbours) == (1.0, 0.0)
            with pytest.raises(Unsupported) as refused:
                target_within(kind, 1.0, 0.0, 0.999, neighbours)
            assert refused.value.field == "sampling_rate"
            assert "share at 1" in refused.value.sentence.text


def test_that_the_odds_on_a_sample_are_a_point_of_its_trade_off() -> None:
    for inner in (Laplace(0.5), Gaussian(1.0), Catastrophe(1.0, 0.01), DiscreteLaplace(1.0, 2.0)):
        for rate in (0.01, 0.3, 0.9):
            release = Subsampled(inner, rate)
            odds = of_mechanism(release).odds
            misses = float(release.trade_off(np.array(odds.without / 100)))
            assert odds.with_you / 100 == pytest.approx(1 - misses, abs=1e-12)
            advantage = of_mechanism(release).advantage
            assert odds.with_you - odds.without == pytest.approx(100 * advantage, rel=1e-9)
