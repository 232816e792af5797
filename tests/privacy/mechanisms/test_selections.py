"""Selections: their distributions against counting and quadrature, their profiles against brute force."""

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy
from cases_in_one import cases_in_one
from golden_rows import golden

from explorer.app.core.setting import Setting
from explorer.app.core.state import mechanism_for
from explorer.app.explore.presets import PRESETS
from explorer.privacy.mechanism import Mechanism, Selection, every_mechanism
from explorer.privacy.mechanisms.exponential import Exponential
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.mechanisms.permute_and_flip import PermuteAndFlip
from explorer.privacy.mechanisms.randomized_response import RandomizedResponse
from explorer.privacy.pairs.three_point import ThreePoint
from explorer.privacy.refusal import NotValid, OutOfRange
from explorer.privacy.shape import Shape
from explorer.privacy.status import Kind
from explorer.privacy.subsampling.sample import sampled

Inputs = dict[str, float]
Row = dict[str, Any]
Distribution = Callable[[np.ndarray], np.ndarray]
NEAR = 1e-9
SCORES = (3.0, 1.5, 1.5, 0.0, -2.0)
BY_SCORE = pytest.mark.parametrize("kind", [Exponential, PermuteAndFlip], ids=lambda kind: kind.id)


def delta_of(mechanism: Mechanism, epsilon: float) -> float:
    return math.exp(float(mechanism.log_delta(np.array([epsilon]))[0]))


def exponential_distribution(scores: np.ndarray, scale: float) -> np.ndarray:
    weights = np.array([math.exp((score - scores.max()) / scale) for score in scores])
    return weights / weights.sum()


def permuted_distribution(scores: np.ndarray, scale: float) -> np.ndarray:
    """Permute-and-flip as it is defined: every order, every coin."""
    succeeds = [math.exp((score - max(scores)) / scale) for score in scores]
    distribution = np.zeros(len(scores))
    orders = list(itertools.permutations(range(len(scores))))
    for order in orders:
        failed = 1.0
        for each in order:
            distribution[each] += failed * succeeds[each] / len(orders)
            failed *= 1 - succeeds[each]
    return distribution


def two_sided_delta(one: np.ndarray, other: np.ndarray, epsilon: float) -> float:
    grown = math.exp(epsilon)
    return max(np.maximum(p - grown * q, 0).sum() for p, q in ((one, other), (other, one)))


def hardest(
    distribution: Distribution, count: int, gaps: np.ndarray, epsilon: float, sensitivity: float
) -> float:
    """The largest δ over a grid of scores of `count` candidates, whose every score moves by Δ, 0 or −Δ."""
    worst = 0.0
    for rest in itertools.product(gaps, repeat=count - 1):
        scores = np.array([0.0, *(-gap for gap in rest)])
        for move in itertools.product((-sensitivity, 0.0, sensitivity), repeat=count):
            worst = max(
                worst, two_sided_delta(distribution(scores), distribution(scores + np.array(move)), epsilon)
            )
    return worst


# Randomised response


@golden("randomized_response", "rr_truth_probability")
def test_that_the_truth_is_told_as_often_as_it_must(inputs: Inputs, row: Row, value: float) -> None:
    assert RandomizedResponse(inputs["eps"], 2).truth == pytest.approx(value, rel=NEAR)


@golden("randomized_response", "kary_rr_truth_probability")
def test_that_many_answers_make_the_truth_rarer(inputs: Inputs, row: Row, value: float) -> None:
    mechanism = RandomizedResponse(inputs["eps"], int(inputs["m"]))
    assert mechanism.truth == pytest.approx(value, rel=NEAR)
    assert mechanism.truth + (inputs["m"] - 1) * mechanism.other == pytest.approx(1, rel=1e-14)


@golden("randomized_response", "rr_tv")
def test_that_two_true_answers_are_as_far_apart_as_they_must(inputs: Inputs, row: Row, value: float) -> None:
    assert delta_of(RandomizedResponse(inputs["eps"], 2), 0.0) == pytest.approx(value, rel=NEAR)


