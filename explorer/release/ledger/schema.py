"""The tables of a ledger's file, what guards them, and the check that nothing else is in it.

A ledger's rows prove themselves, one after the other; its schema does not. A trigger that somebody adds
could delete a spend, or quietly drop it, and leave rows that still follow from each other. So the schema
is compared, text for text, with that of a ledger made anew.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import lru_cache

_TABLES = """
CREATE TABLE entry (
    row INTEGER PRIMARY KEY, kind TEXT NOT NULL, body TEXT NOT NULL,
    previous TEXT NOT NULL, hash TEXT NOT NULL UNIQUE);
CREATE TABLE local (
    row INTEGER PRIMARY KEY REFERENCES entry(row), fingerprint TEXT NOT NULL, moment TEXT NOT NULL);
CREATE TABLE secret (key TEXT NOT NULL);
"""
_GUARD = """
CREATE TRIGGER {table}_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, 'the ledger is only ever appended to'); END;
"""
_QUERY = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"


class OtherSchema(Exception):
    """There is more, less or other in the file than the tables and guards of a ledger."""


def make_schema(connection: sqlite3.Connection) -> None:
    """Make the tables and what guards them, in one transaction.

    Raises
    ------
    sqlite3.Error
    """
    guards = "".join(
        _GUARD.format(table=table, verb=verb)
        for table in ("entry", "local", "secret")
        for verb in ("UPDATE", "DELETE")
    )
    connection.executescript(f"BEGIN;{_TABLES}{guards}COMMIT;")


def check_schema(connection: sqlite3.Connection) -> None:
    """Hold that the file has exactly the tables, indexes and triggers of a ledger.

    Raises
    ------
    OtherSchema, sqlite3.Error
    """
    if connection.execute(_QUERY).fetchall() != list(_expected()):
        raise OtherSchema


@lru_cache(maxsize=1)
def _expected() -> tuple[tuple[str | None, ...], ...]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        make_schema(connection)
        return tuple(connection.execute(_QUERY).fetchall())
