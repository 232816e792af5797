"""The laws of every composition bound, over the whole registry, and the facts of Dwork and Roth."""

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.privacy.accounting.composition_common import HIGHEST_EPSILON, largest_of
from explorer.privacy.accounting.concentrated import canonne_kamath_steinke, order_cost
from explorer.privacy.composition import Composition, Kind, Release, Status, every_composition
from explorer.privacy.compositions.advanced_textbook import AdvancedTextbook
from explorer.privacy.compositions.gaussian_dp import GaussianDp
from explorer.privacy.compositions.optimal import Optimal
from explorer.privacy.compositions.renyi import Renyi, renyi_epsilon
from explorer.privacy.compositions.sequential import Sequential
from explorer.privacy.compositions.zcdp import Zcdp
from explorer.privacy.compositions.zcdp_bun_steinke import ZcdpBunSteinke
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.subsampling.poisson import Subsampled

WORST = [each for each in every_composition().values() if not each.own_loss]
OWN = [each for each in every_composition().values() if each.own_loss and each.kind is not Kind.BRACKET]
PURE = [*WORST, Zcdp, ZcdpBunSteinke]  # what has an answer for a pure release of any mechanism
COUNTS = np.array([0, 1, 2, 3, 10, 99, 1000, 50_000, 1_000_000], dtype=np.int64)

every_one = pytest.mark.parametrize("bound", [each() for each in WORST], ids=lambda bound: bound.id)
every_pure = pytest.mark.parametrize("bound", [each() for each in PURE], ids=lambda bound: bound.id)
every_own = pytest.mark.parametrize("bound", [each() for each in OWN], ids=lambda bound: bound.id)

epsilons = st.floats(math.log(1e-6), math.log(50)).map(math.exp)
deltas = st.floats(math.log(1e-30), math.log(0.5)).map(math.exp)


def value(bound: Composition, release: Release, count: int, total_delta: float) -> float:
    return float(bound.total(release, np.array([count], dtype=np.int64), total_delta).value[0])


@every_pure
@given(epsilon=epsilons, total_delta=deltas)
def test_that_totals_rise_from_zero_and_are_finite_over_the_box(
    bound: Composition, epsilon: float, total_delta: float
) -> None:
    found = bound.total(Release(epsilon), COUNTS, total_delta)
    assert found.value[0] == 0
    assert np.all(np.isfinite(found.value))
    assert np.all(np.diff(found.value) >= -1e-9 * found.value[1:])
    assert len(found.statuses) == len(found.reasons) == len(COUNTS)


@every_pure
@given(epsilon=epsilons, total_delta=deltas)
def test_that_every_proven_upper_bound_lies_above_the_optimum(
    bound: Composition, epsilon: float, total_delta: float
) -> None:
    found = bound.total(Release(epsilon), COUNTS, total_delta)
    exact = Optimal().total(Release(epsilon), COUNTS, total_delta).value
    above = found.value >= exact * (1 - 1e-12)
    proven = np.array([status is not Status.FALSE for status in found.statuses])
    assert np.all(above | ~proven)
    if bound.kind is Kind.UPPER:
        assert np.all(np.isnan(found.lower) & np.isnan(found.estimate))


@given(epsilon=epsilons, total_delta=deltas, power=st.floats(-6, -0.5), count=st.integers(0, 5000))
def test_that_proven_bounds_lie_above_the_optimum_with_a_delta_in_each_release(
    epsilon: float, total_delta: float, power: float, count: int
) -> None:
    delta = total_delta * 10**power / max(1, count)
    release, counts = Release(epsilon, delta), np.array([count], dtype=np.int64)
    exact = value(Optimal(), release, count, total_delta)
    for bound in (each() for each in WORST):
        found = bound.total(release, counts, total_delta)
        assert found.statuses[0] is Status.FALSE or found.value[0] >= exact * (1 - 1e-12)