@golden("randomized_response", "rr_mean_loss", "rr_loss_variance")
def test_that_the_loss_has_its_mean_and_variance(inputs: Inputs, row: Row, value: float) -> None:
    where, mass = RandomizedResponse(inputs["eps"], 2).loss().atoms.T
    mean = float(mass @ where)
    moment = mean if row["formula"] == "rr_mean_loss" else float(mass @ (where - mean) ** 2)
    assert moment == pytest.approx(value, rel=NEAR)


@golden("randomized_response", "rr_estimator_sd_times_sqrt_n")
def test_that_an_estimated_share_spreads_as_it_must(inputs: Inputs, row: Row, value: float) -> None:
    mechanism = RandomizedResponse(inputs["eps"], 2)
    assert mechanism.deviation == pytest.approx(value, rel=NEAR)
    assert dict(mechanism.cost(0.95).sentence.values)["deviation"] == mechanism.deviation


@golden("randomized_response", "laplace_mean_loss", "laplace_loss_variance")
def test_that_the_loss_of_laplace_noise_is_the_milder_one(inputs: Inputs, row: Row, value: float) -> None:
    """By Simpson's rule over the 401 points of the loss: to 1e-6."""
    loss = Laplace(1 / inputs["eps"], 1.0).loss()
    where, mass = loss.atoms.T

    def mean_of(function: Distribution) -> float:
        drawn = scipy.integrate.simpson(function(loss.support) * loss.density, x=loss.support)
        return float(mass @ function(where) + drawn)

    mean = mean_of(lambda losses: losses)
    moment = mean if row["formula"] == "laplace_mean_loss" else mean_of(lambda losses: (losses - mean) ** 2)
    assert moment == pytest.approx(value, rel=1e-6)


@cases_in_one("categories", [2, 3, 12, 13, 1_000_000])
@cases_in_one("epsilon", [1e-6, 0.3, 2.0, 50.0])
def test_that_what_is_said_has_the_declared_distribution_and_stays_cheap(
    epsilon: float, categories: int
) -> None:
    mechanism = RandomizedResponse(epsilon, categories)
    choice = mechanism.choice(())
    assert len(choice.names) == choice.without.size == choice.with_you.size <= 12
    assert (len(choice.names) == categories) is (categories <= 12)
    assert choice.without.sum() == pytest.approx(1, rel=1e-12)
    assert choice.without[0] == choice.with_you[1] == pytest.approx(mechanism.truth, rel=1e-14)
    assert choice.without[1] == choice.with_you[0] == pytest.approx(mechanism.other, rel=1e-14)
    assert np.array_equal(choice.without[2:], choice.with_you[2:])
    for asked in (0.0, epsilon / 3):
        apart = two_sided_delta(choice.without, choice.with_you, asked)
        assert delta_of(mechanism, asked) == pytest.approx(apart, rel=1e-9, abs=1e-15)


def test_that_two_coins_tell_the_truth_in_three_of_four_cases() -> None:
    preset = PRESETS["two-coins"]
    mechanism = mechanism_for(Setting(preset.mechanism, preset.target, preset.shape))
    assert isinstance(mechanism, RandomizedResponse)
    assert mechanism.truth == pytest.approx(3 / 4, rel=1e-15)


@pytest.mark.parametrize("categories", [2, 5])
def test_that_the_spread_of_an_estimate_is_that_of_the_unbiased_one(categories: int) -> None:
    mechanism = RandomizedResponse(0.8, categories)
    truth, other = mechanism.truth, mechanism.other
    assert mechanism.deviation == pytest.approx(math.sqrt(other * (1 - other)) / (truth - other), rel=1e-12)


def test_that_a_wish_for_the_truth_holds_from_its_probability_on() -> None:
    mechanism = RandomizedResponse(math.log(3), 2)
    assert mechanism.reaches(0.7, 0.95)
    assert not mechanism.reaches(0.76, 0.95)
    for wish in (0.0, 1.0, -1.0, 90.0, math.nan):
        with pytest.raises(OutOfRange):
            mechanism.reaches(wish, 0.95)


# The exponential mechanism


