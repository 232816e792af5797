"""Categories that nobody declared: from which noisy count on they show, and what never does."""

import itertools
import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from count_cases import AGE, plan_of

from explorer.privacy.refusal import Refusal
from explorer.release import publish
from explorer.release.counting.counts import Counts
from explorer.release.drawn import threshold_of
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.partition_selection import (
    Found,
    category_of,
    gather,
    published,
    threshold,
)
from explorer.release.plan.columns import UnknownColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import read_plan, write_plan
from explorer.release.plan.plan_preview import expected, simulate
from explorer.release.plan.sections import Input, Privacy
from explorer.release.publish import release
from explorer.release.queries.histogram import Histogram

PRIVACY = Privacy("row", Fraction(1), Fraction(1, 10**5))
PLAN = ReleasePlan(PRIVACY, (Histogram("illness", (UnknownColumn("illness"),)),))


@pytest.mark.parametrize(
    ("epsilon", "least"), [("1", [13, 15, 20]), ("0.5", [24, 28, 37]), ("0.1", [110, 133, 179])]
)
def test_that_thresholds_are_those_of_the_table(epsilon: str, least: list[int]) -> None:
    scale = 1 / Fraction(epsilon)
    assert [threshold(scale, Fraction(delta)).least for delta in ("1e-5", "1e-6", "1e-8")] == least


@pytest.mark.parametrize(("rows", "categories"), [(1, 1), (3, 1), (1, 4), (3, 3)])
@pytest.mark.parametrize("delta", ["1e-3", "1e-6", "0.3"])
def test_that_a_threshold_keeps_its_delta_and_one_less_does_not(
    rows: int, categories: int, delta: str
) -> None:
    scale = Fraction(rows * categories)
    found = threshold(scale, Fraction(delta), rows, categories)

    def spent(least: int) -> float:
        a = math.exp(-1 / float(scale))
        return -math.expm1(categories * math.log1p(-(a ** (least - rows)) / (1 + a)))

    assert spent(found.least) <= float(found.delta) <= spent(found.least) * (1 + 2e-11)
    assert found.delta <= Fraction(delta)
    assert found.least == rows or spent(found.least - 1) > float(Fraction(delta))


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(-1, 9), Fraction(1)])
def test_that_no_threshold_is_searched_for_where_none_would_do(delta: Fraction) -> None:
    with pytest.raises(ValueError, match="delta"):
        threshold(Fraction(1), delta)


def test_that_the_whole_promise_holds_by_summing_over_all_outcomes() -> None:
    """Both directions, on tables that differ in one category of one unit: δ(ε) of what can be seen."""
    scale, delta = Fraction(2), Fraction(1, 100)
    least = threshold(scale, delta).least
    a = math.exp(-1 / float(scale))

    def seen(count: int) -> dict[int | None, float]:
        """Of one category: None where it does not show; an absent one never does."""
        if count == 0:
            return {None: 1.0}
        masses = {value: (1 - a) / (1 + a) * a ** abs(value - count) for value in range(least, least + 120)}
        return {None: 1 - math.fsum(masses.values()), **masses}

    for one, other in itertools.permutations([0, 1, 2], 2):
        if abs(one - other) != 1:
            continue
        here, there = seen(one), seen(other)
        excess = [mass - math.exp(0.5) * there.get(what, 0.0) for what, mass in here.items()]
        assert math.fsum(max(0.0, each) for each in excess) <= float(delta) + 1e-12


def test_that_shares_split_epsilon_over_all_and_delta_over_thresholds() -> None:
    tables = (
        Histogram("a", (UnknownColumn("x"),), Fraction(3)),
        Histogram("b", (AGE,), Fraction(2)),
        Histogram("c", (UnknownColumn("y"),), Fraction(1)),
    )
    plan = ReleasePlan(PRIVACY, tables)
    assert [plan.delta_of(index) for index in range(3)] == [
        Fraction(3, 4 * 10**5),
        0,
        Fraction(1, 4 * 10**5),
    ]
    kept = [threshold_of(plan, index) for index in range(3)]
    assert kept[1] is None
    assert sum(each.delta for each in kept if each is not None) <= PRIVACY.delta
    assert [plan.epsilon_of(index) for index in range(3)] == [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]


def test_that_bounds_of_a_person_raise_the_threshold() -> None:
    person = replace(PRIVACY, unit="person", rows_per_person=6, rows_per_cell=2, cells_per_person=3)
    plan = replace(PLAN, privacy=person)
    assert threshold_of(plan, 0) == threshold(Fraction(6), PRIVACY.delta, 2, 3)


