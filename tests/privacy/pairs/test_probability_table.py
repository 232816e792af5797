"""Two probability tables as a pair: every answer against sums of fractions, composed ones by products."""

import itertools
import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from thoroughness import tries

from explorer.privacy.accounting.guarantee_ends import pure_above
from explorer.privacy.composition import Release, every_composition
from explorer.privacy.compositions.numerical import Numerical
from explorer.privacy.pairs.probability_table import RoundedTables, Tables, tables_of
from explorer.privacy.pairs.table_text import TwoColumns, read_two_columns
from explorer.privacy.pld.loss_of_release import spectrum_of, symmetric, turned
from explorer.privacy.refusal import NotValid, OutOfRange, Unsupported
from explorer.privacy.risk import of_mechanism
from explorer.privacy.status import Kind

EPSILONS = (0.0, 1e-9, 0.05, 0.4, math.log(2), 1.0, 1.7, 3.0, 20.0)
ALARMS = (0.0, 1e-12, 0.003, 0.1, 0.25, 0.5, 0.9, 1.0)
PLAIN = "a, 0.5, 0.1\nb, 0.3, 0.3\nc, 0.2, 0.5\nd, 0, 0.1"
ONE_SIDED = "0.5 0.4\n0.3 0.3\n0.19999 0.29998\n0.00001 0\n0 0.00002"
NEARLY_ALIKE = "0.75 0.25\n0.25 0.7499999999999\n0 0.0000000000001"

NEARER = f"0.75 0.25\n0.25 0.74{'9' * 18}\n0 1e-20"  # of equal doubles but for what Q alone gives

Releases = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]


def columns(*distributions: tuple[Fraction, ...]) -> TwoColumns:
    one, other = distributions
    return TwoColumns(("",) * len(one), one, other)


@st.composite
def distributions(draw: st.DrawFn, most: int = 6) -> Releases:
    """Two distributions with at least one outcome in common, zeros among the others."""
    size = draw(st.integers(1, most))
    weights = st.lists(st.integers(0, 10 ** draw(st.integers(1, 9))), min_size=size, max_size=size)
    one, other = draw(weights), draw(weights)
    assume(any(p and q for p, q in zip(one, other, strict=True)))
    return tuple(Fraction(p, sum(one)) for p in one), tuple(Fraction(q, sum(other)) for q in other)


def hockey_stick(one: tuple[Fraction, ...], other: tuple[Fraction, ...], epsilon: float) -> float:
    """Σ max(0, p − γq), γ the nearest double of e^ε, without rounding."""
    grown = Fraction(math.exp(epsilon))
    return float(sum((max(Fraction(0), p - grown * q) for p, q in zip(one, other, strict=True)), Fraction(0)))


def least_misses(one: tuple[Fraction, ...], other: tuple[Fraction, ...], alarm: Fraction) -> Fraction:
    """What is left of `one` after the best outcomes were said to be its own, the last of them by chance."""
    left, missed = alarm, Fraction(1)
    order = sorted(zip(one, other, strict=True), key=lambda row: row[0] / row[1] if row[1] else math.inf)
    for p, q in reversed(order):
        share = Fraction(1) if q <= left else left / q
        missed, left = missed - share * p, left - share * q
    return missed


def product_of(one: Tables, count: int) -> Tables:
    """All sequences of outcomes."""
    return Tables(
        tuple(math.prod(each, start=Fraction(1)) for each in itertools.product(one.one, repeat=count)),
        tuple(math.prod(each, start=Fraction(1)) for each in itertools.product(one.other, repeat=count)),
    )


