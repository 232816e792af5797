"""Ranges on the command line: checked, released, answered from their files; exit codes, keys, columns."""

import csv
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.plan.plan_file import read_plan
from explorer.release.queries import range_strategy

Run = Callable[..., tuple[int, str, str]]
PLAN = """schema = 1
[privacy]
unit = "row"
epsilon = "1"
[[ranges]]
name = "ages"
quantiles = ["0.25", "0.5", "0.75"]
[[ranges.column]]
name = "age"
kind = "numeric"
edges = [EDGES]
[[ranges.column]]
name = "sex"
kind = "category"
categories = ["f", "m"]
""".replace("EDGES", ", ".join(f'"{age}"' for age in range(-10, 100, 2)))


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


@pytest.fixture
def out(run: Run, plan: Path, tmp_path: Path) -> Path:
    """Where a release of 1,200 people lies, whose ages are 0 to 79, fifteen times each."""
    table = tmp_path / "people.csv"
    table.write_text("age,sex\n" + "".join(f"{place % 80},{'fm'[place % 2]}\n" for place in range(1200)))
    code, answer, _ = run("release", plan, table, "--out", tmp_path / "out", "--json")
    assert code == 0
    assert {Path(each).name for each in json.loads(answer)["written"]} == {
        f"{name}.csv{ending}"
        for name in ("ages", "ages-measured", "ages-quantiles")
        for ending in ("", "-metadata.json")
    }
    return tmp_path / "out"


def header(path: Path) -> list[str]:
    with path.open(newline="") as file:
        return next(csv.reader(file))


def test_that_the_files_have_the_columns_of_the_contract(out: Path) -> None:
    assert header(out / "ages.csv") == ["age", "age_from", "age_to", "sex", "fitted_count", "margin_each"]
    measured = header(out / "ages-measured.csv")
    assert measured == ["sex", "level", "age_from", "age_to", "weight", "noised_count"]
    assert header(out / "ages-quantiles.csv") == ["sex", "quantile", "value_from", "value_to", "value"]
    assert len((out / "ages.csv").read_text().splitlines()) == 1 + 58 * 4
    said = json.loads((out / "ages.csv-metadata.json").read_text())["privacy"]
    assert said["strategy"]["id"] in ("tree", "weighted")
    assert said["quantiles"] == ["0.25", "0.5", "0.75"]


