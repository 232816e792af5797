"""The ledger's file: rows that are only ever appended, each hashed over its fields and the row before it.

SQLite with a rollback journal. What recognises a file (a keyed fingerprint) and the clock stand in a
table of their own that is never exported; they are hashed too.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from explorer.release.writing import flush_folder, make_folder

FILE_NAME = "ledger.sqlite3"
_WAIT = 20.0  # seconds for another window's transaction to end
_SCHEMA = """
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


class Damaged(Exception):
    """The rows do not follow from each other."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: what happened, and its place in the chain."""

    number: int
    kind: str
    body: Mapping[str, object]
    fingerprint: str = field(repr=False)
    hash: str


@dataclass(frozen=True, slots=True)
class Chain:
    """All rows of a ledger, checked, and the key of its fingerprints."""

    rows: tuple[Row, ...]
    key: bytes = field(repr=False)

    @property
    def identity(self) -> str:
        """The ledger's random identity."""
        return str(self.rows[0].body["ledger"])

    @property
    def head(self) -> str:
        """The hash of the last row."""
        return self.rows[-1].hash


def create(folder: Path) -> None:
    """Make an empty ledger where there is none; whole or not at all, and never over another one.

    Raises
    ------
    OSError, sqlite3.Error
    """
    make_folder(folder)
    place = folder / FILE_NAME
    if place.exists():
        return
    beside = folder / f".{FILE_NAME}.{secrets.token_hex(8)}"
    try:
        os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(beside, isolation_level=None)) as connection:
            _tune(connection)
            key = secrets.token_bytes(32)
            guards = "".join(
                _GUARD.format(table=table, verb=verb)
                for table in ("entry", "local", "secret")
                for verb in ("UPDATE", "DELETE")
            )
            connection.executescript(f"BEGIN;{_SCHEMA}{guards}COMMIT;")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO secret VALUES (?)", (key.hex(),))
            body = {"schema": 1, "ledger": secrets.token_hex(16), "key": hashlib.sha256(key).hexdigest()}
            append(connection, 0, "", "ledger", body)
            connection.execute("COMMIT")
        _move_where_nothing_is(beside, place)
    finally:
        beside.unlink(missing_ok=True)
    flush_folder(folder)


def _move_where_nothing_is(beside: Path, place: Path) -> None:
    """Two windows may make the first ledger at once: the second one must not replace the first one's."""
    try:
        os.link(beside, place)
    except FileExistsError:
        return
    except OSError:  # a file system without hard links
        _copy_where_nothing_is(beside, place)


def _copy_where_nothing_is(beside: Path, place: Path) -> None:
    """Exclusive, though not at once: what reads a part meanwhile, or after a crash, refuses it as damaged."""
    try:
        file = place.open("xb")
    except FileExistsError:
        return
    try:
        with file:
            file.write(beside.read_bytes())
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        place.unlink(missing_ok=True)
        raise


def connect(folder: Path) -> sqlite3.Connection:
    """A connection to a ledger that exists; a journal left by a crash is rolled back at its first use.

    Raises
    ------
    sqlite3.Error
    """
    uri = f"{(folder / FILE_NAME).absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, uri=True, timeout=_WAIT, isolation_level=None)
    try:
        _tune(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _tune(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode=DELETE").fetchall()
    connection.execute("PRAGMA synchronous=EXTRA")


def append(
    connection: sqlite3.Connection,
    last: int,
    previous: str,
    kind: str,
    body: Mapping[str, object],
    fingerprint: str = "",
) -> str:
    """Put one row after row `last` with hash `previous`; its own hash is given back."""
    moment = datetime.now(UTC).isoformat(timespec="seconds")
    text = json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    head = _hash(last + 1, kind, text, fingerprint, moment, previous)
    connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", (last + 1, kind, text, previous, head))
    connection.execute("INSERT INTO local VALUES (?, ?, ?)", (last + 1, fingerprint, moment))
    return head


def read_chain(connection: sqlite3.Connection) -> Chain:
    """All rows, each checked against its hash and the row before it.

    Raises
    ------
    Damaged, sqlite3.Error
    """
    if connection.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
        raise Damaged
    query = """SELECT entry.row, kind, body, fingerprint, moment, previous, hash
        FROM entry LEFT JOIN local ON local.row = entry.row ORDER BY entry.row"""
    rows: list[Row] = []
    before = ""
    for number, kind, body, fingerprint, moment, previous, head in connection.execute(query):
        fields = (kind, body, fingerprint, moment, previous, head)
        if number != len(rows) + 1 or not all(isinstance(each, str) for each in fields):
            raise Damaged
        if previous != before or head != _hash(number, kind, body, fingerprint, moment, previous):
            raise Damaged
        rows.append(Row(number, kind, json.loads(body), fingerprint, head))
        before = head
    keys = connection.execute("SELECT key FROM secret").fetchall()
    if not rows or rows[0].kind != "ledger" or len(keys) != 1:
        raise Damaged
    key = bytes.fromhex(str(keys[0][0]))
    named = re.fullmatch("[0-9a-f]{32}", str(rows[0].body.get("ledger")))  # it names the witness's file
    if hashlib.sha256(key).hexdigest() != rows[0].body.get("key") or not named:
        raise Damaged
    return Chain(tuple(rows), key)


def _hash(row: int, kind: str, body: str, fingerprint: str, moment: str, previous: str) -> str:
    parts = [part.encode() for part in (str(row), kind, body, fingerprint, moment, previous)]
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).hexdigest()