def test_that_a_table_answers_as_done_by_hand() -> None:
    tables = tables_of(read_two_columns(PLAIN))
    assert tables.pure_epsilon is None
    assert np.exp(tables.log_delta(np.array([0.0, math.log(2)]))) == pytest.approx([0.4, 0.3], rel=1e-15)
    assert tables.forward.log_delta(math.log(2)) == pytest.approx(math.log(0.3))
    assert tables.backward.log_delta(math.log(2)) == pytest.approx(math.log(0.2))
    assert [tables.epsilon_at(delta) for delta in (0.0, 0.0999)] == [math.inf, math.inf]
    assert tables.epsilon_at(0.1) == pytest.approx(math.log(4))
    assert tables.epsilon_at(0.2) == pytest.approx(math.log(3))
    assert tables.epsilon_at(0.4) == pytest.approx(0, abs=1e-15)
    assert tables.forward.epsilon_at(0.0) == pytest.approx(math.log(5))
    assert of_mechanism(tables).best_guess == pytest.approx(0.7)
    assert of_mechanism(tables).odds.without == pytest.approx(10)
    assert of_mechanism(tables).odds.with_you == pytest.approx(50)
    assert tables.renyi(np.array([2.0]))[0] == math.inf
    assert tables.forward.renyi(np.array([2.0]))[0] == pytest.approx(math.log(0.25 / 0.1 + 0.3 + 0.04 / 0.5))


@settings(max_examples=tries(150))
@given(distributions())
def test_that_delta_is_the_sum_of_fractions_in_both_directions(pair: Releases) -> None:
    tables = tables_of(columns(*pair))
    for epsilon in EPSILONS:
        exact = (hockey_stick(*pair, epsilon), hockey_stick(*reversed(pair), epsilon))
        found = [math.exp(each.log_delta(epsilon)) for each in (tables.forward, tables.backward)]
        assert found == pytest.approx(exact, rel=1e-9, abs=2e-16 * math.exp(epsilon))
        assert math.exp(float(tables.log_delta(np.array(epsilon)))) == max(found)
    exact_at_0 = hockey_stick(*pair, 0.0)
    assert math.exp(tables.forward.log_delta(0.0)) == pytest.approx(exact_at_0, rel=1e-13)


@settings(max_examples=tries(150))
@given(distributions(), st.floats(1e-12, 0.9))
def test_that_epsilon_is_the_least_that_keeps_delta(pair: Releases, delta: float) -> None:
    tables = tables_of(columns(*pair))
    epsilon = tables.epsilon_at(delta)
    if math.isinf(epsilon):
        assert max(tables.forward.alone, tables.backward.alone) > delta
        return
    assert max(tables.forward.alone, tables.backward.alone) <= delta
    assert float(tables.log_delta(np.array(epsilon))) <= math.log(delta) + 1e-14
    if epsilon > 1e-9:
        assert float(tables.log_delta(np.array(epsilon * (1 - 1e-9) - 1e-12))) > math.log(delta)


@settings(max_examples=tries(100))
@given(distributions())
def test_that_the_trade_off_is_the_best_test_in_either_direction(pair: Releases) -> None:
    tables = tables_of(columns(*pair))
    found = tables.trade_off(np.array(ALARMS))
    for alarm, misses in zip(ALARMS, found, strict=True):
        exact = min(least_misses(*pair, Fraction(alarm)), least_misses(*reversed(pair), Fraction(alarm)))
        assert misses == pytest.approx(float(exact), abs=1e-9)
    for epsilon in (0.0, 0.4, 1.0):
        gains = 1 - found - math.exp(epsilon) * np.array(ALARMS)
        assert float(gains.max()) <= math.exp(float(tables.log_delta(np.array(epsilon)))) + 1e-12


@settings(max_examples=tries(100))
@given(distributions())
def test_that_the_renyi_divergence_is_that_of_the_pair_and_near_1_the_mean_loss(pair: Releases) -> None:
    tables, orders = tables_of(columns(*pair)), np.array([1.5, 2.0, 8.0])
    forward, backward = tables.forward.renyi(orders), tables.backward.renyi(orders)
    expected = [tables.pair().renyi(float(order)) for order in orders]
    assert forward == pytest.approx(expected, rel=1e-9, abs=1e-14)
    assert tables.renyi(orders) == pytest.approx(np.maximum(forward, backward))
    if not tables.forward.alone:
        rows = [(p, q) for p, q in zip(*pair, strict=True) if p]
        mean = math.fsum(float(p) * (math.log(p) - math.log(q)) for p, q in rows)
        assert tables.forward.renyi(np.array([1 + 1e-9]))[0] == pytest.approx(mean, rel=1e-5, abs=1e-14)


