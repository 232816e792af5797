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
import struct
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path, PurePath
from string import ascii_letters, digits
from typing import Any

from explorer.release.ledger.schema import FORMAT, check_schema, make_schema
from explorer.release.values.atomic_file import flush_folder, make_folder
from explorer.release.values.process_mark import new_mark

FILE_NAME = "ledger.sqlite3"
_length = struct.Struct(">Q").pack
_PLAIN = frozenset(f"{ascii_letters}{digits}/:-._~".encode())  # bytes that stand for themselves in addresses
WAIT = 20.0  # seconds for another window's transaction to end


class Damaged(Exception):
    """The rows do not follow from each other.

    `row` : the first one that is not sound; 0 where none can be named, as all that can be read are sound.
    `missing` : it is not there.
    """

    def __init__(self, row: int = 0, missing: bool = False) -> None:
        super().__init__(row)
        self.row, self.missing = row, missing


@dataclass(frozen=True, slots=True)
class Row:
    """One row: what happened, as text, and its place in the chain."""

    number: int
    kind: str
    text: str = field(repr=False)
    fingerprint: str = field(repr=False)
    hash: str
    moment: str = ""  # as this computer's clock said: a label, it orders nothing

    @property
    def body(self) -> dict[str, object]:
        """What happened.

        Raises
        ------
        ValueError
            The text is no object.
        """
        body = json.loads(self.text)
        if not isinstance(body, dict):
            raise ValueError("no object")
        return body


