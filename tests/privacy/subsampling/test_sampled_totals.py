"""Many releases on a secret sample, and what one theorem proves held against every other."""

import math

import numpy as np
import pytest
from cases_in_one import cases_in_one
from thoroughness import combined

from explorer.privacy.accounting.calibration import calibrate, epsilon_for_noise
from explorer.privacy.composition import Release, every_composition
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.exponential import Exponential
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.mechanisms.randomized_response import RandomizedResponse
from explorer.privacy.progress import Cancelled, listening
from explorer.privacy.shape import Shape
from explorer.privacy.status import Status
from explorer.privacy.subsampling.poisson import Subsampled
from explorer.privacy.subsampling.poisson_renyi import renyi_of_normal
from explorer.privacy.subsampling.sample import sampled

COUNTS = np.array([1, 2, 6, 30, 100, 1000], dtype=np.int64)
BOUNDS = every_composition()


@pytest.mark.parametrize(
    "release",
    [
        Release(1.0, 0.0, Laplace(1.0, 1.0)),
        Release(1.0, 0.0, Exponential(2.0, 1.0)),
        Release(1.0, 0.0, RandomizedResponse(1.0, 2)),
        Release(1.0, 0.0, DiscreteLaplace(1.0, 1)),
        Release(None, 0.0, Gaussian(2.0, 1.0), 0.1),
        Release(sampled(Laplace(0.25, 1.0), 0.02).pure_epsilon, 0.0, Laplace(0.25, 1.0), 0.02),
    ],
    ids=["laplace", "exponential", "response", "discrete-laplace", "gaussian-sample", "laplace-sample"],
)
@pytest.mark.parametrize("delta", [1e-4, 1e-9])
def test_that_pld_accounting_never_exceeds_what_another_theorem_proves(release, delta):
    own = BOUNDS["numerical"]().total(release, COUNTS, delta)
    finite = np.isfinite(own.lower)
    assert np.all(own.lower[finite] <= own.estimate[finite])
    assert np.all(own.estimate[finite] <= own.upper[finite])
    assert np.array_equal(own.value, own.upper)  # what is quoted is never below what is proven
    for bound in ("sequential", "optimal", "renyi", "zcdp"):
        other = BOUNDS[bound]().total(release, COUNTS, delta).upper
        assert np.all((own.upper <= other * (1 + 3e-9)) | np.isnan(other)), bound


def test_that_the_rényi_form_uses_a_rho_that_is_proven():
    release = Release(1.0, 0.0, Exponential(2.0, 1.0))
    renyi, zcdp = (BOUNDS[name]().total(release, COUNTS, 1e-5).upper for name in ("renyi", "zcdp"))
    assert np.all(renyi <= zcdp)
    assert renyi[-1] == pytest.approx(zcdp[-1], rel=1e-12)  # its ρ is the better of both there


def test_that_choices_say_whose_loss_it_is():
    own = BOUNDS["numerical"]().total(Release(1.0, 0.0, Exponential(2.0, 1.0)), COUNTS, 1e-5)
    assert all(why is not None and "dominates" in str(why.text) for why in own.reasons)


@cases_in_one("mu", [0.05, 0.5, 1.0, 4.0, 9.0])
@cases_in_one("rate", [1e-4, 0.01, 0.5])
def test_that_the_divergence_of_a_sampled_normal_distribution_is_known_to_rounding(mu, rate):
    assert renyi_of_normal(mu, rate, np.array([2.0]))[0] == pytest.approx(
        math.log1p(rate * rate * math.expm1(mu * mu)), rel=1e-11
    )
    orders = np.array([1.01, 1.5, 5.0, 100.0, 3e3, 1e5])
    distribution = Subsampled(Gaussian(1 / mu, 1.0), rate)
    # Only the sampled part of the moment: nothing may lie below it.
    least = orders / (orders - 1) * math.log(rate) + orders * mu * mu / 2
    assert np.all(distribution.renyi(orders) >= least * (1 - 1e-9))
    most = (
        orders / (orders - 1) * np.logaddexp(math.log1p(-rate), math.log(rate) + (orders - 1) * mu * mu / 2)
    )
    assert np.all(distribution.renyi(orders) <= most * (1 + 1e-9))


@pytest.mark.parametrize(("kind", "bound"), combined([Laplace, Gaussian], ["renyi", "numerical"]))
def test_that_the_least_noise_on_a_sample_keeps_the_total_and_hardly_less_does(kind, bound):
    shape = Shape(sampling_rate=0.05)
    found = calibrate(kind, BOUNDS[bound](), 2.0, 1e-6, 50, 1.0, shape)
    assert found.mechanism is not None
    assert found.status is Status.PROVEN
    assert found.total_epsilon <= 2.0
    assert found.total_epsilon == pytest.approx(2.0, rel=1e-3)
    whole = calibrate(kind, BOUNDS[bound](), 2.0, 1e-6, 50, 1.0)
    assert found.mechanism.noise < whole.mechanism.noise  # the sample hides, too
    distribution = sampled(found.mechanism, 0.05)
    if found.epsilon is not None:
        assert found.epsilon == distribution.pure_epsilon
    else:
        epsilon = epsilon_for_noise(kind, found.mechanism.noise, 1e-8, 1.0, shape)
        assert distribution.epsilon_at(1e-8) == pytest.approx(epsilon, rel=1e-6)


def test_that_a_total_out_of_reach_is_refused_on_a_sample_too():
    found = calibrate(Laplace, BOUNDS["numerical"](), 1e-9, 1e-6, 1000, 1.0, Shape(sampling_rate=0.05))
    assert found.mechanism is None
    assert found.reason is not None


@pytest.mark.parametrize("name", ["renyi", "numerical"])
def test_that_long_questions_of_a_sample_stop_where_they_are_asked_to(name):
    told = []

    def stop(share):
        told.append(share)
        raise Cancelled

    release = Release(None, 0.0, Gaussian(0.731, 1.0), 0.0123)
    with pytest.raises(Cancelled), listening(stop):
        BOUNDS[name]().total(release, np.arange(1, 200, dtype=np.int64), 1e-5)
    assert told
