"""Plans with marginals from the command line: what is told before, what is written, what is refused."""

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

HEAD = """schema = 1
title = "Census"
[privacy]
unit = "row"
epsilon = "2"
"""
QUERY = """[[marginals]]
name = "census"
"""
COLUMNS = """[[marginals.column]]
name = "age"
kind = "numeric"
edges = ["0", "30", "60", "100"]
[[marginals.column]]
name = "sex"
kind = "category"
categories = ["f", "m"]
[[marginals.column]]
name = "a/b"
kind = "category"
categories = ["n", "s"]
"""
PLAN = HEAD + QUERY + COLUMNS
Run = Callable[..., tuple[int, str, str]]
COUNTED = ["noised_count", "margin_each", "margin_joint", "measured", "fitted_count"]


def plan_with(folder: Path, keys: str = "", columns: str = COLUMNS, head: str = HEAD) -> Path:
    path = folder / "plan.toml"
    path.write_text(head + QUERY + keys + columns)
    return path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    rows = (f"{at % 97},{'fm'[at % 2]},{'ns'[at % 3 == 0]}\n" for at in range(3000))
    path.write_text("age,sex,a/b\n" + "".join(rows))
    return path


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_that_a_plan_is_checked_with_its_parts(run: Run, tmp_path: Path) -> None:
    code, answer, _ = run("plan", "check", plan_with(tmp_path), "--json")
    assert code == 0
    (told,) = json.loads(answer)["queries"]
    assert (told["kind"], told["cells"], told["strategy"]) == ("marginals", 7 * 4 + 7 * 4 + 4 * 4, "tables")
    assert told["sensitivity"] == {"L1": "3"}
    assert told["margin_joint"] > told["margin_each"] > 0


def test_that_each_table_has_its_file_and_all_fitted_tables_agree(
    run: Run, tmp_path: Path, table: Path
) -> None:
    out = tmp_path / "out"
    plan = plan_with(tmp_path, 'joint = true\ncheck = "0.1"\n')
    code, _, error = run("release", plan, table, "--out", out, "--ledger", tmp_path / "ledger")
    assert code == 0, error
    names = ("census-age-sex", "census-age-a_b", "census-sex-a_b", "census-joint", "census-check")
    assert {path.name for path in out.iterdir()} == {
        f"{name}{end}" for name in names for end in (".csv", ".csv-metadata.json")
    }
    first = rows_of(out / "census-age-sex.csv")
    assert list(first[0]) == ["age", "age_from", "age_to", "sex", *COUNTED]
    assert all(row["measured"] == "true" and float(row["fitted_count"]) >= 0 for row in first)
    joint = rows_of(out / "census-joint.csv")
    fitted = {
        name: sum(float(row["fitted_count"]) for row in rows_of(out / f"{name}.csv")) for name in names[:4]
    }
    assert np.ptp(list(fitted.values())) < 0.01
    for row in first:
        cell = [each for each in joint if each["age"] == row["age"] and each["sex"] == row["sex"]]
        assert sum(float(each["fitted_count"]) for each in cell) == pytest.approx(
            float(row["fitted_count"]), abs=1e-4
        )
    assert max(abs(float(row["fitted_count"]) - float(row["noised_count"])) for row in first) < 60
    (check,) = rows_of(out / "census-check.csv")
    assert int(check["bound"]) > 0
    told = json.loads((out / "census-age-sex.csv-metadata.json").read_text())["privacy"]
    assert told["measured_tables"] == ["age × sex", "age × a/b", "sex × a/b"]
    assert told["check"]["choice"] == "permute-and-flip"


def test_that_rounds_measure_so_many_tables_and_infer_the_rest(run: Run, tmp_path: Path, table: Path) -> None:
    out, ledger = tmp_path / "out", tmp_path / "ledger"
    gaussian = HEAD + 'delta = "1e-6"\nmechanism = "discrete-gaussian"\n'
    plan = plan_with(tmp_path, "rounds = 1\n", head=gaussian)
    code, _, error = run("release", plan, table, "--out", out, "--ledger", ledger)
    assert code == 0, error
    tables = {path.stem: rows_of(path) for path in out.glob("*.csv")}
    by_measured = {name: {row["measured"] for row in rows} for name, rows in tables.items()}
    assert sorted(map(str, by_measured.values())) == ["{'false'}", "{'true'}", "{'true'}"]
    assert by_measured["census-sex-a_b"] == {"true"}  # the smallest, measured first
    (inferred,) = (rows for name, rows in tables.items() if by_measured[name] == {"false"})
    assert {row["noised_count"] + row["margin_each"] + row["margin_joint"] for row in inferred} == {""}
    assert sum(float(row["fitted_count"]) for row in inferred) == pytest.approx(3000, rel=0.2)
    again = tmp_path / "again"
    code, _, error = run("ledger", "export", "1", "--out", again, "--ledger", ledger)
    assert code == 0, error
    assert {path.name: path.read_bytes() for path in out.iterdir()} == {
        path.name: path.read_bytes() for path in again.iterdir()
    }


