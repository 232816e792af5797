"""The composition bounds against reference values of 30 digits."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from golden_rows import golden

from explorer.privacy.accounting.concentrated import canonne_kamath_steinke
from explorer.privacy.composition import Release, Status, every_composition
from explorer.privacy.compositions.advanced_textbook import AdvancedTextbook
from explorer.privacy.compositions.optimal import Optimal
from explorer.privacy.mechanism import Mechanism, every_mechanism
from explorer.privacy.mechanisms.gaussian import Gaussian

Inputs = dict[str, float]
Row = dict[str, Any]
NEAR = 1e-9
BOUND = {
    "basic_eps": "sequential",
    "simplified_2eps_sqrt_2k_ln": "advanced-textbook",
    "dwork_roth_thm_3_20": "advanced",
    "tanh_azuma": "advanced-tanh",
    "cross_simplified_vs_basic": "advanced-textbook",
    "cross_thm_3_20_vs_basic": "advanced",
    "cross_tanh_vs_basic": "advanced-tanh",
    "eps0_basic": "sequential",
    "eps0_simplified": "advanced-textbook",
    "eps0_thm_3_20": "advanced",
    "eps0_tanh": "advanced-tanh",
    "eps0_kov_optimal": "optimal",
    "cross_kov_thm_3_4_vs_basic": "kov-closed",
    "cross_pure_zcdp_bs_vs_basic": "zcdp-bun-steinke",
    "eps0_kov_thm_3_4": "kov-closed",
    "eps0_pure_zcdp_bs": "zcdp-bun-steinke",
    "gaussian_zcdp_bun_steinke": "zcdp-bun-steinke",
    "gaussian_zcdp_cks_optimal_alpha": "zcdp",
    "pure_dp_zcdp_bun_steinke": "zcdp-bun-steinke",
    "pure_dp_zcdp_cks": "zcdp",
    "laplace_rdp": "laplace",
    "rr_rdp": "discrete-laplace",
    "laplace_rdp_to_dp_cks_min_real_alpha": "laplace",
    "rr_rdp_to_dp_cks_min_real_alpha": "discrete-laplace",
    "dwork_roth_ex_3_7_check_thm_3_20": "advanced",
    "dwork_roth_ex_3_7_check_tanh": "advanced-tanh",
    "dwork_roth_ex_3_7_check_optimal": "optimal",
}


def total(bound: str, epsilon: float, count: float, total_delta: float, delta: float = 0.0) -> float:
    counts = np.array([int(count)], dtype=np.int64)
    return float(every_composition()[bound]().total(Release(epsilon, delta), counts, total_delta).value[0])


@golden("upper_bounds", *list(BOUND)[:4])
def test_that_the_closed_forms_are_exact(inputs: Inputs, row: Row, value: float) -> None:
    # Sequential composition is asked for with a total δ that has room for kδ.
    delta, slack = inputs.get("delta", 0.0), inputs.get("delta_prime", 0.5)
    found = total(BOUND[row["formula"]], inputs["eps"], inputs["k"], slack, delta)
    assert found == pytest.approx(value, rel=NEAR)


@golden("upper_bounds", "simplified_2eps_sqrt_2k_ln")
def test_that_the_dwork_roth_shortcut_is_called_false_exactly_where_it_is(
    inputs: Inputs, row: Row, value: float
) -> None:
    counts = np.array([int(inputs["k"])], dtype=np.int64)
    bound = AdvancedTextbook().total(Release(inputs["eps"]), counts, inputs["delta_prime"])
    if row["below_exact_optimum_hence_false"]:
        expected = Status.FALSE
    else:
        expected = Status.PROVEN if row["dominated_by_tanh_bound"] else Status.CONFIRMED
    assert bound.statuses[0] is expected
    assert (bound.reasons[0] is None) is (expected is Status.PROVEN)


@golden("optimal", "kov_optimal_eps", "kov_optimal_eps_approx_dp")
def test_that_the_optimal_composition_is_exact(inputs: Inputs, row: Row, value: float | None) -> None:
    found = total("optimal", inputs["eps"], inputs["k"], inputs["delta_total"], inputs.get("delta", 0.0))
    if value is None:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(value, rel=NEAR)


@golden("optimal", "kov_optimal_delta")
def test_that_the_optimal_composition_is_the_inverse_of_the_privacy_curve(
    inputs: Inputs, row: Row, value: float
) -> None:
    found = total("optimal", inputs["eps"], inputs["k"], value)
    assert found == pytest.approx(inputs["eps_total"], rel=NEAR, abs=1e-10)


@golden("crossings", "cross_simplified_vs_basic", "cross_thm_3_20_vs_basic", "cross_tanh_vs_basic")
def test_that_the_crossings_are_exact(inputs: Inputs, row: Row, value: float | None) -> None:
    same_crossing(inputs, row, value)


def same_crossing(inputs: Inputs, row: Row, value: float | None) -> None:
    bound = every_composition()[BOUND[row["formula"]]]()
    found = bound.crossing(Release(inputs["eps"]), inputs["delta_prime"])
    if value is None:
        assert (found.real, found.first_count, found.epsilon) == (None, None, None)
        assert found.reason is not None
    else:
        assert found.real == pytest.approx(value, rel=NEAR)
        assert found.first_count == row["smallest_integer_k"]
        assert found.epsilon == pytest.approx(value * inputs["eps"], rel=NEAR)


@golden("kov_closed", "cross_kov_thm_3_4_vs_basic")
def test_that_the_crossings_of_the_closed_form_are_exact(inputs: Inputs, row: Row, value: float) -> None:
    same_crossing(inputs, row, value)


@golden("zcdp", "cross_pure_zcdp_bs_vs_basic")
def test_that_the_crossings_of_concentration_are_exact(inputs: Inputs, row: Row, value: float | None) -> None:
    same_crossing(inputs, row, value)


@golden("crossings", "cross_simplified_vs_basic")
def test_that_a_crossing_outside_the_proof_says_so(inputs: Inputs, row: Row, value: float) -> None:
    found = AdvancedTextbook().crossing(Release(inputs["eps"]), inputs["delta_prime"])
    proven_until = AdvancedTextbook().proven_until(Release(inputs["eps"]), inputs["delta_prime"])
    assert (value <= proven_until) is row["formula_valid_there"]
    assert found.first_count is not None
    assert (found.reason is None) is (found.first_count <= proven_until)


@golden("crossings", "simplified_max_k_dominated_by_tanh")
def test_that_the_proof_of_the_dwork_roth_shortcut_ends_where_it_does(
    inputs: Inputs, row: Row, value: float
) -> None:
    found = AdvancedTextbook().proven_until(Release(inputs["eps"]), inputs["delta_prime"])
    assert found == pytest.approx(value, rel=NEAR)


@golden("crossings", "simplified_first_k_false_vs_optimal")
def test_that_the_dwork_roth_shortcut_is_false_from_the_right_k_on(
    inputs: Inputs, row: Row, value: float
) -> None:
    counts = np.array([int(value) - 1, int(value)], dtype=np.int64)
    bound = AdvancedTextbook().total(Release(inputs["eps"]), counts, inputs["delta_prime"])
    assert bound.statuses == (Status.CONFIRMED, Status.FALSE)
    assert list(bound.valid) == [True, False]


@golden("crossings", "simplified_counterexample_k_10000")
def test_that_ten_thousand_releases_refute_the_dwork_roth_shortcut(
    inputs: Inputs, row: Row, value: float
) -> None:
    counts = np.array([10_000], dtype=np.int64)
    bound = AdvancedTextbook().total(Release(inputs["eps"]), counts, inputs["delta_prime"])
    assert bound.value[0] == pytest.approx(value, rel=NEAR)
    assert bound.statuses == (Status.FALSE,)


@golden(
    "target_inverse",
    "eps0_basic",
    "eps0_simplified",
    "eps0_thm_3_20",
    "eps0_tanh",
    "eps0_kov_thm_3_4",
    "eps0_pure_zcdp_bs",
    "eps0_kov_optimal",
)
def test_that_the_largest_epsilon_for_a_target_is_exact(inputs: Inputs, row: Row, value: float) -> None:
    bound = every_composition()[BOUND[row["formula"]]]()
    found = bound.largest_epsilon(inputs["eps_total"], inputs["delta_prime"], int(inputs["k"]), 0.0)
    assert found == pytest.approx(value, rel=NEAR)
    if bound.id == "optimal":
        assert Fraction(found) < Fraction(row["value"])


@golden(
    "target_inverse",
    "dwork_roth_ex_3_7_check_thm_3_20",
    "dwork_roth_ex_3_7_check_tanh",
    "dwork_roth_ex_3_7_check_optimal",
)
def test_that_the_dwork_roth_example_is_true_but_not_by_its_theorem(
    inputs: Inputs, row: Row, value: float
) -> None:
    found = total(BOUND[row["formula"]], inputs["eps"], inputs["k"], inputs["delta_prime"])
    assert found == pytest.approx(value, rel=NEAR)


@golden("discrete_laplace", "discrete_laplace_sens1_k_fold_eps")
def test_that_discrete_laplace_composes_as_the_optimum(inputs: Inputs, row: Row, value: float) -> None:
    found = Optimal().total(Release(inputs["eps"]), np.array([int(inputs["k"])]), inputs["delta"])
    assert found.value[0] == pytest.approx(value, rel=NEAR)


@golden("kov_closed", "kov_thm_3_4_min")
def test_that_the_kov_closed_form_bound_is_exact(inputs: Inputs, row: Row, value: float) -> None:
    found = total("kov-closed", inputs["eps"], inputs["k"], inputs["delta_tilde"])
    assert found == pytest.approx(value, rel=NEAR)


@golden("zcdp", "pure_dp_zcdp_bun_steinke", "pure_dp_zcdp_cks")
def test_that_pure_releases_concentrate_as_half_of_their_square(
    inputs: Inputs, row: Row, value: float
) -> None:
    """So the rows have it; the bound `zcdp` enters them with the smaller ε tanh(ε/2) and lies below."""
    found = total(BOUND[row["formula"]], inputs["eps"], inputs["k"], inputs["delta"])
    if row["formula"] == "pure_dp_zcdp_cks":
        square = np.array([inputs["k"] * inputs["eps"] ** 2 / 2])
        assert canonne_kamath_steinke(square, inputs["delta"])[0] == pytest.approx(value, rel=NEAR)
        tighter = np.array([inputs["k"] * inputs["eps"] * math.tanh(inputs["eps"] / 2)])
        assert found == pytest.approx(canonne_kamath_steinke(tighter, inputs["delta"])[0], rel=NEAR)
        assert found < value
    else:
        assert found == pytest.approx(value, rel=NEAR)


def own(bound: str, mechanism: Mechanism, count: float, total_delta: float) -> float:
    release, counts = Release(None, 0.0, mechanism), np.array([int(count)], dtype=np.int64)
    return float(every_composition()[bound]().total(release, counts, total_delta).value[0])


@golden("zcdp", "gaussian_zcdp_bun_steinke", "gaussian_zcdp_cks_optimal_alpha")
def test_that_normal_noise_concentrates_as_it_should(inputs: Inputs, row: Row, value: float) -> None:
    mechanism = Gaussian(inputs["sigma"], inputs["sensitivity"])
    found = own(BOUND[row["formula"]], mechanism, inputs["k"], inputs["delta"])
    assert found == pytest.approx(value, rel=NEAR)


@golden("gaussian_dp", "gaussian_k_fold_eps_exact")
def test_that_normal_noise_composes_exactly(inputs: Inputs, row: Row, value: float) -> None:
    mechanism = Gaussian(inputs["sigma"], inputs["sensitivity"])
    assert own("gaussian-dp", mechanism, inputs["k"], inputs["delta"]) == pytest.approx(value, rel=NEAR)


@golden("gaussian_dp", "gdp_delta")
def test_that_the_normal_curve_is_inverted(inputs: Inputs, row: Row, value: float) -> None:
    found = own("gaussian-dp", Gaussian(1 / inputs["mu"], 1.0), 1, value)
    assert found == pytest.approx(inputs["eps"], rel=NEAR, abs=1e-9)


@golden("renyi", "laplace_rdp_to_dp_cks_min_real_alpha", "rr_rdp_to_dp_cks_min_real_alpha")
def test_that_the_best_real_order_is_found(inputs: Inputs, row: Row, value: float) -> None:
    mechanism = every_mechanism()[BOUND[row["formula"]]].calibrated(inputs["eps"], 0.0, 1.0)
    assert own("renyi", mechanism, inputs["k"], inputs["delta"]) == pytest.approx(value, rel=NEAR)


@golden("renyi", "laplace_rdp", "rr_rdp")
def test_that_the_divergences_that_are_summed_are_exact(inputs: Inputs, row: Row, value: float) -> None:
    mechanism = every_mechanism()[BOUND[row["formula"]]].calibrated(inputs["eps"], 0.0, 1.0)
    assert mechanism.renyi(np.array([inputs["alpha"]]))[0] == pytest.approx(value, rel=NEAR)