@golden("exponential", "bounded_range_optimal_nonadaptive_eps")
def test_that_the_bounded_range_gives_the_exact_epsilon(inputs: Inputs, row: Row, value: float) -> None:
    mechanism = Exponential.calibrated(inputs["eps"], 0.0, 1.0)
    assert mechanism.epsilon_at(inputs["delta"]) == pytest.approx(value, rel=NEAR)


@golden("exponential", "bounded_range_dr19")
def test_that_one_choice_is_pure(inputs: Inputs, row: Row, value: float) -> None:
    assert Exponential.calibrated(inputs["eps"], 0.0, 3.0).pure_epsilon == pytest.approx(value, rel=NEAR)


@golden("exponential", "exponential_zcdp_bs", "exponential_zcdp_cks")
def test_that_rho_is_below_that_of_a_bounded_range(inputs: Inputs, row: Row, value: float) -> None:
    """The rows have ε²/8; the exact ρ is smaller."""
    rho, log_delta = inputs["eps"] ** 2 / 8, math.log(inputs["delta"])
    assert 0 < Exponential.calibrated(inputs["eps"], 0.0, 1.0).rho < rho

    def converted(log_excess: float) -> float:
        y = math.exp(log_excess)
        return rho * (1 + y) - (log_delta + math.log1p(y)) / y + math.log(y / (1 + y))

    if row["formula"] == "exponential_zcdp_bs":
        found = rho + 2 * math.sqrt(-rho * log_delta)
    else:
        best = scipy.optimize.minimize_scalar(converted, bounds=(-5, 12), options={"xatol": 1e-10})
        found = best.fun
    assert found == pytest.approx(value, rel=NEAR)


@golden("exponential", "pure_dp_optimal_for_comparison")
def test_that_purity_alone_says_less_than_either_choice(inputs: Inputs, row: Row, value: float) -> None:
    epsilon, delta = inputs["eps"], inputs["delta"]
    worst = ThreePoint(epsilon, -math.log1p(math.exp(-epsilon)), -math.inf).epsilon_at(delta)
    assert worst == pytest.approx(value, rel=NEAR)
    flipped, chosen = (
        kind.calibrated(epsilon, 0.0, 1.0).epsilon_at(delta) for kind in (PermuteAndFlip, Exponential)
    )
    assert chosen < flipped < worst


@pytest.mark.parametrize("epsilon", [1e-6, 0.1, 1.0, 4.0, 50.0])
def test_that_delta_is_the_largest_over_all_places_of_the_loss(epsilon: float) -> None:
    mechanism = Exponential.calibrated(epsilon, 0.0, 1.0)
    places = np.linspace(0, epsilon, 4001)
    for share in (0.0, 0.2, 0.9):
        asked = share * epsilon
        gain = -np.expm1(np.minimum(asked - places, 0))
        each = np.expm1(places - epsilon) / math.expm1(-epsilon) * gain
        assert delta_of(mechanism, asked) == pytest.approx(float(each.max()), rel=1e-4)
        assert each.max() <= delta_of(mechanism, asked) * (1 + 1e-9)


def test_that_no_scores_lose_more_than_the_profile_and_some_lose_as_much() -> None:
    mechanism = Exponential.calibrated(1.5, 0.0, 1.0)
    scale = mechanism.scale
    for epsilon in (0.0, 0.4, 1.1, 1.4):
        bound = delta_of(mechanism, epsilon)
        for count, gaps in ((2, np.linspace(-4, 4, 801)), (3, np.linspace(0, 4, 7))):
            worst = hardest(lambda scores: exponential_distribution(scores, scale), count, gaps, epsilon, 1.0)
            assert worst <= bound + 1e-12
            assert count > 2 or worst == pytest.approx(bound, rel=1e-4)