@pytest.mark.parametrize(
    ("keys", "field", "words"),
    [
        ('tables = "quadruples"\n', "marginals.1.tables", "choose"),
        ('tables = [["age", "town"]]\n', "marginals.1.tables", "there is no column “town” here"),
        ('tables = [["age", "age"]]\n', "marginals.1.tables", "lists a column twice"),
        ('tables = [["age", "sex"], ["sex", "age"]]\n', "marginals.1.tables", "a table is listed twice"),
        ("tables = []\n", "marginals.1.tables", "list at least one table"),
        ('tables = ["age"]\n', "marginals.1.tables", "must be a word in quotes, or lists"),
        ("rounds = 3\n", "marginals.1.rounds", "choose a number of rounds from 0 to 2"),
        ("rounds = -1\n", "marginals.1.rounds", "whole number"),
        ("rounds = 1\nfit = false\n", "marginals.1.rounds", "switch the fit on"),
        ('check = "0.1"\nfit = false\n', "marginals.1.check", "switch the fit on"),
        ('check = "0.6"\n', "marginals.1.check", "from 0 to 0.5"),
        ("joint = true\nfit = false\n", "marginals.1.joint", "switch the fit on"),
        ('fixed = [["age", "sex", "0"]]\n', "marginals.1.fixed", "must lie between 10⁻⁹ and 1"),
        ('fixed = [["age", "sex", "1"]]\n', "marginals.1.fixed", "must leave something for the other"),
        ('fixed = [["age", "0.5"]]\n', "marginals.1.fixed", "names a wanted table and its part"),
        ('fixed = "age"\n', "marginals.1.fixed", "names a wanted table and its part"),
        (
            'fixed = [["age", "sex", "0.1"], ["sex", "age", "0.1"]]\n',
            "marginals.1.fixed",
            "the share of age × sex is fixed twice",
        ),
        ('fixed = [["age", "sex", "0.1"]]\nrounds = 1\n', "marginals.1.fixed", "choose 0 rounds"),
        ("round = 1\n", "marginals.1.round", "not a key"),
    ],
)
def test_that_what_is_wrong_is_one_sentence_beside_its_key(
    run: Run, tmp_path: Path, keys: str, field: str, words: str
) -> None:
    code, _, error = run("plan", "check", plan_with(tmp_path, keys))
    assert code == 2
    assert field in error
    assert words in error


def test_that_one_column_and_too_many_joint_cells_are_refused(run: Run, tmp_path: Path) -> None:
    one = COLUMNS[: COLUMNS.index("[[marginals.column]]", 5)]
    code, _, error = run("plan", "check", plan_with(tmp_path, 'tables = "ones"\n', one))
    assert code == 2
    assert "two columns or more" in error
    wide = "".join(
        f'[[marginals.column]]\nname = "c{at}"\nkind = "category"\n'
        f"categories = {json.dumps([str(each) for each in range(60)])}\n"
        for at in range(4)
    )
    code, _, error = run("plan", "check", plan_with(tmp_path, "", wide))
    assert code == 2
    assert "choose fewer or coarser columns" in error
    code, _, error = run("plan", "check", plan_with(tmp_path, "fit = false\n", wide))
    assert code == 0, error


def released(run: Run, tmp_path: Path, name: str, keys: str, table: Path) -> Path:
    """The files of a release of its own account."""
    out = tmp_path / name
    given = ("release", plan_with(tmp_path, keys), table, "--out", out, "--account", name)
    code, _, error = run(*given, *(("--apart",) if (tmp_path / "ledger").exists() else ()))
    assert code == 0, error
    return out