@given(epsilon=epsilons, total_delta=deltas)
def test_that_one_release_of_a_mechanism_costs_at_most_the_optimum(
    epsilon: float, total_delta: float
) -> None:
    for kind in every_mechanism().values():
        mechanism = kind.calibrated(epsilon, total_delta, 3.0)
        exact = value(Optimal(), Release(epsilon, 0.0 if kind.pure else total_delta), 1, total_delta)
        if mechanism.claim(epsilon, total_delta).status is not Status.FALSE:
            assert mechanism.epsilon_at(total_delta) <= exact * (1 + 1e-9) + 1e-12


def test_that_the_optimum_is_the_defining_sum_in_exact_arithmetic() -> None:
    odds = Fraction(3)  # ε = ln 3
    for k, (number, of) in itertools.product((1, 2, 3, 7, 12), ((0, 1), (1, 2), (2, 3), (9, 10))):
        total_odds = 1 + (odds**k - 1) * Fraction(number, of)
        delta = (
            sum(
                math.comb(k, i) * odds ** (k - i) * max(Fraction(0), 1 - total_odds / odds ** (k - 2 * i))
                for i in range(k + 1)
            )
            / (1 + odds) ** k
        )
        found = value(Optimal(), Release(math.log(3)), k, float(delta))
        truth = math.log(total_odds)  # of ε = ln 3, which a float misses by a unit
        assert truth * (1 - 1e-14) <= found <= truth * (1 + 1e-12) + 1e-10


def test_that_k_copies_of_randomised_response_are_the_convolution_of_their_losses() -> None:
    loss = every_mechanism()["discrete-laplace"](1.0, 1.0).loss()
    where, mass = np.zeros(1), np.ones(1)
    for _ in range(6):
        where = (where[:, None] + loss.atoms[:, 0]).ravel()
        mass = (mass[:, None] * loss.atoms[:, 1]).ravel()
    for epsilon in (0.0, 0.5, 1.3, 3.9):
        delta = float(mass @ -np.expm1(np.minimum(epsilon - where, 0.0)))
        assert value(Optimal(), Release(1.0), 6, delta) == pytest.approx(epsilon, abs=1e-9)


def test_that_a_thousand_values_are_those_of_one_at_a_time() -> None:
    counts = np.arange(0, 60, dtype=np.int64)
    for bound in (each() for each in WORST):
        together = bound.total(Release(0.7, 1e-8), counts, 1e-5).value
        alone = [value(bound, Release(0.7, 1e-8), int(k), 1e-5) for k in counts]
        assert together == pytest.approx(alone, rel=1e-14)


@every_pure
@given(
    total_epsilon=epsilons,
    total_delta=deltas,
    count=st.integers(1, 100_000),
    share=st.sampled_from([0.0, 0.5]),
)
def test_that_the_largest_epsilon_never_exceeds_the_target_and_a_larger_one_does(
    bound: Composition, total_epsilon: float, total_delta: float, count: int, share: float
) -> None:
    delta = share * total_delta / count
    epsilon = bound.largest_epsilon(total_epsilon, total_delta, count, delta)
    if bound.own_loss and delta > 0:
        assert math.isnan(epsilon)
        return
    assert 0 < epsilon <= 50
    assert value(bound, Release(epsilon, delta), count, total_delta) <= total_epsilon
    if epsilon < 50:
        assert value(bound, Release(epsilon * (1 + 1e-6), delta), count, total_delta) > total_epsilon


@every_one
def test_that_what_has_no_value_says_why(bound: Composition) -> None:
    counts = np.array([1, 100], dtype=np.int64)
    unknown = bound.total(Release(None), counts, 1e-5)
    spent = bound.total(Release(1.0, 1e-6), counts, 1e-5)
    assert np.all(np.isnan(unknown.value))
    assert list(np.isnan(spent.value)) == [False, True]
    for found in (unknown, spent):
        assert found.reasons[1] is not None
        assert not found.valid[1]
        assert found.statuses[1] is Status.FALSE
    assert bound.crossing(Release(None), 1e-5).reason is not None


