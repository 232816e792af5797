"""Composition by others: dp-accounting 0.6.0 live, prv-accountant 0.2.0 and autodp 0.2.3.1 as frozen figures.

All three look at the loss of the same releases in their own way. Differences, each with a test below:
1. dp-accounting's upper and lower totals at a discretisation of 1e-3 enclose ours, but are further apart:
   by up to the discretisation a release where losses are rounded, by its square where dots are connected.
2. dp-accounting composes a repeated randomised response once (see test_dp_accounting): as a discrete
   Laplace mechanism at sensitivity 1, which has the same loss, it is right.
3. prv-accountant's bracket is as wide as was asked of it, 0.01 on either side; ours lies inside. (Its own
   pure mechanism is wrong and is not looked at: it gives 45.9 for the 577.8 of a thousand releases.)
4. autodp has no lower bound; its totals from Rényi divergences lie above.
"""

import logging

import numpy as np
import pytest
from dp_accounting.pld import privacy_loss_distribution as pld

from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.pld.compose import composed_curve, composed_epsilon
from explorer.privacy.subsampling.poisson import Subsampled

DELTA = 1e-5
STEP = 1e-3
HOW_OFTEN = np.array([1, 10, 100])
CASES = {
    "laplace": (pld.from_laplace_mechanism, (1.0,), {}, Laplace(1.0, 1.0)),
    "a small laplace": (pld.from_laplace_mechanism, (10.0,), {}, Laplace(10.0, 1.0)),
    "discrete laplace": (pld.from_discrete_laplace_mechanism, (0.5, 3), {}, DiscreteLaplace(2.0, 3.0)),
    "randomised response": (pld.from_discrete_laplace_mechanism, (0.7, 1), {}, DiscreteLaplace(1 / 0.7, 1.0)),
    "gaussian": (pld.from_gaussian_mechanism, (4.0,), {}, Gaussian(4.0, 1.0)),
    "discrete gaussian": (pld.from_discrete_gaussian_mechanism, (3.0, 1), {}, DiscreteGaussian(3.0, 1.0)),
    "sampled laplace": (
        pld.from_laplace_mechanism,
        (1.0,),
        {"sampling_prob": 0.1},
        Subsampled(Laplace(1.0, 1.0), 0.1),
    ),
    "sampled gaussian": (
        pld.from_gaussian_mechanism,
        (1.0,),
        {"sampling_prob": 0.05},
        Subsampled(Gaussian(1.0, 1.0), 0.05),
    ),
    "rarely sampled gaussian": (
        pld.from_gaussian_mechanism,
        (1.0,),
        {"sampling_prob": 0.01},
        Subsampled(Gaussian(1.0, 1.0), 0.01),
    ),
}


@pytest.fixture(autouse=True)
def quiet():
    """It warns that a lower bound cannot connect its dots."""
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


def theirs(name: str, high: bool) -> pld.PrivacyLossDistribution:
    make, numbers, options, _ = CASES[name]
    return make(*numbers, value_discretization_interval=STEP, pessimistic_estimate=high, **options)


@pytest.mark.parametrize("name", CASES)
def test_that_their_two_totals_and_our_interval_have_the_truth_in_common(name: str) -> None:
    ours = composed_curve(CASES[name][3], HOW_OFTEN, DELTA)
    assert ours is not None
    assert ours.narrow.all()
    for high in (False, True):
        one = theirs(name, high)
        totals = [one.self_compose(int(k)).get_epsilon_for_delta(DELTA) for k in HOW_OFTEN]
        if high:
            assert np.all(ours.lower <= np.array(totals) * (1 + 1e-9))
        else:
            assert np.all(ours.upper >= np.array(totals) * (1 - 1e-9))


@pytest.mark.parametrize("name", ["laplace", "gaussian", "sampled laplace", "sampled gaussian"])
def test_that_connected_dots_differ_by_the_square_of_the_discretisation(name: str) -> None:
    ours = composed_curve(CASES[name][3], HOW_OFTEN[2:], DELTA)
    assert ours is not None
    total = theirs(name, True).self_compose(100).get_epsilon_for_delta(DELTA)
    assert total - ours.upper[0] <= 1e3 * STEP**2


def test_that_a_list_of_four_kinds_is_composed_as_they_do() -> None:
    names = ["laplace", "discrete laplace", "sampled gaussian", "gaussian"]
    plan = [(CASES[name][3], 1 + place) for place, name in enumerate(names)]
    ours = composed_epsilon(plan, DELTA)
    assert ours is not None
    assert ours.narrow.all()
    for high in (False, True):
        parts = [theirs(name, high).self_compose(1 + place) for place, name in enumerate(names)]
        whole = parts[0]
        for part in parts[1:]:
            whole = whole.compose(part)
        total = whole.get_epsilon_for_delta(DELTA)
        assert ours.lower[0] <= total * (1 + 1e-9) if high else ours.upper[0] >= total * (1 - 1e-9)


@pytest.mark.parametrize(
    ("guarantee", "count", "least", "most"),
    [  # prv-accountant 0.2.0, eps_error 0.01, delta_error 1e-10
        (Laplace(1.0, 1.0), 100, 68.23926547044005, 68.2592960411335),
        (Gaussian(4.0, 1.0), 100, 13.196707101422724, 13.216718484763277),
        (Subsampled(Gaussian(1.0, 1.0), 0.01), 1000, 1.8182377522766815, 1.8382403931618356),
    ],
)
def test_that_our_interval_lies_within_prv_accountants(guarantee, count, least, most) -> None:
    ours = composed_curve(guarantee, np.array([count]), DELTA)
    assert ours is not None
    assert least <= ours.lower[0] <= ours.upper[0] <= most


@pytest.mark.parametrize(
    ("guarantee", "theirs_by_renyi"),
    [(Gaussian(4.0, 1.0), 14.130547455510715), (Laplace(1.0, 1.0), 70.775322008411)],  # autodp 0.2.3.1
)
def test_that_our_interval_lies_below_autodps_total_by_renyi_divergences(guarantee, theirs_by_renyi) -> None:
    ours = composed_curve(guarantee, np.array([100]), DELTA)
    assert ours is not None
    assert 0.9 * theirs_by_renyi <= ours.lower[0] <= ours.upper[0] <= theirs_by_renyi
