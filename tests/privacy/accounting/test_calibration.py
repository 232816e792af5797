"""From a total to the noise of each release."""

import functools
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from cases_in_one import cases_in_one
from golden_rows import golden
from hypothesis import given, settings
from hypothesis import strategies as st
from thoroughness import THOROUGH, tries

from explorer.privacy.accounting.calibration import calibrate, epsilon_for_noise
from explorer.privacy.composition import Composition, Kind, Release, every_composition
from explorer.privacy.mechanism import Mechanism, every_mechanism
from explorer.privacy.status import Status

_BOUND = {
    "eps0_basic": "sequential",
    "eps0_simplified": "advanced-textbook",
    "eps0_thm_3_20": "advanced",
    "eps0_tanh": "advanced-tanh",
    "eps0_kov_thm_3_4": "kov-closed",
    "eps0_pure_zcdp_bs": "zcdp-bun-steinke",
    "eps0_kov_optimal": "optimal",
}
BOUNDS = [bound() for bound in every_composition().values()]
WORST = [bound for bound in BOUNDS if not bound.own_loss]
OWN = [bound for bound in BOUNDS if bound.own_loss and bound.kind is not Kind.BRACKET]


@pytest.fixture(autouse=True, scope="module")
def _searched_once() -> Iterator[None]:
    """The bounds of the worst case see nothing of a mechanism but its δ."""
    with pytest.MonkeyPatch.context() as patch:
        for bound in map(type, WORST):
            patch.setattr(bound, "largest_epsilon", functools.cache(bound.largest_epsilon))
        yield


def pairs(bounds: list[Composition]) -> list[tuple[type[Mechanism], Composition]]:
    return [(kind, bound) for kind in every_mechanism().values() for bound in bounds]


def pairings(bounds: list[Composition]) -> Any:
    return pytest.mark.parametrize(("kind", "bound"), pairs(bounds), ids=lambda each: each.id)


@pytest.mark.parametrize("bound", WORST, ids=lambda each: each.id)
@settings(max_examples=tries(60))
@given(
    total_epsilon=st.floats(0.01, 100),
    power=st.floats(-12, -1),
    count=st.integers(1, 2000),
    sensitivity=st.integers(1, 50),
)
def test_that_the_total_recomputed_never_exceeds_the_target(
    bound: Composition, total_epsilon: float, power: float, count: int, sensitivity: int
) -> None:
    """Of every mechanism, for the same target: the bound is searched once for all with the same δ."""
    for kind in every_mechanism().values():
        keeps_to(bound, kind, total_epsilon, 10**power, count, float(sensitivity))


def keeps_to(
    bound: Composition,
    kind: type[Mechanism],
    total_epsilon: float,
    total_delta: float,
    count: int,
    sensitivity: float,
) -> None:
    found = calibrate(kind, bound, total_epsilon, total_delta, count, sensitivity)
    assert found.epsilon is not None
    assert found.mechanism is not None
    assert found.total_epsilon is not None
    assert found.total_delta is not None
    assert found.total_epsilon <= total_epsilon
    assert found.total_delta <= total_delta
    assert found.delta == (0.0 if kind.pure else total_delta / (2 * count))
    own = found.mechanism.epsilon_at(found.delta)
    if found.mechanism.claim(found.epsilon, found.delta).status is Status.FALSE:
        assert found.status is Status.FALSE
        assert found.reason is not None
        assert own > found.epsilon
        return
    again = bound.total(Release(own, found.delta), np.array([count], dtype=np.int64), total_delta)
    assert own <= found.epsilon * (1 + 1e-12)
    assert float(again.value[0]) <= total_epsilon * (1 + 1e-9)


def test_that_basic_composition_spends_no_delta_of_its_own() -> None:
    bound = every_composition()["sequential"]()
    pure = calibrate(every_mechanism()["laplace"], bound, 1.0, 1e-5, 10, 1.0)
    other = calibrate(every_mechanism()["gaussian"], bound, 1.0, 1e-5, 10, 1.0)
    assert pure.total_delta == 0
    assert pure.epsilon == pytest.approx(0.1)
    assert other.total_delta == pytest.approx(5e-6)


@pytest.mark.parametrize("bound", WORST, ids=lambda each: each.id)
def test_that_what_cannot_be_calibrated_says_why(bound: Composition) -> None:
    gaussian = calibrate(every_mechanism()["gaussian"], bound, 1.0, 0.0, 10, 1.0)
    assert gaussian.mechanism is None
    assert gaussian.reason is not None
    assert "at least" in str(calibrate(every_mechanism()["gaussian"], bound, 1.0, 1e-300, 2, 1.0).reason)
    tiny = calibrate(every_mechanism()["laplace"], bound, 1e-6, 1e-5, 1_000_000, 1.0)
    assert tiny.epsilon is None
    assert tiny.reason is not None