@pytest.mark.parametrize(("delta", "count"), [(1e-6, 10), (1e-6, 5), (1e-7, 19), (0.1, 3)])
def test_that_the_rounding_of_a_sum_of_deltas_is_no_slack(delta: float, count: int) -> None:
    total_delta = float(Fraction(str(delta)) * count)
    for bound in (each() for each in WORST):
        found = value(bound, Release(1.0, delta), count, total_delta)
        assert math.isnan(found) is (bound.id not in ("sequential", "optimal"))


def test_that_releases_that_cost_nothing_cross_nowhere() -> None:
    for bound in (each() for each in WORST):
        found = bound.crossing(Release(0.0, 1e-3), 0.5)
        assert (found.real, found.first_count) == (None, None)
        assert bound.id == "sequential" or "ε = 0" in str(found.reason)


@pytest.mark.parametrize("epsilon", [1e-6, 1.0, 50.0, 1e20])
def test_that_the_optimum_is_below_basic_composition_however_little_delta_there_is(epsilon: float) -> None:
    assert "lower at every k" in str(Optimal().crossing(Release(epsilon), 1e-300).reason)
    assert "without a δ" in str(Optimal().crossing(Release(epsilon), 0.0).reason)
    assert "uses up" in str(Optimal().crossing(Release(epsilon, 1e-5), 1e-6).reason)


@every_one
def test_that_no_release_costs_nothing_and_one_with_all_the_delta_is_itself(bound: Composition) -> None:
    assert value(bound, Release(1.0, 1e-6), 0, 1e-5) == 0
    if bound.id in ("sequential", "optimal"):
        assert value(bound, Release(1.0, 1e-6), 1, 1e-6) == pytest.approx(1.0, rel=1e-9)
        assert value(bound, Release(1.0), 1_000_000, 0.0) == 1e6


def test_that_the_dwork_roth_preset_crosses_where_the_mathematics_says() -> None:
    known, release = {each.id: each() for each in WORST}, Release(1.0)
    textbook = known["advanced-textbook"].crossing(release, 1e-4)
    tanh = known["advanced-tanh"].crossing(release, 1e-4)
    never = known["advanced"].crossing(release, 1e-4)
    assert (round(textbook.real or 0, 1), textbook.first_count, textbook.reason) == (73.7, 74, None)
    assert (round(tanh.real or 0, 1), tanh.first_count) == (63.7, 64)
    assert (never.real, never.first_count) == (None, None)
    assert "never" in str(never.reason)
    assert "lower at every k" in str(known["optimal"].crossing(release, 1e-4).reason)
    assert known["sequential"].crossing(release, 1e-4).real is None


@pytest.mark.parametrize(
    ("epsilon", "textbook", "theorem", "tanh"),
    [(0.01, 92.1, 23.5, 23.3), (0.1, 92.1, 28.8, 25.5), (0.5, 92.1, 186.6, 40.4), (0.6, 92.1, 727.7, 45.8)],
)
def test_that_the_first_k_of_each_bound_is_as_tabled(
    epsilon: float, textbook: float, theorem: float, tanh: float
) -> None:
    known = every_composition()
    for name, expected in (("advanced-textbook", textbook), ("advanced", theorem), ("advanced-tanh", tanh)):
        assert round(known[name]().crossing(Release(epsilon), 1e-5).real or 0, 1) == expected


@pytest.mark.parametrize(("epsilon", "first"), [(0.1, 11762), (0.2, 2983), (0.5, 525), (1.0, 176), (2.0, 97)])
def test_that_the_dwork_roth_shortcut_is_false_from_a_known_k_on(epsilon: float, first: int) -> None:
    counts = np.array([first - 1, first], dtype=np.int64)
    found = AdvancedTextbook().total(Release(epsilon), counts, 1e-5)
    assert found.statuses == (Status.CONFIRMED, Status.FALSE)


def test_that_five_hundred_releases_are_no_guarantee() -> None:
    counts = np.array([107, 108, 175, 176, 500], dtype=np.int64)
    found = AdvancedTextbook().total(Release(1.0), counts, 1e-5)
    assert [status.value for status in found.statuses] == [
        "proven",
        "confirmed",
        "confirmed",
        "false",
        "false",
    ]
    assert found.value[-1] == pytest.approx(214.59, abs=0.01)
    assert value(Optimal(), Release(1.0), 500, 1e-5) == pytest.approx(311.8, abs=0.05)


