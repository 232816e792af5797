"""Ranges and quantiles: hand-computed sums, errors and coverage as claimed, files, and what is refused."""

import csv
import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cases_in_one import cases_in_one
from range_cases import specified_sums
from thoroughness import combined, some

from explorer.export.opendp_code import opendp_code
from explorer.privacy.refusal import NotATable, NotValid, Refusal, Unsupported
from explorer.privacy.strategies.fit_error import simulated_noise
from explorer.privacy.strategies.square_root import square_root
from explorer.privacy.strategies.strategy import Strategy
from explorer.privacy.strategies.tree import Tree
from explorer.privacy.target import Neighbours
from explorer.release import publish
from explorer.release.audit.black_box import trial
from explorer.release.drawn import margins_of, noised
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.plan.columns import CategoryColumn, DateColumn, NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import problems, read_plan, write_plan
from explorer.release.plan.plan_preview import simulate
from explorer.release.plan.sections import Output, Privacy
from explorer.release.publish import release
from explorer.release.published_ranges import read_ranges
from explorer.release.queries import range_strategy
from explorer.release.queries.range_measurement import Measurement
from explorer.release.queries.ranges import Ranges
from explorer.release.values.noise_variance import variance

GAUSSIAN: dict[str, Any] = {"mechanism": "discrete-gaussian", "delta": Fraction(1, 10**6)}
AGE = NumericColumn("age", tuple(map(str, range(9))))
YEARS = NumericColumn("age", tuple(map(str, range(65))))
SEX = CategoryColumn("sex", ("f", "m"))


def plan_of(
    *columns: Any, strategy: str = "auto", quantiles: tuple[str, ...] = (), **privacy: Any
) -> ReleasePlan:
    """Ranges of single rows."""
    declared = {"unit": "row", "epsilon": Fraction(1), **privacy}
    return ReleasePlan(Privacy(**declared), (Ranges("r", columns, quantiles=quantiles, strategy=strategy),))


@pytest.fixture
def unnoised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publish, "privatize", lambda some, *_: tuple(some.tolist()))


# What is measured


