"""Transactions on a ledger: one at a time, the whole chain checked first, found again afterwards.

Every one checks the rows and the witness before it appends, and looks for its own rows with a new
connection after it has committed: nothing is drawn on the word of one COMMIT alone.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import LedgerRefused
from explorer.release.ledger import hash_chain as chained
from explorer.release.ledger.accounts import EMPTY, Books
from explorer.release.ledger.disk_faults import (
    exists,
    failing_as_refusal,
    not_readable,
    sentence_of,
    witness_not_written,
)
from explorer.release.ledger.disk_room import ROOM
from explorer.release.ledger.lock import OWN, locked
from explorer.release.ledger.reader import (
    ROLLED_BACK,
    check_not_missing,
    check_witness,
    checked_books,
    contradicts,
)
from explorer.release.ledger.schema import check_schema
from explorer.release.ledger.witness import Witness, read_witness, write_home, write_witness
from explorer.release.values.atomic_file import make_folder
from explorer.release.values.process_mark import sweep


class RowReference(Protocol):
    """A row that this program has written: its number and its hash."""

    @property
    def row(self) -> int: ...

    @property
    def head(self) -> str: ...


class CommitFailed(Exception):
    """The disk failed while a transaction was committed. It `stands` all the same, or not; None: unknown."""

    def __init__(self, reason: Sentence, stands: bool | None) -> None:
        super().__init__(reason)
        self.reason, self.stands = reason, stands


class LedgerTransaction:
    """One open transaction: rows are appended after those that were there."""

    def __init__(self, connection: sqlite3.Connection, books: Books) -> None:
        self._connection = connection
        self.books = books
        self.last, self.head = books.rows, books.head

    def append(self, kind: str, body: Mapping[str, object], fingerprint: str = "") -> None:
        """One more row of this transaction."""
        self.head = chained.append(self._connection, self.last, self.head, kind, body, fingerprint)
        self.last += 1

    def stands_in(self, connection: sqlite3.Connection) -> bool:
        """Whether the last row of this transaction is there, as it was written, for another reader."""
        return chained.hash_at(connection, self.last) == self.head


@contextmanager
def writing(folder: Path, anew: Mapping[str, object] | None = None) -> Iterator[LedgerTransaction]:
    """A transaction: committed, found again and witnessed at the end, rolled back on any exception.

    `anew` makes a ledger where an earlier one is missing, and goes on with one that took its place; it says
     when and why, and is the first entry of a new one.

    Raises
    ------
    LedgerRefused
        Nothing is written; or it is, and the disk reported an error all the same: the sentence says which.
    """
    try:
        with transaction(folder, anew) as pen:
            yield pen
        return
    except CommitFailed as failed:
        reason, stands = failed.reason, failed.stands
    if stands is False:
        raise LedgerRefused(reason)
    sentence = N_(
        "the disk reported an error while the ledger was written ({reason}); look there whether the change "
        "was made",
        reason=reason,
    )
    raise LedgerRefused(sentence, hint=N_("`ledger list` tells all accounts"))


@contextmanager
def transaction(
    folder: Path, anew: Mapping[str, object] | None = None, after: RowReference | None = None
) -> Iterator[LedgerTransaction]:
    """As `writing`. `after` a spend of this program's, the rows before it are not read again: what was drawn
    is kept as quickly in a ledger of any length.

    Raises
    ------
    LedgerRefused
        Nothing is written, or only in a copy that is refused from then on.
    CommitFailed
        The disk failed at the very end.
    """
    with failing_as_refusal(folder):
        make_folder(folder)
        with locked(folder, chained.WAIT):
            sweep(folder, (chained.FILE_NAME, ROOM, OWN))
            if not exists(folder):
                if anew is None:
                    check_not_missing(folder)
                chained.create(folder, anew)
            with closing(chained.connect(folder)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                try:
                    pen = _begun(connection, folder, anew is not None, after)
                    yield pen
                except BaseException:
                    _rolled_back(connection)
                    raise
                failed = commit(connection, folder)
            check_written(folder, pen, failed)


def _begun(
    connection: sqlite3.Connection, folder: Path, anew: bool, after: RowReference | None
) -> LedgerTransaction:
    if after is not None:
        check_schema(connection)
        identity, key = chained.named_by(connection, chained.row_at(connection, 1))
        last, head = chained.end_of(connection)
        chained.row_at(connection, last)  # raises where it is not what its hash says
        if chained.hash_at(connection, after.row) != after.head:
            raise chained.Damaged
        check_witness(connection, identity, last)
        return LedgerTransaction(connection, replace(EMPTY, identity=identity, key=key, rows=last, head=head))
    books = checked_books(connection, None if anew else folder)
    _witness(folder, books)  # before the commit: a folder that cannot be written refuses, unspent
    return LedgerTransaction(connection, books)


def _rolled_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def commit(connection: sqlite3.Connection, folder: Path) -> Sentence | None:
    """Commit; where the system reports an error, what it says."""
    try:
        connection.execute("COMMIT")
        return None
    except sqlite3.Error as error:
        reason = sentence_of(error, folder)
    with suppress(sqlite3.Error):
        _rolled_back(connection)
    return reason


def check_written(folder: Path, pen: LedgerTransaction, failed: Sentence | None) -> None:
    """Hold that what was written is there for a new reader, and witness it.

    An error of the disk at the very end may come before or after it was written, and a file system that
    locks nothing may have let another program write over it.
    """
    stands: bool | None = None
    agrees = True
    with suppress(OSError, sqlite3.Error), closing(chained.connect(folder)) as connection:
        connection.execute("BEGIN")  # whoever reads keeps others from committing
        stands = pen.stands_in(connection)
        if stands and failed is None:
            agrees = _witnessed(connection, pen.books.identity)
        connection.execute("ROLLBACK")
    if failed is not None:
        raise CommitFailed(failed, stands)
    if stands is None:
        raise CommitFailed(not_readable(folder), None)
    if not stands:
        raise LedgerRefused(_written_over(folder))
    if not agrees:
        raise LedgerRefused(ROLLED_BACK)


def _witnessed(connection: sqlite3.Connection, identity: str) -> bool:
    """Witness what stands; False where another copy of this ledger was spent from in the meantime.

    Each copy has a lock of its own, but their witness is one.
    """
    last, head = chained.end_of(connection)
    with suppress(OSError, LedgerRefused):  # it is written: a refusal would deny that
        if contradicts(read_witness(identity), connection, last):
            return False
        write_witness(identity, Witness(last, head))
    return True


def _written_over(folder: Path) -> Sentence:
    return N_(
        "another program wrote into the ledger in {folder} at the same time, and this entry is gone: keep "
        "the ledger on a disk whose locks work",
        folder=str(folder),
    )


def _witness(folder: Path, books: Books) -> None:
    try:
        write_witness(books.identity, Witness(books.rows, books.head))
        write_home(folder, books.identity)
        return
    except OSError as error:
        reason = witness_not_written(error)
    raise LedgerRefused(reason)
