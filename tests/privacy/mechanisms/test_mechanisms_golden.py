"""Each mechanism's closed forms against reference values of 30 digits."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from golden_rows import golden

from explorer.privacy.mechanism import Mechanism
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.gaussian_classical import GaussianClassical
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.status import Status

Inputs = dict[str, float]
Row = dict[str, Any]
NEAR = 1e-9


def delta_of(mechanism: Mechanism, epsilon: float) -> float:
    return math.exp(float(mechanism.log_delta(np.array([epsilon]))[0]))


def log_of(row: Row) -> float:
    """ln of a row's value, also where it is below any double."""
    mantissa, _, power = row["value"].partition("e")
    return math.log(float(mantissa)) + int(power or 0) * math.log(10)


@golden("gaussian", "analytic_gaussian_sigma")
def test_that_the_analytic_sigma_is_exact(inputs: Inputs, row: Row, value: float) -> None:
    found = Gaussian.calibrated(inputs["eps"], inputs["delta"], inputs["l2_sensitivity"])
    assert found.sigma == pytest.approx(value, rel=NEAR)
    assert Fraction(found.sigma) > Fraction(row["value"])  # in truth, not only as computed


@golden("gaussian", "gdp_delta")
def test_that_the_gaussian_delta_is_exact(inputs: Inputs, row: Row, value: float) -> None:
    log_delta = float(Gaussian(1 / inputs["mu"], 1.0).log_delta(np.array([inputs["eps"]]))[0])
    if value > 1e-300:
        assert math.exp(log_delta) == pytest.approx(value, rel=NEAR)
    else:
        assert log_delta == pytest.approx(log_of(row), rel=NEAR)


@golden("gaussian", "gaussian_k_fold_eps_exact")
def test_that_the_gaussian_epsilon_at_a_delta_is_exact(inputs: Inputs, row: Row, value: float) -> None:
    found = Gaussian(1 / float(row["mu"]), 1.0).epsilon_at(inputs["delta"])
    assert found == pytest.approx(value, rel=NEAR)
    assert Fraction(found) > Fraction(row["value"])


@golden("laplace", "laplace_k_fold_delta_exact")
def test_that_the_laplace_delta_is_exact(inputs: Inputs, row: Row, value: float) -> None:
    found = delta_of(Laplace(1 / inputs["eps"], 1.0), inputs["eps_total"])
    assert found == pytest.approx(value, rel=NEAR, abs=1e-15)


@golden("laplace", "laplace_k_fold_eps_exact")
def test_that_the_laplace_epsilon_at_a_delta_is_exact(inputs: Inputs, row: Row, value: float) -> None:
    found = Laplace.calibrated(inputs["eps"], 0.0, 1.0).epsilon_at(inputs["delta"])
    assert found == pytest.approx(value, rel=NEAR)


@golden("laplace", "laplace_rdp")
def test_that_the_laplace_renyi_divergence_is_exact(inputs: Inputs, row: Row, value: float) -> None:
    found = float(Laplace(1 / inputs["eps"], 1.0).renyi(np.array([inputs["alpha"]]))[0])
    assert found == pytest.approx(value, rel=NEAR)


@golden("laplace", "laplace_mean_loss", "laplace_loss_variance")
def test_that_the_laplace_loss_has_its_moments(inputs: Inputs, row: Row, value: float) -> None:
    loss = Laplace(1 / inputs["eps"], 1.0).loss()

    def moment(power: int) -> float:
        between = float(np.trapezoid(loss.density * loss.support**power, loss.support))
        return float(np.sum(loss.atoms[:, 0] ** power * loss.atoms[:, 1])) + between

    mean = moment(1)
    found = mean if row["formula"] == "laplace_mean_loss" else moment(2) - mean**2
    assert found == pytest.approx(value, rel=1e-4)


@golden("discrete_laplace", "discrete_laplace_pmf0", "discrete_laplace_pmf3", "discrete_laplace_variance")
def test_that_the_discrete_laplace_distribution_is_exact(inputs: Inputs, row: Row, value: float) -> None:
    mechanism = DiscreteLaplace.calibrated(inputs["eps"], 0.0, inputs["l1_sensitivity"])
    if row["formula"].endswith("variance"):
        assert mechanism.standard_deviation**2 == pytest.approx(value, rel=NEAR)
    else:
        at = np.array([float(row["formula"][-1])])
        assert float(mechanism.density(at)[0]) == pytest.approx(value, rel=NEAR)


@golden("discrete_laplace", "discrete_laplace_95pct_halfwidth")
def test_that_the_discrete_laplace_margin_is_the_least_integer(
    inputs: Inputs, row: Row, value: float
) -> None:
    assert DiscreteLaplace.calibrated(inputs["eps"], 0.0, inputs["l1_sensitivity"]).margin(0.95) == value


@golden("discrete_laplace", "discrete_laplace_delta_sens1")
def test_that_discrete_laplace_at_sensitivity_one_is_randomised_response(
    inputs: Inputs, row: Row, value: float
) -> None:
    found = delta_of(DiscreteLaplace.calibrated(inputs["eps"], 0.0, 1.0), inputs["eps_total"])
    assert found == pytest.approx(value, rel=NEAR)


@golden("discrete_laplace", "rr_rdp")
def test_that_the_discrete_laplace_renyi_divergence_is_exact(inputs: Inputs, row: Row, value: float) -> None:
    found = float(DiscreteLaplace(1 / inputs["eps"], 1.0).renyi(np.array([inputs["alpha"]]))[0])
    assert found == pytest.approx(value, rel=NEAR)


