"""Two releases compared by their published files: the same as in the window, exit codes, and no ledger."""

import hashlib
import json
import shutil
from dataclasses import replace
from fractions import Fraction

import pytest
from released import drawn_of, small

from explorer.cli import command
from explorer.export.layouts import comma_separated
from explorer.release.comparison import compared, comparison_lines
from explorer.release.ledger.spends import Paid
from explorer.release.plan.columns import CategoryColumn, DateColumn, NumericColumn, UnknownColumn
from explorer.release.publish import export
from explorer.release.queries.histogram import Histogram
from explorer.release.record import files_of


def published(folder, plan, sequence, changed=None, found=()):
    """A release as it is drawn, written into a folder; `changed` are counts of its first table."""
    drawn = drawn_of(plan, found)
    queries = drawn.queries
    if changed is not None:
        queries = (replace(queries[0], counts=changed), *queries[1:])
    identity = f"{sequence:032x}"
    paid = Paid(sequence, identity, f"2026-01-0{sequence}", "default", drawn.remaining)
    drawn = replace(drawn, queries=queries, sequence=sequence, identity=identity, date=paid.date)
    drawn = replace(drawn, files=files_of(plan, paid, queries))
    export(drawn, folder)
    return drawn


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("PRIVACY_EXPLORER_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("PRIVACY_EXPLORER_LEDGER", str(tmp_path / "ledger"))

    def run(*arguments):
        code = command.run(["compare", *map(str, arguments), "--language", "en"])
        printed = capsys.readouterr()
        assert (printed.err.count("\n") == 1) == (code != 0)
        assert not (tmp_path / "ledger").exists()
        return code, printed.out, printed.err

    return run


CROSSED = (
    Histogram("both", (CategoryColumn("age_from", ("=n", "s")), NumericColumn("age", ("0", "5")))),
    Histogram("ages", (NumericColumn("age", ("0", "5", "9")),)),
)


@pytest.mark.parametrize("queries", [None, CROSSED])
def test_that_files_tell_what_the_ledger_tells(run, tmp_path, queries):
    plan = small() if queries is None else replace(small(), queries=queries)
    first = published(tmp_path / "a", plan, 3)
    margin = 2 * first.queries[0].margins.joint
    cells = first.queries[0].declared.cells
    later = published(tmp_path / "b", plan, 5, tuple(100 * (number % 2) for number in range(cells)))
    told = json.loads(run(tmp_path / "a", tmp_path / "b", "--json")[1])
    assert (told["earlier"]["sequence"], told["later"]["sequence"]) == (3, 5)
    assert (told["earlier"]["date"], told["later"]["release"]) == (first.date, later.identity)
    held = {each.later.name: each for each in compared(first, later)}
    assert {each["name"] for each in told["results"]} == set(held)
    for each in told["results"]:
        one = held[each["name"]]
        assert [cell["difference"] for cell in each["cells"]] == list(one.differences)
        assert [cell["beyond_both_margins"] for cell in each["cells"]] == list(one.beyond)
        assert [cell["later"] for cell in each["cells"]] == list(one.later.counts)
        assert (each["margin_of_both"], each["confidence"]) == (one.margin, "0.9")
        assert each["count_beyond"] == sum(one.beyond)
    assert (
        margin
        == told["results"][[each["name"] for each in told["results"]].index(first.queries[0].name)][
            "margin_of_both"
        ]
    )
    if queries is not None:
        both = next(each for each in told["results"] if each["name"] == "both")
        assert both["columns"] == ["age_from", "age"]
        assert both["cells"][0]["cell"] == ["'=n", "from 0 to 5"]


def labelled_as_before(folder, name, labels):
    """The table as a version wrote it that called single whole numbers and months by both ends."""
    table, described = folder / f"{name}.csv", folder / f"{name}.csv-metadata.json"
    head, *rows = table.read_text().splitlines()
    told = [
        f"{labels.get(row.partition(',')[0], row.partition(',')[0])},{row.partition(',')[2]}" for row in rows
    ]
    table.write_text("\n".join([head, *told, ""]))
    digest = hashlib.sha256(table.read_bytes()).hexdigest()
    spoiled(described, lambda found: found["privacy"].update(sha256=digest))


def test_that_bins_that_an_earlier_version_labelled_by_both_ends_are_compared(run, tmp_path):
    visits = Histogram("visits", (NumericColumn("visits", ("1", "2", "3", "10"), True),))
    plan = replace(small(), queries=(visits,))
    first, later = published(tmp_path / "a", plan, 1), published(tmp_path / "b", plan, 2)
    labelled_as_before(tmp_path / "a", "visits", {"1": "from 1 to 2", "2": "from 2 to 3"})
    code, said, _ = run(tmp_path / "a", tmp_path / "b", "--json")
    assert code == 0
    (told,) = json.loads(said)["results"]
    assert [each["cell"] for each in told["cells"]][:3] == [["1"], ["2"], ["from 3 to 10"]]
    assert [each["earlier"] for each in told["cells"]] == list(first.queries[0].counts)
    assert [each["later"] for each in told["cells"]] == list(later.queries[0].counts)
    moved = replace(
        plan, queries=(Histogram("visits", (NumericColumn("visits", ("1", "2", "4", "10"), True),)),)
    )
    published(tmp_path / "c", moved, 3)
    assert run(tmp_path / "a", tmp_path / "c")[0] == 2  # other intervals


def test_that_months_that_an_earlier_version_labelled_by_both_ends_are_compared(run, tmp_path):
    months = DateColumn("day", every="month", start="2025-01-01", end="2025-03-01")
    plan = replace(small(), queries=(Histogram("months", (months,)),))
    first, later = published(tmp_path / "a", plan, 1), published(tmp_path / "b", plan, 2)
    before = {
        "January 2025": "from 2025-01-01 to 2025-02-01",
        "February 2025": "from 2025-02-01 to 2025-03-01",
    }
    labelled_as_before(tmp_path / "a", "months", before)
    assert (tmp_path / "a" / "months.csv").read_text().count("\nfrom 2025-0") == 2
    for one, other in (("a", "b"), ("b", "a")):
        code, said, _ = run(tmp_path / one, tmp_path / other, "--json")
        assert code == 0
        (told,) = json.loads(said)["results"]
        drawn = (first, later) if one == "a" else (later, first)
        named = before.values() if other == "a" else before
        assert [each["cell"] for each in told["cells"]][:2] == [[each] for each in named]
        assert [each["earlier"] for each in told["cells"]] == list(drawn[0].queries[0].counts)
        assert [each["later"] for each in told["cells"]] == list(drawn[1].queries[0].counts)
    otherwise = DateColumn("day", edges=("2025-01-01", "2025-01-31", "2025-03-01"))
    published(tmp_path / "c", replace(plan, queries=(Histogram("months", (otherwise,)),)), 3)
    assert run(tmp_path / "a", tmp_path / "c")[0] == 2  # other intervals


def test_that_people_read_what_differs_and_nothing_else(run, tmp_path):
    plan = small()
    first = published(tmp_path / "a", plan, 1)
    margin = 2 * first.queries[0].margins.joint
    counts = first.queries[0].counts
    published(tmp_path / "b", plan, 2, (counts[0] + margin + 1, *counts[1:]))
    code, said, _ = run(tmp_path / "a", tmp_path / "b")
    assert code == 0
    assert f"differs by more than ± {margin}" in said
    rows = [line.split() for line in said.splitlines()]
    label = first.queries[0].labels[0][0]
    assert [label, str(counts[0]), str(counts[0] + margin + 1), str(margin + 1)] in [
        [each.replace("−", "-") for each in row] for row in rows
    ]
    assert "noise alone can explain" in said  # of the other table


def test_that_one_table_can_be_named(run, tmp_path):
    published(tmp_path / "a", small(), 1)
    published(tmp_path / "b", small(), 2)
    told = json.loads(run(tmp_path / "a" / "ages.csv", tmp_path / "b", "--json")[1])
    assert [each["name"] for each in told["results"]] == ["ages"]


def test_that_files_beside_the_tables_do_no_harm(run, tmp_path):
    for sequence, name in ((1, "a"), (2, "b")):
        published(tmp_path / name, small(), sequence)
        (tmp_path / name / "ages.crosstab.csv").write_text("x\n")
        (tmp_path / name / "report.html").write_text("x")
    assert run(tmp_path / "a", tmp_path / "b")[0] == 0


@pytest.mark.parametrize("queries", [None, CROSSED])
def test_that_the_differences_are_written_as_the_window_writes_them(run, tmp_path, queries):
    plan = small() if queries is None else replace(small(), queries=queries)
    first = published(tmp_path / "a", plan, 3)
    later = published(tmp_path / "b", plan, 5)
    out = tmp_path / "new" / "out"
    told = json.loads(run(tmp_path / "a", tmp_path / "b", "--out", out, "--json")[1])
    lines = {
        out / f"{each.later.name}.difference-3-5.csv": comma_separated(comparison_lines(each, first, later))
        for each in compared(first, later)
    }
    assert sorted(told["written"]) == sorted(map(str, lines))
    assert {path: path.read_text() for path in out.iterdir()} == lines
    assert oct(min(lines).stat().st_mode & 0o777) == "0o600"
    code, _, why = run(tmp_path / "a", tmp_path / "b", "--out", out)
    assert (code, "is there already" in why) == (2, True)
    for path in lines:
        path.write_text("mine")
    code, said, _ = run(tmp_path / "a", tmp_path / "b", "--out", out, "--overwrite")
    assert (code, said.count("written: ")) == (0, len(lines))
    assert {path: path.read_text() for path in out.iterdir()} == lines


def test_that_a_folder_that_cannot_be_made_is_named(run, tmp_path):
    published(tmp_path / "a", small(), 1)
    published(tmp_path / "b", small(), 2)
    (tmp_path / "file").write_text("mine")
    code, _, why = run(tmp_path / "a", tmp_path / "b", "--out", tmp_path / "file" / "inside")
    assert (code, str(tmp_path / "file") in why) == (2, True)
    assert (tmp_path / "file").read_text() == "mine"


def spoiled(path, change):
    described = json.loads(path.read_text())
    change(described)
    path.write_text(json.dumps(described))


SPOILED = [
    (2, "", shutil.rmtree),
    (2, "no published table", lambda folder: [path.unlink() for path in folder.glob("*.json")]),
    (3, "missing", lambda folder: (folder / "ages.csv").unlink()),
    (3, "SHA-256", lambda folder: (folder / "ages.csv").write_text("age,noised_count\nx,1\n")),
    (2, "describes no table", lambda folder: (folder / "ages.csv-metadata.json").write_text("[]")),
    (2, "describes no table", lambda folder: (folder / "ages.csv-metadata.json").write_text("{")),
    (2, "several releases", lambda folder: spoiled(
        folder / "ages.csv-metadata.json", lambda found: found["privacy"].update(release="0" * 32)
    )),
    (2, "describes no table", lambda folder: spoiled(
        folder / "ages.csv-metadata.json", lambda found: found["tables"][0].update(url="../../etc/passwd")
    )),
    (2, "describes no table", lambda folder: spoiled(
        folder / "ages.csv-metadata.json", lambda found: found["privacy"]["margins"].update(joint=True)
    )),
    (2, "describes no table", lambda folder: spoiled(
        folder / "ages.csv-metadata.json",
        lambda found: found["privacy"]["margins"].update(confidence="1e999999999"),
    )),
]  # fmt: skip


@pytest.mark.parametrize(("code", "words", "spoil"), SPOILED)
def test_that_what_was_not_published_like_this_is_refused(run, tmp_path, code, words, spoil):
    published(tmp_path / "a", small(), 1)
    published(tmp_path / "b", small(), 2)
    spoil(tmp_path / "b")
    found, _, said = run(tmp_path / "a", tmp_path / "b")
    assert (found, words in said) == (code, True)


def test_that_one_release_other_units_other_cells_and_found_categories_are_not_compared(run, tmp_path):
    published(tmp_path / "a", small(), 1)
    assert "nothing to compare" in run(tmp_path / "a", tmp_path / "a")[2]
    published(tmp_path / "people", small(unit="person", rows_per_person=2), 2)
    assert run(tmp_path / "a", tmp_path / "people")[0] == 2
    towns = replace(small(delta=Fraction(1, 10**6)), queries=(Histogram("towns", (UnknownColumn("city"),)),))
    for sequence, name in ((3, "c"), (4, "d")):
        published(tmp_path / name, towns, sequence, found=("a",))
    assert run(tmp_path / "c", tmp_path / "d")[0] == 2
    other = published(tmp_path / "other", small("north", "east"), 5)
    told = json.loads(run(tmp_path / "a", tmp_path / "other", "--json")[1])
    assert len(told["results"]) == len(other.queries) - 1


def test_that_a_table_of_something_else_is_left_out(run, tmp_path):
    for sequence, name in ((1, "a"), (2, "b")):
        published(tmp_path / name, small(), sequence)
        spoiled(tmp_path / name / "ages.csv-metadata.json", lambda found: found["privacy"].pop("columns"))
    told = json.loads(run(tmp_path / "a", tmp_path / "b", "--json")[1])
    assert "ages" not in {each["name"] for each in told["results"]}
    assert len(told["results"]) == 1


def test_that_bounding_by_ids_is_said(run, tmp_path):
    plan = small(unit="person", id_column="id", rows_per_person=2)
    for sequence, name in ((1, "a"), (2, "b")):
        published(tmp_path / name, plan, sequence)
    assert "chosen anew" in run(tmp_path / "a", tmp_path / "b")[1]
