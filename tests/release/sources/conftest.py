"""A server for the tests that ask one."""

from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def postgres() -> Iterator[object]:
    pytest.importorskip("psycopg")
    from postgres_server import running

    with running() as server:
        yield server


@pytest.fixture
def server(postgres: object, monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setenv("PGUSER", "steward")
    return postgres


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    from spark_cluster import cluster

    with cluster(tmp_path_factory.mktemp("spark")) as folder:
        yield folder