def test_that_a_report_tells_all_that_was_spent_on_tables_choices_and_the_check(
    run: Run, tmp_path: Path, table: Path
) -> None:
    released(run, tmp_path, "out", 'rounds = 1\ncheck = "0.2"\n', table)
    assert run("ledger", "report", 1, "--out", tmp_path / "report.html")[0] == 0
    page = (tmp_path / "report.html").read_text()
    parts = [
        float(re.search(rf"census{re.escape(what)}[^<]*ε = ([\d.]+)", page)[1])
        for what in (", each measured table: ", ", the private check: ")
    ]
    chosen = [
        float(each)
        for each in re.findall(r"census: 1 private choice by permute-and-flip, ε = ([\d.]+) each", page)
    ]
    epsilon = float(json.loads(run("ledger", "show", "--account", "out", "--json")[1])["spent"]["epsilon"])
    assert len(chosen) == 2
    assert 2 * parts[0] + parts[1] + sum(chosen) == pytest.approx(epsilon)
    assert "then 1 of the other 2 is chosen privately" in page


def test_that_two_releases_of_them_are_compared_table_by_table(run: Run, tmp_path: Path, table: Path) -> None:
    keys = 'joint = true\ncheck = "0.1"\n'
    first = released(run, tmp_path, "first", keys, table)
    table.write_text(table.read_text() + "20,f,n\n" * 900)
    second = released(run, tmp_path, "second", keys, table)
    code, answer, _ = run("compare", first, second, "--json", "--out", tmp_path / "differences")
    assert code == 0
    told = json.loads(answer)
    names = ["census-age-a_b", "census-age-sex", "census-sex-a_b"]  # neither the joint table nor the check
    assert [each["name"] for each in told["results"]] == names
    assert told["not_measured"] == []
    for each in told["results"]:
        rows = [rows_of(folder / f"{each['name']}.csv") for folder in (first, second)]
        assert each["margin_of_both"] == sum(int(every[0]["margin_joint"]) for every in rows)
        before, after = ([int(row["noised_count"]) for row in every] for every in rows)
        assert [cell["difference"] for cell in each["cells"]] == list(np.subtract(after, before))
    grown = {
        each["name"]: [cell["cell"] for cell in each["cells"] if cell["beyond_both_margins"]]
        for each in told["results"]
    }
    assert ["from 0 to 30", "f"] in grown["census-age-sex"]
    assert ["f", "n"] in grown["census-sex-a_b"]
    assert len(list((tmp_path / "differences").iterdir())) == 3
    assert "sex" in run("compare", first, second)[1]


def test_that_a_table_that_was_inferred_is_named_and_not_compared(
    run: Run, tmp_path: Path, table: Path
) -> None:
    every = released(run, tmp_path, "every", "", table)
    table.write_text(table.read_text() + "20,f,n\n")
    chosen = released(run, tmp_path, "chosen", "rounds = 1\n", table)
    left = [path.stem for path in chosen.glob("*.csv") if rows_of(path)[0]["measured"] == "false"]
    told = json.loads(run("compare", every, chosen, "--json")[1])
    assert told["not_measured"] == left
    assert len(told["results"]) == 2
    assert f"not measured in both releases: {left[0]}" in run("compare", every, chosen)[1]


@pytest.mark.parametrize(
    ("fit", "words"), [("true", "fitted counts are never negative"), ("false", "as drawn")]
)
def test_that_counts_of_at_least_0_are_said_to_be_none_of_theirs(
    run: Run, tmp_path: Path, table: Path, fit: str, words: str
) -> None:
    columns = COLUMNS + "[output]\nnonnegative = true\n"
    out = tmp_path / "out"
    assert run("release", plan_with(tmp_path, f"fit = {fit}\n", columns), table, "--out", out)[0] == 0
    told = json.loads((out / "census-age-sex.csv-metadata.json").read_text())
    assert words in told["privacy"]["nonnegative"]
    assert not any("nonnegative" in name for name in rows_of(out / "census-age-sex.csv")[0])


def test_that_a_fixed_share_of_a_table_stays_and_the_others_divide_the_rest(run: Run, tmp_path: Path) -> None:
    def margins(keys: str) -> list[int]:
        out = tmp_path / f"out {len(keys)}"
        given = ("release", plan_with(tmp_path, keys), tmp_path / "none.csv", "--out", out)
        code, _, error = run(*given, "--account", f"a{len(keys)}", *(("--apart",) if len(keys) else ()))
        assert code == 0, error
        names = ("age-sex", "age-a_b", "sex-a_b")
        return [int(rows_of(out / f"census-{name}.csv")[0]["margin_each"]) for name in names]

    (tmp_path / "none.csv").write_text("age,sex,a/b\n")
    free = margins("")
    (tmp_path / "none.csv").write_text("age,sex,a/b\n1,f,n\n")
    fixed = margins('fixed = [["a/b", "sex", "0.8"]]\n')
    assert free[0] == free[1]
    assert fixed[2] < free[2]
    assert fixed[0] == fixed[1] > free[0]
