"""How long a release takes: from the command, start included; and counting 10 million rows.

    python -m pytest tests/benchmarks --benchmark-only -s

The suite skips this: it reports what this machine does, it judges nothing. Goals: 100,000 rows in 20 bins
within 1.5 s; 10 million rows at most 2.2 times the CPU of DuckDB's plain raw-text GROUP BY of the same file
and 0.45 times that of a strict reader in pure Python, in 300 MB over the interpreter with its imports;
bounding by person at most 1.8 times the same without, in 300 MB in all, also where all rows are those of one
person. The identity hash is reported beside it.
"""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
ROWS, BINS = 100_000, 20
MANY, REFERENCE = 10_000_000, 1_000_000
PLAN = f"""schema = 1

[privacy]
unit = "person"
id_column = "person"
rows_per_person = 3
neighbours = "add-remove"
epsilon = "1"

[[histogram]]
name = "age"

[[histogram.column]]
name = "age"
kind = "numeric"
edges = [{", ".join(f'"{5 * edge}"' for edge in range(BINS + 1))}]
"""


def test_release_of_a_large_file(benchmark, tmp_path):
    drawn = random.Random(1)
    lines = (f"{drawn.randrange(ROWS // 3)},{drawn.randrange(100)},{drawn.random():.6f}" for _ in range(ROWS))
    (tmp_path / "people.csv").write_text("person,age,weight\n" + "\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    begun = iter(range(100))

    def release():
        """With a ledger of its own each time: the first release of a file opens an account."""
        place = tmp_path / str(next(begun))
        surroundings = {
            **os.environ,
            "PRIVACY_EXPLORER_STATE": str(place / "state"),
            "PRIVACY_EXPLORER_LEDGER": str(place / "ledger"),
        }
        command = ["release", str(tmp_path / "plan.toml"), str(tmp_path / "people.csv"), "--out", str(place)]
        subprocess.run(
            [sys.executable, "-m", "explorer", *command],
            cwd=ROOT,
            env=surroundings,
            check=True,
            capture_output=True,
            timeout=120,
        )
        assert list(place.glob("*.csv"))

    benchmark.pedantic(release, rounds=5, warmup_rounds=1)
    taken = benchmark.stats.stats.median
    print(f"\n{ROWS} rows in {BINS} bins: {taken:.2f} s from the command (goal 1.5)")


COUNT = """
import hashlib, json, resource, sys, time
from fractions import Fraction
from pathlib import Path
import csv, duckdb, numpy
from explorer.release.sources import duckdb_reader as engine
from explorer.release.counting.classify import cells_of
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.columns import CategoryColumn, NumericColumn
from explorer.release.plan.sections import Input, Privacy
from explorer.release.counting.counts import attempted
from explorer.release.queries.histogram import Histogram
from explorer.release.sources import csv_source
from explorer.release.sources.source import CountRequest

def bare():
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit

what, path, names = sys.argv[1], sys.argv[2], sys.argv[3].split(",")
columns = {
    "age": NumericColumn("age", tuple(str(5 * edge) for edge in range(21))),
    "region": CategoryColumn("region", ("North", "South", "East", "West")),
    "income": NumericColumn("income", tuple(str(5000 * edge) for edge in range(21))),
}
chosen = [columns[name] for name in names]
person = Privacy("person", Fraction(1), id_column="person", rows_per_person=3)
privacy = person if what == "bounded" else Privacy("row", Fraction(1))
plan = ReleasePlan(privacy, tuple(Histogram(each.name, (each,)) for each in chosen))
before, begun = bare(), time.process_time()
if what == "plain":
    with duckdb.connect() as connection:
        connection.execute("SET enable_progress_bar = false")
        table = f"read_csv('{path}', all_varchar = true)"
        connection.execute(f"SELECT {', '.join(names)}, count(*) FROM {table} GROUP BY ALL").fetchmany(1)
elif what == "strict":
    readers = [cells_of(column, Input()) for column in chosen]
    tables = [[0] * len(column.labels) for column in chosen]
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file, strict=True)
        header = next(rows)
        places = [header.index(name) for name in names]
        for row in rows:
            if len(row) != len(header):
                raise SystemExit("ragged")
            for cells, counts, place in zip(readers, tables, places):
                counts[cells[row[place]]] += 1
elif what == "hash":
    with open(path, "rb") as file:
        hashlib.file_digest(file, "sha256")
else:
    asked = CountRequest(plan, csv_source.CsvSource(Path(path)), b"sixteen bytes ok")
    found = attempted(asked, csv_source.quickly)
    if found is None:
        raise SystemExit("not counted quickly")
print(json.dumps({"cpu": time.process_time() - begun, "peak": bare() - before, "whole": bare()}))
"""


def measured(what: str, path: Path, columns: str) -> dict[str, float]:
    """CPU seconds, and peak MB over the interpreter with its imports, in a process of its own."""
    command = [sys.executable, "-c", COUNT, what, str(path), columns]
    answer = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=600)
    return json.loads(answer.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """10 million rows, some 0.5 GB; and the first million of them."""
    folder = tmp_path_factory.mktemp("many")
    drawn = random.Random(1)
    block = [
        f"{drawn.randrange(100)},{drawn.choice(('North', 'South', 'East', 'West'))},"
        f"{drawn.lognormvariate(10, 1):.2f},{drawn.random():.6f},some note here {at % 97}\n"
        for at in range(200_000)
    ]
    for name, rows in (("all.csv", MANY), ("some.csv", REFERENCE)):
        with (folder / name).open("w", encoding="utf-8") as file:
            file.write("person,age,region,income,weight,note\n")
            for _ in range(rows // len(block)):
                file.writelines(f"{drawn.randrange(MANY // 3)},{line}" for line in block)
    return folder / "all.csv", folder / "some.csv"


@pytest.mark.parametrize("columns", ["age", "age,region", "age,region,income"])
def test_counting_of_many_rows(benchmark, many, columns):
    pytest.importorskip("resource")
    whole, some = many
    answers = []
    benchmark.pedantic(lambda: answers.append(measured("quick", whole, columns)), rounds=2)
    digest = measured("hash", whole, columns)["cpu"]
    quick = min(answers, key=lambda each: each["cpu"])
    taken = quick["cpu"] - digest
    plain = min(measured("plain", whole, columns)["cpu"] for _ in range(2))
    strict = measured("strict", some, columns)["cpu"] * MANY / REFERENCE
    bounded = min((measured("bounded", whole, columns) for _ in range(2)), key=lambda each: each["cpu"])
    print(
        f"\n{MANY} rows, {columns}: {taken:.2f} s CPU (hash {digest:.2f} s beside), {quick['peak']:.0f} MB;"
        f" {taken / plain:.2f} x GROUP BY (goal 2.2), {taken / strict:.2f} x strict reader (goal 0.45);"
        f" bounded {(bounded['cpu'] - digest) / taken:.2f} x (goal 1.8),"
        f" {bounded['whole']:.0f} MB in all (goal 300)"
    )


def test_counting_of_many_rows_of_one_person(benchmark, many, tmp_path):
    pytest.importorskip("resource")
    whole, answers = many[0], {}
    alike = tmp_path / "one.csv"
    with whole.open(encoding="utf-8") as rows, alike.open("w", encoding="utf-8") as file:
        file.write(next(rows))
        file.writelines("one" + row[row.index(",") :] for row in rows)

    def run():
        answers.update((path, measured("bounded", path, "age,region")) for path in (whole, alike))

    benchmark.pedantic(run, rounds=1)
    print(
        f"\n{MANY} rows of one person: {answers[alike]['cpu']:.2f} s, of many {answers[whole]['cpu']:.2f} s;"
        f" {answers[alike]['whole']:.0f} and {answers[whole]['whole']:.0f} MB in all (goal 300)"
    )
