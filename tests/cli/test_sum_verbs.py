"""Plans with sums from the command line: what is told before, what is written, what is refused."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

PLAN = """schema = 1
title = "Incomes"
[privacy]
unit = "person"
id_column = "id"
rows_per_person = 1
epsilon = "2"
[[sum]]
name = "income"
value = "income"
low = "0"
high = "100000"
step = "100"
mean = true
[[sum.column]]
name = "region"
kind = "category"
categories = ["north", "south"]
[[sum]]
name = "total"
value = "income"
low = "0"
high = "100000"
step = "100"
"""
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    rows = (f"p{at},{('north', 'south')[at % 2]},{20_000 + 130 * at}\n" for at in range(600))
    path.write_text("id,region,income\n" + "".join(rows))
    return path


def test_that_a_plan_is_checked_in_the_unit_of_its_sums(run: Run, plan: Path) -> None:
    code, answer, _ = run("plan", "check", plan, "--json")
    told = json.loads(answer)
    assert code == 0
    assert told["histograms"] == []
    income, total = told["queries"]
    assert (income["kind"], total["kind"]) == ("sum", "sum")
    assert (income["cells"], total["cells"]) == (8, 1)
    assert (income["epsilon"], total["epsilon"]) == ("1", "1")
    assert total["sensitivity"] == {"L1": "1000"}
    assert total["margin_each"] == total["margin_joint"] == 299_600
    assert total["expected_rmse"] == pytest.approx(100 * 2**0.5 * 1000, rel=1e-3)
    assert income["margin_each"] < income["margin_joint"]
    half_each = 100 * 2 * 1000  # 500 steps, and 500 times the noise of the rows
    assert income["expected_rmse"] == pytest.approx(half_each, rel=0.01)
    _, lines, _ = run("plan", "check", plan)
    assert "total: 95 % noise margin of the sum ±\N{NO-BREAK SPACE}299,600." in lines
    assert "Values above 100,000 count as 100,000, values below 0 as 0" in lines


def test_that_sums_are_released_exported_again_and_reported(
    run: Run, plan: Path, table: Path, tmp_path: Path
) -> None:
    code, answer, _ = run("release", plan, table, "--out", tmp_path / "out", "--json")
    assert code == 0
    assert json.loads(answer)["spent"] == {"epsilon": "2", "delta": "0"}
    with (tmp_path / "out" / "income.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["region"] for row in rows] == ["north", "south", "(other)", "(missing)"]
    for row, right in zip(rows[:2], (58_870, 59_000), strict=True):
        assert float(row["mean_from"]) <= float(row["mean"]) <= float(row["mean_to"])
        assert abs(float(row["mean"]) - right) < 30_000
        assert int(row["noised_sum"]) % 100 == 0
    # The noise of a group without rows alone may rarely reach far enough for a mean
    without = [int(row["noised_rows"]) for row in rows if row["mean"] == ""]
    assert max(without, default=0) < min(int(row["noised_rows"]) for row in rows if row["mean"])
    assert run("ledger", "export", 1, "--out", tmp_path / "again")[0] == 0
    for path in (tmp_path / "out").iterdir():
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes()
    assert run("ledger", "report", 1, "--out", tmp_path / "report.html")[0] == 0
    page = (tmp_path / "report.html").read_text()
    assert "Values above 100,000 count as 100,000" in page
    assert "noised sum" in page


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('low = "0"', 'low = "100000"', "sum.1.low"),
        ('step = "100"', 'step = "0"', "sum.1.step"),
        ('step = "100"', 'step = "30"', "sum.1.step"),
        ('low = "0"', 'low = "-50"', "sum.1.step"),
        ('value = "income"', 'value = "region"', "sum.1.value"),
        ('value = "income"\n', "", "sum.1.value"),
        ("mean = true", "median = true", "sum.1.median"),
    ],
)
def test_that_bad_bounds_are_refused_in_one_line_and_nothing_is_spent(
    run: Run, plan: Path, table: Path, tmp_path: Path, old: str, new: str, key: str
) -> None:
    plan.write_text(PLAN.replace(old, new, 1))
    code, out, err = run("release", plan, table, "--out", tmp_path / "out")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert key in err
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "ledger").exists()


def test_that_a_column_that_the_file_lacks_is_named_and_nothing_is_spent(
    run: Run, plan: Path, table: Path, tmp_path: Path
) -> None:
    plan.write_text(PLAN.replace('value = "income"', 'value = "wage"'))
    code, _, err = run("release", plan, table, "--out", tmp_path / "out")
    assert code == 3
    assert "there is no column “wage”" in err
    assert not (tmp_path / "ledger").exists()


def test_that_there_is_no_opendp_code_of_sums_and_two_releases_of_them_are_compared(
    run: Run, plan: Path, table: Path, tmp_path: Path
) -> None:
    code, _, err = run("plan", "code", plan, "--out", tmp_path / "code.py")
    assert code == 2
    assert "sum.1: OpenDP clips values, but has no rounding of exact decimals to steps" in err
    assert run("release", plan, table, "--out", tmp_path / "one")[0] == 0
    other = tmp_path / "other"
    for name in ("state", "ledger"):
        (tmp_path / name).rename(tmp_path / f"first {name}")
    assert run("release", plan, table, "--out", other)[0] == 0
    code, answer, _ = run("compare", tmp_path / "one", other, "--json", "--out", tmp_path / "differences")
    assert code == 0
    for told in json.loads(answer)["results"]:
        files = (tmp_path / each / f"{told['name']}.csv" for each in ("one", "other"))
        rows = [list(csv.DictReader(each.read_text().splitlines())) for each in files]
        assert told["margin_of_both"] == sum(float(each[0]["margin_joint"]) for each in rows)
        before, after = ([float(row["noised_sum"]) for row in each] for each in rows)
        cells = told["cells"]
        assert [each["earlier"] for each in cells] == before
        assert [each["later"] for each in cells] == after
        apart = [late - early for early, late in zip(before, after, strict=True)]
        assert [each["difference"] for each in cells] == pytest.approx(apart)
    said = run("compare", tmp_path / "one", other)[1]
    assert "count" not in said  # they are sums
    both = [each["margin_of_both"] for each in json.loads(answer)["results"]]
    assert all(f"± {each:,.0f}, both margins" in said.replace("\xa0", " ") for each in both)
    written = list((tmp_path / "differences").iterdir())
    assert len(written) == 2
    assert all("earlier_noised_sum" in each.read_text() for each in written)


def test_that_a_report_of_sums_has_a_picture_and_names_what_each_noise_is_on(
    run: Run, plan: Path, table: Path, tmp_path: Path
) -> None:
    assert run("release", plan, table, "--out", tmp_path / "out")[0] == 0
    assert run("ledger", "report", 1, "--out", tmp_path / "report.html")[0] == 0
    page = (tmp_path / "report.html").read_text()
    assert page.count("<svg") == 2
    assert "income, sums: scale 1000 = Δ/ε, Δ = 500 (L1), ε = 0.5" in page
    assert "income, numbers of values: scale 2 = Δ/ε, Δ = 1 (L1), ε = 0.5" in page


def test_that_a_release_of_sums_is_tested_by_its_verb(run: Run, plan: Path) -> None:
    code, answer, _ = run("audit", plan, "--runs", "600", "--json")
    told = json.loads(answer)
    assert code == 0
    assert told["lower_bound"] <= 2
