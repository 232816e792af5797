"""A sample of fixed size without replacement, against all samples of small data and the pair's integrals."""

import math
from itertools import combinations, product

import numpy as np
import pytest
from losses import check_loss
from numpy.typing import NDArray

from explorer.privacy.accounting.composition_common import one_direction
from explorer.privacy.composition import Release, every_composition
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.mechanisms.catastrophe import Catastrophe
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.mechanisms.randomized_response import RandomizedResponse
from explorer.privacy.mechanisms.staircase import Staircase
from explorer.privacy.pairs.pair import DominatingPair, FinitePair
from explorer.privacy.pld.compose import composed_curve
from explorer.privacy.pld.delta_of_many import composed_delta
from explorer.privacy.refusal import Unsupported
from explorer.privacy.risk import of_mechanism
from explorer.privacy.shape import Sampling, Shape
from explorer.privacy.status import Kind
from explorer.privacy.subsampling.poisson import Subsampled
from explorer.privacy.subsampling.sample import sampled, target_within
from explorer.privacy.subsampling.without_replacement import WithoutReplacement
from explorer.privacy.target import Neighbours

Floats = NDArray[np.float64]
INNER = [
    Laplace(1.0, 1.0),
    Gaussian(1.5, 2.0),
    DiscreteLaplace(2.0, 3.0),
    DiscreteGaussian(2.0, 1.0),
    Staircase(0.8, 1.0),
    Catastrophe(1.0, 0.02, 1.0),
]
GUARANTEES = [WithoutReplacement(inner, rate) for inner in INNER for rate in (0.01, 0.3, 0.9)]
EPSILONS = (0.0, 0.01, 0.1, 0.4, 1.0)
ANSWERS = np.arange(-60, 70)
SMALL = Shape(categories=3, candidates=3, dimension=2)

every_guarantee = pytest.mark.parametrize("guarantee", GUARANTEES, ids=repr)


def noisy_counts(data: tuple[int, ...], size: int, distribution: Floats) -> Floats:
    """The distribution of the noisy count over all samples; `distribution` is that of its noise."""
    samples = list(combinations(data, size))
    found = np.zeros(len(ANSWERS))
    for sample in samples:
        found += np.roll(distribution, sum(sample)) / len(samples)
    return found


def hockey_stick(p: Floats, q: Floats, epsilon: float) -> float:
    return float(np.maximum(p - math.exp(epsilon) * q, 0).sum())


def substitutes(units: int):
    """All pairs of data of this many units of which the first one differs; in both directions."""
    for rest in product((0, 1), repeat=units - 1):
        yield (0, *rest), (1, *rest)
        yield (1, *rest), (0, *rest)


@pytest.mark.parametrize(("units", "size"), [(4, 1), (4, 2), (5, 3)])
@pytest.mark.parametrize("mechanism", [DiscreteLaplace(0.8, 1), DiscreteGaussian(0.9, 1)], ids=repr)
def test_that_no_sample_of_small_data_costs_more_and_alike_units_as_much(mechanism, units, size) -> None:
    distribution = mechanism.density(ANSWERS.astype(float))
    guarantee = WithoutReplacement(mechanism, size / units)
    for epsilon in EPSILONS:
        costs = [
            hockey_stick(
                noisy_counts(one, size, distribution), noisy_counts(other, size, distribution), epsilon
            )
            for one, other in substitutes(units)
        ]
        bound = math.exp(float(guarantee.log_delta(np.array(epsilon))))
        assert max(costs) == pytest.approx(bound, rel=1e-9, abs=1e-15)