@pytest.mark.parametrize(
    ("raw", "category"),
    [
        *(("flu", "flu"), ("", "(missing)"), ("NA", "(missing)"), ("\0", "(missing)"), (" flu", " flu")),
        *(("(other)", "(other)"), ("(missing)", "(other)"), ("(below)", "(other)"), ("'=x", "(other)")),
        *(("=x", "=x"), ("x" * 200, "x" * 200), ("x" * 201, "(other)"), ("\ud800", "(other)"), ("'", "'")),
    ],
)
def test_that_a_text_is_one_category_whatever_stands_around_it(raw: str, category: str) -> None:
    assert category_of(raw, Input(missing=("", "NA"))) == category


def test_that_an_empty_text_that_is_no_missing_value_is_other() -> None:
    assert category_of("", Input(missing=("NA",))) == "(other)"


def test_that_what_was_found_is_gathered_in_the_order_of_code_points() -> None:
    rows = [("b", 2), ("a", 1), ("", 4), ("(below)", 8), ("b", 16), ("é", 32)]
    for order in itertools.permutations(rows):
        found = gather(order, Input())
        assert found.labels == ("a", "b", "é")
        assert found.counts.tolist() == [1, 18, 32, 8, 4]
    assert "18" not in repr(found)


def test_that_what_stays_below_the_threshold_is_left_out_and_special_cells_stay() -> None:
    found = Found(("a", "b", "c"), np.array([9, 1, 5, 0, 0]))
    assert published(found, (13, 12, 14, -3, 2), 13) == (("a", "c"), (13, 14, -3, 2))


def test_that_a_release_publishes_only_what_passes_and_writes_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "table.csv"
    table.write_text("illness\nflu\n")
    found = Found(("a rare one", "flu"), np.array([1, 400, 0, 7], dtype=np.int64))
    monkeypatch.setattr(publish, "count", lambda *_: Counts((found,), b"d" * 32))  # type: ignore[arg-type]
    monkeypatch.setattr(publish, "privatize", lambda counts, *_: tuple(int(each) for each in counts))
    released = release(PLAN, table, tmp_path / "out")
    lines = (tmp_path / "out" / "illness.csv").read_text().splitlines()
    assert lines == [
        "illness,noised_count,margin_each,margin_joint",
        "flu,400,3,4",
        "(other),0,3,4",
        "(missing),7,3,4",
    ]
    metadata = (tmp_path / "out" / "illness.csv-metadata.json").read_text()
    assert "rare" not in metadata
    assert '"least": 13' in metadata
    assert '"kind": "category-unknown"' in metadata
    assert released.drawn.spent.text() == {"epsilon": "1", "delta": "0.00001"}
    assert drawn_again(1) == released.drawn


def test_that_counting_which_knows_no_unknown_categories_spends_nothing(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "table.csv"
    table.write_text("illness\nflu\n")
    monkeypatch.setattr(publish, "count", lambda *_: Counts((np.array([0, 0]),), b"d" * 32))
    with pytest.raises(TypeError):
        release(PLAN, table, tmp_path / "out")
    assert not folder.exists()


def refused(plan: ReleasePlan) -> list[str]:
    with pytest.raises(Refusal) as caught:
        read_plan(write_plan(plan))
    return [caught.value.field]


def test_that_unknown_categories_need_delta_laplace_and_a_table_of_their_own() -> None:
    assert read_plan(write_plan(PLAN)) == PLAN
    without = replace(PLAN, privacy=replace(PRIVACY, delta=Fraction(0)))
    assert refused(without) == ["privacy.delta"]
    gaussian = replace(PLAN, privacy=replace(PRIVACY, mechanism="discrete-gaussian"))
    assert refused(gaussian) == ["histogram.1.column.1.kind"]
    crossed = replace(PLAN, queries=(Histogram("h", (AGE, UnknownColumn("x"))),))
    assert refused(crossed) == ["histogram.1.column.2.kind"]
    assert refused(replace(plan_of(AGE), privacy=PRIVACY)) == ["privacy.delta"]


def test_that_simulated_people_show_what_a_threshold_does() -> None:
    (told,) = expected(PLAN)
    assert told.threshold == threshold(Fraction(1), PRIVACY.delta)
    (many,), (few,) = simulate(PLAN, 3, 1000), simulate(PLAN, 3, 20)
    assert [len(each.counts) for each in (many, few)] == [8, 2]
    assert many.declared.labels.__self__.columns[0].labels == (
        "A",
        "B",
        "C",
        "D",
        "E",
        "F",
        "(other)",
        "(missing)",
    )
