"""How long a server takes to count a plan, beside its own GROUP BY with the same window function.

    python -m pytest tests/benchmarks/test_postgres_speed.py --benchmark-only -s

Goals: at most 1.5 times the server's own time; the program's memory below 300 MB. PRIVACY_EXPLORER_ROWS says
how many rows; 10,000,000 take some minutes and 2 GB of disk. By turns. Other programs at work slow a single
statement more than the server's own, which is run by several processes: beside the time stands that of the
server's processors, where the system tells it.
"""

import os
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from explorer.release.counting.counts import count
from explorer.release.plan.columns import NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.queries.histogram import Histogram

ROWS = int(os.environ.get("PRIVACY_EXPLORER_ROWS", "300000"))
MAKE = """CREATE TABLE visits AS SELECT (random() * $1 / 3)::bigint AS id, (random() * 100)::int AS age
  FROM generate_series(1, $1)"""
OWN = """SELECT cell, count(*) FROM (
  SELECT width_bucket(age, ARRAY[0,5,10,15,20,25,30,35,40,45,50,55,60,65,70,75,80,85,90,95,100]) AS cell,
    row_number() OVER (
      PARTITION BY id ORDER BY sha256(convert_to('key' || id || ':' || age, 'UTF8'))) AS place
  FROM visits) AS rows WHERE place <= 3 GROUP BY cell"""


ROUNDS = 3


def processors(server: Any) -> float:
    """Seconds of processor time of all processes of the server that have ended."""
    process = (server.folder / "data" / "postmaster.pid").read_text().split()[0]
    told = Path(f"/proc/{process}/stat")
    if not told.exists():
        return float("nan")
    time.sleep(0.5)  # until the last one has
    return sum(map(int, told.read_text().rpartition(")")[2].split()[13:15])) / os.sysconf("SC_CLK_TCK")


def taken(server: Any, act: Callable[[], object]) -> tuple[float, float]:
    """Seconds, and those of the server's processors."""
    before, begun = processors(server), time.perf_counter()
    act()
    seconds = time.perf_counter() - begun
    return seconds, processors(server) - before


def test_that_a_server_counts_as_quickly_as_by_itself(benchmark, monkeypatch):
    pytest.importorskip("psycopg")
    resource = pytest.importorskip("resource")
    from postgres_server import running

    monkeypatch.setenv("PGUSER", "steward")
    age = NumericColumn("age", tuple(str(5 * edge) for edge in range(21)))
    privacy = Privacy("person", Fraction(1), Fraction(0), "", "id", 3)
    plan = ReleasePlan(privacy, (Histogram("age", (age,)),))
    with running() as server:
        with server.connect() as connection:
            connection.execute(MAKE.replace("$1", str(ROWS)))
            connection.execute("ANALYZE visits")
        address, own, mine = server.address("public.visits"), [], []

        def by_itself() -> None:
            with server.connect() as connection:
                connection.execute(OWN).fetchall()

        def turns() -> None:
            for _ in range(ROUNDS):
                own.append(taken(server, by_itself))
                mine.append(taken(server, lambda: count(plan, address, b"sixteen bytes ok")))

        benchmark.pedantic(turns, rounds=1)
        unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    (wall, cpu), (floor, floor_cpu) = (map(min, zip(*times, strict=True)) for times in (mine, own))
    print(
        f"\n{ROWS} rows: {wall:.2f} s, {wall / floor:.2f} x the server's own (goal 1.5);"
        f" processors {cpu:.2f} s, {cpu / floor_cpu:.2f} x; {peak:.0f} MB"
    )