def test_that_two_releases_on_fresh_samples_cost_no_more_than_the_pair_composed() -> None:
    mechanism, units, size = DiscreteLaplace(0.8, 1), 4, 2
    distribution, guarantee = (
        mechanism.density(ANSWERS.astype(float)),
        WithoutReplacement(mechanism, size / units),
    )
    distributions = {data: noisy_counts(data, size, distribution) for data in product((0, 1), repeat=units)}
    composed = composed_delta(guarantee, 2, np.array(EPSILONS), 1e-9)
    assert composed is not None
    twice_pair = guarantee.pair()
    assert isinstance(twice_pair, DominatingPair)
    log_q, log_p = distribution_of(twice_pair)
    exact = [
        hockey_stick(np.exp(np.add.outer(log_p, log_p)), np.exp(np.add.outer(log_q, log_q)), each)
        for each in EPSILONS
    ]
    for at, epsilon in enumerate(EPSILONS):
        costs = []
        for (one, other), (third, fourth) in product(substitutes(units), repeat=2):
            # The unit may change the other way round in the second release: the pair covers that too.
            p = np.outer(distributions[one], distributions[third])
            costs.append(hockey_stick(p, np.outer(distributions[other], distributions[fourth]), epsilon))
        assert max(costs) <= exact[at] * (1 + 1e-9)
        assert composed[0][at] * (1 - 1e-9) <= exact[at] <= composed[1][at] * (1 + 1e-9)


def distribution_of(pair: DominatingPair) -> tuple[Floats, Floats]:
    assert pair.atoms is not None
    x = ANSWERS.astype(float)
    return (
        np.append(pair.without(x), pair.atoms.without),
        np.append(pair.with_you(x), pair.atoms.with_you),
    )


def test_that_a_randomised_answer_about_a_sample_costs_as_enumerated() -> None:
    """Randomised response of whether the sample holds anybody marked: four units, two drawn."""
    inner = RandomizedResponse(math.log(3.0), 2)
    guarantee = WithoutReplacement(inner, 0.5)
    honest = 0.75

    def yes(data: tuple[int, ...]) -> float:
        samples = list(combinations(data, 2))
        return sum(honest if any(each) else 1 - honest for each in samples) / len(samples)

    for epsilon in EPSILONS:
        costs = []
        for one, other in substitutes(4):
            p, q = (np.array([yes(data), 1 - yes(data)]) for data in (one, other))
            costs.append(hockey_stick(p, q, epsilon))
        assert max(costs) == pytest.approx(math.exp(float(guarantee.log_delta(np.array(epsilon)))), rel=1e-12)
    # ln(1 + ½(3 − 1)) = ln 2
    assert guarantee.pure_epsilon == pytest.approx(math.log(2.0), rel=1e-14)


@every_guarantee
def test_that_the_pair_has_the_profile_in_both_directions_and_sums_to_one(guarantee) -> None:
    pair = guarantee.pair()
    for epsilon in EPSILONS:
        closed = math.exp(float(guarantee.log_delta(np.array(epsilon))))
        for reverse in (False, True):
            assert pair.delta(epsilon, reverse) == pytest.approx(closed, rel=1e-8, abs=1e-12)
    # H_γ at γ → 0 is all that P' has.
    assert pair.delta(-800.0) == pytest.approx(1, abs=1e-9)
    assert pair.delta(-800.0, reverse=True) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize(
    ("inner", "rate"), list(zip(INNER, (0.9, 0.3, 0.01, 0.3, 0.9, 0.3), strict=True)), ids=repr
)
def test_that_the_trade_off_is_the_test_of_the_pair_and_symmetric(inner, rate) -> None:
    guarantee = WithoutReplacement(inner, rate)
    pair = guarantee.pair()
    for alarm in (0.1, 0.45, 0.9):
        closed = float(guarantee.trade_off(np.array(alarm)))
        assert closed == pytest.approx(pair.trade_off(alarm), abs=1e-6)
        if closed > 0:
            assert float(guarantee.trade_off(np.array(closed))) == pytest.approx(alarm, abs=1e-6)


