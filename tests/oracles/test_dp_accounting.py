"""Google's dp-accounting, 0.6.0, as an independent witness; where it and we differ, and why.

Its privacy-loss distributions rest on a lattice of losses. With "connect the dots" (continuous
distributions, and wherever it is asked for) their δ is exact at the points of the lattice and above the truth
between them;
rounded up or down they enclose it. What it has no word for (staircase, selections) is given to it as two
tables of masses.

Differences, each with a test below:
1. A randomised response that is repeated is composed once: ten of ln 3 count as one.
2. The Rényi divergence of a sampled Gaussian at an order that is no whole number is too large: the series
   of Mironov, Talwar & Zhang (2019) alternates, and its signs are dropped. Whole orders are right.
3. Between two points of its lattice its ε is larger than ours, by the lattice's step at most.
4. Its σ solves δ(σ) = δ to 1e-12 on either side; ours is on the private side always.
"""

import math

import dp_accounting
import numpy as np
import pytest
from dp_accounting import rdp
from dp_accounting.pld import common, pld_privacy_accountant
from dp_accounting.pld import privacy_loss_distribution as pld
from thoroughness import some

from explorer.privacy.accounting.gaussian_calibration import sigmas
from explorer.privacy.composition import Release, every_composition
from explorer.privacy.mechanism import Guarantee, Selection
from explorer.privacy.mechanisms.catastrophe import Catastrophe
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.exponential import Exponential
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.gaussian_classical import GaussianClassical
from explorer.privacy.mechanisms.gaussian_vector import GaussianVector
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.mechanisms.laplace_vector import LaplaceVector
from explorer.privacy.mechanisms.permute_and_flip import PermuteAndFlip
from explorer.privacy.mechanisms.randomized_response import RandomizedResponse
from explorer.privacy.mechanisms.staircase import Staircase
from explorer.privacy.subsampling.poisson import Subsampled

EPSILONS = [0.0, 0.1, 0.5, 1.0, 1.4, 2.3]  # points of its lattice
STEP = 1e-4
NEAR = 1e-9
QUARTER = 0.25
DOTS = {"use_connect_dots": True}


def deltas(guarantee: Guarantee) -> np.ndarray:
    return np.exp(guarantee.log_delta(np.array(EPSILONS)))


def theirs(distribution: pld.PrivacyLossDistribution) -> np.ndarray:
    return np.array(distribution.get_delta_for_epsilon(EPSILONS))


def coin(epsilon: float, categories: int) -> float:
    """Their parameter of randomised response: how often a uniform answer replaces the true one."""
    return categories / (math.exp(epsilon) + categories - 1)


def table(distribution: np.ndarray) -> dict[int, float]:
    return {at: math.log(mass) for at, mass in enumerate(distribution) if mass > 0}


