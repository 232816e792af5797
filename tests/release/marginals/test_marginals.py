"""Marginals: how what is granted is divided, what margins and check cover, what files are called."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from thoroughness import THOROUGH

from explorer.privacy.samplers.integer_sampler import RandomBytes
from explorer.privacy.sensitivity import Sensitivity
from explorer.release import publish
from explorer.release.audit.black_box import trial
from explorer.release.drawn import noised
from explorer.release.ledger.authorization import spending_of
from explorer.release.marginals.marginal_noise import divided, table_parts
from explorer.release.marginals.marginal_rounds import frozen, score
from explorer.release.marginals.marginal_tables import MarginalTables
from explorer.release.plan.columns import CategoryColumn, NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import read_plan, write_plan
from explorer.release.plan.plan_preview import drawn_of, draws, simulate
from explorer.release.plan.sections import Privacy
from explorer.release.queries.marginals import Marginals
from explorer.release.values.noise_distribution import GAUSSIAN, LAPLACE, Noise

COLUMNS = (
    NumericColumn("age", ("0", "20", "40", "70", "100")),
    CategoryColumn("sex", ("f", "m")),
    CategoryColumn("region", ("n", "e", "s")),
)
SEX, REGION = COLUMNS[1:]


def plan_of(epsilon: str = "1", mechanism: str = LAPLACE, **keys: object) -> ReleasePlan:
    delta = Fraction(1, 10**6) if mechanism == GAUSSIAN else Fraction(0)
    privacy = Privacy("row", Fraction(epsilon), delta, mechanism=mechanism)
    return ReleasePlan(privacy, (Marginals("m", COLUMNS, **keys),))


@given(
    some.sampled_from([LAPLACE, GAUSSIAN]),
    some.fractions(Fraction(1, 10**6), 10),
    some.lists(some.integers(1, 10**6), min_size=1, max_size=30),
    some.integers(0, 5),
    some.fractions(0, Fraction(1, 2)),
)
def test_that_the_parts_add_up_to_what_is_granted(mechanism, parameter, sizes, rounds, check):
    rounds = min(rounds, len(sizes) - 1)
    moved = Sensitivity(2, 3, 5, 2)
    parts = divided(Noise(mechanism, 90, parameter), moved, sizes, rounds, check, {})
    spent = [noise.parameter for noise in parts.tables]
    if rounds:
        assert len(set(spent)) == 1
        spent = spent[: rounds + 1] + [parts.choice.parameter] * rounds
    spent += [each.parameter for each in parts.check or ()]
    assert sum(spent) == parameter
    assert all(each > 0 for each in spent)
    assert {noise.sensitivity for noise in parts.tables} == {5 if mechanism == GAUSSIAN else 3}


@pytest.mark.parametrize("mechanism", [LAPLACE, GAUSSIAN])
def test_that_no_other_division_among_tables_errs_less(mechanism):
    sizes = (4, 100, 900)
    given = (Noise(mechanism, 1, Fraction(1)), Sensitivity(1, 1, 1, 1))
    parts = divided(*given, sizes, 0, Fraction(0), {}).tables

    def error(shares):
        power = 1 if mechanism == GAUSSIAN else 2
        return sum(size / share**power for size, share in zip(sizes, shares, strict=True))

    best = [float(noise.parameter) for noise in parts]
    for at, other in ((0, 1), (1, 2), (2, 0)):
        moved = list(best)
        moved[at] += 0.001
        moved[other] -= 0.001
        assert error(moved) > error(best)


@pytest.mark.parametrize("rounds", [0, 2])
def test_that_the_ledger_is_told_every_table_choice_and_check(rounds):
    plan = plan_of("2", rounds=rounds, check=Fraction(1, 4))
    told = spending_of(plan).noise
    assert sum(Fraction(each["epsilon"]) for each in told) == 2
    assert sum("choice" in each for each in told) == rounds + 1
    assert len(told) == 3 + rounds + 2


def test_that_a_plan_is_read_as_it_is_written():
    for listed in ("ones", "pairs", "triples", (("sex", "age"), ("region",))):
        plan = plan_of(tables=listed, rounds=0, check=Fraction(1, 10), joint=True)
        assert read_plan(write_plan(plan)) == plan


def test_that_files_are_named_by_columns_and_never_alike():
    odd = (replace(SEX, name="a b"), replace(REGION, name="a_b"), replace(REGION, name="joint"))
    names = MarginalTables(odd, "ones").file_names("m", joint=True)
    assert names == ("m-a_b", "m-a_b-2", "m-joint-2", "m-joint")
    long = tuple(replace(SEX, name=f"{'x' * 80}{at}") for at in range(3))
    names = MarginalTables(long, "triples").file_names("m" * 64, joint=False)
    assert all(len(name) < 200 for name in names)


def test_that_a_listed_table_keeps_its_order_of_columns():
    declared = Marginals("m", COLUMNS, tables=(("sex", "age"),))
    cells = [np.array([3]), np.array([1]), np.array([0])]
    assert declared.places(cells) == (np.array([1 * COLUMNS[0].size + 3]),)
    plan = plan_of("1000", tables=(("sex", "age"), ("region", "sex")))
    answers = drawn_of(plan, 0, plan.queries[0].simulated(5000), 1)
    found = answers.declared.answers(answers)
    true = plan.queries[0].simulated(5000)
    assert np.allclose(np.concatenate(found.fitted), true, atol=40)


CHECKS = 400 if THOROUGH else 60
RELEASES = 2000 if THOROUGH else 200
FIXED = (("sex", "region", "0.7"),)


@pytest.mark.parametrize("rounds", [0, 1])
def test_that_check_and_joint_margin_hold_as_often_as_they_say(rounds):
    plan = plan_of("0.5", rounds=rounds, check=Fraction(1, 5))
    (query,) = plan.queries
    true, checked, together = query.simulated(800), 0, 0
    for seed in range(CHECKS):
        drawn = drawn_of(plan, 0, true, seed)
        answers, begins = drawn.declared.answers(drawn), query.wanted.begins
        margins = drawn.declared.table_margins(drawn.terms)
        checked += np.abs(np.concatenate(answers.fitted) - true).max() <= answers.check.bound
        together += all(
            (np.abs(counts - true[begins[table] : begins[table + 1]]) <= margins[table].joint).all()
            for table, counts in answers.measured.items()
        )
    least = 0.95 * CHECKS - 3 * np.sqrt(0.95 * 0.05 * CHECKS)
    assert min(checked, together) >= least


@pytest.mark.parametrize(
    ("mechanism", "keys"),
    [(LAPLACE, {}), (GAUSSIAN, {}), (LAPLACE, {"fixed": FIXED}), (GAUSSIAN, {"fixed": FIXED})],
)
def test_that_claimed_error_and_margins_are_those_of_simulated_releases(mechanism, keys):
    """Each margin within the binomial band of its confidence; it may be wider, as counts are whole."""
    plan = plan_of("0.5", mechanism, **keys)
    (query,), terms = plan.queries, plan.terms_of(0)
    true = query.simulated(500)
    drawn = [drawn_of(plan, 0, true, seed).counts for seed in range(RELEASES)]
    apart = np.abs(np.array(drawn) - true)
    assert np.sqrt(np.mean(apart.astype(float) ** 2)) == pytest.approx(query.expected_rmse(terms), rel=0.05)
    margins, sizes = query.table_margins(terms), query.wanted.sizes
    least = 0.95 * RELEASES - 4.5 * np.sqrt(0.95 * 0.05 * RELEASES)
    each = np.repeat([one.each for one in margins], sizes)
    joint = np.repeat([one.joint for one in margins], sizes)
    assert ((apart <= each).sum(axis=0) >= least).all()
    assert (apart <= joint).all(axis=1).sum() >= least
    narrower = (apart <= each - 1).mean(axis=0)  # one less than each margin does not hold as often
    assert (narrower < 0.95 + 4.5 * np.sqrt(0.95 * 0.05 / RELEASES)).all()


def test_that_what_was_chosen_is_kept_and_comes_back():
    plan = plan_of(rounds=1, check=Fraction(1, 10))
    drawn = drawn_of(plan, 0, plan.queries[0].simulated(300), 5)
    again = noised(plan, 0, drawn.counts, drawn.declared.kept)
    assert again == drawn
    assert again.declared.found == drawn.declared.found
    assert len(again.declared.found.tables) == 2


def test_that_a_preview_needs_no_fit(monkeypatch):
    def fails(*_):
        raise AssertionError

    monkeypatch.setattr("explorer.release.marginals.marginal_rounds.fit_tables", fails)
    monkeypatch.setattr("explorer.release.marginals.marginal_answers.fit_tables", fails)
    (shown,) = simulate(plan_of(rounds=1, check=Fraction(1, 10)), 1)
    assert len(shown.noised) == sum(MarginalTables(COLUMNS, "pairs").sizes[:2])


def test_that_its_release_is_tested_on_simulated_people_through_its_own_files(monkeypatch):
    assert not trial(plan_of("1", rounds=1, check=Fraction(1, 5)), runs=200).violated
    assert not trial(plan_of("1"), runs=600).violated
    monkeypatch.setattr(publish, "privatize", lambda some, *_: tuple(some.tolist()))
    assert trial(plan_of("1"), runs=400).violated  # without noise each run tells the tables apart


@pytest.mark.parametrize("mechanism", [LAPLACE, GAUSSIAN])
def test_that_what_a_crosstab_would_err_is_what_its_sums_err(mechanism):
    plan = plan_of("0.5", mechanism)
    (query,) = plan.queries
    told = query.crosstab_rmse(plan.terms_of(0))
    shape, noise = query.wanted.joint_shape, plan.noise_of(0)
    one = Noise(mechanism, 1, noise.parameter)
    bits = RandomBytes(np.random.default_rng(3).bytes)
    squares = []
    for _ in range(60):
        joint = np.array(draws(one, bits, query.wanted.joint_cells)).reshape(shape)
        squares += [joint.sum(axis=tuple({0, 1, 2} - set(axes))).ravel() ** 2 for axes in query.wanted.axes]
    assert told == pytest.approx(np.sqrt(np.mean(np.concatenate(squares))), rel=0.08)
    assert query.alternatives(plan.terms_of(0))[0].expected_rmse == told


@pytest.mark.parametrize("fitted", [0.0, 2.0**40, 2.0**63, 1e300])
def test_that_a_row_moves_a_score_by_one_however_large_the_fit(fitted):
    plan = plan_of("1", rounds=1)
    (query,) = plan.queries
    tables, noise = query.wanted, query.division(plan.terms_of(0))
    told = np.full(tables.sizes[0], fitted)
    empty = np.zeros(tables.begins[-1], dtype=np.int64)
    for cell in range(3):
        more = empty.copy()
        more[cell] = 1
        one, other = (score(tables, noise, 0, each, told) for each in (empty, more))
        assert abs(one - other) == 1
    many = np.full(10**6, fitted)
    assert int(frozen(many).sum()) == sum(frozen(many).tolist())


@pytest.mark.parametrize("gaussian", [False, True])
def test_that_fixed_parts_stay_and_the_others_keep_their_proportions(gaussian: bool) -> None:
    sizes = (8, 27, 64, 5)
    free, part = table_parts(sizes, {}, gaussian), Fraction(2, 5)
    fixed = table_parts(sizes, {2: part}, gaussian)
    assert sum(free) == sum(fixed) == 1
    assert fixed[2] == part
    assert [fixed[0] / fixed[1], fixed[0] / fixed[3]] == [free[0] / free[1], free[0] / free[3]]
    every = {0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 8), 3: Fraction(1, 8)}
    assert table_parts(sizes, every, gaussian) == tuple(every.values())