def test_that_a_tree_by_hand_is_measured_and_fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two levels over four bins, weights 2 and 1: sums, special cells and the fit worked out by hand."""
    four = NumericColumn("age", ("0", "1", "2", "3", "4"))
    tree = Tree(4, (1, 2), (2, 1))
    monkeypatch.setattr(range_strategy, "strategies", lambda *_: (tree,))
    plan = plan_of(four, strategy="tree")
    [query], terms = plan.queries, plan.terms_of(0)
    assert plan.noise_of(0).sensitivity == 2 + 1
    counts = np.array([5, 0, 2, 1, 10, 20, 30, 40])  # four bins; below, above, missing, unreadable
    assert query.measured(counts, terms).tolist() == [10, 0, 4, 2, 5, 3, 30, 60, 90, 120]
    # A pair is seen twice: as (m0 + m1)/2 with variance 1/2, and as m4 with variance 1; joined: (2a + b)/3
    blank = noised(plan, 0, (12, 0, 4, 2, 9, 3, 31, 60, 90, 120))
    fitted = query.fitted(blank).fitted
    total = (2 * 6 + 9) / 3
    assert fitted[0].tolist() == pytest.approx(
        [6 + (total - 6) / 2, (total - 6) / 2, 2, 1, 31 / 3, 20, 30, 40]
    )


@pytest.mark.parametrize(
    ("bounds", "change", "l1", "l2_squared"),
    [
        ({}, Neighbours.ADD_REMOVE, 3, 5),
        ({}, Neighbours.SUBSTITUTE, 6, 10),
        ({"rows_per_person": 3}, Neighbours.ADD_REMOVE, 9, 45),
        ({"rows_per_person": 3}, Neighbours.SUBSTITUTE, 18, 90),
        # The bins are a histogram of at most one row each: 4 · 3, and all three rows may meet in a sum: 1 · 9
        ({"rows_per_person": 3, "rows_per_cell": 1}, Neighbours.ADD_REMOVE, 9, 21),
        ({"rows_per_person": 3, "rows_per_cell": 1}, Neighbours.SUBSTITUTE, 18, 42),
    ],
)
def test_that_the_sensitivity_is_that_of_the_worst_unit(
    bounds: dict[str, int], change: Neighbours, l1: int, l2_squared: int
) -> None:
    unit = {"unit": "person", "id_column": "id"} if bounds else {"unit": "row"}
    tree = Tree(4, (1, 2), (2, 1))
    for more, moved in (({}, l1), (GAUSSIAN, l2_squared)):
        privacy = Privacy(epsilon=Fraction(1), neighbours=change, **unit, **bounds, **more)
        assert range_strategy.strategy_noise(tree, privacy, Fraction(1, 2)).sensitivity == moved


@cases_in_one("strategy", [Tree(4, (1, 2), (2, 1)), Tree(4, (1, 2, 4), (3, 2, 2)), square_root(4)])
@cases_in_one("cell", [None, 1, 2])
@cases_in_one("change", Neighbours)
def test_that_no_unit_of_several_rows_moves_more(
    strategy: Strategy, cell: int | None, change: Neighbours
) -> None:
    """All units of at most three rows in four bins and one special cell, with at most so many a cell."""
    privacy = Privacy(
        "person",
        Fraction(1),
        id_column="id",
        rows_per_person=3,
        rows_per_cell=cell,
        neighbours=change,
        **GAUSSIAN,
    )
    claimed = range_strategy.strategy_noise(strategy, privacy, Fraction(1)).sensitivity
    measurement = Measurement(strategy, True, 1, 1)
    units = [
        measurement.measured(np.array([unit]))
        for unit in product(range((cell or 3) + 1), repeat=5)
        if sum(unit) <= 3
    ]
    others = units if change is Neighbours.SUBSTITUTE else [0 * units[0]]
    assert max(int(((one - other) ** 2).sum()) for one in units for other in others) <= claimed


@pytest.mark.parametrize(("more", "strategy"), combined([{}, GAUSSIAN], ["identity", "tree", "weighted"]))
def test_that_no_row_moves_what_is_measured_by_more_than_the_sensitivity(
    strategy: str, more: dict[str, Any]
) -> None:
    plan = plan_of(SEX, YEARS, strategy=strategy, **more)
    [query], terms, noise = plan.queries, plan.terms_of(0), plan.noise_of(0)
    moved = []
    for place in range(query.cells):
        counts = np.zeros(query.cells, dtype=np.int64)
        counts[place] = 1
        change = query.measured(counts, terms)
        assert change.tolist() == specified_sums(plan, 0, counts.tolist())
        moved.append(int((change**2).sum() if noise.is_gaussian else np.abs(change).sum()))
    assert max(moved) == noise.sensitivity


# What is claimed beforehand


@pytest.mark.parametrize(("more", "strategy"), combined([{}, GAUSSIAN], ["identity", "tree", "weighted"]))
def test_that_claimed_error_and_margins_are_those_of_simulated_releases(
    strategy: str, more: dict[str, Any]
) -> None:
    plan = plan_of(YEARS, strategy=strategy, **more)
    [query], terms, noise = plan.queries, plan.terms_of(0), plan.noise_of(0)
    measurement, margins = query.measurement(terms), query.every_margin(terms)
    rounds = 2000
    drawn = simulated_noise(
        np.random.default_rng(7), noise.is_gaussian, noise.width, (rounds, measurement.size)
    )
    errors = np.array([measurement.fitted(each)[0] for each in drawn.tolist()])
    sums = np.concatenate([np.zeros((rounds, 1)), np.cumsum(errors[:, :64], axis=1)], axis=1)
    ranges = sums[:, :, None] - sums[:, None, :]
    squares = (ranges**2).sum(axis=(1, 2)) / 2 / (64 * 65 / 2)
    assert query.expected_rmse(terms) == pytest.approx(np.sqrt(squares.mean()), rel=0.05)
    least = rounds * 0.95 - 4.5 * np.sqrt(rounds * 0.95 * 0.05)
    told = np.array([*margins.bins, *[margins.special] * 4])
    assert ((np.abs(errors) <= told).sum(axis=0) >= least).all()
    assert (np.abs(errors) <= margins.together).all(axis=1).sum() >= least
    assert (np.abs(sums) <= margins.sums).all(axis=1).sum() >= least
    if strategy != "identity":  # no lattice: margins are not much wider than they must be either
        assert (np.abs(errors[:, :64]) <= told[:64]).mean() < 0.975


def test_that_a_fit_of_clamped_cells_is_far_off_what_is_claimed() -> None:
    """Noised cells may not be set to 0 before they are summed: empty bins gain, and their sums with them."""
    plan = plan_of(YEARS, strategy="identity", epsilon=Fraction(1, 10))
    terms, noise = plan.terms_of(0), plan.noise_of(0)
    drawn = simulated_noise(np.random.default_rng(7), False, noise.width, (500, 64))
    whole, clamped = drawn.sum(axis=1), np.maximum(drawn, 0).sum(axis=1)
    claimed = variance(noise) * 64
    assert np.mean(whole**2) == pytest.approx(claimed, rel=0.3)
    assert np.mean(clamped**2) > 3 * claimed
    assert plan.queries[0].expected_rmse(terms) < np.sqrt(claimed)


def test_that_the_strategy_is_the_one_with_the_least_error() -> None:
    plan = plan_of(YEARS)
    [query], terms = plan.queries, plan.terms_of(0)
    others = query.alternatives(terms)
    assert query.strategy_id(terms) == "weighted"
    assert [each.strategy for each in others] == ["tree", "identity"]
    assert query.expected_rmse(terms) < others[0].expected_rmse < others[1].expected_rmse
    for each in others:
        alone = plan_of(YEARS, strategy=each.strategy)
        assert alone.queries[0].expected_rmse(alone.terms_of(0)) == each.expected_rmse
    gaussian = plan_of(YEARS, **GAUSSIAN)
    pure = [
        each
        for each in gaussian.queries[0].alternatives(gaussian.terms_of(0))
        if each.mechanism == "discrete-laplace"
    ]
    assert [each.expected_rmse for each in pure] == [
        query.expected_rmse(terms),
        *(each.expected_rmse for each in others),
    ]


def test_that_margins_hold_at_a_confidence_that_no_simulation_reaches() -> None:
    plan = plan_of(YEARS)
    sure = replace(plan, output=Output(confidence=1 - Fraction(1, 10**9)))
    usual, wide = margins_of(plan, 0), margins_of(sure, 0)
    assert 2 * usual.each < wide.each < 20 * usual.each
    assert usual.joint < wide.joint


# From a file to files


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    ages = [(place % 8, "fm"[place % 3 == 0]) for place in range(300)]
    path.write_text(
        "age,sex\n" + "".join(f"{age},{sex}\n" for age, sex in ages) + "-1,f\n9,m\n,f\nx,m\n3,q\n"
    )
    return path


def rows_of(path: Path) -> Iterator[dict[str, str]]:
    with path.open(newline="") as file:
        yield from csv.DictReader(file)


@pytest.mark.usefixtures("unnoised", "folder")
@pytest.mark.parametrize("strategy", ["identity", "tree", "weighted"])
@pytest.mark.parametrize("more", [{}, GAUSSIAN], ids=["laplace", "gaussian"])
def test_that_without_noise_all_files_tell_the_counts(
    people: Path, tmp_path: Path, strategy: str, more: dict[str, Any]
) -> None:
    plan = plan_of(SEX, AGE, strategy=strategy, quantiles=("0.5", "0.25"), **more)
    released = release(plan, people, tmp_path / "out")
    out = tmp_path / "out"
    names = ("r.csv", "r-measured.csv", "r-quantiles.csv")
    assert [path.name for path in released.written if path.suffix == ".csv"] == list(names)
    known = {(row["sex"], row["age"]): float(row["fitted_count"]) for row in rows_of(out / "r.csv")}
    assert len(known) == 4 * 12
    assert known["f", "from 3 to 4"] == pytest.approx(25)
    assert known["m", "from 3 to 4"] == pytest.approx(13)
    assert known["f", "(below)"] == known["m", "(above)"] == known["(other)", "from 3 to 4"] == 1
    assert known["f", "(missing)"] == known["m", "(unreadable)"] == 1
    measured = [int(row["noised_count"]) for row in rows_of(out / "r-measured.csv")]
    assert tuple(measured) == released.drawn.queries[0].counts
    [half, quarter] = [row for row in rows_of(out / "r-quantiles.csv") if row["sex"] == "f"]
    assert (half["quantile"], quarter["quantile"]) == ("0.5", "0.25")
    assert float(half["value_from"]) <= float(half["value"]) <= float(half["value_to"])
    assert float(half["value"]) == pytest.approx(4, abs=0.1)
    assert float(quarter["value"]) == pytest.approx(2, abs=0.1)
    answers = read_ranges(out / "r.csv")
    answer = answers.of_range("2", "5", ("f",), Fraction(19, 20))
    assert answer.value == pytest.approx(
        sum(known["f", f"from {age} to {age + 1}"] for age in (2, 3, 4)), abs=1e-5
    )
    terms = plan.terms_of(0)
    assert answers.of_range("2", "3", ("f",), Fraction(19, 20)).margin == pytest.approx(
        plan.queries[0].every_margin(terms).bins[2], rel=0.01, abs=0.5
    )
    assert answers.quantile(Fraction(1, 2), ("f",), Fraction(19, 20)).value == half["value"]


@pytest.mark.usefixtures("folder")
def test_that_the_ledger_keeps_the_strategy_that_was_measured(
    people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_of(YEARS, quantiles=("0.5",))
    released = release(plan, people.with_name("people.csv"), tmp_path / "out")
    drawn = released.drawn.queries[0]
    other = (Tree(64, (1, 8), (3, 1)),)
    monkeypatch.setattr(range_strategy, "strategies", lambda *_: other)  # a later version finds another one
    again = drawn_again(1)
    assert again.queries[0].counts == drawn.counts
    assert again.files == released.drawn.files
    mine, theirs = (query.declared.fitted(query) for query in (drawn, again.queries[0]))
    assert theirs.measurement.strategy.id == "weighted"
    assert mine.fitted.tolist() == theirs.fitted.tolist()


@pytest.mark.usefixtures("folder")
def test_that_changed_files_are_not_answered_from(people: Path, tmp_path: Path) -> None:
    release(plan_of(AGE, SEX), people, tmp_path / "out")
    table = tmp_path / "out" / "r.csv"
    group = ("f",)
    for wrong in (
        ("2", "2.5", group),
        ("5", "2", group),
        ("2", "5", ()),
        ("2", "5", ("x",)),
        ("", "5", group),
    ):
        with pytest.raises(NotValid):
            read_ranges(table).of_range(*wrong, Fraction(1, 2))
    with pytest.raises(NotValid):
        read_ranges(tmp_path / "out" / "r-measured.csv")
    metadata = tmp_path / "out" / "r.csv-metadata.json"
    described = json.loads(metadata.read_text())
    first, second = described["privacy"]["columns"]
    for key, value in (
        ("strategy", {"id": "tree"}),
        ("columns", []),
        ("columns", [{**first, "edges": ["x", *first["edges"][1:]]}, second]),
        ("columns", [{**first, "edges": ["nan", *first["edges"][1:]]}, second]),
        ("columns", [{**first, "edges": first["edges"][::-1]}, second]),
        ("columns", [first, {**second, "categories": ["f", "f"]}]),
        ("scale", "0"),
        ("scale", "1e-400"),
        ("scale", "1e400"),
        ("mechanism", None),
    ):
        metadata.write_text(json.dumps({**described, "privacy": {**described["privacy"], key: value}}))
        with pytest.raises(NotValid):
            read_ranges(table)
    metadata.write_text(json.dumps(described))
    read_ranges(table)
    table.write_text(table.read_text().replace("(below)", "(Below)"))
    with pytest.raises(NotATable):
        read_ranges(table)


@pytest.mark.usefixtures("folder")
def test_that_dates_have_ranges_and_quantiles(tmp_path: Path) -> None:
    days = DateColumn("day", every="month", start="2025-01-01", end="2025-07-01")
    path = tmp_path / "days.csv"
    path.write_text(
        "day,note\n" + "".join(f"2025-0{1 + place % 6}-1{place % 9},x\n" for place in range(6000))
    )
    release(plan_of(days, quantiles=("0.5",), epsilon=Fraction(5)), path, tmp_path / "out")
    [half] = rows_of(tmp_path / "out" / "r-quantiles.csv")
    assert half["value_from"] <= half["value"] <= half["value_to"]
    assert half["value"].startswith(("2025-03", "2025-04"))
    answer = read_ranges(tmp_path / "out" / "r.csv").of_range(
        "2025-02-01", "2025-04-01", (), 1 - Fraction(1, 10**9)
    )
    assert answer.value == pytest.approx(2000, abs=answer.margin)


def test_that_a_test_of_the_release_names_intervals_and_sums_of_several() -> None:
    months = DateColumn("day", every="month", start="2000", end="2010")
    for strategy in ("identity", "tree"):
        plan = plan_of(months, SEX, strategy=strategy)
        (query,), terms = plan.queries, plan.terms_of(0)
        size = len(query.measured(query.simulated(100), terms))
        names = [query.measured_name(place, terms) for place in range(size)]
        assert len(set(names)) == size
        assert {"f · January 2000", "m · December 2009", "m · (unreadable)"} <= set(names)
        assert any("<" in each and each.endswith("(1)") for each in names) == (strategy == "tree")


def test_that_a_preview_is_fitted_to_simulated_people() -> None:
    plan = plan_of(YEARS, SEX)
    [shown] = simulate(plan, 1, 1000)
    assert sum(shown.counts) == 1000
    blank = noised(plan, 0, shown.noised)
    fitted = plan.queries[0].fitted(blank).fitted
    assert fitted[0, :64].sum() == pytest.approx(500, abs=150)
    assert shown.noised == simulate(plan, 1, 1000)[0].noised


def test_that_there_is_no_opendp_code_and_why() -> None:
    with pytest.raises(Unsupported) as caught:
        opendp_code(plan_of(AGE))
    assert caught.value.field == "ranges.1"
    assert "OpenDP measures trees" in str(dict(caught.value.sentence.values)["lacks"].text)


@pytest.mark.parametrize("more", some([{}, {"neighbours": Neighbours.SUBSTITUTE, **GAUSSIAN}], 1))
def test_that_a_release_of_ranges_passes_its_test_and_a_broken_one_does_not(
    more: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_of(YEARS, strategy="tree", **more)
    sound = trial(plan, 1200)
    assert not sound.violated
    assert sound.whole > 0
    draw, less = publish.privatize, 8 if plan.privacy.rho is None else 100
    monkeypatch.setattr(
        publish, "privatize", lambda some, moved, *rest: draw(some, max(1, moved // less), *rest)
    )
    assert trial(plan, 400 if less == 8 else 1200).violated  # ε ≥ 2.1 ± 0.2 is found of Laplace noise


# What a plan may say

TEXT = """schema = 1
[privacy]
unit = "row"
epsilon = "1"
[[ranges]]
name = "ages"
quantiles = ["0.5"]
strategy = "tree"
share = "2"
[[ranges.column]]
name = "sex"
kind = "category"
categories = ["f"]
[[ranges.column]]
name = "age"
kind = "numeric"
edges = ["0", "1", "2", "3", "4"]
"""


def test_that_a_plan_of_ranges_is_read_and_written() -> None:
    plan = read_plan(TEXT)
    [query] = plan.queries
    assert (query.quantiles, query.strategy, query.share) == (("0.5",), "tree", 2)
    assert read_plan(write_plan(plan)) == plan


EDGES = 'edges = ["0", "1", "2", "3", "4"]'


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        (EDGES, 'edges = ["0", "1"]', "ranges.1.column.2.edges"),
        (EDGES, 1_000_001, "ranges.1.column.2.edges"),
        (EDGES, 50_000, "ranges.1.column.2.edges"),
        ('["0.5"]', '["1"]', "ranges.1.quantiles"),
        ('["0.5"]', '["0"]', "ranges.1.quantiles"),
        ('["0.5"]', '["half"]', "ranges.1.quantiles"),
        ('["0.5"]', '["0.5", "1/2"]', "ranges.1.quantiles"),
        ('"tree"', '"forest"', "ranges.1.strategy"),
        ('kind = "numeric"\n' + EDGES, 'kind = "category"\ncategories = ["1"]', "ranges.1.column.1.kind"),
        (
            'kind = "category"\ncategories = ["f"]',
            'kind = "numeric"\nedges = ["0", "1"]',
            "ranges.1.column.2.kind",
        ),
        (EDGES, 'edges = ["0", "1", "2"]', "ranges.1.strategy"),
    ],
)
def test_that_what_cannot_be_is_refused_beside_its_field(old: str, new: str | int, field: str) -> None:
    """A number stands for so many edges, which are written where they are needed."""
    assert old in TEXT
    put = new if isinstance(new, str) else f"edges = {json.dumps(list(map(str, range(new))))}"
    with pytest.raises(Refusal) as caught:
        read_plan(TEXT.replace(old, put))
    assert caught.value.field == field


def test_that_groups_of_unknown_categories_are_refused() -> None:
    text = TEXT.replace('kind = "category"\ncategories = ["f"]', 'kind = "category-unknown"')
    with pytest.raises(Refusal) as caught:
        read_plan(text.replace('epsilon = "1"', 'epsilon = "1"\ndelta = "1e-6"'))
    assert caught.value.field == "ranges.1.column.1.kind"


def test_that_a_plan_of_ranges_in_the_making_has_its_problems_named() -> None:
    draft = Ranges.draft("ranges_1")
    fields = {each.field for each in problems({"schema": 1, "ranges": [draft]})}
    assert "ranges.1.column.1.edges" in fields