def test_that_a_crossing_accounts_for_the_delta_of_the_releases() -> None:
    bound = AdvancedTextbook()
    found = bound.crossing(Release(1.0, 1e-9), 1e-5)
    assert found.real is not None
    assert found.first_count == math.floor(found.real) + 1
    assert found.real == pytest.approx(8 * math.log(1 / (1e-5 - found.real * 1e-9)), rel=1e-12)
    assert bound.crossing(Release(1.0, 1e-6), 1e-5).real is None
    back = bound.crossing(Release(1.0, 1.0 / 1.03e7), 1e-5)
    assert back.real is None
    assert back.reason is not None


def test_that_the_proof_of_the_dwork_roth_shortcut_ends_sooner_where_delta_is_spent() -> None:
    bound, release = AdvancedTextbook(), Release(1.0, 1e-8)
    end = bound.proven_until(release, 1e-5)
    counts = np.array([math.floor(end), math.floor(end) + 1], dtype=np.int64)
    statuses = bound.total(release, counts, 1e-5).statuses
    assert statuses[0] is Status.PROVEN
    assert statuses[1] is not Status.PROVEN
    assert math.isnan(bound.proven_until(Release(None), 1e-5))


def test_that_a_release_without_end_is_said_to_exceed_all_numbers() -> None:
    for bound in (each() for each in WORST):
        found = bound.total(Release(1e12), np.array([1, 1000], dtype=np.int64), 1e-5)
        assert np.all(np.isfinite(found.value)) or found.reasons[1] is not None
        assert bound.crossing(Release(1e12), 1e-5) is not None


def released(name: str, epsilon: float, delta: float) -> Release:
    kind = every_mechanism()[name]
    return Release(epsilon, 0.0 if kind.pure else delta, kind.calibrated(epsilon, delta, 3.0))


every_mechanism_of_these = pytest.mark.parametrize("name", ["laplace", "gaussian", "discrete-gaussian"])


@every_mechanism_of_these
@every_own
@pytest.mark.parametrize(("epsilon", "delta"), [(1e-6, 1e-300), (1e-3, 0.5), (1.0, 1e-5), (50.0, 1e-300)])
def test_that_a_bound_of_pld_accounting_rises_and_is_finite_or_says_why(
    bound: Composition, name: str, epsilon: float, delta: float
) -> None:
    release = released(name, epsilon, delta)
    found, more = bound.total(release, COUNTS, delta), bound.total(release, COUNTS, delta / 2)
    assert found.value[0] == 0  # no release costs nothing, whatever is known of one
    if np.isnan(found.value[1]):
        assert None not in found.reasons[1:]
        assert not np.any(found.valid[1:])
        return
    assert np.all(np.isfinite(found.value))
    assert np.all(np.diff(found.value) >= -1e-9 * found.value[1:])
    assert np.all(more.value >= found.value * (1 - 1e-9))
    alone = [value(bound, release, int(k), delta) for k in COUNTS]
    assert found.value == pytest.approx(alone, rel=1e-12)


@every_own
@given(epsilon=st.floats(0.01, 20), power=st.floats(-30, -1))
def test_that_no_bound_of_pld_accounting_lies_below_the_exact_curve(
    bound: Composition, epsilon: float, power: float
) -> None:
    total_delta = 10**power
    for name in ("laplace", "gaussian"):
        release = released(name, epsilon, total_delta)
        assert release.mechanism is not None
        found = bound.total(release, COUNTS, total_delta).value
        exact = release.mechanism.epsilon_at(total_delta)
        assert math.isnan(found[1]) or found[1] >= exact * (1 - 1e-12) - 1e-15
        if name == "gaussian":
            assert np.all(found >= GaussianDp().total(release, COUNTS, total_delta).value * (1 - 1e-9))


