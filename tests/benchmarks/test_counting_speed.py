"""What a release of ten million rows costs, all in all, against DuckDB's plain GROUP BY of the same file.

    python -m pytest tests/benchmarks --benchmark-only -s

The suite skips this: it reports what this machine does, it judges nothing. Processor time of whole
processes: start-up, the hash of the file, counting, noise, ledger and files, against the start-up of Python,
reading every column as text and one GROUP BY. "Again" is with a ledger that has an account: it recognises the
file by its hash before it is counted, so that the file is read twice. Goals: one histogram 2.5 times, three
3.5 times, by person 4 times. Beside them ids of 36 and of 70 bytes against short ones, and 300 columns,
plain and all quoted, against DuckDB's own reading of them.
"""

import random
import subprocess
import sys
import uuid
from pathlib import Path

import duckdb
import pytest

resource = pytest.importorskip("resource")

ROOT = Path(__file__).parent.parent.parent
MANY, SOME, WIDE, COLUMNS = 10_000_000, 1_000_000, 100_000, 300
PLAIN = """
import sys, duckdb
path, names = sys.argv[1:]
with duckdb.connect() as connection:
    connection.execute("SET enable_progress_bar = false")
    table = f"read_csv('{path}', all_varchar = true)"
    connection.execute(f"SELECT {names}, count(*) FROM {table} GROUP BY ALL").fetchmany(1)
"""
ROW = '[privacy]\nunit = "row"\nepsilon = "0.1"\n'
PERSON = '[privacy]\nunit = "person"\nid_column = "person"\nrows_per_person = 3\nepsilon = "0.1"\n'
KINDS = {
    "age": f'kind = "numeric"\nedges = {[str(5 * edge) for edge in range(21)]}\n',
    "region": 'kind = "category"\ncategories = ["North", "South", "East", "West"]\n',
    "income": f'kind = "numeric"\nedges = {[str(5000 * edge) for edge in range(21)]}\n',
}


def plan_of(privacy: str, names: str) -> str:
    """One histogram a column."""
    tables = (
        f'[[histogram]]\nname = "{name}"\n[[histogram.column]]\nname = "{name}"\n{KINDS[name]}'
        for name in names.split(",")
    )
    return f"schema = 1\n{privacy}" + "".join(tables)


def cpu_of(*words: str) -> float:
    """Seconds of processor time that a Python process takes in all, in user and in system."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], cwd=ROOT, check=True, stdout=subprocess.DEVNULL, timeout=600)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def released(table: Path, privacy: str, names: str, folder: Path) -> tuple[float, float]:
    """The cost of a first release and of another one, with a ledger of their own."""
    folder.mkdir()
    plan = folder / "plan.toml"
    plan.write_text(plan_of(privacy, names), encoding="utf-8")
    ledger = ["--ledger", str(folder / "ledger")]
    command = ["-m", "explorer", "release", str(plan), str(table), *ledger, "--out"]
    first = cpu_of(*command, str(folder / "first"))
    cpu_of("-m", "explorer", "ledger", "open", "--account", "default", "--limit-epsilon", "9", *ledger)
    return first, cpu_of(*command, str(folder / "again"))


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`many` (0.5 GB), `short`, `uuid` and `long` (ids of 70 bytes), `wide` and `quoted` (300 columns)."""
    folder, drawn = tmp_path_factory.mktemp("tables"), random.Random(1)
    block = [
        f"{drawn.randrange(100)},{drawn.choice(('North', 'South', 'East', 'West'))},"
        f"{drawn.lognormvariate(10, 1):.2f},{drawn.random():.6f},some note here {at % 97}\n"
        for at in range(200_000)
    ]
    spelled = {
        "many": (MANY, str),
        "short": (SOME, str),
        "uuid": (SOME, lambda person: str(uuid.uuid5(uuid.NAMESPACE_OID, str(person)))),
        "long": (SOME, lambda person: f"{person:070d}"),
    }
    for name, (rows, spell) in spelled.items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8") as file:
            file.write("person,age,region,income,weight,note\n")
            for _ in range(rows // len(block)):
                file.writelines(f"{spell(drawn.randrange(rows // 3))},{line}" for line in block)
    for name, quote in (("wide", ""), ("quoted", '"')):
        rest = ",".join(f"{quote}{at}{quote}" for at in range(COLUMNS - 2))
        with (folder / f"{name}.csv").open("w", encoding="utf-8") as file:
            file.write("person,age," + ",".join(f"c{at}" for at in range(COLUMNS - 2)) + "\n")
            for _ in range(WIDE):
                file.write(f"{drawn.randrange(WIDE // 3)},{drawn.randrange(100)},{rest}\n")
    return folder


@pytest.mark.parametrize(
    ("privacy", "names", "goal"),
    [(ROW, "age", 2.5), (ROW, "age,region,income", 3.5), (PERSON, "age", 4.0)],
    ids=["one histogram", "three histograms", "by person"],
)
def test_a_release_against_a_group_by(benchmark, tables, tmp_path, privacy, names, goal):
    path, taken = tables / "many.csv", []

    def run():
        plain = min(cpu_of("-c", PLAIN, str(path), names) for _ in range(2))
        taken.append((*released(path, privacy, names, tmp_path / "one"), plain))

    benchmark.pedantic(run, rounds=1)
    ((first, again, plain),) = taken
    print(
        f"\n{MANY} rows, {names}: {first:.2f} s, again {again:.2f} s, GROUP BY {plain:.2f} s:"
        f" {first / plain:.2f} and {again / plain:.2f} x (goal {goal})"
    )


def test_ids_of_any_length_and_many_columns(benchmark, tables, tmp_path):
    taken = {}

    def run():
        for name in ("short", "uuid", "long", "wide", "quoted"):
            taken[name] = released(tables / f"{name}.csv", PERSON, "age", tmp_path / name)[0]
        for name in ("wide", "quoted"):
            taken[f"plain {name}"] = cpu_of("-c", PLAIN, str(tables / f"{name}.csv"), "age")

    benchmark.pedantic(run, rounds=1)
    print(
        f"\n{SOME} rows by person: {taken['short']:.2f} s; with UUIDs {taken['uuid'] / taken['short']:.2f} x,"
        f" with ids of 70 bytes {taken['long'] / taken['short']:.2f} x; {WIDE} rows of {COLUMNS} columns"
        f" {taken['wide'] / taken['plain wide']:.2f} x DuckDB's own GROUP BY of them, all quoted"
        f" {taken['quoted'] / taken['plain quoted']:.2f} x"
    )


@pytest.mark.parametrize("privacy", [ROW, PERSON], ids=["one histogram", "by person"])
def test_a_parquet_file_against_the_same_csv(benchmark, tables, tmp_path, privacy):
    """By turns, one histogram of typed columns. Goal: 0.35 times the processor time of the CSV."""
    text, typed, taken = tables / "many.csv", tables / "many.parquet", []
    if not typed.exists():
        with duckdb.connect() as connection:
            connection.execute(f"COPY (FROM read_csv('{text}')) TO '{typed}' (FORMAT parquet)")

    def run():
        for turn in range(3):
            taken.append(
                [
                    released(path, privacy, "age", tmp_path / f"{turn}{path.suffix}")[0]
                    for path in (text, typed)
                ]
            )

    benchmark.pedantic(run, rounds=1)
    slow, quick = map(min, zip(*taken, strict=True))
    print(f"\n{MANY} rows: CSV {slow:.2f} s, Parquet {quick:.2f} s: {quick / slow:.2f} x (goal 0.35)")
