"""A ledger and a state folder of its own for every test; never the person's. One engine for all tests."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from explorer.release.sources import duckdb_reader
from explorer.release.sources.table import Irregular


class LentEngine:
    """An engine that goes back to the others when it is closed, without the types that it was given."""

    def __init__(self, engine: Any, idle: list[Any]) -> None:
        self.engine, self.idle = engine, idle

    def __getattr__(self, name: str) -> Any:
        return getattr(self.engine, name)

    def __enter__(self) -> "LentEngine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        made = "SELECT type_name FROM duckdb_types() WHERE NOT internal"
        for (name,) in self.engine.execute(made).fetchall():
            self.engine.execute(f"DROP TYPE {name}")
        self.idle.append(self.engine)


@pytest.fixture(scope="session")
def idle_engines() -> Iterator[list[Any]]:
    """Those that wait for a test, and are closed at the very end."""
    idle: list[Any] = []
    yield idle
    for engine in idle:
        engine.close()
    from parquet_tables import parquet_writer

    idle.clear()
    parquet_writer.cache_clear()


@pytest.fixture(autouse=True)
def engines_that_are_lent(idle_engines: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine takes 13 ms of a processor to start, longer than most tests: each is lent to the next one.

    It starts as the program starts it; the types of a table are made and dropped for each. Only the tests of
    this folder borrow, so that all others meet the same engine in whichever order they come.
    """
    start = duckdb_reader.connected

    def connected(statements: Sequence[str]) -> LentEngine:
        import duckdb  # at the top of this file it would outlive the tests, and complain of that at their end

        engine = idle_engines.pop() if idle_engines else start(())
        try:
            for statement in statements:
                engine.execute(statement)
        except duckdb.Error:
            engine.close()
            raise Irregular from None
        return LentEngine(engine, idle_engines)

    monkeypatch.setattr(duckdb_reader, "connected", connected)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PRIVACY_EXPLORER_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("PRIVACY_EXPLORER_LEDGER", str(tmp_path / "ledger"))
    return tmp_path / "state"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "ledger"