@cases_in_one("epsilon", [1e-18, 1e-6, 1e-3, 0.999, 1.001, 30.0])
@cases_in_one("order", [1.0001, 1.5, 1.999, 2.001, 33.0])
def test_that_the_renyi_divergence_keeps_its_digits(epsilon: float, order: float) -> None:
    """Against its definition by quadrature, E(e^((α−1)l) − 1 − (α−1)(1 − e^(−l))), all terms >= 0."""
    mechanism = Exponential(2 / epsilon, 1.0, 2)
    nodes, weights = np.polynomial.legendre.leggauss(200)
    loss, y = nodes * epsilon, order - 1
    density = np.exp((loss - epsilon) / 2) / (-2 * math.expm1(-epsilon)) * epsilon
    line = y * (loss + np.expm1(-loss))  # E(1 − e^(−l)) is 0
    gain = np.where(
        np.abs(y * loss) < 1e-4,
        (y * loss) ** 2 / 2 * (1 + y * loss / 3 * (1 + y * loss / 4)),
        np.expm1(np.minimum(y * loss, 700.0)) - y * loss,
    )
    line = np.where(np.abs(loss) < 1e-4, y * loss**2 / 2 * (1 - loss / 3 * (1 - loss / 4)), line)
    expected = math.log1p(float(weights @ (density * (gain + line)))) / y
    if y * epsilon < 700:
        assert float(mechanism.renyi(np.array(order))) == pytest.approx(expected, rel=NEAR)


def test_that_rho_holds_for_every_choice_although_the_pair_exceeds_it() -> None:
    mechanism = Exponential.calibrated(1.0, 0.0, 1.0)
    order = 3.0
    worst = 0.0
    for gap in np.linspace(-4, 4, 401):
        before = exponential_distribution(np.array([0.0, gap]), mechanism.scale)
        after = exponential_distribution(np.array([1.0, gap - 1.0]), mechanism.scale)
        worst = max(worst, math.log(float(np.sum(after**order * before ** (1 - order)))) / (order - 1))
    assert worst <= order * mechanism.rho
    assert worst < float(mechanism.renyi(np.array(order)))


# Permute-and-flip


@pytest.mark.parametrize("scale", [0.05, 0.7, 3.0, 1e9])
def test_that_permute_and_flip_has_the_distribution_of_its_definition(scale: float) -> None:
    before = np.array(SCORES)
    after = before + np.array([0.0, 1.0, 0.0, 0.0, 0.0])
    choice = PermuteAndFlip(scale, 1.0, 5).choice(SCORES)
    assert choice.without == pytest.approx(permuted_distribution(before, scale), rel=1e-11, abs=1e-300)
    assert choice.with_you == pytest.approx(permuted_distribution(after, scale), rel=1e-11, abs=1e-300)


@cases_in_one("count", [2, 3, 10, 1000])
@cases_in_one("scale", [1e-3, 0.3, 5.0, 1e6])
def test_that_a_thousand_candidates_still_sum_to_one(count: int, scale: float) -> None:
    drawn = np.random.default_rng(count).normal(size=count)
    choice = PermuteAndFlip(scale, 1.0, count).choice(tuple(drawn.tolist()))
    assert choice.without.sum() == pytest.approx(1, abs=1e-12)
    assert choice.with_you.sum() == pytest.approx(1, abs=1e-12)
    equal = PermuteAndFlip(scale, 1.0, count).choice((2.0,) * count)
    assert equal.without == pytest.approx(np.full(count, 1 / count), rel=1e-11)


def test_that_permute_and_flip_never_loses_more_score() -> None:
    for seed in range(40):
        generator = np.random.default_rng(seed)
        scores = generator.normal(size=int(generator.integers(2, 60))) * generator.choice([0.1, 1, 10])
        flipped, chosen = (
            kind(1.0, 1.0, scores.size).choice(tuple(scores)) for kind in (PermuteAndFlip, Exponential)
        )
        assert flipped.without @ scores >= chosen.without @ scores - 1e-12
        assert (scores.max() - flipped.without @ scores) >= (
            scores.max() - chosen.without @ scores
        ) / 2 - 1e-12


@pytest.mark.parametrize("epsilon", [0.0, 0.3, 0.7, 1.2, 1.45])
def test_that_permute_and_flip_is_as_hard_to_see_through_as_laplace_noise(epsilon: float) -> None:
    mechanism = PermuteAndFlip.calibrated(1.5, 0.0, 1.0)
    scale = mechanism.scale
    bound = delta_of(mechanism, epsilon)
    assert bound == pytest.approx(-math.expm1((epsilon - 1.5) / 2), rel=1e-12)
    assert bound <= (math.exp(1.5) - math.exp(epsilon)) / (1 + math.exp(1.5))  # any mechanism of pure ε
    for count, gaps in (
        (2, np.linspace(0, 6, 241)),
        (3, np.linspace(0, 4, 7)),
        (4, np.array([0.0, 0.9, 1.3])),
    ):
        worst = hardest(lambda scores: permuted_distribution(scores, scale), count, gaps, epsilon, 1.0)
        assert worst <= bound + 1e-12
        assert count > 2 or worst == pytest.approx(bound, rel=1e-3)