def test_that_the_renyi_divergence_of_nearly_equal_tables_does_not_cancel() -> None:
    small = Fraction(1, 10**12)
    tables = Tables((Fraction(1, 2) + small, Fraction(1, 2) - small), (Fraction(1, 2), Fraction(1, 2)))
    assert tables.forward.renyi(np.array([2.0]))[0] == pytest.approx(4e-24, rel=1e-9, abs=0)
    assert math.exp(tables.forward.log_delta(0.0)) == pytest.approx(1e-12, rel=1e-12, abs=0)


def test_that_equal_tables_tell_nothing_under_any_bound() -> None:
    tables = tables_of(read_two_columns("0.5 0.5\n0.3 0.3\n0.2 0.2"))
    assert (tables.pure_epsilon, tables.epsilon_at(0.0), tables.rho) == (0.0, 0.0, 0.0)
    counts = np.array([1, 7, 1000], dtype=np.int64)
    for bound in every_composition().values():
        total = bound().total(Release(0.0, 0.0, tables), counts, 1e-6)
        assert bound.id == "gaussian-dp" or np.all(total.upper == 0), bound.id


@settings(max_examples=tries(60))
@given(distributions(most=3), st.sampled_from([2, 3, 4]), st.sampled_from([1e-6, 1e-3, 0.1, 0.4]))
def test_that_all_products_lie_within_the_numerical_interval(
    pair: Releases, count: int, delta: float
) -> None:
    tables = tables_of(columns(*pair))
    whole = product_of(tables, count)
    pure = tables.pure_epsilon
    total = Numerical().total(Release(pure, 0.0, tables), np.array([count], dtype=np.int64), delta)
    exact = whole.epsilon_at(delta)
    if np.isnan(total.upper[0]):
        assert max(whole.forward.alone, whole.backward.alone) > delta * (1 - 1e-6) or exact > 600
        return
    assert total.lower[0] <= exact * (1 + 1e-9) + 1e-12
    assert total.upper[0] >= exact * (1 - 1e-9) - 1e-12


@pytest.mark.parametrize("text", [PLAIN, ONE_SIDED, NEARLY_ALIKE])
@pytest.mark.parametrize("delta", [2e-13, 5e-5, 1e-3, 0.35])
def test_that_outcomes_of_one_table_alone_are_composed_in_both_directions(text: str, delta: float) -> None:
    tables = tables_of(read_two_columns(text))
    total = Numerical().total(Release(None, 0.0, tables), np.array([3], dtype=np.int64), delta)
    exact = product_of(tables, 3).epsilon_at(delta)
    if math.isinf(exact):
        assert np.isnan(total.upper[0])
    else:
        assert total.lower[0] <= exact * (1 + 1e-12) <= total.upper[0] * (1 + 2e-12)
        assert total.upper[0] - total.lower[0] <= 1e-4 * max(exact, 1e-3)


def test_that_only_tables_that_are_each_others_mirror_have_one_direction() -> None:
    nearly, nearer = (spectrum_of(tables_of(read_two_columns(each))) for each in (NEARLY_ALIKE, NEARER))
    alike = spectrum_of(tables_of(read_two_columns("0.7 0.1\n0.1 0.7\n0.2 0.2")))
    assert nearly is not None
    assert nearer is not None
    assert np.array_equal(nearer.where, turned(nearer).where)
    assert np.array_equal(nearer.mass, turned(nearer).mass)
    assert not symmetric(nearer)
    assert alike is not None
    assert symmetric(alike)
    assert not symmetric(nearly)
    assert turned(nearly).infinite == 1e-13
    again = turned(turned(nearly))
    assert (again.infinite, again.infinite_without) == (nearly.infinite, nearly.infinite_without)


