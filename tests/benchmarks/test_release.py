"""How long a release takes from the command, start included.

    python -m pytest tests/benchmarks --benchmark-only -s

The suite skips this: it reports what this machine does, it judges nothing. Goal: 100,000 rows in 20 bins
within 2 s.
"""

import os
import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
ROWS, BINS = 100_000, 20
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
    print(f"\n{ROWS} rows in {BINS} bins: {taken:.2f} s from the command (goal 2)")
