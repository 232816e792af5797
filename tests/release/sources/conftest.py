"""A server for the tests that ask one."""

from collections.abc import Iterator

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