def test_that_many_candidates_come_as_near_to_the_profile_as_two() -> None:
    mechanism = PermuteAndFlip.calibrated(1.5, 0.0, 1.0)
    far = (-1e4,) * 50
    for epsilon in (0.0, 0.7, 1.2):
        worst = 0.0
        for gap in np.linspace(0, 3, 301):
            before, after = (
                np.exp(mechanism.log_probabilities(np.array([0.0 - m, -gap + m, *far]))) for m in (0.0, 1.0)
            )
            worst = max(worst, two_sided_delta(before, after, epsilon))
        assert worst == pytest.approx(delta_of(mechanism, epsilon), rel=1e-4)


def test_that_permute_and_flip_attains_its_epsilon() -> None:
    mechanism = PermuteAndFlip.calibrated(1.5, 0.0, 1.0)
    before, after = (
        permuted_distribution(np.array([0.0 - m, -3.0 + m]), mechanism.scale) for m in (0.0, 1.0)
    )
    assert math.log(after[1] / before[1]) == pytest.approx(1.5, rel=1e-12)


# What all of them that read scores share


@BY_SCORE
def test_that_you_raise_the_second_best_and_the_first_of_equals(kind: type[Selection]) -> None:
    mechanism = kind.calibrated(1.0, 0.0, 0.5, Shape(candidates=5))
    choice = mechanism.choice(SCORES)
    assert np.flatnonzero(choice.with_you > choice.without).tolist() == [1]
    assert [dict(name.values)["number"] for name in choice.names] == [1, 2, 3, 4, 5]
    tied = mechanism.choice((2.0, 2.0, 2.0))
    assert np.flatnonzero(tied.with_you > tied.without).tolist() == [1]


@BY_SCORE
@pytest.mark.parametrize("scale", [1e-8, 1.0, 2e12])
def test_that_extreme_scores_neither_overflow_nor_warn(kind: Any, scale: float) -> None:
    for scores in ((1e9, -1e9, 0.0), (5.0, 5.0), (0.0, 1e-300)):
        choice = kind(scale, 1e6, 3).choice(scores)
        for distribution in (choice.without, choice.with_you):
            assert np.all((distribution >= 0) & (distribution <= 1 + 1e-12))
            assert distribution.sum() == pytest.approx(1, rel=1e-12)


@BY_SCORE
def test_that_too_few_scores_and_no_numbers_are_refused(kind: type[Selection]) -> None:
    mechanism = kind.calibrated(1.0, 0.0, 1.0)
    for scores in ((), (1.0,), (1.0, math.nan), (math.inf, 0.0)):
        with pytest.raises(NotValid):
            mechanism.choice(scores)


@BY_SCORE
@pytest.mark.parametrize("count", [2, 3, 40, 1_000_000])
@pytest.mark.parametrize("confidence", [0.3, 0.95, 0.999])
def test_that_no_scores_lose_more_than_the_cost_says(kind: Any, count: int, confidence: float) -> None:
    mechanism = kind(0.7, 1.0, count)
    cost = mechanism.cost(confidence)
    assert cost.kind is Kind.UPPER
    assert dict(cost.sentence.values)["value"] == cost.value
    for share in (1.0, 1.3, 2.0):  # one best candidate, all others alike and just beyond what is bounded
        if count > 1000:
            break
        lost = max(cost.value * share, 1e-9) * (1 + 1e-9)
        choice = mechanism.choice((0.0,) + (-lost,) * (count - 1))
        assert 1 - choice.without[0] <= 1 - confidence + 1e-12
    assert not mechanism.reaches(cost.value * 0.999 or 1e-9, confidence) or cost.value == 0
    assert mechanism.reaches(cost.value * 1.001 or 1e-9, confidence)