CASES = {
    "laplace": (lambda: pld.from_laplace_mechanism(0.7, 1.0), Laplace(0.7, 1.0)),
    "laplace, sensitivity 3": (lambda: pld.from_laplace_mechanism(2.0, 3.0), Laplace(2.0, 3.0)),
    "gaussian": (lambda: pld.from_gaussian_mechanism(1.3, 1.0), Gaussian(1.3, 1.0)),
    "textbook sigma": (
        lambda: pld.from_gaussian_mechanism(GaussianClassical.calibrated(1.5, 0.01, 1.0).sigma),
        GaussianClassical.calibrated(1.5, 0.01, 1.0),
    ),
    "several numbers, L2": (lambda: pld.from_gaussian_mechanism(1.3, 2.0), GaussianVector(1.3, 2.0, 5)),
    "several numbers, L1": (lambda: pld.from_laplace_mechanism(1.3, 2.0), LaplaceVector(1.3, 2.0, 5)),
    "discrete laplace": (lambda: pld.from_discrete_laplace_mechanism(0.5, 3, **DOTS), DiscreteLaplace(2, 3)),
    "discrete gaussian": (
        lambda: pld.from_discrete_gaussian_mechanism(2.0, 1, **DOTS),
        DiscreteGaussian(2.0, 1.0),
    ),
    "two answers": (lambda: pld.from_randomized_response(coin(1.7, 2), 2), RandomizedResponse(1.7, 2)),
    "five answers": (lambda: pld.from_randomized_response(coin(1.7, 5), 5), RandomizedResponse(1.7, 5)),
    # Composing with "published with probability δ" is 1 − (1−δ₀)(1−δ(ε)), as a catastrophe is.
    "catastrophe": (
        lambda: pld.from_laplace_mechanism(0.7).compose(
            pld.from_privacy_parameters(common.DifferentialPrivacyParameters(0.0, 1e-3))
        ),
        Catastrophe(0.7, 1e-3, 1.0),
    ),
    "laplace on a sample": (
        lambda: pld.from_laplace_mechanism(0.5, sampling_prob=QUARTER),
        Subsampled(Laplace(0.5, 1.0), QUARTER),
    ),
    "gaussian on a sample": (
        lambda: pld.from_gaussian_mechanism(0.8, sampling_prob=QUARTER),
        Subsampled(Gaussian(0.8, 1.0), QUARTER),
    ),
    "discrete laplace on a sample": (
        lambda: pld.from_discrete_laplace_mechanism(0.5, 3, sampling_prob=QUARTER, **DOTS),
        Subsampled(DiscreteLaplace(2, 3), QUARTER),
    ),
    "discrete gaussian on a sample": (
        lambda: pld.from_discrete_gaussian_mechanism(0.8, 1, sampling_prob=QUARTER, **DOTS),
        Subsampled(DiscreteGaussian(0.8, 1.0), QUARTER),
    ),
}


@pytest.mark.parametrize("case", some(CASES, 8))
def test_that_delta_agrees_on_the_lattice(case: str) -> None:
    made, ours = CASES[case]
    assert theirs(made()) == pytest.approx(deltas(ours), rel=NEAR, abs=1e-14)


@pytest.mark.parametrize("case", some(CASES, 8))
def test_that_epsilon_is_theirs_but_for_the_step_of_their_lattice(case: str) -> None:
    made, ours = CASES[case]
    distribution = made()
    for delta in (0.3, 0.01, 2e-3):
        found = distribution.get_epsilon_for_delta(delta)
        # Difference 3: connected dots lie above the curve.
        assert found - STEP <= ours.epsilon_at(delta) <= found + 1e-9


@pytest.mark.parametrize(
    ("made", "ours"),
    [
        (pld.from_laplace_mechanism, Laplace(0.83, 1.0)),
        (pld.from_gaussian_mechanism, Gaussian(1.37, 1.0)),
        (pld.from_discrete_laplace_mechanism, DiscreteLaplace(1 / 0.83, 1.0)),
        (pld.from_discrete_gaussian_mechanism, DiscreteGaussian(1.37, 1.0)),
    ],
    ids=lambda each: getattr(each, "id", None),
)
def test_that_delta_lies_between_their_losses_rounded_down_and_up(made, ours) -> None:
    noise = ours.pure_epsilon if isinstance(ours, DiscreteLaplace) else ours.noise
    options = {"use_connect_dots": False, "value_discretization_interval": 1e-3}
    low = theirs(made(noise, pessimistic_estimate=False, **options))
    high = theirs(made(noise, pessimistic_estimate=True, **options))
    assert np.all(low <= deltas(ours) * (1 + NEAR) + 1e-14)
    assert np.all(deltas(ours) <= high * (1 + NEAR) + 1e-14)
    assert np.all(high - low <= 2e-3)