@pairings(OWN)
@settings(max_examples=6 if THOROUGH else 2)
@given(total_epsilon=st.floats(0.05, 100), power=st.floats(-12, -2), count=st.integers(1, 2000))
def test_that_the_noise_by_pld_accounting_keeps_to_the_target_and_less_does_not(
    kind: type[Mechanism], bound: Composition, total_epsilon: float, power: float, count: int
) -> None:
    found = calibrate(kind, bound, total_epsilon, 10**power, count, 3.0)
    if found.mechanism is None:
        assert found.reason is not None
        assert found.total_epsilon is None
        return
    assert found.epsilon == found.mechanism.pure_epsilon
    assert found.delta == (0.0 if kind.pure else None)
    assert found.status is Status.PROVEN
    assert found.total_epsilon is not None
    assert found.total_epsilon <= total_epsilon
    counts = np.array([count], dtype=np.int64)
    release = Release(found.epsilon, 0.0, found.mechanism)
    assert bound.total(release, counts, 10**power).upper[0] == found.total_epsilon
    if found.epsilon is None or found.epsilon < 49:
        assert found.total_epsilon >= total_epsilon * (1 - 1e-6)


def test_that_normal_noise_needs_least_by_its_exact_curve() -> None:
    gaussian = every_mechanism()["gaussian"]
    noise = {bound.id: calibrate(gaussian, bound, 1.0, 1e-5, 10, 1.0).mechanism for bound in [*WORST, *OWN]}
    least = noise["gaussian-dp"]
    assert least is not None
    for other in noise.values():
        assert other is not None
        assert other.noise >= least.noise * (1 - 1e-9)


@pytest.mark.parametrize("bound", OWN, ids=lambda each: each.id)
def test_that_what_pld_accounting_cannot_calibrate_says_why(bound: Composition) -> None:
    gaussian, laplace = every_mechanism()["gaussian"], every_mechanism()["laplace"]
    assert "δ above 0" in str(calibrate(gaussian, bound, 1.0, 0.0, 10, 1.0).reason)
    tiny = calibrate(laplace, bound, 1e-9, 1e-5, 1_000_000, 1.0)
    assert tiny.mechanism is None
    assert tiny.reason is not None
    crowded = calibrate(gaussian, bound, 1e-12, 1e-300, 10**6, 1e6)
    assert crowded.mechanism is None
    assert "largest available noise" in str(crowded.reason)


@pytest.mark.parametrize("mechanism", ["laplace", "gaussian", "staircase", "discrete-laplace"])
@settings(max_examples=4)
@given(total_epsilon=st.floats(0.02, 30), power=st.floats(-12, -2), count=st.sampled_from((1, 9, 10**6)))
def test_that_pld_accounting_never_exceeds_the_target(
    mechanism: str, total_epsilon: float, power: float, count: int
) -> None:
    found = calibrate(
        every_mechanism()[mechanism], every_composition()["numerical"](), total_epsilon, 10**power, count, 1.0
    )
    assert found.total_epsilon is not None
    assert total_epsilon * (1 - 1e-3) <= found.total_epsilon <= total_epsilon or found.epsilon == 50


@cases_in_one("kind, bound", pairs(WORST))
def test_that_more_releases_leave_less_for_each(kind: type[Mechanism], bound: Composition) -> None:
    shares = [calibrate(kind, bound, 2.0, 1e-5, count, 1.0).epsilon for count in (1, 2, 3, 10, 1000, 10**5)]
    known = [share for share in shares if share is not None]
    assert len(known) == len(shares)
    assert all(after <= before for before, after in itertools.pairwise(known))


def test_that_a_tiny_budget_is_kept_too() -> None:
    laplace = every_mechanism()["laplace"]
    for bound in WORST:
        found = calibrate(laplace, bound, 2e-6, 1e-12, 1, 1.0)
        assert (found.reason is None) == (found.total_epsilon is not None and found.total_epsilon <= 2e-6)


def test_that_whole_normal_noise_is_found_although_of_the_widest_nothing_is_known() -> None:
    found = calibrate(
        every_mechanism()["discrete-gaussian"], every_composition()["zcdp"](), 10, 1e-4, 10, 1.0
    )
    own = calibrate(
        every_mechanism()["discrete-gaussian"], every_composition()["numerical"](), 10, 1e-4, 10, 1.0
    )
    assert found.mechanism is not None
    assert own.mechanism is None or own.mechanism.noise <= found.mechanism.noise * 1.001


@pytest.mark.parametrize("mechanism", ["gaussian", "gaussian-classical", "discrete-gaussian", "catastrophe"])
@pytest.mark.parametrize("noise", [0.7, 14.4, 3000.0])
def test_that_an_epsilon_is_found_for_a_noise_on_its_private_side(mechanism: str, noise: float) -> None:
    kind = every_mechanism()[mechanism]
    epsilon = epsilon_for_noise(kind, noise, 1e-7, 1.0)
    assert epsilon is not None
    assert noise <= kind.calibrated(epsilon, 1e-7, 1.0).noise <= noise * (1 + 1e-8)


def test_that_noise_beyond_every_epsilon_that_is_offered_has_none() -> None:
    gaussian = every_mechanism()["gaussian"]
    assert epsilon_for_noise(gaussian, 1e-4, 1e-7, 1.0) is None
    assert epsilon_for_noise(gaussian, 1e12, 1e-7, 1.0) is None


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
def test_that_the_reference_for_a_target_is_met_and_never_passed(
    inputs: dict[str, float], row: dict[str, Any], value: float
) -> None:
    bound = every_composition()[_BOUND[row["formula"]]]()
    laplace, budget = every_mechanism()["laplace"], (inputs["eps_total"], inputs["delta_prime"])
    found = calibrate(laplace, bound, *budget, int(inputs["k"]), 1.0)
    assert found.epsilon == pytest.approx(value, rel=1e-9)
    assert found.total_epsilon is not None
    assert found.total_epsilon <= inputs["eps_total"]