def create(folder: Path, anew: Mapping[str, object] | None = None) -> None:
    """Make an empty ledger where there is none; whole or not at all, and never over another one.

    `anew` is the body of its row "restart": where an earlier ledger is missing, none is ever without it.

    Raises
    ------
    OSError, sqlite3.Error
    """
    make_folder(folder)
    place = folder / FILE_NAME
    if place.exists():
        return
    beside = folder / f".{FILE_NAME}.{new_mark()}"
    try:
        os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(beside, isolation_level=None)) as connection:
            set_durable(connection)
            key = secrets.token_bytes(32)
            make_schema(connection)
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO secret VALUES (?)", (key.hex(),))
            body = {"schema": FORMAT, "ledger": secrets.token_hex(16), "key": hashlib.sha256(key).hexdigest()}
            head = append(connection, 0, "", "ledger", body)
            if anew is not None:
                append(connection, 1, head, "restart", anew)
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
    address = f"{sqlite_address((folder / FILE_NAME).absolute())}?mode=rw"
    connection = sqlite3.connect(address, uri=True, timeout=WAIT, isolation_level=None)
    try:
        set_durable(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def sqlite_address(path: PurePath) -> str:
    """An absolute path as SQLite takes it, a share of Windows too; `Path.as_uri` loads what fetches pages.

    >>> from pathlib import PurePosixPath, PureWindowsPath
    >>> sqlite_address(PurePosixPath("/home/ä b?")), sqlite_address(PureWindowsPath("//server/share/a#"))
    ('file:///home/%C3%A4%20b%3F', 'file:////server/share/a%23')
    """
    place = "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in os.fsencode(path.as_posix()))
    return f"file://{place}" if place.startswith("/") else f"file:///{place}"


def set_durable(connection: sqlite3.Connection) -> None:
    """Let every commit wait until the disk has it, in one file alone."""
    connection.execute("PRAGMA journal_mode=DELETE").fetchall()
    connection.execute("PRAGMA synchronous=EXTRA")
    connection.execute("PRAGMA fullfsync=ON")  # otherwise macOS leaves it in the cache of the disk
    connection.execute("PRAGMA trusted_schema=OFF")


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


def rows_of(connection: sqlite3.Connection, pages: bool = True) -> Iterator[Row]:
    """All rows one after the other, each checked against its hash and the row before it.

    Only one is held at a time, whatever the ledger's size. With `pages` the structure of the file is checked
    as well, of which reading rows sees but a part; whoever only reads can do without.

    Raises
    ------
    Damaged, NewerFormat, OtherSchema, sqlite3.Error
    """
    check_schema(connection)
    if pages and not _pages_whole(connection):
        for _ in rows_of(connection, pages=False):  # raises at the entry that is damaged, where one is
            pass
        raise Damaged
    query = """SELECT entry.row, kind, body, fingerprint, moment, previous, hash
        FROM entry LEFT JOIN local ON local.row = entry.row ORDER BY entry.row"""
    last, before = 0, ""
    found = connection.execute(query)
    while (read := _next(found, last + 1)) is not None:
        number, kind, body, fingerprint, moment, previous, head = read
        if number != last + 1:
            raise Damaged(last + 1, missing=True)
        if not all(type(each) is str for each in (kind, body, fingerprint, moment, previous)):
            raise Damaged(number)
        if head != _hash(number, kind, body, fingerprint, moment, previous):
            raise Damaged(number)
        if previous != before:  # it is sound itself: what it was written after was another entry
            raise Damaged(max(last, 1))
        yield Row(number, kind, body, fingerprint, head, moment)
        last, before = number, head
    if not last:
        raise Damaged(1, missing=True)


def _pages_whole(connection: sqlite3.Connection) -> bool:
    try:
        return connection.execute("PRAGMA quick_check").fetchall() == [("ok",)]
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        return False


def _next(found: sqlite3.Cursor, number: int) -> tuple[Any, ...] | None:
    """The next row; one that lies on a page of the disk that cannot be read is damaged."""
    try:
        row: tuple[Any, ...] | None = found.fetchone()
        return row
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        pass
    raise Damaged(number)


def named_by(connection: sqlite3.Connection, first: Row) -> tuple[str, bytes]:
    """The ledger's random identity, which its first row tells, and the key of its fingerprints.

    Raises
    ------
    Damaged, ValueError, sqlite3.Error
    """
    keys = connection.execute("SELECT key FROM secret").fetchall()
    if first.kind != "ledger" or len(keys) != 1:
        raise Damaged(1)
    body, key = first.body, bytes.fromhex(str(keys[0][0]))
    identity = str(body.get("ledger"))
    named = re.fullmatch("[0-9a-f]{32}", identity)  # it names the witness's file
    if hashlib.sha256(key).hexdigest() != body.get("key") or not named:
        raise Damaged(1)
    return identity, key


def hash_at(connection: sqlite3.Connection, row: int) -> str | None:
    """The hash that a row says it has; None where there is no such row."""
    found = connection.execute("SELECT hash FROM entry WHERE row = ?", (row,)).fetchone()
    return None if found is None else str(found[0])


def end_of(connection: sqlite3.Connection) -> tuple[int, str]:
    """The number of the last row, and its hash; (0, "") where there is none."""
    found = connection.execute("SELECT row, hash FROM entry ORDER BY row DESC LIMIT 1").fetchone()
    return (0, "") if found is None else (int(found[0]), str(found[1]))


def row_at(connection: sqlite3.Connection, number: int) -> Row:
    """One row by its number, its hash checked, but not the rows before it.

    Raises
    ------
    Damaged, sqlite3.Error
    """
    query = """SELECT kind, body, fingerprint, moment, previous, hash
        FROM entry JOIN local ON local.row = entry.row WHERE entry.row = ?"""
    found = connection.execute(query, (number,)).fetchone()
    if found is None or not all(isinstance(each, str) for each in found):
        raise Damaged(number, missing=found is None)
    kind, body, fingerprint, moment, previous, head = found
    if head != _hash(number, kind, body, fingerprint, moment, previous):
        raise Damaged(number)
    return Row(number, kind, body, fingerprint, head, moment)


def _hash(row: int, kind: str, body: str, fingerprint: str, moment: str, previous: str) -> str:
    """SHA-256 over all fields, each after its length, so that no two rows are told alike."""
    number, name, text, file, time, before = (
        *(str(row).encode(), kind.encode(), body.encode()),
        *(fingerprint.encode(), moment.encode(), previous.encode()),
    )
    fields = (
        *(_length(len(number)), number, _length(len(name)), name, _length(len(text)), text),
        *(_length(len(file)), file, _length(len(time)), time, _length(len(before)), before),
    )
    return hashlib.sha256(b"".join(fields)).hexdigest()
