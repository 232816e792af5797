"""What a range of the loss is worth in Gaussian differential privacy: its μ, and what composes from it."""

import numpy as np
import pytest
import scipy.special

from explorer.privacy.composition import Kind, Release, every_composition
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.exponential import Exponential, bounded_range_mu

# ε, then 2√2 erf⁻¹(tanh(ε/4)) to 18 digits; from 100 on by the tail of the normal distribution
GOLDEN = [
    (1e-8, 6.26657068657750125e-9),
    (1e-3, 0.000626657065856046875),
    (0.1, 0.0626629055410031449),
    (1.0, 0.623892592098508192),
    (1.5, 0.930806794904657113),
    (5.0, 2.86699046747650637),
    (30.0, 9.97490632498962193),
    (100.0, 19.349650567224713),
    (300.0, 34.2039153544618198),
    (700.0, 52.5973461149696449),
]


@pytest.mark.parametrize(("epsilon", "mu"), GOLDEN)
def test_that_mu_is_the_exact_one_rounded_up(epsilon, mu):
    assert mu < bounded_range_mu(epsilon) <= mu * (1 + 2e-14)


@pytest.mark.parametrize("epsilon", [1e-3, 0.3, 1.0, 4.0, 12.0])
def test_that_no_choice_of_that_range_is_easier_to_tell_than_normal_noise_of_mu(epsilon):
    mechanism = Exponential(2 / epsilon, 1.0, 4)
    mu = mechanism.mu_at_most
    alpha = scipy.special.expit(np.linspace(-30, 30, 4001))
    normal = scipy.special.ndtr(-scipy.special.ndtri(alpha) - mu)
    found = mechanism.trade_off(alpha)
    assert np.all(found >= normal * (1 - 1e-9) - 1e-14)
    middle = np.array([scipy.special.expit(-epsilon / 2)])  # where both errors are equal
    less = scipy.special.ndtr(-scipy.special.ndtri(middle) - mu * (1 - 1e-6))
    assert mechanism.trade_off(middle)[0] < less[0]


@pytest.mark.parametrize("count", [1, 10, 100])
def test_that_choices_compose_to_an_upper_bound_above_what_is_computed(count):
    counts = np.array([count])
    release = Release(1.0, 0.0, Exponential(2.0, 1.0, 4))
    by_mu = every_composition()["gaussian-dp"]().total(release, counts, 1e-6)
    computed = every_composition()["numerical"]().total(release, counts, 1e-6)
    assert by_mu.kind is Kind.UPPER
    assert np.isnan(by_mu.lower[0])
    assert by_mu.upper[0] >= computed.upper[0] * (1 - 1e-4)  # normal noise of μ is easier to tell


def test_that_other_mechanisms_have_the_mu_that_they_are_exactly_or_none():
    assert DiscreteLaplace(1.0, 1).mu_at_most is None