def test_that_a_staircase_is_the_same_by_its_steps() -> None:
    for epsilon in (0.5, 1.7, 4.0):
        ours = Staircase.calibrated(epsilon, 0.0, 2.0)
        steps = 2.0 * np.arange(-60 / epsilon, 60 / epsilon).round()
        edges = np.unique(np.concatenate((steps, steps + 2 * ours.first_share, steps - 2 * ours.first_share)))
        middle, width = (edges[1:] + edges[:-1]) / 2, np.diff(edges)
        distributions = [ours.density(middle - moved) * width for moved in (0.0, 2.0)]
        assert [each.sum() for each in distributions] == pytest.approx([1, 1])
        found = pld.from_two_probability_mass_functions(*map(table, distributions), symmetric=False)
        low = pld.from_two_probability_mass_functions(
            *map(table, distributions), symmetric=False, pessimistic_estimate=False
        )
        assert np.all(theirs(low) - 1e-12 <= deltas(ours))
        assert np.all(deltas(ours) <= theirs(found) + 1e-12)
        assert theirs(found) == pytest.approx(theirs(low), abs=2 * STEP)


@pytest.mark.parametrize("kind", [Exponential, PermuteAndFlip], ids=lambda kind: kind.id)
def test_that_a_selection_is_the_worst_of_all_scores_and_no_scores_are_worse(kind: type[Selection]) -> None:
    ours = kind.calibrated(1.4, 0.0, 1.0)
    drawn = np.random.default_rng(3)
    pairs = [([gap, 0.0], [gap - 1, 1.0]) for gap in np.linspace(-4, 6, 121)]
    for _ in range(40):
        scores = drawn.uniform(0, 5, drawn.integers(2, 6))
        pairs.append((scores, scores + drawn.choice([-1.0, 0.0, 1.0], len(scores))))
    found = []
    for pair in pairs:
        distributions = [ours.choice(tuple(map(float, scores))).without for scores in pair]
        for one, other in (distributions, distributions[::-1]):
            distribution = pld.from_two_probability_mass_functions(
                table(one), table(other), symmetric=False, pessimistic_estimate=False
            )
            found.append(theirs(distribution))
    assert np.all(np.max(found, axis=0) <= deltas(ours) + 1e-12)
    assert np.max(found, axis=0) == pytest.approx(deltas(ours), abs=2e-3)


def test_that_moving_several_coordinates_is_no_worse_than_moving_one_as_far() -> None:
    half = pld.from_laplace_mechanism(0.7, 0.5)
    assert np.all(theirs(half.compose(half)) <= deltas(LaplaceVector(0.7, 1.0, 2)) + 1e-12)
    side = pld.from_gaussian_mechanism(1.3, math.sqrt(0.5))
    assert theirs(side.compose(side)) == pytest.approx(deltas(GaussianVector(1.3, 1.0, 2)), rel=1e-6)


EVENTS = [
    (dp_accounting.LaplaceDpEvent(0.7), Laplace(0.7, 1.0)),
    (dp_accounting.GaussianDpEvent(1.3), Gaussian(1.3, 1.0)),
    (dp_accounting.RandomizedResponseDpEvent(coin(1.7, 4), 4), RandomizedResponse(1.7, 4)),
]


def their_renyi(event: dp_accounting.DpEvent, order: float) -> float:
    """The divergence at one order, from the ε of an accountant that knows no other (their conversion)."""
    replaced = isinstance(event, dp_accounting.RandomizedResponseDpEvent)
    relations = dp_accounting.NeighboringRelation
    accountant = rdp.RdpAccountant(
        [order], relations.REPLACE_ONE if replaced else relations.ADD_OR_REMOVE_ONE
    )
    accountant.compose(event)
    log_delta = math.log(1e-30)
    return (
        accountant.get_epsilon(1e-30) - math.log1p(-1 / order) + (log_delta + math.log(order)) / (order - 1)
    )


