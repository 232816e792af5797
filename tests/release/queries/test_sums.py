"""Sums and means end to end: hand-computed cases, the files, and what is refused."""

import csv
import json
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cases_in_one import cases_in_one
from count_cases import KEY

from explorer.export.opendp_code import opendp_code
from explorer.export.reports.blocks import Grid, Paragraph
from explorer.export.reports.report import report
from explorer.language import Language
from explorer.privacy.refusal import Refusal, Unsupported
from explorer.release import publish
from explorer.release.audit.black_box import trial
from explorer.release.comparison import compared
from explorer.release.counting.counts import count
from explorer.release.ledger.authorization import spending_of
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.epsilon_for_margin import epsilon_for_margin
from explorer.release.plan.plan_file import read_plan, write_plan
from explorer.release.plan.plan_preview import expected, simulate
from explorer.release.publish import release
from explorer.release.queries.sum import Sum

PLAN = """schema = 1
[privacy]
unit = "person"
id_column = "id"
rows_per_person = 2
epsilon = "1"
[[sum]]
name = "income"
value = "income"
low = "-10"
high = "30"
step = "5"
mean = true
[[sum.column]]
name = "region"
kind = "category"
categories = ["n", "s"]
[[sum]]
name = "total"
value = "income"
low = "-10"
high = "30"
step = "5"
share = "3"
"""
BODY = (
    "id,region,income\n"
    "a,n,12.5\n"  # half way between 10 and 15: 2 is even, so 10
    "a,n,17.5\n"  # between 15 and 20: 20
    "b,s,-7.5\n"  # between -10 and -5: -10
    "c,s,1e6\n"  # 30
    "d,n,\n"
    "e,n,none\n"
    "f,x,-99\n"  # -10
)
STEPS = {"n": (10 + 20) // 5, "s": (-10 + 30) // 5, "(other)": -2}


@pytest.fixture
def plan() -> ReleasePlan:
    return read_plan(PLAN)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text(BODY)
    return path


@pytest.fixture
def no_noise(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[int], tuple[object, ...]]]:
    asked: list[tuple[list[int], tuple[object, ...]]] = []

    def watched(integers: np.ndarray, *distribution: object) -> tuple[int, ...]:
        asked.append((integers.tolist(), distribution))
        return tuple(integers.tolist())

    monkeypatch.setattr(publish, "privatize", watched)
    return asked


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_that_values_are_clipped_then_rounded_half_to_even_and_summed_by_group(
    plan: ReleasePlan, table: Path
) -> None:
    income, total = (each.tolist() for each in count(plan, table, KEY).queries)
    centre = 10 // 5  # the middle of -10 and 30
    assert income[:4] == [6 - 2 * centre, 4 - 2 * centre, -2 - centre, 0]
    assert income[4:] == [2, 2, 1, 0]
    assert total == [sum(STEPS.values())]


def test_that_sums_and_rows_get_half_of_the_share_each_and_their_own_sensitivity(
    plan: ReleasePlan,
    table: Path,
    tmp_path: Path,
    folder: Path,
    no_noise: list[tuple[list[int], tuple[object, ...]]],
) -> None:
    released = release(plan, table, tmp_path / "out")
    assert [distribution for _, distribution in no_noise] == [
        (2 * 4, Fraction(1, 8), "discrete-laplace"),  # 4 steps on either side of the centre, 2 rows
        (2, Fraction(1, 8), "discrete-laplace"),
        (2 * 6, Fraction(3, 4), "discrete-laplace"),  # 30 is 6 steps away from 0
    ]
    first, second, other, missing = rows_of(tmp_path / "out" / "income.csv")
    assert list(first) == [
        "region",
        "noised_sum",
        "margin_each",
        "margin_joint",
        "noised_rows",
        "mean",
        "mean_from",
        "mean_to",
    ]
    assert [each["noised_sum"] for each in (first, second, other, missing)] == ["30", "20", "-10", "0"]
    assert [each["noised_rows"] for each in (first, second, other, missing)] == ["2", "2", "1", "0"]
    assert {each["mean"] + each["mean_from"] + each["mean_to"] for each in (first, other, missing)} == {""}
    assert rows_of(tmp_path / "out" / "total.csv") == [
        {"noised_sum": "40", "margin_each": "240", "margin_joint": "240"}
    ]
    privacy = json.loads((tmp_path / "out" / "income.csv-metadata.json").read_text())["privacy"]
    assert privacy["centre"] == "10"
    assert privacy["clipping"] == (
        "Values above 30 count as 30, values below −10 as −10, each rounded to a multiple of 5."
    )
    assert privacy["noise"][0] == {"integers": 4, "sensitivity": {"L1": "8"}, "scale": "64"}
    assert privacy["margins"]["rows_each"] == 48
    assert drawn_again(1).queries == released.drawn.queries