@settings(max_examples=tries(100))
@given(distributions(), st.integers(1, 12))
def test_that_rounded_tables_are_never_below_the_true_pair(pair: Releases, digits: int) -> None:
    typed = [tuple(Fraction(round(each * 10**digits), 10**digits) for each in column) for column in pair]
    true = Tables(*pair)
    try:
        found = tables_of(columns(*typed), digits)
    except NotValid:
        assert digits < 10  # nothing in common is left of small numbers
        return
    assert found.profile_kind is Kind.UPPER
    assert sum(found.one) == sum(found.other) == 1
    assert found.outcomes == true.outcomes
    for epsilon in EPSILONS:
        for rounded, straight in ((found.forward, true.forward), (found.backward, true.backward)):
            assert rounded.log_delta(epsilon) >= straight.log_delta(epsilon) - 1e-9
    assert np.all(found.trade_off(np.array(ALARMS)) <= true.trade_off(np.array(ALARMS)) + 1e-12)


def test_that_what_rounding_may_hide_counts_as_certain_knowledge() -> None:
    found = tables_of(read_two_columns("0.333 0.4\n0.333 0.3\n0.333 0.3"), 3)
    assert isinstance(found, RoundedTables)
    assert found.missing == (Fraction("0.0025"), Fraction("0.0015"))
    assert (found.pure_epsilon, found.attained) == (None, False)
    assert found.epsilon_at(0.0024) == math.inf
    assert math.isfinite(found.epsilon_at(0.0025))
    total = Numerical().total(Release(None, 0.0, found), np.array([2], dtype=np.int64), 0.1)
    assert total.kind is Kind.UPPER
    assert np.isfinite(total.upper[0])


@pytest.mark.parametrize(
    ("text", "digits", "said"),
    [
        ("0.5 0.5\n0.4 0.5", None, ("P", "0.9", "0.1")),
        ("0.5 0.5\n0.5 0.6", None, ("Q", "1.1", "0.1")),
        ("1/3 0.5\n1/3 0.5", None, ("P", "2/3", "1/3")),
        ("0.5 0.5\n0.4 0.5", 3, ("P", "0.9", 3)),
        ("0.6 0.5\n0.5 0.5", 3, ("P", "1.1", 3)),
    ],
)
def test_that_a_wrong_sum_is_refused_with_the_sum(text: str, digits: int | None, said: tuple[object]) -> None:
    with pytest.raises(NotValid) as refused:
        tables_of(read_two_columns(text), digits)
    assert set(said) == {value for _, value in refused.value.sentence.values}


def test_that_tables_with_nothing_in_common_and_calibration_are_refused() -> None:
    with pytest.raises(NotValid):
        tables_of(read_two_columns("1 0\n0 1"))
    with pytest.raises(NotValid):
        tables_of(read_two_columns("0.99 0.01\n0.01 0.99"), 1)
    with pytest.raises(OutOfRange):
        tables_of(read_two_columns("1 1"), 31)
    with pytest.raises(Unsupported):
        Tables.calibrated(1.0, 0.0, 1.0)


@settings(max_examples=tries(150))
@given(distributions())
def test_that_a_pure_epsilon_is_rounded_up_where_it_is_a_proven_end(pair: Releases) -> None:
    tables = tables_of(columns(*pair))
    found = pure_above(tables)
    if found is None:
        return
    most = max(max(p / q, q / p) for p, q in zip(*pair, strict=True) if p)
    with localcontext(prec=60):
        exact = (Decimal(most.numerator) / most.denominator).ln()
        assert exact <= Decimal(found)
        assert Decimal(found) <= exact * (1 + Decimal(2) ** -48)


def test_that_probabilities_far_apart_keep_their_digits() -> None:
    tables = tables_of(read_two_columns(f"0.5 1e-300\n0.5 0.{'9' * 300}"))
    with localcontext(prec=60):
        exact = float(Decimal("5e299").ln())
    assert tables.pure_epsilon == pytest.approx(exact, rel=3e-16)
    assert tables.epsilon_at(0.25) == pytest.approx(exact - math.log(2), rel=1e-14)