@pytest.mark.parametrize(("event", "ours"), EVENTS, ids=lambda each: getattr(each, "id", ""))
def test_that_the_renyi_divergence_agrees(event: dp_accounting.DpEvent, ours: Guarantee) -> None:
    for order in (1.5, 2.0, 5.0, 32.0):
        assert float(ours.renyi(np.array([order]))[0]) == pytest.approx(their_renyi(event, order), rel=NEAR)


def test_that_the_renyi_divergence_of_a_sampled_gaussian_agrees_at_whole_orders() -> None:
    event = dp_accounting.PoissonSampledDpEvent(0.1, dp_accounting.GaussianDpEvent(1.3))
    ours = Subsampled(Gaussian(1.3, 1.0), 0.1)
    for order in (2.0, 5.0, 32.0):
        assert float(ours.renyi(np.array([order]))[0]) == pytest.approx(their_renyi(event, order), rel=1e-8)
    for order in (1.5, 2.5, 3.7):  # difference 2
        assert float(ours.renyi(np.array([order]))[0]) < their_renyi(event, order)
    exact = 0.005794744571794302  # scipy.integrate.quad over the line, at order 1.5
    assert float(ours.renyi(np.array([1.5]))[0]) == pytest.approx(exact, rel=1e-9)


def test_that_sigma_is_theirs_and_on_the_private_side() -> None:
    drawn = np.random.default_rng(2)
    epsilon, delta = np.exp(drawn.uniform(-4, 3, 60)), 10 ** drawn.uniform(-14, -1, 60)
    found = [dp_accounting.get_sigma_gaussian(*pair) for pair in zip(epsilon, delta, strict=True)]
    ours = sigmas(epsilon, delta, 1.0)
    assert ours == pytest.approx(np.array(found), rel=NEAR)
    kept = [
        float(Gaussian(sigma, 1.0).log_delta(np.array([at]))[0])
        for sigma, at in zip(ours, epsilon, strict=True)
    ]
    assert np.all(kept <= np.log(delta))  # difference 4
    for sigma, at, slip in zip(ours, epsilon, delta, strict=True):
        if slip < 1e-3:
            their_epsilon = dp_accounting.get_epsilon_gaussian(sigma, slip)
            assert their_epsilon == pytest.approx(at, rel=1e-6)
            assert Gaussian(sigma, 1.0).epsilon_at(slip) == pytest.approx(their_epsilon, rel=1e-6)


def test_that_a_calibrated_discrete_gaussian_keeps_its_delta_by_their_account() -> None:
    for epsilon, delta in ((1.0, 1e-6), (0.3, 1e-4)):
        sigma = DiscreteGaussian.calibrated(epsilon, delta, 1.0).sigma
        kept, missed = (
            pld.from_discrete_gaussian_mechanism(width, 1, **DOTS).get_delta_for_epsilon(epsilon)
            for width in (sigma, sigma * (1 - 1e-6))
        )
        assert kept <= delta * (1 + NEAR) < missed * (1 + NEAR)
        assert missed > delta


def test_that_ten_randomised_responses_cost_what_ten_cost() -> None:
    once, ten = pld.from_randomized_response(coin(math.log(3), 2), 2), 10
    release = Release(math.log(3), 0.0, RandomizedResponse(math.log(3), 2))
    (exact,) = every_composition()["optimal"]().total(release, np.array([ten]), 1e-9).upper
    assert once.self_compose(ten).get_epsilon_for_delta(1e-9) == pytest.approx(exact, abs=ten * STEP)
    # Difference 1: by their accountant ten of them are (1.0987, 1e-9)-DP, where 10.98 is the truth.
    event = dp_accounting.RandomizedResponseDpEvent(coin(math.log(3), 2), 2)
    accountant = pld_privacy_accountant.PLDAccountant(dp_accounting.NeighboringRelation.REPLACE_ONE)
    accountant.compose(dp_accounting.SelfComposedDpEvent(event, ten))
    assert accountant.get_epsilon(1e-9) == pytest.approx(math.log(3), abs=2 * STEP)
    assert exact > 10.9
