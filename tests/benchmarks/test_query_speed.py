"""What ten queries in one pass over ten million rows cost, against one histogram of one of their columns, and
against one crosstab of the same three columns.

    python -m pytest tests/benchmarks/test_query_speed.py --benchmark-only -s

The suite skips this: it reports what this machine does, it judges nothing. Processor time of whole processes:
start-up, the hash of the file, counting, strategies, noise, ledger and files. Goal: 1.5 times.
"""

import random
import subprocess
import sys
from pathlib import Path

import pytest

resource = pytest.importorskip("resource")

ROOT = Path(__file__).parent.parent.parent
MANY = 10_000_000
HEAD = 'schema = 1\n[privacy]\nunit = "row"\nepsilon = "1"\n'


def column(query: str, name: str, kind: str) -> str:
    """One column of a query."""
    return f'[[{query}.column]]\nname = "{name}"\n{kind}\n'


def numbers(step: int, count: int) -> str:
    """So many intervals."""
    return f'kind = "numeric"\nedges = {[str(step * edge) for edge in range(count + 1)]}'


REGION = 'kind = "category"\ncategories = ["North", "South", "East", "West"]'
ONE = HEAD + '[[histogram]]\nname = "age"\n' + column("histogram", "age", numbers(5, 20))
KINDS = {"age": numbers(5, 20), "income": numbers(5000, 20), "region": REGION}
CROSSED = (
    HEAD
    + '[[histogram]]\nname = "all"\n'
    + "".join(column("histogram", name, kind) for name, kind in KINDS.items())
)
TEN = ONE + "".join(
    (
        *(
            f'[[histogram]]\nname = "h_{name}"\n' + column("histogram", name, KINDS[name])
            for name in ("region", "income")
        ),
        '[[histogram]]\nname = "crossed"\n',
        *(column("histogram", name, KINDS[name]) for name in ("age", "region")),
        *(
            f'[[ranges]]\nname = "r_{name}"\nquantiles = ["0.5"]\n' + column("ranges", name, kind)
            for name, kind in (("age", numbers(1, 100)), ("income", numbers(100, 1000)))
        ),
        '[[ranges]]\nname = "r_groups"\n',
        column("ranges", "age", numbers(1, 100)),
        column("ranges", "region", REGION),
        '[[sum]]\nname = "all"\nvalue = "income"\nlow = "0"\nhigh = "100000"\nstep = "100"\nmean = true\n',
        *(
            f'[[sum]]\nname = "s_{name}"\nvalue = "income"\nlow = "0"\nhigh = "100000"\nstep = "100"\n'
            + column("sum", name, KINDS[name])
            for name in ("region", "age")
        ),
    )
)


MIXED = HEAD + "".join(
    (
        *(
            f'[[ranges]]\nname = "r{at}"\n' + column("ranges", "age", numbers(step, 100 // step))
            for at, step in enumerate((1, 2, 5))
        ),
        *(
            f'[[sum]]\nname = "s{at}"\nvalue = "{value}"\nlow = "0"\nhigh = "{high}"\nstep = "{step}"\n'
            for at, (value, high, step) in enumerate((("income", 50_000, 10), ("weight", 1, "0.01")))
        ),
        '[[marginals]]\nname = "m"\n',
        *(column("marginals", name, KINDS[name]) for name in ("age", "income", "region")),
        *(
            f'[[histogram]]\nname = "h{at}"\n'
            + "".join(column("histogram", name, KINDS[name]) for name in names)
            for at, names in enumerate((("age",), ("region",), ("income", "region"), ("age", "income")))
        ),
    )
)


def cost_of(plan: str, table: Path, folder: Path) -> float:
    """Seconds of processor time of a release, with a ledger of its own."""
    folder.mkdir()
    (folder / "plan.toml").write_text(plan, encoding="utf-8")
    words = ("-m", "explorer", "release", str(folder / "plan.toml"), str(table))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    places = ("--ledger", str(folder / "ledger"), "--out", str(folder / "out"))
    subprocess.run(
        [sys.executable, *words, *places], cwd=ROOT, check=True, stdout=subprocess.DEVNULL, timeout=900
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_ten_queries_in_one_pass(benchmark, tmp_path):
    drawn = random.Random(1)
    block = [
        f"{drawn.randrange(100)},{drawn.choice(('North', 'South', 'East', 'West'))},"
        f"{drawn.lognormvariate(10, 1):.2f},{drawn.random():.6f},some note here {at % 97}\n"
        for at in range(200_000)
    ]
    table = tmp_path / "many.csv"
    with table.open("w", encoding="utf-8") as file:
        file.write("age,region,income,weight,note\n")
        for _ in range(MANY // len(block)):
            file.writelines(block)
    taken = []

    def run():
        plans = (("1", ONE), ("crossed", CROSSED), ("10", TEN), ("mixed", MIXED))
        taken.append([cost_of(plan, table, tmp_path / name) for name, plan in plans])

    benchmark.pedantic(run, rounds=1)
    ((one, crossed, *several),) = taken
    print(f"\n{MANY} rows: one histogram {one:.2f} s, one crosstab of three columns {crossed:.2f} s")
    for name, ten in zip(("ranges and sums", "tables that agree among them"), several, strict=True):
        against = f"{ten / one:.2f} x one histogram (goal 1.5), {ten / crossed:.2f} x the crosstab"
        print(f"ten queries ({name}) {ten:.2f} s: {against}")