@every_guarantee
def test_that_the_renyi_divergence_is_that_of_the_pair(guarantee) -> None:
    pair, orders = guarantee.pair(), np.array([1.05, 2.0, 7.5, 32.0])
    for order, closed in zip(orders.tolist(), guarantee.renyi(orders).tolist(), strict=True):
        assert closed == pytest.approx(pair.renyi(order), rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("inner", INNER[:5], ids=repr)
def test_that_no_digit_of_a_tiny_renyi_divergence_cancels(inner) -> None:
    """For a small q it is αq² E_Q[(R−1)²; R > 1], the same of each α."""
    orders, rate = 1 + np.array([1e-9, 1e-3, 1.0, 9.0]), 1e-7
    found = WithoutReplacement(inner, rate).renyi(orders)
    assert found == pytest.approx(found[2] / 2 * orders, rel=1e-4)
    assert found[2] <= 2 * math.log1p(rate**2 * math.expm1(float(inner.renyi(np.array(2.0)))))
    assert np.all(found >= Subsampled(inner, rate).renyi(orders) * (1 - 1e-6))


@pytest.mark.parametrize("inner", INNER[:3], ids=repr)
def test_that_the_renyi_divergence_is_at_most_the_bound_of_any_mechanism(inner) -> None:
    """Wang, Balle & Kasiviswanathan 2019, Theorem 9, at whole orders."""
    for rate, order in ((0.01, 2), (0.01, 8), (0.2, 3), (0.2, 12)):
        own = {j: float(inner.renyi(np.array(float(j)))) for j in range(2, order + 1)}
        total = 1 + rate**2 * math.comb(order, 2) * min(4 * math.expm1(own[2]), 2 * math.exp(own[2]))
        for j in range(3, order + 1):
            total += 2 * rate**j * math.comb(order, j) * math.exp((j - 1) * own[j])
        found = float(WithoutReplacement(inner, rate).renyi(np.array(float(order))))
        assert found <= math.log(total) / (order - 1)


def test_that_far_orders_are_the_most_likely_term() -> None:
    found = float(WithoutReplacement(Gaussian(0.05, 1.0), 0.1).renyi(np.array(300.0)))
    assert found == pytest.approx(300 * 400 / 2 + 300 / 299 * math.log(0.1), rel=1e-9)
    # Beyond the sum: never below, and as large.
    found = float(WithoutReplacement(Gaussian(0.05, 1.0), 0.1).renyi(np.array(3000.0)))
    assert found == pytest.approx(3000 * 400 / 2 + 3000 / 2999 * math.log(0.1), rel=1e-9)


@pytest.mark.parametrize("sigma", [0.02, 0.5, 4.0])
def test_that_no_order_is_too_large_for_noise_on_whole_numbers(sigma) -> None:
    """No double tells the sum from the same less e^200; nearly all of it is P/Q at αΔ."""
    orders = np.geomspace(1e7, 1e18, 12)
    found = WithoutReplacement(DiscreteGaussian(sigma, 1.0), 0.1).renyi(orders)
    assert found == pytest.approx(orders / (2 * sigma**2), rel=1e-4)


@every_guarantee
def test_that_the_loss_sums_to_one_and_gives_delta(guarantee) -> None:
    check_loss(guarantee)


@pytest.mark.parametrize("inner", INNER, ids=repr)
def test_that_a_total_is_that_of_the_pair_and_never_below_a_poisson_sample_of_the_same_share(inner) -> None:
    counts, delta = np.array([1, 3, 30]), 0.2 if isinstance(inner, Catastrophe) else 1e-5
    found = composed_curve(WithoutReplacement(inner, 0.1), counts, delta)
    poisson = composed_curve(Subsampled(inner, 0.1), counts, delta)
    assert found is not None
    assert poisson is not None
    one = WithoutReplacement(inner, 0.1).epsilon_at(delta)
    assert found.lower[0] <= one <= found.upper[0]
    assert np.all(found.upper >= poisson.lower)
    assert np.all(found.lower <= found.upper)


def test_that_a_total_of_normal_noise_is_that_of_its_summed_loss() -> None:
    """Against the pair's loss on a fine grid, rounded down and up and convolved."""
    mu, rate, count, epsilon = 1.0, 0.2, 6, 1.5
    step = 2e-4
    x = np.linspace(mu / 2, mu / 2 + 9, 400_001)
    middle = (x[1:] + x[:-1]) / 2
    q = np.exp(-middle * middle / 2) / math.sqrt(2 * math.pi) * np.diff(x)
    ratio = 1 - rate + rate * np.exp(mu * middle - mu * mu / 2)
    losses = np.concatenate((np.log(ratio), -np.log(ratio), [0.0]))
    mass = np.concatenate((q * ratio, q, [0.0]))
    mass[-1] = 1 - mass.sum()
    deltas = []
    for rounded in (np.floor, np.ceil):
        places = rounded(losses / step).astype(int)
        least = int(places.min())
        distribution = np.bincount(places - least, mass)
        length = 1 << (count * len(distribution)).bit_length()
        many = np.fft.irfft(np.fft.rfft(distribution, length) ** count, length)
        sums = (np.arange(length) + count * least) * step
        deltas.append(float(np.sum(np.maximum(many, 0) * -np.expm1(np.minimum(epsilon - sums, 0)))))
    found = composed_delta(WithoutReplacement(Gaussian(1.0, mu), rate), count, np.array([epsilon]), 1e-9)
    assert found is not None
    assert deltas[0] <= found[1][0]
    assert found[0][0] <= deltas[1]
    assert found[1][0] == pytest.approx(deltas[1], rel=1e-2)


def test_that_a_total_is_an_upper_bound_alone() -> None:
    counts = np.array([2, 20])
    release = Release(1.0, 1e-6, Gaussian(1.0, 1.0), 0.1, Sampling.WITHOUT_REPLACEMENT)
    found = every_composition()["numerical"]().total(release, counts, 1e-5)
    assert np.all(np.isnan(found.lower))
    assert np.all(found.valid)
    assert one_direction() not in found.reasons
    poisson = every_composition()["numerical"]().total(
        Release(1.0, 1e-6, Gaussian(1.0, 1.0), 0.1), counts, 1e-5
    )
    assert np.all(found.upper > poisson.upper)
    renyi = every_composition()["renyi"]().total(release, counts, 1e-5)
    assert np.all(renyi.upper >= found.upper)


def test_that_each_kind_of_sample_has_its_own_neighbours_and_the_same_target_within() -> None:
    asked = 1.0, 1e-6, 0.25
    kinds = {Sampling.POISSON: Neighbours.ADD_REMOVE, Sampling.WITHOUT_REPLACEMENT: Neighbours.SUBSTITUTE}
    for sampling, own in kinds.items():
        for kind in every_mechanism().values():
            if not kind.norm:
                continue
            within = target_within(kind, *asked, own, sampling)
            assert within == target_within(kind, *asked, Neighbours.ADD_REMOVE)
            assert within == pytest.approx((math.log(1 + 4 * (math.e - 1)), 4e-6))
            (other,) = set(Neighbours) - {own}
            with pytest.raises(Unsupported) as refused:
                target_within(kind, *asked, other, sampling)
            assert refused.value.field == "sampling_rate"
            assert target_within(kind, 1.0, 1e-6, 1.0, other, sampling) == (1.0, 1e-6)


@pytest.mark.parametrize(
    "kind", [each for each in every_mechanism().values() if each.norm], ids=lambda k: k.id
)
def test_that_every_mechanism_keeps_its_target_on_a_sample(kind) -> None:
    epsilon, delta, rate = 0.7, 1e-6, 0.05
    within = target_within(kind, epsilon, delta, rate, Neighbours.SUBSTITUTE, Sampling.WITHOUT_REPLACEMENT)
    made = kind.calibrated(*within, 1.0, SMALL)
    guarantee = sampled(made, rate, Sampling.WITHOUT_REPLACEMENT)
    assert isinstance(guarantee, WithoutReplacement)
    assert guarantee.profile_kind is Kind.UPPER
    if kind.pure:
        assert guarantee.pure_epsilon is not None
        assert guarantee.pure_epsilon <= epsilon
    elif made.claim(*within).status.value == "proven":
        assert float(guarantee.log_delta(np.array(epsilon))) <= math.log(delta)
    pair = guarantee.pair()
    assert isinstance(pair, DominatingPair | FinitePair)
    for each in (0.0, 0.3):
        closed = math.exp(float(guarantee.log_delta(np.array(each))))
        # A choice by scores has a pair that only bounds it.
        assert pair.delta(each) >= closed * (1 - 1e-8) - 1e-12
        assert pair.delta(each) == pytest.approx(pair.delta(each, reverse=True), rel=1e-8, abs=1e-12)


def test_that_the_odds_are_a_point_of_the_trade_off() -> None:
    for inner in (Laplace(0.5), Gaussian(1.0), DiscreteLaplace(1.0, 2.0)):
        release = WithoutReplacement(inner, 0.3)
        odds = of_mechanism(release).odds
        misses = float(release.trade_off(np.array(odds.without / 100)))
        assert odds.with_you / 100 == pytest.approx(1 - misses, abs=1e-12)
