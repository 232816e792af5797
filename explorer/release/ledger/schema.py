"""The tables of a ledger's file, what guards them, and the check that nothing else is in it.

A ledger's rows prove themselves, one after the other; its schema does not. A trigger that somebody adds
could delete a spend, or quietly drop it, and leave rows that still follow from each other. So the schema
is compared, text for text, with that of a ledger made anew.

The first row tells the number of the ledger's format. A newer one is another program's to judge: it is named,
neither called damaged nor written to.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from functools import lru_cache

FORMAT = 1
"""What this program writes, and the newest format that it reads."""

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


class NewerFormat(Exception):
    """The ledger says of itself that a newer program has written it; `number` is its format's."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


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
    """Hold that the file has exactly the tables, indexes and triggers of a ledger of this format.

    Raises
    ------
    NewerFormat, OtherSchema, sqlite3.Error
    """
    if (number := _format_said(connection)) > FORMAT:
        raise NewerFormat(number)
    if connection.execute(_QUERY).fetchall() != list(_expected()):
        raise OtherSchema


def _format_said(connection: sqlite3.Connection) -> int:
    """The number in the first row; `FORMAT` where there is none, which the checks that follow judge."""
    try:
        found = connection.execute("SELECT body FROM entry WHERE row = 1").fetchone()
        number = json.loads(found[0])["schema"]
    except (sqlite3.DatabaseError, ValueError, KeyError, TypeError, RecursionError):
        return FORMAT
    return number if isinstance(number, int) else FORMAT


@lru_cache(maxsize=1)
def _expected() -> tuple[tuple[str | None, ...], ...]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        make_schema(connection)
        return tuple(connection.execute(_QUERY).fetchall())
