"""Record and replay through a server and a cluster: what is emitted depends on noised counts alone."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import observed
import pytest
from count_cases import KEY
from neighbouring import Row, neighbours, plans
from replay import Leak, compare
from spark_cluster import at
from thoroughness import THOROUGH

from explorer.cli import releases
from explorer.release.counting.counts import count
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.histogram import Histogram
from explorer.release.sources.servers.sign_in import keyring_there
from explorer.release.sources.table_address import Address
from explorer.release.statements import plan_statement

Write = Callable[[Path, Sequence[Row]], None]
TYPES = "id VARCHAR, age BIGINT, region VARCHAR, town VARCHAR"


def typed(rows: Sequence[Row]) -> list[tuple[object, ...]]:
    """The same rows where ages are whole numbers: what is none is missing."""
    return [(person, int(age) if age.lstrip("-").isdecimal() else None, *rest) for person, age, *rest in rows]


def asked(chance: random.Random) -> ReleasePlan:
    """A plan that a database takes: town is text there and no date, bounds by cell hold in one table."""
    while True:
        plan = plans(chance)
        histograms = [each for each in plan.queries if isinstance(each, Histogram) and each.name != "e"]
        by_cell = plan.privacy.rows_per_cell or plan.privacy.cells_per_person
        if len(histograms) == len(plan.queries) and not (by_cell and len(histograms) > 1):
            return plan


def caught_at(
    folder: Path, address: Address, write: Write, pairs: int, patch: pytest.MonkeyPatch
) -> int | None:
    """The number of the first pair that shows a leak; None where none of `pairs` does."""
    patch.setattr(observed, "write_table", lambda path, rows: (path.touch(), write(path, rows)))
    patch.setattr(releases, "with_password", lambda *_: address)
    chance = random.Random(7)
    for number in range(pairs):
        plan = asked(chance)
        try:
            compare(folder, plan, neighbours(chance, plan), pytest.MonkeyPatch.context)
        except Leak:
            return number
    return None


@contextmanager
def unbounded(address: Address) -> Iterator[pytest.MonkeyPatch]:
    """Everybody keeps 99 rows, once the server has passed its trial, which would show it."""
    count(asked(random.Random(7)), address, KEY)
    bounded = plan_statement.kept

    def kept(*given: Any) -> Any:
        *other, privacy, id_is_short = given
        return bounded(*other, replace(privacy, rows_per_person=99), id_is_short)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plan_statement, "kept", kept)
        yield patch


@pytest.fixture
def on_server(server: Any) -> Iterator[tuple[Address, Write]]:
    keyring_there()  # logs once in a process which kinds it knows
    with server.connect() as connection:
        connection.execute("CREATE TABLE pairs (id text, age bigint, region text, town text)")

        def write(_: Path, rows: Sequence[Row]) -> None:
            connection.execute("TRUNCATE pairs")
            with connection.cursor() as cursor:
                cursor.executemany("INSERT INTO pairs VALUES (%s, %s, %s, %s)", typed(rows))

        yield server.address("public.pairs"), write
        connection.execute("DROP TABLE pairs")


@pytest.fixture
def on_cluster(spark: Path) -> tuple[Address, Write]:
    path = spark / "pairs.parquet"

    def write(_: Path, rows: Sequence[Row]) -> None:
        with duckdb.connect(":memory:") as connection:
            connection.execute(f"CREATE TABLE pairs ({TYPES})")
            connection.executemany("INSERT INTO pairs VALUES (?, ?, ?, ?)", typed(rows))
            connection.execute(f"COPY pairs TO '{path}' (FORMAT parquet)")

    return at(path), write


def test_that_nothing_emitted_depends_on_one_unit_of_a_server(
    on_server: tuple[Address, Write], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert caught_at(tmp_path, *on_server, 200 if THOROUGH else 10, monkeypatch) is None


def test_that_an_unbounded_server_is_caught(
    on_server: tuple[Address, Write], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_server[1](tmp_path, [])
    with unbounded(on_server[0]):
        assert caught_at(tmp_path, *on_server, 10, monkeypatch) is not None


def test_that_nothing_emitted_depends_on_one_unit_of_a_cluster(
    on_cluster: tuple[Address, Write], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert caught_at(tmp_path, *on_cluster, 40 if THOROUGH else 2, monkeypatch) is None


def test_that_an_unbounded_cluster_is_caught(
    on_cluster: tuple[Address, Write], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_cluster[1](tmp_path, [("a", "1", "n", "Aa")])
    with unbounded(on_cluster[0]):
        assert caught_at(tmp_path, *on_cluster, 4, monkeypatch) is not None