def test_that_permute_and_flip_promises_to_lose_less() -> None:
    for count in (2, 5, 1000):
        assert (
            PermuteAndFlip(1.0, 1.0, count).cost(0.95).value < Exponential(1.0, 1.0, count).cost(0.95).value
        )


@BY_SCORE
@pytest.mark.parametrize("wish", [0.0, -1.0, math.nan, math.inf])
def test_that_a_loss_that_cannot_be_wished_for_is_refused(kind: type[Selection], wish: float) -> None:
    with pytest.raises(OutOfRange):
        kind.calibrated(1.0, 0.0, 1.0).reaches(wish, 0.95)


def test_that_a_calibration_reads_only_what_is_its_own() -> None:
    odd = Shape(categories=7, candidates=9, dimension=4, sampling_rate=0.5)
    assert RandomizedResponse.calibrated(0.3, 0.5, 1e9, odd) == RandomizedResponse(0.3, 7)
    for kind in (Exponential, PermuteAndFlip):
        one, other = kind.calibrated(0.3, 0.0, 2.0, odd), kind.calibrated(0.3, 0.5, 2.0, Shape(candidates=9))
        assert one == other
        assert one.candidates == 9


@pytest.mark.parametrize("kind", [RandomizedResponse, Exponential, PermuteAndFlip], ids=lambda kind: kind.id)
def test_that_every_choice_is_found_in_the_registry_as_exact_and_pure(kind: type[Selection]) -> None:
    assert every_mechanism()[kind.id] is kind
    assert kind.profile_kind is Kind.EXACT
    assert kind.pure


@pytest.mark.parametrize("kind", [RandomizedResponse, Exponential, PermuteAndFlip], ids=lambda kind: kind.id)
def test_that_a_secret_sample_makes_every_choice_protect_more(kind: type[Selection]) -> None:
    inner = kind.calibrated(1.0, 0.0, 1.0, Shape(categories=3))
    outer = sampled(inner, 0.25)
    assert outer.pure_epsilon == pytest.approx(math.log1p(0.25 * math.expm1(1.0)), rel=1e-12)
    pair = outer.pair()
    for epsilon in (0.0, 0.1, 0.3):
        closed = math.exp(float(outer.log_delta(np.array(epsilon))))
        assert closed == pytest.approx(pair.delta(epsilon), rel=1e-6)
    loss = outer.loss()
    whole = float(loss.atoms[:, 1].sum())
    if loss.support.size:
        whole += float(np.trapezoid(loss.density, loss.support))
    assert whole == pytest.approx(1, abs=2e-4)


def three_points(epsilon: float, categories: int) -> ThreePoint:
    """The loss of randomized response: the true answer has e^ε/(e^ε+m−1), each other one e^ε less."""
    log_truth = -math.log1p((categories - 1) * math.exp(-epsilon))
    return ThreePoint(epsilon, log_truth, math.log(categories - 2) + log_truth - epsilon)


def test_that_rho_is_the_least_that_is_proven() -> None:
    for mechanism, alike in (
        (RandomizedResponse(2.0, 3), three_points(2.0, 3)),
        (RandomizedResponse(0.1, 1000), three_points(0.1, 1000)),
        (PermuteAndFlip(1.0, 1.0, 5), Laplace(1.0, 2.0)),
    ):
        rho, epsilon = mechanism.rho, mechanism.pure_epsilon
        assert rho is not None
        assert rho == alike.rho < epsilon**2 / 2
        orders = np.geomspace(1.0001, 1e4, 200)
        assert (mechanism.renyi(orders) <= rho * orders * (1 + 1e-9)).all()


@pytest.mark.parametrize("kind", [Exponential, PermuteAndFlip])
def test_that_hopeless_options_keep_their_logarithms(kind: type[Exponential | PermuteAndFlip]) -> None:
    choice = kind(0.01, 1.0, 3).choice((0.0, -50.0, -100.0))
    assert (choice.without[1:] == 0).all()
    assert np.isfinite(choice.log_without).all()
    assert np.isfinite(choice.log_with_you).all()
    assert choice.log_with_you[1] - choice.log_without[1] == pytest.approx(100.0, rel=1e-9)