@golden("discrete_laplace", "rr_tv", "rr_mean_loss", "rr_loss_variance")
def test_that_the_discrete_laplace_loss_has_its_moments(inputs: Inputs, row: Row, value: float) -> None:
    mechanism = DiscreteLaplace(1 / inputs["eps"], 1.0)
    where, mass = mechanism.loss().atoms.T
    mean = float(where @ mass)
    found = {
        "rr_tv": delta_of(mechanism, 0.0),
        "rr_mean_loss": mean,
        "rr_loss_variance": float(where**2 @ mass) - mean**2,
    }[row["formula"]]
    assert found == pytest.approx(value, rel=NEAR)


@golden("gaussian_classical", "classical_gaussian_sigma")
def test_that_the_textbook_sigma_is_that_of_dwork_and_roth(inputs: Inputs, row: Row, value: float) -> None:
    found = GaussianClassical.calibrated(inputs["eps"], inputs["delta"], inputs["l2_sensitivity"])
    assert found.sigma == pytest.approx(value, rel=NEAR)
    assert Fraction(found.sigma) > Fraction(row["value"])
    proven = found.claim(inputs["eps"], inputs["delta"]).status is Status.PROVEN
    # The rows take the theorem by its letter, for ε below 1; at 1 it holds by continuity.
    assert proven is (row["theorem_applies"] or inputs["eps"] == 1)


@golden("gaussian_classical", "classical_gaussian_true_delta")
def test_that_the_textbook_sigma_is_judged_by_the_delta_it_truly_delivers(
    inputs: Inputs, row: Row, value: float
) -> None:
    found = GaussianClassical.calibrated(inputs["eps"], inputs["delta"], 1.0)
    assert delta_of(found, inputs["eps"]) == pytest.approx(value, rel=NEAR)
    claim = found.claim(inputs["eps"], inputs["delta"])
    assert (claim.status is Status.FALSE) is row["violates"]


@golden("gaussian_classical", "classical_gaussian_smallest_eps_where_false")
def test_that_the_textbook_sigma_is_false_from_its_epsilon_on(inputs: Inputs, row: Row, value: float) -> None:
    for epsilon, status in ((value * (1 - 1e-9), Status.CONFIRMED), (value * (1 + 1e-9), Status.FALSE)):
        found = GaussianClassical.calibrated(epsilon, inputs["delta"], 1.0)
        assert found.claim(epsilon, inputs["delta"]).status is status


@golden("discrete_gaussian", "discrete_gaussian_normaliser", "discrete_gaussian_variance")
def test_that_the_discrete_gaussian_distribution_is_exact(inputs: Inputs, row: Row, value: float) -> None:
    mechanism = DiscreteGaussian(math.sqrt(inputs["sigma2"]), 1.0)
    if row["formula"].endswith("variance"):
        assert mechanism.standard_deviation**2 == pytest.approx(value, rel=NEAR)
    else:
        assert 1 / float(mechanism.density(np.array([0.0]))[0]) == pytest.approx(value, rel=NEAR)


@golden("discrete_gaussian", "discrete_gaussian_delta_sens1")
def test_that_the_discrete_gaussian_delta_is_exact(inputs: Inputs, row: Row, value: float) -> None:
    mechanism = DiscreteGaussian(math.sqrt(inputs["sigma2"]), 1.0)
    assert float(mechanism.log_delta(np.array([inputs["eps"]]))[0]) == pytest.approx(log_of(row), rel=NEAR)
    if value > 1e-300:
        assert delta_of(mechanism, inputs["eps"]) == pytest.approx(value, rel=NEAR)
        assert mechanism.epsilon_at(value) == pytest.approx(inputs["eps"], rel=NEAR)


@golden("noise_accuracy", "laplace_halfwidth", "laplace_max_over_m_bins_halfwidth", "laplace_sd")
def test_that_the_laplace_margins_are_exact(inputs: Inputs, row: Row, value: float) -> None:
    mechanism = Laplace.calibrated(inputs["eps"], 0.0, inputs["l1_sensitivity"])
    if row["formula"] == "laplace_sd":
        assert mechanism.standard_deviation == pytest.approx(value, rel=NEAR)
    else:
        found = mechanism.margin(1 - inputs["beta"], int(inputs.get("m", 1)))
        assert found == pytest.approx(value, rel=NEAR)


@golden("noise_accuracy", "gaussian_halfwidth")
def test_that_the_gaussian_margin_is_exact(inputs: Inputs, row: Row, value: float) -> None:
    mechanism = Gaussian.calibrated(inputs["eps"], inputs["delta"], inputs["l2_sensitivity"])
    assert mechanism.margin(1 - inputs["beta"]) == pytest.approx(value, rel=NEAR)


def test_that_an_analytic_gaussian_exceeds_epsilon_sixteen_times_as_often_as_its_delta() -> None:
    from scipy.special import ndtr

    mu = Gaussian.calibrated(1.0, 1e-5, 1.0).mu
    assert float(ndtr(mu / 2 - 1 / mu)) == pytest.approx(1.6e-4, rel=0.02)


def test_that_continuous_laplace_is_milder_than_discrete_at_the_same_epsilon() -> None:
    assert delta_of(Laplace(1.0, 1.0), 0.0) < delta_of(DiscreteLaplace(1.0, 1.0), 0.0)