def test_that_a_range_is_answered_from_the_files_alone(run: Run, out: Path, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "ledger")
    asked = ("answer", out / "ages.csv", "--from", "20", "--to", "60", "--group", "f", "--json")
    code, answer, _ = run(*asked)
    told = json.loads(answer)
    assert code == 0
    assert told["confidence"] == 0.95
    assert told["low"] == pytest.approx(told["value"] - told["margin"])
    assert told["high"] == pytest.approx(told["value"] + told["margin"])
    surer = json.loads(run(*asked, "--confidence", "0.999999999")[1])
    assert surer["value"] == told["value"] == pytest.approx(300, abs=surer["margin"])
    assert surer["margin"] > told["margin"]
    with (out / "ages.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["sex"] == "f" and row["age_from"]]
    summed = sum(float(row["fitted_count"]) for row in rows if 20 <= int(row["age_from"]) < 60)
    assert told["value"] == pytest.approx(summed, abs=1e-5)
    assert not (tmp_path / "ledger").exists()
    assert "rows, 20 to <60: " in run(*asked[:-1])[1]


def test_that_a_quantile_is_answered_as_an_interval(run: Run, out: Path) -> None:
    asked = ("answer", out / "ages.csv", "--quantile", "0.5", "--group", "m", "--json")
    words = run(*asked[:-1])[1]
    assert words.startswith("quantile 0.5: ")
    assert "between" in words
    told = json.loads(run(*asked)[1])
    assert told["low"] <= told["value"] <= told["high"]
    assert told["value"] == pytest.approx(40, abs=6)
    assert told["margin"] == pytest.approx(max(told["value"] - told["low"], told["high"] - told["value"]))
    negative = run("answer", out / "ages.csv", "--from", "-10", "--to", "0", "--group", "m", "--json")
    assert json.loads(negative[1])["from"] == "-10"


@pytest.mark.parametrize(
    "wrong",
    [
        ("--from", "21", "--to", "60", "--group", "f"),
        ("--from", "60", "--to", "20", "--group", "f"),
        ("--from", "20", "--group", "f"),
        ("--group", "f"),
        ("--from", "20", "--to", "60"),
        ("--from", "20", "--to", "60", "--group", "x"),
        ("--quantile", "1.5", "--group", "f"),
        ("--quantile", "0.5", "--from", "20", "--group", "f"),
        ("--quantile", "0.5", "--group", "f", "--confidence", "1"),
    ],
)
def test_that_what_cannot_be_answered_is_refused_in_one_line(
    run: Run, out: Path, wrong: tuple[str, ...]
) -> None:
    assert run("answer", out / "ages.csv", *wrong)[0] == 2


def test_that_only_ranges_as_they_were_published_are_answered(run: Run, out: Path) -> None:
    asked = ("--from", "20", "--to", "60", "--group", "f")
    assert run("answer", out / "ages-measured.csv", *asked)[0] == 2
    assert run("answer", out / "none.csv", *asked)[0] == 2
    (out / "ages.csv").write_text((out / "ages.csv").read_text().replace("from 20 to 22", "from 20 to 23"))
    assert run("answer", out / "ages.csv", *asked)[0] == 3


def test_that_a_checked_plan_tells_what_each_strategy_would_give(run: Run, plan: Path) -> None:
    told = json.loads(run("plan", "check", plan, "--json")[1])
    [query] = told["queries"]
    assert told["histograms"] == []
    assert (query["kind"], query["cells"], query["epsilon"]) == ("ranges", 58 * 4, "1")
    assert query["expected_rmse"] <= min(each["expected_rmse"] for each in query["alternatives"])
    assert {query["strategy"], *(each["strategy"] for each in query["alternatives"])} == {
        "identity",
        "tree",
        "weighted",
    }
    assert 0 < query["margin_each"] < query["margin_joint"]
    assert "A range is off by" in run("plan", "check", plan)[1]


def test_that_a_released_range_is_kept_reported_and_written_again(
    run: Run, out: Path, tmp_path: Path
) -> None:
    first = {path.name: path.read_bytes() for path in out.iterdir()}
    assert run("ledger", "export", 1, "--out", tmp_path / "again")[0] == 0
    assert {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()} == first
    assert run("ledger", "report", 1, "--out", tmp_path / "report.html")[0] == 0
    page = (tmp_path / "report.html").read_text()
    assert "fitted count" in page
    assert page.count("<svg") == 1
    told = {" ".join(re.sub("<[^>]*>", " ", row.partition("</tr>")[0]).split()) for row in page.split("<tr>")}
    names = ("sex", "quantile", "value_from", "value_to", "value")
    with (out / "ages-quantiles.csv").open() as table:
        every = [" ".join(row[name] for name in names) for row in csv.DictReader(table)]
    assert len(every) == 4 * 3
    assert set(every) <= told
    assert run("ledger", "verify")[0] == 0


def test_that_a_plan_of_ranges_has_no_opendp_code_and_is_tested(run: Run, plan: Path, tmp_path: Path) -> None:
    code, _, refusal = run("plan", "code", plan, "--out", tmp_path / "code.py")
    assert code == 2
    assert "OpenDP measures trees of equal weights alone" in refusal
    assert run("audit", plan, "--runs", 500)[0] == 0


def test_that_nothing_is_spent_on_a_plan_that_is_refused(run: Run, plan: Path, tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("age,sex\n3,f\n")
    plan.write_text(PLAN.replace('"0.25"', '"25"'))
    code, _, refusal = run("release", plan, tmp_path / "people.csv", "--out", tmp_path / "out")
    assert code == 2
    assert "a quantile lies above 0 and below 1" in refusal
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "ledger").exists()


@pytest.mark.parametrize("confidence", ["0", "1", "1e-400", "0.99999999999999999999", "ninety"])
def test_that_no_margin_is_told_at_a_confidence_that_is_taken_for_certain(
    run: Run, out: Path, confidence: str
) -> None:
    asked = ("answer", out / "ages.csv", "--from", "20", "--to", "40", "--group", "m")
    code, said, refusal = run(*asked, "--confidence", confidence)
    assert (code, said) == (2, "")
    assert refusal.startswith("privacy-explorer: confidence must ")
    assert run(*asked, "--confidence", "0.999999999")[0] == 0


def test_that_two_releases_of_ranges_are_compared_from_their_files(
    run: Run, out: Path, tmp_path: Path
) -> None:
    (tmp_path / "later.csv").write_text(
        "age,sex\n" + "".join(f"{40 + place % 2},m\n" for place in range(900))
    )
    again = ("release", tmp_path / "plan.toml", tmp_path / "later.csv", "--out", tmp_path / "second")
    assert run(*again, "--account", "other", "--apart")[0] == 0
    [found] = json.loads(run("compare", out, tmp_path / "second", "--json")[1])["results"]
    assert found["name"] == "ages"
    beyond = [each["cell"] for each in found["cells"] if each["beyond_both_margins"]]
    assert ["from 40 to 42", "m"] in beyond
    assert run("compare", out, tmp_path / "second")[0] == 0


def test_that_a_drawn_release_is_written_and_reported_again_without_a_search(
    run: Run, out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The strategy is kept with what was drawn. In a ledger without it, it is searched for."""
    searches = []
    found = range_strategy.strategies

    def counted(*given: object) -> object:
        searches.append(given)
        return found(*given)

    monkeypatch.setattr(range_strategy, "strategies", counted)
    assert run("ledger", "export", "1", "--out", tmp_path / "again")[0] == 0
    assert run("ledger", "report", "1", "--out", tmp_path / "report.html")[0] == 0
    assert run("answer", out / "ages.csv", "--from", "0", "--to", "20", "--group", "f")[0] == 0
    assert searches == []
    assert {path.name: path.read_bytes() for path in out.iterdir()} == {
        path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()
    }
    drawn = drawn_again(1, tmp_path / "ledger")
    plan = read_plan(PLAN)
    older = plan.queries[0].noised(plan.terms_of(0), drawn.queries[0].counts)
    assert searches
    assert older.margins == drawn.queries[0].margins