def test_that_a_plan_with_sums_is_written_as_it_was_read(plan: ReleasePlan) -> None:
    assert read_plan(write_plan(plan)) == plan
    assert list(plan.placed) == ["sum.1", "sum.2"]
    centred = read_plan(PLAN.replace("mean = true", 'mean = true\ncentre = "-5"'))
    assert centred.queries[0].zero == -5
    assert read_plan(write_plan(centred)) == centred
    assert [each["epsilon"] for each in spending_of(plan).noise] == ["0.125", "0.125", "0.75"]


@cases_in_one(
    "old, new, field, words",
    [
        ('low = "-10"', 'low = "30"', "sum.1.low", "the lower bound must be below the upper one"),
        ('step = "5"', 'step = "0"', "sum.1.step", "the step must be greater than 0"),
        ('step = "5"', 'step = "-5"', "sum.1.step", "the step must be greater than 0"),
        ('step = "5"', 'step = "3"', "sum.1.step", "-10 is not a multiple of 3"),
        ('high = "30"', 'high = "31"', "sum.1.step", "31 is not a multiple of 5"),
        ('step = "5"', 'step = "1e-9"', "sum.1.step", "at most 10⁹ steps away from 0"),
        ('step = "5"', 'step = "1/3"', "sum.1.step", "write a decimal"),
        ('high = "30"', 'high = "1e61"', "sum.1.high", "write a decimal"),
        ('value = "income"', 'value = ""', "sum.1.value", "a column needs a name"),
        ('value = "income"', 'value = "region"', "sum.1.value", "“region” is summed"),
        ("mean = true", 'mean = true\ncentre = "4"', "sum.1.centre", "a multiple of the step"),
        ("mean = true", 'mean = true\ncentre = "35"', "sum.1.centre", "between the bounds"),
        ("mean = true", 'mean = false\ncentre = "5"', "sum.1.centre", "only a mean"),
        ("mean = true", "weight = 3", "sum.1.weight", "not a key of a plan"),
        ("mean = true", 'mean = "yes"', "sum.1.mean", "true or false"),
        ('low = "-10"\n', "", "sum.1.low", "is missing"),
        ('categories = ["n", "s"]', "categories = []", "sum.1.column.1.categories", "at least one"),
        ('name = "region"', 'name = "mean"', "sum.1.column.1.name", "would share its name"),
    ],
)
def test_that_what_is_wrong_is_said_beside_its_key(old: str, new: str, field: str, words: str) -> None:
    with pytest.raises(Refusal) as caught:
        read_plan(PLAN.replace(old, new, 1))
    assert caught.value.field == field
    assert words in Language("en").say(caught.value.sentence)


def test_that_too_many_groups_and_found_groups_are_refused() -> None:
    names = ", ".join(f'"c{number}"' for number in range(400))
    column = f'[[sum.column]]\nname = "{{}}"\nkind = "category"\ncategories = [{names}]\n'
    wide = PLAN.replace(PLAN[PLAN.index("[[sum.column]]") :], column.format("a") + column.format("b"))
    with pytest.raises(Refusal) as caught:
        read_plan(wide)
    assert caught.value.field == "sum.1.column"
    found = PLAN.replace('"category"\ncategories = ["n", "s"]', '"category-unknown"')
    found = found.replace('epsilon = "1"', 'epsilon = "1"\ndelta = "1e-6"')
    with pytest.raises(Refusal) as caught:
        read_plan(found)
    assert caught.value.field == "sum.1.column.1.kind"


def test_that_without_a_header_the_summed_column_is_a_number() -> None:
    with pytest.raises(Refusal) as caught:
        read_plan("schema = 1\n[input]\nheader = false\n" + PLAN.removeprefix("schema = 1\n"))
    assert {caught.value.field} <= {"sum.1.value", "sum.1.column.1.name", "privacy.id_column"}