@given(epsilon=st.floats(0.01, 20), power=st.floats(-30, -1))
def test_that_the_sharper_conversion_is_never_the_larger_one(epsilon: float, power: float) -> None:
    release, delta = released("laplace", epsilon, 1e-5), 10**power
    sharp, first = Zcdp().total(release, COUNTS, delta), ZcdpBunSteinke().total(release, COUNTS, delta)
    assert np.all(sharp.value <= first.value * (1 + 1e-12))
    own = Renyi().total(release, COUNTS, delta).value
    assert np.all(own <= sharp.value * (1 + 1e-9))
    assert np.all(own <= COUNTS * epsilon * (1 + 2.0**-51))  # rounded up; the product is to nearest


def test_that_normal_noise_has_the_same_renyi_and_concentrated_totals() -> None:
    release = released("gaussian", 1.0, 1e-6)
    renyi = Renyi().total(release, COUNTS, 1e-5).value
    assert renyi == pytest.approx(Zcdp().total(release, COUNTS, 1e-5).value, rel=1e-9)


@every_own
def test_that_the_delta_of_a_normal_release_is_not_spent(bound: Composition) -> None:
    release = released("gaussian", 1.0, 1e-6)
    assert value(bound, release, 1000, 1e-5) < 1000


@every_own
def test_that_one_release_of_normal_noise_is_no_worse_than_calibrated_to(bound: Composition) -> None:
    exact = value(GaussianDp(), released("gaussian", 1.0, 1e-6), 1, 1e-6)
    assert exact == pytest.approx(1.0, rel=1e-9)
    assert value(bound, released("gaussian", 1.0, 1e-6), 1, 1e-6) >= exact * (1 - 1e-12)


@every_own
def test_that_a_bound_of_pld_accounting_needs_the_mechanism_and_a_delta(bound: Composition) -> None:
    counts = np.array([10], dtype=np.int64)
    for release, total_delta in ((Release(1.0, 1e-6), 1e-3), (released("gaussian", 1.0, 1e-6), 0.0)):
        found = bound.total(release, counts, total_delta)
        assert math.isnan(found.value[0])
        assert found.reasons[0] is not None
        assert bound.crossing(release, total_delta).reason is not None
    unfixed = Release(None, 0.0, released("gaussian", 1.0, 1e-6).mechanism)
    assert value(bound, unfixed, 10, 1e-5) > 0
    assert "is not fixed" in str(bound.crossing(unfixed, 1e-5).reason)


@every_own
def test_that_a_crossing_by_pld_accounting_is_where_it_falls_below_basic_composition(
    bound: Composition,
) -> None:
    release = released("gaussian", 1.0, 1e-6)
    found = bound.crossing(release, 1e-9)
    assert found.real is not None
    assert found.first_count is not None
    assert found.first_count == math.floor(found.real) + 1
    assert value(bound, release, found.first_count, 1e-9) < found.first_count
    assert value(bound, release, found.first_count - 1, 1e-9) >= found.first_count - 1


def test_that_pure_releases_never_gain_by_the_bun_steinke_conversion_from_epsilon_two_on() -> None:
    assert "never" in str(ZcdpBunSteinke().crossing(Release(2.0), 1e-5).reason)
    assert "lower at every k" in str(Renyi().crossing(released("laplace", 2.0, 1e-5), 1e-5).reason)


@pytest.mark.parametrize("epsilon", [2.0, 5.0, 12.0, 30.0])
def test_that_pure_releases_gain_by_concentration_at_every_epsilon(epsilon: float) -> None:
    """Half of ε squared exceeds ε from 2 on, ε tanh(ε/2) never does."""
    found = Zcdp().crossing(Release(epsilon), 1e-5)
    assert found.real is not None
    rho, missing = epsilon * math.tanh(epsilon / 2), 2 * epsilon / (1 + math.exp(epsilon))
    for k, below in ((found.real * 0.98, False), (found.real * 1.02, True)):
        excess = np.geomspace(1e-20, 1e6, 20_001)  # of the order above 1
        above = float(np.min(k * rho * excess + order_cost(excess, 1e-5)))
        assert (above < k * missing) is below