@pytest.mark.parametrize(
    ("low", "high", "step", "texts", "sums"),
    [
        ("-1e40", "3e40", "1e38", ["1e40", "-2e40", "1.5e38", "2.5e38", "5e37", "5.0000001e37"], 5),
        ("-0.3", "0.3", "0.1", ["0.05", "0.15", "0.25", "-0.05", "-0.15", "0.1500000000000000000001"], 4),
        ("-7", "-2", "1", ["-2.5", "-3.5", "-9", "0", "x"], -15),
        ("5", "9", "1", ["1", "5.5", "6.5", "99"], 26),
        ("0", "10", "2", ["1", "3", "5", "7", "9", "0.99999999999999999999", "-1e-99999"], 12),
    ],
)
def test_that_bounds_of_any_size_and_sign_are_exact(
    tmp_path: Path, low: str, high: str, step: str, texts: Sequence[str], sums: int
) -> None:
    text = 'schema = 1\n[privacy]\nunit = "row"\nepsilon = "1"\n[[sum]]\nname = "s"\nvalue = "v"\n'
    plan = read_plan(text + f'low = "{low}"\nhigh = "{high}"\nstep = "{step}"\n')
    path = tmp_path / "values.csv"
    path.write_text("v,w\n" + "".join(f"{each},x\n" for each in texts))
    (found,) = count(plan, path, KEY).queries
    assert found.tolist() == [sums]


def test_that_a_mean_is_within_its_interval_and_its_interval_within_the_bounds(
    tmp_path: Path, folder: Path, no_noise: list[Any]
) -> None:
    text = PLAN.replace('epsilon = "1"', 'epsilon = "8"')
    path = tmp_path / "people.csv"
    path.write_text("id,region,income\n" + "".join(f"p{number},n,{number % 13}\n" for number in range(400)))
    release(read_plan(text), path, tmp_path / "out")
    first, *others = rows_of(tmp_path / "out" / "income.csv")
    rounded = [round(Decimal(number % 13) / 5) * 5 for number in range(400)]  # half to even
    assert first["noised_sum"] == str(sum(rounded))
    assert float(first["mean"]) == pytest.approx(sum(rounded) / 400, abs=1e-5)
    assert -10 < float(first["mean_from"]) < sum(rounded) / 400 < float(first["mean_to"]) < 30
    assert all(each["mean"] == "" for each in others)


def test_that_the_preview_the_report_and_the_refusals_speak_of_sums(
    plan: ReleasePlan, table: Path, tmp_path: Path, folder: Path
) -> None:
    say = Language("en").say
    income, total = expected(plan)
    assert (income.cells, total.cells) == (8, 1)
    assert [len(each.noised) for each in simulate(plan, 1)] == [8, 1]
    drawn = release(plan, table, tmp_path / "out").drawn
    blocks = report(drawn, Language("en")).blocks
    grids = [each for each in blocks if isinstance(each, Grid)]
    assert [row[0] for row in grids[0].rows] == ["n", "s", "(other)", "(missing)"]
    assert len(grids[0].headings) == 8
    assert len(grids[1].rows) == 1
    words = [each.text for each in blocks if isinstance(each, Paragraph)]
    assert any("Values above 30 count as 30" in each for each in words)
    assert any("missing or no number" in each for each in words)
    assert [each.later.name for each in compared(drawn, drawn)] == ["income", "total"]
    with pytest.raises(Unsupported) as caught:
        opendp_code(plan)
    assert caught.value.field == "sum.1"
    assert "half to even" in say(caught.value.sentence)


def test_that_a_wished_margin_is_in_the_unit_of_the_sum(plan: ReleasePlan) -> None:
    epsilon = epsilon_for_margin(plan, 1, 100)
    again = read_plan(PLAN.replace('epsilon = "1"', f'epsilon = "{epsilon}"'))
    assert expected(again)[1].margins.amounts[0] <= 100
    assert epsilon_for_margin(plan, 0, 1000, joint=True) > 0


def test_that_a_release_of_sums_is_tested_on_simulated_people(
    plan: ReleasePlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    fair = trial(plan, runs=1200)
    assert not fair.violated
    assert fair.reach > 0.9
    assert fair.whole > 0
    sensitivity = Sum.sum_sensitivity

    def of_the_range(self: Sum, privacy: Any) -> Any:
        whole = sensitivity(self, privacy)
        return type(whole)(whole.L0, max(whole.L1 // 8, 1), max(whole.L2_squared // 64, 1), whole.Linf)

    monkeypatch.setattr(Sum, "sum_sensitivity", of_the_range)
    assert trial(plan, runs=400).violated  # ε ≥ 2.3 ± 0.2 is found, more than 1 is enough