@given(epsilon=st.floats(1e-3, 30), power=st.floats(-30, -1))
def test_that_a_mechanism_enters_with_what_is_proven_of_it(epsilon: float, power: float) -> None:
    delta = 10**power
    known = Zcdp().total(Release(epsilon), COUNTS, delta).value
    first = canonne_kamath_steinke(COUNTS[1:] * epsilon**2 / 2, delta)  # as it was stated first
    assert np.all(known[1:] <= first * (1 + 1e-12))
    for name in ("laplace", "discrete-laplace", "staircase", "randomized-response", "exponential"):
        own = Zcdp().total(released(name, epsilon, 1e-5), COUNTS, delta).value
        assert np.all(own <= known * (1 + 1e-12)), name


def test_that_a_sample_has_its_own_renyi_total_and_no_other() -> None:
    whole = released("gaussian", 1.0, 1e-6)
    sample = Release(0.2, 1e-7, whole.mechanism, 0.1)
    renyi = value(Renyi(), sample, 10, 1e-5)
    assert 0 < renyi < value(Renyi(), whole, 10, 1e-5)
    for bound in (Zcdp(), ZcdpBunSteinke(), GaussianDp()):
        found = bound.total(sample, np.array([10], dtype=np.int64), 1e-5)
        assert math.isnan(found.value[0])
        assert "sample" in str(found.reasons[0])


def test_that_the_closed_form_crosses_at_its_second_or_third_term_and_may_rise_again() -> None:
    bound = every_composition()["kov-closed"]()
    found = bound.crossing(Release(1.0, 1e-9), 1e-5)
    assert found.real is not None
    assert found.first_count is not None
    assert value(bound, Release(1.0, 1e-9), found.first_count, 1e-5) < found.first_count
    assert value(bound, Release(1.0, 1e-9), found.first_count - 1, 1e-5) == found.first_count - 1
    assert "above it again" in str(bound.crossing(Release(1.0, 1e-5 / 150.001), 1e-5).reason)
    assert "uses up" in str(bound.crossing(Release(1.0, 1e-6), 1e-5).reason)
    assert value(bound, Release(1.0), 1000, 0.0) == 1000


@pytest.mark.parametrize(
    ("guess", "largest"), [(math.inf, HIGHEST_EPSILON), (-math.inf, math.nan), (math.nan, math.nan)]
)
def test_that_an_epsilon_without_end_is_the_largest_that_may_be_entered(guess: float, largest: float) -> None:
    assert largest_of(Sequential(), guess, 1.0, 1e-6, 1, 0.0) == pytest.approx(largest, nan_ok=True)


@pytest.mark.parametrize("name", ["laplace", "gaussian", "exponential"])
def test_that_few_orders_of_the_grid_find_its_least(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every order of the grid is never better than the two dozen that were looked at."""
    mechanism = released(name, 0.7, 1e-6).mechanism
    assert mechanism is not None
    guarantee, counts, asked = Subsampled(mechanism, 0.037), np.array([1.0, 30.0, 1e5]), []
    curve = Subsampled.renyi

    def counted(self: Subsampled, order: Any) -> Any:
        asked.append(np.size(order))
        return curve(self, order)

    monkeypatch.setattr(Subsampled, "renyi", counted)
    found = renyi_epsilon(guarantee, counts, 1e-7)
    assert sum(asked) <= 75
    excess = np.exp(np.linspace(math.log(1e-9), math.log(1e9), 145))
    values = counts[:, None] * guarantee.renyi(1 + excess) + order_cost(excess, 1e-7)
    assert np.all(found <= np.maximum(np.nanmin(values, axis=1), 0.0) * (1 + 1e-9))


@pytest.mark.parametrize("total_delta", [1e-9, 1e-6, 0.5])
def test_that_a_crossing_is_looked_for_among_more_releases_than_an_integer_of_numpy_holds(total_delta):
    for bound in (each() for each in every_composition().values() if each.closed):
        found = bound.crossing(Release(1e-6, 1e-300), total_delta)
        assert (found.real is None) is (found.reason is not None)
